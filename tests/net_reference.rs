//! A network's outputs for positions of real games against those that `KataGo` computes; where the shared files are there.

mod shared;

use std::fs;

use serde_json::Value;
use tengen::features::{Extractor, Root, Settings};
use tengen::go::rules::Ko;
use tengen::go::{Color, Game, Move, Points, Rules};
use tengen::net::{Input, InstructionSet, Network, Workspace};

/// The greatest differences to the reference.
#[derive(Default, Debug)]
struct Differences {
    policy: f64,
    value: f64,
    lead: f64,
    score: f64,
    ownership: f64,
}

impl Differences {
    /// Keeps the greater ones.
    fn join(&mut self, other: &Self) {
        self.policy = self.policy.max(other.policy);
        self.value = self.value.max(other.value);
        self.lead = self.lead.max(other.lead);
        self.score = self.score.max(other.score);
        self.ownership = self.ownership.max(other.ownership);
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The game of a case. Its rules are those that `KataGo` means by the name.
fn game(case: &Value) -> Game {
    let name = case["rules"].as_str().unwrap();
    let mut rules: Rules = name.parse().unwrap();
    if name == "chinese" {
        rules.ko = Ko::Simple;
    }
    let komi = Points::from_f64(number(&case["komi"])).unwrap();
    let size = usize::try_from(case["size"].as_u64().unwrap()).unwrap();
    let mut game = Game::new(size, rules, komi);
    for word in case["moves"].as_str().unwrap().split_whitespace() {
        let (color, mv) = word.split_once(':').unwrap();
        let color = if color == "B" {
            Color::Black
        } else {
            Color::White
        };
        game.play(color, mv.parse().unwrap()).unwrap();
    }
    game
}

/// The differences for one position. The last `path_len` moves are given as a path from the root.
fn compare(
    case: &Value,
    path_len: usize,
    extractor: &mut Extractor,
    workspace: &mut Workspace,
) -> Differences {
    let mut game = game(case);
    let color = game.to_move();
    assert_eq!(
        case["to_move"],
        if color == Color::Black { "B" } else { "W" }
    );
    let legal: Vec<bool> = {
        let size = game.size();
        let point = |i: usize| tengen::go::Point::new(i % size, size - 1 - i / size);
        (0..size * size)
            .map(|i| game.is_legal(color, Move::Play(point(i))))
            .collect()
    };
    let no_result = game.rules().ko == Ko::Simple
        || game.rules().scoring == tengen::go::rules::Scoring::Territory;
    let path: Vec<Move> = game.moves()[game.moves().len() - path_len..]
        .iter()
        .map(|&(_, mv)| mv)
        .collect();
    game.undo(path_len);
    let mut input = Input::new(game.size());
    extractor.extract(&Root::new(&game), &path, &Settings::default(), &mut input);
    workspace.forward(&[&input]).unwrap();
    let output = workspace.output(0).unwrap();

    let mut d = Differences::default();
    let greatest = output
        .policy
        .iter()
        .zip(legal.iter().chain(&[true]))
        .filter(|(_, legal)| **legal);
    let greatest = greatest
        .map(|(&x, _)| f64::from(x))
        .fold(f64::MIN, f64::max);
    let odds = |i: usize| {
        if i < legal.len() && !legal[i] {
            0.0
        } else {
            (f64::from(output.policy[i]) - greatest).exp()
        }
    };
    let total: f64 = (0..=legal.len()).map(odds).sum();
    let expected = case["policy"].as_array().unwrap();
    assert_eq!(expected.len(), legal.len());
    for (i, expected) in expected.iter().chain([&case["policyPass"]]).enumerate() {
        let expected = if i < legal.len() {
            assert_eq!(expected.is_null(), !legal[i], "{}: point {i}", case["id"]);
            expected.as_f64().unwrap_or(0.0)
        } else {
            number(expected)
        };
        d.policy = d.policy.max((odds(i) / total - expected).abs());
    }
    let sign = if color == Color::White { 1.0 } else { -1.0 };
    let evaluation = output.evaluation(no_result);
    let (win, loss) = if sign > 0.0 {
        (evaluation.win, evaluation.loss)
    } else {
        (evaluation.loss, evaluation.win)
    };
    for (found, key) in [
        (win, "whiteWin"),
        (loss, "whiteLoss"),
        (evaluation.no_result, "noResult"),
    ] {
        d.value = d.value.max((f64::from(found) - number(&case[key])).abs());
    }
    d.lead = (sign * f64::from(evaluation.lead) - number(&case["whiteLead"])).abs();
    d.score = (sign * f64::from(evaluation.score_mean) - number(&case["whiteScoreSelfplay"])).abs();
    for (i, expected) in case["whiteOwnership"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        d.ownership = d
            .ownership
            .max((sign * f64::from(output.owner(i)) - number(expected)).abs());
    }
    d
}

/// Compares all cases, with the last moves as a path from the root or not.
fn compare_all(set: InstructionSet, path_len: usize) {
    let name = "nets/g170-b6c96-s175395328-d26788732.bin.gz";
    let (Some(network), Some(cases)) = (
        shared::case_file(name),
        shared::case_file("nets/b6c96.jsonl"),
    ) else {
        return;
    };
    let network = Network::load(network).unwrap().limit_instruction_set(set);
    let mut extractor = Extractor::new();
    let mut bad = Vec::new();
    let mut most = Differences::default();
    for line in fs::read_to_string(cases).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let size = usize::try_from(case["size"].as_u64().unwrap()).unwrap();
        let moves = case["moves"].as_str().unwrap().split_whitespace().count();
        let mut workspace = Workspace::new(&network, 1, size).unwrap();
        // The first move stays in the game: it says who began.
        let path_len = path_len.min(moves.saturating_sub(1));
        let d = compare(&case, path_len, &mut extractor, &mut workspace);
        most.join(&d);
        if d.policy > 2e-3
            || d.value > 2e-3
            || d.lead > 0.05
            || d.score > 0.05
            || d.ownership > 0.01
        {
            bad.push(format!(
                "{} ({}, {} moves): {d:?}",
                case["id"], case["rules"], moves
            ));
        }
    }
    println!("greatest differences, {set:?}, path of {path_len}: {most:?}");
    assert!(
        bad.is_empty(),
        "{} positions differ:\n{}",
        bad.len(),
        bad.join("\n")
    );
}

#[test]
fn outputs_equal_the_reference() {
    compare_all(InstructionSet::Avx512, 0);
}

#[test]
fn outputs_equal_the_reference_with_the_portable_code() {
    compare_all(InstructionSet::Portable, 0);
}

#[test]
fn a_path_from_the_root_gives_the_same() {
    for path_len in [2, 60] {
        compare_all(InstructionSet::Avx512, path_len);
    }
}
