//! Playouts of the policy from the empty board. One element is one playout.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tengen::go::{Board, Color, Point};
use tengen::playout::{Playout, Policy, PolicyParams, Random};

fn policy_playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playout/policy");
    group.throughput(Throughput::Elements(1));
    for size in [9, 13, 19] {
        let start = Board::new(size);
        let mut policy = Policy::new(PolicyParams::default());
        let mut playout = Playout::new();
        let mut random = Random::new(1);
        group.bench_function(BenchmarkId::from_parameter(size), |b| {
            b.iter(|| {
                playout.board.copy_from(&start);
                playout.run(&mut policy, Color::Black, Point::NONE, &mut random);
                playout.moves.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, policy_playouts);
criterion_main!(benches);
