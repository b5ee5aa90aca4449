//! The answer of a command that writes it line by line while it works.

use std::io::{self, Write};

use super::command::Outcome;
use super::response::Responder;

/// Where a handler writes the lines of its answer. One that never writes has its outcome framed as usual.
pub struct Stream<'a> {
    out: Responder<&'a mut dyn Write>,
    id: Option<&'a str>,
    /// The first error of the output: nobody reads any more.
    failed: io::Result<()>,
}

impl<'a> Stream<'a> {
    /// The answer to the request with this id.
    #[must_use]
    pub const fn new(out: Responder<&'a mut dyn Write>, id: Option<&'a str>) -> Self {
        Self {
            out,
            id,
            failed: Ok(()),
        }
    }

    /// Writes the head of the answer, `=` and the id: from here on the command can no longer fail.
    pub fn begin(&mut self) {
        if self.failed.is_ok() && !self.out.is_open() {
            self.failed = self.out.begin(self.id);
        }
    }

    /// Writes a line, after the head where that is still missing. Empty text is left out.
    pub fn line(&mut self, text: &str) {
        self.begin();
        if self.failed.is_ok() {
            self.failed = self.out.line(text);
        }
    }

    /// Whether nobody reads any more.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.failed.is_err()
    }

    /// Ends the answer: an outcome's text is the last line where lines were written, else the whole answer.
    ///
    /// # Errors
    /// Those of the output, from any line.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<()> {
        self.failed?;
        match outcome {
            Ok(text) if self.out.is_open() => self.out.line(text)?,
            Err(failure) if self.out.is_open() => log::error!("the answer breaks off: {failure}"),
            Ok(text) => return self.out.respond(self.id, &Ok(text.clone())),
            Err(failure) => return self.out.respond(self.id, &Err(failure.to_string())),
        }
        self.out.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::command::Failure;

    fn written(id: Option<&str>, lines: &[&str], outcome: &Outcome) -> String {
        let mut bytes = Vec::new();
        let mut stream = Stream::new(Responder::new(&mut bytes), id);
        for line in lines {
            stream.line(line);
        }
        stream.finish(outcome).expect("memory does not fail");
        String::from_utf8(bytes).expect("ASCII")
    }

    #[test]
    fn answers_with_and_without_lines() {
        let ok = |text: &str| Ok(text.to_owned());
        for (id, lines, outcome, answer) in [
            (None, &[][..], ok("D4"), "= D4\n\n"),
            (
                Some("3"),
                &[],
                Err(Failure::SyntaxError),
                "?3 syntax error\n\n",
            ),
            (Some("3"), &["a", "", "b"], ok(""), "=3\na\nb\n\n"),
            (None, &["a"], ok("play D4"), "=\na\nplay D4\n\n"),
            (None, &["a"], Err(Failure::SyntaxError), "=\na\n\n"),
            (None, &[""], ok(""), "=\n\n"),
        ] {
            assert_eq!(written(id, lines, &outcome), answer);
        }
    }

    #[test]
    fn a_closed_output_is_told_at_the_end() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut closed = Closed;
        let mut stream = Stream::new(Responder::new(&mut closed), None);
        assert!(!stream.is_closed());
        stream.line("a");
        assert!(stream.is_closed());
        assert!(stream.finish(&Ok(String::new())).is_err());
    }
}
