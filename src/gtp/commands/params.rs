//! Commands about options of the engine, parameters of the search and rules, by name.

use std::fmt::Write;
use std::time::Duration;

use serde_json::{Map, Value};

use super::super::arg::{Text, Word};
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use crate::engine::{Config, Level, PARAMS, Params};
use crate::go::{Points, Rules};

pub(super) fn group() -> Group {
    Group {
        title: "Parameters",
        commands: vec![
            Command::new(
                "tengen-params",
                tengen_params,
                "The options of the engine (0 for none) and the parameters of the search; with a key and a value, sets one.",
            )
            .in_menu("param", "Search Parameters", ""),
            Command::new(
                "tengen-rules",
                tengen_rules,
                "Komi and the rules; with a key and a value, sets one.",
            )
            .in_menu("param", "Rules", ""),
            Command::new(
                "level",
                level,
                "Plays at a level from 1 (weakest, roughly 24 kyu) to 10 (roughly 6 kyu), two ranks a level, or at full strength (0).",
            ),
            Command::new(
                "kata-list-params",
                list_params,
                "The names of the engine's options and of the search's parameters.",
            ),
            Command::new("kata-get-param", get_param, "The value of one of them."),
            Command::new("kata-set-param", set_param, "Sets one of them."),
            Command::new(
                "kata-get-params",
                get_params,
                "All of them as a JSON object in one line.",
            ),
            Command::new(
                "kata-set-params",
                set_params,
                "Sets those that a JSON object names, all or none of them.",
            ),
        ],
    }
}

/// An option of the engine.
struct EngineOption {
    name: &'static str,
    get: fn(&Config) -> String,
    /// Sets it; `None` where the value is not one of its values.
    set: fn(&mut Config, &str) -> Option<()>,
}

/// The options of the command line that can be changed at any time.
const OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "playouts",
        get: |config| config.playouts.unwrap_or(0).to_string(),
        set: |config, value| {
            let playouts: u64 = value.parse().ok()?;
            config.playouts = (playouts > 0).then_some(playouts);
            Some(())
        },
    },
    EngineOption {
        name: "visits",
        get: |config| config.visits.unwrap_or(0).to_string(),
        set: |config, value| {
            let visits: u64 = value.parse().ok()?;
            config.visits = (visits > 0).then_some(visits);
            Some(())
        },
    },
    EngineOption {
        name: "time",
        get: |config| config.time.unwrap_or_default().as_secs_f64().to_string(),
        set: |config, value| {
            let time = seconds(value)?;
            config.time = (!time.is_zero()).then_some(time);
            Some(())
        },
    },
    EngineOption {
        name: "level",
        get: |config| config.level.map_or(0, Level::number).to_string(),
        set: |config, value| {
            let number: usize = value.parse().ok()?;
            let level = Level::new(number);
            (number == 0 || level.is_some()).then_some(())?;
            config.level = level;
            Some(())
        },
    },
    EngineOption {
        name: "threads",
        get: |config| config.threads.to_string(),
        set: |config, value| {
            config.threads = in_range(value, Config::MOST_THREADS)?;
            Some(())
        },
    },
    EngineOption {
        name: "memory",
        get: |config| config.memory.to_string(),
        set: |config, value| {
            config.memory = in_range(value, Config::MOST_MEMORY)?;
            Some(())
        },
    },
    EngineOption {
        name: "resign_threshold",
        get: |config| config.resign.unwrap_or(0.0).to_string(),
        set: |config, value| {
            let rate: f64 = value.parse().ok()?;
            (0.0..=1.0).contains(&rate).then_some(())?;
            config.resign = (rate > 0.0).then_some(rate);
            Some(())
        },
    },
    EngineOption {
        name: "lag",
        get: |config| config.lag.as_secs_f64().to_string(),
        set: |config, value| {
            config.lag = seconds(value)?;
            Some(())
        },
    },
    EngineOption {
        name: "ponder",
        get: |config| u8::from(config.ponder).to_string(),
        set: |config, value| {
            config.ponder = match value {
                "0" => false,
                "1" => true,
                _ => return None,
            };
            Some(())
        },
    },
];

fn seconds(value: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(value.parse().ok()?).ok()
}

fn in_range(value: &str, most: usize) -> Option<usize> {
    value
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
}

fn names() -> impl Iterator<Item = &'static str> {
    let options = OPTIONS.iter().map(|option| option.name);
    options.chain(PARAMS.iter().map(|param| param.name))
}

/// All names with their values.
fn entries(session: &Session) -> impl Iterator<Item = (&'static str, String)> + '_ {
    names().filter_map(|name| Some((name, value_of(session, name)?)))
}

fn value_of(session: &Session, name: &str) -> Option<String> {
    match OPTIONS.iter().find(|option| option.name == name) {
        Some(option) => Some((option.get)(session.engine.config())),
        None => session.engine.params().get(name),
    }
}

/// Sets parameters, all or none.
fn set<'a>(
    session: &mut Session,
    entries: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<(), Failure> {
    let mut config = session.engine.config().clone();
    let mut params: Params = session.engine.params().clone();
    for (name, value) in entries {
        let result = match OPTIONS.iter().find(|option| option.name == name) {
            Some(option) => (option.set)(&mut config, value).ok_or("value out of range".into()),
            None => params.set(name, value).map_err(|error| error.to_string()),
        };
        result.map_err(|error| Failure::Other(format!("{name}: {error}")))?;
    }
    *session.engine.config_mut() = config;
    if *session.engine.params() != params {
        session.engine.set_params(params);
    }
    Ok(())
}

fn tengen_params(session: &mut Session, entry: Option<(Word, Word)>) -> Result<String, Failure> {
    if let Some((Word(name), Word(value))) = entry {
        set(session, [(name.as_str(), value.as_str())])?;
        return Ok(String::new());
    }
    let mut text = String::new();
    for (name, value) in entries(session) {
        let _ = match name {
            "level" => writeln!(text, "[list/0/1/2/3/4/5/6/7/8/9/10] {name} {value}"),
            _ => writeln!(text, "[string] {name} {value}"),
        };
    }
    Ok(text)
}

fn level(session: &mut Session, number: usize) -> Result<(), Failure> {
    let level = Level::new(number);
    if number > 0 && level.is_none() {
        return Err(Failure::Other("unacceptable level".into()));
    }
    session.engine.config_mut().level = level;
    Ok(())
}

fn list_params(_: &mut Session) -> String {
    names().collect::<Vec<_>>().join(" ")
}

fn get_param(session: &mut Session, Word(name): Word) -> Result<String, Failure> {
    value_of(session, &name).ok_or_else(|| Failure::Other("unknown parameter".into()))
}

fn set_param(session: &mut Session, Word(name): Word, Word(value): Word) -> Result<(), Failure> {
    set(session, [(name.as_str(), value.as_str())])
}

fn get_params(session: &mut Session) -> String {
    let number = |value: String| value.parse::<serde_json::Number>().map(Value::from);
    let entries = entries(session);
    let map: Map<String, Value> = entries
        .map(|(name, value)| (name.into(), number(value).unwrap_or_default()))
        .collect();
    Value::from(map).to_string()
}

fn set_params(session: &mut Session, Text(text): Text) -> Result<(), Failure> {
    let map: Map<String, Value> = serde_json::from_str(&text)
        .map_err(|error| Failure::Other(format!("not a JSON object: {error}")))?;
    let entries: Vec<_> = map
        .into_iter()
        .map(|(name, value)| match value {
            Value::String(text) => (name, text),
            value => (name, value.to_string()),
        })
        .collect();
    let entries = entries
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    set(session, entries)
}

fn tengen_rules(session: &mut Session, entry: Option<(Word, Word)>) -> Result<String, Failure> {
    match entry {
        Some((Word(key), Word(value))) => {
            set_rule(session, &key, &value)?;
            Ok(String::new())
        }
        None => Ok(rules(session)),
    }
}

fn set_rule(session: &mut Session, key: &str, value: &str) -> Result<(), Failure> {
    if key == "komi" {
        let komi: Points = value.parse().map_err(|_| Failure::SyntaxError)?;
        session.engine.set_komi(komi);
        return Ok(());
    }
    let value = match value {
        "0" if is_flag(key) => "false",
        "1" if is_flag(key) => "true",
        value => value,
    };
    let rules = session.engine.game().rules().set(key, value);
    session
        .engine
        .set_rules(rules.map_err(|error| Failure::Other(error.to_string()))?);
    Ok(())
}

fn is_flag(key: &str) -> bool {
    Rules::values(key).is_some_and(|values| values.contains(&"true"))
}

fn rules(session: &Session) -> String {
    let game = session.engine.game();
    let mut text = format!("[string] komi {}\n", game.komi());
    for (key, value) in game.rules().entries() {
        let _ = if is_flag(key) {
            writeln!(text, "[bool] {key} {}", i32::from(value == "true"))
        } else {
            let values = Rules::values(key).unwrap_or_default().join("/");
            writeln!(text, "[list/{values}] {key} {value}")
        };
    }
    text
}
