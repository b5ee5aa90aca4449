//! Scratch measurement.
use std::time::Instant;
use tengen::go::Point;
use tengen::go::{Board, Color};
use tengen::playout::{Playout, Policy, PolicyParams, Random, uniform};
fn main() {
    for size in [9, 13, 19] {
        let start = Board::new(size);
        let mut board = start.clone();
        let mut random = Random::new(1);
        let mut moves = 0;
        let n = 6_000_000 / (size * size * 3);
        let t = Instant::now();
        for _ in 0..n {
            board.copy_from(&start);
            moves += uniform::play(&mut board, Color::Black, 3 * size * size, &mut random);
        }
        let s = t.elapsed().as_secs_f64();
        println!(
            "{size}: {:.0}/s, {:.1} moves, {:.1} ns a move",
            n as f64 / s,
            moves as f64 / n as f64,
            s * 1e9 / moves as f64
        );
        let mut policy = Policy::new(PolicyParams::default());
        let mut playout = Playout::new();
        let n = 3_000_000 / (size * size * 3);
        let (mut moves, mut black) = (0, 0);
        let t = Instant::now();
        for _ in 0..n {
            playout.board.copy_from(&start);
            if playout.board.size() != size {
                playout.board = start.clone();
            }
            playout.run(
                &mut policy,
                Color::Black,
                Point::NONE,
                Point::NONE,
                &mut random,
            );
            moves += playout.moves.len();
            black += start
                .points()
                .filter_map(|p| tengen::playout::policy::owner(&playout.board, p))
                .map(|c| if c == Color::Black { 1i64 } else { -1 })
                .sum::<i64>();
        }
        let s = t.elapsed().as_secs_f64();
        println!(
            "policy {size}: {:.0}/s, {:.1} moves, {:.1} ns a move, black {:.2}",
            n as f64 / s,
            moves as f64 / n as f64,
            s * 1e9 / moves as f64,
            black as f64 / n as f64
        );
    }
}
