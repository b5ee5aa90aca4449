//! Analysis as a client sees it: a process whose input goes on while it analyses.
//!
//! No test waits for a time: each waits for a line, and an analysis that does not end, or says nothing, hangs.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["--time", "1000000", "--memory", "64"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        Self {
            input: process.stdin.take(),
            output: BufReader::new(process.stdout.take().expect("is piped")),
            process,
        }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line, without its end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("ASCII");
        assert!(read > 0, "the output ended");
        line.trim_end_matches('\n').to_owned()
    }

    /// The lines up to the empty one.
    fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty())).collect()
    }

    /// Ends the input; the rest of the output and the messages.
    fn end(mut self) -> (String, String) {
        drop(self.input.take());
        let (mut rest, mut messages) = (String::new(), String::new());
        self.output.read_to_string(&mut rest).expect("ASCII");
        let mut stderr = self.process.stderr.take().expect("is piped");
        stderr.read_to_string(&mut messages).expect("UTF-8");
        let status = self.process.wait().expect("the engine ends");
        assert!(status.success(), "{status}: {messages}");
        (rest, messages)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_report(line: &str) -> bool {
    line.starts_with("info move ") && !line.contains("  ")
}

#[test]
fn any_line_ends_an_analysis() {
    let mut engine = Engine::start(&["--size", "9"]);
    for command in ["lz-analyze", "kata-analyze"] {
        for end in [
            "",
            "protocol_version",
            "# interrupt",
            "# a comment",
            "stop",
            "  ",
        ] {
            engine.send(&format!("7 {command} b 1\n"));
            assert_eq!(engine.line(), "=7");
            for _ in 0..2 {
                let line = engine.line();
                assert!(is_report(&line), "{line}");
            }
            engine.send(&format!("{end}\n"));
            for line in engine.rest() {
                assert!(is_report(&line), "{end:?}: {line}");
            }
            match end {
                "protocol_version" => assert_eq!(engine.rest(), ["= 2"]),
                "stop" => assert_eq!(engine.rest(), ["="]),
                _ => {}
            }
        }
    }
    engine.send("name\n");
    assert_eq!(engine.rest(), ["= Tengen"]);
}

#[test]
fn an_analysis_stopped_at_once_tells_something() {
    for size in ["2", "9", "19", "25"] {
        let mut engine = Engine::start(&["--size", size]);
        engine.send("lz-analyze b 100000\n1 name\nkata-analyze w\n2 name\n");
        for name in ["=1 Tengen", "=2 Tengen"] {
            assert_eq!(engine.line(), "=");
            let lines = engine.rest();
            assert!(
                lines.len() == 1 && is_report(&lines[0]),
                "{size}: {lines:?}"
            );
            assert_eq!(engine.rest(), [name]);
        }
    }
}

#[test]
fn the_end_of_input_ends_an_analysis() {
    let mut engine = Engine::start(&["--size", "9"]);
    engine.send("kata-analyze b 1 ownership true");
    let (rest, messages) = engine.end();
    let lines: Vec<_> = rest.lines().collect();
    assert_eq!((lines[0], lines[lines.len() - 1]), ("=", ""));
    assert!(lines.len() > 2 && lines[1..lines.len() - 1].iter().all(|line| is_report(line)));
    assert_eq!(messages, "");
}

#[test]
fn a_move_is_not_cut_short_by_what_waits_but_by_an_interrupt() {
    let mut engine = Engine::start(&["--size", "9"]);
    engine.send("5 lz-genmove_analyze b 1\n6 name\n");
    assert_eq!(engine.line(), "=5");
    for _ in 0..3 {
        let line = engine.line();
        assert!(is_report(&line), "{line}");
    }
    engine.send("# interrupt\n");
    let lines = engine.rest();
    let (last, reports) = lines.split_last().expect("lines");
    let vertex = last.strip_prefix("play ").expect("the move");
    assert!(vertex.parse::<tengen::go::Point>().is_ok(), "{last}");
    assert!(!reports.is_empty() && reports.iter().all(|line| is_report(line)));
    assert_eq!(engine.rest(), ["=6 Tengen"]);
    engine.send(&format!("play w {vertex}\n"));
    assert_eq!(engine.rest(), ["? illegal move"]);
}

#[test]
fn a_limit_on_visits_ends_an_analysis_and_one_on_playouts_does_not() {
    let mut engine = Engine::start(&["--size", "9", "--playouts", "5"]);
    engine.send("lz-analyze b 1 maxvisits 50\n");
    assert_eq!(engine.line(), "=");
    assert!(engine.rest().iter().all(|line| is_report(line)));
    engine.send("lz-analyze b 1\n");
    for _ in 0..10 {
        engine.line();
    }
    engine.send("\n");
    assert!(engine.rest().iter().all(|line| is_report(line)));
}

#[test]
fn live_graphics_are_drawn_only_where_they_are_on() {
    let mut engine = Engine::start(&["--size", "9"]);
    engine.send("kata-set-param playouts 50\ngenmove b\nquit\n");
    assert_eq!(engine.end().1, "");

    let mut engine = Engine::start(&["--size", "9"]);
    engine.send("kata-set-param playouts 50\ntengen-live_graphics on\ngenmove b\nquit\n");
    let (_, messages) = engine.end();
    let drawings = messages
        .strip_prefix("gogui-gfx:\nVAR B ")
        .expect("a drawing");
    assert!(drawings.ends_with("\n\ngogui-gfx: CLEAR\n"), "{messages}");
}
