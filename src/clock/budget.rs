//! How long to think about a move: a pure function of the clock.

use super::player::PlayerClock;
use super::settings::{TimeSettings, duration};
use std::time::Duration;

/// How long to think about one move, counted from the arrival of the command.
///
/// Either may be zero: then the search answers after its first playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Budget {
    /// The plan. The search may stop before it when the choice is settled.
    pub target: Duration,
    /// Never think longer, not even about an unsettled choice. At least `target`.
    pub maximum: Duration,
}

/// Fewer moves than this are never expected, so one move gets no more than a part of the
/// main time.
const LEAST_MOVES: u32 = 5;
/// The even share of the main time is raised by this: early moves decide more, the search
/// often stops before its target, and many games are over before the board is full.
const FRONT_LOAD: f64 = 1.6;
/// No move gets more than this part of the main time.
const MOST_OF_MAIN: f64 = 0.25;
/// An unsettled choice may take this many times the target.
const STRETCH: f64 = 3.0;
/// The lag reserve takes at most this part of a move's time: a long reserve must not
/// turn short periods into instant answers.
const MOST_RESERVE: f64 = 0.2;
/// With less time than this, in seconds, answer at once.
const AT_ONCE_BELOW: f64 = 1.0;
/// The part of that last second kept for the work around the search, in seconds.
const KEPT_FOR_ANSWERS: f64 = 0.5;

/// How many moves a player still has to make, from the points of the board and how many
/// of them are empty.
///
/// Games end when about a quarter of the board is empty; captures and fights over the last
/// points keep the number from falling below a tenth of the board.
///
/// ```
/// use tengen::clock::expected_moves;
/// assert_eq!(expected_moves(81, 81), 30);
/// assert_eq!(expected_moves(361, 361), 135);
/// assert_eq!(expected_moves(81, 10), 8);
/// ```
#[must_use]
pub const fn expected_moves(points: u32, empty: u32) -> u32 {
    let until_full = empty.saturating_sub(points / 4) / 2;
    let least = points / 10;
    if until_full > least {
        until_full
    } else {
        least
    }
}

impl PlayerClock {
    /// How long to think about the next move; `None` without a limit.
    ///
    /// `moves_left` is how many moves this player still expects to make, see
    /// [`expected_moves`]; `lag` is the time that each move may cost outside of the
    /// budget, of which at most a fifth of the move's time is kept.
    ///
    /// - Main time is spread over the expected moves, some more for the early ones, and one
    ///   move never gets more than a quarter. Where an overtime gives more, it is its share.
    /// - Byo-yomi: the period. A period is never given up.
    /// - Canadian: the even share of the period; an unsettled move may borrow from the
    ///   later ones, which keep at least half of theirs.
    /// - Fischer: the share of the main time and the increment, at most half of what is left.
    /// - With less than a second left, or half a period where periods are so short, a few
    ///   milliseconds at most.
    #[must_use]
    pub fn budget(&self, moves_left: u32, lag: Duration) -> Option<Budget> {
        let lag = lag.as_secs_f64();
        let moves = f64::from(moves_left.max(LEAST_MOVES));
        let main = self.main_left().as_secs_f64();
        let (target, maximum) = match self.settings() {
            TimeSettings::Unlimited => return None,
            TimeSettings::Absolute { .. } => from_main(main, 0.0, moves, lag),
            TimeSettings::Fischer {
                increment,
                move_limit,
                ..
            } => {
                let (target, maximum) = from_main(main, increment.as_secs_f64(), moves, lag);
                let limit = move_limit.map_or(f64::MAX, |limit| net(limit.as_secs_f64(), lag));
                (target.min(limit), maximum.min(limit))
            }
            TimeSettings::Canadian { period, stones, .. } => {
                let share = period.as_secs_f64() / f64::from(stones);
                if self.in_overtime() {
                    let left = self.period_left().as_secs_f64();
                    from_period(left, self.count(), share, lag)
                } else {
                    before_overtime(main, share, moves, lag)
                }
            }
            TimeSettings::ByoYomi { period, .. } => {
                let share = period.as_secs_f64();
                if self.in_overtime() {
                    from_period(self.period_left().as_secs_f64(), 1, share, lag)
                } else {
                    before_overtime(main, share, moves, lag)
                }
            }
        };
        Some(Budget {
            target: duration(target),
            maximum: duration(maximum.max(target)),
        })
    }
}

/// Target and maximum, in seconds, when there is no overtime to fall back on.
fn from_main(main: f64, increment: f64, moves: f64, lag: f64) -> (f64, f64) {
    if main < AT_ONCE_BELOW {
        return at_once(main);
    }
    let most = (main * MOST_OF_MAIN + increment).min(main / 2.0);
    let share = (FRONT_LOAD * main / moves + increment).min(most);
    let target = net(share, lag);
    (target, (STRETCH * target).min(net(most, lag)))
}

/// The same in the main time, with an overtime to come that gives `overtime` a move.
fn before_overtime(main: f64, overtime: f64, moves: f64, lag: f64) -> (f64, f64) {
    let most = (main * MOST_OF_MAIN + overtime / 2.0).max(overtime);
    let share = (FRONT_LOAD * main / moves + overtime / 2.0).clamp(overtime, most);
    let target = net(share, lag);
    (target, (STRETCH * target).min(net(most, lag)))
}

/// The same in overtime, with `left` for `stones` moves of which each has `share` in a
/// whole period.
fn from_period(left: f64, stones: u32, share: f64, lag: f64) -> (f64, f64) {
    if left < AT_ONCE_BELOW.min(share / 2.0) {
        return at_once(left);
    }
    let stones = f64::from(stones.max(1));
    let target = net(left / stones, lag);
    let free = left - (stones - 1.0) * share / 2.0;
    (target, (STRETCH * target).min(net(free, lag)))
}

/// The same when hardly any time is left: a few milliseconds, fewer and fewer.
fn at_once(left: f64) -> (f64, f64) {
    let maximum = (left - KEPT_FOR_ANSWERS).max(0.0) / 100.0;
    (maximum / 2.0, maximum)
}

/// A move's time without the lag reserve.
fn net(time: f64, lag: f64) -> f64 {
    time - lag.min(time * MOST_RESERVE)
}

#[cfg(test)]
mod tests;
