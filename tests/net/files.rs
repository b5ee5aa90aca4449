//! The reader: good files in every form, and bad ones.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tengen::net::{Input, NetError, Network, Workspace};

use crate::tiny::{Block, Maker, Net, write};

fn small_net(version: u32) -> Net {
    let act = if version >= 11 {
        "ACTIVATION_MISH"
    } else {
        "ACTIVATION_RELU"
    };
    let mut make = Maker::new(3, act);
    let inner = vec![make.ordinary(2, 2)];
    let blocks = vec![make.pooling(3, 2, 2), make.nested(3, 2, inner)];
    let mut net = make.net(version, 3, blocks);
    net.planes = make.conv((1, 1), 22, 3);
    net
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn policy(network: &Network) -> Vec<f32> {
    let mut workspace = Workspace::new(network, 1, 4).unwrap();
    let mut input = Input::new(4);
    input.planes[..20].fill(1.0);
    workspace.forward(&[&input]).unwrap();
    workspace.output(0).unwrap().policy.to_vec()
}

/// The message of an error, which must be one line.
fn message(result: Result<Network, NetError>) -> String {
    let message = result.map(|_| ()).unwrap_err().to_string();
    assert!(
        !message.is_empty() && message.len() < 300 && !message.contains(char::is_control),
        "{message:?}"
    );
    message
}

/// The file with one line changed, which must be there.
fn with_line(file: &[u8], old: &str, new: &str) -> Vec<u8> {
    let (old, new) = (format!("\n{old}\n"), format!("\n{new}\n"));
    let at = file
        .windows(old.len())
        .position(|window| window == old.as_bytes())
        .expect("the line is there");
    [&file[..at], new.as_bytes(), &file[at + old.len()..]].concat()
}

#[test]
fn binary_and_text_with_and_without_gzip() {
    for version in 8..=17 {
        let net = small_net(version);
        let binary = Network::from_bytes(&write(&net, true)).unwrap();
        assert_eq!(
            (binary.name(), binary.version(), binary.shape()),
            ("tiny-test", version, (2, 3))
        );
        let expected = policy(&binary);
        for file in [
            gzip(&write(&net, true)),
            write(&net, false),
            gzip(&write(&net, false)),
        ] {
            assert_eq!(policy(&Network::from_bytes(&file).unwrap()), expected);
        }
    }
}

#[test]
fn files_are_read_from_disk() {
    let path = std::env::temp_dir().join(format!("tengen-net-test-{}.bin.gz", std::process::id()));
    std::fs::write(&path, gzip(&write(&small_net(8), true))).unwrap();
    let network = Network::load(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(network.unwrap().name(), "tiny-test");
    assert!(message(Network::load(&path)).starts_with("cannot read the network"));
    assert!(message(Network::load(std::env::temp_dir())).contains("not a regular file"));
}

#[test]
fn header_options() {
    let file = write(&small_net(15), false);
    assert!(
        !Network::from_bytes(&file)
            .unwrap()
            .pass_alive_under_suicide()
    );
    let network = Network::from_bytes(&with_line(&file, "35\n0\n0", "35\n0\n1")).unwrap();
    assert!(network.pass_alive_under_suicide());
    assert_eq!(network.policy_channels(), 2);
}

#[test]
fn what_is_missing_is_named() {
    let old = write(&small_net(8), false);
    let new = write(&small_net(15), false);
    let cases = [
        (with_line(&old, "8\n22", "7\n22"), "model version 7"),
        (with_line(&old, "8\n22", "18\n22"), "model version 18"),
        (with_line(&old, "22\n19", "13\n19"), "13 spatial planes"),
        (with_line(&old, "22\n19", "22\n14"), "14 global features"),
        (
            with_line(&old, "gpool_block", "transformer_attention_block"),
            "transformer",
        ),
        (
            with_line(&old, "gpool_block", "transformer_ffn_block"),
            "transformer",
        ),
        (with_line(&old, "gpool_block", "new_block"), "\"new_block\""),
        (
            with_line(&new, "ACTIVATION_MISH", "ACTIVATION_NEW"),
            "\"ACTIVATION_NEW\"",
        ),
        (
            with_line(&new, "35\n0\n0\n0", "35\n1\n0\n0"),
            "data about the players",
        ),
        (
            with_line(&new, "35\n0\n0\n0", "35\n0\n0\n5"),
            "unknown option 1",
        ),
        (
            with_line(
                &new,
                "trunk\n2\n3\n3\n3\n1\n1\n0",
                "trunk\n2\n3\n3\n3\n1\n1\n1",
            ),
            "RMS norm",
        ),
    ];
    for (file, what) in cases {
        let result = Network::from_bytes(&file);
        assert!(matches!(result, Err(NetError::Unsupported(_))), "{what}");
        let message = message(result);
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn layers_that_do_not_fit_are_found() {
    let good = small_net(8);
    let mut make = Maker::new(1, "ACTIVATION_RELU");
    let changes: [&mut dyn FnMut(&mut Net); 12] = [
        &mut |net| net.planes = make_conv(21, 3),
        &mut |net| net.planes = make_conv(22, 4),
        &mut |net| net.p1 = make_conv(4, 7),
        &mut |net| net.p1 = make_conv(3, 8),
        &mut |net| net.g1 = make_conv(3, 6),
        &mut |net| net.p2 = make_conv(7, 2),
        &mut |net| net.pass = make_dense(15, 2),
        &mut |net| net.v1 = make_conv(3, 7),
        &mut |net| net.v3 = make_dense(18, 4),
        &mut |net| net.sv3 = make_dense(18, 6),
        &mut |net| net.ownership = make_conv(6, 2),
        &mut |net| net.tip = make.norm(4),
    ];
    assert!(Network::from_bytes(&write(&good, true)).is_ok());
    for (i, change) in changes.into_iter().enumerate() {
        let mut net = small_net(8);
        change(&mut net);
        let message = message(Network::from_bytes(&write(&net, true)));
        assert!(
            message.contains("do not fit together"),
            "change {i}: {message}"
        );
    }
}

fn make_conv(inputs: usize, outputs: usize) -> crate::tiny::Conv {
    Maker::new(2, "").conv((1, 1), inputs, outputs)
}

fn make_dense(inputs: usize, outputs: usize) -> crate::tiny::Dense {
    Maker::new(2, "").dense(inputs, outputs)
}

#[test]
fn foreign_files() {
    let jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 16, b'J', b'F', b'I', b'F', 0];
    let files: [&[u8]; 7] = [
        b"",
        b"\n\n  ",
        b"hello world",
        b"(;GM[1]FF[4]SZ[19])",
        &jpeg,
        &[0; 5000],
        &[0x1f, 0x8b],
    ];
    for file in files {
        message(Network::from_bytes(file));
        message(Network::from_bytes(&gzip(file)));
    }
}

#[test]
fn truncated_at_every_byte() {
    for version in [8, 16] {
        for file in [
            write(&small_net(version), true),
            write(&small_net(version), false),
        ] {
            // Cut in its last number, a text file may still be one.
            let end = file.len() - 40;
            for length in 0..end {
                message(Network::from_bytes(&file[..length]));
            }
        }
        let zipped = gzip(&write(&small_net(version), true));
        for length in 0..zipped.len() {
            message(Network::from_bytes(&zipped[..length]));
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    let mut rng = SmallRng::seed_from_u64(11);
    for version in [8, 13, 16, 17] {
        for file in [
            write(&small_net(version), true),
            write(&small_net(version), false),
        ] {
            // Each file another third of the bytes.
            for at in (version as usize % 3..file.len()).step_by(3) {
                let mut changed = file.clone();
                changed[at] ^= 1 << rng.random_range(0..8);
                try_it(&changed, at % 16 == 0);
                changed[at] = b" 09-e@\n"[rng.random_range(0..7)];
                try_it(&changed, at % 16 == 8);
            }
        }
        let zipped = gzip(&write(&small_net(version), true));
        for at in 0..zipped.len() {
            let mut changed = zipped.clone();
            changed[at] ^= 1 << rng.random_range(0..8);
            try_it(&changed, true);
        }
    }
}

/// Reads a file that may or may not be good, and perhaps uses it if it is.
fn try_it(file: &[u8], used: bool) {
    match Network::from_bytes(file) {
        Err(error) => drop(message(Err(error))),
        Ok(network) if used => {
            let mut workspace = Workspace::new(&network, 1, 3).unwrap();
            // Changed weights may be huge; then the output is refused.
            let _ = workspace.forward(&[&Input::new(3)]);
        }
        Ok(_) => {}
    }
}

#[test]
fn huge_declared_sizes_are_refused_before_allocation() {
    let file = write(&small_net(8), true);
    for (old, new) in [
        ("trunk\n2\n3", "trunk\n4000000000\n3"),
        ("trunk\n2\n3", "trunk\n2\n99999999999"),
        ("1\n1\n22\n3", "19\n19\n4096\n4096"),
        ("1\n1\n22\n3", "1\n1\n99999999\n99999999"),
        ("1\n1\n22\n3", "1\n1\n22\n0"),
        ("1\n1\n22\n3", "1\n1\n22\n-3"),
        ("1\n1\n22\n3", "2\n2\n22\n3"),
    ] {
        message(Network::from_bytes(&with_line(&file, old, new)));
    }
}

#[test]
fn a_gzip_bomb_is_refused() {
    let bomb = gzip(&vec![b' '; 40 << 20]);
    assert!(bomb.len() < 1 << 20);
    assert!(message(Network::from_bytes(&bomb)).contains("unpacks to more"));
}

#[test]
fn weights_that_are_not_finite_are_refused() {
    for bad in [f32::NAN, f32::INFINITY] {
        for binary in [true, false] {
            let mut net = small_net(8);
            net.v3.weights[1] = bad;
            assert!(message(Network::from_bytes(&write(&net, binary))).contains("not finite"));
        }
    }
    let mut net = small_net(8);
    net.tip.variance[0] = -1.0;
    assert!(message(Network::from_bytes(&write(&net, true))).contains("not finite"));
}

#[test]
fn answers_that_are_not_finite_when_decoded_are_refused() {
    // Score mean, deviation, lead, variance time, errors of value and score.
    for (bias, finite) in [(1e15, true), (3e38, false)] {
        for place in 0..6 {
            let mut net = small_net(9);
            net.sv3_bias[place] = bias;
            let network = Network::from_bytes(&write(&net, true)).unwrap();
            let mut workspace = Workspace::new(&network, 1, 4).unwrap();
            let done = workspace.forward(&[&Input::new(4)]);
            // The errors are hardly multiplied.
            let expected = finite || place == 4;
            assert_eq!(done.is_ok(), expected, "{bias} at {place}: {done:?}");
            assert_eq!(workspace.output(0).is_some(), expected);
        }
    }
}

#[test]
fn data_after_the_end_are_refused() {
    let mut file = write(&small_net(8), true);
    file.extend(b"\n\n");
    assert!(Network::from_bytes(&file).is_ok());
    file.extend(b"more");
    assert!(message(Network::from_bytes(&file)).contains("after the end"));
}

#[test]
fn many_narrow_layers_do_not_fill_the_memory() {
    let mut make = Maker::new(3, "ACTIVATION_RELU");
    let blocks = (0..1500).map(|_| make.ordinary(1, 1)).collect();
    let file = write(&make.net(8, 1, blocks), true);
    assert!(message(Network::from_bytes(&file)).contains("narrow layers"));
}

#[test]
fn a_narrow_layer_that_is_merged_with_a_wide_one_does_not_fill_the_memory() {
    let (large, one) = ((19, 19), (1, 1));
    let mut make = Maker::new(3, "ACTIVATION_RELU");
    let mut block = make.pooling(128, 1, 512);
    if let Block::Pooling {
        regular, pooled, ..
    } = &mut block
    {
        *regular = make.conv(large, 128, 1);
        *pooled = make.conv(one, 128, 512);
    }
    let file = write(&make.net(8, 128, vec![block]), true);
    assert!(message(Network::from_bytes(&file)).contains("narrow layers"));

    let mut net = make.net(8, 128, vec![]);
    net.p1 = make.conv(large, 128, 7);
    assert!(Network::from_bytes(&write(&net, true)).is_ok());
    net.v1 = make.conv(one, 128, 512);
    net.v1_norm = make.norm(512);
    net.v2 = make.dense(3 * 512, 18);
    net.ownership = make.conv(one, 512, 1);
    let found = message(Network::from_bytes(&write(&net, true)));
    assert!(found.contains("narrow layers"), "{found}");
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let mut make = Maker::new(3, "ACTIVATION_RELU");
    let mut block = make.ordinary(2, 2);
    for _ in 0..6 {
        block = make.nested(2, 2, vec![block]);
    }
    let file = write(&make.net(8, 2, vec![block]), true);
    assert!(message(Network::from_bytes(&file)).contains("nested"));
}
