//! Whether one chain survives: a tree search for that alone.

use std::sync::Arc;

use crate::go::{Color, Game, Move, Point, PointSet};
use crate::playout::policy;
use crate::search::evaluator::{Evaluation, Evaluator, Position};
use crate::search::monte_carlo::MonteCarlo;
use crate::search::params::Params;
use crate::search::searcher::{Limits, Searcher};

/// A question to the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// A stone of the chain.
    pub stone: Point,
    /// Who plays first.
    pub first: Color,
    /// Where plays are considered; passes always are.
    pub within: PointSet,
}

/// Judges by what becomes of one point at the end of playouts.
struct Aim {
    playouts: MonteCarlo,
    question: Question,
    owner: Color,
}

impl Evaluator for Aim {
    fn evaluate(&mut self, position: &Position, want_priors: bool, out: &mut Evaluation) {
        self.playouts.evaluate(position, want_priors, out);
        if want_priors {
            let within = &self.question.within;
            out.priors.retain(|prior| match prior.mv {
                Move::Play(point) => within.contains(point),
                Move::Pass => true,
            });
            // A pass is a move like others: in a seki it is the best.
            for pass in out.priors.iter_mut().filter(|prior| prior.mv == Move::Pass) {
                (pass.visits, pass.value) = (2.0, 0.5);
            }
        }
        let stone = self.question.stone;
        let owner = if position.is_over {
            // Nobody wants to play on: what stands lives.
            policy::owner(position.board, stone)
        } else {
            policy::owner(self.playouts.end(), stone)
        };
        out.value = match owner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None if self.owner == Color::Black => 0.0,
            None => 1.0,
        };
    }

    fn reseed(&mut self, seed: u64) {
        self.playouts.reseed(seed);
    }
}

/// How likely the chain of a stone survives, 0 to 1, by a search of `playouts` playouts in a game of its own.
pub(super) fn chance(game: &Game, question: Question, playouts: u64) -> f64 {
    let Some(owner) = game.board().at(question.stone) else {
        return 0.0;
    };
    let params = Arc::new(Params {
        expand_after: 2,
        exploration: 0.1,
        rave_equivalence: 500.0,
        ..Params::default()
    });
    let aim = Aim {
        playouts: MonteCarlo::new(Arc::clone(&params), 0),
        question,
        owner,
    };
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let mut searcher = Searcher::with_evaluators(params, vec![Box::new(aim)], MEMORY, None);
    let seed = question.stone.index() as u64;
    let report = searcher.search(game, question.first, &limits, seed, &|| false, None);
    let win = report
        .candidates
        .first()
        .map_or(report.winrate, |best| best.winrate);
    if question.first == owner {
        win
    } else {
        1.0 - win
    }
}

/// Memory for the tree of a search, in bytes.
const MEMORY: usize = 32 << 20;
