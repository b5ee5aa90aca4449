//! 3x3 convolutions by Winograd's minimal filtering: tiles of the input and the kernels are transformed, multiplied
//! point by point (a matrix product over the channels for each of the tile's points), and transformed back.
//!
//! Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2015. Two tile sizes are used: output tiles of
//! 4x4 take 36 products of channels where a plain convolution takes 144, and tiles of 3x3 take 25 instead of 81; the
//! better one for a board is the one that wastes less at the edge.

use super::gemm::{Panels, Product, Rows, product};
use super::lanes::{Lanes, WIDTH};
use super::post::Target;
use super::simd::{Kernel, Simd};

/// The most blocks of channels that a layer has.
const MOST_BLOCKS: usize = 256;
/// Input beyond the edge of the board.
static ZEROS: [Lanes; MOST_BLOCKS] = [Lanes::ZERO; MOST_BLOCKS];

/// The side of the output tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileSize {
    /// 3x3 outputs from 5x5 inputs.
    Three,
    /// 4x4 outputs from 6x6 inputs.
    Four,
}

impl TileSize {
    /// The better tile size for a board.
    pub(super) fn for_board(size: usize) -> Self {
        let cost = |tile: Self| tile.tiles(size) * tile.points();
        if cost(Self::Three) <= cost(Self::Four) {
            Self::Three
        } else {
            Self::Four
        }
    }

    /// Tiles that cover a board.
    pub(super) fn tiles(self, size: usize) -> usize {
        let side = match self {
            Self::Three => size.div_ceil(3),
            Self::Four => size.div_ceil(4),
        };
        side * side
    }

    /// Points of a transformed tile.
    pub(super) fn points(self) -> usize {
        match self {
            Self::Three => 25,
            Self::Four => 36,
        }
    }

    /// The transformed kernels: `points` matrices in panels, one after the other.
    ///
    /// `kernel` gives the weights from an input channel to sixteen output channels, by row and column.
    pub(super) fn transform_kernels(
        self,
        row_blocks: usize,
        column_blocks: usize,
        kernel: impl Fn(usize, usize) -> [[Lanes; 3]; 3],
    ) -> Vec<Lanes> {
        match self {
            Self::Three => transform_kernels::<Tile3, 5, 3>(row_blocks, column_blocks, kernel),
            Self::Four => transform_kernels::<Tile4, 6, 4>(row_blocks, column_blocks, kernel),
        }
    }
}

/// The transforms for tiles of `M`x`M` outputs from `N`x`N` inputs, in one dimension.
trait Tile<const N: usize, const M: usize> {
    /// The kernel's transform.
    const KERNEL: [[f32; 3]; N];
    /// The input's transform.
    fn input<S: Simd>(s: S, d: [S::V; N]) -> [S::V; N];
    /// The output's transform.
    fn output<S: Simd>(s: S, m: [S::V; N]) -> [S::V; M];
}

/// Interpolation at 0, 1, −1, 2 and infinity.
struct Tile3;

impl Tile<5, 3> for Tile3 {
    const KERNEL: [[f32; 3]; 5] = [
        [0.5, 0.0, 0.0],
        [-0.5, -0.5, -0.5],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd>(s: S, d: [S::V; 5]) -> [S::V; 5] {
        let two = s.splat(2.0);
        let a = s.sub(d[3], d[1]);
        let b = s.sub(d[3], d[2]);
        [
            s.fma(two, s.sub(d[0], d[2]), a),
            s.fma(s.splat(-2.0), d[1], b),
            s.fma(two, s.sub(d[1], d[2]), b),
            a,
            s.fma(s.splat(-2.0), a, s.sub(d[4], d[2])),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>(s: S, m: [S::V; 5]) -> [S::V; 3] {
        let sum = s.add(m[1], m[2]);
        let difference = s.sub(m[1], m[2]);
        [
            s.add(s.add(m[0], m[3]), sum),
            s.fma(s.splat(2.0), m[3], difference),
            s.fma(s.splat(4.0), m[3], s.add(sum, m[4])),
        ]
    }
}

/// Interpolation at 0, 1, −1, 2, −2 and infinity.
struct Tile4;

impl Tile<6, 4> for Tile4 {
    const KERNEL: [[f32; 3]; 6] = [
        [0.25, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd>(s: S, d: [S::V; 6]) -> [S::V; 6] {
        let (two, four) = (s.splat(2.0), s.splat(4.0));
        let (minus_two, minus_four, minus_five) = (s.splat(-2.0), s.splat(-4.0), s.splat(-5.0));
        let even = s.fma(minus_four, d[2], d[4]);
        let odd = s.fma(minus_four, d[1], d[3]);
        let a = s.sub(d[4], d[2]);
        let b = s.sub(d[3], d[1]);
        [
            s.fma(four, d[0], s.fma(minus_five, d[2], d[4])),
            s.add(even, odd),
            s.sub(even, odd),
            s.fma(two, b, a),
            s.fma(minus_two, b, a),
            s.fma(four, d[1], s.fma(minus_five, d[3], d[5])),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>(s: S, m: [S::V; 6]) -> [S::V; 4] {
        let (a, b) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
        let (c, d) = (s.add(m[3], m[4]), s.sub(m[3], m[4]));
        [
            s.add(s.add(m[0], a), c),
            s.fma(s.splat(2.0), d, b),
            s.fma(s.splat(4.0), c, a),
            s.fma(s.splat(8.0), d, s.add(b, m[5])),
        ]
    }
}

/// See [`TileSize::transform_kernels`].
fn transform_kernels<T: Tile<N, M>, const N: usize, const M: usize>(
    row_blocks: usize,
    column_blocks: usize,
    kernel: impl Fn(usize, usize) -> [[Lanes; 3]; 3],
) -> Vec<Lanes> {
    let combine = |factors: [f32; 3], taps: [Lanes; 3]| {
        let mut sum = Lanes::ZERO;
        for (factor, tap) in factors.into_iter().zip(taps) {
            for (sum, x) in sum.0.iter_mut().zip(tap.0) {
                *sum += factor * x;
            }
        }
        sum
    };
    let matrix = row_blocks * WIDTH * column_blocks;
    let mut transformed = vec![Lanes::ZERO; N * N * matrix];
    for column in 0..column_blocks {
        for row in 0..row_blocks * WIDTH {
            let taps = kernel(row, column);
            let place = column * row_blocks * WIDTH + row;
            for (u, factors) in T::KERNEL.into_iter().enumerate() {
                let mut line = [Lanes::ZERO; 3];
                for (x, sum) in line.iter_mut().enumerate() {
                    *sum = combine(factors, [taps[0][x], taps[1][x], taps[2][x]]);
                }
                for (v, factors) in T::KERNEL.into_iter().enumerate() {
                    transformed[(u * N + v) * matrix + place] = combine(factors, line);
                }
            }
        }
    }
    transformed
}

/// A 3x3 convolution of some positions.
pub(super) struct Winograd<'a> {
    /// The tile size, for which the weights were transformed.
    pub(super) tile: TileSize,
    /// Side of the board.
    pub(super) size: usize,
    /// Number of positions.
    pub(super) positions: usize,
    /// Positions whose tiles are multiplied together.
    pub(super) chunk: usize,
    /// The input, by position, point, channel.
    pub(super) input: Rows<'a>,
    /// Blocks of input channels.
    pub(super) input_blocks: usize,
    /// The transformed kernels.
    pub(super) weights: &'a [Lanes],
    /// Scratch for the transformed input of a chunk.
    pub(super) transformed: &'a mut [Lanes],
    /// Scratch for the products of a chunk.
    pub(super) products: &'a mut [Lanes],
    /// What follows, and where the output goes.
    pub(super) target: Target<'a>,
}

impl Kernel for Winograd<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        match self.tile {
            TileSize::Three => self.convolve::<S, Tile3, 5, 3>(simd),
            TileSize::Four => self.convolve::<S, Tile4, 6, 4>(simd),
        }
    }
}

impl Winograd<'_> {
    /// The whole convolution.
    #[inline(always)]
    fn convolve<S: Simd, T: Tile<N, M>, const N: usize, const M: usize>(mut self, s: S) {
        let output_blocks = self.target.blocks();
        let tiles = self.tile.tiles(self.size);
        let mut start = 0;
        while start < self.positions {
            let count = self.chunk.clamp(1, self.positions - start);
            self.transform_input::<S, T, N, M>(s, start, count);
            let all = tiles * count;
            for point in 0..N * N {
                let weights = self.input_blocks * WIDTH * output_blocks;
                product(
                    s,
                    Product {
                        count: all,
                        input: Rows {
                            data: &self.transformed[point * all * self.input_blocks..],
                            stride: self.input_blocks,
                        },
                        weights: Panels {
                            data: &self.weights[point * weights..][..weights],
                            row_blocks: self.input_blocks,
                        },
                        output: &mut self.products[point * all * output_blocks..],
                        output_stride: output_blocks,
                    },
                );
            }
            self.transform_output::<S, T, N, M>(s, start, count);
            start += count;
        }
    }

    /// Transforms the input of `count` positions.
    #[inline(always)]
    fn transform_input<S: Simd, T: Tile<N, M>, const N: usize, const M: usize>(
        &mut self,
        s: S,
        start: usize,
        count: usize,
    ) {
        let (size, blocks) = (self.size, self.input_blocks);
        let side = size.div_ceil(M);
        let all = side * side * count;
        for tile in 0..all {
            let position = start + tile / (side * side);
            let (top, left) = (tile / side % side * M, tile % side * M);
            let mut points: [[&[Lanes]; N]; N] = [[&ZEROS[..blocks]; N]; N];
            // Row and column 0 of the tile are one before its first output.
            for (row, line) in points.iter_mut().enumerate() {
                for (column, point) in line.iter_mut().enumerate() {
                    let (y, x) = (top + row, left + column);
                    if (1..=size).contains(&y) && (1..=size).contains(&x) {
                        let index = (position * size + y - 1) * size + x - 1;
                        *point = &self.input.data[index * self.input.stride..][..blocks];
                    }
                }
            }
            for block in 0..blocks {
                let mut columns = [[s.splat(0.0); N]; N];
                for x in 0..N {
                    let mut d = [s.splat(0.0); N];
                    for y in 0..N {
                        d[y] = s.load(&points[y][x][block]);
                    }
                    let d = T::input(s, d);
                    for u in 0..N {
                        columns[u][x] = d[u];
                    }
                }
                for u in 0..N {
                    let line = T::input(s, columns[u]);
                    for v in 0..N {
                        s.store(
                            &mut self.transformed[((u * N + v) * all + tile) * blocks + block],
                            line[v],
                        );
                    }
                }
            }
        }
    }

    /// Transforms the products of `count` positions back, and finishes the outputs.
    #[inline(always)]
    fn transform_output<S: Simd, T: Tile<N, M>, const N: usize, const M: usize>(
        &mut self,
        s: S,
        start: usize,
        count: usize,
    ) {
        let size = self.size;
        let blocks = self.target.blocks();
        let side = size.div_ceil(M);
        let all = side * side * count;
        for tile in 0..all {
            let position = start + tile / (side * side);
            let (top, left) = (tile / side % side * M, tile % side * M);
            let (rows, columns) = (M.min(size - top), M.min(size - left));
            let corner = (position * size + top) * size + left;
            for block in 0..blocks {
                let mut lines = [[s.splat(0.0); N]; M];
                for v in 0..N {
                    let mut m = [s.splat(0.0); N];
                    for u in 0..N {
                        m[u] = s.load(&self.products[((u * N + v) * all + tile) * blocks + block]);
                    }
                    let m = T::output(s, m);
                    for i in 0..M {
                        lines[i][v] = m[i];
                    }
                }
                let mut sums = [[s.splat(0.0); M]; M];
                for i in 0..M {
                    sums[i] = T::output(s, lines[i]);
                }
                for (i, line) in sums.iter().enumerate().take(rows) {
                    let start = (corner + i * size) * blocks + block;
                    let sums = line.iter().take(columns).enumerate();
                    self.target
                        .finish(s, block, sums.map(|(j, &sum)| (start + j * blocks, sum)));
                }
            }
        }
    }
}
