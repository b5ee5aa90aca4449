//! How the types of the rules core read in messages.

use tengen::go::{Board, Color, IllegalMove, Point};

#[test]
fn colors() {
    let told = Color::BOTH.map(|color| (color.index(), color.letter(), color.to_string()));
    let expected = [(0, 'B', "black".to_string()), (1, 'W', "white".to_string())];
    assert_eq!(told, expected);
    assert_eq!(format!("{:>6}", Color::Black), " black");
}

#[test]
fn reasons_for_illegal_moves() {
    let told = [
        IllegalMove::OffBoard,
        IllegalMove::Occupied,
        IllegalMove::Suicide,
        IllegalMove::Ko,
        IllegalMove::Superko,
    ]
    .map(|reason| reason.to_string());
    assert_eq!(
        told,
        ["off the board", "occupied", "suicide", "ko", "superko"]
    );
}

#[test]
fn boards() {
    let mut board = Board::new(3);
    board.play(Color::Black, Point::new(0, 0));
    board.play(Color::White, Point::new(2, 1));
    assert_eq!(board.to_string(), ". . .\n. . O\nX . .\n");
    let told = format!("{board:?}");
    assert!(
        told.starts_with(&board.to_string()) && told.contains("ko None"),
        "{told}"
    );
}
