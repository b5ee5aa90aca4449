//! Parameters of the search.

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
    /// Virtual visits of an even prior.
    pub prior_even: f32,
    /// Virtual wins of capturing or saving a single stone.
    pub prior_capture_one: f32,
    /// Virtual wins of capturing or saving several stones.
    pub prior_capture_many: f32,
    /// Virtual wins of a 3x3 pattern.
    pub prior_pattern: f32,
    /// Virtual wins at distances of one, two and three from the last move, along chains.
    pub prior_distance: [f32; 3],
    /// Virtual wins on the third line, and losses on the first two, where no stone is near.
    pub prior_empty_area: f32,
    /// Virtual losses of a self-atari.
    pub prior_self_atari: f32,
    /// Virtual losses of filling an own eye, and of passing.
    pub prior_eye: f32,
    /// The playout policy.
    pub policy: PolicyParams,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            expand_after: 5,
            rave_equivalence: 2500.0,
            exploration: 0.0,
            score_weight: 0.02,
            prior_even: 10.0,
            prior_capture_one: 15.0,
            prior_capture_many: 30.0,
            prior_pattern: 10.0,
            prior_distance: [24.0, 22.0, 8.0],
            prior_empty_area: 10.0,
            prior_self_atari: 15.0,
            prior_eye: 20.0,
            policy: PolicyParams::default(),
        }
    }
}
