//! Signals.

use std::os::unix::process::ExitStatusExt;

use super::process::{ENDLESS, Engine, is_vertex};

/// Whether a signal is ignored by this process, as the tests of a shell's background job are by interrupts. The engine inherits
/// that.
fn is_ignored(number: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

#[test]
fn signals_that_end_a_process_end_it() {
    let signals = [("-TERM", 15), ("-INT", 2), ("-HUP", 1)];
    let heeded = signals.into_iter().filter(|&(_, n)| !is_ignored(n));
    for (name, number) in heeded {
        for line in ["name\n", "genmove b\n", "kata-analyze b 1\n"] {
            let mut engine = Engine::start(ENDLESS);
            engine.send("name\n");
            assert_eq!(engine.answer(), "= Tengen");
            engine.send(line);
            engine.signal(name);
            assert_eq!(engine.wait().signal(), Some(number), "{name} {line}");
        }
    }
}

#[test]
fn a_process_that_was_stopped_goes_on() {
    let mut engine = Engine::start(ENDLESS);
    engine.send("name\n");
    assert_eq!(engine.answer(), "= Tengen");
    engine.send("genmove b\n");
    engine.signal("-STOP");
    engine.send("# interrupt\n2 protocol_version\n");
    engine.signal("-CONT");
    let answer = engine.answer();
    assert!(is_vertex(&answer), "{answer}");
    assert_eq!(engine.answer(), "=2 2");
}

/// The time during which it stood still counts, and is not more than that.
#[test]
fn a_clock_runs_on_while_the_process_is_stopped() {
    let mut engine = Engine::start(&["--size", "9"]);
    assert_eq!(engine.ask("time_settings 20 0 0"), "=");
    engine.send("genmove b\n");
    engine.signal("-STOP");
    std::thread::sleep(std::time::Duration::from_millis(300));
    engine.signal("-CONT");
    assert!(is_vertex(&engine.answer()));
    assert!(is_vertex(&engine.ask("genmove w")));
}
