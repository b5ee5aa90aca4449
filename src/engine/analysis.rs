//! Searches that others look into: analyses, and moves chosen while somebody watches.

use std::time::Duration;

use super::think::DEFAULT_TIME;
use super::{Decision, Engine};
use crate::go::Color;
use crate::search::node::Node;
use crate::search::{Avoid, Limits, Observer, Report, Stop};

/// What is asked of an analysis, or of a search for a move that is watched.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// Time between two reports; `None` for none on the way.
    pub interval: Option<Duration>,
    /// Moves that are not considered.
    pub avoid: Avoid,
    /// Moves that a report names at least, where there are so many.
    pub min_moves: usize,
    /// Whether a report says of each move who owns which point after it.
    pub move_ownership: bool,
    /// Visits of the position after which the search ends by itself.
    pub visits: Option<u64>,
}

/// Size of a search tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeSize {
    /// Nodes in use.
    pub nodes: usize,
    /// Nodes that there is room for.
    pub capacity: usize,
    /// Memory of the nodes in use.
    pub bytes: usize,
}

/// What a move is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To win the game.
    Game,
    /// To clean up: no pass as long as dead stones of the opponent stand on the board.
    Cleanup,
}

impl Analysis {
    /// Puts into the limits what the search has to know.
    pub(super) fn limit(&self, limits: &mut Limits) {
        limits.avoid = self.avoid.clone();
        limits.min_moves = self.min_moves;
        limits.move_ownership = self.move_ownership;
        limits.visits = self.visits.or(limits.visits);
    }

    pub(super) fn observer<'a>(&self, call: &'a mut dyn FnMut(&Report)) -> Option<Observer<'a>> {
        self.interval.map(|interval| Observer {
            first: interval / 2,
            interval,
            call,
        })
    }
}

/// Most playouts of [`Engine::look`], and those where a network judges them.
const LOOK_PLAYOUTS: u64 = 1000;
const LOOK_JUDGED: u64 = 100;

/// Most time of [`Engine::look`].
const LOOK_TIME: Duration = Duration::from_secs(2);

impl Engine {
    /// Searches the position for `color` without playing and calls `observer` each interval, until `stop` or the analysis's
    /// own limit: neither clock nor limits of moves count. Returns what was found in the end.
    pub fn analyze(
        &mut self,
        color: Color,
        analysis: &Analysis,
        stop: Stop,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        let mut limits = Limits::default();
        analysis.limit(&mut limits);
        self.search(color, &limits, stop, analysis.observer(observer))
    }

    /// Chooses a move and plays it, as [`genmove`](Self::genmove) does, and calls `observer` each interval. Returns what was
    /// found in the end, too.
    pub fn genmove_watched(
        &mut self,
        color: Color,
        purpose: Purpose,
        analysis: &Analysis,
        stop: Stop,
        observer: &mut dyn FnMut(&Report),
    ) -> (Decision, Report) {
        self.thinking = Some(color);
        let (decision, report) = self.choose(color, purpose, analysis, stop, observer);
        match decision {
            Decision::Move(mv) => {
                self.game.force(color, mv);
                self.resigned = None;
            }
            Decision::Resign => self.resigned = Some((color, self.game.moves().len())),
        }
        (decision, report)
    }

    /// Chooses a move in the time of a move, but plays nothing, and no clock runs.
    pub fn search_watched(
        &mut self,
        color: Color,
        analysis: &Analysis,
        stop: Stop,
        observer: &mut dyn FnMut(&Report),
    ) -> (Decision, Report) {
        let lost = self.lost;
        let found = self.choose(color, Purpose::Game, analysis, stop, observer);
        self.lost = lost;
        found
    }

    /// A short look at the position for `color`: every legal move is named, those without visits too.
    pub fn look(&mut self, color: Color, stop: Stop) -> Report {
        let limits = Limits {
            playouts: Some(self.config.playouts.unwrap_or(u64::MAX).min(
                if self.serving_network().is_some() {
                    LOOK_JUDGED
                } else {
                    LOOK_PLAYOUTS
                },
            )),
            maximum: Some(LOOK_TIME),
            min_moves: usize::MAX,
            ..Limits::default()
        };
        self.search(color, &limits, stop, None)
    }

    /// A search of the position with a tree of its own and so many playouts, which leaves no trace: for measuring.
    pub fn benchmark(&mut self, color: Color, playouts: u64, stop: Stop) -> Report {
        let limits = Limits {
            playouts: Some(playouts),
            ..Limits::default()
        };
        let mut searcher = self.new_searcher(self.config.threads, self.search_seed());
        searcher.search(&self.game, color, &limits, self.search_seed(), stop, None)
    }

    /// Searches the position for `color` with an empty tree, so that nothing found before counts: to so many playouts, or for
    /// so long, whichever comes first; without both for the time of a move without a clock.
    pub fn examine(
        &mut self,
        color: Color,
        playouts: Option<u64>,
        time: Option<Duration>,
        stop: Stop,
    ) -> Report {
        self.clear_tree();
        let limits = Limits {
            playouts,
            maximum: time.or(playouts.is_none().then_some(DEFAULT_TIME)),
            ..Limits::default()
        };
        self.search(color, &limits, stop, None)
    }

    /// What the last search for a move found, and the move; `None` before the first one of a game.
    #[must_use]
    pub const fn last_choice(&self) -> Option<&(Decision, Report)> {
        self.last_choice.as_ref()
    }

    /// Forgets what earlier searches found.
    pub fn clear_tree(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.forget();
        }
    }

    /// How many positions the network was asked about, and how many of those answers were known from before; `None` without a
    /// network and before the first search.
    #[must_use]
    pub fn remembered(&self) -> Option<(u64, u64)> {
        self.searcher.as_ref()?.remembered()
    }

    /// Size of the search tree; `None` before the first search.
    #[must_use]
    pub fn tree_size(&self) -> Option<TreeSize> {
        let (nodes, capacity) = self.searcher.as_ref()?.nodes();
        Some(TreeSize {
            nodes,
            capacity,
            bytes: nodes * size_of::<Node>(),
        })
    }
}
