//! Many games at once: read, judged and written in the order in which their files were named.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::chosen::Orders;
use super::progress::Progress;
use super::report::Report;
use super::{json, text};
use crate::files::{cause, read_record};
use crate::sgf::{Record, read_all};

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The files, each with one game or more.
    pub files: Vec<PathBuf>,
    /// What the user decides.
    pub orders: Orders,
    /// Whether reports are JSON objects, a line each, and not text.
    pub json: bool,
    /// Number of games that are judged at once.
    pub threads: usize,
}

/// What is said of a game where the program failed.
const FAULT: &str = "an internal fault";

/// What came of a game of a file: its report, ready to be written, or one line that says what is wrong.
type Judged = Result<String, String>;

/// Judges the files of a task: reports to `out`, a line for each bad file or game to `err`. Returns the number of those.
///
/// # Errors
/// Where the reports cannot be written. What is wrong with a file is none: the others go on.
pub fn run(task: &Task, out: &mut impl Write, err: &mut impl Write) -> io::Result<usize> {
    let progress = Progress::of(task.files.len(), "games");
    let stop = AtomicBool::new(false);
    let queue = Mutex::new(Queue {
        files: task.files.iter(),
        games: Vec::new().into_iter(),
        taken: 0,
    });
    let take = || {
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.take(&progress)
    };
    let (sender, receiver) = channel();
    let mut writer = Writer {
        out,
        err,
        is_text: !task.json,
        any: false,
        bad: 0,
    };
    thread::scope(|scope| {
        for worker in 0..task.threads.max(1) {
            let (sender, take, stop) = (sender.clone(), &take, &stop);
            let work = move || {
                while !stop.load(Relaxed)
                    && let Some((place, game)) = take()
                {
                    if sender.send((place, game.judge(task))).is_err() {
                        break;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                // Those that there are do it all; without any, the files are not judged.
                if worker == 0 {
                    return Err(error);
                }
                break;
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (place, judged) in receiver {
            waiting.insert(place, judged);
            progress.advance();
            while let Some(judged) = waiting.remove(&due) {
                due += 1;
                if let Err(error) = progress.aside(|| writer.put(&judged)) {
                    stop.store(true, Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(writer.bad)
    })
}

/// The games that are still to be judged, file by file.
struct Queue<'a> {
    files: std::slice::Iter<'a, PathBuf>,
    /// What is left of the last file that was read.
    games: std::vec::IntoIter<Game<'a>>,
    /// Number of games taken so far.
    taken: usize,
}

impl<'a> Queue<'a> {
    /// The next game and its place among all.
    fn take(&mut self, progress: &Progress) -> Option<(usize, Game<'a>)> {
        loop {
            if let Some(game) = self.games.next() {
                self.taken += 1;
                return Some((self.taken - 1, game));
            }
            let path = self.files.next()?;
            let games = catch_unwind(|| games_of(path))
                .unwrap_or_else(|_| vec![Game::wrong(path, FAULT.to_string())]);
            progress.grow(games.len().saturating_sub(1));
            self.games = games.into_iter();
        }
    }
}

/// A game of a file, or what is wrong with it.
struct Game<'a> {
    path: &'a Path,
    /// Its number in the file, from 1.
    number: usize,
    /// Whether that is told, as there are several.
    is_numbered: bool,
    record: Result<Record, String>,
}

/// All games of a file.
fn games_of(path: &Path) -> Vec<Game<'_>> {
    let records = match read_record(path) {
        Ok(bytes) => read_all(&bytes),
        Err(error) => return vec![Game::wrong(path, cause(&error))],
    };
    let is_numbered = records.len() > 1;
    let numbered = (1..).zip(records);
    numbered
        .map(|(number, record)| Game {
            path,
            number,
            is_numbered,
            record: record.map_err(|error| error.to_string()),
        })
        .collect()
}

impl<'a> Game<'a> {
    const fn wrong(path: &'a Path, what: String) -> Self {
        Self {
            path,
            number: 1,
            is_numbered: false,
            record: Err(what),
        }
    }

    fn judge(&self, task: &Task) -> Judged {
        let reported = catch_unwind(AssertUnwindSafe(|| self.report(task)));
        reported
            .unwrap_or_else(|_| Err(FAULT.to_string()))
            .map_err(|what| {
                let title = text::plain(&self.title());
                format!("tengen: {title}: {}", text::plain(&what))
            })
    }

    /// The report, or what is wrong.
    fn report(&self, task: &Task) -> Result<String, String> {
        let record = self.record.as_ref().map_err(Clone::clone)?;
        let report = Report::of(record, &task.orders).map_err(|error| error.to_string())?;
        if task.json {
            let name = self.path.to_string_lossy();
            return Ok(format!("{}\n", json::object(&name, self.number, &report)));
        }
        let mut written = String::new();
        let told = text::write(&mut written, &self.title(), &report);
        told.map_err(|error| error.to_string())?;
        Ok(written)
    }

    /// The file as it was named, and the game's number where there are several.
    fn title(&self) -> String {
        let name = self.path.to_string_lossy();
        if self.is_numbered {
            format!("{name}, game {}", self.number)
        } else {
            name.into_owned()
        }
    }
}

struct Writer<'a, O, E> {
    out: &'a mut O,
    err: &'a mut E,
    is_text: bool,
    /// Whether a report has been written.
    any: bool,
    bad: usize,
}

impl<O: Write, E: Write> Writer<'_, O, E> {
    fn put(&mut self, game: &Judged) -> io::Result<()> {
        match game {
            Ok(report) => {
                if self.any && self.is_text {
                    writeln!(self.out)?;
                }
                self.any = true;
                self.out.write_all(report.as_bytes())?;
                self.out.flush()
            }
            Err(line) => {
                self.bad += 1;
                writeln!(self.err, "{line}")
            }
        }
    }
}
