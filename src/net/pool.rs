//! Global pooling, and activations in place.

use super::lanes::Lanes;
use super::model::Activation;
use super::simd::{Kernel, Simd};
use super::vmath::activate;

/// Which three pools are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pools {
    /// Mean, mean scaled by the board's side, maximum.
    Policy,
    /// Mean, mean scaled by the board's side, mean scaled by its square.
    Value,
}

/// Pools the activations of some channels over the board, for each position.
pub(super) struct Pooling<'a> {
    /// Which pools.
    pub(super) pools: Pools,
    /// Side of the board.
    pub(super) size: usize,
    /// Number of positions.
    pub(super) positions: usize,
    /// The activations, by position, point, channel.
    pub(super) input: &'a [Lanes],
    /// Blocks of channels of a point.
    pub(super) stride: usize,
    /// The first block that is pooled.
    pub(super) first: usize,
    /// Blocks that are pooled.
    pub(super) blocks: usize,
    /// By position, pool, channel.
    pub(super) output: &'a mut [Lanes],
}

impl Kernel for Pooling<'_> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::cast_precision_loss, reason = "at most 361 points")]
    fn run<S: Simd>(self, s: S) {
        let area = self.size * self.size;
        let side = self.size as f32 - 14.0;
        let share = s.splat(1.0 / area as f32);
        let by_side = s.splat(side / 10.0);
        let by_square = s.splat(side * side / 100.0 - 0.1);
        for position in 0..self.positions {
            let rows = &self.input[position * area * self.stride..][..area * self.stride];
            let pools = &mut self.output[position * 3 * self.blocks..][..3 * self.blocks];
            for block in 0..self.blocks {
                let mut sum = s.splat(0.0);
                let mut greatest = s.splat(f32::MIN);
                for row in rows.chunks_exact(self.stride) {
                    let x = s.load(&row[self.first + block]);
                    sum = s.add(sum, x);
                    greatest = s.max(greatest, x);
                }
                let mean = s.mul(sum, share);
                let third = match self.pools {
                    Pools::Policy => greatest,
                    Pools::Value => s.mul(mean, by_square),
                };
                s.store(&mut pools[block], mean);
                s.store(&mut pools[self.blocks + block], s.mul(mean, by_side));
                s.store(&mut pools[2 * self.blocks + block], third);
            }
        }
    }
}

/// `activation(x + bias)` in place, for the first channels of each row; the biases may differ between groups of rows.
pub(super) struct Finish<'a> {
    /// The rows.
    pub(super) rows: &'a mut [Lanes],
    /// Blocks of channels of a row.
    pub(super) stride: usize,
    /// Rows in a group.
    pub(super) group: usize,
    /// Biases of all rows; their number is that of the blocks which are changed.
    pub(super) bias: &'a [Lanes],
    /// Biases of the groups, empty if there are none.
    pub(super) biases: &'a [Lanes],
    /// Blocks from the biases of one group to those of the next.
    pub(super) biases_stride: usize,
    /// Applied last.
    pub(super) activation: Activation,
}

impl Kernel for Finish<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for (i, rows) in self
            .rows
            .chunks_exact_mut(self.group * self.stride)
            .enumerate()
        {
            for (block, bias) in self.bias.iter().enumerate() {
                let mut bias = s.load(bias);
                if !self.biases.is_empty() {
                    bias = s.add(bias, s.load(&self.biases[i * self.biases_stride + block]));
                }
                for row in rows.chunks_exact_mut(self.stride) {
                    let x = s.add(s.load(&row[block]), bias);
                    s.store(&mut row[block], activate(s, self.activation, x));
                }
            }
        }
    }
}
