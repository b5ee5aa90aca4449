//! The move to make of what a search found: passes, resignation, levels, and games that go in circles.

use std::cell::LazyCell;
use std::time::Duration;

use super::Engine;
use crate::go::life::Life;
use crate::go::rules::Ko;
use crate::go::{Color, Move, Score, score};
use crate::playout::Random;
use crate::search::choose::{self, Situation};
use crate::search::status;
use crate::search::{Limits, Report, Searcher, Stop};

/// Time for a move below which life and death are only glanced at, where no clock runs.
const TIME_TO_JUDGE: Duration = Duration::from_secs(1);
/// Playouts from which on who owns the points means something.
const LEAST_SEEN: u64 = 10;
/// Fewest and most playouts that look for what a pass lets the opponent do, and the memory for their tree in bytes.
const LEAST_PASS_PLAYOUTS: u64 = 100;
const PASS_PLAYOUTS: u64 = 1000;
const PASS_MEMORY: usize = 32 << 20;
/// One part in so many of them says enough.
const PASS_PART: u64 = 10;

/// What a move is decided by, beside what a search found.
pub(super) struct Choice<'a> {
    pub(super) engine: &'a Engine,
    /// Who is to move.
    pub(super) color: Color,
    /// Where a level draws its lot from.
    pub(super) seed: u64,
    /// What the clock leaves for the move; `None` where that must make no difference.
    pub(super) left: Option<Duration>,
    pub(super) stop: Stop<'a>,
}

impl Choice<'_> {
    /// The move to make of what a search found, passes weighed by the count.
    pub(super) fn make(&self, report: &Report) -> Move {
        let (engine, color) = (self.engine, self.color);
        if self.goes_in_circles() && self.lead(report) >= 0.0 {
            return Move::Pass;
        }
        let situation = self.situation(report);
        let mut chosen = choose::choose(report, &situation).unwrap_or(Move::Pass);
        if let Some(level) = engine.config.level
            && chosen != Move::Pass
        {
            let lot = Random::new(!self.seed).unit();
            let play = level.choose(report, engine.game.board(), lot);
            chosen = play.map_or(chosen, |play| play.mv);
        }
        // The tree knows superko exactly; the game has the last word all the same.
        if engine.game.is_legal(color, chosen) {
            chosen
        } else {
            Move::Pass
        }
    }

    fn situation(&self, report: &Report) -> Situation {
        let (engine, color) = (self.engine, self.color);
        let board = engine.game.board();
        let opponent_passed = engine.game.passes() > 0;
        let best_is_pass = report
            .candidates
            .first()
            .is_some_and(|best| best.mv == Move::Pass);
        let late = engine.is_late();
        // One playout decides all points, and says nothing.
        let known = engine.serving_network().is_some() || report.playouts >= LEAST_SEEN;
        let decided = report
            .ownership
            .iter()
            .filter(|value| value.abs() > 0.7)
            .count();
        let settled = known && decided == report.ownership.len();
        // Who has lost anyway kills stones of his own that nobody else could.
        let suicide = engine.game.rules().suicide;
        let alive =
            LazyCell::new(|| Color::BOTH.map(|color| Life::of(board, color, suicide).stones));
        let clear = known
            && board.points().zip(&report.ownership).all(|(point, value)| {
                board.is_empty(point)
                    || value.abs() > 0.6
                    || alive.iter().any(|stones| stones.contains(point))
            });
        // Who passes again and again, whatever is played, has nothing left to say.
        let opponents = engine
            .game
            .moves()
            .iter()
            .rev()
            .filter(|(mover, _)| *mover != color);
        let passes = opponents.take_while(|(_, mv)| *mv == Move::Pass).count();
        let mut situation = Situation {
            opponent_passed,
            late,
            settled,
            wins: false,
            clear: clear || passes >= 3,
            pass_is_good: true,
        };
        if late && (opponent_passed || best_is_pass || settled) {
            let winner = score::winner(self.count(report), engine.game.rules());
            situation.wins = winner == Some(color);
        }
        if engine.serving_network().is_some() {
            situation.pass_is_good = choose::pass_is_good(report);
        } else if situation.may_pass_first() {
            situation.pass_is_good = self.pass_holds(report);
        }
        situation
    }

    /// Whether the opponent gets no more out of a pass than out of the best move. Playouts hardly look at passes, and all points
    /// seem decided as long as the mover does not miss the one answer that is left: so the position after the pass is searched.
    fn pass_holds(&self, report: &Report) -> bool {
        let (engine, color) = (self.engine, self.color);
        let mut game = engine.game.clone();
        if game.play(color, Move::Pass).is_err() {
            return false;
        }
        let playouts = report.playouts.clamp(LEAST_PASS_PLAYOUTS, PASS_PLAYOUTS);
        // Too little time to tell is no reason to pass.
        let limits = Limits {
            playouts: Some(playouts),
            // The count may have taken some of it.
            maximum: self.left.and_then(|_| engine.left(color)),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(engine.params.clone(), 1, PASS_MEMORY);
        let reply = searcher.search(&game, !color, &limits, self.seed, self.stop, None);
        reply.playouts * PASS_PART >= playouts && choose::pass_holds(report, &reply)
    }

    /// Whether a position has come up for the third time under simple ko, which does not forbid it: who does not need that
    /// need not take part in it.
    fn goes_in_circles(&self) -> bool {
        let game = &self.engine.game;
        game.rules().ko == Ko::Simple && game.times_stood() >= 3
    }

    /// By how much the player is ahead if the game ends now.
    fn lead(&self, report: &Report) -> f64 {
        let lead = self.count(report).0.as_f64();
        if self.color == Color::Black {
            lead
        } else {
            -lead
        }
    }

    /// The count if the game ends now; a rough one, by the search's own playouts, where little time is left.
    fn count(&self, report: &Report) -> Score {
        let engine = self.engine;
        // It may be asked for a second time.
        let hurried = match self.left.and_then(|_| engine.left(self.color)) {
            Some(left) => left < engine.judging(),
            None => engine.config.time.is_some_and(|time| time < TIME_TO_JUDGE),
        };
        if hurried && engine.game.rules().removes_dead_stones() {
            let status = status::glance(engine.game.board(), self.color, &report.ownership);
            score::score(&engine.game, &status)
        } else {
            engine.score()
        }
    }
}

impl Engine {
    /// Whether the engine resigns, by this search and those before.
    pub(super) fn gives_up(&mut self, color: Color, report: &Report) -> bool {
        let Some(threshold) = self.config.resign else {
            return false;
        };
        let lost = choose::is_lost(report, threshold);
        self.lost[color] = if lost { self.lost[color] + 1 } else { 0 };
        let handicap = if color == Color::White {
            self.game.handicap()
        } else {
            0
        };
        lost && choose::may_resign(
            self.game.moves().len(),
            self.game.board().area(),
            self.lost[color],
            handicap,
        )
    }
}
