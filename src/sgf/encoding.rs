//! Which character encoding a record is in.

use std::borrow::Cow;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};

use super::token::{Tokens, Width, find_game};

/// Bytes whose structure can be read as ASCII, and how to read the texts between.
pub(super) struct Source<'a> {
    /// The record, without byte order mark.
    pub(super) bytes: Cow<'a, [u8]>,
    /// The name of the encoding that the record came in.
    pub(super) name: &'static str,
    /// How its structure is read.
    pub(super) width: Width,
    encoding: &'static Encoding,
}

impl<'a> Source<'a> {
    /// Finds the encoding. UTF-16 and ISO-2022-JP, in which any byte may be part of a character, are turned into UTF-8 here.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        if let Some((encoding, bom)) = Encoding::for_bom(bytes) {
            let bytes = &bytes[bom..];
            return if encoding == UTF_8 {
                Self::of(bytes, UTF_8)
            } else {
                Self::transcoded(bytes, encoding)
            };
        }
        match bytes {
            [b'(', 0, ..] => return Self::transcoded(bytes, UTF_16LE),
            [0, b'(', ..] => return Self::transcoded(bytes, UTF_16BE),
            _ => {}
        }
        let declared = declared(bytes);
        if bytes.is_ascii() {
            let shifts = bytes.windows(2).any(|pair| pair == b"\x1b$");
            return if shifts || declared == Some(ISO_2022_JP) {
                Self::transcoded(bytes, ISO_2022_JP)
            } else {
                Self::of(bytes, declared.unwrap_or(UTF_8))
            };
        }
        Self::of(bytes, detect(bytes, declared))
    }

    fn transcoded(bytes: &[u8], encoding: &'static Encoding) -> Self {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        Self {
            bytes: Cow::Owned(text.into_owned().into_bytes()),
            name: encoding.name(),
            width: Width::Ascii,
            encoding: UTF_8,
        }
    }

    fn of(bytes: &'a [u8], encoding: &'static Encoding) -> Self {
        let width = match encoding {
            e if e == SHIFT_JIS => Width::ShiftJis,
            e if is_multi_byte(e) => Width::Pairs,
            _ => Width::Ascii,
        };
        Self {
            bytes: Cow::Borrowed(bytes),
            name: encoding.name(),
            width: choose_width(bytes, width),
            encoding,
        }
    }

    /// A piece of the record as text. What cannot be decoded becomes U+FFFD.
    pub(super) fn decode(&self, raw: &[u8]) -> String {
        let (text, _) = self.encoding.decode_without_bom_handling(raw);
        text.into_owned()
    }
}

/// Programs cut texts in the middle of a character; the `]` that follows then looks like its second byte. Of the two
/// readings, the one that looks more like a record is right.
fn choose_width(bytes: &[u8], width: Width) -> Width {
    let oddities = |width| {
        let mut tokens = Tokens::new(bytes, find_game(bytes, 0).unwrap_or(0), width);
        loop {
            match tokens.next() {
                Ok(Some(_)) => {}
                Ok(None) => return tokens.oddities(),
                Err(_) => return usize::MAX,
            }
        }
    };
    if width.matters(bytes) && oddities(Width::Ascii) < oddities(width) {
        Width::Ascii
    } else {
        width
    }
}

fn is_multi_byte(encoding: &'static Encoding) -> bool {
    [GB18030, GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP].contains(&encoding)
}

/// The encoding that the first `CA` property names, where it is known and can be that of bytes read as ASCII so far.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let opens = (0..bytes.len()).filter(|&at| bytes[at] == b'[');
    let mut labels = opens.filter_map(|open| {
        let name = bytes[..open].trim_ascii_end();
        let len = name
            .iter()
            .rev()
            .take(16)
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let capitals = name[name.len() - len..]
            .iter()
            .filter(|byte| byte.is_ascii_uppercase());
        if !capitals.eq(b"CA") {
            return None;
        }
        let start = &bytes[open + 1..bytes.len().min(open + 41)];
        let end = start.iter().position(|&byte| byte == b']')?;
        Some(&start[..end])
    });
    labels.find_map(by_label)
}

fn by_label(label: &[u8]) -> Option<&'static Encoding> {
    let label = label.trim_ascii().to_ascii_lowercase();
    let known = match label.as_slice() {
        b"cp936" | b"ms936" | b"gb" | b"hz" => GB18030,
        b"cp932" | b"mskanji" => SHIFT_JIS,
        b"cp949" | b"ms949" | b"uhc" | b"euckr" => EUC_KR,
        b"cp950" | b"ms950" => BIG5,
        b"eucjp" => EUC_JP,
        label => Encoding::for_label_no_replacement(label)?,
    };
    (known != UTF_16LE && known != UTF_16BE).then_some(known)
}

/// The encoding of bytes that are not all ASCII. A declaration counts as far as the bytes bear it out: programs write
/// `CA[UTF-8]` over GB18030, and editors save files as UTF-8 without changing what they declare.
fn detect(bytes: &[u8], declared: Option<&'static Encoding>) -> &'static Encoding {
    let utf8 = Utf8::of(bytes);
    match declared {
        Some(encoding) if is_multi_byte(encoding) => {
            let tally = Tally::of(bytes, encoding);
            if utf8.broken == 0 && 2 * tally.everyday < tally.characters {
                UTF_8
            } else if 5 * tally.broken <= tally.characters {
                encoding
            } else {
                guess(bytes)
            }
        }
        Some(encoding) if encoding != UTF_8 => {
            if utf8.broken == 0 {
                UTF_8
            } else {
                encoding
            }
        }
        // A few characters cut in two do not make it another encoding.
        _ if utf8.characters >= 4 * utf8.broken => UTF_8,
        _ => guess(bytes),
    }
}

/// Characters of two bytes and more in bytes read as UTF-8, and places that are not UTF-8.
struct Utf8 {
    characters: usize,
    broken: usize,
}

impl Utf8 {
    fn of(bytes: &[u8]) -> Self {
        let mut utf8 = Self {
            characters: 0,
            broken: 0,
        };
        for chunk in bytes.utf8_chunks() {
            utf8.characters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            utf8.broken += usize::from(!chunk.invalid().is_empty());
        }
        utf8
    }
}

/// The likeliest encoding of bytes that nobody declares and that are not UTF-8: the one in which nearly all characters are
/// everyday ones. The standard's default, Latin-1 (here with the characters of windows-1252), is left for texts in which
/// single bytes stand between ASCII ones.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let japanese = Tally::of(bytes, EUC_JP);
    if japanese.is_plain() && 4 * japanese.phonetic >= japanese.characters {
        return EUC_JP;
    }
    // Hangul fill half of the area of everyday hanzi: a text of some length that never leaves it is Korean.
    let korean = Tally::of(bytes, EUC_KR);
    if korean.phonetic >= 8 && 20 * korean.phonetic >= 19 * korean.characters {
        return EUC_KR;
    }
    let mut best = (GB18030, Tally::of(bytes, GB18030));
    for encoding in [BIG5, SHIFT_JIS] {
        let tally = Tally::of(bytes, encoding);
        if tally.everyday * best.1.characters > best.1.everyday * tally.characters {
            best = (encoding, tally);
        }
    }
    let in_pairs = bytes
        .split(u8::is_ascii)
        .all(|run| run.len().is_multiple_of(2));
    if best.1.is_plain() {
        best.0
    } else if in_pairs {
        GB18030
    } else {
        WINDOWS_1252
    }
}

/// What the bytes look like in an encoding of two bytes a character.
#[derive(Default)]
struct Tally {
    /// All characters beyond ASCII, broken ones too.
    characters: usize,
    /// Those that common texts are made of.
    everyday: usize,
    /// Of these, kana or hangul.
    phonetic: usize,
    /// Bytes that are no character.
    broken: usize,
}

impl Tally {
    fn of(bytes: &[u8], encoding: &'static Encoding) -> Self {
        let mut tally = Self::default();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            if byte.is_ascii() {
                continue;
            }
            tally.characters += 1;
            if encoding == SHIFT_JIS && matches!(byte, 0xa1..=0xdf) {
                continue;
            }
            let trail = bytes.get(at).copied().unwrap_or(0);
            if !matches!(byte, 0x81..=0xfe) || trail < 0x40 || trail == 0x7f || trail == 0xff {
                tally.broken += 1;
                continue;
            }
            at += 1;
            tally.everyday += usize::from(is_everyday(encoding, byte, trail));
            tally.phonetic += usize::from(is_phonetic(encoding, byte, trail));
        }
        tally
    }

    /// Whether most characters are everyday ones.
    const fn is_plain(&self) -> bool {
        10 * self.everyday >= 7 * self.characters
    }
}

/// Punctuation, kana, hangul, and the first level of hanzi or kanji, which each standard gives a block of its own.
fn is_everyday(encoding: &'static Encoding, lead: u8, trail: u8) -> bool {
    let high = trail >= 0xa1;
    match encoding {
        e if e == BIG5 => matches!(lead, 0xa1..=0xc6) && (matches!(trail, 0x40..=0x7e) || high),
        e if e == SHIFT_JIS => matches!(
            (lead, trail),
            (0x81..=0x83 | 0x89..=0x97, _) | (0x88, 0x9f..) | (0x98, ..=0x72)
        ),
        e if e == EUC_KR => high && matches!(lead, 0xa1..=0xa3 | 0xb0..=0xc8),
        e if e == EUC_JP => high && matches!(lead, 0xa1 | 0xa3..=0xa5 | 0xb0..=0xcf),
        _ => high && matches!(lead, 0xa1..=0xa3 | 0xb0..=0xd7),
    }
}

fn is_phonetic(encoding: &'static Encoding, lead: u8, trail: u8) -> bool {
    trail >= 0xa1
        && match encoding {
            e if e == EUC_KR => matches!(lead, 0xb0..=0xc8),
            e if e == EUC_JP => matches!(lead, 0xa4 | 0xa5),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(encoding: &'static Encoding, text: &str, declared: &str) -> Vec<u8> {
        let mut bytes = b"(;PB[".to_vec();
        bytes.extend_from_slice(&encoding.encode(text).0);
        bytes.extend_from_slice(format!("]CA[{declared}];B[aa])").as_bytes());
        bytes
    }

    #[test]
    fn declared_encodings_are_used() {
        for (declared, encoding, text) in [
            ("UTF-8", UTF_8, "柯洁"),
            ("gb2312", GBK, "柯洁"),
            ("GB18030", GB18030, "柯洁"),
            ("Shift_JIS", SHIFT_JIS, "表十ソ"),
            ("Big5", BIG5, "功許蓋"),
            ("EUC-KR", EUC_KR, "이창호"),
            ("EUC-JP", EUC_JP, "本因坊"),
            ("ISO-8859-1", WINDOWS_1252, "Björn"),
            ("windows-1251", encoding_rs::WINDOWS_1251, "Черный"),
        ] {
            let bytes = record(encoding, text, declared);
            let source = Source::new(&bytes);
            assert_eq!(source.name, encoding.name(), "{declared}");
            let len = encoding.encode(text).0.len();
            assert_eq!(source.decode(&source.bytes[5..5 + len]), text, "{declared}");
        }
    }

    #[test]
    fn undeclared_encodings_are_guessed() {
        for (encoding, text) in [
            (UTF_8, "古力 对 李世石"),
            (GB18030, "古力"),
            (GB18030, "黑方：常昊九段，白方：马晓春九段，第十届天元赛"),
            (BIG5, "中華民國圍棋名人賽 周俊勳九段"),
            (SHIFT_JIS, "本因坊秀策 黒番 ヒカルの碁"),
            (EUC_KR, "이창호 구단과 조훈현 구단의 대국"),
            (EUC_JP, "ヒカルの碁という話"),
            (WINDOWS_1252, "Jörg gegen André, Übung"),
            (WINDOWS_1252, "André"),
        ] {
            let bytes = record(encoding, text, "");
            assert_eq!(Source::new(&bytes).name, encoding.name(), "{text}");
        }
    }

    #[test]
    fn wrong_declarations_are_seen_through() {
        for (encoding, text, declared) in [
            (GB18030, "连笑九段 农心杯", "UTF-8"),
            (UTF_8, "本因坊秀策 黒番", "MS_KANJI"),
            (UTF_8, "围棋 柯洁", "GB2312"),
            (UTF_8, "Jörg", "ISO-8859-1"),
        ] {
            let bytes = record(encoding, text, declared);
            assert_eq!(Source::new(&bytes).name, encoding.name(), "{text}");
        }
    }

    #[test]
    fn whole_files_in_other_units_are_turned_into_utf8() {
        let text = "(;PB[本因坊];B[aa])";
        let utf16 =
            |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<_>>();
        let (little, big) = (utf16(u16::to_le_bytes), utf16(u16::to_be_bytes));
        let marked = [&b"\xff\xfe"[..], &little].concat();
        let jis = ISO_2022_JP.encode(text).0.into_owned();
        for (bytes, name) in [
            (little, "UTF-16LE"),
            (big, "UTF-16BE"),
            (marked, "UTF-16LE"),
            (jis, "ISO-2022-JP"),
        ] {
            let source = Source::new(&bytes);
            assert_eq!(
                (source.bytes.as_ref(), source.name),
                (text.as_bytes(), name)
            );
        }
        let bytes = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        assert_eq!(Source::new(&bytes).bytes, text.as_bytes());
    }

    #[test]
    fn characters_cut_in_two_leave_the_structure_alone() {
        // A name cut after the first byte of a character, in GB18030 and in UTF-8.
        let cut = b"(;CA[GBK]PB[\xbf\xc2\xbd]PW[\xb9\xc5\xc1\xa6]C[\xce\xa7\xc6\xe5];B[aa])";
        assert_eq!(Source::new(cut).width, Width::Ascii);
        let cut = b"(;CA[UTF-8]PB[\xe6\x9f\xaf\xe6\xb4\x81]BR[9\xe6\xae\xb5]PW[\xe8\x88\x9e\xe8\x80]WR[9\xe6\xae\xb5])";
        assert_eq!(Source::new(cut).name, "UTF-8");
        // Whole characters that end in `]` and `\`.
        let whole = b"(;CA[Shift_JIS]PB[\x95\x5c]PW[\x83\x5d];B[aa])";
        assert_eq!(Source::new(whole).width, Width::ShiftJis);
    }
}
