//! Tengen, a Go (weiqi, baduk) engine.

pub mod engine;
pub mod go;
pub mod playout;
pub mod search;
