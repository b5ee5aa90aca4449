//! What a move looks like before it is tried: captures, escapes, shapes, nearness to the last move.

use super::evaluator::Position;
use super::node::Prior;
use super::params::Params;
use crate::go::{Board, Color, Move, POINTS, Point};
use crate::playout::tactics::{Candidates, is_self_atari};
use crate::playout::{Policy, patterns, policy};

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

/// Virtual visits, as sums of wins and losses.
#[derive(Clone, Copy, Default)]
struct Weight {
    wins: f32,
    losses: f32,
}

/// Fills `out` with every legal move and the pass.
pub fn fill(position: &Position, params: &Params, policy: &mut Policy, out: &mut Vec<Prior>) {
    let (board, color) = (position.board, position.color);
    let mut weights = [Weight::default(); POINTS];
    tactical(board, color, params, policy, &mut weights);
    let distances = Distances::from(board, position.last, 3);
    let suicide = position.game.rules().suicide;
    out.clear();
    for &point in board.empties() {
        if !board.is_legal(color, point, suicide) {
            continue;
        }
        let mut weight = weights[point.index()];
        if board.is_eyelike(color, point) && !touches_atari(board, color, point) {
            weight.losses += params.prior_eye;
        }
        if is_self_atari(board, color, point) {
            weight.losses += if policy::is_bad_self_atari(board, color, point) {
                params.prior_self_atari
            } else {
                params.prior_self_atari / 2.0
            };
        } else if patterns::matches(board.pattern(point)) {
            weight.wins += params.prior_pattern;
        }
        let distance = usize::from(distances.of(point));
        if (1..=3).contains(&distance) {
            weight.wins += params.prior_distance[distance - 1];
        }
        match lonely_line(board, point) {
            Some(1 | 2) => weight.losses += params.prior_empty_area,
            Some(3) => weight.wins += params.prior_empty_area,
            _ => {}
        }
        out.push(prior(Move::Play(point), weight, params));
    }
    out.push(prior(
        Move::Pass,
        Weight {
            wins: 0.0,
            losses: params.prior_eye / 2.0,
        },
        params,
    ));
    let total: f32 = out.iter().map(|prior| prior.policy).sum();
    for prior in out.iter_mut() {
        prior.policy /= total;
    }
}

/// The prior of a weight; `policy` holds a share that is made a probability later.
fn prior(mv: Move, weight: Weight, params: &Params) -> Prior {
    let visits = params.prior_even + weight.wins + weight.losses;
    let wins = params.prior_even / 2.0 + weight.wins;
    Prior {
        mv,
        policy: wins * wins / visits,
        visits,
        value: wins / visits,
    }
}

/// Captures and escapes all over the board.
fn tactical(
    board: &Board,
    color: Color,
    params: &Params,
    policy: &mut Policy,
    weights: &mut [Weight; POINTS],
) {
    let mut moves = Candidates::new();
    for point in board.points() {
        let Some(owner) = board.at(point) else {
            continue;
        };
        if board.head(point) != point {
            continue;
        }
        let stones = board.chain_len(point);
        let gain = if stones > 1 {
            params.prior_capture_many
        } else {
            params.prior_capture_one
        };
        moves.clear();
        match board.liberties(point) {
            1 if owner == color => policy.escapes(board, point, &mut moves),
            1 => moves.push(board.last_liberty(point)),
            2 => policy.ladder_moves(board, point, color, &mut moves),
            _ => {}
        }
        for &mv in moves.as_slice() {
            let weight = &mut weights[mv.index()];
            weight.wins = weight.wins.max(gain);
        }
    }
}

/// Whether an own chain beside the point is in atari, so that filling the eye may save it.
fn touches_atari(board: &Board, color: Color, point: Point) -> bool {
    point
        .neighbors()
        .into_iter()
        .any(|n| board.at(n) == Some(color) && board.liberties(n) == 1)
}

/// The line of a point with no stone within three steps: 1 at the edge. `None` where a stone is near.
fn lonely_line(board: &Board, point: Point) -> Option<usize> {
    let (column, row, size) = (point.column(), point.row(), board.size());
    let near = |value: usize| value.saturating_sub(3)..=(value + 3).min(size - 1);
    let alone = near(row).all(|r| {
        near(column)
            .all(|c| r.abs_diff(row) + c.abs_diff(column) > 3 || board.is_empty(Point::new(c, r)))
    });
    alone.then(|| 1 + column.min(row).min(size - 1 - column).min(size - 1 - row))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn lonely_lines() {
        let mut board = Board::new(19);
        board.play(Color::Black, Point::new(9, 9));
        assert_eq!(lonely_line(&board, Point::new(0, 5)), Some(1));
        assert_eq!(lonely_line(&board, Point::new(2, 16)), Some(3));
        assert_eq!(lonely_line(&board, Point::new(8, 8)), None);
    }
}
