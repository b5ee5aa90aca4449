//! Full searches of 2,000 playouts from the empty board, with a tree of their own. One element is one playout.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tengen::go::{Color, Game, Komi, Rules};
use tengen::search::{Limits, Params, Searcher};

const PLAYOUTS: u64 = 2000;

fn searches(c: &mut Criterion) {
    for threads in [1, 2] {
        let mut group = c.benchmark_group(format!("search/{threads}"));
        group.throughput(Throughput::Elements(PLAYOUTS));
        group.sample_size(10);
        for size in [9, 13, 19] {
            let game = Game::new(size, Rules::default(), Komi::hundredths(750));
            let limits = Limits {
                playouts: Some(PLAYOUTS),
                ..Limits::default()
            };
            let mut searcher = Searcher::new(Params::default(), threads, 64 << 20);
            let mut seed = 0;
            group.bench_function(BenchmarkId::from_parameter(size), |b| {
                b.iter(|| {
                    seed += 1;
                    searcher.clear();
                    searcher.search(&game, Color::Black, &limits, seed, &|| false, None)
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
