//! Which child a visit goes to: pure formulas.

use super::node::Stats;
use super::params::{Params, PuctParams};

/// The value of a child for selection in a tree of playouts: its own mean with the prior's virtual visits, blended with the
/// mean of all playouts in which the move came later (RAVE; Gelly and Silver 2007), plus the exploration term.
/// `parent_visits` is the number of visits of the parent.
#[inline]
#[must_use]
pub fn rave(stats: &Stats, parent_visits: f32, params: &Params) -> f32 {
    let visits = stats.visits + stats.prior_visits;
    let mean = (stats.value + stats.prior_visits * stats.prior_value) / visits.max(1e-3);
    let value = if stats.rave_visits > 0.0 {
        let rave = stats.rave_value / stats.rave_visits;
        let beta = stats.rave_visits
            / (stats.rave_visits + visits + stats.rave_visits * visits / params.rave_equivalence);
        beta * rave + (1.0 - beta) * mean
    } else {
        mean
    };
    if params.exploration > 0.0 {
        value + params.exploration * (parent_visits.max(1.0).ln() / visits.max(1.0)).sqrt()
    } else {
        value
    }
}

/// What [`puct`] needs of the parent, worked out once for all its children.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parent {
    /// Utility of a move that has no visit yet.
    first_play: f32,
    /// The exploration term of a move of policy 1 without visits.
    exploration: f32,
    /// Score that counts as neither good nor bad, from the side of the player to move.
    score: f32,
    /// Score that makes half of the greatest difference.
    score_scale: f32,
}

impl Parent {
    /// `visits` of the parent; its mean `value` (0 to 1) and `score` from the side of the player to move; the sum of the
    /// policy over its visited children; the score at the root, from the same side; points on the board.
    #[must_use]
    pub fn new(
        visits: f32,
        (value, score): (f32, f32),
        visited_policy: f32,
        root: (bool, f32),
        area: f32,
        params: &PuctParams,
    ) -> Self {
        let (is_root, root_score) = root;
        let reduction = if is_root {
            params.root_first_play_reduction
        } else {
            params.first_play_reduction
        };
        let growth = (1.0 + visits / params.exploration_base.max(1.0)).ln();
        let scale = params.exploration + params.exploration_log * growth;
        let mut parent = Self {
            first_play: 0.0,
            exploration: scale * visits.max(0.01).sqrt(),
            score: root_score,
            score_scale: area.sqrt(),
        };
        parent.first_play =
            parent.utility(value, score, params) - reduction * visited_policy.max(0.0).sqrt();
        parent
    }

    /// Utility of a mean value (0 to 1) with a mean score, from one side.
    #[must_use]
    fn utility(&self, value: f32, score: f32, params: &PuctParams) -> f32 {
        let ahead = ((score - self.score) / self.score_scale).atan() * std::f32::consts::FRAC_2_PI;
        2.0 * value - 1.0 + params.score_utility * ahead
    }
}

/// The value of a child for selection in a tree whose leaves a network judges: its mean utility, or that of a first play, and
/// an exploration term in proportion to its policy (PUCT; Silver et al. 2017, with the first-play reduction of Leela Zero and
/// the logarithmic growth of `AlphaZero`).
#[inline]
#[must_use]
pub fn puct(stats: &Stats, parent: &Parent, params: &PuctParams) -> f32 {
    let utility = if stats.visits > 0.0 {
        parent.utility(
            stats.value / stats.visits,
            stats.score / stats.visits,
            params,
        )
    } else {
        parent.first_play
    };
    utility + parent.exploration * stats.policy / (1.0 + stats.visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(visits: f32, wins: f32, rave_visits: f32, rave_wins: f32) -> Stats {
        Stats {
            visits,
            value: wins,
            rave_visits,
            rave_value: rave_wins,
            prior_visits: 10.0,
            prior_value: 0.5,
            policy: 0.0,
            score: 0.0,
        }
    }

    #[test]
    fn blends_from_prior_over_rave_to_the_own_mean() {
        let params = Params {
            rave_equivalence: 1000.0,
            exploration: 0.0,
            ..Params::default()
        };
        for (row, low, high) in [
            (stats(0.0, 0.0, 0.0, 0.0), 0.5, 0.5),
            (stats(0.0, 0.0, 1000.0, 900.0), 0.89, 0.9),
            (stats(100.0, 20.0, 1000.0, 900.0), 0.7, 0.8),
            (stats(100_000.0, 20_000.0, 1000.0, 900.0), 0.2, 0.21),
            (stats(10.0, 10.0, 0.0, 0.0), 0.75, 0.75),
        ] {
            let value = rave(&row, 1000.0, &params);
            assert!((low..=high).contains(&value), "{row:?}: {value}");
        }
    }

    #[test]
    fn exploration_favours_the_less_visited() {
        let params = Params {
            exploration: 0.5,
            ..Params::default()
        };
        assert!(
            rave(&stats(10.0, 5.0, 0.0, 0.0), 1000.0, &params)
                > rave(&stats(100.0, 50.0, 0.0, 0.0), 1000.0, &params)
        );
    }

    #[test]
    fn a_network_tree_follows_policy_then_value() {
        let params = PuctParams::default();
        let parent = |visits| Parent::new(visits, (0.5, 0.0), 0.5, (false, 0.0), 81.0, &params);
        let child = |visits: f32, mean: f32, policy| Stats {
            policy,
            ..stats(visits, visits * mean, 0.0, 0.0)
        };
        let value = |stats: Stats, visits| puct(&stats, &parent(visits), &params);
        assert!(value(child(0.0, 0.0, 0.5), 1.0) > value(child(0.0, 0.0, 0.1), 1.0));
        assert!(value(child(50.0, 0.6, 0.1), 100.0) > value(child(50.0, 0.4, 0.1), 100.0));
        assert!(value(child(0.0, 0.0, 0.3), 100.0) > value(child(99.0, 0.6, 0.3), 100.0));
        let ahead = Stats {
            score: 500.0,
            ..child(50.0, 0.5, 0.1)
        };
        assert!(value(ahead, 100.0) > value(child(50.0, 0.5, 0.1), 100.0));
    }
}
