//! Real game records and their replay, where the shared cases are at hand.

mod shared;

use serde_json::Value;
use tengen::go::rules::Ko;
use tengen::go::{Color, Game, IllegalMove, Komi, Move, Rules};
use tengen::sgf::{GameTree, Record, Step, read};

/// All cases with their records.
fn cases() -> Vec<(Value, Record)> {
    let Some(list) = shared::case_file("sgf/expected.jsonl") else {
        return Vec::new();
    };
    let lines = std::fs::read_to_string(&list).expect("the list of cases");
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let file = case["file"].as_str().expect("a file name");
        let bytes = std::fs::read(list.with_file_name(file)).expect("a record");
        let record = read(&bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
        (case, record)
    };
    lines.lines().map(case).collect()
}

fn number(case: &Value, key: &str) -> usize {
    let number = case[key].as_u64().expect(key);
    usize::try_from(number).expect(key)
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().expect(key)
}

/// A list of move indexes under one of the reasons in `illegal`.
fn indexes(case: &Value, reason: &str) -> Vec<usize> {
    let list = case["illegal"][reason].as_array();
    let list = list.map(Vec::as_slice).unwrap_or_default();
    let index = |value: &Value| usize::try_from(value.as_u64().expect("an index"));
    list.iter()
        .map(|value| index(value).expect("an index"))
        .collect()
}

#[test]
fn records_are_read_as_expected() {
    for (case, record) in cases() {
        let id = text(&case, "id");
        let moves: Vec<_> = record
            .moves()
            .map(|(color, mv)| format!("{}:{mv}", color.letter()))
            .collect();
        let passes = record.moves().filter(|(_, mv)| *mv == Move::Pass).count();
        let setup = record
            .nodes
            .iter()
            .filter(|node| !node.setup.is_empty())
            .count();
        assert_eq!(moves.join(" "), text(&case, "moves"), "{id}");
        assert_eq!(moves.len(), number(&case, "n_moves"), "{id}");
        assert_eq!(passes, number(&case, "passes"), "{id}");
        assert_eq!(setup, number(&case, "setup_nodes"), "{id}");
        assert_eq!(record.size, number(&case, "size"), "{id}");
        let skipped = record
            .warnings
            .iter()
            .filter(|w| w.message.ends_with("off the board"))
            .count();
        assert_eq!(
            skipped,
            case["warnings"].as_array().map_or(0, Vec::len),
            "{id}"
        );
        // A record's own decimal komi is taken as it stands; whole hundreds are another unit.
        let komi = text(&case, "komi");
        if komi.len() < 3 || komi.contains('.') {
            assert_eq!(record.info.komi, komi.parse::<Komi>().ok(), "{id}");
        }
    }
}

#[test]
fn records_read_back_as_written() {
    for (case, record) in cases() {
        let written = GameTree::from(&record).to_string();
        let again = read(written.as_bytes()).expect("a record");
        let id = text(&case, "id");
        assert_eq!((again.size, again.info), (record.size, record.info), "{id}");
        assert!(again.nodes == record.nodes, "{id}");
        assert!(again.variations == record.variations, "{id}");
        assert!(again.warnings.is_empty(), "{id}: {:?}", again.warnings);
    }
}

/// Replays a record whatever the rules say, and gives the indexes of moves for which `is_wrong` finds a reason.
fn replay(
    record: &Record,
    ko: Ko,
    is_wrong: impl Fn(&Game, Color, Move) -> bool,
) -> (Game, Vec<usize>) {
    let rules = Rules {
        ko,
        suicide: true,
        ..Rules::default()
    };
    let mut game = Game::new(record.size, rules, record.info.komi.unwrap_or_default());
    game.set_to_move(record.first_player());
    let (mut wrong, mut index) = (Vec::new(), 0);
    for step in record.steps() {
        match step {
            Step::SetUp {
                stones: [],
                player: Some(player),
            } => game.set_to_move(player),
            Step::SetUp { stones, player } => game.set_up(stones.iter().copied(), player),
            Step::Move(color, mv) => {
                if is_wrong(&game, color, mv) {
                    wrong.push(index);
                }
                game.force(color, mv);
                index += 1;
            }
        }
    }
    (game, wrong)
}

/// The position as the cases write it: rows from the top.
fn position(game: &Game) -> String {
    let board = game.board();
    let mut rows = vec![String::new(); board.size()];
    for column in 0..board.size() {
        for (row, text) in rows.iter_mut().rev().enumerate() {
            let stone = board.at(tengen::go::Point::new(column, row));
            text.push(stone.map_or('.', |color| if color == Color::Black { 'X' } else { 'O' }));
        }
    }
    rows.join("/")
}

#[test]
fn records_replay_to_the_expected_board() {
    for (case, record) in cases() {
        let id = text(&case, "id");
        let (game, occupied) = replay(&record, Ko::Simple, |game, color, mv| {
            game.check(color, mv) == Err(IllegalMove::Occupied)
        });
        assert_eq!(position(&game), text(&case, "final"), "{id}");
        assert_eq!(occupied, indexes(&case, "occupied"), "{id}");
        let captures = game.board().captures();
        let expected = &case["captured_by"];
        assert_eq!(
            [captures.black, captures.white].map(u64::from).as_slice(),
            [
                expected[0].as_u64().expect("captures"),
                expected[1].as_u64().expect("captures"),
            ],
            "{id}"
        );
        let to_move = record.moves().last().map(|_| game.to_move());
        if let Some(to_move) = to_move {
            assert_eq!(to_move.letter().to_string(), text(&case, "to_play"), "{id}");
        }
    }
}

#[test]
fn illegal_moves_are_found_under_each_ko_rule() {
    for (case, record) in cases() {
        let id = text(&case, "id");
        for (ko, reason) in [
            (Ko::Simple, "simple"),
            (Ko::Positional, "psk"),
            (Ko::Situational, "ssk"),
        ] {
            let (_, mut wrong) = replay(&record, ko, |game, color, mv| {
                matches!(
                    game.check(color, mv),
                    Err(IllegalMove::Ko | IllegalMove::Superko)
                )
            });
            // The cases list the first twelve.
            wrong.truncate(12);
            assert_eq!(wrong, indexes(&case, reason), "{id} {reason}");
        }
        let (_, suicide) = replay(&record, Ko::Simple, |game, color, mv| {
            let is_free = |point| game.board().is_empty(point);
            mv.point()
                .is_some_and(|point| is_free(point) && game.board().is_suicide(color, point))
        });
        assert_eq!(suicide, indexes(&case, "suicide"), "{id} suicide");
    }
}

#[test]
fn every_other_record_at_hand_is_read() {
    let Some(list) = shared::case_file("final/truth.jsonl") else {
        return;
    };
    let mut folders = vec![list.with_file_name(""), list.with_file_name("../gtp/sgf")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "sgf") {
                let bytes = std::fs::read(&path).expect("a record");
                let record = read(&bytes);
                assert!(record.is_ok(), "{}: {record:?}", path.display());
            }
        }
    }
}
