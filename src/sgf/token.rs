//! The structure of a record: parentheses, nodes, and properties with their raw values.

/// How characters of more than one byte are built, as far as the structure goes: whether `[`, `\` or `]` can be the second
/// byte of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    /// Bytes below 0x80 are always characters.
    Ascii,
    /// Shift-JIS: 0xa1 to 0xdf are characters of one byte.
    ShiftJis,
    /// GB18030, Big5 and the like: every byte from 0x81 on leads a pair.
    Pairs,
}

impl Width {
    /// Bytes of the first character, as far as the structure goes.
    fn of(self, bytes: &[u8]) -> usize {
        let leads = |byte| match self {
            Self::Ascii => false,
            Self::ShiftJis => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            Self::Pairs => matches!(byte, 0x81..=0xfe),
        };
        match *bytes {
            [lead, trail, ..] if leads(lead) && trail >= 0x40 => 2,
            _ => 1,
        }
    }

    /// Whether a byte of the structure follows a byte that may lead a pair, so that the reading depends on the width.
    pub(super) fn matters(self, bytes: &[u8]) -> bool {
        bytes
            .windows(2)
            .any(|pair| matches!(pair[1], b'[' | b'\\' | b']') && self.of(pair) == 2)
    }
}

/// A piece of structure.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Open,
    Close,
    Node,
    /// The name without lower-case letters, and the values as they stand, of which there is at least one.
    Property(String, Vec<&'a [u8]>),
}

/// The input ends inside a value.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Unterminated;

/// Reads one token after the other.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    width: Width,
    strays: usize,
    nested: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize, width: Width) -> Self {
        Self {
            bytes,
            at,
            width,
            strays: 0,
            nested: 0,
        }
    }

    /// Where the next token is looked for.
    pub(super) const fn position(&self) -> usize {
        self.at
    }

    /// Number of things so far that have no place in a record: bytes between properties, names without value, values
    /// without name.
    pub(super) const fn strays(&self) -> usize {
        self.strays
    }

    /// The strays, and values that seem to hold another property.
    pub(super) const fn oddities(&self) -> usize {
        self.strays + self.nested
    }

    /// The next token; `None` at the end of the input.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Unterminated> {
        while let Some(&byte) = self.bytes.get(self.at) {
            let token = match byte {
                b'(' => Token::Open,
                b')' => Token::Close,
                b';' => Token::Node,
                b'[' => {
                    self.strays += 1;
                    self.values()?;
                    continue;
                }
                _ if byte.is_ascii_alphabetic() => {
                    let name = self.name();
                    let values = self.values()?;
                    if !name.starts_with(|c: char| c.is_ascii_uppercase()) || values.is_empty() {
                        self.strays += 1;
                        continue;
                    }
                    return Ok(Some(Token::Property(name, values)));
                }
                _ => {
                    self.strays += usize::from(!is_space(byte));
                    self.at += 1;
                    continue;
                }
            };
            self.at += 1;
            return Ok(Some(token));
        }
        Ok(None)
    }

    fn name(&mut self) -> String {
        let rest = &self.bytes[self.at..];
        let len = name_len(rest);
        self.at += len;
        rest[..len]
            .iter()
            .filter(|byte| !byte.is_ascii_lowercase())
            .map(|&byte| char::from(byte))
            .collect()
    }

    /// The values from here on, white space between them.
    fn values(&mut self) -> Result<Vec<&'a [u8]>, Unterminated> {
        let mut values = Vec::new();
        loop {
            while self.bytes.get(self.at).is_some_and(|&byte| is_space(byte)) {
                self.at += 1;
            }
            if self.bytes.get(self.at) != Some(&b'[') {
                return Ok(values);
            }
            self.at += 1;
            values.push(self.value()?);
        }
    }

    fn value(&mut self) -> Result<&'a [u8], Unterminated> {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b']' => {
                    self.at += 1;
                    return Ok(&self.bytes[start..self.at - 1]);
                }
                b'\\' => {
                    self.at += 1;
                    self.at += self.width.of(self.bytes.get(self.at..).unwrap_or(&[]));
                }
                b'[' => {
                    let before = self.bytes[start..self.at].last();
                    self.nested += usize::from(before.is_some_and(u8::is_ascii_uppercase));
                    self.at += 1;
                }
                _ => self.at += self.width.of(&self.bytes[self.at..]),
            }
        }
        Err(Unterminated)
    }
}

/// Where the next game begins: `(`, then `;` or a property, with white space and more `(` between.
pub(super) fn find_game(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let start = at + bytes.get(at..)?.iter().position(|&byte| byte == b'(')?;
        let run = bytes[start..]
            .iter()
            .position(|&byte| byte != b'(' && !is_space(byte))?;
        at = start + run;
        let rest = &bytes[at..];
        let name = &rest[..name_len(rest)];
        let value = rest[name.len()..].iter().find(|&&byte| !is_space(byte));
        let is_property = name.first().is_some_and(u8::is_ascii_alphabetic)
            && name.iter().any(u8::is_ascii_uppercase)
            && value == Some(&b'[');
        if rest[0] == b';' || is_property {
            return Some(start);
        }
    }
}

fn name_len(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count()
}

const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn properties(bytes: &[u8], width: Width) -> Vec<(String, Vec<&[u8]>)> {
        let mut tokens = Tokens::new(bytes, 0, width);
        let mut all = Vec::new();
        while let Ok(Some(token)) = tokens.next() {
            if let Token::Property(name, values) = token {
                all.push((name, values));
            }
        }
        all
    }

    #[test]
    fn names_lose_their_lower_case_letters() {
        let all = properties(
            b"(;GaMe[1]Black [aa]\n[b\\]b]x[y]x1[y]Text here)",
            Width::Ascii,
        );
        assert_eq!(
            all,
            [
                ("GM".to_string(), vec![&b"1"[..]]),
                ("B".to_string(), vec![&b"aa"[..], b"b\\]b"])
            ]
        );
    }

    #[test]
    fn second_bytes_end_no_value() {
        // 0x95 0x5c and 0x83 0x5d are characters of Shift-JIS.
        let bytes = b"(;PB[\x95\x5c]PW[\x83\x5d])";
        let all = properties(bytes, Width::ShiftJis);
        assert_eq!(all[0].1, [b"\x95\x5c"]);
        assert_eq!(all[1].1, [b"\x83\x5d"]);
        assert!(Width::ShiftJis.matters(bytes));
        assert!(!Width::Ascii.matters(bytes));
    }

    #[test]
    fn games_are_found_after_text() {
        for (text, start) in [
            ("(;B[aa])", Some(0)),
            ("see (below) ( ;B[aa])", Some(12)),
            ("((GM[1];B[aa])", Some(0)),
            ("a (b [c]) (GM [1])", Some(10)),
            ("((((", None),
            ("()", None),
            (";;)", None),
            ("", None),
        ] {
            assert_eq!(find_game(text.as_bytes(), 0), start, "{text}");
        }
    }

    #[test]
    fn the_end_inside_a_value_is_told() {
        for text in ["B[aa", "B[aa\\", "B[aa\\]", "[", "B[aa]["] {
            let mut tokens = Tokens::new(text.as_bytes(), 0, Width::Ascii);
            assert_eq!(tokens.next(), Err(Unterminated), "{text}");
        }
    }
}
