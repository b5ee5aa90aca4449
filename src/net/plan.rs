//! A network prepared for a range of board sizes: the order of its convolutions, with norms folded into weights.

use super::conv::{Piece, Prepared};
use super::lanes::{Lanes, blocks, pack};
use super::matrix::Matrix;
use super::model::{Activation, Block, Model, Nested, Norm, Ordinary, Pooling};
use super::plan_heads::Heads;
use super::post::Post;
use super::simd::Level;
use super::sparse::PlaneWeights;
use super::winograd::TileSize;

/// A prepared network.
#[derive(Debug)]
pub(super) struct Plan {
    /// The instruction set.
    pub(super) level: Level,
    /// The tile size of the 3x3 convolutions.
    pub(super) tile: TileSize,
    /// The convolution of the input planes.
    pub(super) planes: PlaneWeights,
    /// From the global inputs to the trunk's channels.
    pub(super) globals: Matrix,
    /// What follows these two.
    pub(super) start: Post,
    /// Everything up to the end of the trunk.
    pub(super) steps: Vec<Step>,
    /// The heads.
    pub(super) heads: Heads,
    /// Blocks of channels of the residual streams, by nesting depth.
    pub(super) streams: Vec<usize>,
}

/// A step of the trunk. Each reads the activations that the one before has left.
#[derive(Debug)]
pub(super) enum Step {
    /// A convolution and what follows it.
    Conv(Prepared, Post),
    /// Global pooling of the last channels, and a bias from it for the first ones.
    Pool(Pool),
}

/// Global pooling: the activations are `[regular | pooled]` by blocks of channels.
#[derive(Debug)]
pub(super) struct Pool {
    /// Blocks that get a bias.
    pub(super) regular: usize,
    /// Blocks that are pooled.
    pub(super) pooled: usize,
    /// From the three pools to the biases.
    pub(super) matrix: Matrix,
    /// Added as well.
    pub(super) bias: Vec<Lanes>,
    /// Applied to the regular channels after that.
    pub(super) activation: Activation,
}

/// What follows a convolution that ends in a norm of its own: the norm's scale goes into the weights.
pub(super) fn post_norm(norm: &Norm) -> Post {
    let bias = pack(&norm.bias);
    let activations = vec![norm.activation; bias.len()];
    Post {
        stream: None,
        scale: Vec::new(),
        bias,
        activations,
    }
}

/// What follows a convolution that ends in a residual stream, to be read through the next norm.
fn post_stream(depth: usize, add: bool, next: &Norm) -> Post {
    Post {
        stream: Some((depth, add)),
        scale: pack(&next.scale),
        ..post_norm(next)
    }
}

/// What follows a merged convolution `[regular | pooled]`: only the pooled part is finished.
pub(super) fn post_pooling(regular: usize, pooled: &Norm) -> Post {
    let pooled = post_norm(pooled);
    let mut bias = vec![Lanes::ZERO; blocks(regular)];
    let mut activations = vec![Activation::Identity; bias.len()];
    bias.extend(pooled.bias);
    activations.extend(pooled.activations);
    Post {
        stream: None,
        scale: Vec::new(),
        bias,
        activations,
    }
}

/// The convolutions of a pooling block that are merged.
pub(super) fn pooling_pieces(block: &Pooling) -> [Piece<'_>; 2] {
    [
        Piece {
            conv: &block.regular,
            scale: Some(&block.mid.scale),
        },
        Piece {
            conv: &block.pooled,
            scale: Some(&block.pooled_norm.scale),
        },
    ]
}

impl Plan {
    /// Prepares a network for boards with the given tile size.
    pub(super) fn new(model: &Model, tile: TileSize, level: Level) -> Self {
        let trunk = &model.trunk;
        let channels = trunk.planes.outputs;
        let mut globals = Matrix::zeros(blocks(trunk.globals.inputs), blocks(channels));
        globals.put(0, 0, &trunk.globals, None);
        let first = trunk.blocks.first().map_or(&trunk.tip, Block::pre);
        let mut builder = Builder {
            tile,
            steps: Vec::new(),
            streams: vec![blocks(channels)],
        };
        builder.stack(&trunk.blocks, 0, &trunk.tip);
        Self {
            level,
            tile,
            planes: PlaneWeights::new(&trunk.planes),
            globals,
            start: post_stream(0, false, first),
            steps: builder.steps,
            heads: Heads::new(model, tile),
            streams: builder.streams,
        }
    }
}

/// Collects the steps.
struct Builder {
    tile: TileSize,
    steps: Vec<Step>,
    streams: Vec<usize>,
}

impl Builder {
    /// A stack of residual blocks on one stream; `next` is the norm after the last.
    fn stack(&mut self, stack: &[Block], depth: usize, next: &Norm) {
        for (i, block) in stack.iter().enumerate() {
            let next = stack.get(i + 1).map_or(next, Block::pre);
            match block {
                Block::Ordinary(block) => self.ordinary(block, depth, next),
                Block::Pooling(block) => self.pooling(block, depth, next),
                Block::Nested(block) => self.nested(block, depth, next),
            }
        }
    }

    /// Appends a convolution of one or more pieces.
    fn conv(&mut self, pieces: &[Piece<'_>], post: Post) {
        self.steps
            .push(Step::Conv(Prepared::new(pieces, self.tile), post));
    }

    fn ordinary(&mut self, block: &Ordinary, depth: usize, next: &Norm) {
        self.conv(
            &[Piece {
                conv: &block.first,
                scale: Some(&block.mid.scale),
            }],
            post_norm(&block.mid),
        );
        self.conv(&[Piece::plain(&block.last)], post_stream(depth, true, next));
    }

    fn pooling(&mut self, block: &Pooling, depth: usize, next: &Norm) {
        self.conv(
            &pooling_pieces(block),
            post_pooling(block.regular.outputs, &block.pooled_norm),
        );
        let (regular, pooled) = (blocks(block.regular.outputs), blocks(block.pooled.outputs));
        let mut matrix = Matrix::zeros(3 * pooled, regular);
        matrix.put_pools(0, &block.to_bias, Some(&block.mid.scale));
        let (bias, activation) = (pack(&block.mid.bias), block.mid.activation);
        self.steps.push(Step::Pool(Pool {
            regular,
            pooled,
            matrix,
            bias,
            activation,
        }));
        self.conv(&[Piece::plain(&block.last)], post_stream(depth, true, next));
    }

    fn nested(&mut self, block: &Nested, depth: usize, next: &Norm) {
        let width = blocks(block.first.outputs);
        match self.streams.get_mut(depth + 1) {
            Some(widest) => *widest = width.max(*widest),
            None => self.streams.push(width),
        }
        let inner = block.blocks.first().map_or(&block.post, Block::pre);
        self.conv(
            &[Piece::plain(&block.first)],
            post_stream(depth + 1, false, inner),
        );
        self.stack(&block.blocks, depth + 1, &block.post);
        self.conv(&[Piece::plain(&block.last)], post_stream(depth, true, next));
    }
}
