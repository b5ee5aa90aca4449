//! What a move looks like before it is tried: captures, escapes, shapes, nearness to the last move.

use super::evaluator::Position;
use super::node::Prior;
use super::params::Params;
use super::shape::Glance;
use crate::go::{Board, Color, Move, POINTS, Point, PointSet};
use crate::playout::Policy;
use crate::playout::policy::is_bad_self_atari;

/// Distances from a point along lines, where steps inside a chain cost nothing (the "common fate graph").
pub struct Distances([u8; POINTS]);

impl Distances {
    /// Distances up to `limit` from a point; farther points have `limit + 1`.
    #[must_use]
    pub fn from(board: &Board, origin: Point, limit: u8) -> Self {
        let mut distances = [limit + 1; POINTS];
        if origin == Point::NONE {
            return Self(distances);
        }
        let mut layer = vec![origin];
        distances[origin.index()] = 0;
        for distance in 0..=limit {
            let mut next = Vec::new();
            let mut i = 0;
            while i < layer.len() {
                let point = layer[i];
                i += 1;
                for neighbor in point.neighbors() {
                    if !board.contains(neighbor) || distances[neighbor.index()] <= distance {
                        continue;
                    }
                    let same_chain =
                        !board.is_empty(point) && board.head(point) == board.head(neighbor);
                    if same_chain {
                        distances[neighbor.index()] = distance;
                        layer.push(neighbor);
                    } else if distance < limit && distances[neighbor.index()] > distance + 1 {
                        distances[neighbor.index()] = distance + 1;
                        next.push(neighbor);
                    }
                }
            }
            layer = next;
        }
        Self(distances)
    }

    /// The distance of a point.
    #[must_use]
    pub fn of(&self, point: Point) -> u8 {
        self.0[point.index()]
    }
}

/// Fills `out` with every legal move and the pass. Below the root, moves that fill an own eye to no purpose are left out: where
/// there is no other, the pass is to be looked at.
pub fn fill(position: &Position, params: &Params, policy: &mut Policy, out: &mut Vec<Prior>) {
    let (board, color) = (position.board, position.color);
    let glance = Glance::new(board, color, position.last, point_before(position), policy);
    let suicide = position.game.rules().suicide;
    out.clear();
    let mut most = f32::MIN;
    let below = !position.path.is_empty();
    for &point in board.empties() {
        if !board.is_legal(color, point, suicide) || below && fills_own_eye(board, color, point) {
            continue;
        }
        let weight = glance.weight(board, point);
        most = most.max(weight);
        out.push(Prior {
            mv: Move::Play(point),
            policy: weight,
            visits: 0.0,
            value: 0.0,
        });
    }
    let mut total = 0.0;
    for prior in out.iter_mut() {
        let share = (prior.policy - most).exp();
        total += share;
        let Move::Play(point) = prior.mv else {
            continue;
        };
        let likely = share.powf(params.prior_power);
        let mut losses = params.prior_unlikely * (1.0 - likely);
        if fills_own_eye(board, color, point) {
            losses += params.prior_eye;
        }
        if is_bad_self_atari(board, color, point) {
            losses += params.prior_self_atari;
        }
        let wins = params.prior_even / 2.0 + params.prior_likely * likely;
        prior.policy = share;
        prior.visits = wins + params.prior_even / 2.0 + losses;
        prior.value = wins / prior.visits.max(1e-3);
    }
    let total = total.max(1e-9);
    for prior in out.iter_mut() {
        prior.policy /= total;
    }
    let visits = params.prior_even + params.prior_eye / 2.0;
    out.push(Prior {
        mv: Move::Pass,
        policy: 0.0,
        visits,
        value: params.prior_even / 2.0 / visits.max(1e-3),
    });
}

/// The point of the move before the last.
fn point_before(position: &Position) -> Point {
    let played = position.game.moves().iter().map(|&(_, mv)| mv);
    position
        .path
        .iter()
        .rev()
        .copied()
        .chain(played.rev())
        .nth(1)
        .and_then(Move::point)
        .unwrap_or(Point::NONE)
}

/// Whether a play fills an own eye to no purpose.
#[must_use]
pub fn fills_own_eye(board: &Board, color: Color, point: Point) -> bool {
    board.is_eyelike(color, point) && !touches_atari(board, color, point)
}

/// The points whose play would do that.
#[must_use]
pub fn own_eyes(board: &Board, color: Color) -> PointSet {
    let points = board.empties().iter().copied();
    points
        .filter(|&point| fills_own_eye(board, color, point))
        .collect()
}

/// Whether an own chain beside the point is in atari, so that filling the eye may save it.
fn touches_atari(board: &Board, color: Color, point: Point) -> bool {
    point
        .neighbors()
        .into_iter()
        .any(|n| board.at(n) == Some(color) && board.liberties(n) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_eyes_are_points_between_stones_that_are_not_in_danger() {
        let at = Point::new;
        let mut board = Board::new(5);
        for (column, row) in [(0, 1), (1, 0), (1, 1)] {
            board.play(Color::Black, at(column, row));
        }
        assert_eq!(own_eyes(&board, Color::Black), PointSet::from(at(0, 0)));
        assert_eq!(own_eyes(&board, Color::White), PointSet::EMPTY);
        // With its other liberties gone the chain is saved by filling, if by anything.
        for (column, row) in [(0, 2), (1, 2), (2, 1), (2, 0)] {
            board.play(Color::White, at(column, row));
        }
        assert_eq!(own_eyes(&board, Color::Black), PointSet::EMPTY);
    }

    #[test]
    fn distances_skip_along_chains() {
        let mut board = Board::new(9);
        for name in ["E1", "E2", "E3", "E4"] {
            if let Ok(point) = name.parse() {
                board.play(Color::Black, point);
            }
        }
        let at = |name: &str| name.parse::<Point>().unwrap_or(Point::NONE);
        let distances = Distances::from(&board, at("E1"), 3);
        for (name, distance) in [
            ("E1", 0),
            ("E4", 0),
            ("E5", 1),
            ("D4", 1),
            ("D5", 2),
            ("A9", 4),
            ("E8", 4),
            ("E7", 3),
        ] {
            assert_eq!(distances.of(at(name)), distance, "{name}");
        }
    }
}
