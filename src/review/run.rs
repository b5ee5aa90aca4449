//! Many files: read, analysed position by position, written.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::effort::Effort;
use super::output::{self, earlier};
use super::paths::{Files, Places};
use super::position::Position;
use super::report::{Review, Settings};
use super::{json, record, text};
use crate::engine::{Config, Engine};
use crate::files::{cause, read_record};
use crate::go::{Color, Game, GameResult};
use crate::referee::Orders;
use crate::referee::progress::Progress;
use crate::sgf::read_all;

/// Time between two writings of a record that is being analysed.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Task {
    /// The files, each with one game or more.
    pub files: Vec<PathBuf>,
    /// Where the review of a single game goes, or the folder for those of all; `None` for beside each.
    pub out: Option<PathBuf>,
    /// What the user decides.
    pub orders: Orders,
    /// The engine's options; its limits for a move do not count.
    pub config: Config,
    /// What is spent on a position.
    pub effort: Effort,
    /// Whether a line of JSON a move is told, and not a summary.
    pub json: bool,
    /// Whether pictures are drawn.
    pub pictures: bool,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Files or games that could not be reviewed.
    pub bad: usize,
    /// Whether it was stopped before all was done.
    pub interrupted: bool,
}

/// A game to be reviewed.
struct Job {
    /// The file as it was named.
    name: String,
    /// The number of the game in it, from 1; shown where there are several.
    number: usize,
    title: String,
    files: Files,
    review: Review,
}

/// Reviews the games of a task: a summary of each to `out`, a line for each bad file or game to `err`. Once all is read,
/// `begun` is called; where `stop` becomes true after that, what is done is written, and the rest is left.
///
/// # Errors
/// Where the summaries cannot be written. What is wrong with a file is none: the others go on.
pub fn run(
    task: &Task,
    begun: impl FnOnce(),
    stop: &AtomicBool,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let mut jobs = Vec::new();
    for job in jobs_of(task) {
        match job {
            Ok(job) => jobs.push(job),
            Err(line) => {
                summary.bad += 1;
                writeln!(err, "{line}")?;
            }
        }
    }
    begun();
    let left: usize = jobs.iter().map(|job| job.review.left()).sum();
    let progress = Progress::of(left, "positions");
    let mut engine = Engine::new(task.config.clone());
    let mut any = false;
    for job in &mut jobs {
        // What an earlier review found is told all the same.
        if stop.load(Relaxed) && job.review.done() == 0 {
            continue;
        }
        let worked = catch_unwind(AssertUnwindSafe(|| {
            examine(job, &mut engine, task, stop, &progress)
        }));
        let written = worked.unwrap_or_else(|_| {
            engine = Engine::new(task.config.clone());
            Err("an internal fault".to_string())
        });
        let written = written.and_then(|()| finish(job, task));
        progress.aside(|| match written {
            Ok(files) => tell(job, task, &files, any, out),
            Err(what) => {
                summary.bad += 1;
                writeln!(err, "{}", complaint(&job.title, &what))
            }
        })?;
        any = true;
    }
    drop(progress);
    summary.interrupted = jobs.iter().any(|job| !job.review.is_complete()) && stop.load(Relaxed);
    if summary.interrupted {
        let all: usize = jobs.iter().map(|job| job.review.positions.len()).sum();
        let done: usize = jobs.iter().map(|job| job.review.done()).sum();
        writeln!(
            err,
            "tengen: interrupted after {done} of {all} positions; the same command goes on from here"
        )?;
    }
    Ok(summary)
}

/// The games of all files, or a line for each that cannot be reviewed.
fn jobs_of(task: &Task) -> Vec<Result<Job, String>> {
    let mut jobs = Vec::new();
    let mut games = Vec::new();
    for path in &task.files {
        match read_record(path) {
            Ok(bytes) => games.push((path, read_all(&bytes))),
            Err(error) => jobs.push(Err(complaint(&path.to_string_lossy(), &cause(&error)))),
        }
    }
    let several =
        games.iter().map(|(_, games)| games.len()).sum::<usize>() > 1 || task.files.len() > 1;
    let mut places = Places::new(task.out.as_deref(), several);
    for (path, games) in games {
        let shown = games.len() > 1;
        for (number, game) in (1..).zip(games) {
            let name = path.to_string_lossy().into_owned();
            let title = if shown {
                format!("{name}, game {number}")
            } else {
                name.clone()
            };
            let wrong = |what: &str| complaint(&title, what);
            let job = game
                .map_err(|error| wrong(&error.to_string()))
                .and_then(|record| {
                    if record::is_review(&record) {
                        return Err(wrong(
                            "this is a review; name the record that it was made of",
                        ));
                    }
                    let files = places
                        .of(path, shown.then_some(number))
                        .map_err(|what| wrong(&what))?;
                    let settings = settings(task, &record);
                    let mut review = Review::new(record, settings);
                    take_over(&mut review, &files, task.pictures).map_err(|what| wrong(&what))?;
                    Ok(Job {
                        name,
                        number,
                        title: title.clone(),
                        files,
                        review,
                    })
                });
            jobs.push(job);
        }
    }
    jobs
}

fn settings(task: &Task, record: &crate::sgf::Record) -> Settings {
    let network = task.config.network_for(record.size);
    Settings {
        rules: task.orders.rules_for(record).0,
        komi: task.orders.komi_for(record).0,
        network: network.map(|network| network.name().to_string()),
        effort: task.effort,
    }
}

/// Takes over what an earlier review found.
fn take_over(review: &mut Review, files: &Files, pictures: bool) -> Result<(), String> {
    if let Some(bytes) = earlier(files, pictures)? {
        record::take_over(review, &bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Analyses what is left of a game, until `stop`.
fn examine(
    job: &mut Job,
    engine: &mut Engine,
    task: &Task,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<(), String> {
    let record = job.review.record.clone();
    let settings = job.review.settings.clone();
    let last = job.review.positions.len() - 1;
    let mut saved = Instant::now();
    let mut fault = Ok(());
    let mut moves = 0;
    let mut look = |game: &Game, color: Color| {
        let place = moves;
        moves += 1;
        let known = job.review.position(place);
        let holds = job.review.is_done(place) && known.is_some_and(|known| known.color == color);
        if holds || stop.load(Relaxed) || fault.is_err() {
            return;
        }
        let mut game = game.clone();
        game.set_komi(settings.komi);
        engine.set_game(game);
        let position = position(engine, color, place == last, &task.effort, stop);
        let network = task.config.network_for(record.size);
        if network.is_some_and(|network| network.is_given_up()) {
            // What playouts found must not be kept as the network's.
            fault = Err("the network fails: review without it".to_string());
        } else if let Some(position) = position {
            job.review.positions[place] = Some(position);
            progress.advance();
            if saved.elapsed() >= SAVE_EVERY {
                fault = output::write_record(&job.files, &job.review);
                saved = Instant::now();
            }
        }
    };
    let end = record.replay(None, settings.rules.rules, |game, color, _| {
        look(game, color);
    });
    look(&end, end.to_move());
    fault
}

/// What the engine thinks of its game's position; `None` where it was stopped before the effort was spent.
fn position(
    engine: &mut Engine,
    color: Color,
    is_last: bool,
    effort: &Effort,
    stop: &AtomicBool,
) -> Option<Position> {
    if is_last
        && engine.game().is_over()
        && let result @ GameResult::Score(score) = engine.result()
    {
        let winner = result.winner(engine.game().rules());
        return Some(Position::counted(color, winner, score.0.as_f64()));
    }
    let report = engine.examine(color, effort.playouts, effort.time, &|| stop.load(Relaxed));
    let position = Position::searched(&report, effort.threads);
    (!stop.load(Relaxed) || effort.is_spent_on(&position)).then_some(position)
}

/// Writes the files of a game and says which.
fn finish(job: &Job, task: &Task) -> Result<Vec<PathBuf>, String> {
    let mut written = Vec::new();
    if job.review.positions.iter().any(Option::is_some) {
        output::write_record(&job.files, &job.review)?;
        written.push(job.files.record.clone());
        if task.pictures {
            output::write_pictures(&job.files, &job.review)?;
            written.extend(job.files.pictures().map(Path::to_path_buf));
        }
    }
    Ok(written)
}

/// Says what was found.
fn tell(
    job: &Job,
    task: &Task,
    files: &[PathBuf],
    any: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut told = String::new();
    if task.json {
        for object in json::objects(&job.name, job.number, &job.review) {
            let _ = writeln!(told, "{object}");
        }
    } else {
        let between = if any { "\n" } else { "" };
        let _ = writeln!(told, "{between}{}", plain(&job.title));
        for line in text::summary(&job.review).lines() {
            let _ = writeln!(told, "  {}", plain(line));
        }
        for file in files {
            let _ = writeln!(told, "  Written: {}", plain(&file.to_string_lossy()));
        }
    }
    out.write_all(told.as_bytes())?;
    out.flush()
}

/// One line about a file, or about a game of it.
fn complaint(title: &str, what: &str) -> String {
    format!("tengen: {}: {}", plain(title), plain(what))
}

/// Text of a file or of its name, without what a terminal would obey.
fn plain(text: &str) -> String {
    let replace = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    text.chars().map(replace).collect()
}
