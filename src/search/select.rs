//! Which child a visit goes to: pure formulas.

use super::node::{Judged, Stats};
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

/// Deviation of utilities before any is known, and the visits that it counts for.
const DEVIATION: f32 = 0.4;
const DEVIATION_VISITS: f32 = 2.0;
/// Lets the likeliest move come first where nothing has been visited.
const VISITS_OFFSET: f32 = 0.01;

/// What [`puct`] needs of the parent, worked out once for all its children.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parent {
    /// Utility of a move that has no finished visit yet.
    first_play: f32,
    /// The exploration term of a move of policy 1 without visits.
    exploration: f32,
}

impl Parent {
    /// For a node, seen by the player to move there (not by who moved there); `child_visits` is the weight of its children, `visited_policy` the sum of their policy.
    #[must_use]
    pub fn new(
        node: &Judged,
        child_visits: f32,
        visited_policy: f32,
        is_root: bool,
        params: &PuctParams,
    ) -> Self {
        let growth = (1.0 + child_visits / params.exploration_base.max(1.0)).ln();
        let scale = params.exploration + params.exploration_log * growth;
        let deviation = deviation(node, child_visits + 1.0) / DEVIATION;
        let factor = 1.0 + params.deviation_scale * (deviation - 1.0);
        let reduction = if is_root {
            params.root_first_play_reduction
        } else {
            params.first_play_reduction
        };
        let visited = visited_policy.clamp(0.0, 1.0);
        // The more of the policy is known, the less the node's own judgement tells.
        let known = visited * visited;
        Self {
            first_play: known * node.mean + (1.0 - known) * node.own - reduction * visited.sqrt(),
            exploration: scale * factor * (child_visits + VISITS_OFFSET).sqrt(),
        }
    }
}

/// The standard deviation of the utility below a node of so many visits, drawn to [`DEVIATION`] while they are few.
fn deviation(node: &Judged, visits: f32) -> f32 {
    if visits <= 1.0 {
        return DEVIATION;
    }
    let mean = node.mean * node.mean;
    let prior = (mean + DEVIATION * DEVIATION) * DEVIATION_VISITS;
    let squares = prior + node.square.max(mean) * visits;
    (squares / (DEVIATION_VISITS + visits - 1.0) - mean)
        .max(0.0)
        .sqrt()
}

/// The value of a child for selection in a tree whose leaves a network judges: its mean utility, or that of a first play, and
/// an exploration term in proportion to its policy (PUCT; Silver et al. 2017, with the first-play reduction of Leela Zero, the
/// logarithmic growth of `AlphaZero`, and exploration by deviation as `KataGo` has it). Visits under way count as losses.
#[inline]
#[must_use]
pub fn puct(child: &Judged, parent: &Parent, params: &PuctParams) -> f32 {
    let mut visits = child.weight;
    let mut utility = if child.visits > 0 {
        child.mean
    } else {
        parent.first_play
    };
    if child.under_way > 0 {
        let losses = child.under_way as f32 * params.virtual_losses;
        let worst = -params.greatest_utility();
        utility += (worst - utility) * losses / (losses + visits.max(0.25));
        visits += losses;
    }
    utility + parent.exploration * child.policy / (1.0 + visits)
}

/// The number of visits at which [`puct`] would give a child this value; 0 where it is less even without any.
#[must_use]
pub fn visits_for(value: f32, child: &Judged, parent: &Parent) -> f32 {
    let exploration = value - child.mean;
    if exploration <= 0.0 {
        return f32::INFINITY;
    }
    (parent.exploration * child.policy / exploration - 1.0).max(0.0)
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
    fn a_network_tree_follows_policy_then_utility() {
        let params = PuctParams::default();
        let node = Judged::default();
        let parent = |visits| Parent::new(&node, visits, 0.5, false, &params);
        let child = |visits, mean, policy| Judged {
            visits,
            weight: visits as f32,
            mean,
            policy,
            square: mean * mean,
            ..Judged::default()
        };
        let value = |child: Judged, visits| puct(&child, &parent(visits), &params);
        assert!(value(child(0, 0.0, 0.5), 0.0) > value(child(0, 0.0, 0.1), 0.0));
        assert!(value(child(50, 0.2, 0.1), 100.0) > value(child(50, -0.2, 0.1), 100.0));
        assert!(value(child(0, 0.0, 0.3), 100.0) > value(child(99, 0.2, 0.3), 100.0));
        let busy = Judged {
            under_way: 1,
            ..child(2, 0.2, 0.1)
        };
        assert!(value(busy, 100.0) < value(child(2, 0.2, 0.1), 100.0));
        let seldom = Judged {
            under_way: 1,
            ..child(0, 0.0, 0.1)
        };
        assert!(value(seldom, 100.0) < value(child(0, 0.0, 0.1), 100.0));
    }

    #[test]
    fn a_first_play_is_worth_less_than_its_parent() {
        let params = PuctParams::default();
        let node = Judged {
            own: 0.1,
            mean: 0.5,
            square: 0.3,
            ..Judged::default()
        };
        let first = |policy, is_root| Parent::new(&node, 20.0, policy, is_root, &params).first_play;
        assert!((first(0.0, false) - 0.1).abs() < 1e-6);
        assert!((first(1.0, false) - (0.5 - params.first_play_reduction)).abs() < 1e-6);
        assert!(first(0.5, true) > first(0.5, false));
    }

    #[test]
    fn deviating_utilities_are_explored_more() {
        let params = PuctParams::default();
        let exploration = |square| {
            let node = Judged {
                square,
                ..Judged::default()
            };
            Parent::new(&node, 100.0, 0.5, false, &params).exploration
        };
        assert!(exploration(0.5) > exploration(0.16) && exploration(0.16) > exploration(0.01));
        let fresh = Parent::new(&Judged::default(), 0.0, 0.0, false, &params);
        assert!((fresh.exploration - 0.1).abs() < 1e-3);
    }
}
