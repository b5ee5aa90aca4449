//! Fits the weights of moves' features ([`tengen::search::shape`]) to a judge's probabilities, and prints the tables of
//! `src/search/weights.rs`.
//!
//! `fit_weights EPOCHS [FIRST] < positions`: the features from number FIRST on get new weights, those before it keep theirs. A line is a board size, the moves so far, `|`, and moves with their probabilities. A tenth
//! of the positions is kept back to tell how well the weights predict.

use std::io::BufRead;
use std::process::ExitCode;

use tengen::go::{Game, Komi, Move, Point, Rules};
use tengen::playout::{Policy, PolicyParams, Random};
use tengen::search::shape::{FEATURE_COUNT, Glance, SHAPE_COUNT, weight};

/// The candidates of a position: where each one's features end, all features in a row, and the probabilities.
struct Sample {
    ends: Vec<u32>,
    features: Vec<u16>,
    target: Vec<f32>,
}

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
    let epochs: usize = std::env::args()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(10);
    let first: usize = std::env::args()
        .nth(2)
        .and_then(|word| word.parse().ok())
        .unwrap_or(0);
    let mut samples = Vec::new();
    let mut policy = Policy::new(PolicyParams::default());
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        samples.extend(read(&line, &mut policy)?);
    }
    let held = samples.len() / 10;
    let kept = |feature: usize| weight(feature) as f32 / 16.0;
    let mut weights: Vec<f32> = (0..FEATURE_COUNT)
        .map(|feature| if feature < first { kept(feature) } else { 0.0 })
        .collect();
    let mut squares = vec![1.0_f32; FEATURE_COUNT];
    let mut random = Random::new(1);
    for epoch in 0..epochs {
        let rate = if epoch * 4 < epochs * 3 { 0.3 } else { 0.1 };
        for _ in held..samples.len() {
            let sample = &samples[held + random.below(samples.len() - held)];
            step(sample, first, &mut weights, &mut squares, rate);
        }
        let (mut loss, mut entropy, mut hits) = (0.0, 0.0, 0);
        for sample in &samples[..held] {
            let p = probabilities(sample, &weights);
            for (p, t) in p.iter().zip(&sample.target) {
                loss -= t * p.max(1e-9).ln();
                entropy -= t * t.max(1e-9).ln();
            }
            hits += usize::from(top(&p) == top(&sample.target));
        }
        let count = held.max(1) as f32;
        eprintln!(
            "{epoch}: cross entropy {:.4}, judge's own {:.4}, same first move {:.1} %",
            loss / count,
            entropy / count,
            100.0 * hits as f32 / count
        );
    }
    print("SHAPES", &weights[..SHAPE_COUNT]);
    print("WEIGHTS", &weights[SHAPE_COUNT..]);
    Ok(())
}

fn top(values: &[f32]) -> usize {
    let best = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    best.map_or(0, |(i, _)| i)
}

fn read(line: &str, policy: &mut Policy) -> Result<Option<Sample>, String> {
    let (before, after) = line.split_once('|').ok_or("no |")?;
    let mut words = before.split_whitespace();
    let size: usize = words.next().and_then(|w| w.parse().ok()).ok_or("no size")?;
    let komi: Komi = "7.5".parse().map_err(|error| format!("{error}"))?;
    let mut game = Game::new(size, Rules::default(), komi);
    for word in words {
        let color = game.to_move();
        game.force(color, word.parse().map_err(|_| format!("no move: {word}"))?);
    }
    let mut target = vec![0.0; tengen::go::POINTS];
    let mut words = after.split_whitespace();
    while let (Some(mv), Some(p)) = (words.next(), words.next()) {
        if let Ok(Move::Play(point)) = mv.parse() {
            target[point.index()] = p.parse().map_err(|_| format!("no number: {p}"))?;
        }
    }
    let (board, color) = (game.board(), game.to_move());
    let back = |n: usize| {
        let at = game.moves().len().checked_sub(n);
        at.and_then(|i| game.moves()[i].1.point())
            .unwrap_or(Point::NONE)
    };
    let glance = Glance::new(board, color, back(1), back(2), policy);
    let mut sample = Sample {
        ends: Vec::new(),
        features: Vec::new(),
        target: Vec::new(),
    };
    for &point in board.empties() {
        if !board.is_legal(color, point, false) {
            continue;
        }
        let features = &mut sample.features;
        #[allow(clippy::cast_possible_truncation)] // below FEATURE_COUNT
        glance.features(board, point, |feature| features.push(feature as u16));
        sample
            .ends
            .push(u32::try_from(features.len()).unwrap_or(u32::MAX));
        sample.target.push(target[point.index()]);
    }
    let total: f32 = sample.target.iter().sum();
    for target in &mut sample.target {
        *target /= total;
    }
    Ok((total > 0.3).then_some(sample))
}

/// The features of each candidate.
fn candidates(sample: &Sample) -> impl Iterator<Item = &[u16]> {
    let mut start = 0;
    sample.ends.iter().map(move |&end| {
        let features = &sample.features[start..end as usize];
        start = end as usize;
        features
    })
}

fn probabilities(sample: &Sample, weights: &[f32]) -> Vec<f32> {
    let sums = candidates(sample).map(|features| {
        features
            .iter()
            .map(|&feature| weights[usize::from(feature)])
            .sum::<f32>()
    });
    let mut p: Vec<f32> = sums.collect();
    let most = p.iter().copied().fold(f32::MIN, f32::max);
    for value in &mut p {
        *value = (*value - most).exp();
    }
    let total: f32 = p.iter().sum();
    for value in &mut p {
        *value /= total;
    }
    p
}

/// One step down the gradient, each weight at its own pace (`AdaGrad`), drawn a little to zero.
fn step(sample: &Sample, first: usize, weights: &mut [f32], squares: &mut [f32], rate: f32) {
    let p = probabilities(sample, weights);
    for ((features, p), target) in candidates(sample).zip(&p).zip(&sample.target) {
        let slope = p - target;
        if slope.abs() < 1e-5 {
            continue;
        }
        for i in features.iter().map(|&feature| usize::from(feature)) {
            if i < first {
                continue;
            }
            squares[i] += slope * slope;
            weights[i] -= rate * (slope + 1e-5 * weights[i]) / squares[i].sqrt();
        }
    }
}

fn print(name: &str, weights: &[f32]) {
    #[allow(clippy::cast_possible_truncation)] // clamped
    let bytes = weights
        .iter()
        .map(|w| (w * 16.0).round().clamp(-127.0, 127.0) as i8);
    let bytes: Vec<i8> = bytes.collect();
    println!("pub const {name}: &[i8] = &{bytes:?};");
}
