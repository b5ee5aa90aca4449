//! Which move of a search with a network is the best: visits, corrected by what was learnt after they were spent, and a lower
//! bound of the utility. Pure formulas.

use super::node::Judged;
use super::params::PuctParams;
use super::select::{Parent, puct, visits_for};

/// Standard deviations between a mean utility and its lower bound.
const BOUND_DEVIATIONS: f32 = 5.0;
/// The share of the best move's weight from which on a move's lower bound counts.
const BOUND_SHARE: f32 = 0.15;
/// How much more weight one lower bound can get at most over another is the square of this number's inverse.
const BOUND_LEAST: f32 = 0.2;

/// A weight for each of the root's children, seen by the player to move: the heaviest is the move to make. `root` is seen by
/// who moved there, as [`Node::judged`](super::node::Node::judged) gives it.
#[must_use]
pub fn weights(root: &Judged, children: &[Judged], params: &PuctParams) -> Vec<f32> {
    let mut weights: Vec<f32> = children.iter().map(|child| child.weight).collect();
    // The last visit may have been too many; without many visits the policy tells more.
    let goodness = |child: &Judged| (child.weight - 1.0).max(0.0) + 2.0 * child.policy;
    let best = (0..children.len())
        .max_by(|&a, &b| goodness(&children[a]).total_cmp(&goodness(&children[b])));
    let Some(best) = best else {
        return weights;
    };
    let root = Judged {
        own: -root.own,
        mean: -root.mean,
        ..*root
    };
    let parent = Parent::new(&root, weights.iter().sum(), 1.0, true, params);
    let target = puct(&settled(&children[best]), &parent, params);
    for (i, child) in children.iter().enumerate() {
        if i != best {
            let wanted = visits_for(target, child, &parent);
            weights[i] = weights[i].min(wanted).ceil();
        }
    }
    favour_bound(children, &mut weights, best, params.greatest_utility());
    weights
}

/// The child without visits under way.
const fn settled(child: &Judged) -> Judged {
    Judged {
        under_way: 0,
        ..*child
    }
}

/// Makes the move of the best lower bound as heavy as its lead over the others' bounds justifies.
fn favour_bound(children: &[Judged], weights: &mut [f32], best: usize, range: f32) {
    let radii: Vec<f32> = children.iter().map(|child| radius(child, range)).collect();
    let bound = |i: usize| children[i].mean - radii[i];
    let least = BOUND_SHARE * weights[best];
    let chosen = (0..children.len())
        .filter(|&i| weights[i] > 0.0 && weights[i] >= least)
        .max_by(|&a, &b| bound(a).total_cmp(&bound(b)));
    let Some(chosen) = chosen else {
        return;
    };
    let mut heaviest = weights[chosen];
    for i in (0..children.len()).filter(|&i| i != chosen) {
        let lead = bound(chosen) - bound(i);
        if lead >= 0.0 {
            let factor = (radii[i] + lead) / (radii[i] + BOUND_LEAST * lead).max(1e-9);
            heaviest = heaviest.max(factor * factor * weights[i]);
        }
    }
    weights[chosen] = heaviest;
}

/// Distance from the mean utility to its lower bound; utilities lie within `range` of 0.
fn radius(child: &Judged, range: f32) -> f32 {
    if child.visits == 0 {
        return 2.0 * range * BOUND_DEVIATIONS;
    }
    let visits = child.weight.max(1e-3);
    // Few visits say little of how far utilities scatter: they could lie anywhere.
    let prior = 1.0 / (visits * visits);
    let mean = child.mean * child.mean;
    let square = child.square.max(mean + 1e-8);
    let square = (square * visits + (square + range * range) * prior) / (visits + prior);
    let size = (visits + prior) * (visits + prior) / (visits + prior * prior);
    BOUND_DEVIATIONS * ((square - mean).max(0.0) / size).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(visits: u32, mean: f32, policy: f32) -> Judged {
        Judged {
            visits,
            weight: visits as f32,
            mean,
            square: mean * mean + 0.02,
            policy,
            ..Judged::default()
        }
    }

    fn order(children: &[Judged]) -> Vec<usize> {
        let weights = weights(&Judged::default(), children, &PuctParams::default());
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        order
    }

    #[test]
    fn visits_decide_between_equal_moves() {
        assert_eq!(order(&[child(20, 0.1, 0.3), child(40, 0.1, 0.3)]), [1, 0]);
        assert!(weights(&Judged::default(), &[], &PuctParams::default()).is_empty());
    }

    #[test]
    fn a_move_that_turned_out_bad_loses_its_visits() {
        let children = [child(40, 0.2, 0.3), child(38, -0.6, 0.3)];
        let weights = weights(&Judged::default(), &children, &PuctParams::default());
        assert!(weights[1] < 20.0, "{weights:?}");
    }

    #[test]
    fn a_much_better_bound_beats_a_few_more_visits() {
        assert_eq!(order(&[child(220, -0.3, 0.3), child(200, 0.5, 0.3)])[0], 1);
    }

    #[test]
    fn the_radius_shrinks_with_visits() {
        assert!(radius(&child(0, 0.0, 0.1), 1.4) > radius(&child(1, 0.0, 0.1), 1.4));
        assert!(radius(&child(10, 0.0, 0.1), 1.4) > radius(&child(100, 0.0, 0.1), 1.4));
    }
}
