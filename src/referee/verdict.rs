//! A record's own result, held against the count.

use crate::go::rules::Tie;
use crate::go::{GameResult, Points, Rules, Score};
use crate::sgf::{Outcome, WinBy};

/// What comparing a record's result with the count comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// They are the same.
    Agrees,
    /// They are the same where the record's margin is in zi, half of that in points, though it looks like points.
    AgreesInZi,
    /// They are not.
    Differs,
    /// The game ended otherwise than by a count: by resignation, time or forfeit.
    NotCounted,
    /// The record states no result.
    NotStated,
}

impl Agreement {
    /// Compares a record's result with that of a count by `rules`.
    #[must_use]
    pub fn of(outcome: Outcome, result: GameResult, rules: &Rules) -> Self {
        let agrees = match outcome {
            Outcome::Unknown => return Self::NotStated,
            Outcome::Draw => match result {
                GameResult::Draw => true,
                GameResult::Score(score) => score.0 == Points::ZERO && rules.tie == Tie::Draw,
                GameResult::NoResult => false,
            },
            Outcome::NoResult => !matches!(result, GameResult::Score(_)),
            Outcome::Win { winner, by } => {
                let same_winner = result.winner(rules) == Some(winner);
                match (by, result) {
                    (WinBy::Resignation | WinBy::Time | WinBy::Forfeit, _) => {
                        return Self::NotCounted;
                    }
                    (WinBy::Margin(margin), GameResult::Score(score)) if same_winner => {
                        if is_in_zi(margin, score) {
                            return Self::AgreesInZi;
                        }
                        size(score) == margin.in_hundredths().unsigned_abs()
                    }
                    (WinBy::Margin(_), _) => false,
                    (WinBy::Unstated, _) => same_winner,
                }
            }
        };
        if agrees { Self::Agrees } else { Self::Differs }
    }

    /// Whether the count bears the record out.
    #[must_use]
    pub const fn is_agreement(self) -> bool {
        matches!(self, Self::Agrees | Self::AgreesInZi)
    }
}

fn size(score: Score) -> u64 {
    score.0.in_hundredths().unsigned_abs()
}

/// Whether a margin is the score in zi. Only quarters show it: in points they occur with such a komi alone.
fn is_in_zi(margin: Points, score: Score) -> bool {
    let margin = margin.in_hundredths().unsigned_abs();
    margin % 50 == 25 && 2 * margin == size(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_compared_by_what_they_state() {
        use Agreement::{Agrees, AgreesInZi, Differs, NotCounted, NotStated};
        let score = |hundredths| GameResult::Score(Score(Points::hundredths(hundredths)));
        for (stated, result, rules, agreement) in [
            ("B+3.5", score(350), "chinese", Agrees),
            ("B+3.5", score(250), "chinese", Differs),
            ("W+3.5", score(350), "chinese", Differs),
            ("W+10", score(-1000), "japanese", Agrees),
            ("B+0.75", score(75), "chinese", Agrees),
            ("B+0.75", score(150), "chinese", AgreesInZi),
            ("B+0.75", score(300), "chinese", Differs),
            ("B+1.5", score(75), "chinese", Differs),
            ("B+0.75子", score(75), "chinese", Differs),
            ("B+5.75", score(1150), "chinese", AgreesInZi),
            ("B+1.5", score(300), "chinese", Differs),
            ("黑胜3/4子", score(150), "chinese", Agrees),
            ("B+", score(50), "chinese", Agrees),
            ("W+", score(50), "chinese", Differs),
            ("W+R", score(50), "chinese", NotCounted),
            ("B+T", score(50), "chinese", NotCounted),
            ("0", score(0), "chinese", Agrees),
            ("0", score(0), "ing", Differs),
            ("B+0", score(0), "ing", Agrees),
            ("0", GameResult::Draw, "stone-scoring", Agrees),
            ("0", GameResult::NoResult, "japanese", Differs),
            ("Void", GameResult::NoResult, "japanese", Agrees),
            ("Void", score(50), "japanese", Differs),
            ("B+2", GameResult::NoResult, "japanese", Differs),
            ("?", score(50), "chinese", NotStated),
        ] {
            let rules = rules.parse().expect("a rule set");
            let found = Agreement::of(Outcome::of(stated), result, &rules);
            assert_eq!(found, agreement, "{stated} and {result}");
        }
    }
}
