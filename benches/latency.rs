//! How long a controller waits: for commands that are answered at once, for an analysis to stop, for the program to start.
//!
//! `cargo bench --bench latency` prints the median and the 99.9th percentile in milliseconds.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(options: &[&str]) -> Option<Self> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["--size", "19", "--memory", "256"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let (input, output) = (process.stdin.take()?, process.stdout.take()?);
        Some(Self {
            process,
            input,
            output: BufReader::new(output),
        })
    }

    fn send(&mut self, line: &str) -> Option<()> {
        self.input.write_all(format!("{line}\n").as_bytes()).ok()
    }

    /// Reads to the end of an answer.
    fn answer(&mut self) -> Option<String> {
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            if self.output.read_line(&mut answer).ok()? == 0 {
                return None;
            }
        }
        Some(answer)
    }

    /// Time from a command to its whole answer.
    fn time(&mut self, line: &str) -> Option<Duration> {
        let start = Instant::now();
        self.send(line)?;
        self.answer()?;
        Some(start.elapsed())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn show(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: usize| {
        let place = (times.len() * part / 1000).min(times.len().saturating_sub(1));
        times
            .get(place)
            .map_or(f64::NAN, |time| 1000.0 * time.as_secs_f64())
    };
    println!(
        "{what:<44} {:>6} times, median {:>8.3} ms, 99.9th {:>8.3} ms, most {:>8.3} ms",
        times.len(),
        at(500),
        at(999),
        at(1000)
    );
}

/// Times of a command, sent so many times; a game of plays and undos.
fn commands(count: usize) -> Option<()> {
    let mut engine = Engine::start(&[])?;
    for line in [
        "komi 6.5",
        "time_left b 300 0",
        "known_command genmove",
        "list_commands",
    ] {
        let times: Option<Vec<_>> = (0..count).map(|_| engine.time(line)).collect();
        show(line, times?);
    }
    let mut times = Vec::new();
    for number in 0..count {
        let place = number % 361;
        if place == 0 {
            engine.time("clear_board")?;
        }
        let letter = char::from(b"ABCDEFGHJKLMNOPQRST"[place % 19]);
        let color = if number % 2 == 0 { 'b' } else { 'w' };
        let line = format!("play {color} {letter}{}", place / 19 + 1);
        times.push(engine.time(&line)?);
    }
    show("play", times);
    Some(())
}

/// Times of commands each of which interrupts the thinking in the opponent's time, which goes on after it.
fn commands_while_pondering(count: usize) -> Option<()> {
    let mut engine = Engine::start(&["--ponder", "--time", "0.1"])?;
    engine.time("genmove b")?;
    for line in ["komi 7.5", "time_left w 300 0", "known_command genmove"] {
        let mut times = Vec::new();
        for _ in 0..count {
            std::thread::sleep(Duration::from_millis(2));
            times.push(engine.time(line)?);
        }
        show(&format!("{line}, pondering"), times);
    }
    let mut times = Vec::new();
    for number in 0..count / 20 {
        if number % 60 == 0 {
            engine.time("clear_board")?;
        }
        engine.time("genmove b")?;
        std::thread::sleep(Duration::from_millis(5));
        times.push(engine.time("play w pass")?);
    }
    show("play, pondering", times);
    Some(())
}

/// Time from a line that ends a running analysis to the end of its answer.
fn stops(analysis: &str, stop: &str, count: usize) -> Option<()> {
    let mut engine = Engine::start(&[])?;
    let mut times = Vec::new();
    for _ in 0..count {
        engine.send(analysis)?;
        std::thread::sleep(Duration::from_millis(150));
        let start = Instant::now();
        engine.send(stop)?;
        engine.answer()?;
        times.push(start.elapsed());
        if stop == "stop" {
            engine.answer()?;
        }
    }
    show(&format!("{analysis}, then {stop}"), times);
    Some(())
}

/// Time from the start of the program to its first answer.
fn starts(count: usize) -> Option<()> {
    let mut times = Vec::new();
    for _ in 0..count {
        let start = Instant::now();
        let mut engine = Engine::start(&[])?;
        engine.time("name")?;
        times.push(start.elapsed());
    }
    show("start to first answer", times);
    Some(())
}

fn main() {
    let all = || -> Option<()> {
        commands(4000)?;
        commands_while_pondering(2000)?;
        stops("kata-analyze b 10", "stop", 60)?;
        stops("genmove b", "# interrupt", 60)?;
        starts(40)
    };
    if all().is_none() {
        eprintln!("the engine did not answer");
        std::process::exit(1);
    }
}
