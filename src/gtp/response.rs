//! Answers to the controller: the only place that writes `=` and `?`.
//!
//! Sections 2.6 and 2.7 of the GTP version 2 draft 2. `GoGui` takes as the body what
//! follows the first space, so a body always has one before it, also a body of several lines.

use std::io::{self, Write};

/// The whole answer to one command, ready to be written: `=` or `?`, the id, the body and
/// the empty line at the end.
///
/// A body is made fit for the protocol: see [`Responder`].
///
/// ```
/// use tengen::gtp::response::frame;
/// assert_eq!(frame(Some("7"), &Ok("D4".to_owned())), "=7 D4\n\n");
/// assert_eq!(frame(None, &Err("illegal move".to_owned())), "? illegal move\n\n");
/// assert_eq!(frame(None, &Ok(String::new())), "=\n\n");
/// ```
#[must_use]
pub fn frame(id: Option<&str>, answer: &Result<String, String>) -> String {
    let (mark, body) = match answer {
        Ok(body) => ('=', body),
        Err(message) => ('?', message),
    };
    let id = id.unwrap_or_default();
    let body = clean(body);
    if body.is_empty() {
        format!("{mark}{id}\n\n")
    } else {
        format!("{mark}{id} {body}\n\n")
    }
}

/// A body without what would break the protocol: no carriage return or other control
/// character, no tab, no whitespace at its end, a space in each line that would be empty.
fn clean(body: &str) -> String {
    let mut text = String::with_capacity(body.len());
    for c in body.trim_end().chars() {
        match c {
            '\n' if text.ends_with('\n') => text.push_str(" \n"),
            '\n' => text.push('\n'),
            '\t' => text.push(' '),
            c if c.is_ascii_control() => {}
            c => text.push(c),
        }
    }
    // Dropped control characters may have hidden whitespace at the end.
    text.truncate(text.trim_end().len());
    text
}

/// Writes answers, each flushed as a whole.
///
/// An answer can also be written bit by bit, for an analysis: [`begin`](Self::begin),
/// any number of [`line`](Self::line), [`end`](Self::end). No call can put an empty line
/// inside an answer or write anything outside one.
///
/// Every method gives back the error of the stream. After one (the controller closed its
/// end, say) there is nobody left to answer: the session ends quietly.
#[derive(Debug)]
pub struct Responder<W> {
    out: W,
    open: bool,
}

impl<W: Write> Responder<W> {
    /// A writer of answers to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, open: false }
    }

    /// Writes the whole answer to one command. An answer still open is ended first.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn respond(&mut self, id: Option<&str>, answer: &Result<String, String>) -> io::Result<()> {
        self.end()?;
        self.write(&frame(id, answer))
    }

    /// Opens an answer that comes in parts: `=` and the id, alone on their line.
    /// An answer still open is ended first.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn begin(&mut self, id: Option<&str>) -> io::Result<()> {
        self.end()?;
        self.open = true;
        self.write(&format!("={}\n", id.unwrap_or_default()))
    }

    /// Adds a line, or several, to the open answer. Empty text is left out, and so is
    /// everything while no answer is open.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let mut text = clean(text);
        if !self.open || text.is_empty() {
            return Ok(());
        }
        if text.starts_with('\n') {
            text.insert(0, ' ');
        }
        text.push('\n');
        self.write(&text)
    }

    /// Ends the open answer by an empty line; does nothing if there is none.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn end(&mut self) -> io::Result<()> {
        if !self.open {
            return Ok(());
        }
        self.open = false;
        self.write("\n")
    }

    /// Whether an answer was begun and not ended.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// A writer to the same stream. No answer should be open.
    pub fn by_ref(&mut self) -> Responder<&mut dyn Write> {
        Responder::new(&mut self.out)
    }

    /// Gives the stream back.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames() {
        type Row<'a> = (&'a str, Option<&'a str>, Result<&'a str, &'a str>, &'a str);
        let table: &[Row] = &[
            ("R1 success", None, Ok("2"), "= 2\n\n"),
            ("R1 success with id", Some("7"), Ok("2"), "=7 2\n\n"),
            (
                "R1 failure",
                None,
                Err("unknown command"),
                "? unknown command\n\n",
            ),
            (
                "R1 failure with id",
                Some("12"),
                Err("unknown command"),
                "?12 unknown command\n\n",
            ),
            ("R1 id verbatim", Some("007"), Ok("x"), "=007 x\n\n"),
            ("R2 empty", None, Ok(""), "=\n\n"),
            ("R2 empty with id", Some("99"), Ok(""), "=99\n\n"),
            ("R2 only whitespace", None, Ok(" \r\n\n"), "=\n\n"),
            ("R3 empty line inside", None, Ok("a\n\nb"), "= a\n \nb\n\n"),
            (
                "R3 three line feeds",
                None,
                Ok("a\n\n\nb"),
                "= a\n \n \nb\n\n",
            ),
            ("R3 CRLF", None, Ok("a\r\n\r\nb\r\n"), "= a\n \nb\n\n"),
            ("R3 line feeds at the end", None, Ok("a\n\n\n"), "= a\n\n"),
            ("R3 spaces at the end", None, Ok("a  \n \n"), "= a\n\n"),
            (
                "R3 hidden empty line",
                None,
                Ok("a\n\x00\nb\n\x07"),
                "= a\n \nb\n\n",
            ),
            ("R4 lines", None, Ok("a\nb"), "= a\nb\n\n"),
            ("R4 first line empty", None, Ok("\na\nb"), "= \na\nb\n\n"),
            (
                "C2 control characters",
                None,
                Ok("a\x1b[1mb\x7f"),
                "= a[1mb\n\n",
            ),
            ("C3 tabs", None, Ok("a\tb"), "= a b\n\n"),
            ("other scripts", None, Ok("天元"), "= 天元\n\n"),
        ];
        for &(what, id, answer, want) in table {
            let answer = answer.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(frame(id, &answer), want, "{what}");
        }
    }

    #[test]
    fn the_only_empty_line_is_the_last() {
        let parts = ["a", "\n", "\r", " ", "\x00", "\t"];
        for n in 0..parts.len().pow(5) {
            let body: String = (0..5)
                .map(|k| parts[n / parts.len().pow(k) % parts.len()])
                .collect();
            let text = frame(Some("3"), &Ok(body.clone()));
            assert_eq!(text.find("\n\n"), Some(text.len() - 2), "{body:?}");

            let mut responder = Responder::new(Vec::new());
            responder.begin(None).unwrap();
            responder.line(&body).unwrap();
            responder.line(&body).unwrap();
            responder.end().unwrap();
            let text = String::from_utf8(responder.into_inner()).unwrap();
            assert_eq!(text.find("\n\n"), Some(text.len() - 2), "{body:?}");
        }
    }

    #[test]
    fn an_answer_in_parts() {
        let mut responder = Responder::new(Vec::new());
        responder.line("lost").unwrap();
        responder.begin(Some("4")).unwrap();
        responder.line("info move D4").unwrap();
        responder.line("").unwrap();
        responder.line("play D4\n").unwrap();
        assert!(responder.is_open());
        responder.end().unwrap();
        responder.end().unwrap();
        responder.begin(None).unwrap();
        responder.respond(None, &Ok("next".to_owned())).unwrap();
        assert!(!responder.is_open());
        let text = String::from_utf8(responder.into_inner()).unwrap();
        assert_eq!(text, "=4\ninfo move D4\nplay D4\n\n=\n\n= next\n\n");
    }

    #[test]
    fn each_part_is_flushed() {
        #[derive(Default)]
        struct Counter {
            flushed: usize,
            pending: bool,
        }
        impl Write for Counter {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.pending = true;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                self.flushed += 1;
                self.pending = false;
                Ok(())
            }
        }
        let mut responder = Responder::new(Counter::default());
        responder.respond(None, &Ok("a".to_owned())).unwrap();
        responder.begin(None).unwrap();
        responder.line("b").unwrap();
        responder.end().unwrap();
        let counter = responder.into_inner();
        assert_eq!((counter.flushed, counter.pending), (4, false));
    }

    #[test]
    fn a_closed_stream_is_reported() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut responder = Responder::new(Closed);
        assert!(responder.respond(None, &Ok("a".to_owned())).is_err());
        assert!(responder.begin(None).is_err());
        assert!(responder.line("b").is_err());
    }
}
