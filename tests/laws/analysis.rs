//! The laws of the analysis protocol: every line is answered, an accepted query by one last result for each position.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tengen::analysis_server::request::{self, Request};
use tengen::analysis_server::settings::Defaults;
use tengen::analysis_server::{Options, Perspective, serve};
use tengen::engine::Config;

use super::gtp::assert_rebuilds;

/// Visits of a query that is worth searching here.
const FEW: u64 = 20;

fn defaults() -> Defaults {
    Defaults {
        visits: 1,
        time: None,
        perspective: Perspective::Black,
    }
}

/// Output that can be looked at later.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<u8>>>);

impl Write for Shelf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is expected of a line, `None` where it asks for too much work.
fn expected(line: &[u8], results: &mut BTreeMap<(String, u64), usize>) -> Option<usize> {
    match request::read(line, &defaults()) {
        Err(refusal) => {
            assert!(refusal.answer()["error"].is_string());
            Some(1)
        }
        Ok(Request::Act(..)) => Some(1),
        Ok(Request::Analyze(query, warnings)) => {
            for &(turn, _) in &query.turns {
                assert_rebuilds(&query.game(turn));
            }
            let settings = &query.settings;
            let quick = settings.visits <= FEW && settings.reports.is_none();
            if !quick || query.turns.len() > 4 {
                return None;
            }
            for &(turn, _) in &query.turns {
                *results.entry((query.id.clone(), turn as u64)).or_default() += 1;
            }
            Some(warnings.len() + query.turns.len())
        }
    }
}

/// Every line of a stream of queries is answered in full, in lines of JSON. Lines that are too much work are left out.
pub fn lines(bytes: &[u8]) {
    let mut results = BTreeMap::new();
    let (mut input, mut count) = (Vec::new(), 0);
    let mut terminates = false;
    for line in bytes.split(|&byte| byte == b'\n') {
        let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if text.trim_ascii().is_empty() {
            continue;
        }
        if let Some(answers) = expected(text, &mut results) {
            input.extend(line);
            input.push(b'\n');
            count += answers;
            terminates |= text.windows(9).any(|word| word == b"terminate");
        }
    }
    let config = Config {
        threads: 1,
        playouts: Some(1),
        memory: 1,
        seed: Some(1),
        ..Config::default()
    };
    let shelf = Shelf::default();
    serve(
        config,
        Options::default(),
        Cursor::new(input),
        shelf.clone(),
    )
    .expect("memory does not fail");
    let output = shelf.0.lock().unwrap_or_else(PoisonError::into_inner);
    let output = std::str::from_utf8(&output).expect("UTF-8");
    for line in output.lines() {
        let answer: Value = serde_json::from_str(line).expect("a line of JSON");
        assert_ne!(answer["error"], "internal error");
        let turn = answer["turnNumber"].as_u64();
        if let (Some(id), Some(turn)) = (answer["id"].as_str(), turn)
            && answer["isDuringSearch"] == false
        {
            let left = results.get_mut(&(id.to_owned(), turn));
            let left = left
                .filter(|left| **left > 0)
                .expect("an answer that was asked for");
            *left -= 1;
        }
    }
    assert_eq!(output.lines().count(), count, "{output}");
    assert!(
        terminates || results.values().all(|&left| left == 0),
        "{output}"
    );
}
