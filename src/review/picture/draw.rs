//! The layout of the picture.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    AreaSeries, Cartesian2d, ChartBuilder, ChartContext, Circle, DrawingArea, DrawingAreaErrorKind,
    DrawingBackend, IntoDrawingArea, IntoFont, LineSeries, PathElement, RGBColor, Rectangle, WHITE,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, TextStyle};

use super::marks::{Place, Wish, places};
use super::{FAMILY, SCALE};
use crate::go::{ByColor, Color};
use crate::review::text::player;
use crate::review::{Mistake, Position, Review};

/// Width of the picture in pixels.
pub(super) const WIDTH: u32 = 1240;
/// Its height.
pub(super) const HEIGHT: u32 = 720;

/// Pixels from the left to the list of mistakes.
const LIST: i32 = 930;
/// Pixels from the top to the graphs.
const HEAD: i32 = 66;
/// Height of the win rate's graph.
const UPPER: i32 = 384;
/// Radius of a mark.
const MARK: i32 = 10;

const INK: RGBColor = RGBColor(34, 38, 46);
const FAINT: RGBColor = RGBColor(106, 112, 122);
const BLACKS: RGBColor = RGBColor(74, 81, 94);
const WHITES: RGBColor = RGBColor(233, 235, 239);
const RED: RGBColor = RGBColor(214, 58, 52);

/// The players as the picture names them.
pub(super) type Names = ByColor<String>;

type Area<DB> = DrawingArea<DB, Shift>;
type Chart<'a, DB> = ChartContext<'a, DB, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Pixels in units of the drawing.
#[allow(clippy::cast_possible_wrap)] // three
const fn px(pixels: i32) -> i32 {
    pixels * SCALE as i32
}

fn letters(size: i32, color: RGBColor) -> TextStyle<'static> {
    (FAMILY, px(size)).into_font().color(&color)
}

/// Draws the picture.
pub(super) fn draw<DB: DrawingBackend>(backend: DB, review: &Review, names: &Names) -> Drawn<DB> {
    let whole = backend.into_drawing_area();
    whole.fill(&WHITE)?;
    let (head, below) = whole.split_vertically(px(HEAD));
    let (graphs, list) = below.split_horizontally(px(LIST));
    let (upper, lower) = graphs.split_vertically(px(UPPER));
    let mistakes = review.mistakes();
    write_head(&head, review, names)?;
    draw_winrates(&upper, review, &mistakes)?;
    draw_scores(&lower, review, &mistakes)?;
    write_list(&list, &mistakes, review.is_complete())?;
    whole.present()
}

fn write_head<DB: DrawingBackend>(area: &Area<DB>, review: &Review, names: &Names) -> Drawn<DB> {
    let title = format!("{} \u{2013} {}", names.black, names.white);
    area.draw_text(&title, &letters(23, INK), (px(18), px(12)))?;
    let settings = &review.settings;
    let mut said = vec![format!("{} moves", review.positions.len() - 1)];
    let info = &review.record.info;
    let plain = |text: &&String| text.chars().all(super::is_in_font) && text.len() < 40;
    said.extend(
        info.result
            .as_ref()
            .filter(plain)
            .map(|result| format!("result {result}")),
    );
    said.push(format!(
        "{} rules, komi {}",
        settings.rules.name, settings.komi
    ));
    said.push(format!("Tengen, {}", settings.effort));
    said.extend(settings.network.as_ref().filter(plain).cloned());
    let line = said.join("  \u{b7}  ");
    area.draw_text(&line, &letters(14, FAINT), (px(18), px(42)))
}

/// A graph over the moves, with its axes.
fn chart<'a, DB: DrawingBackend>(
    area: &'a Area<DB>,
    review: &Review,
    values: std::ops::Range<f64>,
    bottom: i32,
    label: &dyn Fn(&f64) -> String,
) -> Result<Chart<'a, DB>, DrawingAreaErrorKind<DB::ErrorType>> {
    let last = (review.positions.len() - 1).max(1) as f64;
    let mut chart = ChartBuilder::on(area)
        .margin_left(px(8))
        .margin_right(px(16))
        .margin_top(px(26))
        .margin_bottom(px(bottom))
        .x_label_area_size(px(22))
        .y_label_area_size(px(54))
        .build_cartesian_2d(0.0..last, values)?;
    let names = letters(13, FAINT);
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(FAINT.stroke_width(SCALE))
        .set_all_tick_mark_size(px(4))
        .label_style(names)
        .x_labels(16)
        .x_label_formatter(&|moves| format!("{moves:.0}"))
        .y_labels(5)
        .y_label_formatter(label)
        .draw()?;
    Ok(chart)
}

/// Neighbouring positions that have been looked at, with a value of each: number of moves, value.
fn runs(review: &Review, value: impl Fn(&Position) -> f64) -> Vec<Vec<(f64, f64)>> {
    let values: Vec<Option<(f64, f64)>> = review
        .positions
        .iter()
        .enumerate()
        .map(|(moves, position)| Some((moves as f64, value(position.as_ref()?))))
        .collect();
    let parts = values.split(Option::is_none);
    let known = parts.map(|part| part.iter().flatten().copied().collect::<Vec<_>>());
    known.filter(|run| !run.is_empty()).collect()
}

fn draw_winrates<DB: DrawingBackend>(
    area: &Area<DB>,
    review: &Review,
    mistakes: &[Mistake],
) -> Drawn<DB> {
    let mut chart = chart(area, review, 0.0..100.0, 4, &|rate| format!("{rate:.0} %"))?;
    let percent = |position: &Position| 100.0 * position.winrate;
    for run in runs(review, percent) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let whites = Rectangle::new([(first.0, 0.0), (last.0, 100.0)], WHITES.filled());
        chart.draw_series([whites])?;
        chart.draw_series(AreaSeries::new(run.iter().copied(), 0.0, BLACKS.filled()))?;
        chart.draw_series(LineSeries::new(
            run.iter().copied(),
            INK.stroke_width(SCALE * 2),
        ))?;
    }
    let last = (review.positions.len() - 1).max(1) as f64;
    for rate in [25.0, 50.0, 75.0] {
        let strong = if (rate - 50.0_f64).abs() < 1.0 {
            0.9
        } else {
            0.4
        };
        let line = [(0.0, rate), (last, rate)];
        chart.draw_series([PathElement::new(
            line,
            FAINT.mix(strong).stroke_width(SCALE / 2),
        )])?;
    }
    let wishes: Vec<Wish> = mistakes
        .iter()
        .map(|mistake| Wish {
            at: chart.backend_coord(&(mistake.number as f64, percent(&mistake.after))),
            above: mistake.color == Color::White,
        })
        .collect();
    let plot = chart.plotting_area();
    let (_, rows) = plot.get_pixel_range();
    let (left, top) = area.get_base_pixel();
    let within = (rows.start, rows.end);
    for (rank, (wish, place)) in (1..).zip(wishes.iter().zip(places(&wishes, px(MARK), within))) {
        let local = |(x, y): Place| (x - left, y - top);
        let color = mistakes
            .get(rank - 1)
            .map_or(Color::Black, |mistake| mistake.color);
        let (at, place) = (local(wish.at), local(place));
        area.draw(&PathElement::new([at, place], RED.stroke_width(SCALE)))?;
        area.draw(&Circle::new(at, px(3), RED.filled()))?;
        draw_mark(area, place, rank, color)?;
    }
    let corner = (px(62), px(6));
    area.draw_text(
        "Win rate after each move: White\u{2019}s above the line, Black\u{2019}s below it",
        &letters(13, FAINT),
        corner,
    )
}

/// The number of a mistake in a disc of the player's colour.
fn draw_mark<DB: DrawingBackend>(
    area: &Area<DB>,
    (x, y): Place,
    rank: usize,
    color: Color,
) -> Drawn<DB> {
    let (disc, ink) = match color {
        Color::Black => (INK, WHITE),
        Color::White => (WHITE, INK),
    };
    area.draw(&Circle::new((x, y), px(MARK), RED.filled()))?;
    area.draw(&Circle::new((x, y), px(MARK - 2), disc.filled()))?;
    let style = letters(13, ink).pos(Pos::new(HPos::Center, VPos::Center));
    // Digits stand on the line, so that their middle lies above that of letters.
    area.draw_text(&rank.to_string(), &style, (x, y + px(1) + 1))
}

fn draw_scores<DB: DrawingBackend>(
    area: &Area<DB>,
    review: &Review,
    mistakes: &[Mistake],
) -> Drawn<DB> {
    let scores = review
        .positions
        .iter()
        .flatten()
        .map(|position| position.score.abs());
    let most = (scores.fold(4.0_f64, f64::max) * 1.1).ceil();
    let label = |score: &f64| {
        let size = score.abs().round();
        match score {
            _ if size < 0.5 => "0".to_string(),
            score if *score < 0.0 => format!("W+{size}"),
            _ => format!("B+{size}"),
        }
    };
    let mut chart = chart(area, review, -most..most, 8, &label)?;
    for run in runs(review, |position| position.score) {
        let run = with_zeros(&run);
        let part = |black: bool| {
            run.iter()
                .map(move |&(x, y)| (x, if black { y.max(0.0) } else { y.min(0.0) }))
        };
        chart.draw_series(AreaSeries::new(part(true), 0.0, BLACKS.filled()))?;
        chart.draw_series(AreaSeries::new(part(false), 0.0, WHITES.filled()))?;
        chart.draw_series(LineSeries::new(
            run.iter().copied(),
            INK.stroke_width(SCALE * 2),
        ))?;
    }
    let last = (review.positions.len() - 1).max(1) as f64;
    let zero = PathElement::new([(0.0, 0.0), (last, 0.0)], FAINT.stroke_width(SCALE / 2));
    chart.draw_series([zero])?;
    let dots = mistakes.iter().map(|mistake| {
        let at = (mistake.number as f64, mistake.after.score);
        Circle::new(at, px(3), RED.filled())
    });
    chart.draw_series(dots)?;
    let corner = (px(62), px(6));
    area.draw_text(
        "Score lead in points after each move",
        &letters(13, FAINT),
        corner,
    )
}

/// The points of a curve with those between them where it crosses zero.
fn with_zeros(run: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut full = Vec::with_capacity(2 * run.len());
    for (place, &(x, y)) in run.iter().enumerate() {
        full.push((x, y));
        if let Some(&(next_x, next_y)) = run.get(place + 1)
            && y * next_y < 0.0
        {
            full.push((x + (next_x - x) * y / (y - next_y), 0.0));
        }
    }
    full
}

fn write_list<DB: DrawingBackend>(
    area: &Area<DB>,
    mistakes: &[Mistake],
    is_complete: bool,
) -> Drawn<DB> {
    let title = match (mistakes.is_empty(), is_complete) {
        (false, true) => "Largest mistakes",
        (false, false) => "Largest mistakes so far",
        (true, true) => "No mistakes",
        (true, false) => "No mistakes so far",
    };
    area.draw_text(title, &letters(17, INK), (px(10), px(12)))?;
    for (rank, mistake) in (1..).zip(mistakes) {
        let y = px(38) + px(58) * (i32::try_from(rank).unwrap_or(0) - 1);
        draw_mark(area, (px(20), y + px(20)), rank, mistake.color)?;
        let what = format!(
            "{}  {} {}",
            mistake.number,
            player(mistake.color),
            mistake.mv
        );
        area.draw_text(&what, &letters(16, INK), (px(40), y + px(2)))?;
        let cost = format!("\u{2212}{:.1} %", 100.0 * mistake.loss.winrate);
        let right = letters(16, RED).pos(Pos::new(HPos::Right, VPos::Top));
        area.draw_text(&cost, &right, (px(292), y + px(2)))?;
        let mut more = mistake
            .before
            .best()
            .map_or_else(String::new, |best| format!("better {best}"));
        if mistake.loss.score >= 0.05 {
            more = format!("{more} by {:.1} points", mistake.loss.score);
        }
        area.draw_text(&more, &letters(14, FAINT), (px(40), y + px(24)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_gets_its_zeros() {
        let full = with_zeros(&[(0.0, 1.0), (1.0, -3.0), (2.0, 0.0), (3.0, 2.0)]);
        assert_eq!(
            full,
            [(0.0, 1.0), (0.25, 0.0), (1.0, -3.0), (2.0, 0.0), (3.0, 2.0)]
        );
    }
}
