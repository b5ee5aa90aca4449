//! The shared random games: every move, capture, refusal and set of legal plays as an independent reference found them.
//! Without the shared cases there is nothing to do.

use std::collections::BTreeSet;
use std::io::Read;

use crate::model::KoRule;
use crate::model::compare::rules;
use crate::shared;
use serde_json::Value;
use tengen::go::{Board, Color, Game, IllegalMove, Komi, Move};

pub(crate) fn ko_rule(name: &str) -> Option<KoRule> {
    match name {
        "simple" => Some(KoRule::Simple),
        "psk" => Some(KoRule::Positional),
        "ssk" => Some(KoRule::Situational),
        _ => None,
    }
}

pub(crate) fn color(letter: &str) -> Color {
    match letter {
        "B" => Color::Black,
        "W" => Color::White,
        _ => panic!("{letter:?} is no colour"),
    }
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect(key)
}

pub(crate) fn count(value: &Value) -> usize {
    value
        .as_u64()
        .and_then(|n| usize::try_from(n).ok())
        .expect("a count")
}

pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect(key)
}

/// A list of words.
pub(crate) fn words<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    let word = |v: &'a Value| v.as_str().expect(key);
    list(value, key).iter().map(word).collect()
}

/// Rows from the top with `/` between, as the cases write a position.
pub(crate) fn rows(board: &Board) -> String {
    let drawn: Vec<String> = board
        .to_string()
        .lines()
        .map(|line| line.replace(' ', ""))
        .collect();
    drawn.join("/")
}

fn captures(board: &Board) -> [usize; 2] {
    let captures = board.captures().map(|n| n as usize);
    [captures.black, captures.white]
}

/// One recorded game, replayed.
struct Replay<'a> {
    record: &'a Value,
    game: Game,
    /// The record's rules allow the suicide of a single stone, which ours never do: such plays are forced.
    single_suicide: bool,
}

impl<'a> Replay<'a> {
    /// `None` where the ko rule is not offered.
    fn new(record: &'a Value) -> Option<Self> {
        let ko = ko_rule(text(record, "ko"))?;
        let suicide = text(record, "suicide");
        let rules = rules(ko, suicide != "none");
        Some(Self {
            record,
            game: Game::new(count(&record["size"]), rules, Komi::ZERO),
            // Positional superko forbids it by itself.
            single_suicide: suicide == "any" && ko != KoRule::Positional,
        })
    }

    fn id(&self) -> &str {
        text(self.record, "id")
    }

    fn run(&mut self) {
        let moves: Vec<&str> = text(self.record, "moves").split_whitespace().collect();
        for n in 0..=moves.len() {
            self.refusals(n);
            self.checks(n);
            if let Some(text) = moves.get(n) {
                self.play(n, text);
            }
        }
        assert_eq!(rows(self.game.board()), text(self.record, "final"));
        let taken: Vec<_> = list(self.record, "captured_by").iter().map(count).collect();
        assert_eq!(captures(self.game.board()).to_vec(), taken, "{}", self.id());
    }

    fn play(&mut self, n: usize, text: &str) {
        let (letter, vertex) = text.split_once(':').expect(text);
        let (color, mv): (_, Move) = (color(letter), vertex.parse().expect(text));
        let before = captures(self.game.board());
        match self.game.play(color, mv) {
            Err(IllegalMove::Suicide) if self.single_suicide => self.game.force(color, mv),
            result => assert_eq!(result, Ok(()), "{} move {n} {text}", self.id()),
        }
        let after = captures(self.game.board());
        let change = |color: Color| after[color.index()] - before[color.index()];
        let expected = list(self.record, "captures_at")
            .iter()
            .find(|entry| count(&entry[0]) == n)
            .map_or((0, 0), |entry| (count(&entry[1]), count(&entry[2])));
        assert_eq!((change(color), change(!color)), expected, "{}", self.id());
    }

    /// Plays that the record's rules refuse before move `n`.
    fn refusals(&self, n: usize) {
        for entry in list(self.record, "rejected") {
            if count(&entry[0]) != n {
                continue;
            }
            let word = |i: usize| entry[i].as_str().expect("a word");
            let mv = word(2).parse().expect("a move");
            let Err(found) = self.game.check(color(word(1)), mv) else {
                panic!("{} allows {entry}", self.id());
            };
            let expected = match word(3) {
                "occupied" => [IllegalMove::Occupied; 2],
                "suicide" => [IllegalMove::Suicide; 2],
                "ko" => [IllegalMove::Ko; 2],
                "superko" if found == IllegalMove::Suicide => {
                    assert_eq!(text(self.record, "suicide"), "any");
                    continue;
                }
                "superko" => [IllegalMove::Ko, IllegalMove::Superko],
                reason => panic!("{reason}"),
            };
            assert!(expected.contains(&found), "{} {entry}: {found}", self.id());
        }
    }

    /// The position and all empty points refused, where the record has them for `n` moves played.
    fn checks(&self, n: usize) {
        for check in list(self.record, "checks") {
            if count(&check["n"]) != n {
                continue;
            }
            let board = self.game.board();
            assert_eq!(rows(board), text(check, "board"), "{}", self.id());
            let taken: Vec<_> = list(check, "cap").iter().map(count).collect();
            assert_eq!(captures(board).to_vec(), taken, "{}", self.id());
            let ko = board.ko().map(|(_, point)| point.to_string());
            if self.game.rules().ko == tengen::go::rules::Ko::Simple {
                assert_eq!(ko.as_deref(), check["ko"].as_str(), "{}", self.id());
            }
            let color = color(text(check, "col"));
            let mut refused = BTreeSet::new();
            let mut differs = BTreeSet::new();
            for &point in board.empties() {
                match self.game.check(color, Move::Play(point)) {
                    Ok(()) => {}
                    Err(IllegalMove::Suicide) if self.single_suicide => {
                        differs.insert(point.to_string());
                    }
                    Err(_) => {
                        refused.insert(point.to_string());
                    }
                }
            }
            let mut expected: BTreeSet<String> = words(check, "illegal")
                .into_iter()
                .map(String::from)
                .collect();
            expected.retain(|point| !differs.contains(point));
            assert_eq!(refused, expected, "{} after {n} moves", self.id());
        }
    }
}

#[test]
fn shared_random_games_replay() {
    let Some(path) = shared::case_file("diff/random_games.jsonl.gz") else {
        return;
    };
    let mut lines = String::new();
    let file = std::fs::File::open(path).expect("a readable file");
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut lines)
        .expect("gzip of text");
    let (mut games, mut moves, mut skipped) = (0, 0, 0);
    for line in lines.lines() {
        let record: Value = serde_json::from_str(line).expect(line);
        let Some(mut replay) = Replay::new(&record) else {
            skipped += 1;
            continue;
        };
        replay.run();
        games += 1;
        moves += replay.game.moves().len();
    }
    println!("{games} games with {moves} moves agree; {skipped} under a ko rule not offered");
    assert!(games > 700);
}
