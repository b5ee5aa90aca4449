//! The matrix product at the bottom of every convolution: rows of activations times a packed weight matrix.

use super::lanes::{Lanes, WIDTH};
use super::simd::{Kernel, Simd};

/// A weight matrix in panels of sixteen columns: panel, then row, then column within the panel.
///
/// Rows and columns are padded with zeros to whole [`Lanes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Panels<'a> {
    /// All panels, `row_blocks * WIDTH` lanes each.
    pub(super) data: &'a [Lanes],
    /// Lanes that hold one input row (the product's inner dimension, padded).
    pub(super) row_blocks: usize,
}

/// Rows of activations: row `i` is the first blocks of `data[i * stride..]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    /// The lanes that hold the rows.
    pub(super) data: &'a [Lanes],
    /// Lanes from the start of one row to the start of the next.
    pub(super) stride: usize,
}

/// `output = input * weights` for `count` rows.
pub(super) struct Product<'a> {
    /// Number of rows.
    pub(super) count: usize,
    /// The left factor.
    pub(super) input: Rows<'a>,
    /// The right factor.
    pub(super) weights: Panels<'a>,
    /// Where the product goes, overwritten; one lane for each panel in each row.
    pub(super) output: &'a mut [Lanes],
    /// Lanes from the start of one output row to the start of the next.
    pub(super) output_stride: usize,
}

impl Kernel for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        product(simd, self);
    }
}

/// The product, as part of a larger kernel.
#[inline(always)]
pub(super) fn product<S: Simd>(simd: S, mut p: Product<'_>) {
    let panel_len = p.weights.row_blocks * WIDTH;
    if panel_len == 0 || p.count == 0 {
        return;
    }
    // Rows are shared out evenly, so that no tile is much lower than the others.
    let tiles = p.count.div_ceil(S::TILE_ROWS);
    let (low, higher) = (p.count / tiles, p.count % tiles);
    let step = if S::WIDE_TILE { 2 } else { 1 };
    for (pair, panels) in p.weights.data.chunks(panel_len * step).enumerate() {
        let column = pair * step;
        let (first, second) = panels.split_at(panel_len);
        let mut row = 0;
        for tile in 0..tiles {
            let rows = low + usize::from(tile < higher);
            if second.is_empty() {
                tile_of_height(simd, rows, row, column, [first], &mut p);
            } else {
                tile_of_height(simd, rows, row, column, [first, second], &mut p);
            }
            row += rows;
        }
    }
}

/// Calls the tile that is compiled for the given height.
#[inline(always)]
fn tile_of_height<S: Simd, const P: usize>(
    simd: S,
    rows: usize,
    row: usize,
    column: usize,
    panels: [&[Lanes]; P],
    p: &mut Product<'_>,
) {
    macro_rules! heights {
        ($($n:literal)*) => {
            match rows {
                $($n if $n <= S::TILE_ROWS => tile::<S, $n, P>(simd, row, column, panels, p),)*
                _ => {}
            }
        };
    }
    heights!(1 2 3 4 5 6 7 8 9 10 11 12);
}

/// One tile of the product: `M` rows by `P` panels, held in registers over the whole inner dimension.
#[inline(always)]
fn tile<S: Simd, const M: usize, const P: usize>(
    simd: S,
    row: usize,
    column: usize,
    panels: [&[Lanes]; P],
    p: &mut Product<'_>,
) {
    let blocks = p.weights.row_blocks;
    let mut inputs: [&[Lanes]; M] = [&[]; M];
    for (i, input) in inputs.iter_mut().enumerate() {
        *input = &p.input.data[(row + i) * p.input.stride..][..blocks];
    }
    let mut weights: [&[[Lanes; WIDTH]]; P] = [&[]; P];
    for (w, panel) in weights.iter_mut().zip(panels) {
        *w = &panel.as_chunks().0[..blocks];
    }
    let mut sums = [[simd.splat(0.0); P]; M];
    for block in 0..blocks {
        for j in 0..WIDTH {
            let mut w = [simd.splat(0.0); P];
            for q in 0..P {
                w[q] = simd.load(&weights[q][block][j]);
            }
            for i in 0..M {
                let x = simd.splat(inputs[i][block].0[j]);
                for q in 0..P {
                    sums[i][q] = simd.fma(x, w[q], sums[i][q]);
                }
            }
        }
    }
    for (i, sums) in sums.into_iter().enumerate() {
        let output = &mut p.output[(row + i) * p.output_stride + column..][..P];
        for (lanes, sum) in output.iter_mut().zip(sums) {
            simd.store(lanes, sum);
        }
    }
}
