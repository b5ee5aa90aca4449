//! The shared rule cases: play sequences of other engines' own tests with boards, captures, ko points and legality.
//! Without the shared cases there is nothing to do.

use std::collections::BTreeSet;

use crate::model::KoRule;
use crate::model::compare::{rules, side};
use crate::records::{color, count, ko_rule, list, rows, text, words};
use crate::shared;
use serde_json::Value;
use tengen::go::{Board, Color, Game, IllegalMove, Key, Komi, Move, Point};

fn point(text: &str) -> Point {
    text.parse().expect(text)
}

/// Two words, as the cases write a colour and a vertex.
fn pair(value: &Value) -> (Color, Move) {
    let word = |i: usize| value[i].as_str().expect("a word");
    (color(word(0)), word(1).parse().expect("a move"))
}

fn letter(stone: Option<Color>) -> &'static str {
    match stone.map(side) {
        None => ".",
        Some(crate::model::Side::Black) => "B",
        Some(crate::model::Side::White) => "W",
    }
}

struct Case<'a> {
    text: &'a Value,
    game: Game,
    single_suicide: bool,
    /// After each move: its position, and whether that is an earlier one.
    past: Vec<(Key, bool)>,
}

impl<'a> Case<'a> {
    /// `None` where the case asks for what the crate does not offer, or its sources disagree.
    fn new(case: &'a Value) -> Option<Self> {
        let ko = ko_rule(text(case, "ko"))?;
        let square = case["w"] == case["h"] && count(&case["w"]) >= 2;
        if !square || case["verified"] != true || case["kind"] == "setup-legality" {
            return None;
        }
        let mut start = Board::new(count(&case["w"]));
        for letter in ["B", "W"] {
            if let Some(stones) = case["setup"][letter].as_array() {
                let vertices = stones.iter().map(|v| point(v.as_str().expect("a vertex")));
                start.set_up_all(vertices.map(|at| (at, Some(color(letter)))));
            }
        }
        let to_move = case["to_play"].as_str().map_or(Color::Black, color);
        let suicide = text(case, "suicide");
        let rules = rules(ko, suicide != "none");
        Some(Self {
            text: case,
            past: vec![(Key::of(&start), false)],
            game: Game::from_position(start, to_move, rules, Komi::ZERO),
            single_suicide: suicide == "any" && ko != KoRule::Positional,
        })
    }

    fn run(&mut self) {
        for (n, step) in list(self.text, "steps").iter().enumerate() {
            let at = format!("{} step {n}: {step}", text(self.text, "id"));
            match step[0].as_str().expect(&at) {
                "play" => self.play(step, &at),
                "undo" => {
                    assert_eq!(self.game.undo(1), 1, "{at}");
                    self.past.pop();
                }
                "expect" => {
                    for (key, value) in step[1].as_object().expect(&at) {
                        self.expect(key, value, &at);
                    }
                }
                _ => panic!("{at}"),
            }
        }
    }

    fn play(&mut self, step: &Value, at: &str) {
        let color = color(step[1].as_str().expect(at));
        let mv: Move = step[2].as_str().expect(at).parse().expect(at);
        match self.game.play(color, mv) {
            Err(IllegalMove::Suicide) if self.single_suicide => self.game.force(color, mv),
            result => assert_eq!(result, Ok(()), "{at}\n{:?}", self.game),
        }
        let key = Key::of(self.game.board());
        let repeats = match mv {
            Move::Play(_) => self.past.iter().any(|(old, _)| *old == key),
            Move::Pass => self.past.last().is_some_and(|&(_, repeats)| repeats),
        };
        self.past.push((key, repeats));
    }

    fn refusal(&self, color: Color, mv: Move) -> Option<IllegalMove> {
        match self.game.check(color, mv) {
            Err(IllegalMove::Suicide) if self.single_suicide => None,
            result => result.err(),
        }
    }

    /// Empty points that a player is refused for a reason.
    fn refused(&self, color: Color, reason: impl Fn(IllegalMove) -> bool) -> BTreeSet<String> {
        let empties = self.game.board().empties().iter();
        empties
            .filter(|&&at| self.refusal(color, Move::Play(at)).is_some_and(&reason))
            .map(ToString::to_string)
            .collect()
    }

    fn expect(&self, key: &str, value: &Value, at: &str) {
        let board = self.game.board();
        let points = || -> BTreeSet<String> {
            let points = words(value, "points").into_iter();
            points.map(String::from).collect()
        };
        let of_object = || value.as_object().expect(at).iter();
        match key {
            "board" => assert_eq!(rows(board), *value, "{at}"),
            "ko" => {
                let ko = board.ko().map(|(_, point)| point.to_string());
                assert_eq!(ko.as_deref(), value.as_str(), "{at}");
            }
            "to_play" => assert_eq!(letter(Some(self.game.to_move())), *value, "{at}"),
            "point" => {
                of_object().for_each(|(v, c)| assert_eq!(letter(board.at(point(v))), *c, "{at}"));
            }
            "liberties" => of_object()
                .for_each(|(v, n)| assert_eq!(board.liberties(point(v)), count(n), "{at}")),
            "chain_size" => of_object()
                .for_each(|(v, n)| assert_eq!(board.chain_len(point(v)), count(n), "{at}")),
            "captures" => of_object().for_each(|(c, n)| {
                assert_eq!(board.captures()[color(c)] as usize, count(n), "{at}");
            }),
            "stones" => of_object().for_each(|(c, n)| {
                let stones = board.points().filter(|&p| board.at(p) == Some(color(c)));
                assert_eq!(stones.count(), count(n), "{at}");
            }),
            "groups" => {
                let heads = board.points().filter(|&p| board.head(p) == p).count();
                assert_eq!(heads, count(value), "{at}");
            }
            "legal" | "illegal" => {
                for (color, mv) in value.as_array().expect(at).iter().map(pair) {
                    let refusal = self.refusal(color, mv);
                    assert_eq!(refusal.is_none(), key == "legal", "{at}: {refusal:?}");
                }
            }
            "legal_count" => {
                let refused = self.refused(color(text(value, "color")), |_| true).len();
                assert_eq!(board.empties().len() - refused, count(&value["n"]), "{at}");
            }
            "illegal_set" => {
                let refused = self.refused(color(text(value, "color")), |_| true);
                assert_eq!(refused, points(), "{at}");
            }
            "ko_illegal_set" => {
                let by_ko = |e| matches!(e, IllegalMove::Ko | IllegalMove::Superko);
                let refused = self.refused(color(text(value, "color")), by_ko);
                assert_eq!(refused, points(), "{at}");
            }
            "repeats_earlier_position" => {
                let repeats = self.past.last().is_some_and(|&(_, repeats)| repeats);
                assert_eq!(repeats, *value, "{at}");
            }
            "area" | "area_score" => {} // scores have their own tests
            _ => panic!("{at}: {key} is unknown"),
        }
    }
}

#[test]
fn shared_rule_cases_hold() {
    let Some(path) = shared::case_file("rules/cases.jsonl") else {
        return;
    };
    let lines = std::fs::read_to_string(path).expect("a readable file");
    let (mut held, mut skipped) = (0, 0);
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).expect(line);
        if let Some(mut case) = Case::new(&case) {
            case.run();
            held += 1;
        } else {
            skipped += 1;
        }
    }
    println!("{held} cases hold, {skipped} are not for square boards, offered rules or agreed");
    assert!(held > 75);
}
