//! Commands that place handicap stones. They are no moves: `undo` does not take them back.

use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use super::list;
use crate::go::{Move, Point, handicap};

pub(super) fn group() -> Group {
    Group {
        title: "Handicap",
        commands: vec![
            Command::new(
                "fixed_handicap",
                fixed_handicap,
                "Places 2 to 9 stones (as many as the size allows) on star points and names them.",
            ),
            Command::new(
                "place_free_handicap",
                place_free_handicap,
                "Places just so many stones: on star points, more where the engine likes; names them.",
            ),
            Command::new(
                "set_free_handicap",
                set_free_handicap,
                "Places stones on these points.",
            ),
        ],
    }
}

fn fixed_handicap(session: &mut Session, stones: usize) -> Result<String, Failure> {
    place(
        session,
        handicap::fixed(session.engine.game().size(), stones),
    )
}

fn place_free_handicap(session: &mut Session, stones: usize) -> Result<String, Failure> {
    place(
        session,
        handicap::free(session.engine.game().size(), stones),
    )
}

fn set_free_handicap(session: &mut Session, vertices: Vec<Move>) -> Result<(), Failure> {
    need_empty_board(session)?;
    let points: Option<Vec<Point>> = vertices.into_iter().map(Move::point).collect();
    match points {
        Some(points) if session.engine.place_handicap(&points) => Ok(()),
        _ => Err(Failure::BadVertexList),
    }
}

fn place(session: &mut Session, points: Option<Vec<Point>>) -> Result<String, Failure> {
    need_empty_board(session)?;
    match points {
        Some(points) if session.engine.place_handicap(&points) => Ok(list(points)),
        _ => Err(Failure::InvalidNumberOfStones),
    }
}

fn need_empty_board(session: &Session) -> Result<(), Failure> {
    let board = session.engine.game().board();
    if board.empties().len() == board.area() {
        Ok(())
    } else {
        Err(Failure::BoardNotEmpty)
    }
}
