//! The eight symmetries of a square board.

/// One of the eight symmetries: flips, then a transposition.
///
/// The numbers are those of `KataGo`: bit 0 flips the rows, bit 1 flips the columns, bit 2 transposes after that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The board as it is.
    pub const IDENTITY: Self = Self(0);

    /// All eight, by number.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// The symmetry with the given number, 0 to 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 8 { Some(Self(number)) } else { None }
    }

    /// Its number, 0 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Where a point of a square board goes, both as index by rows (`row * size + column`).
    #[must_use]
    pub const fn map(self, index: usize, size: usize) -> usize {
        let (mut row, mut column) = (index / size, index % size);
        if self.0 & 1 != 0 {
            row = size - 1 - row;
        }
        if self.0 & 2 != 0 {
            column = size - 1 - column;
        }
        if self.0 & 4 != 0 {
            column * size + row
        } else {
            row * size + column
        }
    }
}
