//! Uniformly random playouts: the measure of the board's speed, and the plainest policy.

use super::Random;
use crate::go::{Board, Color, Point};

/// Plays uniformly random moves that fill no own eye until both sides pass, or for `limit` moves. Returns the number of
/// plays.
pub fn play(board: &mut Board, mut color: Color, limit: usize, random: &mut Random) -> usize {
    let mut plays = 0;
    let mut passes = 0;
    while passes < 2 && plays < limit {
        if let Some(point) = choose(board, color, random) {
            board.play(color, point);
            plays += 1;
            passes = 0;
        } else {
            board.clear_ko();
            passes += 1;
        }
        color = !color;
    }
    plays
}

/// Random tries before the empty points are searched one by one.
const TRIES: usize = 6;

/// A random legal point that is not an own eye.
#[inline]
pub fn choose(board: &Board, color: Color, random: &mut Random) -> Option<Point> {
    let empties = board.empties();
    let good =
        |point: Point| !board.is_eyelike(color, point) && board.is_legal(color, point, false);
    for _ in 0..TRIES.min(empties.len()) {
        let point = empties[random.below(empties.len())];
        if good(point) {
            return Some(point);
        }
    }
    let (before, after) = empties.split_at(random.below(empties.len()));
    after
        .iter()
        .chain(before)
        .copied()
        .find(|&point| good(point))
}
