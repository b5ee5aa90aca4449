//! The playout policy: local answers first, then random sensible moves.

use super::tactics::{
    Candidates, Ladder, adjacent_chains, captures_beside, chain_len_after, is_self_atari,
    liberties_after,
};
use super::{Random, nakade, patterns};
use crate::go::{Board, Cell, Color, Point};

/// How often each kind of answer is looked for, in 1,024ths. All values were set by matches, see the changelog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyParams {
    /// Captures, and escapes of chains that the last move put in atari.
    pub atari: u32,
    /// The killing move in an eye space beside the last move.
    pub nakade: u32,
    /// Patterns beside the last move.
    pub pattern: u32,
    /// Refusing a random move that puts a chain of its own in atari.
    pub self_atari: u32,
    /// Answers to chains that the last move left with two liberties.
    pub two_liberties: u32,
}

impl Default for PolicyParams {
    fn default() -> Self {
        Self {
            atari: 950,
            nakade: 950,
            pattern: 950,
            self_atari: 1000,
            two_liberties: 0,
        }
    }
}

/// Chooses the moves of playouts.
#[derive(Clone)]
pub struct Policy {
    params: PolicyParams,
    ladder: Ladder,
    shapes: &'static patterns::Table,
}

impl Policy {
    /// A policy.
    #[must_use]
    pub fn new(params: PolicyParams) -> Self {
        Self {
            params,
            ladder: Ladder::new(),
            shapes: patterns::table(),
        }
    }

    /// What it reads ladders with.
    pub const fn ladder(&mut self) -> &mut Ladder {
        &mut self.ladder
    }

    /// A move for `color`, given the last move ([`Point::NONE`] where there was none or a pass); `None` to pass.
    pub fn choose(
        &mut self,
        board: &Board,
        color: Color,
        last: Point,
        random: &mut Random,
    ) -> Option<Point> {
        if last != Point::NONE {
            let mut candidates = Candidates::new();
            if random.chance(self.params.atari) {
                self.atari_answers(board, color, last, &mut candidates);
                if let Some(point) = pick(board, color, &mut candidates, random) {
                    return Some(point);
                }
            }
            if random.chance(self.params.nakade) {
                let kill = last
                    .neighbors()
                    .into_iter()
                    .filter(|&n| board.is_empty(n))
                    .find_map(|n| nakade::killing_move(board, color, n));
                if let Some(point) = kill.filter(|&point| board.is_legal(color, point, false)) {
                    return Some(point);
                }
            }
            if random.chance(self.params.two_liberties) {
                candidates.clear();
                self.two_liberty_answers(board, color, last, &mut candidates);
                if let Some(point) = pick(board, color, &mut candidates, random) {
                    return Some(point);
                }
            }
            if random.chance(self.params.pattern) {
                candidates.clear();
                pattern_moves(self.shapes, board, last, &mut candidates);
                if let Some(point) = pick_sensible(board, color, &mut candidates, random) {
                    return Some(point);
                }
            }
        }
        self.random_move(board, color, random)
    }

    /// Captures of the chain just played and of others, escapes of own chains in atari beside the last move.
    fn atari_answers(&mut self, board: &Board, color: Color, last: Point, into: &mut Candidates) {
        if board.at(last) == Some(!color) && board.liberties(last) == 1 {
            into.push(board.last_liberty(last));
        }
        for chain in adjacent_chains(board, color, last) {
            if board.liberties(chain) == 1 {
                self.escapes(board, chain, into);
            }
        }
    }

    /// Moves that save a chain in atari: captures beside it, and its extension where that leaves it safe.
    pub fn escapes(&mut self, board: &Board, chain: Point, into: &mut Candidates) {
        let Some(color) = board.at(chain) else { return };
        captures_beside(board, chain, into);
        let liberty = board.last_liberty(chain);
        let safe = match liberties_after(board, color, liberty, 3) {
            0 | 1 => false,
            2 => !self.ladder.is_lost(board, chain),
            _ => true,
        };
        if safe {
            into.push(liberty);
        }
    }

    /// Moves for `color` about a chain with two liberties: those that catch an opponent's chain in a ladder, or save an own
    /// one from being caught.
    pub fn ladder_moves(
        &mut self,
        board: &Board,
        chain: Point,
        color: Color,
        into: &mut Candidates,
    ) {
        let caught = self.ladder.attack(board, chain);
        if board.at(chain) != Some(color) {
            into_some(into, caught);
        } else if caught.is_some() {
            for liberty in board.two_liberties(chain) {
                if liberties_after(board, color, liberty, 3) >= 3 {
                    into.push(liberty);
                }
            }
        }
    }

    /// Answers where the last move left chains with two liberties: catching the opponent's in a ladder, saving own ones.
    fn two_liberty_answers(
        &mut self,
        board: &Board,
        color: Color,
        last: Point,
        into: &mut Candidates,
    ) {
        if board.at(last) == Some(!color) && board.liberties(last) == 2 {
            self.ladder_moves(board, last, color, into);
        }
        for chain in adjacent_chains(board, color, last) {
            if board.liberties(chain) == 2 {
                self.ladder_moves(board, chain, color, into);
            }
        }
    }

    /// A random move that fills no own eye and, mostly, puts no own chain in atari.
    fn random_move(&self, board: &Board, color: Color, random: &mut Random) -> Option<Point> {
        let empties = board.empties();
        for _ in 0..6.min(empties.len()) {
            let point = empties[random.below(empties.len())];
            if self.is_sensible(board, color, point, random) {
                return Some(point);
            }
        }
        let (before, after) = empties.split_at(random.below(empties.len()));
        after
            .iter()
            .chain(before)
            .copied()
            .find(|&point| self.is_sensible(board, color, point, random))
    }

    #[inline]
    fn is_sensible(&self, board: &Board, color: Color, point: Point, random: &mut Random) -> bool {
        !board.is_eyelike(color, point)
            && board.is_legal(color, point, false)
            && !(is_bad_self_atari(board, color, point) && random.chance(self.params.self_atari))
    }
}

fn into_some(into: &mut Candidates, point: Option<Point>) {
    if let Some(point) = point {
        into.push(point);
    }
}

/// Whether a play puts its own chain in atari without a purpose: throw-ins of one stone and killing shapes have one.
#[inline]
#[must_use]
pub fn is_bad_self_atari(board: &Board, color: Color, point: Point) -> bool {
    is_self_atari(board, color, point) && {
        let len = chain_len_after(board, color, point);
        // One stone may be a throw-in where it touches the opponent; more must be a killing shape.
        if len == 1 {
            false
        } else {
            len > 6 || !nakade::fills_to_kill(board, color, point)
        }
    }
}

/// A random legal point of the candidates.
fn pick(
    board: &Board,
    color: Color,
    candidates: &mut Candidates,
    random: &mut Random,
) -> Option<Point> {
    while !candidates.is_empty() {
        let point = candidates.swap_remove(random.below(candidates.as_slice().len()));
        if board.is_legal(color, point, false) {
            return Some(point);
        }
    }
    None
}

/// A random point of the candidates that is legal and no self-atari.
fn pick_sensible(
    board: &Board,
    color: Color,
    candidates: &mut Candidates,
    random: &mut Random,
) -> Option<Point> {
    while !candidates.is_empty() {
        let point = candidates.swap_remove(random.below(candidates.as_slice().len()));
        if !board.is_eyelike(color, point)
            && board.is_legal(color, point, false)
            && !is_self_atari(board, color, point)
        {
            return Some(point);
        }
    }
    None
}

/// The empty points around a move whose neighbourhood is a pattern.
#[inline]
fn pattern_moves(shapes: &patterns::Table, board: &Board, around: Point, into: &mut Candidates) {
    for point in around.neighbors().into_iter().chain(around.diagonals()) {
        if board.is_empty(point) && shapes.has(board.pattern(point)) {
            into.push_new(point);
        }
    }
}

/// A playout's moves and end.
#[derive(Clone)]
pub struct Playout {
    /// The plays in turn, [`Point::NONE`] for passes; colours alternate from the first player on.
    pub moves: Vec<Point>,
    /// The position at the end.
    pub board: Board,
}

impl Playout {
    /// Room for a playout on any board.
    #[must_use]
    pub fn new() -> Self {
        Self {
            moves: Vec::with_capacity(2048),
            board: Board::new(2),
        }
    }

    /// Plays `self.board` to the end: two passes in a row, or a cap on the moves. `last` is the last move.
    pub fn run(
        &mut self,
        policy: &mut Policy,
        mut color: Color,
        mut last: Point,
        random: &mut Random,
    ) {
        self.moves.clear();
        let board = &mut self.board;
        let limit = 3 * board.area();
        let mut passes = 0;
        while passes < 2 && self.moves.len() < limit {
            let point = if let Some(point) = policy.choose(board, color, last, random) {
                board.play(color, point);
                passes = 0;
                point
            } else {
                board.clear_ko();
                passes += 1;
                Point::NONE
            };
            self.moves.push(point);
            last = point;
            color = !color;
        }
    }
}

impl Default for Playout {
    fn default() -> Self {
        Self::new()
    }
}

/// Who owns a point at the end of a playout: the stone there, or the one colour around an empty point.
#[inline]
#[must_use]
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    match board.cell(point) {
        Cell::Black => Some(Color::Black),
        Cell::White => Some(Color::White),
        Cell::Edge => None,
        Cell::Empty => {
            let around = board.pattern(point) & 0xff;
            if around & 0x55 == 0x55 {
                Some(Color::Black)
            } else if around & 0xaa == 0xaa {
                Some(Color::White)
            } else {
                None
            }
        }
    }
}
