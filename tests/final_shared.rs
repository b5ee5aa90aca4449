//! Life and death of finished games against what a strong network judged, where the shared cases are at hand.

mod position;
mod shared;

use serde_json::Value;
use tengen::engine::{Config, Engine};
use tengen::go::{Board, Color, Game, Komi, PointSet, Points, Rules, Score};

/// A finished position with its truth.
struct Case {
    id: String,
    board: Board,
    to_move: Color,
    dead: PointSet,
    uncertain: PointSet,
    truth: Value,
}

fn points(list: &Value) -> PointSet {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .map(|vertex| {
            vertex
                .as_str()
                .expect("a vertex")
                .parse()
                .expect("a vertex")
        })
        .collect()
}

fn cases() -> Vec<Case> {
    let Some(path) = shared::case_file("final/truth.jsonl") else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let rows = text.lines().map(|line| {
        let truth: Value = serde_json::from_str(line).expect("JSON");
        let rows = truth["board"].as_array().expect("rows");
        let rows: Vec<_> = rows
            .iter()
            .map(|row| row.as_str().expect("a row"))
            .collect();
        Case {
            id: truth["id"].as_str().expect("a name").into(),
            board: position::board(&rows.join("/")),
            to_move: if truth["to_play"] == "B" {
                Color::Black
            } else {
                Color::White
            },
            dead: points(&truth["dead"]),
            uncertain: points(&truth["uncertain"]),
            truth,
        }
    });
    rows.filter(|case| case.truth["certain"] == true).collect()
}

/// The score that the truth gives, less the prisoners: the position alone does not know them.
fn expected(case: &Case, rules: &str) -> Option<Score> {
    let truth = &case.truth[rules];
    if case.truth["chinese"]["exact"] != true || truth["agrees_with_lead"] != true {
        return None;
    }
    let number =
        |value: &Value| Points::from_f64(value.as_f64().expect("a number")).expect("a number");
    let mut score = number(&truth["score_black"]);
    if rules == "japanese" {
        score -= number(&case.truth["captured"]["white_stones"]);
        score += number(&case.truth["captured"]["black_stones"]);
    }
    Some(Score(score))
}

/// At least 99.5 of 100 stones and 98 of 100 scores are right, and the answer is the same each time.
#[test]
fn life_and_death_and_scores() {
    let cases = cases();
    for rules in ["chinese", "japanese"] {
        let (mut stones, mut right, mut scores, mut scores_right) = (0, 0, 0, 0);
        let mut slowest = std::time::Duration::ZERO;
        for case in &cases {
            let parsed: Rules = rules.parse().expect("a rule set");
            let komi = case.truth[rules]["komi"].as_f64().and_then(Komi::from_f64);
            let komi = komi.expect("a komi");
            let game = Game::from_position(case.board.clone(), case.to_move, parsed, komi);
            let mut engine = Engine::new(Config::default());
            engine.set_game(game);
            let start = std::time::Instant::now();
            let status = engine.status();
            let score = engine.score();
            slowest = slowest.max(start.elapsed());
            let occupied = case.board.points().filter(|&p| !case.board.is_empty(p));
            let counted: PointSet = occupied.filter(|&p| !case.uncertain.contains(p)).collect();
            let wrong: PointSet = counted
                .iter()
                .filter(|&p| case.dead.contains(p) != status.dead.contains(p))
                .collect();
            stones += counted.len();
            right += counted.len() - wrong.len();
            if !wrong.is_empty() {
                let list: Vec<_> = wrong.iter().map(|p| p.to_string()).collect();
                println!("{} {rules}: wrong {}", case.id, list.join(" "));
            }
            if !status.seki.is_empty() {
                let list: Vec<_> = status.seki.iter().map(|p| p.to_string()).collect();
                println!("{} {rules}: seki {}", case.id, list.join(" "));
            }
            if let Some(expected) = expected(case, rules) {
                scores += 1;
                scores_right += usize::from(score == expected);
                if score != expected {
                    println!("{} {rules}: {score}, not {expected}", case.id);
                }
            }
        }
        println!(
            "{rules}: stones {right} of {stones}, scores {scores_right} of {scores}, slowest {slowest:?}"
        );
        assert!(
            right * 1000 >= stones * 995,
            "{rules}: stones {right} of {stones}"
        );
        assert!(
            scores_right * 100 >= scores * 98,
            "{rules}: scores {scores_right} of {scores}"
        );
    }
}
