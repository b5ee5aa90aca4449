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
    situations: HashMap<(Key, Color), usize>,
}

impl Seen {
    /// Enters the position of a game after so many moves.
    fn enter(&mut self, game: &Game, moves: usize) {
        if game.moves().is_empty() {
            // Set-up starts the history afresh.
            self.positions.clear();
            self.situations.clear();
        }
        let key = Key::of(game.board());
        self.positions.entry(key).or_insert(moves);
        self.situations
            .entry((key, game.to_move()))
            .or_insert(moves);
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
            Reason::SituationalSuperko(situation.copied().unwrap_or(0))
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
        // After a play off the board it was the other player's turn.
        for &gap in &record.gaps {
            if let Ok(place) = violations.binary_search_by_key(&gap, |v| v.number) {
                violations[place]
                    .reasons
                    .retain(|&r| r != Reason::TwoInARow);
            }
        }
        let mut replay = Self {
            game,
            moves: number,
            violations,
            repetition,
        };
        replay.allow_row(row);
        replay
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

    /// What the last move repeated, where such a thing ends the game. The position itself is not entered yet.
    fn repetition(&self, game: &Game, number: usize) -> Option<Repetition> {
        let situation = (Key::of(game.board()), game.to_move());
        let of = *self.situations.get(&situation)?;
        let ends = game.rules().ko == Ko::Simple && game.is_cycle();
        ends.then_some(Repetition { number, of })
    }
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
        assert_eq!(
            violations("(;SZ[9]HA[2];B[cc];B[gg];B[ee];W[cg])", "chinese"),
            ["3 black E5: two in a row"]
        );
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
