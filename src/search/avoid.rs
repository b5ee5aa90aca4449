//! Moves that a search leaves out near its root, as an analysis may ask.

use crate::go::{Color, Move, Point, PointSet};

/// No search goes so deep.
const DEEPEST: usize = 2000;

/// Which moves of which colour are not considered, and how deep below the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Avoid {
    orders: Vec<Order>,
    depth: usize,
}

/// One list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Order {
    color: Color,
    points: PointSet,
    pass: bool,
    /// Whether the list names the moves that are left, not those that are left out.
    only: bool,
    depth: usize,
}

impl Avoid {
    /// Leaves out moves of a colour in the first `depth` moves from the root on: with 1 at the root alone.
    pub fn forbid(&mut self, color: Color, moves: impl IntoIterator<Item = Move>, depth: usize) {
        self.order(color, moves, false, depth);
    }

    /// Leaves out all other moves of a colour. Where it is said several times, the moves of all lists are left.
    pub fn allow_only(
        &mut self,
        color: Color,
        moves: impl IntoIterator<Item = Move>,
        depth: usize,
    ) {
        self.order(color, moves, true, depth);
    }

    fn order(
        &mut self,
        color: Color,
        moves: impl IntoIterator<Item = Move>,
        only: bool,
        depth: usize,
    ) {
        let (mut points, mut pass) = (PointSet::EMPTY, false);
        for mv in moves {
            match mv {
                Move::Play(point) => {
                    points.insert(point);
                }
                Move::Pass => pass = true,
            }
        }
        let depth = depth.min(DEEPEST);
        self.depth = self.depth.max(depth);
        // Each visit of a node asks all of them.
        let alike = self
            .orders
            .iter_mut()
            .find(|order| (order.color, order.only, order.depth) == (color, only, depth));
        if let Some(order) = alike {
            order.points = order.points.union(&points);
            order.pass |= pass;
            return;
        }
        self.orders.push(Order {
            color,
            points,
            pass,
            only,
            depth,
        });
    }

    /// Whether the moves of a colour that are left at the root are named one by one.
    #[must_use]
    pub fn names_moves(&self, color: Color) -> bool {
        let mut orders = self.orders.iter();
        orders.any(|order| order.only && order.color == color && order.depth > 0)
    }

    /// The points that are named.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.orders.iter().flat_map(|order| order.points.iter())
    }

    /// Number of moves from the root on in which something may be left out.
    #[inline]
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Whether a move that `color` makes after `depth` moves from the root is left out.
    #[must_use]
    pub fn forbids(&self, color: Color, depth: usize, mv: Move) -> bool {
        let mut limited = false;
        let mut allowed = false;
        for order in &self.orders {
            if order.color != color || order.depth <= depth {
                continue;
            }
            let named = mv
                .point()
                .map_or(order.pass, |point| order.points.contains(point));
            if order.only {
                limited = true;
                allowed |= named;
            } else if named {
                return true;
            }
        }
        limited && !allowed
    }

    /// Lets the pass through, for where nothing else is left.
    pub fn permit_pass(&mut self) {
        for order in &mut self.orders {
            order.pass = order.only;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(column: usize) -> Move {
        Move::Play(Point::new(column, 0))
    }

    #[test]
    fn lists_hold_for_their_colour_and_depth() {
        let mut avoid = Avoid::default();
        assert_eq!(avoid.depth(), 0);
        avoid.forbid(Color::Black, [at(0), Move::Pass], 1);
        avoid.forbid(Color::Black, [at(1)], 3);
        avoid.allow_only(Color::White, [at(2)], 2);
        avoid.allow_only(Color::White, [at(3), at(4)], 2);
        avoid.forbid(Color::White, [at(4)], 2);
        assert_eq!(avoid.depth(), 3);
        for (color, depth, mv, forbidden) in [
            (Color::Black, 0, at(0), true),
            (Color::Black, 0, Move::Pass, true),
            (Color::Black, 1, at(0), false),
            (Color::Black, 2, at(1), true),
            (Color::Black, 3, at(1), false),
            (Color::Black, 0, at(2), false),
            (Color::White, 1, at(2), false),
            (Color::White, 1, at(3), false),
            (Color::White, 1, at(4), true),
            (Color::White, 1, at(0), true),
            (Color::White, 1, Move::Pass, true),
            (Color::White, 2, at(0), false),
        ] {
            assert_eq!(
                avoid.forbids(color, depth, mv),
                forbidden,
                "{color} {mv} {depth}"
            );
        }
        avoid.permit_pass();
        assert!(!avoid.forbids(Color::Black, 0, Move::Pass));
        assert!(!avoid.forbids(Color::White, 1, Move::Pass));
        assert!(avoid.forbids(Color::White, 1, at(0)));
    }
}
