//! `tengen bench`: how fast the engine is on this machine, in one table.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Config, Params};
use crate::features::{Extractor, Root, Settings};
use crate::go::{Color, Game, Move};
use crate::net::{Input, NetError, Network, Workspace};
use crate::playout::Random;
use crate::search::{Limits, Searcher};

/// How long each row measures.
const ROW: Duration = Duration::from_secs(1);
/// Boards, threads and batches that are measured.
const SIZES: [usize; 3] = [9, 13, 19];
const THREADS: [usize; 2] = [1, 2];
const BATCHES: [usize; 2] = [1, 8];

/// Measures and writes the table: evaluations of the configuration's network, or playouts in searches where it has none.
///
/// # Errors
/// Those of the output.
pub fn run(config: &Config, out: &mut dyn Write) -> io::Result<()> {
    match &config.network {
        Some(network) => evaluations(network, out),
        None => playouts(config, out),
    }
}

fn evaluations(network: &Arc<Network>, out: &mut dyn Write) -> io::Result<()> {
    let (blocks, channels) = network.shape();
    let set = network.instruction_set();
    writeln!(
        out,
        "{}: {blocks} blocks, {channels} channels, version {}, {set:?}",
        network.name(),
        network.version()
    )?;
    writeln!(
        out,
        "size  batch  threads  evaluations/s  seconds  peak memory"
    )?;
    for size in SIZES {
        for batch in BATCHES {
            for threads in THREADS {
                match evaluate(network, size, batch, threads) {
                    Ok((count, seconds)) => {
                        let rate = count as f64 / seconds;
                        let memory = peak_memory();
                        writeln!(
                            out,
                            "{size:4} {batch:6} {threads:8} {rate:14.0} {seconds:8.2}  {memory:>11}"
                        )?;
                    }
                    Err(error) => writeln!(out, "{size:4} {batch:6} {threads:8}  {error}")?,
                }
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// Evaluations in all threads together, and the seconds that they took.
fn evaluate(
    network: &Network,
    size: usize,
    batch: usize,
    threads: usize,
) -> Result<(u64, f64), NetError> {
    let inputs = inputs(size, 64);
    let mut workspaces = Vec::new();
    for _ in 0..threads {
        workspaces.push(Workspace::new(network, batch, size)?);
    }
    let work = |workspace: &mut Workspace, offset: usize, start: Instant| {
        let mut count = 0;
        while start.elapsed() < ROW {
            let first = offset + count;
            let positions: Vec<&Input> = (first..first + batch)
                .map(|i| &inputs[i % inputs.len()])
                .collect();
            workspace.forward(&positions)?;
            count += batch;
        }
        Ok(count)
    };
    // The first evaluation finds cold caches.
    for workspace in &mut workspaces {
        workspace.forward(&[&inputs[0]])?;
    }
    let start = Instant::now();
    let counts: Vec<Result<usize, NetError>> = std::thread::scope(|scope| {
        let handles: Vec<_> = workspaces
            .iter_mut()
            .enumerate()
            .map(|(i, workspace)| scope.spawn(move || work(workspace, 32 * i, start)))
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or(Ok(0)))
            .collect()
    });
    let seconds = start.elapsed().as_secs_f64();
    let mut total = 0;
    for count in counts {
        total += count? as u64;
    }
    Ok((total, seconds))
}

/// Positions from the middle of random games.
fn inputs(size: usize, count: usize) -> Vec<Input> {
    let mut random = Random::new(0);
    let mut extractor = Extractor::new();
    (0..count)
        .map(|_| {
            let config = Config::default();
            let mut game = Game::new(size, config.rules, config.komi);
            for _ in 0..size * size / 3 {
                let empties = game.board().empties();
                let point = empties[random.below(empties.len())];
                // An illegal one is left out.
                let _ = game.play(game.to_move(), Move::Play(point));
            }
            let mut input = Input::new(size);
            extractor.extract(&Root::new(&game), &[], &Settings::default(), &mut input);
            input
        })
        .collect()
}

fn playouts(config: &Config, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "size  threads  playouts/s  seconds  peak memory")?;
    for size in SIZES {
        for threads in THREADS {
            let game = Game::new(size, config.rules, config.komi);
            let mut searcher = Searcher::new(Params::default(), threads, config.memory << 20);
            let limits = Limits {
                maximum: Some(ROW),
                ..Limits::default()
            };
            let report = searcher.search(&game, Color::Black, &limits, 0, &|| false, None);
            let seconds = report.elapsed.as_secs_f64();
            let (rate, memory) = (report.playouts as f64 / seconds, peak_memory());
            writeln!(
                out,
                "{size:4} {threads:8} {rate:11.0} {seconds:8.2}  {memory:>11}"
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

/// The most memory that the process has had resident so far, where the system tells (Linux); else a dash.
fn peak_memory() -> String {
    let peak = std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        });
    let mut text = String::new();
    match peak {
        Some(kilobytes) => {
            let _ = write!(text, "{} MB", kilobytes / 1024);
        }
        None => text.push('-'),
    }
    text
}
