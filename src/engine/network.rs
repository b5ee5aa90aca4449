//! What the network says without a search.

use std::sync::Arc;

use super::{Config, Engine};
use crate::go::{Color, Status};
use crate::net::{MAX_SIZE, MIN_SIZE, NetError, Network, Symmetry};
use crate::search::raw::{Onlooker, RawLook};

impl Config {
    /// The network where it serves for boards of `size` lines.
    #[must_use]
    pub fn network_for(&self, size: usize) -> Option<&Arc<Network>> {
        let serves = (MIN_SIZE..=MAX_SIZE).contains(&size);
        self.network.as_ref().filter(|_| serves)
    }
}

impl Engine {
    /// The network in use; `None` where playouts judge.
    #[must_use]
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.config.network.as_ref()
    }

    /// The network where it serves for the board and has not failed.
    pub(super) fn serving_network(&self) -> Option<&Arc<Network>> {
        let network = self.config.network_for(self.game.size());
        network.filter(|network| !network.is_given_up())
    }

    /// What the network says of the position with `color` to move, once for each symmetry. `None` without a network.
    ///
    /// # Errors
    /// Where the network does not serve for the board.
    pub fn look_raw(
        &self,
        color: Color,
        symmetries: &[Symmetry],
    ) -> Option<Result<Vec<RawLook>, NetError>> {
        let network = self.network()?;
        let look = || {
            let mut onlooker = Onlooker::new(network, self.game.size())?;
            let looks = symmetries
                .iter()
                .map(|&symmetry| onlooker.look(&self.game, color, symmetry));
            let looks: Result<Vec<_>, _> = looks.collect();
            looks.inspect_err(|error| network.give_up(error))
        };
        Some(look())
    }

    /// Life and death by the network; `None` where there is none that serves for the board.
    pub(super) fn network_status(&self) -> Option<Status> {
        let network = self.serving_network()?;
        let mut onlooker = Onlooker::new(network, self.game.size()).ok()?;
        let status = onlooker.status(&self.game);
        status.inspect_err(|error| network.give_up(error)).ok()
    }
}
