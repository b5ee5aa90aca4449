//! Whether one chain survives: a tree search for that alone.

use std::sync::Arc;

use crate::go::{Color, Game, Move, Point, PointSet};
use crate::playout::policy;
use crate::playout::tactics::is_self_atari;
use crate::search::evaluator::{Evaluation, Evaluator, Position};
use crate::search::monte_carlo::MonteCarlo;
use crate::search::node::Prior;
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

impl Aim {
    /// The legal plays inside the fight, and the pass: in a seki it is the best move. Only the plainest are told apart.
    fn fill_priors(&self, position: &Position, priors: &mut Vec<Prior>) {
        let (board, color) = (position.board, position.color);
        let prior = |mv, visits, value| Prior {
            mv,
            policy: 0.0,
            visits,
            value,
        };
        priors.clear();
        let within = self.question.within.iter();
        for point in within.filter(|&point| board.is_legal(color, point, false)) {
            let beside_atari = point
                .neighbors()
                .into_iter()
                .any(|n| board.at(n).is_some() && board.liberties(n) == 1);
            let value = if beside_atari {
                0.8
            } else if board.is_eyelike(color, point) || is_self_atari(board, color, point) {
                0.3
            } else {
                0.5
            };
            priors.push(prior(Move::Play(point), 10.0, value));
        }
        priors.push(prior(Move::Pass, 2.0, 0.5));
    }
}

impl Evaluator for Aim {
    fn evaluate(&mut self, position: &Position, want_priors: bool, out: &mut Evaluation) {
        self.playouts.evaluate(position, false, out);
        if want_priors {
            self.fill_priors(position, &mut out.priors);
        }
        let stone = self.question.stone;
        let owner = if position.is_over {
            // Nobody wants to play on: what stands lives.
            policy::owner(position.board, stone)
        } else {
            policy::owner(self.playouts.end(), stone)
        };
        // Nobody's is as bad as the opponent's.
        let black = owner.unwrap_or(!self.owner) == Color::Black;
        out.value = if black { 1.0 } else { 0.0 };
    }

    fn reseed(&mut self, seed: u64) {
        self.playouts.reseed(seed);
    }
}

/// Playouts between two looks at the result; a search makes no fewer.
pub(super) const STEP: u64 = 250;
/// Memory for the tree of a search, in bytes.
const MEMORY: usize = 32 << 20;

/// How likely the chain of a stone survives, 0 to 1, by a search that ends when that is clear, or after `most` playouts.
pub(super) fn chance(game: &Game, question: Question, most: u64) -> f64 {
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
        playouts: Some(STEP),
        ..Limits::default()
    };
    let mut searcher = Searcher::with_evaluators(params, vec![Box::new(aim)], MEMORY, None);
    let mut chance = 0.5;
    for step in 0..(most / STEP).max(1) {
        let report = searcher.search(game, question.first, &limits, step, &|| false, None);
        let best = report.candidates.first();
        let win = best.map_or(report.winrate, |best| best.winrate);
        chance = if question.first == owner {
            win
        } else {
            1.0 - win
        };
        if !(0.15..0.85).contains(&chance) {
            break;
        }
    }
    chance
}
