//! A review for people: comments in the record, lines on standard output.

use std::fmt::Write;

use super::report::{Loss, Mistake, Review};
use crate::go::Color;

/// A player's name for sentences.
pub(super) const fn player(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// What was reviewed, how, and the largest mistakes, a line each; no line break at the end.
#[must_use]
pub fn summary(review: &Review) -> String {
    let settings = &review.settings;
    let mut text = format!(
        "Reviewed by Tengen {}: {}, {} rules, komi {}",
        env!("CARGO_PKG_VERSION"),
        settings.effort,
        settings.rules.name,
        settings.komi
    );
    if let Some(network) = &settings.network {
        let _ = write!(text, ", network {network}");
    }
    if !review.is_complete() {
        let _ = write!(
            text,
            "\n{} of {} positions with that effort so far",
            review.done(),
            review.positions.len()
        );
    }
    let mistakes = review.mistakes();
    text.push_str(if mistakes.is_empty() {
        "\nNo mistakes found"
    } else {
        "\nMistakes, the largest first:"
    });
    for (rank, mistake) in (1..).zip(&mistakes) {
        let _ = write!(text, "\n{rank}. {}", line(mistake));
    }
    text
}

/// A mistake in one line: `move 57, White D4: 23.1 %, 8.2 points; better Q16`.
#[must_use]
pub fn line(mistake: &Mistake) -> String {
    let mut text = format!(
        "move {}, {} {}: {}",
        mistake.number,
        player(mistake.color),
        mistake.mv,
        cost(mistake.loss)
    );
    if let Some(best) = mistake.before.best() {
        let _ = write!(text, "; better {best}");
    }
    text
}

/// What a mistake costs: `23.1 %, 8.2 points`, without the points where the score does not fall.
fn cost(loss: Loss) -> String {
    let mut text = format!("{:.1} %", 100.0 * loss.winrate);
    if loss.score >= 0.05 {
        let _ = write!(text, ", {:.1} points", loss.score);
    }
    text
}

/// The comment on a mistake.
#[must_use]
pub fn judgement(rank: usize, mistake: &Mistake) -> String {
    let color = mistake.color;
    let (before, after) = (&mistake.before, &mistake.after);
    let mut text = format!(
        "Mistake {rank}, costs {} {}.\n{}\n{}",
        player(color),
        cost(mistake.loss),
        standing("Before", before.winrate, before.score),
        standing("After", after.winrate, after.score),
    );
    if let Some(best) = before.best() {
        let _ = write!(text, "\nBetter: {best}");
    }
    text
}

/// The comment on the move that would have been better.
#[must_use]
pub fn better(mistake: &Mistake) -> String {
    let instead = format!("Better than {}", mistake.mv);
    standing(&instead, mistake.before.winrate, mistake.before.score)
}

/// `WHERE: Black wins 61.3 %, White leads by 4.2.`
fn standing(place: &str, winrate: f64, score: f64) -> String {
    let leader = if score < 0.0 { "White" } else { "Black" };
    format!(
        "{place}: Black wins {:.1} %, {leader} leads by {:.1}.",
        100.0 * winrate,
        score.abs()
    )
}
