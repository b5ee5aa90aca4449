//! A network as its file describes it: layers and their weights, checked to fit together.

use super::lanes::{WIDTH, blocks};

/// Spatial input planes of the V7 inputs, which model versions 8 and later take.
pub const PLANES: usize = 22;
/// Global inputs of the V7 inputs.
pub const GLOBALS: usize = 19;
/// Value logits: win, loss, no result.
pub const VALUES: usize = 3;
/// Score values that the newest versions have; version 8 has the first four.
pub const SCORES: usize = 6;

/// A whole network.
#[derive(Debug)]
pub(super) struct Model {
    /// The name that the file gives.
    pub(super) name: String,
    /// The format's version, which also decides what some outputs mean.
    pub(super) version: u32,
    /// Factors of the decoded outputs.
    pub(super) multipliers: Multipliers,
    /// Whether pass-alive area in the inputs is computed as if suicide were always legal.
    pub(super) pass_alive_under_suicide: bool,
    /// Input layers and residual blocks.
    pub(super) trunk: Trunk,
    /// The policy head.
    pub(super) policy: PolicyHead,
    /// The value head.
    pub(super) value: ValueHead,
}

/// Factors that turn the raw outputs into points, and the like. In the file from version 13, fixed before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Multipliers {
    pub(super) score_mean: f32,
    pub(super) score_stdev: f32,
    pub(super) lead: f32,
    pub(super) variance_time: f32,
    pub(super) value_error: f32,
    pub(super) score_error: f32,
}

impl Default for Multipliers {
    fn default() -> Self {
        Self {
            score_mean: 20.0,
            score_stdev: 20.0,
            lead: 20.0,
            variance_time: 40.0,
            value_error: 0.25,
            score_error: 30.0,
        }
    }
}

/// The common stem of both heads.
#[derive(Debug)]
pub(super) struct Trunk {
    /// From the input planes.
    pub(super) planes: Conv,
    /// From the global inputs, added at every point.
    pub(super) globals: Dense,
    /// Residual blocks, in order.
    pub(super) blocks: Vec<Block>,
    /// After the last block.
    pub(super) tip: Norm,
}

/// A residual block: what it computes is added to its input.
#[derive(Debug)]
pub(super) enum Block {
    /// Two convolutions.
    Ordinary(Ordinary),
    /// As ordinary, with global pooling between the convolutions.
    Pooling(Pooling),
    /// A narrower stack of blocks between two convolutions.
    Nested(Nested),
}

/// Norm, convolution, norm, convolution.
#[derive(Debug)]
pub(super) struct Ordinary {
    pub(super) pre: Norm,
    pub(super) first: Conv,
    pub(super) mid: Norm,
    pub(super) last: Conv,
}

/// An ordinary block whose first convolution has a second part that is pooled and added to the first at every point.
#[derive(Debug)]
pub(super) struct Pooling {
    pub(super) pre: Norm,
    pub(super) regular: Conv,
    pub(super) pooled: Conv,
    pub(super) pooled_norm: Norm,
    pub(super) to_bias: Dense,
    pub(super) mid: Norm,
    pub(super) last: Conv,
}

/// A stack of residual blocks with its own width.
#[derive(Debug)]
pub(super) struct Nested {
    pub(super) pre: Norm,
    pub(super) first: Conv,
    pub(super) blocks: Vec<Block>,
    pub(super) post: Norm,
    pub(super) last: Conv,
}

/// The policy head.
#[derive(Debug)]
pub(super) struct PolicyHead {
    pub(super) regular: Conv,
    pub(super) pooled: Conv,
    pub(super) pooled_norm: Norm,
    pub(super) to_bias: Dense,
    pub(super) norm: Norm,
    /// To the policy channels.
    pub(super) moves: Conv,
    pub(super) pass: PassHead,
}

/// The policy of passing, from the pooled channels.
#[derive(Debug)]
pub(super) enum PassHead {
    /// One product (versions below 15).
    Linear(Dense),
    /// Product, bias, activation, product.
    Hidden(Dense, Vec<f32>, Activation, Dense),
}

/// The value head.
#[derive(Debug)]
pub(super) struct ValueHead {
    pub(super) conv: Conv,
    pub(super) norm: Norm,
    pub(super) hidden: Dense,
    pub(super) hidden_bias: Vec<f32>,
    pub(super) hidden_activation: Activation,
    pub(super) value: Dense,
    pub(super) value_bias: Vec<f32>,
    pub(super) score: Dense,
    pub(super) score_bias: Vec<f32>,
    pub(super) ownership: Conv,
}

/// A convolution with zero padding, without bias.
#[derive(Debug)]
pub(super) struct Conv {
    /// Rows of the kernel, odd.
    pub(super) height: usize,
    /// Columns of the kernel, odd.
    pub(super) width: usize,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// Points between the kernel's rows.
    pub(super) dilation_y: usize,
    /// Points between the kernel's columns.
    pub(super) dilation_x: usize,
    /// By row, column, input, output.
    pub(super) weights: Vec<f32>,
}

impl Conv {
    /// Whether it looks at one point only.
    pub(super) fn is_pointwise(&self) -> bool {
        self.height == 1 && self.width == 1
    }
}

/// A matrix.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// By input, output.
    pub(super) weights: Vec<f32>,
}

impl Dense {
    /// Bytes of the weights, and about those of the prepared weights.
    pub(super) fn memory(&self) -> (usize, usize) {
        (
            self.weights.len() * 4,
            blocks(self.inputs) * blocks(self.outputs) * WIDTH * WIDTH * 4,
        )
    }
}

/// A batch norm, merged to `activation(x * scale + bias)` for each channel.
#[derive(Debug)]
pub(super) struct Norm {
    pub(super) scale: Vec<f32>,
    pub(super) bias: Vec<f32>,
    pub(super) activation: Activation,
}

/// What is applied to each number between two layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// `x`.
    Identity,
    /// `max(x, 0)`.
    Relu,
    /// `x * tanh(ln(1 + e^x))`.
    Mish,
    /// `x / (1 + e^-x)`.
    Silu,
}

impl Block {
    /// The norm before its first convolution.
    pub(super) fn pre(&self) -> &Norm {
        match self {
            Self::Ordinary(block) => &block.pre,
            Self::Pooling(block) => &block.pre,
            Self::Nested(block) => &block.pre,
        }
    }

    /// The channels that it gives, which are added to its input.
    pub(super) fn outputs(&self) -> usize {
        match self {
            Self::Ordinary(block) => block.last.outputs,
            Self::Pooling(block) => block.last.outputs,
            Self::Nested(block) => block.last.outputs,
        }
    }
}
