//! What the threads of one search share: the limits, who may go on, what is found so far.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::node::Node;
use super::ownership::{self, Tally};
use super::params::{Params, Selection};
use super::report::{self, Report};
use super::searcher::{Limits, Observer, Stop};
use super::tree::Tree;
use super::utility::ScoreScale;
use crate::features::Root;
use crate::go::{Board, Color, Game, PointSet};

/// More visits are not counted at one root, so that no counter overflows.
const MOST_VISITS: u64 = 1 << 31;

/// What the threads of one search share.
pub(super) struct Job<'a> {
    /// The game as networks see it.
    pub(super) described: Option<&'a Root<'a>>,
    pub(super) tree: &'a Tree,
    pub(super) params: &'a Params,
    /// How scores become utility, where a network judges.
    pub(super) scale: ScoreScale,
    pub(super) game: &'a Game,
    pub(super) root_board: &'a Board,
    pub(super) color: Color,
    pub(super) limits: &'a Limits,
    /// Eyes that no search without a network fills at its root.
    pub(super) eyes: PointSet,
    pub(super) stop: Stop<'a>,
    pub(super) started: Instant,
    /// Visits of the root from earlier searches.
    pub(super) kept: u64,
    /// What each thread knows of who owns which point; none where nobody looks before the end.
    pub(super) tallies: Vec<Mutex<Tally>>,
    /// Playouts begun or refused.
    pub(super) tickets: AtomicU64,
    pub(super) done: AtomicBool,
    pub(super) running: AtomicUsize,
}

/// A thread that searches, until it ends: by itself or by a panic, which ends the search.
pub(super) struct Running<'a>(&'a Job<'a>);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.done.store(true, Relaxed);
        }
        self.0.running.fetch_sub(1, Relaxed);
    }
}

impl Job<'_> {
    /// Says that a thread searches; it is one of those counted from the start.
    pub(super) const fn running(&self) -> Running<'_> {
        Running(self)
    }

    pub(super) fn playouts(&self) -> u64 {
        self.tickets
            .load(Relaxed)
            .min(self.limits.playouts.unwrap_or(u64::MAX))
    }

    /// Whether a thread may begin one more playout. The first of a search always may.
    pub(super) fn admit(&self) -> bool {
        if self.done.load(Relaxed) {
            return false;
        }
        let ticket = self.tickets.fetch_add(1, Relaxed);
        if ticket == 0 {
            return true;
        }
        if self.is_finished(ticket) {
            self.done.store(true, Relaxed);
            self.tickets.fetch_sub(1, Relaxed);
            return false;
        }
        true
    }

    /// Starts a thread of the search and tells whether the system gave one: the search goes on with those that there are.
    pub(super) fn start<'scope>(
        &self,
        scope: &'scope std::thread::Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> bool {
        let started = std::thread::Builder::new().spawn_scoped(scope, work);
        if let Err(error) = &started {
            log::warn!("no thread for the search: {error}");
            self.running.fetch_sub(1, Relaxed);
        }
        started.is_ok()
    }

    /// Playouts that even a search which is told to stop at once makes, in some milliseconds, so as not to answer blindly.
    pub(super) const fn least(&self) -> u64 {
        match self.params.selection {
            _ if self.limits.at_once => 1,
            Selection::Rave => 100,
            Selection::Puct => 4,
        }
    }

    /// Playouts that a search makes though the tree it found has all the visits it may have: they alone say who owns the points.
    const fn fresh(&self) -> u64 {
        match self.params.selection {
            Selection::Rave if !self.limits.at_once => 32,
            _ => 1,
        }
    }

    pub(super) fn is_finished(&self, ticket: u64) -> bool {
        let most = self.limits.visits.unwrap_or(u64::MAX).min(MOST_VISITS);
        if self.limits.playouts.is_some_and(|most| ticket >= most)
            || (self.kept + ticket >= most && ticket >= most.min(self.fresh()))
            || (ticket >= self.least() && (self.stop)())
        {
            return true;
        }
        let timed = self.limits.maximum.is_some();
        let elapsed = if timed {
            self.started.elapsed()
        } else {
            Duration::ZERO
        };
        if self
            .limits
            .maximum
            .is_some_and(|maximum| elapsed >= maximum)
        {
            return true;
        }
        // Playouts are quick and many, a network's judgements neither.
        let judged = self.params.selection == Selection::Puct;
        if judged || ticket.is_multiple_of(64) {
            if self.limits.target.is_some_and(|target| elapsed >= target) && self.is_settled() {
                return true;
            }
            if self.limits.early_stop && self.cannot_change(ticket, elapsed) {
                return true;
            }
        }
        false
    }

    /// The moves of the root that may be chosen.
    fn considered(&self) -> impl Iterator<Item = &Node> {
        let children = self.tree.children(self.tree.root()).iter();
        children.filter(|node| self.considers(node))
    }

    /// Whether a move of the root may be chosen: superko allows it, the limits leave it, and it fills no eye to no purpose.
    pub(super) fn considers(&self, node: &Node) -> bool {
        let mv = node.mv();
        let fills = mv.point().is_some_and(|point| self.eyes.contains(point));
        !(fills || node.is_banned() || self.limits.avoid.forbids(self.color, 0, mv))
    }

    /// Whether the most visited move is also the one of the best value.
    pub(super) fn is_settled(&self) -> bool {
        let most = self.considered().max_by_key(|child| child.visits());
        let visits = most.map_or(0, Node::visits);
        let mean = most.and_then(Node::mean).unwrap_or(0.0);
        !self
            .considered()
            .any(|child| child.visits() > visits / 8 && child.mean().unwrap_or(0.0) > mean + 0.005)
    }

    /// Whether the second move cannot get more visits than the first in what is left.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )] // an estimate
    pub(super) fn cannot_change(&self, ticket: u64, elapsed: Duration) -> bool {
        // With a network, visits alone do not decide, and what is found serves the next search: only time is worth saving.
        let (least, playouts) = match self.params.selection {
            Selection::Rave => (500, self.limits.playouts),
            Selection::Puct => (16, None),
        };
        let by_playouts = playouts.map(|most| most - ticket);
        let by_time = self
            .limits
            .maximum
            .filter(|_| ticket >= least)
            .map(|maximum| {
                let end = self.limits.target.unwrap_or(maximum).max(elapsed);
                let rate = ticket as f64 / elapsed.as_secs_f64().max(1e-6);
                (rate * end.saturating_sub(elapsed).as_secs_f64()) as u64
            });
        let Some(left) = by_playouts.into_iter().chain(by_time).min() else {
            return false;
        };
        let (mut first, mut second) = (0, 0);
        for child in self.considered() {
            let visits = u64::from(child.visits());
            if visits > first {
                (first, second) = (visits, first);
            } else if visits > second {
                second = visits;
            }
        }
        first - second > left
    }

    /// What is known now.
    pub(super) fn report(&self) -> Report {
        let (game, color) = (self.game, self.color);
        let mut report = report::build(self, game, color);
        report.playouts = self.playouts();
        report.elapsed = self.started.elapsed();
        if self.tallies.is_empty() {
            return report;
        }
        let tallies: Vec<Tally> = self
            .tallies
            .iter()
            .map(|tally| tally.lock().unwrap_or_else(PoisonError::into_inner).clone())
            .collect();
        report.ownership = ownership::of_all(&tallies, game, color);
        if self.limits.move_ownership {
            let children = self.tree.children(self.tree.root());
            for candidate in &mut report.candidates {
                let place = children.iter().position(|node| node.mv() == candidate.mv);
                if let Some(place) = place {
                    candidate.ownership = ownership::of_move(&tallies, place, game, color);
                }
            }
        }
        report
    }

    /// Calls the observer each interval until all threads have ended.
    pub(super) fn observe(&self, observer: &mut Observer) {
        let mut next = observer.first;
        while self.running.load(Relaxed) > 0 {
            let now = self.started.elapsed();
            let left = next.saturating_sub(now);
            if !left.is_zero() {
                std::thread::park_timeout(left.min(Duration::from_millis(50)));
                continue;
            }
            let report = self.report();
            if report.candidates.iter().any(|best| best.visits > 0) {
                (observer.call)(&report);
                next = (next + observer.interval).max(self.started.elapsed());
            } else {
                next = now + Duration::from_millis(5);
            }
        }
    }
}
