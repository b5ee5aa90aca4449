//! What a position is worth in a search whose leaves a network judges: pure formulas.
//!
//! Utility is winning plus a little for the score: 1 for a win, -1 for a loss, and at most
//! [`static_score`](PuctParams::static_score) and [`dynamic_score`](PuctParams::dynamic_score) more. The design is that of
//! `KataGo` (Wu 2019, and its notes on graph search and on its methods).

use super::node::Judged;
use super::params::PuctParams;

/// Nodes and weights of a Gauss-Hermite quadrature for the standard normal distribution.
const QUADRATURE: [(f32, f32); 7] = [
    (-3.750_44, 0.000_548_27),
    (-2.366_76, 0.030_757_1),
    (-1.154_41, 0.240_123),
    (0.0, 0.457_143),
    (1.154_41, 0.240_123),
    (2.366_76, 0.030_757_1),
    (3.750_44, 0.000_548_27),
];

/// Scores at which half of the greatest utility of a score is reached, in units of the board's side.
const STATIC_SCALE: f32 = 2.0;
const DYNAMIC_SCALE: f32 = 0.75;
/// How far the centre of the dynamic part is drawn to an even score.
const CENTER_TO_ZERO: f32 = 0.2;

/// How scores become utility in one search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreScale {
    /// The score, from Black's side, that counts as neither good nor bad in the dynamic part.
    pub center: f32,
    /// Lines a side of the board.
    pub side: f32,
}

impl ScoreScale {
    /// For a search whose root has this expected score from Black's side.
    #[must_use]
    pub fn new(expected: f32, side: f32) -> Self {
        let cap = side * DYNAMIC_SCALE;
        let center = expected * (1.0 - CENTER_TO_ZERO);
        Self {
            center: center.clamp(expected - cap, expected + cap),
            side,
        }
    }
}

/// Utility from Black's side of a probability to win (a draw counts half) and a final score with its standard deviation.
#[must_use]
pub fn of(value: f32, (score, stdev): (f32, f32), scale: &ScoreScale, params: &PuctParams) -> f32 {
    let part = |center, width| {
        saturated(
            (score - center) / (width * scale.side),
            stdev / (width * scale.side),
        )
    };
    2.0 * value - 1.0
        + params.static_score * part(0.0, STATIC_SCALE)
        + params.dynamic_score * part(scale.center, DYNAMIC_SCALE)
}

/// Mean of the arctangent, scaled to -1 to 1, over a normal distribution.
fn saturated(mean: f32, stdev: f32) -> f32 {
    let sum: f32 = QUADRATURE
        .iter()
        .map(|(node, weight)| weight * (mean + node * stdev).atan())
        .sum();
    sum * std::f32::consts::FRAC_2_PI
}

/// What the children of a node say of it, from the side of the player to move there.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Below {
    /// Mean utility of the children.
    pub mean: f32,
    /// Mean of its square.
    pub square: f32,
    /// How much that tells; 0 where no child has been visited.
    pub weight: f32,
}

impl Below {
    /// With the node's own utility, which counts for one visit: the mean utility of the node, that of its square, and the
    /// weight of both.
    #[must_use]
    pub fn with(&self, own: f32) -> (f32, f32, f32) {
        let total = self.weight + 1.0;
        let mean = (own + self.weight * self.mean) / total;
        let square = (own * own + self.weight * self.square) / total;
        (mean, square, total)
    }
}

/// Sums up the visited children, the likeliest first, seen by the player to move.
///
/// Children that were visited for their policy more than for their value, and those that turned out worse than the
/// others, count less than their visits; what the latter lack goes to the others.
#[must_use]
pub fn below(children: &[Judged], weights: &mut Vec<f32>, params: &PuctParams) -> Below {
    weights.clear();
    let total = prune(children, weights, params);
    if total <= 0.0 {
        return Below::default();
    }
    reweigh(children, weights, total, params);
    let (mut sum, mut squares) = (0.0, 0.0);
    for (child, weight) in children.iter().zip(weights.iter()) {
        sum += weight * child.mean;
        squares += weight * child.square;
    }
    Below {
        mean: sum / total,
        square: squares / total,
        weight: total,
    }
}

/// Their weights without what the children worse than the likelier ones got beyond twice their share by policy.
/// Returns the sum.
fn prune(children: &[Judged], weights: &mut Vec<f32>, params: &PuctParams) -> f32 {
    let (mut utility, mut total, mut policy) = (0.0_f32, 0.0_f32, 0.0_f32);
    for child in children {
        let mut weight = child.weight;
        if total > 0.0 && policy > 0.0 && params.prune_scale > 0.0 {
            let gap = utility / total - child.mean;
            let share = 2.0 * total * child.policy / policy;
            if gap > 0.0 && weight > share {
                weight -= (weight - share) * (1.0 - (-gap / params.prune_scale).exp());
            }
        }
        weights.push(weight);
        utility += weight * child.mean;
        total += weight;
        policy += child.policy.max(1e-30);
    }
    total
}

/// Moves weight from children that are worse than the mean to the better ones; the sum stays.
fn reweigh(children: &[Judged], weights: &mut [f32], total: f32, params: &PuctParams) {
    if total <= 0.0 || params.value_weight <= 0.0 {
        return;
    }
    let pairs = || children.iter().zip(weights.iter());
    let mean = pairs()
        .map(|(child, weight)| weight * child.mean)
        .sum::<f32>()
        / total;
    let mut new_total = 0.0;
    for (child, weight) in children.iter().zip(weights.iter_mut()) {
        let deviation = (1.0 / (1.5 * weight.max(1e-6).sqrt())).sqrt();
        let better = student((child.mean - mean) / deviation) + 1e-4;
        *weight *= better.powf(params.value_weight);
        new_total += *weight;
    }
    if new_total > 0.0 {
        for weight in weights.iter_mut() {
            *weight *= total / new_total;
        }
    }
}

/// The distribution function of Student's t with three degrees of freedom.
fn student(t: f32) -> f32 {
    let x = t / 3.0_f32.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) / std::f32::consts::PI
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(visits: u32, mean: f32, policy: f32) -> Judged {
        Judged {
            visits,
            weight: visits as f32,
            mean,
            square: mean * mean,
            policy,
            ..Judged::default()
        }
    }

    #[test]
    fn a_win_counts_most_and_a_score_a_little() {
        let params = PuctParams::default();
        let scale = ScoreScale::new(0.0, 9.0);
        let utility = |value, score, stdev| of(value, (score, stdev), &scale, &params);
        assert!(utility(0.5, 0.0, 5.0).abs() < 1e-6);
        assert!(utility(1.0, 0.0, 0.0) > utility(0.5, 81.0, 0.0));
        assert!(utility(0.5, 5.0, 0.0) > utility(0.5, 5.0, 10.0));
        assert!(utility(0.5, 5.0, 10.0) > utility(0.5, 1.0, 10.0));
        let greatest = 1.0 + params.static_score + params.dynamic_score;
        assert!(utility(1.0, 1e6, 1.0) < greatest + 1e-3);
        let ahead = ScoreScale::new(30.0, 9.0);
        assert!(ahead.center > 23.0 && ahead.center < 25.0);
    }

    #[test]
    fn the_mean_lies_between_and_leans_to_the_better() {
        let params = PuctParams::default();
        let mut weights = Vec::new();
        let alone = below(&[], &mut weights, &params);
        assert_eq!(alone.with(0.25), (0.25, 0.0625, 1.0));
        let children = [child(10, 0.5, 0.5), child(10, -0.5, 0.5)];
        let (leaning, square, weight) = below(&children, &mut weights, &params).with(0.0);
        assert!(leaning > 0.02 && leaning < 0.4 && square <= 0.25);
        assert!((weight - 21.0).abs() < 1e-3);
        assert!((weights.iter().sum::<f32>() - 20.0).abs() < 1e-3);
        let plain = PuctParams {
            value_weight: 0.0,
            prune_scale: 0.0,
            ..params
        };
        assert!(below(&children, &mut weights, &plain).mean.abs() < 1e-6);
    }

    #[test]
    fn visits_beyond_the_share_of_a_bad_child_are_pruned() {
        let params = PuctParams {
            value_weight: 0.0,
            ..PuctParams::default()
        };
        let mut weights = Vec::new();
        let children = [child(10, 0.5, 0.9), child(10, -0.5, 0.1)];
        let pruned = below(&children, &mut weights, &params);
        assert!(weights[1] < 3.0 && pruned.mean > 0.25 && pruned.weight < 13.0);
    }

    #[test]
    fn students_distribution_is_symmetric() {
        assert!((student(0.0) - 0.5).abs() < 1e-6);
        assert!((student(2.0) + student(-2.0) - 1.0).abs() < 1e-6);
        // A table of the distribution has 0.9303 for t = 2.
        assert!((student(2.0) - 0.9303).abs() < 1e-3);
    }
}
