//! Parameters of the search, by name and value too.

use std::fmt;

use crate::playout::PolicyParams;

/// All parameters of the search. Values were set by matches, see the changelog.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Visits of a leaf before it gets children.
    pub expand_after: u32,
    /// Number of playouts at which a move's own mean weighs as much as its RAVE mean.
    pub rave_equivalence: f32,
    /// Exploration term of UCT; none once RAVE and priors are in.
    pub exploration: f32,
    /// Weight of the score in a playout's value: how much winning by the whole board counts more than by half a point.
    pub score_weight: f32,
    /// Virtual visits of an even prior, half of them wins.
    pub prior_even: f32,
    /// Virtual wins of the likeliest move by its [`shape`](super::shape).
    pub prior_likely: f32,
    /// Power of a move's probability, in proportion to the likeliest, with which its virtual wins go.
    pub prior_power: f32,
    /// Virtual losses of the unlikeliest moves.
    pub prior_unlikely: f32,
    /// Virtual losses of a self-atari.
    pub prior_self_atari: f32,
    /// Virtual losses of filling an own eye, and of passing.
    pub prior_eye: f32,
    /// The playout policy.
    pub policy: PolicyParams,
    /// How a visit chooses its way.
    pub selection: Selection,
    /// The formula for trees whose leaves a network judges.
    pub puct: PuctParams,
}

/// How a visit chooses its way down the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// By means blended with RAVE and priors as virtual visits ([`select::rave`](super::select::rave)): for playouts.
    Rave,
    /// By means and the policy's probabilities ([`select::puct`](super::select::puct)): for networks.
    Puct,
}

/// Parameters of [`select::puct`](super::select::puct), in units of utility: a win is 1, a loss -1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctParams {
    /// Weight of exploration.
    pub exploration: f32,
    /// How much that grows with the logarithm of the parent's visits.
    pub exploration_log: f32,
    /// Visits from which on it grows.
    pub exploration_base: f32,
    /// By how much an unvisited move is thought worse than its parent once all the policy has been visited.
    pub first_play_reduction: f32,
    /// The same at the root.
    pub root_first_play_reduction: f32,
    /// Utility of a score far above an even one.
    pub static_score: f32,
    /// Utility of a score far above that of the root.
    pub dynamic_score: f32,
    /// How much exploration follows the deviation of the utility below the parent, 0 to 1.
    pub deviation_scale: f32,
    /// Power by which children that are worse than the mean count less; 0 for none.
    pub value_weight: f32,
    /// Difference of utility from which on visits beyond a child's share do not count; 0 where all count.
    pub prune_scale: f32,
    /// How much a network's judgement is corrected by what it got wrong in positions that look alike; 0 for not at all.
    pub bias_factor: f32,
    /// The power of the visits below a position that its error counts with.
    pub bias_power: f32,
    /// Whether positions that are reached in several ways are searched once: not where it is 0.
    pub transpositions: f32,
    /// Losses that a visit under way counts as.
    pub virtual_losses: f32,
}

impl PuctParams {
    /// The greatest utility that a position can have.
    #[must_use]
    pub fn greatest_utility(&self) -> f32 {
        1.0 + self.static_score + self.dynamic_score
    }
}

impl Default for PuctParams {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            exploration_log: 0.45,
            exploration_base: 500.0,
            first_play_reduction: 0.2,
            root_first_play_reduction: 0.1,
            static_score: 0.1,
            dynamic_score: 0.3,
            deviation_scale: 0.85,
            value_weight: 0.25,
            prune_scale: 0.15,
            bias_factor: 0.45,
            bias_power: 0.85,
            transpositions: 1.0,
            virtual_losses: 1.0,
        }
    }
}

impl Params {
    /// The same for a search with a network: every leaf is judged once and gets its children at once.
    #[must_use]
    pub fn with_network(self) -> Self {
        Self {
            expand_after: 0,
            selection: Selection::Puct,
            ..self
        }
    }
}

impl Default for Params {
    fn default() -> Self {
        Self {
            expand_after: 5,
            rave_equivalence: 2500.0,
            exploration: 0.0,
            score_weight: 0.02,
            prior_even: 4.0,
            prior_likely: 120.0,
            prior_power: 0.5,
            prior_unlikely: 30.0,
            prior_self_atari: 15.0,
            prior_eye: 20.0,
            policy: PolicyParams::default(),
            selection: Selection::Rave,
            puct: PuctParams::default(),
        }
    }
}

/// A parameter's place.
enum Field<'a> {
    /// A whole number.
    Count(&'a mut u32),
    /// Any number.
    Real(&'a mut f32),
}

/// A parameter that can be read and set by name.
pub struct Param {
    /// Its name, that of the field.
    pub name: &'static str,
    /// Its largest value; the smallest is 0.
    pub most: f32,
    field: fn(&mut Params) -> Field,
}

impl Param {
    const fn new(name: &'static str, most: f32, field: fn(&mut Params) -> Field) -> Self {
        Self { name, most, field }
    }

    /// Whether its value is a whole number.
    #[must_use]
    pub fn is_count(&self) -> bool {
        matches!((self.field)(&mut Params::default()), Field::Count(_))
    }
}

/// The parameters by name.
pub const PARAMS: &[Param] = &[
    Param::new("expand_after", 1e6, |p| Field::Count(&mut p.expand_after)),
    Param::new("rave_equivalence", 1e9, |p| {
        Field::Real(&mut p.rave_equivalence)
    }),
    Param::new("exploration", 10.0, |p| Field::Real(&mut p.exploration)),
    Param::new("score_weight", 1.0, |p| Field::Real(&mut p.score_weight)),
    Param::new("prior_even", 1e4, |p| Field::Real(&mut p.prior_even)),
    Param::new("prior_likely", 1e4, |p| Field::Real(&mut p.prior_likely)),
    Param::new("prior_power", 1e4, |p| Field::Real(&mut p.prior_power)),
    Param::new("prior_unlikely", 1e4, |p| {
        Field::Real(&mut p.prior_unlikely)
    }),
    Param::new("prior_self_atari", 1e4, |p| {
        Field::Real(&mut p.prior_self_atari)
    }),
    Param::new("prior_eye", 1e4, |p| Field::Real(&mut p.prior_eye)),
    Param::new("atari", 1024.0, |p| Field::Count(&mut p.policy.atari)),
    Param::new("nakade", 1024.0, |p| Field::Count(&mut p.policy.nakade)),
    Param::new("pattern", 1024.0, |p| Field::Count(&mut p.policy.pattern)),
    Param::new("self_atari", 1024.0, |p| {
        Field::Count(&mut p.policy.self_atari)
    }),
    Param::new("two_liberties", 1024.0, |p| {
        Field::Count(&mut p.policy.two_liberties)
    }),
    Param::new("puct_exploration", 10.0, |p| {
        Field::Real(&mut p.puct.exploration)
    }),
    Param::new("puct_exploration_log", 10.0, |p| {
        Field::Real(&mut p.puct.exploration_log)
    }),
    Param::new("puct_exploration_base", 1e6, |p| {
        Field::Real(&mut p.puct.exploration_base)
    }),
    Param::new("puct_first_play_reduction", 2.0, |p| {
        Field::Real(&mut p.puct.first_play_reduction)
    }),
    Param::new("puct_root_first_play_reduction", 2.0, |p| {
        Field::Real(&mut p.puct.root_first_play_reduction)
    }),
    Param::new("puct_static_score", 1.0, |p| {
        Field::Real(&mut p.puct.static_score)
    }),
    Param::new("puct_dynamic_score", 1.0, |p| {
        Field::Real(&mut p.puct.dynamic_score)
    }),
    Param::new("puct_deviation_scale", 1.0, |p| {
        Field::Real(&mut p.puct.deviation_scale)
    }),
    Param::new("puct_value_weight", 2.0, |p| {
        Field::Real(&mut p.puct.value_weight)
    }),
    Param::new("puct_prune_scale", 10.0, |p| {
        Field::Real(&mut p.puct.prune_scale)
    }),
    Param::new("puct_bias_factor", 2.0, |p| {
        Field::Real(&mut p.puct.bias_factor)
    }),
    Param::new("puct_bias_power", 2.0, |p| {
        Field::Real(&mut p.puct.bias_power)
    }),
    Param::new("puct_transpositions", 1.0, |p| {
        Field::Real(&mut p.puct.transpositions)
    }),
    Param::new("puct_virtual_losses", 10.0, |p| {
        Field::Real(&mut p.puct.virtual_losses)
    }),
];

/// Why a parameter could not be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetParamError {
    /// No parameter has the name.
    UnknownName,
    /// The value is not a number in the parameter's range.
    BadValue,
}

impl fmt::Display for SetParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownName => "unknown parameter",
            Self::BadValue => "value out of range",
        })
    }
}

impl std::error::Error for SetParamError {}

impl Params {
    /// Sets a parameter of [`PARAMS`] from text.
    ///
    /// # Errors
    /// Where no parameter has the name, or the value is not one of its values.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetParamError> {
        let param = PARAMS
            .iter()
            .find(|param| param.name == name)
            .ok_or(SetParamError::UnknownName)?;
        match (param.field)(self) {
            Field::Count(field) => {
                let value: u32 = value.parse().map_err(|_| SetParamError::BadValue)?;
                if value as f32 > param.most {
                    return Err(SetParamError::BadValue);
                }
                *field = value;
            }
            Field::Real(field) => {
                let value: f32 = value.parse().map_err(|_| SetParamError::BadValue)?;
                if !(0.0..=param.most).contains(&value) {
                    return Err(SetParamError::BadValue);
                }
                *field = value;
            }
        }
        Ok(())
    }

    /// The value of a parameter of [`PARAMS`] as text that [`set`](Self::set) reads.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        let param = PARAMS.iter().find(|param| param.name == name)?;
        Some(match (param.field)(&mut self.clone()) {
            Field::Count(field) => field.to_string(),
            Field::Real(field) => field.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_set_and_read_by_its_name() {
        for param in PARAMS {
            let mut params = Params::default();
            let before = params.get(param.name).unwrap_or_default();
            assert_eq!(params.set(param.name, &before), Ok(()), "{}", param.name);
            assert_eq!(params, Params::default(), "{}", param.name);
            assert_eq!(params.set(param.name, "1"), Ok(()), "{}", param.name);
            assert_eq!(params.get(param.name).as_deref(), Some("1"));
            let mut changed = Params::default();
            for other in PARAMS.iter().filter(|other| other.name != param.name) {
                changed
                    .set(other.name, &params.get(other.name).unwrap_or_default())
                    .unwrap_or_else(|error| panic!("{}: {error}", other.name));
            }
            assert_eq!(changed, Params::default(), "{} is another's", param.name);
        }
    }

    #[test]
    fn wrong_names_and_values_are_refused() {
        let mut params = Params::default();
        assert_eq!(params.set("rave", "1"), Err(SetParamError::UnknownName));
        for value in ["", "x", "-1", "NaN", "inf", "1e30"] {
            assert_eq!(
                params.set("exploration", value),
                Err(SetParamError::BadValue),
                "{value}"
            );
        }
        assert_eq!(
            params.set("expand_after", "1.5"),
            Err(SetParamError::BadValue)
        );
        assert_eq!(params, Params::default());
    }
}
