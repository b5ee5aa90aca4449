//! Standard input and output of a program that another one attaches: what becomes of it when the other one goes away.
//!
//! A program that nobody listens to any more must not stay behind, least of all at full load. Two things say that nobody
//! does: the end of input with a closed output, and the end of input with an output that is open but never read. Neither is
//! noticed by a thread that searches, or that waits in a write; so from the end of input on a thread of its own watches.

use std::io::{self, BufRead, Read, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use crate::diagnostics;

/// Time that a write may take once the input has ended, where the output must be read at once.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time between two looks.
const INTERVAL: Duration = Duration::from_millis(50);

/// What is to be done where the input has ended and the output is open, but not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// To end after half a second, with exit code 1: a controller that reads no answers is gone.
    End,
    /// To wait: the output is a file for somebody who reads it in his own time.
    Wait,
}

/// Standard input and output as one: the process ends soon after the input where nobody can read its output.
#[must_use]
pub fn standard(unread: Unread) -> (Input, Output) {
    let watch = Arc::new(Watch {
        begun: Instant::now(),
        writing_since: AtomicU64::new(IDLE),
        is_watching: AtomicBool::new(false),
        unread,
    });
    let output = Output {
        stream: io::stdout(),
        watch: Arc::clone(&watch),
    };
    watch_input(&watch);
    let stream = io::stdin();
    (Input { stream, watch }, output)
}

/// Lets the output be watched, too, once the other end of the input is closed though not all of it has been read: whoever reads
/// it may be waiting for room.
#[cfg(unix)]
fn watch_input(watch: &Arc<Watch>) {
    let watch = Arc::clone(watch);
    let thread = thread::Builder::new().name("input watch".into());
    // Without a thread, the end of input alone tells.
    let _ = thread.spawn(move || {
        if is_hung_up(&io::stdin(), None) {
            watch.begin();
        }
    });
}

#[cfg(not(unix))]
fn watch_input(_: &Arc<Watch>) {}

/// No write is under way.
const IDLE: u64 = u64::MAX;

#[derive(Debug)]
struct Watch {
    begun: Instant,
    /// When the write that is under way began, in milliseconds from `begun`; [`IDLE`] where there is none.
    writing_since: AtomicU64,
    is_watching: AtomicBool,
    unread: Unread,
}

impl Watch {
    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(IDLE - 1)
    }

    /// How long the write that is under way has taken by now.
    fn writing_for(&self) -> Duration {
        match self.writing_since.load(SeqCst) {
            IDLE => Duration::ZERO,
            since => Duration::from_millis(self.now().saturating_sub(since)),
        }
    }

    /// Watches the output from now on.
    fn begin(self: &Arc<Self>) {
        if self.is_watching.swap(true, SeqCst) {
            return;
        }
        let watch = Arc::clone(self);
        let thread = thread::Builder::new().name("output watch".into());
        // Without a thread, writes alone tell that nobody reads.
        let _ = thread.spawn(move || watch.run());
    }

    fn run(&self) {
        loop {
            if is_abandoned() {
                end(0);
            }
            if self.unread == Unread::End && self.writing_for() >= PATIENCE {
                log::error!("the input has ended and nobody reads the output");
                end(1);
            }
            thread::sleep(INTERVAL);
        }
    }
}

/// Ends the process. Nothing that it holds has to be saved.
fn end(code: i32) {
    diagnostics::drain(Duration::from_millis(100));
    process::exit(code);
}

/// Whether nobody can read standard output any more.
#[cfg(unix)]
fn is_abandoned() -> bool {
    is_hung_up(&io::stdout(), Some(Duration::ZERO))
}

/// Whether the other end of a stream is closed; looks for so long, or until it is.
#[cfg(unix)]
fn is_hung_up(stream: &impl std::os::fd::AsFd, time: Option<Duration>) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut polled = [PollFd::new(stream, PollFlags::empty())];
    let time = time.and_then(|time| Timespec::try_from(time).ok());
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    let looked = rustix::io::retry_on_intr(|| poll(&mut polled, time.as_ref()));
    looked.is_ok() && polled[0].revents().intersects(gone)
}

#[cfg(not(unix))]
fn is_abandoned() -> bool {
    false
}

/// Standard input. Its end makes the output be watched.
#[derive(Debug)]
pub struct Input {
    stream: io::Stdin,
    watch: Arc<Watch>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer);
        match &read {
            Ok(1..) => {}
            Ok(0) if buffer.is_empty() => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => self.watch.begin(),
        }
        read
    }
}

/// Standard output.
#[derive(Debug)]
pub struct Output {
    stream: io::Stdout,
    watch: Arc<Watch>,
}

impl Output {
    fn watched<T>(&mut self, write: impl FnOnce(&mut io::Stdout) -> T) -> T {
        self.watch.writing_since.store(self.watch.now(), SeqCst);
        let written = write(&mut self.stream);
        self.watch.writing_since.store(IDLE, SeqCst);
        written
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.watched(|stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.watched(Write::flush)
    }
}

/// The longest line that is read. No client sends one nearly as long, and an endless one must not fill the memory.
pub const LONGEST_LINE: u64 = 1 << 24;

/// A line that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// It is whole, with or without a line feed.
    Whole,
    /// It was too long: only its beginning is there, the rest was skipped.
    Cut,
}

/// Reads a line into `buffer`, what was there before is dropped. `None` at the end of input.
///
/// # Errors
/// Those of the input, but for interruptions.
pub fn read_line(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<Option<Line>> {
    buffer.clear();
    let read = input.take(LONGEST_LINE).read_until(b'\n', buffer)?;
    if read == 0 {
        return Ok(None);
    }
    if (read as u64) < LONGEST_LINE || buffer.ends_with(b"\n") {
        return Ok(Some(Line::Whole));
    }
    input.skip_until(b'\n')?;
    Ok(Some(Line::Cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::cast_possible_truncation)] // sixteen megabytes
    fn lines_of_any_length() {
        use Line::{Cut, Whole};
        let longest = LONGEST_LINE as usize;
        let mut text = b"a\n\n".to_vec();
        for length in [longest - 1, longest, 3 * longest] {
            text.extend(std::iter::repeat_n(b'x', length));
            text.push(b'\n');
        }
        text.extend(b"end");
        let mut input = io::BufReader::new(&text[..]);
        let mut buffer = b"old".to_vec();
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input, &mut buffer).expect("memory") {
            lines.push((line, buffer.len()));
        }
        let expected = [
            (Whole, 2),
            (Whole, 1),
            (Whole, longest),
            (Cut, longest),
            (Cut, longest),
            (Whole, 3),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_write_is_timed() {
        let (_, mut output) = standard(Unread::End);
        let watch = Arc::clone(&output.watch);
        let during = output.watched(|_| {
            thread::sleep(Duration::from_millis(20));
            watch.writing_for()
        });
        assert!(during >= Duration::from_millis(19));
        assert_eq!(watch.writing_for(), Duration::ZERO);
    }
}
