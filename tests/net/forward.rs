//! The forward pass against the slow one.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tengen::net::{Input, InstructionSet, Network, Symmetry, Workspace};

use crate::slow;
use crate::tiny::{Act, Block, Maker, Net, write};

const SETS: [InstructionSet; 3] = [
    InstructionSet::Portable,
    InstructionSet::Avx2,
    InstructionSet::Avx512,
];

/// Inputs like those of a real position: few numbers that are not zero.
fn random_input(rng: &mut SmallRng, size: usize, symmetry: Symmetry) -> Input {
    let mut input = Input::new(size);
    let area = size * size;
    for (i, x) in input.planes.iter_mut().enumerate() {
        if i < area {
            *x = 1.0;
        } else if rng.random_bool(0.1) {
            *x = rng.random_range(-1.0..1.0);
        }
    }
    input.globals = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
    input.symmetry = symmetry;
    input
}

fn assert_close(what: &str, found: f32, expected: f64) {
    let error = (f64::from(found) - expected).abs();
    assert!(
        error < 1e-4 * expected.abs().max(1.0),
        "{what}: {found} instead of {expected}"
    );
}

/// Compares all outputs for a batch of random inputs, with every instruction set.
fn compare(net: &Net, size: usize, symmetries: &[u8]) {
    let mut rng = SmallRng::seed_from_u64(99);
    let inputs: Vec<Input> = symmetries
        .iter()
        .map(|&n| random_input(&mut rng, size, Symmetry::new(n).unwrap()))
        .collect();
    let batch: Vec<&Input> = inputs.iter().collect();
    let expected: Vec<_> = inputs
        .iter()
        .map(|input| slow_answer(net, size, input))
        .collect();
    for set in SETS {
        let network = Network::from_bytes(&write(net, true))
            .unwrap()
            .limit_instruction_set(set);
        let mut workspace = Workspace::new(&network, batch.len(), size).unwrap();
        workspace.forward(&batch).unwrap();
        assert!(workspace.output(batch.len()).is_none());
        for (i, expected) in expected.iter().enumerate() {
            let what = format!(
                "version {}, size {size}, position {i}, {set:?}",
                net.version
            );
            let output = workspace.output(i).unwrap();
            assert_eq!(output.policy.len(), size * size + 1);
            assert_eq!(output.ownership.len(), size * size);
            for (&x, &y) in output.policy.iter().zip(&expected.policy[0]) {
                assert_close(&format!("{what}, policy"), x, y);
            }
            assert_eq!(output.optimistic.is_some(), expected.policy.len() > 1);
            for (&x, &y) in output
                .optimistic
                .iter()
                .copied()
                .flatten()
                .zip(expected.policy.iter().skip(1).take(1).flatten())
            {
                assert_close(&format!("{what}, optimistic policy"), x, y);
            }
            for (&x, &y) in output.values.iter().zip(&expected.values) {
                assert_close(&format!("{what}, values"), x, y);
            }
            for (&x, &y) in output.scores.iter().zip(&expected.scores) {
                assert_close(&format!("{what}, scores"), x, y);
            }
            for (&x, &y) in output.ownership.iter().zip(&expected.ownership) {
                assert_close(&format!("{what}, ownership"), x, y);
            }
        }
    }
}

/// The slow forward pass on the board as the network sees it, turned back.
fn slow_answer(net: &Net, size: usize, input: &Input) -> slow::Answer {
    let area = size * size;
    let mut planes = vec![vec![vec![0.0; size]; size]; 22];
    for (plane, numbers) in planes.iter_mut().zip(input.planes.chunks(area)) {
        for (i, &x) in numbers.iter().enumerate() {
            let seen = input.symmetry.map(i, size);
            plane[seen / size][seen % size] = f64::from(x);
        }
    }
    let globals: Vec<f64> = input.globals.iter().map(|&x| f64::from(x)).collect();
    let mut answer = slow::forward(net, &planes, &globals);
    let turn_back = |seen: &mut Vec<f64>| {
        let mut numbers: Vec<f64> = (0..area)
            .map(|i| seen[input.symmetry.map(i, size)])
            .collect();
        numbers.extend(&seen[area..]);
        *seen = numbers;
    };
    answer.policy.iter_mut().for_each(turn_back);
    turn_back(&mut answer.ownership);
    answer
}

/// A network with one block of every kind.
fn every_kind(version: u32, act: Act) -> Net {
    let mut make = Maker::new(u64::from(version), act);
    let blocks = vec![
        make.ordinary(20, 12),
        make.pooling(20, 9, 18),
        {
            let inner = vec![make.ordinary(8, 8), make.pooling(8, 17, 3)];
            make.nested(20, 8, inner)
        },
        make.ordinary(20, 33),
    ];
    make.net(version, 20, blocks)
}

#[test]
fn every_block_kind_in_every_version() {
    for version in 8..=17 {
        let act = if version >= 11 {
            "ACTIVATION_MISH"
        } else {
            "ACTIVATION_RELU"
        };
        compare(&every_kind(version, act), 5, &[0]);
    }
}

#[test]
fn every_activation() {
    for act in [
        "ACTIVATION_IDENTITY",
        "ACTIVATION_RELU",
        "ACTIVATION_MISH",
        "ACTIVATION_SILU",
    ] {
        compare(&every_kind(14, act), 6, &[0]);
    }
}

#[test]
fn every_board_size() {
    let mut make = Maker::new(7, "ACTIVATION_RELU");
    let blocks = vec![make.pooling(6, 5, 4), make.ordinary(6, 7)];
    let net = make.net(8, 6, blocks);
    for size in 2..=19 {
        compare(&net, size, &[0, 3]);
    }
}

#[test]
fn every_symmetry_in_one_batch() {
    compare(
        &every_kind(10, "ACTIVATION_RELU"),
        7,
        &[0, 1, 2, 3, 4, 5, 6, 7],
    );
}

#[test]
fn kernels_of_other_shapes() {
    let mut make = Maker::new(5, "ACTIVATION_RELU");
    let mut dilated = make.conv((3, 3), 10, 6);
    dilated.dilation = (2, 3);
    let blocks = vec![
        Block::Ordinary {
            pre: make.norm(10),
            first: dilated,
            mid: make.norm(6),
            last: make.conv((1, 3), 6, 10),
        },
        Block::Pooling {
            pre: make.norm(10),
            regular: make.conv((3, 3), 10, 6),
            pooled: make.conv((1, 1), 10, 4),
            pooled_norm: make.norm(4),
            to_bias: make.dense(12, 6),
            mid: make.norm(6),
            last: make.conv((5, 3), 6, 10),
        },
    ];
    let mut net = make.net(9, 10, blocks);
    compare(&net, 8, &[0, 5]);
    net.planes = make.conv((3, 3), 22, 10);
    compare(&net, 3, &[0]);
}

#[test]
fn answers_do_not_depend_on_the_batch() {
    let network = Network::from_bytes(&write(&every_kind(11, "ACTIVATION_MISH"), true)).unwrap();
    let mut rng = SmallRng::seed_from_u64(1);
    let inputs: Vec<Input> = (0..9)
        .map(|_| random_input(&mut rng, 9, Symmetry::IDENTITY))
        .collect();
    let mut large = Workspace::new(&network, 9, 9).unwrap();
    large.forward(&inputs.iter().collect::<Vec<_>>()).unwrap();
    let mut small = Workspace::new(&network, 1, 9).unwrap();
    for (i, input) in inputs.iter().enumerate() {
        small.forward(&[input]).unwrap();
        let (a, b) = (large.output(i).unwrap(), small.output(0).unwrap());
        assert_eq!(
            (a.policy, a.values, a.scores, a.ownership),
            (b.policy, b.values, b.scores, b.ownership)
        );
    }
}

#[test]
fn a_workspace_is_used_again_and_from_other_threads() {
    let network = Network::from_bytes(&write(&every_kind(8, "ACTIVATION_RELU"), true)).unwrap();
    let mut rng = SmallRng::seed_from_u64(2);
    let inputs: Vec<Input> = (0..4)
        .map(|_| random_input(&mut rng, 9, Symmetry::IDENTITY))
        .collect();
    let all = |workspace: &mut Workspace| -> Vec<f32> {
        let mut policies = Vec::new();
        for input in &inputs {
            workspace.forward(&[input]).unwrap();
            policies.extend_from_slice(workspace.output(0).unwrap().policy);
        }
        policies
    };
    let mut workspace = Workspace::new(&network, 2, 9).unwrap();
    let first = all(&mut workspace);
    assert_eq!(all(&mut workspace), first);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(all(&mut Workspace::new(&network, 1, 9).unwrap()), first));
        }
    });
}

#[test]
fn wrong_use_is_an_error() {
    let network = Network::from_bytes(&write(&every_kind(8, "ACTIVATION_RELU"), true)).unwrap();
    for (batch, size) in [(1, 1), (1, 20), (0, 9), (100_000, 9)] {
        assert!(Workspace::new(&network, batch, size).is_err());
    }
    let mut workspace = Workspace::new(&network, 1, 9).unwrap();
    let input = Input::new(9);
    assert!(workspace.forward(&[&input, &input]).is_err());
    assert!(workspace.forward(&[&Input::new(8)]).is_err());
    let mut infinite = Input::new(9);
    infinite.globals[3] = f32::INFINITY;
    assert!(workspace.forward(&[&infinite]).is_err());
    assert!(workspace.output(0).is_none());
    workspace.forward(&[&input]).unwrap();
    assert!(workspace.output(0).is_some());
}

#[test]
fn values_and_scores_are_decoded() {
    for version in [8, 9, 10, 14] {
        let net = every_kind(version, "ACTIVATION_RELU");
        let network = Network::from_bytes(&write(&net, true)).unwrap();
        let mut workspace = Workspace::new(&network, 1, 5).unwrap();
        let input = random_input(&mut SmallRng::seed_from_u64(4), 5, Symmetry::IDENTITY);
        workspace.forward(&[&input]).unwrap();
        let output = workspace.output(0).unwrap();
        let softplus = |x: f64| x.exp().ln_1p();
        let exp: Vec<f64> = output.values.iter().map(|&x| f64::from(x).exp()).collect();
        let scores = output.scores.map(f64::from);
        let factors = net.multipliers.map(f64::from);
        for possible in [false, true] {
            let e = output.evaluation(possible);
            let total = exp[0] + exp[1] + if possible { exp[2] } else { 0.0 };
            let result = if possible { 1.0 - exp[2] / total } else { 1.0 };
            assert_close("win", e.win, exp[0] / total);
            assert_close("loss", e.loss, exp[1] / total);
            assert_close("no result", e.no_result, 1.0 - result);
            let (mean, stdev) = (scores[0] * factors[1], softplus(scores[1]) * factors[2]);
            assert_close("mean", e.score_mean, mean * result);
            assert_close("deviation", e.score_stdev, stdev);
            assert_close(
                "mean square",
                e.score_mean_square,
                (mean * mean + stdev * stdev) * result,
            );
            assert_close("lead", e.lead, scores[2] * factors[3] * result);
            assert_close(
                "variance time",
                e.variance_time,
                softplus(scores[3]) * factors[4],
            );
            let errors = match version {
                8 => None,
                9 => Some((softplus(scores[4]), softplus(scores[5]) * 10.0)),
                10 => Some((
                    (softplus(scores[4]) * factors[5]).sqrt(),
                    (softplus(scores[5]) * factors[6]).sqrt(),
                )),
                _ => {
                    let squared = |x: f64, factor: f64| (softplus(x / 2.0).powi(2) * factor).sqrt();
                    Some((
                        squared(scores[4], factors[5]),
                        squared(scores[5], factors[6]),
                    ))
                }
            };
            match errors {
                None => assert_eq!((e.value_error, e.score_error), (None, None)),
                Some((value, score)) => {
                    assert_close("value error", e.value_error.unwrap(), value);
                    assert_close("score error", e.score_error.unwrap(), score);
                }
            }
        }
        assert_close(
            "owner",
            output.owner(7),
            f64::from(output.ownership[7]).tanh(),
        );
    }
}
