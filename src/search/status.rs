//! Life and death at the end of a game.
//!
//! Unconditional life comes first. Then playouts say of every chain whether its points end up its owner's. Chains of which
//! they are not sure, or that live or die by a race of liberties, are each asked after by a tree search that looks at
//! nothing else and plays only nearby: so ko threats elsewhere do not count, and neither side has to play where passing is
//! better. What lives although nobody can fill the liberties between is in seki.
//!
//! The answer depends on the stones alone, not on the turn, on ko or on passes, and is the same each time.

mod ownership;
mod seki;
mod solver;
mod survival;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::go::life::Life;
use crate::go::{Board, ByColor, Color, Game, Komi, Point, PointSet, Rules, Status, region};
pub use ownership::Ownership;
use survival::Question;

/// Playouts for the first look.
const PLAYOUTS: u32 = 800;
/// Empty points that are enough for a fight.
const MOST_ROOM: usize = 24;
/// The most playouts of one search.
const MOST_PLAYOUTS: u64 = 1500;
/// The most playouts of all groups' searches together in a round, if each is asked after once.
const ROUND_PLAYOUTS: u64 = 8000;
/// Empty points that a finished game on a board of 19 lines hardly ever has more of.
const FINISHED: u64 = 225;
/// Rounds of searches: what was clear in the first are walls in the second.
const ROUNDS: usize = 2;
/// The most groups that are searched for; of more, the largest.
const MOST_SEARCHES: usize = 24;
/// Ownership from which on playouts are believed without a search.
const SURE: f32 = 0.9;
/// Number of stones from which on a group is large.
const LARGE: usize = 3;
/// Ownership from which on a large group that can be captured, but not if it moves first, counts as alive.
const IN_FAVOUR: f32 = 0.3;
/// Ownership from which on a chain counts as a wall that a fight does not go beyond.
const SOLID: f32 = 0.9;

/// Judges life and death of all stones with `threads` threads.
#[must_use]
pub fn judge(game: &Game, threads: usize) -> Status {
    let game = plain(game);
    let board = game.board();
    let ownership = Ownership::of(&game, PLAYOUTS, threads);
    let mut judge = Judge::new(board, &ownership);
    let mut dead = judge.dead_by_playouts();
    let playouts = round_playouts(board);
    let mut groups = judge.groups(playouts);
    for _ in 0..ROUNDS {
        judge.ask_about(&mut groups);
        // Many groups mean that the game is not over: a rough answer has to do.
        let most = (playouts / groups.len().max(1) as u64).min(MOST_PLAYOUTS);
        let answers = in_parallel(threads, groups.len(), |i| answer(&game, &groups[i], most));
        let mut unclear = Vec::new();
        for (group, answer) in groups.into_iter().zip(answers) {
            let stones = group.chains.iter().flat_map(|&chain| board.chain(chain));
            let stones: PointSet = stones.collect();
            dead = if answer.survives {
                dead.difference(&stones)
            } else {
                dead.union(&stones)
            };
            if !answer.clear {
                unclear.push(group);
            } else if answer.survives {
                judge.solid = judge.solid.union(&stones);
            }
        }
        groups = unclear;
    }
    let seki = seki::stones(board, &dead, &judge.unconditional);
    Status::new(board, &dead, &seki)
}

/// Judges by what a search for `color` found of each point ([`Report::ownership`](super::Report::ownership)), at hardly any
/// cost: for a player short of time. It knows no seki.
#[must_use]
pub fn glance(board: &Board, color: Color, ownership: &[f32]) -> Status {
    let ownership = Ownership::seen_by(board, color, ownership);
    let dead = Judge::new(board, &ownership).dead_by_playouts();
    Status::new(board, &dead, &PointSet::EMPTY)
}

/// A game of the stones alone: no history, no ko ban, rules that do not end a search early. The board is set up afresh, as
/// the order in which it lists its points depends on the moves so far.
fn plain(game: &Game) -> Game {
    let board = game.board();
    let mut fresh = Board::new(board.size());
    fresh.set_up_all(board.points().map(|point| (point, board.at(point))));
    Game::from_position(fresh, Color::Black, Rules::default(), Komi::ZERO)
}

/// Playouts of a round of searches: as all playouts take longer on a board with more room, and as such a game is not over,
/// fewer there, so that even the largest boards cost no more than others.
fn round_playouts(board: &Board) -> u64 {
    let empty = board.empties().len() as u64;
    let room = empty.max(FINISHED);
    ROUND_PLAYOUTS * FINISHED * FINISHED / (room * room)
}

/// A chain as the playouts see it.
#[derive(Clone, Copy)]
struct Chain {
    /// The head.
    stone: Point,
    color: Color,
    len: usize,
    liberties: usize,
    /// 1 where its points always end up its owner's, -1 where never.
    owned: f32,
}

/// Chains of one colour in one fight that playouts judge alike: they share a fate.
struct Group {
    chains: Vec<Point>,
    question: Question,
    owned: f32,
    stones: usize,
}

struct Judge<'a> {
    board: &'a Board,
    chains: Vec<Chain>,
    /// Stones and territory that are decided without playouts.
    life: ByColor<PointSet>,
    /// Both colours' stones that cannot be captured.
    unconditional: PointSet,
    /// Chains beyond which a fight does not go.
    solid: PointSet,
}

impl<'a> Judge<'a> {
    fn new(board: &'a Board, ownership: &Ownership) -> Self {
        let life = ByColor::from_fn(|color| Life::of(board, color, false));
        let unconditional = life.black.stones.union(&life.white.stones);
        let mut solid = unconditional;
        let mut chains = Vec::new();
        for stone in board.points().filter(|&p| board.head(p) == p) {
            let Some(color) = board.at(stone) else {
                continue;
            };
            let len = board.chain_len(stone);
            let sum: f32 = board.chain(stone).map(|p| ownership.at(p)).sum();
            let mean = sum / len as f32;
            let owned = if color == Color::Black { mean } else { -mean };
            if owned > SOLID {
                solid.extend(board.chain(stone));
            }
            chains.push(Chain {
                stone,
                color,
                len,
                liberties: board.liberties(stone),
                owned,
            });
        }
        Self {
            board,
            chains,
            life: life.map(|life| life.area()),
            unconditional,
            solid,
        }
    }

    /// Whether a chain is decided without playouts; then whether it lives.
    fn decided(&self, chain: &Chain) -> Option<bool> {
        if self.unconditional.contains(chain.stone) {
            Some(true)
        } else if self.life[!chain.color].contains(chain.stone) {
            Some(false)
        } else {
            None
        }
    }

    fn dead_by_playouts(&self) -> PointSet {
        let is_dead = |chain: &&Chain| !self.decided(chain).unwrap_or(chain.owned >= 0.0);
        let chains = self.chains.iter().filter(is_dead);
        chains
            .flat_map(|chain| self.board.chain(chain.stone))
            .collect()
    }

    /// Whether playouts may be wrong about a chain: they are not sure, or it is in a race of liberties.
    fn is_doubtful(&self, chain: &Chain) -> bool {
        self.decided(chain).is_none()
            && (chain.owned.abs() < SURE || (chain.owned < 0.0 && self.is_race(chain)))
    }

    /// Whether a chain touches an opponent's that has hardly more liberties and can be captured.
    fn is_race(&self, chain: &Chain) -> bool {
        let board = self.board;
        chain.liberties > 1
            && board
                .chain(chain.stone)
                .flat_map(Point::neighbors)
                .any(|p| {
                    board.at(p) == Some(!chain.color)
                        && !self.unconditional.contains(p)
                        && board.liberties(p) <= chain.liberties + 1
                })
    }

    /// The doubtful chains in groups; the largest where there are too many for so many playouts.
    fn groups(&self, playouts: u64) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for chain in self.chains.iter().filter(|chain| self.is_doubtful(chain)) {
            let within = self.fight(chain.stone);
            let alike = groups.iter_mut().find(|group| {
                self.board.at(group.question.stone) == Some(chain.color)
                    && group.question.within == within
                    && (group.owned - chain.owned).abs() < 0.03
            });
            if let Some(group) = alike {
                if chain.len > self.board.chain_len(group.question.stone) {
                    group.question.stone = chain.stone;
                }
                group.chains.push(chain.stone);
                group.stones += chain.len;
            } else {
                groups.push(Group {
                    chains: vec![chain.stone],
                    question: Question {
                        stone: chain.stone,
                        first: !chain.color,
                        within,
                    },
                    owned: chain.owned,
                    stones: chain.len,
                });
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.stones));
        let most = playouts / survival::STEP;
        groups.truncate(MOST_SEARCHES.min(most.max(1) as usize));
        groups
    }

    /// Sets where the groups' fights take place, by the walls as they are known now.
    fn ask_about(&self, groups: &mut [Group]) {
        for group in groups {
            let question = &mut group.question;
            question.within = self.nearby(question.stone, &self.fight(question.stone));
        }
    }

    /// Where a fight about a chain takes place: what can be reached from it without passing a wall. A wall all of whose
    /// liberties lie inside is part of the fight itself.
    fn fight(&self, stone: Point) -> PointSet {
        let board = self.board;
        let mut walls = self.solid;
        for point in board.chain(stone) {
            walls.remove(point);
        }
        let all = region::all(board);
        loop {
            let inside = all.difference(&walls).reachable(&stone.into());
            let beside = inside.neighbors().intersection(&walls);
            let held = beside.iter().find(|&wall| {
                !self.unconditional.contains(wall)
                    && board
                        .chain_liberties(wall)
                        .all(|liberty| inside.contains(liberty))
            });
            let Some(held) = held else {
                return inside;
            };
            for point in board.chain(held) {
                walls.remove(point);
            }
        }
    }

    /// The part of a large fight around a chain: step by step, until there is enough room.
    fn nearby(&self, stone: Point, fight: &PointSet) -> PointSet {
        let empty = region::empty(self.board);
        let mut near: PointSet = self.board.chain(stone).collect();
        loop {
            let mut more = near.union(&near.neighbors().intersection(fight));
            // A chain is taken whole.
            let stones = more.difference(&empty).difference(&near);
            more.extend(stones.iter().flat_map(|stone| self.board.chain(stone)));
            if more == near || more.intersection(&empty).len() > MOST_ROOM {
                return more;
            }
            near = more;
        }
    }
}

/// What was found out about a group.
#[derive(Clone, Copy)]
struct Answer {
    survives: bool,
    /// It was read out, or the search left little doubt.
    clear: bool,
}

/// Whether a group survives: it does where it cannot be captured though the opponent begins, and does not where it is
/// captured though it begins itself. Where all depends on who begins, playouts decide; a large group that can be captured
/// needs them well in its favour.
fn answer(game: &Game, group: &Group, most: u64) -> Answer {
    let question = group.question;
    let attacked = ask(game, question, most);
    let needed = if group.stones < LARGE { 0.0 } else { IN_FAVOUR };
    if attacked.survives || group.owned < needed {
        return attacked;
    }
    let defended = Question {
        first: !question.first,
        ..question
    };
    Answer {
        survives: ask(game, defended, most).survives,
        clear: false,
    }
}

/// The answer to one question, read out where the fight is small, else by at most `most` playouts.
fn ask(game: &Game, question: Question, most: u64) -> Answer {
    if let Some(survives) = solver::survives(game.board(), &question) {
        return Answer {
            survives,
            clear: true,
        };
    }
    let chance = survival::chance(game, question, most);
    Answer {
        survives: chance > 0.5,
        clear: !(0.15..0.85).contains(&chance),
    }
}

/// The results of `job` for 0 to `count - 1`, in order, found by several threads.
fn in_parallel<T: Send>(threads: usize, count: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Relaxed);
            if i >= count {
                return done;
            }
            done.push((i, job(i)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let helpers = 1..threads.clamp(1, count.max(1));
        let helpers: Vec<_> = helpers
            .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut results = work();
        for helper in helpers {
            match helper.join() {
                Ok(part) => results.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_by_key(|&(i, _)| i);
    results.into_iter().map(|(_, result)| result).collect()
}
