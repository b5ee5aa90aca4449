//! The forward pass.

use super::conv::{General, Prepared, Weights};
use super::gemm::{Product, Rows};
use super::input::Input;
use super::lanes::Lanes;
use super::matrix::Matrix;
use super::model::VALUES;
use super::plan::{Plan, Pool, Step};
use super::plan_heads::Heads;
use super::pool::{Finish, Pooling, Pools};
use super::post::{Post, Target};
use super::sparse::FirstLayer;
use super::winograd::Winograd;
use super::workspace::{Buffers, Outputs, Workspace, chunk};

impl Workspace {
    /// Computes the outputs for a batch that fits the workspace.
    pub(super) fn compute(&mut self, batch: &[&Input]) {
        let mut pass = Pass {
            plan: &self.plan,
            size: self.size,
            positions: batch.len(),
            stride: self.plan.streams[0],
            buffers: &mut self.buffers,
        };
        pass.first_layer(batch);
        for step in &self.plan.steps {
            match step {
                Step::Conv(conv, post) => pass.conv(conv, post),
                Step::Pool(pool) => pass.pool(pool),
            }
        }
        pass.conv(&self.plan.heads.conv, &self.plan.heads.post);
        pass.policy_head(&self.plan.heads, batch, &mut self.outputs);
        pass.value_head(&self.plan.heads, &mut self.outputs);
        pass.points(&self.plan.heads, batch, &mut self.outputs);
    }
}

/// A forward pass under way. The activations that the next step reads are in the first of the two buffers.
struct Pass<'a> {
    plan: &'a Plan,
    size: usize,
    positions: usize,
    /// Blocks of channels of the current activations.
    stride: usize,
    buffers: &'a mut Buffers,
}

/// `output = input * matrix` for small rows.
fn small_product(
    plan: &Plan,
    matrix: &Matrix,
    count: usize,
    input: &[Lanes],
    output: &mut [Lanes],
) {
    plan.level.run(Product {
        count,
        input: Rows {
            data: input,
            stride: matrix.row_blocks,
        },
        weights: matrix.panels(),
        output,
        output_stride: matrix.column_blocks,
    });
}

impl Pass<'_> {
    /// Points of all positions.
    fn rows(&self) -> usize {
        self.positions * self.size * self.size
    }

    /// The input planes and global inputs.
    fn first_layer(&mut self, batch: &[&Input]) {
        let Buffers {
            maps,
            constant,
            activations,
            streams,
            products,
            small_inputs,
            small_products,
            ..
        } = &mut *self.buffers;
        let globals = &self.plan.globals;
        for (row, input) in small_inputs.chunks_exact_mut(globals.row_blocks).zip(batch) {
            row.fill(Lanes::ZERO);
            for (x, &global) in row
                .iter_mut()
                .flat_map(|lanes| &mut lanes.0)
                .zip(&input.globals)
            {
                *x = global;
            }
        }
        small_product(
            self.plan,
            globals,
            batch.len(),
            small_inputs,
            small_products,
        );
        let length = constant.len();
        for (i, input) in batch.iter().enumerate() {
            self.plan.level.run(FirstLayer {
                weights: &self.plan.planes,
                size: self.size,
                planes: &input.planes,
                map: &maps[usize::from(input.symmetry.number())],
                constant,
                globals: &small_products[i * globals.column_blocks..],
                sums: &mut products[..length],
                target: Target {
                    post: &self.plan.start,
                    stream: &mut streams[0][i * length..][..length],
                    output: &mut activations[0][i * length..][..length],
                },
            });
        }
        self.stride = self.plan.streams[0];
    }

    /// A convolution and what follows it.
    fn conv(&mut self, conv: &Prepared, post: &Post) {
        let rows = self.rows();
        let Buffers {
            activations: [source, output],
            streams,
            inputs,
            products,
            ..
        } = &mut *self.buffers;
        let stream: &mut [Lanes] = match post.stream {
            Some((depth, _)) => &mut streams[depth][..rows * conv.output_blocks],
            None => &mut [],
        };
        let target = Target {
            post,
            stream,
            output: &mut output[..rows * conv.output_blocks],
        };
        let input = Rows {
            data: source,
            stride: self.stride,
        };
        let (size, positions, input_blocks) = (self.size, self.positions, conv.input_blocks);
        match &conv.weights {
            Weights::Winograd(weights) => self.plan.level.run(Winograd {
                tile: self.plan.tile,
                size,
                positions,
                chunk: chunk(self.plan, conv, size),
                input,
                input_blocks,
                weights,
                transformed: inputs,
                products,
                target,
            }),
            Weights::General(offsets, matrix) => self.plan.level.run(General {
                size,
                positions,
                input,
                input_blocks,
                offsets,
                matrix,
                gathered: inputs,
                products,
                target,
            }),
        }
        self.buffers.activations.swap(0, 1);
        self.stride = conv.output_blocks;
    }

    /// Pools some channels of the current activations into the small inputs.
    fn take_pools(&mut self, pools: Pools, first: usize, blocks: usize) {
        self.plan.level.run(Pooling {
            pools,
            size: self.size,
            positions: self.positions,
            input: &self.buffers.activations[0],
            stride: self.stride,
            first,
            blocks,
            output: &mut self.buffers.small_inputs,
        });
    }

    /// Global pooling in the trunk.
    fn pool(&mut self, pool: &Pool) {
        self.take_pools(Pools::Policy, pool.regular, pool.pooled);
        let rows = self.rows();
        let Buffers {
            activations,
            small_inputs,
            small_products,
            ..
        } = &mut *self.buffers;
        small_product(
            self.plan,
            &pool.matrix,
            self.positions,
            small_inputs,
            small_products,
        );
        self.plan.level.run(Finish {
            rows: &mut activations[0][..rows * self.stride],
            stride: self.stride,
            group: self.size * self.size,
            bias: &pool.bias,
            biases: small_products,
            biases_stride: pool.matrix.column_blocks,
            activation: pool.activation,
        });
    }

    /// The pass logits, and the policy's channels at each point.
    fn policy_head(&mut self, heads: &Heads, batch: &[&Input], outputs: &mut Outputs) {
        self.take_pools(Pools::Policy, heads.policy, heads.pooled);
        let (rows, area) = (self.rows(), self.size * self.size);
        let Buffers {
            activations,
            small_inputs,
            small_products,
            values,
            ..
        } = &mut *self.buffers;
        small_product(
            self.plan,
            &heads.pools,
            self.positions,
            small_inputs,
            small_products,
        );
        let width = heads.pools.column_blocks;
        self.plan.level.run(Finish {
            rows: &mut activations[0][..rows * self.stride],
            stride: self.stride,
            group: area,
            bias: &heads.policy_bias,
            biases: small_products,
            biases_stride: width,
            activation: heads.policy_activation,
        });
        for i in 0..batch.len() {
            let row = &mut small_products[i * width + heads.policy..(i + 1) * width];
            let logits = match &heads.pass {
                None => row[0],
                Some(pass) => {
                    let (stride, bias, activation) = (row.len(), &pass.bias[..], pass.activation);
                    let rows = &mut *row;
                    self.plan.level.run(Finish {
                        rows,
                        stride,
                        group: 1,
                        bias,
                        biases: &[],
                        biases_stride: 0,
                        activation,
                    });
                    small_product(self.plan, &pass.matrix, 1, row, &mut values[..1]);
                    values[0]
                }
            };
            outputs.policy[i * (area + 1) + area] = logits.0[0];
            if heads.channels > 1 {
                outputs.optimistic[i * (area + 1) + area] = logits.0[1];
            }
        }
    }

    /// Values and scores.
    fn value_head(&mut self, heads: &Heads, outputs: &mut Outputs) {
        self.take_pools(Pools::Value, heads.policy + heads.pooled, heads.value);
        let Buffers {
            small_inputs,
            small_products,
            values,
            ..
        } = &mut *self.buffers;
        small_product(
            self.plan,
            &heads.hidden,
            self.positions,
            small_inputs,
            small_products,
        );
        let width = heads.hidden.column_blocks;
        self.plan.level.run(Finish {
            rows: &mut small_products[..self.positions * width],
            stride: width,
            group: 1,
            bias: &heads.hidden_bias,
            biases: &[],
            biases_stride: 0,
            activation: heads.hidden_activation,
        });
        small_product(
            self.plan,
            &heads.outputs,
            self.positions,
            small_products,
            values,
        );
        let bias = &heads.outputs_bias[0].0;
        let rows = outputs.values.iter_mut().zip(&mut outputs.scores);
        for ((value, score), lanes) in rows.zip(&values[..self.positions]) {
            for (i, x) in value.iter_mut().enumerate() {
                *x = lanes.0[i] + bias[i];
            }
            for (i, x) in score.iter_mut().enumerate() {
                *x = lanes.0[VALUES + i] + bias[VALUES + i];
            }
        }
    }

    /// Policy logits and ownership of each point.
    fn points(&mut self, heads: &Heads, batch: &[&Input], outputs: &mut Outputs) {
        let (rows, area) = (self.rows(), self.size * self.size);
        let Buffers {
            activations,
            points,
            maps,
            ..
        } = &mut *self.buffers;
        self.plan.level.run(Product {
            count: rows,
            input: Rows {
                data: &activations[0],
                stride: self.stride,
            },
            weights: heads.points.panels(),
            output: points,
            output_stride: 1,
        });
        for (i, input) in batch.iter().enumerate() {
            let points = &points[i * area..][..area];
            let policy = &mut outputs.policy[i * (area + 1)..];
            let ownership = &mut outputs.ownership[i * area..];
            for (point, &seen) in maps[usize::from(input.symmetry.number())]
                .iter()
                .enumerate()
            {
                let lanes = &points[usize::from(seen)].0;
                policy[point] = lanes[0];
                ownership[point] = lanes[heads.channels];
                if heads.channels > 1 {
                    outputs.optimistic[i * (area + 1) + point] = lanes[1];
                }
            }
        }
    }
}
