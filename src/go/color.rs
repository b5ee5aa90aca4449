//! The two players, and a pair of values indexed by player.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players. "Nothing there" is `Option::<Color>::None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Color {
    /// Black, who moves first in an even game.
    Black,
    /// White, who moves first after handicap stones.
    White,
}

impl Color {
    /// Both players, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`, as scores and game records write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl Not for Color {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    /// `black` or `white`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A value for each player, indexed by [`Color`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// A pair from its two values.
    pub const fn new(black: T, white: T) -> Self {
        Self { black, white }
    }

    /// A pair from a function of the player.
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        Self {
            black: f(Color::Black),
            white: f(Color::White),
        }
    }

    /// Applies `f` to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor {
            black: f(self.black),
            white: f(self.white),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_is_an_involution() {
        for color in Color::BOTH {
            assert_ne!(color, !color);
            assert_eq!(color, !!color);
        }
    }

    #[test]
    fn by_color_keeps_the_two_apart() {
        let mut pair = ByColor::new(1, 2);
        pair[Color::White] += 5;
        assert_eq!((pair[Color::Black], pair[Color::White]), (1, 7));
        assert_eq!(pair.map(|x| x * 2), ByColor::new(2, 14));
    }
}
