//! Texts inside property values: escapes, line breaks and white space.

/// A value as text (FF4 "Text"): `\` makes the next character plain and removes a line break; line breaks of every kind are
/// `\n`; other white space is a space; control characters are dropped.
pub(super) fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\';
        let Some(c) = (if escaped { chars.next() } else { Some(c) }) else {
            break;
        };
        let partner = match c {
            '\n' => '\r',
            '\r' => '\n',
            _ => {
                text.extend(plain(c));
                continue;
            }
        };
        chars.next_if_eq(&partner);
        if !escaped {
            text.push('\n');
        }
    }
    text
}

/// A value as one line (FF4 "`SimpleText`"), trimmed; `None` where nothing is left.
pub(super) fn unescape_line(raw: &str) -> Option<String> {
    one_line(&unescape(raw))
}

/// The text as one trimmed line; `None` where nothing is left.
pub(super) fn one_line(text: &str) -> Option<String> {
    let line = text.replace(['\n', '\r'], " ");
    let line: String = line.trim().chars().filter_map(plain).collect();
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_string())
}

/// Writes a text so that [`unescape`] gives it back, but for white space and control characters.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' | ']' => escaped.extend(['\\', c]),
            '\n' => escaped.push('\n'),
            '\r' => {
                chars.next_if_eq(&'\n');
                escaped.push('\n');
            }
            _ => escaped.extend(plain(c)),
        }
    }
    escaped
}

/// The character as it stands in a line of text.
fn plain(c: char) -> Option<char> {
    match c {
        '\t' | '\x0b' | '\x0c' => Some(' '),
        _ if c.is_control() => None,
        _ => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_line_breaks() {
        for (raw, text) in [
            (r"a\]b\\c\:d", r"a]b\c:d"),
            ("a\\\nb\\\r\nc", "abc"),
            ("a\r\nb\n\rc\rd\n\ne", "a\nb\nc\nd\n\ne"),
            ("a\tb\\\tc\x0bd", "a b c d"),
            ("a\0b\u{7f}c\u{85}", "abc"),
            ("end\\", "end"),
        ] {
            assert_eq!(unescape(raw), text, "{raw:?}");
            assert_eq!(unescape(&escape(text)), text, "{raw:?}");
        }
        assert_eq!(unescape_line(" a \r\n b\0 "), Some("a   b".to_string()));
        assert_eq!(unescape_line(" \n "), None);
        assert_eq!(escape("a\r\n]"), "a\n\\]");
    }
}
