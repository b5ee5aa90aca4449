//! Local tactics on a board: what a move does to liberties, ladders, escapes from atari.

use crate::go::{Board, Cell, Color, Point};

/// Room for the points that one tactical question can raise.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    points: [Point; Self::CAPACITY],
    len: usize,
}

impl Candidates {
    /// More points than this are dropped: a few moves are enough to choose from.
    pub const CAPACITY: usize = 24;

    /// No points.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            points: [Point::NONE; Self::CAPACITY],
            len: 0,
        }
    }

    /// The points.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.len]
    }

    /// Adds a point that is not there yet.
    #[inline]
    pub fn push(&mut self, point: Point) {
        if self.len < Self::CAPACITY && !self.as_slice().contains(&point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    /// Adds a point that is known not to be there yet.
    #[inline]
    pub fn push_new(&mut self, point: Point) {
        if self.len < Self::CAPACITY {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    /// Takes out the point at `index`; the last takes its place.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> Point {
        let point = self.points[index];
        self.len -= 1;
        self.points[index] = self.points[self.len];
        point
    }

    /// Whether no point is there.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all points.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for Candidates {
    fn default() -> Self {
        Self::new()
    }
}

/// Number of liberties that the chain of a stone played on `point` would have, counted up to `enough` (at most 8).
/// Stones captured next to the new stone count as liberties; those captured farther off do not.
#[must_use]
pub fn liberties_after(board: &Board, color: Color, point: Point, enough: usize) -> usize {
    let mut liberties = Candidates::new();
    let own = Cell::stone(color);
    for neighbor in point.neighbors() {
        let cell = board.cell(neighbor);
        if cell == Cell::Empty {
            liberties.push(neighbor);
        } else if cell == own {
            let count = board.liberties(neighbor);
            if count > enough {
                return enough;
            }
            if count == 2 {
                liberties.push(board.other_liberty(neighbor, point));
            } else if count > 2 {
                for liberty in board.chain_liberties(neighbor) {
                    if liberty != point {
                        liberties.push(liberty);
                    }
                }
            }
        } else if cell != Cell::Edge && board.liberties(neighbor) == 1 {
            liberties.push(neighbor);
        }
        if liberties.as_slice().len() >= enough {
            return enough;
        }
    }
    liberties.as_slice().len()
}

/// Whether a play would leave its chain with a single liberty.
#[inline]
#[must_use]
pub fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let around = board.pattern(point) & 0xff;
    let free = 4 - ((around | around >> 1) & 0x55).count_ones();
    free < 2 && has_one_liberty_after(board, color, point)
}

/// [`is_self_atari`] for a point with at most one empty neighbour.
fn has_one_liberty_after(board: &Board, color: Color, point: Point) -> bool {
    let own = Cell::stone(color);
    let mut only = Point::NONE;
    for neighbor in point.neighbors() {
        let cell = board.cell(neighbor);
        let liberty = if cell == Cell::Empty {
            neighbor
        } else if cell == Cell::Edge {
            continue;
        } else {
            match (cell == own, board.liberties(neighbor)) {
                (true, 1) => continue,
                (true, 2) => board.other_liberty(neighbor, point),
                (true, _) => return false,
                (false, 1) => neighbor,
                (false, _) => continue,
            }
        };
        if only != Point::NONE && only != liberty {
            return false;
        }
        only = liberty;
    }
    true
}

/// Number of stones that the chain of a stone played on `point` would have, its own included.
#[must_use]
pub fn chain_len_after(board: &Board, color: Color, point: Point) -> usize {
    let own = Cell::stone(color);
    let mut heads = [Point::NONE; 4];
    let mut len = 1;
    for (i, neighbor) in point.neighbors().into_iter().enumerate() {
        if board.cell(neighbor) == own {
            let head = board.head(neighbor);
            if !heads.contains(&head) {
                heads[i] = head;
                len += board.chain_len(neighbor);
            }
        }
    }
    len
}

/// The chains of `color` next to a point, each once, by one stone.
#[inline]
pub fn adjacent_chains(
    board: &Board,
    color: Color,
    point: Point,
) -> impl Iterator<Item = Point> + '_ {
    let stone = Cell::stone(color);
    let mut heads = [Point::NONE; 4];
    point
        .neighbors()
        .into_iter()
        .enumerate()
        .filter_map(move |(i, neighbor)| {
            if board.cell(neighbor) != stone {
                return None;
            }
            let head = board.head(neighbor);
            if heads.contains(&head) {
                return None;
            }
            heads[i] = head;
            Some(neighbor)
        })
}

/// Adds the plays that capture an opponent's chain which touches the chain on `stone`.
pub fn captures_beside(board: &Board, stone: Point, into: &mut Candidates) {
    let Some(color) = board.at(stone) else { return };
    let enemy = Cell::stone(!color);
    for own in board.chain(stone) {
        for neighbor in own.neighbors() {
            if board.cell(neighbor) == enemy && board.liberties(neighbor) == 1 {
                into.push(board.last_liberty(neighbor));
            }
        }
    }
}

/// Reads ladders, on a board of its own.
#[derive(Clone)]
pub struct Ladder {
    board: Board,
}

impl Default for Ladder {
    fn default() -> Self {
        Self::new()
    }
}

impl Ladder {
    /// Most plays in a line that is read; a longer one counts as an escape.
    const DEPTH: usize = 120;

    /// A reader.
    #[must_use]
    pub fn new() -> Self {
        Self {
            board: Board::new(2),
        }
    }

    /// Whether the chain on `stone`, in atari with its owner to move, cannot get away by extending or by capturing next to
    /// itself.
    pub fn is_lost(&mut self, board: &Board, stone: Point) -> bool {
        self.board.copy_from(board);
        defend(&mut self.board, stone, Self::DEPTH)
    }

    /// A play by which the opponent of the chain on `stone`, which has two liberties, catches it in a ladder.
    pub fn attack(&mut self, board: &Board, stone: Point) -> Option<Point> {
        board
            .two_liberties(stone)
            .into_iter()
            .find(|&point| self.works(board, stone, point))
    }

    /// Whether the chain on `stone`, which has two liberties, is caught where the opponent starts the ladder on `point`.
    pub fn works(&mut self, board: &Board, stone: Point, point: Point) -> bool {
        may_work(board, stone, point) && {
            self.board.copy_from(board);
            starts(&mut self.board, stone, point, Self::DEPTH)
        }
    }
}

/// Whether a chain in atari, its owner to move, is lost. Where `depth` plays do not decide it, it is not.
fn defend(board: &mut Board, stone: Point, depth: usize) -> bool {
    let Some(color) = board.at(stone).filter(|_| depth > 0) else {
        return false;
    };
    let mut tries = Candidates::new();
    captures_beside(board, stone, &mut tries);
    let liberty = board.last_liberty(stone);
    let captures = tries.as_slice().len();
    tries.push(liberty);
    !tries.as_slice().iter().enumerate().any(|(i, &point)| {
        if !board.is_legal(color, point, false) {
            return false;
        }
        // A plain extension is mostly judged without playing it.
        if i >= captures {
            match liberties_after(board, color, point, 3) {
                0 | 1 => return false,
                2 => {}
                _ => return true,
            }
        }
        let trial = board.try_out(color, point);
        let escapes = match board.liberties(stone) {
            0 | 1 => false,
            2 => !is_caught(board, stone, depth - 1),
            _ => true,
        };
        board.take_back(&trial);
        escapes
    })
}

/// Whether a chain of two liberties is caught, its opponent to move.
fn is_caught(board: &mut Board, stone: Point, depth: usize) -> bool {
    board
        .two_liberties(stone)
        .into_iter()
        .any(|point| may_work(board, stone, point) && starts(board, stone, point, depth))
}

/// Whether a ladder may start on one of the two liberties of a chain: it is legal, and the extension that answers it would
/// not leave three liberties, that one not counted.
fn may_work(board: &Board, stone: Point, point: Point) -> bool {
    board.at(stone).is_some_and(|color| {
        let answer = board.other_liberty(stone, point);
        liberties_after(board, color, answer, 4) < 4 && board.is_legal(!color, point, false)
    })
}

/// Whether the ladder that [`may_work`] does.
fn starts(board: &mut Board, stone: Point, point: Point, depth: usize) -> bool {
    let Some(color) = board.at(stone).filter(|_| depth > 0) else {
        return false;
    };
    let trial = board.try_out(!color, point);
    // An attacker left in atari by his own play is taken by the defence's captures.
    let caught = board.liberties(stone) == 1 && defend(board, stone, depth - 1);
    board.take_back(&trial);
    caught
}
