//! The search: which move is best.

pub mod report;

pub use report::{Candidate, Report};
