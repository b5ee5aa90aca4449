//! The evaluator of the Monte Carlo player: one playout a leaf, priors by tactics and shape.

use std::sync::Arc;

use super::evaluator::{Evaluation, Evaluator, Position};
use super::params::Params;
use super::priors;
use crate::go::rules::{Scoring, Tax, Tie};
use crate::go::{Board, ByColor, Color, Move, POINTS, Point, PointSet, region};
use crate::playout::{Playout, Policy, Random, policy};

/// Judges by playouts.
pub struct MonteCarlo {
    params: Arc<Params>,
    policy: Policy,
    playout: Playout,
    random: Random,
}

impl MonteCarlo {
    /// An evaluator with its own random numbers.
    #[must_use]
    pub fn new(params: Arc<Params>, seed: u64) -> Self {
        let policy = Policy::new(params.policy);
        Self {
            params,
            policy,
            playout: Playout::new(),
            random: Random::new(seed),
        }
    }

    /// The position at the end of the last playout.
    #[must_use]
    pub const fn end(&self) -> &Board {
        &self.playout.board
    }
}

impl Evaluator for MonteCarlo {
    fn evaluate(&mut self, position: &Position, want_priors: bool, out: &mut Evaluation) {
        if want_priors {
            priors::fill(position, &self.params, &mut self.policy, &mut out.priors);
            // Equal moves are tried in random order.
            for i in (1..out.priors.len()).rev() {
                out.priors.swap(i, self.random.below(i + 1));
            }
        }
        out.playout.clear();
        self.playout.board.copy_from(position.board);
        let as_it_stands = position.is_over && !position.game.rules().removes_dead_stones();
        if as_it_stands {
            self.playout.moves.clear();
        } else {
            let Position { color, last, .. } = *position;
            self.playout
                .run(&mut self.policy, color, last, &mut self.random);
            out.playout.extend_from_slice(&self.playout.moves);
        }
        let tax = position.game.rules().tax;
        let area = count(&self.playout.board, as_it_stands, tax, out);
        out.score = area + adjustment(position, &self.playout.moves);
        let win = if out.score > 0.0 {
            1.0
        } else if out.score < 0.0 {
            0.0
        } else if position.game.rules().tie == Tie::Black {
            1.0
        } else {
            0.5
        };
        let scale = position.board.size() as f32;
        let weight = self.params.score_weight;
        out.value = win * (1.0 - weight) + weight * (0.5 + 0.5 * (out.score / scale).tanh());
    }

    fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}

/// Black's area less White's at the end of a playout, each less its group tax; adds to the ownership.
fn count(board: &Board, exact: bool, tax: Tax, out: &mut Evaluation) -> f32 {
    let mut area = 0.0_f32;
    let mut parts = ByColor::<PointSet>::default();
    let map = exact.then(|| standing_owners(board));
    for point in board.points() {
        let owner = map
            .as_ref()
            .map_or_else(|| policy::owner(board, point), |map| map[point.index()]);
        let value = match owner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        area += value;
        if let Some(color) = owner.filter(|_| tax == Tax::All) {
            parts[color].insert(point);
        }
        out.ownership[point.index()] += f64::from(value);
    }
    out.ownership_count += 1;
    let groups = parts.map(|points| points.parts().count() as f32);
    area - 2.0 * (groups.black - groups.white)
}

/// Who owns each point of the board as it stands: stones, and empty regions that one colour surrounds.
fn standing_owners(board: &Board) -> Box<[Option<Color>; POINTS]> {
    let mut owners = Box::new([None; POINTS]);
    for point in board.points() {
        owners[point.index()] = board.at(point);
    }
    for part in region::empty_parts(board) {
        let borders = |color| {
            part.iter()
                .flat_map(Point::neighbors)
                .any(|n| board.at(n) == Some(color))
        };
        let owner = match (borders(Color::Black), borders(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        };
        for point in part.iter() {
            owners[point.index()] = owner;
        }
    }
    owners
}

/// What the rules add to the area for Black: komi, handicap, bonuses of the first pass; under territory scoring the area is
/// lessened by the stones that Black has placed more than White. The moves of a playout count as even.
#[allow(clippy::cast_possible_truncation)] // komi is cut to a billion
fn adjustment(position: &Position, playout: &[Point]) -> f32 {
    let game = position.game;
    let rules = game.rules();
    let mut points = -game.white_bonus().as_f64() as f32;
    if rules.scoring == Scoring::Territory {
        let placed = position.board.placed();
        points -= placed.black as f32 - placed.white as f32;
    }
    if rules.button || rules.first_pass_bonus {
        match first_pass(position, playout) {
            Some(Color::Black) if rules.button => points += 0.5,
            Some(Color::White) => {
                points -= if rules.button { 0.5 } else { 0.0 };
                points -= if rules.first_pass_bonus { 1.0 } else { 0.0 };
            }
            _ => {}
        }
    }
    points
}

/// Who passed first: in the game, on the path, or in the playout.
fn first_pass(position: &Position, playout: &[Point]) -> Option<Color> {
    let turn = |color: Color, i: usize| if i.is_multiple_of(2) { color } else { !color };
    let root = turn(position.color, position.path.len());
    let on_path = || {
        position
            .path
            .iter()
            .position(|&mv| mv == Move::Pass)
            .map(|i| turn(root, i))
    };
    let later = || {
        playout
            .iter()
            .position(|&p| p == Point::NONE)
            .map(|i| turn(position.color, i))
    };
    position.game.first_pass().or_else(on_path).or_else(later)
}
