//! A board for reading sequences out: plays are logged, so that they can be taken back.

use crate::go::{Board, Cell, Color, POINTS, Point};

/// No point.
const NONE: u16 = 0;
/// The tables, one after the other in one array, so that one kind of log entry serves all.
const CELL: usize = 0;
const HEAD: usize = POINTS;
const NEXT: usize = 2 * POINTS;
const LIBERTIES: usize = 3 * POINTS;
const STONES: usize = 4 * POINTS;
const KO: usize = 5 * POINTS;

/// A position in which plays can be made and taken back.
///
/// Unlike on [`Board`], the ko point is closed to both players.
pub(super) struct Reading {
    /// What stands on each point; the head of its chain; the chain's next stone, in a ring; the chain's number of
    /// liberties and of stones, in the slot of its head; the ko point.
    table: Box<[u16; KO + 1]>,
    /// Changed entries with what they were.
    log: Vec<(u16, u16)>,
}

impl Reading {
    /// A place to load positions into.
    pub(super) fn new() -> Self {
        Self {
            table: Box::new([0; KO + 1]),
            log: Vec::with_capacity(4096),
        }
    }

    /// Takes over a position.
    #[allow(clippy::cast_possible_truncation)] // counts of stones and liberties of a board
    pub(super) fn load(&mut self, board: &Board) {
        self.log.clear();
        self.table[..POINTS].fill(Cell::Edge as u16);
        self.table[HEAD..NEXT].fill(NONE);
        for point in board.points() {
            let i = point.index();
            self.table[CELL + i] = board.cell(point) as u16;
            let head = board.head(point);
            if head != Point::NONE {
                self.table[HEAD + i] = index(head);
            }
            if head == point {
                self.table[LIBERTIES + i] = board.liberties(point) as u16;
                self.table[STONES + i] = board.chain_len(point) as u16;
                let mut last = i;
                for stone in board.chain(point) {
                    self.table[NEXT + last] = index(stone);
                    last = stone.index();
                }
                self.table[NEXT + last] = index(point);
            }
        }
        self.table[KO] = board.ko().map_or(NONE, |(_, point)| index(point));
    }

    /// Changes an entry.
    #[inline]
    fn set(&mut self, slot: usize, value: u16) {
        #[allow(clippy::cast_possible_truncation)] // below KO + 1
        self.log.push((slot as u16, self.table[slot]));
        self.table[slot] = value;
    }

    /// A moment to go [back](Self::back) to.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes everything since a moment.
    pub(super) fn back(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some((slot, value)) = self.log.pop() {
                self.table[usize::from(slot)] = value;
            }
        }
    }

    /// What stands on a point, as the number of its [`Cell`].
    #[inline]
    fn cell(&self, point: Point) -> u16 {
        self.table[CELL + point.index()]
    }

    /// Whether the point is on the board and empty.
    #[inline]
    pub(super) fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty as u16
    }

    /// Whether the player's stone is on the point.
    #[inline]
    pub(super) fn is(&self, point: Point, color: Color) -> bool {
        self.cell(point) == Cell::stone(color) as u16
    }

    /// The head of the chain of a stone, as an index.
    #[inline]
    pub(super) fn head(&self, point: Point) -> u16 {
        self.table[HEAD + point.index()]
    }

    /// The liberties of the chain of a stone.
    #[inline]
    pub(super) fn liberties(&self, point: Point) -> usize {
        usize::from(self.table[LIBERTIES + usize::from(self.head(point))])
    }

    /// The stones of the chain of a stone.
    #[inline]
    pub(super) fn chain_len(&self, point: Point) -> usize {
        usize::from(self.table[STONES + usize::from(self.head(point))])
    }

    /// The stone after this one in its chain.
    #[inline]
    pub(super) fn next(&self, point: Point) -> Point {
        Point::from_index(usize::from(self.table[NEXT + point.index()]))
    }

    /// The stones of the chain on a point.
    pub(super) fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        std::iter::successors(Some(point), move |&stone| {
            Some(self.next(stone)).filter(|&next| next != point)
        })
    }

    /// The number of empty points beside a point.
    #[inline]
    pub(super) fn empty_neighbors(&self, point: Point) -> usize {
        point
            .neighbors()
            .into_iter()
            .filter(|&n| self.is_empty(n))
            .count()
    }

    /// Whether there is a ko point.
    #[inline]
    pub(super) fn has_ko(&self) -> bool {
        self.table[KO] != NONE
    }

    /// Opens the ko point.
    pub(super) fn clear_ko(&mut self) {
        self.set(KO, NONE);
    }

    /// Whether a player may play on a point; suicide is never allowed.
    pub(super) fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point)
            && index(point) != self.table[KO]
            && point.neighbors().into_iter().any(|n| {
                self.is_empty(n)
                    || (self.is(n, color) && self.liberties(n) > 1)
                    || (self.is(n, !color) && self.liberties(n) == 1)
            })
    }

    /// Makes a legal play.
    pub(super) fn play(&mut self, color: Color, point: Point) {
        let i = point.index();
        self.set(KO, NONE);
        self.set(CELL + i, Cell::stone(color) as u16);
        self.set(HEAD + i, index(point));
        self.set(NEXT + i, index(point));
        self.set(STONES + i, 1);
        #[allow(clippy::cast_possible_truncation)] // at most 4
        self.set(LIBERTIES + i, self.empty_neighbors(point) as u16);
        let mut heads = [NONE; 4];
        for (slot, neighbor) in point.neighbors().into_iter().enumerate() {
            let head = self.head(neighbor);
            if head != NONE && !heads.contains(&head) {
                heads[slot] = head;
                let liberties = LIBERTIES + usize::from(head);
                self.set(liberties, self.table[liberties] - 1);
            }
        }
        let mut taken = 0;
        let mut taken_at = NONE;
        for head in heads {
            if head == NONE {
                continue;
            }
            let there = Point::from_index(usize::from(head));
            if self.is(there, color) {
                self.merge(there, point);
            } else if self.liberties(there) == 0 {
                taken += self.chain_len(there);
                taken_at = head;
                self.remove(there);
            }
        }
        if taken == 1 && self.chain_len(point) == 1 && self.liberties(point) == 1 {
            self.set(KO, taken_at);
        }
    }

    /// Joins the chains of two stones; the smaller takes the head of the larger.
    fn merge(&mut self, a: Point, b: Point) {
        let (a, b) = (usize::from(self.head(a)), usize::from(self.head(b)));
        let (large, small) = if self.table[STONES + a] >= self.table[STONES + b] {
            (a, b)
        } else {
            (b, a)
        };
        let (large_head, small_head) = (Point::from_index(large), Point::from_index(small));
        let mut liberties = self.table[LIBERTIES + large];
        let mut stone = small_head;
        loop {
            for liberty in stone.neighbors() {
                let is_new = self.is_empty(liberty)
                    && liberty
                        .neighbors()
                        .into_iter()
                        .all(|n| usize::from(self.head(n)) != large);
                liberties += u16::from(is_new);
            }
            self.set(HEAD + stone.index(), index(large_head));
            stone = self.next(stone);
            if stone == small_head {
                break;
            }
        }
        self.set(LIBERTIES + large, liberties);
        self.set(
            STONES + large,
            self.table[STONES + large] + self.table[STONES + small],
        );
        let (after_large, after_small) = (self.table[NEXT + large], self.table[NEXT + small]);
        self.set(NEXT + large, after_small);
        self.set(NEXT + small, after_large);
    }

    /// Takes a chain off the board.
    fn remove(&mut self, head: Point) {
        let mut stone = head;
        loop {
            self.set(CELL + stone.index(), Cell::Empty as u16);
            self.set(HEAD + stone.index(), NONE);
            let mut heads = [NONE; 4];
            for (slot, neighbor) in stone.neighbors().into_iter().enumerate() {
                let other = self.head(neighbor);
                // Stones of the chain that are still there get liberties too; nobody reads them.
                if other != NONE && !heads.contains(&other) {
                    heads[slot] = other;
                    let liberties = LIBERTIES + usize::from(other);
                    self.set(liberties, self.table[liberties] + 1);
                }
            }
            stone = self.next(stone);
            if stone == head {
                break;
            }
        }
    }
}

/// A point as the tables hold it.
#[inline]
#[allow(clippy::cast_possible_truncation)] // below POINTS
const fn index(point: Point) -> u16 {
    point.index() as u16
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// Whether both boards say the same of every point.
    fn agree(reading: &Reading, board: &Board) -> bool {
        board.points().all(|p| {
            reading.cell(p) == board.cell(p) as u16
                && (board.at(p).is_none()
                    || (reading.liberties(p) == board.liberties(p)
                        && reading.chain_len(p) == board.chain_len(p)
                        && reading.chain(p).count() == board.chain_len(p)))
        }) && reading.has_ko() == board.ko().is_some()
    }

    #[test]
    fn plays_and_their_undoing_agree_with_the_board() {
        let mut rng = SmallRng::seed_from_u64(5);
        for _ in 0..30 {
            let mut board = Board::new(rng.random_range(2..8));
            let mut reading = Reading::new();
            reading.load(&board);
            let mut before = Vec::new();
            let mut color = Color::Black;
            for _ in 0..150 {
                let point = board.empties()[rng.random_range(0..board.empties().len())];
                let closed = board.ko().is_some_and(|(_, ko)| ko == point);
                let legal = board.is_legal(color, point, false) && !closed;
                assert_eq!(reading.is_legal(color, point), legal);
                if legal {
                    before.push((reading.mark(), board.clone()));
                    board.play(color, point);
                    reading.play(color, point);
                    assert!(agree(&reading, &board), "{board:?}");
                }
                color = !color;
            }
            let mut fresh = Reading::new();
            fresh.load(&board);
            assert!(agree(&fresh, &board));
            while let Some((mark, board)) = before.pop() {
                reading.back(mark);
                assert!(agree(&reading, &board), "{board:?}");
            }
        }
    }
}
