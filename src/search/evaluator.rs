//! What judges a leaf of the tree: playouts, or a network.

use crate::go::{Board, Color, Game, Move, POINTS, Point};

use super::node::Prior;
use crate::features::Root;

/// A position inside the search.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// The game's description for networks, where it has been made.
    pub root: Option<&'a Root<'a>>,
    /// The game up to the root.
    pub game: &'a Game,
    /// The moves from the root to here, colours alternating.
    pub path: &'a [Move],
    /// The stones here.
    pub board: &'a Board,
    /// The player to move here.
    pub color: Color,
    /// The last move's point; [`Point::NONE`] for a pass or none.
    pub last: Point,
    /// Whether the last two moves were passes: the game is over here.
    pub is_over: bool,
}

/// A judgement, filled by an evaluator. Reused from leaf to leaf.
pub struct Evaluation {
    /// Probability that Black wins, 0 to 1; a draw counts half.
    pub value: f32,
    /// Points by which Black is ahead.
    pub score: f32,
    /// Mean and standard deviation of the final score, from Black's side, where a network says so: they make the utility.
    pub final_score: (f32, f32),
    /// Plays that followed in turn after the leaf ([`Point::NONE`] for a pass), for RAVE; empty where there are none.
    pub playout: Vec<Point>,
    /// The moves to consider, where they were asked for.
    pub priors: Vec<Prior>,
    /// Sums, by point, of 1 where Black owns it at the end, -1 where White does.
    pub ownership: Box<[f64; POINTS]>,
    /// Number of judgements in `ownership`.
    pub ownership_count: u32,
}

impl Evaluation {
    /// Room for judgements.
    #[must_use]
    pub fn new() -> Self {
        Self {
            value: 0.5,
            score: 0.0,
            final_score: (0.0, 0.0),
            playout: Vec::with_capacity(2048),
            priors: Vec::with_capacity(640),
            ownership: Box::new([0.0; POINTS]),
            ownership_count: 0,
        }
    }

    /// Forgets the ownership counted so far.
    pub fn clear_ownership(&mut self) {
        self.ownership.fill(0.0);
        self.ownership_count = 0;
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::new()
    }
}

/// Judges positions. Each search thread has its own.
pub trait Evaluator: Send {
    /// Judges a position: sets value, score and playout of `out` and adds to its ownership. With `want_priors` it also fills
    /// the priors with every legal move (superko is the tree's matter) and the pass.
    fn evaluate(&mut self, position: &Position, want_priors: bool, out: &mut Evaluation);

    /// Starts the random numbers afresh.
    fn reseed(&mut self, seed: u64);

    /// How many positions it has been asked about, with all others that share its memory, and how many of those it remembered;
    /// `None` where it remembers none.
    fn remembered(&self) -> Option<(u64, u64)> {
        None
    }

    /// Whether it has failed and judges no more: what it filled since then means nothing.
    fn has_failed(&self) -> bool {
        false
    }

    /// Forgets positions that it has judged, where it remembers any.
    fn forget(&mut self) {}
}
