//! What a search found.

use std::time::Duration;

use crate::go::{Color, Move};

/// One move that the search looked at, seen from the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u64,
    /// Probability that the player to move wins after it, 0 to 1.
    pub winrate: f64,
    /// Mean of the playouts' scores: points by which the player to move is ahead.
    pub score: f64,
    /// Standard deviation of the playouts' scores, in points.
    pub score_stdev: f64,
    /// The evaluator's probability that this is the move, 0 to 1.
    pub prior: f64,
    /// Lower confidence bound of `winrate`, 0 to 1.
    pub lcb: f64,
    /// The principal variation, this move first; never empty.
    pub pv: Vec<Move>,
    /// Visits of each move of the principal variation.
    pub pv_visits: Vec<u64>,
}

/// What a search found at its root, seen from the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The player to move.
    pub color: Color,
    /// The moves, the best first; only those with at least one visit, and at least one wherever the game has a root.
    pub candidates: Vec<Candidate>,
    /// Visits of the root, those kept from earlier searches included.
    pub visits: u64,
    /// Playouts of this search alone.
    pub playouts: u64,
    /// Probability that the player to move wins, 0 to 1.
    pub winrate: f64,
    /// Mean of the playouts' scores: points by which the player to move is ahead.
    pub score: f64,
    /// Standard deviation of the playouts' scores, in points.
    pub score_stdev: f64,
    /// For each point, row by row from A1 ([`Board::points`](crate::go::Board::points)): 1 where the player to move owns it
    /// at the end of all playouts, -1 where the opponent does.
    pub ownership: Vec<f32>,
    /// Time spent.
    pub elapsed: Duration,
}
