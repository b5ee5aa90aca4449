//! Layers and blocks of a network file.

use super::bytes::{Cursor, shorten};
use crate::net::error::NetError;
use crate::net::model::{
    Activation, Block, Conv, Dense, GLOBALS, Nested, Norm, Ordinary, PLANES, Pooling, Trunk,
};

/// More channels than any network has.
const MOST_CHANNELS: usize = 4096;
/// A larger kernel or dilation would not fit the largest board.
const LARGEST_KERNEL: usize = 19;
/// Nested blocks within nested blocks; known networks have one level.
const DEEPEST: usize = 4;

/// Fails unless two layers that meet have the same number of channels.
pub(super) fn same(
    layer: &str,
    a: &str,
    a_count: usize,
    b: &str,
    b_count: usize,
) -> Result<(), NetError> {
    if a_count == b_count {
        return Ok(());
    }
    let layer = shorten(layer);
    Err(NetError::Invalid(format!(
        "{layer}: {a} and {b} do not fit together ({a_count} and {b_count} channels)"
    )))
}

/// The trunk.
pub(super) fn trunk(c: &mut Cursor<'_>, version: u32) -> Result<Trunk, NetError> {
    let name = c.name()?;
    let count: usize = c.integer("number of blocks")?;
    let channels = c.size("number of channels", MOST_CHANNELS)?;
    // The widths within blocks are repeated by their layers.
    for what in [
        "mid channels",
        "regular channels",
        "dilated channels",
        "pooled channels",
    ] {
        c.integer::<u32>(what)?;
    }
    if version >= 15 {
        match c.integer::<u32>("kind of norm")? {
            0 => {}
            1 => {
                return Err(NetError::Unsupported(
                    "a trunk with RMS norm (a transformer network)".into(),
                ));
            }
            kind => {
                return Err(NetError::Unsupported(format!(
                    "a trunk with norm of kind {kind}"
                )));
            }
        }
        c.unused_options(5, "the trunk")?;
    }
    let planes = conv(c)?;
    let globals = dense(c)?;
    same(&name, "planes", PLANES, "inputs", planes.inputs)?;
    same(&name, "global features", GLOBALS, "inputs", globals.inputs)?;
    same(
        &name,
        "trunk",
        channels,
        "first convolution",
        planes.outputs,
    )?;
    same(&name, "trunk", channels, "global features", globals.outputs)?;
    let blocks = blocks(c, version, count, channels, 0)?;
    let tip = norm(c, version)?;
    same(&name, "trunk", channels, "last norm", tip.scale.len())?;
    Ok(Trunk {
        planes,
        globals,
        blocks,
        tip,
    })
}

/// A stack of residual blocks.
fn blocks(
    c: &mut Cursor<'_>,
    version: u32,
    count: usize,
    channels: usize,
    depth: usize,
) -> Result<Vec<Block>, NetError> {
    // Not allocated ahead: the count may be anything.
    let mut blocks = Vec::new();
    for _ in 0..count {
        let block = match c.word("kind of block")? {
            "ordinary_block" => Block::Ordinary(ordinary(c, version)?),
            "gpool_block" => Block::Pooling(pooling(c, version)?),
            "nested_bottleneck_block" => Block::Nested(nested(c, version, depth)?),
            "transformer_attention_block" | "transformer_ffn_block" => {
                return Err(NetError::Unsupported("it has transformer blocks".into()));
            }
            kind => {
                return Err(NetError::Unsupported(format!(
                    "blocks of kind {}",
                    shorten(kind)
                )));
            }
        };
        same(
            "block",
            "stack",
            channels,
            "inputs",
            block.pre().scale.len(),
        )?;
        same("block", "stack", channels, "outputs", block.outputs())?;
        blocks.push(block);
    }
    Ok(blocks)
}

fn ordinary(c: &mut Cursor<'_>, version: u32) -> Result<Ordinary, NetError> {
    let name = c.name()?;
    let block = Ordinary {
        pre: norm(c, version)?,
        first: conv(c)?,
        mid: norm(c, version)?,
        last: conv(c)?,
    };
    same(
        &name,
        "norm",
        block.pre.scale.len(),
        "first inputs",
        block.first.inputs,
    )?;
    same(
        &name,
        "first outputs",
        block.first.outputs,
        "norm",
        block.mid.scale.len(),
    )?;
    same(
        &name,
        "norm",
        block.mid.scale.len(),
        "last inputs",
        block.last.inputs,
    )?;
    Ok(block)
}

fn pooling(c: &mut Cursor<'_>, version: u32) -> Result<Pooling, NetError> {
    let name = c.name()?;
    let block = Pooling {
        pre: norm(c, version)?,
        regular: conv(c)?,
        pooled: conv(c)?,
        pooled_norm: norm(c, version)?,
        to_bias: dense(c)?,
        mid: norm(c, version)?,
        last: conv(c)?,
    };
    same(
        &name,
        "norm",
        block.pre.scale.len(),
        "regular inputs",
        block.regular.inputs,
    )?;
    same(
        &name,
        "norm",
        block.pre.scale.len(),
        "pooled inputs",
        block.pooled.inputs,
    )?;
    same(
        &name,
        "pooled",
        block.pooled.outputs,
        "its norm",
        block.pooled_norm.scale.len(),
    )?;
    same(
        &name,
        "pools",
        block.pooled.outputs * 3,
        "bias inputs",
        block.to_bias.inputs,
    )?;
    same(
        &name,
        "regular",
        block.regular.outputs,
        "bias outputs",
        block.to_bias.outputs,
    )?;
    same(
        &name,
        "regular",
        block.regular.outputs,
        "its norm",
        block.mid.scale.len(),
    )?;
    same(
        &name,
        "regular",
        block.regular.outputs,
        "last inputs",
        block.last.inputs,
    )?;
    Ok(block)
}

fn nested(c: &mut Cursor<'_>, version: u32, depth: usize) -> Result<Nested, NetError> {
    let name = c.name()?;
    if depth == DEEPEST {
        return Err(NetError::Unsupported(format!(
            "blocks nested more than {DEEPEST} deep"
        )));
    }
    let count = c.integer("number of blocks")?;
    let pre = norm(c, version)?;
    let first = conv(c)?;
    let blocks = blocks(c, version, count, first.outputs, depth + 1)?;
    let block = Nested {
        pre,
        first,
        blocks,
        post: norm(c, version)?,
        last: conv(c)?,
    };
    same(
        &name,
        "norm",
        block.pre.scale.len(),
        "first inputs",
        block.first.inputs,
    )?;
    same(
        &name,
        "first outputs",
        block.first.outputs,
        "norm",
        block.post.scale.len(),
    )?;
    same(
        &name,
        "norm",
        block.post.scale.len(),
        "last inputs",
        block.last.inputs,
    )?;
    Ok(block)
}

/// A convolution.
pub(super) fn conv(c: &mut Cursor<'_>) -> Result<Conv, NetError> {
    c.name()?;
    let height = c.size("kernel height", LARGEST_KERNEL)?;
    let width = c.size("kernel width", LARGEST_KERNEL)?;
    let inputs = c.size("number of input channels", MOST_CHANNELS)?;
    let outputs = c.size("number of output channels", MOST_CHANNELS)?;
    let dilation_y = c.size("dilation", LARGEST_KERNEL)?;
    let dilation_x = c.size("dilation", LARGEST_KERNEL)?;
    if height % 2 == 0 || width % 2 == 0 {
        return Err(c.invalid("the kernel has an even size"));
    }
    let weights = c.floats(height * width * inputs * outputs)?;
    Ok(Conv {
        height,
        width,
        inputs,
        outputs,
        dilation_y,
        dilation_x,
        weights,
    })
}

/// A batch norm and the activation after it.
pub(super) fn norm(c: &mut Cursor<'_>, version: u32) -> Result<Norm, NetError> {
    c.name()?;
    let channels = c.size("number of channels", MOST_CHANNELS)?;
    let epsilon = c.float("epsilon")?;
    let has_scale = c.flag("flag for scales")?;
    let has_bias = c.flag("flag for biases")?;
    let mean = c.floats(channels)?;
    let variance = c.floats(channels)?;
    let mut scale = if has_scale {
        c.floats(channels)?
    } else {
        vec![1.0; channels]
    };
    let mut bias = if has_bias {
        c.floats(channels)?
    } else {
        vec![0.0; channels]
    };
    for i in 0..channels {
        scale[i] /= (variance[i] + epsilon).sqrt();
        bias[i] -= scale[i] * mean[i];
        if !scale[i].is_finite() || !bias[i].is_finite() {
            return Err(c.invalid("the norm is not finite"));
        }
    }
    Ok(Norm {
        scale,
        bias,
        activation: activation(c, version)?,
    })
}

/// An activation.
pub(super) fn activation(c: &mut Cursor<'_>, version: u32) -> Result<Activation, NetError> {
    c.name()?;
    if version < 11 {
        return Ok(Activation::Relu);
    }
    match c.word("kind of activation")? {
        "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
        "ACTIVATION_RELU" => Ok(Activation::Relu),
        "ACTIVATION_MISH" => Ok(Activation::Mish),
        "ACTIVATION_SILU" => Ok(Activation::Silu),
        kind => Err(NetError::Unsupported(format!(
            "activation of kind {}",
            shorten(kind)
        ))),
    }
}

/// A matrix.
pub(super) fn dense(c: &mut Cursor<'_>) -> Result<Dense, NetError> {
    c.name()?;
    // The pooled channels come three times.
    let inputs = c.size("number of input channels", 3 * MOST_CHANNELS)?;
    let outputs = c.size("number of output channels", MOST_CHANNELS)?;
    let weights = c.floats(inputs * outputs)?;
    Ok(Dense {
        inputs,
        outputs,
        weights,
    })
}

/// A bias vector.
pub(super) fn bias(c: &mut Cursor<'_>) -> Result<Vec<f32>, NetError> {
    c.name()?;
    let channels = c.size("number of channels", MOST_CHANNELS)?;
    c.floats(channels)
}
