//! The laws of rules and komi as text: what is understood is told in words that are understood alike.

use std::sync::Arc;

use tengen::engine::Config;
use tengen::go::{Points, Rules};
use tengen::gtp::session::Session;

/// A text is rules by name, rules as JSON, a rule and its value, or komi, or is refused.
pub fn text(text: &str) {
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(Rules::from_entries(rules.entries()), Ok(rules));
        let main = Rules::main_name(text).expect("a name");
        assert_eq!(main.parse(), Ok(rules));
    }
    if let Some((key, value)) = text.split_once(' ')
        && let Ok(rules) = Rules::default().set(key, value)
    {
        let own = rules.get(key).expect("a known key");
        // White space around a value does not matter.
        assert_eq!(own.to_lowercase(), value.trim().to_lowercase());
        assert_eq!(rules.set(key, own), Ok(rules));
    }
    if let Ok(points) = text.parse::<Points>() {
        assert_eq!(points.to_string().parse(), Ok(points));
    }
    // A line of its own, as a controller would send it.
    let line: String = text
        .chars()
        .filter(|c| !c.is_control() && *c != '#')
        .collect();
    let mut session = Session::new(
        Config {
            size: 5,
            memory: 1,
            ..Config::default()
        },
        Arc::default(),
    );
    let before = session.handle_line(b"kata-get-rules");
    let answer = session.handle_line(format!("kata-set-rules {line}").as_bytes());
    let rules = session.handle_line(b"kata-get-rules");
    if answer.starts_with('?') {
        assert_eq!(rules, before, "{line}");
    } else {
        let told = rules.trim_start_matches("= ").trim_end();
        let again = session.handle_line(format!("kata-set-rules {told}").as_bytes());
        assert_eq!(again, "=\n\n", "{told}");
        assert_eq!(session.handle_line(b"kata-get-rules"), rules, "{line}");
    }
}
