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
            let fills = neutral
                .iter()
                .flat_map(|point| Color::BOTH.map(|color| (color, point)));
            let mut fills: Vec<_> = fills.collect();
            fills.sort_by_key(|&(color, point)| self.urgency(color, point));
            if !fills
                .into_iter()
                .any(|(color, point)| self.try_fill(color, point))
            {
                return neutral;
            }
        }
    }

    /// The order in which points are filled, the smallest first: as players do, who join their chains before the opponent cuts
    /// them, and those first that are short of liberties.
    fn urgency(&self, color: Color, point: Point) -> (bool, usize) {
        let chains = || adjacent_chains(&self.board, color, point);
        let joins = chains().nth(1).is_some();
        let liberties = chains().map(|chain| self.board.liberties(chain)).min();
        (!joins, liberties.unwrap_or(usize::MAX))
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
        let mut answered = false;
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
            answered = true;
        }
        if after.at(point).is_none() {
            return false;
        }
        if self.is_caught(&after, point) && !(answered && self.secure(&mut after, point)) {
            return false;
        }
        after.clear_ko();
        self.board = after;
        true
    }

    /// Has the owner of the chain on `stone`, whose turn it is, join it to safety; false where that cannot be done.
    fn secure(&mut self, board: &mut Board, stone: Point) -> bool {
        let Some(color) = board.at(stone) else {
            return false;
        };
        let liberties: Vec<Point> = board.chain_liberties(stone).collect();
        liberties.into_iter().any(|liberty| {
            let mut after = board.clone();
            if !after.is_legal(color, liberty, false) {
                return false;
            }
            after.play(color, liberty);
            let safe = !self.is_caught(&after, stone);
            if safe {
                *board = after;
            }
            safe
        })
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
