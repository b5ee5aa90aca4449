//! The identity of a position: the packed board itself.

use super::board::{Board, Cell};
use super::point::MAX_AREA;

const WORDS: usize = (2 * MAX_AREA).div_ceil(64);

/// The stones of a board, two bits a point, row by row from A1. Two boards of one size have equal keys if and only if every
/// point holds the same. Ko bans, captures and the turn are not part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key([u64; WORDS]);

impl Key {
    /// The key of a board as it stands.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut words = [0; WORDS];
        for (i, point) in board.points().enumerate() {
            let bits = match board.cell(point) {
                Cell::Black => 1,
                Cell::White => 2,
                Cell::Empty | Cell::Edge => 0,
            };
            words[i / 32] |= bits << (2 * (i % 32));
        }
        Self(words)
    }
}
