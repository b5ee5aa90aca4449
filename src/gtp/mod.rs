//! The Go Text Protocol, version 2: lines of bytes in, framed answers out.

pub mod analyze_arg;
pub mod arg;
pub mod command;
pub mod commands;
pub mod graphics;
pub mod info;
pub mod request;
pub mod response;
pub mod server;
pub mod session;
pub mod signals;
pub mod stream;
