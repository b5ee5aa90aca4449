//! The reviewer: what the engine thinks of every position of a game record, as a record with comments, as a picture, as JSON.
//!
//! [`run`](run::run) does it for many files. For one game, [`Review`] holds what was found, [`record`] writes it into the game
//! and reads it back, [`picture`] draws it, [`json`] and [`text`] tell it.
//!
//! # What is found
//! - A game of *n* moves has *n* + 1 positions, each searched with an empty tree: what is found for one does not depend on
//!   what was found for others, nor on the order. A position after two passes is counted instead.
//! - Win rate and score of a position are the means over its search, from Black's side. (Those of the best move there are
//!   always the luckiest ones: over the moves of a professional game, with 200 playouts a position, they let a move lose 10 % on
//!   average, the means -0.5 %.)
//! - A move's loss is what the win rate of the player who moves falls by from the position before the move to the one after
//!   it. It is a mistake where it is not the engine's own choice and costs [`LEAST_LOSS`] or more; the
//!   [`MOST_MISTAKES`] largest are named. A pass that ends the game is none.
//!
//! # How a review goes on
//! Everything that was found stands in the written record, in two properties of our own: `TGR` in the first node names the
//! settings, `TGA` in a node what was found about its position, both as JSON. A later run takes over the positions up to the
//! first difference of the two games, where rules, komi, network and version of the engine are the same and the
//! [effort](Effort) was at least as great.

mod effort;
pub mod json;
mod output;
mod paths;
pub mod picture;
mod position;
pub mod record;
mod report;
pub mod run;
pub mod text;

pub use effort::Effort;
pub use position::Position;
pub use report::{LEAST_LOSS, Loss, MOST_MISTAKES, Mistake, Review, Settings};
