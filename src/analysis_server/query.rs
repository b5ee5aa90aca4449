//! A query: the positions of a game that are to be searched.

use serde_json::Value;

use super::fields::{Fault, Fields};
use super::settings::{Defaults, Settings};
use crate::go::point::{MAX_SIZE, MIN_SIZE};
use crate::go::rules::Scoring;
use crate::go::{Board, Color, Game, IllegalMove, Komi, Move, Points, Rules};

/// One query.
#[derive(Clone, Debug)]
pub struct Query {
    /// The name by which its answers are told apart.
    pub id: String,
    /// How to search and what to tell.
    pub settings: Settings,
    /// The positions to search as numbers of moves played, each with its priority.
    pub turns: Vec<(usize, i64)>,
    start: Game,
    moves: Vec<(Color, Move)>,
}

/// The fields of a query, those of its settings apart.
const FIELDS: &[&str] = &[
    "id",
    "moves",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "initialStones",
    "initialPlayer",
    "analyzeTurns",
    "priority",
    "priorities",
];

/// Most that komi may give to either side.
const MOST_KOMI: f64 = 400.0;

impl Query {
    /// Reads a query; what has no effect is added to `warnings`.
    ///
    /// # Errors
    /// What is wrong in the first field that is.
    pub fn read(
        id: String,
        fields: Fields,
        defaults: &Defaults,
        warnings: &mut Vec<Fault>,
    ) -> Result<Self, Fault> {
        let board = Board::new(size(fields)?);
        let (rules, komi) = rules(fields)?;
        let required = |key| Fault::of_field(key, "must be an array of pairs [player, vertex]");
        let moves = fields.plays("moves", &board)?;
        let moves = moves.ok_or_else(|| required("moves"))?;
        let start = start(fields, board, rules, komi, &moves)?;
        let settings = Settings::read(fields, start.board(), defaults, warnings)?;
        let query = Self {
            id,
            settings,
            turns: turns(fields, moves.len())?,
            start,
            moves,
        };
        query.check()?;
        let known = |key: &String| {
            FIELDS.contains(&key.as_str()) || Settings::FIELDS.contains(&key.as_str())
        };
        for key in fields.0.keys().filter(|key| !known(key)) {
            warnings.push(Fault::of_field(key, "no such field: it has no effect"));
        }
        Ok(query)
    }

    /// The game after so many of its moves.
    #[must_use]
    pub fn game(&self, turn: usize) -> Game {
        let mut game = self.start.clone();
        for &(color, mv) in &self.moves[..turn.min(self.moves.len())] {
            game.force(color, mv);
        }
        game
    }

    /// Plays all moves. What a real game's own rules may have allowed is let through: any repetition, and the suicide of
    /// more than one stone.
    fn check(&self) -> Result<(), Fault> {
        let mut game = self.start.clone();
        for (number, &(color, mv)) in self.moves.iter().enumerate() {
            let illegal = match (game.check(color, mv), mv) {
                (Ok(()) | Err(IllegalMove::Ko | IllegalMove::Superko), _) => false,
                (Err(IllegalMove::Suicide), Move::Play(point)) => {
                    !game.board().is_legal(color, point, true)
                }
                _ => true,
            };
            if illegal {
                // KaTrain looks for these two words.
                let message = format!("Illegal move {number}: {mv}");
                return Err(Fault::of_field("moves", message));
            }
            game.force(color, mv);
        }
        Ok(())
    }
}

fn size(fields: Fields) -> Result<usize, Fault> {
    let read = |key| {
        let side = fields.integer(key, 0..=i64::MAX)?;
        let side = side.and_then(|side| usize::try_from(side).ok());
        let wanted = format!("must be an integer from {MIN_SIZE} to {MAX_SIZE}");
        side.filter(|side| (MIN_SIZE..=MAX_SIZE).contains(side))
            .ok_or_else(|| Fault::of_field(key, wanted))
    };
    let (width, height) = (read("boardXSize")?, read("boardYSize")?);
    if width != height {
        let message = "must equal boardXSize: only square boards are analysed";
        return Err(Fault::of_field("boardYSize", message));
    }
    Ok(width)
}

/// The rules and komi, that of the rules where the query has none.
fn rules(fields: Fields) -> Result<(Rules, Komi), Fault> {
    let wrong = |message: String| Fault::of_field("rules", message);
    let described;
    let value = match fields.get("rules") {
        // An object may come as text, as `kata-get-rules` prints it.
        Some(Value::String(text)) if text.trim_start().starts_with('{') => {
            described = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
            Some(&described)
        }
        value => value,
    };
    let (mut rules, komi) = match value {
        Some(Value::String(name)) => {
            let rules: Rules = name.parse().map_err(|error| wrong(format!("{error}")))?;
            (rules, Rules::komi_of(name))
        }
        Some(Value::Object(map)) => {
            let entries: Vec<_> = map.iter().map(|(key, value)| (key, plain(value))).collect();
            let entries = entries
                .iter()
                .map(|(key, value)| (key.as_str(), value.as_str()));
            let rules = Rules::from_entries(entries).map_err(|error| wrong(error.to_string()))?;
            (rules, None)
        }
        _ => {
            let wanted = "must be a name as \"chinese\" or an object of rules";
            return Err(wrong(wanted.to_owned()));
        }
    };
    if let Some(bonus) = fields.get("whiteHandicapBonus") {
        const KEY: &str = "whiteHandicapBonus";
        let set = rules.set(KEY, &plain(bonus));
        rules = set.map_err(|error| Fault::of_field(KEY, error.to_string()))?;
    }
    let usual = match (rules.scoring, rules.button) {
        (Scoring::Territory, _) => 650,
        (Scoring::Area, true) => 700,
        (Scoring::Area, false) => 750,
    };
    let asked = fields.number("komi", -MOST_KOMI..=MOST_KOMI)?;
    let komi = asked.and_then(Points::from_f64).or(komi);
    Ok((rules, komi.unwrap_or(Points::hundredths(usual))))
}

/// A value as text, without the quotes of one that is text.
fn plain(value: &Value) -> String {
    let text = value.as_str().map(str::to_owned);
    text.unwrap_or_else(|| value.to_string())
}

/// The game before its first move.
fn start(
    fields: Fields,
    mut board: Board,
    rules: Rules,
    komi: Komi,
    moves: &[(Color, Move)],
) -> Result<Game, Fault> {
    let stones = fields.plays("initialStones", &board)?.unwrap_or_default();
    let mut placed = Vec::with_capacity(stones.len());
    for &(color, mv) in &stones {
        let point = mv
            .point()
            .ok_or_else(|| Fault::of_field("initialStones", "a pass is no stone"))?;
        placed.push((point, Some(color)));
    }
    board.set_up_all(placed);
    let without = board
        .points()
        .find(|&point| board.at(point).is_some() && board.liberties(point) == 0);
    if let Some(point) = without {
        let message = format!("the stone at {point} has no liberties");
        return Err(Fault::of_field("initialStones", message));
    }
    let handicap = board
        .points()
        .filter(|&point| board.at(point) == Some(Color::Black))
        .count();
    let handicap = if stones.iter().all(|&(color, _)| color == Color::Black) && handicap >= 2 {
        handicap
    } else {
        0
    };
    let usual = if handicap > 0 {
        Color::White
    } else {
        Color::Black
    };
    let asked = fields.color("initialPlayer")?;
    let to_move = asked
        .or(moves.first().map(|&(color, _)| color))
        .unwrap_or(usual);
    let mut game = Game::from_position(board, to_move, rules, komi);
    if to_move == Color::White {
        game.set_handicap(handicap);
    }
    Ok(game)
}

/// The turns to analyse, each once, with their priorities; the last alone where the query says nothing.
fn turns(fields: Fields, last: usize) -> Result<Vec<(usize, i64)>, Fault> {
    let priority = fields
        .integer("priority", i64::MIN..=i64::MAX)?
        .unwrap_or(0);
    let asked = fields.integers("analyzeTurns")?;
    let priorities = fields.integers("priorities")?;
    let Some(asked) = asked else {
        if priorities.is_some() {
            let message = "stands only beside analyzeTurns";
            return Err(Fault::of_field("priorities", message));
        }
        return Ok(vec![(last, priority)]);
    };
    if asked.is_empty() {
        let message = "names no turn, so that there is nothing to analyse";
        return Err(Fault::of_field("analyzeTurns", message));
    }
    let priorities = priorities.unwrap_or_else(|| vec![priority; asked.len()]);
    if priorities.len() != asked.len() {
        let message = "must have as many entries as analyzeTurns";
        return Err(Fault::of_field("priorities", message));
    }
    let mut turns: Vec<(usize, i64)> = Vec::with_capacity(asked.len().min(last + 1));
    let mut seen = vec![false; last + 1];
    for (turn, priority) in asked.into_iter().zip(priorities) {
        let place = usize::try_from(turn).ok().filter(|&place| place <= last);
        let Some(place) = place else {
            let message = format!("turn {turn} is none of this game's: 0 to {last}");
            return Err(Fault::of_field("analyzeTurns", message));
        };
        if !seen[place] {
            seen[place] = true;
            turns.push((place, priority));
        }
    }
    Ok(turns)
}
