//! What a game record holds.

use std::fmt;

use super::outcome::Outcome;
use crate::go::{ByColor, Color, Komi, Move, Point};

/// A point as set-up leaves it: a stone, or nothing.
pub type SetupStone = (Point, Option<Color>);

/// A game: its main line and what is written about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Lines a side, 2 to 25.
    pub size: usize,
    /// What the record says about the game as a whole.
    pub info: Info,
    /// The main line. The first node is the start position and never holds a move; there is always one.
    pub nodes: Vec<Node>,
    /// What else was played or thought of, in the order of the file.
    pub variations: Vec<Variation>,
    /// The character encoding that was used to read the texts, by its name in the Encoding Standard.
    pub encoding: &'static str,
    /// What was passed over or mended while reading.
    pub warnings: Vec<Warning>,
    /// Plays off the board that were passed over: the number of the move, from 1, before which each stood, and who made it.
    pub gaps: Vec<(usize, Color)>,
}

/// What a record says about the game as a whole. Texts are one line, trimmed and not empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// `KM`: points for White.
    pub komi: Option<Komi>,
    /// `HA`: number of handicap stones.
    pub handicap: Option<u32>,
    /// `RU`: the rule set, as written.
    pub rules: Option<String>,
    /// `RE`: the result, as written. [`Outcome::of`] makes sense of it.
    pub result: Option<String>,
    /// `PB` and `PW`: the players.
    pub players: ByColor<Option<String>>,
    /// `BR` and `WR`: their ranks.
    pub ranks: ByColor<Option<String>>,
    /// `DT`: when it was played, as written.
    pub date: Option<String>,
    /// `EV`: the event.
    pub event: Option<String>,
}

/// A node of the game. It sets up stones or holds a move; a node that does both sets up first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Points that change without a move, no point twice: black stones, then white ones, then emptied points.
    pub setup: Vec<SetupStone>,
    /// `PL`: whose turn it is, said as set-up.
    pub player: Option<Color>,
    /// The move.
    pub mv: Option<(Color, Move)>,
    /// The comment; lines end in `\n`.
    pub comment: Option<String>,
    /// All other properties, by name, with their values unescaped: `("SBKV", ["61.5"])`.
    pub extra: Vec<(String, Vec<String>)>,
}

impl Node {
    /// A node with a move and nothing else.
    #[must_use]
    pub fn with_move(color: Color, mv: Move) -> Self {
        Self {
            mv: Some((color, mv)),
            ..Self::default()
        }
    }

    /// The values of one of the [other properties](Self::extra).
    #[must_use]
    pub fn extra(&self, name: &str) -> Option<&[String]> {
        let (_, values) = self.extra.iter().find(|(extra, _)| extra == name)?;
        Some(values)
    }
}

/// Nodes that leave the main line, or another variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The node after which it begins. The nodes of the main line are numbered from 0, those of the variations go on from
    /// there, in order.
    pub after: usize,
    /// Its nodes.
    pub nodes: Vec<Node>,
}

/// One step of replaying a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// Stones change without a move, or the turn is given to a player, or both.
    SetUp {
        /// The points that change; may be empty.
        stones: &'a [SetupStone],
        /// Whose turn it is now: as is said, else that of who moves next; `None` where nobody does.
        player: Option<Color>,
    },
    /// A move.
    Move(Color, Move),
}

/// How the handicap that `HA` speaks of stands in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handicap {
    /// None is given, or one that the moves contradict.
    None,
    /// A position is set up before the first move, in which this many black stones are, or once were, handicap.
    SetUp(usize),
    /// The first moves are this many black plays: they are the handicap stones.
    Played(usize),
    /// No stones are to be seen, and White moves first, or nobody does: this many stones are to be placed on the fixed points.
    Missing(usize),
}

/// Something that was passed over or mended while reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The node of the main line, from 0.
    pub node: usize,
    /// What it was, as part of a sentence.
    pub message: String,
}

impl fmt::Display for Warning {
    /// One line: `node 3: B[rs] is off the board`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}: {}", self.node, self.message)
    }
}

impl Record {
    /// The moves in order, passes included. GTP's `loadsgf` numbers them from 1.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.nodes.iter().filter_map(|node| node.mv)
    }

    /// All that is needed to replay the record.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> + '_ {
        let mut next = None;
        let movers = self.nodes.iter().rev().map(|node| {
            next = node.mv.map(|(color, _)| color).or(next);
            next
        });
        let mut movers: Vec<_> = movers.collect();
        movers.reverse();
        self.nodes.iter().zip(movers).flat_map(|(node, mover)| {
            let set_up = (!node.setup.is_empty() || node.player.is_some()).then_some(Step::SetUp {
                stones: &node.setup,
                player: node.player.or(mover),
            });
            let mv = node.mv.map(|(color, mv)| Step::Move(color, mv));
            set_up.into_iter().chain(mv)
        })
    }

    /// The steps up to the position before move `number`, from 1; all where there are not so many moves.
    pub fn steps_before(&self, number: usize) -> impl Iterator<Item = Step<'_>> + '_ {
        let mut moves = 0;
        self.steps().take_while(move |step| {
            moves += usize::from(matches!(step, Step::Move(..)));
            moves < number.max(1)
        })
    }

    /// Who moves first: as `PL` says in the first node, else the player of the first move, else White where there is a
    /// handicap, else Black.
    #[must_use]
    pub fn first_player(&self) -> Color {
        let said = self.nodes.first().and_then(|node| node.player);
        let moved = || self.moves().next().map(|(color, _)| color);
        said.or_else(moved).unwrap_or_else(|| {
            if self.info.handicap.is_some_and(|stones| stones >= 2) {
                Color::White
            } else {
                Color::Black
            }
        })
    }

    /// How the handicap stands on the board, where `HA` names two stones or more. Servers write it in three ways: as set-up
    /// stones (the standard's), as a row of black plays, and as a number alone.
    #[must_use]
    pub fn handicap(&self) -> Handicap {
        let Some(stones) = self.info.handicap.filter(|&stones| stones >= 2) else {
            return Handicap::None;
        };
        let stones = stones as usize;
        let mut start = self.nodes.iter().take_while(|node| node.mv.is_none());
        if start.any(|node| !node.setup.is_empty()) {
            return Handicap::SetUp(stones);
        }
        let row = self.row_before_gap().unwrap_or_else(|| self.opening_row());
        if row >= stones {
            Handicap::Played(stones)
        } else if self.first_player() == Color::White {
            Handicap::Missing(stones)
        } else {
            Handicap::None
        }
    }

    /// The number of black plays that the moves begin with, without a set-up on the way.
    fn opening_row(&self) -> usize {
        let nodes = self.nodes.iter().skip_while(|node| node.mv.is_none());
        let goes_on = |node: &&Node| {
            let is_black_play =
                |(color, mv): (Color, Move)| color == Color::Black && mv != Move::Pass;
            node.setup.is_empty() && node.player.is_none() && node.mv.is_none_or(is_black_play)
        };
        let row = nodes.take_while(goes_on);
        row.filter(|node| node.mv.is_some()).count()
    }

    /// The number of black plays before one of White's off the board, where that stood in the row which opens the game.
    #[must_use]
    pub fn row_before_gap(&self) -> Option<usize> {
        let &(number, _) = self.gaps.iter().find(|(_, color)| *color == Color::White)?;
        (number <= self.opening_row()).then_some(number - 1)
    }

    /// The comment of the first node.
    #[must_use]
    pub fn comment(&self) -> Option<&str> {
        self.nodes.first()?.comment.as_deref()
    }

    /// The result that the record states.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.info
            .result
            .as_deref()
            .map_or(Outcome::Unknown, Outcome::of)
    }
}
