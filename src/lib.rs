//! Tengen, a Go (weiqi, baduk) engine.

pub mod go;
