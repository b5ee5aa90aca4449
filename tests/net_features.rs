//! The inputs of networks: planes and global features of drawn positions.

mod position;

use position::{board, points};
use tengen::features::{Extractor, Root, Settings};
use tengen::go::rules::{Ko, Scoring, Tax};
use tengen::go::{Board, Color, Game, Move, Point, PointSet, Points, Rules};
use tengen::net::{Input, PLANES};

/// The inputs for a game.
fn inputs(game: &Game, settings: &Settings) -> Input {
    along(game, &[], settings)
}

/// The inputs after a path from a game.
fn along(game: &Game, path: &[Move], settings: &Settings) -> Input {
    let mut input = Input::new(game.size());
    Extractor::new().extract(&Root::new(game), path, settings, &mut input);
    input
}

/// The points that a plane marks; all others must be 0.
fn plane(input: &Input, index: usize) -> PointSet {
    let area = input.planes.len() / PLANES;
    let size = area.isqrt();
    let numbers = &input.planes[index * area..][..area];
    assert!(numbers.iter().all(|x| [0.0, 1.0].contains(x)));
    (0..area)
        .filter(|&i| numbers[i] > 0.0)
        .map(|i| Point::new(i % size, size - 1 - i / size))
        .collect()
}

/// A game from a drawing with Black to move.
fn drawn(drawing: &str, rules: Rules) -> Game {
    Game::from_position(board(drawing), Color::Black, rules, Points::ZERO)
}

/// A game from its moves, Black first; `pass` is a pass.
fn played(size: usize, rules: Rules, komi: Points, moves: &str) -> Game {
    let mut game = Game::new(size, rules, komi);
    for word in moves.split_whitespace() {
        game.play(game.to_move(), word.parse().unwrap()).unwrap();
    }
    game
}

fn rules(name: &str) -> Rules {
    name.parse().unwrap()
}

/// Fails unless two numbers are about the same.
#[track_caller]
fn check(found: f32, expected: f32) {
    assert!((found - expected).abs() < 1e-4, "{found} {expected}");
}

fn globals(game: &Game) -> [f32; 19] {
    inputs(game, &Settings::default()).globals
}

#[test]
fn stones_and_their_liberties() {
    let drawing = "
        X . . X O
        . X X . .
        . . O . .
        O . . . X
        . O . X .";
    let input = inputs(&drawn(drawing, rules("chinese")), &Settings::default());
    assert_eq!(plane(&input, 0).len(), 25);
    assert_eq!(plane(&input, 1), points(drawing, "X"));
    assert_eq!(plane(&input, 2), points(drawing, "O"));
    let with = |liberties: usize| plane(&input, 2 + liberties);
    let marked = "
        2 . . 2 1
        . . . . .
        . . 3 . .
        3 . . . 3
        . 3 . 3 .";
    assert_eq!(with(1), points(marked, "1"));
    assert_eq!(with(2), points(marked, "2"));
    assert_eq!(with(3), points(marked, "3"));
}

/// A position in which Black is to move, with its ladders.
struct Ladder {
    name: &'static str,
    /// `X` and `O` are stones, `x` and `o` stones that fall in a ladder, `a` is a play by Black that starts one.
    drawing: &'static str,
}

const LADDERS: &[Ladder] = &[
    Ladder {
        name: "a stone in atari extends to three liberties",
        drawing: "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . X O X . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
    },
    Ladder {
        name: "a stone in atari on the edge runs along it in vain",
        drawing: "
            . . . . .
            . . . . .
            . . X X .
            . X o . .
            . . X . .",
    },
    Ladder {
        name: "a ladder runs to the edge",
        drawing: "
            . . . . . . .
            . . . . . . .
            . . X X . . .
            . X o . . . .
            . . a . . . .
            . . . . . . .
            . . . . . . .",
    },
    Ladder {
        name: "a stone in the way breaks the ladder",
        drawing: "
            . . . . . . .
            . . . . . . .
            . . X X . . .
            . X O . . . .
            . . . . . . .
            . . . . . O .
            . . . . . . .",
    },
    Ladder {
        name: "a ladder breaks where an attacking stone can be taken",
        drawing: "
            . . . . . . .
            . O O O . . .
            . O X X . . .
            X X O . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
    },
    Ladder {
        name: "a chain of the player to move may fall too",
        drawing: "
            . . . . . . .
            . . . . . . .
            . . O O . . .
            . O x . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
    },
    Ladder {
        name: "an extension gives no second liberty",
        drawing: "
            o o . . .
            X X X . .
            . . . . .
            . . . . .
            . . . . .",
    },
];

#[test]
fn ladders() {
    for Ladder { name, drawing } in LADDERS {
        let input = inputs(&drawn(drawing, rules("chinese")), &Settings::default());
        let fallen = points(drawing, "xo");
        assert_eq!(plane(&input, 14), fallen, "{name}");
        assert_eq!(plane(&input, 17), points(drawing, "a"), "{name}");
        // Without history the earlier positions count as the same.
        assert_eq!(plane(&input, 15), fallen, "{name}");
        assert_eq!(plane(&input, 16), fallen, "{name}");
    }
}

#[test]
fn chains_without_liberties_do_not_disturb() {
    // Such positions can be set up.
    for drawing in [
        "O O X . / O O X X / X X X . / . . . .",
        "O X / X O",
        "X X X / X . X / X X X",
        "O X . / X X O / . O O",
    ] {
        let input = inputs(&drawn(drawing, rules("chinese")), &Settings::default());
        assert_eq!(plane(&input, 1), points(drawing, "X"));
    }
}

#[test]
fn ladders_of_the_last_two_positions() {
    let moves = "C5 C4 D5 F6 B4 F7";
    let game = played(7, rules("chinese"), Points::ZERO, moves);
    let input = inputs(&game, &Settings::default());
    let stone = PointSet::from("C4".parse::<Point>().unwrap());
    assert_eq!(plane(&input, 14), stone);
    assert_eq!(plane(&input, 15), stone, "after B4");
    assert_eq!(plane(&input, 16), PointSet::EMPTY, "before B4");
    assert_eq!(
        plane(&input, 17),
        PointSet::from("C3".parse::<Point>().unwrap())
    );
    // It is White's own stone one move later, and no play of White's starts the ladder.
    let input = along(&game, &["G4".parse().unwrap()], &Settings::default());
    assert_eq!(
        (plane(&input, 16), plane(&input, 17)),
        (stone, PointSet::EMPTY)
    );
}

#[test]
fn a_path_describes_the_same_as_the_game_itself() {
    let moves = "C3 C4 D4 D3 B4 E4 C5 pass D5 E5 pass E3 B3 C2 C4 A1 B2 pass pass";
    for name in Rules::names() {
        let all = played(5, rules(name), Points::HALF, moves);
        let settings = Settings::default();
        let path: Vec<Move> = all.moves().iter().map(|&(_, mv)| mv).collect();
        for end in 0..=path.len() {
            let mut whole = all.clone();
            whole.undo(path.len() - end);
            let expected = inputs(&whole, &settings);
            for start in [0, end / 2, end.saturating_sub(1)] {
                let mut game = all.clone();
                game.undo(path.len() - start);
                assert_eq!(
                    along(&game, &path[start..end], &settings),
                    expected,
                    "{name}, {start} to {end}"
                );
            }
        }
    }
}

#[test]
fn points_that_ko_and_superko_forbid() {
    let drawing = "
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .";
    let ko = PointSet::from("B4".parse::<Point>().unwrap());
    for name in ["japanese", "chinese", "tromp-taylor"] {
        let mut game = drawn(drawing, rules(name));
        game.play(Color::Black, "C4".parse().unwrap()).unwrap();
        assert_eq!(plane(&inputs(&game, &Settings::default()), 6), ko, "{name}");
        // Two moves elsewhere lift it.
        for mv in ["A1", "E1"] {
            game.play(game.to_move(), mv.parse().unwrap()).unwrap();
        }
        let later = plane(&inputs(&game, &Settings::default()), 6);
        assert_eq!(later, PointSet::EMPTY, "{name}");
    }
    // A pass does not lift positional superko.
    let mut game = drawn(drawing, rules("tromp-taylor"));
    game.play(Color::Black, "C4".parse().unwrap()).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    game.play(Color::Black, Move::Pass).unwrap();
    assert_eq!(plane(&inputs(&game, &Settings::default()), 6), ko);
    let on_path = along(
        &drawn(drawing, rules("tromp-taylor")),
        &["C4".parse().unwrap(), Move::Pass, Move::Pass],
        &Settings::default(),
    );
    assert_eq!(plane(&on_path, 6), ko);
}

#[test]
fn area_by_scoring_and_tax() {
    // Black lives above; white has a stone in Black's area; the middle row is open to both.
    let drawing = "
        . X . X .
        X X X X X
        . . . . .
        O O O O O
        . O . . .";
    let owns = |name: &str| {
        let input = inputs(&drawn(drawing, rules(name)), &Settings::default());
        (plane(&input, 18), plane(&input, 19))
    };
    let all = (
        points(
            "x x x x x / x x x x x / . . . . . / . . . . . / . . . . .",
            "x",
        ),
        points(
            ". . . . . / . . . . . / . . . . . / x x x x x / x x x x x",
            "x",
        ),
    );
    assert_eq!(owns("chinese"), all);
    // With the neutral points beside them, both count as seki: only stones are taken.
    let stones = (points(drawing, "X"), points(drawing, "O"));
    assert_eq!(owns("stone-scoring"), stones);
    assert_eq!(owns("japanese"), (PointSet::EMPTY, PointSet::EMPTY));
}

#[test]
fn last_moves_while_colours_alternate() {
    let settings = Settings::default();
    let game = played(9, rules("chinese"), Points::ZERO, "A1 B1 C1 pass E1 F1 G1");
    let input = inputs(&game, &settings);
    let at = |input: &Input, index: usize| -> Vec<String> {
        plane(input, index)
            .iter()
            .map(|point| point.to_string())
            .collect()
    };
    assert_eq!(
        [9, 10, 11, 12, 13].map(|i| at(&input, i)),
        [vec!["G1"], vec!["F1"], vec!["E1"], vec![], vec!["C1"]]
    );
    assert_eq!(input.globals[..5], [0.0, 0.0, 0.0, 1.0, 0.0]);
    let less = inputs(
        &game,
        &Settings {
            history: 1,
            ..settings
        },
    );
    assert_eq!(
        (at(&less, 9), at(&less, 10)),
        (vec!["G1".to_string()], vec![])
    );

    // Two black moves in a row: the history ends between them.
    let mut game = Game::new(9, rules("chinese"), Points::ZERO);
    for (color, point) in [
        (Color::White, "A1"),
        (Color::Black, "B1"),
        (Color::Black, "C1"),
        (Color::White, "D1"),
    ] {
        game.play(color, point.parse().unwrap()).unwrap();
    }
    let input = inputs(&game, &settings);
    assert_eq!(
        [9, 10, 11].map(|i| at(&input, i)),
        [vec!["D1"], vec!["C1"], vec![]]
    );
}

#[test]
fn history_is_hidden_where_a_pass_would_end_the_game() {
    let shown = |name: &str, moves: &str, settings: &Settings| {
        let input = inputs(&played(9, rules(name), Points::whole(7), moves), settings);
        let passes = input.globals[..5].iter().filter(|x| **x > 0.0).count();
        let plays = (9..14).filter(|&i| !plane(&input, i).is_empty()).count();
        (passes + plays, input.globals[14] > 0.0)
    };
    let plain = Settings::default();
    let hide = Settings {
        pass_ends_nothing: true,
        ..plain
    };
    let hide_losing = Settings {
        losing_pass_ends_nothing: true,
        ..plain
    };
    // By these rules the players agree on dead stones, so that a search plays on after two passes.
    assert_eq!(shown("chinese", "E5 D5 pass", &plain), (0, false));
    // By these, two passes are the end.
    assert_eq!(shown("tromp-taylor", "E5 D5 pass", &plain), (3, true));
    assert_eq!(shown("tromp-taylor", "E5 D5 pass", &hide), (0, false));
    // White, to move, leads by komi; Black does not.
    assert_eq!(shown("tromp-taylor", "E5 D5 pass", &hide_losing), (3, true));
    assert_eq!(
        shown("tromp-taylor", "E5 D5 C5 pass", &hide_losing),
        (0, false)
    );
    // Territory scoring goes on with other phases after two passes.
    assert_eq!(shown("japanese", "E5 D5 pass", &hide), (3, true));
    // After the end, only the last pass is shown, and then what follows.
    assert_eq!(shown("tromp-taylor", "E5 D5 pass pass", &plain), (1, true));
    assert_eq!(
        shown("tromp-taylor", "E5 D5 pass pass C5", &plain),
        (2, false)
    );
    assert_eq!(
        shown("japanese", "E5 D5 pass pass C5 B5 A5", &plain),
        (4, false)
    );
}

#[test]
fn a_pass_repeated_in_the_same_position_ends_the_game_under_simple_ko() {
    let mut simple = rules("tromp-taylor");
    simple.ko = Ko::Simple;
    // A ko is taken, passed over and taken back until White passes in the first position again.
    let drawing = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .";
    let mut game = Game::from_position(board(drawing), Color::White, simple, Points::ZERO);
    let ends = |game: &Game| globals(game)[14] > 0.0;
    for (mv, end) in [("pass", true), ("A1", false), ("B4", false), ("pass", true)] {
        game.play(game.to_move(), mv.parse().unwrap()).unwrap();
        assert_eq!(ends(&game), end, "after {mv}");
    }
    let positional = rules("tromp-taylor");
    let cycle = Game::from_position(board(drawing), Color::White, positional, Points::ZERO);
    assert!(!ends(&cycle));
}

#[test]
fn rules_in_the_global_features() {
    let features = |rules: Rules| globals(&Game::new(9, rules, Points::ZERO));
    let of = |name: &str| features(rules(name));
    assert_eq!(of("japanese")[6..=11], [0.0, 0.0, 0.0, 1.0, 1.0, 0.0]);
    assert_eq!(of("chinese-kgs")[6..=11], [1.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(of("new-zealand")[6..=11], [1.0, -0.5, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(of("stone-scoring")[6..=11], [0.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
    let mut odd = rules("chinese");
    (odd.scoring, odd.tax) = (Scoring::Territory, Tax::All);
    assert_eq!(features(odd)[9..=11], [1.0, 1.0, 1.0]);
    assert!(of("chinese")[12..=17].iter().all(|x| *x == 0.0));

    let game = Game::new(9, rules("chinese"), Points::ZERO);
    let doubled = inputs(
        &game,
        &Settings {
            playout_doublings: -1.5,
            ..Settings::default()
        },
    );
    assert_eq!(doubled.globals[15..=16], [1.0, -0.75]);
}

#[test]
fn komi_and_bonuses_from_the_side_to_move() {
    let komi = |name: &str, komi: i64, moves: &str| {
        globals(&played(9, rules(name), Points::hundredths(komi), moves))[5] * 20.0
    };
    check(komi("chinese", 750, ""), -7.5);
    check(komi("chinese", 750, "E5"), 7.5);
    check(komi("chinese", 200_000, "E5"), 101.0);
    check(komi("chinese", -200_000, "E5"), -101.0);
    // Under territory scoring each play costs a point.
    check(komi("japanese", 650, "E5"), 7.5);
    check(komi("japanese", 650, "E5 D5 pass D4"), -5.5);
    // The button is half a point for the first to pass.
    check(komi("aga-button", 700, "E5 pass"), -7.5);
    check(komi("aga-button", 700, "E5 D5 pass"), 6.5);
    let button = |moves: &str| globals(&played(9, rules("aga-button"), Points::ZERO, moves))[17];
    assert_eq!((button("E5"), button("E5 pass")), (1.0, 0.0));
    check(komi("wmsg", 650, "E5 pass"), -7.5);
    check(komi("wmsg", 650, "E5 D5 pass pass"), -6.5);
    // Black wins an even count by these rules.
    check(komi("ing", 800, "E5"), 7.5);
    check(komi("ing", 750, "E5"), 7.5);
    // Handicap stones are paid for.
    let mut game = Game::new(9, rules("chinese"), Points::HALF);
    assert!(game.place_handicap(&["C3".parse().unwrap(), "G7".parse().unwrap()]));
    check(globals(&game)[5] * 20.0, 2.5);

    let game = Game::new(9, rules("chinese"), Points::whole(7));
    let generous = inputs(
        &game,
        &Settings {
            white_draw: 1.0,
            ..Settings::default()
        },
    );
    check(generous.globals[5] * 20.0, -7.5);
}

#[test]
fn stones_set_up_count_for_komi_as_if_they_had_been_played() {
    let komi = |game: &Game| globals(game)[5] * 20.0;
    let stones = |words: &str, color: Option<Color>| -> Vec<(Point, Option<Color>)> {
        let points = words.split(' ').map(|word| word.parse().unwrap());
        points.map(|point| (point, color)).collect()
    };
    let after = |name: &str, moves: &str| played(9, rules(name), Points::hundredths(650), moves);
    let (black, white) = (Some(Color::Black), Some(Color::White));

    let with_pass = after("japanese", "C3 pass G7");
    let mut handicap = after("japanese", "");
    assert!(handicap.place_handicap(&["C3".parse().unwrap(), "G7".parse().unwrap()]));
    check(komi(&handicap), 8.5);
    check(komi(&with_pass), 8.5);
    let drawing = drawn("X X . / . O . / . . .", rules("japanese"));
    check(komi(&drawing), -1.0);

    // In the middle of a game.
    let all = after("japanese", "C3 E5 G5 G7");
    let mut some = after("japanese", "C3 E5");
    some.set_up(stones("G5", black), white);
    some.play(Color::White, "G7".parse().unwrap()).unwrap();
    check(komi(&all), -6.5);
    check(komi(&some), -6.5);
    // A stone taken off by hand is none that was taken.
    some.set_up(stones("E5", None), black);
    check(komi(&some), -7.5);

    // A white stone was taken before the set-up and counts on, on paths from there too.
    let mut taken = after("japanese", "A2 A1 B1");
    check(komi(&taken), 7.5);
    taken.set_up(stones("E5 E6", white), white);
    check(komi(&taken), 5.5);
    let later = along(&taken, &["G3".parse().unwrap()], &Settings::default());
    check(later.globals[5] * 20.0, -4.5);

    // Under area scoring none of this counts.
    let mut area = after("chinese", "A2 A1 B1");
    area.set_up(stones("E5 E6", black), white);
    check(komi(&area), 6.5);
}

#[test]
fn a_first_pass_before_a_set_up_is_known() {
    let after = |name: &str, moves: &str| {
        let mut game = played(9, rules(name), Points::hundredths(650), moves);
        game.set_up([], None);
        let features = globals(&game);
        (features[5] * 20.0, features[17])
    };
    assert_eq!(after("wmsg", "E5 pass D5"), (7.5, 0.0));
    assert_eq!(after("wmsg", "pass E5 D5"), (6.5, 0.0));
    // The button makes half a point of a whole one.
    assert_eq!(after("aga-button", "E5 D5 C5"), (6.5, 1.0));
    assert_eq!(after("aga-button", "E5 pass D5"), (7.0, 0.0));
    assert_eq!(after("aga-button", "pass E5 D5"), (6.0, 0.0));
}

#[test]
fn the_parity_wave_of_komi() {
    // Odd area: komi 7 can be drawn. From Black's side it is −7.
    for (size, komi, moves, wave) in [
        (9, 700, "E5", 0.0),
        (9, 750, "E5", 0.5),
        (9, 800, "E5", 0.0),
        (9, 850, "E5", -0.5),
        (9, 650, "E5", -0.5),
        (9, 750, "", -0.5),
        (9, -350, "E5", -0.5),
        (4, 700, "B2", 0.0),
        (4, 600, "B2", 0.0),
        (4, 650, "B2", 0.5),
        (4, 625, "B2", 0.25),
    ] {
        let game = played(size, rules("chinese"), Points::hundredths(komi), moves);
        let found = globals(&game)[18];
        assert!(
            (found - wave).abs() < 1e-5,
            "{size} {komi} {moves}: {found}"
        );
    }
    let japanese = played(9, rules("japanese"), Points::hundredths(650), "E5");
    assert_eq!(globals(&japanese)[18].to_bits(), 0);
}

#[test]
fn inputs_are_used_again_for_another_board() {
    let mut extractor = Extractor::new();
    let small = Game::new(5, rules("chinese"), Points::ZERO);
    let large = played(13, rules("aga-button"), Points::HALF, "C3 D4 C4");
    let mut input = Input::new(9);
    for game in [&small, &large, &small] {
        extractor.extract(&Root::new(game), &[], &Settings::default(), &mut input);
        assert_eq!(input, inputs(game, &Settings::default()));
    }
}

#[test]
fn any_game_is_described() {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    let mut rng = SmallRng::seed_from_u64(8);
    let names: Vec<_> = Rules::names().collect();
    for _ in 0..60 {
        let size = rng.random_range(2..=19);
        let mut game = Game::new(
            size,
            rules(names[rng.random_range(0..names.len())]),
            Points::HALF,
        );
        for _ in 0..rng.random_range(0..2 * size * size) {
            let color = if rng.random_bool(0.95) {
                game.to_move()
            } else {
                !game.to_move()
            };
            let point = Point::new(rng.random_range(0..size), rng.random_range(0..size));
            let mv = if rng.random_bool(0.05) {
                Move::Pass
            } else {
                Move::Play(point)
            };
            let _ = game.play(color, mv);
        }
        let input = inputs(&game, &Settings::default());
        assert!(
            input
                .planes
                .iter()
                .chain(&input.globals)
                .all(|x| x.is_finite())
        );
        let board: &Board = game.board();
        assert_eq!(
            plane(&input, 1).len() + plane(&input, 2).len(),
            board.area() - board.empties().len()
        );
    }
}
