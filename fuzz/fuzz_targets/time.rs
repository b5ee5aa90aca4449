//! Settings and messages of a clock: no budget oversteps the time there is.
#![no_main]

#[path = "../../tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| {
    laws::time::text(text);
});
