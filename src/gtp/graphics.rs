//! What a search found as a drawing, in the language of `GoGui`'s `gfx` commands and of its live graphics.

use std::fmt::Write as _;
use std::io::Write;

use crate::diagnostics::Stderr;
use crate::engine::Report;
use crate::go::{Color, Move, Point};

/// Visits from which on a move's win rate says something.
const SOME_VISITS: u64 = 10;

/// The win rates of the moves in percent, coloured by how near they come to the best move, and the state of things.
#[must_use]
pub fn win_rates(report: &Report) -> String {
    let shown: Vec<(Point, f64)> = report
        .candidates
        .iter()
        .filter(|best| best.visits >= SOME_VISITS)
        .filter_map(|best| Some((best.mv.point()?, best.winrate)))
        .collect();
    let best = shown.first().map_or(0.0, |&(_, winrate)| winrate);
    let mut text = String::new();
    for (color, from, to) in [
        ("green", 0.0, 0.02),
        ("yellow", 0.02, 0.05),
        ("red", 0.05, f64::INFINITY),
    ] {
        let near = shown
            .iter()
            .filter(|(_, winrate)| (from..to).contains(&(best - winrate).max(0.0)));
        let points: Vec<_> = near.map(|(point, _)| point.to_string()).collect();
        if !points.is_empty() {
            let _ = writeln!(text, "COLOR {color} {}", points.join(" "));
        }
    }
    if !shown.is_empty() {
        text += "LABEL";
        for (point, winrate) in shown {
            let _ = write!(text, " {point} {:.0}", 100.0 * winrate);
        }
        text.push('\n');
    }
    text + &state(report)
}

/// Moves of the principal variation that a drawing shows.
const VARIATION: usize = 12;

/// The principal variation and the state of things.
#[must_use]
pub fn variation(report: &Report) -> String {
    let mut text = String::new();
    if let Some(best) = report.candidates.first() {
        text += "VAR";
        let mut color = report.color;
        for mv in best.pv.iter().take(VARIATION) {
            let letter = color.letter();
            let _ = match mv {
                Move::Play(point) => write!(text, " {letter} {point}"),
                Move::Pass => write!(text, " {letter} PASS"),
            };
            color = !color;
        }
        text.push('\n');
    }
    text + &state(report)
}

/// One line: who is ahead.
fn state(report: &Report) -> String {
    let black = match report.color {
        Color::Black => report.score,
        Color::White => -report.score,
    };
    let leader = if black < 0.0 { 'W' } else { 'B' };
    format!(
        "TEXT {} to move wins {:.1}% ({leader}+{:.1}, {} visits)",
        report.color,
        100.0 * report.winrate,
        black.abs(),
        report.visits,
    )
}

/// Draws what a search thinks on standard error. Where nobody reads it, nothing is lost.
pub fn show_live(report: &Report) {
    let drawing = variation(report);
    let _ = write!(Stderr, "gogui-gfx:\n{drawing}\n\n");
}

/// Wipes what was drawn, before an answer.
pub fn clear_live() {
    let _ = writeln!(Stderr, "gogui-gfx: CLEAR");
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::Candidate;

    #[test]
    fn drawings() {
        let candidate = |mv, visits, winrate| Candidate {
            mv,
            visits,
            winrate,
            score: 0.0,
            score_stdev: 0.0,
            prior: 0.0,
            lcb: 0.0,
            pv: vec![mv, Move::Pass, mv],
            pv_visits: vec![visits; 3],
            ownership: Vec::new(),
        };
        let at = |column| Move::Play(Point::new(column, 0));
        let mut report = Report {
            color: Color::White,
            candidates: vec![
                candidate(at(0), 100, 0.5),
                candidate(at(1), 50, 0.47),
                candidate(Move::Pass, 50, 0.3),
                candidate(at(2), 10, 0.2),
                candidate(at(3), 9, 0.2),
            ],
            visits: 300,
            playouts: 300,
            winrate: 0.456,
            score: -2.5,
            score_stdev: 0.0,
            ownership: Vec::new(),
            elapsed: Duration::ZERO,
        };
        let state = "TEXT white to move wins 45.6% (B+2.5, 300 visits)";
        assert_eq!(
            win_rates(&report),
            format!(
                "COLOR green A1\nCOLOR yellow B1\nCOLOR red C1\nLABEL A1 50 B1 47 C1 20\n{state}"
            )
        );
        assert_eq!(variation(&report), format!("VAR W A1 B PASS W A1\n{state}"));
        report.candidates.clear();
        assert_eq!(win_rates(&report), state);
        assert_eq!(variation(&report), state);
    }
}
