//! Levels: how weaker players search and choose.
//!
//! A level has a fixed number of playouts, whatever the machine, and one thread, so that a seed gives one game. Weaker levels
//! look at fewer moves and draw lots among the good ones; none throws in a blunder or leaves a large chain in atari alone
//! where that matters.
//! The table was set by matches of neighbouring levels, see the README.

use std::fmt;
use std::str::FromStr;

use super::Report;
use crate::go::{Board, Color, Move, Point};
use crate::playout::Random;
use crate::search::Candidate;

/// A level of play, 1 (weakest) to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(usize);

/// How a level plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Playouts for a move.
    pub playouts: u64,
    /// Visits for a move where a network judges.
    pub visits: u64,
    /// Most plays that are looked at.
    pub candidates: usize,
    /// Power by which the chance of a play to be seen grows with its probability before the search; infinite where just the
    /// likeliest are.
    pub sight: f64,
    /// A move can be drawn where it has at least this share of the best move's visits; 1 where the best move is played.
    pub share: f64,
    /// Power by which the chance of a move grows with its visits.
    pub sharpness: f64,
}

/// The levels from 1 on.
const STRENGTHS: [Strength; Level::MOST] = [
    strength(12, 2, 5, 0.5, 0.05, 0.3),
    strength(20, 5, 5, 1.0, 0.15, 0.5),
    strength(36, 12, 7, 2.0, 0.25, 0.5),
    strength(85, 16, 9, ALL, 0.35, 1.0),
    strength(150, 28, 13, ALL, 0.45, 1.0),
    strength(270, 50, 18, ALL, 0.5, 1.0),
    strength(440, 80, 27, ALL, 0.65, 2.0),
    strength(690, 125, 40, ALL, 0.8, 2.0),
    strength(990, 210, 60, ALL, 0.9, 2.0),
    strength(1700, 500, usize::MAX, ALL, 1.0, 1.0),
];

/// Sight that overlooks nothing likely.
const ALL: f64 = f64::INFINITY;

const fn strength(
    playouts: u64,
    visits: u64,
    candidates: usize,
    sight: f64,
    share: f64,
    sharpness: f64,
) -> Strength {
    Strength {
        playouts,
        visits,
        candidates,
        sight,
        share,
        sharpness,
    }
}

/// By how much the win rate of a move that is drawn, or that sees to a large chain, may fall short of the best move's.
const MARGIN: f64 = 0.1;

/// The part of the likeliest play's probability that a play needs to be noticed by a weak player.
const NOTICED: f64 = 0.02;

/// Sets the lots of what is seen apart from those of playouts.
const SIGHT_SEED: u64 = 0x5eed_0f51_6874;

/// Stones that no level leaves in atari.
const LARGE: usize = 3;

impl Level {
    /// The highest level.
    pub const MOST: usize = 10;

    /// A level by its number; `None` where there is no such level.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        if 1 <= number && number <= Self::MOST {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0
    }

    /// How it plays.
    #[must_use]
    pub const fn strength(self) -> Strength {
        STRENGTHS[self.0 - 1]
    }

    /// The plays that are looked at of all, each with its probability before the search: a weak player overlooks some of
    /// them, by the seed's lots, and takes notice only of what has a part of the likeliest one's probability.
    #[must_use]
    pub fn sees(self, policy: &[(Move, f64)], seed: u64) -> Vec<Move> {
        let Strength {
            candidates, sight, ..
        } = self.strength();
        let plays = policy.iter().filter(|(mv, _)| *mv != Move::Pass);
        let mut random = Random::new(seed ^ SIGHT_SEED);
        let most = plays.clone().map(|&(_, p)| p).fold(0.0, f64::max);
        let mut keyed: Vec<(f64, Move)> = plays
            .map(|&(mv, p)| (p, mv))
            .filter(|&(p, _)| sight.is_infinite() || p >= NOTICED * most)
            .map(|(p, mv)| {
                // Drawing without putting back, each time in proportion to a power of the probability.
                let lot = -(-random.unit().max(1e-12).ln()).max(1e-12).ln();
                let luck = if sight.is_infinite() {
                    0.0
                } else {
                    lot / sight
                };
                (p.max(1e-12).ln() + luck, mv)
            })
            .collect();
        keyed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        keyed.truncate(candidates);
        keyed.into_iter().map(|(_, mv)| mv).collect()
    }

    /// The play to make of what a search found: the one that sees to a large chain in atari, or else one drawn from the good
    /// ones; `lot` is evenly spread from 0 to 1. `None` where there is no play.
    #[must_use]
    pub fn choose<'a>(self, report: &'a Report, board: &Board, lot: f64) -> Option<&'a Candidate> {
        let Strength {
            share, sharpness, ..
        } = self.strength();
        let plays = || {
            report
                .candidates
                .iter()
                .filter(|play| play.mv != Move::Pass)
        };
        let best = plays().next()?;
        let good = |play: &&Candidate| play.visits > 0 && play.winrate >= best.winrate - MARGIN;
        let urgent = |play: &&Candidate| {
            play.mv
                .point()
                .is_some_and(|p| is_urgent(board, report.color, p))
        };
        if let Some(play) = plays().filter(good).find(urgent) {
            return Some(play);
        }
        let chance = |play: &Candidate| {
            let part = play.visits as f64 / best.visits.max(1) as f64;
            if part >= share {
                part.powf(sharpness)
            } else {
                0.0
            }
        };
        let total: f64 = plays().filter(good).map(chance).sum();
        let mut left = lot * total;
        let drawn = plays().filter(good).find(|play| {
            left -= chance(play);
            left < 0.0
        });
        Some(drawn.unwrap_or(best))
    }
}

/// Whether a play takes a large chain that is in atari, or frees a large chain of its own from atari.
#[must_use]
pub fn is_urgent(board: &Board, color: Color, point: Point) -> bool {
    let in_atari = |color: Color| {
        let stones = board.points().filter(move |&p| board.at(p) == Some(color));
        stones.filter(|&p| board.liberties(p) == 1 && board.chain_len(p) >= LARGE)
    };
    if in_atari(!color).any(|stone| board.last_liberty(stone) == point) {
        return true;
    }
    let mut after = board.clone();
    let mut own = in_atari(color).peekable();
    if own.peek().is_none() {
        return false;
    }
    after.play(color, point);
    own.any(|stone| after.at(stone) == Some(color) && after.liberties(stone) > 1)
}

/// A number that names no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoLevel;

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a level from 1 to {}", Level::MOST)
    }
}

impl std::error::Error for NoLevel {}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        text.parse().ok().and_then(Self::new).ok_or(NoLevel)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Point};
    use std::time::Duration;

    fn candidate(column: usize, visits: u64, winrate: f64) -> Candidate {
        let mv = Move::Play(Point::new(column, 0));
        Candidate {
            mv,
            visits,
            winrate,
            score: 0.0,
            score_stdev: 0.0,
            prior: 0.0,
            lcb: winrate,
            pv: vec![mv],
            pv_visits: vec![visits],
            ownership: Vec::new(),
        }
    }

    fn report(candidates: Vec<Candidate>) -> Report {
        Report {
            color: Color::Black,
            candidates,
            visits: 0,
            playouts: 0,
            winrate: 0.5,
            score: 0.0,
            score_stdev: 0.0,
            ownership: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    fn chosen(level: usize, report: &Report, lot: f64) -> Option<usize> {
        let level = Level::new(level)?;
        let play = level.choose(report, &Board::new(9), lot)?;
        play.mv.point().map(Point::column)
    }

    #[test]
    fn lots_are_drawn_among_good_moves() {
        let good = |column, visits| candidate(column, visits, 0.5);
        let report_of_three = report(vec![good(1, 100), good(2, 60), good(3, 10)]);
        let blunder = report(vec![good(1, 100), candidate(2, 90, 0.3)]);
        for (level, report, lot, expected) in [
            (5, &report_of_three, 0.0, 1),
            (5, &report_of_three, 0.62, 1),
            (5, &report_of_three, 0.63, 2),
            (5, &report_of_three, 0.999, 2),
            (9, &report_of_three, 0.999, 1),
            (10, &report_of_three, 0.999, 1),
            (1, &blunder, 0.999, 1),
        ] {
            assert_eq!(chosen(level, report, lot), Some(expected), "{level} {lot}");
        }
        let pass = Candidate {
            mv: Move::Pass,
            ..good(1, 100)
        };
        assert_eq!(chosen(5, &report(vec![]), 0.5), None);
        assert_eq!(chosen(5, &report(vec![pass.clone()]), 0.5), None);
        assert_eq!(chosen(5, &report(vec![pass, good(2, 1)]), 0.5), Some(2));
    }

    #[test]
    fn weak_players_overlook_likely_plays() {
        let play = |column| Move::Play(Point::new(column, 0));
        let mut policy: Vec<_> = (0..12).map(|i| (play(i), 0.5 / (1 + i) as f64)).collect();
        policy.push((play(12), 1e-4));
        policy.push((Move::Pass, 0.9));
        let noticed = |level, lots| Level::new(level).map(|level| level.sees(&policy, lots));
        let mut missed = [0, 0];
        for lots in 0..200 {
            for (level, missed) in [1, 2].into_iter().zip(&mut missed) {
                let plays = noticed(level, lots).expect("a level");
                assert_eq!(plays.len(), 5, "level {level}");
                assert!(!plays.contains(&Move::Pass) && !plays.contains(&play(12)));
                *missed += usize::from(!plays.contains(&play(0)));
            }
        }
        assert!(
            0 < missed[1] && missed[1] < missed[0] && missed[0] < 150,
            "{missed:?}"
        );
        let likeliest: Vec<Move> = (0..9).map(play).collect();
        assert_eq!(noticed(4, 0), Some(likeliest));
        assert_eq!(noticed(10, 0).map(|plays| plays.len()), Some(13));
    }

    #[test]
    fn large_chains_in_atari_are_seen() {
        let point = |vertex: &str| vertex.parse::<Point>().expect("a vertex");
        let mut board = Board::new(9);
        for (color, stones) in [
            (Color::White, "A1 B1 C1"),
            (Color::Black, "A2 B2 C2"),
            (Color::White, "J1"),
            (Color::Black, "H1"),
        ] {
            let stones = stones.split(' ').map(|vertex| (point(vertex), Some(color)));
            board.set_up_all(stones);
        }
        for (color, vertex, urgent) in [
            (Color::Black, "D1", true),
            (Color::White, "D1", true),
            (Color::White, "D2", false),
            (Color::Black, "J2", false),
            (Color::White, "J2", false),
            (Color::Black, "E5", false),
        ] {
            assert_eq!(
                is_urgent(&board, color, point(vertex)),
                urgent,
                "{color} {vertex}"
            );
        }
        // An escape that stays in atari is none.
        board.set_up(point("E1"), Some(Color::Black));
        assert!(!is_urgent(&board, Color::White, point("D1")) || board.is_empty(point("D2")));
        board.set_up(point("D2"), Some(Color::Black));
        assert!(!is_urgent(&board, Color::White, point("D1")));
    }
}
