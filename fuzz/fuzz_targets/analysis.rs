//! Lines of the analysis protocol: every one is answered in full.
#![no_main]

#[path = "../../tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::analysis::lines(bytes);
});
