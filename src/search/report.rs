//! What a search found.

use std::time::Duration;

use super::job::Job;
use super::node::{Node, NodeId};
use super::params::Selection;
use super::preference;
use super::tree::Tree;
use crate::go::{Color, Game, Move};

/// One move that the search looked at, seen from the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u64,
    /// Probability that the player to move wins after it, 0 to 1.
    pub winrate: f64,
    /// Mean of the playouts' scores, or of the network's leads: points by which the player to move is ahead.
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
    /// As [`Report::ownership`], for the judgements after this move alone; empty unless it was asked for.
    pub ownership: Vec<f32>,
}

/// What a search found at its root, seen from the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The player to move.
    pub color: Color,
    /// The moves, the best first; only those with at least one visit, unless [more](super::Limits::min_moves) were asked for.
    pub candidates: Vec<Candidate>,
    /// Visits of the root, those kept from earlier searches included.
    pub visits: u64,
    /// Playouts of this search alone.
    pub playouts: u64,
    /// Probability that the player to move wins, 0 to 1.
    pub winrate: f64,
    /// Mean of the playouts' scores, or of the network's leads: points by which the player to move is ahead.
    pub score: f64,
    /// Standard deviation of the playouts' scores, in points.
    pub score_stdev: f64,
    /// For each point, row by row from A1 ([`Board::points`](crate::go::Board::points)): 1 where the player to move owns it
    /// at the end of all playouts, -1 where the opponent does.
    pub ownership: Vec<f32>,
    /// Time spent.
    pub elapsed: Duration,
}

/// Values by point, row by row from the bottom, in the order of rows from the top.
pub fn from_top<T: Copy>(values: &[T]) -> impl Iterator<Item = T> + '_ {
    let size = values.len().isqrt().max(1);
    values.chunks(size).rev().flatten().copied()
}

/// The standard deviation of a point's ownership, from its mean: in each judgement the point is one side's or the other's.
#[must_use]
pub fn deviation(ownership: f32) -> f32 {
    (1.0 - ownership * ownership).max(0.0).sqrt()
}

/// Reads a report off a search's tree; playouts, time and ownership are the caller's to add.
#[must_use]
pub(super) fn build(job: &Job, game: &Game, color: Color) -> Report {
    let (tree, limits, params) = (job.tree, job.limits, job.params);
    let root = tree.node(tree.root());
    let (visited, fresh): (Vec<_>, Vec<_>) = tree
        .children(tree.root())
        .iter()
        .enumerate()
        .filter(|(_, node)| job.considers(node))
        .partition(|(_, node)| node.visits() > 0);
    let mut candidates: Vec<Candidate> = visited
        .iter()
        .filter_map(|(place, _)| candidate(tree, tree.child(tree.root(), *place)?, game))
        .collect();
    candidates.sort_by(|a, b| {
        b.visits
            .cmp(&a.visits)
            .then(b.winrate.total_cmp(&a.winrate))
    });
    if params.selection == Selection::Puct {
        let judged: Vec<_> = visited.iter().map(|(_, node)| node.judged()).collect();
        let weights = preference::weights(&root.judged(), &judged, &params.puct);
        let weight = |candidate: &Candidate| {
            let place = visited
                .iter()
                .position(|(_, node)| node.mv() == candidate.mv);
            place.map_or(0.0, |place| weights[place])
        };
        candidates.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    }
    let missing = limits.min_moves.saturating_sub(candidates.len());
    if missing > 0 {
        let mut others: Vec<_> = fresh.iter().map(|(_, node)| untried(node, root)).collect();
        others.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        candidates.extend(others.into_iter().take(missing));
    }
    let (score, score_stdev) = root.score();
    Report {
        color,
        candidates,
        visits: u64::from(root.visits()),
        playouts: 0,
        // The root's own sums are from the side of who moved last.
        winrate: 1.0 - root.mean().unwrap_or(0.5),
        score: -score,
        score_stdev,
        ownership: Vec::new(),
        elapsed: Duration::ZERO,
    }
}

/// A child of the root with its principal variation.
fn candidate(tree: &Tree, id: NodeId, game: &Game) -> Option<Candidate> {
    let node = tree.node(id);
    let visits = node.visits();
    let winrate = node.mean()?.clamp(0.0, 1.0);
    let (score, score_stdev) = node.score();
    let deviation = (winrate * (1.0 - winrate) / f64::from(visits)).sqrt();
    let (pv, pv_visits) = variation(tree, id, 2 * game.board().area());
    Some(Candidate {
        mv: node.mv(),
        visits: u64::from(visits),
        winrate,
        score,
        score_stdev,
        prior: f64::from(node.stats().policy),
        lcb: (winrate - 1.96 * deviation).max(0.0),
        pv,
        pv_visits,
        ownership: Vec::new(),
    })
}

/// A child of the root that has no visits yet. Its win rate is that of the playouts in which the move came later, or else the
/// root's; its score is the root's.
fn untried(node: &Node, root: &Node) -> Candidate {
    let stats = node.stats();
    let winrate = if stats.rave_visits > 0.0 {
        f64::from(stats.rave_value / stats.rave_visits)
    } else {
        1.0 - root.mean().unwrap_or(0.5)
    };
    let (score, score_stdev) = root.score();
    Candidate {
        mv: node.mv(),
        visits: 0,
        winrate: winrate.clamp(0.0, 1.0),
        score: -score,
        score_stdev,
        prior: f64::from(stats.policy),
        lcb: 0.0,
        pv: vec![node.mv()],
        pv_visits: vec![0],
        ownership: Vec::new(),
    }
}

/// The most visited line from a node on, at most `limit` moves.
fn variation(tree: &Tree, mut id: NodeId, limit: usize) -> (Vec<Move>, Vec<u64>) {
    let mut moves = vec![tree.node(id).mv()];
    let mut visits = vec![u64::from(tree.node(id).visits())];
    while moves.len() < limit {
        let best = tree
            .children(id)
            .iter()
            .enumerate()
            .filter(|(_, child)| child.visits() > 0 && !child.is_banned())
            .max_by_key(|(place, child)| (child.visits(), std::cmp::Reverse(*place)));
        let Some((place, child)) = best else { break };
        moves.push(child.mv());
        visits.push(u64::from(child.visits()));
        let Some(next) = tree.child(id, place) else {
            break;
        };
        id = next;
    }
    (moves, visits)
}
