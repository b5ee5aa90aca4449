//! What follows a convolution, fused with it: the residual sum, scale, bias and activation.

use super::lanes::Lanes;
use super::model::Activation;
use super::simd::Simd;
use super::vmath::activate;

/// What follows a convolution.
#[derive(Debug)]
pub(super) struct Post {
    /// What happens to the residual stream: none, or its nesting depth and whether it is added to (else overwritten).
    pub(super) stream: Option<(usize, bool)>,
    /// Factors of the channels, where they could not be put into the convolution's weights (with a stream only).
    pub(super) scale: Vec<Lanes>,
    /// Added to the channels.
    pub(super) bias: Vec<Lanes>,
    /// Applied last, by block of sixteen channels.
    pub(super) activations: Vec<Activation>,
}

/// The buffers that [`Post`] writes; points by channels.
pub(super) struct Target<'a> {
    /// What is done.
    pub(super) post: &'a Post,
    /// The residual stream, empty if there is none.
    pub(super) stream: &'a mut [Lanes],
    /// The activations for the next layer.
    pub(super) output: &'a mut [Lanes],
}

impl Target<'_> {
    /// Lanes of a row.
    #[inline(always)]
    pub(super) fn blocks(&self) -> usize {
        self.post.bias.len()
    }

    /// Finishes the sums of one block of channels at several points: `at` gives the place of each in the buffers.
    #[inline(always)]
    pub(super) fn finish<S: Simd>(
        &mut self,
        s: S,
        block: usize,
        sums: impl Iterator<Item = (usize, S::V)> + Clone,
    ) {
        let bias = s.load(&self.post.bias[block]);
        match (self.post.stream, self.post.activations[block]) {
            (None, Activation::Relu) => {
                for (at, sum) in sums {
                    s.store(&mut self.output[at], s.max(s.add(sum, bias), s.splat(0.0)));
                }
            }
            (Some((_, true)), Activation::Relu) => {
                let scale = s.load(&self.post.scale[block]);
                for (at, sum) in sums {
                    let sum = s.add(sum, s.load(&self.stream[at]));
                    s.store(&mut self.stream[at], sum);
                    s.store(
                        &mut self.output[at],
                        s.max(s.fma(sum, scale, bias), s.splat(0.0)),
                    );
                }
            }
            (None, activation) => {
                for (at, sum) in sums {
                    s.store(
                        &mut self.output[at],
                        activate(s, activation, s.add(sum, bias)),
                    );
                }
            }
            (Some((_, add)), activation) => {
                let scale = s.load(&self.post.scale[block]);
                for (at, mut sum) in sums {
                    if add {
                        sum = s.add(sum, s.load(&self.stream[at]));
                    }
                    s.store(&mut self.stream[at], sum);
                    s.store(
                        &mut self.output[at],
                        activate(s, activation, s.fma(sum, scale, bias)),
                    );
                }
            }
        }
    }
}
