//! Laws of counting and of unconditional life, on positions from random games.

mod position;

use proptest::prelude::*;
use tengen::go::life::{self, Life, Parts};
use tengen::go::{
    Board, ByColor, Color, Game, Komi, Point, PointSet, Rules, Score, Status, Tally, region,
};

/// Moves drawn at random: each number picks one of the legal plays that fill no eye of the player, if there is any.
fn play_out(game: &mut Game, picks: &[u16]) {
    for &pick in picks {
        let color = game.to_move();
        let legal: Vec<_> = game
            .board()
            .points()
            .filter(|&point| !game.board().is_eyelike(color, point))
            .map(tengen::go::Move::Play)
            .filter(|&mv| game.is_legal(color, mv))
            .collect();
        let mv = match legal.len() {
            0 => tengen::go::Move::Pass,
            n => legal[usize::from(pick) % n],
        };
        game.play(color, mv).expect("a legal move");
    }
}

/// A game of random moves, and a verdict on its chains drawn at random: about one in four dead, one in four in seki.
fn games() -> impl Strategy<Value = (Game, Status)> {
    let name = proptest::sample::select(Rules::names().collect::<Vec<_>>());
    let picks = proptest::collection::vec(any::<u16>(), 0..160);
    (2..10usize, name, picks, any::<u64>()).prop_map(|(size, name, picks, fates)| {
        let rules = name.parse().expect("a rule set");
        let mut game = Game::new(size, rules, Komi::hundredths(650));
        play_out(&mut game, &picks);
        let part = |which: u64| -> PointSet {
            let board = game.board();
            let chosen = |point: &Point| fates >> (2 * (point.index() % 32)) & 3 == which;
            board
                .points()
                .filter(|&p| board.head(p) == p)
                .filter(chosen)
                .collect()
        };
        let status = Status::new(game.board(), &part(0), &part(1));
        (game, status)
    })
}

/// A board turned and mirrored in one of eight ways, with the colours swapped where `swap`.
fn transformed(board: &Board, symmetry: usize, swap: bool) -> Board {
    let mut image = Board::new(board.size());
    image.set_up_all(board.points().filter_map(|point| {
        let stone = board.at(point)?;
        let stone = if swap { !stone } else { stone };
        Some((turned(board.size(), point, symmetry), Some(stone)))
    }));
    image
}

fn turned(size: usize, point: Point, symmetry: usize) -> Point {
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

fn turned_set(size: usize, set: &PointSet, symmetry: usize) -> PointSet {
    set.iter()
        .map(|point| turned(size, point, symmetry))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_point_is_counted_once((game, status) in games()) {
        let tally = Tally::new(&game, &status);
        let counts = tally.counts;
        let own = |c: tengen::go::score::Count| c.stones + c.territory + c.taxed;
        prop_assert_eq!(own(counts.black) + own(counts.white) + tally.neutral, tally.area);
        prop_assert!(!tally.owned.black.meets(&tally.owned.white));
        prop_assert!(!tally.dame.meets(&tally.owned.black.union(&tally.owned.white)));
        for color in Color::BOTH {
            let count = counts[color];
            prop_assert_eq!(tally.owned[color].len(), count.stones + count.territory);
        }
    }

    #[test]
    fn area_and_territory_differ_by_the_stones((game, status) in games()) {
        // Where the same points count, area is territory and stones.
        let rules = |text: &str| text.parse::<Rules>().expect("a rule set");
        let area = Tally::under(&game, &status, &rules("chinese"));
        let mut by_territory = rules("japanese");
        by_territory.tax = tengen::go::rules::Tax::None;
        let territory = Tally::under(&game, &status, &by_territory);
        for color in Color::BOTH {
            let (a, t) = (area.counts[color], territory.counts[color]);
            prop_assert_eq!(a.stones, t.stones);
            prop_assert_eq!(a.territory, t.territory + t.taxed);
            prop_assert_eq!((a.dead, a.prisoners), (t.dead, t.prisoners));
        }
    }

    #[test]
    fn colours_and_symmetries_commute((game, status) in games(), symmetry in 0..8usize, swap: bool) {
        let board = game.board();
        let size = board.size();
        let image = transformed(board, symmetry, swap);
        let rules = Rules { button: false, first_pass_bonus: false, ..*game.rules() };
        let score = |board: &Board, status: &Status| {
            let game = Game::from_position(board.clone(), Color::Black, rules, Komi::ZERO);
            Tally::new(&game, status).score()
        };
        let turned_status = Status {
            alive: turned_set(size, &status.alive, symmetry),
            dead: turned_set(size, &status.dead, symmetry),
            seki: turned_set(size, &status.seki, symmetry),
        };
        let before = score(&transformed(board, 0, false), &status);
        let after = score(&image, &turned_status);
        prop_assert_eq!(if swap { Score(-before.0) } else { before }, after);
        for color in Color::BOTH {
            let life = Life::of(board, color, false);
            let image_life = Life::of(&image, if swap { !color } else { color }, false);
            prop_assert_eq!(turned_set(size, &life.area(), symmetry), image_life.area());
            prop_assert_eq!(turned_set(size, &life.open, symmetry), image_life.open);
        }
    }

    #[test]
    fn the_parts_of_a_life_do_not_overlap((game, _) in games(), suicide: bool) {
        let board = game.board();
        for color in Color::BOTH {
            let life = Life::of(board, color, suicide);
            let parts = [&life.stones, &life.territory, &life.safe, &life.open];
            let union: PointSet = parts.iter().flat_map(|part| part.iter()).collect();
            prop_assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), union.len());
            // Suicide only ever takes life away.
            let with = Life::of(board, color, true);
            prop_assert!(with.stones.difference(&Life::of(board, color, false).stones).is_empty());
        }
        for parts in [Parts::NONE, Parts::ALL] {
            let area = life::area(board, parts, suicide);
            prop_assert!(!area.black.meets(&area.white));
            let kept = life::independent(board, &area).area;
            for color in Color::BOTH {
                prop_assert!(kept[color].difference(&area[color]).is_empty());
            }
        }
        let taxed = life::taxed_area(board, suicide);
        prop_assert!(!taxed.black.meets(&taxed.white));
    }

    /// The theorem: the owner passes, the opponent plays as often as it likes, and nothing is lost.
    #[test]
    fn unconditional_life_needs_no_answer((game, _) in games(), picks: Vec<u16>, suicide: bool) {
        for color in Color::BOTH {
            let life = Life::of(game.board(), color, suicide);
            let mut board = game.board().clone();
            for &pick in &picks {
                let legal: Vec<_> = board.points().filter(|&p| board.is_legal(!color, p, suicide)).collect();
                if legal.is_empty() {
                    break;
                }
                board.play(!color, legal[usize::from(pick) % legal.len()]);
            }
            prop_assert!(life.stones.difference(&region::stones(&board, color)).is_empty());
            // Nor does the opponent come to live inside.
            let enemy = Life::of(&board, !color, suicide);
            prop_assert!(!enemy.area().meets(&life.area()));
        }
    }
}

#[test]
fn a_board_without_stones_is_nobodys() {
    for size in [2, 9, 25] {
        let board = Board::new(size);
        let area = life::area(&board, Parts::ALL, false);
        assert_eq!(area, ByColor::default());
        let game = Game::new(size, Rules::default(), Komi::hundredths(750));
        let tally = Tally::new(&game, &Status::standing(&board));
        assert_eq!(tally.neutral, size * size);
        assert_eq!(tally.score().to_string(), "W+7.5");
    }
}

#[test]
fn a_living_group_and_its_eyes() {
    // Black's two eyes live; White's large eye is safe territory of nobody before it has two.
    let board = position::board(
        ". X . X O . .
         X X X X O . .
         O O O O O . .
         . . . . . . .
         . . . . . . .
         O O O O O O O
         . O . O . O .",
    );
    let black = Life::of(&board, Color::Black, false);
    assert_eq!((black.stones.len(), black.territory.len()), (6, 2));
    assert!(black.safe.is_empty() && black.open.is_empty());
    let white = Life::of(&board, Color::White, false);
    assert_eq!((white.stones.len(), white.territory.len()), (10, 4));
    assert_eq!((white.safe.len(), white.open.len()), (0, 20));
    let area = life::area(&board, Parts::ALL, false);
    assert_eq!((area.black.len(), area.white.len()), (8, 41));
    let kept = life::independent(&board, &area);
    assert_eq!(kept.groups, ByColor::new(1, 1));
}
