//! Vector arithmetic on [`Lanes`], by the best instruction set that the processor has.
//!
//! This is the only module of the crate with unsafe code. Its rule: the tokens [`Avx2`] and [`Avx512`] are made only by
//! [`Level::detect`], after the processor said that it has the features they stand for; each method of a token may
//! therefore use those features. Loads and stores go through references to whole [`Lanes`], so they cannot leave them.
//! Everything else in the forward pass is safe code, generic over [`Simd`].
#![allow(
    unsafe_code,
    reason = "the processor's vector intrinsics need it; see the module's rule"
)]

use super::lanes::{Lanes, WIDTH};

/// A computation that is compiled once for each instruction set.
///
/// Implementations mark `run` and everything it calls `#[inline(always)]`, otherwise the code is compiled without the
/// instruction set (it stays right, but slow).
pub(super) trait Kernel {
    /// What the computation returns.
    type Output;
    /// Runs the computation with the given instruction set.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// An instruction set: a token that proves that the processor has it, with the operations used here.
pub(super) trait Simd: Copy {
    /// Sixteen floats in registers.
    type V: Copy;
    /// Rows of the largest matrix-product tile that fits the registers.
    const TILE_ROWS: usize;
    /// Whether a matrix-product tile is two [`Lanes`] wide (one otherwise).
    const WIDE_TILE: bool;

    /// Sixteen copies of `x`.
    fn splat(self, x: f32) -> Self::V;
    /// Reads sixteen floats.
    fn load(self, lanes: &Lanes) -> Self::V;
    /// Writes sixteen floats.
    fn store(self, lanes: &mut Lanes, v: Self::V);
    /// `a + b`.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a - b`.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b`.
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a / b`.
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b + c`.
    fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The smaller of each pair.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// The larger of each pair.
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a` times two to the power of `n`, where `n` is the integer in the low mantissa bits of `biased` (an integer
    /// that was rounded by adding 1.5·2²³).
    fn scale_by_power(self, a: Self::V, biased: Self::V) -> Self::V;
    /// Runs a kernel in a function that is compiled with this instruction set.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;
}

/// The instruction set in use, found when a network is loaded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Level {
    /// Plain Rust, which the compiler vectorises for the target's baseline.
    Portable(Portable),
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512F.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Level {
    /// The best level that this processor has, or the best not above `limit`.
    pub(super) fn detect(limit: super::InstructionSet) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use super::InstructionSet as Set;
            if limit >= Set::Avx512 && is_x86_feature_detected!("avx512f") {
                return Self::Avx512(Avx512(()));
            }
            if limit >= Set::Avx2
                && is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("fma")
            {
                return Self::Avx2(Avx2(()));
            }
        }
        let _ = limit;
        Self::Portable(Portable)
    }

    /// Its public name.
    pub(super) fn name(self) -> super::InstructionSet {
        match self {
            Self::Portable(_) => super::InstructionSet::Portable,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => super::InstructionSet::Avx2,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => super::InstructionSet::Avx512,
        }
    }

    /// Runs a kernel with this instruction set.
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Self::Portable(simd) => simd.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(simd) => simd.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(simd) => simd.run(kernel),
        }
    }
}

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// One operation on each lane.
#[inline(always)]
fn each(a: [f32; WIDTH], b: [f32; WIDTH], f: impl Fn(f32, f32) -> f32) -> [f32; WIDTH] {
    let mut out = [0.0; WIDTH];
    for i in 0..WIDTH {
        out[i] = f(a[i], b[i]);
    }
    out
}

impl Simd for Portable {
    type V = [f32; WIDTH];
    const TILE_ROWS: usize = 2;
    const WIDE_TILE: bool = false;

    #[inline(always)]
    fn splat(self, x: f32) -> Self::V {
        [x; WIDTH]
    }
    #[inline(always)]
    fn load(self, lanes: &Lanes) -> Self::V {
        lanes.0
    }
    #[inline(always)]
    fn store(self, lanes: &mut Lanes, v: Self::V) {
        lanes.0 = v;
    }
    #[inline(always)]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        each(a, b, |x, y| x + y)
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        each(a, b, |x, y| x - y)
    }
    #[inline(always)]
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        each(a, b, |x, y| x * y)
    }
    #[inline(always)]
    fn div(self, a: Self::V, b: Self::V) -> Self::V {
        each(a, b, |x, y| x / y)
    }
    #[inline(always)]
    fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // A fused operation that the target lacks would be a call for each lane.
        if cfg!(any(target_arch = "aarch64", target_feature = "fma")) {
            let mut out = c;
            for i in 0..WIDTH {
                out[i] = a[i].mul_add(b[i], c[i]);
            }
            out
        } else {
            self.add(self.mul(a, b), c)
        }
    }
    #[inline(always)]
    fn min(self, a: Self::V, b: Self::V) -> Self::V {
        each(a, b, |x, y| if x < y { x } else { y })
    }
    #[inline(always)]
    fn max(self, a: Self::V, b: Self::V) -> Self::V {
        each(a, b, |x, y| if x > y { x } else { y })
    }
    #[inline(always)]
    fn scale_by_power(self, a: Self::V, biased: Self::V) -> Self::V {
        each(a, biased, |x, n| {
            f32::from_bits(x.to_bits().wrapping_add(n.to_bits() << 23))
        })
    }
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    #[allow(
        clippy::wildcard_imports,
        reason = "a dozen intrinsics with long names"
    )]
    use std::arch::x86_64::*;

    use super::{Kernel, Lanes, Simd};

    /// Proof that the processor has AVX2 and FMA.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Avx2(pub(super) ());

    /// Proof that the processor has AVX-512F.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Avx512(pub(super) ());

    #[target_feature(enable = "avx2,fma")]
    fn run_avx2<K: Kernel>(kernel: K, simd: Avx2) -> K::Output {
        kernel.run(simd)
    }

    #[target_feature(enable = "avx512f,avx2,fma")]
    fn run_avx512<K: Kernel>(kernel: K, simd: Avx512) -> K::Output {
        kernel.run(simd)
    }

    /// The same intrinsic on both halves. SAFETY: `self` proves the features; only arithmetic on values.
    macro_rules! both {
        ($f:ident, $($arg:ident),+) => {
            unsafe { [$f($($arg[0]),+), $f($($arg[1]),+)] }
        };
    }

    impl Simd for Avx2 {
        type V = [__m256; 2];
        const TILE_ROWS: usize = 6;
        const WIDE_TILE: bool = false;

        #[inline(always)]
        fn splat(self, x: f32) -> Self::V {
            // SAFETY: `self` proves the features; only arithmetic on values.
            unsafe { [_mm256_set1_ps(x); 2] }
        }
        #[inline(always)]
        fn load(self, lanes: &Lanes) -> Self::V {
            let start = lanes.0.as_ptr();
            // SAFETY: `self` proves the features; `lanes` is 16 readable floats, aligned to 64 bytes.
            unsafe { [_mm256_load_ps(start), _mm256_load_ps(start.add(8))] }
        }
        #[inline(always)]
        fn store(self, lanes: &mut Lanes, v: Self::V) {
            let start = lanes.0.as_mut_ptr();
            // SAFETY: `self` proves the features; `lanes` is 16 writable floats, aligned to 64 bytes.
            unsafe {
                _mm256_store_ps(start, v[0]);
                _mm256_store_ps(start.add(8), v[1]);
            }
        }
        #[inline(always)]
        fn add(self, a: Self::V, b: Self::V) -> Self::V {
            both!(_mm256_add_ps, a, b)
        }
        #[inline(always)]
        fn sub(self, a: Self::V, b: Self::V) -> Self::V {
            both!(_mm256_sub_ps, a, b)
        }
        #[inline(always)]
        fn mul(self, a: Self::V, b: Self::V) -> Self::V {
            both!(_mm256_mul_ps, a, b)
        }
        #[inline(always)]
        fn div(self, a: Self::V, b: Self::V) -> Self::V {
            both!(_mm256_div_ps, a, b)
        }
        #[inline(always)]
        fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
            both!(_mm256_fmadd_ps, a, b, c)
        }
        #[inline(always)]
        fn min(self, a: Self::V, b: Self::V) -> Self::V {
            both!(_mm256_min_ps, a, b)
        }
        #[inline(always)]
        fn max(self, a: Self::V, b: Self::V) -> Self::V {
            both!(_mm256_max_ps, a, b)
        }
        #[inline(always)]
        fn scale_by_power(self, a: Self::V, biased: Self::V) -> Self::V {
            let half = |x: __m256, n: __m256| {
                // SAFETY: `self` proves the features; only arithmetic on values.
                unsafe {
                    let shifted = _mm256_slli_epi32::<23>(_mm256_castps_si256(n));
                    _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(x), shifted))
                }
            };
            [half(a[0], biased[0]), half(a[1], biased[1])]
        }
        #[inline(always)]
        fn run<K: Kernel>(self, kernel: K) -> K::Output {
            // SAFETY: `self` proves the features.
            unsafe { run_avx2(kernel, self) }
        }
    }

    impl Simd for Avx512 {
        type V = __m512;
        const TILE_ROWS: usize = 12;
        const WIDE_TILE: bool = true;

        #[inline(always)]
        fn splat(self, x: f32) -> Self::V {
            // SAFETY: `self` proves the features; only arithmetic on values (as in the operations below).
            unsafe { _mm512_set1_ps(x) }
        }
        #[inline(always)]
        fn load(self, lanes: &Lanes) -> Self::V {
            // SAFETY: `self` proves the features; `lanes` is 16 readable floats, aligned to 64 bytes.
            unsafe { _mm512_load_ps(lanes.0.as_ptr()) }
        }
        #[inline(always)]
        fn store(self, lanes: &mut Lanes, v: Self::V) {
            // SAFETY: `self` proves the features; `lanes` is 16 writable floats, aligned to 64 bytes.
            unsafe { _mm512_store_ps(lanes.0.as_mut_ptr(), v) }
        }
        #[inline(always)]
        fn add(self, a: Self::V, b: Self::V) -> Self::V {
            unsafe { _mm512_add_ps(a, b) }
        }
        #[inline(always)]
        fn sub(self, a: Self::V, b: Self::V) -> Self::V {
            unsafe { _mm512_sub_ps(a, b) }
        }
        #[inline(always)]
        fn mul(self, a: Self::V, b: Self::V) -> Self::V {
            unsafe { _mm512_mul_ps(a, b) }
        }
        #[inline(always)]
        fn div(self, a: Self::V, b: Self::V) -> Self::V {
            unsafe { _mm512_div_ps(a, b) }
        }
        #[inline(always)]
        fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
            unsafe { _mm512_fmadd_ps(a, b, c) }
        }
        #[inline(always)]
        fn min(self, a: Self::V, b: Self::V) -> Self::V {
            unsafe { _mm512_min_ps(a, b) }
        }
        #[inline(always)]
        fn max(self, a: Self::V, b: Self::V) -> Self::V {
            unsafe { _mm512_max_ps(a, b) }
        }
        #[inline(always)]
        fn scale_by_power(self, a: Self::V, biased: Self::V) -> Self::V {
            unsafe {
                let shifted = _mm512_slli_epi32::<23>(_mm512_castps_si512(biased));
                _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(a), shifted))
            }
        }
        #[inline(always)]
        fn run<K: Kernel>(self, kernel: K) -> K::Output {
            // SAFETY: `self` proves the features.
            unsafe { run_avx512(kernel, self) }
        }
    }
}
