//! Evaluations by a network of the shape of b6c96 (random weights), by board size, batch and instruction set; and
//! reading its file.
#![allow(missing_docs, reason = "criterion's macros make public items")]

#[path = "../tests/net/tiny.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::cast_precision_loss,
    clippy::large_enum_variant,
    reason = "a module of the tests"
)]
mod tiny;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tengen::net::{Input, InstructionSet, Network, Workspace};

/// A network file with the trunk of b6c96; the heads are smaller.
fn b6c96() -> Vec<u8> {
    let mut make = tiny::Maker::new(1, "ACTIVATION_RELU");
    let blocks = (1..=6)
        .map(|block| {
            if block == 3 || block == 5 {
                make.pooling(96, 64, 32)
            } else {
                make.ordinary(96, 96)
            }
        })
        .collect();
    tiny::write(&make.net(8, 96, blocks), true)
}

/// Inputs with about as many numbers that are not zero as in the middle of a game.
fn middle_game(size: usize) -> Input {
    let mut input = Input::new(size);
    let area = size * size;
    input.planes[..area].fill(1.0);
    for point in 0..area {
        let kind = (point * 7 + point / 3) % 5;
        if kind < 2 {
            input.planes[(1 + kind) * area + point] = 1.0;
            input.planes[(3 + point % 4) * area + point] = 1.0;
        }
    }
    input
}

fn forward(c: &mut Criterion) {
    let file = b6c96();
    for set in [
        InstructionSet::Portable,
        InstructionSet::Avx2,
        InstructionSet::Avx512,
    ] {
        let Ok(network) = Network::from_bytes(&file) else {
            return;
        };
        let network = network.limit_instruction_set(set);
        if network.instruction_set() != set {
            continue;
        }
        let mut group = c.benchmark_group(format!("forward/{set:?}"));
        for size in [9, 13, 19] {
            let input = middle_game(size);
            for batch in [1, 4, 16] {
                let Ok(mut workspace) = Workspace::new(&network, batch, size) else {
                    return;
                };
                let inputs = vec![&input; batch];
                group.throughput(Throughput::Elements(batch as u64));
                group.bench_function(BenchmarkId::new(format!("{size}x{size}"), batch), |b| {
                    b.iter(|| workspace.forward(&inputs));
                });
            }
        }
    }
}

fn load(c: &mut Criterion) {
    let file = b6c96();
    c.bench_function("load", |b| {
        b.iter(|| Network::from_bytes(&file).map(|network| network.version()));
    });
}

criterion_group!(benches, forward, load);
criterion_main!(benches);
