//! Searches the positions of a file and prints what is chosen: the cheap measure of a change, once a strong judge has said
//! what each choice costs.
//!
//! `choices playouts=1000 seed=1 rave_equivalence=1000 < positions`: a line is a board size and the moves so far. The answer to
//! each line is the move, the win rate, and the visits of the best five.

use std::io::BufRead;
use std::process::ExitCode;

use cpu_time::ThreadTime;
use tengen::go::{Game, Komi, Rules};
use tengen::search::{Limits, Params, Searcher};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut params = Params::default();
    let (mut playouts, mut seed) = (1000, 1);
    for argument in std::env::args().skip(1) {
        let wrong = |what: &str| format!("{argument}: {what}");
        let (key, value) = argument
            .split_once('=')
            .ok_or_else(|| wrong("not key=value"))?;
        let number = || value.parse::<u64>().map_err(|_| wrong("not a number"));
        match key {
            "playouts" => playouts = number()?,
            "seed" => seed = number()?,
            _ => params
                .set(key, value)
                .map_err(|error| wrong(&error.to_string()))?,
        }
    }
    let komi: Komi = "7.5".parse().map_err(|error| format!("{error}"))?;
    let mut searcher = Searcher::new(params, 1, 256 << 20);
    let start = ThreadTime::now();
    let mut made = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let mut words = line.split_whitespace();
        let size = words.next().and_then(|word| word.parse().ok());
        let size = size.filter(|size| (2..=25).contains(size));
        let mut game = Game::new(
            size.ok_or_else(|| format!("no size: {line}"))?,
            Rules::default(),
            komi,
        );
        for word in words {
            let color = game.to_move();
            game.force(color, word.parse().map_err(|_| format!("no move: {word}"))?);
        }
        let limits = Limits {
            playouts: Some(playouts),
            early_stop: true,
            ..Limits::default()
        };
        searcher.clear();
        let color = game.to_move();
        let report = searcher.search(&game, color, &limits, seed, &|| false, None);
        made += report.playouts;
        seed += 1;
        let best = report.candidates.iter().take(5);
        let best: Vec<String> = best
            .map(|found| format!("{} {} {:.3}", found.mv, found.visits, found.winrate))
            .collect();
        println!(
            "{} {:.3} {:.1} | {}",
            report
                .candidates
                .first()
                .map_or_else(String::new, |found| found.mv.to_string()),
            report.winrate,
            report.score,
            best.join(" | ")
        );
    }
    eprintln!("{:.0}", made as f64 / start.elapsed().as_secs_f64());
    Ok(())
}
