//! The laws of clocks: no settings and no message of a controller make a budget that oversteps the time there is.

use std::time::Duration;

use tengen::clock::{Clock, TimeSettings};
use tengen::go::Color;

/// Times are counted in whole nanoseconds, shares of them in floats.
const ROUNDING: Duration = Duration::from_millis(1);

/// Whether the budget of a player keeps within what is left. `moves` and `lag` are of any size.
fn assert_budget(clock: &Clock, color: Color, moves: u32, lag: Duration) {
    let player = clock.player(color);
    let Some(budget) = clock.budget(color, moves, lag) else {
        assert_eq!(player.settings(), TimeSettings::Unlimited);
        return;
    };
    assert!(budget.target <= budget.maximum, "{player:?}: {budget:?}");
    let left = if player.in_overtime() {
        player.period_left()
    } else {
        match player.settings() {
            TimeSettings::ByoYomi { period, .. } => player.main_left().saturating_add(period),
            TimeSettings::Canadian { period, stones, .. } => {
                player.main_left().saturating_add(period / stones.max(1))
            }
            _ => player.main_left(),
        }
    };
    let left = left.saturating_add(ROUNDING);
    assert!(budget.maximum <= left, "{player:?}: {budget:?}");
}

/// The first line holds the settings, in the standard's form or by name. Each other line is what happens: `left b 10 0`,
/// `spend w 0.5`, `budget b 30 0.2`, `reset`. Lines that are none of these are passed over.
pub fn text(text: &str) {
    let mut lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let first = lines.next().unwrap_or_default();
    let named = TimeSettings::parse(&first);
    let Ok(settings) = named.or_else(|_| TimeSettings::parse_standard(&first)) else {
        return;
    };
    let mut clock = Clock::new(settings);
    let color = |word: &str| {
        if word == "w" {
            Color::White
        } else {
            Color::Black
        }
    };
    let seconds = |word: &str| {
        let number: f64 = word.parse().ok()?;
        Duration::try_from_secs_f64(number).ok()
    };
    for line in lines {
        match line[..] {
            ["left", mover, left, count] => {
                let (left, count) = (left.parse::<f64>(), count.parse());
                if let (Ok(left), Ok(count)) = (left, count)
                    && left.is_finite()
                {
                    clock.time_left(color(mover), left, count);
                }
            }
            ["spend", mover, used] => {
                if let Some(used) = seconds(used) {
                    clock.spend(color(mover), used);
                }
            }
            ["budget", mover, count, lag] => {
                if let (Ok(moves), Some(lag)) = (count.parse(), seconds(lag)) {
                    assert_budget(&clock, color(mover), moves, lag);
                }
            }
            ["reset"] => {
                clock.reset();
                assert_eq!(clock, Clock::new(settings));
            }
            _ => {}
        }
        for mover in [Color::Black, Color::White] {
            assert_budget(&clock, mover, 30, Duration::from_millis(200));
        }
    }
}
