//! The rules of Go written for clarity alone, to compare the real ones with: lists of lists, flood fill, and a list of all
//! positions. It shares no code with the crate; only [`compare`] knows both.
#![allow(dead_code)] // each test file uses a part of it

pub(crate) mod compare;

use std::collections::BTreeSet;

/// Column and row, both from 0 at the lower left.
pub(crate) type Spot = (usize, usize);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Black,
    White,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::Black, Self::White];

    pub(crate) fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KoRule {
    Simple,
    Positional,
    Situational,
}

/// Why a play is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    Occupied,
    Suicide,
    /// By the ko rule in force, whichever it is.
    Ko,
}

/// The stones: `stones[column][row]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    pub(crate) stones: Vec<Vec<Option<Side>>>,
}

impl Grid {
    pub(crate) fn empty(size: usize) -> Self {
        Self {
            stones: vec![vec![None; size]; size],
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.stones.len()
    }

    pub(crate) fn at(&self, (column, row): Spot) -> Option<Side> {
        self.stones[column][row]
    }

    pub(crate) fn set(&mut self, (column, row): Spot, stone: Option<Side>) {
        self.stones[column][row] = stone;
    }

    pub(crate) fn spots(&self) -> Vec<Spot> {
        let size = self.size();
        (0..size)
            .flat_map(|row| (0..size).map(move |column| (column, row)))
            .collect()
    }

    /// The spots along the lines that are on the board.
    pub(crate) fn neighbors(&self, (column, row): Spot) -> Vec<Spot> {
        let mut found = Vec::new();
        if column > 0 {
            found.push((column - 1, row));
        }
        if column + 1 < self.size() {
            found.push((column + 1, row));
        }
        if row > 0 {
            found.push((column, row - 1));
        }
        if row + 1 < self.size() {
            found.push((column, row + 1));
        }
        found
    }

    /// Stones and liberties of the chain on a spot.
    pub(crate) fn chain(&self, spot: Spot) -> (BTreeSet<Spot>, BTreeSet<Spot>) {
        let side = self.at(spot);
        let mut stones = BTreeSet::from([spot]);
        let mut liberties = BTreeSet::new();
        let mut to_visit = vec![spot];
        while let Some(stone) = to_visit.pop() {
            for neighbor in self.neighbors(stone) {
                if self.at(neighbor).is_none() {
                    liberties.insert(neighbor);
                } else if self.at(neighbor) == side && stones.insert(neighbor) {
                    to_visit.push(neighbor);
                }
            }
        }
        (stones, liberties)
    }

    /// Puts a stone on an empty spot and takes what then has no liberty: first the opponent's chains beside it, then its own.
    /// Gives the stones taken and the own stones lost.
    pub(crate) fn put(&mut self, side: Side, spot: Spot) -> (BTreeSet<Spot>, BTreeSet<Spot>) {
        self.set(spot, Some(side));
        let mut taken = BTreeSet::new();
        for neighbor in self.neighbors(spot) {
            if self.at(neighbor) == Some(side.other()) {
                let (stones, liberties) = self.chain(neighbor);
                if liberties.is_empty() {
                    taken.extend(stones);
                }
            }
        }
        for &stone in &taken {
            self.set(stone, None);
        }
        let (stones, liberties) = self.chain(spot);
        let lost = if liberties.is_empty() {
            stones
        } else {
            BTreeSet::new()
        };
        for &stone in &lost {
            self.set(stone, None);
        }
        (taken, lost)
    }
}

/// One moment of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    pub(crate) grid: Grid,
    pub(crate) to_move: Side,
    /// Who may not retake where, by simple ko.
    pub(crate) ban: Option<(Side, Spot)>,
    /// Stones taken by Black and by White.
    pub(crate) taken: [usize; 2],
    /// Stones that the last move lost by suicide.
    pub(crate) lost: usize,
}

/// A game: all its moments, the last of them the present.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) ko: KoRule,
    /// Whether a suicide of two stones or more is allowed.
    pub(crate) suicide: bool,
    moments: Vec<Moment>,
}

impl Model {
    pub(crate) fn new(size: usize, ko: KoRule, suicide: bool) -> Self {
        Self::from_grid(Grid::empty(size), Side::Black, ko, suicide)
    }

    pub(crate) fn from_grid(grid: Grid, to_move: Side, ko: KoRule, suicide: bool) -> Self {
        Self {
            ko,
            suicide,
            moments: vec![Moment {
                grid,
                to_move,
                ban: None,
                taken: [0, 0],
                lost: 0,
            }],
        }
    }

    pub(crate) fn now(&self) -> &Moment {
        self.moments.last().expect("the start is never undone")
    }

    pub(crate) fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The moment after a stone on an empty spot, whatever the rules say.
    fn after(&self, side: Side, spot: Spot) -> Moment {
        let now = self.now();
        let mut grid = now.grid.clone();
        let (taken, lost) = grid.put(side, spot);
        let mut counts = now.taken;
        counts[side as usize] += taken.len();
        counts[side.other() as usize] += lost.len();
        let mut ban = None;
        if taken.len() == 1 && lost.is_empty() {
            let (stones, liberties) = grid.chain(spot);
            if stones.len() == 1 && liberties == taken {
                ban = taken.first().map(|&taken| (side.other(), taken));
            }
        }
        Moment {
            grid,
            to_move: side.other(),
            ban,
            taken: counts,
            lost: lost.len(),
        }
    }

    /// Why a play is refused, if it is.
    pub(crate) fn refusal(&self, side: Side, spot: Spot) -> Option<Refusal> {
        if self.now().grid.at(spot).is_some() {
            return Some(Refusal::Occupied);
        }
        let after = self.after(side, spot);
        if after.lost > 0 && (after.lost == 1 || !self.suicide) {
            return Some(Refusal::Suicide);
        }
        let repeats = match self.ko {
            KoRule::Simple => self.now().ban == Some((side, spot)),
            KoRule::Positional => self.moments.iter().any(|past| past.grid == after.grid),
            KoRule::Situational => self
                .moments
                .iter()
                .any(|past| past.to_move == after.to_move && past.grid == after.grid),
        };
        repeats.then_some(Refusal::Ko)
    }

    /// Plays on an empty spot, whatever else the rules say.
    pub(crate) fn play(&mut self, side: Side, spot: Spot) {
        self.moments.push(self.after(side, spot));
    }

    pub(crate) fn pass(&mut self, side: Side) {
        let now = self.now();
        self.moments.push(Moment {
            grid: now.grid.clone(),
            to_move: side.other(),
            ban: None,
            taken: now.taken,
            lost: 0,
        });
    }

    /// Takes back up to `count` moves.
    pub(crate) fn undo(&mut self, count: usize) {
        let left = self.moments.len().saturating_sub(count).max(1);
        self.moments.truncate(left);
    }

    /// Moves made so far.
    pub(crate) fn len(&self) -> usize {
        self.moments.len() - 1
    }
}
