//! The policy and value heads, prepared: their convolutions share the trunk and are merged.

use super::conv::{Piece, Prepared};
use super::lanes::{Lanes, blocks, pack};
use super::matrix::Matrix;
use super::model::{Activation, Model, PassHead, VALUES};
use super::plan::{post_norm, post_pooling};
use super::post::Post;
use super::winograd::TileSize;

/// The prepared heads. The activations of the merged convolution are `[policy | pooled | value]` by blocks of channels.
#[derive(Debug)]
pub(super) struct Heads {
    /// Blocks of the policy's regular channels.
    pub(super) policy: usize,
    /// Blocks of the policy's pooled channels.
    pub(super) pooled: usize,
    /// Blocks of the value's channels.
    pub(super) value: usize,
    /// The merged convolution.
    pub(super) conv: Prepared,
    /// What follows it.
    pub(super) post: Post,
    /// From the policy's pools to `[biases of the regular channels | pass]`.
    pub(super) pools: Matrix,
    /// Added to the regular channels as well.
    pub(super) policy_bias: Vec<Lanes>,
    /// Applied to them after that.
    pub(super) policy_activation: Activation,
    /// What else the pass needs.
    pub(super) pass: Option<Pass>,
    /// From all channels of a point to its policy logits and ownership, in one block of lanes.
    pub(super) points: Matrix,
    /// Number of policy channels; the ownership comes after them.
    pub(super) channels: usize,
    /// From the value's pools to its hidden layer.
    pub(super) hidden: Matrix,
    /// Added to the hidden layer.
    pub(super) hidden_bias: Vec<Lanes>,
    /// Applied to it after that.
    pub(super) hidden_activation: Activation,
    /// From the hidden layer to values and scores, in one block of lanes.
    pub(super) outputs: Matrix,
    /// Added to these.
    pub(super) outputs_bias: Vec<Lanes>,
}

/// The hidden layer of the pass logits.
#[derive(Debug)]
pub(super) struct Pass {
    /// Added to it.
    pub(super) bias: Vec<Lanes>,
    /// Applied after that.
    pub(super) activation: Activation,
    /// To the policy channels, in one block of lanes.
    pub(super) matrix: Matrix,
}

/// The convolutions of the heads that are merged.
pub(super) fn head_pieces(model: &Model) -> [Piece<'_>; 3] {
    let (p, v) = (&model.policy, &model.value);
    [
        Piece {
            conv: &p.regular,
            scale: Some(&p.norm.scale),
        },
        Piece {
            conv: &p.pooled,
            scale: Some(&p.pooled_norm.scale),
        },
        Piece {
            conv: &v.conv,
            scale: Some(&v.norm.scale),
        },
    ]
}

impl Heads {
    /// Prepares the heads.
    pub(super) fn new(model: &Model, tile: TileSize) -> Self {
        let (p, v) = (&model.policy, &model.value);
        let (policy, pooled, value) = (
            blocks(p.regular.outputs),
            blocks(p.pooled.outputs),
            blocks(v.conv.outputs),
        );
        let mut post = post_pooling(p.regular.outputs, &p.pooled_norm);
        let value_post = post_norm(&v.norm);
        post.bias.extend(value_post.bias);
        post.activations.extend(value_post.activations);

        let (first, pass) = match &p.pass {
            PassHead::Linear(first) => (first, None),
            PassHead::Hidden(first, bias, activation, second) => {
                let mut matrix = Matrix::zeros(blocks(second.inputs), blocks(second.outputs));
                matrix.put(0, 0, second, None);
                (
                    first,
                    Some(Pass {
                        bias: pack(bias),
                        activation: *activation,
                        matrix,
                    }),
                )
            }
        };
        let mut pools = Matrix::zeros(3 * pooled, policy + blocks(first.outputs));
        pools.put_pools(0, &p.to_bias, Some(&p.norm.scale));
        pools.put_pools(policy * super::lanes::WIDTH, first, None);

        let channels = p.moves.outputs;
        let mut points = Matrix::zeros(policy + pooled + value, 1);
        for (first, column, conv) in [(0, 0, &p.moves), (policy + pooled, channels, &v.ownership)] {
            for (i, weights) in conv.weights.chunks_exact(conv.outputs).enumerate() {
                for (j, &weight) in weights.iter().enumerate() {
                    points.set(first * super::lanes::WIDTH + i, column + j, weight);
                }
            }
        }

        let mut hidden = Matrix::zeros(3 * value, blocks(v.hidden.outputs));
        hidden.put_pools(0, &v.hidden, None);
        let mut outputs = Matrix::zeros(blocks(v.hidden.outputs), 1);
        outputs.put(0, 0, &v.value, None);
        outputs.put(0, VALUES, &v.score, None);
        Self {
            policy,
            pooled,
            value,
            conv: Prepared::new(&head_pieces(model), tile),
            post,
            pools,
            policy_bias: pack(&p.norm.bias),
            policy_activation: p.norm.activation,
            pass,
            points,
            channels,
            hidden,
            hidden_bias: pack(&v.hidden_bias),
            hidden_activation: v.hidden_activation,
            outputs,
            outputs_bias: pack(&[&v.value_bias[..], &v.score_bias].concat()),
        }
    }
}
