//! Rules and komi as text: what is understood is told alike.
#![no_main]

#[path = "../../tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| {
    laws::rules::text(text);
});
