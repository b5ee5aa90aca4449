//! Boards drawn as text, for tests that people read.
//!
//! Rows from the top, blanks as one likes: `.` empty, `X` black, `O` white. A small letter marks an empty point, to name it
//! below the drawing.
#![allow(dead_code)] // each test file uses a part of it

use std::collections::HashMap;

use tengen::go::{Board, Color, Game, IllegalMove, Komi, Move, Point, Rules};

/// A drawn position.
pub(crate) struct Diagram {
    pub(crate) board: Board,
    marks: HashMap<char, Point>,
}

impl Diagram {
    /// Reads a drawing.
    pub(crate) fn new(text: &str) -> Self {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let mut board = Board::new(rows.len());
        let mut marks = HashMap::new();
        let mut stones = Vec::new();
        for (row, letters) in rows.iter().rev().enumerate() {
            assert_eq!(letters.len(), rows.len(), "a square board:{text}");
            for (column, &letter) in letters.iter().enumerate() {
                let point = Point::new(column, row);
                match letter {
                    '.' => {}
                    'X' => stones.push((point, Some(Color::Black))),
                    'O' => stones.push((point, Some(Color::White))),
                    'a'..='z' => assert_eq!(marks.insert(letter, point), None, "twice {letter}"),
                    _ => panic!("{letter:?} in a diagram:{text}"),
                }
            }
        }
        board.set_up_all(stones);
        Self { board, marks }
    }

    /// The point that a letter marks.
    pub(crate) fn at(&self, mark: char) -> Point {
        *self.marks.get(&mark).expect("a mark of the diagram")
    }

    /// A move as tests write it: a colour's letter, then a mark, a vertex or `pass`: `Ba`, `W D4`, `B pass`.
    pub(crate) fn mv(&self, text: &str) -> (Color, Move) {
        let mut letters = text.chars();
        let color = match letters.next() {
            Some('B') => Color::Black,
            Some('W') => Color::White,
            _ => panic!("{text:?} names no colour"),
        };
        let rest = letters.as_str().trim();
        let mark = rest.chars().next().filter(|_| rest.chars().count() == 1);
        let mv = match mark {
            Some(mark) => Move::Play(self.at(mark)),
            None => rest.parse().expect(text),
        };
        (color, mv)
    }

    /// A game that starts here.
    pub(crate) fn game(&self, to_move: Color, rules: Rules) -> Game {
        Game::from_position(self.board.clone(), to_move, rules, Komi::ZERO)
    }

    /// Plays moves, separated by commas, that must all be legal.
    pub(crate) fn play(&self, game: &mut Game, moves: &str) {
        for text in moves.split(',').map(str::trim).filter(|t| !t.is_empty()) {
            let (color, mv) = self.mv(text);
            assert_eq!(game.play(color, mv), Ok(()), "{text} in {moves}\n{game:?}");
        }
    }

    /// Why a move is refused, if it is.
    pub(crate) fn check(&self, game: &Game, text: &str) -> Result<(), IllegalMove> {
        let (color, mv) = self.mv(text);
        game.check(color, mv)
    }
}

/// A new board, and a diagram without marks to play on it by vertex.
pub(crate) fn fresh(size: usize, rules: Rules) -> (Diagram, Game) {
    let game = Game::new(size, rules, Komi::ZERO);
    (Diagram::new(&game.board().to_string()), game)
}

/// The board stands as drawn.
pub(crate) fn assert_drawn(board: &Board, text: &str) {
    let drawn = Diagram::new(text).board;
    assert_eq!(
        board.to_string(),
        drawn.to_string(),
        "\n{board}is not\n{drawn}"
    );
}
