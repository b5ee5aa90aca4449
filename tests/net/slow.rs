//! The forward pass as its definition says, slowly, in double precision.

use crate::tiny::{Block, Conv, Dense, Net, Norm};

/// Numbers by channel, row, column.
type Planes = Vec<Vec<Vec<f64>>>;

pub struct Answer {
    /// By channel; each by points, then the pass.
    pub policy: Vec<Vec<f64>>,
    pub values: Vec<f64>,
    pub scores: Vec<f64>,
    pub ownership: Vec<f64>,
}

fn act(kind: &str, x: f64) -> f64 {
    match kind {
        "ACTIVATION_IDENTITY" => x,
        "ACTIVATION_RELU" => x.max(0.0),
        "ACTIVATION_MISH" => x * x.exp().ln_1p().tanh(),
        "ACTIVATION_SILU" => x / (1.0 + (-x).exp()),
        _ => unreachable!("not used in these tests"),
    }
}

fn conv(layer: &Conv, input: &Planes) -> Planes {
    let size = input[0].len();
    let mut output = vec![vec![vec![0.0; size]; size]; layer.outputs];
    for (o, plane) in output.iter_mut().enumerate() {
        for (y, row) in plane.iter_mut().enumerate() {
            for (x, sum) in row.iter_mut().enumerate() {
                for ky in 0..layer.size.0 {
                    for kx in 0..layer.size.1 {
                        let iy = (y + ky * layer.dilation.0)
                            .checked_sub(layer.size.0 / 2 * layer.dilation.0);
                        let ix = (x + kx * layer.dilation.1)
                            .checked_sub(layer.size.1 / 2 * layer.dilation.1);
                        let (Some(iy), Some(ix)) = (iy, ix) else {
                            continue;
                        };
                        if iy >= size || ix >= size {
                            continue;
                        }
                        for (i, plane) in input.iter().enumerate() {
                            let index =
                                ((ky * layer.size.1 + kx) * layer.inputs + i) * layer.outputs + o;
                            *sum += f64::from(layer.weights[index]) * plane[iy][ix];
                        }
                    }
                }
            }
        }
    }
    output
}

fn norm(layer: &Norm, input: &Planes) -> Planes {
    let mut output = input.clone();
    for (c, plane) in output.iter_mut().enumerate() {
        let scale = layer
            .scale
            .as_ref()
            .map_or(1.0, |scale| f64::from(scale[c]));
        let bias = layer.bias.as_ref().map_or(0.0, |bias| f64::from(bias[c]));
        let deviation = (f64::from(layer.variance[c]) + f64::from(layer.epsilon)).sqrt();
        for x in plane.iter_mut().flatten() {
            *x = act(
                layer.act,
                (*x - f64::from(layer.mean[c])) / deviation * scale + bias,
            );
        }
    }
    output
}

fn dense(layer: &Dense, input: &[f64]) -> Vec<f64> {
    assert_eq!(input.len(), layer.inputs);
    (0..layer.outputs)
        .map(|o| {
            input
                .iter()
                .enumerate()
                .map(|(i, x)| x * f64::from(layer.weights[i * layer.outputs + o]))
                .sum()
        })
        .collect()
}

fn biased(layer: &Dense, input: &[f64], bias: &[f32]) -> Vec<f64> {
    dense(layer, input)
        .iter()
        .zip(bias)
        .map(|(x, &b)| x + f64::from(b))
        .collect()
}

fn add(a: &Planes, b: &Planes) -> Planes {
    let mut sum = a.clone();
    for (x, y) in sum
        .iter_mut()
        .flatten()
        .flatten()
        .zip(b.iter().flatten().flatten())
    {
        *x += y;
    }
    sum
}

fn add_at_every_point(planes: &Planes, bias: &[f64]) -> Planes {
    let mut sum = planes.clone();
    for (plane, b) in sum.iter_mut().zip(bias) {
        plane.iter_mut().flatten().for_each(|x| *x += b);
    }
    sum
}

fn means(planes: &Planes) -> Vec<f64> {
    let area = (planes[0].len() * planes[0].len()) as f64;
    planes
        .iter()
        .map(|plane| plane.iter().flatten().sum::<f64>() / area)
        .collect()
}

fn pools(planes: &Planes) -> Vec<f64> {
    let side = planes[0].len() as f64;
    let means = means(planes);
    let mut pools = means.clone();
    pools.extend(means.iter().map(|x| x * (side - 14.0) / 10.0));
    pools.extend(
        planes
            .iter()
            .map(|plane| plane.iter().flatten().copied().fold(f64::MIN, f64::max)),
    );
    pools
}

fn value_pools(planes: &Planes) -> Vec<f64> {
    let side = planes[0].len() as f64;
    let means = means(planes);
    let mut pools = means.clone();
    pools.extend(means.iter().map(|x| x * (side - 14.0) / 10.0));
    pools.extend(
        means
            .iter()
            .map(|x| x * ((side - 14.0) * (side - 14.0) / 100.0 - 0.1)),
    );
    pools
}

fn block(block: &Block, input: &Planes) -> Planes {
    let residual = match block {
        Block::Ordinary {
            pre,
            first,
            mid,
            last,
        } => conv(last, &norm(mid, &conv(first, &norm(pre, input)))),
        Block::Pooling {
            pre,
            regular,
            pooled,
            pooled_norm,
            to_bias,
            mid,
            last,
        } => {
            let x = norm(pre, input);
            let bias = dense(to_bias, &pools(&norm(pooled_norm, &conv(pooled, &x))));
            conv(
                last,
                &norm(mid, &add_at_every_point(&conv(regular, &x), &bias)),
            )
        }
        Block::Nested {
            pre,
            first,
            blocks,
            post,
            last,
        } => {
            let mut x = conv(first, &norm(pre, input));
            for inner in blocks {
                x = self::block(inner, &x);
            }
            conv(last, &norm(post, &x))
        }
    };
    add(input, &residual)
}

/// The outputs for planes by plane, row, column, and global inputs.
pub fn forward(net: &Net, planes: &Planes, globals: &[f64]) -> Answer {
    let mut x = add_at_every_point(&conv(&net.planes, planes), &dense(&net.globals, globals));
    for b in &net.blocks {
        x = block(b, &x);
    }
    let x = norm(&net.tip, &x);

    let pools = pools(&norm(&net.g1_norm, &conv(&net.g1, &x)));
    let p1 = add_at_every_point(&conv(&net.p1, &x), &dense(&net.g_to_bias, &pools));
    let p2 = conv(&net.p2, &norm(&net.p1_norm, &p1));
    let mut pass = dense(&net.pass, &pools);
    if let Some((bias, kind, second)) = &net.pass2 {
        let hidden: Vec<f64> = biased(&net.pass, &pools, bias)
            .iter()
            .map(|&x| act(kind, x))
            .collect();
        pass = dense(second, &hidden);
    }
    let policy = p2
        .iter()
        .zip(pass)
        .map(|(plane, pass)| plane.iter().flatten().copied().chain([pass]).collect());

    let v1 = norm(&net.v1_norm, &conv(&net.v1, &x));
    let hidden = biased(&net.v2, &value_pools(&v1), &net.v2_bias);
    let hidden: Vec<f64> = hidden.iter().map(|&x| act(net.v2_act, x)).collect();
    Answer {
        policy: policy.collect(),
        values: biased(&net.v3, &hidden, &net.v3_bias),
        scores: biased(&net.sv3, &hidden, &net.sv3_bias),
        ownership: conv(&net.ownership, &v1)[0]
            .iter()
            .flatten()
            .copied()
            .collect(),
    }
}
