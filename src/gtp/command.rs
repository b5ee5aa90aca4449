//! A row of the command table, and how a handler's argument types become its grammar.

use std::fmt;

use super::arg::{FromArg, SyntaxError, Words};
use super::session::Session;
use super::stream::Stream;

/// Why a command failed. The texts are the standard's own, word for word, where it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// No command has this name.
    UnknownCommand,
    /// Arguments are missing or malformed.
    SyntaxError,
    /// The board cannot have this size.
    UnacceptableSize,
    /// So many handicap stones are not placed.
    InvalidNumberOfStones,
    /// Handicap stones are only placed on an empty board.
    BoardNotEmpty,
    /// Free handicap stones are too few, too many, repeated, off the board or a pass.
    BadVertexList,
    /// The play is not allowed.
    IllegalMove,
    /// So many moves were not played.
    CannotUndo,
    /// The game ended without a result.
    CannotScore,
    /// The record is missing, unreadable or broken.
    CannotLoadFile,
    /// What the standard has no text for.
    Other(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownCommand => "unknown command",
            Self::SyntaxError => "syntax error",
            Self::UnacceptableSize => "unacceptable size",
            Self::InvalidNumberOfStones => "invalid number of stones",
            Self::BoardNotEmpty => "board not empty",
            Self::BadVertexList => "bad vertex list",
            Self::IllegalMove => "illegal move",
            Self::CannotUndo => "cannot undo",
            Self::CannotScore => "cannot score",
            Self::CannotLoadFile => "cannot load file",
            Self::Other(text) => text,
        })
    }
}

impl std::error::Error for Failure {}

impl From<SyntaxError> for Failure {
    fn from(_: SyntaxError) -> Self {
        Self::SyntaxError
    }
}

/// The body of an answer, or why there is none.
pub type Outcome = Result<String, Failure>;

/// What a handler may return.
pub trait Reply {
    /// The answer.
    ///
    /// # Errors
    /// Why the command failed.
    fn outcome(self) -> Outcome;
}

impl Reply for () {
    fn outcome(self) -> Outcome {
        Ok(String::new())
    }
}

impl Reply for String {
    fn outcome(self) -> Outcome {
        Ok(self)
    }
}

impl Reply for &'static str {
    fn outcome(self) -> Outcome {
        Ok(self.to_owned())
    }
}

impl<T: Reply> Reply for Result<T, Failure> {
    fn outcome(self) -> Outcome {
        self.and_then(Reply::outcome)
    }
}

/// A function that carries out a command: the session first, then the command's arguments.
pub trait Handler<Args>: Send + Sync + 'static {
    /// How the arguments are written.
    fn grammar() -> String;

    /// Reads the arguments and calls the function. Surplus words are ignored.
    ///
    /// # Errors
    /// Why the command failed; then it has changed nothing.
    fn call(&self, session: &mut Session, words: &mut Words) -> Outcome;
}

macro_rules! handler {
    ($($type:ident $arg:ident),*) => {
        impl<F, R, $($type),*> Handler<($($type,)*)> for F
        where
            F: Fn(&mut Session, $($type),*) -> R + Send + Sync + 'static,
            R: Reply,
            $($type: FromArg,)*
        {
            fn grammar() -> String {
                let parts: &[String] = &[$($type::grammar()),*];
                parts.join(" ")
            }

            fn call(&self, session: &mut Session, _words: &mut Words) -> Outcome {
                $(let $arg = $type::read(_words)?;)*
                self(session, $($arg),*).outcome()
            }
        }
    };
}

handler!();
handler!(A a);
handler!(A a, B b);
handler!(A a, B b, C c);

/// The erased form in which the table holds handlers.
type Run = Box<dyn Fn(&mut Session, &mut Stream, &mut Words) -> Outcome + Send + Sync>;

/// A place in `GoGui`'s menu of analyze commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MenuEntry {
    /// The type of the answer, by which `GoGui` shows it.
    pub kind: &'static str,
    /// What the menu says.
    pub label: &'static str,
    /// What follows the command's name.
    pub args: &'static str,
}

/// One command: its row of the table.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// How its arguments are written, as the handler's types say.
    pub args: String,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Its places in `GoGui`'s menu.
    pub menu: Vec<MenuEntry>,
    available: fn(&Session) -> bool,
    run: Run,
}

impl Command {
    /// A row.
    pub fn new<Args, H: Handler<Args>>(name: &'static str, handler: H, doc: &'static str) -> Self {
        Self {
            name,
            args: H::grammar(),
            doc,
            menu: Vec::new(),
            available: |_| true,
            run: Box::new(move |session, _, words| handler.call(session, words)),
        }
    }

    /// A row whose handler writes its answer line by line; it takes one argument.
    pub fn streaming<A: FromArg + 'static, R: Reply + 'static>(
        name: &'static str,
        handler: fn(&mut Session, &mut Stream, A) -> R,
        doc: &'static str,
    ) -> Self {
        Self {
            name,
            args: A::grammar(),
            doc,
            menu: Vec::new(),
            available: |_| true,
            run: Box::new(move |session, stream, words| {
                let arg = A::read(words)?;
                handler(session, stream, arg).outcome()
            }),
        }
    }

    /// The row with a place in `GoGui`'s menu of analyze commands: the type of the answer, the label, and what follows the
    /// command's name.
    #[must_use]
    pub fn in_menu(mut self, kind: &'static str, label: &'static str, args: &'static str) -> Self {
        self.menu.push(MenuEntry { kind, label, args });
        self
    }

    /// The row of a command that is of use in some sessions only.
    #[must_use]
    pub fn available_where(mut self, available: fn(&Session) -> bool) -> Self {
        self.available = available;
        self
    }

    /// Whether it is of use in a session, so that it is listed there.
    #[must_use]
    pub fn is_available(&self, session: &Session) -> bool {
        (self.available)(session)
    }

    /// Carries it out.
    ///
    /// # Errors
    /// Why it failed; then nothing has changed.
    pub fn run(&self, session: &mut Session, stream: &mut Stream, words: &[String]) -> Outcome {
        (self.run)(session, stream, &mut Words::new(words))
    }

    /// Name and arguments.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.args).trim_end().to_owned()
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Command").field(&self.usage()).finish()
    }
}

/// Commands of one topic.
#[derive(Debug)]
pub struct Group {
    /// The topic.
    pub title: &'static str,
    /// Its rows.
    pub commands: Vec<Command>,
}
