//! Captures and suicide on drawn positions.

use crate::diagram::{Diagram, assert_drawn, fresh};
use tengen::go::rules::{Ko, Rules};
use tengen::go::{ByColor, Color, IllegalMove};

const KO_RULES: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];

fn rules(ko: Ko, suicide: bool) -> Rules {
    Rules {
        ko,
        suicide,
        ..Rules::default()
    }
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
