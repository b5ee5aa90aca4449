//! The options of `review`.

use std::path::PathBuf;

use super::Options;
use crate::review::Effort;
use crate::review::run::Task;

/// What is to be reviewed. Rules, komi, network, threads and limits are among the options of the engine.
#[derive(Clone, PartialEq, Eq, Debug, clap::Args)]
pub struct Review {
    /// Game records in SGF; - for standard input
    #[arg(required = true, value_name = "GAME.sgf")]
    files: Vec<PathBuf>,

    /// Where the review goes: a file, or a folder that exists [default: GAME.review.sgf beside the game]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// One JSON object a move, each on a line, in place of the summary
    #[arg(long)]
    json: bool,

    /// Draw no pictures
    #[arg(long)]
    no_pictures: bool,
}

impl Review {
    /// What the reviewer is to do, with the engine's options.
    #[must_use]
    pub fn task(&self, options: &Options) -> Task {
        let config = options.config();
        Task {
            files: self.files.clone(),
            out: self.output.clone(),
            orders: options.orders(),
            effort: Effort::new(config.playouts, config.time, config.threads),
            config,
            json: self.json,
            pictures: !self.no_pictures,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use super::super::{Mode, parse};
    use super::*;
    use crate::referee::Orders;

    #[test]
    fn the_reviewer_gets_its_task() {
        let task = |args: &str| {
            let cli = parse(
                ["tengen", "review"]
                    .into_iter()
                    .chain(args.split_whitespace()),
            );
            let cli = cli.expect(args);
            match cli.command {
                Some(Mode::Review(review)) => review.task(&cli.options),
                other => panic!("{other:?}"),
            }
        };
        let plain = task("a.sgf b.sgf");
        assert_eq!(
            (plain.files.len(), plain.json, plain.pictures),
            (2, false, true)
        );
        assert_eq!((plain.out, plain.orders), (None, Orders::default()));
        assert_eq!(plain.effort.time, Some(Duration::from_secs(2)));
        let full = task(
            "-o out.sgf --json --no-pictures a.sgf --playouts 50 --threads 1 --rules aga --komi 0",
        );
        assert_eq!(full.out.as_deref(), Some(Path::new("out.sgf")));
        assert_eq!((full.json, full.pictures), (true, false));
        assert_eq!(full.effort, Effort::new(Some(50), None, 1));
        assert_eq!(full.orders.rules.map(|set| set.name), Some("aga"));
        assert_eq!(
            full.orders.komi.map(|komi| komi.to_string()),
            Some("0".to_string())
        );
    }
}
