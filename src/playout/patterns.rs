//! 3x3 patterns: shapes around an empty point that make it a good local answer in playouts. The tree weighs shapes by its own weights.
//!
//! The shapes are those that the literature names for fast playouts: hane, cut, magari, moves on the edge (Gelly, Wang, Munos
//! and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", 2006), written down anew here.

use std::sync::LazyLock;

/// Three rows of three. The centre is the empty point to play on, `X` are one side's stones and `O` the other's, `x` is
/// empty or O, `o` empty or X, `?` is anything, `#` is off the board. They hold in all eight orientations and for
/// both sides.
const SHAPES: &[&str] = &[
    // Hane.
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. o.?",
    ".O. X.. ...",
    // Cut and peep.
    "XO? O.x ?x?",
    "XO? O.X ???",
    "?X? O.O xxx",
    "OX? x.O ???",
    // On the edge.
    "X.? O.? ###",
    "OX? X.O ###",
    "?X? o.O ###",
    "?XO o.o ###",
    "?OX X.O ###",
];

/// Whether the neighbours of a point, as [`Board::pattern`](crate::go::Board::pattern) gives them, are one of the shapes.
/// They hold for either side to play.
#[inline]
#[must_use]
pub fn matches(pattern: u16) -> bool {
    table().has(pattern)
}

/// A bit for each of the 65,536 patterns.
pub struct Table([u64; 1024]);

impl Table {
    /// [`matches()`] without looking for the table.
    #[inline]
    #[must_use]
    pub fn has(&self, pattern: u16) -> bool {
        let pattern = usize::from(pattern);
        self.0[pattern / 64] >> (pattern % 64) & 1 != 0
    }
}

/// The table of all shapes.
#[must_use]
pub fn table() -> &'static Table {
    &TABLE
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = [0; 1024];
    for shape in SHAPES {
        let cells: Vec<u8> = shape.bytes().filter(|&b| b != b' ').collect();
        for turned in orientations(&cells) {
            for swapped in [false, true] {
                mark(&mut table, &turned, swapped);
            }
        }
    }
    Table(table)
});

/// Positions in the nine cells of the neighbours, in the order of a pattern's bits.
const ORDER: [usize; 8] = [1, 3, 5, 7, 0, 2, 6, 8];

/// The eight orientations of nine cells.
fn orientations(cells: &[u8]) -> Vec<Vec<u8>> {
    let turn = |c: &[u8]| -> Vec<u8> { (0..9).map(|i| c[(2 - i % 3) * 3 + i / 3]).collect() };
    let flip = |c: &[u8]| -> Vec<u8> { (0..9).map(|i| c[i / 3 * 3 + 2 - i % 3]).collect() };
    let mut all = Vec::new();
    let mut cells = cells.to_vec();
    for _ in 0..4 {
        all.push(cells.clone());
        all.push(flip(&cells));
        cells = turn(&cells);
    }
    all
}

/// Sets the bits of all patterns that fit the cells.
fn mark(table: &mut [u64], cells: &[u8], swapped: bool) {
    let (x, o) = if swapped { (2, 1) } else { (1, 2) };
    let mut fitting = vec![0_usize];
    for (slot, &position) in ORDER.iter().enumerate() {
        let allowed: Vec<usize> = (0..4)
            .filter(|&cell| match cells[position] {
                b'X' => cell == x,
                b'O' => cell == o,
                b'x' => cell != x && cell != 3,
                b'o' => cell != o && cell != 3,
                b'.' => cell == 0,
                b'#' => cell == 3,
                _ => true,
            })
            .collect();
        fitting = fitting
            .iter()
            .flat_map(|&pattern| {
                allowed
                    .iter()
                    .map(move |&cell| pattern | cell << (2 * slot))
            })
            .collect();
    }
    for pattern in fitting {
        table[pattern / 64] |= 1 << (pattern % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Color, Point};

    fn fits(stones: &[(Color, &str)], point: &str) -> bool {
        let mut board = Board::new(9);
        for &(color, stone) in stones {
            board.play(color, stone.parse::<Point>().unwrap_or(Point::NONE));
        }
        point
            .parse::<Point>()
            .is_ok_and(|p| matches(board.pattern(p)))
    }

    #[test]
    fn named_shapes_are_found() {
        use Color::{Black as B, White as W};
        assert!(
            fits(&[(B, "D5"), (W, "E5"), (B, "F5")], "E4"),
            "hane between two"
        );
        assert!(fits(&[(B, "D5"), (W, "E5"), (W, "D4")], "E4"), "cut");
        assert!(!fits(&[], "E4"), "nothing there");
        assert!(!fits(&[(B, "E5")], "E4"), "one stone");
    }
}
