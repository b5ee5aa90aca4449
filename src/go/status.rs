//! The verdict on life and death at the end of a game.

use super::board::Board;
use super::color::Color;
use super::point::Point;
use super::region;
use super::set::PointSet;

/// Life and death at the end of a game. Every stone is in just one of the three sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Stones that live, those in seki not counted.
    pub alive: PointSet,
    /// Stones that can be captured by force.
    pub dead: PointSet,
    /// Stones that live in seki.
    pub seki: PointSet,
}

impl Status {
    /// The board as it stands: every stone lives.
    #[must_use]
    pub fn standing(board: &Board) -> Self {
        Self::new(board, &PointSet::EMPTY, &PointSet::EMPTY)
    }

    /// The verdict in which the chains with a stone in `dead` are dead, those of the others with a stone in `seki` live in
    /// seki, and the rest lives. Points without a stone are passed over.
    #[must_use]
    pub fn new(board: &Board, dead: &PointSet, seki: &PointSet) -> Self {
        let mut status = Self::default();
        for stone in board.points().filter(|&point| board.head(point) == point) {
            let chain: PointSet = board.chain(stone).collect();
            let set = if chain.meets(dead) {
                &mut status.dead
            } else if chain.meets(seki) {
                &mut status.seki
            } else {
                &mut status.alive
            };
            *set = set.union(&chain);
        }
        status
    }

    /// The stones of a colour that do not die.
    #[must_use]
    pub fn living(&self, board: &Board, color: Color) -> PointSet {
        region::stones(board, color).difference(&self.dead)
    }

    /// What is said of the stone on a point; `None` where no stone is.
    #[must_use]
    pub fn of(&self, point: Point) -> Option<Fate> {
        [
            (&self.alive, Fate::Alive),
            (&self.dead, Fate::Dead),
            (&self.seki, Fate::Seki),
        ]
        .into_iter()
        .find(|(set, _)| set.contains(point))
        .map(|(_, fate)| fate)
    }
}

/// What becomes of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// It lives.
    Alive,
    /// It can be captured by force.
    Dead,
    /// It lives in seki.
    Seki,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_have_one_fate() {
        let mut board = Board::new(5);
        let at = |column, row| Point::new(column, row);
        board.set_up_all([
            (at(0, 0), Some(Color::Black)),
            (at(1, 0), Some(Color::Black)),
            (at(3, 3), Some(Color::White)),
            (at(4, 0), Some(Color::White)),
        ]);
        let status = Status::new(&board, &at(1, 0).into(), &at(3, 3).into());
        assert_eq!(status.of(at(0, 0)), Some(Fate::Dead));
        assert_eq!(status.of(at(3, 3)), Some(Fate::Seki));
        assert_eq!(status.of(at(4, 0)), Some(Fate::Alive));
        assert_eq!(status.of(at(2, 2)), None);
        assert_eq!(status.living(&board, Color::White).len(), 2);
        assert!(status.living(&board, Color::Black).is_empty());
        let standing = Status::standing(&board);
        assert_eq!((standing.alive.len(), standing.dead.len()), (4, 0));
    }
}
