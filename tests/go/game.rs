//! What a game knows beyond its board: forced moves, handicap, passes, turns, cycles, changed rules.

use crate::diagram::{Diagram, assert_drawn};
use crate::model::compare::{assert_stones, grid_of};
use tengen::go::life::{self, Life, Parts};
use tengen::go::rules::{Ko, Rules};
use tengen::go::{
    Board, ByColor, Color, Game, IllegalMove, Key, Komi, Move, Point, PointSet, handicap, region,
};

fn rules(ko: Ko) -> Rules {
    Rules {
        ko,
        ..Rules::default()
    }
}

/// A record's moves are replayed whatever they are, and undone again.
#[test]
fn forced_moves() {
    let diagram = Diagram::new(
        "
        . . . . .
        . . . . .
        O O . . .
        X O . . .
        a O . . .
        ",
    );
    // Suicide of two stones, though forbidden.
    let mut game = diagram.game(Color::Black, Rules::default());
    let (color, mv) = diagram.mv("Ba");
    game.force(color, mv);
    assert_eq!(game.board().captures(), ByColor::new(0, 2));
    assert_drawn(
        game.board(),
        "
        . . . . .
        . . . . .
        O O . . .
        . O . . .
        . O . . .
        ",
    );
    // Suicide of a single stone changes nothing but the captures and the turn.
    let (color, mv) = diagram.mv("W A1");
    game.force(color, mv);
    let (color, mv) = diagram.mv("B A2");
    game.force(color, mv);
    assert_eq!(game.board().captures(), ByColor::new(0, 3));
    // Onto a stone: the old one goes without being a capture, and its chain comes apart.
    let (color, mv) = diagram.mv("B B2");
    game.force(color, mv);
    assert_drawn(
        game.board(),
        "
        . . . . .
        . . . . .
        O O . . .
        . X . . .
        O O . . .
        ",
    );
    assert_eq!(game.board().captures(), ByColor::new(0, 3));
    assert_stones(game.board(), &grid_of(game.board()));
    // Onto a stone of its own colour.
    game.force(color, mv);
    assert_stones(game.board(), &grid_of(game.board()));
    assert_eq!(game.undo(5), 5);
    assert_eq!(*game.board(), diagram.board);
}

#[test]
fn how_often_a_position_stood() {
    let mut game = Game::new(5, rules(Ko::Simple), Komi::ZERO);
    assert_eq!(game.times_stood(), 1);
    for (color, times) in [(Color::Black, 1), (Color::White, 2), (Color::Black, 2)] {
        assert_eq!(game.play(color, Move::Pass), Ok(()));
        assert_eq!(game.times_stood(), times);
    }
    assert_eq!(
        game.play(Color::White, Move::Play(Point::new(1, 1))),
        Ok(())
    );
    assert_eq!(game.times_stood(), 1);
}

/// What stood since the last pass, with whose turn: what a play could bring back.
#[test]
fn what_stood_since_the_last_pass() {
    let mut game = Game::new(2, rules(Ko::Simple), Komi::ZERO);
    let mut all = vec![(Key::of(game.board()), game.to_move())];
    let mut since = all.clone();
    let moves = "A1 B2 A2 B1 A1 pass B2 A2 B1 pass pass A1 A2 B1 B2 A1 A2";
    for (n, text) in moves.split(' ').enumerate() {
        let color = Color::BOTH[n % 2];
        game.force(color, text.parse().expect("a move"));
        let now = (Key::of(game.board()), game.to_move());
        if text == "pass" {
            since.clear();
        }
        since.push(now);
        all.push(now);
        for (key, to_move) in all
            .iter()
            .flat_map(|&(key, _)| Color::BOTH.map(|c| (key, c)))
        {
            assert_eq!(
                game.stood_since_pass(key, to_move),
                since.contains(&(key, to_move)),
                "after {n} moves"
            );
        }
    }
}

#[test]
fn white_gets_komi_and_points_for_handicap() {
    let mut game = Game::new(9, Rules::default(), Komi::hundredths(50));
    assert!(game.place_handicap(&[Point::new(2, 2), Point::new(6, 6), Point::new(2, 6)]));
    assert_eq!(game.white_bonus(), Komi::hundredths(350));
}

#[test]
fn handicap_stones_are_placed_or_refused() {
    let mut game = Game::new(9, Rules::default(), Komi::ZERO);
    let point = |text: &str| text.parse::<Point>().expect("a vertex");
    for list in [&["C3"][..], &["C3", "C3"], &["C3", "K10"], &[]] {
        let points: Vec<_> = list.iter().map(|text| point(text)).collect();
        assert!(!game.place_handicap(&points), "{list:?}");
        assert_eq!((game.handicap(), game.board().empties().len()), (0, 81));
        assert_eq!(game.to_move(), Color::Black);
    }
    let all: Vec<_> = game.board().points().collect();
    assert!(!game.place_handicap(&all), "one point must stay free");
    let fixed = handicap::fixed(9, 4).expect("four on 9x9");
    assert!(game.place_handicap(&fixed));
    assert!(
        fixed
            .iter()
            .all(|&at| game.board().at(at) == Some(Color::Black))
    );
    assert_eq!((game.handicap(), game.to_move()), (4, Color::White));
    assert_eq!(game.undo(1), 0, "handicap is no move");
    assert_eq!(game.play(Color::White, Move::Play(point("E5"))), Ok(()));
    assert_eq!(game.undo(9), 1);
    assert_eq!((game.handicap(), game.to_move()), (4, Color::White));
    // The board is not empty any more.
    assert!(!game.place_handicap(&[point("A1"), point("B1")]));
    assert_eq!(game.handicap(), 4);
}

/// Opening moves, and the handicap they are taken for.
#[test]
fn a_row_of_black_plays_is_a_handicap() {
    for (moves, handicap) in [
        ("", 0),
        ("B C3", 0),
        ("B C3, B G7", 2),
        ("B C3, B G7, B C7, B G3, B E5", 5),
        ("B C3, B G7, W E5", 2),
        ("B C3, B G7, W pass", 2),
        ("B C3, B G7, W E5, B C7", 2),
        ("B C3, B G7, W E5, W C7", 0),
        ("B C3, B G7, W pass, W C7", 0),
        ("B C3, B G7, B pass", 0),
        ("B C3, B pass, B G7", 0),
        ("B C3, W G7", 0),
        ("B C3, W G7, B C7, B G3", 0),
        ("W C3, B G7, B C7", 0),
        ("B pass, B C3, B G7", 0),
        ("W pass, B C3, B G7", 0),
    ] {
        let mut game = Game::new(9, Rules::default(), Komi::ZERO);
        let vertex = Diagram::new(&game.board().to_string());
        vertex.play(&mut game, moves);
        assert_eq!(game.handicap(), handicap, "{moves}");
    }
    // Not from a position with stones.
    let diagram = Diagram::new(". . . . .\n . . . . .\n . . O . .\n . . . . .\n . . . . .");
    let mut game = diagram.game(Color::Black, Rules::default());
    diagram.play(&mut game, "B A1, B B1");
    assert_eq!(game.handicap(), 0);
    // Nor after a set-up on the way, though the board is empty.
    let mut game = Game::new(5, Rules::default(), Komi::ZERO);
    game.force(Color::White, Move::Pass);
    game.set_up([(Point::new(0, 0), None)], Some(Color::Black));
    diagram.play(&mut game, "B A1, B B1");
    assert_eq!(game.handicap(), 0);
}

/// The length of the row is said: neither more plays nor what comes after them count.
#[test]
fn a_row_of_so_many_black_plays_is_a_handicap() {
    for (moves, handicap) in [
        ("B C3", 0),
        ("B C3, B G7", 2),
        ("B C3, B G7, B C7", 2),
        ("B C3, B G7, W pass, W C7", 2),
        ("W E5, B C3, B G7", 0),
    ] {
        let mut game = Game::new(9, Rules::default(), Komi::ZERO);
        game.set_handicap_plays(2);
        let diagram = Diagram::new(&game.board().to_string());
        diagram.play(&mut game, moves);
        assert_eq!(game.handicap(), handicap, "{moves}");
        game.set_up([], None);
        assert_eq!(game.handicap(), handicap, "{moves}");
        game = game.beginning();
        assert_eq!(game.handicap(), handicap, "{moves}");
    }
}

/// Both chains live on three kos alone: whoever passes or plays elsewhere loses all. Black holds the upper one.
const TRIPLE_KO: &str = "
    X X O O X X X
    X a X O X . X
    X X O O X X X
    X O b O X X X
    X X O O X X X
    X O c O X . X
    X X O O X X X
    ";

#[test]
fn a_triple_ko_is_a_cycle_under_simple_ko() {
    let diagram = Diagram::new(TRIPLE_KO);
    let mut game = diagram.game(Color::Black, rules(Ko::Simple));
    for round in 0..3 {
        for (n, mv) in ["Bb", "Wa", "Bc", "W B4", "B C6", "W B2"]
            .iter()
            .enumerate()
        {
            let (color, _) = diagram.mv(mv);
            let own = if color == Color::Black { "A1" } else { "D1" };
            let own = own.parse().expect("a vertex");
            assert_eq!(game.board().liberties(own), 1, "{color} is in atari");
            diagram.play(&mut game, mv);
            assert_eq!(game.board().liberties(own), 2);
            // The start comes back at the end of the first round, and from then on every position has been there.
            assert_eq!(game.is_cycle(), round > 0 || n == 5, "{round} {mv}");
        }
        assert_eq!(game.board().to_string(), diagram.board.to_string());
    }
    // A pass makes no cycle, though the position is an old one.
    diagram.play(&mut game, "B pass");
    assert!(!game.is_cycle());
    // Taking the cycle back takes its end back.
    assert_eq!(game.undo(2), 2);
    assert_eq!(game.undo(12), 12);
    assert!(!game.is_cycle());
    diagram.play(&mut game, "W B2");
    assert!(game.is_cycle());
}

#[test]
fn superko_breaks_a_triple_ko() {
    for ko in [Ko::Positional, Ko::Situational] {
        let diagram = Diagram::new(TRIPLE_KO);
        let mut game = diagram.game(Color::Black, rules(ko));
        diagram.play(&mut game, "Bb, Wa, Bc, W B4, B C6");
        assert_eq!(diagram.check(&game, "W B2"), Err(IllegalMove::Superko));
        assert!(!game.is_cycle());
    }
}

/// Whose turn it is can be said without a move; it starts the history afresh only where it changes something.
#[test]
fn the_turn_can_be_set() {
    let diagram = Diagram::new(TRIPLE_KO);
    let mut game = diagram.game(Color::Black, rules(Ko::Positional));
    diagram.play(&mut game, "Bb, Wa");
    game.set_to_move(Color::Black);
    assert_eq!(game.moves().len(), 2, "it is Black's turn anyway");
    game.set_to_move(Color::White);
    assert_eq!((game.moves().len(), game.to_move()), (0, Color::White));
    assert_eq!((game.seen().len(), game.start_to_move()), (1, Color::White));
    assert_eq!(game.board().captures(), ByColor::new(1, 1));
}

/// Passes: the turn, the end, who was first; play can go on after the end.
#[test]
fn passes_end_the_game_and_play_can_go_on() {
    let mut game = Game::new(9, Rules::default(), Komi::ZERO);
    let vertex = Diagram::new(&game.board().to_string());
    vertex.play(&mut game, "B C3, W pass");
    assert!(!game.is_over() && game.first_pass() == Some(Color::White));
    vertex.play(&mut game, "B pass");
    assert!(game.is_over() && game.passes() == 2);
    vertex.play(&mut game, "W C4");
    assert!(!game.is_over() && game.passes() == 0);
    vertex.play(&mut game, "W pass, W pass, W pass");
    assert_eq!((game.passes(), game.to_move()), (3, Color::Black));
    assert_eq!(game.undo(100), 7);
    assert_eq!((game.first_pass(), game.is_over()), (None, false));
    vertex.play(&mut game, "B pass, W C3");
    game.set_up([], Some(Color::White));
    vertex.play(&mut game, "W pass");
    assert_eq!((game.first_pass(), game.passes()), (Some(Color::Black), 1));
    assert_eq!((game.undo(9), game.first_pass()), (1, Some(Color::Black)));
}

/// The rules may change within a game: the history stays, and the new ko rule judges all of it.
#[test]
fn changed_rules_judge_the_whole_history() {
    let diagram = Diagram::new(TRIPLE_KO);
    let mut game = diagram.game(Color::Black, rules(Ko::Simple));
    diagram.play(&mut game, "Bb, Wa, Bc, W B4, B C6");
    let last = diagram.mv("W B2");
    for (ko, legal) in [
        (Ko::Positional, false),
        (Ko::Simple, true),
        (Ko::Situational, false),
    ] {
        game.set_rules(rules(ko));
        assert_eq!(game.is_legal(last.0, last.1), legal, "{ko:?}");
        let mut fresh = diagram.game(Color::Black, rules(ko));
        diagram.play(&mut fresh, "Bb, Wa, Bc, W B4, B C6");
        assert_eq!(fresh.seen(), game.seen());
    }
}

#[test]
fn a_game_tells_what_it_was_told() {
    let mut game = Game::new(7, Rules::default(), Komi::ZERO);
    assert_eq!((game.size(), game.board().size()), (7, 7));
    game.set_komi(Komi::hundredths(650));
    assert_eq!(game.komi(), Komi::hundredths(650));
    assert_eq!((game.handicap(), game.said_handicap()), (0, None));
    game.set_handicap(3);
    assert_eq!((game.handicap(), game.said_handicap()), (3, Some(3)));
    assert_eq!(game.first_pass(), None);
    game.force(Color::White, Move::Pass);
    game.set_up([(Point::new(2, 2), Some(Color::White))], Some(Color::Black));
    assert_eq!(game.first_pass(), Some(Color::White));
    game.force(Color::Black, Move::Pass);
    assert_eq!(game.first_pass(), Some(Color::White));
    let beginning = game.beginning();
    assert_eq!((beginning.moves().len(), game.moves().len()), (0, 1));
    assert_eq!(beginning.stretches().len(), 2);
    assert_eq!(
        (beginning.handicap(), beginning.first_pass()),
        (3, Some(Color::White))
    );
    let told = format!("{game:?}");
    assert!(told.ends_with("white to move after 1 moves"), "{told}");
    for color in Color::BOTH {
        let turned = game.turned(color);
        assert_eq!(turned.to_move(), color);
        assert_eq!(turned.moves(), game.moves());
    }
}

/// Boards are the same where stones, captures and the ko ban are.
#[test]
fn boards_that_differ_in_one_thing() {
    let at = Point::new;
    let placed = |size, stones: &[Point]| {
        let mut board = Board::new(size);
        board.set_up_all(stones.iter().map(|&point| (point, Some(Color::Black))));
        board
    };
    let board = placed(5, &[at(2, 2)]);
    assert_eq!(board, placed(5, &[at(2, 2)]));
    assert_ne!(board, placed(5, &[at(2, 3)]));
    assert_ne!(Board::new(5), Board::new(6));
    // A stone was taken, and is back.
    let mut taken = placed(5, &[at(0, 1)]);
    taken.set_up(at(0, 0), Some(Color::White));
    taken.play(Color::Black, at(1, 0));
    taken.set_up(at(1, 0), None);
    assert_eq!(taken.captures(), ByColor::new(1, 0));
    assert_ne!(taken, placed(5, &[at(0, 1)]));
    let diagram = Diagram::new(
        "
        . . . . .
        . . . . .
        . X O . .
        X a X O .
        . X O . .
        ",
    );
    let mut game = diagram.game(Color::White, Rules::default());
    let (color, mv) = diagram.mv("Wa");
    game.force(color, mv);
    let mut free = game.board().clone();
    assert!(free.ko().is_some());
    free.clear_ko();
    assert_ne!(free, *game.board());
}

#[test]
fn the_largest_board_holds_its_corners() {
    for (column, row) in [(0, 0), (24, 0), (0, 24), (24, 24)] {
        let mut board = Board::new(25);
        let at = Point::new(column, row);
        assert!(board.is_legal(Color::Black, at, false));
        board.play(Color::Black, at);
        assert_eq!((board.liberties(at), board.empties().len()), (2, 624));
        assert_stones(&board, &grid_of(&board));
    }
}

#[test]
fn parts_of_the_board() {
    let diagram = Diagram::new(
        "
        . X . . .
        X X O O O
        . . O . .
        . . O . .
        . . O . .
        ",
    );
    let board = &diagram.board;
    let lens = |parts: Vec<PointSet>| parts.iter().map(PointSet::len).collect::<Vec<_>>();
    assert_eq!(region::empty(board).len(), 16);
    assert_eq!(lens(region::empty_parts(board).collect()), [6, 6, 1, 3]);
    assert_eq!(
        lens(region::without(board, Color::Black).collect()),
        [21, 1]
    );
    assert_eq!(
        lens(region::without(board, Color::White).collect()),
        [13, 6]
    );
}

/// What unconditionally living stones enclose: tightly, so that nobody can live there, or widely; and what stones enclose that
/// may be captured.
#[test]
fn the_kinds_of_what_is_enclosed() {
    let board = |rows| Diagram::new(rows).board;
    let of = |board: &Board, color| Life::of(board, color, false);
    // Two eyes, a region of three points beside stones, and one with two points that touch none.
    let lives = board(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X X
        . X . X X X X
        X X X X . . .
        . . . X . . .
        ",
    );
    let life = of(&lives, Color::Black);
    assert_eq!(life.stones.len(), 17);
    assert_eq!(life.territory.len(), 1 + 1 + 3);
    assert_eq!(life.safe.len(), 21 + 6);
    assert!(life.open.is_empty());
    assert_eq!(of(&lives, Color::White), Life::default());
    // One eye only: what it encloses is open.
    let may_die = board(
        "
        . . . .
        X X . .
        . X . .
        X X . .
        ",
    );
    let life = of(&may_die, Color::Black);
    assert!(life.stones.is_empty() && life.territory.is_empty() && life.safe.is_empty());
    assert_eq!(life.open.len(), 11);
}

/// Under a tax on seki the points beside neutral ones do not count, stones do.
#[test]
fn areas_that_live_by_themselves() {
    let board = Diagram::new(
        "
        . X O .
        X X O O
        . X O .
        X X O .
        ",
    )
    .board;
    let area = life::area(&board, Parts::ALL, false);
    assert_eq!(area.map(|points| points.len()), ByColor::new(8, 8));
    let independent = life::independent(&board, &area);
    assert_eq!(independent.groups, ByColor::new(1, 1));
    assert_eq!(independent.area, area);
    assert_eq!(life::taxed_area(&board, false), area);
    let seki = Diagram::new(
        "
        . X . O
        X X . O
        X X O O
        X X O .
        ",
    )
    .board;
    let area = life::area(&seki, Parts::ALL, false);
    assert_eq!(area.map(|points| points.len()), ByColor::new(8, 6));
    let independent = life::independent(&seki, &area);
    assert_eq!(independent.groups, ByColor::new(0, 0));
    // A chain in atari does not live by itself, though nothing beside it is neutral.
    let atari = Diagram::new(
        "
        . O O O O
        O O O O O
        X X X O O
        X X X O O
        . X X O .
        ",
    )
    .board;
    let area = life::area(&atari, Parts::ALL, false);
    assert_eq!(area.map(|points| points.len()), ByColor::new(9, 16));
    let independent = life::independent(&atari, &area);
    assert_eq!(independent.groups, ByColor::new(0, 1));
    // Stones alone are left.
    let taxed = life::taxed_area(&seki, false);
    assert_eq!(taxed.map(|points| points.len()), ByColor::new(7, 5));
}

/// A game tells what was played between its set-ups; one that changes nothing names a corner.
#[test]
fn a_game_is_told_in_stretches() {
    let (corner, at) = (Point::new(0, 0), Point::new(2, 2));
    let black = Some(Color::Black);
    let mut game = Game::new(5, Rules::default(), Komi::ZERO);
    game.set_up([(at, black)], Some(Color::White));
    game.force(Color::White, Move::Pass);
    game.set_up([], Some(Color::White));
    game.force(Color::White, Move::Play(corner));
    game.set_up([], None);
    game.force(Color::Black, Move::Pass);
    game.set_up([(at, None), (at, black), (corner, None)], None);
    let told: Vec<_> = game
        .stretches()
        .into_iter()
        .map(|stretch| (stretch.setup, stretch.to_move, stretch.moves))
        .collect();
    let (white, white_stone) = (Color::White, Some(Color::White));
    let expected = [
        (vec![(at, black)], white, vec![(white, Move::Pass)]),
        (vec![], white, vec![(white, Move::Play(corner))]),
        (
            vec![(corner, white_stone)],
            Color::Black,
            vec![(Color::Black, Move::Pass)],
        ),
        (vec![(corner, None), (at, black)], white, vec![]),
    ];
    assert_eq!(told, expected);
}

/// A row of black plays stays a handicap when stones are set up; and set-up says nothing of a row that comes later.
#[test]
fn a_row_of_black_plays_and_set_up() {
    let row = |game: &mut Game| {
        for (color, vertex) in [
            (Color::Black, "C3"),
            (Color::Black, "C5"),
            (Color::White, "E4"),
        ] {
            game.force(color, vertex.parse().expect("a vertex"));
        }
    };
    let new = || Game::new(7, Rules::default(), Komi::ZERO);
    let mut before = new();
    row(&mut before);
    before.set_up([(Point::new(0, 0), Some(Color::White))], None);
    assert_eq!((before.handicap(), before.said_handicap()), (2, Some(2)));
    let mut after = new();
    after.set_up([], Some(Color::Black));
    row(&mut after);
    assert_eq!((after.handicap(), after.said_handicap()), (2, None));
}
