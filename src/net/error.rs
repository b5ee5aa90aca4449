//! What can go wrong with a network.

use std::fmt;
use std::io;

/// Why a network cannot be read or used. Each displays as one line.
#[derive(Debug)]
pub enum NetError {
    /// The file cannot be read.
    Io(io::Error),
    /// The bytes are not a network: foreign, truncated or corrupt. The text says where and what.
    Invalid(String),
    /// The bytes are a network, but it needs something that is not supported. The text names it.
    Unsupported(String),
    /// A call does not fit the network or the workspace: board size, batch size or length of an input.
    Misuse(String),
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read the network: {error}"),
            Self::Invalid(what) => write!(f, "not a valid network: {what}"),
            Self::Unsupported(what) => write!(f, "unsupported network: {what}"),
            Self::Misuse(what) => write!(f, "wrong use of a network: {what}"),
        }
    }
}

impl std::error::Error for NetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}
