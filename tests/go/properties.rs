//! Laws of the board and the game that hold in every position.

use std::collections::{BTreeSet, HashSet};

use crate::diagram::Diagram;
use crate::model::Side;
use crate::model::compare::{assert_stones, board_of, grid_of};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use tengen::go::rules::{Ko, Rules};
use tengen::go::{Board, ByColor, Color, Game, Key, Komi, Move, Point};

fn rules(ko: Ko, suicide: bool) -> Rules {
    Rules {
        ko,
        suicide,
        ..Rules::default()
    }
}

/// Every ko and suicide rule on sizes from the smallest to the largest, with a seed each.
fn settings() -> Vec<(usize, Rules, SmallRng)> {
    let mut found = Vec::new();
    for size in [2, 3, 4, 5, 6, 9, 13, 19, 25] {
        for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
            for suicide in [false, true] {
                let seed = (size * 8 + usize::from(suicide)) as u64 + ko as u64 * 1000;
                found.push((size, rules(ko, suicide), SmallRng::seed_from_u64(seed)));
            }
        }
    }
    found
}

/// A random legal play, or a pass now and then and where none is found.
fn random_move(game: &Game, color: Color, rng: &mut SmallRng) -> Move {
    for _ in 0..8 {
        let Some(&at) = game.board().empties().choose(rng) else {
            break;
        };
        if game.is_legal(color, Move::Play(at)) && !rng.random_bool(0.01) {
            return Move::Play(at);
        }
    }
    Move::Pass
}

fn random_color(rng: &mut SmallRng) -> Color {
    *Color::BOTH.choose(rng).expect("there are two")
}

/// Everything that a game can be asked.
#[derive(PartialEq, Debug)]
struct Answers {
    board: Board,
    to_move: Color,
    moves: Vec<(Color, Move)>,
    seen: hashbrown::HashSet<tengen::go::game::Situation>,
    occupied: tengen::go::PointSet,
    passes: usize,
    is_over: bool,
    first_pass: Option<Color>,
    is_cycle: bool,
    handicap: usize,
    legal: ByColor<BTreeSet<Point>>,
}

impl Answers {
    fn of(game: &Game) -> Self {
        let legal = |color| {
            let points = game.board().points();
            points
                .filter(|&at| game.is_legal(color, Move::Play(at)))
                .collect()
        };
        Self {
            board: game.board().clone(),
            to_move: game.to_move(),
            moves: game.moves().to_vec(),
            seen: game.seen().clone(),
            occupied: *game.occupied(),
            passes: game.passes(),
            is_over: game.is_over(),
            first_pass: game.first_pass(),
            is_cycle: game.is_cycle(),
            handicap: game.handicap(),
            legal: ByColor::new(legal(Color::Black), legal(Color::White)),
        }
    }
}

#[test]
fn undo_restores_everything() {
    for (size, rules, mut rng) in settings() {
        let mut game = Game::new(size, rules, Komi::ZERO);
        let mut answers = vec![Answers::of(&game)];
        for _ in 0..(4 * size * size).min(150) {
            let color = random_color(&mut rng);
            // Records may hold anything: now and then a move that the rules refuse.
            if rng.random_bool(0.05) {
                let at = Point::new(rng.random_range(0..size), rng.random_range(0..size));
                game.force(color, Move::Play(at));
            } else {
                let mv = random_move(&game, color, &mut rng);
                assert_eq!(game.play(color, mv), Ok(()));
            }
            answers.push(Answers::of(&game));
        }
        while answers.len() > 1 {
            let count = rng.random_range(1..=answers.len().min(20));
            let possible = count.min(answers.len() - 1);
            assert_eq!(game.undo(count), possible);
            answers.truncate(answers.len() - possible);
            assert_eq!(Some(&Answers::of(&game)), answers.last());
            assert_stones(game.board(), &grid_of(game.board()));
        }
        assert_eq!(game.undo(1), 0);
    }
}

/// Everything that a board can be asked, lists in their order.
fn answers_of(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
    let chains = board.points().map(|at| {
        let stones: Vec<_> = board.chain(at).collect();
        let known = board.at(at).map(|_| {
            let only = (board.liberties(at) == 1).then(|| board.last_liberty(at));
            let two = (board.liberties(at) == 2).then(|| board.two_liberties(at));
            (board.liberties(at), board.chain_len(at), only, two)
        });
        (board.pattern(at), board.head(at), stones, known)
    });
    (
        board.clone(),
        board.empties().to_vec(),
        chains.collect::<Vec<_>>(),
    )
}

/// A random play that the board allows, suicide of several stones included.
fn random_play(board: &Board, rng: &mut SmallRng) -> Option<(Color, Point)> {
    let color = random_color(rng);
    let tries: Vec<_> = (0..4).filter_map(|_| board.empties().choose(rng)).collect();
    let mut legal = tries
        .into_iter()
        .filter(|&&at| board.is_legal(color, at, true));
    legal.next().map(|&at| (color, at))
}

#[test]
fn plays_tried_out_are_taken_back() {
    let mut taken = [0, 0];
    for size in [2, 3, 4, 5, 7, 9, 19, 25] {
        let mut rng = SmallRng::seed_from_u64(size as u64);
        let mut board = Board::new(size);
        for _ in 0..400 {
            let mut tried = Vec::new();
            for _ in 0..rng.random_range(0..8) {
                if let Some((color, at)) = random_play(&board, &mut rng) {
                    let (before, captures) = (answers_of(&board), board.captures());
                    tried.push((before, board.try_out(color, at)));
                    taken[0] += usize::from(board.captures()[color] > captures[color]);
                    taken[1] += usize::from(board.captures()[!color] > captures[!color]);
                }
            }
            while let Some((before, trial)) = tried.pop() {
                board.take_back(&trial);
                assert_eq!(answers_of(&board), before);
            }
            if let Some((color, at)) = random_play(&board, &mut rng) {
                let mut other = board.clone();
                other.play(color, at);
                let _ = board.try_out(color, at);
                assert_eq!(answers_of(&board), answers_of(&other));
            }
        }
    }
    assert!(
        taken.iter().all(|&count| count > 100),
        "captures and suicides {taken:?}"
    );
}

/// A board that grew by moves answers as one that is set up, and as a flood fill finds.
#[test]
fn a_rebuilt_board_equals_the_grown_one() {
    for (size, rules, mut rng) in settings() {
        let mut game = Game::new(size, rules, Komi::ZERO);
        let mut copy = Board::new(if size == 2 { 3 } else { 2 });
        for n in 0..3 * size * size {
            let color = random_color(&mut rng);
            let mv = random_move(&game, color, &mut rng);
            assert_eq!(game.play(color, mv), Ok(()));
            if n % (1 + size * size / 20) != 0 {
                continue;
            }
            let grid = grid_of(game.board());
            assert_stones(game.board(), &grid);
            let mut rebuilt = board_of(&grid);
            assert_stones(&rebuilt, &grid);
            assert_eq!(Key::of(&rebuilt), Key::of(game.board()));
            for color in Color::BOTH {
                rebuilt.clear_ko();
                let mut board = game.board().clone();
                board.clear_ko();
                for at in board.points() {
                    assert_eq!(
                        board.is_legal(color, at, rules.suicide),
                        rebuilt.is_legal(color, at, rules.suicide)
                    );
                    assert_eq!(board.is_suicide(color, at), rebuilt.is_suicide(color, at));
                }
            }
            copy.copy_from(game.board());
            assert_eq!(copy, *game.board());
            assert_stones(&copy, &grid);
        }
    }
}

/// One of the eight symmetries of a square.
fn turned(point: Point, symmetry: usize, size: usize) -> Point {
    let (mut column, mut row) = (point.column(), point.row());
    if symmetry & 1 != 0 {
        column = size - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = size - 1 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    Point::new(column, row)
}

#[test]
fn symmetries_and_colour_swap_commute_with_play() {
    for (size, rules, mut rng) in settings() {
        let start = |swap| if swap { Color::White } else { Color::Black };
        let mut games: Vec<(usize, bool, Game)> = (0..16)
            .map(|i| (i % 8, i >= 8))
            .map(|(symmetry, swap)| {
                let board = Board::new(size);
                let game = Game::from_position(board, start(swap), rules, Komi::ZERO);
                (symmetry, swap, game)
            })
            .collect();
        for n in 0..(3 * size * size).min(400) {
            let color = if rng.random_bool(0.2) {
                random_color(&mut rng)
            } else {
                games[0].2.to_move()
            };
            let mv = random_move(&games[0].2, color, &mut rng);
            for (symmetry, swap, game) in &mut games {
                let mv = match mv {
                    Move::Play(at) => Move::Play(turned(at, *symmetry, size)),
                    Move::Pass => Move::Pass,
                };
                let color = if *swap { !color } else { color };
                assert_eq!(game.play(color, mv), Ok(()), "\n{game:?}");
            }
            if n % (1 + size * size / 20) == 0 {
                assert_turned(&games, size);
            }
        }
        assert_turned(&games, size);
    }
}

/// All games are the first one, turned and with the colours swapped.
fn assert_turned(games: &[(usize, bool, Game)], size: usize) {
    let first = &games[0].2;
    for (symmetry, swap, game) in games {
        let colored = |color: Color| if *swap { !color } else { color };
        let captures = game.board().captures();
        assert_eq!(
            captures[colored(Color::Black)],
            first.board().captures().black
        );
        assert_eq!(
            captures[colored(Color::White)],
            first.board().captures().white
        );
        for at in first.board().points() {
            let there = turned(at, *symmetry, size);
            let (board, other) = (first.board(), game.board());
            assert_eq!(board.at(at).map(colored), other.at(there));
            assert_eq!(board.liberties(at), other.liberties(there));
            assert_eq!(board.chain_len(at), other.chain_len(there));
            for color in Color::BOTH {
                assert_eq!(
                    first.check(color, Move::Play(at)),
                    game.check(colored(color), Move::Play(there)),
                    "{color} at {at}\n{first:?}"
                );
                assert_eq!(
                    board.is_eyelike(color, at),
                    other.is_eyelike(colored(color), there)
                );
            }
        }
    }
}

/// Superko by its text: a list of all positions, searched from end to end.
#[test]
fn superko_equals_the_list_of_all_positions() {
    let mut repeated = 0;
    for (size, rules, mut rng) in settings() {
        if size > 5 {
            continue;
        }
        let mut game = Game::new(size, rules, Komi::ZERO);
        let mut list = vec![(grid_of(game.board()), game.to_move())];
        for _ in 0..400 {
            let color = if rng.random_bool(0.2) {
                random_color(&mut rng)
            } else {
                game.to_move()
            };
            for at in game.board().points() {
                let mut free = game.board().clone();
                free.clear_ko();
                if !free.is_legal(color, at, rules.suicide) {
                    continue;
                }
                free.play(color, at);
                let grid = grid_of(&free);
                let forbidden = match rules.ko {
                    Ko::Simple => game.board().ko() == Some((color, at)),
                    Ko::Positional => list.iter().any(|(old, _)| *old == grid),
                    Ko::Situational => list.contains(&(grid, !color)),
                };
                repeated += usize::from(forbidden && game.board().ko().is_none());
                assert_eq!(game.is_legal(color, Move::Play(at)), !forbidden);
            }
            let mv = random_move(&game, color, &mut rng);
            assert_eq!(game.play(color, mv), Ok(()));
            list.push((grid_of(game.board()), game.to_move()));
        }
    }
    assert!(repeated > 1000, "only {repeated} repetitions came up");
}

#[test]
fn keys_are_equal_just_where_the_stones_are() {
    for size in 2..=25 {
        let mut rng = SmallRng::seed_from_u64(size as u64);
        let mut board = Board::new(size);
        let stones: Vec<_> = board
            .points()
            .map(|at| {
                (
                    at,
                    [None, Some(Color::Black), Some(Color::White)]
                        .choose(&mut rng)
                        .copied(),
                )
            })
            .map(|(at, stone)| (at, stone.flatten()))
            .collect();
        board.set_up_all(stones);
        let mut keys = HashSet::from([Key::of(&board)]);
        for at in board.points() {
            let here = board.at(at);
            for stone in [None, Some(Color::Black), Some(Color::White)] {
                let mut other = board.clone();
                other.set_up(at, stone);
                assert_eq!(keys.insert(Key::of(&other)), stone != here);
            }
        }
        assert_eq!(keys.len(), 1 + 2 * board.area());
    }
}

/// Ko bans, captures and the way there are not part of a key.
#[test]
fn a_key_knows_stones_only() {
    let diagram = Diagram::new(
        "
        . . . . .
        . X O . .
        X O a O .
        . X O . .
        . . . . .
        ",
    );
    let mut game = diagram.game(Color::Black, Rules::default());
    diagram.play(&mut game, "Ba");
    let mut rebuilt = Board::new(5);
    let points = rebuilt.points().map(|at| (at, game.board().at(at)));
    rebuilt.set_up_all(points);
    assert_ne!(rebuilt, *game.board());
    assert_eq!(Key::of(&rebuilt), Key::of(game.board()));
}

/// Set-up may leave chains without liberties; no play near them or undo ever fails, and every query stays right.
#[test]
fn random_set_up_and_play_in_turn() {
    for (size, rules, mut rng) in settings() {
        let mut game = Game::new(size, rules, Komi::ZERO);
        for _ in 0..30 {
            let density = rng.random_range(0.2..1.0);
            let mut stones = Vec::new();
            for at in game.board().points() {
                if rng.random_bool(0.5) {
                    let stone = rng.random_bool(density).then(|| random_color(&mut rng));
                    stones.push((at, stone));
                }
            }
            game.set_up(stones, None);
            assert!(game.moves().is_empty() && game.start() == game.board());
            assert_eq!(game.board().ko(), None);
            let start = game.board().clone();
            for _ in 0..size {
                let color = random_color(&mut rng);
                let mv = random_move(&game, color, &mut rng);
                assert_eq!(game.play(color, mv), Ok(()));
            }
            assert_stones(game.board(), &grid_of(game.board()));
            game.undo(rng.random_range(0..=size));
            assert_stones(game.board(), &grid_of(game.board()));
            if game.moves().is_empty() {
                assert_eq!(*game.board(), start);
            }
        }
    }
}

#[test]
fn a_full_board_without_liberties_can_be_set_up() {
    for size in [2, 5, 25] {
        let mut game = Game::new(size, Rules::default(), Komi::ZERO);
        let all: Vec<_> = game.board().points().collect();
        game.set_up(all.iter().map(|&at| (at, Some(Color::Black))), None);
        assert_stones(game.board(), &grid_of(game.board()));
        for color in Color::BOTH {
            assert!(all.iter().all(|&at| !game.is_legal(color, Move::Play(at))));
        }
        assert_eq!(game.play(Color::White, Move::Pass), Ok(()));
        // One stone taken away: the last liberty, and the capture of all.
        game.set_up([(all[0], None)], Some(Color::White));
        assert_eq!(game.play(Color::White, Move::Play(all[0])), Ok(()));
        assert_eq!(game.board().empties().len(), game.board().area() - 1);
        let taken = u32::try_from(size * size - 1).expect("small");
        assert_eq!(game.board().captures(), ByColor::new(0, taken));
    }
}

/// The model's sides and the crate's colours pair up (or every comparison with it would be void).
#[test]
fn the_model_is_compared_colour_by_colour() {
    let diagram = Diagram::new(". X\n O .");
    let grid = grid_of(&diagram.board);
    assert_eq!(grid.at((0, 0)), Some(Side::White));
    assert_eq!(grid.at((1, 1)), Some(Side::Black));
    assert_eq!(board_of(&grid), diagram.board);
}
