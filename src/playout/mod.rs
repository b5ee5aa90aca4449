//! Playouts: games played to the end by a fast policy, the Monte Carlo in Monte Carlo tree search.

pub mod random;
pub mod uniform;

pub use random::Random;
