//! Faults around a running engine: streams that end or are never read, signals, bad files, too little memory.
//!
//! What must not happen is a hang or an orphan. Searches are given far more time than any test may take, and a process that
//! does not end by itself is a failure after a minute.

#![cfg(unix)]

mod files;
mod limits;
#[path = "../process/mod.rs"]
mod process;
mod signals;
mod streams;
