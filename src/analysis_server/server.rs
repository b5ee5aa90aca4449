//! The threads: one that reads, and those that search.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::{Map, Value, json};

use super::answer;
use super::fields::Fault;
use super::queue::{Job, Queue};
use super::request::{self, Action, Request};
use super::settings::{Defaults, Perspective};
use crate::engine::Config;
use crate::net::Network;
use crate::search::{Limits, Observer, Params, Report, Searcher};
use crate::streams::{Line, read_line};

/// What the user chose for analyses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Positions searched at the same time; `None` for one by each search thread.
    pub positions: Option<usize>,
    /// Whose side values are told from where a query says nothing.
    pub perspective: Perspective,
    /// Whether the end of input stops what runs and drops what waits.
    pub quits_at_once: bool,
}

/// Most visits of a position, where neither the query nor the user says how many.
const VISITS: u64 = 1000;

/// Serves a program until the end of input and of what it asked for until then, unless the options say otherwise; or until the
/// output is closed, which is no error.
///
/// The search threads and the memory of the configuration are shared out among the positions that are searched at the same
/// time, its limits hold for queries that say nothing. Every search starts with an empty tree: with a seed and a single search
/// thread for each position, answers repeat themselves.
///
/// # Errors
/// Those of the output, but for a closed one; or where no thread can be had.
pub fn serve<R, W>(mut config: Config, options: Options, input: R, output: W) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let positions = options.positions.unwrap_or(config.threads).max(1);
    config.threads = (config.threads / positions).max(1);
    config.memory = (config.memory / positions).max(1);
    let shared = Arc::new(Shared {
        queue: Queue::default(),
        output: Output::new(output),
        defaults: Defaults {
            visits: config.visits.or(config.playouts).unwrap_or(VISITS),
            time: config.time,
            perspective: options.perspective,
        },
        network: config.network.clone(),
        seed: config.seed.unwrap_or_else(rand::random),
        quits_at_once: options.quits_at_once,
        clearings: AtomicUsize::new(0),
        config,
    });
    thread::Builder::new().name("input".into()).spawn({
        let shared = Arc::clone(&shared);
        move || shared.read(BufReader::new(input))
    })?;
    let mut workers = Vec::new();
    for number in 0..positions {
        let shared = Arc::clone(&shared);
        let builder = thread::Builder::new().name(format!("analysis {number}"));
        match builder.spawn(move || shared.work()) {
            Ok(worker) => workers.push(worker),
            Err(error) if workers.is_empty() => return Err(error),
            Err(error) => {
                log::warn!("{number} positions at the same time: {error}");
                break;
            }
        }
    }
    for worker in workers {
        // Faults of the program are caught in each job.
        let _ = worker.join();
    }
    shared.output.outcome()
}

/// What all threads know.
struct Shared<W> {
    queue: Queue,
    output: Output<W>,
    defaults: Defaults,
    network: Option<Arc<Network>>,
    seed: u64,
    /// Whether the end of input ends what it asked for.
    quits_at_once: bool,
    /// How often all that is kept from search to search was to be forgotten.
    clearings: AtomicUsize,
    /// That of one search.
    config: Config,
}

impl<W: Write> Shared<W> {
    /// Reads to the end of input.
    fn read(&self, mut input: impl BufRead) {
        let mut line = Vec::new();
        loop {
            match read_line(&mut input, &mut line) {
                Ok(None) => break,
                Ok(Some(Line::Whole)) => {}
                Ok(Some(Line::Cut)) => {
                    self.tell(&Fault::of_line("the line is too long").answer("error", None));
                    continue;
                }
                Err(error) => {
                    log::error!("cannot read the input: {error}");
                    break;
                }
            }
            let text: &[u8] = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
            if !text.trim_ascii().is_empty() {
                self.serve_line(text);
            }
        }
        if self.quits_at_once {
            self.queue.abandon();
        } else {
            self.queue.close();
        }
    }

    fn serve_line(&self, line: &[u8]) {
        match request::read(line, &self.defaults) {
            Err(refusal) => self.tell(&refusal.answer()),
            Ok(Request::Analyze(query, warnings)) => {
                for warning in warnings {
                    self.tell(&warning.answer("warning", Some(&query.id)));
                }
                self.queue.add(&query);
            }
            Ok(Request::Act(action, fields)) => self.act(&action, fields),
        }
    }

    fn act(&self, action: &Action, mut fields: Map<String, Value>) {
        let mut ended = Vec::new();
        match action {
            Action::Version => {
                fields.insert("version".into(), env!("CARGO_PKG_VERSION").into());
                fields.insert("git_hash".into(), "<omitted>".into());
            }
            Action::Models => {
                let models: Vec<_> = self.network.as_deref().map(model).into_iter().collect();
                fields.insert("models".into(), models.into());
            }
            Action::ClearCache => {
                self.clearings.fetch_add(1, Relaxed);
            }
            Action::Terminate(selection) => ended = self.queue.terminate(selection),
        }
        self.tell(&Value::Object(fields));
        for job in ended {
            self.tell(&answer::without_results(&job));
        }
    }

    /// Searches what comes until the queue is closed and empty.
    fn work(&self) {
        let mut searcher = None;
        let mut clearings = 0;
        while let Some(job) = self.queue.take() {
            let now = self.clearings.load(Relaxed);
            if now != clearings {
                (searcher, clearings) = (None, now);
            }
            let done = catch_unwind(AssertUnwindSafe(|| self.analyze(&job, &mut searcher)));
            self.queue.end(&job);
            if done.is_err() {
                log::error!("an analysis failed: a fault of the program");
                searcher = None;
                let fault = Fault::of_line("internal error");
                self.tell(&fault.answer("error", Some(&job.query.id)));
            }
        }
    }

    fn analyze(&self, job: &Job, kept: &mut Option<Searcher>) {
        let settings = &job.query.settings;
        let game = job.query.game(job.turn);
        let color = game.to_move();
        let fitting = kept
            .take()
            .filter(|searcher| self.config.fits(searcher, game.size()));
        let searcher = kept.insert(fitting.unwrap_or_else(|| {
            let params = Params::default();
            self.config
                .searcher(&params, self.config.threads, game.size(), self.seed)
        }));
        searcher.clear();
        let seed = self.seed.wrapping_add(job.turn as u64);
        let policy = settings.policy.then(|| searcher.policy(&game, color, seed));
        let tell = |report: &Report, during_search: bool| {
            let policy = policy.as_deref();
            self.tell(&answer::results(
                job,
                game.board(),
                report,
                policy,
                during_search,
            ));
        };
        let limits = Limits {
            visits: Some(settings.visits),
            maximum: settings.time,
            avoid: settings.avoid.clone(),
            move_ownership: settings.moves_ownership || settings.moves_ownership_stdev,
            ..Limits::default()
        };
        let mut call = |report: &Report| tell(report, true);
        let observer = settings.reports.map(|(interval, first)| Observer {
            first,
            interval,
            call: &mut call,
        });
        let stop = || job.is_stopped();
        let report = searcher.search(&game, color, &limits, seed, &stop, observer);
        tell(&report, false);
    }

    /// Writes a line. Where nobody reads any more, all work ends.
    fn tell(&self, line: &Value) {
        if !self.output.write(line) {
            self.queue.abandon();
        }
    }
}

/// A network as `query_models` tells of it.
fn model(network: &Network) -> Value {
    json!({
        "name": network.name(),
        "internalName": network.name(),
        "version": network.version(),
        "maxBatchSize": 1,
        "usesHumanSLProfile": false,
        "usingFP16": "false",
    })
}

/// The output, a line at a time.
struct Output<W> {
    state: Mutex<(W, io::Result<()>)>,
}

impl<W: Write> Output<W> {
    fn new(out: W) -> Self {
        Self {
            state: Mutex::new((out, Ok(()))),
        }
    }

    /// Whether the line was written; nothing is after an error.
    fn write(&self, line: &Value) -> bool {
        let text = format!("{line}\n");
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (out, outcome) = &mut *state;
        if outcome.is_ok() {
            *outcome = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
        outcome.is_ok()
    }

    /// The error that the output ended with; that it was closed is none.
    fn outcome(&self) -> io::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut state.1, Ok(())) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
