//! Runs `gtp-scripts/*.tst`, each in an engine of its own; every numbered command is a test.
//!
//! The files have the form of GNU Go's and `gogui-regress`'s regression tests. A command with a number must succeed, and
//! where a line `#? [PATTERN]` follows, the regular expression must match the whole answer (`[!PATTERN]`: must not).
//! With `*` after the bracket the command must fail, and the pattern must match the error's text: `gogui-regress`, where
//! any error is a failure, then counts it as expected. Commands without a number must succeed too.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use regex::Regex;

/// No answer takes longer.
const LIMIT: Duration = Duration::from_secs(120);

/// Options of the engine in these tests: the same moves in each run, and soon.
const OPTIONS: &[&str] = &["--seed", "1", "--playouts", "1000"];

fn main() {
    let arguments = Arguments::from_args();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("gtp-scripts can be read")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "tst"))
        .collect();
    files.sort();
    let trials = files.iter().flat_map(|file| trials(file)).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-scripts")
}

/// A command of a script and what is expected of its answer.
#[derive(Debug)]
struct Step {
    line: String,
    number: Option<u32>,
    expected: Expected,
}

/// What an answer must be.
#[derive(Debug)]
enum Expected {
    Success,
    Answer(Regex),
    NotAnswer(Regex),
    Error(Regex),
}

/// The tests of a file. The engine runs once, when the first of them is wanted.
fn trials(file: &Path) -> Vec<Trial> {
    let topic = file.file_stem().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(file).expect("a script can be read");
    let steps = parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let names: Vec<_> = steps
        .iter()
        .map(|step| (step.number, format!("{topic} {}", step.line)))
        .collect();
    let outcomes: Arc<OnceLock<Vec<Result<(), String>>>> = Arc::default();
    let steps = Arc::new(steps);
    let numbered = names.into_iter().enumerate();
    let numbered = numbered.filter(|(_, (number, _))| number.is_some());
    numbered
        .map(|(index, (_, name))| {
            let (outcomes, steps) = (Arc::clone(&outcomes), Arc::clone(&steps));
            Trial::test(name, move || {
                let outcomes = outcomes.get_or_init(|| run(&steps));
                outcomes[index].clone().map_err(Failed::from)
            })
        })
        .collect()
}

fn parse(text: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(pattern) = line.strip_prefix("#?") {
            let step = steps.last_mut().filter(|step| step.number.is_some());
            step.ok_or_else(|| format!("no numbered command before {line}"))?
                .expected = expected(pattern.trim()).ok_or_else(|| format!("bad {line}"))?;
        } else if !line.is_empty() && !line.starts_with('#') {
            let number = line.split(' ').next().and_then(|word| word.parse().ok());
            if number.is_some() && steps.iter().any(|step| step.number == number) {
                return Err(format!("a number stands twice: {line}"));
            }
            steps.push(Step {
                line: line.to_owned(),
                number,
                expected: Expected::Success,
            });
        }
    }
    Ok(steps)
}

fn expected(pattern: &str) -> Option<Expected> {
    let whole = |pattern: &str| Regex::new(&format!(r"(?ms)\A(?:{pattern})\z")).ok();
    let (pattern, fails) = match pattern.strip_suffix('*') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let pattern = pattern.strip_prefix('[')?.strip_suffix(']')?.trim();
    match (pattern.strip_prefix('!'), fails) {
        (None, true) => whole(pattern).map(Expected::Error),
        (None, false) => whole(pattern).map(Expected::Answer),
        (Some(pattern), false) => whole(pattern).map(Expected::NotAnswer),
        (Some(_), true) => None,
    }
}

/// The outcome of each step. A step without a number that fails is told by all numbered ones after it.
fn run(steps: &[Step]) -> Vec<Result<(), String>> {
    let mut engine = Engine::start();
    let mut broken = Ok(());
    steps
        .iter()
        .map(|step| {
            broken.clone()?;
            match engine.ask(&step.line) {
                Ok(answer) => {
                    let outcome = check(step, &answer);
                    if step.number.is_none() {
                        broken.clone_from(&outcome);
                    }
                    outcome
                }
                Err(error) => {
                    broken = Err(format!("{}: {error}", step.line));
                    broken.clone()
                }
            }
        })
        .collect()
}

fn check(step: &Step, answer: &str) -> Result<(), String> {
    let body = answer.split_once(' ').map_or("", |(_, body)| body).trim();
    let success = answer.starts_with('=');
    let fits = match &step.expected {
        Expected::Success => success,
        Expected::Answer(pattern) => success && pattern.is_match(body),
        Expected::NotAnswer(pattern) => success && !pattern.is_match(body),
        Expected::Error(pattern) => !success && pattern.is_match(body),
    };
    let id = step.number.map_or_else(String::new, |n| n.to_string());
    let head = answer[1..].split([' ', '\n']).next();
    if fits && head == Some(&id) {
        Ok(())
    } else {
        let (line, expected) = (&step.line, &step.expected);
        Err(format!("{line}\nanswer: {answer}\nexpected: {expected:?}"))
    }
}

/// A running engine.
struct Engine {
    process: Child,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(OPTIONS)
            .current_dir(folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = process.stdout.take().expect("is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines
                .map(|line| sender.send(line))
                .take_while(Result::is_ok)
                .count()
        });
        Self { process, lines }
    }

    /// The whole answer to a command, without the empty line at its end.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        let input = self.process.stdin.as_mut().ok_or("no input")?;
        writeln!(input, "{command}").map_err(|error| error.to_string())?;
        let mut answer = Vec::new();
        loop {
            let line = self.lines.recv_timeout(LIMIT);
            match line.map_err(|error| error.to_string())? {
                line if line.is_empty() => break,
                line => answer.push(line),
            }
        }
        match answer.first() {
            Some(first) if first.starts_with(['=', '?']) => Ok(answer.join("\n")),
            _ => Err(format!("no answer: {answer:?}")),
        }
    }
}

impl Drop for Engine {
    /// An engine that hangs must not outlive the tests.
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        for _ in 0..200 {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
