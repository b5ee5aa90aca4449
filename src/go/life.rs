//! Unconditional life: what stays even if its owner passes for ever.
//!
//! Benson, "Life in the game of Go" (1976). Take the regions of a colour: the maximal connected parts of the board without
//! its stones. A region is *vital* to a chain that is a neighbour of each of its empty points. Chains with fewer than two
//! vital regions are struck off, then the regions that touch a chain struck off, and so on; the chains left cannot be
//! captured. A region that only those chains border belongs to them where the opponent cannot live inside: where it has at
//! most one point that is no neighbour of theirs.
//!
//! Where the rules allow suicide, the opponent can empty points by it, so that the stones inside a region have to be
//! neighbours of the chain too.

use super::board::{Board, Cell};
use super::color::{ByColor, Color};
use super::point::{MAX_AREA, POINTS, Point};
use super::region;
use super::set::PointSet;

/// The most regions that a board can have: every second point of the largest.
const MAX_REGIONS: usize = MAX_AREA.div_ceil(2);

/// What a colour owns of a board without a further move. The four sets do not overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Life {
    /// Its stones that cannot be captured.
    pub stones: PointSet,
    /// Points, empty or with stones of the opponent, that those stones enclose so tightly that no opponent can live there.
    pub territory: PointSet,
    /// Other empty regions that those stones alone border. The opponent may be able to live there.
    pub safe: PointSet,
    /// Empty regions that its stones alone border, but not only those that cannot be captured.
    pub open: PointSet,
}

/// A region of a colour while its life is found out.
#[derive(Clone, Copy)]
struct Region {
    /// Where its points end in the list of all.
    end: usize,
    /// Heads of the chains to which it is vital, or [`Point::NONE`].
    vital: [Point; 4],
    /// Number of points that are no neighbour of the colour's stones.
    interior: usize,
    /// Whether the opponent has stones inside.
    has_stones: bool,
    /// Whether a chain borders it that can be captured.
    broken: bool,
}

impl Life {
    /// The unconditional life of a colour; `suicide` says whether the rules allow it.
    #[must_use]
    pub fn of(board: &Board, color: Color, suicide: bool) -> Self {
        Finder::new(board, color).find(suicide)
    }

    /// The stones and the territory: what Benson's theorem covers.
    #[must_use]
    pub fn area(&self) -> PointSet {
        self.stones.union(&self.territory)
    }
}

/// The working memory, on the stack.
struct Finder<'a> {
    board: &'a Board,
    color: Color,
    /// The points of all regions, one region after the other.
    order: [Point; MAX_AREA],
    /// Number of the region a point belongs to, from 1; 0 for none.
    labels: [u16; POINTS],
    regions: [Region; MAX_REGIONS],
    region_count: usize,
}

impl<'a> Finder<'a> {
    const fn new(board: &'a Board, color: Color) -> Self {
        let region = Region {
            end: 0,
            vital: [Point::NONE; 4],
            interior: 0,
            has_stones: false,
            broken: false,
        };
        Self {
            board,
            color,
            order: [Point::NONE; MAX_AREA],
            labels: [0; POINTS],
            regions: [region; MAX_REGIONS],
            region_count: 0,
        }
    }

    fn find(mut self, suicide: bool) -> Life {
        let own = Cell::stone(self.color);
        let mut chains = [Point::NONE; MAX_AREA];
        let mut chain_count = 0;
        for point in self.board.points() {
            if self.board.cell(point) == own && self.board.head(point) == point {
                chains[chain_count] = point;
                chain_count += 1;
            }
        }
        let mut life = Life::default();
        if chain_count == 0 {
            return life;
        }
        self.find_regions(suicide);
        let alive = self.strike_off(&mut chains[..chain_count]);
        for &head in &chains[..alive] {
            life.stones.extend(self.board.chain(head));
        }
        let mut start = 0;
        for region in &self.regions[..self.region_count] {
            let set = match region {
                _ if !region.broken && region.interior < 2 => &mut life.territory,
                _ if region.has_stones => &mut PointSet::default(),
                _ if region.broken => &mut life.open,
                _ => &mut life.safe,
            };
            set.extend(self.order[start..region.end].iter().copied());
            start = region.end;
        }
        life
    }

    /// Lists the regions, from an empty point of each on: one without empty points is no region to play in.
    fn find_regions(&mut self, suicide: bool) {
        let (board, own) = (self.board, Cell::stone(self.color));
        let mut end = 0;
        for seed in board.points() {
            if !board.is_empty(seed) || self.labels[seed.index()] != 0 {
                continue;
            }
            let region = &mut self.regions[self.region_count];
            self.region_count += 1;
            #[allow(clippy::cast_possible_truncation)] // at most MAX_REGIONS
            let label = self.region_count as u16;
            for (slot, neighbor) in region.vital.iter_mut().zip(seed.neighbors()) {
                if board.cell(neighbor) == own {
                    *slot = board.head(neighbor);
                }
            }
            remove_doubles(&mut region.vital);
            let mut next = end;
            self.order[end] = seed;
            self.labels[seed.index()] = label;
            end += 1;
            while next < end {
                let point = self.order[next];
                next += 1;
                let neighbors = point.neighbors();
                if suicide || board.is_empty(point) {
                    for head in &mut region.vital {
                        if neighbors.iter().all(|&n| board.head(n) != *head) {
                            *head = Point::NONE;
                        }
                    }
                }
                region.has_stones |= !board.is_empty(point);
                region.interior += usize::from(neighbors.iter().all(|&n| board.cell(n) != own));
                for neighbor in neighbors {
                    let cell = board.cell(neighbor);
                    if cell != own && cell != Cell::Edge && self.labels[neighbor.index()] == 0 {
                        self.labels[neighbor.index()] = label;
                        self.order[end] = neighbor;
                        end += 1;
                    }
                }
            }
            region.end = end;
        }
    }

    /// Strikes off the chains without two vital regions until all have them; those left come first in the list. Returns
    /// their number.
    fn strike_off(&mut self, chains: &mut [Point]) -> usize {
        let mut vital = [0u16; POINTS];
        for region in &self.regions[..self.region_count] {
            for head in region.vital {
                vital[head.index()] += 1; // that of `Point::NONE` is never read
            }
        }
        let mut alive = chains.len();
        loop {
            let before = alive;
            let mut i = 0;
            while i < alive {
                if vital[chains[i].index()] >= 2 {
                    i += 1;
                    continue;
                }
                alive -= 1;
                chains.swap(i, alive);
                for neighbor in self.board.chain(chains[alive]).flat_map(Point::neighbors) {
                    let label = usize::from(self.labels[neighbor.index()]);
                    if label == 0 || self.regions[label - 1].broken {
                        continue;
                    }
                    self.regions[label - 1].broken = true;
                    for head in self.regions[label - 1].vital {
                        vital[head.index()] = vital[head.index()].saturating_sub(1);
                    }
                }
            }
            if alive == before {
                return alive;
            }
        }
    }
}

/// Sets repeated entries to [`Point::NONE`].
fn remove_doubles(heads: &mut [Point; 4]) {
    for i in 1..heads.len() {
        if heads[..i].contains(&heads[i]) {
            heads[i] = Point::NONE;
        }
    }
}

/// What an [area map](area) holds besides unconditional life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parts {
    /// Empty regions that unconditionally living stones alone border, however large.
    pub safe: bool,
    /// All empty regions that stones of one colour alone border.
    pub open: bool,
    /// All stones that do not stand in the opponent's territory.
    pub stones: bool,
}

impl Parts {
    /// Only what is unconditional.
    pub const NONE: Self = Self {
        safe: false,
        open: false,
        stones: false,
    };
    /// Everything: the board counts as it stands, but for stones in the opponent's unconditional territory.
    pub const ALL: Self = Self {
        safe: true,
        open: true,
        stones: true,
    };
}

/// The points of each colour: unconditionally living stones and territory, and what `parts` adds to them. No point
/// belongs to both.
#[must_use]
pub fn area(board: &Board, parts: Parts, suicide: bool) -> ByColor<PointSet> {
    let life = ByColor::from_fn(|color| Life::of(board, color, suicide));
    let sure = ByColor::from_fn(|color| {
        let life = &life[color];
        if parts.safe {
            life.area().union(&life.safe)
        } else {
            life.area()
        }
    });
    ByColor::from_fn(|color| {
        let mut more = PointSet::EMPTY;
        if parts.open {
            more = more.union(&life[color].open).union(&life[color].safe);
        }
        if parts.stones {
            more = more.union(&region::stones(board, color));
        }
        sure[color].union(&more.difference(&sure[!color]))
    })
}

/// The parts of an area that live by themselves, with no share in a seki.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Independent {
    /// The points of each colour that belong to such parts.
    pub area: ByColor<PointSet>,
    /// The number of such parts of each colour.
    pub groups: ByColor<usize>,
}

/// Splits an [area map with all parts](Parts::ALL) into connected parts and keeps those that live by themselves: that
/// touch no neutral point and have no stone in atari.
#[must_use]
pub fn independent(board: &Board, area: &ByColor<PointSet>) -> Independent {
    let neutral = region::empty(board)
        .difference(&area.black)
        .difference(&area.white);
    let beside_neutral = neutral.neighbors();
    let mut independent = Independent::default();
    for color in Color::BOTH {
        let in_atari = area[color]
            .iter()
            .filter(|&point| board.at(point) == Some(color) && board.liberties(point) == 1);
        let seki = beside_neutral.union(&in_atari.collect());
        let kept = area[color].difference(&area[color].reachable(&seki));
        independent.groups[color] = kept.parts().count();
        independent.area[color] = kept;
    }
    independent
}

/// The points of each colour under area scoring with a tax on seki: the independent parts of the area, and the stones that
/// do not stand in the opponent's territory.
#[must_use]
pub fn taxed_area(board: &Board, suicide: bool) -> ByColor<PointSet> {
    let area = area(board, Parts::ALL, suicide);
    let kept = independent(board, &area).area;
    ByColor::from_fn(|color| {
        let stones = region::stones(board, color).intersection(&area[color]);
        kept[color].union(&stones)
    })
}
