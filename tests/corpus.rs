//! The inputs of the fuzz targets, replayed: seeds, and what fuzzing found. `fuzz/README.md` says how to look for more.

mod laws;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use laws::gtp::Effort;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};

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
        laws::gtp::session(bytes, Effort::TEST);
        laws::gtp::stream(bytes, Effort::TEST);
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

/// Inputs that are made of the corpus by chance, as many for each target as `TENGEN_FUZZ_INPUTS` says (a few by default).
fn mutants(folders: &[&str], law: impl Fn(&[u8])) {
    let count = std::env::var("TENGEN_FUZZ_INPUTS").ok();
    let count: u64 = count.and_then(|n| n.parse().ok()).unwrap_or(30);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(root.join(folder)).expect("the folder can be read");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
        paths.sort();
        seeds.extend(
            paths
                .into_iter()
                .map(|path| fs::read(path).expect("a file")),
        );
    }
    seeds.retain(|seed| !seed.is_empty() && seed.len() < 4000);
    for number in 0..count {
        let input = mutant(&seeds, number);
        // What breaks a law is to be found again.
        let shown = String::from_utf8_lossy(&input).into_owned();
        let held = catch_unwind(AssertUnwindSafe(|| law(&input)));
        assert!(held.is_ok(), "input {number} of {folders:?}: {shown:?}");
    }
}

/// Lines and bytes of some seeds, in a new order, some of them changed.
fn mutant(seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut dice = SmallRng::seed_from_u64(number);
    let mut input = Vec::new();
    for _ in 0..dice.random_range(1..=3) {
        let seed = &seeds[dice.random_range(0..seeds.len())];
        let mut lines: Vec<&[u8]> = seed.split_inclusive(|&byte| byte == b'\n').collect();
        if dice.random_bool(0.5) {
            lines.shuffle(&mut dice);
        }
        lines.truncate(dice.random_range(1..=40));
        input.extend(lines.concat());
    }
    for _ in 0..dice.random_range(0..8) {
        let at = dice.random_range(0..input.len());
        let to = dice.random_range(at..input.len().min(at + 12)) + 1;
        match dice.random_range(0..5) {
            0 => input[at] = dice.random(),
            1 => {
                input[at] = *b"()[]{}:;,\\\"\n -0159.eBWx#"
                    .choose(&mut dice)
                    .expect("some");
            }
            2 => drop(input.drain(at..to)),
            3 => input.extend_from_within(at..to),
            _ => {
                let part = input[at..to].to_vec();
                let place = dice.random_range(0..input.len());
                input.splice(place..place, part);
            }
        }
        if input.is_empty() {
            break;
        }
    }
    input
}

#[test]
fn mutants_of_gtp() {
    mutants(&["fuzz/corpus/gtp", "gtp-scripts"], |bytes| {
        laws::gtp::session(bytes, Effort::TEST);
        laws::gtp::stream(bytes, Effort::TEST);
    });
}

#[test]
fn mutants_of_sgf() {
    mutants(
        &["fuzz/corpus/sgf", "tests/sgf", "tests/referee"],
        laws::sgf::bytes,
    );
}

#[test]
fn mutants_of_analysis() {
    mutants(&["fuzz/corpus/analysis"], laws::analysis::lines);
}

#[test]
fn mutants_of_rules() {
    mutants(&["fuzz/corpus/rules"], of_text(laws::rules::text));
}

#[test]
fn mutants_of_time() {
    mutants(&["fuzz/corpus/time"], of_text(laws::time::text));
}
