//! The convolution of the input planes, which are mostly zeros: each number that is not zero is added where it reaches.

use super::conv::{Piece, offsets};
use super::lanes::{Lanes, blocks};
use super::model::{Conv, PLANES};
use super::post::Target;
use super::simd::{Kernel, Simd};

/// The weights of the first convolution.
#[derive(Debug)]
pub(super) struct PlaneWeights {
    /// Offsets of the taps.
    offsets: Vec<(isize, isize)>,
    /// By plane, tap, output channel.
    weights: Vec<Lanes>,
    /// Blocks of output channels.
    blocks: usize,
}

impl PlaneWeights {
    /// Packs a convolution of [`PLANES`] inputs.
    pub(super) fn new(conv: &Conv) -> Self {
        let piece = [Piece::plain(conv)];
        let offsets = offsets(&piece);
        let blocks = blocks(conv.outputs);
        let mut weights = Vec::with_capacity(PLANES * offsets.len() * blocks);
        for plane in 0..PLANES {
            for &offset in &offsets {
                weights.extend((0..blocks).map(|block| piece[0].lanes(offset, plane, block)));
            }
        }
        Self {
            offsets,
            weights,
            blocks,
        }
    }

    /// Adds `value` times the taps of a plane at a point, to all points of a board that they reach.
    #[inline(always)]
    fn add<S: Simd>(
        &self,
        s: S,
        plane: usize,
        point: usize,
        value: f32,
        size: usize,
        output: &mut [Lanes],
    ) {
        let (y, x) = (point / size, point % size);
        let taps =
            self.weights[plane * self.offsets.len() * self.blocks..].chunks_exact(self.blocks);
        let value = s.splat(value);
        for (&(dy, dx), taps) in self.offsets.iter().zip(taps) {
            // The point is at the offset as seen from the output.
            let inside = |at: usize, by: isize| at.checked_add_signed(-by).filter(|&at| at < size);
            let (Some(y), Some(x)) = (inside(y, dy), inside(x, dx)) else {
                continue;
            };
            let sums = &mut output[(y * size + x) * self.blocks..][..self.blocks];
            for (sum, tap) in sums.iter_mut().zip(taps) {
                let total = s.fma(value, s.load(tap), s.load(sum));
                s.store(sum, total);
            }
        }
    }
}

/// What plane 0 (the board itself) adds to each point when it is all ones.
pub(super) struct Constant<'a> {
    /// The weights.
    pub(super) weights: &'a PlaneWeights,
    /// Side of the board.
    pub(super) size: usize,
    /// Points by channels, zeros at first.
    pub(super) sums: &'a mut [Lanes],
}

impl Kernel for Constant<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for point in 0..self.size * self.size {
            self.weights.add(s, 0, point, 1.0, self.size, self.sums);
        }
    }
}

/// The first layer of one position.
pub(super) struct FirstLayer<'a> {
    /// The weights.
    pub(super) weights: &'a PlaneWeights,
    /// Side of the board.
    pub(super) size: usize,
    /// The input planes, by plane, point.
    pub(super) planes: &'a [f32],
    /// Where the network sees each point.
    pub(super) map: &'a [u16],
    /// What [`Constant`] has found.
    pub(super) constant: &'a [Lanes],
    /// What the global inputs add at every point.
    pub(super) globals: &'a [Lanes],
    /// Scratch for the sums, points by channels.
    pub(super) sums: &'a mut [Lanes],
    /// What follows, and where this position's output goes.
    pub(super) target: Target<'a>,
}

impl Kernel for FirstLayer<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let area = self.size * self.size;
        let blocks = self.weights.blocks;
        let mut planes = self.planes.chunks_exact(area).enumerate();
        let all_on_board = self.planes[..area]
            .iter()
            .all(|x| x.to_bits() == 1.0_f32.to_bits());
        if all_on_board {
            planes.next();
            self.sums.copy_from_slice(self.constant);
        } else {
            self.sums.fill(Lanes::ZERO);
        }
        for (plane, values) in planes {
            for (&value, &point) in values.iter().zip(self.map) {
                if value != 0.0 {
                    self.weights
                        .add(s, plane, usize::from(point), value, self.size, self.sums);
                }
            }
        }
        let sums = &*self.sums;
        for block in 0..blocks {
            let global = s.load(&self.globals[block]);
            let rows = (block..area * blocks).step_by(blocks);
            self.target.finish(
                s,
                block,
                rows.map(|at| (at, s.add(s.load(&sums[at]), global))),
            );
        }
    }
}
