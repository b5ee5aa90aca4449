//! Life and death at the end of a game, by playouts.

use super::evaluator::{Evaluation, Evaluator, Position};
use super::monte_carlo::MonteCarlo;
use super::params::Params;
use crate::go::{Color, Game, POINTS, Point, PointSet};
use std::sync::Arc;

/// What playouts from a position say of each point.
pub struct Ownership {
    /// 1 where Black owns the point at the end of every playout, -1 where White does.
    values: Box<[f32; POINTS]>,
}

impl Ownership {
    /// From `playouts` playouts, half of them begun by each side. The same each time it is asked.
    #[must_use]
    pub fn of(game: &Game, playouts: u32) -> Self {
        let mut evaluator = MonteCarlo::new(Arc::new(Params::default()), 0);
        let mut evaluation = Evaluation::new();
        for i in 0..playouts {
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
                before: Point::NONE,
                is_over: false,
            };
            evaluator.evaluate(&position, false, &mut evaluation);
        }
        let mut values = evaluation.ownership;
        values
            .iter_mut()
            .for_each(|value| *value /= evaluation.ownership_count.max(1) as f32);
        Self { values }
    }

    /// The value of a point, 1 for Black to -1 for White.
    #[must_use]
    pub fn at(&self, point: Point) -> f32 {
        self.values[point.index()]
    }
}

/// The dead stones: chains whose points mostly end up the opponent's.
#[must_use]
pub fn dead_stones(game: &Game, ownership: &Ownership) -> PointSet {
    let board = game.board();
    let mut dead = PointSet::EMPTY;
    for point in board.points() {
        let Some(color) = board.at(point) else {
            continue;
        };
        if board.head(point) != point {
            continue;
        }
        let sum: f32 = board.chain(point).map(|stone| ownership.at(stone)).sum();
        let mean = sum / board.chain_len(point) as f32;
        if (color == Color::Black && mean < -0.3) || (color == Color::White && mean > 0.3) {
            dead.extend(board.chain(point));
        }
    }
    dead
}
