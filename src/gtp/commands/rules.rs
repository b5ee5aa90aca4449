//! Commands about the rules. They leave komi as it is.

use std::str::FromStr;

use serde_json::{Map, Value};

use super::super::arg::{Text, Word};
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use crate::go::Rules;
use crate::go::rules::{HandicapBonus, Ko, Scoring, Tax, UnknownRules};

pub(super) fn group() -> Group {
    Group {
        title: "Rules",
        commands: vec![
            Command::new(
                "kata-set-rules",
                kata_set_rules,
                "Sets the rules by name (`chinese`, `japanese`, `tromp-taylor`, ...) or as a JSON object, of which keys that are not given stay as they are. Komi stays.",
            ),
            Command::new(
                "kata-set-rule",
                kata_set_rule,
                "Sets one rule: a key of `kata-get-rules` and its value.",
            ),
            Command::new(
                "kata-get-rules",
                kata_get_rules,
                "The rules as a JSON object in one line.",
            ),
            Command::new(
                "kgs-rules",
                kgs_rules,
                "Sets the rules by KGS's names: `chinese`, `japanese`, `aga` or `new_zealand`.",
            ),
        ],
    }
}

fn kata_set_rules(session: &mut Session, rules: Text) -> Result<(), Failure> {
    let text = rules.0;
    let rules = if text.starts_with('{') {
        let map: Map<String, Value> = serde_json::from_str(&text)
            .map_err(|error| Failure::Other(format!("not a JSON object: {error}")))?;
        let mut rules = *session.engine.game().rules();
        for (key, value) in &map {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            set(&mut rules, key, &value)?;
        }
        rules
    } else {
        named(&text)?
    };
    session.engine.set_rules(rules);
    Ok(())
}

fn kata_set_rule(session: &mut Session, key: Word, value: Word) -> Result<(), Failure> {
    let mut rules = *session.engine.game().rules();
    set(&mut rules, &key.0, &value.0)?;
    session.engine.set_rules(rules);
    Ok(())
}

fn kata_get_rules(session: &mut Session) -> String {
    let rules = session.engine.game().rules();
    let mut map = Map::new();
    for (key, value) in [
        ("friendlyPassOk", rules.friendly_pass_ok.into()),
        ("hasButton", rules.button.into()),
        ("ko", word(KO, rules.ko)),
        ("scoring", word(SCORING, rules.scoring)),
        ("suicide", rules.suicide.into()),
        ("tax", word(TAX, rules.tax)),
        ("whiteHandicapBonus", word(BONUS, rules.handicap_bonus)),
    ] {
        map.insert(key.into(), value);
    }
    Value::Object(map).to_string()
}

fn kgs_rules(session: &mut Session, name: Word) -> Result<(), Failure> {
    let name = match name.0.as_str() {
        "chinese" => "chinese-kgs",
        name => name,
    };
    session.engine.set_rules(named(name)?);
    Ok(())
}

fn named(name: &str) -> Result<Rules, Failure> {
    Rules::from_str(name).map_err(|error: UnknownRules| Failure::Other(error.to_string()))
}

/// The words for the values of a rule.
type Words<T> = &'static [(&'static str, T)];

const KO: Words<Ko> = &[
    ("SIMPLE", Ko::Simple),
    ("POSITIONAL", Ko::Positional),
    ("SITUATIONAL", Ko::Situational),
];
const SCORING: Words<Scoring> = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const TAX: Words<Tax> = &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
const BONUS: Words<HandicapBonus> = &[
    ("0", HandicapBonus::Zero),
    ("N", HandicapBonus::Stones),
    ("N-1", HandicapBonus::StonesLessOne),
];
const BOOL: Words<bool> = &[("true", true), ("false", false)];

fn word<T: PartialEq>(words: Words<T>, value: T) -> Value {
    let found = words.iter().find(|(_, v)| *v == value);
    found.map_or(Value::Null, |&(word, _)| word.into())
}

/// Changes one rule.
fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), Failure> {
    fn read<T: Copy>(words: Words<T>, key: &str, value: &str) -> Result<T, Failure> {
        let found = words
            .iter()
            .find(|(word, _)| word.eq_ignore_ascii_case(value));
        found.map(|&(_, value)| value).ok_or_else(|| {
            let known: Vec<_> = words.iter().map(|&(word, _)| word).collect();
            Failure::Other(format!("{key} is one of {}", known.join(", ")))
        })
    }
    match key {
        "ko" => rules.ko = read(KO, key, value)?,
        "scoring" | "scoringRule" => rules.scoring = read(SCORING, key, value)?,
        "tax" | "taxRule" => rules.tax = read(TAX, key, value)?,
        "suicide" | "multiStoneSuicideLegal" => rules.suicide = read(BOOL, key, value)?,
        "hasButton" => rules.button = read(BOOL, key, value)?,
        "whiteHandicapBonus" => rules.handicap_bonus = read(BONUS, key, value)?,
        "friendlyPassOk" => rules.friendly_pass_ok = read(BOOL, key, value)?,
        _ => return Err(Failure::Other(format!("no rule is named '{key}'"))),
    }
    Ok(())
}
