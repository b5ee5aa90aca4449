//! What a game is judged by: rules, komi, and the user's word on life and death.

use crate::go::{Komi, Point, Rules};
use crate::sgf::Record;

/// A rule set with the name under which it is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Its main name.
    pub name: &'static str,
    /// What it fixes.
    pub rules: Rules,
}

impl RuleSet {
    /// The rule set of that name, in any spelling that [`Rules`] reads.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(Self {
            name: Rules::main_name(name)?,
            rules: name.parse().ok()?,
        })
    }

    /// The rule set that a record's `RU` speaks of: a name, also with words around it that say no more (`Chinese rules`), or
    /// the usual Chinese, Japanese and Korean ones.
    #[must_use]
    pub fn of_record(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let plain = text.replace("rules", "").replace("rule", "");
        Self::named(plain.trim()).or_else(|| {
            let names = [
                ("中国", "chinese"),
                ("中國", "chinese"),
                ("日本", "japanese"),
                ("韩国", "korean"),
                ("韓国", "korean"),
                ("韓國", "korean"),
                ("应氏", "ing"),
                ("應氏", "ing"),
            ];
            let (_, name) = names.into_iter().find(|(word, _)| text.contains(word))?;
            Self::named(name)
        })
    }

    /// All rule sets, the default first.
    pub fn all() -> impl Iterator<Item = Self> {
        Rules::names().filter_map(Self::named)
    }
}

impl Default for RuleSet {
    /// The Chinese rules of 2002.
    fn default() -> Self {
        Self {
            name: "chinese",
            rules: Rules::default(),
        }
    }
}

/// What the user decides in place of the record and of the judge of life and death.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders {
    /// The rules.
    pub rules: Option<RuleSet>,
    /// Points for White.
    pub komi: Option<Komi>,
    /// Points of the chains that are dead; with these or those in [`seki`](Self::seki) given, all other chains live.
    pub dead: Option<Vec<Point>>,
    /// Points of the chains that live in seki.
    pub seki: Option<Vec<Point>>,
}

/// Who decided something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The user.
    User,
    /// The record.
    Record,
    /// Nobody: rules are Chinese then, komi is none, and life and death are judged by the engine.
    Nobody,
}

impl Orders {
    /// The rules for a record, and who decided on them.
    #[must_use]
    pub fn rules_for(&self, record: &Record) -> (RuleSet, Origin) {
        let said = record.info.rules.as_deref();
        if let Some(set) = self.rules {
            (set, Origin::User)
        } else if let Some(set) = said.and_then(RuleSet::of_record) {
            (set, Origin::Record)
        } else {
            (RuleSet::default(), Origin::Nobody)
        }
    }

    /// The komi for a record, and who decided on it.
    #[must_use]
    pub fn komi_for(&self, record: &Record) -> (Komi, Origin) {
        match (self.komi, record.info.komi) {
            (Some(komi), _) => (komi, Origin::User),
            (None, Some(komi)) => (komi, Origin::Record),
            (None, None) => (Komi::ZERO, Origin::Nobody),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_name_rule_sets_in_many_ways() {
        for (text, name) in [
            ("Chinese", Some("chinese")),
            ("japanese rules", Some("japanese")),
            ("GOE", Some("ing")),
            ("NZ", Some("new-zealand")),
            ("New Zealand", Some("new-zealand")),
            ("中国规则", Some("chinese")),
            ("日本ルール", Some("japanese")),
            ("TT--", None),
            ("", None),
            ("rules", None),
            ("house rules", None),
        ] {
            let set = RuleSet::of_record(text);
            assert_eq!(set.map(|set| set.name), name, "{text}");
        }
        assert_eq!(RuleSet::all().next(), Some(RuleSet::default()));
        assert_eq!(RuleSet::all().count(), Rules::names().count());
    }
}
