//! Boards and maps drawn as text.
#![allow(dead_code)] // each test file uses a part of it

use tengen::go::{Board, ByColor, Color, Game, Komi, Point, PointSet, Rules};

/// The rows of a drawing from the top: lines, or parts between slashes. Blanks around and inside do not count.
fn rows(drawing: &str) -> Vec<Vec<char>> {
    drawing
        .split(['\n', '/'])
        .map(|row| row.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect()
}

/// The points at which a drawing has one of the letters.
pub(crate) fn points(drawing: &str, letters: &str) -> PointSet {
    let rows = rows(drawing);
    let height = rows.len();
    rows.iter()
        .enumerate()
        .flat_map(|(y, row)| row.iter().enumerate().map(move |(x, c)| (x, y, c)))
        .filter(|(.., c)| letters.contains(**c))
        .map(|(x, y, _)| Point::new(x, height - 1 - y))
        .collect()
}

/// The board of a drawing with `X` or `x` for black stones and `O` or `o` for white ones.
pub(crate) fn board(drawing: &str) -> Board {
    let mut board = Board::new(rows(drawing).len());
    for (letters, color) in [("Xx", Color::Black), ("Oo", Color::White)] {
        board.set_up_all(
            points(drawing, letters)
                .iter()
                .map(|point| (point, Some(color))),
        );
    }
    board
}

/// A game that starts from a drawing, with Black to move.
pub(crate) fn game(drawing: &str, rules: &str, komi: &str) -> Game {
    let rules: Rules = rules.parse().expect("a rule set");
    let komi: Komi = komi.parse().expect("a komi");
    Game::from_position(board(drawing), Color::Black, rules, komi)
}

/// A drawing of whose every point is: `X` Black's, `O` White's, `.` nobody's; rows between slashes.
pub(crate) fn draw_map(size: usize, map: &ByColor<PointSet>) -> String {
    let letter = |point| match (map.black.contains(point), map.white.contains(point)) {
        (true, true) => '?',
        (true, false) => 'X',
        (false, true) => 'O',
        (false, false) => '.',
    };
    (0..size)
        .rev()
        .map(|row| {
            (0..size)
                .map(|column| letter(Point::new(column, row)))
                .collect()
        })
        .collect::<Vec<String>>()
        .join("/")
}
