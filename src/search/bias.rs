//! What a network gets wrong in this search: where its own judgement of positions differs from what the search below them
//! found, others that look alike around the last move are corrected by as much.
//!
//! This is `KataGo`'s subtree value bias correction (its notes on methods tell how it works). Positions count as alike where
//! the same player has just played on the same point, after the same move, with the same stones around it and the same ones
//! in atari.

use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;

use super::params::PuctParams;
use super::utility::Below;
use crate::go::{Board, Color, Move, Point};

/// Points around the last move that are looked at: so many in each direction.
const REACH: i32 = 2;

/// What positions that are corrected together have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    mover: Color,
    last: Option<Point>,
    before: Option<Move>,
    ko: Option<Point>,
    /// The points around the last move, four bits each: what is there, and whether it is in atari.
    around: u128,
}

impl Pattern {
    /// The pattern of a position in which `mover` has just moved, after the move `before`.
    #[must_use]
    pub fn new(board: &Board, mover: Color, last: Move, before: Option<Move>) -> Self {
        let last = last.point();
        let around = last.map_or(0, |point| around(board, point));
        Self {
            mover,
            last,
            before,
            ko: board.ko().map(|(_, point)| point),
            around,
        }
    }
}

/// The points around one, packed.
fn around(board: &Board, center: Point) -> u128 {
    let mut packed = 0;
    let place = |line: usize, offset: i32| {
        let line = i32::try_from(line).ok()? + offset;
        usize::try_from(line)
            .ok()
            .filter(|&line| line < board.size())
    };
    for row in -REACH..=REACH {
        for column in -REACH..=REACH {
            let point = place(center.column(), column)
                .zip(place(center.row(), row))
                .map(|(column, row)| Point::new(column, row));
            let what = match point.map(|point| (point, board.at(point))) {
                None => 1,
                Some((_, None)) => 2,
                Some((point, Some(color))) => {
                    let stone = if color == Color::Black { 4 } else { 6 };
                    stone | u128::from(board.liberties(point) == 1)
                }
            };
            packed = packed << 4 | what;
        }
    }
    packed
}

/// Sums over the positions of a pattern.
#[derive(Clone, Copy, Default, Debug)]
struct Sum {
    error: f64,
    weight: f64,
}

/// What the network said of a position, and what the position has added to its pattern's sums.
#[derive(Clone, Copy, Debug)]
struct Slot {
    pattern: u32,
    judgement: Judgement,
    added: Sum,
}

/// What the network says of a position, from Black's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// Probability to win.
    pub value: f32,
    /// Mean and standard deviation of the final score.
    pub score: (f32, f32),
}

/// The corrections of one tree, and the judgements that they correct.
#[derive(Default)]
pub struct Corrections(Mutex<Table>);

#[derive(Default)]
struct Table {
    patterns: HashMap<Pattern, u32>,
    sums: Vec<Sum>,
    slots: Vec<Slot>,
}

impl Corrections {
    /// A place for a position that is judged for the first time; 0 where there is no room.
    pub fn add(&self, pattern: Pattern, judgement: Judgement) -> u32 {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let table = &mut *table;
        let next = u32::try_from(table.sums.len()).unwrap_or(u32::MAX);
        let pattern = *table.patterns.entry(pattern).or_insert(next);
        if pattern == next {
            table.sums.push(Sum::default());
        }
        table.slots.push(Slot {
            pattern,
            judgement,
            added: Sum::default(),
        });
        u32::try_from(table.slots.len()).unwrap_or(0)
    }

    /// The judgement in a place.
    #[must_use]
    pub fn judgement(&self, slot: u32) -> Option<Judgement> {
        let table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = table.slots.get((slot as usize).checked_sub(1)?)?;
        Some(slot.judgement)
    }

    /// A position's own utility with the correction for its pattern, to which what is below it is added first. Utilities are
    /// those of one side.
    #[must_use]
    pub fn correct(&self, slot: u32, own: f32, below: &Below, params: &PuctParams) -> f32 {
        if params.bias_factor <= 0.0 {
            return own;
        }
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let table = &mut *table;
        let slot = (slot as usize).checked_sub(1);
        let Some(slot) = slot.and_then(|slot| table.slots.get_mut(slot)) else {
            return own;
        };
        let Some(sum) = table.sums.get_mut(slot.pattern as usize) else {
            return own;
        };
        if below.weight > 0.0 {
            let weight = f64::from(below.weight.powf(params.bias_power));
            let now = Sum {
                error: weight * f64::from(own - below.mean),
                weight,
            };
            sum.error += now.error - slot.added.error;
            sum.weight += now.weight - slot.added.weight;
            slot.added = now;
        }
        if sum.weight <= 0.001 {
            return own;
        }
        #[allow(clippy::cast_possible_truncation)] // utilities have single precision
        let bias = (sum.error / sum.weight) as f32;
        own - params.bias_factor * bias
    }

    /// The corrections for a part of the tree: those of the positions in `slots`, which get the places 1, 2, 3, ..., and a
    /// share `kept` of what others have added to the same patterns.
    #[must_use]
    pub fn part(&self, slots: &[u32], kept: f64) -> Self {
        let table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut part = Table::default();
        let names: HashMap<u32, Pattern> = table
            .patterns
            .iter()
            .map(|(&pattern, &index)| (index, pattern))
            .collect();
        let mut all: Vec<Sum> = Vec::new();
        for &slot in slots {
            let slot = (slot as usize).checked_sub(1);
            let Some(slot) = slot.and_then(|slot| table.slots.get(slot)) else {
                continue;
            };
            let Some(name) = names.get(&slot.pattern) else {
                continue;
            };
            let next = part.sums.len();
            let pattern = *part
                .patterns
                .entry(*name)
                .or_insert(u32::try_from(next).unwrap_or(u32::MAX));
            if pattern as usize == next {
                part.sums.push(Sum::default());
                let sum = table.sums.get(slot.pattern as usize);
                all.push(sum.copied().unwrap_or_default());
            }
            let sum = &mut part.sums[pattern as usize];
            sum.error += slot.added.error;
            sum.weight += slot.added.weight;
            part.slots.push(Slot { pattern, ..*slot });
        }
        for (sum, all) in part.sums.iter_mut().zip(&all) {
            sum.error += kept * (all.error - sum.error);
            sum.weight += kept * (all.weight - sum.weight);
        }
        Self(Mutex::new(part))
    }

    /// Whether no position has a place.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.slots.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.0.get_mut().unwrap_or_else(PoisonError::into_inner) = Table::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGEMENT: Judgement = Judgement {
        value: 0.5,
        score: (0.0, 10.0),
    };

    fn board(stones: &[(usize, usize)]) -> Board {
        let mut board = Board::new(9);
        for &(column, row) in stones {
            board.set_up(Point::new(column, row), Some(Color::White));
        }
        board.play(Color::Black, Point::new(4, 4));
        board
    }

    fn pattern(stones: &[(usize, usize)]) -> Pattern {
        let last = Move::Play(Point::new(4, 4));
        Pattern::new(&board(stones), Color::Black, last, None)
    }

    fn below(mean: f32) -> Below {
        Below {
            mean,
            square: mean * mean,
            weight: 4.0,
        }
    }

    #[test]
    fn only_what_lies_around_the_last_move_counts() {
        assert_eq!(pattern(&[(0, 0)]), pattern(&[(8, 8)]));
        assert_ne!(pattern(&[(4, 5)]), pattern(&[(0, 0)]));
        assert_ne!(pattern(&[(2, 2)]), pattern(&[(6, 6)]));
        // The stone beside is in atari or not by what lies outside.
        let mut caught = board(&[(6, 4)]);
        for (column, row) in [(6, 5), (6, 3)] {
            caught.set_up(Point::new(column, row), Some(Color::Black));
        }
        let mut free = caught.clone();
        caught.set_up(Point::new(7, 4), Some(Color::Black));
        free.set_up(Point::new(7, 5), Some(Color::Black));
        let of = |board| Pattern::new(board, Color::Black, Move::Play(Point::new(4, 4)), None);
        assert_ne!(of(&caught), of(&free));
        let edge = Pattern::new(&caught, Color::White, Move::Pass, None);
        assert_eq!(edge.around, 0);
    }

    #[test]
    fn an_error_is_carried_over_to_what_looks_alike_and_to_nothing_else() {
        let params = PuctParams {
            bias_factor: 0.5,
            ..PuctParams::default()
        };
        let corrections = Corrections::default();
        let first = corrections.add(pattern(&[]), JUDGEMENT);
        let alike = corrections.add(pattern(&[]), JUDGEMENT);
        let other = corrections.add(pattern(&[(4, 5)]), JUDGEMENT);
        let leaf = Below::default();
        let of = |slot| corrections.correct(slot, 0.2, &leaf, &params);
        let is = |utility: f32, expected: f32| (utility - expected).abs() < 1e-6;
        assert!(is(of(alike), 0.2));
        // The search found 0.4 less than the network had said.
        let own = corrections.correct(first, 0.2, &below(-0.2), &params);
        assert!(is(own, 0.0) && is(of(alike), 0.0) && is(of(other), 0.2));
        // What a position said before no longer counts.
        let _ = corrections.correct(first, 0.2, &below(0.2), &params);
        assert!(is(of(alike), 0.2) && is(of(0), 0.2));
    }

    #[test]
    fn a_part_keeps_its_own_and_a_share_of_the_others() {
        let params = PuctParams {
            bias_factor: 1.0,
            bias_power: 1.0,
            ..PuctParams::default()
        };
        let all = Corrections::default();
        let left = all.add(pattern(&[]), JUDGEMENT);
        let kept = all.add(pattern(&[]), JUDGEMENT);
        let _ = all.correct(left, 0.0, &below(-0.8), &params);
        let _ = all.correct(kept, 0.0, &below(0.0), &params);
        let part = all.part(&[kept], 0.25);
        assert_eq!(part.judgement(1), Some(JUDGEMENT));
        assert_eq!(part.judgement(2), None);
        // 0.8 by a weight of one, 0 by a weight of four.
        let own = part.correct(1, 0.0, &Below::default(), &params);
        assert!((own + 0.16).abs() < 1e-6, "{own}");
    }
}
