//! Analyses for programs: the protocol of `KataGo`'s analysis engine, JSON objects on lines of their own.
//!
//! A program sends queries, each for one or more positions of a game, and gets an answer for each position as soon as that has
//! been searched, in any order. [`request`] reads a line, [`query`] and [`settings`] make of it what is to be searched,
//! [`queue`] holds what waits and what runs, [`server`] has the threads, [`answer`] writes what they found.
//!
//! The protocol is that of
//! <https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md>.

pub mod answer;
pub mod fields;
pub mod query;
pub mod queue;
pub mod request;
pub mod server;
pub mod settings;

pub use server::{Options, serve};
pub use settings::Perspective;
