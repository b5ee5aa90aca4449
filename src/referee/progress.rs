//! How far a long run has come, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar for a number of steps. It shows only where standard error is a terminal that can move its cursor and there is
/// more than one step.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many steps, of which `what` is the name for several: `files`.
    #[must_use]
    pub fn of(steps: usize, what: &str) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        let target = if steps > 1 && !is_dumb {
            ProgressDrawTarget::stderr() // indicatif hides it where that is no terminal
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
        let template = format!("{{wide_bar}} {{pos}} of {{len}} {what}, {{eta}} left");
        let style = ProgressStyle::with_template(&template);
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
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
