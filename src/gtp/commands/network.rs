//! Commands about the network.

use std::fmt::Write;

use serde_json::json;

use super::super::arg::{FromArg, SyntaxError, Words};
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use crate::engine::RawLook;
use crate::go::Color;
use crate::net::Symmetry;

pub(super) fn group() -> Group {
    Group {
        title: "Network",
        commands: vec![
            Command::new(
                "kata-raw-nn",
                kata_raw_nn,
                "What the network says of the position by itself, in KataGo's form: seen in one of the eight symmetries or in \
                 each of them. Only with `--model`.",
            )
            .available_where(|session| session.engine.network().is_some()),
            Command::new(
                "kata-get-models",
                kata_get_models,
                "The network in use as a JSON list, which is empty without one.",
            ),
        ],
    }
}

/// Whose turn, which symmetries: `b 0`, `all`.
struct LookArgs {
    color: Option<Color>,
    symmetries: Vec<Symmetry>,
}

impl FromArg for LookArgs {
    fn grammar() -> String {
        "[COLOR] [0-7|all]".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        let mut left = words.clone();
        let color = Color::read(&mut left).ok();
        if color.is_some() {
            *words = left;
        }
        let symmetries = if words.is_empty() {
            Symmetry::ALL.to_vec()
        } else {
            match words.word()? {
                "all" => Symmetry::ALL.to_vec(),
                number => {
                    let number = number.parse().map_err(|_| SyntaxError)?;
                    vec![Symmetry::new(number).ok_or(SyntaxError)?]
                }
            }
        };
        Ok(Self { color, symmetries })
    }
}

fn kata_raw_nn(
    session: &mut Session,
    LookArgs { color, symmetries }: LookArgs,
) -> Result<String, Failure> {
    let game = session.engine.game();
    let (color, size) = (color.unwrap_or(game.to_move()), game.size());
    let looks = session
        .engine
        .look_raw(color, &symmetries)
        .ok_or_else(|| Failure::Other("no network: start with --model FILE".into()))?
        .map_err(|error| Failure::Other(error.to_string()))?;
    let mut text = String::new();
    for look in &looks {
        let _ = write_look(&mut text, look, color, size);
    }
    text.truncate(text.trim_end().len());
    Ok(text)
}

/// The outputs from White's side.
fn write_look(text: &mut String, look: &RawLook, color: Color, size: usize) -> std::fmt::Result {
    let evaluation = &look.evaluation;
    let (sign, win, loss) = match color {
        Color::White => (1.0, evaluation.win, evaluation.loss),
        Color::Black => (-1.0, evaluation.loss, evaluation.win),
    };
    // What networks of old versions do not say is -1.
    let newer = evaluation.value_error.map(|_| evaluation.variance_time);
    writeln!(text, "symmetry {}", look.symmetry.number())?;
    writeln!(text, "whiteWin {win:.6}")?;
    writeln!(text, "whiteLoss {loss:.6}")?;
    writeln!(text, "noResult {:.6}", evaluation.no_result)?;
    writeln!(text, "whiteLead {:.3}", sign * evaluation.lead)?;
    writeln!(
        text,
        "whiteScoreSelfplay {:.3}",
        sign * evaluation.score_mean
    )?;
    writeln!(
        text,
        "whiteScoreSelfplaySq {:.3}",
        evaluation.score_mean_square
    )?;
    for (name, number) in [
        ("varTimeLeft", newer),
        ("shorttermWinlossError", evaluation.value_error),
        ("shorttermScoreError", evaluation.score_error),
    ] {
        writeln!(text, "{name} {:.3}", number.unwrap_or(-1.0))?;
    }
    writeln!(text, "policy")?;
    for row in look.policy.chunks(size) {
        for chance in row {
            match chance {
                Some(chance) => write!(text, "{chance:8.6} ")?,
                None => write!(text, "    NAN ")?,
            }
        }
        writeln!(text)?;
    }
    writeln!(text, "policyPass {:8.6}", look.pass)?;
    writeln!(text, "whiteOwnership")?;
    for row in look.ownership.chunks(size) {
        for owner in row {
            write!(text, "{:9.7} ", sign * owner)?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn kata_get_models(session: &mut Session) -> String {
    let models: Vec<_> = session
        .engine
        .network()
        .filter(|network| !network.is_given_up())
        .map(|network| {
            json!({
                "name": network.name(),
                "internalName": network.name(),
                "maxBatchSize": 1,
                "usesHumanSLProfile": false,
                "version": network.version(),
                "usingFP16": "false",
            })
        })
        .into_iter()
        .collect();
    json!(models).to_string()
}
