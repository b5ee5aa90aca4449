//! Standard error that never makes anybody wait.
//!
//! Programs that attach an engine often read its standard output only. Once the pipe of standard error is full, a write to it
//! would block for ever; so a thread of its own writes, and what it cannot keep up with is dropped.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

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
