//! What a search found, as the lines that clients of Leela Zero, `KataGo` and CGOS read.
//!
//! All values are from the side of the player whose move was asked for. Boards are row by row from the top left.

use std::fmt::Write;

use serde_json::json;

use super::analyze_arg::{AnalyzeArgs, Extra};
use crate::engine::{Candidate, Report};
use crate::go::Move;
use crate::search::report::deviation;
pub use crate::search::report::from_top;

/// How a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Leela Zero's: rates are whole numbers of 0 to 10000.
    Leela,
    /// `KataGo`'s: rates are numbers from 0 to 1.
    Kata,
    /// The JSON object of CGOS.
    Cgos,
}

/// A report in one line; empty where no move has been looked at.
#[must_use]
pub fn line(form: Form, report: &Report, args: &AnalyzeArgs) -> String {
    let moves = &report.candidates[..report.candidates.len().min(args.max_moves)];
    if moves.is_empty() {
        return String::new();
    }
    match form {
        Form::Leela => {
            let infos: Vec<_> = moves.iter().enumerate().map(leela).collect();
            infos.join(" ")
        }
        Form::Kata => {
            let infos = moves.iter().enumerate();
            let infos: Vec<_> = infos.map(|(order, mv)| kata(order, mv, args)).collect();
            infos.join(" ") + &kata_position(report, args)
        }
        Form::Cgos => cgos(report, moves),
    }
}

/// A rate as a whole number of 0 to 10000.
fn whole(rate: f64) -> String {
    format!("{:.0}", rate.clamp(0.0, 1.0) * 10_000.0)
}

fn leela((order, best): (usize, &Candidate)) -> String {
    format!(
        "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {}",
        best.mv,
        best.visits,
        whole(best.winrate),
        whole(best.prior),
        whole(best.lcb),
        variation(&best.pv),
    )
}

/// The utility of a win rate, -1 to 1.
fn utility(winrate: f64) -> f64 {
    2.0 * winrate - 1.0
}

fn kata(order: usize, best: &Candidate, args: &AnalyzeArgs) -> String {
    let mut text = format!(
        "info move {} visits {visits} edgeVisits {visits} utility {:.6} winrate {:.6} scoreMean {score:.3} \
         scoreStdev {:.3} scoreLead {score:.3} scoreSelfplay {score:.3}",
        best.mv,
        utility(best.winrate),
        best.winrate,
        best.score_stdev,
        visits = best.visits,
        score = best.score,
    );
    if args.wants(Extra::NoResultValue) {
        text += " noResultValue 0";
    }
    let _ = write!(
        text,
        " prior {:.6} lcb {:.6} utilityLcb {:.6} weight {} order {order} pv {}",
        best.prior,
        best.lcb,
        utility(best.lcb),
        best.visits,
        variation(&best.pv),
    );
    let visits: Vec<_> = best.pv_visits.iter().map(ToString::to_string).collect();
    for (extra, key) in [
        (Extra::PvVisits, "pvVisits"),
        (Extra::PvEdgeVisits, "pvEdgeVisits"),
    ] {
        if args.wants(extra) {
            let _ = write!(text, " {key} {}", visits.join(" "));
        }
    }
    let ownership = [
        (Extra::MovesOwnership, "movesOwnership", false),
        (Extra::MovesOwnershipStdev, "movesOwnershipStdev", true),
    ];
    text + &boards(&best.ownership, &ownership, args)
}

/// What `KataGo`'s form tells of the position, after the moves.
fn kata_position(report: &Report, args: &AnalyzeArgs) -> String {
    let mut text = String::new();
    if args.wants(Extra::RootInfo) {
        let _ = write!(
            text,
            " rootInfo visits {visits} utility {:.6} winrate {:.6} scoreMean {score:.3} scoreStdev {:.3} \
             scoreLead {score:.3} scoreSelfplay {score:.3} weight {visits}",
            utility(report.winrate),
            report.winrate,
            report.score_stdev,
            visits = report.visits,
            score = report.score,
        );
    }
    let ownership = [
        (Extra::Ownership, "ownership", false),
        (Extra::OwnershipStdev, "ownershipStdev", true),
    ];
    text + &boards(&report.ownership, &ownership, args)
}

/// Those boards that were asked for, each after its key: means of ownership, or standard deviations.
fn boards(ownership: &[f32], keys: &[(Extra, &str, bool)], args: &AnalyzeArgs) -> String {
    let mut text = String::new();
    for &(_, key, deviates) in keys.iter().filter(|(extra, ..)| args.wants(*extra)) {
        if ownership.is_empty() {
            continue;
        }
        let _ = write!(text, " {key}");
        for mean in from_top(ownership) {
            let value = if deviates { deviation(mean) } else { mean };
            let _ = write!(text, " {value:.3}");
        }
    }
    text
}

fn variation(moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

fn cgos(report: &Report, moves: &[Candidate]) -> String {
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    let moves: Vec<_> = moves
        .iter()
        .map(|best| {
            json!({
                "move": best.mv.to_string(),
                "winrate": rounded(best.winrate),
                "score": rounded(best.score),
                "prior": rounded(best.prior),
                "visits": best.visits,
                "pv": variation(&best.pv),
            })
        })
        .collect();
    json!({
        "moves": moves,
        "visits": report.visits,
        "winrate": rounded(report.winrate),
        "score": rounded(report.score),
        "ownership": from_top(&report.ownership).map(letter).collect::<String>(),
    })
    .to_string()
}

/// Ownership in one of 64 steps, as CGOS writes it: `A` for -1 to `/` for 1.
fn letter(ownership: f32) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 63
    let step = ((ownership.clamp(-1.0, 1.0) + 1.0) * 31.5).round() as usize;
    char::from(LETTERS[step.min(63)])
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::go::{Color, Point};
    use crate::gtp::analyze_arg::KataArgs;
    use crate::gtp::arg::{FromArg, Words};

    fn report() -> Report {
        let at = |column, row| Move::Play(Point::new(column, row));
        let candidate = |mv, visits, winrate| Candidate {
            mv,
            visits,
            winrate,
            score: 1.5,
            score_stdev: 2.0,
            prior: 0.25,
            lcb: winrate - 0.1,
            pv: vec![mv, Move::Pass],
            pv_visits: vec![visits, 3],
            ownership: vec![1.0, 0.0, -1.0, 0.5],
        };
        Report {
            color: Color::Black,
            candidates: vec![
                candidate(at(0, 0), 10, 0.61234),
                candidate(Move::Pass, 5, 0.5),
            ],
            visits: 16,
            playouts: 16,
            winrate: 0.55,
            score: 0.5,
            score_stdev: 2.5,
            ownership: vec![1.0, 0.6, -1.0, 0.0],
            elapsed: Duration::ZERO,
        }
    }

    fn written(form: Form, args: &str) -> String {
        let words: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        let KataArgs(args) = KataArgs::read(&mut Words::new(&words)).expect("valid arguments");
        line(form, &report(), &args)
    }

    #[test]
    fn leela_form() {
        assert_eq!(
            written(Form::Leela, ""),
            "info move A1 visits 10 winrate 6123 prior 2500 lcb 5123 order 0 pv A1 pass \
             info move pass visits 5 winrate 5000 prior 2500 lcb 4000 order 1 pv pass pass"
        );
        assert!(!written(Form::Leela, "maxmoves 1").contains("move pass"));
    }

    #[test]
    fn kata_form_with_what_was_asked_for() {
        let info = "info move A1 visits 10 edgeVisits 10 utility 0.224680 winrate 0.612340 scoreMean 1.500 \
                    scoreStdev 2.000 scoreLead 1.500 scoreSelfplay 1.500";
        let tail = " prior 0.250000 lcb 0.512340 utilityLcb 0.024680 weight 10 order 0 pv A1 pass";
        for (args, middle, end) in [
            ("", "", ""),
            (
                "pvVisits true pvEdgeVisits true",
                "",
                " pvVisits 10 3 pvEdgeVisits 10 3",
            ),
            ("noResultValue true", " noResultValue 0", ""),
            (
                "movesOwnership true",
                "",
                " movesOwnership -1.000 0.500 1.000 0.000",
            ),
            ("ownership true", "", " ownership -1.000 0.000 1.000 0.600"),
            (
                "ownershipStdev true",
                "",
                " ownershipStdev 0.000 1.000 0.000 0.800",
            ),
            (
                "rootInfo true",
                "",
                " rootInfo visits 16 utility 0.100000 winrate 0.550000 scoreMean 0.500 scoreStdev 2.500 \
                 scoreLead 0.500 scoreSelfplay 0.500 weight 16",
            ),
        ] {
            assert_eq!(
                written(Form::Kata, &format!("maxmoves 1 {args}")),
                format!("{info}{middle}{tail}{end}")
            );
        }
    }

    #[test]
    fn cgos_form_is_one_line_of_json() {
        let text = written(Form::Cgos, "");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["ownership"], "Ag/y", "{text}");
        assert_eq!(value["moves"][1]["pv"], "pass pass");
        assert_eq!(
            (&value["visits"], &value["winrate"]),
            (&16.into(), &0.55.into())
        );
        assert!(!text.contains('\n'));
    }
}
