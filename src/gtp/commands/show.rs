//! Commands that show the position.

use std::fmt::Write;

use super::super::command::{Command, Group};
use super::super::session::Session;
use super::list;
use crate::go::{Color, Game, Point, handicap};

pub(super) fn group() -> Group {
    Group {
        title: "Position",
        commands: vec![
            Command::new(
                "showboard",
                showboard,
                "Draws the position: X black, O white, + a star point, the last move in brackets.",
            )
            .in_menu("string", "Show Board", ""),
            Command::new(
                "list_stones",
                list_stones,
                "The points on which a colour has stones.",
            ),
            Command::new(
                "captures",
                captures,
                "Number of stones that a colour has taken.",
            ),
        ],
    }
}

fn list_stones(session: &mut Session, color: Color) -> String {
    let board = session.engine.game().board();
    list(
        board
            .points()
            .filter(|&point| board.at(point) == Some(color)),
    )
}

fn captures(session: &mut Session, color: Color) -> String {
    session.engine.game().board().captures()[color].to_string()
}

fn showboard(session: &mut Session) -> String {
    draw(session.engine.game())
}

/// The position as a diagram with a line above and lines below.
fn draw(game: &Game) -> String {
    let board = game.board();
    let size = board.size();
    let stars = handicap::star_points(size);
    let last = game.moves().last();
    let last_point = last.and_then(|(_, mv)| mv.point());
    let letters = (0..size).fold(String::from("  "), |line, column| {
        let name = Point::new(column, 0).to_string();
        format!("{line} {}", &name[..1])
    });
    let mut text = format!(
        "{size}x{size}, {} rules, komi {}\n",
        rules_name(game),
        game.komi()
    );
    let _ = writeln!(text, "{letters}");
    for row in (0..size).rev() {
        let _ = write!(text, "{:2}", row + 1);
        for column in 0..size {
            let point = Point::new(column, row);
            let mark = match board.at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if stars.contains(&point) => '+',
                None => '.',
            };
            let before = match last_point {
                Some(last) if last == point => '(',
                Some(last) if column > 0 && last == Point::new(column - 1, row) => ')',
                _ => ' ',
            };
            let _ = write!(text, "{before}{mark}");
        }
        let after = match last_point {
            Some(last) if last == Point::new(size - 1, row) => ')',
            _ => ' ',
        };
        let _ = writeln!(text, "{after}{}", row + 1);
    }
    let _ = writeln!(text, "{letters}");
    let _ = writeln!(
        text,
        "Prisoners: Black (X) {}, White (O) {}",
        board.captures().black,
        board.captures().white
    );
    if game.handicap() > 0 {
        let _ = writeln!(text, "Handicap: {} stones", game.handicap());
    }
    match last {
        Some((color, mv)) => {
            let _ = writeln!(
                text,
                "Move {}: {} {mv}",
                game.moves().len(),
                capital(*color)
            );
        }
        None => text.push_str("No moves yet\n"),
    }
    let _ = write!(text, "{} to move", capital(game.to_move()));
    if game.is_over() {
        text.push_str(", after two passes");
    }
    text
}

fn rules_name(game: &Game) -> &'static str {
    game.rules().name().unwrap_or("own")
}

const fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
