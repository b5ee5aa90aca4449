//! Plays a match between two levels and prints wins with a 95 % interval.
//!
//! `levels 3 2 games=100 size=9 seed=1`: level 3 against level 2; 0 stands for full strength, then with `playouts=N`. With
//! `model=FILE` a network judges for both. Every opening is played twice, colours swapped; games end as those of any GTP match do, by passes or resignation.

use std::process::ExitCode;
use std::sync::Arc;

use tengen::engine::{Config, Decision, Engine, Level};
use tengen::go::{Color, Move, Point};
use tengen::net::Network;
use tengen::playout::Random;

/// What is played.
struct Match {
    /// The two players' levels, `None` for full strength.
    levels: [Option<Level>; 2],
    /// Lines a side.
    size: usize,
    /// Number of games.
    games: usize,
    /// Seed of openings and players.
    seed: u64,
    /// Playouts of a player of full strength.
    playouts: u64,
    /// The network that judges; none for playouts.
    network: Option<Arc<Network>>,
}

fn read(arguments: impl Iterator<Item = String>) -> Option<Match> {
    let mut levels = Vec::new();
    let (mut size, mut games, mut seed, mut playouts) = (9, 100, 1, 5000);
    let mut network = None;
    for argument in arguments {
        match argument.split_once('=') {
            Some(("size", value)) => size = value.parse().ok()?,
            Some(("games", value)) => games = value.parse().ok()?,
            Some(("seed", value)) => seed = value.parse().ok()?,
            Some(("playouts", value)) => playouts = value.parse().ok()?,
            Some(("model", file)) => network = Some(Arc::new(Network::load(file).ok()?)),
            Some(_) => return None,
            None if argument == "0" => levels.push(None),
            None => levels.push(Some(argument.parse().ok()?)),
        }
    }
    Some(Match {
        levels: levels.try_into().ok()?,
        size: (2..=25).contains(&size).then_some(size)?,
        games,
        seed,
        playouts,
        network,
    })
}

/// The first three moves of a game, on the third line and above.
fn opening(size: usize, random: &mut Random) -> Vec<Point> {
    let edge = if size < 7 { 0 } else { 2 };
    let mut inner: Vec<Point> = (0..size * size)
        .map(|i| Point::new(i % size, i / size))
        .filter(|p| {
            [p.column(), p.row()]
                .iter()
                .all(|&line| line >= edge && line + edge < size)
        })
        .collect();
    let draw = |_| inner.swap_remove(random.below(inner.len()));
    (0..3).map(draw).collect()
}

/// Who wins a game: 0 or 1, or neither.
fn play(setup: &Match, number: usize) -> Option<usize> {
    let mut random = Random::new(setup.seed << 32 | (number / 2) as u64);
    // The player of each colour.
    let players = [number % 2, 1 - number % 2];
    let mut engines = players.map(|player| {
        Engine::new(Config {
            size: setup.size,
            threads: 1,
            level: setup.levels[player],
            playouts: setup.levels[player].is_none().then_some(setup.playouts),
            seed: Some(setup.seed << 32 | number as u64),
            network: setup.network.clone(),
            ..Config::default()
        })
    });
    let start = opening(setup.size, &mut random);
    let mut start = start.into_iter().map(Move::Play);
    loop {
        let color = engines[0].game().to_move();
        let game = engines[0].game();
        if game.is_over() || game.moves().len() > 3 * game.board().area() {
            let margin = engines[0].score().0.as_f64();
            let winner = if margin > 0.0 {
                Color::Black
            } else {
                Color::White
            };
            return (margin != 0.0).then_some(players[winner.index()]);
        }
        let mv = match start.next() {
            Some(mv) => {
                let _ = engines[color.index()].play(color, mv);
                mv
            }
            None => match engines[color.index()].genmove(color, &|| false) {
                Decision::Move(mv) => mv,
                Decision::Resign => return Some(players[(!color).index()]),
            },
        };
        if engines[(!color).index()].play(color, mv).is_err() {
            return Some(players[(!color).index()]);
        }
    }
}

fn main() -> ExitCode {
    let Some(setup) = read(std::env::args().skip(1)) else {
        eprintln!(
            "usage: levels LEVEL LEVEL [games=N] [size=N] [seed=N] [playouts=N] [model=FILE]"
        );
        return ExitCode::FAILURE;
    };
    let (mut wins, mut draws) = ([0; 2], 0);
    for number in 0..setup.games {
        match play(&setup, number) {
            Some(player) => wins[player] += 1,
            None => draws += 1,
        }
        if (number + 1) % 20 == 0 || number + 1 == setup.games {
            println!("{}", describe(wins, draws));
        }
    }
    ExitCode::SUCCESS
}

/// The first player's wins with Wilson's interval, as Elo too.
fn describe(wins: [usize; 2], draws: usize) -> String {
    let games = (wins[0] + wins[1] + draws) as f64;
    let rate = (wins[0] as f64 + 0.5 * draws as f64) / games;
    let z = 1.96;
    let spread = 1.0 + z * z / games;
    let middle = (rate + z * z / (2.0 * games)) / spread;
    let half = z / spread * (rate * (1.0 - rate) / games + z * z / (4.0 * games * games)).sqrt();
    let elo = |p: f64| -400.0 * (1.0 / p.clamp(1e-3, 0.999) - 1.0).log10();
    format!(
        "{}-{}, {draws} drawn: {:.1} % [{:.1}, {:.1}], Elo {:+.0} [{:+.0}, {:+.0}]",
        wins[0],
        wins[1],
        100.0 * rate,
        100.0 * (middle - half),
        100.0 * (middle + half),
        elo(rate),
        elo(middle - half),
        elo(middle + half),
    )
}
