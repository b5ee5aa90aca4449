//! Commands about game records.

use super::super::arg::FileName;
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use crate::diagnostics::quoted;
use crate::sgf::{self, GameTree};

pub(super) fn group() -> Group {
    Group {
        title: "Game records",
        commands: vec![
            Command::new(
                "loadsgf",
                loadsgf,
                "Goes on with the game of an SGF file: up to the position before this move, or to its end. Without komi in the \
                 file there is none; rules stay.",
            )
            .available_where(may_touch_files),
            Command::new(
                "printsgf",
                printsgf,
                "The game as an SGF record: as the answer, or into a file.",
            ),
        ],
    }
}

/// Whether commands may touch any file.
pub(super) fn may_touch_files(session: &Session) -> bool {
    session.engine.config().files.are_allowed()
}

fn loadsgf(
    session: &mut Session,
    FileName(name): FileName,
    number: Option<usize>,
) -> Result<(), Failure> {
    let rules = *session.engine.game().rules();
    let read = session.engine.config().files.read(&name);
    let record = read
        .map_err(|error| error.to_string())
        .and_then(|bytes| sgf::read(&bytes).map_err(|error| error.to_string()))
        .map_err(|error| {
            log::warn!("{}: {error}", quoted(&name));
            Failure::CannotLoadFile
        })?;
    for warning in &record.warnings {
        log::warn!("{}: {warning}", quoted(&name));
    }
    session.engine.set_game(record.game(number, rules));
    Ok(())
}

fn printsgf(session: &mut Session, file: Option<FileName>) -> Result<String, Failure> {
    let mut tree = GameTree::from(session.engine.game());
    tree.info_mut().result = session.engine.ending();
    let text = tree.to_string();
    match file {
        Some(FileName(name)) if name != "-" => {
            write(session, &name, &(text + "\n"))?;
            Ok(String::new())
        }
        _ => Ok(text),
    }
}

/// Writes a file that the controller names.
pub(super) fn write(session: &Session, name: &str, text: &str) -> Result<(), Failure> {
    let written = session.engine.config().files.write(name, text);
    written.map_err(|error| {
        log::warn!("{}: {error}", quoted(name));
        Failure::Other("cannot write file".into())
    })
}
