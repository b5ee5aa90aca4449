//! Streams that end, are closed, or are never read.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use super::process::{ENDLESS, Engine, is_vertex, run};

/// More answers than a pipe holds.
const MANY: usize = 1000;

#[test]
fn input_that_ends_in_the_middle_of_a_line() {
    for (input, answer) in [
        ("protocol_ver", "? unknown command\n\n"),
        ("1", ""),
        ("1 play b", "?1 syntax error\n\n"),
        ("2 protocol_version", "=2 2\n\n"),
        ("# inter", ""),
        ("play b \"", "? syntax error\n\n"),
        ("loadsgf \"a b", "? syntax error\n\n"),
    ] {
        let expected = (answer.to_owned(), String::new(), Some(0));
        assert_eq!(run(&[], input), expected, "{input}");
    }
}

#[test]
fn end_of_input_ends_every_kind_of_search() {
    for line in [
        "genmove b",
        "reg_genmove b",
        "kgs-genmove_cleanup b",
        "kata-search b",
        "lz-analyze 1",
        "kata-analyze b 1 maxvisits 1000000000",
        "kata-genmove_analyze b 1",
        "cgos-genmove_analyze b 1",
        "kata-benchmark 1000000000",
    ] {
        let mut engine = Engine::start(ENDLESS);
        engine.send(&format!("1 {line}\n2 name\n"));
        if line.contains("analyze") {
            assert_eq!(engine.line(), "=1\n", "{line}");
        }
        let (rest, messages, code) = engine.end();
        assert!(rest.ends_with("\n\n=2 Tengen\n\n"), "{line}: {rest}");
        assert_eq!((messages.as_str(), code), ("", Some(0)), "{line}");
    }
}

#[test]
fn a_closed_output_ends_an_analysis() {
    let mut engine = Engine::start(ENDLESS);
    engine.send("kata-analyze b 1\n");
    assert_eq!(engine.line(), "=\n");
    drop(engine.output.take());
    // The input stays open.
    assert_eq!(engine.wait().code(), Some(0));
}

#[test]
fn a_program_that_is_gone_leaves_no_analysis_behind() {
    let query = r#"{"id":"q","boardXSize":9,"boardYSize":9,"rules":"chinese","moves":[],"maxVisits":1000000000}"#;
    let mut engine = Engine::start(&["analysis", "--memory", "64"]);
    engine.send(&format!("{query}\n{query}\n{query}\n"));
    engine.send("{\"id\":\"v\",\"action\":\"query_version\"}\n");
    assert!(engine.line().contains("\"v\""));
    drop(engine.output.take());
    drop(engine.input.take());
    // No report is due that would find the output closed.
    assert_eq!(engine.wait().code(), Some(0));
}

#[test]
fn an_analysis_that_need_not_be_waited_for() {
    let query = r#"{"id":"q","boardXSize":9,"boardYSize":9,"rules":"chinese","moves":[],"maxVisits":1000000000}"#;
    let options = ["analysis", "--quit-without-waiting", "--memory", "64"];
    let (output, messages, code) = run(&options, &format!("{query}\n{query}\n{query}\n"));
    let searched = output.lines().filter(|line| line.contains("rootInfo"));
    assert!(searched.count() <= 2, "{output}");
    assert_eq!((messages.as_str(), code), ("", Some(0)));
}

#[test]
fn an_output_that_is_never_read_does_not_outlive_the_input() {
    let mut engine = Engine::start(&[]);
    engine.send(&"showboard\n".repeat(MANY));
    drop(engine.input.take());
    assert_eq!(engine.wait().code(), Some(1));
    let output = engine.output.take();
    let (_, messages, _) = engine.end();
    assert_eq!(messages.lines().count(), 1, "{messages}");
    drop(output);
}

#[test]
fn an_output_that_is_read_late_is_whole() {
    let mut engine = Engine::start(&[]);
    engine.send(&"showboard\n".repeat(MANY));
    // The input is open: nobody is in a hurry.
    thread::sleep(std::time::Duration::from_secs(1));
    for _ in 0..MANY {
        assert!(engine.answer().starts_with("= "));
    }
    assert_eq!(engine.end(), (String::new(), String::new(), Some(0)));
}

#[test]
fn messages_that_are_never_read_hold_nothing_up() {
    let mut engine = Engine::start(&["--log-level", "trace"]);
    let errors = engine.errors.take();
    let name = "x".repeat(200);
    for _ in 0..MANY {
        assert_eq!(engine.ask(&format!("loadsgf {name}")), "? cannot load file");
    }
    assert_eq!(engine.end(), (String::new(), String::new(), Some(0)));
    drop(errors);
}

#[test]
fn a_message_quotes_a_word_of_any_length_in_short() {
    let name = "x".repeat(1 << 20);
    let (output, messages, _) = run(&[], &format!("loadsgf {name}\nprintsgf {name}\n"));
    assert_eq!(output, "? cannot load file\n\n? cannot write file\n\n");
    assert_eq!(messages.lines().count(), 2);
    assert!(messages.len() < 1000, "{}", messages.len());
}

#[test]
fn a_line_without_an_end_does_not_fill_the_memory() {
    let mut engine = Engine::start(&[]);
    let mut input = engine.input.take().expect("input is open");
    let writer = thread::spawn(move || {
        input.write_all(b"1 play b D4 ").expect("the engine reads");
        let part = vec![b'x'; 1 << 16];
        for _ in 0..512 {
            input.write_all(&part).expect("the engine reads");
        }
        input
            .write_all(b"\n2 list_stones b\n")
            .expect("the engine reads");
    });
    assert_eq!(engine.answer(), "?1 syntax error");
    assert_eq!(engine.answer(), "=2");
    writer.join().expect("a writer");
}

/// Exit code and messages of a run whose output goes to a device that is full.
fn into_full_device(options: &[&str], input: &str) -> Option<(Option<i32>, String)> {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .ok()?;
    let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(options)
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = process.stdin.take().expect("is piped");
    // The engine may be gone before all is written.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = process.wait_with_output().expect("the engine ends");
    let messages = String::from_utf8(output.stderr).expect("UTF-8");
    Some((output.status.code(), messages))
}

#[test]
fn a_full_device_as_output_is_an_error_of_one_line() {
    let query = r#"{"id":"v","action":"query_version"}"#;
    let sgf = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/referee/resigned.sgf");
    for (options, input) in [
        (&["--help"][..], ""),
        (&["--version"], ""),
        (&[], "name\nname\n"),
        (&["--size", "9"], "kata-analyze b 1\n"),
        (&["analysis"], query),
        (&["score", sgf], ""),
        (&["score", "--json", sgf], ""),
    ] {
        let Some((code, messages)) = into_full_device(options, input) else {
            return;
        };
        assert_eq!(code, Some(1), "{options:?}");
        assert_eq!(messages.lines().count(), 1, "{options:?}: {messages}");
    }
}

#[test]
fn a_closed_pipe_as_output_is_no_error() {
    for options in ["--help", "--version"] {
        let line = format!("{{ sleep 0.2; \"$0\" {options}; echo $? >&2; }} | true");
        let (_, messages, _) = Engine::start_by_shell(&line).end();
        assert_eq!(messages, "0\n", "{options}");
    }
}

#[test]
fn an_engine_without_streams_ends() {
    for line in [
        "exec \"$0\" <&-",
        "exec \"$0\" <&- >&-",
        "exec \"$0\" <&- >&- 2>&-",
    ] {
        let (output, messages, code) = Engine::start_by_shell(line).end();
        assert_eq!((output.as_str(), messages.as_str()), ("", ""), "{line}");
        assert_eq!(code, Some(0), "{line}");
    }
    let mut engine = Engine::start_by_shell("exec \"$0\" --size 9 --playouts 100 2>&-");
    assert!(is_vertex(&engine.ask("genmove b")));
    assert_eq!(engine.ask("loadsgf missing"), "? cannot load file");
}

/// More commands than are read ahead hide the end of input; the closed streams are noticed all the same.
#[test]
fn an_end_of_input_behind_a_crowd_of_commands() {
    let mut engine = Engine::start(ENDLESS);
    engine.send("kata-search b\n");
    // What is not read lies in the pipe.
    engine.send(&"komi 1\n".repeat(72_000));
    drop(engine.output.take());
    let (_, _, code) = engine.end();
    assert_eq!(code, Some(0));
}

#[test]
fn an_analysis_that_ends_at_once_waits_for_no_reader() {
    let options = ["analysis", "--quit-without-waiting", "--threads", "2"];
    let mut engine = Engine::start(&options);
    let query = r#""moves":[],"rules":"chinese","boardXSize":19,"boardYSize":19,"maxVisits":50,"includeMovesOwnership":true"#;
    for id in 0..60 {
        engine.send(&format!("{{\"id\":\"{id}\",{query}}}\n"));
    }
    let _unread = engine.output.take();
    // Most likely a thread waits in a write by then; that it ends is what counts.
    thread::sleep(std::time::Duration::from_secs(2));
    let (_, messages, code) = engine.end();
    assert!(matches!(code, Some(0 | 1)), "{code:?}: {messages}");
}
