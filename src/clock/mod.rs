//! Time control: settings, a clock for each colour, and how long to think.
//!
//! Pure: durations come from the caller, nothing here looks at the time of day.

mod budget;
mod player;
mod settings;

pub use budget::{Budget, expected_moves};
pub use player::PlayerClock;
pub use settings::{TimeSettings, TimeSettingsError};

use crate::go::{ByColor, Color};
use std::time::Duration;

/// The settings of a game and the clocks of both players.
///
/// The engine books its own thinking with [`spend`](Self::spend), as many controllers
/// never say how much time is left; [`time_left`](Self::time_left) corrects the book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    settings: TimeSettings,
    players: ByColor<PlayerClock>,
}

impl Default for Clock {
    /// A clock without limits.
    fn default() -> Self {
        Self::new(TimeSettings::Unlimited)
    }
}

impl Clock {
    /// Both clocks at the start of a game.
    #[must_use]
    pub fn new(settings: TimeSettings) -> Self {
        let player = PlayerClock::new(settings);
        Self {
            settings,
            players: ByColor::new(player, player),
        }
    }

    /// The settings, as they were given.
    #[must_use]
    pub const fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// The clock of one player.
    #[must_use]
    pub fn player(&self, color: Color) -> &PlayerClock {
        &self.players[color]
    }

    /// Puts both clocks back to the start of a game; the settings stay.
    pub fn reset(&mut self) {
        *self = Self::new(self.settings);
    }

    /// Books one move of `color` that took `used`. See [`PlayerClock::spend`].
    pub fn spend(&mut self, color: Color, used: Duration) {
        self.players[color].spend(used);
    }

    /// Takes over what the controller says is left. See [`PlayerClock::time_left`].
    pub fn time_left(&mut self, color: Color, seconds: f64, count: u32) {
        self.players[color].time_left(seconds, count);
    }

    /// How long `color` should think about its next move; `None` without a limit.
    /// See [`PlayerClock::budget`].
    #[must_use]
    pub fn budget(&self, color: Color, moves_left: u32, lag: Duration) -> Option<Budget> {
        self.players[color].budget(moves_left, lag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clocks_are_apart_and_reset_to_the_settings() {
        let main = Duration::from_secs(60);
        let mut clock = Clock::new(TimeSettings::Absolute { main });
        clock.spend(Color::Black, Duration::from_secs(50));
        assert_eq!(
            clock.player(Color::Black).main_left(),
            Duration::from_secs(10)
        );
        assert_eq!(clock.player(Color::White).main_left(), main);
        clock.time_left(Color::White, 5.5, 0);
        assert_eq!(
            clock.player(Color::White).main_left(),
            Duration::from_millis(5500)
        );
        clock.reset();
        assert_eq!(clock, Clock::new(TimeSettings::Absolute { main }));
    }

    #[test]
    fn a_reset_forgets_limits_only_reported() {
        let mut clock = Clock::default();
        clock.time_left(Color::Black, 300.0, 0);
        assert!(clock.budget(Color::Black, 30, Duration::ZERO).is_some());
        assert!(clock.budget(Color::White, 30, Duration::ZERO).is_none());
        clock.reset();
        assert!(clock.budget(Color::Black, 30, Duration::ZERO).is_none());
    }
}
