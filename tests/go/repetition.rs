//! Ko and superko on drawn positions.

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
