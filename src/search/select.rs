//! Which child a visit goes to: pure formulas.

use super::node::Stats;
use super::params::Params;

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
}
