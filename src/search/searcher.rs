//! The search: threads that grow one tree.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::avoid::Avoid;
use super::evaluator::{Evaluation, Evaluator, Position};
use super::monte_carlo::MonteCarlo;
use super::node::{Judged, Node, NodeId};
use super::ownership::{self, Tally};
use super::params::{Params, Selection};
use super::report::{self, Report};
use super::select;
use super::tree::Tree;
use super::utility::{self, ScoreScale};
use crate::features::Root;
use crate::go::rules::Ko;
use crate::go::{Board, Color, Game, Key, Komi, Move, Point, PointSet, Rules};

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
    /// Moves that are not considered. Where this leaves no move at the root, the pass is considered all the same.
    pub avoid: Avoid,
    /// The report names at least so many moves, where there are so many: also such as have no visits.
    pub min_moves: usize,
    /// Whether the report says of each move who owns which point after it.
    pub move_ownership: bool,
}

/// More visits are not counted at one root, so that no counter overflows.
const MOST_VISITS: u64 = 1 << 31;

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
    rules: Rules,
    komi: Komi,
    moves: Vec<(Color, Move)>,
}

impl Searcher {
    /// A search with `threads` threads whose trees use at most `memory` bytes.
    #[must_use]
    pub fn new(params: Params, threads: usize, memory: usize) -> Self {
        let params = Arc::new(params);
        let evaluators = (0..threads.max(1))
            .map(|_| Box::new(MonteCarlo::new(Arc::clone(&params), 0)) as Box<dyn Evaluator>)
            .collect();
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

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.known = None;
        self.tree.clear(Color::Black);
    }

    /// The evaluator's probability of each legal move of a position, before any search: 0 to 1, together 1.
    pub fn policy(&mut self, game: &Game, color: Color, seed: u64) -> Vec<(Move, f64)> {
        self.prepare(game, color);
        self.workers[0].begin(game, seed);
        self.workers[0].expand_root(&self.tree, &self.params, game, color);
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
        observer: Option<Observer>,
    ) -> Report {
        let started = Instant::now();
        // What was found with moves left out below the root is of no use to other searches.
        let limited = limits.avoid.depth() > 1;
        if limited {
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
        let forbidden = |node: &Node| limits.avoid.forbids(color, 0, node.mv());
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
                std::thread::scope(|scope| {
                    for (index, worker) in self.workers.iter_mut().enumerate() {
                        let (job, caller) = (&job, caller.clone());
                        job.start(scope, move || {
                            worker.run(job, index);
                            caller.unpark();
                        });
                    }
                    job.observe(observer);
                });
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
            rules: *game.rules(),
            komi: game.white_bonus(),
            moves: game.moves().to_vec(),
        });
    }
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

/// What the threads of one search share.
struct Job<'a> {
    /// The game as networks see it.
    described: Option<&'a Root<'a>>,
    tree: &'a Tree,
    params: &'a Params,
    /// How scores become utility, where a network judges.
    scale: ScoreScale,
    game: &'a Game,
    root_board: &'a Board,
    color: Color,
    limits: &'a Limits,
    stop: Stop<'a>,
    started: Instant,
    /// Visits of the root from earlier searches.
    kept: u64,
    /// What each thread knows of who owns which point; none where nobody looks before the end.
    tallies: Vec<Mutex<Tally>>,
    /// Playouts begun or refused.
    tickets: AtomicU64,
    done: AtomicBool,
    running: AtomicUsize,
}

impl Job<'_> {
    fn playouts(&self) -> u64 {
        self.tickets
            .load(Relaxed)
            .min(self.limits.playouts.unwrap_or(u64::MAX))
    }

    /// Whether a thread may begin one more playout. The first of a search always may.
    fn admit(&self) -> bool {
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

    /// Starts a thread of the search; where the system gives none, the search goes on with those that there are.
    fn start<'scope>(
        &self,
        scope: &'scope std::thread::Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) {
        let started = std::thread::Builder::new().spawn_scoped(scope, work);
        if let Err(error) = started {
            log::warn!("no thread for the search: {error}");
            self.running.fetch_sub(1, Relaxed);
        }
    }

    /// Playouts that even a search which is told to stop at once makes, in some milliseconds, so as not to answer blindly.
    const fn least(&self) -> u64 {
        match self.params.selection {
            Selection::Rave => 100,
            Selection::Puct => 4,
        }
    }

    fn is_finished(&self, ticket: u64) -> bool {
        let most = self.limits.visits.unwrap_or(u64::MAX).min(MOST_VISITS);
        if self.limits.playouts.is_some_and(|most| ticket >= most)
            || self.kept + ticket >= most
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

    /// Whether the most visited move is also the one of the best value.
    fn is_settled(&self) -> bool {
        let children = self.tree.children(self.tree.root());
        let most = children.iter().max_by_key(|child| child.visits());
        let visits = most.map_or(0, Node::visits);
        let mean = most.and_then(Node::mean).unwrap_or(0.0);
        !children
            .iter()
            .any(|child| child.visits() > visits / 8 && child.mean().unwrap_or(0.0) > mean + 0.005)
    }

    /// Whether the second move cannot get more visits than the first in what is left.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )] // an estimate
    fn cannot_change(&self, ticket: u64, elapsed: Duration) -> bool {
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
        for child in self.tree.children(self.tree.root()) {
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
    fn report(&self) -> Report {
        let (game, color) = (self.game, self.color);
        let mut report = report::build(self.tree, game, color, self.limits, self.params);
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
    fn observe(&self, observer: Observer) {
        let Observer {
            first,
            interval,
            call,
        } = observer;
        let mut next = first;
        while self.running.load(Relaxed) > 0 {
            let now = self.started.elapsed();
            let left = next.saturating_sub(now);
            if !left.is_zero() {
                std::thread::park_timeout(left.min(Duration::from_millis(50)));
                continue;
            }
            let report = self.report();
            if report.candidates.iter().any(|best| best.visits > 0) {
                call(&report);
                next = (next + interval).max(self.started.elapsed());
            } else {
                next = now + Duration::from_millis(5);
            }
        }
    }
}

/// A search thread's own data, kept between searches.
struct Worker {
    evaluator: Box<dyn Evaluator>,
    evaluation: Evaluation,
    board: Board,
    path: Vec<Move>,
    nodes: Vec<NodeId>,
    /// Points on which a stone ever stood, on the path too.
    occupied: PointSet,
    /// Place of the path's first move among the root's children.
    place: Option<usize>,
    /// Utility of the leaf from Black's side.
    utility: f32,
    /// Children of a node, and their weights, while its utility is worked out.
    judged: Vec<Judged>,
    weights: Vec<f32>,
}

/// How a descent ended.
enum End {
    Leaf,
    /// The game is over by two passes.
    Over,
    /// The position repeats under simple ko: no result.
    Cycle,
}

impl Worker {
    fn new(evaluator: Box<dyn Evaluator>) -> Self {
        Self {
            evaluator,
            evaluation: Evaluation::new(),
            board: Board::new(2),
            path: Vec::with_capacity(256),
            nodes: Vec::with_capacity(256),
            occupied: PointSet::EMPTY,
            place: None,
            utility: 0.0,
            judged: Vec::new(),
            weights: Vec::new(),
        }
    }

    fn begin(&mut self, game: &Game, seed: u64) {
        self.evaluator.reseed(seed);
        self.evaluation.clear_ownership();
        self.board.copy_from(game.board());
    }

    /// Gives the root its children: every legal move, superko included. Returns how scores become utility in this search.
    fn expand_root(
        &mut self,
        tree: &Tree,
        params: &Params,
        game: &Game,
        color: Color,
    ) -> ScoreScale {
        let side = game.size() as f32;
        let root = tree.node(tree.root());
        if !tree.children(tree.root()).is_empty() {
            #[allow(clippy::cast_possible_truncation)] // within the board and komi
            let score = -root.score().0 as f32;
            return ScoreScale::new(if color == Color::Black { score } else { -score }, side);
        }
        let last = last_point(game, &[]);
        let board = game.board();
        let position = Position {
            root: None,
            game,
            path: &[],
            board,
            color,
            last,
            is_over: false,
        };
        self.evaluator
            .evaluate(&position, true, &mut self.evaluation);
        self.evaluation.clear_ownership();
        let priors = &mut self.evaluation.priors;
        priors.retain(|prior| game.is_legal(color, prior.mv));
        let (value, score) = (self.evaluation.value, self.evaluation.final_score);
        let scale = ScoreScale::new(score.0, side);
        if params.selection == Selection::Puct {
            let total: f32 = priors.iter().map(|prior| prior.policy).sum();
            if total > 0.0 {
                for prior in priors.iter_mut() {
                    prior.policy /= total;
                }
            }
            let own = utility::of(value, score, &scale, &params.puct);
            // The root is seen by who moved there.
            root.set_own_utility(if color == Color::Black { -own } else { own });
        }
        tree.expand(tree.root(), &self.evaluation.priors);
        scale
    }

    /// Searches until the job is done; `index` is the thread's number.
    fn run(&mut self, job: &Job, index: usize) {
        while job.admit() {
            self.simulate(job);
            if let Some(tally) = job.tallies.get(index) {
                let place = self.place.filter(|_| job.limits.move_ownership);
                let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                tally.record(&self.evaluation, place);
            }
        }
        job.running.fetch_sub(1, Relaxed);
    }

    /// One descent, judgement and way back.
    fn simulate(&mut self, job: &Job) {
        self.board.copy_from(job.root_board);
        self.occupied = *job.game.occupied();
        self.path.clear();
        self.nodes.clear();
        self.place = None;
        let mut color = job.color;
        let root = job.tree.root();
        self.nodes.push(root);
        job.tree.node(root).begin_visit();
        let end = loop {
            let id = self.nodes[self.nodes.len() - 1];
            let Some(place) = self.choose(job, id, color) else {
                break End::Leaf;
            };
            if self.path.is_empty() {
                self.place = Some(place);
            }
            let child = &job.tree.children(id)[place];
            let mv = child.mv();
            if let Some(cycle) = self.advance(job, color, mv) {
                if cycle {
                    self.nodes.extend(job.tree.child(id, place));
                    child.begin_visit();
                    break End::Cycle;
                }
                child.ban();
                self.replay(job);
                continue;
            }
            child.begin_visit();
            self.nodes.extend(job.tree.child(id, place));
            color = !color;
            if mv == Move::Pass && self.passes(job) >= 2 {
                break End::Over;
            }
        };
        self.judge(job, color, &end);
        self.back_up(job);
    }

    /// The child that the visit goes to, with `color` to move; `None` at a leaf.
    fn choose(&self, job: &Job, id: NodeId, color: Color) -> Option<usize> {
        let children = job.tree.children(id);
        if self.path.len() >= 3 * self.board.area() {
            return None;
        }
        let (depth, avoid) = (self.path.len(), &job.limits.avoid);
        let limited = depth < avoid.depth();
        let open = |child: &Node| {
            !(child.is_banned() || limited && avoid.forbids(color, depth, child.mv()))
        };
        match job.params.selection {
            Selection::Rave => {
                let visits = job.tree.node(id).visits() as f32;
                best(children, open, |child| {
                    select::rave(&child.stats(), visits, job.params)
                })
            }
            Selection::Puct => {
                let parent = self.parent(job, id, children);
                let value = |child: &Node| select::puct(&child.judged(), &parent, &job.params.puct);
                best(children, open, value)
            }
        }
    }

    /// What the formula for networks needs of a node.
    fn parent(&self, job: &Job, id: NodeId, children: &[Node]) -> select::Parent {
        let (mut visits, mut policy) = (0, 0.0);
        for child in children.iter().filter(|child| child.visits() > 0) {
            let child = child.judged();
            visits += child.visits;
            policy += child.policy;
        }
        // A node's utility is that of the player who moved there.
        let node = job.tree.node(id).judged();
        let node = Judged {
            own: -node.own,
            mean: -node.mean,
            ..node
        };
        let is_root = self.path.is_empty();
        select::Parent::new(&node, visits as f32, policy, is_root, &job.params.puct)
    }

    /// Plays a move on the path. `Some(false)`: it repeats a position that superko forbids, the board is spoilt;
    /// `Some(true)`: it repeats one under simple ko.
    fn advance(&mut self, job: &Job, color: Color, mv: Move) -> Option<bool> {
        self.path.push(mv);
        let Move::Play(point) = mv else {
            self.board.clear_ko();
            return None;
        };
        let fresh = !self.occupied.contains(point) && !self.board.is_suicide(color, point);
        self.board.play(color, point);
        self.occupied.insert(point);
        if fresh || !self.repeats(job, color) {
            return None;
        }
        Some(job.game.rules().ko == Ko::Simple)
    }

    /// Whether the position after the last move of the path stood before, in the game or on the path.
    fn repeats(&self, job: &Job, mover: Color) -> bool {
        let positional = job.game.rules().ko == Ko::Positional;
        let now = Key::of(&self.board);
        if job
            .game
            .seen()
            .contains(&(now, (!positional).then_some(!mover)))
        {
            return true;
        }
        let mut board = job.root_board.clone();
        let mut color = job.color;
        for &mv in &self.path[..self.path.len() - 1] {
            play(&mut board, color, mv);
            if (positional || color == mover) && Key::of(&board) == now {
                return true;
            }
            color = !color;
        }
        false
    }

    /// Takes the last move of the path back.
    fn replay(&mut self, job: &Job) {
        self.path.pop();
        self.board.copy_from(job.root_board);
        self.occupied = *job.game.occupied();
        let mut color = job.color;
        for &mv in &self.path {
            play(&mut self.board, color, mv);
            self.occupied.extend(mv.point());
            color = !color;
        }
    }

    /// Number of passes in a row at the end of the path and, where it has nothing else, of the game.
    fn passes(&self, job: &Job) -> usize {
        let on_path = self
            .path
            .iter()
            .rev()
            .take_while(|&&mv| mv == Move::Pass)
            .count();
        // Passes before the root count only where the game is not over already: then play has been resumed.
        if on_path == self.path.len() && !job.game.is_over() {
            on_path + job.game.passes()
        } else {
            on_path
        }
    }

    /// Judges the leaf, which is given children where it has been visited enough.
    fn judge(&mut self, job: &Job, color: Color, end: &End) {
        let leaf = self.nodes[self.nodes.len() - 1];
        if matches!(end, End::Cycle) {
            self.evaluation.value = 0.5;
            self.evaluation.score = 0.0;
            self.evaluation.playout.clear();
            self.utility = 0.0;
            return;
        }
        let is_over = matches!(end, End::Over);
        let expand = !is_over
            && job.tree.node(leaf).visits() > job.params.expand_after
            && job.tree.children(leaf).is_empty();
        let last = last_point(job.game, &self.path);
        let position = Position {
            root: job.described,
            game: job.game,
            path: &self.path,
            board: &self.board,
            color,
            last,
            is_over,
        };
        self.evaluator
            .evaluate(&position, expand, &mut self.evaluation);
        if expand {
            job.tree.expand(leaf, &self.evaluation.priors);
        }
        let (value, score) = (self.evaluation.value, self.evaluation.final_score);
        self.utility = utility::of(value, score, &job.scale, &job.params.puct);
    }

    /// Books the leaf's utility, and what follows from it for the nodes above.
    fn back_up_utility(&mut self, job: &Job) {
        let length = self.path.len();
        for depth in (0..=length).rev() {
            let id = self.nodes[depth];
            let node = job.tree.node(id);
            let is_leaf = depth == length;
            let own = if is_leaf {
                // From the side of the player to move, who is not the one whose utility the node keeps.
                let black = (job.color == Color::Black) == depth.is_multiple_of(2);
                if black { self.utility } else { -self.utility }
            } else {
                -node.judged().own
            };
            self.judged.clear();
            self.judged.extend(
                job.tree
                    .children(id)
                    .iter()
                    .map(Node::judged)
                    .filter(|child| child.visits > 0),
            );
            let puct = &job.params.puct;
            let (mean, square) = utility::mean(own, &self.judged, &mut self.weights, puct);
            node.set_utility(is_leaf.then_some(-own), -mean, square);
        }
    }

    /// Books the judgement along the path, and for RAVE with the siblings of every move that came later.
    fn back_up(&mut self, job: &Job) {
        let (value, score) = (self.evaluation.value, self.evaluation.score);
        let side = |color: Color| match color {
            Color::Black => (value, score),
            Color::White => (1.0 - value, -score),
        };
        if job.params.selection == Selection::Puct {
            for (depth, &id) in self.nodes.iter().enumerate() {
                // A node's value is that of the player who moved there, the opponent of who is to move.
                let black = (job.color == Color::Black) != depth.is_multiple_of(2);
                let (value, score) = side(if black { Color::Black } else { Color::White });
                job.tree.node(id).end_visit(value, score);
            }
            self.back_up_utility(job);
            return;
        }
        // Who was the first to play each point from here to the end: 1 Black, 2 White.
        let mut first = [0_u8; crate::go::POINTS];
        let length = self.path.len();
        let turn = |depth: usize| {
            if depth.is_multiple_of(2) {
                job.color
            } else {
                !job.color
            }
        };
        for (i, &point) in self.evaluation.playout.iter().enumerate() {
            let slot = &mut first[point.index()];
            if *slot == 0 {
                *slot = mark(turn(length + i));
            }
        }
        for depth in (0..=length).rev() {
            let id = self.nodes[depth];
            let mover = turn(depth);
            if depth < length
                && let Move::Play(point) = self.path[depth]
            {
                first[point.index()] = mark(mover);
            }
            // A node's value is that of the player who moved there, the opponent of who is to move.
            let (value, score) = side(!mover);
            job.tree.node(id).end_visit(value, score);
            let (value, _) = side(mover);
            for child in job.tree.children(id) {
                if let Move::Play(point) = child.mv()
                    && first[point.index()] == mark(mover)
                {
                    child.add_rave(value);
                }
            }
        }
    }
}

/// The place of the open child of the highest value.
#[inline]
fn best(
    children: &[Node],
    open: impl Fn(&Node) -> bool,
    value: impl Fn(&Node) -> f32,
) -> Option<usize> {
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (place, child) in children.iter().enumerate() {
        if open(child) {
            let value = value(child);
            if value > best_value {
                (best, best_value) = (Some(place), value);
            }
        }
    }
    best
}

/// A colour in a byte that is 0 for neither.
const fn mark(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

fn play(board: &mut Board, color: Color, mv: Move) {
    match mv {
        Move::Play(point) => {
            board.play(color, point);
        }
        Move::Pass => board.clear_ko(),
    }
}

/// The point of the last move of a game and the path after it; [`Point::NONE`] for a pass or none.
fn last_point(game: &Game, path: &[Move]) -> Point {
    let played = || game.moves().last().map(|&(_, mv)| mv);
    path.last()
        .copied()
        .or_else(played)
        .and_then(Move::point)
        .unwrap_or(Point::NONE)
}
