//! Neural networks: reads `KataGo`'s files and computes their outputs on a processor. Knows no Go.
//!
//! [`Network`] is read once and shared; each thread has its own [`Workspace`], which evaluates batches of [`Input`]s
//! and holds the outputs. The format and the networks are those of `KataGo`
//! (Wu, "Accelerating Self-Play Learning in Go", 2019), model versions 8 and later without transformers.
//!
//! ```no_run
//! use tengen::net::{Input, Network, Workspace};
//!
//! # fn main() -> Result<(), tengen::net::NetError> {
//! let network = Network::load("b6c96.bin.gz")?;
//! let mut workspace = Workspace::new(&network, 1, 9)?;
//! let mut input = Input::new(9);
//! input.planes[..81].fill(1.0);
//! workspace.forward(&[&input])?;
//! if let Some(output) = workspace.output(0) {
//!     println!("win with probability {}", output.evaluation(false).win);
//! }
//! # Ok(())
//! # }
//! ```

#![allow(
    clippy::inline_always,
    reason = "code in a vector kernel must be inlined to be compiled for its instruction set"
)]
#![allow(
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::similar_names,
    reason = "formulas over small arrays, with the letters that the literature uses"
)]

mod conv;
mod error;
mod forward;
mod gemm;
mod input;
mod lanes;
mod matrix;
mod model;
mod network;
mod output;
mod plan;
mod plan_heads;
mod pool;
mod post;
mod read;
mod simd;
mod sparse;
mod symmetry;
mod vmath;
mod winograd;
mod workspace;

pub use error::NetError;
pub use input::Input;
pub use model::{GLOBALS, PLANES, SCORES, VALUES};
pub use network::Network;
pub use output::{Evaluation, RawOutput};
pub use symmetry::Symmetry;
pub use workspace::{MAX_SIZE, MIN_SIZE, Workspace};

/// Instruction sets for which the forward pass is compiled, from the slowest to the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// What every processor of the target has.
    Portable,
    /// AVX2 and FMA, on x86-64.
    Avx2,
    /// AVX-512F, on x86-64.
    Avx512,
}
