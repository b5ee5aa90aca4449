//! Illegal moves and repeated positions of a record.

use std::fmt;

use hashbrown::HashMap;

use crate::go::rules::Ko;
use crate::go::{Color, Game, IllegalMove, Key, Move, Rules};
use crate::sgf::{Handicap, Record};

/// Why a move is illegal. Where it stands in a record, a move may be so for two reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A stone is there.
    Occupied,
    /// The chain would be left without a liberty and capture nothing.
    Suicide,
    /// It retakes a ko at once.
    Ko,
    /// It repeats an earlier position: the one after this many moves.
    PositionalSuperko(usize),
    /// It repeats an earlier position with the same player to move: the one after this many moves.
    SituationalSuperko(usize),
    /// The same player moved just before.
    TwoInARow,
    /// The record says that it is the opponent's turn.
    OutOfTurn,
}

impl Reason {
    /// The reason in a few words, without numbers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Occupied => "occupied",
            Self::Suicide => "suicide",
            Self::Ko => "ko",
            Self::PositionalSuperko(_) => "positional superko",
            Self::SituationalSuperko(_) => "situational superko",
            Self::TwoInARow => "two in a row",
            Self::OutOfTurn => "out of turn",
        }
    }

    /// After how many moves the position stood that the move repeats.
    #[must_use]
    pub const fn repeats(self) -> Option<usize> {
        match self {
            Self::PositionalSuperko(moves) | Self::SituationalSuperko(moves) => Some(moves),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.repeats() {
            None => Ok(()),
            Some(0) => f.write_str(" (the start position again)"),
            Some(moves) => write!(f, " (the position after move {moves} again)"),
        }
    }
}

/// An illegal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Its number in the record, from 1, passes counted.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Why it is illegal.
    pub reasons: Vec<Reason>,
}

/// A position that came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The number of the move that brought it back.
    pub number: usize,
    /// After how many moves it first stood.
    pub of: usize,
}

/// A record replayed under a rule set.
pub struct Replay {
    /// The game at the end of the record.
    pub game: Game,
    /// The number of moves of the record, passes counted.
    pub moves: usize,
    /// The illegal moves.
    pub violations: Vec<Violation>,
    /// Under simple ko, the first position that came back with the same player to move and no pass in between: there such
    /// rules end the game.
    pub repetition: Option<Repetition>,
}

/// The positions so far, each with the number of moves after which it first stood.
#[derive(Default)]
struct Seen {
    positions: HashMap<Key, usize>,
    situations: HashMap<(Key, Color), Stood>,
    /// The number of moves up to the last pass, or up to the set-up after it.
    last_pass: usize,
}

/// After how many moves a situation stood.
struct Stood {
    first: usize,
    last: usize,
}

impl Seen {
    /// Enters the position of a game after so many moves.
    fn enter(&mut self, game: &Game, moves: usize) {
        if game.moves().is_empty() {
            // Set-up starts the history afresh.
            *self = Self::default();
        }
        if !has_just_played(game) {
            self.last_pass = moves;
        }
        let key = Key::of(game.board());
        self.positions.entry(key).or_insert(moves);
        self.situations
            .entry((key, game.to_move()))
            .or_insert(Stood {
                first: moves,
                last: moves,
            })
            .last = moves;
    }

    /// The reason for a move that superko forbids.
    fn superko(&self, game: &Game, color: Color, mv: Move) -> Reason {
        let mut after = game.board().clone();
        if let Move::Play(point) = mv {
            after.play(color, point);
        }
        let key = Key::of(&after);
        if game.rules().ko == Ko::Positional {
            Reason::PositionalSuperko(self.positions.get(&key).copied().unwrap_or(0))
        } else {
            let situation = self.situations.get(&(key, !color));
            Reason::SituationalSuperko(situation.map_or(0, |stood| stood.first))
        }
    }
}

impl Replay {
    /// Replays a record to its end. Illegal moves are played as they stand.
    #[must_use]
    pub fn of(record: &Record, rules: Rules) -> Self {
        let mut seen = Seen::default();
        let mut number = 0;
        let mut violations = Vec::new();
        let mut repetition = None;
        let game = record.replay(None, rules, |game, color, mv| {
            if repetition.is_none() {
                repetition = seen.repetition(game, number);
            }
            seen.enter(game, number);
            number += 1;
            let reasons = seen.reasons(game, color, mv);
            if !reasons.is_empty() {
                violations.push(Violation {
                    number,
                    color,
                    mv,
                    reasons,
                });
            }
        });
        let repetition = repetition.or_else(|| seen.repetition(&game, number));
        let row = opening_row(record, &game);
        let mut replay = Self {
            game,
            moves: number,
            violations,
            repetition,
        };
        replay.allow_row(row);
        replay.allow_gaps(&record.gaps);
        replay
    }

    /// After a play off the board it was the other player's turn.
    fn allow_gaps(&mut self, gaps: &[(usize, Color)]) {
        for violation in &mut self.violations {
            let before = gaps.partition_point(|&(number, _)| number <= violation.number);
            let last = gaps[..before].last();
            if last == Some(&(violation.number, !violation.color)) {
                let is_turn =
                    |reason: &Reason| matches!(reason, Reason::TwoInARow | Reason::OutOfTurn);
                violation.reasons.retain(|reason| !is_turn(reason));
            }
        }
        self.violations.retain(|v| !v.reasons.is_empty());
    }

    /// A row of handicap stones is no row of illegal moves.
    fn allow_row(&mut self, row: usize) {
        for violation in &mut self.violations {
            if violation.number <= row {
                violation.reasons.retain(|&r| r != Reason::TwoInARow);
            }
        }
        self.violations.retain(|v| !v.reasons.is_empty());
    }
}

impl Seen {
    fn reasons(&self, game: &Game, color: Color, mv: Move) -> Vec<Reason> {
        let turn = (color != game.to_move()).then_some(match game.moves().last() {
            Some(_) => Reason::TwoInARow,
            None => Reason::OutOfTurn,
        });
        let why = game.check(color, mv).err().map(|error| match error {
            // The reader passes over points off the board.
            IllegalMove::Occupied | IllegalMove::OffBoard => Reason::Occupied,
            IllegalMove::Suicide => Reason::Suicide,
            IllegalMove::Ko => Reason::Ko,
            IllegalMove::Superko => self.superko(game, color, mv),
        });
        why.into_iter().chain(turn).collect()
    }

    /// What the last move repeated, where such a thing ends the game: where it closed a [cycle](Game::is_cycle). That scans the
    /// moves since the last pass, too long to be asked after each move of a record. The position itself is not entered yet.
    fn repetition(&self, game: &Game, number: usize) -> Option<Repetition> {
        if game.rules().ko != Ko::Simple || !has_just_played(game) {
            return None;
        }
        let situation = (Key::of(game.board()), game.to_move());
        let stood = self.situations.get(&situation)?;
        (stood.last >= self.last_pass).then_some(Repetition {
            number,
            of: stood.first,
        })
    }
}

/// Whether the last step was a play, neither a pass nor a set-up.
fn has_just_played(game: &Game) -> bool {
    matches!(game.moves().last(), Some((_, Move::Play(_))))
}

/// The number of black plays that open the record as handicap stones.
fn opening_row(record: &Record, game: &Game) -> usize {
    let mut start = record.nodes.iter().take_while(|node| node.mv.is_none());
    let placed = matches!(record.handicap(), Handicap::Missing(_));
    if placed || start.any(|node| !node.setup.is_empty()) {
        0
    } else {
        game.handicap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::read;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    fn violations(text: &str, rules: &str) -> Vec<String> {
        let record = read(text.as_bytes()).expect("the test's own record");
        let replay = Replay::of(&record, rules.parse().expect("a rule set"));
        let line = |v: &Violation| {
            let reasons: Vec<_> = v.reasons.iter().map(ToString::to_string).collect();
            format!("{} {} {}: {}", v.number, v.color, v.mv, reasons.join(", "))
        };
        replay.violations.iter().map(line).collect()
    }

    #[test]
    fn every_reason_is_told() {
        let chinese = |text| violations(text, "chinese");
        assert_eq!(chinese("(;SZ[9];B[cc];W[dd];B[];W[])"), [""; 0]);
        assert_eq!(chinese("(;SZ[9];B[cc];W[cc])"), ["2 white C7: occupied"]);
        assert_eq!(chinese("(;SZ[9]AW[ah][bi];B[ai])"), ["1 black A1: suicide"]);
        assert_eq!(
            chinese("(;SZ[9];B[cc];W[dd];W[cc];B[ff])"),
            ["3 white C7: occupied, two in a row"]
        );
        assert_eq!(chinese("(;SZ[9]PL[W];B[cc])"), ["1 black C7: out of turn"]);
        let ko = "(;SZ[9]AB[ba][ab][bc][cb]AW[ca][db][cc][bb]AE[cb];B[cb];W[bb])";
        assert_eq!(chinese(ko), ["2 white B8: ko"]);
    }

    /// A play off the board is not there, but it was a turn; a set-up on the way is for who moves next.
    #[test]
    fn turns_that_cannot_be_seen() {
        for text in [
            "(;SZ[9];B[ee];W[zz];B[dd];W[e];B[cc])",
            "(;SZ[9];B[cc];AW[gg];B[ee];W[ef])",
            "(;SZ[9]HA[3];B[cc];B[gg];B[ee];W[];W[cg])",
        ] {
            let told = violations(text, "chinese");
            let expected: &[&str] = if text.contains("HA") {
                &["5 white C3: two in a row"]
            } else {
                &[]
            };
            assert_eq!(told, expected, "{text}");
        }
        for (text, told) in [
            (
                "(;SZ[9]HA[2];B[cc];B[gg];B[ee];W[cg])",
                "3 black E5: two in a row",
            ),
            // The play off the board was the same player's.
            (
                "(;SZ[9];B[ee];W[cc];B[dd];B[zz];B[ff];W[gg])",
                "4 black F4: two in a row",
            ),
            (
                "(;SZ[9];B[ee];W[cc];W[zz];W[ff];B[gg])",
                "3 white F4: two in a row",
            ),
        ] {
            assert_eq!(violations(text, "chinese"), [told], "{text}");
        }
        for text in [
            "(;SZ[9]PL[B];B[zz];W[cc];B[dd])",
            "(;SZ[9]HA[2]AB[cc][gg]PL[W];W[zz];B[ed];W[dd])",
            "(;SZ[9];B[ee];AW[gg]PL[W];W[zz];B[dd])",
            "(;SZ[9]HA[3];B[zz];B[cc];B[gg];W[ed];B[dd])",
        ] {
            assert_eq!(violations(text, "chinese"), [""; 0], "{text}");
        }
        // A ko that is retaken, with the next player named beside each move.
        let ko = "(;SZ[5];B[ba]PL[W];W[ca]PL[B];B[ab]PL[W];W[db]PL[B];B[bc]PL[W];W[cc]PL[B];B[cb]PL[W];W[bb]PL[B];B[cb])";
        assert_eq!(violations(ko, "chinese"), ["9 black C4: ko"]);
    }

    /// The shortest cycle, on 2x2: the position after move 1 comes back after move 7.
    #[test]
    fn superko_is_told_by_its_kind_and_simple_ko_knows_repetition() {
        let text = "(;SZ[2];B[ab];W[bb];B[aa];W[ba];B[ab];W[aa];B[ab])";
        for (rules, told) in [
            (
                "chinese",
                "situational superko (the position after move 1 again)",
            ),
            (
                "chinese-1988",
                "positional superko (the position after move 1 again)",
            ),
        ] {
            assert_eq!(violations(text, rules), [format!("7 black A1: {told}")]);
        }
        assert_eq!(violations(text, "japanese"), [""; 0]);
        let record = read(text.as_bytes()).expect("the test's own record");
        let replay = |rules: &str| Replay::of(&record, rules.parse().expect("a rule set"));
        let expected = Repetition { number: 7, of: 1 };
        assert_eq!(replay("japanese").repetition, Some(expected));
        assert_eq!(replay("chinese").repetition, None);
    }

    /// The first repetition of a record is the first cycle of its game.
    #[test]
    fn repetitions_are_cycles() {
        let rules: Rules = "japanese".parse().expect("a rule set");
        let mut dice = SmallRng::seed_from_u64(1);
        let mut found = 0;
        for _ in 0..2000 {
            let mut text = "(;SZ[2]PL[B]".to_string();
            for _ in 0..10 {
                text += match dice.random_range(0..60) {
                    0 => ";AE[aa]",
                    1..6 => ";B[]",
                    6..11 => ";W[]",
                    n => [
                        ";B[aa]", ";B[ab]", ";B[ba]", ";B[bb]", ";W[aa]", ";W[ab]", ";W[ba]",
                        ";W[bb]",
                    ][n % 8],
                };
            }
            let record = read((text.clone() + ")").as_bytes()).expect("a record");
            let moves = record.moves().count();
            let closed = |&number: &usize| record.game(Some(number + 1), rules).is_cycle();
            let cycle = (1..=moves).find(closed);
            let repetition = Replay::of(&record, rules).repetition;
            assert_eq!(repetition.map(|r| r.number), cycle, "{text}");
            found += usize::from(cycle.is_some());
        }
        assert!((500..1800).contains(&found), "{found}");
    }

    /// What stood only before a pass makes no cycle; of what stood before and after it, the first time is told.
    #[test]
    fn a_repetition_is_of_the_first_time() {
        for (text, number, of) in [
            (
                "(;SZ[2];B[ab];W[];B[];W[bb];B[aa];W[ba];B[ab];W[aa];B[ab])",
                9,
                1,
            ),
            (
                "(;SZ[2];B[ab];W[bb];B[aa];W[];B[];W[ba];B[ab];W[aa];B[ab];W[bb];B[aa])",
                11,
                3,
            ),
        ] {
            let record = read(text.as_bytes()).expect("the test's own record");
            let replay = Replay::of(&record, "japanese".parse().expect("a rule set"));
            assert_eq!(replay.repetition, Some(Repetition { number, of }));
        }
    }

    #[test]
    fn a_row_of_handicap_stones_is_legal() {
        for text in [
            "(;SZ[9]HA[2];B[cc];B[gg];W[ee])",
            "(;SZ[9];B[cc];B[gg];W[ee])",
            "(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ed])",
            "(;SZ[9]HA[2];W[ee];B[ed])",
        ] {
            assert_eq!(violations(text, "chinese"), [""; 0], "{text}");
        }
        let text = "(;SZ[9];B[cc];B[gg];W[ee];W[ed])";
        let told = violations(text, "chinese");
        assert_eq!(
            told.len(),
            2,
            "a position being set up is no handicap: {told:?}"
        );
    }
}
