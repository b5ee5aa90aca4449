//! The arena of nodes: grows in chunks up to a cap, never moves a node.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use hashbrown::HashMap;

use super::bias::Corrections;
use super::node::{Node, NodeId, Prior};
use super::positions::Positions;
use crate::go::{Color, Move};

/// Nodes of a chunk. The children of one node lie in one chunk, so it holds more than a board has moves.
const CHUNK: u32 = 4096;

/// Nodes that the system must have memory for besides a new chunk (4 MB): a tree that took the last of it would leave none to
/// the rest of the program, whose small allocations cannot fail.
const RESERVE: u32 = 1 << 16;

/// The share of what a position has added to the [corrections](super::bias) that stays when the position is left behind.
const STAYS: f64 = 0.2;

/// A search tree.
pub struct Tree {
    /// What a network's judgements are corrected by.
    pub corrections: Corrections,
    /// Positions whose nodes may be shared.
    pub positions: Positions,
    chunks: Vec<OnceLock<Box<[Node]>>>,
    /// The first free node.
    next: AtomicU32,
    root: NodeId,
    /// The player to move at the root.
    color: Color,
}

impl Tree {
    /// A tree of a root alone, `color` to move, that uses at most `bytes` of memory (a megabyte at least).
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // clamped
    pub fn new(bytes: usize, color: Color) -> Self {
        let chunk_bytes = CHUNK as usize * size_of::<Node>();
        let count = (bytes / chunk_bytes).clamp(4, (u32::MAX / CHUNK) as usize - 1);
        let chunks = std::iter::repeat_with(OnceLock::new).take(count).collect();
        let mut tree = Self {
            corrections: Corrections::default(),
            positions: Positions::default(),
            chunks,
            next: AtomicU32::new(1),
            root: NodeId(1),
            color,
        };
        tree.clear(color);
        tree
    }

    /// Throws all nodes away and begins with a root alone. Keeps the memory for the next ones.
    pub fn clear(&mut self, color: Color) {
        self.next.store(1, Relaxed);
        self.color = color;
        self.corrections.clear();
        self.positions.clear();
        if let Some(root) = self.allocate(1) {
            self.root = root;
            self.node(root).reset(&Prior {
                mv: Move::Pass,
                policy: 1.0,
                visits: 0.0,
                value: 0.5,
            });
        }
    }

    /// The root.
    #[inline]
    #[must_use]
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// The player to move at the root.
    #[inline]
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// A node.
    ///
    /// # Panics
    /// Where the id is not one that this tree gave.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        let chunk = self.chunks[(id.0 / CHUNK) as usize]
            .get()
            .expect("an allocated node");
        &chunk[(id.0 % CHUNK) as usize]
    }

    /// The children of a node as one slice, with the id of the first; empty where there are none.
    ///
    /// # Panics
    /// Where the id is not one that this tree gave.
    #[inline]
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let Some((first, count)) = self.node(id).children() else {
            return &[];
        };
        let chunk = self.chunks[(first.0 / CHUNK) as usize]
            .get()
            .expect("an allocated node");
        let start = (first.0 % CHUNK) as usize;
        &chunk[start..start + usize::from(count)]
    }

    /// The id of a child by its place among the children.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // below a chunk
    pub fn child(&self, id: NodeId, place: usize) -> Option<NodeId> {
        self.node(id)
            .children()
            .map(|(first, _)| NodeId(first.0 + place as u32))
    }

    /// Number of nodes in use.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next.load(Relaxed) as usize - 1
    }

    /// Whether there is no node, which is never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of nodes that there is room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK as usize
    }

    /// Reserves `count` nodes in a row, or `None` at the cap.
    fn allocate(&self, count: u32) -> Option<NodeId> {
        let mut next = self.next.load(Relaxed);
        loop {
            let start = if next % CHUNK + count > CHUNK {
                (next / CHUNK + 1) * CHUNK
            } else {
                next
            };
            let slot = self.chunks.get((start / CHUNK) as usize)?;
            // Before any nodes are taken, so that none are lost where there is no memory for them.
            if slot.get().is_none() {
                let nodes = chunk(if start < CHUNK { 0 } else { RESERVE })?;
                slot.get_or_init(|| nodes);
            }
            match self
                .next
                .compare_exchange_weak(next, start + count, Relaxed, Relaxed)
            {
                Ok(_) => return Some(NodeId(start)),
                Err(now) => next = now,
            }
        }
    }

    /// Gives a node its children, unless another thread has or does, or the cap is reached. Returns whether it did.
    #[allow(clippy::cast_possible_truncation)] // a board has fewer moves than a chunk nodes
    pub fn expand(&self, id: NodeId, priors: &[Prior]) -> bool {
        let node = self.node(id);
        if priors.is_empty() || !node.claim() {
            return false;
        }
        let Some(first) = self.allocate(priors.len() as u32) else {
            node.release();
            return false;
        };
        for (i, prior) in priors.iter().enumerate() {
            self.node(NodeId(first.0 + i as u32)).reset(prior);
        }
        node.publish(first, priors.len() as u16);
        true
    }

    /// Lets a node without children have those of another one, which leads to the same position. False where it has some by
    /// now.
    pub fn share(&self, from: NodeId, to: NodeId) -> bool {
        let (source, node) = (self.node(from), self.node(to));
        let Some((first, count)) = source.children() else {
            return false;
        };
        if from == to || !node.claim() {
            return false;
        }
        source.share();
        node.share();
        node.set_slot(source.slot());
        node.set_own_utility(source.judged().own);
        node.publish(first, count);
        true
    }

    /// All nodes that have been visited, with the player who moved there; parents before their children.
    #[must_use]
    pub fn visited(&self) -> Vec<(NodeId, Color)> {
        let mut found = vec![(self.root, !self.color)];
        let mut seen = hashbrown::HashSet::new();
        let mut next = 0;
        while let Some(&(id, color)) = found.get(next) {
            next += 1;
            let Some((first, count)) = self.node(id).children() else {
                continue;
            };
            if seen.insert(first) {
                let children = (0..u32::from(count)).map(|i| NodeId(first.0 + i));
                let visited = children.filter(|&child| self.node(child).visits() > 0);
                found.extend(visited.map(|child| (child, !color)));
            }
        }
        found
    }

    /// The descendant reached by a line of moves; `None` where the tree does not have it.
    #[must_use]
    pub fn descend(&self, moves: &[(Color, Move)]) -> Option<NodeId> {
        let mut color = self.color;
        let mut id = self.root;
        for &(mover, mv) in moves {
            if mover != color {
                return None;
            }
            let place = self
                .children(id)
                .iter()
                .position(|child| child.mv() == mv && !child.is_banned())?;
            id = self.child(id, place)?;
            color = !color;
        }
        Some(id)
    }

    /// Replaces this tree by the part of `old` below the node `from`, with `color` to move there. Where it does not fit, the
    /// deepest parts are left out.
    #[allow(clippy::cast_possible_truncation)] // counts of children
    pub fn copy_from(&mut self, old: &Self, from: NodeId, color: Color) {
        self.clear(color);
        self.node(self.root).copy_from(old.node(from));
        let mut queue = std::collections::VecDeque::from([(from, self.root)]);
        let mut names = HashMap::new();
        let mut copied: HashMap<NodeId, NodeId> = HashMap::new();
        while let Some((source, target)) = queue.pop_front() {
            let Some((first, count)) = old.node(source).children() else {
                continue;
            };
            if let Some(&new) = copied.get(&first) {
                self.node(target).publish(new, count);
                continue;
            }
            // Half the room stays free for the search to come.
            if self.len() > self.capacity() / 2 {
                break;
            }
            let Some(new) = self.allocate(u32::from(count)) else {
                break;
            };
            for i in 0..u32::from(count) {
                let (source, target) = (NodeId(first.0 + i), NodeId(new.0 + i));
                self.node(target).copy_from(old.node(source));
                if old.node(source).children().is_some() {
                    queue.push_back((source, target));
                }
            }
            self.node(target).publish(new, count);
            copied.insert(first, new);
            names.insert(source, target);
        }
        self.positions = old.positions.renamed(&names);
        self.take_corrections(old);
    }

    /// Takes over the corrections that the nodes have their places in.
    #[allow(clippy::cast_possible_truncation)] // as many as in the old tree
    fn take_corrections(&mut self, old: &Self) {
        if old.corrections.is_empty() {
            return;
        }
        let mut places: HashMap<u32, u32> = HashMap::new();
        let mut slots = Vec::new();
        for (id, _) in self.visited() {
            let node = self.node(id);
            let slot = node.slot();
            if slot > 0 {
                let place = *places.entry(slot).or_insert_with(|| {
                    slots.push(slot);
                    slots.len() as u32
                });
                node.set_slot(place);
            }
        }
        self.corrections = old.corrections.part(&slots, STAYS);
    }
}

/// Nodes of a chunk; `None` where the system has no memory left for them and `reserve` more: then the tree is as large as it
/// gets.
fn chunk(reserve: u32) -> Option<Box<[Node]>> {
    let mut nodes = Vec::new();
    nodes.try_reserve_exact((CHUNK + reserve) as usize).ok()?;
    nodes.resize_with(CHUNK as usize, Node::default);
    Some(nodes.into_boxed_slice()) // gives the reserve back
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn priors(count: usize) -> Vec<Prior> {
        (0..count)
            .map(|i| Prior {
                mv: if i == 625 {
                    Move::Pass
                } else {
                    Move::Play(Point::new(i % 25, i / 25))
                },
                policy: 0.1,
                visits: 1.0,
                value: 0.5,
            })
            .collect()
    }

    #[test]
    fn expands_once_and_finds_children() {
        let tree = Tree::new(1 << 20, Color::Black);
        assert!(tree.expand(tree.root(), &priors(5)) && !tree.expand(tree.root(), &priors(5)));
        let moves = [(Color::Black, Move::Play(Point::new(3, 0)))];
        let child = tree.descend(&moves);
        assert!(child.is_some_and(|id| tree.node(id).mv() == moves[0].1));
        assert_eq!(tree.descend(&[(Color::White, moves[0].1)]), None);
        tree.children(tree.root())[3].ban();
        assert_eq!(tree.descend(&moves), None);
    }

    #[test]
    fn stays_within_its_cap() {
        let tree = Tree::new(0, Color::Black);
        let mut queue = vec![tree.root()];
        let mut expanded = 0;
        while let Some(id) = queue.pop() {
            if !tree.expand(id, &priors(626)) {
                break;
            }
            expanded += 1;
            queue.extend((0..626).filter_map(|i| tree.child(id, i)));
        }
        assert_eq!(expanded, 4 * (CHUNK / 626) as usize);
        assert!(tree.len() <= tree.capacity());
    }

    #[test]
    fn shared_children_stay_shared_in_a_copy() {
        let old = Tree::new(1 << 20, Color::Black);
        old.expand(old.root(), &priors(3));
        let [Some(first), Some(second)] = [0, 1].map(|place| old.child(old.root(), place)) else {
            panic!("no children")
        };
        assert!(!old.share(first, second));
        old.expand(first, &priors(4));
        old.node(first).set_own_utility(0.5);
        assert!(old.share(first, second) && !old.share(first, second));
        assert!(!old.share(first, first));
        assert_eq!(old.node(first).children(), old.node(second).children());
        assert!(old.node(second).is_shared() && old.node(first).is_shared());
        assert!((old.node(second).judged().own - 0.5).abs() < 1e-6);
        assert_eq!(old.node(second).mv(), Move::Play(Point::new(1, 0)));
        for id in [old.root(), first, second] {
            old.node(id).begin_visit();
        }
        assert_eq!(old.visited().len(), 3);
        let mut new = Tree::new(1 << 20, Color::Black);
        new.copy_from(&old, old.root(), Color::Black);
        assert_eq!(new.len(), old.len());
        let [first, second] = [0, 1].map(|place| &new.children(new.root())[place]);
        assert_eq!(first.children(), second.children());
        assert!(first.children().is_some());
    }

    #[test]
    fn a_copied_subtree_is_the_same() {
        let old = Tree::new(1 << 20, Color::Black);
        old.expand(old.root(), &priors(3));
        let Some(child) = old.child(old.root(), 1) else {
            panic!("no child")
        };
        old.expand(child, &priors(4));
        old.children(child)[2].begin_visit();
        old.children(child)[2].end_visit(1.0, 3.0);
        let mut new = Tree::new(1 << 20, Color::Black);
        new.copy_from(&old, child, Color::White);
        assert_eq!((new.len(), new.color()), (5, Color::White));
        let copied = &new.children(new.root())[2];
        assert_eq!(
            (copied.visits(), copied.mean(), copied.score().0),
            (1, Some(1.0), 3.0)
        );
    }
}
