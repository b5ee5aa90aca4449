//! A game as the root of a search, with all that the inputs of later positions need of it.

use crate::go::{Board, Color, Game, Move};

use super::phase::Phase;

/// Moves that are shown as history.
pub(super) const SHOWN: usize = 5;

/// A game as the root of a search.
pub struct Root<'a> {
    pub(super) game: &'a Game,
    /// The position and those one and two moves ago, as far as there are any.
    pub(super) boards: Vec<Board>,
    pub(super) phase: Phase,
    /// The last moves, the latest first.
    pub(super) last: [Option<(Color, Move)>; SHOWN],
}

impl<'a> Root<'a> {
    /// Goes through a game.
    #[must_use]
    pub fn new(game: &'a Game) -> Self {
        let mut board = game.start().clone();
        let mut phase = Phase::new(game.passed_before());
        let mut boards = Vec::with_capacity(3);
        let moves = game.moves();
        for (i, &(color, mv)) in moves.iter().enumerate() {
            if moves.len() - i <= 2 {
                boards.push(board.clone());
            }
            phase.step(game.rules(), &board, color, mv);
            play(&mut board, color, mv);
        }
        boards.push(game.board().clone());
        boards.reverse();
        let mut last = [None; SHOWN];
        for (slot, &mv) in last.iter_mut().zip(moves.iter().rev()) {
            *slot = Some(mv);
        }
        Self {
            game,
            boards,
            phase,
            last,
        }
    }
}

/// Makes a move as a game does.
pub(super) fn play(board: &mut Board, color: Color, mv: Move) {
    match mv {
        Move::Play(point) => {
            if !board.is_empty(point) {
                board.set_up(point, None);
            }
            board.play(color, point);
        }
        Move::Pass => board.clear_ko(),
    }
}
