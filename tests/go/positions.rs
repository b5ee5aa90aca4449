//! Captures, suicide, ko and superko on drawn positions.

use crate::diagram::{Diagram, assert_drawn};
use tengen::go::rules::{Ko, Rules};
use tengen::go::{ByColor, Color, Game, IllegalMove, Komi};

const KO_RULES: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];

fn rules(ko: Ko, suicide: bool) -> Rules {
    Rules {
        ko,
        suicide,
        ..Rules::default()
    }
}

/// A new board, and a diagram without marks to play on it by vertex.
fn fresh(size: usize, rules: Rules) -> (Diagram, Game) {
    let game = Game::new(size, rules, Komi::ZERO);
    (Diagram::new(&game.board().to_string()), game)
}

/// A drawing, one move, the drawing after it and the stones taken by each side.
struct Capture {
    name: &'static str,
    before: &'static str,
    mv: &'static str,
    after: &'static str,
    captures: ByColor<u32>,
    /// Whether a ko arises.
    ko: bool,
}

const CAPTURES: &[Capture] = &[
    Capture {
        name: "a stone in the corner",
        before: "
            . . .
            . . .
            O X .
            ",
        mv: "B A2",
        after: "
            . . .
            X . .
            . X .
            ",
        captures: ByColor::new(1, 0),
        ko: false,
    },
    Capture {
        name: "three chains at once",
        before: "
            . X . X .
            X O a O X
            . X O X .
            . . X . .
            . . . . .
            ",
        mv: "Ba",
        after: "
            . X . X .
            X . X . X
            . X . X .
            . . X . .
            . . . . .
            ",
        captures: ByColor::new(3, 0),
        ko: false,
    },
    Capture {
        name: "the opponent's chain goes before the own one",
        before: "
            . . . . .
            . X X . .
            X O O X .
            O X a O X
            . O O O X
            ",
        mv: "Wa",
        after: "
            . . . . .
            . X X . .
            X O O X .
            O . O O X
            . O O O X
            ",
        captures: ByColor::new(0, 1),
        ko: false,
    },
    Capture {
        name: "a ko in the middle",
        before: "
            . . . . .
            . X O . .
            X O a O .
            . X O . .
            . . . . .
            ",
        mv: "Ba",
        after: "
            . . . . .
            . X O . .
            X . X O .
            . X O . .
            . . . . .
            ",
        captures: ByColor::new(1, 0),
        ko: true,
    },
    Capture {
        name: "no ko: the capturing stone belongs to a chain",
        before: "
            . O O . .
            O X X O .
            X O a O .
            . X O . .
            . . . . .
            ",
        mv: "Ba",
        after: "
            . O O . .
            O X X O .
            X . X O .
            . X O . .
            . . . . .
            ",
        captures: ByColor::new(1, 0),
        ko: false,
    },
    Capture {
        name: "no ko: the capturing stone has a second liberty",
        before: "
            . . . . .
            . X O . .
            X O a . .
            . X O . .
            . . . . .
            ",
        mv: "Ba",
        after: "
            . . . . .
            . X O . .
            X . X . .
            . X O . .
            . . . . .
            ",
        captures: ByColor::new(1, 0),
        ko: false,
    },
    Capture {
        name: "no ko: two stones are taken",
        before: "
            . . . . .
            . X X O .
            X O O a O
            . X X O .
            . . . . .
            ",
        mv: "Ba",
        after: "
            . . . . .
            . X X O .
            X . . X O
            . X X O .
            . . . . .
            ",
        captures: ByColor::new(2, 0),
        ko: false,
    },
    Capture {
        name: "a chain around the whole edge",
        before: "
            O O O O O
            O X X X O
            O X a X O
            O X X X O
            O O O O .
            ",
        mv: "B E1",
        after: "
            . . . . .
            . X X X .
            . X . X .
            . X X X .
            . . . . X
            ",
        captures: ByColor::new(15, 0),
        ko: false,
    },
];

#[test]
fn captures_as_drawn() {
    for case in CAPTURES {
        let diagram = Diagram::new(case.before);
        let (color, mv) = diagram.mv(case.mv);
        let mut game = diagram.game(color, Rules::default());
        assert_eq!(game.play(color, mv), Ok(()), "{}", case.name);
        assert_drawn(game.board(), case.after);
        assert_eq!(game.board().captures(), case.captures, "{}", case.name);
        assert_eq!(game.board().ko().is_some(), case.ko, "{}", case.name);
    }
}

/// A drawing, one move, and what the rules without and with suicide say to it.
const SUICIDES: &[(&str, &str, [Option<IllegalMove>; 2])] = &[
    (
        "
        . . . . .
        . . . . .
        . . . . .
        O . . . .
        a O . . .
        ",
        "Ba", // a single stone: never
        [Some(IllegalMove::Suicide), Some(IllegalMove::Suicide)],
    ),
    (
        "
        . . . . .
        . . . . .
        O O . . .
        X O . . .
        X a O . .
        ",
        "Ba",
        [Some(IllegalMove::Suicide), None],
    ),
    (
        // The last liberty, but it captures.
        "
        . . . . .
        . . . . .
        X . . . .
        O X . . .
        a O X . .
        ",
        "Ba",
        [None, None],
    ),
    (
        // It joins a chain with a liberty elsewhere.
        "
        . . . . .
        O . . . .
        X O . . .
        a X O . .
        X . O . .
        ",
        "Ba",
        [None, None],
    ),
];

#[test]
fn suicide_as_drawn() {
    for &(drawing, mv, expected) in SUICIDES {
        for (suicide, expected) in [false, true].into_iter().zip(expected) {
            for ko in KO_RULES {
                let diagram = Diagram::new(drawing);
                let game = diagram.game(Color::Black, rules(ko, suicide));
                assert_eq!(diagram.check(&game, mv).err(), expected, "{drawing}");
            }
        }
    }
}

#[test]
fn suicide_of_a_chain_takes_it_off_and_makes_no_ko() {
    let diagram = Diagram::new(
        "
        . . . . .
        . O . . .
        O X O . .
        O X a O .
        . O O . .
        ",
    );
    let mut game = diagram.game(Color::Black, rules(Ko::Positional, true));
    diagram.play(&mut game, "Ba");
    assert_drawn(
        game.board(),
        "
        . . . . .
        . O . . .
        O . O . .
        O . . O .
        . O O . .
        ",
    );
    assert_eq!(game.board().captures(), ByColor::new(0, 3));
    assert_eq!(game.board().ko(), None);
}

/// Two stones that kill themselves bring back what stood before the first of them.
#[test]
fn suicide_can_repeat_a_position_on_a_point_where_no_stone_ever_stood() {
    let diagram = Diagram::new(
        "
        . . . . .
        . . . . .
        O O . . .
        a b O . .
        O O . . .
        ",
    );
    for (ko, expected) in [
        (Ko::Simple, Ok(())),
        (Ko::Positional, Err(IllegalMove::Superko)),
        // The start was Black's turn, now it is White's.
        (Ko::Situational, Ok(())),
    ] {
        let mut game = diagram.game(Color::Black, rules(ko, true));
        diagram.play(&mut game, "Ba, W pass");
        assert_eq!(diagram.check(&game, "Bb"), expected, "{ko:?}");
        // From White's turn on it is a repetition under both.
        let mut game = diagram.game(Color::White, rules(ko, true));
        diagram.play(&mut game, "Ba, W pass");
        let expected = if ko == Ko::Simple {
            Ok(())
        } else {
            Err(IllegalMove::Superko)
        };
        assert_eq!(diagram.check(&game, "Bb"), expected, "{ko:?}");
    }
}

#[test]
fn a_ko_may_be_retaken_after_an_exchange() {
    let diagram = Diagram::new(
        "
        b . . . .
        . X O . .
        X O a O .
        . X O . .
        . . . . c
        ",
    );
    for ko in KO_RULES {
        let mut game = diagram.game(Color::Black, rules(ko, false));
        diagram.play(&mut game, "Ba");
        assert_eq!(diagram.check(&game, "W B3"), Err(IllegalMove::Ko), "{ko:?}");
        // It is White who may not; Black may fill.
        assert_eq!(diagram.check(&game, "B B3"), Ok(()), "{ko:?}");
        diagram.play(&mut game, "Wb, Bc, W B3");
        let expected = Err(IllegalMove::Ko);
        assert_eq!(diagram.check(&game, "B C3"), expected, "{ko:?}");
        // Taking back the retake brings the exchange back, taking back all three moves the ban.
        assert_eq!(game.undo(1), 1);
        assert_eq!(diagram.check(&game, "W B3"), Ok(()), "{ko:?}");
        assert_eq!(game.undo(2), 2);
        assert_eq!(diagram.check(&game, "W B3"), Err(IllegalMove::Ko), "{ko:?}");
    }
}

/// Two passes lift a simple ko; superko remembers (report R-09).
#[test]
fn passes_and_the_ko_ban() {
    for (ko, expected) in [
        (Ko::Simple, Ok(())),
        (Ko::Positional, Err(IllegalMove::Superko)),
        (Ko::Situational, Err(IllegalMove::Superko)),
    ] {
        let (vertex, mut game) = fresh(5, rules(ko, false));
        vertex.play(&mut game, "B B1, W C1, B A2, W D2, B B3, W C3, B C2, W B2");
        assert_drawn(
            game.board(),
            "
            . . . . .
            . . . . .
            . X O . .
            X O . O .
            . X O . .
            ",
        );
        assert_eq!(vertex.check(&game, "B C2"), Err(IllegalMove::Ko));
        vertex.play(&mut game, "B pass, W pass");
        assert!(game.is_over());
        assert_eq!(vertex.check(&game, "B C2"), expected, "{ko:?}");
    }
}

/// The side that takes a ko moved twice in a row: the position comes back with the other player to move (SSK allows it).
#[test]
fn retaking_after_a_capture_out_of_turn() {
    let diagram = Diagram::new(
        "
        b . . . .
        . X O . .
        X O a O .
        . X O . .
        . . . . .
        ",
    );
    for (ko, expected) in [
        (Ko::Simple, Err(IllegalMove::Ko)),
        (Ko::Positional, Err(IllegalMove::Ko)),
        (Ko::Situational, Ok(())),
    ] {
        let mut game = diagram.game(Color::Black, rules(ko, false));
        diagram.play(&mut game, "Bb, Ba");
        assert_eq!(diagram.check(&game, "W B3"), expected, "{ko:?}");
    }
}

#[test]
fn snapback() {
    let (vertex, mut game) = fresh(7, rules(Ko::Positional, false));
    vertex.play(
        &mut game,
        "B A2, B B2, B C1, W A3, W B3, W C2, W D1, W A1, B B1",
    );
    assert_drawn(
        game.board(),
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O . . . . .
        X X O . . . .
        . X X O . . .
        ",
    );
    vertex.play(&mut game, "W A1");
    assert_drawn(
        game.board(),
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O . . . . .
        . . O . . . .
        O . . O . . .
        ",
    );
    assert_eq!(game.board().captures(), ByColor::new(1, 4));
}

/// Report R-04: White takes two stones, Black takes one back, and the position of before comes again, with White to move.
#[test]
fn sending_two_returning_one() {
    for (ko, expected) in [
        (Ko::Simple, Ok(())),
        (Ko::Positional, Err(IllegalMove::Superko)),
        (Ko::Situational, Ok(())),
    ] {
        let (vertex, mut game) = fresh(5, rules(ko, false));
        vertex.play(&mut game, "B C2, W A2, B D1, W B2, B B1, W E5, B A1, W C1");
        assert_drawn(
            game.board(),
            "
            . . . . O
            . . . . .
            . . . . .
            O O X . .
            . . O X .
            ",
        );
        assert_eq!(vertex.check(&game, "B B1"), expected, "{ko:?}");
        if expected.is_ok() {
            // A second round repeats even the turn.
            vertex.play(&mut game, "B B1, W pass");
            let expected = match ko {
                Ko::Simple => Ok(()),
                Ko::Positional | Ko::Situational => Err(IllegalMove::Superko),
            };
            assert_eq!(vertex.check(&game, "B A1"), expected, "{ko:?}");
        }
    }
}

/// Report R-05: the position that was set up counts as having occurred.
#[test]
fn the_set_up_position_may_not_come_again() {
    let diagram = Diagram::new(
        "
        . O a X O . . . .
        O X X X O . . . .
        O . X O O . . . .
        X X X O . . . . .
        O O O O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    );
    for (ko, to_move, expected) in [
        (Ko::Simple, Color::White, Ok(())),
        (Ko::Positional, Color::White, Err(IllegalMove::Superko)),
        (Ko::Situational, Color::White, Ok(())),
        (Ko::Situational, Color::Black, Err(IllegalMove::Superko)),
    ] {
        let mut game = diagram.game(to_move, rules(ko, false));
        diagram.play(&mut game, "Wa, B A9");
        assert_eq!(game.board().captures(), ByColor::new(2, 0));
        assert_eq!(diagram.check(&game, "W B9"), expected, "{ko:?} {to_move}");
    }
}

/// Report R-01, played from the empty board.
#[test]
fn reported_suicides() {
    let (vertex, mut game) = fresh(5, Rules::default());
    vertex.play(&mut game, "W A2, W B1");
    assert_eq!(vertex.check(&game, "B A1"), Err(IllegalMove::Suicide));
    vertex.play(&mut game, "B A3, B B2, B C1, B A1");
    assert_eq!(game.board().captures(), ByColor::new(2, 0));

    let (vertex, mut game) = fresh(5, Rules::default());
    vertex.play(&mut game, "W A3, W B2, W C1, W B3, B A2, B A1");
    assert_eq!(vertex.check(&game, "B B1"), Err(IllegalMove::Suicide));
    assert_eq!(vertex.check(&game, "W B1"), Ok(()));
}

#[test]
fn what_is_not_there_is_refused() {
    let (vertex, mut game) = fresh(5, Rules::default());
    vertex.play(&mut game, "B C3");
    assert_eq!(vertex.check(&game, "W C3"), Err(IllegalMove::Occupied));
    for off in ["W F1", "W A6", "W Z25"] {
        assert_eq!(vertex.check(&game, off), Err(IllegalMove::OffBoard));
    }
}
