//! Activations on [`Lanes`](super::lanes::Lanes), in vector arithmetic.

use super::model::Activation;
use super::simd::Simd;

/// 1.5·2²³: adding it rounds to an integer, which is then in the low bits of the mantissa.
const ROUND: f32 = 12_582_912.0;

/// `e^x` for `x` from −80 to 80, with a relative error of a few units in the last place.
#[inline(always)]
fn exp<S: Simd>(s: S, x: S::V) -> S::V {
    let biased = s.fma(x, s.splat(std::f32::consts::LOG2_E), s.splat(ROUND));
    let n = s.sub(biased, s.splat(ROUND));
    // ln 2 in two parts, the first with few bits, so that the difference is exact.
    let r = s.fma(n, s.splat(-0.693_359_4), x);
    let r = s.fma(n, s.splat(2.121_944_4e-4), r);
    // Taylor's series to the seventh power; |r| is below 0.35.
    let mut p = s.splat(1.0 / 5040.0);
    for c in [
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ] {
        p = s.fma(p, r, s.splat(c));
    }
    s.scale_by_power(p, biased)
}

/// Applies an activation.
#[inline(always)]
pub(super) fn activate<S: Simd>(s: S, activation: Activation, x: S::V) -> S::V {
    match activation {
        Activation::Identity => x,
        Activation::Relu => s.max(x, s.splat(0.0)),
        Activation::Mish => {
            // tanh(ln(1 + e)) = ((1 + e)² − 1) / ((1 + e)² + 1) = n / (n + 2) with n = e(e + 2).
            let e = exp(s, s.max(s.min(x, s.splat(20.0)), s.splat(-80.0)));
            let n = s.mul(e, s.add(e, s.splat(2.0)));
            s.mul(x, s.div(n, s.add(n, s.splat(2.0))))
        }
        Activation::Silu => {
            let e = exp(
                s,
                s.max(s.min(s.sub(s.splat(0.0), x), s.splat(80.0)), s.splat(-80.0)),
            );
            s.div(x, s.add(e, s.splat(1.0)))
        }
    }
}
