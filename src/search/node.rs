//! A node of the search tree: a move and what is known of it. The only shared mutable state of a search.
//!
//! Threads share nodes without locks. All counters are atomics with relaxed order: a sum and its count may be read from
//! different moments, which the search tolerates. Values are kept from the side of the player who made the move.

use std::sync::atomic::{
    AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed,
    Ordering::Release,
};

use crate::go::{Move, Point};

/// Units of a value of one in the sums.
const ONE: f64 = 65_536.0;
/// Units of a point in the sums of scores: komi is told in hundredths.
const HUNDREDTHS: f32 = 100.0;
/// Scores beyond ten thousand points count as such in the sum of squares, so that it does not overflow.
const MOST_SCORE: u64 = 1_000_000;
/// Marks a move that turned out to repeat a position.
const BANNED: u16 = 0x8000;
/// Marks a node whose children are another one's too.
const SHARED: u16 = 0x4000;
/// `first_child` while a thread makes the children.
const BUSY: u32 = u32::MAX;

/// Where a node lies in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// What an evaluator expects of a move before it is tried, from the side of the player who makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// The move.
    pub mv: Move,
    /// Probability that this is the move, 0 to 1.
    pub policy: f32,
    /// Virtual visits that stand for what is known of it.
    pub visits: f32,
    /// Mean value of the virtual visits, 0 to 1.
    pub value: f32,
}

/// Counters of a node, read together.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stats {
    /// Visits, those under way included.
    pub visits: f32,
    /// Sum of values of the visits that have ended.
    pub value: f32,
    /// Playouts in which the player made this move later (all moves as first).
    pub rave_visits: f32,
    /// Sum of their values.
    pub rave_value: f32,
    /// Virtual visits.
    pub prior_visits: f32,
    /// Mean value of the virtual visits.
    pub prior_value: f32,
    /// Probability of the move by the evaluator.
    pub policy: f32,
    /// Sum of the scores of the visits, in points.
    pub score: f32,
}

/// What a node of a tree whose leaves a network judges knows of its utility, see [`utility`](super::utility). All of it is
/// seen by the player who made the move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judged {
    /// Visits that have ended.
    pub visits: u32,
    /// Visits under way.
    pub under_way: u32,
    /// Utility of the node by itself, without its children.
    pub own: f32,
    /// Mean utility of the node and its children.
    pub mean: f32,
    /// Mean of the utility's square.
    pub square: f32,
    /// How much the mean tells: as many as the visits, less those that were found not to count.
    pub weight: f32,
    /// Probability of the move by the network.
    pub policy: f32,
}

/// A node. See the [module](self). Trees that a network judges know neither RAVE nor virtual visits: there `rave_visits`
/// counts the visits that have ended, `rave_value` holds mean and mean square of the utility as two floats, `prior_value` the
/// node's own utility ([`Judged`]) and `prior_visits` its place in the [table of corrections](super::bias).
#[derive(Default)]
pub struct Node {
    first_child: AtomicU32,
    child_count: AtomicU16,
    mv: AtomicU16,
    visits: AtomicU32,
    rave_visits: AtomicU32,
    value: AtomicU64,
    rave_value: AtomicU64,
    score: AtomicI64,
    score_squares: AtomicU64,
    policy: AtomicU32,
    prior_visits: AtomicU32,
    prior_value: AtomicU32,
    weight: AtomicU32,
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // values are 0 to 1
fn fixed(value: f32) -> u64 {
    (f64::from(value) * ONE) as u64
}

fn float(sum: u64) -> f64 {
    sum as f64 / ONE
}

impl Node {
    /// Makes it a fresh node of a move.
    pub(super) fn reset(&self, prior: &Prior) {
        self.first_child.store(0, Relaxed);
        self.child_count.store(0, Relaxed);
        self.mv.store(encode(prior.mv), Relaxed);
        self.visits.store(0, Relaxed);
        self.rave_visits.store(0, Relaxed);
        self.value.store(0, Relaxed);
        self.rave_value.store(0, Relaxed);
        self.score.store(0, Relaxed);
        self.score_squares.store(0, Relaxed);
        self.policy.store(prior.policy.to_bits(), Relaxed);
        self.prior_visits.store(prior.visits.to_bits(), Relaxed);
        self.prior_value.store(prior.value.to_bits(), Relaxed);
        self.weight.store(0, Relaxed);
    }

    /// Makes it a copy of another node, without children.
    pub(super) fn copy_from(&self, other: &Self) {
        self.first_child.store(0, Relaxed);
        self.child_count.store(0, Relaxed);
        self.mv.store(other.mv.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.rave_visits
            .store(other.rave_visits.load(Relaxed), Relaxed);
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.rave_value
            .store(other.rave_value.load(Relaxed), Relaxed);
        self.score.store(other.score.load(Relaxed), Relaxed);
        self.score_squares
            .store(other.score_squares.load(Relaxed), Relaxed);
        self.policy.store(other.policy.load(Relaxed), Relaxed);
        self.prior_visits
            .store(other.prior_visits.load(Relaxed), Relaxed);
        self.prior_value
            .store(other.prior_value.load(Relaxed), Relaxed);
        self.weight.store(other.weight.load(Relaxed), Relaxed);
    }

    /// The move that leads here.
    #[inline]
    #[must_use]
    pub fn mv(&self) -> Move {
        decode(self.mv.load(Relaxed) & !(BANNED | SHARED))
    }

    /// Marks the move as one that repeats a position: it is never selected again.
    pub fn ban(&self) {
        self.mv.fetch_or(BANNED, Relaxed);
    }

    /// Whether the move is banned.
    #[inline]
    #[must_use]
    pub fn is_banned(&self) -> bool {
        self.mv.load(Relaxed) & BANNED != 0
    }

    /// Marks the node as one of several that have the same children: their moves lead to the same position.
    pub(super) fn share(&self) {
        self.mv.fetch_or(SHARED, Relaxed);
    }

    /// Whether other nodes have the same children.
    #[inline]
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.mv.load(Relaxed) & SHARED != 0
    }

    /// The node's place in the [table of corrections](super::bias); 0 for none.
    #[must_use]
    pub fn slot(&self) -> u32 {
        self.prior_visits.load(Relaxed)
    }

    /// Sets the place in the table of corrections.
    pub(super) fn set_slot(&self, slot: u32) {
        self.prior_visits.store(slot, Relaxed);
    }

    /// The first child and the number of children; `None` where there are none yet.
    #[inline]
    #[must_use]
    pub fn children(&self) -> Option<(NodeId, u16)> {
        let first = self.first_child.load(Acquire);
        (first != 0 && first != BUSY).then(|| (NodeId(first), self.child_count.load(Relaxed)))
    }

    /// Claims the making of the children; true for one thread only, which must [`publish`](Self::publish) or
    /// [`release`](Self::release).
    pub(super) fn claim(&self) -> bool {
        self.first_child
            .compare_exchange(0, BUSY, Acquire, Relaxed)
            .is_ok()
    }

    /// Gives the claim up without children.
    pub(super) fn release(&self) {
        self.first_child.store(0, Release);
    }

    /// Shows the finished children to all threads.
    pub(super) fn publish(&self, first: NodeId, count: u16) {
        self.child_count.store(count, Relaxed);
        self.first_child.store(first.0, Release);
    }

    /// Visits, those under way included.
    #[inline]
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Begins a visit: until it ends it counts as a loss, so that other threads look elsewhere.
    #[inline]
    pub fn begin_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Takes back a visit that was begun in vain.
    pub fn cancel_visit(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    /// Ends a visit: `value` from 0 to 1 and `score` in points, from the side of the player who made the move.
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // scores are within the board and komi
    pub fn end_visit(&self, value: f32, score: f32) {
        self.value.fetch_add(fixed(value), Relaxed);
        // Rounded: a cast cuts.
        let score = (score * HUNDREDTHS + 0.5_f32.copysign(score)) as i64;
        self.score.fetch_add(score, Relaxed);
        let score = score.unsigned_abs().min(MOST_SCORE);
        self.score_squares.fetch_add(score * score, Relaxed);
    }

    /// Counts a playout in which the player made this move later. Updates of two threads at once may lose one of them.
    #[inline]
    pub fn add_rave(&self, value: f32) {
        self.rave_visits
            .store(self.rave_visits.load(Relaxed).wrapping_add(1), Relaxed);
        self.rave_value.store(
            self.rave_value.load(Relaxed).wrapping_add(fixed(value)),
            Relaxed,
        );
    }

    /// The counters.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // formulas need no more
    pub fn stats(&self) -> Stats {
        Stats {
            visits: self.visits.load(Relaxed) as f32,
            value: float(self.value.load(Relaxed)) as f32,
            rave_visits: self.rave_visits.load(Relaxed) as f32,
            rave_value: float(self.rave_value.load(Relaxed)) as f32,
            prior_visits: f32::from_bits(self.prior_visits.load(Relaxed)),
            prior_value: f32::from_bits(self.prior_value.load(Relaxed)),
            policy: f32::from_bits(self.policy.load(Relaxed)),
            score: self.score.load(Relaxed) as f32 / HUNDREDTHS,
        }
    }

    /// Counts a visit as ended in a tree that a network judges. After [`end_visit`](Self::end_visit).
    pub fn count_visit(&self) {
        self.rave_visits.fetch_add(1, Relaxed);
    }

    /// Sets the node's own utility.
    pub fn set_own_utility(&self, own: f32) {
        self.prior_value.store(own.to_bits(), Relaxed);
    }

    /// Sets what is now known of the utility: its mean, that of its square, and how much they tell.
    pub fn set_utility(&self, mean: f32, square: f32, weight: f32) {
        let pair = u64::from(mean.to_bits()) << 32 | u64::from(square.to_bits());
        self.rave_value.store(pair, Relaxed);
        self.weight.store(weight.to_bits(), Relaxed);
    }

    /// What is known of the utility.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // the halves of a pair
    pub fn judged(&self) -> Judged {
        let visits = self.rave_visits.load(Relaxed);
        let pair = self.rave_value.load(Relaxed);
        Judged {
            visits,
            under_way: self.visits.load(Relaxed).saturating_sub(visits),
            own: f32::from_bits(self.prior_value.load(Relaxed)),
            mean: f32::from_bits((pair >> 32) as u32),
            square: f32::from_bits(pair as u32),
            weight: f32::from_bits(self.weight.load(Relaxed)),
            policy: f32::from_bits(self.policy.load(Relaxed)),
        }
    }

    /// Mean value of the visits, 0 to 1; `None` before the first.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let visits = self.visits();
        (visits > 0).then(|| float(self.value.load(Relaxed)) / f64::from(visits))
    }

    /// Mean and standard deviation of the scores, in points, from the side of the player who made the move.
    #[must_use]
    pub fn score(&self) -> (f64, f64) {
        let visits = f64::from(self.visits().max(1));
        let point = f64::from(HUNDREDTHS);
        let mean = self.score.load(Relaxed) as f64 / visits;
        let squares = self.score_squares.load(Relaxed) as f64 / visits;
        let deviation = (squares - mean * mean).max(0.0).sqrt();
        (mean / point, deviation / point)
    }
}

#[allow(clippy::cast_possible_truncation)] // an index is below POINTS
fn encode(mv: Move) -> u16 {
    mv.point().unwrap_or(Point::NONE).index() as u16
}

fn decode(code: u16) -> Move {
    if code == 0 {
        Move::Pass
    } else {
        Move::Play(Point::from_index(usize::from(code)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_exact_to_hundredths() {
        for score in [24.93, -24.93, 0.5, 0.0, -361.07] {
            let node = Node::default();
            for _ in 0..1000 {
                node.begin_visit();
                node.end_visit(1.0, score);
            }
            let (mean, deviation) = node.score();
            assert!((mean - f64::from(score)).abs() < 1e-4, "{mean} of {score}");
            assert!(deviation < 1e-6, "{deviation} of {score}");
        }
        let node = Node::default();
        for score in [1.5, -0.5] {
            node.begin_visit();
            node.end_visit(0.5, score);
        }
        assert_eq!(node.score(), (0.5, 1.0));
    }
}
