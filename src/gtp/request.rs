//! Bytes from the controller to requests: id, command name and words. Knows no Go.
//!
//! Follows sections 2.1 to 2.9 of the GTP version 2 draft 2, and GNU Go where the
//! draft says nothing. No input is an error: what cannot be a request is [`Line::Blank`].

use std::io::{self, BufRead};

use crate::streams::{self, read_line};

/// More words than any command has a use for.
const MOST_WORDS: usize = 1 << 17;

/// One command as the controller sent it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Request {
    /// The digits of the id, verbatim and of any length; `None` when there was none.
    ///
    /// A negative id counts as none, as in GNU Go.
    pub id: Option<String>,
    /// The command's name, never empty, case kept.
    pub name: String,
    /// The words after the name, none of them empty, case kept.
    pub args: Vec<String>,
    /// The line was too long to be read whole, or had too many words: none of those after the name are there.
    pub is_cut: bool,
}

impl Request {
    /// Memory that its words take, roughly, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let word = |word: &String| size_of::<String>() + word.capacity();
        size_of::<Self>() + word(&self.name) + self.args.iter().map(word).sum::<usize>()
    }
}

/// What one line of input means.
///
/// While an analysis runs, every line stops it, a [`Line::Blank`] too.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// A command, to be answered.
    Request(Request),
    /// The comment `# interrupt`, by which `GoGui` asks a running command to come to
    /// its end soon. It has no answer of its own.
    Interrupt,
    /// Nothing to answer: empty, only whitespace, only a comment, or only an id.
    Blank,
}

impl Line {
    /// The request, if the line holds one.
    #[must_use]
    pub fn into_request(self) -> Option<Request> {
        match self {
            Self::Request(request) => Some(request),
            Self::Interrupt | Self::Blank => None,
        }
    }
}

/// Reads one line; a line feed at its end is allowed, and not needed.
///
/// Control characters other than the tab are dropped wherever they stand, a tab counts as
/// a space, `#` starts a comment. A byte order mark before the first word is dropped.
/// Bytes that are not UTF-8 become U+FFFD.
#[must_use]
pub fn parse_line(line: &[u8]) -> Line {
    let bytes: Vec<u8> = line
        .iter()
        .filter_map(|&byte| match byte {
            b'\t' => Some(b' '),
            byte if byte.is_ascii_control() => None,
            byte => Some(byte),
        })
        .collect();
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches([' ', '\u{feff}']);
    let (code, comment) = match text.split_once('#') {
        Some((code, comment)) => (code, Some(comment)),
        None => (text, None),
    };
    let code = code.trim_matches(' ');
    if code.is_empty() {
        return match comment.map(|comment| comment.trim_matches(' ')) {
            Some("interrupt") => Line::Interrupt,
            _ => Line::Blank,
        };
    }
    let (id, rest) = split_id(code);
    let mut words = rest
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned);
    let Some(name) = words.next() else {
        return Line::Blank;
    };
    let mut args: Vec<String> = words.by_ref().take(MOST_WORDS).collect();
    let is_cut = words.next().is_some();
    if is_cut {
        args.clear();
    }
    Line::Request(Request {
        id: id.map(str::to_owned),
        name,
        args,
        is_cut,
    })
}

/// Splits the id off, also one glued to the name. A negative id is dropped.
fn split_id(code: &str) -> (Option<&str>, &str) {
    let (negative, unsigned) = match code.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, code),
    };
    let end = unsigned
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(unsigned.len());
    match (end, negative) {
        (0, _) => (None, code),
        (_, true) => (None, &unsigned[end..]),
        (_, false) => (Some(&unsigned[..end]), &unsigned[end..]),
    }
}

/// Reads lines from a byte stream, of up to sixteen megabytes, the last one with or without a line feed.
///
/// An iterator: it ends at the end of input.
///
/// ```
/// use tengen::gtp::request::{Line, Reader};
/// let mut reader = Reader::new(&b"7 play b D4 # a comment\r\n"[..]);
/// let request = reader.next().unwrap().unwrap().into_request().unwrap();
/// assert_eq!(request.id.as_deref(), Some("7"));
/// assert_eq!((request.name.as_str(), request.args.len()), ("play", 2));
/// assert!(reader.next().is_none());
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
}

impl<R: BufRead> Reader<R> {
    /// A reader of `input` from where it stands.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        match read_line(&mut self.input, &mut self.buffer) {
            Ok(None) => None,
            Ok(Some(streams::Line::Whole)) => Some(Ok(parse_line(&self.buffer))),
            Ok(Some(streams::Line::Cut)) => {
                let mut line = parse_line(&self.buffer);
                if let Line::Request(request) = &mut line {
                    request.is_cut = true;
                    request.args.clear();
                }
                Some(Ok(line))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: Option<&str>, words: &[&str]) -> Line {
        Line::Request(Request {
            id: id.map(str::to_owned),
            name: words[0].to_owned(),
            args: words[1..].iter().map(|&word| word.to_owned()).collect(),
            is_cut: false,
        })
    }

    #[test]
    fn lines_that_hold_a_request() {
        // What it shows, the line, the id and the words.
        let table: &[(&str, &[u8], &str)] = &[
            ("plain", b"play b D4\n", "|play|b|D4"),
            ("C1 not UTF-8", b"x \xff\xfe", "|x|\u{fffd}\u{fffd}"),
            ("C1 UTF-8", b"x \xe5\xa4\xa9", "|x|天"),
            ("C1 no-break space", b"x a\xc2\xa0b", "|x|a\u{a0}b"),
            ("C2 control", b"pl\x00a\x1by\x7f b\x08 D4", "|play|b|D4"),
            ("C2 form feed", b"na\x0cme", "|name"),
            ("C3 tabs", b"\tplay\tb\t\tD4\t\n", "|play|b|D4"),
            ("C4 CRLF", b"name\r\n", "|name"),
            ("C4 stray CR", b"na\rme\r\r\n", "|name"),
            ("C4 no line feed", b"name", "|name"),
            ("C5 spaces", b"   play   b  D4   \n", "|play|b|D4"),
            ("S1 id", b"10 boardsize 9\n", "10|boardsize|9"),
            ("S1 id of zero", b"0 name\n", "0|name"),
            ("P-12 leading zeros", b"007 name\n", "007|name"),
            ("S2 comment", b"10 boardsize 9  # a b\n", "10|boardsize|9"),
            ("S2 comment glued", b"name#x", "|name"),
            ("S2 no interrupt", b"name # interrupt", "|name"),
            ("S5 id glued", b"1boardsize 9", "1|boardsize|9"),
            ("S5 negative id", b"-5 name", "|name"),
            ("S5 negative id glued", b"-5name", "|name"),
            ("S5 minus alone", b"-x 1", "|-x|1"),
            ("S5 minus after id", b"5-3 x", "5|-3|x"),
            ("S5 over 2^31-1", b"2147483648 name", "2147483648|name"),
            ("S6 case kept", b"Name B d4", "|Name|B|d4"),
            ("S7 surplus words", b"name 1 2 3", "|name|1|2|3"),
            ("words of digits", b"komi 7 5", "|komi|7|5"),
            ("byte order mark", b"\xef\xbb\xbfname\n", "|name"),
            ("BOM and id", b"\xef\xbb\xbf3 name\n", "3|name"),
        ];
        for &(what, line, want) in table {
            let (id, words) = want.split_once('|').unwrap();
            let words: Vec<&str> = words.split('|').collect();
            let id = (!id.is_empty()).then_some(id);
            assert_eq!(parse_line(line), request(id, &words), "{what}");
        }
    }

    #[test]
    fn an_id_of_any_length_is_kept() {
        for length in [1, 10, 40, 1000] {
            let id = "1234567890".repeat(length);
            let line = format!("{id} name");
            assert_eq!(parse_line(line.as_bytes()), request(Some(&id), &["name"]));
        }
    }

    #[test]
    fn lines_without_a_request() {
        let table: &[(&str, &[u8], Line)] = &[
            ("S3 empty", b"", Line::Blank),
            ("S3 newline", b"\n", Line::Blank),
            ("S3 CRLF", b"\r\n", Line::Blank),
            ("S3 whitespace", b" \t \n", Line::Blank),
            ("S3 comment", b"# only a comment\n", Line::Blank),
            ("S3 regress comment", b"#? [C7]\n", Line::Blank),
            ("S3 control characters", b"\x00\x01\x1f\x7f\n", Line::Blank),
            ("S3 byte order mark", b"\xef\xbb\xbf\n", Line::Blank),
            ("S4 id alone", b"5\n", Line::Blank),
            ("S4 id and comment", b"5 # name\n", Line::Blank),
            ("S4 negative id alone", b"-5\n", Line::Blank),
            ("S8 interrupt", b"# interrupt\n", Line::Interrupt),
            ("S8 interrupt, CRLF", b"# interrupt\r\n", Line::Interrupt),
            ("S8 interrupt, spaces", b" \t#\tinterrupt ", Line::Interrupt),
            ("S8 other words", b"# interrupt me\n", Line::Blank),
            ("S8 after an id", b"5 # interrupt\n", Line::Blank),
        ];
        for (what, line, want) in table {
            assert_eq!(&parse_line(line), want, "{what}");
        }
    }

    #[test]
    fn no_byte_breaks_a_line() {
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                let line = [b'n', first, second, b'e'];
                let parsed = parse_line(&line).into_request();
                assert!(parsed.is_some_and(|request| request.name.starts_with('n')));
            }
        }
    }

    #[test]
    fn the_reader_keeps_step() {
        let mut input = b"\xef\xbb\xbf1 name\r\n\n5\n# interrupt\n".to_vec();
        input.extend(b"2 x ");
        input.extend(std::iter::repeat_n(b'a', 1 << 20));
        input.extend(b"\n3 y");
        input.extend(b" b".repeat(100_000));
        input.extend(b"\n5 z");
        input.extend(b" c".repeat(MOST_WORDS + 1));
        input.extend(b"\n4 quit");
        let lines: Vec<Line> = Reader::new(&input[..]).map(Result::unwrap).collect();
        assert_eq!(lines[0], request(Some("1"), &["name"]));
        assert_eq!(lines[1..4], [Line::Blank, Line::Blank, Line::Interrupt]);
        let long = lines[4].clone().into_request().unwrap();
        assert_eq!((long.args.len(), long.args[0].len()), (1, 1 << 20));
        let many = lines[5].clone().into_request().unwrap();
        assert_eq!((many.id.as_deref(), many.args.len()), (Some("3"), 100_000));
        let most = lines[6].clone().into_request().unwrap();
        assert_eq!((most.name.as_str(), most.is_cut), ("z", true));
        assert!(most.args.is_empty());
        assert_eq!(lines[7], request(Some("4"), &["quit"]));
        assert_eq!(lines.len(), 8);
    }

    #[test]
    fn a_line_without_an_end_is_one_request() {
        let mut input = b"1 play b D4 ".to_vec();
        input.extend(std::iter::repeat_n(b'x', 20 << 20));
        input.extend(b" y\n2 name");
        let lines: Vec<Line> = Reader::new(&input[..]).map(Result::unwrap).collect();
        let cut = lines[0].clone().into_request().unwrap();
        assert_eq!((cut.id.as_deref(), cut.name.as_str()), (Some("1"), "play"));
        assert!(cut.is_cut && cut.args.is_empty());
        assert_eq!(lines[1..], [request(Some("2"), &["name"])]);
    }

    #[test]
    fn the_reader_passes_an_error_on() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut reader = Reader::new(io::BufReader::new(Broken));
        assert!(reader.next().is_some_and(|line| line.is_err()));
    }
}
