//! The evaluator of the network player: policy, value, score and ownership of a leaf by one forward pass.

use std::sync::Arc;

use super::evaluator::{Evaluation, Evaluator, Position};
use super::node::Prior;
use crate::features::{Extractor, Root, Settings};
use crate::go::rules::{Ko, Scoring};
use crate::go::{Color, Move, Point, PointSet, Status, Tally, life};
use crate::net::{Input, NetError, Network, Symmetry, Workspace};
use crate::playout::Random;

/// Judges by a network.
pub struct NetworkEvaluator {
    network: Arc<Network>,
    workspace: Workspace,
    extractor: Extractor,
    input: Input,
    random: Random,
    settings: Settings,
}

impl NetworkEvaluator {
    /// An evaluator for boards of `size` lines.
    ///
    /// # Errors
    /// Where the network does not serve for the size.
    pub fn new(network: Arc<Network>, size: usize) -> Result<Self, NetError> {
        let workspace = Workspace::new(&network, 1, size)?;
        let settings = Settings {
            losing_pass_ends_nothing: true,
            pass_alive_under_suicide: network.pass_alive_under_suicide(),
            ..Settings::default()
        };
        Ok(Self {
            network,
            workspace,
            extractor: Extractor::new(),
            input: Input::new(size),
            random: Random::new(0),
            settings,
        })
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// One forward pass. False where it failed, which no well-formed network does.
    fn forward(&mut self, position: &Position) -> bool {
        let own;
        let root = if let Some(root) = position.root {
            root
        } else {
            own = Root::new(position.game);
            &own
        };
        self.input.symmetry = Symmetry::ALL[self.random.below(Symmetry::ALL.len())];
        // A pass at the root is only a suggestion: the engine decides whether it ends the game.
        let settings = Settings {
            pass_ends_nothing: position.path.is_empty(),
            ..self.settings
        };
        self.extractor
            .extract(root, position.path, &settings, &mut self.input);
        match self.workspace.forward(&[&self.input]) {
            Ok(()) => true,
            Err(error) => {
                log::error!("{error}");
                false
            }
        }
    }
}

impl Evaluator for NetworkEvaluator {
    fn evaluate(&mut self, position: &Position, want_priors: bool, out: &mut Evaluation) {
        out.playout.clear();
        out.priors.clear();
        let rules = position.game.rules();
        // Where dead stones are taken off by agreement, two passes do not tell the result.
        if position.is_over && rules.scoring == Scoring::Area && !rules.friendly_pass_ok {
            count(position, out);
            return;
        }
        if !self.forward(position) {
            return;
        }
        let Some(output) = self.workspace.output(0) else {
            return;
        };
        let no_result = rules.ko == Ko::Simple || rules.scoring == Scoring::Territory;
        let evaluation = output.evaluation(no_result);
        let win = evaluation.win + evaluation.no_result / 2.0;
        let sign = if position.color == Color::Black {
            1.0
        } else {
            -1.0
        };
        out.value = if position.color == Color::Black {
            win
        } else {
            1.0 - win
        };
        out.score = sign * evaluation.lead;
        let square = evaluation.score_mean_square - evaluation.score_mean.powi(2);
        out.final_score = (sign * evaluation.score_mean, square.max(0.0).sqrt());
        let size = position.board.size();
        for point in position.board.points() {
            out.ownership[point.index()] += sign * output.owner(index(point, size));
        }
        out.ownership_count += 1;
        if want_priors {
            priors(position, output.policy, &mut out.priors);
        }
    }

    fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}

/// A point's place in the network's planes: by rows from the top.
const fn index(point: Point, size: usize) -> usize {
    (size - 1 - point.row()) * size + point.column()
}

/// The legal moves with the policy's probabilities, the likeliest first.
fn priors(position: &Position, logits: &[f32], out: &mut Vec<Prior>) {
    let (board, color) = (position.board, position.color);
    let suicide = position.game.rules().suicide;
    let mut push = |mv, logit| {
        out.push(Prior {
            mv,
            policy: logit,
            visits: 0.0,
            value: 0.5,
        });
    };
    for &point in board.empties() {
        if board.is_legal(color, point, suicide) {
            push(Move::Play(point), logits[index(point, board.size())]);
        }
    }
    push(Move::Pass, logits[board.area()]);
    let greatest = out
        .iter()
        .map(|prior| prior.policy)
        .fold(f32::MIN, f32::max);
    let mut total = 0.0;
    for prior in out.iter_mut() {
        prior.policy = (prior.policy - greatest).exp();
        total += prior.policy;
    }
    for prior in out.iter_mut() {
        prior.policy /= total;
    }
    out.sort_by(|a, b| b.policy.total_cmp(&a.policy));
}

/// The result of a game that has ended by two passes, counted as it stands, but for stones that cannot live inside what
/// belongs unconditionally to the opponent.
fn count(position: &Position, out: &mut Evaluation) {
    let mut game = position.game.clone();
    for (i, &mv) in position.path.iter().enumerate() {
        let color = if (position.path.len() - i).is_multiple_of(2) {
            position.color
        } else {
            !position.color
        };
        game.force(color, mv);
    }
    let board = position.board;
    let areas = life::area(board, life::Parts::NONE, game.rules().suicide);
    let dead: PointSet = board
        .points()
        .filter(|&point| {
            board
                .at(point)
                .is_some_and(|color| areas[!color].contains(point))
        })
        .collect();
    let tally = Tally::new(&game, &Status::new(board, &dead, &PointSet::EMPTY));
    #[allow(clippy::cast_possible_truncation)] // within the board and komi
    {
        out.score = tally.score().0.as_f64() as f32;
    }
    out.final_score = (out.score, 0.0);
    out.value = match tally.winner() {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    };
    for point in position.board.points() {
        out.ownership[point.index()] += match tally.owner(point) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
    }
    out.ownership_count += 1;
}
