//! A game and what was found about its positions: losses and mistakes.

use serde_json::{Value, json};

use super::effort::Effort;
use super::position::Position;
use crate::go::{Color, Komi, Move};
use crate::referee::RuleSet;
use crate::sgf::Record;

/// The least fall of the win rate, 0 to 1, that makes a move a mistake.
pub const LEAST_LOSS: f64 = 0.05;

/// The most mistakes that are named.
pub const MOST_MISTAKES: usize = 10;

/// By what a game is reviewed.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The rules.
    pub rules: RuleSet,
    /// Points for White.
    pub komi: Komi,
    /// The name of the network; `None` for playouts.
    pub network: Option<String>,
    /// What is spent on a position.
    pub effort: Effort,
}

impl Settings {
    /// What must be the same for a position to be taken over from an earlier review.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "engine": format!("Tengen {}", env!("CARGO_PKG_VERSION")),
            "rules": self.rules.name,
            "komi": self.komi.to_string(),
            "network": self.network,
        })
    }
}

/// What a move costs the player who makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Fall of the win rate, -1 to 1.
    pub winrate: f64,
    /// Fall of the score, in points.
    pub score: f64,
}

/// A move that costs much.
#[derive(Clone, PartialEq, Debug)]
pub struct Mistake {
    /// Its number, from 1.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What it costs.
    pub loss: Loss,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
}

/// A game and what was found about its positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The game.
    pub record: Record,
    /// By what it is reviewed.
    pub settings: Settings,
    /// What was found about each position: the start, and after each move. `None` where it has not been looked at.
    pub positions: Vec<Option<Position>>,
}

impl Review {
    /// A review in which nothing has been looked at.
    #[must_use]
    pub fn new(record: Record, settings: Settings) -> Self {
        let positions = vec![None; record.moves().count() + 1];
        Self {
            record,
            settings,
            positions,
        }
    }

    /// What was found about the position after so many moves.
    #[must_use]
    pub fn position(&self, moves: usize) -> Option<&Position> {
        self.positions.get(moves)?.as_ref()
    }

    /// Whether the effort has been spent on the position after so many moves; only the last is done by counting it.
    #[must_use]
    pub fn is_done(&self, moves: usize) -> bool {
        self.position(moves).is_some_and(|own| {
            let may_be_counted = moves + 1 == self.positions.len();
            (may_be_counted || !own.is_counted()) && self.settings.effort.is_spent_on(own)
        })
    }

    /// Number of positions on which the effort has been spent. Others may be known from an earlier review with less.
    #[must_use]
    pub fn done(&self) -> usize {
        let places = 0..self.positions.len();
        places.filter(|&moves| self.is_done(moves)).count()
    }

    /// Number of positions on which it has not.
    #[must_use]
    pub fn left(&self) -> usize {
        self.positions.len() - self.done()
    }

    /// Whether it has on all.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.left() == 0
    }

    /// What move `number`, from 1, costs `color`, who makes it; `None` where that is not known.
    #[must_use]
    pub fn loss(&self, number: usize, color: Color) -> Option<Loss> {
        let before = self.position(number.checked_sub(1)?)?;
        let after = self.position(number)?;
        Some(Loss {
            winrate: before.winrate_of(color) - after.winrate_of(color),
            score: before.score_of(color) - after.score_of(color),
        })
    }

    /// The largest mistakes, the largest first.
    #[must_use]
    pub fn mistakes(&self) -> Vec<Mistake> {
        let moves = (1..).zip(self.record.moves());
        let mut mistakes: Vec<Mistake> = moves
            .filter_map(|(number, (color, mv))| {
                let (before, after) = (self.position(number - 1)?, self.position(number)?);
                let loss = self.loss(number, color)?;
                let best = before.best()?;
                let is_end = mv == Move::Pass && after.is_counted();
                (loss.winrate >= LEAST_LOSS && best != mv && !is_end).then(|| Mistake {
                    number,
                    color,
                    mv,
                    loss,
                    before: before.clone(),
                    after: after.clone(),
                })
            })
            .collect();
        let by_size = |a: &Mistake, b: &Mistake| {
            let larger = b.loss.winrate.total_cmp(&a.loss.winrate);
            larger.then(b.loss.score.total_cmp(&a.loss.score))
        };
        mistakes.sort_by(by_size);
        mistakes.truncate(MOST_MISTAKES);
        mistakes
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::sgf::read;

    /// A review of four moves and a pass with these win rates of Black; the best move is always E5.
    fn review(winrates: [Option<f64>; 6]) -> Review {
        let record = read(b"(;SZ[9];B[ee];W[cc];B[gg];W[cg];B[])").expect("the test's own record");
        let settings = Settings {
            rules: RuleSet::default(),
            komi: Komi::ZERO,
            network: None,
            effort: Effort::new(None, Some(Duration::ZERO), 1),
        };
        let mut review = Review::new(record, settings);
        let position = |(moves, winrate): (usize, Option<f64>)| {
            let color = if moves % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            winrate.map(|winrate| Position {
                winrate,
                score: 20.0 * winrate,
                pv: vec![Move::Play("E5".parse().expect("a vertex"))],
                ..Position::counted(color, None, 0.0)
            })
        };
        review.positions = winrates.into_iter().enumerate().map(position).collect();
        review
    }

    #[test]
    fn mistakes_are_losses_of_other_moves_than_the_best() {
        // E5 itself loses, White's first move too, Black's second gains, White's second cannot be told.
        let found = review([Some(0.5), Some(0.3), Some(0.6), Some(0.61), None, Some(0.1)]);
        assert_eq!((found.done(), found.is_complete()), (5, false));
        let mistakes = found.mistakes();
        let numbers: Vec<_> = mistakes.iter().map(|mistake| mistake.number).collect();
        assert_eq!(numbers, [2]);
        let loss = mistakes[0].loss;
        assert!((loss.winrate - 0.3).abs() < 1e-9 && (loss.score - 6.0).abs() < 1e-9);
        assert_eq!(found.loss(4, Color::White), None);
        let first = found.loss(1, Color::Black).expect("both are known");
        assert!((first.winrate - 0.2).abs() < 1e-9);
    }

    /// What was the end of the game when it was reviewed, and is no longer, has only been counted.
    #[test]
    fn only_the_last_position_is_done_by_counting_it() {
        let mut found = review([Some(0.5); 6]);
        let counted = Position::counted(Color::White, None, 0.0);
        found.positions[5] = Some(counted.clone());
        assert!(found.is_complete());
        found.positions[3] = Some(counted);
        assert!(!found.is_done(3) && found.is_done(5));
        assert_eq!(found.left(), 1);
    }

    #[test]
    fn the_largest_come_first() {
        let found = review([
            Some(0.5),
            Some(0.5),
            Some(0.6),
            Some(0.5),
            Some(0.9),
            Some(0.6),
        ]);
        let numbers: Vec<_> = found.mistakes().iter().map(|m| m.number).collect();
        assert_eq!(numbers, [4, 5, 2, 3]);
    }

    #[test]
    fn a_pass_that_ends_the_game_is_no_mistake() {
        let mut found = review([Some(0.5), Some(0.5), Some(0.5), Some(0.5), Some(0.9), None]);
        found.positions[5] = Some(Position::counted(Color::White, Some(Color::White), -1.0));
        let numbers: Vec<_> = found.mistakes().iter().map(|m| m.number).collect();
        assert_eq!(numbers, [4]);
    }
}
