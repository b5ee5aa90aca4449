//! Searches as the configuration wants them: with a network or with playouts, and how the memory is shared out.

use std::sync::Arc;

use super::Config;
use crate::net::NetError;
use crate::search::cache::Cache;
use crate::search::evaluator::Evaluator;
use crate::search::network::NetworkEvaluator;
use crate::search::{Params, Searcher};

/// The part of the memory that a network's answers are kept in: one in so many.
const CACHE_SHARE: usize = 8;

impl Config {
    /// A search for boards of `size` lines: with the network where there is one that serves for them, else with playouts.
    #[must_use]
    pub fn searcher(&self, params: &Params, threads: usize, size: usize, seed: u64) -> Searcher {
        self.network_searcher(params, threads, size, seed)
            .unwrap_or_else(|error| {
                if let Some(error) = error {
                    log::warn!("playouts take the network's place: {error}");
                }
                self.playout_searcher(params, threads, size)
            })
    }

    /// Memory for the search tree in bytes: all that there is but for what a network's answers take.
    const fn tree_memory(&self) -> usize {
        let memory = self.memory << 20;
        match self.network {
            Some(_) => memory - memory / CACHE_SHARE,
            None => memory,
        }
    }

    /// Whether a searcher is the one that [`searcher`](Self::searcher) would make for boards of `size` lines.
    #[must_use]
    pub fn fits(&self, searcher: &Searcher, size: usize) -> bool {
        searcher.fits(self.threads, self.tree_memory(), size)
    }

    /// A search with the network, or with playouts from the time on at which it fails; an error where it does not serve for the
    /// size, an empty one where there is none or it has failed before.
    pub(super) fn network_searcher(
        &self,
        params: &Params,
        threads: usize,
        size: usize,
        seed: u64,
    ) -> Result<Searcher, Option<NetError>> {
        let network = self.network.as_ref().ok_or(None)?;
        if network.is_given_up() {
            return Err(None);
        }
        let memory = self.tree_memory();
        let cache = Arc::new(Cache::new((self.memory << 20) - memory, size));
        let evaluators: Result<Vec<_>, _> = (0..threads.max(1))
            .map(|_| NetworkEvaluator::new(Arc::clone(network), size, Arc::clone(&cache), seed))
            .map(|made| made.map(|evaluator| Box::new(evaluator) as Box<dyn Evaluator>))
            .collect();
        let judged = Arc::new(params.clone().with_network());
        let searcher = Searcher::with_evaluators(judged, evaluators?, memory, Some(size));
        Ok(searcher.or_playouts(params.clone()))
    }

    /// A search with playouts. Where there is a network, it serves for this size alone: that of another one may suit it.
    pub(super) fn playout_searcher(
        &self,
        params: &Params,
        threads: usize,
        size: usize,
    ) -> Searcher {
        let searcher = Searcher::new(params.clone(), threads, self.tree_memory());
        if self.network.is_some() {
            searcher.only_for(size)
        } else {
            searcher
        }
    }
}
