//! Life and death on positions drawn for the purpose.
//!
//! In the drawings `X` and `O` live, `x` and `o` are dead, `B` and `W` are black and white stones in seki.

mod position;

use position::points;
use tengen::engine::{Config, Engine};
use tengen::go::{Board, Color, Game, Komi, Move, PointSet, Rules, Status, Tally};
use tengen::search::status::{glance, judge};

/// The game of a drawing.
fn game(drawing: &str, rules: &str, to_move: Color) -> Game {
    let rules: Rules = rules.parse().expect("a rule set");
    let plain = drawing.replace('B', "X").replace('W', "O");
    Game::from_position(position::board(&plain), to_move, rules, Komi::ZERO)
}

fn names(points: &PointSet) -> String {
    let names: Vec<_> = points.iter().map(|point| point.to_string()).collect();
    names.join(" ")
}

/// Checks the verdict on a drawing, whoever is to move and under several rules, and returns it.
fn check(drawing: &str) -> Status {
    for rules in ["chinese", "japanese", "tromp-taylor"] {
        for to_move in Color::BOTH {
            let status = judge(&game(drawing, rules, to_move), 1);
            let picture = format!("{rules}, {to_move} to move\n{drawing}");
            assert_eq!(
                names(&status.dead),
                names(&points(drawing, "xo")),
                "dead: {picture}"
            );
            assert_eq!(
                names(&status.seki),
                names(&points(drawing, "BW")),
                "seki: {picture}"
            );
        }
    }
    judge(&game(drawing, "chinese", Color::Black), 2)
}

fn score(drawing: &str, rules: &str, status: &Status) -> String {
    let game = game(drawing, rules, Color::Black);
    Tally::new(&game, status).score().to_string()
}

#[test]
fn seki_with_two_liberties_between() {
    let drawing = ". . O B . W
                   . O O B . W
                   . O X W W W
                   . O X X X X
                   . O X . X .
                   . O X . X .";
    let status = check(drawing);
    assert_eq!(score(drawing, "chinese", &status), "W+4");
    assert_eq!(score(drawing, "japanese", &status), "W+3");
}

#[test]
fn seki_with_three_liberties_between() {
    check(
        ". O O B . W X . .
         O O O B . W X X .
         . O O B . W X . X
         O O X W W W X X X
         . O X X X X X . .
         O O X . . . . . .
         . O X . . X . . .
         O O X . . . . . .
         . O X . . . . . .",
    );
}

#[test]
fn seki_with_an_eye_each() {
    let drawing = ". B . W . W X
                   B B W W W W X
                   O O X X X X X
                   . O X . X . X
                   O O X X X X X
                   . O O O O O O
                   . . . . . . .";
    let status = check(drawing);
    assert_eq!(score(drawing, "chinese", &status), "W+6");
    assert_eq!(score(drawing, "japanese", &status), "W+7");
}

#[test]
fn two_liberties_more_win_a_race_with_three_between() {
    check(
        ". O O x . O . . .
         O O O x . O . X .
         . O O x . O . . X
         O O X O O O X X X
         . O X X X X X . .
         O O X . . . . . .
         . O X . . X . . .
         O O X . . . . . .
         . O X . . . . . .",
    );
}

#[test]
fn one_liberty_more_does_not() {
    check(
        ". O O B . W X . .
         O O O B . W X X .
         . O O B . W . . X
         O O X W W W X X X
         . O X X X X X . .
         O O X . . . . . .
         . O X . . X . . .
         O O X . . . . . .
         . O X . . . . . .",
    );
}

/// White cannot take the two stones: the last liberty but one is shared by all, and Black would fill it.
#[test]
fn seki_in_the_corner() {
    check(
        ". X X W . W .
         . X W W W B B
         . X X W W W .
         . . X X X W W
         . . . . X X W
         X X . . . X X
         . X . . . . .",
    );
}

#[test]
fn bent_four_in_the_corner_is_dead() {
    check(
        ". X . X X X .
         X X X X X X X
         X X X X X X X
         X X X X X X X
         o o X X X X X
         . o o o o X X
         X X X . o X X",
    );
}

#[test]
fn a_stone_in_the_middle_of_three_kills() {
    check(
        ". . . . . . .
         O O O O O O O
         . O x x x O .
         O O x . x O O
         . O x O x O .
         O O x . x O O
         . O x x x O .",
    );
}

#[test]
fn a_space_of_four_in_a_row_lives() {
    check(
        ". . . . . . .
         O O O O O O O
         O X X X X X O
         O X . . . . X
         O X X X X X X
         O O O O O O O
         . . . O . . .",
    );
}

#[test]
fn false_eyes_do_not_live() {
    check(
        ". . . . . . .
         . O O O O O .
         O O x x x O O
         O x x . x O O
         O x . x x O O
         O O x O . O .
         . O O O O O .",
    );
    check(
        ". O O . . . . .
         O O x O O O . .
         O x . x x O . .
         O O x O x O . .
         . O x x . x O .
         O O O O x O O .
         . . . O O . O O
         . . . . . O O .",
    );
}

#[test]
fn stones_inside_a_large_space_are_dead() {
    let drawing = "X X X X X . . . .
                   X . o . X . . . .
                   X o o o X X X X X
                   X . o . X . X . .
                   X X X X X X X . .
                   O O O O O O O O O
                   . . . . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .";
    let status = check(drawing);
    assert_eq!(score(drawing, "chinese", &status), "B+5");
    assert_eq!(score(drawing, "japanese", &status), "W+4");
}

/// The same answer before, between and after passes, whoever asks, and with any number of threads.
#[test]
fn the_verdict_does_not_depend_on_passes() {
    let black = "E6 D5 E5 F5 G5 J5 B4 C4 D4 F4 G4 H4 J4 A3 F3 B2 E2 G2 E1 F1 H1";
    let white = "C7 D7 E7 F7 B6 D6 F6 G6 H6 J6 A5 B5 C5 H5 A4 D3 E3 G3 H3 H2";
    let mut engine = Engine::new(Config {
        size: 9,
        komi: Komi::ZERO,
        ..Config::default()
    });
    for (color, vertices) in [(Color::Black, black), (Color::White, white)] {
        for vertex in vertices.split(' ') {
            let mv: Move = vertex.parse().expect("a move");
            assert_eq!(engine.play(color, mv), Ok(()));
        }
    }
    for threads in [1, 2, 3] {
        engine.config_mut().threads = threads;
        for _ in 0..3 {
            assert_eq!(names(&engine.status().dead), "H2 D3 E3 G3 H3");
            assert_eq!(engine.score().to_string(), "B+1");
            let color = engine.game().to_move();
            assert_eq!(engine.play(color, Move::Pass), Ok(()));
        }
    }
}

#[test]
fn a_glance_believes_the_search() {
    let drawing = "X X . o
                   X . X X
                   O O O O
                   . . . .";
    let game = game(drawing, "chinese", Color::White);
    // White's view: the upper half is Black's.
    let ownership: Vec<_> = (0..16).map(|i| if i < 8 { 1.0 } else { -1.0 }).collect();
    let status = glance(game.board(), Color::White, &ownership);
    assert_eq!(status.dead, points(drawing, "o"));
}

/// The order in which the stones came to be there makes no difference.
#[test]
fn the_verdict_does_not_depend_on_the_moves_so_far() {
    let moves = "C3 G7 G3 C7 E5 E7 E3 C5 G5 H6 H4 D6 F6 F7 D5 D4 C4 B4 E6 D7 B3 A4 H7 H8 J6 G8";
    let mut game = Game::new(9, Rules::default(), Komi::ZERO);
    for vertex in moves.split(' ') {
        let mv: Move = vertex.parse().expect("a move");
        assert_eq!(game.play(game.to_move(), mv), Ok(()), "{vertex}");
    }
    let mut board = Board::new(9);
    let stones: Vec<_> = board.points().map(|p| (p, game.board().at(p))).collect();
    board.set_up_all(stones.into_iter().rev());
    let set_up = Game::from_position(board, Color::White, Rules::default(), Komi::ZERO);
    assert_eq!(judge(&game, 1), judge(&set_up, 2));
}

#[test]
fn boards_without_a_fight_have_no_dead() {
    for size in [2, 3, 9, 25] {
        let game = Game::new(size, Rules::default(), Komi::ZERO);
        assert_eq!(judge(&game, 2), Status::default());
    }
    let mut board = Board::new(2);
    board.play(Color::Black, "A1".parse().expect("a vertex"));
    let game = Game::from_position(board, Color::White, Rules::default(), Komi::ZERO);
    assert_eq!(judge(&game, 1).alive.len(), 1);
}
