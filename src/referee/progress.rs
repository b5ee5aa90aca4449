//! How far a long run has come, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar for a number of files. It shows only where standard error is a terminal and there is more than one file.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many files.
    #[must_use]
    pub fn new(files: usize) -> Self {
        let target = if files > 1 {
            ProgressDrawTarget::stderr() // indicatif hides it where that is no terminal
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(files as u64), target);
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} files, {eta} left");
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    /// One more file is done.
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
