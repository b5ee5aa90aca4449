//! The options of the engine, which every command takes.

use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ValueEnum, ValueHint};
use log::LevelFilter;

use crate::engine::{Config, Level};
use crate::files::Files;
use crate::go::point::{MAX_SIZE, MIN_SIZE};
use crate::go::{Komi, Rules};
use crate::net::Network;
use crate::referee::{Orders, RuleSet};

/// The modes of `--mode`, which GUIs that were set up for another engine may send.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ModeName {
    Gtp,
}

/// The options of the engine.
#[derive(Clone, Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools)] // switches are bools
pub struct Options {
    /// Lines a side of the board until `boardsize` says otherwise
    #[arg(long, global = true, value_name = "N", default_value_t = Config::default().size, value_parser = size)]
    size: usize,

    /// Points that White gets [default: that of the rules, 7.5 for Chinese ones; for a record its own, else 0]
    #[arg(
        long,
        global = true,
        value_name = "POINTS",
        allow_negative_numbers = true
    )]
    komi: Option<Komi>,

    /// Rules by name: chinese, japanese, korean, aga, new-zealand, tromp-taylor, ing and more [default: chinese, for a record
    /// its own]
    #[arg(long, global = true, value_name = "NAME", value_parser = rules)]
    rules: Option<RulesName>,

    /// Play at a level from 1 (weakest, roughly 24 kyu) to 10 (roughly 6 kyu), with playouts that do not depend on the machine
    /// [default: full strength]
    #[arg(long, global = true, value_name = "1..10")]
    level: Option<Level>,

    /// Search threads; for `score` games judged at once
    #[arg(long, global = true, value_name = "N", default_value_t = Config::default().threads, value_parser = threads)]
    threads: usize,

    /// Most playouts for a move, or a position of a review [default: no limit, for `analysis` 1000]
    #[arg(long, global = true, value_name = "N", value_parser = count)]
    playouts: Option<u64>,

    /// Most visits of the position for a move: as playouts, but those kept from the last move count too [default: no limit]
    #[arg(long, global = true, value_name = "N", value_parser = count)]
    visits: Option<u64>,

    /// Seconds for a move where no clock runs, else the most of them; for a position of a review [default: 2 where nothing else sets a limit, for `analysis` none]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = some_seconds)]
    time: Option<Duration>,

    /// Memory for the search tree, in megabytes
    #[arg(long, global = true, value_name = "MB", default_value_t = Config::default().memory, value_parser = memory)]
    memory: usize,

    /// Play with a network: a file of KataGo's training, .bin.gz or .txt.gz
    #[arg(long, global = true, value_name = "FILE", value_parser = network, value_hint = ValueHint::FilePath)]
    model: Option<Arc<Network>>,

    /// Seed of all random numbers [default: another one each time]
    #[arg(long, global = true, value_name = "N")]
    seed: Option<u64>,

    /// Never resign
    #[arg(long, global = true)]
    no_resign: bool,

    /// Win rate, from 0 to 1, below which the engine resigns
    #[arg(long, global = true, value_name = "RATE", default_value_t = RESIGN, value_parser = rate)]
    resign_threshold: f64,

    /// Go on thinking while the opponent does
    #[arg(long, global = true)]
    ponder: bool,

    /// Seconds kept back for each move against delays of the controller and the network
    #[arg(long, global = true, value_name = "SECONDS", default_value = "0.2", value_parser = seconds)]
    lag: Duration,

    /// The only folder in which GTP commands read and write game records
    #[arg(long, global = true, value_name = "DIR", value_parser = folder)]
    sgf_dir: Option<Files>,

    /// GTP commands read and write no files
    #[arg(long, global = true, conflicts_with = "sgf_dir")]
    no_files: bool,

    /// What is told on standard error
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn", value_parser = log_level())]
    log_level: LevelFilter,

    /// Same as `gtp`
    #[arg(long, global = true, hide = true)]
    #[arg(short = 'g')]
    gtp: bool,

    /// Same as `gtp`
    #[arg(long, global = true, hide = true)]
    mode: Option<ModeName>,
}

/// The default of `--resign-threshold`.
const RESIGN: f64 = 0.05;

/// A rule set that was chosen by name.
#[derive(Clone, PartialEq, Debug)]
struct RulesName {
    set: RuleSet,
    komi: Komi,
}

fn rules(name: &str) -> Result<RulesName, String> {
    let rules: Rules = name.parse().map_err(|error| format!("{error}"))?;
    let set = RuleSet {
        name: Rules::main_name(name).unwrap_or_default(),
        rules,
    };
    let komi = Rules::komi_of(name).unwrap_or(Config::default().komi);
    Ok(RulesName { set, komi })
}

fn network(path: &str) -> Result<Arc<Network>, String> {
    Network::load(path)
        .map(Arc::new)
        .map_err(|error| error.to_string())
}

fn folder(path: &str) -> Result<Files, String> {
    Files::within(path).map_err(|error| error.to_string())
}

fn size(text: &str) -> Result<usize, String> {
    in_range(text, MIN_SIZE, MAX_SIZE)
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    in_range(text, 1, Config::MOST_THREADS)
}

fn memory(text: &str) -> Result<usize, String> {
    in_range(text, 1, Config::MOST_MEMORY)
}

fn in_range(text: &str, least: usize, most: usize) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("not a whole number from {least} to {most}")),
    }
}

fn count(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "not a whole number from 1 on".into())
}

fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text) {
        Ok(Duration::ZERO) => Err("no time at all".into()),
        result => result,
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "not a number of seconds".into())
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (0.0..=1.0).contains(&rate) => Ok(rate),
        _ => Err("not a number from 0 to 1".into()),
    }
}

fn log_level() -> impl TypedValueParser<Value = LevelFilter> {
    PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"])
        .map(|level| level.parse().unwrap_or(LevelFilter::Warn))
}

impl Options {
    /// What the engine is to know of them.
    #[must_use]
    pub fn config(&self) -> Config {
        let default = Config::default();
        let (rules, komi) = self
            .rules
            .as_ref()
            .map_or((default.rules, default.komi), |named| {
                (named.set.rules, named.komi)
            });
        Config {
            size: self.size,
            rules,
            komi: self.komi.unwrap_or(komi),
            level: self.level,
            threads: self.threads,
            playouts: self.playouts,
            visits: self.visits,
            time: self.time,
            memory: self.memory,
            network: self.model.clone(),
            seed: self.seed,
            resign: (!self.no_resign).then_some(self.resign_threshold),
            ponder: self.ponder,
            lag: self.lag,
            files: if self.no_files {
                Files::Nowhere
            } else {
                self.sgf_dir.clone().unwrap_or_default()
            },
        }
    }

    /// What the user decides about records.
    pub(super) fn orders(&self) -> Orders {
        Orders {
            rules: self.rules.as_ref().map(|named| named.set),
            komi: self.komi,
            ..Orders::default()
        }
    }

    /// What is told on standard error.
    #[must_use]
    pub const fn log_level(&self) -> LevelFilter {
        self.log_level
    }
}
