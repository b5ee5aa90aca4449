//! A network that is ready for use.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::conv::{Piece, memory};
use super::error::NetError;
use super::model::{Block, Conv, Model, Multipliers};
use super::plan::{Plan, pooling_pieces};
use super::plan_heads::head_pieces;
use super::simd::Level;
use super::winograd::TileSize;
use super::{InstructionSet, read};

/// Prepared weights may take this many bytes, ...
const SMALL_MEMORY: usize = 64 << 20;
/// ... or this many times the bytes of the weights themselves if that is more.
const MEMORY_RATIO: usize = 12;

/// A network: immutable, but for whether it is given up, to be shared between threads. Each thread that evaluates has its
/// own [`Workspace`](super::Workspace).
#[derive(Debug)]
pub struct Network {
    model: Model,
    level: Level,
    /// Prepared for the first board of each tile size.
    plans: [OnceLock<Arc<Plan>>; 2],
    /// Whether it has failed.
    is_given_up: AtomicBool,
}

impl Network {
    /// Reads a network file: `KataGo`'s `.bin.gz` or `.txt.gz`, or one of these without gzip.
    ///
    /// # Errors
    /// The file cannot be read, is not a network, or needs something that is not supported.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, NetError> {
        Self::new(read::read_file(path.as_ref())?)
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// As [`Network::load`].
    pub fn from_bytes(data: &[u8]) -> Result<Self, NetError> {
        Self::new(read::read_bytes(data)?)
    }

    fn new(model: Model) -> Result<Self, NetError> {
        check(&model)?;
        Ok(Self {
            model,
            level: Level::detect(InstructionSet::Avx512),
            plans: Default::default(),
            is_given_up: AtomicBool::new(false),
        })
    }

    /// Uses no better instruction set than the given one; to compare them. Workspaces made before are not changed.
    #[must_use]
    pub fn limit_instruction_set(self, limit: InstructionSet) -> Self {
        Self {
            level: Level::detect(limit),
            plans: Default::default(),
            ..self
        }
    }

    /// The instruction set in use.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        self.level.name()
    }

    /// The name that the file gives the network.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.model.name
    }

    /// The version of the file's format, 8 or later.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.model.version
    }

    /// Blocks and channels of the trunk, such as 6 and 96.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (
            self.model.trunk.blocks.len(),
            self.model.trunk.planes.outputs,
        )
    }

    /// Number of policy channels: 1, or more where the second is the optimistic policy.
    #[must_use]
    pub fn policy_channels(&self) -> usize {
        self.model.policy.moves.outputs
    }

    /// Whether the inputs for pass-alive area are to be computed as if suicide were always legal.
    #[must_use]
    pub fn pass_alive_under_suicide(&self) -> bool {
        self.model.pass_alive_under_suicide
    }

    /// Says that the network is bad, as it has failed to answer; the first time that is told.
    pub fn give_up(&self, why: &NetError) {
        if !self.is_given_up.swap(true, Relaxed) {
            log::warn!("the network is bad and used no more: {why}");
        }
    }

    /// Whether it has been [given up](Self::give_up).
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.is_given_up.load(Relaxed)
    }

    /// The factors of the decoded outputs.
    pub(super) fn multipliers(&self) -> &Multipliers {
        &self.model.multipliers
    }

    /// The prepared network for boards of the given size.
    pub(super) fn plan(&self, size: usize) -> Arc<Plan> {
        let tile = TileSize::for_board(size);
        let slot = &self.plans[usize::from(tile == TileSize::Four)];
        Arc::clone(slot.get_or_init(|| Arc::new(Plan::new(&self.model, tile, self.level))))
    }
}

/// Fails if the network has layers of a shape that cannot be used, or would take absurdly much memory when prepared.
fn check(model: &Model) -> Result<(), NetError> {
    let heads = [
        ("moves", &model.policy.moves),
        ("ownership", &model.value.ownership),
    ];
    for (what, conv) in heads {
        if !conv.is_pointwise() {
            let size = format!("{}x{}", conv.height, conv.width);
            return Err(NetError::Unsupported(format!(
                "a head with a convolution of {size} to the {what}"
            )));
        }
    }
    let (mut weights, mut prepared) = (0, 0);
    let trunk = &model.trunk;
    let mut add = |(raw, padded): (usize, usize)| {
        weights += raw;
        prepared += padded;
    };
    add(alone(&trunk.planes));
    add(trunk.globals.memory());
    blocks_memory(&trunk.blocks, &mut add);
    add(memory(&head_pieces(model)));
    for (_, conv) in heads {
        add(alone(conv));
    }
    let (policy, value) = (&model.policy, &model.value);
    for dense in [&policy.to_bias, &value.hidden, &value.value, &value.score] {
        add(dense.memory());
    }
    if prepared > SMALL_MEMORY.max(weights.saturating_mul(MEMORY_RATIO)) {
        let mib = prepared >> 20;
        return Err(NetError::Unsupported(format!(
            "its narrow layers would take {mib} MiB when prepared"
        )));
    }
    Ok(())
}

/// The memory of a convolution that is not merged with others.
fn alone(conv: &Conv) -> (usize, usize) {
    memory(&[Piece::plain(conv)])
}

/// Adds the memory of a stack of blocks.
fn blocks_memory(blocks: &[Block], add: &mut impl FnMut((usize, usize))) {
    for block in blocks {
        match block {
            Block::Ordinary(block) => {
                add(alone(&block.first));
                add(alone(&block.last));
            }
            Block::Pooling(block) => {
                add(memory(&pooling_pieces(block)));
                add(block.to_bias.memory());
                add(alone(&block.last));
            }
            Block::Nested(block) => {
                add(alone(&block.first));
                add(alone(&block.last));
                // Not a generic recursion without end: the closure is passed on as it is.
                blocks_memory(&block.blocks, &mut *add);
            }
        }
    }
}
