//! How a position is to be searched and what is to be told of it.

use std::str::FromStr;
use std::time::Duration;

use super::fields::{Fault, Fields};
use crate::go::{Board, Color, Move};
use crate::search::Avoid;

/// Whose side values are told from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perspective {
    /// Black's, whoever is to move.
    #[default]
    Black,
    /// White's.
    White,
    /// That of the player to move.
    SideToMove,
}

impl Perspective {
    /// Whether values from the side of `color` are to be turned round.
    #[must_use]
    pub fn turns(self, color: Color) -> bool {
        match self {
            Self::Black => color == Color::White,
            Self::White => color == Color::Black,
            Self::SideToMove => false,
        }
    }
}

impl FromStr for Perspective {
    type Err = String;

    /// Reads `BLACK`, `WHITE` or `SIDETOMOVE` in either case, `-` and `_` left out.
    fn from_str(text: &str) -> Result<Self, String> {
        let plain: String = text.chars().filter(|c| !"-_".contains(*c)).collect();
        match plain.to_ascii_uppercase().as_str() {
            "BLACK" => Ok(Self::Black),
            "WHITE" => Ok(Self::White),
            "SIDETOMOVE" => Ok(Self::SideToMove),
            _ => Err("must be BLACK, WHITE or SIDETOMOVE".to_owned()),
        }
    }
}

/// What holds where a query says nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Defaults {
    /// Most visits of a position.
    pub visits: u64,
    /// Most time for a position.
    pub time: Option<Duration>,
    /// Whose side values are told from.
    pub perspective: Perspective,
}

/// Moves that a principal variation names at most, where a query says nothing.
const VARIATION: usize = 15;

/// What a query asks for, the position apart.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools)] // what is to be told are independent switches
pub struct Settings {
    /// Most visits.
    pub visits: u64,
    /// Most time.
    pub time: Option<Duration>,
    /// Whose side values are told from.
    pub perspective: Perspective,
    /// Moves that a principal variation names at most.
    pub variation: usize,
    /// Time between reports before the last one, and to the first of them.
    pub reports: Option<(Duration, Duration)>,
    /// Moves that are not considered.
    pub avoid: Avoid,
    /// Whether to tell who owns which point.
    pub ownership: bool,
    /// Its standard deviation.
    pub ownership_stdev: bool,
    /// Who owns which point after each move.
    pub moves_ownership: bool,
    /// Its standard deviation.
    pub moves_ownership_stdev: bool,
    /// Whether to tell the prior of every legal move.
    pub policy: bool,
    /// Whether to tell the visits along each principal variation.
    pub variation_visits: bool,
}

/// Longest time that a field can ask for, in seconds.
const MOST_SECONDS: f64 = 1e9;

impl Settings {
    /// The fields that are read here.
    pub const FIELDS: &[&str] = &[
        "maxVisits",
        "overrideSettings",
        "reportDuringSearchEvery",
        "firstReportDuringSearchAfter",
        "avoidMoves",
        "allowMoves",
        "includeOwnership",
        "includeOwnershipStdev",
        "includeMovesOwnership",
        "includeMovesOwnershipStdev",
        "includePolicy",
        "includePVVisits",
    ];

    /// Reads the settings of a query about a game on such a board; what has no effect is added to `warnings`.
    ///
    /// # Errors
    /// What is wrong in the first field that is.
    pub fn read(
        fields: Fields,
        board: &Board,
        defaults: &Defaults,
        warnings: &mut Vec<Fault>,
    ) -> Result<Self, Fault> {
        let every = interval(fields, "reportDuringSearchEvery")?;
        let first = interval(fields, "firstReportDuringSearchAfter")?;
        let visits = fields.integer("maxVisits", 1..=1 << 50)?;
        let mut settings = Self {
            visits: visits.map_or(defaults.visits, i64::unsigned_abs),
            time: defaults.time,
            perspective: defaults.perspective,
            variation: VARIATION,
            reports: every.map(|every| (every, first.unwrap_or(every))),
            avoid: avoid(fields, board)?,
            ownership: fields.flag("includeOwnership")?,
            ownership_stdev: fields.flag("includeOwnershipStdev")?,
            moves_ownership: fields.flag("includeMovesOwnership")?,
            moves_ownership_stdev: fields.flag("includeMovesOwnershipStdev")?,
            policy: fields.flag("includePolicy")?,
            variation_visits: fields.flag("includePVVisits")?,
        };
        settings.override_by(fields, visits.is_none(), warnings)?;
        Ok(settings)
    }

    /// Takes over what stands in `overrideSettings`. What `wideRootNoise` asks for, the search does not have; programs send
    /// it with every query, so that it is passed over in silence.
    fn override_by(
        &mut self,
        fields: Fields,
        visits: bool,
        warnings: &mut Vec<Fault>,
    ) -> Result<(), Fault> {
        const FIELD: &str = "overrideSettings";
        let Some(value) = fields.get(FIELD) else {
            return Ok(());
        };
        let map = value
            .as_object()
            .ok_or_else(|| Fault::of_field(FIELD, "must be an object"))?;
        let values = Fields(map);
        let named = |fault: Fault| {
            let key = fault.field.unwrap_or_default();
            Fault::of_field(FIELD, format!("{key} {}", fault.message))
        };
        let mut unknown = Vec::new();
        for key in map.keys() {
            match key.as_str() {
                "reportAnalysisWinratesAs" => {
                    if let Some(text) = values.text(key).map_err(named)? {
                        self.perspective = text
                            .parse()
                            .map_err(|error| Fault::of_field(FIELD, format!("{key} {error}")))?;
                    }
                }
                "maxTime" => {
                    let seconds = values.number(key, 0.0..=f64::MAX).map_err(named)?;
                    if let Some(seconds) = seconds {
                        self.time = Some(Duration::from_secs_f64(seconds.min(MOST_SECONDS)));
                    }
                }
                "maxVisits" => {
                    let most = values.integer(key, 1..=1 << 50).map_err(named)?;
                    if let (Some(most), true) = (most, visits) {
                        self.visits = most.unsigned_abs();
                    }
                }
                "analysisPVLen" => {
                    let length = values.integer(key, 1..=1000).map_err(named)?;
                    self.variation = length
                        .and_then(|length| usize::try_from(length).ok())
                        .unwrap_or(self.variation);
                }
                "wideRootNoise" => {
                    values.number(key, 0.0..=f64::MAX).map_err(named)?;
                }
                other => unknown.push(other),
            }
        }
        if !unknown.is_empty() {
            let message = format!("settings without effect: {}", unknown.join(", "));
            warnings.push(Fault::of_field(FIELD, message));
        }
        Ok(())
    }
}

fn interval(fields: Fields, key: &str) -> Result<Option<Duration>, Fault> {
    let seconds = fields.number(key, 0.001..=1e6)?;
    Ok(seconds.map(Duration::from_secs_f64))
}

fn avoid(fields: Fields, board: &Board) -> Result<Avoid, Fault> {
    let mut avoid = Avoid::default();
    for (color, moves, depth) in orders(fields, "avoidMoves", board)? {
        avoid.forbid(color, moves, depth);
    }
    for (color, moves, depth) in orders(fields, "allowMoves", board)? {
        avoid.allow_only(color, moves, depth);
    }
    Ok(avoid)
}

/// A list of moves for a colour, and how deep it holds.
type Order = (Color, Vec<Move>, usize);

fn orders(fields: Fields, key: &str, board: &Board) -> Result<Vec<Order>, Fault> {
    let read = |object: Fields| -> Result<Option<Order>, Fault> {
        let color = object.color("player")?;
        let moves = object.moves("moves", board)?;
        let depth = object.integer("untilDepth", 1..=1_000_000)?;
        let depth = depth.and_then(|depth| usize::try_from(depth).ok());
        Ok(color
            .zip(moves)
            .zip(depth)
            .map(|((color, moves), depth)| (color, moves, depth)))
    };
    let mut orders = Vec::new();
    for object in fields.objects(key)?.unwrap_or_default() {
        let order = read(object).map_err(|fault| {
            let part = fault.field.unwrap_or_default();
            Fault::of_field(key, format!("{part} {}", fault.message))
        })?;
        let wanted = "each must have player, moves and untilDepth";
        orders.push(order.ok_or_else(|| Fault::of_field(key, wanted))?);
    }
    Ok(orders)
}
