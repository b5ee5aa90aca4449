//! Bytes of a game record: what is written of it reads back.
#![no_main]

#[path = "../../tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::sgf::bytes(bytes);
});
