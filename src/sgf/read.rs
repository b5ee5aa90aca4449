//! From bytes to records. What is made of files that break the standard is told in the [module](super).

use std::fmt;

use super::build::{Builder, MAX_NODES, MAX_SETUP};
use super::encoding::Source;
use super::number;
use super::record::Record;
use super::text::unescape_line;
use super::token::{Token, Tokens, Unterminated, find_game};
use crate::go::point::{MAX_SIZE, MIN_SIZE};

/// Why bytes are no record of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// There is no `(;` or the like.
    NoGame,
    /// The input ends before the main line does.
    Truncated,
    /// `GM` names another game than Go.
    NotGo(String),
    /// `SZ` is not a size that this program plays on.
    BadSize(String),
    /// `SZ` gives two different sides.
    NotSquare(String),
    /// It has more nodes and moves, or its set-up lists more points, than any real record.
    TooLarge,
}

impl fmt::Display for ReadError {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("no game record found"),
            Self::Truncated => f.write_str("the record ends in the middle of the game"),
            Self::NotGo(game) => write!(f, "not a record of Go: GM[{game}]"),
            Self::BadSize(size) => {
                write!(f, "board size SZ[{size}] is not {MIN_SIZE} to {MAX_SIZE}")
            }
            Self::NotSquare(size) => write!(f, "the board is not square: SZ[{size}]"),
            Self::TooLarge => write!(
                f,
                "more than {MAX_NODES} nodes and moves, or {MAX_SETUP} set-up points"
            ),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<Unterminated> for ReadError {
    fn from(_: Unterminated) -> Self {
        Self::Truncated
    }
}

/// Reads the first game: its main line and what is said about it.
///
/// # Errors
/// Where there is none, or none of Go on a square board of 2 to 25 lines, or where it is cut off.
pub fn read(bytes: &[u8]) -> Result<Record, ReadError> {
    let source = Source::new(bytes);
    let start = find_game(&source.bytes, 0).ok_or(ReadError::NoGame)?;
    read_game(&source, &mut tokens(&source, start))
}

/// Reads all games of a collection, each of which may be bad by itself. Where there are none, the one entry says so.
#[must_use]
pub fn read_all(bytes: &[u8]) -> Vec<Result<Record, ReadError>> {
    let source = Source::new(bytes);
    let mut games = Vec::new();
    let mut at = 0;
    while let Some(start) = find_game(&source.bytes, at) {
        games.push(read_game(&source, &mut tokens(&source, start)));
        let mut rest = tokens(&source, start);
        skip_tree(&mut rest, 0);
        at = rest.position();
    }
    if games.is_empty() {
        games.push(Err(ReadError::NoGame));
    }
    games
}

fn tokens<'a>(source: &'a Source<'_>, start: usize) -> Tokens<'a> {
    Tokens::new(&source.bytes, start, source.width)
}

/// Goes past the end of the game, `depth` parentheses deep in it. False where the input ends before.
fn skip_tree(tokens: &mut Tokens<'_>, mut depth: usize) -> bool {
    while let Ok(Some(token)) = tokens.next() {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth <= 1 => return true,
            Token::Close => depth -= 1,
            Token::Node | Token::Property(..) => {}
        }
    }
    false
}

fn read_game(source: &Source<'_>, tokens: &mut Tokens<'_>) -> Result<Record, ReadError> {
    let root = Root::of(source, tokens.clone())?;
    let mut builder = Builder::new(source, &root);
    // For each open parenthesis, the draft before it.
    let mut open = Vec::new();
    // How deep the first node's tree lies: what stands beside that tree is no part of its game.
    let mut depth = None;
    let (mut empty, mut properties) = (0, 0);
    loop {
        match tokens.next()?.ok_or(ReadError::Truncated)? {
            Token::Open => {
                open.push(builder.draft_number());
                empty += 1;
            }
            Token::Close if empty > 0 => {
                // A variation without nodes.
                open.pop();
                empty -= 1;
                if open.is_empty() {
                    return Err(ReadError::NoGame);
                }
            }
            Token::Close => break,
            Token::Node => {
                builder.begin_node()?;
                depth = depth.or(Some(open.len()));
                empty = 0;
            }
            Token::Property(name, values) => {
                depth = depth.or(Some(open.len()));
                if empty > 0 {
                    builder.begin_node()?;
                    builder.warn("a semicolon is missing");
                    empty = 0;
                }
                builder.property(name, &values)?;
                properties += 1;
            }
        }
    }
    builder.end_node();
    if tokens.strays() > 0 && properties == 0 {
        // Some other file in which `(;` happens to stand.
        return Err(ReadError::NoGame);
    }
    if tokens.strays() > 0 {
        builder.warn("text that belongs to no property is left out");
    }
    if !read_variations(tokens, &mut builder, open, depth.unwrap_or(1)) {
        builder.warn("the variations after the main line are cut off");
    }
    Ok(builder.record)
}

/// Reads what follows the main line. `open` has, for each open parenthesis, that of the main line's end included, the draft
/// before it; the tree lies `depth` parentheses deep. False where the input ends before its end, or where the variations are
/// too large.
fn read_variations(
    tokens: &mut Tokens<'_>,
    builder: &mut Builder<'_>,
    mut open: Vec<usize>,
    depth: usize,
) -> bool {
    /// What may come next.
    #[derive(PartialEq)]
    enum State {
        /// More of a node, or the next one.
        InNode,
        /// The first node of a variation.
        Opened,
        /// A variation, as one has just ended.
        Closed,
    }
    builder.begin_variations();
    let (mut state, mut begun) = (State::Closed, Vec::new());
    let mut at = open.pop().unwrap_or(0);
    let mut is_whole = true;
    while open.len() >= depth {
        let Ok(Some(token)) = tokens.next() else {
            is_whole = false;
            break;
        };
        match token {
            Token::Open => {
                open.push(at);
                state = State::Opened;
                continue;
            }
            Token::Close => {
                builder.end_node();
                at = open.pop().unwrap_or(0);
                state = State::Closed;
                continue;
            }
            Token::Property(..) if state == State::Closed => continue,
            Token::Property(..) if state == State::InNode => {}
            Token::Node | Token::Property(..) => {
                if builder.begin_node().is_err() {
                    is_whole = false;
                    break;
                }
                let number = builder.draft_number();
                if begun.is_empty() || at + 1 != number {
                    begun.push((at, number));
                }
                at = number;
                state = State::InNode;
            }
        }
        if let Token::Property(name, values) = token
            && builder.property(name, &values).is_err()
        {
            is_whole = false;
            break;
        }
    }
    builder.end_variations(&begun);
    is_whole
}

/// What must be known before points are read: what the nodes up to the first with a move or set-up stones say.
pub(super) struct Root {
    pub(super) size: usize,
    /// The record comes from a server that writes komi in hundredths.
    pub(super) from_fox: bool,
}

impl Root {
    fn of(source: &Source<'_>, mut tokens: Tokens<'_>) -> Result<Self, ReadError> {
        let mut root = Self {
            size: 19,
            from_fox: false,
        };
        let (mut has_size, mut has_points) = (false, false);
        while let Some(token) = tokens.next()? {
            let (name, values) = match token {
                Token::Property(name, values) => (name, values),
                Token::Open => continue,
                Token::Node if !has_points => continue,
                Token::Node | Token::Close => break,
            };
            let text = source.decode(values[0]);
            match name.as_str() {
                "SZ" if !has_size && !text.trim().is_empty() => {
                    has_size = true;
                    root.size = board_size(&text)?;
                }
                "GM" if number::integer(&text).is_some_and(|game| game != 1) => {
                    return Err(ReadError::NotGo(quote(&text)));
                }
                "AP" => root.from_fox |= text.to_ascii_lowercase().contains("foxwq"),
                "B" | "W" | "AB" | "AW" | "AE" => has_points = true,
                _ => {}
            }
        }
        Ok(root)
    }
}

fn board_size(text: &str) -> Result<usize, ReadError> {
    let (columns, rows) = number::sides(text).ok_or_else(|| ReadError::BadSize(quote(text)))?;
    if columns != rows {
        return Err(ReadError::NotSquare(quote(text)));
    }
    usize::try_from(columns)
        .ok()
        .filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size))
        .ok_or_else(|| ReadError::BadSize(quote(text)))
}

/// The start of a value, for messages of one line.
pub(super) fn quote(text: &str) -> String {
    let line = unescape_line(text).unwrap_or_default();
    match line.char_indices().nth(20) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
