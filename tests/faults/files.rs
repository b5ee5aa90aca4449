//! Files that are none, are too large, or have no end; and disks that take nothing.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::process::{Engine, folder, run};

/// What cannot be read as anything. A file of terabytes holds no data, only a length.
fn unreadable(name: &str) -> (PathBuf, Vec<String>) {
    let folder = folder(name);
    let path = |name: &str| folder.join(name).display().to_string();
    let huge = File::create(path("huge")).expect("a file");
    // Some file systems have no files of that size.
    if huge.set_len(1 << 42).is_err() {
        huge.set_len(1 << 30).expect("a long file");
    }
    let binary: Vec<u8> = (0..1 << 20)
        .map(|i: u32| ((i * i) >> 7).to_le_bytes()[0])
        .collect();
    fs::write(path("binary"), binary).expect("a file");
    fs::write(path("empty"), "").expect("a file");
    fs::write(path("gzip"), b"\x1f\x8b\x08\0\0\0\0\0\0\xff\0\0\0").expect("a file");
    let fifo = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(fifo.is_ok_and(|status| status.success()), "mkfifo");
    let own = ["huge", "binary", "empty", "gzip", "pipe", "", "missing"].map(path);
    let devices = ["/dev/zero", "/dev/null", "/dev/tty", "/proc/self/mem"].map(str::to_owned);
    (folder.clone(), own.into_iter().chain(devices).collect())
}

#[test]
fn bad_files_are_no_records_and_change_nothing() {
    let (folder, names) = unreadable("records");
    let mut engine = Engine::start(&["--size", "9"]);
    assert_eq!(engine.ask("play b E5"), "=");
    let before = engine.ask("printsgf");
    for name in &names {
        let answer = engine.ask(&format!("loadsgf \"{name}\""));
        assert_eq!(answer, "? cannot load file", "{name}");
        assert_eq!(engine.ask("printsgf"), before, "{name}");
    }
    fs::remove_dir_all(folder).expect("our own folder");
}

#[test]
fn bad_files_are_no_networks() {
    let (folder, names) = unreadable("networks");
    for name in &names {
        let (output, messages, code) = run(&["--model", name], "");
        assert_eq!((output.as_str(), code), ("", Some(2)), "{name}: {messages}");
        assert_eq!(messages.lines().count(), 1, "{name}: {messages}");
    }
    fs::remove_dir_all(folder).expect("our own folder");
}

#[test]
fn the_referee_refuses_bad_files_and_goes_on() {
    let (folder, names) = unreadable("referee");
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/referee/resigned.sgf");
    // The referee reads from pipes, and would wait for a writer here.
    let bad: Vec<_> = names
        .iter()
        .filter(|name| !name.ends_with("pipe"))
        .collect();
    let mut options = vec!["score", "--json"];
    options.extend(bad.iter().map(|name| name.as_str()));
    options.push(good);
    let (output, messages, code) = run(&options, "");
    assert_eq!(output.lines().count(), 1, "{output}");
    assert_eq!(messages.lines().count(), bad.len(), "{messages}");
    assert_eq!(code, Some(1));
    fs::remove_dir_all(folder).expect("our own folder");
}

#[test]
fn a_record_that_cannot_be_written_is_an_error_that_changes_nothing() {
    let folder = folder("write");
    let path = |name: &str| folder.join(name).display().to_string();
    let fifo = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(fifo.is_ok_and(|status| status.success()), "mkfifo");
    let mut engine = Engine::start(&["--size", "9"]);
    assert_eq!(engine.ask("play b E5"), "=");
    let before = engine.ask("printsgf");
    let mut names = vec![path("pipe"), path(""), path("missing/game.sgf")];
    if Path::new("/dev/full").exists() {
        names.push("/dev/full".into());
    }
    for name in &names {
        for command in ["printsgf", "gomill-savesgf"] {
            let answer = engine.ask(&format!("{command} \"{name}\""));
            assert_eq!(answer, "? cannot write file", "{name}");
        }
        assert_eq!(engine.ask("printsgf"), before, "{name}");
    }
    fs::remove_dir_all(folder).expect("our own folder");
}

/// A file beyond the limit would end the process by a signal.
#[test]
fn a_record_longer_than_files_may_be_is_an_error() {
    let folder = folder("limit");
    let path = folder.join("game.sgf").display().to_string();
    let mut engine = Engine::start_by_shell("ulimit -f 0 && exec \"$0\" --size 9");
    assert_eq!(
        engine.ask(&format!("printsgf {path}")),
        "? cannot write file"
    );
    assert!(engine.ask("printsgf").starts_with("= (;"));
    let mut engine = Engine::start_by_shell("ulimit -f 8 && exec \"$0\" --size 9");
    assert_eq!(engine.ask(&format!("printsgf {path}")), "=");
    fs::remove_dir_all(folder).expect("our own folder");
}

#[test]
fn records_can_be_confined_to_a_folder() {
    let root = folder("confined");
    fs::create_dir(root.join("games")).expect("a folder");
    let text = "(;SZ[5];B[cc])";
    fs::write(root.join("outside.sgf"), text).expect("a file");
    fs::write(root.join("games/inside.sgf"), text).expect("a file");
    std::os::unix::fs::symlink("../outside.sgf", root.join("games/link.sgf")).expect("a link");
    let games = root.join("games").display().to_string();
    let mut engine = Engine::start(&["--sgf-dir", &games]);
    let (inside, outside) = (
        format!("{games}/inside.sgf"),
        format!("{games}/../outside.sgf"),
    );
    for (line, answer) in [
        ("loadsgf inside.sgf", "="),
        (&format!("loadsgf {inside}"), "="),
        ("loadsgf ../games/inside.sgf", "="),
        ("loadsgf ../outside.sgf", "? cannot load file"),
        (&format!("loadsgf {outside}"), "? cannot load file"),
        ("loadsgf link.sgf", "? cannot load file"),
        ("loadsgf /etc/hostname", "? cannot load file"),
        ("printsgf written.sgf", "="),
        ("printsgf link.sgf", "? cannot write file"),
        ("gomill-savesgf ../written.sgf", "? cannot write file"),
        (&format!("printsgf {outside}"), "? cannot write file"),
    ] {
        assert_eq!(engine.ask(line), answer, "{line}");
    }
    assert!(root.join("games/written.sgf").exists() && !root.join("written.sgf").exists());
    let unchanged = fs::read_to_string(root.join("outside.sgf")).expect("a file");
    assert_eq!(unchanged, text);
    let (_, messages, code) = run(&["--sgf-dir", &inside], "");
    assert_eq!((messages.lines().count(), code), (1, Some(2)));
    fs::remove_dir_all(root).expect("our own folder");
}

#[test]
fn files_can_be_switched_off() {
    let root = folder("off");
    let name = root.join("game.sgf").display().to_string();
    fs::write(&name, "(;SZ[5];B[cc])").expect("a file");
    let mut engine = Engine::start(&["--no-files", "--size", "9"]);
    assert_eq!(engine.ask("known_command loadsgf"), "= false");
    assert_eq!(engine.ask("known_command gomill-savesgf"), "= false");
    assert_eq!(engine.ask(&format!("loadsgf {name}")), "? cannot load file");
    for command in ["printsgf", "gomill-savesgf"] {
        assert_eq!(
            engine.ask(&format!("{command} {name}")),
            "? cannot write file"
        );
    }
    assert!(engine.ask("printsgf").starts_with("= (;"));
    let text = fs::read_to_string(&name).expect("a file");
    assert_eq!(text, "(;SZ[5];B[cc])");
    let (_, _, code) = run(&["--no-files", "--sgf-dir", "."], "");
    assert_eq!(code, Some(2));
    fs::remove_dir_all(root).expect("our own folder");
}
