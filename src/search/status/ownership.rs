//! Who owns each point at the end of playouts.

use std::sync::Arc;

use super::in_parallel;
use crate::go::{Board, Color, Game, POINTS, Point};
use crate::search::evaluator::{Evaluation, Evaluator, Position};
use crate::search::monte_carlo::MonteCarlo;
use crate::search::params::Params;

/// Playouts that share one generator of random numbers. The parts make the result the same for any number of threads.
const PART: u32 = 50;

/// What playouts from a position say of each point.
pub struct Ownership {
    /// 1 where Black owns the point at the end of every playout, -1 where White does.
    values: Box<[f32; POINTS]>,
}

impl Ownership {
    /// From about `playouts` playouts by `threads` threads, half of the playouts begun by each side. The same each time.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // whole numbers, and few
    pub fn of(game: &Game, playouts: u32, threads: usize) -> Self {
        let parts = playouts.div_ceil(PART).max(1);
        let sums = in_parallel(threads, parts as usize, |seed| part(game, seed as u64));
        let mut values = Box::new([0.0; POINTS]);
        for sum in sums {
            for (value, sum) in values.iter_mut().zip(sum.iter()) {
                *value += *sum as f32 / (parts * PART) as f32;
            }
        }
        Self { values }
    }

    /// From what a search for `color` says of each point, row by row from A1: 1 where that player owns it.
    #[must_use]
    pub fn seen_by(board: &Board, color: Color, ownership: &[f32]) -> Self {
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let mut values = Box::new([0.0; POINTS]);
        for (point, value) in board.points().zip(ownership) {
            values[point.index()] = sign * value;
        }
        Self { values }
    }

    /// The value of a point, 1 for Black to -1 for White.
    #[must_use]
    pub fn at(&self, point: Point) -> f32 {
        self.values[point.index()]
    }
}

fn part(game: &Game, seed: u64) -> Box<[f64; POINTS]> {
    let mut evaluator = MonteCarlo::new(Arc::new(Params::default()), seed);
    let mut evaluation = Evaluation::new();
    for i in 0..PART {
        let color = if i % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let position = Position {
            root: None,
            game,
            path: &[],
            board: game.board(),
            color,
            last: Point::NONE,
            is_over: false,
        };
        evaluator.evaluate(&position, false, &mut evaluation);
    }
    evaluation.ownership
}
