//! The game of Go itself: board, rules, history and scores. It uses only the standard library and hashbrown, and knows
//! nothing of protocols, files, search or clocks.

pub mod board;
pub mod color;
pub mod game;
pub mod handicap;
pub mod key;
pub mod point;
pub mod points;
pub mod rules;
pub mod set;

pub use board::{Board, Cell};
pub use color::{ByColor, Color};
pub use game::{Game, IllegalMove};
pub use key::Key;
pub use point::{MAX_SIZE, MIN_SIZE, Move, POINTS, Point};
pub use points::{Komi, Points, Score};
pub use rules::Rules;
pub use set::PointSet;
