//! Standard error that never makes anybody wait.
//!
//! Programs that attach an engine often read its standard output only. Once the pipe of standard error is full, a write to it
//! would block for ever; so a thread of its own writes, and what it cannot keep up with is dropped.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Characters of somebody else's text that a message quotes at the most.
const QUOTED: usize = 100;

/// Somebody else's text, short enough for a message of one line and without control characters, those of Latin 1 included.
#[must_use]
pub fn quoted(text: &str) -> Cow<'_, str> {
    let end = text.char_indices().nth(QUOTED).map(|(end, _)| end);
    let part = &text[..end.unwrap_or(text.len())];
    if end.is_none() && !part.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut part: String = part.chars().filter(|c| !c.is_control()).collect();
    if end.is_some() {
        part.push_str("...");
    }
    Cow::Owned(part)
}

/// Texts that wait at the most.
const WAITING: usize = 256;

/// Texts that are not written yet.
static PENDING: AtomicUsize = AtomicUsize::new(0);

/// Standard error. Each call of `write` is written as a whole or dropped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        PENDING.fetch_add(1, SeqCst);
        let sent = sender().is_some_and(|sender| sender.try_send(bytes.to_vec()).is_ok());
        if !sent {
            PENDING.fetch_sub(1, SeqCst);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits until all is written, but not longer than `most`; to be called before the program ends.
pub fn drain(most: Duration) {
    let start = Instant::now();
    while PENDING.load(SeqCst) > 0 && start.elapsed() < most {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The way to the writing thread; `None` where it could not be started.
fn sender() -> Option<&'static SyncSender<Vec<u8>>> {
    static SENDER: OnceLock<Option<SyncSender<Vec<u8>>>> = OnceLock::new();
    SENDER
        .get_or_init(|| {
            let (sender, receiver) = sync_channel::<Vec<u8>>(WAITING);
            let write = move || {
                for text in receiver {
                    // Where nobody can read it, nobody misses it.
                    let _ = io::stderr().write_all(&text);
                    PENDING.fetch_sub(1, SeqCst);
                }
            };
            let thread = std::thread::Builder::new().name("stderr".into());
            thread.spawn(write).ok().map(|_| sender)
        })
        .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_one_short_line() {
        for (text, shown) in [
            ("", ""),
            ("games/a b.sgf", "games/a b.sgf"),
            ("a\u{1b}[2J\nb\u{9b}c\u{7f}", "a[2Jbc"),
            ("\u{56f2}\u{68cb}", "\u{56f2}\u{68cb}"),
        ] {
            assert_eq!(quoted(text), shown);
        }
        let long = quoted(&"\u{56f2}".repeat(1 << 20)).into_owned();
        assert_eq!(long, "\u{56f2}".repeat(QUOTED) + "...");
    }
}
