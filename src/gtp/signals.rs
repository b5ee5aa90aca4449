//! What the input thread tells a running search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Marks that the input thread sets and searches look at. Lines are counted from 1.
#[derive(Debug, Default)]
pub struct Signals {
    /// Number of lines read.
    lines: AtomicU64,
    /// Number of the last line that was a command; 0 for none.
    command: AtomicU64,
    /// Number of the last line that was `# interrupt`; 0 for none.
    interrupt: AtomicU64,
    /// Nobody waits for good answers any more.
    hurry: AtomicBool,
}

impl Signals {
    /// Counts a line and returns its number.
    pub fn line(&self) -> u64 {
        self.lines.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Notes that line `number` is a command.
    pub fn command(&self, number: u64) {
        self.command.store(number, Ordering::Relaxed);
    }

    /// Notes that line `number` is `# interrupt`.
    pub fn interrupt(&self, number: u64) {
        self.interrupt.store(number, Ordering::Relaxed);
    }

    /// Makes all searches stop, those to come included.
    pub fn hurry(&self) {
        self.hurry.store(true, Ordering::Relaxed);
    }

    /// Whether the search for a move, asked for by line `number`, should stop: interrupted, or at the end of input.
    #[must_use]
    pub fn stops_move(&self, number: u64) -> bool {
        self.interrupt.load(Ordering::Relaxed) > number || self.hurry.load(Ordering::Relaxed)
    }

    /// Whether an analysis, asked for by line `number`, should stop: as a search for a move, and on any later line.
    #[must_use]
    pub fn stops_analysis(&self, number: u64) -> bool {
        self.lines.load(Ordering::Relaxed) > number || self.stops_move(number)
    }

    /// Whether thinking in the opponent's time, after the command of line `number`, should stop: on a later command, or at the
    /// end of input.
    #[must_use]
    pub fn stops_pondering(&self, number: u64) -> bool {
        self.command.load(Ordering::Relaxed) > number || self.hurry.load(Ordering::Relaxed)
    }
}

/// A function that says when the search for a move, asked for by line `number`, should stop.
pub fn move_stop(signals: &Arc<Signals>, number: u64) -> impl Fn() -> bool + Send + Sync + use<> {
    let signals = Arc::clone(signals);
    move || signals.stops_move(number)
}

/// A function that says when an analysis, asked for by line `number`, should stop.
pub fn analysis_stop(
    signals: &Arc<Signals>,
    number: u64,
) -> impl Fn() -> bool + Send + Sync + use<> {
    let signals = Arc::clone(signals);
    move || signals.stops_analysis(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_what_was_asked_before_it() {
        let signals = Arc::new(Signals::default());
        let (first, second) = (signals.line(), signals.line());
        signals.interrupt(signals.line());
        let last = signals.line();
        let stops = [first, second, last].map(|number| move_stop(&signals, number)());
        assert_eq!(stops, [true, true, false]);
        let stops = [first, last].map(|number| analysis_stop(&signals, number)());
        assert_eq!(stops, [true, false]);
        signals.line();
        assert!(analysis_stop(&signals, last)() && !move_stop(&signals, last)());
        signals.hurry();
        assert!(move_stop(&signals, last)());
    }

    #[test]
    fn thinking_in_the_opponents_time_stops_on_commands() {
        let signals = Signals::default();
        let first = signals.line();
        signals.command(first);
        signals.line();
        signals.interrupt(signals.line());
        assert!(!signals.stops_pondering(first), "blank and interrupt");
        signals.command(signals.line());
        assert!(signals.stops_pondering(first) && !signals.stops_pondering(4));
        signals.hurry();
        assert!(signals.stops_pondering(4));
    }
}
