//! Parts of the board as sets of points.

use super::board::{Board, Cell};
use super::color::Color;
use super::set::PointSet;

/// The points of the board.
#[must_use]
pub fn all(board: &Board) -> PointSet {
    board.points().collect()
}

/// The empty points.
#[must_use]
pub fn empty(board: &Board) -> PointSet {
    board.empties().iter().copied().collect()
}

/// The stones of a colour.
#[must_use]
pub fn stones(board: &Board, color: Color) -> PointSet {
    let own = Cell::stone(color);
    board
        .points()
        .filter(|&point| board.cell(point) == own)
        .collect()
}

/// The maximal connected parts of the board that hold no stone of `color`: empty points and the opponent's stones.
pub fn without(board: &Board, color: Color) -> impl Iterator<Item = PointSet> + use<> {
    all(board).difference(&stones(board, color)).parts()
}

/// The maximal connected parts of the empty points.
pub fn empty_parts(board: &Board) -> impl Iterator<Item = PointSet> + use<> {
    empty(board).parts()
}
