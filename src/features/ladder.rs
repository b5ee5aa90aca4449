//! Ladders: chains that can be kept in atari until they are captured.
//!
//! The rules of the search are those with which `KataGo`'s networks were trained, since the networks know what its answers
//! are worth, right or wrong: the attacker plays on the chain's two liberties, the defender extends or takes stones in
//! atari beside it; the defender gets away with two liberties at his turn, or where the attacker leaves a ko.

use crate::go::{Board, ByColor, Color, Point, PointSet};

use super::reading::Reading;

/// A search that plays more moves than this finds nothing.
const MOST_PLAYS: usize = 25_000;

/// The ladders of a position.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Ladders {
    /// Stones of chains with one or two liberties that are captured in a ladder; those with two if the opponent plays
    /// first.
    pub captured: PointSet,
    /// Plays that start a ladder against a chain of the colour with two liberties.
    pub starts: ByColor<PointSet>,
}

/// Searches for ladders.
pub(super) struct Reader {
    reading: Reading,
    /// Moves that are still to be tried, of all levels of the search.
    moves: Vec<Point>,
    plays: usize,
    /// Levels at which a search counts as a capture.
    deepest: usize,
}

impl Reader {
    /// A reader.
    pub(super) fn new() -> Self {
        Self {
            reading: Reading::new(),
            moves: Vec::with_capacity(2048),
            plays: 0,
            deepest: 0,
        }
    }

    /// All ladders of a position.
    pub(super) fn ladders(&mut self, board: &Board) -> Ladders {
        let mut ladders = Ladders::default();
        self.reading.load(board);
        self.deepest = board.area() * 3 / 2;
        for point in board.points() {
            let Some(color) = board.at(point) else {
                continue;
            };
            if board.head(point) != point {
                continue;
            }
            let captured = match board.liberties(point) {
                1 => self.falls(point, color),
                2 => {
                    let mut captured = false;
                    for start in board.two_liberties(point) {
                        let mark = self.reading.mark();
                        if self.reading.is_legal(!color, start) {
                            self.reading.play(!color, start);
                            if self.falls(point, color) {
                                captured = true;
                                ladders.starts[color].insert(start);
                            }
                        }
                        self.reading.back(mark);
                    }
                    captured
                }
                _ => false,
            };
            if captured {
                ladders.captured.extend(board.chain(point));
            }
        }
        ladders
    }

    /// Whether a chain with the defender to move is captured. Every ko is the defender's at first.
    fn falls(&mut self, target: Point, defender: Color) -> bool {
        self.plays = 0;
        self.moves.clear();
        let mark = self.reading.mark();
        self.reading.clear_ko();
        let captured = self.defend(target, defender, 0) && self.plays < MOST_PLAYS;
        self.reading.back(mark);
        captured
    }

    /// Whether the chain is captured with its owner to move.
    fn defend(&mut self, target: Point, defender: Color, depth: usize) -> bool {
        if depth >= self.deepest {
            return true;
        }
        if self.plays >= MOST_PLAYS || self.reading.liberties(target) >= 2 || self.reading.has_ko()
        {
            return false;
        }
        let first = self.moves.len();
        self.list_captures(target, defender);
        let Some(extension) = self.last_liberty(target) else {
            return false;
        };
        if !self.moves[first..].contains(&extension) {
            self.moves.push(extension);
        }
        // Where the extension is itself a capture this may be another play, as in the training.
        let tried = self.moves.last().copied().unwrap_or(extension);
        let (least, most) = self.liberties_after(tried, defender);
        let decided = if least >= 3 {
            Some(false)
        } else if self.moves.len() == first + 1 && most <= 1 {
            Some(true)
        } else {
            None
        };
        let captured = decided.unwrap_or_else(|| {
            let mut i = first;
            while i < self.moves.len() {
                let point = self.moves[i];
                i += 1;
                if self.reading.is_legal(defender, point) {
                    let mark = self.reading.mark();
                    let end = self.moves.len();
                    self.reading.play(defender, point);
                    self.plays += 1;
                    let captured = self.attack(target, defender, depth + 1);
                    self.moves.truncate(end);
                    self.reading.back(mark);
                    if !captured {
                        return false;
                    }
                }
            }
            true
        });
        self.moves.truncate(first);
        captured
    }

    /// Whether the chain is captured with the attacker to move.
    fn attack(&mut self, target: Point, defender: Color, depth: usize) -> bool {
        if depth >= self.deepest {
            return true;
        }
        if self.plays >= MOST_PLAYS {
            return false;
        }
        match self.reading.liberties(target) {
            0 | 1 => return true,
            2 => {}
            _ => return false,
        }
        let Some([a, b]) = self.two_liberties(target) else {
            return false;
        };
        let (beside_a, beside_b) = (
            self.reading.empty_neighbors(a),
            self.reading.empty_neighbors(b),
        );
        if beside_a == 0 && beside_b == 0 && self.is_double_ko([a, b], target, defender) {
            return true;
        }
        let apart = !a.neighbors().contains(&b);
        let tries = match (apart && beside_a >= 3, apart && beside_b >= 3) {
            (true, true) => return false,
            (true, false) => [Some(a), None],
            (false, true) => [Some(b), None],
            (false, false) => {
                // First the liberty from which the defender gets farther.
                let weight = |point, beside| 2 * beside + self.connections(point, defender);
                if weight(b, beside_b) > weight(a, beside_a) {
                    [Some(b), Some(a)]
                } else {
                    [Some(a), Some(b)]
                }
            }
        };
        for point in tries.into_iter().flatten() {
            if self.reading.is_legal(!defender, point) {
                let mark = self.reading.mark();
                self.reading.play(!defender, point);
                self.plays += 1;
                let captured = self.defend(target, defender, depth + 1);
                self.reading.back(mark);
                if captured {
                    return true;
                }
            }
        }
        false
    }

    /// Lists the plays that take a chain in atari beside the target.
    fn list_captures(&mut self, target: Point, defender: Color) {
        let first = self.moves.len();
        let mut stone = target;
        loop {
            for neighbor in stone.neighbors() {
                if self.reading.is(neighbor, !defender)
                    && self.reading.liberties(neighbor) == 1
                    && let Some(liberty) = self.last_liberty(neighbor)
                    && !self.moves[first..].contains(&liberty)
                {
                    self.moves.push(liberty);
                }
            }
            stone = self.reading.next(stone);
            if stone == target {
                return;
            }
        }
    }

    /// The first liberty of a chain that is found.
    fn last_liberty(&self, point: Point) -> Option<Point> {
        self.reading
            .chain(point)
            .flat_map(Point::neighbors)
            .find(|&n| self.reading.is_empty(n))
    }

    /// The liberties of a chain that has two.
    fn two_liberties(&self, point: Point) -> Option<[Point; 2]> {
        let first = self.last_liberty(point)?;
        let mut all = self.reading.chain(point).flat_map(Point::neighbors);
        let second = all.find(|&n| n != first && self.reading.is_empty(n))?;
        Some([first, second])
    }

    /// Bounds for the liberties of a stone that is played on a point.
    fn liberties_after(&self, point: Point, color: Color) -> (usize, usize) {
        let (mut empty, mut captures, mut taken, mut connected, mut best) = (0, 0, 0, 0, 0);
        for neighbor in point.neighbors() {
            if self.reading.is_empty(neighbor) {
                empty += 1;
            } else if self.reading.is(neighbor, color) {
                let others = self.reading.liberties(neighbor).saturating_sub(1);
                connected += others;
                best = best.max(others);
            } else if self.reading.is(neighbor, !color) && self.reading.liberties(neighbor) == 1 {
                captures += 1;
                taken += self.reading.chain_len(neighbor);
            }
        }
        (captures + best.max(empty), empty + taken + connected)
    }

    /// How many liberties a stone on a point would get from the chains beside it, twice and by rule of thumb.
    fn connections(&self, point: Point, color: Color) -> usize {
        let beside = point
            .neighbors()
            .into_iter()
            .filter(|&n| self.reading.is(n, color));
        beside
            .map(|n| (2 * self.reading.liberties(n)).saturating_sub(3))
            .sum()
    }

    /// Whether both liberties of the target are kos that the attacker can take and whose connection does not help.
    fn is_double_ko(&self, liberties: [Point; 2], target: Point, defender: Color) -> bool {
        liberties
            .iter()
            .all(|&point| self.is_ko_capture(point, !defender))
            && liberties
                .iter()
                .all(|&point| self.real_liberties_after(point, defender, 3) <= 2)
            && !self
                .reading
                .chain(target)
                .flat_map(Point::neighbors)
                .any(|n| self.reading.is(n, !defender) && self.reading.liberties(n) == 1)
    }

    /// Whether a play takes a single stone and leaves a ko.
    fn is_ko_capture(&self, point: Point, color: Color) -> bool {
        let mut taken = None;
        for neighbor in point.neighbors() {
            if self.reading.is_empty(neighbor) || self.reading.is(neighbor, color) {
                return false;
            }
            if self.reading.is(neighbor, !color)
                && self.reading.liberties(neighbor) == 1
                && taken.replace(neighbor).is_some()
            {
                return false;
            }
        }
        taken.is_some_and(|stone| self.reading.chain_len(stone) == 1)
    }

    /// The liberties of a stone that is played on a point, counted up to `limit`.
    fn real_liberties_after(&self, point: Point, color: Color, limit: usize) -> usize {
        let mut found = PointSet::EMPTY;
        let mut captured = [0; 4];
        for (slot, neighbor) in point.neighbors().into_iter().enumerate() {
            if self.reading.is_empty(neighbor) {
                found.insert(neighbor);
            } else if self.reading.is(neighbor, !color) && self.reading.liberties(neighbor) == 1 {
                found.insert(neighbor);
                captured[slot] = self.reading.head(neighbor);
            }
        }
        let joined = point
            .neighbors()
            .into_iter()
            .filter(|&n| self.reading.is(n, color));
        for liberty in joined
            .flat_map(|n| self.reading.chain(n))
            .flat_map(Point::neighbors)
        {
            let gone =
                self.reading.is(liberty, !color) && captured.contains(&self.reading.head(liberty));
            if liberty != point && (gone || self.reading.is_empty(liberty)) {
                found.insert(liberty);
            }
        }
        found.len().min(limit)
    }
}
