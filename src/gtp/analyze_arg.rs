//! What an analysis is asked for, as words.

use std::time::Duration;

use super::arg::{FromArg, SyntaxError, Words};
use crate::engine::Analysis;
use crate::go::{Color, Move};

/// The arguments of `lz-analyze` and its like: colour, interval, and keys with values, in any order.
#[derive(Clone, PartialEq, Debug)]
pub struct LeelaArgs(pub AnalyzeArgs);

/// The same with the keys that only the `kata` commands know.
#[derive(Clone, PartialEq, Debug)]
pub struct KataArgs(pub AnalyzeArgs);

/// What an analysis is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalyzeArgs {
    /// Whose move; `None` for the player to move.
    pub color: Option<Color>,
    /// What the engine is to know.
    pub analysis: Analysis,
    /// Most moves in a report.
    pub max_moves: usize,
    /// What a report says beyond the moves.
    pub extras: Vec<Extra>,
}

/// What is only told when it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// The position itself.
    RootInfo,
    /// Who owns each point.
    Ownership,
    /// Standard deviation of that.
    OwnershipStdev,
    /// Who owns each point after each move.
    MovesOwnership,
    /// Standard deviation of that.
    MovesOwnershipStdev,
    /// Visits along the principal variation.
    PvVisits,
    /// Visits of the moves of the principal variation from their parents: the same in a tree.
    PvEdgeVisits,
    /// Probability that the game has no result.
    NoResultValue,
}

impl Extra {
    /// All of them by key.
    const KEYS: [(&'static str, Self); 8] = [
        ("rootInfo", Self::RootInfo),
        ("ownership", Self::Ownership),
        ("ownershipStdev", Self::OwnershipStdev),
        ("movesOwnership", Self::MovesOwnership),
        ("movesOwnershipStdev", Self::MovesOwnershipStdev),
        ("pvVisits", Self::PvVisits),
        ("pvEdgeVisits", Self::PvEdgeVisits),
        ("noResultValue", Self::NoResultValue),
    ];
}

const GRAMMAR: &str = "[COLOR] [CENTISECONDS] [interval CENTISECONDS] [minmoves INT] [maxmoves INT] [maxvisits INT] \
                       [avoid|allow COLOR VERTEX,... DEPTH]...";

impl FromArg for LeelaArgs {
    fn grammar() -> String {
        GRAMMAR.into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        AnalyzeArgs::read(words, &[]).map(Self)
    }
}

impl FromArg for KataArgs {
    fn grammar() -> String {
        let keys = Extra::KEYS.map(|(key, _)| key).join("|");
        format!("{GRAMMAR} [{keys} true|false]...")
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        AnalyzeArgs::read(words, &Extra::KEYS).map(Self)
    }
}

impl AnalyzeArgs {
    /// Whether this was asked for.
    #[must_use]
    pub fn wants(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    fn read(words: &mut Words, known: &[(&str, Extra)]) -> Result<Self, SyntaxError> {
        let mut args = Self {
            color: None,
            analysis: Analysis::default(),
            max_moves: usize::MAX,
            extras: Vec::new(),
        };
        while let Ok(word) = words.word() {
            let analysis = &mut args.analysis;
            match word.to_ascii_lowercase().as_str() {
                "b" | "black" if args.color.is_none() => args.color = Some(Color::Black),
                "w" | "white" if args.color.is_none() => args.color = Some(Color::White),
                "interval" => analysis.interval = interval(words.word()?)?,
                "minmoves" => analysis.min_moves = usize::read(words)?,
                "maxmoves" => args.max_moves = usize::read(words)?.max(1),
                "maxvisits" => analysis.visits = Some(usize::read(words)?.max(1) as u64),
                order @ ("avoid" | "allow") => {
                    let color = Color::read(words)?;
                    let moves = moves(words.word()?)?;
                    let depth = usize::read(words)?;
                    if order == "avoid" {
                        analysis.avoid.forbid(color, moves, depth);
                    } else {
                        analysis.avoid.allow_only(color, moves, depth);
                    }
                }
                key => {
                    let extra = known
                        .iter()
                        .find(|(name, _)| name.eq_ignore_ascii_case(key));
                    if let Some(&(_, extra)) = extra {
                        args.extras.retain(|&other| other != extra);
                        args.extras.extend(truth(words.word()?)?.then_some(extra));
                    } else {
                        analysis.interval = interval(word)?;
                    }
                }
            }
        }
        args.analysis.move_ownership =
            args.wants(Extra::MovesOwnership) || args.wants(Extra::MovesOwnershipStdev);
        Ok(args)
    }
}

/// Centiseconds, also with a fraction; 0 for no reports on the way.
fn interval(word: &str) -> Result<Option<Duration>, SyntaxError> {
    let centiseconds: f64 = word.parse().map_err(|_| SyntaxError)?;
    if !(centiseconds.is_finite() && centiseconds >= 0.0) {
        return Err(SyntaxError);
    }
    let seconds = (centiseconds / 100.0).clamp(0.01, 1e6);
    Ok((centiseconds > 0.0).then(|| Duration::from_secs_f64(seconds)))
}

/// Moves with commas between them.
fn moves(word: &str) -> Result<Vec<Move>, SyntaxError> {
    let words = word.split(',').filter(|word| !word.is_empty());
    words
        .map(|word| word.parse().map_err(|_| SyntaxError))
        .collect()
}

fn truth(word: &str) -> Result<bool, SyntaxError> {
    match word.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(SyntaxError),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn read(text: &str) -> Option<AnalyzeArgs> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let args = KataArgs::read(&mut Words::new(&words));
        args.ok().map(|KataArgs(args)| args)
    }

    #[test]
    fn colour_and_interval_as_clients_send_them() {
        let seconds = |text: &str| Some(Duration::from_secs_f64(text.parse().ok()?));
        for (text, color, interval) in [
            ("", None, None),
            ("50", None, seconds("0.5")),
            ("W 50", Some(Color::White), seconds("0.5")),
            ("b interval 10", Some(Color::Black), seconds("0.1")),
            ("100000 white", Some(Color::White), seconds("1000")),
            ("0", None, None),
            ("0.1", None, seconds("0.01")),
            ("1e300", None, seconds("1e6")),
        ] {
            let args = read(text).expect(text);
            assert_eq!(
                (args.color, args.analysis.interval),
                (color, interval),
                "{text}"
            );
        }
        for text in [
            "x",
            "b 50 w x",
            "-1",
            "NaN",
            "interval",
            "b 50 minmoves",
            "red 50",
            "b w",
            "b 50 b",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn keys_and_values() {
        let args = read(
            "b 50 minmoves 3 maxmoves 5 maxvisits 100 ownership true rootinfo TRUE pvVisits true pvVisits false \
             avoid b A1,pass, 1 allow w B2 4",
        )
        .expect("valid");
        assert_eq!((args.analysis.min_moves, args.max_moves), (3, 5));
        assert_eq!(args.analysis.visits, Some(100));
        assert_eq!(args.extras, [Extra::Ownership, Extra::RootInfo]);
        let avoid = &args.analysis.avoid;
        let b2 = Move::Play(Point::new(1, 1));
        assert!(avoid.forbids(Color::Black, 0, Move::Pass));
        assert!(!avoid.forbids(Color::Black, 0, b2) && !avoid.forbids(Color::White, 3, b2));
        assert!(avoid.forbids(Color::White, 3, Move::Pass));
        for text in [
            "ownership",
            "ownership 1",
            "minmoves x",
            "avoid b A1",
            "avoid A1 1",
            "avoid b I1 1",
            "allow b",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(read("movesOwnership true").is_some_and(|args| args.analysis.move_ownership));
    }

    #[test]
    fn the_leela_form_knows_no_extras() {
        let words = ["ownership".to_owned(), "true".to_owned()];
        assert_eq!(LeelaArgs::read(&mut Words::new(&words)), Err(SyntaxError));
    }
}
