//! Playouts: games played to the end by a fast policy, the Monte Carlo in Monte Carlo tree search.

pub mod nakade;
pub mod patterns;
pub mod policy;
pub mod random;
pub mod tactics;
pub mod uniform;

pub use policy::{Playout, Policy, PolicyParams};
pub use random::Random;
