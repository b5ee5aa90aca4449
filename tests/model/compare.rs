//! Says where the crate's board and game differ from the model.

use std::collections::BTreeSet;

use tengen::go::rules::{Ko, Rules};
use tengen::go::{Board, Color, Game, IllegalMove, Move, Point};

use super::{Grid, KoRule, Model, Refusal, Side, Spot};

pub(crate) fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

pub(crate) fn point((column, row): Spot) -> Point {
    Point::new(column, row)
}

pub(crate) fn spot(point: Point) -> Spot {
    (point.column(), point.row())
}

/// Rules with the model's ko and suicide.
pub(crate) fn rules(ko: KoRule, suicide: bool) -> Rules {
    let ko = match ko {
        KoRule::Simple => Ko::Simple,
        KoRule::Positional => Ko::Positional,
        KoRule::Situational => Ko::Situational,
    };
    Rules {
        ko,
        suicide,
        ..Rules::default()
    }
}

/// A board's stones as a grid.
pub(crate) fn grid_of(board: &Board) -> Grid {
    let mut grid = Grid::empty(board.size());
    for point in board.points() {
        grid.set(spot(point), board.at(point).map(side));
    }
    grid
}

/// A board with a grid's stones, as set-up.
pub(crate) fn board_of(grid: &Grid) -> Board {
    let mut board = Board::new(grid.size());
    board.set_up_all(
        grid.spots()
            .into_iter()
            .map(|at| (point(at), grid.at(at).map(color))),
    );
    board
}

/// Every query that tells of the stones agrees with a flood fill of the grid.
pub(crate) fn assert_stones(board: &Board, grid: &Grid) {
    assert_eq!(board.size(), grid.size());
    assert_eq!(grid_of(board), *grid, "\n{board}");
    let empty: BTreeSet<Spot> = board.empties().iter().map(|&p| spot(p)).collect();
    let expected: BTreeSet<Spot> = grid
        .spots()
        .into_iter()
        .filter(|&at| grid.at(at).is_none())
        .collect();
    assert_eq!(empty, expected, "empty points of\n{board}");
    assert_eq!(board.empties().len(), expected.len(), "each once\n{board}");
    for at in grid.spots() {
        assert_eq!(
            board.pattern(point(at)),
            pattern(grid, at),
            "{at:?}\n{board}"
        );
        for side in Side::BOTH {
            assert_eq!(
                board.is_eyelike(color(side), point(at)),
                is_eyelike(grid, side, at),
                "{side:?} at {at:?}\n{board}"
            );
        }
    }
    assert_chains(board, grid);
}

/// Every chain is flooded once; all its stones must tell the same of it.
fn assert_chains(board: &Board, grid: &Grid) {
    let mut done: BTreeSet<Spot> = BTreeSet::new();
    for at in grid.spots() {
        let here = point(at);
        if grid.at(at).is_none() {
            assert_eq!(board.head(here), Point::NONE);
            assert_eq!((board.liberties(here), board.chain_len(here)), (0, 0));
            assert_eq!(board.chain(here).count(), 0);
        } else if !done.contains(&at) {
            let (stones, liberties) = grid.chain(at);
            assert_chain(board, here, &stones, &liberties);
            done.extend(stones);
        }
    }
}

fn assert_chain(board: &Board, here: Point, stones: &BTreeSet<Spot>, liberties: &BTreeSet<Spot>) {
    let head = board.head(here);
    assert!(stones.contains(&spot(head)), "{here}\n{board}");
    for &stone in stones {
        let stone = point(stone);
        assert_eq!(board.head(stone), head, "{stone}\n{board}");
        assert_eq!(board.chain_len(stone), stones.len(), "{stone}\n{board}");
        assert_eq!(board.liberties(stone), liberties.len(), "{stone}\n{board}");
    }
    let listed: Vec<Spot> = board.chain(here).map(spot).collect();
    assert_eq!(listed.first(), Some(&spot(here)));
    assert_eq!(listed.len(), stones.len(), "chain of {here}\n{board}");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), *stones);
    let listed: Vec<Spot> = board.chain_liberties(here).map(spot).collect();
    assert_eq!(listed.len(), liberties.len(), "{here}\n{board}");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), *liberties);
    let known: BTreeSet<Spot> = match liberties.len() {
        1 => BTreeSet::from([spot(board.last_liberty(here))]),
        2 => {
            let two = board.two_liberties(here);
            assert_eq!(board.other_liberty(here, two[0]), two[1], "{here}\n{board}");
            assert_eq!(board.other_liberty(here, two[1]), two[0], "{here}\n{board}");
            two.into_iter().map(spot).collect()
        }
        _ => return,
    };
    assert_eq!(known, *liberties, "{here}\n{board}");
}

const LINES: [(isize, isize); 4] = [(0, 1), (-1, 0), (1, 0), (0, -1)];
const DIAGONALS: [(isize, isize); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// What lies `right` and `up` of a spot: 0 empty, 1 black, 2 white, 3 off the board.
fn beside(grid: &Grid, at: Spot, (right, up): (isize, isize)) -> u16 {
    let on_board = |line: &usize| *line < grid.size();
    let column = at.0.checked_add_signed(right).filter(on_board);
    let row = at.1.checked_add_signed(up).filter(on_board);
    let (Some(column), Some(row)) = (column, row) else {
        return 3;
    };
    grid.at((column, row)).map_or(0, stone_code)
}

fn stone_code(side: Side) -> u16 {
    match side {
        Side::Black => 1,
        Side::White => 2,
    }
}

/// The pattern code as its doc defines it.
fn pattern(grid: &Grid, at: Spot) -> u16 {
    let around = LINES.into_iter().chain(DIAGONALS).enumerate();
    around
        .map(|(i, step)| beside(grid, at, step) << (2 * i))
        .sum()
}

fn is_eyelike(grid: &Grid, side: Side, at: Spot) -> bool {
    let own = stone_code(side);
    let walled = LINES
        .iter()
        .all(|&step| [own, 3].contains(&beside(grid, at, step)));
    let corners = DIAGONALS.map(|step| beside(grid, at, step));
    let enemy = stone_code(side.other());
    let enemies = corners.iter().filter(|&&corner| corner == enemy).count();
    walled && enemies < if corners.contains(&3) { 1 } else { 2 }
}

/// Stones, captures, ko ban and turn agree.
pub(crate) fn assert_position(game: &Game, model: &Model) {
    let (board, now) = (game.board(), model.now());
    assert_stones(board, &now.grid);
    let captures = board.captures().map(|n| n as usize);
    assert_eq!([captures.black, captures.white], now.taken, "\n{game:?}");
    assert_eq!(board.ko().map(|(c, p)| (side(c), spot(p))), now.ban);
    assert_eq!(side(game.to_move()), now.to_move);
    assert_eq!(game.moves().len(), model.len());
}

/// Every play of both players is allowed or refused alike, and for the same reason.
pub(crate) fn assert_legality(game: &Game, model: &Model) {
    for player in Side::BOTH {
        assert_eq!(game.check(color(player), Move::Pass), Ok(()));
        for at in model.now().grid.spots() {
            let refusal = model.refusal(player, at);
            let found = match game.check(color(player), Move::Play(point(at))) {
                Ok(()) => None,
                Err(IllegalMove::Occupied) => Some(Refusal::Occupied),
                Err(IllegalMove::Suicide) => Some(Refusal::Suicide),
                Err(IllegalMove::Ko | IllegalMove::Superko) => Some(Refusal::Ko),
                Err(IllegalMove::OffBoard) => panic!("{at:?} is on the board"),
            };
            assert_eq!(
                found,
                refusal,
                "{player:?} at {} under {:?}\n{game:?}{:?}",
                point(at),
                game.rules(),
                game.moves()
            );
            assert_board_legality(game.board(), model, player, at, refusal);
        }
    }
}

/// The board alone knows everything but superko.
fn assert_board_legality(
    board: &Board,
    model: &Model,
    player: Side,
    at: Spot,
    refusal: Option<Refusal>,
) {
    let (color, here) = (color(player), point(at));
    let banned = model.now().ban == Some((player, at));
    let expected = match refusal {
        Some(Refusal::Occupied | Refusal::Suicide) => false,
        Some(Refusal::Ko) | None => !banned,
    };
    assert_eq!(
        board.is_legal(color, here, model.suicide),
        expected,
        "{player:?} at {here}\n{board:?}"
    );
    if refusal != Some(Refusal::Occupied) {
        let mut grid = model.now().grid.clone();
        let (_, lost) = grid.put(player, at);
        assert_eq!(board.is_suicide(color, here), !lost.is_empty());
    }
}
