//! The command table: every command of the engine, by topic.

mod about;
mod analyze;
mod board;
mod bridges;
mod clock;
mod gogui;
mod handicap;
mod moves;
mod network;
mod params;
mod record;
mod rules;
mod score;
mod show;

use std::fmt::Write;
use std::sync::LazyLock;

use super::command::{Command, Group};
use crate::go::Point;

static TABLE: LazyLock<Vec<Group>> = LazyLock::new(|| {
    vec![
        about::group(),
        board::group(),
        handicap::group(),
        moves::group(),
        analyze::group(),
        network::group(),
        clock::group(),
        score::group(),
        rules::group(),
        record::group(),
        show::group(),
        params::group(),
        gogui::group(),
        bridges::group(),
    ]
});

/// The table.
#[must_use]
pub fn groups() -> &'static [Group] {
    &TABLE
}

/// All rows.
pub fn all() -> impl Iterator<Item = &'static Command> {
    groups().iter().flat_map(|group| &group.commands)
}

/// The row of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

/// The table as Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from("| command | what it does |\n| --- | --- |\n");
    for group in groups() {
        let _ = writeln!(text, "| **{}** | |", group.title);
        for command in &group.commands {
            let usage = command.usage().replace('|', "\\|");
            let _ = writeln!(text, "| `{usage}` | {} |", command.doc);
        }
    }
    text
}

/// Points as a list with single spaces.
fn list(points: impl IntoIterator<Item = Point>) -> String {
    let points: Vec<_> = points.into_iter().map(|point| point.to_string()).collect();
    points.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words_and_stand_once() {
        let mut names: Vec<_> = all().map(|command| command.name).collect();
        assert!(names.iter().all(|name| !name.contains(char::is_whitespace)));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(all().all(|command| command.doc.ends_with('.') && !command.doc.contains('|')));
    }

    #[test]
    fn usage_comes_from_the_types_of_the_handler() {
        for (name, usage) in [
            ("play", "play COLOR VERTEX"),
            ("gg-undo", "gg-undo [INT]"),
            ("set_free_handicap", "set_free_handicap [VERTEX]..."),
            ("time_left", "time_left COLOR SECONDS STONES"),
            ("final_status_list", "final_status_list alive|dead|seki"),
            ("quit", "quit"),
        ] {
            assert_eq!(find(name).map(Command::usage).as_deref(), Some(usage));
        }
    }
}
