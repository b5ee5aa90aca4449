//! What the referee finds in one record.

use std::fmt;

use super::chosen::{Orders, Origin, RuleSet};
use super::illegal::{Repetition, Replay, Violation};
use super::verdict::Agreement;
use crate::engine::{Config, Engine};
use crate::go::rules::{Ko, Scoring, Tax};
use crate::go::{Board, ByColor, Color, Game, GameResult, Komi, Point, PointSet, Status, Tally};
use crate::sgf::{Info, Outcome, Record};

/// The result by one rule set.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The rule set.
    pub set: RuleSet,
    /// Number of moves of the record that are illegal by it.
    pub illegal: usize,
    /// The count.
    pub tally: Tally,
    /// The result: of the count, or of a cycle that the last move closed.
    pub result: GameResult,
}

impl Row {
    fn new(game: &Game, status: &Status, set: RuleSet, illegal: usize) -> Self {
        let tally = Tally::under(game, status, &set.rules);
        let result = GameResult::of_cycle_under(game, &set.rules)
            .unwrap_or_else(|| GameResult::Score(tally.score()));
        Self {
            set,
            illegal,
            tally,
            result,
        }
    }

    /// Who wins.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.result.winner(&self.set.rules)
    }

    /// Whether the count can be told in zi: by area, with neither tax nor button.
    #[must_use]
    pub fn is_in_zi(&self) -> bool {
        let rules = &self.set.rules;
        rules.scoring == Scoring::Area && rules.tax == Tax::None && !rules.button
    }
}

/// What the referee says about a record.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the record says about the game as a whole.
    pub info: Info,
    /// The rules that the game is judged by.
    pub set: RuleSet,
    /// Who decided on them.
    pub rules_from: Origin,
    /// Points for White.
    pub komi: Komi,
    /// Who decided on them.
    pub komi_from: Origin,
    /// Handicap stones.
    pub handicap: usize,
    /// Number of moves, passes counted.
    pub moves: usize,
    /// Whether the record ends with two passes.
    pub is_over: bool,
    /// The illegal moves.
    pub violations: Vec<Violation>,
    /// Where the game ended by repetition, see [`Replay::repetition`].
    pub repetition: Option<Repetition>,
    /// Stones taken by each player.
    pub captures: ByColor<u32>,
    /// The final position.
    pub board: Board,
    /// Life and death.
    pub status: Status,
    /// Who judged it: the user or the engine, never the record.
    pub status_from: Origin,
    /// The count.
    pub tally: Tally,
    /// The result: of the count, or of a cycle that the last move closed.
    pub result: GameResult,
    /// The results by all rule sets.
    pub table: Vec<Row>,
    /// The record's own result.
    pub outcome: Outcome,
    /// The two compared.
    pub agreement: Agreement,
    /// What the reader passed over or mended.
    pub warnings: Vec<String>,
}

/// Chains were named that cannot be meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadOrder {
    /// No stone is on a point.
    NoStone(Point),
    /// The chain on a point is to be dead and to live in seki.
    Both(Point),
}

impl fmt::Display for BadOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStone(point) => write!(f, "no stone is on {point} in the final position"),
            Self::Both(point) => write!(f, "the chain on {point} cannot be both dead and in seki"),
        }
    }
}

impl std::error::Error for BadOrder {}

impl Report {
    /// Judges a record.
    ///
    /// # Errors
    /// Where the orders name a point as dead or in seki that is empty in the final position, or a chain as both.
    pub fn of(record: &Record, orders: &Orders) -> Result<Self, BadOrder> {
        let (set, rules_from) = orders.rules_for(record);
        let (komi, komi_from) = orders.komi_for(record);
        let mut replay = Replay::of(record, set.rules);
        replay.game.set_komi(komi);
        let game = &replay.game;
        let (status, status_from) = match ordered(game.board(), orders)? {
            Some(status) => (status, Origin::User),
            None => (judged(game), Origin::Nobody),
        };
        let own = Row::new(game, &status, set, replay.violations.len());
        let outcome = record.outcome();
        Ok(Self {
            info: record.info.clone(),
            set,
            rules_from,
            komi,
            komi_from,
            handicap: game.handicap(),
            moves: replay.moves,
            is_over: game.is_over(),
            repetition: replay.repetition,
            captures: game.board().captures(),
            board: game.board().clone(),
            table: table(record, game, &status),
            status,
            status_from,
            outcome,
            agreement: Agreement::of(outcome, own.result, &set.rules),
            tally: own.tally,
            result: own.result,
            violations: replay.violations,
            warnings: record.warnings.iter().map(ToString::to_string).collect(),
        })
    }

    /// The chains of a colour in a set, each from the lowest row up.
    #[must_use]
    pub fn chains(&self, color: Color, set: &PointSet) -> Vec<Vec<Point>> {
        let board = &self.board;
        let mut rest = *set;
        let mut chains = Vec::new();
        for stone in set.iter().filter(|&stone| board.at(stone) == Some(color)) {
            let chain: PointSet = board.chain(stone).filter(|&p| rest.remove(p)).collect();
            if !chain.is_empty() {
                chains.push(chain.iter().collect());
            }
        }
        chains
    }

    /// Who wins by the rules that the game is judged by.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.result.winner(&self.set.rules)
    }

    /// The rule sets by which the record's result is the count.
    pub fn agreeing(&self) -> impl Iterator<Item = &'static str> + '_ {
        let agrees =
            |row: &&Row| Agreement::of(self.outcome, row.result, &row.set.rules).is_agreement();
        self.table.iter().filter(agrees).map(|row| row.set.name)
    }

    /// The row of the table to tell in zi: the rules that the game is judged by where they are counted so, else the Chinese.
    #[must_use]
    pub fn zi_row(&self) -> Option<&Row> {
        let named = |name: &str| self.table.iter().find(|row| row.set.name == name);
        named(self.set.name)
            .filter(|row| row.is_in_zi())
            .or_else(|| named(RuleSet::default().name))
    }
}

/// The user's verdict on life and death; `None` where there is none.
fn ordered(board: &Board, orders: &Orders) -> Result<Option<Status>, BadOrder> {
    if orders.dead.is_none() && orders.seki.is_none() {
        return Ok(None);
    }
    let points = |list: &Option<Vec<Point>>| -> Result<PointSet, BadOrder> {
        let list = list.iter().flatten();
        let stone = |&point| board.at(point).map(|_| point);
        list.map(|point| stone(point).ok_or(BadOrder::NoStone(*point)))
            .collect()
    };
    let (dead, seki) = (points(&orders.dead)?, points(&orders.seki)?);
    let status = Status::new(board, &dead, &seki);
    match status.dead.intersection(&seki).first() {
        Some(point) => Err(BadOrder::Both(point)),
        None => Ok(Some(status)),
    }
}

/// The engine's verdict on life and death.
fn judged(game: &Game) -> Status {
    let mut engine = Engine::new(Config {
        threads: 1,
        ..Config::default()
    });
    engine.set_game(game.clone());
    engine.status()
}

/// The results by all rule sets. `game` has the komi.
fn table(record: &Record, game: &Game, status: &Status) -> Vec<Row> {
    // Rule sets that agree in what is legal share a replay.
    let mut illegal: Vec<((Ko, bool), usize)> = Vec::new();
    RuleSet::all()
        .map(|set| {
            let law = (set.rules.ko, set.rules.suicide);
            let known = illegal.iter().find(|(known, _)| *known == law);
            let count = known.map_or_else(
                || Replay::of(record, set.rules).violations.len(),
                |&(_, count)| count,
            );
            illegal.push((law, count));
            Row::new(game, status, set, count)
        })
        .collect()
}
