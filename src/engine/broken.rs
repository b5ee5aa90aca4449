//! A search that fails, for tests of what becomes of a fault of the program.

use std::sync::Arc;

use super::Engine;
use crate::search::evaluator::{Evaluation, Evaluator, Position};
use crate::search::monte_carlo::MonteCarlo;
use crate::search::{Params, Searcher};

/// Judges by playouts, and panics instead of the last of so many.
struct Breaking {
    playouts: MonteCarlo,
    left: u32,
}

impl Evaluator for Breaking {
    fn evaluate(&mut self, position: &Position, want_priors: bool, out: &mut Evaluation) {
        self.left -= 1;
        assert!(self.left > 0, "as a test wants");
        self.playouts.evaluate(position, want_priors, out);
    }

    fn reseed(&mut self, seed: u64) {
        self.playouts.reseed(seed);
    }
}

impl Engine {
    /// Makes one of the search threads panic in the next search.
    pub(crate) fn break_search(&mut self, thread: usize) {
        let params = Arc::new(Params::default());
        let evaluator = |number| -> Box<dyn Evaluator> {
            Box::new(Breaking {
                playouts: MonteCarlo::new(Arc::clone(&params), 0),
                left: if number == thread { 5 } else { u32::MAX },
            })
        };
        let evaluators = (0..self.config.threads).map(evaluator).collect();
        let memory = self.config.memory << 20;
        let searcher = Searcher::with_evaluators(Arc::clone(&params), evaluators, memory, None);
        self.searcher = Some(searcher);
    }
}
