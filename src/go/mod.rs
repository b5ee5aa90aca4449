//! The game of Go itself: board, rules, history and scores. It uses only the standard library and hashbrown, and knows
//! nothing of protocols, files, search or clocks.

pub mod color;
pub mod point;

pub use color::{ByColor, Color};
pub use point::{Move, Point};
