//! What the result text of a record says.

use super::number::amount;
use crate::go::{Color, Points};

/// The result that a record states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A player won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: WinBy,
    },
    /// A draw (`0`, `Draw`, jigo).
    Draw,
    /// The game ended without result or was broken off (`Void`).
    NoResult,
    /// Nothing is stated, or nothing that can be made sense of.
    Unknown,
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinBy {
    /// By a margin on the board.
    Margin(Points),
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent forfeited the game.
    Forfeit,
    /// It is not said how.
    Unstated,
}

impl Outcome {
    /// Reads a result: the standard's forms (`B+3.5`, `W+R`, `W+Time`, `B+`, `0`, `Void`, `?`) in any case and with words after
    /// them, and the usual English and Chinese ones, which may name the loser (`Black resigns`, `White lost on time`,
    /// `黑中盘胜`, `白负1又1/4子`). A margin in zi (`子`) is doubled.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = text.trim().to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if is_draw(&text) || has(&["和棋", "和局", "持碁", "持棋"]) {
            return Self::Draw;
        }
        if text.starts_with("void") || has(&["no result", "无胜负", "無勝負", "suspended"]) {
            return Self::NoResult;
        }
        let Some((color, rest)) = player(&text) else {
            return Self::Unknown;
        };
        let winner = if has_won(rest) == Some(false) {
            !color
        } else {
            color
        };
        let how = rest.trim_start_matches(['+', ' ']);
        let how = how.strip_prefix("by ").unwrap_or(how);
        // Words may follow the letter after a sign; without a sign a letter may begin a name.
        let code = if rest.starts_with('+') {
            first_word(how)
        } else {
            how
        };
        let is_margin = how.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let by = match code {
            "r" | "res" => WinBy::Resignation,
            "t" | "time" => WinBy::Time,
            "f" => WinBy::Forfeit,
            _ if is_margin => margin(how),
            _ if has(&RESIGNATIONS) => WinBy::Resignation,
            _ if has(&TIMES) => WinBy::Time,
            _ if has(&["forfeit", "illegal"]) => WinBy::Forfeit,
            _ if has(&MARGINS) || has_bare_margin(how) => margin(how),
            _ => WinBy::Unstated,
        };
        Self::Win { winner, by }
    }
}

/// Whether a text begins with a word for a draw, or with a nought that is no part of other numbers.
fn is_draw(text: &str) -> bool {
    let word = first_word(text);
    let has_more = text[word.len()..].contains(|c: char| c.is_ascii_digit());
    matches!(word, "draw" | "jigo") || (word == "0" && !has_more)
}

/// What tells of a resignation.
const RESIGNATIONS: [&str; 9] = [
    "resign", "中盘", "中盤", "中押", "认输", "認輸", "认负", "認負", "投",
];

/// What tells of time that ran out.
const TIMES: [&str; 10] = [
    "+time",
    "on time",
    "time ran out",
    "out of time",
    "timed out",
    "times out",
    "timeout",
    "超时",
    "超時",
    "時間切",
];

/// What may stand with a margin.
const MARGINS: [&str; 14] = [
    "wins by", "win by", "won by", "loses by", "lose by", "lost by", "胜", "勝", "负", "負", "输",
    "輸", "败", "敗",
];

/// Whether a number, of points if of anything, follows the word that tells who won: `lost 3.5`.
fn has_bare_margin(how: &str) -> bool {
    let word = first_word(how);
    let after = how[word.len()..].trim_start();
    let unit = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_of_points = |unit: &str| unit.is_empty() || unit.starts_with("point");
    told(word).is_some() && unit.len() < after.len() && is_of_points(unit.trim_start())
}

/// The player whom a text names first, and the text after.
fn player(text: &str) -> Option<(Color, &str)> {
    let names = [
        ("black", Color::Black),
        ("white", Color::White),
        ("b", Color::Black),
        ("w", Color::White),
        ("黑", Color::Black),
        ("黒", Color::Black),
        ("白", Color::White),
    ];
    names.into_iter().find_map(|(name, color)| {
        let after = text.strip_prefix(name)?;
        let rest = after.trim_start();
        // "b" and "w" are names only where no word goes on, and where the next one, if any, tells who won.
        let word = first_word(rest);
        let ends =
            name.len() > 1 || word.is_empty() || (rest.len() < after.len() && told(word).is_some());
        ends.then_some((color, rest))
    })
}

/// Whether a player won or lost, by the first word after his name that tells; `None` where none does.
fn has_won(rest: &str) -> Option<bool> {
    // The reason alone, in brackets, is the winner's.
    if rest.starts_with(['+', '(']) {
        return Some(true);
    }
    let mut words = rest.split(|c: char| !c.is_alphanumeric());
    words.find_map(|word| match word {
        // From another player's name on, the text is about that one.
        "black" | "white" | "b" | "w" => Some(true),
        _ => told(word),
    })
}

/// Whether a word says of a player that he won or that he lost.
fn told(word: &str) -> Option<bool> {
    match word {
        "wins" | "won" | "win" | "by" => Some(true),
        "loses" | "lost" | "lose" | "resigns" | "resigned" | "resign" | "forfeits"
        | "forfeited" | "out" | "timed" | "times" | "timeout" => Some(false),
        _ => {
            let sign = word.char_indices().find_map(|(at, c)| match c {
                '胜' | '勝' | '黑' | '黒' | '白' | '击' | '擊' | '打' => Some((at, true)),
                '负' | '負' | '输' | '輸' | '投' | '败' | '敗' => Some((at, false)),
                _ => None,
            });
            let time = TIMES.iter().filter_map(|time| word.find(time)).min();
            let first = sign.into_iter().chain(time.map(|at| (at, false))).min();
            first.map(|(_, has_won)| has_won)
        }
    }
}

/// The letters and digits that a text begins with.
fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric());
    &text[..end.unwrap_or(text.len())]
}

fn margin(text: &str) -> WinBy {
    amount(text).map_or(WinBy::Unstated, |amount| WinBy::Margin(amount.points))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn win(winner: Color, by: WinBy) -> Outcome {
        Outcome::Win { winner, by }
    }

    fn assert_read(texts: &[(&str, Outcome)]) {
        for &(text, outcome) in texts {
            assert_eq!(Outcome::of(text), outcome, "{text}");
        }
    }

    #[test]
    fn results_in_many_words() {
        let margin = |hundredths| WinBy::Margin(Points::hundredths(hundredths));
        let (black, white) = (Color::Black, Color::White);
        assert_read(&[
            ("B+3.5", win(black, margin(350))),
            ("w+10", win(white, margin(1000))),
            ("W+0.5", win(white, margin(50))),
            ("B+0.75", win(black, margin(75))),
            ("B+6,50", win(black, margin(650))),
            ("B+1.5 ? W+timeout", win(black, margin(150))),
            ("W+R", win(white, WinBy::Resignation)),
            ("B+Resign", win(black, WinBy::Resignation)),
            (
                "Black resigns. W 25.5 B 17.0",
                win(white, WinBy::Resignation),
            ),
            ("W+T", win(white, WinBy::Time)),
            ("W+Time", win(white, WinBy::Time)),
            ("B+F", win(black, WinBy::Forfeit)),
            ("B+Forfeit", win(black, WinBy::Forfeit)),
            ("W+", win(white, WinBy::Unstated)),
            ("W", win(white, WinBy::Unstated)),
            ("White wins by 2.5", win(white, margin(250))),
            (
                "B+, White stopped after 126 moves.",
                win(black, WinBy::Unstated),
            ),
            ("黑中盘胜", win(black, WinBy::Resignation)),
            ("白胜1又1/4子", win(white, margin(250))),
            ("黑胜3/4子", win(black, margin(150))),
            ("白勝半目", win(white, margin(50))),
            ("黑胜2目半", win(black, margin(250))),
            ("白认输", win(black, WinBy::Resignation)),
            ("Black resigned", win(white, WinBy::Resignation)),
            ("Black has resigned.", win(white, WinBy::Resignation)),
            ("Black loses", win(white, WinBy::Unstated)),
            ("White lost", win(black, WinBy::Unstated)),
            ("White lost by 5.5 points", win(black, margin(550))),
            ("Black lost on time", win(white, WinBy::Time)),
            ("White ran out of time", win(black, WinBy::Time)),
            ("White forfeits", win(black, WinBy::Forfeit)),
            ("白负", win(black, WinBy::Unstated)),
            ("黑负", win(white, WinBy::Unstated)),
            ("白負", win(black, WinBy::Unstated)),
            ("白负3.5目", win(black, margin(350))),
            ("白负1又1/4子", win(black, margin(250))),
            ("白输3/4子", win(black, margin(150))),
            ("黑超时负", win(white, WinBy::Time)),
            ("黑中盘负", win(white, WinBy::Resignation)),
            ("白認輸", win(black, WinBy::Resignation)),
            ("白投子", win(black, WinBy::Resignation)),
            ("白投了", win(black, WinBy::Resignation)),
            ("白時間切れ", win(black, WinBy::Time)),
            ("White timed out", win(black, WinBy::Time)),
            ("Black timeout", win(white, WinBy::Time)),
            ("White's time ran out", win(black, WinBy::Time)),
            ("B + Time", win(black, WinBy::Time)),
            ("W+Time", win(white, WinBy::Time)),
            ("W+Timeout", win(white, WinBy::Time)),
            ("W by R", win(white, WinBy::Resignation)),
            ("White lost 3.5", win(black, margin(350))),
            ("White wins in 120 moves", win(white, WinBy::Unstated)),
            ("White wins 2.5 points", win(white, margin(250))),
            ("White won 2-0", win(white, WinBy::Unstated)),
            ("White won 1st game", win(white, WinBy::Unstated)),
            (
                "White wins by 1.5 (Black ran out of ko threats)",
                win(white, margin(150)),
            ),
            ("White (timeout)", win(white, WinBy::Time)),
            ("黑击败白", win(black, WinBy::Unstated)),
            ("黑超时白胜", win(white, WinBy::Time)),
            ("黑败", win(white, WinBy::Unstated)),
            ("白中盘败", win(black, WinBy::Resignation)),
        ]);
    }

    #[test]
    fn results_with_words_after_them() {
        let margin = |hundredths| WinBy::Margin(Points::hundredths(hundredths));
        let (black, white) = (Color::Black, Color::White);
        assert_read(&[
            // The winner first, the loser after.
            ("B+R (White lost)", win(black, WinBy::Resignation)),
            ("B+T, White lost on time", win(black, WinBy::Time)),
            ("Black wins, White lost on time", win(black, WinBy::Time)),
            ("Black (White resigned)", win(black, WinBy::Resignation)),
            ("White wins by resignation", win(white, WinBy::Resignation)),
            ("White by resignation", win(white, WinBy::Resignation)),
            ("White (resignation)", win(white, WinBy::Resignation)),
            ("黑胜，白超时负", win(black, WinBy::Time)),
            ("黑中盘胜，白认输", win(black, WinBy::Resignation)),
            // Words after the standard's forms.
            ("B+R.", win(black, WinBy::Resignation)),
            ("B+R in 120 moves", win(black, WinBy::Resignation)),
            ("W+R (White wins)", win(white, WinBy::Resignation)),
            ("W+Res", win(white, WinBy::Resignation)),
            ("W+T: 30 minutes", win(white, WinBy::Time)),
            ("B+F.", win(black, WinBy::Forfeit)),
            ("B + R", win(black, WinBy::Resignation)),
            ("Black R. Smith", win(black, WinBy::Unstated)),
            ("W resigns", win(black, WinBy::Resignation)),
            ("B Resigns", win(white, WinBy::Resignation)),
            ("W wins", win(white, WinBy::Unstated)),
            ("B win by 3.5", win(black, margin(350))),
            ("W to play", Outcome::Unknown),
            ("W 25.5 B 17.0", Outcome::Unknown),
            ("B and W agree", Outcome::Unknown),
            ("bwins", Outcome::Unknown),
            ("0", Outcome::Draw),
            ("0 (a draw)", Outcome::Draw),
            ("draw", Outcome::Draw),
            ("Draw by agreement", Outcome::Draw),
            ("Jigo.", Outcome::Draw),
            ("0.5", Outcome::Unknown),
            ("0 - 1", Outcome::Unknown),
            ("Drawn up", Outcome::Unknown),
            ("Void", Outcome::NoResult),
            ("?", Outcome::Unknown),
            ("", Outcome::Unknown),
            ("unfinished", Outcome::Unknown),
        ]);
    }
}
