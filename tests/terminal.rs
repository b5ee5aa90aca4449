//! What a person at a terminal sees. `script` gives the program one; where it is missing, there is nothing to test.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

/// What a terminal shows of a session with these lines of input, typed when the first line of output is there, so that its
/// echo does not fall into that; `None` without `script`.
fn shown(args: &str, input: &str) -> Option<String> {
    let command = format!("'{}' {args}", env!("CARGO_BIN_EXE_tengen"));
    let mut script = Command::new("script");
    let piped = script.args(["-qec", &command, "/dev/null"]);
    let piped = piped.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = piped.spawn().ok()?;
    let mut stdin = process.stdin.take()?;
    let mut stdout = BufReader::new(process.stdout.take()?);
    let mut shown = Vec::new();
    stdout.read_until(b'\n', &mut shown).ok()?;
    stdin.write_all(input.as_bytes()).ok()?;
    stdout.read_to_end(&mut shown).ok()?;
    let status = process.wait().ok()?;
    drop(stdin);
    let shown = String::from_utf8_lossy(&shown).replace('\r', "");
    assert!(status.success(), "{shown}");
    Some(shown)
}

#[test]
fn a_session_begins_with_what_this_is_and_how_to_leave() {
    let Some(shown) = shown("--size 5 --komi 0.5", "play b C3\nshowboard\nquit\n") else {
        return;
    };
    let hints: Vec<_> = shown
        .lines()
        .filter(|line| line.starts_with("Tengen "))
        .collect();
    assert_eq!(hints.len(), 1, "{shown}");
    assert!(hints[0].contains("a Go engine") && hints[0].contains("'quit' ends it"));
    assert!(hints[0].contains("'help'"));
    let board = "= 5x5, chinese rules, komi 0.5\n   A B C D E\n 5 . . . . . 5\n 4 . . . . . 4\n 3 . .(X). . 3\n";
    assert!(shown.contains(board), "{shown}");
    assert!(
        shown.contains("Prisoners: Black (X) 0, White (O) 0\nMove 1: Black C3\nWhite to move\n")
    );
}

#[test]
fn the_analysis_server_says_so_too() {
    let Some(shown) = shown("analysis", "\u{4}") else {
        return;
    };
    assert!(
        shown.contains("KataGo's analysis protocol") && shown.contains("Ctrl-D"),
        "{shown}"
    );
}

#[test]
fn nothing_is_said_to_a_program() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let output = command
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert!(output.status.success() && output.stderr.is_empty() && output.stdout.is_empty());
}
