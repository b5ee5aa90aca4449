//! Commands about the end of the game.

use super::super::arg::{FromArg, SyntaxError, Words};
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use super::list;
use crate::go::GameResult;

pub(super) fn group() -> Group {
    Group {
        title: "Score",
        commands: vec![
            Command::new(
                "final_score",
                final_score,
                "The score of the position, dead stones taken off but where the rules count the board as it stands: `B+3.5`, `W+12`, or `0` for a draw. White gets komi and, where the rules say so, points for handicap stones.",
            )
            .in_menu("string", "Final Score", ""),
            Command::new(
                "final_status_list",
                final_status_list,
                "The stones that are alive, dead or in seki, one chain a line. Every stone is in just one of the lists; all are alive where the rules count the board as it stands.",
            )
            .in_menu("plist", "Dead Stones", "dead")
            .in_menu("plist", "Stones in Seki", "seki"),
        ],
    }
}

/// What becomes of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Alive,
    Dead,
    Seki,
}

impl FromArg for Fate {
    fn grammar() -> String {
        "alive|dead|seki".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        match words.word()? {
            "alive" => Ok(Self::Alive),
            "dead" => Ok(Self::Dead),
            "seki" => Ok(Self::Seki),
            _ => Err(SyntaxError),
        }
    }
}

/// A game may end without result where a position came back under simple ko.
fn final_score(session: &mut Session) -> Result<String, Failure> {
    match session.engine.result() {
        GameResult::NoResult => Err(Failure::CannotScore),
        result => Ok(result.text(session.engine.game().rules())),
    }
}

fn final_status_list(session: &mut Session, fate: Fate) -> String {
    let status = session.engine.final_status();
    let mut stones = match fate {
        Fate::Alive => status.alive,
        Fate::Dead => status.dead,
        Fate::Seki => status.seki,
    };
    let board = session.engine.game().board();
    let mut lines = Vec::new();
    for point in board.points() {
        let mut chain: Vec<_> = board.chain(point).filter(|&p| stones.remove(p)).collect();
        chain.sort_unstable();
        if !chain.is_empty() {
            lines.push(list(chain));
        }
    }
    lines.join("\n")
}
