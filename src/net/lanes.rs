//! The unit in which all activations and weights are stored: sixteen floats on a cache line.

/// Floats in one [`Lanes`].
pub(super) const WIDTH: usize = 16;

/// Sixteen consecutive channels of one point (or sixteen output columns of a weight row), aligned to a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [f32; WIDTH]);

impl Lanes {
    /// Sixteen zeros.
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);
}

/// The number of [`Lanes`] that hold `channels` floats.
pub(super) const fn blocks(channels: usize) -> usize {
    channels.div_ceil(WIDTH)
}

/// Packs a slice into [`Lanes`], with zeros after its end.
pub(super) fn pack(values: &[f32]) -> Vec<Lanes> {
    let mut packed = vec![Lanes::ZERO; blocks(values.len())];
    for (lanes, chunk) in packed.iter_mut().zip(values.chunks(WIDTH)) {
        lanes.0[..chunk.len()].copy_from_slice(chunk);
    }
    packed
}
