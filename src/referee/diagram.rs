//! The final position with whose every point is.

use super::report::Report;
use crate::go::{Color, Point};

/// What the letters of [`rows`] mean.
pub(super) const LEGEND: &str =
    "X O living stones, x o dead ones, + Black's points, - White's points, . nobody's";

/// The board from the top row down, a character a point: `X` and `O` living stones, `x` and `o` dead ones, `+` and `-` empty
/// points of Black and of White, `.` other points. What stands on a dead stone's point is the stone.
pub(super) fn rows(report: &Report) -> Vec<String> {
    let size = report.board.size();
    let row = |row| (0..size).map(move |column| letter(report, Point::new(column, row)));
    (0..size).rev().map(|n| row(n).collect()).collect()
}

fn letter(report: &Report, point: Point) -> char {
    let dead = report.tally.rules.removes_dead_stones() && report.status.dead.contains(point);
    match (report.board.at(point), dead) {
        (Some(Color::Black), false) => 'X',
        (Some(Color::White), false) => 'O',
        (Some(Color::Black), true) => 'x',
        (Some(Color::White), true) => 'o',
        (None, _) => match report.tally.owner(point) {
            Some(Color::Black) => '+',
            Some(Color::White) => '-',
            None => '.',
        },
    }
}

/// The diagram with coordinates, a line a row.
pub(super) fn drawn(report: &Report) -> Vec<String> {
    let size = report.board.size();
    let mut edge = "  ".to_string();
    for column in 0..size {
        let vertex = Point::new(column, 0).to_string();
        edge.push(' ');
        edge.push_str(vertex.trim_end_matches('1'));
    }
    let mut lines = vec![edge.clone()];
    for (row, cells) in (1..=size).rev().zip(rows(report)) {
        let mut line = format!("{row:2}");
        for cell in cells.chars() {
            line.push(' ');
            line.push(cell);
        }
        lines.push(format!("{line} {row}"));
    }
    lines.push(edge);
    lines
}
