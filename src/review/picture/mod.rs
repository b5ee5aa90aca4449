//! The picture of a review: win rate and score over the moves, the largest mistakes marked and listed. As SVG, and as PNG in the
//! letters of an embedded font, so that it looks the same on machines that have none.

mod draw;
mod marks;

use std::fmt;
use std::io;
use std::sync::OnceLock;

use plotters::prelude::{BitMapBackend, SVGBackend};
use plotters::style::{FontStyle, register_font};

use self::draw::{HEIGHT, Names, WIDTH};
use super::report::Review;
use crate::go::{ByColor, Color};

/// Letters for the labels.
static FONT: &[u8] = include_bytes!("../../../assets/DejaVuSans-subset.ttf");

/// The name under which the font is known to the plotting library, and which an SVG asks its viewer for.
const FAMILY: &str = "sans-serif";

/// What every picture says of itself, where nobody sees it.
const MARK: &str = "Game review by Tengen";

/// Units of the drawing to a pixel of the picture: what is drawn larger and made smaller has smooth edges.
const SCALE: u32 = 3;

/// Why there is no picture.
#[derive(Debug)]
pub struct PictureError(String);

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be drawn: {}", self.0)
    }
}

impl std::error::Error for PictureError {}

impl PictureError {
    fn of(error: &impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Makes the font known.
fn load_font() -> Result<(), PictureError> {
    static LOADED: OnceLock<bool> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| register_font(FAMILY, FontStyle::Normal, FONT).is_ok());
    if *loaded {
        Ok(())
    } else {
        Err(PictureError("the font cannot be read".to_string()))
    }
}

/// The picture as SVG.
///
/// # Errors
/// Where the plotting library fails.
pub fn svg(review: &Review) -> Result<String, PictureError> {
    load_font()?;
    let size = (WIDTH * SCALE, HEIGHT * SCALE);
    let mut text = String::new();
    let backend = SVGBackend::with_string(&mut text, size);
    // What XML cannot hold.
    let can_show = |c: char| !matches!(c, '\u{fffe}' | '\u{ffff}');
    draw::draw(backend, review, &names(review, can_show))
        .map_err(|error| PictureError::of(&error))?;
    // The drawing's units stay in the view box.
    let drawn = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    let sized = text.replacen(&drawn, &format!("width=\"{WIDTH}\" height=\"{HEIGHT}\""), 1);
    Ok(format!("{}\n<!-- {MARK} -->\n", sized.trim_end()))
}

/// Whether the bytes are those of a picture that was made here: it says so.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    bytes
        .windows(MARK.len())
        .any(|part| part == MARK.as_bytes())
}

/// The picture as the bytes of a PNG file.
///
/// # Errors
/// Where the plotting library or the encoder fails.
pub fn png(review: &Review) -> Result<Vec<u8>, PictureError> {
    load_font()?;
    let (width, height) = (WIDTH * SCALE, HEIGHT * SCALE);
    let mut large = vec![0; (3 * width * height) as usize];
    let backend = BitMapBackend::with_buffer(&mut large, (width, height));
    draw::draw(backend, review, &names(review, is_in_font))
        .map_err(|error| PictureError::of(&error))?;
    let small = shrink(&large, width as usize, SCALE as usize);
    encode(&small).map_err(|error| PictureError::of(&error))
}

fn encode(pixels: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".to_string(), MARK.to_string())?;
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(bytes)
}

/// Makes a picture of three bytes a pixel smaller: the mean of each square.
fn shrink(large: &[u8], width: usize, scale: usize) -> Vec<u8> {
    let rows: Vec<&[u8]> = large.chunks_exact(3 * width).collect();
    let mut small = Vec::with_capacity(large.len() / (scale * scale));
    for rows in rows.chunks_exact(scale) {
        for column in (0..width - width % scale).step_by(scale) {
            for channel in 0..3 {
                let square = rows.iter().flat_map(|row| {
                    (column..column + scale).map(|x| usize::from(row[3 * x + channel]))
                });
                let mean = square.sum::<usize>() / (scale * scale);
                small.push(u8::try_from(mean).unwrap_or(u8::MAX));
            }
        }
    }
    small
}

/// The players as the picture names them: with rank, or just by colour where a letter of the name cannot be shown.
fn names(review: &Review, can_show: fn(char) -> bool) -> Names {
    ByColor::from_fn(|color| {
        let info = &review.record.info;
        let plain = match color {
            Color::Black => "Black",
            Color::White => "White",
        };
        let shown = |text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            let short: String = text.chars().take(40).collect();
            (!short.is_empty() && short.chars().all(can_show)).then_some(short)
        };
        let rank = shown(&info.ranks[color]).map_or_else(String::new, |rank| format!(" {rank}"));
        match shown(&info.players[color]) {
            Some(name) if name != plain => format!("{name}{rank} ({plain})"),
            _ => format!("{plain}{rank}"),
        }
    })
}

/// Whether the font has a letter: it has the Latin ones.
const fn is_in_font(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{17f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Komi;
    use crate::referee::RuleSet;
    use crate::review::effort::Effort;
    use crate::review::position::Position;
    use crate::review::report::Settings;

    #[test]
    fn a_square_becomes_its_mean() {
        let large = [
            [0, 0, 9, 90, 10, 10, 1, 1, 1],
            [0, 0, 9, 10, 30, 10, 1, 1, 1],
        ];
        assert_eq!(shrink(&large.concat(), 3, 2), [25, 10, 9]);
    }

    #[test]
    fn a_name_that_xml_cannot_hold_is_left_out() {
        let record = "(;SZ[5]PB[x\u{fffe}y]PW[a<b];B[cc])";
        let record = crate::sgf::read(record.as_bytes()).expect("the test's own record");
        let settings = Settings {
            rules: RuleSet::default(),
            komi: Komi::ZERO,
            network: None,
            effort: Effort::new(Some(1), None, 1),
        };
        let mut review = Review::new(record, settings);
        let position = Position::counted(Color::Black, None, 0.0);
        review.positions.fill(Some(position));
        let text = svg(&review).expect("a picture");
        assert!(
            text.contains("a&lt;b") && !text.contains('\u{fffe}'),
            "{text}"
        );
    }

    #[test]
    fn the_font_is_there() {
        assert!(load_font().is_ok());
        assert!(is_in_font('é') && is_in_font('%') && !is_in_font('棋'));
    }
}
