//! Tiny networks with random weights, and how they are written as files.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

pub type Act = &'static str;

pub struct Conv {
    pub size: (usize, usize),
    pub dilation: (usize, usize),
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
}

pub struct Norm {
    pub mean: Vec<f32>,
    pub variance: Vec<f32>,
    pub epsilon: f32,
    pub scale: Option<Vec<f32>>,
    pub bias: Option<Vec<f32>>,
    pub act: Act,
}

pub struct Dense {
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
}

pub enum Block {
    Ordinary {
        pre: Norm,
        first: Conv,
        mid: Norm,
        last: Conv,
    },
    Pooling {
        pre: Norm,
        regular: Conv,
        pooled: Conv,
        pooled_norm: Norm,
        to_bias: Dense,
        mid: Norm,
        last: Conv,
    },
    Nested {
        pre: Norm,
        first: Conv,
        blocks: Vec<Block>,
        post: Norm,
        last: Conv,
    },
}

pub struct Net {
    pub version: u32,
    pub multipliers: [f32; 7],
    pub channels: usize,
    pub planes: Conv,
    pub globals: Dense,
    pub blocks: Vec<Block>,
    pub tip: Norm,
    pub p1: Conv,
    pub g1: Conv,
    pub g1_norm: Norm,
    pub g_to_bias: Dense,
    pub p1_norm: Norm,
    pub p2: Conv,
    pub pass: Dense,
    /// Bias, activation and second product of the pass (version 15 and later).
    pub pass2: Option<(Vec<f32>, Act, Dense)>,
    pub v1: Conv,
    pub v1_norm: Norm,
    pub v2: Dense,
    pub v2_bias: Vec<f32>,
    pub v2_act: Act,
    pub v3: Dense,
    pub v3_bias: Vec<f32>,
    pub sv3: Dense,
    pub sv3_bias: Vec<f32>,
    pub ownership: Conv,
}

/// Makes random layers.
pub struct Maker {
    rng: SmallRng,
    act: Act,
}

impl Maker {
    pub fn new(seed: u64, act: Act) -> Self {
        Self {
            rng: SmallRng::seed_from_u64(seed),
            act,
        }
    }

    fn floats(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        (0..count)
            .map(|_| self.rng.random_range(low..high))
            .collect()
    }

    pub fn conv(&mut self, size: (usize, usize), inputs: usize, outputs: usize) -> Conv {
        let count = size.0 * size.1 * inputs * outputs;
        let spread = 1.5 / ((size.0 * size.1 * inputs) as f32).sqrt();
        Conv {
            size,
            dilation: (1, 1),
            inputs,
            outputs,
            weights: self.floats(count, -spread, spread),
        }
    }

    pub fn norm(&mut self, channels: usize) -> Norm {
        Norm {
            mean: self.floats(channels, -0.5, 0.5),
            variance: self.floats(channels, 0.3, 2.0),
            epsilon: 0.001,
            scale: self
                .rng
                .random_bool(0.5)
                .then(|| self.floats(channels, 0.3, 1.5)),
            bias: self
                .rng
                .random_bool(0.8)
                .then(|| self.floats(channels, -1.0, 1.0)),
            act: self.act,
        }
    }

    pub fn dense(&mut self, inputs: usize, outputs: usize) -> Dense {
        let spread = 1.5 / (inputs as f32).sqrt();
        Dense {
            inputs,
            outputs,
            weights: self.floats(inputs * outputs, -spread, spread),
        }
    }

    pub fn ordinary(&mut self, channels: usize, mid: usize) -> Block {
        Block::Ordinary {
            pre: self.norm(channels),
            first: self.conv((3, 3), channels, mid),
            mid: self.norm(mid),
            last: self.conv((3, 3), mid, channels),
        }
    }

    pub fn pooling(&mut self, channels: usize, regular: usize, pooled: usize) -> Block {
        Block::Pooling {
            pre: self.norm(channels),
            regular: self.conv((3, 3), channels, regular),
            pooled: self.conv((3, 3), channels, pooled),
            pooled_norm: self.norm(pooled),
            to_bias: self.dense(3 * pooled, regular),
            mid: self.norm(regular),
            last: self.conv((3, 3), regular, channels),
        }
    }

    pub fn nested(&mut self, channels: usize, inner: usize, blocks: Vec<Block>) -> Block {
        Block::Nested {
            pre: self.norm(channels),
            first: self.conv((1, 1), channels, inner),
            blocks,
            post: self.norm(inner),
            last: self.conv((1, 1), inner, channels),
        }
    }

    /// A network with the given blocks.
    pub fn net(&mut self, version: u32, channels: usize, blocks: Vec<Block>) -> Net {
        let policies = match version {
            16 => 4,
            12.. => 2,
            _ => 1,
        };
        let scores = if version >= 9 { 6 } else { 4 };
        let (p, g, v, hidden) = (7, 5, 6, 18);
        let multipliers = if version >= 13 {
            [20.0, 21.0, 22.0, 19.0, 41.0, 0.3, 35.0]
        } else {
            [20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 30.0]
        };
        let pass_width = if version >= 15 { p } else { policies };
        Net {
            version,
            multipliers,
            channels,
            planes: self.conv((5, 5), 22, channels),
            globals: self.dense(19, channels),
            blocks,
            tip: self.norm(channels),
            p1: self.conv((1, 1), channels, p),
            g1: self.conv((1, 1), channels, g),
            g1_norm: self.norm(g),
            g_to_bias: self.dense(3 * g, p),
            p1_norm: self.norm(p),
            p2: self.conv((1, 1), p, policies),
            pass: self.dense(3 * g, pass_width),
            pass2: (version >= 15)
                .then(|| (self.floats(p, -1.0, 1.0), self.act, self.dense(p, policies))),
            v1: self.conv((1, 1), channels, v),
            v1_norm: self.norm(v),
            v2: self.dense(3 * v, hidden),
            v2_bias: self.floats(hidden, -1.0, 1.0),
            v2_act: self.act,
            v3: self.dense(hidden, 3),
            v3_bias: self.floats(3, -1.0, 1.0),
            sv3: self.dense(hidden, scores),
            sv3_bias: self.floats(scores, -1.0, 1.0),
            ownership: self.conv((1, 1), v, 1),
        }
    }
}

/// Writes a network as `KataGo`'s exporter does.
pub struct Writer {
    binary: bool,
    version: u32,
    out: Vec<u8>,
    layers: usize,
}

/// The bytes of the file, with tensors in binary or in text.
pub fn write(net: &Net, binary: bool) -> Vec<u8> {
    let mut w = Writer {
        binary,
        version: net.version,
        out: Vec::new(),
        layers: 0,
    };
    w.line("tiny-test");
    w.line(net.version);
    w.line(22);
    w.line(19);
    if net.version >= 13 {
        net.multipliers.iter().for_each(|x| w.line(x));
    }
    if net.version >= 15 {
        w.zeros(8);
    }
    w.line("trunk");
    for x in [
        net.blocks.len(),
        net.channels,
        net.channels,
        net.channels,
        1,
        1,
    ] {
        w.line(x);
    }
    if net.version >= 15 {
        w.zeros(6);
    }
    w.conv(&net.planes);
    w.dense(&net.globals);
    w.blocks(&net.blocks);
    w.norm(&net.tip);
    w.line("policyhead");
    if net.version >= 17 {
        w.line(net.p2.outputs);
        w.zeros(3);
    }
    w.conv(&net.p1);
    w.conv(&net.g1);
    w.norm(&net.g1_norm);
    w.dense(&net.g_to_bias);
    w.norm(&net.p1_norm);
    w.conv(&net.p2);
    w.dense(&net.pass);
    if let Some((bias, act, second)) = &net.pass2 {
        w.bias(bias);
        w.act(act);
        w.dense(second);
    }
    w.line("valuehead");
    if net.version >= 17 {
        w.zeros(3);
    }
    w.conv(&net.v1);
    w.norm(&net.v1_norm);
    w.dense(&net.v2);
    w.bias(&net.v2_bias);
    w.act(net.v2_act);
    w.dense(&net.v3);
    w.bias(&net.v3_bias);
    w.dense(&net.sv3);
    w.bias(&net.sv3_bias);
    w.conv(&net.ownership);
    w.out
}

impl Writer {
    fn line(&mut self, x: impl std::fmt::Display) {
        self.out.extend(format!("{x}\n").bytes());
    }

    fn zeros(&mut self, count: usize) {
        (0..count).for_each(|_| self.line(0));
    }

    fn name(&mut self) {
        self.layers += 1;
        let name = format!("layer{}", self.layers);
        self.line(name);
    }

    fn floats(&mut self, floats: &[f32]) {
        if self.binary {
            self.out.extend(b"@BIN@");
            self.out.extend(floats.iter().flat_map(|x| x.to_le_bytes()));
            self.out.push(b'\n');
        } else {
            let text: Vec<String> = floats.iter().map(ToString::to_string).collect();
            self.line(text.join(" "));
        }
    }

    fn conv(&mut self, conv: &Conv) {
        self.name();
        let Conv {
            size,
            dilation,
            inputs,
            outputs,
            ..
        } = *conv;
        for x in [size.0, size.1, inputs, outputs, dilation.0, dilation.1] {
            self.line(x);
        }
        self.floats(&conv.weights);
    }

    fn norm(&mut self, norm: &Norm) {
        self.name();
        self.line(norm.mean.len());
        self.line(norm.epsilon);
        self.line(u8::from(norm.scale.is_some()));
        self.line(u8::from(norm.bias.is_some()));
        self.floats(&norm.mean);
        self.floats(&norm.variance);
        norm.scale.iter().for_each(|scale| self.floats(scale));
        norm.bias.iter().for_each(|bias| self.floats(bias));
        self.act(norm.act);
    }

    fn act(&mut self, act: &str) {
        self.name();
        if self.version >= 11 {
            self.line(act);
        }
    }

    fn dense(&mut self, dense: &Dense) {
        self.name();
        self.line(dense.inputs);
        self.line(dense.outputs);
        self.floats(&dense.weights);
    }

    fn bias(&mut self, bias: &[f32]) {
        self.name();
        self.line(bias.len());
        self.floats(bias);
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Ordinary {
                    pre,
                    first,
                    mid,
                    last,
                } => {
                    self.line("ordinary_block");
                    self.name();
                    self.norm(pre);
                    self.conv(first);
                    self.norm(mid);
                    self.conv(last);
                }
                Block::Pooling {
                    pre,
                    regular,
                    pooled,
                    pooled_norm,
                    to_bias,
                    mid,
                    last,
                } => {
                    self.line("gpool_block");
                    self.name();
                    self.norm(pre);
                    self.conv(regular);
                    self.conv(pooled);
                    self.norm(pooled_norm);
                    self.dense(to_bias);
                    self.norm(mid);
                    self.conv(last);
                }
                Block::Nested {
                    pre,
                    first,
                    blocks,
                    post,
                    last,
                } => {
                    self.line("nested_bottleneck_block");
                    self.name();
                    self.line(blocks.len());
                    self.norm(pre);
                    self.conv(first);
                    self.blocks(blocks);
                    self.norm(post);
                    self.conv(last);
                }
            }
        }
    }
}
