//! Uniform random playouts: what the board costs by itself. One element is one playout.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tengen::go::{Board, Color};
use tengen::playout::{Random, uniform};

fn uniform_playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("board/uniform");
    group.throughput(Throughput::Elements(1));
    for size in [9, 13, 19] {
        let start = Board::new(size);
        let mut board = start.clone();
        let mut random = Random::new(1);
        group.bench_function(BenchmarkId::from_parameter(size), |b| {
            b.iter(|| {
                board.copy_from(&start);
                uniform::play(&mut board, Color::Black, 3 * size * size, &mut random)
            });
        });
    }
    group.finish();
}

fn copies(c: &mut Criterion) {
    let mut group = c.benchmark_group("board/copy");
    for size in [9, 13, 19] {
        let start = Board::new(size);
        let mut board = start.clone();
        group.bench_function(BenchmarkId::from_parameter(size), |b| {
            b.iter(|| board.copy_from(&start));
        });
    }
    group.finish();
}

criterion_group!(benches, uniform_playouts, copies);
criterion_main!(benches);
