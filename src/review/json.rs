//! A review as JSON for programs.
//!
//! One object a move, on one line. Win rates are Black's, 0 to 1, scores Black's lead in points; moves are vertices (`"D4"`) or
//! `"pass"`; what is not known is `null`.
//!
//! | key | value |
//! | --- | --- |
//! | `file`, `game` | the file as it was named; the number of the game in it, from 1 |
//! | `move`, `color`, `point` | number from 1; `"black"` or `"white"`; the move |
//! | `before`, `after` | the positions before and after the move: `{winrate, score, score_stdev, playouts, seconds}` |
//! | `best`, `pv` | the best move before this one; the principal variation that it begins |
//! | `loss` | what the move costs the player who makes it: `{winrate, score}`, less than 0 where it gains |
//! | `mistake` | place among the largest mistakes of the game, from 1 |

use serde_json::{Value, json};

use super::position::Position;
use super::report::Review;
use crate::go::Color;

/// The objects of a game, a move each. `game` is its number in the file, from 1.
#[must_use]
pub fn objects(file: &str, game: usize, review: &Review) -> Vec<Value> {
    let mistakes = review.mistakes();
    let moves = (1..).zip(review.record.moves());
    moves
        .map(|(number, (color, mv))| {
            let before = review.position(number - 1);
            let loss = review.loss(number, color);
            let rank = mistakes.iter().position(|own| own.number == number);
            json!({
                "file": file,
                "game": game,
                "move": number,
                "color": match color {
                    Color::Black => "black",
                    Color::White => "white",
                },
                "point": mv.to_string(),
                "before": before.map(position),
                "after": review.position(number).map(position),
                "best": before.and_then(Position::best).map(|best| best.to_string()),
                "pv": before.map(|own| own.pv.iter().map(ToString::to_string).collect::<Vec<_>>()),
                "loss": loss.map(|loss| json!({
                    "winrate": rounded(loss.winrate, 1e4),
                    "score": rounded(loss.score, 1e2),
                })),
                "mistake": rank.map(|rank| rank + 1),
            })
        })
        .collect()
}

fn position(position: &Position) -> Value {
    json!({
        "winrate": position.winrate,
        "score": position.score,
        "score_stdev": position.score_stdev,
        "playouts": position.playouts,
        "seconds": position.seconds,
    })
}

/// Without the dust that a difference leaves.
fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps + 0.0
}
