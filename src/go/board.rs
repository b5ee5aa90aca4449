//! The board: stones, chains, liberties, captures and simple ko, without allocation.
//!
//! It keeps no history: superko, turns and the end of the game belong to [`Game`](super::game::Game). Game, tree and
//! playouts all use this one board.
//!
//! Every chain knows the number of its liberties, their sum and the sum of their squares (as array indexes). With one
//! liberty the sum is the liberty; with two, sum and squares give both. No list has to be kept, and a chain that grows
//! looks only at the new stone's neighbours.

mod play;

use std::fmt;

use super::color::{ByColor, Color};
use super::point::{MAX_AREA, MAX_SIZE, MIN_SIZE, POINTS, Point, STRIDE};
pub use play::Trial;

/// What stands on a point of the padded grid. The values are the two bits of a [pattern code](Board::pattern).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Cell {
    /// An empty point.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Off the board.
    Edge = 3,
}

impl Cell {
    /// The cell of a stone.
    #[inline]
    #[must_use]
    pub const fn stone(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// The colour of the stone, if it is one.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Edge => None,
        }
    }
}

/// What a chain knows of itself; valid in the slot of the chain's head only.
#[derive(Clone, Copy, Default)]
struct Chain {
    stones: u16,
    liberties: u16,
    /// Sum of the liberties' array indexes.
    sum: u32,
    /// Sum of the squares of the liberties' array indexes.
    squares: u32,
}

impl Chain {
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // an index is below POINTS
    fn add(&mut self, liberty: Point) {
        let i = liberty.index() as u32;
        self.liberties += 1;
        self.sum += i;
        self.squares += i * i;
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // an index is below POINTS
    fn remove(&mut self, liberty: Point) {
        let i = liberty.index() as u32;
        self.liberties -= 1;
        self.sum -= i;
        self.squares -= i * i;
    }
}

/// A position with simple ko. See the [module](self).
#[derive(Clone)]
pub struct Board {
    // Unique data.
    size: u8,
    /// The player who may not play on `ko`.
    ko_color: Color,
    /// The point that may not be retaken at once, or [`Point::NONE`].
    ko: Point,
    captures: ByColor<u32>,
    cells: [Cell; POINTS],
    // Reconstructible data.
    /// The eight neighbours of every point, two bits each.
    patterns: [u16; POINTS],
    /// The head of the stone's chain; `Point::NONE` where no stone is.
    heads: [Point; POINTS],
    /// The next stone of the same chain, in a ring.
    next: [Point; POINTS],
    chains: [Chain; POINTS],
    empties: [Point; MAX_AREA],
    empty_count: u16,
    /// Where an empty point stands in `empties`.
    slots: [u16; POINTS],
}

impl Board {
    /// An empty board of `size` lines a side.
    ///
    /// # Panics
    /// Where `size` is not from [`MIN_SIZE`] to [`MAX_SIZE`].
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a size fits
    pub fn new(size: usize) -> Self {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "board size {size}");
        let mut board = Self {
            size: size as u8,
            ko_color: Color::Black,
            ko: Point::NONE,
            captures: ByColor::default(),
            cells: [Cell::Edge; POINTS],
            patterns: [0; POINTS],
            heads: [Point::NONE; POINTS],
            next: [Point::NONE; POINTS],
            chains: [Chain::default(); POINTS],
            empties: [Point::NONE; MAX_AREA],
            empty_count: 0,
            slots: [0; POINTS],
        };
        for row in 0..size {
            for column in 0..size {
                board.cells[Point::new(column, row).index()] = Cell::Empty;
            }
        }
        board.rebuild();
        board
    }

    /// Lines a side.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// Number of points.
    #[inline]
    #[must_use]
    pub const fn area(&self) -> usize {
        self.size() * self.size()
    }

    /// All points, row by row from A1.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |column| Point::new(column, row)))
    }

    /// Copies another board into this one; cheaper than `clone` as it moves only what the size uses.
    pub fn copy_from(&mut self, other: &Self) {
        let used = STRIDE * (other.size() + 2);
        if self.size != other.size {
            self.clone_from(other);
            return;
        }
        self.ko_color = other.ko_color;
        self.ko = other.ko;
        self.captures = other.captures;
        self.cells[..used].copy_from_slice(&other.cells[..used]);
        self.patterns[..used].copy_from_slice(&other.patterns[..used]);
        self.heads[..used].copy_from_slice(&other.heads[..used]);
        self.next[..used].copy_from_slice(&other.next[..used]);
        self.chains[..used].copy_from_slice(&other.chains[..used]);
        self.slots[..used].copy_from_slice(&other.slots[..used]);
        self.empty_count = other.empty_count;
        let empty = usize::from(other.empty_count);
        self.empties[..empty].copy_from_slice(&other.empties[..empty]);
    }

    /// What stands on a point, which may lie off the board.
    #[inline]
    #[must_use]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The stone on a point, if any.
    #[inline]
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.cell(point).color()
    }

    /// Whether the point lies on this board and is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// Whether the point lies on this board.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.cell(point) != Cell::Edge
    }

    /// The empty points, in no particular order.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> &[Point] {
        &self.empties[..usize::from(self.empty_count)]
    }

    /// Stones that each player has taken off the board, suicides of the opponent included.
    #[inline]
    #[must_use]
    pub const fn captures(&self) -> ByColor<u32> {
        self.captures
    }

    /// Stones that each player has put on the board: those that stand, and those that were taken.
    #[must_use]
    pub fn placed(&self) -> ByColor<u32> {
        let mut placed = ByColor::from_fn(|color: Color| self.captures[!color]);
        for color in self.points().filter_map(|point| self.at(point)) {
            placed[color] += 1;
        }
        placed
    }

    /// The player who may not retake, and where.
    #[inline]
    #[must_use]
    pub fn ko(&self) -> Option<(Color, Point)> {
        (self.ko != Point::NONE).then_some((self.ko_color, self.ko))
    }

    /// Lifts the ban on retaking, as any move elsewhere and any pass does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = Point::NONE;
    }

    /// The eight neighbours of a point as two bits each ([`Cell`]'s values): above, left, right and below in bits 0 to 7,
    /// upper left, upper right, lower left and lower right in bits 8 to 15.
    #[inline]
    #[must_use]
    pub fn pattern(&self, point: Point) -> u16 {
        self.patterns[point.index()]
    }

    /// A name for the chain of a stone: the same for all its stones. [`Point::NONE`] where no stone is.
    #[inline]
    #[must_use]
    pub fn head(&self, point: Point) -> Point {
        self.heads[point.index()]
    }

    /// Number of liberties of the chain of the stone on `point`.
    #[inline]
    #[must_use]
    pub fn liberties(&self, point: Point) -> usize {
        usize::from(self.chains[self.head(point).index()].liberties)
    }

    /// Number of stones in the chain of the stone on `point`.
    #[inline]
    #[must_use]
    pub fn chain_len(&self, point: Point) -> usize {
        usize::from(self.chains[self.head(point).index()].stones)
    }

    /// The liberty of a chain in atari. Meaningless where it has not just one.
    #[inline]
    #[must_use]
    pub fn last_liberty(&self, point: Point) -> Point {
        debug_assert_eq!(self.liberties(point), 1);
        Point::from_index(self.chains[self.head(point).index()].sum as usize)
    }

    /// The liberties of a chain that has just two. Meaningless where it has another number.
    #[inline]
    #[must_use]
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )] // below 2^24, exact
    pub fn two_liberties(&self, point: Point) -> [Point; 2] {
        debug_assert_eq!(self.liberties(point), 2);
        let chain = &self.chains[self.head(point).index()];
        let distance = ((2 * chain.squares - chain.sum * chain.sum) as f32).sqrt() as u32;
        let high = u32::midpoint(chain.sum, distance);
        [
            Point::from_index(high as usize),
            Point::from_index((chain.sum - high) as usize),
        ]
    }

    /// The other liberty of a chain that has just two, one of them `liberty`. Meaningless where it has another number.
    #[inline]
    #[must_use]
    pub fn other_liberty(&self, point: Point, liberty: Point) -> Point {
        debug_assert_eq!(self.liberties(point), 2);
        let sum = self.chains[self.head(point).index()].sum as usize;
        Point::from_index(sum - liberty.index())
    }

    /// The stones of the chain on `point`, starting there. Empty where no stone is.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let first = (self.head(point) != Point::NONE).then_some(point);
        std::iter::successors(first, move |&stone| {
            let next = self.next[stone.index()];
            (next != point).then_some(next)
        })
    }

    /// The liberties of the chain on `point`, each once.
    pub fn chain_liberties(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let mut seen = super::set::PointSet::EMPTY;
        self.chain(point)
            .flat_map(Point::neighbors)
            .filter(move |&liberty| self.is_empty(liberty) && seen.insert(liberty))
    }

    /// Whether `color` may play on `point` by the rules of capture, suicide and simple ko. With `suicide`, a suicide of two
    /// stones or more is allowed; of a single stone it never is.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, color: Color, point: Point, suicide: bool) -> bool {
        if !self.is_empty(point) {
            return false;
        }
        let around = self.pattern(point) & 0xff;
        if (around | around >> 1) & 0x55 != 0x55 {
            return true; // it has a liberty of its own
        }
        if point == self.ko && color == self.ko_color {
            return false;
        }
        let own = Cell::stone(color);
        let enemy = Cell::stone(!color);
        point.neighbors().into_iter().any(|neighbor| {
            let cell = self.cell(neighbor);
            (cell == own && (suicide || self.liberties(neighbor) > 1))
                || (cell == enemy && self.liberties(neighbor) == 1)
        })
    }

    /// Whether a play that [`is_legal`](Self::is_legal) allows with `suicide` would take its own chain off.
    #[must_use]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        self.is_empty(point)
            && point
                .neighbors()
                .into_iter()
                .all(|neighbor| match self.cell(neighbor) {
                    Cell::Empty => false,
                    Cell::Edge => true,
                    stone => (stone == Cell::stone(color)) == (self.liberties(neighbor) == 1),
                })
    }

    /// Whether all four neighbours of an empty point are the player's own stones (or the edge) and at most one diagonal
    /// spoils it (none at the edge): a point not to fill in playouts. Chains around it may still be in atari.
    #[inline]
    #[must_use]
    pub fn is_eyelike(&self, color: Color, point: Point) -> bool {
        let pattern = self.pattern(point);
        // Black (01) and edge (11) have the low bit, white (10) and edge the high bit.
        let bits = match color {
            Color::Black => pattern,
            Color::White => pattern >> 1,
        };
        if bits & 0x55 != 0x55 {
            return false;
        }
        let (low, high) = ((pattern >> 8) & 0x55, (pattern >> 9) & 0x55);
        let edges = low & high;
        let enemies = match color {
            Color::Black => high & !low,
            Color::White => low & !high,
        };
        enemies.count_ones() + u32::from(edges != 0) < 2
    }

    /// Puts or removes a stone as set-up: no capture is made, chains without liberties stay. The ko ban is lifted.
    /// Costs a rebuild of the whole board; for many stones use [`set_up_all`](Self::set_up_all).
    ///
    /// # Panics
    /// Where the point lies off the board.
    pub fn set_up(&mut self, point: Point, stone: Option<Color>) {
        self.set_up_all([(point, stone)]);
    }

    /// [`set_up`](Self::set_up) for many points at once.
    ///
    /// # Panics
    /// Where a point lies off the board.
    pub fn set_up_all(&mut self, stones: impl IntoIterator<Item = (Point, Option<Color>)>) {
        for (point, stone) in stones {
            assert!(self.contains(point), "{point:?} is off the board");
            self.cells[point.index()] = stone.map_or(Cell::Empty, Cell::stone);
        }
        self.ko = Point::NONE;
        self.rebuild();
    }

    /// Recomputes the reconstructible data from the cells.
    fn rebuild(&mut self) {
        self.empty_count = 0;
        for point in self.points() {
            self.heads[point.index()] = Point::NONE;
            self.patterns[point.index()] = point
                .neighbors()
                .into_iter()
                .chain(point.diagonals())
                .enumerate()
                .map(|(i, neighbor)| (self.cell(neighbor) as u16) << (2 * i))
                .sum();
            if self.is_empty(point) {
                self.add_empty(point);
            }
        }
        for point in self.points() {
            if self.at(point).is_none() {
                continue;
            }
            self.heads[point.index()] = point;
            self.next[point.index()] = point;
            let mut chain = Chain {
                stones: 1,
                ..Chain::default()
            };
            point
                .neighbors()
                .into_iter()
                .filter(|&n| self.is_empty(n))
                .for_each(|n| chain.add(n));
            self.chains[point.index()] = chain;
            // Neighbours that come later in the order have no chain yet.
            for neighbor in point.neighbors() {
                let (head, own) = (self.head(neighbor), self.head(point));
                if head != Point::NONE && head != own && self.cell(neighbor) == self.cell(point) {
                    self.merge_by_size(head, own);
                }
            }
        }
    }
}

impl PartialEq for Board {
    /// The same stones, ko ban and captures.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.ko() == other.ko()
            && self.captures == other.captures
            && self.cells == other.cells
    }
}

impl Eq for Board {}

impl fmt::Display for Board {
    /// Rows from the top: `.` empty, `X` black, `O` white, with blanks between and no coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size()).rev() {
            for column in 0..self.size() {
                let letter = match self.at(Point::new(column, row)) {
                    None => '.',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                };
                write!(f, "{}{letter}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self}ko {:?}, captures {:?}", self.ko(), self.captures)
    }
}
