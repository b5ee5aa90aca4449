//! Whether one chain survives in a small fight: read out to the end.
//!
//! Both sides play within the fight or pass; two passes in a row end it. The reading is deepened until the answer is certain
//! or too many positions have been looked at.

use hashbrown::HashMap;

use super::survival::Question;
use crate::go::life::Life;
use crate::go::{Board, Color, Key, Point, PointSet, region};

/// The most positions looked at for one question.
const MOST_NODES: u32 = 10_000;
/// The most empty points of a fight that is read out.
pub(super) const MOST_EMPTY: usize = 8;
/// The most moves in a row that are read.
const MOST_MOVES: usize = 30;

/// A position in the reading: the stones, the ko ban, who is to move, and whether the last move was a pass.
type Node = (Key, Point, Color, bool);

/// Whether the chain of a stone survives; `None` where it could not be read out.
pub(super) fn survives(board: &Board, question: &Question) -> Option<bool> {
    let owner = board.at(question.stone)?;
    let empty = region::empty(board).intersection(&question.within).len();
    if empty > MOST_EMPTY {
        return None;
    }
    let mut solver = Solver {
        question,
        owner,
        boards: vec![Board::new(board.size()); MOST_MOVES + 1],
        known: HashMap::new(),
        path: Vec::new(),
        nodes: 0,
    };
    solver.boards[0].copy_from(board);
    for depth in (4..=MOST_MOVES).step_by(2) {
        let answer = solver.read(0, question.first, false, depth);
        if answer.is_some() || solver.nodes >= MOST_NODES {
            return answer;
        }
    }
    None
}

struct Solver<'a> {
    question: &'a Question,
    owner: Color,
    /// The position after each move of the line that is read.
    boards: Vec<Board>,
    /// Answers, and the depth to which there was none.
    known: HashMap<Node, Result<bool, usize>>,
    /// The positions of the line, with the player to move: no play may bring one back.
    path: Vec<(Key, Color)>,
    nodes: u32,
}

impl Solver<'_> {
    /// Whether the chain survives with `color` to move after `ply` moves, read `depth` moves deep.
    fn read(&mut self, ply: usize, color: Color, passed: bool, depth: usize) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        let board = &self.boards[ply];
        let key = Key::of(board);
        let ko = board.ko().map_or(Point::NONE, |(_, point)| point);
        let node = (key, ko, color, passed);
        match self.known.get(&node) {
            Some(&Ok(answer)) => return Some(answer),
            Some(&Err(read)) if read >= depth => return None,
            _ => {}
        }
        if let Some(answer) = self.decided(ply) {
            self.known.insert(node, Ok(answer));
            return Some(answer);
        }
        if depth == 0 || ply + 1 >= self.boards.len() {
            return None;
        }
        self.path.push((key, color));
        let answer = self.best(ply, color, passed, depth);
        self.path.pop();
        self.known.insert(node, answer.ok_or(depth));
        answer
    }

    /// The answer by the best move of `color`.
    fn best(&mut self, ply: usize, color: Color, passed: bool, depth: usize) -> Option<bool> {
        let wanted = color == self.owner;
        // A second pass ends it.
        if passed && self.stands(ply) == wanted {
            return Some(wanted);
        }
        let mut certain = true;
        for point in self.moves(ply, color) {
            let (before, after) = self.boards.split_at_mut(ply + 1);
            after[0].copy_from(&before[ply]);
            after[0].play(color, point);
            let now = (Key::of(&after[0]), !color);
            if self.path.contains(&now) {
                continue;
            }
            match self.read(ply + 1, !color, false, depth - 1) {
                Some(answer) if answer == wanted => return Some(wanted),
                Some(_) => {}
                None => certain = false,
            }
        }
        if !passed {
            let (before, after) = self.boards.split_at_mut(ply + 1);
            after[0].copy_from(&before[ply]);
            after[0].clear_ko();
            match self.read(ply + 1, !color, true, depth - 1) {
                Some(answer) if answer == wanted => return Some(wanted),
                Some(_) => {}
                None => certain = false,
            }
        }
        certain.then_some(!wanted)
    }

    /// The legal plays inside the fight but for own eyes that are in no danger; captures and escapes first.
    fn moves(&self, ply: usize, color: Color) -> Vec<Point> {
        let board = &self.boards[ply];
        let mut moves: Vec<_> = board
            .empties()
            .iter()
            .copied()
            .filter(|&point| self.question.within.contains(point))
            .filter(|&point| board.is_legal(color, point, false))
            .filter(|&point| !board.is_eyelike(color, point) || touches_atari(board, point))
            .collect();
        // The empties come in no fixed order.
        moves.sort_unstable();
        moves.sort_by_key(|&point| !touches_atari(board, point));
        moves
    }

    /// The answer where nothing can change it any more.
    fn decided(&self, ply: usize) -> Option<bool> {
        let (board, stone) = (&self.boards[ply], self.question.stone);
        let lives = |color| Life::of(board, color, false).area().contains(stone);
        if board.at(stone) == Some(self.owner) && lives(self.owner) {
            Some(true)
        } else if lives(!self.owner) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the chain has survived if play ends now: its point holds a stone of its colour, or one of no colour but
    /// those around.
    fn stands(&self, ply: usize) -> bool {
        let (board, stone) = (&self.boards[ply], self.question.stone);
        if let Some(color) = board.at(stone) {
            return color == self.owner;
        }
        let around = region::empty(board)
            .reachable(&PointSet::from(stone))
            .neighbors();
        !around.meets(&region::stones(board, !self.owner))
    }
}

/// Whether a chain beside an empty point is in atari.
fn touches_atari(board: &Board, point: Point) -> bool {
    point
        .neighbors()
        .into_iter()
        .any(|n| board.at(n).is_some() && board.liberties(n) == 1)
}
