//! The law of game records: what is written of a record reads back as the same game, cleanly.

use tengen::go::Rules;
use tengen::sgf::{GameTree, Record, read, read_all};

use super::gtp::{assert_rebuilds, assert_record};

/// The law of the writer.
pub fn assert_reads_back(record: &Record) {
    let written = GameTree::from(record).to_string();
    let again = read(written.as_bytes()).expect("a record");
    assert_eq!(
        (again.size, &again.info),
        (record.size, &record.info),
        "{written:.2000}"
    );
    assert!(again.nodes == record.nodes, "{written:.2000}");
    assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    assert_eq!(again.encoding, "UTF-8");
}

/// Bytes are read as records or refused in one line. What is read reads back, can be played, and written as a game.
pub fn bytes(bytes: &[u8]) {
    let games = read_all(bytes);
    assert_eq!(games.first(), Some(&read(bytes)));
    for game in games {
        match game {
            Ok(record) => {
                assert_reads_back(&record);
                let game = record.game(None, Rules::default());
                assert_rebuilds(&game);
                assert_record(&game);
            }
            Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        }
    }
}
