//! `tengen analysis` as a program sees it: lines in, lines out, several queries at once, termination, end of input.
//!
//! Searches that a test stops are given far more visits than any test may take, so that one that does not stop hangs.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["analysis", "--memory", "32"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = process.stdout.take().expect("is piped");
        Self {
            input: process.stdin.take(),
            output: BufReader::new(output),
            process,
        }
    }

    fn send(&mut self, value: &Value) {
        self.send_text(&format!("{value}\n"));
    }

    fn send_text(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line; `None` at the end of output.
    fn answer(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("UTF-8");
        (read > 0).then(|| serde_json::from_str(&line).expect("a line of JSON"))
    }

    /// Ends the input; the rest of the answers, the messages and the exit code.
    fn end(mut self) -> (Vec<Value>, String, Option<i32>) {
        drop(self.input.take());
        let rest = std::iter::from_fn(|| self.answer()).collect();
        let mut messages = String::new();
        let mut stderr = self.process.stderr.take().expect("is piped");
        stderr.read_to_string(&mut messages).expect("UTF-8");
        let status = self.process.wait().expect("the engine ends");
        (rest, messages, status.code())
    }
}

/// A query about a game of three moves on 7x7.
fn query(id: &str, visits: u64, more: &Value) -> Value {
    let mut query = json!({
        "id": id,
        "boardXSize": 7,
        "boardYSize": 7,
        "rules": "tromp-taylor",
        "komi": 9,
        "moves": [["B", "D4"], ["W", "D5"], ["B", "E5"]],
        "maxVisits": visits,
    });
    for (key, value) in more.as_object().expect("an object") {
        query[key] = value.clone();
    }
    query
}

/// More visits than any test waits for.
const ENDLESS: u64 = 1_000_000_000;

fn ids(answers: &[Value]) -> Vec<String> {
    let name = |answer: &Value| {
        let id = answer["id"].as_str().unwrap_or_default();
        format!("{id}{}", answer["turnNumber"])
    };
    answers.iter().map(name).collect()
}

#[test]
fn what_was_asked_is_finished_after_the_end_of_input() {
    let mut engine = Engine::start(&[]);
    engine.send_text("\u{feff}\n  \nnot JSON\n{}\n");
    engine.send(&query("q", 40, &json!({"analyzeTurns": [0, 1, 2, 3]})));
    engine.send_text(&query("last", 10, &json!({})).to_string());
    let (answers, messages, code) = engine.end();
    assert_eq!((messages.as_str(), code), ("", Some(0)));
    let (errors, results): (Vec<_>, Vec<_>) = answers
        .into_iter()
        .partition(|answer| answer.get("error").is_some());
    assert_eq!(errors.len(), 2, "{errors:?}");
    let mut found = ids(&results);
    found.sort_unstable();
    assert_eq!(found, ["last3", "q0", "q1", "q2", "q3"]);
}

#[test]
fn the_higher_priority_comes_first() {
    let mut engine = Engine::start(&["--analysis-threads", "1"]);
    // Holds the only place until all the others wait.
    let reports = json!({"reportDuringSearchEvery": 0.01, "firstReportDuringSearchAfter": 0.001});
    engine.send(&query("first", ENDLESS, &reports));
    assert_eq!(engine.answer().expect("a report")["isDuringSearch"], true);
    engine.send(&query("low", 5, &json!({"priority": -3})));
    let more = json!({"analyzeTurns": [0, 1, 2], "priorities": [0, 7, 2]});
    engine.send(&query("q", 5, &more));
    engine.send(&query("high", 5, &json!({"priority": 5})));
    engine.send(&json!({"id": "t", "action": "terminate", "terminateId": "first"}));
    let (answers, _, code) = engine.end();
    let results: Vec<_> = answers
        .into_iter()
        .filter(|answer| answer["isDuringSearch"] == false)
        .collect();
    assert_eq!(ids(&results), ["first3", "q1", "high3", "q2", "q0", "low3"]);
    assert_eq!(code, Some(0));
}

#[test]
fn reports_on_the_way_and_termination() {
    let mut engine = Engine::start(&["--analysis-threads", "1"]);
    let more = json!({"reportDuringSearchEvery": 0.05, "includeOwnership": true});
    engine.send(&query("long", ENDLESS, &more));
    let mut visits = 0;
    for _ in 0..2 {
        let report = engine.answer().expect("a report");
        assert_eq!(report["isDuringSearch"], true);
        assert_eq!(report["ownership"].as_array().map(Vec::len), Some(49));
        let now = report["rootInfo"]["visits"].as_u64().expect("a number");
        assert!(now > visits);
        visits = now;
    }
    engine.send(&query("waits", ENDLESS, &json!({"analyzeTurns": [0, 1]})));
    let order =
        json!({"id": "t", "action": "terminate", "terminateId": "waits", "turnNumbers": [1]});
    engine.send(&order);
    engine.send(&json!({"id": "u", "action": "terminate_all"}));
    let (answers, _, code) = engine.end();
    assert!(answers.contains(&order), "the order is repeated");
    let without = |answer: &&Value| answer["noResults"] == true;
    let mut ended = ids(&answers.iter().filter(without).cloned().collect::<Vec<_>>());
    ended.sort_unstable();
    assert_eq!(ended, ["waits0", "waits1"]);
    let last: Vec<_> = answers
        .iter()
        .filter(|answer| answer["id"] == "long" && answer["isDuringSearch"] == false)
        .collect();
    assert_eq!(last.len(), 1);
    assert!(last[0]["rootInfo"]["visits"].as_u64() >= Some(visits));
    assert_eq!(code, Some(0));
}

#[test]
fn several_positions_are_searched_at_once() {
    let mut engine = Engine::start(&["--analysis-threads", "2"]);
    engine.send(&query(
        "long",
        ENDLESS,
        &json!({"reportDuringSearchEvery": 0.01}),
    ));
    engine.send(&query("short", 20, &json!({})));
    // The short one ends while the long one runs on.
    while engine.answer().expect("an answer")["id"] != "short" {}
    engine.send(&json!({"id": "m", "action": "query_models"}));
    let models = loop {
        let answer = engine.answer().expect("an answer");
        if answer["id"] == "m" {
            break answer["models"].clone();
        }
    };
    assert_eq!(models, json!([]), "playouts judge");
    engine.send(&json!({"id": "t", "action": "terminate", "terminateId": "long"}));
    let (_, _, code) = engine.end();
    assert_eq!(code, Some(0));
}

#[test]
fn a_program_that_goes_away_is_no_error() {
    let mut engine = Engine::start(&[]);
    engine.send(&query(
        "q",
        ENDLESS,
        &json!({"reportDuringSearchEvery": 0.01}),
    ));
    engine.answer();
    let Engine {
        mut process,
        input,
        output,
    } = engine;
    drop(output);
    let status = process.wait().expect("the engine ends");
    assert_eq!(status.code(), Some(0));
    drop(input);
}
