//! A report as JSON for programs.
//!
//! One object a record, on one line. Colours are `"black"` and `"white"`, points are vertices (`"D4"`), amounts are points as
//! numbers; what a record does not say is `null`.
//!
//! | key | value |
//! | --- | --- |
//! | `file`, `game` | the file as it was named; the number of the game in it, from 1 |
//! | `size`, `players`, `moves` | lines a side; `{black, white}`; number of moves, passes counted |
//! | `two_passes` | whether the record ends with two passes |
//! | `rules`, `rules_from` | name of the rule set; `"user"`, `"record"` or `"default"` |
//! | `komi`, `komi_from` | points for White; `"user"`, `"record"` or `"default"` |
//! | `handicap` | number of handicap stones |
//! | `illegal` | list of `{move, color, point, reasons, repeats}`: number from 1, vertex or `"pass"`, list of `"occupied"`, `"suicide"`, `"ko"`, `"positional superko"`, `"situational superko"`, `"two in a row"`, `"out of turn"`; after how many moves the position stood that superko forbids |
//! | `repetition` | `{move, of}`: the move that brought back the position after `of` moves, under simple ko; else `null` |
//! | `captures` | stones taken by each player: `{black, white}` |
//! | `dead`, `seki` | `{black, white}`: a list of chains, each a list of points |
//! | `status_from` | who judged life and death: `"user"` or `"default"` for the engine |
//! | `board` | rows from the top: `X O` living stones, `x o` dead, `+ -` points of Black and White, `.` neither |
//! | `count` | `{black, white}` of `{stones, territory, not_counted, prisoners, dead, groups, total}` |
//! | `neutral` | number of neutral points |
//! | `result`, `winner` | `"B+3.5"`, `"0"`, `"B+0"` for a tie that is Black's, or `"Void"` for no result; who wins, else `null` |
//! | `zi` | `{rules, black, needs_more_than, margin}`: Black's count, what it has to exceed, by how much it does |
//! | `table` | list of `{rules, illegal, black, white, white_bonus, result, winner}`, a rule set each; `black` and `white` are totals |
//! | `record` | `{result, agreement, agrees_by}`: its own result, `"agrees"`, `"agrees in zi"`, `"differs"`, `"not counted"` (resignation, time, forfeit) or `"not stated"`; rule sets by which the record is right |
//! | `warnings` | list of texts: what the reader passed over or mended |

use serde_json::{Value, json};

use super::chosen::Origin;
use super::diagram;
use super::illegal::Violation;
use super::report::{Report, Row};
use super::verdict::Agreement;
use crate::go::{Color, PointSet, Points};

/// The report as a JSON object. `game` is the number of the game in its file, from 1.
#[must_use]
pub fn object(file: &str, game: usize, report: &Report) -> Value {
    let info = &report.info;
    let (dead, seki) = (&report.status.dead, &report.status.seki);
    json!({
        "file": file,
        "game": game,
        "size": report.board.size(),
        "players": { "black": info.players.black, "white": info.players.white },
        "moves": report.moves,
        "two_passes": report.is_over,
        "rules": report.set.name,
        "rules_from": origin(report.rules_from),
        "komi": number(report.komi),
        "komi_from": origin(report.komi_from),
        "handicap": report.handicap,
        "illegal": report.violations.iter().map(illegal).collect::<Vec<_>>(),
        "repetition": report.repetition.map(|r| json!({ "move": r.number, "of": r.of })),
        "captures": { "black": report.captures.black, "white": report.captures.white },
        "dead": { "black": chains(report, Color::Black, dead), "white": chains(report, Color::White, dead) },
        "seki": { "black": chains(report, Color::Black, seki), "white": chains(report, Color::White, seki) },
        "status_from": origin(report.status_from),
        "board": diagram::rows(report),
        "count": { "black": count(report, Color::Black), "white": count(report, Color::White) },
        "neutral": report.tally.neutral,
        "result": report.result.text(&report.set.rules),
        "winner": report.winner().map(color),
        "zi": report.zi_row().map(zi),
        "table": report.table.iter().map(row).collect::<Vec<_>>(),
        "record": {
            "result": info.result,
            "agreement": match report.agreement {
                Agreement::Agrees => "agrees",
                Agreement::AgreesInZi => "agrees in zi",
                Agreement::Differs => "differs",
                Agreement::NotCounted => "not counted",
                Agreement::NotStated => "not stated",
            },
            "agrees_by": report.agreeing().collect::<Vec<_>>(),
        },
        "warnings": report.warnings,
    })
}

fn number(points: Points) -> f64 {
    points.as_f64()
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::User => "user",
        Origin::Record => "record",
        Origin::Nobody => "default",
    }
}

fn illegal(violation: &Violation) -> Value {
    let reasons = &violation.reasons;
    json!({
        "move": violation.number,
        "color": color(violation.color),
        "point": violation.mv.to_string(),
        "reasons": reasons.iter().map(|reason| reason.name()).collect::<Vec<_>>(),
        "repeats": reasons.iter().find_map(|reason| reason.repeats()),
    })
}

fn chains(report: &Report, color: Color, set: &PointSet) -> Vec<Vec<String>> {
    let chains = report.chains(color, set).into_iter();
    chains
        .map(|chain| chain.iter().map(ToString::to_string).collect())
        .collect()
}

fn count(report: &Report, color: Color) -> Value {
    let count = &report.tally.counts[color];
    json!({
        "stones": count.stones,
        "territory": count.territory,
        "not_counted": count.taxed,
        "prisoners": count.prisoners,
        "dead": count.dead,
        "groups": count.groups,
        "total": number(report.tally.total(color)),
    })
}

fn zi(row: &Row) -> Value {
    json!({
        "rules": row.set.name,
        "black": row.tally.zi(Color::Black).as_f64(),
        "needs_more_than": row.tally.zi_to_beat().as_f64(),
        "margin": row.tally.zi_margin().as_f64(),
    })
}

fn row(row: &Row) -> Value {
    json!({
        "rules": row.set.name,
        "illegal": row.illegal,
        "black": number(row.tally.total(Color::Black)),
        "white": number(row.tally.total(Color::White)),
        "white_bonus": number(row.tally.white_bonus()),
        "result": row.result.text(&row.set.rules),
        "winner": row.winner().map(color),
    })
}
