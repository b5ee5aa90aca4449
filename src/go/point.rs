//! Points of the board, moves, and how both are written.
//!
//! All board sizes share one stride, so that a point means the same on every board: A1 is the lower left corner.
//! A ring of points off the board lies around the grid, so that neighbours need no edge test.

use std::fmt;
use std::str::FromStr;

/// Smallest side of a board.
pub const MIN_SIZE: usize = 2;
/// Largest side of a board.
pub const MAX_SIZE: usize = 25;
/// Distance in the point array between a point and the one above it. Column 0 of the next row closes the right side.
pub const STRIDE: usize = MAX_SIZE + 1;
/// [`STRIDE`] as a point's number holds it.
#[allow(clippy::cast_possible_truncation)] // 26
const ROW: u16 = STRIDE as u16;
/// Length of arrays that are indexed by point: 27 rows of the stride, and one more for the last corner.
pub const POINTS: usize = STRIDE * (MAX_SIZE + 2) + 1;
/// The largest number of points on a board.
pub const MAX_AREA: usize = MAX_SIZE * MAX_SIZE;

/// Letters of the columns; `I` is left out.
const COLUMNS: &[u8; MAX_SIZE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point of the padded grid: `row * STRIDE + column`, both counted from 1 at the lower left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// A point off every board, for array slots that hold no point.
    pub const NONE: Self = Self(0);

    /// The point in `column` and `row`, both from 0 at the lower left.
    ///
    /// # Panics
    /// In debug builds, where either is not below [`MAX_SIZE`].
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // both are below 25
    pub const fn new(column: usize, row: usize) -> Self {
        debug_assert!(column < MAX_SIZE && row < MAX_SIZE);
        Self(((row + 1) * STRIDE + column + 1) as u16)
    }

    /// The point with an array index.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // below POINTS
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < POINTS);
        Self(index as u16)
    }

    /// Its index into arrays of [`POINTS`] entries.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % STRIDE - 1
    }

    /// Row from 0 at the bottom.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / STRIDE - 1
    }

    /// The four points along the lines: above, left, right, below. Some may lie off the board.
    #[inline]
    #[must_use]
    pub const fn neighbors(self) -> [Self; 4] {
        let p = self.0;
        let s = ROW;
        [
            Self(p + s),
            Self(p.wrapping_sub(1)),
            Self(p + 1),
            Self(p.wrapping_sub(s)),
        ]
    }

    /// The four diagonal points: upper left, upper right, lower left, lower right. Some may lie off the board.
    #[inline]
    #[must_use]
    pub const fn diagonals(self) -> [Self; 4] {
        let p = self.0;
        let s = ROW;
        [
            Self(p + s - 1),
            Self(p + s + 1),
            Self(p.wrapping_sub(s + 1)),
            Self(p.wrapping_sub(s - 1)),
        ]
    }
}

impl fmt::Display for Point {
    /// As GTP writes it: `D4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!(
            "{}{}",
            COLUMNS[self.column()] as char,
            self.row() + 1
        ))
    }
}

/// A text is not a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePointError;

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a vertex")
    }
}

impl std::error::Error for ParsePointError {}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads a GTP vertex in either case: a letter A to Z without I, then a row of 1 to 25 without sign. Whether it lies
    /// on a board is the board's matter.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(ParsePointError)?;
        let letter = letter.to_ascii_uppercase();
        let column = COLUMNS
            .iter()
            .position(|&c| c == letter)
            .ok_or(ParsePointError)?;
        if digits.is_empty() || digits.len() > 9 || !digits.iter().all(u8::is_ascii_digit) {
            return Err(ParsePointError);
        }
        let row: usize = text[1..].parse().map_err(|_| ParsePointError)?;
        if (1..=MAX_SIZE).contains(&row) {
            Ok(Self::new(column, row - 1))
        } else {
            Err(ParsePointError)
        }
    }
}

/// A turn: a stone on a point, or a pass. Resigning is no move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Move {
    /// A stone on this point.
    Play(Point),
    /// A pass, always a right.
    Pass,
}

impl Move {
    /// The point of a play.
    #[inline]
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    /// `D4` or `pass`, as GTP writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(point) => point.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParsePointError;

    /// Reads a vertex or `pass`, in either case.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        if text.eq_ignore_ascii_case("pass") {
            Ok(Self::Pass)
        } else {
            text.parse().map(Self::Play)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_and_taken_apart() {
        let point = Point::new(3, 3);
        let moves = [Move::Play(point), Move::Pass];
        assert_eq!(moves.map(Move::point), [Some(point), None]);
        assert_eq!(moves.map(|mv| mv.to_string()), ["D4", "pass"]);
        assert_eq!(ParsePointError.to_string(), "not a vertex");
    }

    #[test]
    fn every_point_reads_back_what_it_prints() {
        for column in 0..MAX_SIZE {
            for row in 0..MAX_SIZE {
                let point = Point::new(column, row);
                assert_eq!((point.column(), point.row()), (column, row));
                assert_eq!(point.to_string().parse(), Ok(point));
                assert_eq!(
                    point.to_string().to_lowercase().parse(),
                    Ok(Move::Play(point))
                );
            }
        }
        assert_eq!(Point::new(0, 0).to_string(), "A1");
        assert_eq!(Point::new(8, 18).to_string(), "J19");
        assert_eq!(Point::new(24, 24).to_string(), "Z25");
        assert_eq!("Z000000025".parse(), Ok(Point::new(24, 24)));
        assert_eq!("Z0000000025".parse::<Point>(), Err(ParsePointError));
    }

    #[test]
    fn what_is_no_vertex_is_refused() {
        for text in [
            "",
            "I5",
            "A0",
            "A26",
            "5A",
            "A",
            "AA1",
            "A-1",
            "A+1",
            "A99999999999",
            "Ä1",
            "A1 ",
            "A1x",
            "i9",
        ] {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError), "{text:?}");
        }
        assert_eq!("PASS".parse(), Ok(Move::Pass));
        assert_eq!("A01".parse(), Ok(Point::new(0, 0)));
    }

    #[test]
    fn neighbours_of_the_far_corner_stay_inside_the_arrays() {
        let corner = Point::new(MAX_SIZE - 1, MAX_SIZE - 1);
        for point in corner.neighbors().into_iter().chain(corner.diagonals()) {
            assert!(point.index() < POINTS);
        }
    }
}
