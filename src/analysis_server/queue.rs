//! Positions that wait for a search, by priority, and those that are searched.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;
use super::request::Selection;

/// One position to search.
#[derive(Debug)]
pub struct Job {
    /// The query that it belongs to.
    pub query: Arc<Query>,
    /// Moves of the game played before it.
    pub turn: usize,
    stopped: AtomicBool,
}

impl Job {
    fn new(query: &Arc<Query>, turn: usize) -> Arc<Self> {
        Arc::new(Self {
            query: Arc::clone(query),
            turn,
            stopped: AtomicBool::new(false),
        })
    }

    /// Whether its search is to come to an end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    fn is_in(&self, selection: &Selection) -> bool {
        selection.holds(&self.query.id, self.turn)
    }
}

/// Which comes first: the higher priority, then the earlier one.
type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Arc<Job>>,
    running: Vec<Arc<Job>>,
    /// Jobs that ever came.
    count: u64,
    /// Whether no more come.
    closed: bool,
}

/// The queue between the thread that reads and those that search.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the positions of a query. Nothing is added once the queue is closed.
    pub fn add(&self, query: &Arc<Query>) {
        let mut state = self.state();
        if state.closed {
            return;
        }
        for &(turn, priority) in &query.turns {
            let place = (Reverse(priority), state.count);
            state.count += 1;
            state.waiting.insert(place, Job::new(query, turn));
        }
        drop(state);
        self.changed.notify_all();
    }

    /// The next job, which counts as running from now on; waits for one. `None` once the queue is closed and empty.
    #[must_use]
    pub fn take(&self) -> Option<Arc<Job>> {
        let mut state = self.state();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                state.running.push(Arc::clone(&job));
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that a job runs no more.
    pub fn end(&self, job: &Arc<Job>) {
        self.state().running.retain(|own| !Arc::ptr_eq(own, job));
    }

    /// Stops those selected jobs that run, and takes out and returns those that wait.
    #[must_use]
    pub fn terminate(&self, selection: &Selection) -> Vec<Arc<Job>> {
        let mut state = self.state();
        for job in state.running.iter().filter(|job| job.is_in(selection)) {
            job.stopped.store(true, Relaxed);
        }
        let mut taken = Vec::new();
        state.waiting.retain(|_, job| {
            let goes = job.is_in(selection);
            if goes {
                taken.push(Arc::clone(job));
            }
            !goes
        });
        taken
    }

    /// Says that no more jobs come; those that wait are still to be done.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// Drops what waits and stops what runs: nobody is there any more to hear of it.
    pub fn abandon(&self) {
        // Closed first: what comes in between is not added.
        self.close();
        let _ = self.terminate(&Selection::default());
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::{self, Request};
    use super::super::settings::{Defaults, Perspective};
    use super::*;

    fn query(id: &str, more: &str) -> Arc<Query> {
        let line = format!(
            r#"{{"id":"{id}","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[["B","C3"],["W","C2"]]{more}}}"#
        );
        let defaults = Defaults {
            visits: 1,
            time: None,
            perspective: Perspective::Black,
        };
        match request::read(line.as_bytes(), &defaults) {
            Ok(Request::Analyze(query, warnings)) if warnings.is_empty() => query,
            other => panic!("{other:?}"),
        }
    }

    fn names(jobs: impl IntoIterator<Item = Arc<Job>>) -> Vec<String> {
        let name = |job: Arc<Job>| format!("{}{}", job.query.id, job.turn);
        jobs.into_iter().map(name).collect()
    }

    #[test]
    fn jobs_come_by_priority_and_then_in_order() {
        let queue = Queue::default();
        queue.add(&query("a", r#","analyzeTurns":[0,1,1]"#));
        queue.add(&query("b", r#","priority":5"#));
        queue.add(&query("c", r#","analyzeTurns":[2,1],"priorities":[-1,9]"#));
        queue.close();
        queue.add(&query("d", ""));
        let all = std::iter::from_fn(|| queue.take());
        assert_eq!(names(all), ["c1", "b2", "a0", "a1", "c2"]);
    }

    #[test]
    fn termination_finds_what_waits_and_what_runs() {
        let queue = Queue::default();
        queue.add(&query("a", r#","analyzeTurns":[0,1,2]"#));
        queue.add(&query("b", ""));
        let first = queue.take().expect("a job");
        let second = queue.take().expect("a job");
        let some = Selection {
            id: Some("a".into()),
            turns: Some(vec![0, 2, 7]),
        };
        assert_eq!(names(queue.terminate(&some)), ["a2"]);
        assert_eq!((first.is_stopped(), second.is_stopped()), (true, false));
        queue.end(&second);
        queue.abandon();
        assert!(!second.is_stopped(), "it had ended");
        assert!(queue.take().is_none());
    }
}
