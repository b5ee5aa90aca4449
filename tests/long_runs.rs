//! Long runs: many games in one process, a very long game, a long analysis. Short by default, so that they are run at all;
//! `TENGEN_LONG_GAMES=1000` and `TENGEN_LONG_SECONDS=7200` make them as long as they should be now and then.

#![cfg(target_os = "linux")]

mod model;
mod process;

use std::collections::HashSet;

use model::{KoRule, Model, Side, Spot};
use process::Engine;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tengen::go::{Move, Point};

fn number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Memory in use, in kilobytes.
fn resident(engine: &Engine) -> u64 {
    let path = format!("/proc/{}/status", engine.process.id());
    let status = std::fs::read_to_string(path).expect("a running process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let size = line.and_then(|line| line.split_whitespace().nth(1));
    size.and_then(|size| size.parse().ok()).expect("a number")
}

fn letter(side: Side) -> char {
    match side {
        Side::Black => 'b',
        Side::White => 'w',
    }
}

fn spot(point: Point) -> Spot {
    (point.column(), point.row())
}

/// Lets the engine make a move, which the model judges. `None` for a resignation.
fn genmove(engine: &mut Engine, model: &mut Model, side: Side) -> Option<Move> {
    let answer = engine.ask(&format!("genmove {}", letter(side)));
    let word = answer.strip_prefix("= ").expect("a move");
    if word == "resign" {
        return None;
    }
    let mv: Move = word.parse().expect("a vertex");
    match mv {
        Move::Pass => model.pass(side),
        Move::Play(point) => {
            let refusal = model.refusal(side, spot(point));
            assert_eq!(refusal, None, "{word} after {} moves", model.len());
            model.play(side, spot(point));
        }
    }
    Some(mv)
}

/// The board as the engine lists it is the model's.
fn assert_step(engine: &mut Engine, model: &Model) {
    for side in Side::BOTH {
        let answer = engine.ask(&format!("list_stones {}", letter(side)));
        let listed = answer.split_whitespace().skip(1);
        let mut listed: Vec<Spot> = listed
            .map(|word| spot(word.parse().expect("a vertex")))
            .collect();
        listed.sort_unstable();
        let grid = &model.now().grid;
        let mut stones = grid.spots();
        stones.retain(|&at| grid.at(at) == Some(side));
        stones.sort_unstable();
        assert_eq!(listed, stones);
    }
}

#[test]
fn many_games_in_one_process() {
    let games = number("TENGEN_LONG_GAMES", 4);
    let options = [
        "--size",
        "9",
        "--threads",
        "1",
        "--memory",
        "64",
        "--playouts",
        "200",
    ];
    let mut engine = Engine::start(&options);
    let mut early = None;
    let (mut moves, mut resigned) = (0, 0);
    let mut ends = HashSet::new();
    for game in 1..=games {
        assert_eq!(engine.ask("clear_board"), "=");
        let mut model = Model::new(9, KoRule::Situational, false);
        let (mut side, mut passes) = (Side::Black, 0);
        while passes < 2 && model.len() < 400 {
            match genmove(&mut engine, &mut model, side) {
                None => {
                    resigned += 1;
                    break;
                }
                Some(Move::Pass) => passes += 1,
                Some(Move::Play(_)) => passes = 0,
            }
            side = side.other();
        }
        assert_step(&mut engine, &model);
        assert!(engine.ask("final_score").starts_with("= "));
        moves += model.len();
        ends.insert(format!("{:?}", model.now().grid));
        if game == 20 {
            early = Some(resident(&engine));
        }
        if game % 50 == 0 || game == games {
            let memory = resident(&engine);
            let ends = ends.len();
            println!(
                "{game} games, {ends} endings, {moves} moves, {resigned} resigned, {memory} kB"
            );
        }
    }
    if let Some(early) = early {
        let late = resident(&engine);
        assert!(
            late * 10 <= early * 11,
            "{early} kB after 20 games, {late} after {games}"
        );
    }
    // One game played over and over would show little.
    assert!(
        ends.len() as u64 * 10 >= games * 9,
        "{} endings",
        ends.len()
    );
    assert_eq!(engine.end().2, Some(0));
}

/// Random legal plays and refused ones, all as the model has them; then the whole game back, and once more from a record.
#[test]
fn a_game_of_1500_moves() {
    const MOVES: usize = 1500;
    let mut engine = Engine::start(&["--playouts", "20", "--threads", "1", "--memory", "64"]);
    let mut model = Model::new(19, KoRule::Situational, false);
    let mut dice = SmallRng::seed_from_u64(1500);
    let (mut side, mut refused, mut in_a_row) = (Side::Black, 0, 0);
    while model.len() < MOVES {
        if in_a_row > 1000 {
            // There is hardly a legal play, or none.
            assert_eq!(engine.ask(&format!("play {} pass", letter(side))), "=");
            model.pass(side);
            (side, in_a_row) = (side.other(), 0);
        }
        let at = (dice.random_range(0..19), dice.random_range(0..19));
        let line = format!("play {} {}", letter(side), Point::new(at.0, at.1));
        if model.refusal(side, at).is_some() {
            assert_eq!(engine.ask(&line), "? illegal move");
            refused += 1;
            in_a_row += 1;
            continue;
        }
        assert_eq!(engine.ask(&line), "=", "{line}");
        model.play(side, at);
        (side, in_a_row) = (side.other(), 0);
        if model.len().is_multiple_of(100) {
            assert_step(&mut engine, &model);
        }
    }
    println!("{refused} plays were refused");
    assert!(genmove(&mut engine, &mut model, side).is_some());
    assert_step(&mut engine, &model);
    let shown = engine.ask("showboard");
    let path = process::folder("long-game").join("game.sgf");
    assert_eq!(engine.ask(&format!("printsgf {}", path.display())), "=");
    assert_eq!(engine.ask(&format!("gg-undo {}", MOVES - 100)), "=");
    model.undo(MOVES - 100);
    assert_step(&mut engine, &model);
    assert_eq!(engine.ask(&format!("loadsgf {}", path.display())), "=");
    assert_eq!(engine.ask("showboard"), shown);
    assert_eq!(engine.end().2, Some(0));
}

/// The memory stays within what the option says, and the engine within call.
#[test]
fn a_long_analysis_within_its_memory() {
    const MEMORY: u64 = 256;
    let seconds = number("TENGEN_LONG_SECONDS", 1);
    let mut engine = Engine::start(&["--memory", "256", "--threads", "1"]);
    engine.send("kata-analyze b 100\n");
    assert_eq!(engine.line(), "=\n");
    let (mut reports, mut most) = (0, 0);
    while reports < seconds {
        let line = engine.line();
        assert!(line.starts_with("info move "), "{line}");
        reports += 1;
        most = most.max(resident(&engine));
        if reports % 60 == 0 {
            println!("{reports} s, {most} kB");
        }
    }
    engine.send("2 name\n");
    while engine.line() != "\n" {}
    assert_eq!(engine.answer(), "=2 Tengen");
    println!("{reports} reports, {most} kB at the most");
    // What is no tree: the program, its threads, a report.
    assert!(most < (MEMORY + 32) << 10, "{most} kB");
    assert_eq!(engine.end().2, Some(0));
}
