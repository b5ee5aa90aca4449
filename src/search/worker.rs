//! A search thread: one descent through the tree, judgement and way back after another.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use super::booking::visits_below;
use super::evaluator::{Evaluation, Evaluator, Position};
use super::job::Job;
use super::node::{Judged, Node, NodeId};
use super::params::{Params, Selection};
use super::select;
use super::tree::Tree;
use super::utility::{self, ScoreScale};
use crate::go::rules::Ko;
use crate::go::{Board, Color, Game, Key, Move, Point, PointSet};

/// A search thread's own data, kept between searches.
pub(super) struct Worker {
    pub(super) evaluator: Box<dyn Evaluator>,
    pub(super) evaluation: Evaluation,
    pub(super) board: Board,
    pub(super) path: Vec<Move>,
    pub(super) nodes: Vec<NodeId>,
    /// Points on which a stone ever stood, on the path too.
    pub(super) occupied: PointSet,
    /// Place of the path's first move among the root's children.
    pub(super) place: Option<usize>,
    /// Moves that repeat a position on this path, but may not on others that lead to the same nodes.
    pub(super) excluded: Vec<NodeId>,
    /// Children of a node, and their weights, while its utility is worked out.
    pub(super) judged: Vec<Judged>,
    pub(super) weights: Vec<f32>,
}

/// How a descent ended.
pub(super) enum End {
    Leaf,
    /// At a position that has been visited on other ways more often than on this one.
    Known,
    /// The game is over by two passes.
    Over,
    /// The position repeats under simple ko: no result.
    Cycle,
}

impl Worker {
    pub(super) fn new(evaluator: Box<dyn Evaluator>) -> Self {
        Self {
            evaluator,
            evaluation: Evaluation::new(),
            board: Board::new(2),
            path: Vec::with_capacity(256),
            nodes: Vec::with_capacity(256),
            occupied: PointSet::EMPTY,
            place: None,
            excluded: Vec::new(),
            judged: Vec::new(),
            weights: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, game: &Game, seed: u64) {
        self.evaluator.reseed(seed);
        self.evaluation.clear_ownership();
        self.board.copy_from(game.board());
    }

    /// Gives the root its children: every legal move, superko included. Returns how scores become utility in this search.
    pub(super) fn expand_root(
        &mut self,
        tree: &Tree,
        params: &Params,
        game: &Game,
        color: Color,
    ) -> ScoreScale {
        let side = game.size() as f32;
        let root = tree.node(tree.root());
        let children = tree.children(tree.root());
        if !children.is_empty() {
            // Of a tree that was kept: below the root, superko is looked at only when a move is tried.
            for child in children {
                if !game.is_legal(color, child.mv()) {
                    child.ban();
                }
            }
            #[allow(clippy::cast_possible_truncation)] // within the board and komi
            let score = -root.score().0 as f32;
            let scale = ScoreScale::new(if color == Color::Black { score } else { -score }, side);
            if params.selection == Selection::Puct {
                self.rescale(tree, params, scale);
            }
            return scale;
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
            // The root is seen by who moved there, and its own judgement counts as a visit, as that of any node.
            let (own, value, points) = match color {
                Color::Black => (-own, 1.0 - value, -self.evaluation.score),
                Color::White => (own, value, self.evaluation.score),
            };
            root.begin_visit();
            root.end_visit(value, points);
            root.count_visit();
            root.set_own_utility(own);
            root.set_utility(own, own * own, 1.0);
        }
        tree.expand(tree.root(), &self.evaluation.priors);
        scale
    }

    /// Searches until the job is done; `index` is the thread's number.
    pub(super) fn run(&mut self, job: &Job, index: usize) {
        let _running = job.running();
        while job.admit() {
            self.simulate(job);
            if self.evaluator.has_failed() {
                job.done.store(true, Relaxed);
            }
            if let Some(tally) = job.tallies.get(index) {
                let place = self.place.filter(|_| job.limits.move_ownership);
                let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                tally.record(&self.evaluation, place);
            }
        }
    }

    /// One descent, judgement and way back.
    pub(super) fn simulate(&mut self, job: &Job) {
        self.board.copy_from(job.root_board);
        self.occupied = *job.game.occupied();
        self.path.clear();
        self.nodes.clear();
        self.excluded.clear();
        self.place = None;
        let mut color = job.color;
        let root = job.tree.root();
        self.nodes.push(root);
        job.tree.node(root).begin_visit();
        let end = loop {
            let id = self.nodes[self.nodes.len() - 1];
            if self.is_known(job, id, color) {
                break End::Known;
            }
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
                if self.nodes.iter().any(|&id| job.tree.node(id).is_shared()) {
                    self.excluded.extend(job.tree.child(id, place));
                } else {
                    child.ban();
                }
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

    /// Whether the visit ends at a node because its position has been visited on other ways more often than on this one. A leaf
    /// whose position is known becomes such a node.
    fn is_known(&self, job: &Job, id: NodeId, color: Color) -> bool {
        if self.path.is_empty() || job.params.selection != Selection::Puct {
            return false;
        }
        let node = job.tree.node(id);
        if node.children().is_none()
            && let Some(known) = self
                .may_share(job)
                .then(|| job.tree.positions.get(&self.board, color))
                .flatten()
        {
            job.tree.share(known, id);
        }
        node.is_shared() && visits_below(job.tree.children(id)) + 1 > node.judged().visits
    }

    /// Whether the position after the path is the same on every way to it: nothing has been captured, nobody has passed.
    pub(super) fn may_share(&self, job: &Job) -> bool {
        let stones = |board: &Board| board.area() - board.empties().len();
        job.params.puct.transpositions > 0.0
            && !self.path.contains(&Move::Pass)
            && stones(&self.board) == stones(job.root_board) + self.path.len()
    }

    /// The child that the visit goes to, with `color` to move; `None` at a leaf.
    pub(super) fn choose(&self, job: &Job, id: NodeId, color: Color) -> Option<usize> {
        let children = job.tree.children(id);
        if self.path.len() >= 3 * self.board.area() {
            return None;
        }
        let (depth, avoid) = (self.path.len(), &job.limits.avoid);
        let limited = depth < avoid.depth();
        let excluded = |child: &Node| {
            let mut nodes = self.excluded.iter().map(|&id| job.tree.node(id));
            nodes.any(|node| std::ptr::eq(node, child))
        };
        let open = |child: &Node| {
            !(child.is_banned()
                || limited && avoid.forbids(color, depth, child.mv())
                || depth == 0 && !job.considers(child)
                || excluded(child))
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
    pub(super) fn parent(&self, job: &Job, id: NodeId, children: &[Node]) -> select::Parent {
        let (mut weight, mut policy) = (0.0, 0.0);
        for child in children.iter().filter(|child| child.visits() > 0) {
            let child = child.judged();
            weight += child.weight;
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
        select::Parent::new(&node, weight, policy, is_root, &job.params.puct)
    }

    /// Plays a move on the path. `Some(false)`: it repeats a position that superko forbids, the board is spoilt;
    /// `Some(true)`: it repeats one under simple ko.
    pub(super) fn advance(&mut self, job: &Job, color: Color, mv: Move) -> Option<bool> {
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

    /// Whether the position after the last move of the path stood before, in the game or on the path. Under simple ko only
    /// what stood since the last pass counts, see [`Game::is_cycle`].
    pub(super) fn repeats(&self, job: &Job, mover: Color) -> bool {
        let ko = job.game.rules().ko;
        let positional = ko == Ko::Positional;
        let now = Key::of(&self.board);
        let before = &self.path[..self.path.len() - 1];
        let pass = before.iter().rposition(|&mv| mv == Move::Pass);
        let from = pass.filter(|_| ko == Ko::Simple);
        let stood = || {
            job.game
                .seen()
                .contains(&(now, (!positional).then_some(!mover)))
        };
        let counts = || ko != Ko::Simple || job.game.stood_since_pass(now, !mover);
        if from.is_none() && stood() && counts() {
            return true;
        }
        let mut board = job.root_board.clone();
        let mut color = job.color;
        for (at, &mv) in before.iter().enumerate() {
            play(&mut board, color, mv);
            let counts = from.is_none_or(|pass| at >= pass);
            if counts && (positional || color == mover) && Key::of(&board) == now {
                return true;
            }
            color = !color;
        }
        false
    }

    /// Takes the last move of the path back.
    pub(super) fn replay(&mut self, job: &Job) {
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
    pub(super) fn passes(&self, job: &Job) -> usize {
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
}

/// The place of the open child of the highest value.
#[inline]
pub(super) fn best(
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

pub(super) fn play(board: &mut Board, color: Color, mv: Move) {
    match mv {
        Move::Play(point) => {
            board.play(color, point);
        }
        Move::Pass => board.clear_ko(),
    }
}

/// The point of the last move of a game and the path after it; [`Point::NONE`] for a pass or none.
pub(super) fn last_point(game: &Game, path: &[Move]) -> Point {
    let played = || game.moves().last().map(|&(_, mv)| mv);
    path.last()
        .copied()
        .or_else(played)
        .and_then(Move::point)
        .unwrap_or(Point::NONE)
}
