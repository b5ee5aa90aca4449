//! Words of a request to typed arguments.
//!
//! A command's handler names the types that it takes; this is the only place that says how each type is written, so
//! that what `help` prints and what is read cannot differ.

use crate::clock::TimeSettings;
use crate::go::{Color, Move, Point, Points};

/// The words after a command's name, read from the left.
#[derive(Clone, Debug)]
pub struct Words<'a>(&'a [String]);

impl<'a> Words<'a> {
    /// The words of a request.
    #[must_use]
    pub const fn new(words: &'a [String]) -> Self {
        Self(words)
    }

    /// Whether no word is left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next word.
    ///
    /// # Errors
    /// Where none is left.
    pub fn word(&mut self) -> Result<&'a str, SyntaxError> {
        let (first, rest) = self.0.split_first().ok_or(SyntaxError)?;
        self.0 = rest;
        Ok(first)
    }

    /// All words that are left.
    pub const fn rest(&mut self) -> &'a [String] {
        let rest = self.0;
        self.0 = &[];
        rest
    }
}

/// A word is missing or is not what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxError;

/// A type that a command can take as an argument.
pub trait FromArg: Sized {
    /// How the argument is written, in capitals what stands for a value.
    fn grammar() -> String;

    /// Reads the argument; words that it does not need stay.
    ///
    /// # Errors
    /// Where a word is missing or malformed.
    fn read(words: &mut Words) -> Result<Self, SyntaxError>;
}

impl FromArg for Color {
    fn grammar() -> String {
        "COLOR".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        match words.word()?.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(SyntaxError),
        }
    }
}

impl FromArg for Point {
    fn grammar() -> String {
        "POINT".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        words.word()?.parse().map_err(|_| SyntaxError)
    }
}

/// A point or `pass`.
impl FromArg for Move {
    fn grammar() -> String {
        "VERTEX".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        words.word()?.parse().map_err(|_| SyntaxError)
    }
}

/// An unsigned integer; one too large for the type counts as the largest.
impl FromArg for usize {
    fn grammar() -> String {
        "INT".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        let word = words.word()?;
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(SyntaxError);
        }
        Ok(word.parse().unwrap_or(Self::MAX))
    }
}

impl FromArg for Points {
    fn grammar() -> String {
        "NUMBER".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        words.word()?.parse().map_err(|_| SyntaxError)
    }
}

/// One after the other.
impl<A: FromArg, B: FromArg> FromArg for (A, B) {
    fn grammar() -> String {
        format!("{} {}", A::grammar(), B::grammar())
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        Ok((A::read(words)?, B::read(words)?))
    }
}

/// Absent where no word is left.
impl<A: FromArg> FromArg for Option<A> {
    fn grammar() -> String {
        format!("[{}]", A::grammar())
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        if words.is_empty() {
            Ok(None)
        } else {
            A::read(words).map(Some)
        }
    }
}

/// As many as there are.
impl<T: FromArg> FromArg for Vec<T> {
    fn grammar() -> String {
        format!("[{}]...", T::grammar())
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        std::iter::from_fn(|| (!words.is_empty()).then(|| T::read(words))).collect()
    }
}

/// Any word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word(pub String);

impl FromArg for Word {
    fn grammar() -> String {
        "WORD".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        Ok(Self(words.word()?.to_owned()))
    }
}

/// All words that are left, one at least, with single spaces between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(pub String);

impl FromArg for Text {
    fn grammar() -> String {
        "TEXT".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        match words.rest() {
            [] => Err(SyntaxError),
            rest => Ok(Self(rest.join(" "))),
        }
    }
}

/// The name of a file. In double quotes it may hold spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName(pub String);

impl FromArg for FileName {
    fn grammar() -> String {
        "FILE".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        let first = words.word()?;
        let Some(quoted) = first.strip_prefix('"') else {
            return Ok(Self(first.to_owned()));
        };
        let mut name = quoted.to_owned();
        while !name.ends_with('"') {
            name.push(' ');
            name.push_str(words.word()?);
        }
        name.pop();
        Ok(Self(name))
    }
}

/// The sides of a board. A second word that is no number is surplus and ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// Lines from left to right.
    pub width: usize,
    /// Lines from bottom to top.
    pub height: usize,
}

impl FromArg for Sides {
    fn grammar() -> String {
        "INT [INT]".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        let width = usize::read(words)?;
        let height = usize::read(words).unwrap_or(width);
        Ok(Self { width, height })
    }
}

/// The three numbers of the standard's `time_settings`, read as widely as they are sent: with fractions or a sign.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StandardTime(pub TimeSettings);

impl FromArg for StandardTime {
    fn grammar() -> String {
        "MAIN PERIOD STONES".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        TimeSettings::parse_standard(words.rest())
            .map(Self)
            .map_err(|_| SyntaxError)
    }
}

/// A time system by name and its numbers.
impl FromArg for TimeSettings {
    fn grammar() -> String {
        "none|absolute|byoyomi|canadian|fischer|fischer-capped [NUMBER]...".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        Self::parse(words.rest()).map_err(|_| SyntaxError)
    }
}

/// What a controller says is left on a clock: seconds, of either sign, and stones or periods.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeLeft {
    /// Seconds.
    pub seconds: f64,
    /// Stones in a Canadian period, or periods of byo-yomi; 0 in the main time.
    pub count: u32,
}

impl FromArg for TimeLeft {
    fn grammar() -> String {
        "SECONDS STONES".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        let mut number = || match words.word()?.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(SyntaxError),
        };
        let (seconds, count) = (number()?, number()?);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the cast of a float saturates, which is what is wanted"
        )]
        let count = count as u32;
        Ok(Self { seconds, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<A: FromArg>(text: &str) -> Result<A, SyntaxError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        A::read(&mut Words::new(&words))
    }

    #[test]
    fn entities_of_the_standard() {
        for (text, color) in [
            ("b", Ok(Color::Black)),
            ("BLACK", Ok(Color::Black)),
            ("White", Ok(Color::White)),
            ("W", Ok(Color::White)),
            ("", Err(SyntaxError)),
            ("blac", Err(SyntaxError)),
            ("null", Err(SyntaxError)),
        ] {
            assert_eq!(read::<Color>(text), color, "{text}");
        }
        assert_eq!(read("PASS"), Ok(Move::Pass));
        assert_eq!(read("d4"), Ok(Move::Play(Point::new(3, 3))));
        for text in ["", "I5", "A0", "resign", "D4x", "Ä1"] {
            assert_eq!(read::<Move>(text), Err(SyntaxError), "{text}");
        }
        for (text, number) in [
            ("0", Ok(0)),
            ("007", Ok(7)),
            ("99999999999999999999999", Ok(usize::MAX)),
            ("-1", Err(SyntaxError)),
            ("+1", Err(SyntaxError)),
            ("2.5", Err(SyntaxError)),
            ("x", Err(SyntaxError)),
            ("", Err(SyntaxError)),
        ] {
            assert_eq!(read::<usize>(text), number, "{text}");
        }
    }

    #[test]
    fn lists_and_what_may_be_absent() {
        assert_eq!(read::<Option<usize>>(""), Ok(None));
        assert_eq!(read::<Option<usize>>("3"), Ok(Some(3)));
        assert_eq!(read::<Option<usize>>("x"), Err(SyntaxError));
        assert_eq!(read::<Vec<Move>>(""), Ok(vec![]));
        assert_eq!(read::<Vec<Move>>("pass x"), Err(SyntaxError));
        let pairs = read::<Vec<(Color, Move)>>("b pass w A1");
        assert_eq!(pairs.map(|pairs| pairs.len()), Ok(2));
        assert_eq!(read::<Vec<(Color, Move)>>("b pass w"), Err(SyntaxError));
        assert_eq!(read("a  b"), Ok(Text("a b".into())));
        assert_eq!(read::<Text>(""), Err(SyntaxError));
    }

    #[test]
    fn file_names_and_sides() {
        let name = |text: &str| Ok(FileName(text.into()));
        assert_eq!(read("a.sgf 3"), name("a.sgf"));
        assert_eq!(read("\"a b.sgf\" 3"), name("a b.sgf"));
        assert_eq!(read("\"a\""), name("a"));
        assert_eq!(read::<FileName>("\"a b"), Err(SyntaxError));
        let sides = |width, height| Ok(Sides { width, height });
        assert_eq!(read("9"), sides(9, 9));
        assert_eq!(read("19 13"), sides(19, 13));
        assert_eq!(read("9 x"), sides(9, 9));
    }

    #[test]
    fn grammar_is_that_of_the_type() {
        assert_eq!(Vec::<(Color, Move)>::grammar(), "[COLOR VERTEX]...");
        assert_eq!(Option::<usize>::grammar(), "[INT]");
    }
}
