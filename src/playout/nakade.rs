//! Eye spaces that one move inside decides.

use crate::go::{Board, Cell, Color, Point};

/// The most points of an eye space that one move can kill.
const MAX: usize = 6;

/// A few points.
struct Space {
    points: [Point; MAX + 1],
    len: usize,
}

impl Space {
    fn as_slice(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

/// The connected points for which `belongs` holds, from `start` on; `None` where they are more than [`MAX`] or `bounded`
/// fails for a point beside them.
fn gather(
    start: Point,
    belongs: impl Fn(Point) -> bool,
    bounded: impl Fn(Point) -> bool,
) -> Option<Space> {
    let mut space = Space {
        points: [start; MAX + 1],
        len: 1,
    };
    let mut next = 0;
    while next < space.len {
        for neighbor in space.points[next].neighbors() {
            if belongs(neighbor) {
                if !space.as_slice().contains(&neighbor) {
                    if space.len == MAX {
                        return None;
                    }
                    space.points[space.len] = neighbor;
                    space.len += 1;
                }
            } else if !bounded(neighbor) {
                return None;
            }
        }
        next += 1;
    }
    Some(space)
}

/// The point from which one move decides a shape of three to six points: the middle of three, of a pyramid, of a cross, of
/// a bulky five, of a rabbity six.
fn vital(points: &[Point]) -> Option<Point> {
    let degree = |point: Point| {
        point
            .neighbors()
            .into_iter()
            .filter(|n| points.contains(n))
            .count()
    };
    let wanted = match points.len() {
        3 => 2,
        4 => 3,
        5 if points.iter().any(|&p| degree(p) == 4) => 4,
        // A bulky five has five neighbouring pairs, other shapes of five four.
        5 if points.iter().map(|&p| degree(p)).sum::<usize>() == 10 => 3,
        // A rabbity six has six pairs, around a point of four neighbours.
        6 if points.iter().map(|&p| degree(p)).sum::<usize>() == 12 => 4,
        _ => return None,
    };
    points.iter().copied().find(|&p| degree(p) == wanted)
}

/// Whether the eight neighbours of a point show by themselves that its space cannot be killed by one move of `color`: a stone
/// of its own beside the space, no second point, or too many points. Most spaces are told that way.
#[inline]
fn is_open(around: u16, color: Color) -> bool {
    let (low, high) = (around & 0x5555, around >> 1 & 0x5555);
    let empty = !(low | high) & 0x5555;
    let mine = match color {
        Color::Black => low & !high,
        Color::White => high & !low,
    };
    let (up, left, right, down) = (empty & 1, empty >> 2 & 1, empty >> 4 & 1, empty >> 6 & 1);
    // Diagonal points that touch an empty neighbour.
    let touched =
        (up | left) << 8 | (up | right) << 10 | (left | down) << 12 | (right | down) << 14;
    let seen = touched | 0x55;
    let count = (empty & seen).count_ones() as usize;
    mine & seen != 0 || count == 0 || count >= MAX
}

/// Where `color` kills an eye space of the opponent that holds the empty point `inside`, if it is small enough and all
/// around it are the opponent's stones.
#[must_use]
pub fn killing_move(board: &Board, color: Color, inside: Point) -> Option<Point> {
    let own = Cell::stone(color);
    if is_open(board.pattern(inside), color) {
        return None;
    }
    let space = gather(inside, |p| board.is_empty(p), |p| board.cell(p) != own)?;
    vital(space.as_slice())
}

/// Whether the stones that `color` would have joined to `point` by a play there make a shape that leaves the opponent no
/// second eye once captured: up to three stones, or a shape with a vital point.
#[must_use]
pub fn fills_to_kill(board: &Board, color: Color, point: Point) -> bool {
    let own = Cell::stone(color);
    gather(point, |p| board.cell(p) == own, |_| true)
        .is_some_and(|space| space.len <= 3 || vital(space.as_slice()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> Vec<Point> {
        names
            .split(' ')
            .filter_map(|name| name.parse().ok())
            .collect()
    }

    #[test]
    fn shapes_and_their_vital_points() {
        for (shape, point) in [
            ("C3 C4 C5", Some("C4")),
            ("C3 C4 D4", Some("C4")),
            ("C3 C4 C5 C6", None),
            ("C3 C4 D3 D4", None),
            ("C3 C4 C5 D4", Some("C4")),
            ("C3 C4 C5 D4 B4", Some("C4")),
            ("C3 C4 D3 D4 C5", Some("C4")),
            ("C3 C4 C5 D5 E5", None),
            ("C3 C4 C5 D4 B4 B5", Some("C4")),
            ("C3 C4 C5 D3 D4 D5", None),
            ("C3 C4", None),
        ] {
            let vital = vital(&points(shape)).map(|p| p.to_string());
            assert_eq!(vital.as_deref(), point, "{shape}");
        }
    }

    #[test]
    fn a_surrounded_space_of_three_is_killed_in_the_middle() {
        let mut board = Board::new(9);
        for point in points("A2 B2 C2 D2 D1") {
            board.play(Color::White, point);
        }
        assert_eq!(
            killing_move(&board, Color::Black, points("A1")[0]),
            Some(points("B1")[0])
        );
        assert_eq!(
            killing_move(&board, Color::White, points("A1")[0]),
            None,
            "its own eye"
        );
        assert_eq!(
            killing_move(&board, Color::Black, points("F5")[0]),
            None,
            "too large"
        );
    }
}
