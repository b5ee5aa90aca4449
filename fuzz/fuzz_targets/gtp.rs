//! A stream of GTP commands: one answer each, in step, and a game that stays whole.
#![no_main]

#[path = "../../tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let effort = laws::gtp::Effort::FUZZING;
    laws::gtp::session(bytes, effort);
    laws::gtp::stream(bytes, effort);
});
