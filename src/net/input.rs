//! What a network is given.

use super::model::{GLOBALS, PLANES};
use super::symmetry::Symmetry;

/// The inputs for one position, on a square board, as seen by the side to move.
///
/// Their meaning is that of `KataGo`'s V7 inputs; this module only knows their number.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// [`PLANES`] planes of `size * size` numbers; in each plane by rows from the top, and from the left in a row. Of
    /// plane 0, all are 1.
    pub planes: Vec<f32>,
    /// The global inputs.
    pub globals: [f32; GLOBALS],
    /// How the network is to see the board. Outputs are turned back.
    pub symmetry: Symmetry,
}

impl Input {
    /// Inputs of zeros for a board of the given size.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            planes: vec![0.0; PLANES * size * size],
            globals: [0.0; GLOBALS],
            symmetry: Symmetry::IDENTITY,
        }
    }
}
