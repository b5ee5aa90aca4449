//! The command line.

mod manual;
mod options;
mod review;
mod score;

use std::ffi::OsString;

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use self::manual::{Completions, Manual};
pub use self::options::Options;
pub use self::review::Review;
pub use self::score::Score;
use crate::analysis_server::{self, Perspective};

/// Plays Go over the Go Text Protocol (GTP version 2).
///
/// Without arguments it reads commands from standard input and answers on standard output, as Go GUIs expect it.
#[derive(Clone, Debug, Parser)]
#[command(name = "tengen", version, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do; without it, as `gtp`.
    #[command(subcommand)]
    pub command: Option<Mode>,

    /// The options.
    #[command(flatten)]
    pub options: Options,
}

/// What the program does.
#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
pub enum Mode {
    /// Speak GTP on standard input and output (the default)
    Gtp,

    /// Measure playouts a second, or with --model evaluations a second
    Bench,

    /// Speak KataGo's analysis protocol on standard input and output: JSON queries, for KaTrain and programs
    Analysis(AnalysisArgs),

    /// Judge game records: illegal moves, dead stones, the result by every rule set
    Score(Score),

    /// Review game records: win rate and score of every position, the largest mistakes, an annotated record and a picture
    Review(Review),

    /// Write the script with which a shell completes commands and options
    Completions(Completions),

    /// Write the man page; with --into all of them, one a command
    Man(Manual),
}

/// The options of `analysis`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::Args)]
pub struct AnalysisArgs {
    /// Positions analysed at the same time; they share the search threads [default: one for each of those]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    analysis_threads: Option<usize>,

    /// Whose side values are told from where a query says nothing: black, white or side-to-move
    #[arg(long, value_name = "SIDE", default_value = "black")]
    winrates_as: Perspective,

    /// At the end of input, end too, without what was asked for until then
    #[arg(long)]
    quit_without_waiting: bool,
}

impl AnalysisArgs {
    /// What the front end is to know of them.
    #[must_use]
    pub const fn options(&self) -> analysis_server::Options {
        analysis_server::Options {
            positions: self.analysis_threads,
            perspective: self.winrates_as,
            quits_at_once: self.quit_without_waiting,
        }
    }
}

/// The options of the engine that a command has a use for; `None` for all of them.
fn used_by(command: &str) -> Option<&'static [&'static str]> {
    match command {
        "analysis" => Some(&[
            "threads",
            "playouts",
            "visits",
            "time",
            "memory",
            "model",
            "seed",
            "log_level",
        ]),
        "bench" => Some(&["memory", "model", "log_level"]),
        "score" => Some(&["rules", "komi", "threads", "log_level"]),
        "review" => Some(&[
            "rules",
            "komi",
            "threads",
            "playouts",
            "time",
            "memory",
            "model",
            "seed",
            "log_level",
        ]),
        "completions" | "man" => Some(&[]),
        _ => None,
    }
}

/// The commands and options of the program. Every command takes every option of the engine, but its help, man page and
/// completions show only those that it has a use for.
#[must_use]
pub fn definition() -> Command {
    let whole = Cli::command();
    let options: Vec<_> = whole
        .get_arguments()
        .filter(|option| option.is_global_set())
        .cloned()
        .collect();
    whole.mut_subcommands(|command| {
        let Some(used) = used_by(command.get_name()) else {
            return command;
        };
        let unused = options
            .iter()
            .filter(|option| !used.contains(&option.get_id().as_str()));
        // Clap gives a command no option from above that it has already.
        command.args(unused.map(|option| option.clone().hide(true)))
    })
}

/// The program is not to run: a text, and whether the user asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Help or the version, for standard output.
    Asked(String),
    /// One line that says what is wrong, for standard error.
    Wrong(String),
}

/// Reads the arguments of the program, its name first.
///
/// # Errors
/// Where the program is not to run.
pub fn parse<I, T>(args: I) -> Result<Cli, Stop>
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    use clap::error::ErrorKind::{DisplayHelp, DisplayVersion};
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let matches = definition().try_get_matches_from(&args);
    matches
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .map_err(|error| {
            let text = error.render().to_string();
            match error.kind() {
                DisplayHelp | DisplayVersion => Stop::Asked(text),
                _ => Stop::Wrong(complaint(&args, &text)),
            }
        })
}

/// One line for what clap tells in several.
fn complaint(args: &[OsString], text: &str) -> String {
    let dashed = args.iter().skip(1).find_map(|arg| {
        let arg = arg.to_string_lossy();
        let word = arg.trim_start_matches([
            '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}',
        ]);
        (word.len() < arg.len())
            .then(|| format!("'{arg}': options begin with '--', as in '--{word}'"))
    });
    let what = dashed.unwrap_or_else(|| {
        let mut lines = text.lines().map(str::trim);
        let first = lines.next().unwrap_or_default();
        // What is missing, or what there is to choose from, stands below.
        let second = lines
            .next()
            .filter(|line| first.ends_with(':') || line.starts_with('['));
        let whole = [first, second.unwrap_or_default()].join(" ");
        whole
            .trim_start_matches("error: ")
            .trim_end()
            .replace("unrecognized subcommand", "unexpected argument")
    });
    let mode = args.iter().skip(1).find_map(|arg| {
        let found = Cli::command().find_subcommand(arg)?.get_name().to_owned();
        Some(format!("{found} "))
    });
    format!(
        "tengen: {what} (see 'tengen {}--help')",
        mode.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::Config;
    use crate::go::Komi;
    use crate::referee::Orders;

    fn config(args: &str) -> Config {
        let args = ["tengen"].into_iter().chain(args.split_whitespace());
        parse(args).expect(stringify!(args)).options.config()
    }

    fn wrong(args: &[&str]) -> String {
        match parse(["tengen"].iter().chain(args)) {
            Err(Stop::Wrong(line)) => line,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        definition().debug_assert();
    }

    #[test]
    fn help_shows_the_options_that_a_command_has_a_use_for() {
        let mut built = definition();
        built.build();
        for command in built.get_subcommands() {
            let shown = |id: &&str| {
                let option = command.get_arguments().find(|option| option.get_id() == id);
                option.is_some_and(|option| !option.is_hide_set())
            };
            let ids = ["size", "rules", "threads", "model", "ponder", "log_level"];
            let shown: Vec<_> = ids.into_iter().filter(shown).collect();
            let expected: &[&str] = match command.get_name() {
                "analysis" => &["threads", "model", "log_level"],
                "bench" => &["model", "log_level"],
                "score" => &["rules", "threads", "log_level"],
                "review" => &["rules", "threads", "model", "log_level"],
                "completions" | "man" => &[],
                _ => &ids,
            };
            assert_eq!(shown, expected, "{}", command.get_name());
        }
    }

    #[test]
    fn options_are_taken_before_and_after_every_command() {
        for args in [
            "--ponder --size 9 score a.sgf --threads 3",
            "score --size 9 a.sgf --ponder --threads 3",
            "--threads 3 bench --ponder --size 9",
        ] {
            let config = config(args);
            assert_eq!((config.size, config.threads, config.ponder), (9, 3, true));
        }
    }

    #[test]
    fn no_arguments_give_the_default() {
        let (config, default) = (config(""), Config::default());
        assert_eq!(format!("{config:?}"), format!("{default:?}"));
    }

    #[test]
    fn options_reach_the_config() {
        let config = config(
            "gtp --size 9 --komi -0.5 --rules japanese --threads 1 --playouts 10 --visits 20 --time 1.5 --memory 64 --seed 7 \
             --no-resign --ponder --lag 0.5 --log-level debug",
        );
        assert_eq!((config.size, config.threads, config.memory), (9, 1, 64));
        assert_eq!(config.komi, Komi::hundredths(-50));
        assert_eq!(config.rules.name(), Some("japanese"));
        assert_eq!((config.playouts, config.seed), (Some(10), Some(7)));
        assert_eq!(config.visits, Some(20));
        assert_eq!(config.time, Some(Duration::from_millis(1500)));
        assert_eq!(
            (config.resign, config.ponder, config.lag),
            (None, true, Duration::from_millis(500))
        );
    }

    #[test]
    fn rules_bring_their_komi() {
        assert_eq!(config("--rules japanese").komi, Komi::hundredths(650));
        assert_eq!(config("--rules japanese --komi 0").komi, Komi::ZERO);
        assert_eq!(config("--resign-threshold 0.1").resign, Some(0.1));
    }

    #[test]
    fn the_referee_gets_its_task() {
        let task = |args: &str| {
            let cli = parse(["tengen"].into_iter().chain(args.split_whitespace()));
            let cli = cli.expect(args);
            match cli.command {
                Some(Mode::Score(score)) => Some(score.task(&cli.options)),
                _ => None,
            }
        };
        assert_eq!((task(""), task("gtp --size 9")), (None, None));
        let plain = task("score a.sgf b.sgf").expect("a task");
        assert_eq!((plain.files.len(), plain.json), (2, false));
        assert_eq!(plain.orders, Orders::default());
        let full =
            task("score --rules wmsg --komi 3.75 --json a.sgf --dead D4,e5 --seki= --threads 3");
        let full = full.expect("a task");
        assert_eq!(full.orders.rules.map(|set| set.name), Some("wmsg-2008"));
        assert_eq!(full.orders.komi, Some(Komi::hundredths(375)));
        let dead = full.orders.dead.unwrap_or_default();
        assert_eq!(
            dead.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["D4", "E5"]
        );
        assert_eq!(full.orders.seki, Some(Vec::new()));
        assert_eq!((full.json, full.threads), (true, 3));
    }

    #[test]
    fn what_guis_send_for_gtp_is_accepted() {
        for args in [
            "gtp",
            "--gtp",
            "-g",
            "--mode gtp",
            "--mode=gtp",
            "-g --size 19",
            "--size 19 gtp",
        ] {
            assert_eq!(config(args).size, 19, "{args}");
        }
    }

    #[test]
    fn a_mistake_is_told_in_one_line_that_names_it() {
        for (args, name) in [
            (&["--noponder"][..], "--noponder"),
            (&["\u{2014}noponder"], "\u{2014}noponder"),
            (&["\u{2013}size", "9"], "--size"),
            (&["nonsense"], "nonsense"),
            (&["--size", "26"], "26"),
            (&["--size"], "--size"),
            (&["--rules", "klingon"], "klingon"),
            (&["--mode", "sgf"], "sgf"),
            (&["-x"], "-x"),
            (&["score"], "<GAME.sgf>"),
            (&["review", "-o"], "--output"),
            (&["completions", "csh"], "[possible values: bash"),
            (&["--log-level", "all"], "trace]"),
            (&["--playouts", "0"], "from 1 on"),
            (&["--time", "0"], "'0'"),
            (&["--size", "1", "score"], "(see 'tengen score --help')"),
            (&["--size", "1"], "(see 'tengen --help')"),
            (&["score", "a.sgf", "--dead", "D4,pass"], "'pass'"),
            (&["score", "a.sgf", "--nonsense"], "--nonsense"),
        ] {
            let line = wrong(args);
            assert!(line.contains(name) && line.lines().count() == 1, "{line}");
        }
    }

    #[test]
    fn help_and_version_are_no_mistakes() {
        let asked = |arg| matches!(parse(["tengen", arg]), Err(Stop::Asked(text)) if text.contains("tengen"));
        assert!(asked("--help") && asked("-h") && asked("--version"));
    }
}
