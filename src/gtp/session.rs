//! A session: the engine, and what else a command may touch.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use crate::engine::{Config, Engine};

use super::command::{Command, Failure, Outcome};
use super::commands;
use super::request::{Request, parse_line};
use super::response::Responder;
use super::signals::{self, Signals};
use super::stream::Stream;

/// A request with the place and the time at which it came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The request.
    pub request: Request,
    /// The number of its line, from 1.
    pub line: u64,
    /// When the line was read.
    pub at: Instant,
}

/// All that a command's handler may touch.
pub struct Session {
    /// The engine.
    pub engine: Engine,
    signals: Arc<Signals>,
    /// The line of the request that is carried out.
    line: u64,
    over: bool,
    /// Whether nothing is read while a command is carried out, so that no line can end an analysis.
    reads_nothing: bool,
    /// Whether searches draw on standard error what they think.
    pub live_graphics: bool,
    /// When the last answer had been sent.
    free_since: Instant,
}

impl Session {
    /// A session with an empty board. `signals` is shared with whoever reads the input.
    #[must_use]
    pub fn new(config: Config, signals: Arc<Signals>) -> Self {
        Self {
            engine: Engine::new(config),
            signals,
            line: 0,
            over: false,
            reads_nothing: false,
            live_graphics: false,
            free_since: Instant::now(),
        }
    }

    /// A function that says when the search of the present command should stop.
    pub fn stop(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        signals::move_stop(&self.signals, self.line)
    }

    /// A function that says when the analysis of the present command should end: on any line of input. One that does not end
    /// by itself ends at once where no line can come.
    pub fn analysis_stop(&self, ends_by_itself: bool) -> impl Fn() -> bool + Send + Sync + use<> {
        let at_once = self.reads_nothing && !ends_by_itself;
        let stop = signals::analysis_stop(&self.signals, self.line);
        move || at_once || stop()
    }

    /// Ends the session once the answer is sent.
    pub const fn quit(&mut self) {
        self.over = true;
    }

    /// Whether `quit` was carried out.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Carries out a request and writes its answer.
    ///
    /// # Errors
    /// Those of the output.
    pub fn serve<W: Write>(&mut self, arrival: &Arrival, out: &mut Responder<W>) -> io::Result<()> {
        self.line = arrival.line;
        // A command that waited for another one's answer costs nobody's time meanwhile.
        self.engine.receive(arrival.at.max(self.free_since));
        let request = &arrival.request;
        let mut stream = Stream::new(out.by_ref(), request.id.as_deref());
        let outcome = match commands::find(&request.name) {
            Some(_) if request.is_cut => Err(Failure::SyntaxError),
            Some(command) => self.run(command, &request.args, &mut stream),
            None => Err(Failure::UnknownCommand),
        };
        let written = stream.finish(&outcome);
        self.engine.answered();
        self.free_since = Instant::now();
        written
    }

    /// Searches on until the next command comes, where the engine is to think in the opponent's time.
    pub fn ponder(&mut self) {
        let (signals, line) = (Arc::clone(&self.signals), self.line);
        let stop = move || signals.stops_pondering(line);
        let thought = catch_unwind(AssertUnwindSafe(|| self.engine.ponder(&stop)));
        if thought.is_err() {
            log::error!("thinking in the opponent's time failed: a fault of the program");
            self.engine.config_mut().ponder = false;
            // It may be half changed.
            self.engine.clear_tree();
        }
    }

    /// Carries out a command. A fault of the program becomes an error, with the game as it was before.
    fn run(&mut self, command: &Command, words: &[String], stream: &mut Stream) -> Outcome {
        let before = self.engine.checkpoint();
        catch_unwind(AssertUnwindSafe(|| command.run(self, stream, words))).unwrap_or_else(|_| {
            log::error!("{} failed: a fault of the program", command.name);
            self.engine.restore(before);
            Err(Failure::Other("internal error".into()))
        })
    }

    /// Carries out one line, as if it had just been read, and returns what is to be sent: nothing for an empty line or a
    /// comment. An endless analysis tells what its first playout found.
    ///
    /// ```
    /// use tengen::{engine::Config, gtp::session::Session};
    /// let mut session = Session::new(Config::default(), Default::default());
    /// assert_eq!(session.handle_line(b"7 play b D4\n"), "=7\n\n");
    /// assert_eq!(session.handle_line(b"play w D4 # a comment"), "? illegal move\n\n");
    /// assert_eq!(session.handle_line(b"# a comment"), "");
    /// ```
    pub fn handle_line(&mut self, line: &[u8]) -> String {
        let Some(request) = parse_line(line).into_request() else {
            return String::new();
        };
        let arrival = Arrival {
            request,
            line: self.signals.line(),
            at: Instant::now(),
        };
        let mut out = Responder::new(Vec::new());
        self.reads_nothing = true;
        // Writing to memory does not fail.
        self.serve(&arrival, &mut out).unwrap_or_default();
        self.reads_nothing = false;
        String::from_utf8_lossy(&out.into_inner()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinks_in_the_opponents_time_only_where_wanted() {
        for ponder in [false, true] {
            let signals = Arc::new(Signals::default());
            let config = Config {
                size: 9,
                threads: 1,
                playouts: Some(100),
                ponder,
                ..Config::default()
            };
            let mut session = Session::new(config, Arc::clone(&signals));
            let nodes = |session: &Session| session.engine.tree_size().map(|tree| tree.nodes);
            session.handle_line(b"genmove b");
            let before = nodes(&session);
            let next_command = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(100));
                signals.command(signals.line());
            });
            session.ponder();
            let after = nodes(&session);
            assert_eq!(after > before, ponder);
            assert!(next_command.join().is_ok());
            session.ponder();
            assert_eq!(nodes(&session), after, "a command has come");
            session.handle_line(b"play w A1");
            session.ponder();
            assert_eq!(nodes(&session), after, "its own turn");
        }
    }

    #[test]
    fn a_panic_is_answered_and_the_game_is_intact() {
        fn break_all(session: &mut Session) {
            session.engine.undo(1);
            session.engine.new_game(5);
            panic!("as this test wants");
        }
        let mut session = Session::new(Config::default(), Arc::default());
        for line in ["boardsize 9", "fixed_handicap 2", "play w A1", "komi 3"] {
            session.handle_line(line.as_bytes());
        }
        let shown = session.handle_line(b"showboard");
        let command = Command::new("break", break_all, "");
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let mut out = Vec::new();
        let mut stream = Stream::new(Responder::new(&mut out), None);
        let outcome = session.run(&command, &[], &mut stream);
        std::panic::set_hook(hook);
        assert_eq!(outcome, Err(Failure::Other("internal error".into())));
        assert_eq!(session.handle_line(b"showboard"), shown);
        assert_eq!(session.handle_line(b"undo"), "=\n\n");
        assert_eq!(session.handle_line(b"undo"), "? cannot undo\n\n");
    }

    /// Without a limit on playouts or time: a search that a fault does not end hangs.
    #[test]
    fn a_panic_of_a_search_thread_is_answered_and_ends_the_search() {
        for (thread, line, answer) in [
            (0, "genmove w", "? internal error\n\n"),
            (1, "genmove w", "? internal error\n\n"),
            (0, "kata-search w", "? internal error\n\n"),
            (0, "tengen-pv", "? internal error\n\n"),
            (0, "lz-analyze 1000", "=\n\n"),
            (1, "kata-analyze 1000 maxvisits 100000000", "=\n\n"),
            (1, "kata-genmove_analyze w 1000", "=\n\n"),
        ] {
            let config = Config {
                time: Some(std::time::Duration::from_secs(1 << 20)),
                size: 9,
                memory: 16,
                ..Config::default()
            };
            let mut session = Session::new(config, Arc::default());
            session.handle_line(b"play b E5");
            let shown = session.handle_line(b"showboard");
            session.engine.break_search(thread);
            let (head, end) = answer.split_at(1);
            let given = session.handle_line(line.as_bytes());
            // A streamed answer may have begun with a report.
            assert!(
                given.starts_with(head) && given.ends_with(end),
                "{line}: {given}"
            );
            assert_eq!(session.handle_line(b"showboard"), shown, "{line}");
            session.engine.config_mut().playouts = Some(10);
            let mut chosen = session.handle_line(b"genmove w");
            if chosen == "? internal error\n\n" && given.starts_with('=') {
                // The other thread had ended the analysis before the broken one began.
                chosen = session.handle_line(b"genmove w");
            }
            assert!(chosen.starts_with("= "), "{line}: {chosen}");
        }
    }
}
