//! Many files at once: read, judged and written in the order in which they were named.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

use super::chosen::Orders;
use super::progress::Progress;
use super::report::Report;
use super::{json, text};
use crate::files::{cause, read_record};
use crate::sgf::read_all;

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The files, each with one game or more.
    pub files: Vec<PathBuf>,
    /// What the user decides.
    pub orders: Orders,
    /// Whether reports are JSON objects, a line each, and not text.
    pub json: bool,
    /// Number of files that are judged at once.
    pub threads: usize,
}

/// What came of a game of a file: its report, ready to be written, or one line that says what is wrong.
type Judged = Result<String, String>;

/// Judges the files of a task: reports to `out`, a line for each bad file or game to `err`. Returns the number of those.
///
/// # Errors
/// Where the reports cannot be written. What is wrong with a file is none: the others go on.
pub fn run(task: &Task, out: &mut impl Write, err: &mut impl Write) -> io::Result<usize> {
    let progress = Progress::of(task.files.len(), "files");
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = channel();
    let mut writer = Writer {
        out,
        err,
        is_text: !task.json,
        any: false,
        bad: 0,
    };
    thread::scope(|scope| {
        for worker in 0..task.threads.clamp(1, task.files.len().max(1)) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            let work = move || {
                while !stop.load(Relaxed) {
                    let place = next.fetch_add(1, Relaxed);
                    let Some(path) = task.files.get(place) else {
                        break;
                    };
                    let judged = catch_unwind(AssertUnwindSafe(|| judge(path, task)));
                    let fault = |_| vec![Err(complaint(path, None, "an internal fault"))];
                    if sender.send((place, judged.unwrap_or_else(fault))).is_err() {
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
        for (place, games) in receiver {
            waiting.insert(place, games);
            progress.advance();
            while let Some(games) = waiting.remove(&due) {
                due += 1;
                let written = progress.aside(|| games.iter().try_for_each(|game| writer.put(game)));
                if let Err(error) = written {
                    stop.store(true, Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(writer.bad)
    })
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

/// Judges all games of a file.
fn judge(path: &Path, task: &Task) -> Vec<Judged> {
    let bytes = match read_record(path) {
        Ok(bytes) => bytes,
        Err(error) => return vec![Err(complaint(path, None, &cause(&error)))],
    };
    let games = read_all(&bytes);
    let several = games.len() > 1;
    let name = path.to_string_lossy();
    let numbered = games.into_iter().enumerate().map(|(i, game)| (i + 1, game));
    numbered
        .map(|(number, game)| {
            let shown = several.then_some(number);
            let wrong = |error: &dyn std::fmt::Display| complaint(path, shown, &error.to_string());
            let record = game.map_err(|error| wrong(&error))?;
            let report = Report::of(&record, &task.orders).map_err(|error| wrong(&error))?;
            if task.json {
                return Ok(format!("{}\n", json::object(&name, number, &report)));
            }
            let title = shown.map_or_else(
                || name.to_string(),
                |number| format!("{name}, game {number}"),
            );
            let mut written = String::new();
            text::write(&mut written, &title, &report).map_err(|error| wrong(&error))?;
            Ok(written)
        })
        .collect()
}

/// One line about a file, or about a game of it.
fn complaint(path: &Path, game: Option<usize>, what: &str) -> String {
    let name = text::plain(&path.to_string_lossy());
    let game = game.map_or_else(String::new, |number| format!(", game {number}"));
    format!("tengen: {name}{game}: {}", text::plain(what))
}
