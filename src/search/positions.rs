//! Positions that a search has reached: moves in another order lead to the same one, which is then judged and searched once.
//!
//! This is the graph search of `KataGo` (its notes on graph search): a node is the move that leads to a position, nodes that
//! lead to the same one have the same children, and each counts its own visits. Only positions reached without captures and
//! passes are shared: then neither ko nor what was played on the way matters to them, and no line can lead back.

use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;

use super::node::NodeId;
use crate::go::{Board, Color, Key};

/// A position, with the player to move.
type Position = (Key, Color);

/// A node with children for each position.
#[derive(Default)]
pub struct Positions(Mutex<HashMap<Position, NodeId>>);

impl Positions {
    /// The node that is known to lead to a position.
    #[must_use]
    pub fn get(&self, board: &Board, color: Color) -> Option<NodeId> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&(Key::of(board), color)).copied()
    }

    /// Remembers that a node leads to a position, unless another one is known.
    pub fn insert(&self, board: &Board, color: Color, node: NodeId) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((Key::of(board), color)).or_insert(node);
    }

    /// The same positions with nodes of other names; those that have none are left out.
    #[must_use]
    pub fn renamed(&self, names: &HashMap<NodeId, NodeId>) -> Self {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let renamed = known
            .iter()
            .filter_map(|(&position, node)| Some((position, *names.get(node)?)));
        Self(Mutex::new(renamed.collect()))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}
