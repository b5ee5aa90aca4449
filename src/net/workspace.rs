//! The buffers of a thread that evaluates positions.

use std::sync::Arc;

use super::conv::{Prepared, ROWS, Weights};
use super::error::NetError;
use super::input::Input;
use super::lanes::Lanes;
use super::model::{PLANES, SCORES, VALUES};
use super::network::Network;
use super::output::{Decoder, RawOutput};
use super::plan::{Plan, Step};
use super::sparse::Constant;
use super::symmetry::Symmetry;

/// The largest board.
pub const MAX_SIZE: usize = 19;
/// The smallest board.
pub const MIN_SIZE: usize = 2;
/// The scratch of a 3x3 convolution is kept below this many bytes where it can be, to stay in the second-level cache.
const SCRATCH: usize = 640 << 10;

/// All that one thread needs to evaluate batches of positions with a network: the shared weights, its own buffers, and
/// the outputs of the last batch.
#[derive(Debug)]
pub struct Workspace {
    pub(super) plan: Arc<Plan>,
    pub(super) size: usize,
    max_batch: usize,
    pub(super) buffers: Buffers,
    pub(super) outputs: Outputs,
    /// Positions in the last batch.
    pub(super) done: usize,
}

/// Numbers between the layers.
#[derive(Debug)]
pub(super) struct Buffers {
    /// For each symmetry, where the network sees each point.
    pub(super) maps: [Vec<u16>; 8],
    /// What plane 0 adds in the first layer; points by channels.
    pub(super) constant: Vec<Lanes>,
    /// Activations that the layers read and write by turns; position, point, channel.
    pub(super) activations: [Vec<Lanes>; 2],
    /// Residual streams by nesting depth; position, point, channel.
    pub(super) streams: Vec<Vec<Lanes>>,
    /// Transformed or gathered inputs of a convolution.
    pub(super) inputs: Vec<Lanes>,
    /// Products of a convolution.
    pub(super) products: Vec<Lanes>,
    /// Small rows: global inputs, pools.
    pub(super) small_inputs: Vec<Lanes>,
    /// Products of those.
    pub(super) small_products: Vec<Lanes>,
    /// Last products of the heads: one block for each point of each position.
    pub(super) points: Vec<Lanes>,
    /// Values and scores: one block for each position.
    pub(super) values: Vec<Lanes>,
}

/// Outputs of the last batch, position after position.
#[derive(Debug)]
pub(super) struct Outputs {
    pub(super) policy: Vec<f32>,
    /// Empty if the network has no optimistic policy.
    pub(super) optimistic: Vec<f32>,
    pub(super) ownership: Vec<f32>,
    pub(super) values: Vec<[f32; VALUES]>,
    pub(super) scores: Vec<[f32; SCORES]>,
    decoder: Decoder,
}

impl Workspace {
    /// Makes the buffers for batches of up to `max_batch` positions on boards of the given size, and prepares the
    /// network for that size if this is the first such workspace. After this, nothing is allocated.
    ///
    /// # Errors
    /// The board size is not from [`MIN_SIZE`] to [`MAX_SIZE`], or the batch is empty or of more than 1024 positions.
    pub fn new(network: &Network, max_batch: usize, size: usize) -> Result<Self, NetError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            let range = format!("boards of {MIN_SIZE}x{MIN_SIZE} to {MAX_SIZE}x{MAX_SIZE}");
            return Err(NetError::Misuse(format!(
                "networks play on {range}, not on {size}x{size}"
            )));
        }
        if !(1..=1024).contains(&max_batch) {
            return Err(NetError::Misuse(format!(
                "a batch of {max_batch} positions"
            )));
        }
        let plan = network.plan(size);
        let buffers = Buffers::new(&plan, max_batch, size);
        let area = size * size;
        let optimistic = if plan.heads.channels > 1 {
            max_batch * (area + 1)
        } else {
            0
        };
        let outputs = Outputs {
            policy: vec![0.0; max_batch * (area + 1)],
            optimistic: vec![0.0; optimistic],
            ownership: vec![0.0; max_batch * area],
            values: vec![[0.0; VALUES]; max_batch],
            scores: vec![[0.0; SCORES]; max_batch],
            decoder: Decoder {
                version: network.version(),
                multipliers: *network.multipliers(),
            },
        };
        Ok(Self {
            plan,
            size,
            max_batch,
            buffers,
            outputs,
            done: 0,
        })
    }

    /// The side of the board.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The largest batch.
    #[must_use]
    pub fn max_batch(&self) -> usize {
        self.max_batch
    }

    /// Evaluates a batch of positions; [`Workspace::output`] gives the answers.
    ///
    /// The answer to a position does not depend on the other positions of the batch.
    ///
    /// # Errors
    /// The batch is too large, the inputs are for another board size or are not finite; or an answer, as it is or
    /// decoded, is not finite, which means that the network is bad.
    pub fn forward(&mut self, batch: &[&Input]) -> Result<(), NetError> {
        self.done = 0;
        if batch.len() > self.max_batch {
            let (given, most) = (batch.len(), self.max_batch);
            return Err(NetError::Misuse(format!(
                "{given} positions for a workspace of {most}"
            )));
        }
        let expected = PLANES * self.size * self.size;
        if let Some(input) = batch.iter().find(|input| input.planes.len() != expected) {
            let found = input.planes.len();
            return Err(NetError::Misuse(format!(
                "{found} numbers in the input planes, not {expected}"
            )));
        }
        let finite = |x: &f32| x.is_finite();
        if !batch
            .iter()
            .all(|input| input.planes.iter().chain(&input.globals).all(finite))
        {
            return Err(NetError::Misuse("an input is not finite".into()));
        }
        self.compute(batch);
        self.done = batch.len();
        let mut outputs = (0..self.done).filter_map(|index| self.output(index));
        if outputs.all(|output| output.is_finite()) {
            return Ok(());
        }
        self.done = 0;
        Err(NetError::Invalid(
            "it gives an output that is not finite".into(),
        ))
    }

    /// The answer to a position of the last batch, by its place in the batch.
    #[must_use]
    pub fn output(&self, index: usize) -> Option<RawOutput<'_>> {
        if index >= self.done {
            return None;
        }
        let area = self.size * self.size;
        let outputs = &self.outputs;
        let first = index * (area + 1);
        let moves = first..first + area + 1;
        Some(RawOutput {
            policy: &outputs.policy[moves.clone()],
            optimistic: outputs.optimistic.get(moves),
            values: outputs.values[index],
            scores: outputs.scores[index],
            ownership: &outputs.ownership[index * area..][..area],
            decoder: &outputs.decoder,
        })
    }
}

impl Buffers {
    /// Buffers that are large enough for every step.
    fn new(plan: &Plan, max_batch: usize, size: usize) -> Self {
        let area = size * size;
        let zeros = |lanes: usize| vec![Lanes::ZERO; lanes];
        let heads = &plan.heads;
        let trunk = plan.streams[0];
        let mut widest = trunk.max(heads.conv.output_blocks);
        let (mut inputs, mut products) = (0, area * trunk);
        let (mut small_inputs, mut small_products) =
            (plan.globals.row_blocks, plan.globals.column_blocks);
        let mut conv = |conv: &Prepared| {
            widest = widest.max(conv.output_blocks);
            let (input, product) = match &conv.weights {
                Weights::Winograd(_) => {
                    let rows = plan.tile.points()
                        * plan.tile.tiles(size)
                        * chunk(plan, conv, size).min(max_batch);
                    (rows * conv.input_blocks, rows * conv.output_blocks)
                }
                Weights::General(_, matrix) => {
                    (ROWS * matrix.row_blocks, ROWS * conv.output_blocks)
                }
            };
            inputs = inputs.max(input);
            products = products.max(product);
        };
        conv(&heads.conv);
        for step in &plan.steps {
            match step {
                Step::Conv(prepared, _) => conv(prepared),
                Step::Pool(pool) => {
                    small_inputs = small_inputs.max(pool.matrix.row_blocks);
                    small_products = small_products.max(pool.matrix.column_blocks);
                }
            }
        }
        for matrix in [&heads.pools, &heads.hidden] {
            small_inputs = small_inputs.max(matrix.row_blocks);
            small_products = small_products.max(matrix.column_blocks);
        }
        let mut constant = zeros(area * trunk);
        plan.level.run(Constant {
            weights: &plan.planes,
            size,
            sums: &mut constant,
        });
        let map = |symmetry: Symmetry| {
            (0..area)
                .map(|i| u16::try_from(symmetry.map(i, size)).unwrap_or(0))
                .collect()
        };
        Self {
            maps: Symmetry::ALL.map(map),
            constant,
            activations: [
                zeros(max_batch * area * widest),
                zeros(max_batch * area * widest),
            ],
            streams: plan
                .streams
                .iter()
                .map(|blocks| zeros(max_batch * area * blocks))
                .collect(),
            inputs: zeros(inputs),
            products: zeros(products),
            small_inputs: zeros(max_batch * small_inputs),
            small_products: zeros(max_batch * small_products),
            points: zeros(max_batch * area),
            values: zeros(max_batch),
        }
    }
}

/// Positions whose tiles a 3x3 convolution multiplies together.
pub(super) fn chunk(plan: &Plan, conv: &Prepared, size: usize) -> usize {
    let rows = plan.tile.points() * plan.tile.tiles(size);
    let bytes = rows * (conv.input_blocks + conv.output_blocks) * size_of::<Lanes>();
    (SCRATCH / bytes).max(1)
}
