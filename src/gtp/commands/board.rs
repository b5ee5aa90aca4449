//! Commands that set the board up.

use super::super::arg::Sides;
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use crate::go::point::{MAX_SIZE, MIN_SIZE};
use crate::go::{Color, Point, Points};

pub(super) fn group() -> Group {
    Group {
        title: "Board",
        commands: vec![
            Command::new(
                "boardsize",
                boardsize,
                "Starts a new game on an empty square board of 2 to 25 lines; komi, rules and time settings stay.",
            ),
            Command::new(
                "rectangular_boardsize",
                boardsize,
                "As `boardsize`; width and height must be equal.",
            ),
            Command::new(
                "clear_board",
                clear_board,
                "Starts a new game on an empty board; komi, rules and time settings stay.",
            ),
            Command::new(
                "komi",
                komi,
                "Sets komi: any number, cut to a billion either way and rounded to hundredths.",
            ),
            Command::new("get_komi", get_komi, "The komi in force."),
            Command::new(
                "gogui-setup",
                gogui_setup,
                "Puts stones without capture. What was played before can no longer be undone.",
            ),
            Command::new(
                "gogui-setup_player",
                gogui_setup_player,
                "Says who moves next.",
            ),
        ],
    }
}

fn boardsize(session: &mut Session, sides: Sides) -> Result<(), Failure> {
    if sides.width != sides.height || !(MIN_SIZE..=MAX_SIZE).contains(&sides.width) {
        return Err(Failure::UnacceptableSize);
    }
    session.engine.new_game(sides.width);
    Ok(())
}

fn clear_board(session: &mut Session) {
    session.engine.new_game(session.engine.game().size());
}

fn komi(session: &mut Session, komi: Points) {
    session.engine.set_komi(komi);
}

fn get_komi(session: &mut Session) -> String {
    session.engine.game().komi().to_string()
}

fn gogui_setup(session: &mut Session, stones: Vec<(Color, Point)>) -> Result<(), Failure> {
    let board = session.engine.game().board();
    if !stones.iter().all(|&(_, point)| board.contains(point)) {
        return Err(Failure::SyntaxError);
    }
    let stones: Vec<_> = stones
        .into_iter()
        .map(|(color, point)| (point, Some(color)))
        .collect();
    session.engine.set_up(&stones, None);
    Ok(())
}

fn gogui_setup_player(session: &mut Session, color: Color) {
    session.engine.set_to_move(color);
}
