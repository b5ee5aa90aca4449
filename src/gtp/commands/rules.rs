//! Commands about the rules. They leave komi as it is.

use std::fmt::Display;

use serde_json::{Map, Value};

use super::super::arg::{Text, Word};
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use crate::go::Rules;

pub(super) fn group() -> Group {
    Group {
        title: "Rules",
        commands: vec![
            Command::new(
                "kata-set-rules",
                kata_set_rules,
                "Sets the rules by name (`chinese`, `japanese`, `tromp-taylor`, ...) or by a JSON object, where what is not said is as `tromp-taylor` has it. Komi stays.",
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

fn kata_set_rules(session: &mut Session, Text(text): Text) -> Result<(), Failure> {
    let rules = if text.starts_with('{') {
        let map: Map<String, Value> = serde_json::from_str(&text)
            .map_err(|error| Failure::Other(format!("not a JSON object: {error}")))?;
        let entries: Vec<_> = map
            .iter()
            .map(|(key, value)| {
                let plain = value.as_str().map(str::to_owned);
                (key.as_str(), plain.unwrap_or_else(|| value.to_string()))
            })
            .collect();
        Rules::from_entries(entries.iter().map(|(key, value)| (*key, value.as_str())))
            .map_err(failure)?
    } else {
        text.parse().map_err(failure)?
    };
    session.engine.set_rules(rules);
    Ok(())
}

fn kata_set_rule(session: &mut Session, Word(key): Word, Word(value): Word) -> Result<(), Failure> {
    let rules = session.engine.game().rules().set(&key, &value);
    session.engine.set_rules(rules.map_err(failure)?);
    Ok(())
}

fn kata_get_rules(session: &mut Session) -> String {
    let entries = session.engine.game().rules().entries();
    let values = entries.map(|(key, value)| {
        let flag = value.parse::<bool>().map(Value::from);
        (key.to_owned(), flag.unwrap_or_else(|_| value.into()))
    });
    Value::Object(values.collect()).to_string()
}

fn kgs_rules(session: &mut Session, Word(name): Word) -> Result<(), Failure> {
    let name = match name.as_str() {
        "chinese" => "chinese-kgs",
        name => name,
    };
    session.engine.set_rules(name.parse().map_err(failure)?);
    Ok(())
}

fn failure(error: impl Display) -> Failure {
    Failure::Other(error.to_string())
}
