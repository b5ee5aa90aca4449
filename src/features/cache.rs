//! Ladders of positions seen before: the position one move ago is most often one whose ladders are known.

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use crate::go::{Board, Key, Point};

use super::ladder::Ladders;

/// Number of entries.
const ENTRIES: usize = 1024;

/// What the ladders of a position depend on. The size is part of it since keys of different sizes may be equal.
type Identity = (usize, Key, Option<Point>);

/// Ladders by position; a newer one takes the place of an older one in the same slot.
pub(super) struct Cache {
    slots: Vec<Option<(Identity, Ladders)>>,
    hasher: DefaultHashBuilder,
}

impl Cache {
    /// An empty cache.
    pub(super) fn new() -> Self {
        Self {
            slots: vec![None; ENTRIES],
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// The ladders of a position, computed if they are not known.
    pub(super) fn get(
        &mut self,
        board: &Board,
        compute: impl FnOnce(&Board) -> Ladders,
    ) -> Ladders {
        let identity = (
            board.size(),
            Key::of(board),
            board.ko().map(|(_, point)| point),
        );
        #[allow(clippy::cast_possible_truncation)] // any bits will do
        let slot = &mut self.slots[self.hasher.hash_one(identity) as usize % ENTRIES];
        match slot {
            Some((known, ladders)) if *known == identity => *ladders,
            _ => {
                let ladders = compute(board);
                *slot = Some((identity, ladders));
                ladders
            }
        }
    }
}
