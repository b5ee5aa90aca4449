//! How far the program reaches, read from its source: which modules touch files, and that none touches more than files.

use std::fs;
use std::path::{Path, PathBuf};

/// The source files below a folder, with their paths from there.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the source can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// Names of the files whose code, tests apart, holds one of these words.
fn files_with(words: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: Vec<_> = sources(&root)
        .iter()
        .filter(|path| !path.ends_with("tests.rs"))
        .filter(|path| {
            let text = fs::read_to_string(path).expect("the source can be read");
            let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
            let code = code.split("\n#[cfg(all(test").next().unwrap_or_default();
            let mut lines = code.lines().map(str::trim_start);
            lines
                .any(|line| !line.starts_with("//") && words.iter().any(|word| line.contains(word)))
        })
        .map(|path| {
            path.strip_prefix(&root)
                .expect("inside")
                .display()
                .to_string()
        })
        .collect();
    found.sort();
    found
}

#[test]
fn the_search_for_words_finds_them() {
    assert!(files_with(&["fn main("]).contains(&"main.rs".to_owned()));
    assert!(files_with(&["pub fn frame("]).contains(&"gtp/response.rs".to_owned()));
}

/// Modules outside of those that take files only from the command line, and so from the user.
#[test]
fn few_modules_touch_files() {
    let words = ["fs::", "std::fs", "File::", "OpenOptions", "canonicalize"];
    let from_user = |name: &String| ["cli/", "review/"].iter().any(|top| name.starts_with(top));
    let mut found = files_with(&words);
    found.retain(|name| !from_user(name));
    // The bench reads from the system how much memory it used.
    let known = ["bench.rs", "files.rs", "net/read.rs", "net/read/bytes.rs"];
    assert_eq!(found, known);
}

#[test]
fn nothing_else_is_reached() {
    let words = [
        "std::net",
        "std::os::unix::net",
        "TcpStream",
        "UdpSocket",
        "process::Command",
        "std::env::var",
        "env::set_",
        "env::current",
    ];
    assert_eq!(files_with(&words), Vec::<String>::new());
}

/// Time is taken from the clock that never jumps.
#[test]
fn only_monotonic_time_is_used() {
    assert_eq!(
        files_with(&["SystemTime", "UNIX_EPOCH", "chrono"]),
        Vec::<String>::new()
    );
}
