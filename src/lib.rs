//! Tengen, a Go (weiqi, baduk) engine.

pub mod clock;
pub mod engine;
pub mod go;
pub mod gtp;
pub mod playout;
pub mod search;
