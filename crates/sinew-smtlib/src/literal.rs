//! String literals: from their text to code points and back.
//!
//! SMT-LIB 2.6 has these escapes and no others: `""`, `\uXXXX` with four hexadecimal digits, and
//! `\u{X}` to `\u{XXXXX}` up to 2FFFF. Anything else that looks like an escape is literal text.

use std::fmt::Write as _;

use sinew_term::MAX_CHAR;

use crate::diagnostic::{Fault, Parsed};
use crate::dialect::Dialect;

/// Reads the text between the quotes of a literal, which begins at byte `start`, into `out`.
pub(crate) fn decode(text: &str, start: usize, dialect: Dialect, out: &mut Vec<u32>) -> Parsed<()> {
    out.clear();
    let bytes = text.as_bytes();
    let plain = bytes
        .iter()
        .all(|&b| b != b'\\' && b != b'"' && b != 0 && b.is_ascii());
    if plain {
        out.extend(bytes.iter().map(|&b| u32::from(b)));
        return Ok(());
    }
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            0 => {
                let place = start + at;
                return Err(Fault::new(place, place + 1, "NUL byte in a string literal")
                    .help("write it as \\u{0}"));
            }
            b'"' => {
                // The lexer guarantees that quotes come in pairs here.
                out.push(u32::from(b'"'));
                at += 2;
            }
            b'\\' => {
                let (c, length) = standard_escape(&bytes[at..])
                    .or_else(|| match dialect {
                        Dialect::Standard => None,
                        Dialect::Legacy => legacy_escape(&bytes[at..]),
                    })
                    .unwrap_or((u32::from(b'\\'), 1));
                out.push(c);
                at += length;
            }
            b if b.is_ascii() => {
                out.push(u32::from(b));
                at += 1;
            }
            _ => {
                let c = text[at..].chars().next().unwrap_or('\0');
                let code = u32::from(c);
                if code > MAX_CHAR {
                    let place = start + at;
                    let message = format!("character U+{code:X} is above the greatest, U+2FFFF");
                    return Err(Fault::new(place, place + c.len_utf8(), message));
                }
                out.push(code);
                at += c.len_utf8();
            }
        }
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> Option<u32> {
    bytes.iter().try_fold(0u32, |value, &b| {
        Some(value * 16 + char::from(b).to_digit(16)?)
    })
}

/// The escape of SMT-LIB 2.6 at the beginning of `bytes`: its character and its length.
fn standard_escape(bytes: &[u8]) -> Option<(u32, usize)> {
    let rest = bytes.strip_prefix(b"\\u")?;
    if let Some(braced) = rest.strip_prefix(b"{") {
        let length = braced.iter().take(6).position(|&b| b == b'}')?;
        if length == 0 {
            return None;
        }
        let code = hex(&braced[..length])?;
        return (code <= MAX_CHAR).then_some((code, length + 4));
    }
    Some((hex(rest.get(..4)?)?, 6))
}

/// The escape of the drafts at the beginning of `bytes`: its character and its length.
fn legacy_escape(bytes: &[u8]) -> Option<(u32, usize)> {
    let simple = |c: u8| Some((u32::from(c), 2));
    match *bytes.get(1)? {
        b'x' => Some((hex(bytes.get(2..4)?)?, 4)),
        b'0'..=b'7' => {
            let digits = bytes[1..]
                .iter()
                .take(3)
                .take_while(|b| (b'0'..=b'7').contains(b))
                .count();
            let value = bytes[1..=digits]
                .iter()
                .fold(0u32, |value, &b| value * 8 + u32::from(b - b'0'));
            (value <= 0xFF).then_some((value, digits + 1))
        }
        b'a' => simple(0x07),
        b'b' => simple(0x08),
        b'e' => simple(0x1B),
        b'f' => simple(0x0C),
        b'n' => simple(b'\n'),
        b'r' => simple(b'\r'),
        b't' => simple(b'\t'),
        b'v' => simple(0x0B),
        b'\\' => simple(b'\\'),
        b'"' if bytes.get(2) == Some(&b'"') => Some((u32::from(b'"'), 3)),
        _ => None,
    }
}

/// The literal with this value, quotes included: printable ASCII as it is, quotes doubled, all
/// else as `\u{…}`. A backslash is escaped only where it would begin an escape.
///
/// ```
/// use sinew_smtlib::print_string_literal;
/// let text: Vec<u32> = "a\"b\\n\\u{41}é".chars().map(u32::from).collect();
/// assert_eq!(print_string_literal(&text), r#""a""b\n\u{5c}u{41}\u{e9}""#);
/// ```
#[must_use]
pub fn print_string_literal(value: &[u32]) -> String {
    let mut text = String::with_capacity(value.len() + 2);
    write_string_literal(&mut text, value);
    text
}

pub(crate) fn write_string_literal(out: &mut String, value: &[u32]) {
    out.push('"');
    for (i, &c) in value.iter().enumerate() {
        match char::from_u32(c) {
            Some('"') => out.push_str("\"\""),
            Some('\\') if begins_escape(&value[i + 1..]) => out.push_str("\\u{5c}"),
            Some(c) if (' '..='~').contains(&c) => out.push(c),
            _ => {
                let _ = write!(out, "\\u{{{c:x}}}");
            }
        }
    }
    out.push('"');
}

/// Whether a backslash before these characters could be taken for an escape.
fn begins_escape(rest: &[u32]) -> bool {
    let is = |c: Option<&u32>, wanted: fn(char) -> bool| {
        c.and_then(|&c| char::from_u32(c)).is_some_and(wanted)
    };
    is(rest.first(), |c| c == 'u') && is(rest.get(1), |c| c == '{' || c.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, dialect: Dialect) -> Vec<u32> {
        let mut out = Vec::new();
        decode(text, 0, dialect, &mut out).expect("a literal");
        out
    }

    fn codes(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn escapes_of_the_standard() {
        let cases: &[(&str, &[u32])] = &[
            (r"\u{41}", &[0x41]),
            (r"\u0041", &[0x41]),
            (r"\u{0}", &[0]),
            (r"\u{00041}", &[0x41]),
            (r"\u{2ffff}", &[0x2FFFF]),
            (r"\u{2FFFF}", &[0x2FFFF]),
            (r"\u{d800}", &[0xD800]),
            (r"\uD800", &[0xD800]),
            ("\"\"", &[0x22]),
            ("é", &[0xE9]),
        ];
        for (text, value) in cases {
            assert_eq!(read(text, Dialect::Standard), *value, "{text}");
        }
        for literal in [
            r"\x41",
            r"\n",
            r"\u{30000}",
            r"\u{}",
            r"\u{000041}",
            r"\u{g}",
            r"\u004",
            r"\u",
            r"\",
            r"\U{41}",
            r"\\",
            r"\u{41",
            r"\101",
        ] {
            assert_eq!(
                read(literal, Dialect::Standard),
                codes(literal),
                "{literal}"
            );
        }
    }

    #[test]
    fn escapes_of_the_drafts() {
        let cases: &[(&str, &[u32])] = &[
            (r"\x41", &[0x41]),
            (r"\xfF", &[0xFF]),
            (r"\n\t\r\a\b\e\f\v", &[10, 9, 13, 7, 8, 27, 12, 11]),
            (r"\101", &[0o101]),
            (r"\0", &[0]),
            (r"\08", &[0, 0x38]),
            (r"\\n", &[0x5C, 0x6E]),
            ("\\\"\"", &[0x22]),
            (r"\u{41}", &[0x41]),
            (r"\x4", &[0x5C, 0x78, 0x34]),
            (r"\q", &[0x5C, 0x71]),
        ];
        for (text, value) in cases {
            assert_eq!(read(text, Dialect::Legacy), *value, "{text}");
        }
    }

    #[test]
    fn characters_that_literals_cannot_hold() {
        let mut out = Vec::new();
        let fault = decode("ab\0", 10, Dialect::Standard, &mut out).unwrap_err();
        assert_eq!((fault.start, fault.end), (12, 13));
        let fault = decode("\u{30000}", 1, Dialect::Standard, &mut out).unwrap_err();
        assert_eq!(
            fault.message,
            "character U+30000 is above the greatest, U+2FFFF"
        );
    }

    #[test]
    fn printed_literals_read_back() {
        let mut values: Vec<Vec<u32>> = vec![codes(r"\u{41}"), codes(r"\\u0041"), codes(r"\x41\n")];
        values.push(vec![0, 0x1F, 0x7F, 0x80, 0xD800, 0x2FFFF, 0x5C, 0x22]);
        values.push(vec![0x5C, 0x75, 0x7B]);
        for value in values {
            let text = print_string_literal(&value);
            assert_eq!(
                read(&text[1..text.len() - 1], Dialect::Standard),
                value,
                "{text}"
            );
        }
    }
}
