//! Weight matrices in the packed form that the matrix product takes.

use super::gemm::Panels;
use super::lanes::{Lanes, WIDTH};

/// A weight matrix, in panels of sixteen columns (see [`Panels`]), padded with zeros.
#[derive(Debug)]
pub(super) struct Matrix {
    data: Vec<Lanes>,
    /// Lanes of an input row.
    pub(super) row_blocks: usize,
    /// Lanes of an output row.
    pub(super) column_blocks: usize,
}

impl Matrix {
    /// A matrix of zeros with room for the given numbers of [`Lanes`] of input and output.
    pub(super) fn zeros(row_blocks: usize, column_blocks: usize) -> Self {
        Self {
            data: vec![Lanes::ZERO; row_blocks * WIDTH * column_blocks],
            row_blocks,
            column_blocks,
        }
    }

    /// Sets the weight from one input to one output.
    pub(super) fn set(&mut self, row: usize, column: usize, weight: f32) {
        let panel = column / WIDTH * self.row_blocks * WIDTH;
        self.data[panel + row].0[column % WIDTH] = weight;
    }

    /// Sets sixteen weights from one input to the outputs of a panel.
    pub(super) fn set_lanes(&mut self, row: usize, column_block: usize, weights: Lanes) {
        self.data[column_block * self.row_blocks * WIDTH + row] = weights;
    }

    /// Sets a block of weights whose first input and output are given, from a matrix by input, output; outputs may be
    /// scaled.
    pub(super) fn put(
        &mut self,
        row: usize,
        column: usize,
        dense: &super::model::Dense,
        scale: Option<&[f32]>,
    ) {
        for (i, weights) in dense.weights.chunks_exact(dense.outputs).enumerate() {
            for (j, &weight) in weights.iter().enumerate() {
                self.set(
                    row + i,
                    column + j,
                    weight * scale.map_or(1.0, |scale| scale[j]),
                );
            }
        }
    }

    /// The same for a matrix whose inputs are three pools (means, scaled means, third) of `channels` each; each pool
    /// is padded to whole lanes.
    pub(super) fn put_pools(
        &mut self,
        column: usize,
        dense: &super::model::Dense,
        scale: Option<&[f32]>,
    ) {
        let channels = dense.inputs / 3;
        let padded = self.row_blocks / 3 * WIDTH;
        for (i, weights) in dense.weights.chunks_exact(dense.outputs).enumerate() {
            let row = i / channels * padded + i % channels;
            for (j, &weight) in weights.iter().enumerate() {
                self.set(
                    row,
                    column + j,
                    weight * scale.map_or(1.0, |scale| scale[j]),
                );
            }
        }
    }

    /// The packed weights.
    pub(super) fn panels(&self) -> Panels<'_> {
        Panels {
            data: &self.data,
            row_blocks: self.row_blocks,
        }
    }
}
