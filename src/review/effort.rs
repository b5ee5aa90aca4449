//! How long a position is to be searched.

use std::fmt;
use std::time::Duration;

use super::position::Position;

/// What is to be spent on a position: the search ends at the first limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Playouts; `None` for no limit.
    pub playouts: Option<u64>,
    /// Time; `None` for no limit.
    pub time: Option<Duration>,
    /// Search threads.
    pub threads: usize,
}

impl Effort {
    /// Time for a position where nothing is said.
    const DEFAULT_TIME: Duration = Duration::from_secs(2);

    /// The effort by what the user says; where that is nothing, two seconds.
    #[must_use]
    pub fn new(playouts: Option<u64>, time: Option<Duration>, threads: usize) -> Self {
        Self {
            playouts,
            time: time.or(playouts.is_none().then_some(Self::DEFAULT_TIME)),
            threads,
        }
    }

    /// Whether a position has been searched so far already. Time counts only with as many threads.
    #[must_use]
    pub fn is_spent_on(&self, position: &Position) -> bool {
        let enough_playouts = self
            .playouts
            .is_some_and(|playouts| position.playouts >= playouts);
        // A search ends a little before or after its time, and what is noted is rounded.
        let enough_time = self.time.is_some_and(|time| {
            position.threads >= self.threads && position.seconds >= 0.98 * time.as_secs_f64() - 0.01
        });
        position.is_counted() || enough_playouts || enough_time
    }
}

impl fmt::Display for Effort {
    /// `1000 playouts a position`, `2 s a position`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(playouts) = self.playouts {
            write!(f, "{playouts} playouts")?;
        }
        if let Some(time) = self.time {
            let or = if self.playouts.is_some() { " or " } else { "" };
            write!(f, "{or}{} s", time.as_secs_f64())?;
        }
        f.write_str(" a position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    #[test]
    fn a_search_is_repeated_only_for_more_effort() {
        let position = |playouts, seconds, threads| Position {
            playouts,
            seconds,
            threads,
            ..Position::counted(Color::Black, None, 0.0)
        };
        let searched = |playouts, seconds, threads| Position {
            pv: vec![crate::go::Move::Pass],
            ..position(playouts, seconds, threads)
        };
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        for (effort, found, spent) in [
            (Effort::new(Some(100), None, 1), searched(100, 0.1, 1), true),
            (
                Effort::new(Some(101), None, 1),
                searched(100, 9.9, 1),
                false,
            ),
            (Effort::new(None, None, 1), searched(100, 2.0, 1), true),
            (Effort::new(None, None, 2), searched(100, 2.0, 1), false),
            (Effort::new(None, seconds(1), 1), searched(9, 2.0, 2), true),
            (Effort::new(None, seconds(3), 1), searched(9, 2.0, 2), false),
            (
                Effort::new(Some(50), seconds(3), 1),
                searched(9, 3.0, 1),
                true,
            ),
            (Effort::new(Some(50), None, 1), position(0, 0.0, 1), true),
        ] {
            assert_eq!(effort.is_spent_on(&found), spent, "{effort}: {found:?}");
        }
        let both = Effort::new(Some(50), seconds(3), 1);
        assert_eq!(both.to_string(), "50 playouts or 3 s a position");
        assert_eq!(Effort::new(None, None, 1).to_string(), "2 s a position");
    }
}
