//! What to do with what a search found: pure decisions.

use super::report::{Candidate, Report};
use crate::go::Move;

/// What the choice depends on besides the search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // independent facts
pub struct Situation {
    /// The opponent's last move was a pass, so that a pass ends the game.
    pub opponent_passed: bool,
    /// Enough of the board is played that ending the game makes sense.
    pub late: bool,
    /// Every point is decided: nothing is left to gain by a play.
    pub settled: bool,
    /// The player to move wins if the game ends now, dead stones as they were judged.
    pub wins: bool,
    /// Life and death of all stones are clear, or the opponent has passed so often that he must think so.
    pub clear: bool,
    /// The search has found nothing that is better than a pass.
    pub pass_is_good: bool,
}

impl Situation {
    /// Whether the game might be left to an opponent who has not passed: then what he could still do matters.
    #[must_use]
    pub fn may_pass_first(&self) -> bool {
        self.late && self.settled && self.wins && !self.opponent_passed
    }
}

/// Win rate and points by which a pass may be worse than the best move and still be as good: less than a neutral point.
const PASS_WINRATE: f64 = 0.03;
const PASS_SCORE: f64 = 0.5;

/// Whether a search that judged passes as it did other moves found one to be as good as its best move.
#[must_use]
pub fn pass_is_good(report: &Report) -> bool {
    let mut candidates = report.candidates.iter();
    let pass = candidates.find(|candidate| candidate.mv == Move::Pass && candidate.visits > 0);
    report
        .candidates
        .first()
        .zip(pass)
        .is_some_and(|(best, pass)| {
            pass.winrate >= best.winrate - PASS_WINRATE && pass.score >= best.score - PASS_SCORE
        })
}

/// Whether a pass loses nothing against the best move of `report`, where `reply` is a search for the opponent after it.
#[must_use]
pub fn pass_holds(report: &Report, reply: &Report) -> bool {
    let best = report.candidates.first();
    let answer = reply.candidates.first();
    best.zip(answer)
        .is_none_or(|(best, answer)| 1.0 - answer.winrate >= best.winrate - PASS_WINRATE)
}

/// The move to make; the search's best one but for passes. `None` where the search found nothing.
///
/// A pass that ends the game is made where the count wins and is clear and no move gains more, and denied where it loses and something is left to
/// do; before the late stage nobody passes who has another move.
#[must_use]
pub fn choose(report: &Report, situation: &Situation) -> Option<Move> {
    let best = report.candidates.first()?;
    let wins = situation.wins;
    let ends = (situation.opponent_passed && situation.clear) || situation.settled;
    if situation.late && wins && ends && situation.pass_is_good {
        return Some(Move::Pass);
    }
    if best.mv != Move::Pass {
        return Some(best.mv);
    }
    if situation.late && (wins || situation.settled) {
        return Some(Move::Pass);
    }
    Some(
        report
            .candidates
            .iter()
            .find(|candidate| candidate.mv != Move::Pass)
            .map_or(Move::Pass, |c| c.mv),
    )
}

/// Whether a position is lost: no candidate that was looked at seriously has a win rate of `threshold` or more.
#[must_use]
pub fn is_lost(report: &Report, threshold: f64) -> bool {
    let most = report.candidates.first().map_or(0, |best| best.visits);
    !report.candidates.is_empty()
        && report
            .candidates
            .iter()
            .filter(|candidate| candidate.visits * 8 >= most)
            .all(|candidate: &Candidate| candidate.winrate < threshold)
}

/// Whether the engine may give up: not in the opening, and only after several bad searches in a row. `moves` counts both
/// sides' moves on a board of `area` points, `streak` the lost searches, this one included, and `handicap` the stones that
/// the engine gave: with them it holds out longer.
#[must_use]
pub const fn may_resign(moves: usize, area: usize, streak: usize, handicap: usize) -> bool {
    moves >= area / 4 + handicap * area / 20 && streak >= 3 + handicap
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Point};
    use std::time::Duration;

    fn report(moves: &[(Option<usize>, u64, f64)]) -> Report {
        let candidates = moves
            .iter()
            .map(|&(column, visits, winrate)| {
                let mv = column.map_or(Move::Pass, |column| Move::Play(Point::new(column, 0)));
                Candidate {
                    mv,
                    visits,
                    winrate,
                    score: 0.0,
                    score_stdev: 0.0,
                    prior: 0.0,
                    lcb: winrate,
                    pv: vec![mv],
                    pv_visits: vec![visits],
                    ownership: Vec::new(),
                }
            })
            .collect();
        Report {
            color: Color::Black,
            candidates,
            visits: 0,
            playouts: 0,
            winrate: 0.5,
            score: 0.0,
            score_stdev: 0.0,
            ownership: vec![],
            elapsed: Duration::ZERO,
        }
    }

    #[test]
    fn passes_when_passing_wins() {
        let play = report(&[(Some(1), 100, 0.6), (None, 5, 0.4)]);
        let pass = report(&[(None, 100, 0.6), (Some(1), 5, 0.4)]);
        let only_pass = report(&[(None, 100, 0.6)]);
        let at = |opponent_passed, late, settled, wins| Situation {
            opponent_passed,
            late,
            settled,
            wins,
            clear: true,
            pass_is_good: true,
        };
        let (one, pass_move) = (Some(Move::Play(Point::new(1, 0))), Some(Move::Pass));
        for (report, situation, expected) in [
            (&play, at(true, true, false, true), pass_move),
            (&play, at(true, false, false, true), one),
            (&play, at(true, true, false, false), one),
            (&play, at(false, true, true, true), pass_move),
            (&play, at(false, true, false, true), one),
            (&pass, at(false, true, false, true), pass_move),
            (&pass, at(false, true, false, false), one),
            (&pass, at(false, true, true, false), pass_move),
            (&pass, at(false, false, true, true), one),
            (
                &play,
                Situation {
                    clear: false,
                    ..at(true, true, false, true)
                },
                one,
            ),
            (
                &play,
                Situation {
                    pass_is_good: false,
                    ..at(true, true, true, true)
                },
                one,
            ),
            (&only_pass, at(false, false, false, false), pass_move),
            (&report(&[]), at(true, true, true, true), None),
        ] {
            let chosen = choose(report, &situation);
            let expected = if report.candidates.is_empty() {
                None
            } else {
                expected
            };
            assert_eq!(chosen, expected, "{situation:?}");
        }
    }

    #[test]
    fn a_pass_is_good_where_no_move_gains_anything() {
        let pass_best = report(&[(None, 100, 0.6), (Some(1), 5, 0.4)]);
        let pass_level = report(&[(Some(1), 100, 0.6), (None, 1, 0.58)]);
        let pass_worse = report(&[(Some(1), 100, 0.9), (None, 1, 0.1)]);
        let never_tried = report(&[(Some(1), 100, 0.9)]);
        let mut gains_a_point = pass_level.clone();
        gains_a_point.candidates[0].score = 1.0;
        assert!(pass_is_good(&pass_best) && pass_is_good(&pass_level));
        for report in [pass_worse, never_tried, gains_a_point, report(&[])] {
            assert!(!pass_is_good(&report));
        }
    }

    #[test]
    fn a_pass_holds_where_the_opponent_gets_nothing_for_it() {
        let best = report(&[(Some(1), 100, 0.9)]);
        let reply = |winrate| report(&[(Some(1), 100, winrate), (None, 5, 1.0)]);
        assert!(pass_holds(&best, &reply(0.1)) && pass_holds(&best, &reply(0.12)));
        assert!(!pass_holds(&best, &reply(0.2)) && !pass_holds(&best, &reply(0.9)));
        assert!(pass_holds(&best, &report(&[])) && pass_holds(&report(&[]), &reply(0.9)));
    }

    #[test]
    fn only_a_first_pass_in_a_won_position_leaves_the_opponent_a_move() {
        let at = |late, settled, wins, opponent_passed| Situation {
            opponent_passed,
            late,
            settled,
            wins,
            ..Situation::default()
        };
        assert!(at(true, true, true, false).may_pass_first());
        for other in [
            at(false, true, true, false),
            at(true, false, true, false),
            at(true, true, false, false),
            at(true, true, true, true),
        ] {
            assert!(!other.may_pass_first(), "{other:?}");
        }
    }

    #[test]
    fn resigns_late_and_only_when_lost() {
        assert!(is_lost(
            &report(&[(Some(1), 100, 0.01), (Some(2), 1, 0.9)]),
            0.05
        ));
        assert!(!is_lost(
            &report(&[(Some(1), 100, 0.01), (Some(2), 50, 0.2)]),
            0.05
        ));
        assert!(!is_lost(&report(&[]), 0.05));
        assert!(
            may_resign(100, 361, 3, 0) && !may_resign(80, 361, 3, 0) && !may_resign(100, 361, 2, 0)
        );
        assert!(!may_resign(100, 361, 12, 9));
    }
}
