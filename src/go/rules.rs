//! Rule sets: what each fixes, and their names.

use std::fmt;
use std::str::FromStr;

use super::points::{Komi, Points};

/// What a play may not repeat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// A single stone that just took a single stone may not be retaken at once. Longer cycles end the game without result.
    Simple,
    /// No earlier whole-board position may come again.
    Positional,
    /// No earlier position with the same player to move may come again.
    Situational,
}

/// What counts at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Living stones and the points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Whose points are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tax {
    /// All points count.
    None,
    /// Points surrounded by stones in seki do not count.
    Seki,
    /// As [`Seki`](Self::Seki), and every living group pays two points ("group tax").
    All,
}

/// What White gets for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// A point for each stone.
    Stones,
    /// A point for each stone but the first.
    StonesLessOne,
}

/// Who wins an even count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tie {
    /// Nobody: a draw.
    Draw,
    /// Black, as by Ing's rules.
    Black,
}

/// Everything in which rule sets differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::struct_excessive_bools)] // independent yes-or-no articles of the rule texts
pub struct Rules {
    /// What a play may not repeat.
    pub ko: Ko,
    /// What counts at the end.
    pub scoring: Scoring,
    /// Whose points are not counted.
    pub tax: Tax,
    /// Whether a suicide of two stones or more is allowed; of one stone it never is.
    pub suicide: bool,
    /// What White gets for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether the first to pass gets half a point (the "button").
    pub button: bool,
    /// Whether White gets a point where White was the first to pass in the game.
    pub first_pass_bonus: bool,
    /// Whether the players agree on dead stones before an area count. Where not, the board counts as it stands. Territory
    /// scoring cannot do without and does not look at it, see [`removes_dead_stones`](Self::removes_dead_stones).
    pub friendly_pass_ok: bool,
    /// Who wins an even count.
    pub tie: Tie,
}

/// A named rule set with its komi.
struct Preset {
    names: &'static [&'static str],
    rules: Rules,
    /// Komi on large boards, in hundredths.
    komi: i64,
}

const CHINESE: Rules = Rules {
    ko: Ko::Situational,
    scoring: Scoring::Area,
    tax: Tax::None,
    suicide: false,
    handicap_bonus: HandicapBonus::Stones,
    button: false,
    first_pass_bonus: false,
    friendly_pass_ok: true,
    tie: Tie::Draw,
};

const CHINESE_1988: Rules = Rules {
    ko: Ko::Positional,
    ..CHINESE
};

const JAPANESE: Rules = Rules {
    ko: Ko::Simple,
    scoring: Scoring::Territory,
    tax: Tax::Seki,
    handicap_bonus: HandicapBonus::Zero,
    friendly_pass_ok: false,
    ..CHINESE
};

const AGA: Rules = Rules {
    handicap_bonus: HandicapBonus::StonesLessOne,
    ..CHINESE
};

/// The rule sets, the default first.
const PRESETS: &[Preset] = &[
    Preset {
        names: &["chinese", "chinese-2002"],
        rules: CHINESE,
        komi: 750,
    },
    Preset {
        names: &["chinese-1988"],
        rules: CHINESE_1988,
        komi: 550,
    },
    Preset {
        names: &["chinese-ogs"],
        rules: CHINESE_1988,
        komi: 750,
    },
    Preset {
        names: &["chinese-kgs"],
        rules: CHINESE_1988,
        komi: 750,
    },
    Preset {
        names: &["japanese"],
        rules: JAPANESE,
        komi: 650,
    },
    Preset {
        names: &["korean"],
        rules: JAPANESE,
        komi: 650,
    },
    Preset {
        names: &["wmsg-2008", "wmsg"],
        rules: Rules {
            first_pass_bonus: true,
            ..CHINESE_1988
        },
        komi: 650,
    },
    Preset {
        names: &["aga"],
        rules: AGA,
        komi: 750,
    },
    Preset {
        names: &["bga"],
        rules: AGA,
        komi: 750,
    },
    Preset {
        names: &["french"],
        rules: AGA,
        komi: 750,
    },
    Preset {
        names: &["new-zealand", "nz"],
        rules: Rules {
            suicide: true,
            handicap_bonus: HandicapBonus::Zero,
            ..CHINESE
        },
        komi: 700,
    },
    Preset {
        names: &["tromp-taylor"],
        rules: Rules::TROMP_TAYLOR,
        komi: 750,
    },
    Preset {
        names: &["ing", "goe"],
        rules: Rules {
            suicide: true,
            handicap_bonus: HandicapBonus::Zero,
            tie: Tie::Black,
            ..CHINESE
        },
        komi: 800,
    },
    Preset {
        names: &["stone-scoring", "ancient-area"],
        rules: Rules {
            ko: Ko::Simple,
            tax: Tax::All,
            handicap_bonus: HandicapBonus::Zero,
            ..CHINESE
        },
        komi: 0,
    },
    Preset {
        names: &["aga-button"],
        rules: Rules {
            button: true,
            ..AGA
        },
        komi: 700,
    },
];

impl Rules {
    /// The rules of Tromp and Taylor.
    pub const TROMP_TAYLOR: Self = Self {
        suicide: true,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass_ok: false,
        ..CHINESE_1988
    };

    /// The names of all rule sets, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|preset| preset.names[0])
    }

    /// The main name of the rule set that a name stands for, as [`names`](Self::names) lists it.
    #[must_use]
    pub fn main_name(name: &str) -> Option<&'static str> {
        preset(name).map(|preset| preset.names[0])
    }

    /// The komi that a named rule set gives in even games on 19x19.
    #[must_use]
    pub fn komi_of(name: &str) -> Option<Komi> {
        preset(name).map(|preset| Points::hundredths(preset.komi))
    }

    /// The name of the first rule set that equals these rules.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        PRESETS
            .iter()
            .find(|preset| preset.rules == *self)
            .map(|preset| preset.names[0])
    }

    /// Whether dead stones are taken off before the count.
    #[must_use]
    pub fn removes_dead_stones(&self) -> bool {
        self.friendly_pass_ok || self.scoring == Scoring::Territory
    }

    /// White's points for a number of handicap stones.
    #[must_use]
    pub fn handicap_points(&self, stones: usize) -> Points {
        let stones = i64::try_from(stones).unwrap_or(0);
        match self.handicap_bonus {
            HandicapBonus::Zero => Points::ZERO,
            HandicapBonus::Stones => Points::whole(stones),
            HandicapBonus::StonesLessOne => Points::whole((stones - 1).max(0)),
        }
    }
}

/// Finds a rule set by name: letter case, blanks, `_` and `-` do not matter.
fn preset(name: &str) -> Option<&'static Preset> {
    let plain = |s: &str| -> String {
        s.chars()
            .filter(|c| !matches!(c, ' ' | '_' | '-'))
            .map(|c| c.to_ascii_lowercase())
            .collect()
    };
    let name = plain(name);
    PRESETS
        .iter()
        .find(|preset| preset.names.iter().any(|n| plain(n) == name))
}

impl Default for Rules {
    /// The Chinese rules of 2002.
    fn default() -> Self {
        CHINESE
    }
}

/// No rule set has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRules(pub String);

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no rule set is named '{}' (known: {})",
            self.0,
            Rules::names().collect::<Vec<_>>().join(", ")
        )
    }
}

impl std::error::Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Self, UnknownRules> {
        preset(name)
            .map(|preset| preset.rules)
            .ok_or_else(|| UnknownRules(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_spelling() {
        for name in Rules::names() {
            assert_eq!(
                name.parse::<Rules>().map(|r| r.name().is_some()),
                Ok(true),
                "{name}"
            );
            assert!(Rules::komi_of(name).is_some());
            assert_eq!(Rules::main_name(&name.to_uppercase()), Some(name));
        }
        assert_eq!(Rules::main_name("goe"), Some("ing"));
        assert_eq!("New Zealand".parse::<Rules>(), "new_zealand".parse());
        assert_eq!("CHINESE".parse::<Rules>(), Ok(Rules::default()));
        assert!("".parse::<Rules>().is_err());
        let error = "klingon"
            .parse::<Rules>()
            .map_err(|error| error.to_string());
        let told = "no rule set is named 'klingon' (known: chinese, chinese-1988, ";
        assert!(error.is_err_and(|text| text.starts_with(told)));
    }

    #[test]
    fn handicap_bonus_by_rule_set() {
        for (name, points) in [
            ("chinese", 4),
            ("aga", 3),
            ("japanese", 0),
            ("tromp-taylor", 0),
        ] {
            assert_eq!(
                name.parse::<Rules>().map(|r| r.handicap_points(4)),
                Ok(Points::whole(points)),
                "{name}"
            );
        }
        assert_eq!(AGA.handicap_points(0), Points::ZERO);
    }
}
