//! What a network answers.

use super::model::{Multipliers, SCORES, VALUES};

/// How the numbers of a network are to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decoder {
    pub(super) version: u32,
    pub(super) multipliers: Multipliers,
}

/// The outputs for one position as they leave the network; all as seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub struct RawOutput<'a> {
    /// Logits of the moves by points, in the order of the input, then that of passing. A softmax over the legal moves
    /// gives the policy.
    pub policy: &'a [f32],
    /// The same for the optimistic policy, which favours moves that may turn out better than expected (version 12 and
    /// later).
    pub optimistic: Option<&'a [f32]>,
    /// Logits of win, loss, no result.
    pub values: [f32; VALUES],
    /// Score mean, deviation, lead, variance time, short-term errors of value and score, all undecoded. The errors are
    /// 0 below version 9.
    pub scores: [f32; SCORES],
    /// Owner of each point, before `tanh`; positive is the side to move.
    pub ownership: &'a [f32],
    pub(super) decoder: &'a Decoder,
}

/// What the value head says of a position, as seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Probability to win.
    pub win: f32,
    /// Probability to lose.
    pub loss: f32,
    /// Probability that the game has no result. With the two above, the sum is 1.
    pub no_result: f32,
    /// Mean of the final score in points in self-play, where no result counts as 0.
    pub score_mean: f32,
    /// Standard deviation of the final score in points, given that there is a result.
    pub score_stdev: f32,
    /// Mean of the square of the final score, where no result counts as 0.
    pub score_mean_square: f32,
    /// Points by which the side to move is ahead: a komi changed by this would make the game even. No result counts
    /// as 0.
    pub lead: f32,
    /// How long the game stays undecided, in moves, weighted by the variance of the outcome that is still left.
    pub variance_time: f32,
    /// Expected error of the value after a few moves (version 9 and later).
    pub value_error: Option<f32>,
    /// Expected error of the score after a few moves, in points (version 9 and later).
    pub score_error: Option<f32>,
}

impl RawOutput<'_> {
    /// Decodes the value head. No result is possible only where the rules allow it: with simple ko or territory
    /// scoring.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "computed in double precision, given in single"
    )]
    pub fn evaluation(&self, no_result_possible: bool) -> Evaluation {
        let Decoder {
            version,
            multipliers,
        } = *self.decoder;
        let values = self.values.map(f64::from);
        let used = if no_result_possible { 3 } else { 2 };
        let greatest = values[..used].iter().copied().fold(f64::MIN, f64::max);
        let mut odds = [0.0; VALUES];
        for (odds, value) in odds.iter_mut().zip(&values[..used]) {
            *odds = (value - greatest).exp();
        }
        let total: f64 = odds.iter().sum();
        let [win, loss, no_result] = odds.map(|odds| odds / total);
        let scores = self.scores.map(f64::from);
        let mean = scores[0] * f64::from(multipliers.score_mean);
        let stdev = softplus(scores[1]) * f64::from(multipliers.score_stdev);
        let error = |x: f64, factor: f32, old_factor: f64| {
            let error = match version {
                14.. => softplus(x / 2.0) * f64::from(factor).sqrt(),
                10..14 => (softplus(x) * f64::from(factor)).sqrt(),
                _ => softplus(x) * old_factor,
            };
            (version >= 9).then_some(error as f32)
        };
        let result = 1.0 - no_result;
        Evaluation {
            win: win as f32,
            loss: loss as f32,
            no_result: no_result as f32,
            score_mean: (mean * result) as f32,
            score_stdev: stdev as f32,
            score_mean_square: ((mean * mean + stdev * stdev) * result) as f32,
            lead: (scores[2] * f64::from(multipliers.lead) * result) as f32,
            variance_time: (softplus(scores[3]) * f64::from(multipliers.variance_time)) as f32,
            value_error: error(scores[4], multipliers.value_error, 1.0),
            score_error: error(scores[5], multipliers.score_error, 10.0),
        }
    }

    /// Whether all answers are finite, decoded too.
    pub(super) fn is_finite(&self) -> bool {
        // Where there is always a result, no number is smaller.
        let decoded = self.evaluation(false);
        let decoded = [
            decoded.score_mean,
            decoded.score_stdev,
            decoded.score_mean_square,
            decoded.lead,
            decoded.variance_time,
            decoded.value_error.unwrap_or_default(),
            decoded.score_error.unwrap_or_default(),
        ];
        let optimistic = self.optimistic.unwrap_or_default();
        [self.policy, optimistic, self.ownership]
            .into_iter()
            .chain([&self.values[..], &self.scores, &decoded])
            .flatten()
            .all(|x| x.is_finite())
    }

    /// The probable owner of a point, by its index: from −1 (the opponent's) to 1 (the side to move's).
    ///
    /// # Panics
    /// If the index is not below the number of points.
    #[must_use]
    pub fn owner(&self, point: usize) -> f32 {
        self.ownership[point].tanh()
    }
}

/// `ln(1 + e^x)`.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
