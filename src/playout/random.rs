//! Random numbers for playouts.

use rand::rngs::SmallRng;
use rand::{RngCore, SeedableRng};

/// A fast generator with the draws that playouts need. The same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(SmallRng);

impl Random {
    /// A generator from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    /// A whole number from 0 to `count - 1`; 0 where `count` is 0.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // counts are far below 2^32
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.0.next_u32()) * count as u64) >> 32) as usize
    }

    /// True `of_1024` times in 1,024 on average.
    #[inline]
    pub fn chance(&mut self, of_1024: u32) -> bool {
        self.0.next_u32() >> 22 < of_1024
    }

    /// A number from 0 up to but without 1, evenly spread.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    /// A seed for another generator.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}
