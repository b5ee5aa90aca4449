//! Who owns each point, by the judgements of a search: of all of it, and of the part after each move of the root.

use super::evaluator::Evaluation;
use crate::go::{Color, Game, POINTS};

/// Sums over judgements.
#[derive(Clone)]
struct Sums {
    /// By point: 1 where Black owns it, -1 where White does.
    values: Box<[f64; POINTS]>,
    count: u32,
}

impl Default for Sums {
    fn default() -> Self {
        Self {
            values: Box::new([0.0; POINTS]),
            count: 0,
        }
    }
}

/// The sums of one thread, kept where others may read them while it searches.
#[derive(Clone, Default)]
pub struct Tally {
    all: Sums,
    /// By the place of the move among the root's children.
    moves: Vec<Option<Sums>>,
}

impl Tally {
    /// Takes over what a thread has counted so far; what is new belongs to the root's child in this place, if there is one.
    pub fn record(&mut self, now: &Evaluation, place: Option<usize>) {
        if let Some(place) = place {
            if self.moves.len() <= place {
                self.moves.resize(place + 1, None);
            }
            let sums = self.moves[place].get_or_insert_default();
            let news = now.ownership.iter().zip(self.all.values.iter());
            for (sum, (now, before)) in sums.values.iter_mut().zip(news) {
                *sum += now - before;
            }
            sums.count += now.ownership_count.saturating_sub(self.all.count);
        }
        self.all.values.copy_from_slice(now.ownership.as_slice());
        self.all.count = now.ownership_count;
    }
}

/// Means over all threads, for each point of the board in the order of [`Board::points`](crate::go::Board::points): 1 where
/// `color` owns it in every judgement, -1 where the opponent does.
#[must_use]
pub fn of_all(tallies: &[Tally], game: &Game, color: Color) -> Vec<f32> {
    means(tallies.iter().map(|tally| &tally.all), game, color)
}

/// The same for the judgements after a move of the root; empty where there are none.
#[must_use]
pub fn of_move(tallies: &[Tally], place: usize, game: &Game, color: Color) -> Vec<f32> {
    let sums = || {
        let moves = tallies.iter().filter_map(|tally| tally.moves.get(place));
        moves.flatten()
    };
    if sums().next().is_some() {
        means(sums(), game, color)
    } else {
        Vec::new()
    }
}

#[allow(clippy::cast_possible_truncation)] // means need no more
fn means<'a>(sums: impl Iterator<Item = &'a Sums>, game: &Game, color: Color) -> Vec<f32> {
    let sums: Vec<_> = sums.collect();
    let count: u32 = sums.iter().map(|sums| sums.count).sum();
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let scale = sign / f64::from(count.max(1));
    let point = |index: usize| sums.iter().map(|sums| sums.values[index]).sum::<f64>();
    game.board()
        .points()
        .map(|p| (scale * point(p.index())) as f32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Komi, Point, Rules};

    #[test]
    fn judgements_are_booked_with_their_move() {
        let game = Game::new(2, Rules::default(), Komi::ZERO);
        let first = Point::new(0, 0).index();
        let mut now = Evaluation::new();
        let mut tallies = [Tally::default(), Tally::default()];
        for (value, place) in [(1.0, Some(2)), (1.0, Some(2)), (-1.0, Some(0)), (1.0, None)] {
            now.ownership[first] += value;
            now.ownership_count += 1;
            tallies[0].record(&now, place);
        }
        assert_eq!(of_all(&tallies, &game, Color::Black), [0.5, 0.0, 0.0, 0.0]);
        assert_eq!(of_all(&tallies, &game, Color::White)[..1], [-0.5]);
        let of = |place| of_move(&tallies, place, &game, Color::Black);
        assert_eq!((of(0)[0], of(2)[0]), (-1.0, 1.0));
        assert!(of(1).is_empty() && of(3).is_empty());
    }
}
