//! Points in values.

use crate::go::{Move, Point};

/// The move that a value names; `None` where it names no point of the board.
pub(super) fn vertex(value: &[u8], size: usize) -> Option<Move> {
    let value = value.trim_ascii();
    match *value {
        [] => Some(Move::Pass),
        [b't', b't'] if size <= 19 => Some(Move::Pass),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let (column, row) = (usize::from(column - b'a'), usize::from(row - b'a'));
            (column < size && row < size).then(|| Move::Play(Point::new(column, size - 1 - row)))
        }
        _ => {
            let mv: Move = std::str::from_utf8(value).ok()?.parse().ok()?;
            let is_on_board = |point: Point| point.column() < size && point.row() < size;
            mv.point().is_none_or(is_on_board).then_some(mv)
        }
    }
}

/// The points of a set-up value: one, or those of a rectangle given by two corners. A pass is no point; `None` where a corner
/// is off the board.
pub(super) fn rectangle(value: &[u8], size: usize) -> Option<impl Iterator<Item = Point> + use<>> {
    let colon = value.iter().position(|&byte| byte == b':');
    let (from, to) = match colon {
        Some(at) => (&value[..at], &value[at + 1..]),
        None => (value, value),
    };
    let (from, to) = (vertex(from, size)?.point(), vertex(to, size)?.point());
    let sides = from.zip(to).map(|(a, b)| {
        let columns = a.column().min(b.column())..=a.column().max(b.column());
        let rows = a.row().min(b.row())..=a.row().max(b.row());
        (columns, rows)
    });
    Some(sides.into_iter().flat_map(|(columns, rows)| {
        columns.flat_map(move |column| rows.clone().map(move |row| Point::new(column, row)))
    }))
}
