//! Which living stones are in seki.
//!
//! Both sides fill small neutral parts of the board as long as one of them safely can. The points that are left over, because a stone there
//! would put its own chain in reach of capture whoever plays it, hold the chains around them in seki.

use crate::go::{Board, ByColor, Color, Point, PointSet, region};
use crate::playout::tactics::{Ladder, adjacent_chains};

/// The most points of a neutral part that is looked at; a larger one has not been played out.
const MOST_POINTS: usize = 10;

/// The stones in seki on a board whose `dead` stones are known. Stones that live unconditionally are in none.
pub(super) fn stones(board: &Board, dead: &PointSet, unconditional: &PointSet) -> PointSet {
    let mut seki = Seki {
        board: board.clone(),
        ladder: Ladder::new(),
    };
    seki.board
        .set_up_all(dead.iter().map(|point| (point, None)));
    let living = ByColor::from_fn(|color| region::stones(&seki.board, color));
    let left = seki.fill();
    let beside = left.neighbors();
    let mut held = PointSet::EMPTY;
    for color in Color::BOTH {
        // Chains that share an eye share the seki too.
        let mut found = chains_at(
            board,
            &beside
                .intersection(&living[color])
                .difference(unconditional),
        );
        if found.is_empty() {
            continue;
        }
        let space = region::all(board)
            .difference(&living.black)
            .difference(&living.white);
        let eyes = space
            .parts()
            .map(|part| part.neighbors())
            .filter(|border| !border.meets(&living[!color]));
        for border in eyes {
            if border.meets(&found) {
                let around = border
                    .intersection(&living[color])
                    .difference(unconditional);
                found = found.union(&chains_at(board, &around));
            }
        }
        held = held.union(&found);
    }
    held
}

/// All stones of the chains with a stone in the set.
fn chains_at(board: &Board, stones: &PointSet) -> PointSet {
    stones.iter().flat_map(|stone| board.chain(stone)).collect()
}

struct Seki {
    board: Board,
    ladder: Ladder,
}

impl Seki {
    /// Fills neutral points and returns those that nobody can fill.
    fn fill(&mut self) -> PointSet {
        loop {
            let neutral = self.neutral();
            let filled = neutral.iter().any(|point| {
                Color::BOTH
                    .into_iter()
                    .any(|color| self.try_fill(color, point))
            });
            if !filled {
                return neutral;
            }
        }
    }

    /// The empty points of small parts that both colours border.
    fn neutral(&self) -> PointSet {
        let stones = ByColor::from_fn(|color| region::stones(&self.board, color));
        region::empty_parts(&self.board)
            .filter(|part| {
                let border = part.neighbors();
                let both = border.meets(&stones.black) && border.meets(&stones.white);
                both && part.len() <= MOST_POINTS
            })
            .flat_map(|part| part.iter())
            .collect()
    }

    /// Fills a point where that is safe: the chain cannot be captured then, and the opponent's chains beside can be joined
    /// to safety where it puts them in atari.
    fn try_fill(&mut self, color: Color, point: Point) -> bool {
        if !self.board.is_legal(color, point, false) {
            return false;
        }
        let mut after = self.board.clone();
        if after.play(color, point) > 0 {
            return false;
        }
        after.clear_ko();
        let attacked: Vec<_> = adjacent_chains(&after, !color, point)
            .filter(|&chain| after.liberties(chain) == 1)
            .collect();
        for chain in attacked {
            // The answer for another chain may have saved or captured this one.
            if after.at(chain) != Some(!color) || after.liberties(chain) != 1 {
                continue;
            }
            let answer = after.last_liberty(chain);
            if !after.is_legal(!color, answer, false) {
                return false;
            }
            after.play(!color, answer);
            if after.at(chain).is_none() || self.is_caught(&after, chain) {
                return false;
            }
        }
        if after.at(point).is_none() || self.is_caught(&after, point) {
            return false;
        }
        after.clear_ko();
        self.board = after;
        true
    }

    /// Whether the opponent of the chain on `stone`, playing first, captures it at once or in a ladder.
    fn is_caught(&mut self, board: &Board, stone: Point) -> bool {
        let Some(color) = board.at(stone) else {
            return true;
        };
        match board.liberties(stone) {
            0 => true,
            1 => board.is_legal(!color, board.last_liberty(stone), false),
            2 => self.ladder.attack(board, stone).is_some(),
            _ => false,
        }
    }
}
