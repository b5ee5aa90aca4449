//! What repeats itself: games with a seed, one thread and a number of playouts; `reg_genmove` always.

#![cfg(unix)]

mod process;

use process::Engine;

/// Moves of a game that the engine plays with itself.
const MOVES: usize = 24;

fn start(more: &[&str]) -> Engine {
    let options = [
        "--size",
        "9",
        "--playouts",
        "150",
        "--threads",
        "1",
        "--no-resign",
    ];
    Engine::start(&[&options[..], more].concat())
}

fn game(engine: &mut Engine) -> Vec<String> {
    (0..MOVES)
        .map(|number| {
            engine.ask(if number % 2 == 0 {
                "genmove b"
            } else {
                "genmove w"
            })
        })
        .collect()
}

#[test]
fn a_seed_makes_the_same_game_in_two_processes_and_again_on_a_new_board() {
    let mut first = start(&["--seed", "7"]);
    let played = game(&mut first);
    assert!(
        played.iter().all(|answer| answer.starts_with("= ")),
        "{played:?}"
    );
    assert_eq!(game(&mut start(&["--seed", "7"])), played);
    for line in ["clear_board", "boardsize 9"] {
        assert_eq!(first.ask(line), "=");
        assert_eq!(game(&mut first), played, "{line}");
    }
    // What was looked at in between makes no difference.
    for line in [
        "clear_board",
        "kata-analyze b 1 maxvisits 300",
        "final_score",
        "reg_genmove w",
    ] {
        assert!(first.ask(line).starts_with('='), "{line}");
    }
    assert_eq!(first.ask("clear_board"), "=");
    assert_eq!(game(&mut first), played);
    assert_ne!(game(&mut start(&["--seed", "8"])), played);
}

#[test]
fn without_a_seed_games_differ() {
    let games = [(); 3].map(|()| game(&mut start(&[])));
    assert!(games[0] != games[1] || games[1] != games[2], "{games:?}");
    let mut engine = start(&[]);
    let games = [(); 3].map(|()| {
        assert_eq!(engine.ask("clear_board"), "=");
        game(&mut engine)
    });
    assert!(games[0] != games[1] || games[1] != games[2], "{games:?}");
}

#[test]
fn reg_genmove_repeats_itself_and_changes_nothing() {
    let position = ["play b E5", "play w C3", "play b G3", "play w E3"];
    let mut answers = Vec::new();
    for threads in ["1", "2"] {
        let mut engine = Engine::start(&["--size", "9", "--playouts", "300", "--threads", threads]);
        for line in position {
            assert_eq!(engine.ask(line), "=");
        }
        let before = ["showboard", "printsgf", "captures b"].map(|line| engine.ask(line));
        for _ in 0..3 {
            answers.push(engine.ask("reg_genmove b"));
            let after = ["showboard", "printsgf", "captures b"].map(|line| engine.ask(line));
            assert_eq!(after, before);
        }
        // Nor does what was thought of before.
        for line in ["genmove b", "undo", "kata-analyze b 1 maxvisits 500"] {
            assert!(engine.ask(line).starts_with('='));
        }
        answers.push(engine.ask("reg_genmove b"));
    }
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
}
