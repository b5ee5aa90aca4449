//! The referee: game records to reports. It replays a record, names illegal moves, judges life and death, and counts by every
//! rule set.
//!
//! [`Report::of`] does it for one record, [`run`](run::run) for many files at once. [`text`] and [`json`] write reports.
//!
//! # What is decided how
//! - **Rules**: those that the user names, else those that the record's `RU` names, else Chinese ones. See [`chosen`].
//! - **Komi**: the user's, else the record's, else none. It is the same for all rule sets of the table: what the players
//!   agreed on. Points for handicap stones and for a first pass are each rule set's own.
//! - **Life and death**: the engine's judgement of the final position, the same each time; or the user's, which then holds
//!   for every chain.
//! - **Illegal moves** are named and played all the same, as the record has them.
//! - **Where the game was not played to its end** the count is of the position as it stands, and is not held against the
//!   record's result.

pub mod chosen;
mod diagram;
pub mod illegal;
pub mod json;
pub mod progress;
pub mod report;
pub mod run;
pub mod text;
pub mod verdict;

pub use chosen::{Orders, RuleSet};
pub use report::Report;
