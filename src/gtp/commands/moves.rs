//! Commands that play moves, choose them and take them back.

use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use super::analyze::genmove_live;
use crate::engine::{Decision, Purpose};
use crate::go::{Color, Move};

pub(super) fn group() -> Group {
    Group {
        title: "Moves",
        commands: vec![
            Command::new(
                "play",
                play,
                "Plays a stone or a pass. One colour may move several times in a row.",
            ),
            Command::new(
                "gogui-play_sequence",
                gogui_play_sequence,
                "Plays moves, all or none of them.",
            ),
            Command::new(
                "genmove",
                genmove,
                "Chooses a move and plays it: a point, `pass` or `resign`.",
            ),
            Command::new(
                "kgs-genmove_cleanup",
                kgs_genmove_cleanup,
                "As `genmove`, but without a pass as long as dead stones of the opponent stand on the board.",
            ),
            Command::new(
                "reg_genmove",
                reg_genmove,
                "Chooses a move without playing it, the same each time.",
            ),
            Command::new("undo", undo, "Takes back the last move."),
            Command::new(
                "gg-undo",
                gg_undo,
                "Takes back the last moves, one or so many, all or none of them.",
            ),
        ],
    }
}

fn play(session: &mut Session, color: Color, mv: Move) -> Result<(), Failure> {
    play_all(session, &[(color, mv)])
}

#[allow(clippy::needless_pass_by_value)] // handlers get what was read
fn gogui_play_sequence(session: &mut Session, moves: Vec<(Color, Move)>) -> Result<(), Failure> {
    play_all(session, &moves)
}

fn play_all(session: &mut Session, moves: &[(Color, Move)]) -> Result<(), Failure> {
    session.engine.play_all(moves).map_err(|reason| {
        log::info!("illegal: {reason}");
        Failure::IllegalMove
    })
}

fn genmove(session: &mut Session, color: Color) -> String {
    written(genmove_live(session, color, Purpose::Game))
}

fn kgs_genmove_cleanup(session: &mut Session, color: Color) -> String {
    written(genmove_live(session, color, Purpose::Cleanup))
}

fn reg_genmove(session: &mut Session, color: Color) -> String {
    let stop = session.stop();
    written(session.engine.reg_genmove(color, &stop))
}

pub(super) fn written(decision: Decision) -> String {
    match decision {
        Decision::Move(mv) => mv.to_string(),
        Decision::Resign => "resign".into(),
    }
}

fn undo(session: &mut Session) -> Result<(), Failure> {
    gg_undo(session, None)
}

fn gg_undo(session: &mut Session, count: Option<usize>) -> Result<(), Failure> {
    if session.engine.undo(count.unwrap_or(1)) {
        Ok(())
    } else {
        Err(Failure::CannotUndo)
    }
}
