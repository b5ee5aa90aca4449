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

/// What the words mean that stand for arguments.
const ARGUMENTS: [(&str, &str); 13] = [
    ("CENTISECONDS", "hundredths of a second"),
    ("COLOR", "b or w"),
    ("DEPTH", "a number of moves"),
    ("FILE", "the path of a file"),
    ("INT", "a whole number"),
    ("MAIN", "seconds"),
    ("NUMBER", "a number"),
    ("PERIOD", "seconds"),
    ("POINT", "a point as D4"),
    ("SECONDS", "a number of seconds"),
    ("STONES", "a number of stones"),
    ("TEXT", "the rest of the line"),
    ("VERTEX", "a point as D4, or pass"),
];

/// The words in capitals of a command's arguments, each with its meaning; a `WORD` explains itself.
fn arguments(command: &Command) -> Vec<String> {
    let usage = command.usage();
    let is_used = |word: &str| {
        usage
            .split(|c: char| !c.is_ascii_alphabetic())
            .any(|own| own == word)
    };
    let used = ARGUMENTS.iter().filter(|(word, _)| is_used(word));
    let mut told: Vec<String> = used
        .map(|(word, meaning)| format!("{word}: {meaning}"))
        .collect();
    if usage.contains('[') {
        told.push("[...]: may be left out".to_string());
    }
    if usage.contains("]...") {
        told.push("...: any number of times".to_string());
    }
    told
}

fn help(session: &mut Session, name: Option<Word>) -> Result<String, Failure> {
    let line = |command: &Command| format!("{}: {}", command.usage(), command.doc);
    if let Some(Word(name)) = name {
        let command = find(&name).ok_or(Failure::UnknownCommand)?;
        let mut lines = vec![line(command)];
        lines.extend(arguments(command).iter().map(|told| format!("  {told}")));
        if !command.is_available(session) {
            lines.push("  Not available with the present options.".to_string());
        }
        return Ok(lines.join("\n"));
    }
    let mut text = String::from(
        "COLOR is b or w, VERTEX a point as D4 or pass; what stands in [] may be left out. `help COMMAND` tells more of one.\n",
    );
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_argument_is_explained() {
        for command in all() {
            let usage = command.usage();
            let (_, args) = usage.split_once(' ').unwrap_or_default();
            let words = args.split(|c: char| !c.is_ascii_alphabetic());
            for word in
                words.filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase()))
            {
                let known = ARGUMENTS.iter().any(|&(own, _)| own == word);
                assert!(known || word == "WORD", "{usage}: {word}");
            }
        }
    }

    #[test]
    fn no_explanation_leans_on_another_command() {
        for command in all() {
            assert!(!command.doc.starts_with("The same"), "{}", command.name);
        }
    }
}
