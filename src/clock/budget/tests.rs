//! Tests of the budget: tables, and games played by it.

use super::*;
use crate::clock::Clock;
use crate::go::Color;

const MS: fn(u64) -> Duration = Duration::from_millis;
const LAG: Duration = Duration::from_millis(500);

fn clock(words: &str) -> PlayerClock {
    let words: Vec<&str> = words.split_whitespace().collect();
    PlayerClock::new(TimeSettings::parse(&words).unwrap())
}

/// Settings, report of time left if any, moves left; target and maximum in milliseconds; what it shows.
const BUDGETS: &str = "
absolute 600               |      | 100 |   9100  27300 | spread
absolute 600               |      |  50 |  18700  56100 | fewer moves, more time each
absolute 600               |      |   1 | 149500 149500 | never more than a quarter
absolute 60                |      |  75 |   1024   3072 | the reserve is a fifth at most
absolute 1                 |      |  30 |     43    128 | T-05, the first move
absolute 60                | 0.9 0 |  30 |     2      4 | T-04, under a second
absolute 60                | 0 0  |  30 |      0      0 | nothing left
absolute 60                | -5 0 |  30 |      0      0 | overdrawn
byoyomi 0 19 10            |      | 100 |  18500  18500 | T-01, long period
byoyomi 0 4 10             |      | 100 |   3500   3500 | T-01, shorter
byoyomi 0 1 10             |      | 100 |    800    800 | T-01, shortest
byoyomi 0 30 3             | 10 1 | 100 |   9500   9500 | part of a period
byoyomi 0 30 3             | 0.9 3 | 100 |    2      4 | end of a period
byoyomi 300 30 5           |      | 135 |  29500  88500 | T-03
byoyomi 300 30 5           | 1 0  | 135 |  29500  29500 | last main time
byoyomi 60 2 3             |      |   5 |  15500  15500 | never more than a quarter and half a period
byoyomi 0 1 10             | 0.6 10 | 100 |  480    480 | over half of a short period
byoyomi 3600 30 5          |      | 100 |  72100 216300 | long main time
canadian 1780 20 1         |      | 100 |  37980 113940 | T-02
canadian 0 300 25          |      | 100 |  11500  34500 | T-10
canadian 0 300 25          | 100 10 | 100 | 9500  28500 | some left over
canadian 0 300 25          | 70 10 | 100 |  6500  15500 | half of the later moves' time is kept
canadian 0 300 25          | 50 10 | 100 |  4500   4500 | behind: no borrowing
canadian 0 300 25          | 50 1 | 100 |  49500  49500 | last stone of a period
canadian 0 1 1             |      | 100 |    800    800 | shortest period
canadian 60 30 1           | 0 0  | 100 |  29500  29500 | TM5, overtime starts now
canadian 60 30 1           | -10 0 | 100 | 19500  19500 | overtime has started
fischer 600 10             |      | 100 |  19100  57300 | increments are used
fischer 10 10              |      | 100 |   4500   4500 | at most half
fischer 600 10             | 0.5 0 | 100 |    0      0 | hardly any left
fischer-capped 600 10 -1 15 |     | 100 |  14500  14500 | limit for one move
none                       | 600 0 | 100 |  9100  27300 | TM6, limit only reported
";

#[test]
fn budgets() {
    let near = |a: Duration, b: &str| a.abs_diff(MS(b.parse().unwrap())) <= MS(1);
    for row in BUDGETS.trim().lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let mut clock = clock(cells[0]);
        if let Some((seconds, count)) = cells[1].split_once(' ') {
            clock.time_left(seconds.parse().unwrap(), count.parse().unwrap());
        }
        let budget = clock.budget(cells[2].parse().unwrap(), LAG).unwrap();
        let (target, maximum) = cells[3].split_once(' ').unwrap();
        let fits = near(budget.target, target) && near(budget.maximum, maximum.trim());
        assert!(fits, "{row}: {budget:?}");
    }
    assert_eq!(clock("none").budget(30, LAG), None);
}

#[test]
fn fewer_moves_are_expected_as_the_board_fills() {
    for points in [4, 81, 169, 361, 625] {
        for empty in 0..points {
            assert!(expected_moves(points, empty) <= expected_moves(points, empty + 1));
        }
    }
    assert_eq!(expected_moves(4, 400), 199);
    assert_eq!(expected_moves(u32::MAX, 0), u32::MAX / 10);
}

/// Plays 400 moves, taking the maximum and `overhead` for each, and says at which it loses on time.
///
/// A microsecond is left for the rounding of the absurdly long times.
fn survives(words: &str, overhead: Duration, lag: Duration) -> Result<(), u32> {
    let mut clock = clock(words);
    for played in 0..400 {
        let moves = expected_moves(81, 81u32.saturating_sub(2 * played));
        let budget = clock.budget(moves, lag).unwrap();
        assert!(budget.target <= budget.maximum);
        clock.spend(budget.maximum + overhead.saturating_sub(Duration::from_micros(1)));
        if clock.has_lost() {
            return Err(played);
        }
    }
    Ok(())
}

#[test]
fn the_maximum_never_loses_on_time() {
    // Without fresh time the work around the search must fit into what is left at the end.
    for main in ["1", "2", "5", "10", "60", "600", "2147483647"] {
        for lag in [MS(0), MS(100), MS(1000), MS(60_000)] {
            let words = [format!("absolute {main}"), format!("fischer {main} 0")];
            for words in words {
                assert_eq!(survives(&words, MS(1), lag), Ok(()), "{words} {lag:?}");
            }
        }
    }
    // With fresh time each move may cost the lag reserve, up to a tenth of its share.
    for main in [0, 1, 10, 60, 600, 2_147_483_647_u64] {
        for period in [1, 2, 5, 30, 300, 2_147_483_647_u64] {
            for lag in [MS(10), MS(100), MS(1000), MS(60_000)] {
                for stones in [1, 2, 3, 5, 25, 100] {
                    let share = Duration::from_secs(period) / stones;
                    let words = format!("canadian {main} {period} {stones}");
                    let overhead = lag.min(share / 10);
                    assert_eq!(survives(&words, overhead, lag), Ok(()), "{words} {lag:?}");
                }
                for words in [
                    format!("byoyomi {main} {period} 1"),
                    format!("byoyomi {main} {period} 5"),
                ] {
                    let overhead = lag.min(Duration::from_secs(period) / 10);
                    assert_eq!(survives(&words, overhead, lag), Ok(()), "{words} {lag:?}");
                }
                // Fischer time has only what is on the clock to pay with.
                let main = main.clamp(1, 60);
                for words in [
                    format!("fischer {main} {period}"),
                    format!("fischer-capped {main} {period} 60 5"),
                ] {
                    let overhead = lag.min(Duration::from_secs(main.min(period).min(5)) / 10);
                    assert_eq!(survives(&words, overhead, lag), Ok(()), "{words} {lag:?}");
                }
            }
        }
    }
}

#[test]
fn byo_yomi_keeps_all_its_periods() {
    let mut clock = clock("byoyomi 60 10 5");
    for _ in 0..200 {
        let budget = clock.budget(30, LAG).unwrap();
        clock.spend(budget.maximum + LAG);
    }
    assert_eq!(clock.count(), 5);
}

/// The part of the main time used by a 9x9 game of `moves` moves a side at the target.
fn used(main: f64, moves: u32, factor: f64) -> f64 {
    let mut clock = clock(&format!("absolute {main}"));
    for played in 0..moves {
        let expected = expected_moves(81, 81u32.saturating_sub(2 * played));
        let budget = clock.budget(expected, MS(300)).unwrap();
        clock.spend(budget.target.mul_f64(factor) + MS(2));
    }
    assert!(!clock.has_lost());
    1.0 - clock.main_left().as_secs_f64() / main
}

#[test]
fn most_of_the_time_is_used() {
    for moves in [30, 35, 40] {
        // Also if the search stops early often.
        for (main, factor) in [(60.0, 1.0), (60.0, 0.8), (10.0, 1.0)] {
            let part = used(main, moves, factor);
            assert!(part > 0.75, "{main} s, {moves} moves, {factor}: {part}");
        }
    }
}

#[test]
fn sixty_moves_in_one_second() {
    let mut clock = clock("absolute 1");
    for _ in 0..60 {
        clock.spend(clock.budget(30, LAG).unwrap().maximum + MS(5));
    }
    assert!(!clock.has_lost(), "{:?}", clock.main_left());
}

#[test]
fn odd_values_do_no_harm() {
    let values = [0, 1, 60, 2_147_483_647_u32];
    let reports = [
        f64::NAN,
        f64::NEG_INFINITY,
        -10.0,
        0.0,
        0.3,
        60.0,
        1e300,
        f64::INFINITY,
    ];
    let lags = [Duration::ZERO, LAG, Duration::MAX];
    for (main, period) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
        for stones in values.into_iter().chain([u32::MAX]) {
            let settings = TimeSettings::standard(f64::from(main), f64::from(period), stones);
            let mut clock = Clock::new(settings);
            for (seconds, count) in reports.into_iter().flat_map(|a| values.map(|b| (a, b))) {
                for moves in [0, 1, u32::MAX] {
                    for lag in lags {
                        let budget = clock.budget(Color::Black, moves, lag);
                        assert!(budget.is_none_or(|b| b.target <= b.maximum));
                    }
                }
                clock.time_left(Color::Black, seconds, count);
                clock.spend(Color::Black, Duration::from_secs(1));
            }
            clock.spend(Color::White, Duration::MAX);
            clock.spend(Color::White, Duration::MAX);
        }
    }
}
