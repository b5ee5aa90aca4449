//! The main loop: a thread that reads, and the worker that carries out.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Config;

use super::request::{Line, Reader};
use super::response::Responder;
use super::session::{Arrival, Session};
use super::signals::Signals;

/// Requests that are read before they are carried out, at the most, and the memory that they may take in bytes: then the input
/// has to wait.
const WAITING: usize = 1 << 16;
const WAITING_MEMORY: usize = 1 << 26;
/// Time between two looks whether there is room again.
const INTERVAL: Duration = Duration::from_millis(1);

/// Serves a controller until `quit`, the end of input, or until the output is closed, which is no error.
///
/// # Errors
/// Those of the output, but for a closed one; or where no thread can be had.
pub fn serve<R, W>(config: Config, input: R, output: W) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write,
{
    let signals = Arc::new(Signals::default());
    let (sender, arrivals) = mpsc::sync_channel(WAITING);
    let waiting = Arc::new(AtomicUsize::new(0));
    thread::Builder::new().name("input".into()).spawn({
        let (signals, waiting) = (Arc::clone(&signals), Arc::clone(&waiting));
        move || read(BufReader::new(input), &signals, &sender, &waiting)
    })?;
    let mut session = Session::new(config, signals);
    let mut out = Responder::new(output);
    for arrival in arrivals {
        waiting.fetch_sub(arrival.request.memory(), Relaxed);
        match session.serve(&arrival, &mut out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            result => result?,
        }
        if session.is_over() {
            break;
        }
        session.ponder();
    }
    Ok(())
}

/// Reads until the end of input and passes requests on. What counts while a search runs is told by `signals`.
///
/// At the end of input nobody waits for a good move any more, so that searches are to stop; but a script that ends in
/// `quit` is a game to be played in earnest.
///
/// `waiting` is the memory that the requests take that were passed on and not yet received.
fn read(
    input: impl io::BufRead,
    signals: &Signals,
    sender: &SyncSender<Arrival>,
    waiting: &AtomicUsize,
) {
    let mut ends_in_quit = false;
    for line in Reader::new(input) {
        let at = Instant::now();
        let number = signals.line();
        match line {
            Ok(Line::Request(request)) => {
                signals.command(number);
                ends_in_quit = request.name == "quit";
                let memory = request.memory();
                while waiting.load(Relaxed) > WAITING_MEMORY {
                    thread::sleep(INTERVAL);
                }
                waiting.fetch_add(memory, Relaxed);
                let arrival = Arrival {
                    request,
                    line: number,
                    at,
                };
                if sender.send(arrival).is_err() {
                    return;
                }
            }
            Ok(Line::Interrupt) => signals.interrupt(number),
            Ok(Line::Blank) => {}
            Err(error) => {
                log::error!("cannot read the input: {error}");
                break;
            }
        }
    }
    if !ends_in_quit {
        signals.hurry();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(input: &'static [u8]) -> String {
        let mut out = Vec::new();
        serve(Config::default(), input, &mut out).expect("memory does not fail");
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn requests_are_answered_in_order_up_to_quit() {
        assert_eq!(
            served(b"1 protocol_version\n\n# c\n2 foo\n3 quit\n4 name\n"),
            "=1 2\n\n?2 unknown command\n\n=3\n\n"
        );
        assert_eq!(served(b"7 name"), "=7 Tengen\n\n");
        assert_eq!(served(b""), "");
    }

    #[test]
    fn a_closed_output_ends_the_session_quietly() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        assert!(serve(Config::default(), &b"name\nname\n"[..], Closed).is_ok());
    }

    #[test]
    fn what_the_input_thread_tells_searches() {
        let told = |input: &[u8]| {
            let signals = Signals::default();
            let (sender, arrivals) = mpsc::sync_channel(WAITING);
            read(input, &signals, &sender, &AtomicUsize::new(0));
            drop(sender);
            arrivals
                .iter()
                .map(|arrival| (arrival.line, signals.stops_move(arrival.line)))
                .collect::<Vec<_>>()
        };
        assert_eq!(told(b"genmove b\n# c\nname\n"), [(1, true), (3, true)]);
        assert_eq!(told(b"genmove b\n\nquit\n\n"), [(1, false), (3, false)]);
        assert_eq!(
            told(b"genmove b\n# interrupt\ngenmove w\nquit"),
            [(1, true), (3, false), (4, false)]
        );
    }
}
