//! The rules core (`tengen::go`) as seen from outside: against counted sequences, a naive model, drawn positions, laws and
//! shared records.

#[path = "../diagram/mod.rs"]
mod diagram;
#[path = "../model/mod.rs"]
mod model;
#[path = "../shared/mod.rs"]
mod shared;

mod captures;
mod differential;
mod game;
mod perft;
mod properties;
mod records;
mod repetition;
mod rule_cases;
mod words;
