//! What a search thread does at the end of a descent: it judges the leaf, and books on the way back what follows from it for
//! the nodes above.

use super::bias::{Judgement, Pattern};
use super::evaluator::Position;
use super::job::Job;
use super::node::{Node, NodeId};
use super::params::{Params, Selection};
use super::tree::Tree;
use super::utility::{self, ScoreScale};
use super::worker::{End, Worker, last_point};
use crate::go::{Color, Move};

impl Worker {
    /// Works the utilities of a kept tree out anew, with another scale of scores.
    pub(super) fn rescale(&mut self, tree: &Tree, params: &Params, scale: ScoreScale) {
        for (id, mover) in tree.visited().into_iter().rev() {
            let node = tree.node(id);
            if let Some(Judgement { value, score }) = tree.corrections.judgement(node.slot()) {
                let own = utility::of(value, score, &scale, &params.puct);
                node.set_own_utility(if mover == Color::Black { own } else { -own });
            }
            self.update(tree, params, id, 0);
        }
    }

    /// Judges the leaf, which is given children where it has been visited enough.
    pub(super) fn judge(&mut self, job: &Job, color: Color, end: &End) {
        let leaf = self.nodes[self.nodes.len() - 1];
        if matches!(end, End::Cycle) {
            self.evaluation.value = 0.5;
            self.evaluation.score = 0.0;
            self.evaluation.playout.clear();
            Self::set_own(job, leaf, color, 0.0);
            return;
        }
        if matches!(end, End::Known) {
            self.evaluation.playout.clear();
            self.recall(job, leaf, color);
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
        let (value, score) = (self.evaluation.value, self.evaluation.final_score);
        let utility = utility::of(value, score, &job.scale, &job.params.puct);
        Self::set_own(job, leaf, color, utility);
        if expand {
            let published = job.tree.expand(leaf, &self.evaluation.priors);
            if published && job.params.selection == Selection::Puct {
                self.remember(job, leaf, color, Judgement { value, score });
            }
        }
    }

    /// Sets the own utility of a leaf with `color` to move, given from Black's side, where a network judges.
    fn set_own(job: &Job, leaf: NodeId, color: Color, utility: f32) {
        if job.params.selection == Selection::Puct {
            // A node's utility is that of the player who moved there.
            let own = if color == Color::White {
                utility
            } else {
                -utility
            };
            job.tree.node(leaf).set_own_utility(own);
        }
    }

    /// Notes the judgement of a leaf that has just got its children, so that alike and equal positions profit from it.
    fn remember(&self, job: &Job, leaf: NodeId, color: Color, judgement: Judgement) {
        let Some((&last, path)) = self.path.split_last() else {
            return;
        };
        let played = || job.game.moves().last().map(|&(_, mv)| mv);
        let before = path.last().copied().or_else(played);
        let pattern = Pattern::new(&self.board, !color, last, before);
        let slot = job.tree.corrections.add(pattern, judgement);
        job.tree.node(leaf).set_slot(slot);
        if self.may_share(job) {
            job.tree.positions.insert(&self.board, color, leaf);
        }
    }

    /// Takes value and score from what is known of a position, with `color` to move.
    fn recall(&mut self, job: &Job, id: NodeId, color: Color) {
        let (mut visits, mut value, mut score) = (0.0, 0.0, 0.0);
        for child in job.tree.children(id) {
            let stats = child.stats();
            visits += stats.visits;
            value += stats.value;
            score += stats.score;
        }
        let black = color == Color::Black;
        let (value, score) = if visits > 0.0 {
            (value / visits, score / visits)
        } else {
            let judgement = job.tree.corrections.judgement(job.tree.node(id).slot());
            let (value, score) = judgement.map_or((0.5, 0.0), |known| (known.value, known.score.0));
            if black {
                (value, score)
            } else {
                (1.0 - value, -score)
            }
        };
        self.evaluation.value = if black { value } else { 1.0 - value }.clamp(0.0, 1.0);
        self.evaluation.score = if black { score } else { -score };
    }

    /// Works out a node's utility from its own and those of its children; `ending` visits of it are about to be counted.
    fn update(&mut self, tree: &Tree, params: &Params, id: NodeId, ending: u32) {
        let node = tree.node(id);
        // A node's utility is that of the player who moved there.
        let judged = node.judged();
        let children = tree.children(id);
        self.judged.clear();
        self.judged.extend(
            children
                .iter()
                .map(Node::judged)
                .filter(|child| child.visits > 0),
        );
        let below = utility::below(&self.judged, &mut self.weights, &params.puct);
        let own = tree
            .corrections
            .correct(node.slot(), -judged.own, &below, &params.puct);
        let (mean, square, weight) = below.with(own);
        // The share of the visits below that came this way; all of them, but for shared nodes and ends of games.
        let share = (judged.visits + ending) as f32 / (visits_below(children) + 1) as f32;
        node.set_utility(-mean, square, weight * share);
    }

    /// Books what follows from the leaf's utility for the nodes above.
    fn back_up_utility(&mut self, job: &Job) {
        for depth in (0..self.nodes.len()).rev() {
            let id = self.nodes[depth];
            self.update(job.tree, job.params, id, 1);
            job.tree.node(id).count_visit();
        }
    }

    /// Books the judgement along the path, and for RAVE with the siblings of every move that came later.
    pub(super) fn back_up(&mut self, job: &Job) {
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

/// Ended visits of all children together.
pub(super) fn visits_below(children: &[Node]) -> u32 {
    children.iter().map(|child| child.judged().visits).sum()
}

/// A colour in a byte that is 0 for neither.
const fn mark(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}
