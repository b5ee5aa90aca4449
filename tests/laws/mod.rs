//! What holds for every input, as functions that panic where it does not. Used by the tests and by the fuzz targets in `fuzz/`.

#![allow(dead_code, unreachable_pub)] // each user needs some of them

pub mod analysis;
pub mod gtp;
pub mod rules;
pub mod sgf;
pub mod time;
