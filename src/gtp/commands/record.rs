//! Commands about game records.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::super::arg::FileName;
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
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
            ),
            Command::new(
                "printsgf",
                printsgf,
                "The game as an SGF record: as the answer, or into a file.",
            ),
        ],
    }
}

/// Larger files are no game records.
const MOST_BYTES: u64 = 1 << 26;

fn loadsgf(
    session: &mut Session,
    FileName(name): FileName,
    number: Option<usize>,
) -> Result<(), Failure> {
    let rules = *session.engine.game().rules();
    let record = read_file(Path::new(&name))
        .map_err(|error| error.to_string())
        .and_then(|bytes| sgf::read(&bytes).map_err(|error| error.to_string()))
        .map_err(|error| {
            log::warn!("{name}: {error}");
            Failure::CannotLoadFile
        })?;
    for warning in &record.warnings {
        log::info!("{name}: {warning}");
    }
    session.engine.set_game(record.game(number, rules));
    Ok(())
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("too large for a game record"));
    }
    Ok(bytes)
}

fn printsgf(session: &mut Session, file: Option<FileName>) -> Result<String, Failure> {
    let mut tree = GameTree::from(session.engine.game());
    tree.info_mut().result = session.engine.ending();
    let text = tree.to_string();
    match file {
        Some(FileName(name)) if name != "-" => {
            fs::write(&name, text + "\n").map_err(|error| {
                log::warn!("{name}: {error}");
                Failure::Other("cannot write file".into())
            })?;
            Ok(String::new())
        }
        _ => Ok(text),
    }
}
