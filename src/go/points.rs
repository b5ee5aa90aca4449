//! Komi and scores in hundredths of a point.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// An amount of points as a whole number of hundredths: exact for every komi that clients send.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Points(i64);

/// Points given to White. Any value is accepted, up to a billion points either way.
pub type Komi = Points;

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// Half a point.
    pub const HALF: Self = Self(50);
    /// The largest amount that is read; larger ones count as this one.
    pub const MAX: Self = Self(100 * 1_000_000_000);

    /// A whole number of points.
    #[must_use]
    pub const fn whole(points: i64) -> Self {
        Self(100 * points)
    }

    /// An amount in hundredths of a point.
    #[must_use]
    pub const fn hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// The amount in hundredths of a point.
    #[must_use]
    pub const fn in_hundredths(self) -> i64 {
        self.0
    }

    /// The amount as a floating-point number, for the search.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// The nearest amount; `None` for what is not a number. Values past [`MAX`](Self::MAX) are cut to it.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // clamped before
    pub fn from_f64(value: f64) -> Option<Self> {
        let limit = Self::MAX.as_f64();
        (!value.is_nan()).then(|| Self((value.clamp(-limit, limit) * 100.0).round() as i64))
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Points {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Points {
    /// The shortest decimal: `7.5`, `0`, `-3.75`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal(self.0, 2))
    }
}

/// The shortest decimal of a number of units of which `10^places` make one.
fn decimal(units: i64, places: usize) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", units.unsigned_abs(), width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    let text = format!("{sign}{whole}.{rest}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A number of zi, as Chinese referees count: points of the board, and half points of what is halved, exact to a thousandth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Zi(i64);

impl Zi {
    /// None.
    pub const ZERO: Self = Self(0);

    /// As many as points.
    #[must_use]
    pub const fn of(points: Points) -> Self {
        Self(points.0 * 10)
    }

    /// Half as many as points.
    #[must_use]
    pub const fn half_of(points: Points) -> Self {
        Self(points.0 * 5)
    }

    /// The number in floating point.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl Add for Zi {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Zi {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Zi {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Zi {
    /// The shortest decimal: `185`, `184.25`, `-36.875`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal(self.0, 3))
    }
}

/// A text is not a number of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePointsError;

impl fmt::Display for ParsePointsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number")
    }
}

impl std::error::Error for ParsePointsError {}

impl FromStr for Points {
    type Err = ParsePointsError;

    /// Reads a decimal number as C writes it (`7.5`, `-0.5`, `+3`, `.5`, `1e2`), rounded to hundredths. Not `inf`, not `nan`.
    fn from_str(text: &str) -> Result<Self, ParsePointsError> {
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'));
        let value = if plain {
            text.parse::<f64>().ok()
        } else {
            None
        };
        value.and_then(Self::from_f64).ok_or(ParsePointsError)
    }
}

/// The result of a count: points by which Black is ahead, negative where White is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Score(pub Points);

impl fmt::Display for Score {
    /// `B+3.5`, `W+0.5`, or `0` for a draw, as GTP and game records write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.cmp(&Points::ZERO) {
            std::cmp::Ordering::Greater => f.pad(&format!("B+{}", self.0)),
            std::cmp::Ordering::Less => f.pad(&format!("W+{}", -self.0)),
            std::cmp::Ordering::Equal => f.pad("0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zi_are_added_and_told() {
        let points = Points::hundredths(750);
        let (whole, half) = (Zi::of(points), Zi::half_of(points));
        assert_eq!((whole.as_f64(), half.as_f64()), (7.5, 3.75));
        assert_eq!((whole + half).to_string(), "11.25");
        assert_eq!((half - whole).to_string(), "-3.75");
        assert_eq!(-(half - whole), half);
        assert_eq!(Zi::ZERO + half, half);
        assert_eq!(ParsePointsError.to_string(), "not a number");
    }

    #[test]
    fn reads_and_writes_what_clients_send() {
        for (text, written) in [
            ("7.5", "7.5"),
            ("-0.5", "-0.5"),
            ("0", "0"),
            ("-0", "0"),
            ("+7", "7"),
            ("6.25", "6.25"),
            ("3.75", "3.75"),
            (".5", "0.5"),
            ("1000", "1000"),
            ("0.05", "0.05"),
            ("1e2", "100"),
            ("1e300", "1000000000"),
            ("-7.50", "-7.5"),
        ] {
            assert_eq!(
                text.parse::<Points>().map(|p| p.to_string()),
                Ok(written.to_string()),
                "{text}"
            );
        }
        for text in [
            "",
            "x",
            "nan",
            "inf",
            "-infinity",
            "7,5",
            "7.5.1",
            "0x10",
            "--1",
            "7 5",
        ] {
            assert_eq!(text.parse::<Points>(), Err(ParsePointsError), "{text}");
        }
    }

    #[test]
    fn scores_print_as_results() {
        assert_eq!(Score(Points::hundredths(350)).to_string(), "B+3.5");
        assert_eq!(Score(Points::whole(-12)).to_string(), "W+12");
        assert_eq!(Score(Points::ZERO).to_string(), "0");
    }
}
