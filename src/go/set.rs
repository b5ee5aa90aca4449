//! A set of points as bits.

use super::point::{POINTS, Point, STRIDE};

const WORDS: usize = POINTS.div_ceil(64);

/// A set of points, 88 bytes, without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a point; true where it was not in the set.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = split(point);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Takes a point out; true where it was in the set.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = split(point);
        let held = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        held
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let (word, bit) = split(point);
        self.0[word] & bit != 0
    }

    /// Number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no point is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Points of either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Points of both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Points of this set that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether the two sets share a point.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The first point in the order of [`iter`](Self::iter).
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points along the lines of any point of the set. They may lie in the set themselves, or off the board.
    #[must_use]
    pub fn neighbors(&self) -> Self {
        let up = |by: usize, i: usize| {
            self.0[i] << by | i.checked_sub(1).map_or(0, |i| self.0[i] >> (64 - by))
        };
        let down =
            |by: usize, i: usize| self.0[i] >> by | self.0.get(i + 1).map_or(0, |w| w << (64 - by));
        Self(std::array::from_fn(|i| {
            up(1, i) | down(1, i) | up(STRIDE, i) | down(STRIDE, i)
        }))
    }

    /// The points of this set that can be reached along the lines from `start` without leaving the set.
    #[must_use]
    pub fn reachable(&self, start: &Self) -> Self {
        let mut reached = self.intersection(start);
        loop {
            let more = reached.union(&reached.neighbors().intersection(self));
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The maximal connected parts of the set, each with points joined along the lines.
    pub fn parts(&self) -> impl Iterator<Item = Self> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let part = rest.reachable(&rest.first()?.into());
            rest = rest.difference(&part);
            Some(part)
        })
    }

    /// The points, from the lowest row up and from left to right.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            std::iter::successors((bits != 0).then_some(bits), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| Point::from_index(word * 64 + rest.trailing_zeros() as usize))
        })
    }
}

#[inline]
fn split(point: Point) -> (usize, u64) {
    (point.index() / 64, 1 << (point.index() % 64))
}

impl From<Point> for PointSet {
    fn from(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in() {
        let points = [
            Point::new(0, 0),
            Point::new(24, 24),
            Point::new(3, 15),
            Point::new(12, 2),
        ];
        let mut set: PointSet = points.into_iter().collect();
        assert_eq!(set.len(), 4);
        assert!(points.iter().all(|&p| set.contains(p)));
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [points[0], points[3], points[2], points[1]]
        );
        assert!(!set.insert(points[1]) && set.remove(points[1]) && !set.remove(points[1]));
        let other: PointSet = points[1..].iter().copied().collect();
        assert_eq!(set.union(&other).len(), 4);
        assert_eq!(set.intersection(&other).len(), 2);
        assert_eq!(
            set.difference(&other).iter().collect::<Vec<_>>(),
            [points[0]]
        );
        assert!(PointSet::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn neighbors_are_those_of_the_points() {
        for (column, row) in [(0, 0), (24, 24), (24, 0), (0, 24), (12, 12), (11, 3)] {
            let point = Point::new(column, row);
            let mut expected: Vec<_> = point.neighbors().to_vec();
            expected.sort_unstable();
            let set = PointSet::from(point);
            assert_eq!(set.neighbors().iter().collect::<Vec<_>>(), expected);
        }
        // Likewise between two in a row or in a column alone.
        for other in [Point::new(7, 9), Point::new(9, 7)] {
            let apart = [Point::new(7, 7), other];
            let beside: PointSet = apart.iter().flat_map(|point| point.neighbors()).collect();
            assert_eq!(apart.into_iter().collect::<PointSet>().neighbors(), beside);
            assert_eq!(beside.len(), 7);
        }
        // What lies beside two points of the set belongs to it all the same.
        let apart = [Point::new(2, 3), Point::new(4, 3), Point::new(3, 4)];
        let set: PointSet = apart.into_iter().collect();
        assert!(set.neighbors().contains(Point::new(3, 3)) && set.neighbors().len() == 8);
    }

    #[test]
    fn parts_are_connected_and_apart() {
        // Two columns and a single point beside a corner of one.
        let set: PointSet = (0..25)
            .flat_map(|row| [Point::new(3, row), Point::new(5, row)])
            .chain([Point::new(7, 7)])
            .collect();
        let parts: Vec<_> = set.parts().collect();
        assert_eq!(
            parts.iter().map(PointSet::len).collect::<Vec<_>>(),
            [25, 25, 1]
        );
        assert!(!parts[0].meets(&parts[1]) && parts[0].meets(&set));
        assert_eq!(PointSet::EMPTY.parts().count(), 0);
    }
}
