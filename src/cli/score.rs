//! The arguments of `score`.

use std::path::PathBuf;

use super::Options;
use crate::go::Point;
use crate::referee::{Orders, run::Task};

/// What the referee is to judge. Rules, komi and threads are among the options of the engine.
#[derive(Clone, PartialEq, Eq, Debug, clap::Args)]
pub struct Score {
    /// Game records in SGF; - for standard input
    #[arg(required = true, value_name = "GAME.sgf")]
    files: Vec<PathBuf>,

    /// Stones of the chains that are dead; all others live
    #[arg(long, value_name = "D4,E5", value_parser = points)]
    dead: Option<Stones>,

    /// Stones of the chains that live in seki; others live on their own
    #[arg(long, value_name = "D4,E5", value_parser = points)]
    seki: Option<Stones>,

    /// One JSON object a record, each on a line
    #[arg(long)]
    json: bool,
}

/// A list of points; may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stones(Vec<Point>);

fn points(text: &str) -> Result<Stones, String> {
    let vertices = text.split([',', ' ']).filter(|vertex| !vertex.is_empty());
    let read = |vertex: &str| {
        let point = vertex.parse();
        point.map_err(|_| format!("'{vertex}' is not a vertex"))
    };
    vertices.map(read).collect::<Result<_, _>>().map(Stones)
}

impl Score {
    /// What the referee is to do; rules, komi and threads are those of the engine's options.
    #[must_use]
    pub fn task(&self, options: &Options) -> Task {
        let list = |stones: &Option<Stones>| stones.as_ref().map(|stones| stones.0.clone());
        Task {
            files: self.files.clone(),
            orders: Orders {
                dead: list(&self.dead),
                seki: list(&self.seki),
                ..options.orders()
            },
            json: self.json,
            threads: options.config().threads,
        }
    }
}
