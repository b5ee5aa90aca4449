//! What the engine found about one position.

use serde_json::{Value, json};

use crate::engine::Report;
use crate::go::{Color, Move, Point};

/// More points than any count or komi gives.
const MOST_POINTS: f64 = 2e9;

/// What the engine found about one position. Win rate and score are Black's, rounded to what is written of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// The player to move.
    pub color: Color,
    /// Probability that Black wins, 0 to 1.
    pub winrate: f64,
    /// Points by which Black is ahead.
    pub score: f64,
    /// Standard deviation of the playouts' scores, in points; 0 where the position was counted.
    pub score_stdev: f64,
    /// Playouts of the search.
    pub playouts: u64,
    /// Its time.
    pub seconds: f64,
    /// Its threads.
    pub threads: usize,
    /// The principal variation, the best move first; empty where the position was counted.
    pub pv: Vec<Move>,
}

/// Moves of the principal variation that are kept.
const PV_LENGTH: usize = 20;

fn rounded(value: f64, steps: f64) -> f64 {
    let rounded = (value * steps).round() / steps;
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        0.0
    }
}

impl Position {
    /// What a search found.
    #[must_use]
    pub fn searched(report: &Report, threads: usize) -> Self {
        let (winrate, score) = match report.color {
            Color::Black => (report.winrate, report.score),
            Color::White => (1.0 - report.winrate, -report.score),
        };
        let best = report.candidates.first();
        let pv = best.map_or(&[Move::Pass][..], |best| &best.pv);
        Self {
            color: report.color,
            winrate: rounded(winrate, 1e4).clamp(0.0, 1.0),
            score: rounded(score, 1e2),
            score_stdev: rounded(report.score_stdev, 1e2),
            playouts: report.playouts,
            seconds: rounded(report.elapsed.as_secs_f64(), 1e2),
            threads,
            pv: pv.iter().copied().take(PV_LENGTH).collect(),
        }
    }

    /// A position in which the game is over: who won, and Black's lead in points.
    #[must_use]
    pub fn counted(color: Color, winner: Option<Color>, score: f64) -> Self {
        Self {
            color,
            winrate: match winner {
                Some(Color::Black) => 1.0,
                Some(Color::White) => 0.0,
                None => 0.5,
            },
            score: rounded(score, 1e2),
            score_stdev: 0.0,
            playouts: 0,
            seconds: 0.0,
            threads: 1,
            pv: Vec::new(),
        }
    }

    /// Whether the game was over, so that nothing was searched.
    #[must_use]
    pub const fn is_counted(&self) -> bool {
        self.pv.is_empty()
    }

    /// The best move; `None` where the position was counted.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// Probability that `color` wins, 0 to 1.
    #[must_use]
    pub fn winrate_of(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.winrate,
            Color::White => 1.0 - self.winrate,
        }
    }

    /// Points by which `color` is ahead.
    #[must_use]
    pub fn score_of(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.score,
            Color::White => -self.score,
        }
    }

    /// All of it as a JSON object.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "color": self.color.letter().to_string(),
            "winrate": self.winrate,
            "score": self.score,
            "score_stdev": self.score_stdev,
            "playouts": self.playouts,
            "seconds": self.seconds,
            "threads": self.threads,
            "pv": self.pv.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }

    /// Reads what [`to_json`](Self::to_json) wrote of a position on a board of `size` lines; `None` where anything is missing or
    /// out of range.
    pub(super) fn from_json(value: &Value, size: usize) -> Option<Self> {
        let number = |key: &str| value[key].as_f64().filter(|number| number.is_finite());
        let points = |key: &str| number(key).filter(|points| points.abs() <= MOST_POINTS);
        let is_on_board = |point: Point| point.column() < size && point.row() < size;
        let vertices = value["pv"].as_array()?.iter();
        let pv: Option<Vec<Move>> = vertices
            .map(|vertex| {
                let mv: Move = vertex.as_str()?.parse().ok()?;
                mv.point().is_none_or(is_on_board).then_some(mv)
            })
            .collect();
        Some(Self {
            color: match value["color"].as_str()? {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            },
            winrate: number("winrate").filter(|rate| (0.0..=1.0).contains(rate))?,
            score: points("score")?,
            score_stdev: points("score_stdev")?,
            playouts: value["playouts"].as_u64()?,
            seconds: number("seconds")?,
            threads: usize::try_from(value["threads"].as_u64()?).ok()?,
            pv: pv?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_back() {
        let mut position = Position::counted(Color::White, Some(Color::Black), 3.5);
        assert!(position.is_counted() && position.best().is_none());
        position.pv = vec![Move::Play("C3".parse().expect("a vertex")), Move::Pass];
        position.winrate = 0.6152;
        let value = position.to_json();
        assert_eq!(Position::from_json(&value, 5), Some(position));
        assert_eq!(Position::from_json(&value, 2), None, "off the board");
        for (key, bad) in [
            ("color", json!("x")),
            ("winrate", json!(1.5)),
            ("pv", json!(["C3", "Z99"])),
            ("playouts", json!(-1)),
            ("score", json!(null)),
            ("score", json!(-1.7e308)),
            ("score_stdev", json!(1e300)),
        ] {
            let mut other = value.clone();
            other[key] = bad;
            assert_eq!(Position::from_json(&other, 5), None, "{other}");
        }
    }
}
