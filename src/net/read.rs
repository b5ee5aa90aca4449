//! Reads `KataGo`'s network files: `.bin.gz` and `.txt.gz`, and the same without gzip.
//!
//! The format is text tokens between white space; a float tensor is either text as well, or `@BIN@` followed by
//! little-endian floats. Nothing is allocated before the bytes for it are known to be there.

mod bytes;
mod layers;

use std::fs::{self, File};
use std::path::Path;

use super::error::NetError;
use super::model::{
    GLOBALS, Model, Multipliers, PLANES, PassHead, PolicyHead, SCORES, VALUES, ValueHead,
};
use bytes::Cursor;

/// The oldest version that is read (the first with V7 inputs).
const OLDEST: u32 = 8;
/// The newest version that is read.
const NEWEST: u32 = 17;

/// Reads a network file.
pub(super) fn read_file(path: &Path) -> Result<Model, NetError> {
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path).map_err(NetError::Io)?.is_file() {
        return Err(NetError::Invalid("it is not a regular file".into()));
    }
    let file = File::open(path).map_err(NetError::Io)?;
    read_bytes(&bytes::load(file)?)
}

/// Reads a network from the bytes of a file.
pub(super) fn read_bytes(data: &[u8]) -> Result<Model, NetError> {
    let unzipped = bytes::unzip(data)?;
    model(&mut Cursor::new(&unzipped))
}

/// The whole file.
fn model(c: &mut Cursor<'_>) -> Result<Model, NetError> {
    let (name, version) = c
        .name()
        .and_then(|name| Ok((name, c.integer("version")?)))
        .map_err(|_| {
            NetError::Invalid(
                "it does not begin with a name and a version, so it is a file of another kind"
                    .into(),
            )
        })?;
    if !(OLDEST..=NEWEST).contains(&version) {
        let known = format!("model version {version} (versions {OLDEST} to {NEWEST} can be read)");
        return Err(NetError::Unsupported(known));
    }
    for (expected, what) in [(PLANES, "spatial planes"), (GLOBALS, "global features")] {
        let found: usize = c.integer(what)?;
        if found != expected {
            return Err(NetError::Unsupported(format!(
                "{found} {what} (only {expected} are supported)"
            )));
        }
    }
    let multipliers = if version >= 13 {
        multipliers(c)?
    } else {
        Multipliers::default()
    };
    let pass_alive_under_suicide = version >= 15 && {
        if c.integer::<u32>("metadata encoder")? != 0 {
            let what = "inputs with data about the players (a network of human play)";
            return Err(NetError::Unsupported(what.into()));
        }
        let flag = c.flag("option for pass-alive area")?;
        c.unused_options(6, "the model")?;
        flag
    };
    let trunk = layers::trunk(c, version)?;
    let policy = policy_head(c, version, trunk.tip.scale.len())?;
    let value = value_head(c, version, trunk.tip.scale.len())?;
    c.end()?;
    Ok(Model {
        name,
        version,
        multipliers,
        pass_alive_under_suicide,
        trunk,
        policy,
        value,
    })
}

/// The seven factors of the outputs.
fn multipliers(c: &mut Cursor<'_>) -> Result<Multipliers, NetError> {
    let mut next = |what: &str| {
        let factor = c.float(what)?;
        if factor > 0.0 {
            Ok(factor)
        } else {
            Err(NetError::Invalid(format!("the {what} is not positive")))
        }
    };
    next("multiplier of the score of a part of the board")?;
    Ok(Multipliers {
        score_mean: next("multiplier of the score mean")?,
        score_stdev: next("multiplier of the score deviation")?,
        lead: next("multiplier of the lead")?,
        variance_time: next("multiplier of the variance time")?,
        value_error: next("multiplier of the value error")?,
        score_error: next("multiplier of the score error")?,
    })
}

/// The policy head.
fn policy_head(c: &mut Cursor<'_>, version: u32, trunk: usize) -> Result<PolicyHead, NetError> {
    let head = c.name()?;
    let channels = match version {
        17.. => {
            let channels = c.integer("number of policy channels")?;
            c.unused_options(3, "the policy head")?;
            channels
        }
        16 => 4,
        12..16 => 2,
        _ => 1,
    };
    if channels != 1 && channels != 2 && channels != 4 {
        return Err(NetError::Unsupported(format!("{channels} policy channels")));
    }
    let regular = layers::conv(c)?;
    let pooled = layers::conv(c)?;
    let pooled_norm = layers::norm(c, version)?;
    let to_bias = layers::dense(c)?;
    let norm = layers::norm(c, version)?;
    let moves = layers::conv(c)?;
    let first = layers::dense(c)?;
    let pools = pooled.outputs * 3;
    layers::same(&head, "trunk", trunk, "regular inputs", regular.inputs)?;
    layers::same(&head, "trunk", trunk, "pooled inputs", pooled.inputs)?;
    layers::same(
        &head,
        "pooled",
        pooled.outputs,
        "its norm",
        pooled_norm.scale.len(),
    )?;
    layers::same(&head, "pools", pools, "bias inputs", to_bias.inputs)?;
    layers::same(
        &head,
        "regular",
        regular.outputs,
        "bias outputs",
        to_bias.outputs,
    )?;
    layers::same(
        &head,
        "regular",
        regular.outputs,
        "its norm",
        norm.scale.len(),
    )?;
    layers::same(
        &head,
        "regular",
        regular.outputs,
        "move inputs",
        moves.inputs,
    )?;
    layers::same(&head, "pools", pools, "pass inputs", first.inputs)?;
    layers::same(&head, "policy", channels, "move outputs", moves.outputs)?;
    let pass = if version >= 15 {
        let bias = layers::bias(c)?;
        let activation = layers::activation(c, version)?;
        let second = layers::dense(c)?;
        layers::same(&head, "hidden", first.outputs, "hidden bias", bias.len())?;
        layers::same(&head, "hidden", first.outputs, "pass inputs", second.inputs)?;
        layers::same(&head, "policy", channels, "pass outputs", second.outputs)?;
        PassHead::Hidden(first, bias, activation, second)
    } else {
        layers::same(&head, "policy", channels, "pass outputs", first.outputs)?;
        PassHead::Linear(first)
    };
    Ok(PolicyHead {
        regular,
        pooled,
        pooled_norm,
        to_bias,
        norm,
        moves,
        pass,
    })
}

/// The value head.
fn value_head(c: &mut Cursor<'_>, version: u32, trunk: usize) -> Result<ValueHead, NetError> {
    let head = c.name()?;
    if version >= 17 {
        c.unused_options(3, "the value head")?;
    }
    let value = ValueHead {
        conv: layers::conv(c)?,
        norm: layers::norm(c, version)?,
        hidden: layers::dense(c)?,
        hidden_bias: layers::bias(c)?,
        hidden_activation: layers::activation(c, version)?,
        value: layers::dense(c)?,
        value_bias: layers::bias(c)?,
        score: layers::dense(c)?,
        score_bias: layers::bias(c)?,
        ownership: layers::conv(c)?,
    };
    let scores = if version >= 9 { SCORES } else { 4 };
    let hidden = value.hidden.outputs;
    layers::same(&head, "trunk", trunk, "inputs", value.conv.inputs)?;
    layers::same(
        &head,
        "channels",
        value.conv.outputs,
        "their norm",
        value.norm.scale.len(),
    )?;
    layers::same(
        &head,
        "pools",
        value.conv.outputs * 3,
        "hidden inputs",
        value.hidden.inputs,
    )?;
    layers::same(
        &head,
        "hidden",
        hidden,
        "hidden bias",
        value.hidden_bias.len(),
    )?;
    layers::same(&head, "hidden", hidden, "value inputs", value.value.inputs)?;
    layers::same(
        &head,
        "values",
        VALUES,
        "value outputs",
        value.value.outputs,
    )?;
    layers::same(
        &head,
        "values",
        VALUES,
        "value bias",
        value.value_bias.len(),
    )?;
    layers::same(&head, "hidden", hidden, "score inputs", value.score.inputs)?;
    layers::same(
        &head,
        "scores",
        scores,
        "score outputs",
        value.score.outputs,
    )?;
    layers::same(
        &head,
        "scores",
        scores,
        "score bias",
        value.score_bias.len(),
    )?;
    layers::same(
        &head,
        "channels",
        value.conv.outputs,
        "ownership inputs",
        value.ownership.inputs,
    )?;
    layers::same(
        &head,
        "ownership",
        1,
        "ownership outputs",
        value.ownership.outputs,
    )?;
    Ok(value)
}
