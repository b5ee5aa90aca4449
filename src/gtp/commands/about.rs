//! Commands about the engine and the session.

use std::fmt::Write;

use super::super::arg::Word;
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use super::{all, find, groups};

pub(super) fn group() -> Group {
    Group {
        title: "Engine and session",
        commands: vec![
            Command::new(
                "protocol_version",
                protocol_version,
                "The version of the protocol: 2.",
            ),
            Command::new("name", name, "The name of the engine."),
            Command::new("version", version, "The version of the engine."),
            Command::new(
                "known_command",
                known_command,
                "`true` where the engine knows the command, else `false`.",
            ),
            Command::new("list_commands", list_commands, "All commands, one a line."),
            Command::new("help", help, "What a command does, or all of them."),
            Command::new("quit", quit, "Ends the session."),
            Command::new(
                "cputime",
                cputime,
                "Processor time used so far in seconds, all threads together.",
            ),
            Command::new(
                "gogui-interrupt",
                gogui_interrupt,
                "Tells that the line `# interrupt` ends a running search with its best move so far.",
            ),
            Command::new(
                "kgs-game_over",
                kgs_game_over,
                "Tells that the game has ended. Changes nothing.",
            ),
        ],
    }
}

fn protocol_version(_: &mut Session) -> &'static str {
    "2"
}

fn name(_: &mut Session) -> &'static str {
    "Tengen"
}

fn version(_: &mut Session) -> &'static str {
    env!("CARGO_PKG_VERSION")
}

fn known_command(session: &mut Session, name: Option<Word>) -> &'static str {
    match name.and_then(|Word(name)| find(&name)) {
        Some(command) if command.is_available(session) => "true",
        _ => "false",
    }
}

fn list_commands(session: &mut Session) -> String {
    let listed = all().filter(|command| command.is_available(session));
    let names: Vec<_> = listed.map(|command| command.name).collect();
    names.join("\n")
}

fn help(_: &mut Session, name: Option<Word>) -> Result<String, Failure> {
    let line = |command: &Command| format!("{}: {}", command.usage(), command.doc);
    if let Some(Word(name)) = name {
        return find(&name).map(line).ok_or(Failure::UnknownCommand);
    }
    let mut text = String::new();
    for group in groups() {
        let _ = writeln!(text, "{}:", group.title);
        for command in &group.commands {
            let _ = writeln!(text, "  {}", line(command));
        }
    }
    Ok(text)
}

fn quit(session: &mut Session) {
    session.quit();
}

fn cputime(session: &mut Session) -> String {
    format!("{:.2}", session.engine.cpu_time().as_secs_f64())
}

fn gogui_interrupt(_: &mut Session) {}

fn kgs_game_over(_: &mut Session) {}
