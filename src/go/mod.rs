//! The game of Go itself: board, rules, history and scores. It uses only the standard library and hashbrown, and knows
//! nothing of protocols, files, search or clocks.

pub mod board;
pub mod color;
pub mod game;
pub mod handicap;
pub mod key;
pub mod life;
pub mod options;
pub mod point;
pub mod points;
pub mod region;
pub mod rules;
pub mod score;
pub mod set;
pub mod status;

pub use board::{Board, Cell};
pub use color::{ByColor, Color};
pub use game::{Game, IllegalMove, Stretch};
pub use key::Key;
pub use options::RuleError;
pub use point::{MAX_SIZE, MIN_SIZE, Move, POINTS, Point};
pub use points::{Komi, Points, Score, Zi};
pub use rules::Rules;
pub use score::{GameResult, Tally};
pub use set::PointSet;
pub use status::Status;
