//! Time settings, and the words in which controllers give them.

use std::error::Error;
use std::fmt;
use std::time::Duration;

/// No controller means more than this many seconds (some 300 years).
const MOST_SECONDS: f64 = 1e10;

/// How much time each player has for the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeSettings {
    /// No limit.
    #[default]
    Unlimited,
    /// One sum of time for the whole game (sudden death).
    Absolute {
        /// Time for all moves.
        main: Duration,
    },
    /// After the main time, a number of stones in each period.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period, above zero.
        period: Duration,
        /// Stones to play within a period, above zero.
        stones: u32,
    },
    /// After the main time, one move in each period; a period is lost only by overrunning it.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period, above zero.
        period: Duration,
        /// How many periods there are, above zero.
        periods: u32,
    },
    /// Time is added after each move.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Time added after each move.
        increment: Duration,
        /// No addition raises the time above this.
        main_limit: Option<Duration>,
        /// No single move may take longer.
        move_limit: Option<Duration>,
    },
}

/// Why words are no time settings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TimeSettingsError {
    /// The word for the system is missing.
    NoSystem,
    /// The word is not the name of a system.
    UnknownSystem(String),
    /// A number is missing.
    MissingNumber,
    /// The word is not a number.
    BadNumber(String),
}

impl fmt::Display for TimeSettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSystem => f.write_str("no time system given"),
            Self::UnknownSystem(word) => write!(f, "unknown time system: {word}"),
            Self::MissingNumber => f.write_str("a number is missing"),
            Self::BadNumber(word) => write!(f, "not a number: {word}"),
        }
    }
}

impl Error for TimeSettingsError {}

impl TimeSettings {
    /// The names that [`parse`](Self::parse) knows.
    pub const SYSTEMS: [&'static str; 6] = [
        "none",
        "absolute",
        "byoyomi",
        "canadian",
        "fischer",
        "fischer-capped",
    ];

    /// The settings of the standard's `time_settings MAIN PERIOD STONES`, in seconds.
    ///
    /// A period with no stones means no limit, no period means absolute time. A negative
    /// main time counts as zero: bridges send one for Fischer time that starts below its
    /// increment; [`PlayerClock::time_left`](super::PlayerClock::time_left) with the same
    /// number says how much of the first period is gone.
    #[must_use]
    pub fn standard(main: f64, period: f64, stones: u32) -> Self {
        let (main, period) = (duration(main), duration(period));
        match (period.is_zero(), stones) {
            (true, _) => Self::Absolute { main },
            (false, 0) => Self::Unlimited,
            (false, stones) => Self::Canadian {
                main,
                period,
                stones,
            },
        }
    }

    /// The same from the three words after `time_settings`; words after them are ignored.
    ///
    /// # Errors
    /// If a number is missing or malformed.
    pub fn parse_standard<S: AsRef<str>>(words: &[S]) -> Result<Self, TimeSettingsError> {
        Ok(Self::standard(
            seconds(words, 0)?,
            seconds(words, 1)?,
            count(words, 2)?,
        ))
    }

    /// The settings from the words after `kgs-time_settings` or `kata-time_settings`.
    ///
    /// `none`, `absolute M`, `byoyomi M P N`, `canadian M P S`, `fischer M I` or
    /// `fischer-capped M I LIMIT MAX`, where -1 stands for no limit. Times are in seconds,
    /// with or without a fraction; surplus words are ignored, and an overtime without
    /// length, periods or stones is none.
    ///
    /// # Errors
    /// If the system is unknown or a number is missing or malformed.
    pub fn parse<S: AsRef<str>>(words: &[S]) -> Result<Self, TimeSettingsError> {
        let (system, words) = words.split_first().ok_or(TimeSettingsError::NoSystem)?;
        let time = |index| seconds(words, index).map(duration);
        let limit =
            |index| seconds(words, index).map(|limit| (limit >= 0.0).then(|| duration(limit)));
        let settings = match system.as_ref().to_ascii_lowercase().as_str() {
            "none" => Self::Unlimited,
            "absolute" => Self::Absolute { main: time(0)? },
            "byoyomi" => Self::ByoYomi {
                main: time(0)?,
                period: time(1)?,
                periods: count(words, 2)?,
            },
            "canadian" => Self::Canadian {
                main: time(0)?,
                period: time(1)?,
                stones: count(words, 2)?,
            },
            "fischer" => Self::Fischer {
                main: time(0)?,
                increment: time(1)?,
                main_limit: None,
                move_limit: None,
            },
            "fischer-capped" => Self::Fischer {
                main: time(0)?,
                increment: time(1)?,
                main_limit: limit(2)?,
                move_limit: limit(3)?,
            },
            _ => return Err(TimeSettingsError::UnknownSystem(system.as_ref().to_owned())),
        };
        Ok(settings.without_empty_overtime())
    }

    /// Absolute time in place of an overtime that gives no time.
    pub(super) const fn without_empty_overtime(self) -> Self {
        match self {
            Self::Canadian {
                main,
                period,
                stones: count,
            }
            | Self::ByoYomi {
                main,
                period,
                periods: count,
            } if period.is_zero() || count == 0 => Self::Absolute { main },
            settings => settings,
        }
    }
}

/// Seconds as a duration: negative and NaN give zero, too many the most allowed.
pub(super) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, MOST_SECONDS)).unwrap_or_default()
}

fn seconds<S: AsRef<str>>(words: &[S], index: usize) -> Result<f64, TimeSettingsError> {
    let word = words
        .get(index)
        .ok_or(TimeSettingsError::MissingNumber)?
        .as_ref();
    match word.parse() {
        Ok(number) if f64::is_finite(number) => Ok(number),
        _ => Err(TimeSettingsError::BadNumber(word.to_owned())),
    }
}

/// A number of stones or periods. Negative counts as none.
fn count<S: AsRef<str>>(words: &[S], index: usize) -> Result<u32, TimeSettingsError> {
    let number = seconds(words, index)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast of a float saturates, which is what is wanted"
    )]
    Ok(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    fn words(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    #[test]
    fn the_standard_triple() {
        let table = [
            ("TM2", "0 1 0", TimeSettings::Unlimited),
            ("TM2 with main time", "600 30 0", TimeSettings::Unlimited),
            ("TM3", "60 0 0", TimeSettings::Absolute { main: S(60) }),
            ("T-15", "60 0 5", TimeSettings::Absolute { main: S(60) }),
            (
                "nothing at all",
                "0 0 0",
                TimeSettings::Absolute { main: S(0) },
            ),
            (
                "TM1",
                "60 30 5",
                TimeSettings::Canadian {
                    main: S(60),
                    period: S(30),
                    stones: 5,
                },
            ),
            (
                "TM4",
                "0 30 1",
                TimeSettings::Canadian {
                    main: S(0),
                    period: S(30),
                    stones: 1,
                },
            ),
            (
                "negative main",
                "-10 30 1",
                TimeSettings::Canadian {
                    main: S(0),
                    period: S(30),
                    stones: 1,
                },
            ),
            (
                "fraction",
                "1.5 0.25 1.0",
                TimeSettings::Canadian {
                    main: Duration::from_millis(1500),
                    period: Duration::from_millis(250),
                    stones: 1,
                },
            ),
            ("negative stones", "0 30 -1", TimeSettings::Unlimited),
            (
                "surplus",
                "60 0 0 9 x",
                TimeSettings::Absolute { main: S(60) },
            ),
            (
                "absurd",
                "1e300 0 0",
                TimeSettings::Absolute {
                    main: S(10_000_000_000),
                },
            ),
        ];
        for (what, text, want) in table {
            assert_eq!(
                TimeSettings::parse_standard(&words(text)),
                Ok(want),
                "{what}"
            );
        }
        assert_eq!(
            TimeSettings::standard(f64::NAN, f64::INFINITY, 0),
            TimeSettings::Unlimited
        );
    }

    #[test]
    fn systems_by_name() {
        let fischer = |main_limit, move_limit| TimeSettings::Fischer {
            main: S(120),
            increment: S(10),
            main_limit,
            move_limit,
        };
        let table = [
            ("none", TimeSettings::Unlimited),
            ("none 1 2", TimeSettings::Unlimited),
            ("absolute 300", TimeSettings::Absolute { main: S(300) }),
            (
                "byoyomi 300 30 5",
                TimeSettings::ByoYomi {
                    main: S(300),
                    period: S(30),
                    periods: 5,
                },
            ),
            ("byoyomi 300 30 0", TimeSettings::Absolute { main: S(300) }),
            ("byoyomi 300 0 5", TimeSettings::Absolute { main: S(300) }),
            (
                "canadian 300 30 5",
                TimeSettings::Canadian {
                    main: S(300),
                    period: S(30),
                    stones: 5,
                },
            ),
            ("canadian 300 30 0", TimeSettings::Absolute { main: S(300) }),
            (
                "Canadian -10 30 1",
                TimeSettings::Canadian {
                    main: S(0),
                    period: S(30),
                    stones: 1,
                },
            ),
            ("fischer 120 10", fischer(None, None)),
            ("fischer-capped 120 10 -1 -1", fischer(None, None)),
            ("fischer-capped 120 10 300 -1", fischer(Some(S(300)), None)),
            ("fischer-capped 120 10 -1 60", fischer(None, Some(S(60)))),
        ];
        for (text, want) in table {
            assert_eq!(TimeSettings::parse(&words(text)), Ok(want), "{text}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        use TimeSettingsError as E;
        for (error, text) in [
            (E::NoSystem, "no time system given"),
            (E::UnknownSystem("x".into()), "unknown time system: x"),
            (E::MissingNumber, "a number is missing"),
            (E::BadNumber("y".into()), "not a number: y"),
        ] {
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn words_that_are_no_settings() {
        use TimeSettingsError as E;
        let table = [
            ("", E::NoSystem),
            ("japanese 1 2 3", E::UnknownSystem("japanese".to_owned())),
            ("absolute", E::MissingNumber),
            ("byoyomi 1 2", E::MissingNumber),
            ("fischer-capped 1 2 3", E::MissingNumber),
            ("canadian 1 x 3", E::BadNumber("x".to_owned())),
            ("absolute nan", E::BadNumber("nan".to_owned())),
            ("absolute inf", E::BadNumber("inf".to_owned())),
        ];
        for (text, want) in table {
            assert_eq!(TimeSettings::parse(&words(text)), Err(want), "{text}");
        }
        assert_eq!(
            TimeSettings::parse_standard(&["1", "2"]),
            Err(E::MissingNumber)
        );
    }

    #[test]
    fn every_name_is_known() {
        for name in TimeSettings::SYSTEMS {
            assert!(
                TimeSettings::parse(&[name, "9", "8", "7", "6"]).is_ok(),
                "{name}"
            );
        }
    }
}
