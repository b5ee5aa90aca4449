//! Rules article by article, under the names and values that GUIs know (those of `kata-set-rule`).

use std::fmt;

use super::rules::{HandicapBonus, Ko, Rules, Scoring, Tax, Tie};

/// One article of the rules as a key with a value.
struct Entry {
    key: &'static str,
    /// The values it can have.
    values: &'static [&'static str],
    get: fn(&Rules) -> &'static str,
    /// Sets one of the values; any other leaves the rules alone.
    set: fn(&mut Rules, &str),
}

const YES_OR_NO: &[&str] = &["true", "false"];

const fn yes_or_no(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// All articles, in the order in which they are listed. The last two are our own.
const ENTRIES: &[Entry] = &[
    Entry {
        key: "ko",
        values: &["SIMPLE", "POSITIONAL", "SITUATIONAL"],
        get: |rules| match rules.ko {
            Ko::Simple => "SIMPLE",
            Ko::Positional => "POSITIONAL",
            Ko::Situational => "SITUATIONAL",
        },
        set: |rules, value| {
            rules.ko = match value {
                "SIMPLE" => Ko::Simple,
                "POSITIONAL" => Ko::Positional,
                _ => Ko::Situational,
            }
        },
    },
    Entry {
        key: "scoring",
        values: &["AREA", "TERRITORY"],
        get: |rules| match rules.scoring {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        },
        set: |rules, value| {
            rules.scoring = match value {
                "AREA" => Scoring::Area,
                _ => Scoring::Territory,
            }
        },
    },
    Entry {
        key: "tax",
        values: &["NONE", "SEKI", "ALL"],
        get: |rules| match rules.tax {
            Tax::None => "NONE",
            Tax::Seki => "SEKI",
            Tax::All => "ALL",
        },
        set: |rules, value| {
            rules.tax = match value {
                "NONE" => Tax::None,
                "SEKI" => Tax::Seki,
                _ => Tax::All,
            }
        },
    },
    Entry {
        key: "suicide",
        values: YES_OR_NO,
        get: |rules| yes_or_no(rules.suicide),
        set: |rules, value| rules.suicide = value == "true",
    },
    Entry {
        key: "hasButton",
        values: YES_OR_NO,
        get: |rules| yes_or_no(rules.button),
        set: |rules, value| rules.button = value == "true",
    },
    Entry {
        key: "whiteHandicapBonus",
        values: &["0", "N", "N-1"],
        get: |rules| match rules.handicap_bonus {
            HandicapBonus::Zero => "0",
            HandicapBonus::Stones => "N",
            HandicapBonus::StonesLessOne => "N-1",
        },
        set: |rules, value| {
            rules.handicap_bonus = match value {
                "0" => HandicapBonus::Zero,
                "N" => HandicapBonus::Stones,
                _ => HandicapBonus::StonesLessOne,
            }
        },
    },
    Entry {
        key: "friendlyPassOk",
        values: YES_OR_NO,
        get: |rules| yes_or_no(rules.friendly_pass_ok),
        set: |rules, value| rules.friendly_pass_ok = value == "true",
    },
    Entry {
        key: "firstPassBonus",
        values: YES_OR_NO,
        get: |rules| yes_or_no(rules.first_pass_bonus),
        set: |rules, value| rules.first_pass_bonus = value == "true",
    },
    Entry {
        key: "tie",
        values: &["DRAW", "BLACK"],
        get: |rules| match rules.tie {
            Tie::Draw => "DRAW",
            Tie::Black => "BLACK",
        },
        set: |rules, value| {
            rules.tie = match value {
                "DRAW" => Tie::Draw,
                _ => Tie::Black,
            }
        },
    },
];

/// Finds an article; letter case does not matter, and `score` is another name of `scoring`.
fn entry(key: &str) -> Option<&'static Entry> {
    let key = key.trim();
    let key = if key.eq_ignore_ascii_case("score") {
        "scoring"
    } else {
        key
    };
    ENTRIES
        .iter()
        .find(|entry| entry.key.eq_ignore_ascii_case(key))
}

/// Why an article cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleError {
    /// No article has this key.
    UnknownKey(String),
    /// The article cannot have this value.
    BadValue {
        /// The article.
        key: &'static str,
        /// What was asked for.
        value: String,
        /// The values it can have.
        allowed: &'static [&'static str],
    },
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(key) => {
                let keys: Vec<_> = Rules::keys().collect();
                write!(f, "no rule is named '{key}' (known: {})", keys.join(", "))
            }
            Self::BadValue {
                key,
                value,
                allowed,
            } => write!(
                f,
                "rule {key} cannot be '{value}' (known: {})",
                allowed.join(", ")
            ),
        }
    }
}

impl std::error::Error for RuleError {}

impl Rules {
    /// The keys of all articles.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        ENTRIES.iter().map(|entry| entry.key)
    }

    /// The values that an article can have; `None` for an unknown key.
    #[must_use]
    pub fn values(key: &str) -> Option<&'static [&'static str]> {
        entry(key).map(|entry| entry.values)
    }

    /// The value of an article; `None` for an unknown key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'static str> {
        entry(key).map(|entry| (entry.get)(self))
    }

    /// All articles with their values, in a fixed order.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let rules = *self;
        ENTRIES
            .iter()
            .map(move |entry| (entry.key, (entry.get)(&rules)))
    }

    /// These rules with one article changed. Letter case does not matter in keys or values. A change of scoring takes the
    /// tax along where it was the usual one (on seki where territory is scored, none where area is), and the points for
    /// handicap stones likewise (none where territory is scored, one each where area is).
    ///
    /// # Errors
    /// Where no article has this key, or where it cannot have this value.
    pub fn set(self, key: &str, value: &str) -> Result<Self, RuleError> {
        let mut rules = self.set_alone(key, value)?;
        if rules.scoring != self.scoring {
            if self.tax == usual_tax(self.scoring) {
                rules.tax = usual_tax(rules.scoring);
            }
            if self.handicap_bonus == usual_handicap_bonus(self.scoring) {
                rules.handicap_bonus = usual_handicap_bonus(rules.scoring);
            }
        }
        Ok(rules)
    }

    fn set_alone(mut self, key: &str, value: &str) -> Result<Self, RuleError> {
        let entry = entry(key).ok_or_else(|| RuleError::UnknownKey(key.to_string()))?;
        let known = entry
            .values
            .iter()
            .find(|known| known.eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| RuleError::BadValue {
                key: entry.key,
                value: value.to_string(),
                allowed: entry.values,
            })?;
        (entry.set)(&mut self, known);
        Ok(self)
    }

    /// The rules that a list of articles describes. What it leaves out is as Tromp and Taylor have it; the tax is that on
    /// seki where territory is scored and none where area is.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn from_entries<'a>(
        entries: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, RuleError> {
        let mut rules = Self::TROMP_TAYLOR;
        let mut taxed = false;
        for (key, value) in entries {
            rules = rules.set_alone(key, value)?;
            taxed |= entry(key).is_some_and(|entry| entry.key == "tax");
        }
        if !taxed {
            rules.tax = usual_tax(rules.scoring);
        }
        Ok(rules)
    }
}

/// The tax that goes with a way of scoring.
const fn usual_tax(scoring: Scoring) -> Tax {
    match scoring {
        Scoring::Area => Tax::None,
        Scoring::Territory => Tax::Seki,
    }
}

/// White's points for handicap stones that go with a way of scoring: a stone is worth a point where area is scored.
const fn usual_handicap_bonus(scoring: Scoring) -> HandicapBonus {
    match scoring {
        Scoring::Area => HandicapBonus::Stones,
        Scoring::Territory => HandicapBonus::Zero,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_are_named_with_their_values() {
        let keys: Vec<_> = Rules::keys().collect();
        for key in ["ko", "scoring", "tax", "suicide", "hasButton"] {
            assert!(keys.contains(&key), "{key} of {keys:?}");
        }
        assert!(keys.iter().all(|key| Rules::values(key).is_some()));
        let tax = Rules::values("tax");
        assert_eq!(tax, Some(&["NONE", "SEKI", "ALL"][..]));
        assert_eq!(Rules::values("colour"), None);
    }

    #[test]
    fn every_value_is_set_and_read_back() {
        for key in Rules::keys() {
            for value in Rules::values(key).unwrap_or_default() {
                let rules = Rules::default().set(key, &value.to_lowercase());
                assert_eq!(
                    rules.map(|r| r.get(key)),
                    Ok(Some(*value)),
                    "{key} = {value}"
                );
            }
        }
    }

    #[test]
    fn entries_describe_every_preset() {
        for name in Rules::names() {
            let rules: Rules = name.parse().unwrap_or_default();
            assert_eq!(Rules::from_entries(rules.entries()), Ok(rules), "{name}");
        }
    }

    #[test]
    fn what_a_list_leaves_out() {
        assert_eq!(Rules::from_entries([]), Ok(Rules::TROMP_TAYLOR));
        let japanese = [
            ("ko", "SIMPLE"),
            ("score", "TERRITORY"),
            ("suicide", "false"),
        ];
        let name = Rules::from_entries(japanese).map(|rules| rules.name());
        assert_eq!(name, Ok(Some("japanese")));
    }

    #[test]
    fn unknown_keys_and_values_are_refused() {
        let rules = Rules::default();
        assert_eq!(
            rules.set("komi", "7"),
            Err(RuleError::UnknownKey("komi".into()))
        );
        for (key, value) in [
            ("ko", "SPIGHT"),
            ("suicide", "1"),
            ("tax", ""),
            ("tie", "W"),
        ] {
            let error = rules.set(key, value).unwrap_err();
            assert!(matches!(error, RuleError::BadValue { .. }), "{error}");
            assert!(error.to_string().contains(key), "{error}");
        }
        assert_eq!((rules.get("komi"), Rules::values("komi")), (None, None));
    }

    #[test]
    fn scoring_takes_along_what_goes_with_it() {
        let rules = |steps: &[(&str, &str)]| {
            steps
                .iter()
                .try_fold(Rules::default(), |rules, (key, value)| {
                    rules.set(key, value)
                })
        };
        let (territory, area) = (("scoring", "TERRITORY"), ("scoring", "AREA"));
        for (steps, tax) in [
            (&[territory][..], Tax::Seki),
            (&[territory, area], Tax::None),
            (&[("tax", "ALL"), territory], Tax::All),
            (&[territory, ("tax", "NONE")], Tax::None),
        ] {
            assert_eq!(rules(steps).map(|rules| rules.tax), Ok(tax), "{steps:?}");
        }
        let less_one = ("whiteHandicapBonus", "N-1");
        for (steps, bonus) in [
            (&[territory][..], HandicapBonus::Zero),
            (&[territory, area], HandicapBonus::Stones),
            (&[less_one, territory], HandicapBonus::StonesLessOne),
            (&[territory, less_one], HandicapBonus::StonesLessOne),
        ] {
            assert_eq!(
                rules(steps).map(|rules| rules.handicap_bonus),
                Ok(bonus),
                "{steps:?}"
            );
        }
    }
}
