//! What only a running process shows: flushing, end of input, interrupts, exit codes, streams.
//!
//! Searches are given far more time than any test may take, so that a search that does not stop hangs.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        Self {
            input: process.stdin.take(),
            output: process.stdout.take().map(BufReader::new),
            process,
        }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next answer, without the empty line at its end.
    fn answer(&mut self) -> String {
        let output = self.output.as_mut().expect("output is open");
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            let read = output.read_line(&mut answer).expect("ASCII");
            assert!(read > 0, "output ended after {answer:?}");
        }
        answer.trim_end().to_owned()
    }

    /// Ends the input and returns the rest of the output, the messages, and the exit code.
    fn end(mut self) -> (String, String, Option<i32>) {
        drop(self.input.take());
        let mut rest = String::new();
        if let Some(mut output) = self.output.take() {
            output.read_to_string(&mut rest).expect("ASCII");
        }
        let mut messages = String::new();
        let mut stderr = self.process.stderr.take().expect("is piped");
        stderr.read_to_string(&mut messages).expect("UTF-8");
        let status = self.process.wait().expect("the engine ends");
        (rest, messages, status.code())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Output, messages and exit code of a run on an input.
fn run(options: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut engine = Engine::start(options);
    engine.send(input);
    engine.end()
}

fn is_vertex(answer: &str) -> bool {
    answer
        .strip_prefix("= ")
        .is_some_and(|text| text == "pass" || text.parse::<tengen::go::Point>().is_ok())
}

const ENDLESS: &[&str] = &["--size", "9", "--time", "1000000"];

#[test]
fn an_answer_is_flushed_while_the_input_stays_open() {
    let mut engine = Engine::start(&[]);
    engine.send("name\n");
    assert_eq!(engine.answer(), "= Tengen");
    assert_eq!(engine.end(), (String::new(), String::new(), Some(0)));
}

#[test]
fn end_of_input_stops_a_search_and_the_rest_is_answered() {
    let (output, messages, code) = run(
        ENDLESS,
        "genmove b\ngenmove w\n7 protocol_version\ngenmove b",
    );
    let answers: Vec<_> = output.split_terminator("\n\n").collect();
    assert_eq!((answers.len(), answers[2]), (4, "=7 2"), "{output}");
    for answer in [answers[0], answers[1], answers[3]] {
        assert!(is_vertex(answer), "{answer}");
    }
    assert_eq!((messages.as_str(), code), ("", Some(0)));
}

#[test]
fn an_interrupt_ends_a_search_with_a_move() {
    let mut engine = Engine::start(ENDLESS);
    for color in ["b", "w"] {
        engine.send(&format!("genmove {color}\n"));
        engine.send("# interrupt\n");
        let answer = engine.answer();
        assert!(is_vertex(&answer), "{answer}");
    }
    engine.send("3 list_commands\n# interrupt\n4 protocol_version\n");
    assert!(engine.answer().starts_with("=3 protocol_version\n"));
    assert_eq!(engine.answer(), "=4 2");
}

#[test]
fn pipelined_commands_are_answered_in_order() {
    let options = ["--size", "9", "--playouts", "200"];
    let (output, _, code) = run(
        &options,
        "genmove b\n1 protocol_version\ngenmove w\n2 quit\n3 name\n",
    );
    let answers: Vec<_> = output.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 4, "{output}");
    assert!(is_vertex(answers[0]) && is_vertex(answers[2]), "{output}");
    assert_eq!((answers[1], answers[3], code), ("=1 2", "=2", Some(0)));
}

#[test]
fn a_closed_output_ends_the_engine_quietly() {
    let mut engine = Engine::start(&[]);
    drop(engine.output.take());
    // The engine may be gone before all is written.
    let input = engine.input.as_mut().expect("input is open");
    let _ = input.write_all(b"name\nname\nname\n");
    assert_eq!(engine.end(), (String::new(), String::new(), Some(0)));
}

#[test]
fn nothing_but_answers_is_written_at_any_verbosity() {
    let options = ["--size", "9", "--playouts", "100", "--log-level", "trace"];
    let (output, _, _) = run(
        &options,
        "genmove b\nfoo\nloadsgf x\nplay w A1\nplay w A1\nfinal_score\nquit\n",
    );
    let answers: Vec<_> = output.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 7, "{output}");
    assert!(
        answers.iter().all(|a| a.starts_with(['=', '?'])),
        "{output}"
    );
}

#[test]
fn options() {
    for (options, code, output, message) in [
        (&["--version"][..], 0, "tengen ", ""),
        (&["--help"], 0, "--resign-threshold", ""),
        (&["gtp"], 0, "", ""),
        (&["--mode", "gtp", "-g"], 0, "", ""),
        (&["--no-such-option"], 2, "", "'--no-such-option'"),
        (&["\u{2014}noponder"], 2, "", "'\u{2014}noponder'"),
        (&["--size", "99"], 2, "", "'99'"),
    ] {
        let (written, messages, exit) = Engine::start(options).end();
        assert_eq!(exit, Some(code), "{options:?}: {messages}");
        assert!(written.contains(output) && messages.contains(message));
        assert!(messages.lines().count() <= 1, "{messages}");
        assert_eq!(
            (written.is_empty(), messages.is_empty()),
            (output.is_empty(), message.is_empty())
        );
    }
}
