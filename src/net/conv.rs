//! Convolutions prepared for a board size: merged where they share their input, scaled and packed.

use super::gemm::{Product, Rows, product};
use super::lanes::{Lanes, WIDTH, blocks};
use super::matrix::Matrix;
use super::model::Conv;
use super::post::Target;
use super::simd::{Kernel, Simd};
use super::winograd::TileSize;

/// Rows that a convolution of general shape multiplies at a time.
pub(super) const ROWS: usize = 48;

/// A convolution that is a part of a merged one.
pub(super) struct Piece<'a> {
    /// The convolution.
    pub(super) conv: &'a Conv,
    /// Factors of its outputs, from the norm after it.
    pub(super) scale: Option<&'a [f32]>,
}

impl<'a> Piece<'a> {
    /// A convolution as it is.
    pub(super) const fn plain(conv: &'a Conv) -> Self {
        Self { conv, scale: None }
    }

    /// The weight between two channels for the tap at an offset.
    fn weight(&self, (dy, dx): (isize, isize), input: usize, output: usize) -> f32 {
        let conv = self.conv;
        // The tap of an offset along one axis.
        let tap = |offset: isize, length: usize, dilation: usize| {
            let from_first = offset.checked_add_unsigned(length / 2 * dilation)?;
            let from_first = usize::try_from(from_first).ok()?;
            (from_first % dilation == 0 && from_first / dilation < length)
                .then_some(from_first / dilation)
        };
        let y = tap(dy, conv.height, conv.dilation_y);
        let x = tap(dx, conv.width, conv.dilation_x);
        let (Some(y), Some(x)) = (y, x) else {
            return 0.0;
        };
        if input >= conv.inputs || output >= conv.outputs {
            return 0.0;
        }
        let index = ((y * conv.width + x) * conv.inputs + input) * conv.outputs + output;
        conv.weights[index] * self.scale.map_or(1.0, |scale| scale[output])
    }

    /// Sixteen weights from an input channel.
    pub(super) fn lanes(&self, offset: (isize, isize), input: usize, block: usize) -> Lanes {
        let mut lanes = Lanes::ZERO;
        for (i, weight) in lanes.0.iter_mut().enumerate() {
            *weight = self.weight(offset, input, block * WIDTH + i);
        }
        lanes
    }
}

/// The offsets of all taps of some convolutions that can matter on a board of 19x19, by row and column.
pub(super) fn offsets(pieces: &[Piece<'_>]) -> Vec<(isize, isize)> {
    let axis = |length: usize, dilation: usize| {
        let radius = (length / 2 * dilation).cast_signed();
        (-radius..=radius)
            .step_by(dilation)
            .filter(|offset| offset.abs() < 19)
    };
    let mut all: Vec<_> = pieces
        .iter()
        .flat_map(|Piece { conv, .. }| {
            axis(conv.height, conv.dilation_y)
                .flat_map(move |dy| axis(conv.width, conv.dilation_x).map(move |dx| (dy, dx)))
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// How convolutions with the same input become one.
struct Merged {
    /// The taps of all of them.
    offsets: Vec<(isize, isize)>,
    /// Blocks of input channels.
    input_blocks: usize,
    /// Blocks of output channels; those of each piece begin at a new one.
    output_blocks: usize,
}

impl Merged {
    fn of(pieces: &[Piece<'_>]) -> Self {
        let inputs = pieces.iter().map(|piece| piece.conv.inputs).max();
        let output_blocks = pieces.iter().map(|piece| blocks(piece.conv.outputs));
        Self {
            offsets: offsets(pieces),
            input_blocks: blocks(inputs.unwrap_or(0)),
            output_blocks: output_blocks.sum(),
        }
    }

    /// Whether Winograd's filtering serves.
    fn is_small(&self) -> bool {
        let mut offsets = self.offsets.iter();
        self.offsets.len() > 1 && offsets.all(|&(dy, dx)| dy.abs() <= 1 && dx.abs() <= 1)
    }
}

/// Bytes of the weights of convolutions that are merged, and the most that those of the prepared weights may be.
pub(super) fn memory(pieces: &[Piece<'_>]) -> (usize, usize) {
    let weights = pieces.iter().map(|piece| piece.conv.weights.len());
    let merged = Merged::of(pieces);
    let points = if merged.is_small() {
        TileSize::Four.points()
    } else {
        merged.offsets.len()
    };
    let lanes = points * merged.input_blocks * WIDTH * merged.output_blocks;
    (
        weights.sum::<usize>() * size_of::<f32>(),
        lanes * size_of::<Lanes>(),
    )
}

/// A prepared convolution.
#[derive(Debug)]
pub(super) struct Prepared {
    /// Blocks of input channels.
    pub(super) input_blocks: usize,
    /// Blocks of output channels, all pieces.
    pub(super) output_blocks: usize,
    /// The weights.
    pub(super) weights: Weights,
}

/// The weights of a prepared convolution.
#[derive(Debug)]
pub(super) enum Weights {
    /// For [`Winograd`](super::winograd::Winograd).
    Winograd(Vec<Lanes>),
    /// For [`General`]: the offsets of the taps, and a matrix whose inputs are the taps' channels.
    General(Vec<(isize, isize)>, Matrix),
}

impl Prepared {
    /// Prepares convolutions with the same input as one; the outputs of each piece begin at a new block.
    pub(super) fn new(pieces: &[Piece<'_>], tile: TileSize) -> Self {
        let merged = Merged::of(pieces);
        let is_small = merged.is_small();
        let Merged {
            offsets,
            input_blocks,
            output_blocks,
        } = merged;
        // The piece of each output block, and the block within it.
        let columns: Vec<_> = pieces
            .iter()
            .flat_map(|piece| (0..blocks(piece.conv.outputs)).map(move |block| (piece, block)))
            .collect();
        let weights = if is_small {
            Weights::Winograd(tile.transform_kernels(
                input_blocks,
                output_blocks,
                |input, column| {
                    let (piece, block) = columns[column];
                    let mut kernel = [[Lanes::ZERO; 3]; 3];
                    for (line, dy) in kernel.iter_mut().zip(-1..) {
                        for (lanes, dx) in line.iter_mut().zip(-1..) {
                            *lanes = piece.lanes((dy, dx), input, block);
                        }
                    }
                    kernel
                },
            ))
        } else {
            let mut matrix = Matrix::zeros(offsets.len() * input_blocks, output_blocks);
            for (tap, &offset) in offsets.iter().enumerate() {
                for input in 0..input_blocks * WIDTH {
                    for (column, (piece, block)) in columns.iter().enumerate() {
                        let row = tap * input_blocks * WIDTH + input;
                        matrix.set_lanes(row, column, piece.lanes(offset, input, *block));
                    }
                }
            }
            Weights::General(offsets, matrix)
        };
        Self {
            input_blocks,
            output_blocks,
            weights,
        }
    }
}

/// A convolution of any shape, as one matrix product.
pub(super) struct General<'a> {
    /// Side of the board.
    pub(super) size: usize,
    /// Number of positions.
    pub(super) positions: usize,
    /// The input, by position, point, channel.
    pub(super) input: Rows<'a>,
    /// Blocks of input channels.
    pub(super) input_blocks: usize,
    /// The taps, each with its offset in rows and columns.
    pub(super) offsets: &'a [(isize, isize)],
    /// Their weights.
    pub(super) matrix: &'a Matrix,
    /// Scratch for the inputs of all taps of [`ROWS`] points.
    pub(super) gathered: &'a mut [Lanes],
    /// Scratch for the products of [`ROWS`] points.
    pub(super) products: &'a mut [Lanes],
    /// What follows, and where the output goes.
    pub(super) target: Target<'a>,
}

impl Kernel for General<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let all = self.positions * self.size * self.size;
        let blocks = self.target.blocks();
        let mut start = 0;
        while start < all {
            let count = ROWS.min(all - start);
            let input = if self.offsets == [(0, 0)] {
                Rows {
                    data: &self.input.data[start * self.input.stride..],
                    stride: self.input.stride,
                }
            } else {
                self.gather(start, count);
                Rows {
                    data: &*self.gathered,
                    stride: self.matrix.row_blocks,
                }
            };
            let weights = self.matrix.panels();
            product(
                s,
                Product {
                    count,
                    input,
                    weights,
                    output: &mut *self.products,
                    output_stride: blocks,
                },
            );
            let products = &*self.products;
            for block in 0..blocks {
                let sums = (0..count).map(|row| {
                    (
                        (start + row) * blocks + block,
                        s.load(&products[row * blocks + block]),
                    )
                });
                self.target.finish(s, block, sums);
            }
            start += count;
        }
    }
}

impl General<'_> {
    /// Copies the inputs of all taps of some points to the scratch.
    #[inline(always)]
    fn gather(&mut self, start: usize, count: usize) {
        let (size, blocks) = (self.size, self.input_blocks);
        let taps = self.gathered.chunks_exact_mut(blocks);
        let points = (start..start + count)
            .flat_map(|row| self.offsets.iter().map(move |&offset| (row, offset)));
        for ((row, (dy, dx)), lanes) in points.zip(taps) {
            let (position, y, x) = (row / (size * size), row / size % size, row % size);
            let inside = |at: usize, by: isize| at.checked_add_signed(by).filter(|&at| at < size);
            if let (Some(y), Some(x)) = (inside(y, dy), inside(x, dx)) {
                let index = (position * size + y) * size + x;
                lanes.copy_from_slice(&self.input.data[index * self.input.stride..][..blocks]);
            } else {
                lanes.fill(Lanes::ZERO);
            }
        }
    }
}
