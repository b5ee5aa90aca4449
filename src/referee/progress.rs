//! How far a long run has come, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar for a number of steps. It shows only where standard error is a terminal and there is more than one step.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many steps, of which `what` is the name for several: `files`.
    #[must_use]
    pub fn of(steps: usize, what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let template = format!("{{wide_bar}} {{pos}} of {{len}} {what}, {{eta}} left");
        let style = ProgressStyle::with_template(&template);
        let progress = Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())));
        progress.grow(steps);
        progress
    }

    /// There are so many steps more.
    pub fn grow(&self, steps: usize) {
        self.0.inc_length(steps as u64);
        if self.0.is_hidden() && self.0.length() > Some(1) {
            // indicatif hides it where that is no terminal
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// One more step is done.
    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// Does what writes to the terminal, with the bar out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
