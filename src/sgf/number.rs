//! Numbers in properties: board size, komi, handicap. See the [module](super) for how komi is read.

use crate::go::Points;

/// A number of points in a text, and how it was written.
pub(super) struct Amount {
    pub(super) points: Points,
    /// It has no unit, lies below five and ends in a quarter.
    looks_like_zi: bool,
    /// The text is digits only, perhaps with a sign.
    is_bare_integer: bool,
}

/// The first number in a text, as points: `6.5`, `6,5`, `7目半`, `3 3/4`, `3又3/4子`, `¾子`. A number in zi (`子`) counts double.
pub(super) fn amount(text: &str) -> Option<Amount> {
    let text: String = text.trim().chars().map(narrow).collect();
    let first = text.find(|c: char| c.is_ascii_digit() || "½¼¾半".contains(c))?;
    // `.5` begins with its point.
    let start = text[..first]
        .trim_end_matches('.')
        .len()
        .max(first.saturating_sub(1));
    let is_negative = text[..start].ends_with('-');
    let mut rest = &text[start..];
    let whole = take_digits(&mut rest);
    if whole.len() > 10 {
        return None;
    }
    let mut hundredths = 100 * digits_value(whole);
    let mut decimals = "";
    if let Some(after) = rest.strip_prefix('.') {
        rest = after;
        decimals = take_digits(&mut rest);
        hundredths += decimal_hundredths(decimals);
    } else if let Some(fraction) = take_fraction(&mut rest, whole) {
        hundredths = fraction;
    }
    if is_exponent(rest) {
        return None;
    }
    let is_quarter = hundredths % 50 == 25 && decimals.len() <= 2;
    let is_zi = rest.contains('子');
    let looks_like_zi = !is_zi && is_quarter && hundredths < 500;
    hundredths += if rest.contains('半') && !whole.is_empty() {
        50
    } else {
        0
    };
    let bare = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let signed = if is_negative { -hundredths } else { hundredths };
    Some(Amount {
        points: Points::hundredths(if is_zi { 2 * signed } else { signed }),
        looks_like_zi,
        is_bare_integer: bare == whole && !whole.is_empty(),
    })
}

/// Komi as `KM` gives it. `from_fox`: the record comes from the server that writes hundredths.
pub(super) fn komi(text: &str, from_fox: bool) -> Option<Points> {
    let Amount {
        points,
        looks_like_zi,
        is_bare_integer,
    } = amount(text)?;
    if looks_like_zi {
        return Some(Points::hundredths(2 * points.in_hundredths()));
    }
    let number = points.in_hundredths().abs() / 100;
    let in_hundredths = is_bare_integer
        && if from_fox {
            number >= 25
        } else {
            (200..1000).contains(&number) && number % 25 == 0
        };
    if !in_hundredths {
        return Some(points);
    }
    let hundredths = points.in_hundredths() / 100;
    let is_zi = (100..=400).contains(&number);
    Some(Points::hundredths(if is_zi {
        2 * hundredths
    } else {
        hundredths
    }))
}

/// Komi as it is written, so that it is not misread.
pub(super) fn komi_text(points: Points) -> String {
    let plain = points.to_string();
    if komi(&plain, false) == Some(points) {
        plain
    } else if plain.contains('.') {
        plain + "0"
    } else {
        plain + ".0"
    }
}

/// The whole number that a text begins with.
pub(super) fn integer(text: &str) -> Option<u32> {
    let mut rest = text.trim();
    take_digits(&mut rest).parse().ok()
}

/// Both numbers of `19:13` or `19x13`, or twice the one of `19`.
pub(super) fn sides(text: &str) -> Option<(u32, u32)> {
    let side = |text: &str| {
        let text = text.trim();
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { text.parse().ok() } else { None }
    };
    match text.split_once([':', 'x', 'X']) {
        Some((columns, rows)) => Some((side(columns)?, side(rows)?)),
        None => side(text).map(|n| (n, n)),
    }
}

/// Full-width characters and other signs as ASCII ones.
fn narrow(c: char) -> char {
    match c {
        '０'..='９' => char::from(b'0' + u8::try_from(c as u32 - '０' as u32).unwrap_or(0)),
        ',' | '，' | '．' => '.',
        '−' | '－' | '–' => '-',
        '／' => '/',
        _ => c,
    }
}

/// Whether a power of ten follows, as in `1e400`: nobody writes komi like that, and without it the number means nothing.
fn is_exponent(rest: &str) -> bool {
    let power = rest.strip_prefix(['e', 'E']);
    let power = power.map(|power| power.strip_prefix(['+', '-']).unwrap_or(power));
    power.is_some_and(|power| power.starts_with(|c: char| c.is_ascii_digit()))
}

fn take_digits<'a>(rest: &mut &'a str) -> &'a str {
    let len = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, after) = rest.split_at(len);
    *rest = after;
    digits
}

/// The value of up to ten digits; of none, zero.
fn digits_value(digits: &str) -> i64 {
    digits.parse().unwrap_or(0)
}

/// The hundredths that decimals make, rounded.
fn decimal_hundredths(decimals: &str) -> i64 {
    let digit = |at| {
        let byte = decimals.as_bytes().get(at).copied().unwrap_or(b'0');
        i64::from(byte - b'0')
    };
    10 * digit(0) + digit(1) + i64::from(digit(2) >= 5)
}

/// A fraction after a whole number (`3 3/4`, `3又3/4`, `3¾`) or without one (`3/4`, of which `whole` is the 3; `半`):
/// hundredths of all together.
fn take_fraction(rest: &mut &str, whole: &str) -> Option<i64> {
    let base = 100 * digits_value(whole);
    let mut after = *rest;
    if let Some(denominator) = after.strip_prefix('/') {
        after = denominator;
        let hundredths = base.checked_div(digits_value(take_digits(&mut after)))?;
        *rest = after;
        return Some(hundredths);
    }
    after = after.trim_start_matches(['又', ' ', '+']);
    for (sign, part) in [('¼', 25), ('½', 50), ('¾', 75)] {
        if let Some(after) = after.strip_prefix(sign) {
            *rest = after;
            return Some(base + part);
        }
    }
    if whole.is_empty() && after.starts_with('半') {
        return Some(50);
    }
    let numerator = take_digits(&mut after);
    if numerator.is_empty() || numerator.len() > 3 {
        return None;
    }
    after = after.strip_prefix('/')?;
    let part =
        (100 * digits_value(numerator)).checked_div(digits_value(take_digits(&mut after)))?;
    *rest = after;
    Some(base + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_in_every_spelling() {
        for (text, hundredths) in [
            ("7.5", 750),
            ("6,5", 650),
            ("-59.5", -5950),
            ("+5.50", 550),
            ("0", 0),
            (" 6 ", 600),
            ("６．５", 650),
            ("7目半", 750),
            ("6.25", 625),
            (".5", 50),
            ("-.5", -50),
            ("6.255", 626),
            ("6.5 each", 650),
            ("7e", 700),
            ("1000", 100_000),
            ("300.0", 30_000),
            // zi
            ("3.75", 750),
            ("2.75", 550),
            ("3.25", 650),
            ("-3.75", -750),
            ("3.750", 375),
            ("3.75子", 750),
            ("3 3/4", 750),
            ("黑贴3又3/4子", 750),
            ("3¾子", 750),
            ("4子", 800),
            ("3子半", 700),
            // hundredths
            ("375", 750),
            ("325", 650),
            ("275", 550),
            ("650", 650),
            ("750", 750),
            ("365", 36_500),
            ("50", 5_000),
        ] {
            let read = komi(text, false).map(Points::in_hundredths);
            assert_eq!(read, Some(hundredths), "{text}");
        }
        for (text, hundredths) in [
            ("50", 50),
            ("0", 0),
            ("375", 750),
            ("650", 650),
            ("6.5", 650),
        ] {
            let read = komi(text, true).map(Points::in_hundredths);
            assert_eq!(read, Some(hundredths), "{text}");
        }
        for text in [
            "",
            "none",
            "99999999999",
            "五",
            "/",
            "1e400",
            "6.5E-1",
            "inf",
            "NaN",
        ] {
            assert_eq!(komi(text, false), None, "{text}");
        }
    }

    #[test]
    fn komi_reads_back_as_written() {
        for hundredths in -120_000..120_000 {
            let points = Points::hundredths(hundredths);
            assert_eq!(komi(&komi_text(points), false), Some(points));
        }
        for (hundredths, text) in [
            (37_500, "375.0"),
            (375, "3.750"),
            (750, "7.5"),
            (36_100, "361"),
        ] {
            assert_eq!(komi_text(Points::hundredths(hundredths)), text);
        }
        assert_eq!(komi(&komi_text(Points::MAX), false), Some(Points::MAX));
    }

    #[test]
    fn sizes_and_integers() {
        assert_eq!(sides("19"), Some((19, 19)));
        assert_eq!(sides(" 13:13 "), Some((13, 13)));
        assert_eq!(sides("19x13"), Some((19, 13)));
        for text in ["", "a", "-9", "9.5", "19:", "99999999999"] {
            assert_eq!(sides(text), None, "{text}");
        }
        assert_eq!(integer("4 stones"), Some(4));
        assert_eq!(integer("none"), None);
    }
}
