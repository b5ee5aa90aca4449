//! The search: threads that grow one tree.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::avoid::Avoid;
use super::evaluator::Evaluator;
use super::job::Job;
use super::monte_carlo::MonteCarlo;
use super::node::Node;
use super::ownership::{self, Tally};
use super::params::{Params, Selection};
use super::priors;
use super::report::Report;
use super::tree::Tree;
use super::worker::Worker;
use crate::features::Root;
use crate::go::{Board, Color, Game, Komi, Move, PointSet, Rules};

/// When a search ends.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Most playouts of this search.
    pub playouts: Option<u64>,
    /// Time after which the search ends if the best move is settled.
    pub target: Option<Duration>,
    /// Time after which it ends in any case.
    pub maximum: Option<Duration>,
    /// Whether it may end before its limits once no other move can catch up.
    pub early_stop: bool,
    /// Most visits of the root, those kept from earlier searches included.
    pub visits: Option<u64>,
    /// Whether the search ends as soon as it is told to, however little was found: nobody waits for its answer.
    pub at_once: bool,
    /// Moves that are not considered. Where this leaves no move at the root, the pass is considered all the same.
    pub avoid: Avoid,
    /// The report names at least so many moves, where there are so many: also such as have no visits.
    pub min_moves: usize,
    /// Whether the report says of each move who owns which point after it.
    pub move_ownership: bool,
}

/// Asked by a search again and again: true ends it at once, with the best answer so far.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Called each interval of a search with what is known so far. Not called before a move has been visited, nor at the end.
pub struct Observer<'a> {
    /// Time to the first call.
    pub first: Duration,
    /// Time between two calls.
    pub interval: Duration,
    /// The call.
    pub call: &'a mut dyn FnMut(&Report),
}

/// A tree and the threads that grow it. Keeps the tree between searches of one game.
pub struct Searcher {
    params: Arc<Params>,
    /// The parameters of the playouts that take the place of evaluators which fail.
    in_need: Option<Params>,
    tree: Tree,
    spare: Tree,
    workers: Vec<Worker>,
    known: Option<Known>,
    memory: usize,
    size: Option<usize>,
}

/// The game that the tree belongs to.
struct Known {
    start: Board,
    passed_before: Option<Color>,
    rules: Rules,
    komi: Komi,
    moves: Vec<(Color, Move)>,
}

impl Searcher {
    /// A search with `threads` threads whose trees use at most `memory` bytes.
    #[must_use]
    pub fn new(params: Params, threads: usize, memory: usize) -> Self {
        let params = Arc::new(params);
        let evaluators = playouts(&params, threads.max(1));
        Self::with_evaluators(params, evaluators, memory, None)
    }

    /// A search with a thread for each of the evaluators, at least one. They serve for boards of `size` lines, or for all.
    #[must_use]
    pub fn with_evaluators(
        params: Arc<Params>,
        evaluators: Vec<Box<dyn Evaluator>>,
        memory: usize,
        size: Option<usize>,
    ) -> Self {
        let workers = evaluators.into_iter().map(Worker::new).collect();
        let tree = |bytes| Tree::new(bytes, Color::Black);
        Self {
            params,
            in_need: None,
            tree: tree(memory / 2),
            spare: tree(memory / 2),
            workers,
            known: None,
            memory,
            size,
        }
    }

    /// Whether it was made for this number of threads and this memory, and serves for boards of `size` lines.
    #[must_use]
    pub fn fits(&self, threads: usize, memory: usize, size: usize) -> bool {
        self.workers.len() == threads.max(1)
            && self.memory == memory
            && self.size.is_none_or(|own| own == size)
    }

    /// The same, to serve for boards of `size` lines only.
    #[must_use]
    pub fn only_for(self, size: usize) -> Self {
        Self {
            size: Some(size),
            ..self
        }
    }

    /// The same, to go on with playouts by these parameters once an evaluator [fails](Evaluator::has_failed).
    #[must_use]
    pub fn or_playouts(self, params: Params) -> Self {
        Self {
            in_need: Some(params),
            ..self
        }
    }

    /// Puts playouts in the place of evaluators of which one has failed, and tells whether that was done.
    fn replace_failed(&mut self) -> bool {
        let failed = self
            .workers
            .iter()
            .any(|worker| worker.evaluator.has_failed());
        let Some(params) = self.in_need.take_if(|_| failed) else {
            return false;
        };
        self.params = Arc::new(params);
        let evaluators = playouts(&self.params, self.workers.len());
        self.workers = evaluators.into_iter().map(Worker::new).collect();
        self.clear();
        true
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.known = None;
        self.tree.clear(Color::Black);
    }

    /// Forgets the tree and all judgements.
    pub fn forget(&mut self) {
        self.clear();
        for worker in &mut self.workers {
            worker.evaluator.forget();
        }
    }

    /// The evaluator's probability of each legal move of a position, before any search: 0 to 1, together 1.
    pub fn policy(&mut self, game: &Game, color: Color, seed: u64) -> Vec<(Move, f64)> {
        loop {
            self.prepare(game, color);
            self.workers[0].begin(game, seed);
            self.workers[0].expand_root(&self.tree, &self.params, game, color);
            if !self.replace_failed() {
                break;
            }
        }
        let children = self.tree.children(self.tree.root());
        let policy = |node: &Node| f64::from(node.stats().policy.max(0.0));
        let total: f64 = children.iter().map(policy).sum();
        let total = if total > 0.0 { total } else { 1.0 };
        let moves = children.iter();
        moves
            .map(|node| (node.mv(), policy(node) / total))
            .collect()
    }

    /// Searches a position for `color`. Random numbers follow from `seed`: with one thread and a limit on playouts the
    /// search repeats itself. At least one playout is made.
    pub fn search(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        seed: u64,
        stop: Stop,
        mut observer: Option<Observer>,
    ) -> Report {
        let started = Instant::now();
        loop {
            let report =
                self.search_since(started, game, color, limits, seed, stop, observer.as_mut());
            if !self.replace_failed() {
                return report;
            }
        }
    }

    /// A search whose time began earlier.
    #[allow(clippy::too_many_arguments)] // those of a search
    fn search_since(
        &mut self,
        started: Instant,
        game: &Game,
        color: Color,
        limits: &Limits,
        seed: u64,
        stop: Stop,
        observer: Option<&mut Observer>,
    ) -> Report {
        // What is found with moves left out is of no use to other searches, nor theirs to it.
        let limited = limits.avoid.depth() > 0;
        // Who owns what after a move is known of the playouts of this search alone.
        if limited || limits.move_ownership {
            self.clear();
        }
        self.prepare(game, color);
        // A network looks at the game from the side of the player whose turn it is.
        let turned = (color != game.to_move() && self.params.selection == Selection::Puct)
            .then(|| game.turned(color));
        let game = turned.as_ref().unwrap_or(game);
        let mut seeds = crate::playout::Random::new(seed);
        for worker in &mut self.workers {
            worker.begin(game, seeds.seed());
        }
        let root_board = game.board();
        let scale = self.workers[0].expand_root(&self.tree, &self.params, game, color);
        let described = (self.params.selection == Selection::Puct).then(|| Root::new(game));
        let root = self.tree.root();
        let mut limits = limits.clone();
        let judged = self.params.selection == Selection::Puct;
        // Moves that somebody names are looked at, whatever they are.
        let eyes = if judged || limits.avoid.names_moves(color) {
            PointSet::EMPTY
        } else {
            priors::own_eyes(root_board, color)
        };
        let forbidden = |node: &Node| {
            let mv = node.mv();
            let fills = mv.point().is_some_and(|point| eyes.contains(point));
            fills || limits.avoid.forbids(color, 0, mv)
        };
        if self.tree.children(root).iter().all(forbidden) {
            limits.avoid.permit_pass();
        }
        let limits = &limits;
        let shared = observer.is_some() || limits.move_ownership;
        let job = Job {
            described: described.as_ref(),
            tree: &self.tree,
            params: &self.params,
            scale,
            game,
            root_board,
            color,
            limits,
            eyes,
            stop,
            started,
            kept: u64::from(self.tree.node(root).visits()),
            tallies: if shared {
                self.workers.iter().map(|_| Mutex::default()).collect()
            } else {
                Vec::new()
            },
            tickets: AtomicU64::new(0),
            done: AtomicBool::new(false),
            running: AtomicUsize::new(self.workers.len()),
        };
        match observer {
            None => std::thread::scope(|scope| {
                let (first, others) = self.workers.split_at_mut(1);
                for (index, worker) in (1..).zip(others) {
                    let job = &job;
                    job.start(scope, move || worker.run(job, index));
                }
                first[0].run(&job, 0);
            }),
            Some(observer) => {
                let caller = std::thread::current();
                let mut started = false;
                std::thread::scope(|scope| {
                    for (index, worker) in self.workers.iter_mut().enumerate() {
                        let (job, caller) = (&job, caller.clone());
                        started |= job.start(scope, move || {
                            worker.run(job, index);
                            caller.unpark();
                        });
                    }
                    job.observe(observer);
                });
                if !started {
                    // Without any thread nobody watches, but there is an answer.
                    self.workers[0].run(&job, 0);
                }
            }
        }
        let mut report = job.report();
        if job.tallies.is_empty() {
            report.ownership = ownership_of(&self.workers, game, color);
        }
        if limited {
            self.clear();
        }
        report
    }

    /// How many positions a network was asked about so far, and how many of those answers were known; `None` where playouts
    /// judge.
    #[must_use]
    pub fn remembered(&self) -> Option<(u64, u64)> {
        self.workers.first()?.evaluator.remembered()
    }

    /// Number of nodes in the tree, and of those there is room for.
    #[must_use]
    pub fn nodes(&self) -> (usize, usize) {
        (self.tree.len(), self.tree.capacity())
    }

    /// Makes the tree's root the position: keeps the part below the moves played since, where there is one.
    fn prepare(&mut self, game: &Game, color: Color) {
        let same = self.known.as_ref().is_some_and(|known| {
            known.rules == *game.rules()
                && known.komi == game.white_bonus()
                && game.moves().starts_with(&known.moves)
                && known.start == *game.start()
                && known.passed_before == game.passed_before()
        });
        let kept = same
            .then(|| self.known.as_ref().map_or(0, |known| known.moves.len()))
            .and_then(|len| {
                self.tree
                    .descend(&game.moves()[len..])
                    .map(|node| (node, len))
            });
        match kept {
            Some((_, len)) if len == game.moves().len() && self.tree.color() == color => {}
            Some((node, len)) if len < game.moves().len() && game.to_move() == color => {
                self.spare.copy_from(&self.tree, node, color);
                std::mem::swap(&mut self.tree, &mut self.spare);
            }
            _ => self.tree.clear(color),
        }
        // A network judges a position in which a pass would end the game otherwise at the root than below it.
        if self.params.selection == Selection::Puct && game.passes() > 0 {
            self.tree.clear(color);
        }
        self.known = Some(Known {
            start: game.start().clone(),
            passed_before: game.passed_before(),
            rules: *game.rules(),
            komi: game.white_bonus(),
            moves: game.moves().to_vec(),
        });
    }
}

/// So many evaluators by playouts.
fn playouts(params: &Arc<Params>, count: usize) -> Vec<Box<dyn Evaluator>> {
    (0..count)
        .map(|_| Box::new(MonteCarlo::new(Arc::clone(params), 0)) as Box<dyn Evaluator>)
        .collect()
}

/// The mean ownership over all threads, from the side of `color`.
fn ownership_of(workers: &[Worker], game: &Game, color: Color) -> Vec<f32> {
    let tallies: Vec<_> = workers
        .iter()
        .map(|worker| {
            let mut tally = Tally::default();
            tally.record(&worker.evaluation, None);
            tally
        })
        .collect();
    ownership::of_all(&tallies, game, color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;
    use crate::search::evaluator::{Evaluation, Position};

    /// Judges by playouts until it has failed, after so many of them.
    struct Failing {
        playouts: MonteCarlo,
        left: u32,
    }

    impl Evaluator for Failing {
        fn evaluate(&mut self, position: &Position, want_priors: bool, out: &mut Evaluation) {
            self.left = self.left.saturating_sub(1);
            self.playouts.evaluate(position, want_priors, out);
        }

        fn reseed(&mut self, seed: u64) {
            self.playouts.reseed(seed);
        }

        fn has_failed(&self) -> bool {
            self.left == 0
        }
    }

    #[test]
    fn playouts_take_the_place_of_what_fails() {
        let game = Game::new(5, Rules::default(), Komi::ZERO);
        let search = |searcher: &mut Searcher| {
            let limits = Limits {
                playouts: Some(100),
                ..Limits::default()
            };
            let mut report = searcher.search(&game, Color::Black, &limits, 1, &|| false, None);
            report.elapsed = Duration::ZERO;
            report
        };
        let expected = search(&mut Searcher::new(Params::default(), 1, 1 << 22));
        // At the root, on the way, and with the last playout.
        for left in [1, 50, 101] {
            let params = Arc::new(Params::default());
            let playouts = MonteCarlo::new(Arc::clone(&params), 0);
            let evaluator = Box::new(Failing { playouts, left });
            let searcher = Searcher::with_evaluators(params, vec![evaluator], 1 << 22, None);
            let mut searcher = searcher.or_playouts(Params::default());
            assert_eq!(search(&mut searcher), expected, "{left}");
            assert!(!searcher.workers[0].evaluator.has_failed());
        }
    }

    #[test]
    fn a_tree_is_kept_only_where_the_same_player_passed_first() {
        let rules = "wmsg".parse().expect("the name of a rule set");
        let game = |first: Color| {
            let mut game = Game::new(5, rules, Komi::ZERO);
            game.force(first, Move::Pass);
            game.set_up([(Point::new(2, 2), Some(Color::Black))], Some(Color::White));
            game
        };
        let mut searcher = Searcher::new(Params::default(), 1, 1 << 22);
        let limits = Limits {
            playouts: Some(50),
            ..Limits::default()
        };
        let mut visits = |first| {
            let game = game(first);
            let report = searcher.search(&game, Color::White, &limits, 1, &|| false, None);
            report.visits
        };
        let found = [Color::Black, Color::Black, Color::White].map(&mut visits);
        assert_eq!(found, [50, 100, 50]);
    }
}
