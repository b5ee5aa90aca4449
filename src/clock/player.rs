//! The clock of one player.

use super::settings::{TimeSettings, duration};
use std::time::Duration;

/// What one player has left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayerClock {
    /// The rules of this clock: those of the game, or for a game without a limit those
    /// that a report of time left implies.
    settings: TimeSettings,
    /// Main time left.
    main: Duration,
    /// Time left in the current overtime period; a whole period while main time lasts.
    period: Duration,
    /// Canadian: stones left in the period. Byo-yomi: periods left, the current one included.
    count: u32,
    lost: bool,
}

impl PlayerClock {
    /// A clock at the start of a game.
    #[must_use]
    pub const fn new(settings: TimeSettings) -> Self {
        let settings = settings.without_empty_overtime();
        let (main, period, count) = match settings {
            TimeSettings::Unlimited => (Duration::ZERO, Duration::ZERO, 0),
            TimeSettings::Absolute { main } | TimeSettings::Fischer { main, .. } => {
                (main, Duration::ZERO, 0)
            }
            TimeSettings::Canadian {
                main,
                period,
                stones: count,
            }
            | TimeSettings::ByoYomi {
                main,
                period,
                periods: count,
            } => (main, period, count),
        };
        Self {
            settings,
            main,
            period,
            count,
            lost: false,
        }
    }

    /// The rules of this clock.
    #[must_use]
    pub const fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// Main time left; for Fischer time all that is left.
    #[must_use]
    pub const fn main_left(&self) -> Duration {
        self.main
    }

    /// Time left in the current overtime period, a whole period while main time lasts.
    #[must_use]
    pub const fn period_left(&self) -> Duration {
        self.period
    }

    /// Stones left to play in the Canadian period, or byo-yomi periods left.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Whether the main time is over and an overtime runs.
    #[must_use]
    pub const fn in_overtime(&self) -> bool {
        self.count > 0 && self.main.is_zero()
    }

    /// Whether more time was booked than there was. A later report of time left takes it back.
    #[must_use]
    pub const fn has_lost(&self) -> bool {
        self.lost
    }

    /// Books one move that took `used`.
    ///
    /// The move that ends the main time counts as the first stone of the overtime.
    pub fn spend(&mut self, used: Duration) {
        let over = used.saturating_sub(self.main);
        let main = self.main.saturating_sub(used);
        match self.settings {
            TimeSettings::Unlimited => {}
            TimeSettings::Absolute { .. } => {
                self.main = main;
                self.lost |= !over.is_zero();
            }
            TimeSettings::Fischer {
                increment,
                main_limit,
                move_limit,
                ..
            } => {
                self.main = main
                    .saturating_add(increment)
                    .min(main_limit.unwrap_or(Duration::MAX));
                self.lost |= !over.is_zero() || move_limit.is_some_and(|limit| used > limit);
            }
            TimeSettings::Canadian { period, stones, .. } => {
                self.main = main;
                if !main.is_zero() {
                    return;
                }
                self.lost |= over > self.period;
                self.period = self.period.saturating_sub(over);
                self.count = self.count.saturating_sub(1);
                if self.count == 0 {
                    (self.period, self.count) = (period, stones);
                }
            }
            TimeSettings::ByoYomi { period, .. } => {
                self.main = main;
                // The current period may be shorter than the later ones.
                let beyond = over.saturating_sub(self.period).as_nanos();
                let overrun = beyond.div_ceil(period.as_nanos().max(1));
                let left = self
                    .count
                    .saturating_sub(u32::try_from(overrun).unwrap_or(u32::MAX));
                self.lost |= left == 0;
                self.count = left.max(1);
                self.period = period;
            }
        }
    }

    /// Takes over what the controller says is left, in seconds, of either sign.
    ///
    /// `count` is 0 in the main time; in overtime the stones left in the Canadian period or
    /// the byo-yomi periods left. With `count` 0 and no main time left the overtime starts now;
    /// a negative time says that it started that long ago. In a game without a limit a positive
    /// time is taken as the limit, and any other ignored.
    pub fn time_left(&mut self, seconds: f64, count: u32) {
        let time = duration(seconds);
        match self.settings {
            TimeSettings::Unlimited => {
                if !time.is_zero() {
                    *self = Self::new(TimeSettings::standard(
                        if count == 0 { seconds } else { 0.0 },
                        if count == 0 { 0.0 } else { seconds },
                        count,
                    ));
                }
            }
            TimeSettings::Absolute { .. } | TimeSettings::Fischer { .. } => self.main = time,
            TimeSettings::Canadian {
                period,
                stones: whole,
                ..
            }
            | TimeSettings::ByoYomi {
                period,
                periods: whole,
                ..
            } => {
                let byo_yomi = matches!(self.settings, TimeSettings::ByoYomi { .. });
                if count == 0 {
                    self.main = time;
                    self.period = period.saturating_sub(duration(-seconds));
                    self.count = whole;
                } else if byo_yomi && time > period {
                    // More than a period: main time, told together with the periods.
                    (self.main, self.period, self.count) = (time, period, count);
                } else {
                    (self.main, self.period, self.count) = (Duration::ZERO, time, count);
                }
            }
        }
        self.lost = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    /// Main, period, count and whether lost.
    fn state(clock: &PlayerClock) -> (u64, u64, u32, bool) {
        (
            clock.main_left().as_secs(),
            clock.period_left().as_secs(),
            clock.count(),
            clock.has_lost(),
        )
    }

    fn clock(words: &str) -> PlayerClock {
        let words: Vec<&str> = words.split(' ').collect();
        PlayerClock::new(TimeSettings::parse(&words).unwrap())
    }

    #[test]
    fn spending() {
        type Row<'a> = (&'a str, &'a [u64], (u64, u64, u32, bool));
        let table: &[Row] = &[
            ("none", &[1000, 1000], (0, 0, 0, false)),
            ("absolute 60", &[10, 50], (0, 0, 0, false)),
            ("absolute 60", &[10, 51], (0, 0, 0, true)),
            ("canadian 60 30 5", &[50], (10, 30, 5, false)),
            ("canadian 60 30 5", &[50, 15], (0, 25, 4, false)),
            ("canadian 0 30 5", &[10, 5, 5, 5], (0, 5, 1, false)),
            ("canadian 0 30 5", &[10, 5, 5, 5, 5], (0, 30, 5, false)),
            ("canadian 0 30 5", &[10, 25], (0, 0, 3, true)),
            ("canadian 0 30 1", &[30, 30, 29], (0, 30, 1, false)),
            ("byoyomi 60 30 3", &[50], (10, 30, 3, false)),
            ("byoyomi 60 30 3", &[50, 40], (0, 30, 3, false)),
            ("byoyomi 60 30 3", &[50, 41], (0, 30, 2, false)),
            ("byoyomi 0 30 3", &[30, 30, 31, 30], (0, 30, 2, false)),
            ("byoyomi 0 30 3", &[90], (0, 30, 1, false)),
            ("byoyomi 0 30 3", &[91], (0, 30, 1, true)),
            ("fischer 60 10", &[20], (50, 0, 0, false)),
            ("fischer 60 10", &[60, 10, 5], (15, 0, 0, false)),
            ("fischer 60 10", &[60, 11], (10, 0, 0, true)),
            ("fischer-capped 60 10 65 -1", &[1], (65, 0, 0, false)),
            ("fischer-capped 60 10 -1 20", &[20, 21], (39, 0, 0, true)),
        ];
        for &(words, moves, want) in table {
            let mut clock = clock(words);
            for &used in moves {
                clock.spend(S(used));
            }
            assert_eq!(state(&clock), want, "{words} {moves:?}");
        }
    }

    #[test]
    fn reports_of_time_left() {
        type Row<'a> = (&'a str, (f64, u32), (u64, u64, u32, bool));
        let table: &[Row] = &[
            ("absolute 60", (42.0, 0), (42, 0, 0, false)),
            ("absolute 60", (-3.0, 0), (0, 0, 0, false)),
            ("canadian 60 30 5", (42.0, 0), (42, 30, 5, false)),
            ("canadian 60 30 5", (20.0, 3), (0, 20, 3, false)),
            ("canadian 60 30 5", (0.0, 0), (0, 30, 5, false)), // TM5
            ("canadian 60 30 1", (-10.0, 0), (0, 20, 1, false)),
            ("canadian 60 30 1", (-40.0, 0), (0, 0, 1, false)),
            ("byoyomi 60 30 5", (42.0, 0), (42, 30, 5, false)),
            ("byoyomi 60 30 5", (20.0, 3), (0, 20, 3, false)),
            ("byoyomi 60 30 5", (42.0, 5), (42, 30, 5, false)),
            ("byoyomi 60 30 5", (0.0, 0), (0, 30, 5, false)),
            ("fischer 60 10", (42.0, 0), (42, 0, 0, false)),
            ("none", (0.0, 0), (0, 0, 0, false)), // T-15
            ("none", (f64::NAN, 7), (0, 0, 0, false)),
            ("none", (300.0, 0), (300, 0, 0, false)), // TM6
            ("none", (300.0, 10), (0, 300, 10, false)),
        ];
        for &(words, (seconds, count), want) in table {
            let mut clock = clock(words);
            clock.spend(S(1_000_000));
            clock.time_left(seconds, count);
            assert_eq!(state(&clock), want, "{words}: {seconds} {count}");
        }
    }

    #[test]
    fn overtime_begins_where_main_time_ends() {
        let mut clock = clock("byoyomi 60 30 3");
        assert!(!clock.in_overtime());
        clock.spend(S(60));
        assert!(clock.in_overtime());
        assert!(!PlayerClock::new(TimeSettings::Absolute { main: S(0) }).in_overtime());
    }

    #[test]
    fn limits_may_be_reached_but_not_passed() {
        let mut capped = clock("fischer-capped 60 5 -1 10");
        capped.spend(S(10));
        assert!(!capped.has_lost());
        capped.spend(S(10) + Duration::from_millis(1));
        assert!(capped.has_lost());
        // Just a period is no main time.
        let mut byo_yomi = clock("byoyomi 60 30 3");
        byo_yomi.time_left(30.0, 3);
        assert!(byo_yomi.in_overtime());
    }

    #[test]
    fn settings_built_by_hand_may_be_empty() {
        let settings = TimeSettings::ByoYomi {
            main: S(5),
            period: S(0),
            periods: 3,
        };
        let mut clock = PlayerClock::new(settings);
        assert_eq!(clock.settings(), TimeSettings::Absolute { main: S(5) });
        clock.spend(Duration::MAX);
        assert!(clock.has_lost());
    }
}
