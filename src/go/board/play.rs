//! Putting stones on a board, and taking them back.

use super::{Board, Cell, Chain};
use crate::go::color::{ByColor, Color};
use crate::go::point::Point;

/// A step of a play, with what its undoing cannot find on the board.
#[derive(Clone, Copy)]
enum Step {
    /// The second chain became part of the first.
    Joined([(Point, Chain); 2]),
    /// A chain was taken off.
    Removed(Point, Color, Chain),
}

/// Who is told of each step of a play before it is made.
trait Listener {
    fn hear(&mut self, step: Step);
}

/// Nobody.
impl Listener for () {
    #[inline]
    fn hear(&mut self, _: Step) {}
}

/// A play that was tried out, for [`Board::take_back`].
#[must_use]
pub struct Trial {
    point: Point,
    color: Color,
    ko: (Color, Point),
    captures: ByColor<u32>,
    /// What the point's places held: they may be those of a stone that was taken before and comes back.
    next: Point,
    chain: Chain,
    /// Where the point stood among the empty ones.
    slot: u16,
    /// The chains next to it.
    beside: [Point; 4],
    /// What came of each of them, in turn, and of its own chain.
    steps: [Option<Step>; 5],
    len: usize,
}

impl Listener for Trial {
    #[inline]
    fn hear(&mut self, step: Step) {
        self.steps[self.len] = Some(step);
        self.len += 1;
    }
}

impl Board {
    /// Puts a stone: takes the opponent's chains without liberties, then the player's own if it has none, and sets the ko
    /// point. Returns the number of opponent's stones taken. The point must be empty; legality is the caller's matter.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> usize {
        let beside = self.place(color, point);
        self.settle(color, point, beside, &mut ())
    }

    /// [`play`](Self::play) that can be taken back.
    #[inline]
    pub fn try_out(&mut self, color: Color, point: Point) -> Trial {
        let mut trial = Trial {
            point,
            color,
            ko: (self.ko_color, self.ko),
            captures: self.captures,
            next: self.next[point.index()],
            chain: self.chains[point.index()],
            slot: self.slots[point.index()],
            beside: [Point::NONE; 4],
            steps: [None; 5],
            len: 0,
        };
        trial.beside = self.place(color, point);
        self.settle(color, point, trial.beside, &mut trial);
        trial
    }

    /// Takes back a play that was tried out, the last one that was not taken back yet. The board is what it was, with its
    /// lists in the order that they had.
    pub fn take_back(&mut self, trial: &Trial) {
        for step in trial.steps[..trial.len].iter().rev().flatten() {
            match *step {
                Step::Joined(chains) => self.part(chains),
                Step::Removed(head, color, chain) => self.put_back(head, color, chain),
            }
        }
        let point = trial.point;
        self.lift(point, trial.color);
        for head in trial.beside.into_iter().filter(|&head| head != Point::NONE) {
            self.chains[head.index()].add(point);
        }
        self.next[point.index()] = trial.next;
        self.chains[point.index()] = trial.chain;
        self.give_empty(point, trial.slot);
        (self.ko_color, self.ko) = trial.ko;
        self.captures = trial.captures;
    }

    /// Puts a stone as a chain of its own, which takes a liberty from those beside it: their heads, each once.
    #[inline]
    fn place(&mut self, color: Color, point: Point) -> [Point; 4] {
        debug_assert!(self.is_empty(point));
        self.take_empty(point);
        self.put(point, color);
        let mut heads = [Point::NONE; 4];
        let mut chain = Chain {
            stones: 1,
            ..Chain::default()
        };
        for (i, &neighbor) in point.neighbors().iter().enumerate() {
            if self.is_empty(neighbor) {
                chain.add(neighbor);
            } else {
                let head = self.head(neighbor);
                if head != Point::NONE && !heads.contains(&head) {
                    heads[i] = head;
                    self.chains[head.index()].remove(point);
                }
            }
        }
        self.heads[point.index()] = point;
        self.next[point.index()] = point;
        self.chains[point.index()] = chain;
        heads
    }

    /// Joins a new stone to its own chains beside it, takes what has no liberties, and sets the ko point.
    #[inline]
    fn settle(
        &mut self,
        color: Color,
        point: Point,
        beside: [Point; 4],
        listener: &mut impl Listener,
    ) -> usize {
        self.ko = Point::NONE;
        let own = Cell::stone(color);
        let mut taken = 0;
        let mut taken_at = Point::NONE;
        for head in beside {
            if head == Point::NONE {
                continue;
            }
            if self.cell(head) == own {
                self.join(head, self.head(point), listener);
            } else if self.chains[head.index()].liberties == 0 {
                taken += usize::from(self.chains[head.index()].stones);
                taken_at = head;
                self.remove(head, !color, listener);
            }
        }
        let chain = self.chains[self.head(point).index()];
        if chain.liberties == 0 {
            self.captures[!color] += u32::from(chain.stones);
            self.remove(self.head(point), color, listener);
        } else if taken != 0 {
            #[allow(clippy::cast_possible_truncation)] // at most the board
            {
                self.captures[color] += taken as u32;
            }
            if taken == 1 && chain.stones == 1 && chain.liberties == 1 {
                self.ko = taken_at;
                self.ko_color = !color;
            }
        }
        taken
    }

    #[inline]
    fn join(&mut self, a: Point, b: Point, listener: &mut impl Listener) {
        let (large, small) = self.by_size(a, b);
        listener.hear(Step::Joined(
            [large, small].map(|head| (head, self.chains[head.index()])),
        ));
        self.merge(large, small);
    }

    #[inline]
    fn remove(&mut self, head: Point, color: Color, listener: &mut impl Listener) {
        listener.hear(Step::Removed(head, color, self.chains[head.index()]));
        self.remove_chain(head, color);
    }

    /// The heads of two chains, that of the larger first.
    #[inline]
    fn by_size(&self, a: Point, b: Point) -> (Point, Point) {
        if self.chains[a.index()].stones >= self.chains[b.index()].stones {
            (a, b)
        } else {
            (b, a)
        }
    }

    /// Joins two chains of one colour; the smaller takes the name of the larger.
    #[inline]
    pub(super) fn merge_by_size(&mut self, a: Point, b: Point) {
        let (large, small) = self.by_size(a, b);
        self.merge(large, small);
    }

    /// Joins two chains of one colour under the name of the first.
    #[inline]
    fn merge(&mut self, large: Point, small: Point) {
        let mut chain = self.chains[large.index()];
        let mut stone = small;
        loop {
            for liberty in stone.neighbors() {
                if self.is_empty(liberty)
                    && !liberty
                        .neighbors()
                        .into_iter()
                        .any(|n| self.heads[n.index()] == large)
                {
                    chain.add(liberty);
                }
            }
            self.heads[stone.index()] = large;
            stone = self.next[stone.index()];
            if stone == small {
                break;
            }
        }
        chain.stones += self.chains[small.index()].stones;
        self.chains[large.index()] = chain;
        self.next.swap(large.index(), small.index());
    }

    /// Undoes [`merge`](Self::merge).
    fn part(&mut self, [(large, large_chain), (small, small_chain)]: [(Point, Chain); 2]) {
        self.next.swap(large.index(), small.index());
        self.chains[large.index()] = large_chain;
        self.chains[small.index()] = small_chain;
        let mut stone = small;
        loop {
            self.heads[stone.index()] = small;
            stone = self.next[stone.index()];
            if stone == small {
                break;
            }
        }
    }

    /// Takes a chain off the board and gives its points to the neighbours as liberties.
    fn remove_chain(&mut self, head: Point, color: Color) {
        let mut stone = head;
        loop {
            self.lift(stone, color);
            self.add_empty(stone);
            // Stones of the chain itself that are still there get liberties too; nobody reads them.
            self.each_beside(stone, |chain| chain.add(stone));
            stone = self.next[stone.index()];
            if stone == head {
                break;
            }
        }
    }

    /// Undoes [`remove_chain`](Self::remove_chain): the chain's stones know yet which is the next.
    fn put_back(&mut self, head: Point, color: Color, chain: Chain) {
        self.empty_count -= chain.stones;
        let mut stone = head;
        loop {
            self.each_beside(stone, |chain| chain.remove(stone));
            stone = self.next[stone.index()];
            if stone == head {
                break;
            }
        }
        loop {
            self.put(stone, color);
            self.heads[stone.index()] = head;
            stone = self.next[stone.index()];
            if stone == head {
                break;
            }
        }
        self.chains[head.index()] = chain;
    }

    /// Does something to each chain beside a point, once.
    #[inline]
    fn each_beside(&mut self, point: Point, mut deed: impl FnMut(&mut Chain)) {
        let mut heads = [Point::NONE; 4];
        for (i, neighbor) in point.neighbors().into_iter().enumerate() {
            let head = self.heads[neighbor.index()];
            if head != Point::NONE && !heads.contains(&head) {
                heads[i] = head;
                deed(&mut self.chains[head.index()]);
            }
        }
    }

    /// Sets the cell and tells the eight neighbours. Patterns of points off the board count along, unread, and may wrap.
    #[inline]
    fn put(&mut self, point: Point, color: Color) {
        let cell = Cell::stone(color);
        self.cells[point.index()] = cell;
        for (i, neighbor) in point.neighbors().into_iter().enumerate() {
            let pattern = &mut self.patterns[neighbor.index()];
            *pattern = pattern.wrapping_add((cell as u16) << (2 * (3 - i)));
        }
        for (i, neighbor) in point.diagonals().into_iter().enumerate() {
            let pattern = &mut self.patterns[neighbor.index()];
            *pattern = pattern.wrapping_add((cell as u16) << (8 + 2 * (3 - i)));
        }
    }

    #[inline]
    fn lift(&mut self, point: Point, color: Color) {
        let cell = Cell::stone(color);
        self.cells[point.index()] = Cell::Empty;
        self.heads[point.index()] = Point::NONE;
        for (i, neighbor) in point.neighbors().into_iter().enumerate() {
            let pattern = &mut self.patterns[neighbor.index()];
            *pattern = pattern.wrapping_sub((cell as u16) << (2 * (3 - i)));
        }
        for (i, neighbor) in point.diagonals().into_iter().enumerate() {
            let pattern = &mut self.patterns[neighbor.index()];
            *pattern = pattern.wrapping_sub((cell as u16) << (8 + 2 * (3 - i)));
        }
    }

    #[inline]
    pub(super) fn add_empty(&mut self, point: Point) {
        self.slots[point.index()] = self.empty_count;
        self.empties[usize::from(self.empty_count)] = point;
        self.empty_count += 1;
    }

    #[inline]
    fn take_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        let last = self.empties[usize::from(self.empty_count)];
        let slot = self.slots[point.index()];
        self.empties[usize::from(slot)] = last;
        self.slots[last.index()] = slot;
    }

    /// Undoes [`take_empty`](Self::take_empty): what took the point's slot goes back to the end.
    #[inline]
    fn give_empty(&mut self, point: Point, slot: u16) {
        if slot < self.empty_count {
            let last = self.empties[usize::from(slot)];
            self.slots[last.index()] = self.empty_count;
            self.empties[usize::from(self.empty_count)] = last;
        }
        self.slots[point.index()] = slot;
        self.empties[usize::from(slot)] = point;
        self.empty_count += 1;
    }
}
