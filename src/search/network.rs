//! The evaluator of the network player: policy, value, score and ownership of a leaf by one forward pass.

use std::sync::Arc;

use super::cache::{Answer, Cache, InputKey};
use super::evaluator::{Evaluation, Evaluator, Position};
use super::node::Prior;
use crate::features::{Extractor, Root, Settings};
use crate::go::rules::{Ko, Scoring};
use crate::go::{Color, Move, Point, PointSet, Status, Tally, life};
use crate::net::{Input, NetError, Network, Workspace};

/// Judges by a network.
pub struct NetworkEvaluator {
    network: Arc<Network>,
    workspace: Workspace,
    extractor: Extractor,
    input: Input,
    settings: Settings,
    /// Answers that all threads share.
    cache: Arc<Cache>,
    key: InputKey,
    seed: u64,
}

impl NetworkEvaluator {
    /// An evaluator for boards of `size` lines. Which symmetry a position is seen in follows from the position and `seed`.
    ///
    /// # Errors
    /// Where the network does not serve for the size.
    pub fn new(
        network: Arc<Network>,
        size: usize,
        cache: Arc<Cache>,
        seed: u64,
    ) -> Result<Self, NetError> {
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
            settings,
            cache,
            key: InputKey::default(),
            seed,
        })
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The network's answer, by a forward pass where it is not known. `None` where that failed, which no good network does:
    /// this one is given up then.
    fn answer(&mut self, position: &Position) -> Option<Arc<Answer>> {
        let own;
        let root = if let Some(root) = position.root {
            root
        } else {
            own = Root::new(position.game);
            &own
        };
        // A pass at the root is only a suggestion: the engine decides whether it ends the game.
        let settings = Settings {
            pass_ends_nothing: position.path.is_empty(),
            ..self.settings
        };
        self.extractor
            .extract(root, position.path, &settings, &mut self.input);
        self.input.symmetry = self.key.symmetry(&self.input, self.seed);
        self.key.set(&self.input);
        if let Some(answer) = self.cache.get(&self.key) {
            return Some(answer);
        }
        if let Err(error) = self.workspace.forward(&[&self.input]) {
            self.network.give_up(&error);
            return None;
        }
        let output = self.workspace.output(0)?;
        let rules = position.game.rules();
        let no_result = rules.ko == Ko::Simple || rules.scoring == Scoring::Territory;
        let evaluation = output.evaluation(no_result);
        let square = evaluation.score_mean_square - evaluation.score_mean.powi(2);
        let answer = Arc::new(Answer {
            value: evaluation.win + evaluation.no_result / 2.0,
            lead: evaluation.lead,
            score: (evaluation.score_mean, square.max(0.0).sqrt()),
            policy: output.policy.into(),
            owners: (0..position.board.area())
                .map(|index| output.owner(index))
                .collect(),
        });
        self.cache.insert(&self.key, &answer);
        Some(answer)
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
        let Some(answer) = self.answer(position) else {
            return;
        };
        let (value, sign) = match position.color {
            Color::Black => (answer.value, 1.0),
            Color::White => (1.0 - answer.value, -1.0),
        };
        let (mean, deviation) = answer.score;
        out.value = value;
        out.score = sign * answer.lead;
        out.final_score = (sign * mean, deviation);
        let size = position.board.size();
        for point in position.board.points() {
            out.ownership[point.index()] += f64::from(sign * answer.owners[index(point, size)]);
        }
        out.ownership_count += 1;
        if want_priors {
            priors(position, &answer.policy, &mut out.priors);
        }
    }

    fn reseed(&mut self, _: u64) {}

    fn remembered(&self) -> Option<(u64, u64)> {
        Some(self.cache.counts())
    }

    fn has_failed(&self) -> bool {
        self.network.is_given_up()
    }

    fn forget(&mut self) {
        self.cache.clear();
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
