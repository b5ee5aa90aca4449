//! What can be said of a move at a glance: the shape around it, what it does to chains, how far from the last moves it lies.
//!
//! Each such feature has a weight ([`weights`](super::weights)); the sum of a move's weights tells how likely it is that a
//! strong player makes it, as the exponent of a logistic model (Coulom, "Computing Elo Ratings of Move Patterns in the Game of
//! Go", 2007).

use std::sync::LazyLock;

use super::priors::Distances;
use super::weights::{SHAPES, WEIGHTS};
use crate::go::{Board, Cell, Color, POINTS, Point};
use crate::playout::Policy;
use crate::playout::tactics::{
    Candidates, adjacent_chains, captures_beside, chain_len_after, is_self_atari, liberties_after,
};

/// Number of 3x3 shapes, those that are turned or mirrored counted once.
pub const SHAPE_COUNT: usize = 1107;

/// What a move does to a chain that it touches or whose liberties it takes; each by size: one stone, two or three, more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Takes a chain of the opponent.
    Capture,
    /// Saves an own chain from atari by taking beside it.
    SaveByCapture,
    /// Extends an own chain out of atari.
    Escape,
    /// Extends an own chain in atari that is lost all the same.
    VainEscape,
    /// Catches a chain in a ladder.
    Ladder,
    /// Puts a chain in atari that then gets away.
    Atari,
    /// Gives an own chain, which a ladder would catch, a third liberty.
    SaveFromLadder,
    /// Takes a liberty of an own chain that has two.
    OwnTwo,
    /// Takes one of three liberties of an opponent's chain.
    TheirThree,
    /// Plays on one of three liberties of an own chain.
    OwnThree,
}

const DEEDS: usize = 10;
const SIZES: usize = 3;
/// Where the features begin.
const DEED: usize = SHAPE_COUNT;
const SELF_ATARI: usize = DEED + DEEDS * SIZES;
const LIBERTIES: usize = SELF_ATARI + 2 * SIZES;
const EYE: usize = LIBERTIES + 4;
const JOINS: usize = EYE + 1;
const CUTS: usize = JOINS + 1;
const LINE: usize = CUTS + 1;
const CHAIN_DISTANCE: usize = LINE + 2 * LINES * NEAREST;
const OFFSET: usize = CHAIN_DISTANCE + 5;
const OFFSET_BEFORE: usize = OFFSET + OFFSETS;
const RELATION: usize = OFFSET_BEFORE + OFFSETS;
const CORNER: usize = RELATION + 2 * RELATIONS;
const EARLY_DISTANCE: usize = CORNER + CORNERS * NEAREST;
/// Number of features.
pub const FEATURE_COUNT: usize = EARLY_DISTANCE + 5;

/// Boards of more lines have corners and sides of their own, and a beginning.
const LARGE: usize = 11;
const LINES: usize = 5;
const NEAREST: usize = 6;
/// Offsets to another move: up to five along the longer side, by both sides.
const OFFSETS: usize = 21;
/// Pairs of lines, by both sides: the four next to an edge and the others.
const CORNERS: usize = LINES * (LINES + 1) / 2;
/// A game is young as long as there is no more than one stone on so many points.
const YOUNG: usize = 12;
/// Offsets of the stones that a move relates to at a distance.
const RELATIONS: usize = 4;

/// The class of size of a chain.
const fn size_class(stones: usize) -> usize {
    match stones {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

/// The 3x3 shape of each pattern of neighbours as [`Board::pattern`] has it, with Black to move.
static CLASSES: LazyLock<Vec<u16>> = LazyLock::new(classes);

fn classes() -> Vec<u16> {
    let mut class = vec![u16::MAX; 1 << 16];
    let mut next = 0;
    for code in 0..=u16::MAX {
        if class[usize::from(code)] != u16::MAX || !is_real(code) {
            continue;
        }
        let mut turned = code;
        for _ in 0..4 {
            turned = turn(turned);
            class[usize::from(turned)] = next;
            class[usize::from(flip(turned))] = next;
        }
        next += 1;
    }
    for slot in &mut class {
        if *slot == u16::MAX {
            *slot = 0;
        }
    }
    class
}

/// The cells of a pattern, in the order above, left, right, below, then the corners from the upper left.
fn cells(code: u16) -> [u16; 8] {
    std::array::from_fn(|i| code >> (2 * i) & 3)
}

fn code(cells: [u16; 8]) -> u16 {
    cells.iter().rev().fold(0, |code, cell| code << 2 | cell)
}

/// A quarter turn.
fn turn(pattern: u16) -> u16 {
    let [
        up,
        left,
        right,
        down,
        up_left,
        up_right,
        down_left,
        down_right,
    ] = cells(pattern);
    code([
        left, down, up, right, down_left, up_left, down_right, up_right,
    ])
}

/// Left and right exchanged.
fn flip(pattern: u16) -> u16 {
    let [
        up,
        left,
        right,
        down,
        up_left,
        up_right,
        down_left,
        down_right,
    ] = cells(pattern);
    code([
        up, right, left, down, up_right, up_left, down_right, down_left,
    ])
}

/// Whether the points off the board are those of a side, of a corner, or none.
fn is_real(pattern: u16) -> bool {
    let off = cells(pattern).map(|cell| cell == 3);
    let [up, left, right, down, corners @ ..] = off;
    !(up && down || left && right)
        && corners == [up || left, up || right, down || left, down || right]
}

/// The pattern with colours exchanged.
const fn exchanged(pattern: u16) -> u16 {
    (pattern & 0x5555) << 1 | (pattern >> 1 & 0x5555)
}

/// Number of an offset of `a` and `b` lines; `None` beyond five lines.
fn offset(from: Point, to: Point) -> Option<usize> {
    let a = from.column().abs_diff(to.column());
    let b = from.row().abs_diff(to.row());
    let (short, long) = (a.min(b), a.max(b));
    (1..=5)
        .contains(&long)
        .then(|| long * (long + 1) / 2 + short)
}

/// Looks at the moves of one position.
pub struct Glance {
    deeds: Vec<u32>,
    nearest: Vec<u8>,
    color: Color,
    last: Point,
    before: Point,
    distances: Distances,
    young: bool,
}

impl Glance {
    /// Reads what moves of `color` all over the board do; `last` and `before` are the last two moves.
    #[must_use]
    pub fn new(
        board: &Board,
        color: Color,
        last: Point,
        before: Point,
        policy: &mut Policy,
    ) -> Self {
        let mut glance = Self {
            deeds: vec![0; POINTS],
            nearest: nearest(board),
            color,
            last,
            before,
            distances: Distances::from(board, last, 4),
            young: (board.area() - board.empties().len()) * YOUNG <= board.area(),
        };
        for head in board.points().filter(|&point| board.head(point) == point) {
            glance.read(board, head, policy);
        }
        glance
    }

    fn mark(&mut self, point: Point, deed: Deed, stones: usize) {
        self.deeds[point.index()] |= 1 << (deed as usize * SIZES + size_class(stones));
    }

    /// Reads what moves do to one chain.
    fn read(&mut self, board: &Board, head: Point, policy: &mut Policy) {
        let Some(owner) = board.at(head) else { return };
        let own = owner == self.color;
        let stones = board.chain_len(head);
        match (board.liberties(head), own) {
            (1, false) => self.mark(board.last_liberty(head), Deed::Capture, stones),
            (1, true) => {
                let liberty = board.last_liberty(head);
                let (mut captures, mut escapes) = (Candidates::new(), Candidates::new());
                captures_beside(board, head, &mut captures);
                policy.escapes(board, head, &mut escapes);
                for &point in captures.as_slice() {
                    self.mark(point, Deed::SaveByCapture, stones);
                }
                let saved = escapes.as_slice().contains(&liberty);
                let deed = if saved {
                    Deed::Escape
                } else {
                    Deed::VainEscape
                };
                self.mark(liberty, deed, stones);
            }
            (2, false) => {
                for point in board.two_liberties(head) {
                    let caught = policy.ladder().works(board, head, point);
                    let deed = if caught { Deed::Ladder } else { Deed::Atari };
                    self.mark(point, deed, stones);
                }
            }
            (2, true) => {
                let caught = policy.ladder().attack(board, head).is_some();
                for point in board.two_liberties(head) {
                    if caught && liberties_after(board, owner, point, 3) >= 3 {
                        self.mark(point, Deed::SaveFromLadder, stones);
                    } else {
                        self.mark(point, Deed::OwnTwo, stones);
                    }
                }
            }
            (3, _) => {
                let deed = if own {
                    Deed::OwnThree
                } else {
                    Deed::TheirThree
                };
                let liberties: Vec<Point> = board.chain_liberties(head).collect();
                for point in liberties {
                    self.mark(point, deed, stones);
                }
            }
            _ => {}
        }
    }

    /// Calls `each` with the number of every feature of a legal play.
    pub fn features(&self, board: &Board, point: Point, mut each: impl FnMut(usize)) {
        let color = self.color;
        let pattern = board.pattern(point);
        let pattern = match color {
            Color::Black => pattern,
            Color::White => exchanged(pattern),
        };
        each(usize::from(CLASSES[usize::from(pattern)]));
        let mut deeds = self.deeds[point.index()];
        while deeds != 0 {
            each(DEED + deeds.trailing_zeros() as usize);
            deeds &= deeds - 1;
        }
        if is_self_atari(board, color, point) {
            let bad = crate::playout::policy::is_bad_self_atari(board, color, point);
            let class = size_class(chain_len_after(board, color, point));
            each(SELF_ATARI + SIZES * usize::from(bad) + class);
        } else {
            each(LIBERTIES + liberties_after(board, color, point, 5).clamp(2, 5) - 2);
        }
        if board.is_eyelike(color, point) {
            each(EYE);
        }
        if adjacent_chains(board, color, point).nth(1).is_some() {
            each(JOINS);
        }
        if adjacent_chains(board, !color, point).nth(1).is_some() {
            each(CUTS);
        }
        let size = board.size();
        let line = |at: usize| at.min(size - 1 - at).min(LINES - 1);
        let (a, b) = (line(point.column()), line(point.row()));
        let (edge, other) = (a.min(b), a.max(b));
        let near = usize::from(self.nearest[point.index()]).clamp(1, NEAREST) - 1;
        let large = size > LARGE;
        each(LINE + (usize::from(large) * LINES + edge) * NEAREST + near);
        if large {
            each(CORNER + (other * (other + 1) / 2 + edge) * NEAREST + near);
        }
        if self.last != Point::NONE {
            let distance = usize::from(self.distances.of(point)).clamp(1, 5) - 1;
            each(CHAIN_DISTANCE + distance);
            if large && self.young {
                each(EARLY_DISTANCE + distance);
            }
            each(OFFSET + offset(self.last, point).unwrap_or(0));
        }
        if self.before != Point::NONE {
            each(OFFSET_BEFORE + offset(self.before, point).unwrap_or(0));
        }
        self.relations(board, point, each);
    }

    /// Stones at a distance: one line between, a knight's move, two lines between, a large knight's move.
    fn relations(&self, board: &Board, point: Point, mut each: impl FnMut(usize)) {
        let mut seen = [false; 2 * RELATIONS];
        for (relation, &(a, b)) in [(2, 0), (2, 1), (3, 0), (3, 1)].iter().enumerate() {
            for (dx, dy) in [(a, b), (b, a)] {
                for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let Some(other) = moved(board, point, dx * sx, dy * sy) else {
                        continue;
                    };
                    let cell = board.cell(other);
                    if cell == Cell::Empty {
                        continue;
                    }
                    let theirs = cell != Cell::stone(self.color);
                    seen[2 * relation + usize::from(theirs)] = true;
                }
            }
        }
        for (i, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
            each(RELATION + i);
        }
    }

    /// The sum of the weights of a play's features.
    #[must_use]
    pub fn weight(&self, board: &Board, point: Point) -> f32 {
        let mut sum = 0_i32;
        self.features(board, point, |feature| sum += weight(feature));
        sum as f32 / 16.0
    }
}

/// The weight of a feature in 16ths.
#[must_use]
pub fn weight(feature: usize) -> i32 {
    let byte = if feature < SHAPE_COUNT {
        SHAPES.get(feature).copied()
    } else {
        WEIGHTS.get(feature - SHAPE_COUNT).copied()
    };
    byte.map_or(0, i32::from)
}

/// The point so many columns and rows away, where it is on the board.
fn moved(board: &Board, point: Point, dx: isize, dy: isize) -> Option<Point> {
    let column = point.column().checked_add_signed(dx)?;
    let row = point.row().checked_add_signed(dy)?;
    (column < board.size() && row < board.size()).then(|| Point::new(column, row))
}

/// The distance along lines from each point to the nearest stone, up to 6.
fn nearest(board: &Board) -> Vec<u8> {
    let mut distances = vec![u8::MAX; POINTS];
    let mut layer: Vec<Point> = board.points().filter(|&p| !board.is_empty(p)).collect();
    for point in &layer {
        distances[point.index()] = 0;
    }
    for distance in 1..=5 {
        let mut next = Vec::new();
        for point in layer.iter().flat_map(|point| point.neighbors()) {
            if board.contains(point) && distances[point.index()] == u8::MAX {
                distances[point.index()] = distance;
                next.push(point);
            }
        }
        layer = next;
    }
    for slot in &mut distances {
        *slot = (*slot).min(6);
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_counted_without_their_turns() {
        let classes = classes();
        assert_eq!(
            classes.iter().max().copied().map(usize::from),
            Some(SHAPE_COUNT - 1)
        );
        for code in (0..=u16::MAX).filter(|&code| is_real(code)).step_by(7) {
            let class = classes[usize::from(code)];
            assert_eq!(class, classes[usize::from(turn(code))], "{code:#x}");
            assert_eq!(class, classes[usize::from(flip(code))], "{code:#x}");
        }
    }

    #[test]
    fn captures_and_answers_are_likelier_than_the_first_line() {
        let at = |name: &str| name.parse().unwrap_or(Point::NONE);
        let mut board = Board::new(9);
        for (color, name) in [
            (Color::Black, "E5"),
            (Color::White, "E4"),
            (Color::Black, "D4"),
            (Color::Black, "F4"),
            (Color::White, "E6"),
        ] {
            board.play(color, at(name));
        }
        let mut policy = Policy::new(crate::playout::PolicyParams::default());
        let (last, before) = (at("E6"), at("F4"));
        let glance = Glance::new(&board, Color::Black, last, before, &mut policy);
        let weight = |name| glance.weight(&board, at(name));
        assert!(weight("E3") > weight("A9") + 2.0, "a capture");
        assert!(weight("F6") > weight("A9") + 2.0, "a hane");
        let mut count = 0;
        glance.features(&board, at("E3"), |feature| {
            assert!(feature < FEATURE_COUNT);
            count += 1;
        });
        assert!(count >= 6, "{count} features");
    }

    #[test]
    fn the_tables_have_a_weight_for_every_feature() {
        assert_eq!(SHAPES.len(), SHAPE_COUNT);
        assert_eq!(SHAPES.len() + WEIGHTS.len(), FEATURE_COUNT);
    }
}
