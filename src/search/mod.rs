//! The search: which move is best.

pub mod avoid;
pub mod bias;
mod booking;
pub mod cache;
pub mod choose;
pub mod evaluator;
mod job;
pub mod monte_carlo;
pub mod network;
pub mod node;
pub mod ownership;
pub mod params;
pub mod positions;
pub mod preference;
pub mod priors;
pub mod raw;
pub mod report;
pub mod searcher;
pub mod select;
pub mod shape;
pub mod status;
pub mod tree;
pub mod utility;
pub mod weights;
mod worker;

pub use avoid::Avoid;
pub use params::Params;
pub use report::{Candidate, Report};
pub use searcher::{Limits, Observer, Searcher, Stop};
