//! The Go Text Protocol, version 2: lines of bytes in, framed answers out.

pub mod request;
pub mod response;
