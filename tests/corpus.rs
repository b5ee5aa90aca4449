//! The inputs of the fuzz targets, replayed: seeds, and what fuzzing found. `fuzz/README.md` says how to look for more.

mod laws;

use std::fs;
use std::path::Path;

/// Hands each file of a folder of the project to a law. Returns how many there were.
fn replay(folder: &str, law: impl Fn(&[u8])) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    for path in &paths {
        println!("{}", path.display());
        law(&fs::read(path).expect("a file"));
    }
    paths.len()
}

/// A law of texts as one of bytes.
fn of_text(law: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| law(&String::from_utf8_lossy(bytes))
}

#[test]
fn gtp() {
    let both = |bytes: &[u8]| {
        laws::gtp::session(bytes);
        laws::gtp::stream(bytes);
    };
    assert!(replay("fuzz/corpus/gtp", both) >= 5);
    assert!(replay("gtp-scripts", both) >= 10);
}

#[test]
fn sgf() {
    assert!(replay("fuzz/corpus/sgf", laws::sgf::bytes) >= 1);
    assert!(replay("tests/sgf", laws::sgf::bytes) >= 40);
    assert!(replay("tests/referee", laws::sgf::bytes) >= 10);
}

#[test]
fn analysis() {
    assert!(replay("fuzz/corpus/analysis", laws::analysis::lines) >= 5);
}

#[test]
fn rules() {
    assert!(replay("fuzz/corpus/rules", of_text(laws::rules::text)) >= 5);
}

#[test]
fn time() {
    assert!(replay("fuzz/corpus/time", of_text(laws::time::text)) >= 5);
}
