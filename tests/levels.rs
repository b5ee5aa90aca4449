//! Levels: a seed gives one game, weak levels look at few moves, none leaves a large chain in atari, all pass as ever.
//!
//! How strong they are is measured by matches, see the README.

#[allow(unreachable_pub, reason = "a module of other tests")]
mod diagram;

use diagram::Diagram;
use tengen::clock::TimeSettings;
use tengen::engine::{Analysis, Config, Decision, Engine, Level, Purpose, Report};
use tengen::go::{Color, Game, Komi, Move, Rules};

fn levels() -> impl Iterator<Item = Level> {
    (1..=Level::MOST).filter_map(Level::new)
}

fn engine(level: Level, seed: u64) -> Engine {
    Engine::new(Config {
        size: 9,
        level: Some(level),
        seed: Some(seed),
        ..Config::default()
    })
}

fn genmove(engine: &mut Engine, color: Color) -> Decision {
    engine.genmove(color, &|| false)
}

/// What the search for a move of `color` found; nothing is played.
fn found(engine: &mut Engine, color: Color) -> Report {
    let (_, report) =
        engine.search_watched(color, &Analysis::default(), &|| false, &mut |_: &Report| ());
    report
}

/// A game from a drawing.
fn set(engine: &mut Engine, drawing: &Diagram, to_move: Color) {
    let komi: Komi = "7.5".parse().expect("a komi");
    let game = Game::from_position(drawing.board.clone(), to_move, Rules::default(), komi);
    engine.set_game(game);
}

#[test]
fn there_are_ten_levels() {
    assert_eq!(levels().map(Level::number).sum::<usize>(), 55);
    for wrong in ["0", "11", "-1", "1.5", "", "x"] {
        assert!(wrong.parse::<Level>().is_err(), "{wrong}");
    }
    let strengths: Vec<_> = levels().map(Level::strength).collect();
    for pair in strengths.windows(2) {
        let (weak, strong) = (pair[0], pair[1]);
        assert!(weak.playouts < strong.playouts && weak.visits < strong.visits);
        assert!(weak.candidates <= strong.candidates && weak.sight <= strong.sight);
        assert!(weak.share < strong.share);
        assert!(0.0 < weak.share && strong.share <= 1.0);
    }
}

/// Neither the number of threads nor what was searched before makes a difference.
#[test]
fn a_seed_gives_one_game() {
    for level in [1, 4, 7].into_iter().filter_map(Level::new) {
        let game = |threads, look: bool| {
            let mut engine = engine(level, 3);
            engine.config_mut().threads = threads;
            for turn in 0..12 {
                let color = [Color::Black, Color::White][turn % 2];
                if look {
                    engine.look(color, &|| false);
                    engine.reg_genmove(color, &|| false);
                }
                genmove(&mut engine, color);
            }
            engine.game().moves().to_vec()
        };
        assert_eq!(game(1, false), game(3, true), "level {level}");
    }
}

#[test]
fn another_seed_gives_another_game() {
    let weakest = Level::new(1).expect("a level");
    let opening = |seed| {
        let mut engine = engine(weakest, seed);
        for turn in 0..8 {
            genmove(&mut engine, [Color::Black, Color::White][turn % 2]);
        }
        engine.game().moves().to_vec()
    };
    assert_ne!(opening(1), opening(2));
}

/// The cost is a number of playouts, and no clock ever makes it greater.
#[test]
fn the_cost_is_fixed() {
    for level in levels().take(6) {
        let mut engine = engine(level, 1);
        let most = level.strength().playouts;
        assert_eq!(found(&mut engine, Color::Black).playouts, most);
        engine.set_time(TimeSettings::standard(3600.0, 0.0, 0));
        assert_eq!(found(&mut engine, Color::Black).playouts, most);
        engine.config_mut().playouts = Some(10);
        assert_eq!(found(&mut engine, Color::Black).playouts, 10);
    }
}

#[test]
fn weak_levels_look_at_few_moves() {
    for level in levels() {
        let mut engine = engine(level, 1);
        let seen = found(&mut engine, Color::Black).candidates.len();
        // The pass is always among them.
        let most = level.strength().candidates.saturating_add(1);
        assert!(seen <= most, "level {level}: {seen}");
    }
}

/// Who moves first at the mark takes or frees the white chain of three.
const ATARI: &str = "
    . . . . . . . . .
    . . . . O . . . .
    . . . . a . . . .
    . . . X O X . . .
    . . . X O X . . .
    . . O X O X O . .
    . . . . X . . . .
    . . O . . . X . .
    . . . . . . . . .
";

#[test]
fn no_level_leaves_a_large_chain_in_atari() {
    let drawing = Diagram::new(ATARI);
    let urgent = Decision::Move(Move::Play(drawing.at('a')));
    for level in levels() {
        for (seed, color) in [
            (1, Color::Black),
            (2, Color::Black),
            (3, Color::Black),
            (1, Color::White),
        ] {
            let mut engine = engine(level, seed);
            set(&mut engine, &drawing, color);
            let decision = genmove(&mut engine, color);
            assert_eq!(decision, urgent, "level {level}, seed {seed}, {color}");
        }
    }
}

/// A board with nothing left to play, which Black wins.
const SETTLED: &str = "
    . . X O .
    . X X O O
    . . X O .
    . X X O O
    . . X O .
";

#[test]
fn all_levels_pass_when_passing_wins() {
    let drawing = Diagram::new(SETTLED);
    for level in levels() {
        let mut engine = engine(level, 1);
        set(&mut engine, &drawing, Color::White);
        engine.set_komi("0.5".parse().expect("a komi"));
        engine
            .play(Color::White, Move::Pass)
            .expect("passes are legal");
        let decision = genmove(&mut engine, Color::Black);
        assert_eq!(decision, Decision::Move(Move::Pass), "level {level}");
    }
}

/// With dead stones on the board, cleaning up goes on at every level.
#[test]
fn all_levels_clean_up() {
    let drawing = Diagram::new(
        "
        . . X O .
        . X X O O
        O . X O .
        . X X O O
        . . X O .
    ",
    );
    for level in levels() {
        let mut engine = engine(level, 1);
        set(&mut engine, &drawing, Color::Black);
        let (decision, _) = engine.genmove_watched(
            Color::Black,
            Purpose::Cleanup,
            &Analysis::default(),
            &|| false,
            &mut |_| (),
        );
        assert!(
            matches!(decision, Decision::Move(Move::Play(_))),
            "level {level}: {decision:?}"
        );
    }
}

#[test]
fn all_levels_resign_a_lost_game() {
    let drawing = Diagram::new(
        "
        . O O O . O O O .
        O O O O O O O O O
        O O O O O O O O O
        X X X X X X X X X
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O O . .
        . O O . O . O O .
        . . O O O O O . .
    ",
    );
    for level in [1, 5].into_iter().filter_map(Level::new) {
        let mut engine = engine(level, 1);
        set(&mut engine, &drawing, Color::Black);
        let resigned = (0..40).any(|_| {
            let decision = genmove(&mut engine, Color::Black);
            engine
                .play(Color::White, Move::Pass)
                .expect("passes are legal");
            decision == Decision::Resign
        });
        assert!(resigned, "level {level}");
    }
}
