//! Plays a match between two sets of parameters and prints wins with a 95 % interval.
//!
//! `selfplay size=9 games=200 playouts=2000 jobs=1 a.exploration=0.1 b.playouts=4000`: what has no `a.` or `b.` before it
//! holds for both players. With `model=FILE` a network judges. Every opening is played twice, colours swapped. See [`Match`] for all settings.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use cpu_time::ThreadTime;
use tengen::go::{Color, Game, Komi, Move, Point, Rules, handicap, score};
use tengen::net::Network;
use tengen::playout::Random;
use tengen::search::cache::Cache;
use tengen::search::evaluator::Evaluator;
use tengen::search::network::NetworkEvaluator;
use tengen::search::{Limits, Params, Searcher, status};

/// What is played.
struct Match {
    /// Lines a side.
    size: usize,
    /// Points for White.
    komi: Komi,
    /// Number of games, each opening twice.
    games: usize,
    /// Games at a time.
    jobs: usize,
    /// Stones that Black is given, as many as star points allow.
    handicap: usize,
    /// Random moves at the start of a game.
    opening: usize,
    /// Whether the match ends as soon as it is clear who is better.
    decide: bool,
    /// Seed of the openings and searches.
    seed: u64,
    /// The two players.
    players: [Player; 2],
}

/// One side of the match.
#[derive(Clone)]
struct Player {
    params: Params,
    /// Playouts a move.
    playouts: u64,
    /// Search threads.
    threads: usize,
    /// The network that judges; none for playouts.
    network: Option<Arc<Network>>,
}

impl Player {
    /// A search for games on boards of `size` lines.
    fn searcher(&self, size: usize, seed: u64) -> Searcher {
        let memory = 256 << 20;
        let Some(network) = &self.network else {
            return Searcher::new(self.params.clone(), self.threads, memory);
        };
        let cache = Arc::new(Cache::new(memory / 8, size));
        let evaluators = (0..self.threads.max(1)).filter_map(|_| {
            let evaluator =
                NetworkEvaluator::new(Arc::clone(network), size, Arc::clone(&cache), seed);
            Some(Box::new(evaluator.ok()?) as Box<dyn Evaluator>)
        });
        let params = Arc::new(self.params.clone().with_network());
        Searcher::with_evaluators(params, evaluators.collect(), memory, Some(size))
    }
}

/// What came out.
#[derive(Default)]
struct Tally {
    wins: [usize; 2],
    draws: usize,
    black: usize,
    moves: usize,
    playouts: [u64; 2],
    seconds: [f64; 2],
}

fn read(arguments: impl Iterator<Item = String>) -> Result<Match, String> {
    let player = Player {
        params: Params::default(),
        playouts: 1000,
        threads: 1,
        network: None,
    };
    let mut game = Match {
        size: 9,
        komi: "7.5".parse().map_err(|error| format!("{error}"))?,
        games: 100,
        jobs: 1,
        handicap: 0,
        opening: 3,
        decide: false,
        seed: 1,
        players: [player.clone(), player],
    };
    for argument in arguments {
        let wrong = |what: &str| format!("{argument}: {what}");
        let (key, value) = argument
            .split_once('=')
            .ok_or_else(|| wrong("not key=value"))?;
        let number = || value.parse::<usize>().map_err(|_| wrong("not a number"));
        match key {
            "size" => game.size = number()?,
            "games" => game.games = number()?,
            "jobs" => game.jobs = number()?,
            "handicap" => game.handicap = number()?,
            "opening" => game.opening = number()?,
            "decide" => game.decide = number()? > 0,
            "seed" => game.seed = number()? as u64,
            "komi" => game.komi = value.parse().map_err(|_| wrong("not a komi"))?,
            _ => {
                let (players, key) = match key.split_once('.') {
                    Some(("a", key)) => (&mut game.players[..1], key),
                    Some(("b", key)) => (&mut game.players[1..], key),
                    _ => (&mut game.players[..], key),
                };
                for player in players {
                    match key {
                        "playouts" => player.playouts = number()? as u64,
                        "threads" => player.threads = number()?,
                        "model" => {
                            let network = Network::load(value);
                            let network = network.map_err(|error| wrong(&error.to_string()))?;
                            player.network = Some(Arc::new(network));
                        }
                        _ => player
                            .params
                            .set(key, value)
                            .map_err(|error| wrong(&error.to_string()))?,
                    }
                }
            }
        }
    }
    Ok(game)
}

fn main() -> ExitCode {
    let game = match read(std::env::args().skip(1)) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..game.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= game.games || (game.decide && is_clear(&tally)) {
                        break;
                    }
                    play(&game, number, &tally);
                }
            });
        }
    });
    println!("{}", describe(&tally.into_inner().unwrap_or_default()));
    ExitCode::SUCCESS
}

/// Whether the first player's wins are three standard deviations from half, after 40 games or more.
fn is_clear(tally: &Mutex<Tally>) -> bool {
    tally.lock().is_ok_and(|tally| {
        let games = (tally.wins[0] + tally.wins[1] + tally.draws) as f64;
        let lead = tally.wins[0].abs_diff(tally.wins[1]) as f64;
        games >= 40.0 && lead > 3.0 * games.sqrt()
    })
}

/// A start of random moves on the third line and above.
fn opening(game: &mut Game, moves: usize, random: &mut Random) {
    let size = game.size();
    let edge = if size < 7 { 0 } else { 2 };
    for _ in 0..moves {
        let inner: Vec<Point> = game
            .board()
            .empties()
            .iter()
            .copied()
            .filter(|p| {
                let inside = |line: usize| line >= edge && line + edge < size;
                inside(p.column()) && inside(p.row())
            })
            .collect();
        if inner.is_empty() {
            return;
        }
        let color = game.to_move();
        game.force(color, Move::Play(inner[random.below(inner.len())]));
    }
}

fn play(setup: &Match, number: usize, tally: &Mutex<Tally>) {
    let mut game = Game::new(setup.size, Rules::default(), setup.komi);
    if setup.handicap > 0 {
        let stones = handicap::fixed(setup.size, setup.handicap).unwrap_or_default();
        game.place_handicap(&stones);
    }
    let mut random = Random::new(setup.seed << 32 | (number / 2) as u64);
    let length = setup.opening.saturating_sub(1) + random.below(3);
    opening(&mut game, length, &mut random);
    let mut seeds = Random::new(setup.seed << 32 | 1 << 31 | number as u64);
    // The player of each colour.
    let players = [number % 2, 1 - number % 2];
    let mut searchers = setup
        .players
        .each_ref()
        .map(|player| player.searcher(setup.size, seeds.seed()));
    let mut bad = [0; 2];
    let (mut playouts, mut seconds) = ([0; 2], [0.0; 2]);
    let winner = loop {
        if game.is_over() || game.moves().len() > 3 * game.board().area() {
            let margin = score::score(&game, &status::judge(&game, 1)).0.as_f64();
            break if margin > 0.0 {
                Some(Color::Black)
            } else if margin < 0.0 {
                Some(Color::White)
            } else {
                None
            };
        }
        let color = game.to_move();
        let player = players[color.index()];
        let limits = Limits {
            playouts: Some(setup.players[player].playouts),
            early_stop: true,
            ..Limits::default()
        };
        let start = ThreadTime::now();
        let report = searchers[player].search(&game, color, &limits, seeds.seed(), &|| false, None);
        seconds[player] += start.elapsed().as_secs_f64();
        playouts[player] += report.playouts;
        bad[player] = if report.winrate < 0.06 {
            bad[player] + 1
        } else {
            0
        };
        if bad[player] >= 3 && game.moves().len() > setup.size {
            break Some(!color);
        }
        let mv = report.candidates.first().map_or(Move::Pass, |best| best.mv);
        game.force(color, mv);
    };
    let Ok(mut tally) = tally.lock() else { return };
    match winner {
        Some(color) => {
            tally.wins[players[color.index()]] += 1;
            tally.black += usize::from(color == Color::Black);
        }
        None => tally.draws += 1,
    }
    tally.moves += game.moves().len();
    for player in 0..2 {
        tally.playouts[player] += playouts[player];
        tally.seconds[player] += seconds[player];
    }
    let played = tally.wins[0] + tally.wins[1] + tally.draws;
    if played.is_multiple_of(20) {
        eprintln!("{}", describe(&tally));
    }
}

/// Wins of the first player with the Wilson interval, as Elo too, and speeds.
fn describe(tally: &Tally) -> String {
    let games = (tally.wins[0] + tally.wins[1] + tally.draws) as f64;
    let rate = (tally.wins[0] as f64 + 0.5 * tally.draws as f64) / games.max(1.0);
    let z = 1.96;
    let spread = 1.0 + z * z / games;
    let middle = (rate + z * z / (2.0 * games)) / spread;
    let half = z / spread * (rate * (1.0 - rate) / games + z * z / (4.0 * games * games)).sqrt();
    let elo = |p: f64| -400.0 * (1.0 / p.clamp(1e-3, 0.999) - 1.0).log10();
    let speed = |i: usize| tally.playouts[i] as f64 / tally.seconds[i].max(1e-9);
    format!(
        "a {}-{} b ({} draws): {:.1} % [{:.1}, {:.1}], Elo {:+.0} [{:+.0}, {:+.0}]; Black {:.0} %, {:.0} moves; \
         playouts a CPU second a {:.0}, b {:.0}",
        tally.wins[0],
        tally.wins[1],
        tally.draws,
        100.0 * rate,
        100.0 * (middle - half),
        100.0 * (middle + half),
        elo(rate),
        elo(middle - half),
        elo(middle + half),
        100.0 * tally.black as f64 / games.max(1.0),
        tally.moves as f64 / games.max(1.0),
        speed(0),
        speed(1),
    )
}
