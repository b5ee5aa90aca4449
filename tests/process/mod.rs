//! A running engine with its streams.

#![allow(dead_code)] // each user needs some of it

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than anything here takes: what is not done by then hangs.
const HANGS: Duration = Duration::from_secs(60);

/// A search with these options ends by a limit in no test.
pub(crate) const ENDLESS: &[&str] = &["--size", "9", "--time", "1000000", "--memory", "64"];

pub(crate) struct Engine {
    pub(crate) process: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: Option<BufReader<ChildStdout>>,
    pub(crate) errors: Option<ChildStderr>,
}

impl Engine {
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(options);
        Self::run(command)
    }

    /// Starts the engine by a line for the shell, in which `$0` is the program.
    pub(crate) fn start_by_shell(line: &str) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", line, env!("CARGO_BIN_EXE_tengen")]);
        Self::run(command)
    }

    fn run(mut command: Command) -> Self {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        Self {
            input: process.stdin.take(),
            output: process.stdout.take().map(BufReader::new),
            errors: process.stderr.take(),
            process,
        }
    }

    pub(crate) fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line of output.
    pub(crate) fn line(&mut self) -> String {
        let output = self.output.as_mut().expect("output is open");
        let mut line = String::new();
        output.read_line(&mut line).expect("UTF-8");
        line
    }

    /// The next answer, without the empty line at its end.
    pub(crate) fn answer(&mut self) -> String {
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            let line = self.line();
            assert!(!line.is_empty(), "output ended after {answer:?}");
            answer += &line;
        }
        answer.trim_end().to_owned()
    }

    /// Sends a command and returns its answer.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(&format!("{line}\n"));
        self.answer()
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let status = Command::new("kill").args([name, &id]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {name}");
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().expect("our own process") {
                return status;
            }
            assert!(start.elapsed() < HANGS, "the engine does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends the input and returns the rest of the output, the messages, and the exit code.
    pub(crate) fn end(mut self) -> (String, String, Option<i32>) {
        drop(self.input.take());
        let (mut rest, mut messages) = (String::new(), String::new());
        if let Some(mut output) = self.output.take() {
            output.read_to_string(&mut rest).expect("UTF-8");
        }
        if let Some(mut errors) = self.errors.take() {
            errors.read_to_string(&mut messages).expect("UTF-8");
        }
        (rest, messages, self.wait().code())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Output, messages and exit code of a run on an input.
pub(crate) fn run(options: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut engine = Engine::start(options);
    engine.send(input);
    engine.end()
}

pub(crate) fn is_vertex(answer: &str) -> bool {
    answer
        .strip_prefix("= ")
        .is_some_and(|text| text == "pass" || text.parse::<tengen::go::Point>().is_ok())
}

/// A fresh folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
    folder
}
