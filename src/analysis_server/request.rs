//! A line of input: a query to search, or something else to do.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::fields::{Fault, Fields};
use super::query::Query;
use super::settings::Defaults;

/// What a line asks for.
#[derive(Clone, Debug)]
pub enum Request {
    /// To search positions. The faults tell what has no effect.
    Analyze(Arc<Query>, Vec<Fault>),
    /// To do something at once. The answer repeats the fields of the line.
    Act(Action, Map<String, Value>),
}

/// What can be done at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Tell the version.
    Version,
    /// Tell which networks are in use.
    Models,
    /// Forget what earlier searches found.
    ClearCache,
    /// Bring queries to an end.
    Terminate(Selection),
}

/// Some of the positions that wait or are searched.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Those of the query of this id; `None` for all.
    pub id: Option<String>,
    /// Those after so many moves; `None` for all.
    pub turns: Option<Vec<i64>>,
}

impl Selection {
    /// Whether a position of a query is among them.
    #[must_use]
    pub fn holds(&self, id: &str, turn: usize) -> bool {
        let turn = i64::try_from(turn).ok();
        self.id.as_ref().is_none_or(|own| own == id)
            && self
                .turns
                .as_ref()
                .is_none_or(|turns| turns.iter().any(|own| Some(*own) == turn))
    }
}

/// A line that is not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The id of the query, where it has one.
    pub id: Option<String>,
    /// What is wrong.
    pub fault: Fault,
}

impl Refusal {
    /// The line that tells of it.
    #[must_use]
    pub fn answer(&self) -> Value {
        self.fault.answer("error", self.id.as_deref())
    }
}

/// Reads a line.
///
/// # Errors
/// What is wrong with it.
pub fn read(line: &[u8], defaults: &Defaults) -> Result<Request, Refusal> {
    let anonymous = |message: String| Refusal {
        id: None,
        fault: Fault::of_line(message),
    };
    let value: Value = serde_json::from_slice(line.trim_ascii_end())
        .map_err(|error| anonymous(format!("not a line of JSON: {error}")))?;
    let Value::Object(map) = value else {
        return Err(anonymous("not a JSON object".to_owned()));
    };
    let fields = Fields(&map);
    let Ok(Some(id)) = fields.text("id") else {
        let message = "every query must have an id, which must be a string";
        return Err(anonymous(message.to_owned()));
    };
    let id = id.to_owned();
    let refuse = |fault| Refusal {
        id: Some(id.clone()),
        fault,
    };
    if fields.get("action").is_some() {
        let action = action(fields).map_err(refuse)?;
        return Ok(Request::Act(action, map));
    }
    let mut warnings = Vec::new();
    let query = Query::read(id.clone(), fields, defaults, &mut warnings).map_err(refuse)?;
    Ok(Request::Analyze(Arc::new(query), warnings))
}

fn action(fields: Fields) -> Result<Action, Fault> {
    match fields.text("action")?.unwrap_or_default() {
        "query_version" => Ok(Action::Version),
        "query_models" => Ok(Action::Models),
        "clear_cache" => Ok(Action::ClearCache),
        "terminate" => {
            let id = fields.text("terminateId")?;
            let id = id.ok_or_else(|| Fault::of_field("terminateId", "must be a string"))?;
            Ok(Action::Terminate(Selection {
                id: Some(id.to_owned()),
                turns: fields.integers("turnNumbers")?,
            }))
        }
        "terminate_all" => Ok(Action::Terminate(Selection {
            id: None,
            turns: fields.integers("turnNumbers")?,
        })),
        _ => Err(Fault::of_field(
            "action",
            "must be query_version, query_models, clear_cache, terminate or terminate_all",
        )),
    }
}

#[cfg(test)]
mod tests;
