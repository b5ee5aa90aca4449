//! What the inputs need of a game's course: passes, the button, moves that count as history.

use crate::go::rules::{Ko, Scoring};
use crate::go::{Board, ByColor, Color, Key, Move, Points, Rules};

/// Where a game stands, move by move.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    /// Passes in a row; one that takes the button does not count.
    passes: usize,
    /// Moves that may be shown as history: all, but for those before the game was ended and went on.
    pub(super) turns: usize,
    /// Whether the last move ended the game.
    pub(super) ended: bool,
    /// Who passed first.
    first_pass: Option<Color>,
    /// With simple ko, the positions in which each player has passed: a second pass there ends the game.
    passed_in: ByColor<Vec<Key>>,
}

impl Phase {
    /// The start of a game, in which somebody may have passed before its position was set up.
    pub(super) fn new(first_pass: Option<Color>) -> Self {
        Self {
            passes: 0,
            turns: 0,
            ended: false,
            first_pass,
            passed_in: ByColor::default(),
        }
    }

    /// A move, made on the given board.
    pub(super) fn step(&mut self, rules: &Rules, board: &Board, color: Color, mv: Move) {
        if self.ended {
            self.turns = self.turns.min(1);
        }
        self.turns += 1;
        let mut repeated = false;
        if mv == Move::Pass {
            let takes_button = self.has_button(rules);
            self.first_pass.get_or_insert(color);
            if takes_button {
                self.passes = 0;
            } else {
                self.passes += 1;
                if rules.ko == Ko::Simple {
                    let key = Key::of(board);
                    repeated = self.passed_in[color].contains(&key);
                    self.passed_in[color].push(key);
                }
            }
        } else {
            self.passes = 0;
        }
        self.ended = self.passes >= 2 || repeated;
    }

    /// Whether the button is still there to be taken.
    pub(super) fn has_button(&self, rules: &Rules) -> bool {
        rules.button && self.first_pass.is_none()
    }

    /// What White has on top of the board beyond komi and handicap. Under territory scoring the networks count the area, and
    /// each stone that was placed costs a point.
    pub(super) fn white_bonus(&self, rules: &Rules, board: &Board) -> Points {
        let mut bonus = match self.first_pass {
            Some(Color::Black) if rules.button => -Points::HALF,
            Some(Color::White) if rules.button => Points::HALF,
            _ => Points::ZERO,
        };
        if rules.first_pass_bonus && self.first_pass == Some(Color::White) {
            bonus += Points::whole(1);
        }
        if rules.scoring == Scoring::Territory {
            let placed = board.placed();
            bonus += Points::whole(i64::from(placed.black) - i64::from(placed.white));
        }
        bonus
    }

    /// Whether a pass would be the second in a row.
    pub(super) fn is_second_pass(&self) -> bool {
        self.passes == 1
    }

    /// Whether a pass would repeat one in the same position, which ends the game under simple ko.
    pub(super) fn is_repeated_pass(&self, rules: &Rules, board: &Board, color: Color) -> bool {
        rules.ko == Ko::Simple && {
            let passed_in = &self.passed_in[color];
            !passed_in.is_empty() && passed_in.contains(&Key::of(board))
        }
    }

    /// Whether a pass would end the game.
    pub(super) fn pass_would_end(&self, rules: &Rules, board: &Board, color: Color) -> bool {
        self.passes >= 1 || self.is_repeated_pass(rules, board, color)
    }
}
