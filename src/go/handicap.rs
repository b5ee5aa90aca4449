//! Where handicap stones go.

use super::board::Board;
use super::color::Color;
use super::point::{Move, Point};
use super::set::PointSet;

/// The largest number of stones that the standard's fixed placement knows on a board of `size` lines; 0 where it knows
/// none. The smallest is always two.
#[must_use]
pub const fn max_fixed(size: usize) -> usize {
    match size {
        0..=6 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The points of a fixed handicap of `stones` (GTP version 2, section 4.1.1), in the standard's order. `None` where the
/// number is not offered on this size. The line is the third up to 12x12, the fourth on larger boards.
#[must_use]
pub fn fixed(size: usize, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones > max_fixed(size) {
        return None;
    }
    let low = if size >= 13 { 3 } else { 2 };
    let (middle, high) = (size / 2, size - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut points: Vec<_> = corners.into_iter().take(stones).collect();
    if stones >= 6 {
        points.extend(sides.into_iter().take((stones - 4) / 2 * 2));
    }
    if stones > 4 && stones % 2 == 1 {
        points.push((middle, middle));
    }
    Some(
        points
            .into_iter()
            .map(|(column, row)| Point::new(column, row))
            .collect(),
    )
}

/// The engine's own placement of exactly `stones` stones, all distinct: the fixed points where those serve, then points
/// far from the stones that stand, on the third line or above where it can be. `None` where `stones` is below two or would
/// fill the board.
#[must_use]
pub fn free(size: usize, stones: usize) -> Option<Vec<Point>> {
    let board = Board::new(size);
    if stones < 2 || stones >= board.area() {
        return None;
    }
    let mut points = fixed(size, stones.min(max_fixed(size))).unwrap_or_default();
    let nearest = |point| points.iter().map(|&other| distance(point, other)).min();
    // The points left, each with the distance to the nearest stone.
    let mut left: Vec<(Point, usize)> = board
        .points()
        .filter(|point| !points.contains(point))
        .map(|point| (point, nearest(point).unwrap_or(usize::MAX)))
        .collect();
    while points.len() < stones {
        let &(best, _) = left.iter().max_by_key(|&&(point, distance)| {
            let line = line_of(size, point);
            (
                line >= 3.min(size.div_ceil(2)),
                distance,
                std::cmp::Reverse(line),
            )
        })?;
        left.retain(|&(point, _)| point != best);
        for (point, nearest) in &mut left {
            *nearest = distance(*point, best).min(*nearest);
        }
        points.push(best);
    }
    Some(points)
}

/// The star points that a diagram marks: those of the fixed handicap of nine, or of four.
#[must_use]
pub fn star_points(size: usize) -> Vec<Point> {
    fixed(size, max_fixed(size)).unwrap_or_default()
}

/// The line a point lies on, counted from 1 at the edge.
fn line_of(size: usize, point: Point) -> usize {
    let (column, row) = (point.column(), point.row());
    1 + column.min(row).min(size - 1 - column).min(size - 1 - row)
}

/// Steps along the lines between two points.
fn distance(a: Point, b: Point) -> usize {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}

/// The number of black plays on different points that moves begin with.
#[must_use]
pub fn opening_row(moves: &[(Color, Move)]) -> usize {
    let mut stones = PointSet::EMPTY;
    let mut is_placed = |&&(color, mv): &&(Color, Move)| {
        let point = mv.point().filter(|_| color == Color::Black);
        point.is_some_and(|point| stones.insert(point))
    };
    moves.iter().take_while(&mut is_placed).count()
}

/// Whether a list of points can be set as free handicap on an empty board: two at least, one point less than the board at
/// most, all on the board and distinct.
#[must_use]
pub fn is_valid(board: &Board, points: &[Point]) -> bool {
    let distinct: super::set::PointSet = points.iter().copied().collect();
    points.len() >= 2
        && points.len() < board.area()
        && distinct.len() == points.len()
        && points.iter().all(|&point| board.contains(point))
}

/// Handicap stones as set-up.
pub fn stones(points: &[Point]) -> impl Iterator<Item = (Point, Option<Color>)> + '_ {
    points.iter().map(|&point| (point, Some(Color::Black)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(points: Option<Vec<Point>>) -> String {
        points.map_or("none".into(), |p| {
            p.iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        })
    }

    #[test]
    fn fixed_placement_is_the_standards() {
        for (size, stones, expected) in [
            (19, 2, "D4 Q16"),
            (19, 3, "D4 Q16 D16"),
            (19, 4, "D4 Q16 D16 Q4"),
            (19, 5, "D4 Q16 D16 Q4 K10"),
            (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
            (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
            (13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"),
            (12, 4, "C3 K10 C10 K3"),
            (9, 4, "C3 G7 C7 G3"),
            (8, 4, "C3 F6 C6 F3"),
            (7, 4, "C3 E5 C5 E3"),
            (7, 5, "none"),
            (8, 5, "none"),
            (6, 2, "none"),
            (9, 1, "none"),
            (9, 10, "none"),
        ] {
            assert_eq!(written(fixed(size, stones)), expected, "{stones} on {size}");
        }
    }

    #[test]
    fn free_placement_gives_just_the_number_asked() {
        for size in [2, 3, 5, 6, 7, 9, 13, 19, 25] {
            for stones in (2..size * size).step_by(1 + size / 4) {
                let points = free(size, stones).unwrap_or_default();
                assert_eq!(points.len(), stones);
                assert!(is_valid(&Board::new(size), &points));
            }
            assert_eq!(free(size, 1), None);
            assert_eq!(free(size, size * size), None);
        }
    }

    /// After the fixed points each stone is as far from the others as one can be on the third line or above; as long as there
    /// is none, the lowest of those lines that are as far; below only where the board is full above.
    #[test]
    fn free_placement_keeps_stones_apart_and_off_the_edge() {
        for size in 2..=13 {
            let points = free(size, size * size - 1).expect("a placement");
            let fixed_count = max_fixed(size);
            assert_eq!(
                points[..fixed_count],
                fixed(size, fixed_count).unwrap_or_default()
            );
            for count in fixed_count..points.len() {
                let (stood, rest) = points.split_at(count);
                let rank = |point: &Point| {
                    let edges = [point.column(), point.row()].map(|at| at.min(size - 1 - at));
                    let line = edges[0].min(edges[1]) + 1;
                    let apart = |other: &Point| {
                        let column = point.column().abs_diff(other.column());
                        column + point.row().abs_diff(other.row())
                    };
                    let near = stood.iter().map(apart).min();
                    // Lines that no board of this size has count as the highest.
                    (line >= 3.min(size.div_ceil(2)), near, usize::MAX - line)
                };
                let best = rest.iter().map(rank).max();
                assert_eq!(Some(rank(&rest[0])), best, "stone {count} on {size}");
            }
        }
    }

    #[test]
    fn diagrams_mark_the_fixed_points() {
        for (size, marked) in [(6, 0), (7, 4), (9, 9), (12, 4), (19, 9), (20, 4)] {
            assert_eq!(star_points(size).len(), marked, "{size}");
        }
        assert_eq!(written(Some(star_points(8))), "C3 F6 C6 F3");
    }
}
