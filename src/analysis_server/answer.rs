//! What a search found, as the object that tells of it.

use serde_json::{Map, Value, json};

use super::queue::Job;
use super::settings::Settings;
use crate::go::{Board, Color, Move};
use crate::search::report::{deviation, from_top};
use crate::search::{Candidate, Report};

/// A number with six digits after the point.
fn rounded(value: f64) -> Value {
    let value = (value * 1e6).round() / 1e6;
    // Not -0.
    (value + 0.0).into()
}

/// The utility of a win rate: -1 to 1.
fn utility(winrate: f64) -> f64 {
    2.0 * winrate - 1.0
}

/// Values from one side, turned to the side they are told from.
#[derive(Clone, Copy)]
struct Turn(bool);

impl Turn {
    fn rate(self, rate: f64) -> f64 {
        if self.0 { 1.0 - rate } else { rate }
    }

    fn points(self, points: f64) -> f64 {
        if self.0 { -points } else { points }
    }

    /// Ownership by point, row by row from the top.
    fn board(self, ownership: &[f32]) -> Value {
        from_top(ownership)
            .map(|value| rounded(self.points(f64::from(value))))
            .collect()
    }
}

fn deviations(ownership: &[f32]) -> Value {
    from_top(ownership)
        .map(|value| rounded(f64::from(deviation(value))))
        .collect()
}

/// The answer to a job that was ended before its search began.
#[must_use]
pub fn without_results(job: &Job) -> Value {
    json!({
        "id": job.query.id,
        "turnNumber": job.turn,
        "isDuringSearch": false,
        "noResults": true,
    })
}

/// The answer to a job; `policy` are the probabilities of the legal moves, where they were asked for.
#[must_use]
pub fn results(
    job: &Job,
    board: &Board,
    report: &Report,
    policy: Option<&[(Move, f64)]>,
    during_search: bool,
) -> Value {
    let settings = &job.query.settings;
    let turn = Turn(settings.perspective.turns(report.color));
    let moves = report.candidates.iter().enumerate();
    let moves: Vec<_> = moves
        .map(|(order, best)| move_info(order, best, turn, settings))
        .collect();
    let mut answer = json!({
        "id": job.query.id,
        "turnNumber": job.turn,
        "isDuringSearch": during_search,
        "moveInfos": moves,
        "rootInfo": root_info(report, turn),
    });
    if settings.ownership {
        answer["ownership"] = turn.board(&report.ownership);
    }
    if settings.ownership_stdev {
        answer["ownershipStdev"] = deviations(&report.ownership);
    }
    if let Some(policy) = policy {
        answer["policy"] = policy_board(board, policy);
    }
    answer
}

/// What is told of a move and of the whole position alike.
fn figures(visits: u64, winrate: f64, score: f64, stdev: f64, turn: Turn) -> Map<String, Value> {
    let score = rounded(turn.points(score));
    let entries = [
        ("visits", visits.into()),
        ("weight", visits.into()),
        ("winrate", rounded(turn.rate(winrate))),
        ("utility", rounded(turn.points(utility(winrate)))),
        ("scoreLead", score.clone()),
        ("scoreSelfplay", score),
        ("scoreStdev", rounded(stdev)),
    ];
    entries
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

fn root_info(report: &Report, turn: Turn) -> Value {
    let mut info = figures(
        report.visits,
        report.winrate,
        report.score,
        report.score_stdev,
        turn,
    );
    let player = match report.color {
        Color::Black => "B",
        Color::White => "W",
    };
    info.insert("currentPlayer".to_owned(), player.into());
    Value::Object(info)
}

fn move_info(order: usize, best: &Candidate, turn: Turn, settings: &Settings) -> Value {
    let mut info = figures(
        best.visits,
        best.winrate,
        best.score,
        best.score_stdev,
        turn,
    );
    let length = best.pv.len().min(settings.variation);
    let pv: Value = best.pv[..length].iter().map(ToString::to_string).collect();
    let mut add = |key: &str, value: Value| info.insert(key.to_owned(), value);
    add("move", best.mv.to_string().into());
    add("order", order.into());
    add("edgeVisits", best.visits.into());
    add("edgeWeight", best.visits.into());
    add("playSelectionValue", best.visits.into());
    add("scoreMean", rounded(turn.points(best.score)));
    add("prior", rounded(best.prior));
    add("lcb", rounded(turn.rate(best.lcb)));
    add("utilityLcb", rounded(turn.points(utility(best.lcb))));
    add("pv", pv);
    if settings.variation_visits {
        let visits: Value = best.pv_visits.iter().take(length).copied().collect();
        add("pvVisits", visits.clone());
        add("pvEdgeVisits", visits);
    }
    if settings.moves_ownership && !best.ownership.is_empty() {
        add("ownership", turn.board(&best.ownership));
    }
    if settings.moves_ownership_stdev && !best.ownership.is_empty() {
        add("ownershipStdev", deviations(&best.ownership));
    }
    Value::Object(info)
}

/// Probabilities by point, row by row from the top, and last that of the pass; -1 for what is not legal.
fn policy_board(board: &Board, policy: &[(Move, f64)]) -> Value {
    let mut by_point = vec![-1.0; board.area()];
    let mut pass = -1.0;
    for &(mv, probability) in policy {
        match mv {
            Move::Play(point) => {
                by_point[point.row() * board.size() + point.column()] = probability;
            }
            Move::Pass => pass = probability,
        }
    }
    from_top(&by_point)
        .chain([pass])
        .map(rounded_finely)
        .collect()
}

/// A number with nine digits after the point: probabilities are small.
fn rounded_finely(value: f64) -> Value {
    ((value * 1e9).round() / 1e9).into()
}
