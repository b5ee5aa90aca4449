//! Perft: the number of legal sequences of a given length from the empty board, Black first, colours in turn.
//!
//! `perft.txt` holds one row for each board size, ko rule, suicide rule and way to count passes, as deep as
//! 20,000 sequences allow. Deeper rows come from the shared cases where those are present: up to `TENGEN_PERFT_MAX`
//! sequences each (a million in a release build, 20,000 in a debug build).

use std::collections::HashMap;
use std::fmt::Debug;
use std::str::FromStr;

use crate::model::compare::rules;
use crate::model::{KoRule, Model, Refusal};
use crate::records::ko_rule;
use tengen::go::{Board, Color, Game, IllegalMove, Key, Komi, Move, Point};

/// How passes count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passes {
    /// Board plays only.
    No,
    /// A pass is a move and never ends the game.
    Counted,
    /// Two passes in a row end a sequence: it has no continuation.
    EndAfterTwo,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Setting {
    size: usize,
    ko: KoRule,
    suicide: bool,
    passes: Passes,
}

/// What is counted of all sequences of one length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    sequences: u64,
    /// Sequences whose last move takes stones of the opponent, and how many stones these are.
    captures: u64,
    stones: u64,
    /// Sequences whose last move is suicide.
    suicides: u64,
    /// Last moves refused.
    by_ko: u64,
    by_suicide: u64,
}

struct Row {
    setting: Setting,
    depth: usize,
    counts: Counts,
}

fn passes(name: &str) -> Option<Passes> {
    match name {
        "no" => Some(Passes::No),
        "counted" => Some(Passes::Counted),
        "end-after-two" => Some(Passes::EndAfterTwo),
        _ => None,
    }
}

fn number<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().expect(text)
}

/// The project's own rows.
fn own_rows() -> Vec<Row> {
    include_str!("perft.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(words.len(), 11, "{line}");
            Row {
                setting: Setting {
                    size: number(words[0]),
                    ko: ko_rule(words[1]).expect(line),
                    suicide: words[2] == "multi",
                    passes: passes(words[3]).expect(line),
                },
                depth: number(words[4]),
                counts: Counts {
                    sequences: number(words[5]),
                    captures: number(words[6]),
                    stones: number(words[7]),
                    suicides: number(words[8]),
                    by_ko: number(words[9]),
                    by_suicide: number(words[10]),
                },
            }
        })
        .collect()
}

/// Goes through all sequences with the crate's game. The last ply is counted, not played.
fn walk(game: &mut Game, passes: Passes, depth: usize, counts: &mut Counts) {
    if passes == Passes::EndAfterTwo && game.is_over() {
        return;
    }
    let color = game.to_move();
    let empties = game.board().empties().to_vec();
    if depth == 1 {
        for &at in &empties {
            count_last(game, color, at, counts);
        }
        counts.sequences += u64::from(passes != Passes::No);
        return;
    }
    for at in empties {
        if game.play(color, Move::Play(at)).is_ok() {
            walk(game, passes, depth - 1, counts);
            assert_eq!(game.undo(1), 1);
        }
    }
    if passes != Passes::No && game.play(color, Move::Pass).is_ok() {
        walk(game, passes, depth - 1, counts);
        assert_eq!(game.undo(1), 1);
    }
}

fn count_last(game: &Game, color: Color, at: Point, counts: &mut Counts) {
    match game.check(color, Move::Play(at)) {
        Ok(()) => {
            let board = game.board();
            let mut taken: Vec<Point> = at
                .neighbors()
                .into_iter()
                .filter(|&n| board.at(n) == Some(!color) && board.liberties(n) == 1)
                .map(|n| board.head(n))
                .collect();
            taken.sort_unstable();
            taken.dedup();
            let stones: usize = taken.iter().map(|&head| board.chain_len(head)).sum();
            counts.sequences += 1;
            counts.captures += u64::from(stones > 0);
            counts.stones += stones as u64;
            counts.suicides += u64::from(board.is_suicide(color, at));
        }
        Err(IllegalMove::Ko | IllegalMove::Superko) => counts.by_ko += 1,
        Err(IllegalMove::Suicide) => counts.by_suicide += 1,
        Err(error) => panic!("{error}"),
    }
}

fn perft(setting: Setting, depth: usize) -> Counts {
    let mut counts = Counts::default();
    let rules = rules(setting.ko, setting.suicide);
    let mut game = Game::new(setting.size, rules, Komi::ZERO);
    walk(&mut game, setting.passes, depth, &mut counts);
    counts
}

/// The same with the naive model.
fn walk_model(model: &mut Model, passes: Passes, in_row: usize, depth: usize, counts: &mut Counts) {
    if passes == Passes::EndAfterTwo && in_row == 2 {
        return;
    }
    let mover = model.now().to_move;
    for at in model.now().grid.spots() {
        match model.refusal(mover, at) {
            None => {
                let before = model.now().taken[mover as usize];
                model.play(mover, at);
                if depth == 1 {
                    let stones = model.now().taken[mover as usize] - before;
                    counts.sequences += 1;
                    counts.captures += u64::from(stones > 0);
                    counts.stones += stones as u64;
                    counts.suicides += u64::from(model.now().lost > 0);
                } else {
                    walk_model(model, passes, 0, depth - 1, counts);
                }
                model.undo(1);
            }
            Some(Refusal::Ko) => counts.by_ko += u64::from(depth == 1),
            Some(Refusal::Suicide) => counts.by_suicide += u64::from(depth == 1),
            Some(Refusal::Occupied) => {}
        }
    }
    if passes != Passes::No {
        if depth == 1 {
            counts.sequences += 1;
        } else {
            model.pass(mover);
            walk_model(model, passes, in_row + 1, depth - 1, counts);
            model.undo(1);
        }
    }
}

fn perft_model(setting: Setting, depth: usize) -> Counts {
    let mut counts = Counts::default();
    let mut model = Model::new(setting.size, setting.ko, setting.suicide);
    walk_model(&mut model, setting.passes, 0, depth, &mut counts);
    counts
}

#[test]
fn own_rows_match() {
    let rows = own_rows();
    assert!(rows.len() > 100);
    for row in rows {
        let found = perft(row.setting, row.depth);
        assert_eq!(found, row.counts, "{:?} depth {}", row.setting, row.depth);
    }
}

#[test]
fn own_rows_match_the_model() {
    for row in own_rows() {
        let found = perft_model(row.setting, row.depth);
        assert_eq!(found, row.counts, "{:?} depth {}", row.setting, row.depth);
    }
}

/// The number of sequences that a row may have to be counted.
fn limit() -> u64 {
    let default = if cfg!(debug_assertions) {
        20_000
    } else {
        1_000_000
    };
    std::env::var("TENGEN_PERFT_MAX")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(default)
}

#[test]
fn shared_rows_match() {
    let Some(path) = crate::shared::case_file("perft/perft_table.jsonl") else {
        return;
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let (mut rows, mut sequences) = (0, 0);
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect(line);
        let get = |key: &str| row[key].as_u64().expect(key);
        let word = |key: &str| row[key].as_str().expect(key);
        let Some(ko) = ko_rule(word("ko")) else {
            continue;
        };
        // Positional superko forbids the suicide of a single stone by itself: "any" and "multi" allow the same plays.
        let any = word("suicide") == "any";
        let square = get("w") == get("h") && get("w") >= 2;
        if !square || (any && ko != KoRule::Positional) || get("sequences") > limit() {
            continue;
        }
        let setting = Setting {
            size: number(&get("w").to_string()),
            ko,
            suicide: word("suicide") != "none",
            passes: passes(word("passes")).expect(line),
        };
        let mut counts = Counts {
            sequences: get("sequences"),
            captures: get("last_move_captures"),
            stones: get("stones_captured_by_last_move"),
            suicides: get("last_move_suicides"),
            by_ko: get("rejected_by_ko"),
            by_suicide: get("rejected_by_suicide"),
        };
        let mut found = perft(setting, number(&get("depth").to_string()));
        if any {
            // Whether the single stone counts as suicide or as repetition is a matter of order.
            (counts.by_ko, counts.by_suicide) = (counts.by_ko + counts.by_suicide, 0);
            (found.by_ko, found.by_suicide) = (found.by_ko + found.by_suicide, 0);
        }
        assert_eq!(found, counts, "{line}");
        rows += 1;
        sequences += counts.sequences;
    }
    println!("{rows} rows match, {sequences} sequences");
    assert!(rows > 150);
}

/// Sequences that lead to one state under simple ko, counted together: so even 60 plies are few steps.
#[test]
fn long_shared_rows_match_on_the_bare_board() {
    let Some(path) = crate::shared::case_file("perft/perft_dp_long.jsonl") else {
        return;
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let mut rows = 0;
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect(line);
        let word = |key: &str| row[key].as_str().expect(key);
        if row["w"] != row["h"] || word("ko") != "simple" || word("suicide") == "any" {
            continue;
        }
        let size = number(&row["w"].to_string());
        let expected: Vec<u128> = row["sequences_by_depth"]
            .as_array()
            .expect(line)
            .iter()
            .map(|n| number(n.as_str().expect(line)))
            .collect();
        let passes = passes(word("passes")).expect(line);
        let found = by_depth(size, word("suicide") == "multi", passes, expected.len());
        assert_eq!(found, expected, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 4);
}

/// What legality depends on under simple ko: stones, ban, turn, passes just made.
type State = (Key, Option<(Color, Point)>, Color, usize);

/// Numbers of sequences of length 1 to `depth` under simple ko, by `Board` alone.
fn by_depth(size: usize, suicide: bool, passes: Passes, depth: usize) -> Vec<u128> {
    let start = Board::new(size);
    let first: State = (Key::of(&start), None, Color::Black, 0);
    let mut states = HashMap::from([(first, (Box::new(start), 1_u128))]);
    let mut totals = Vec::new();
    for _ in 0..depth {
        let mut next: HashMap<State, (Box<Board>, u128)> = HashMap::new();
        for ((_, _, color, passed), (board, ways)) in states {
            if passes == Passes::EndAfterTwo && passed == 2 {
                continue;
            }
            let mut reach = |board: Box<Board>, passed: usize| {
                let state = (Key::of(&board), board.ko(), !color, passed);
                next.entry(state).or_insert((board, 0)).1 += ways;
            };
            for &at in board.empties() {
                if board.is_legal(color, at, suicide) {
                    let mut after = board.clone();
                    after.play(color, at);
                    reach(after, 0);
                }
            }
            if passes != Passes::No {
                let mut after = board.clone();
                after.clear_ko();
                let counted = passes == Passes::EndAfterTwo;
                reach(after, if counted { passed + 1 } else { 0 });
            }
        }
        totals.push(next.values().map(|(_, ways)| ways).sum());
        states = next;
    }
    totals
}

/// Positions in which every chain has a liberty. Stones are put one after the other: on the way to such a position no chain
/// is ever without liberty, so what captures or dies leads to none.
fn legal_positions(size: usize) -> u64 {
    fn count(board: &Board, points: &[Point]) -> u64 {
        let Some((&at, rest)) = points.split_first() else {
            return 1;
        };
        let mut total = count(board, rest);
        for color in Color::BOTH {
            let captures = at
                .neighbors()
                .into_iter()
                .any(|n| board.at(n) == Some(!color) && board.liberties(n) == 1);
            if captures || !board.is_legal(color, at, false) {
                continue;
            }
            total += if rest.is_empty() {
                1
            } else {
                let mut after = board.clone();
                after.play(color, at);
                count(&after, rest)
            };
        }
        total
    }
    let board = Board::new(size);
    count(&board, &board.points().collect::<Vec<_>>())
}

#[test]
fn legal_positions_are_as_many_as_known() {
    // Tromp and Farneback, "Combinatorics of Go"; OEIS A094777.
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
    if limit() >= 1_000_000 {
        assert_eq!(legal_positions(4), 24_318_165);
    }
}

/// The same numbers from set-up boards, by the liberties of every stone.
#[test]
fn set_up_knows_the_legal_positions() {
    for (size, expected) in [(2, 57), (3, 12_675)] {
        let points: Vec<Point> = Board::new(size).points().collect();
        let all = 3_usize.pow(u32::try_from(points.len()).expect("9 points"));
        let mut legal = 0;
        let mut keys = std::collections::HashSet::new();
        for code in 0..all {
            let stones = points.iter().enumerate().map(|(i, &at)| {
                let stone = code / 3_usize.pow(u32::try_from(i).expect("below 9")) % 3;
                (at, [None, Some(Color::Black), Some(Color::White)][stone])
            });
            let mut board = Board::new(size);
            board.set_up_all(stones);
            assert!(keys.insert(Key::of(&board)), "no two share a key");
            let alive = |&at: &Point| board.is_empty(at) || board.liberties(at) > 0;
            legal += usize::from(points.iter().all(alive));
        }
        assert_eq!(legal, expected);
    }
}
