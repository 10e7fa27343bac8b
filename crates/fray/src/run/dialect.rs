//! Dialects: how a program spells the theory of strings, and scripts written in its spelling.
//!
//! SMT-LIB 2.6 settled names (`str.to_int`), escapes (`\u{7}`) and the alphabet (up to U+2FFFF);
//! programs from before it differ in each, and some later ones in part. A test is a script in the
//! standard's spelling; what a program gets is a *rendition* of it: the same tokens with names and
//! literals respelt, and without comments and recorded answers, which are none of its business. A
//! script that cannot be said in a dialect, or whose meaning depends on characters that the
//! dialect lacks, has no rendition.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sinew_smtlib::{Dialect as Literals, Environment, parse_term};
use sinew_term::{MAX_CHAR, TermStore};

use crate::synth::feature::Feature;

/// Which escapes a program reads in string literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escapes {
    /// None: a literal is its characters.
    None,
    /// `\x07`.
    Hex,
    /// `\u{7}`, as SMT-LIB says.
    #[default]
    Unicode,
}

/// How a program prints string literals in models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Printing {
    /// As SMT-LIB says.
    #[default]
    Standard,
    /// As the drafts said: `\x07`, `\n`, `\\`.
    Legacy,
    /// So that different values look the same: a model with a backslash cannot be read.
    Ambiguous,
}

/// How a program spells the theory of strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Escapes in scripts.
    pub escapes: Escapes,
    /// Whether what looks like an escape and is none, such as `\u` alone, stands for itself.
    pub broken_escapes: bool,
    /// The greatest character that scripts can speak of.
    pub alphabet: u32,
    /// Literals in models.
    pub printing: Printing,
    /// Other spellings of standard names.
    pub spellings: BTreeMap<String, String>,
    /// Standard names that the program has under no spelling.
    pub missing: BTreeSet<String>,
    /// What it does not accept beyond names.
    pub lacks: BTreeSet<Feature>,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect {
            escapes: Escapes::default(),
            broken_escapes: true,
            alphabet: MAX_CHAR,
            printing: Printing::default(),
            spellings: BTreeMap::new(),
            missing: BTreeSet::new(),
            lacks: BTreeSet::new(),
        }
    }
}

/// Standard names and the others that mean the same, those of the drafts first.
pub(super) const ALIASES: [(&str, &[&str]); 14] = [
    ("str.in_re", &["str.in.re"]),
    ("str.to_re", &["str.to.re"]),
    ("str.to_int", &["str.to.int"]),
    ("str.from_int", &["int.to.str", "str.from.int"]),
    ("str.to_code", &["str.code", "str.to-code"]),
    ("str.from_code", &["str.from-code"]),
    ("str.is_digit", &["str.is-digit"]),
    ("str.replace_all", &["str.replaceall", "str.replace-all"]),
    ("str.replace_re", &["str.replacere", "str.replace-re"]),
    (
        "str.replace_re_all",
        &["str.replaceallre", "str.replace-re-all"],
    ),
    ("str.to_lower", &["str.tolower"]),
    ("str.to_upper", &["str.toupper"]),
    ("re.none", &["re.nostr", "re.empty"]),
    ("re.comp", &["re.complement"]),
];

/// The standard's name for a symbol of the theory.
fn standard_name(symbol: &str) -> &str {
    let known = ALIASES.iter().find(|(_, others)| others.contains(&symbol));
    known.map_or(symbol, |(standard, _)| standard)
}

impl Dialect {
    /// The script in this dialect, or why there is none. `literals` is how it is written.
    pub fn render(&self, script: &str, literals: Literals) -> Result<String, String> {
        let mut rendition = Rendition {
            dialect: self,
            out: String::with_capacity(script.len()),
            literals,
            reader: None,
            seen: Seen::default(),
        };
        rendition.script(script)?;
        rendition.seen.depends_on_alphabet(self.alphabet)?;
        Ok(rendition.out)
    }

    /// Whether a script as it is may mean something else in this dialect: it has escapes, or what
    /// looks like them.
    #[must_use]
    pub fn misreads(&self, script: &str) -> bool {
        let standard = self.escapes == Escapes::Unicode && self.alphabet == MAX_CHAR;
        !standard && script.contains('\\')
    }

    /// A string literal in this dialect.
    fn write_literal(&self, out: &mut String, text: &[u32]) -> Result<(), String> {
        out.push('"');
        for (place, &c) in text.iter().enumerate() {
            if c > self.alphabet {
                return Err(format!("the character U+{c:04X} is outside its alphabet"));
            }
            match (char::from_u32(c), self.escapes) {
                (Some('"'), _) => out.push_str("\"\""),
                (Some(plain @ ' '..='~'), _) if plain != '\\' => out.push(plain),
                // What looks like an escape and is none stands for itself, and is worth a test.
                (Some('\\'), Escapes::Unicode)
                    if self.broken_escapes && looks_escaped(&text[place..]) =>
                {
                    out.push('\\');
                }
                (_, Escapes::Unicode) => {
                    let _ = write!(out, "\\u{{{c:x}}}");
                }
                (_, Escapes::Hex) => {
                    let _ = write!(out, "\\x{c:02x}");
                }
                (_, Escapes::None) => {
                    return Err(format!("the character U+{c:04X} cannot be written"));
                }
            }
        }
        out.push('"');
        Ok(())
    }

    /// What a person should know about it; empty if it is the standard's.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        match self.escapes {
            Escapes::Unicode => {}
            Escapes::Hex => parts.push("reads \\x07".to_owned()),
            Escapes::None => parts.push("reads no escapes".to_owned()),
        }
        if self.escapes == Escapes::Unicode && !self.broken_escapes {
            parts.push("reads \\u as an escape of u".to_owned());
        }
        if self.alphabet < MAX_CHAR {
            parts.push(format!("characters up to U+{:04X}", self.alphabet));
        }
        match self.printing {
            Printing::Standard => {}
            Printing::Legacy => parts.push("prints \\x07".to_owned()),
            Printing::Ambiguous => parts.push("prints ambiguous literals".to_owned()),
        }
        let spelt = self.spellings.iter();
        parts.extend(spelt.map(|(name, spelling)| format!("{name} is {spelling}")));
        if !self.missing.is_empty() {
            let missing: Vec<&str> = self.missing.iter().map(String::as_str).collect();
            parts.push(format!("without {}", missing.join(", ")));
        }
        parts.join("; ")
    }
}

/// Whether the text begins with `\u` and yet with no escape of the standard.
fn looks_escaped(text: &[u32]) -> bool {
    let [0x5c, 0x75, rest @ ..] = text else {
        return false;
    };
    let hex = |c: &u32| char::from_u32(*c).is_some_and(|c| c.is_ascii_hexdigit());
    if let [0x7b, braced @ ..] = rest {
        let digits = braced.iter().take_while(|c| hex(c)).count();
        let closed = braced.get(digits) == Some(&0x7d);
        let in_range = digits < 5 || digits == 5 && braced[0] <= 0x32;
        return !(closed && digits > 0 && in_range);
    }
    rest.iter().take(4).filter(|c| hex(c)).count() < 4
}

/// What of a script decides whether its answer may depend on the alphabet.
#[derive(Default)]
struct Seen {
    from_code: bool,
    quantifier: bool,
    /// An order, a code or a language: what quantified formulas can compare characters with.
    characters: bool,
    /// A variable or an equation of languages.
    languages: bool,
}

impl Seen {
    fn symbol(&mut self, name: &str, before: &str) {
        match name {
            "str.from_code" => self.from_code = true,
            "forall" | "exists" => self.quantifier = true,
            "str.<" | "str.<=" | "str.to_code" => self.characters = true,
            "RegLan" => self.languages = true,
            _ if name.starts_with("re.") => {
                self.characters = true;
                let before = before.trim_end_matches(['(', '_', ' ', '\n']);
                self.languages |= before.ends_with("(=") || before.ends_with("(distinct");
            }
            _ => {}
        }
    }

    /// Models over fewer characters are models, and the recorded ones have no others; what
    /// remains are codes, and sentences about all strings or whole languages.
    fn depends_on_alphabet(&self, alphabet: u32) -> Result<(), String> {
        let quantified = self.quantifier && self.characters;
        if alphabet < MAX_CHAR && (self.from_code || quantified || self.languages) {
            return Err("the answer may depend on the size of the alphabet".to_owned());
        }
        Ok(())
    }
}

struct Rendition<'a> {
    dialect: &'a Dialect,
    out: String,
    literals: Literals,
    /// Reads literals with escapes; made when there is the first.
    reader: Option<Box<(TermStore, Environment)>>,
    seen: Seen,
}

impl Rendition<'_> {
    fn script(&mut self, script: &str) -> Result<(), String> {
        let mut rest = script;
        while let Some(first) = rest.bytes().next() {
            let length = match first {
                b';' => {
                    let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
                    self.comment(&rest[..length])?;
                    length
                }
                b'"' => {
                    let length = literal_length(rest);
                    let text = self.value(&rest[..length])?;
                    self.dialect.write_literal(&mut self.out, &text)?;
                    length
                }
                b'|' => {
                    let length = rest[1..].find('|').map_or(rest.len(), |at| at + 2);
                    self.out.push_str(&rest[..length]);
                    length
                }
                b'(' if is_status(rest) => rest.find(')').map_or(rest.len(), |at| at + 1),
                first if is_symbol_byte(first) => {
                    let length = symbol_length(rest);
                    self.symbol(&rest[..length])?;
                    length
                }
                _ => {
                    let length = rest.chars().next().map_or(1, char::len_utf8);
                    self.out.push_str(&rest[..length]);
                    length
                }
            };
            rest = &rest[length..];
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: &str) -> Result<(), String> {
        let name = standard_name(symbol);
        self.seen.symbol(name, &self.out);
        if self.dialect.missing.contains(name) {
            return Err(format!("{name} is not supported"));
        }
        let spelling = self.dialect.spellings.get(name).map(String::as_str);
        self.out.push_str(spelling.unwrap_or(name));
        Ok(())
    }

    /// A comment is left out. If it is a recorded model, its characters must be sayable all the
    /// same: without it the answer is not known.
    fn comment(&mut self, comment: &str) -> Result<(), String> {
        let recorded = comment.starts_with("; model:") || comment.starts_with("; without ");
        if recorded && self.dialect.alphabet < MAX_CHAR {
            let mut rest = comment;
            while let Some(at) = rest.find('"') {
                let length = literal_length(&rest[at..]);
                let text = self.value(&rest[at..at + length])?;
                self.dialect.write_literal(&mut String::new(), &text)?;
                rest = &rest[at + length..];
            }
        }
        if comment.ends_with('\n') && !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        Ok(())
    }

    /// The characters of a literal.
    fn value(&mut self, literal: &str) -> Result<Vec<u32>, String> {
        if !literal.contains('\\') && literal.is_ascii() && literal.len() >= 2 {
            let inside = &literal[1..literal.len() - 1];
            return Ok(inside
                .replace("\"\"", "\"")
                .bytes()
                .map(u32::from)
                .collect());
        }
        let (store, env) = &mut **self.reader.get_or_insert_with(|| {
            let mut env = Environment::new();
            env.dialect = self.literals;
            Box::new((TermStore::new(), env))
        });
        let term = parse_term(store, env, literal).map_err(|error| error.to_string())?;
        let text = store.str_value(term);
        Ok(text.unwrap_or_default().to_vec())
    }
}

/// The script as it is, without comments and recorded answers.
#[must_use]
pub fn without_answers(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(first) = rest.bytes().next() {
        let (length, kept) = match first {
            b';' => (rest.find('\n').unwrap_or(rest.len()), false),
            b'"' => (literal_length(rest), true),
            b'|' => (rest[1..].find('|').map_or(rest.len(), |at| at + 2), true),
            b'(' if is_status(rest) => (rest.find(')').map_or(rest.len(), |at| at + 1), false),
            _ => (rest.chars().next().map_or(1, char::len_utf8), true),
        };
        if kept {
            out.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    out
}

/// Whether the script goes on with a recorded answer.
fn is_status(rest: &str) -> bool {
    let mut words = rest[1..].split_ascii_whitespace();
    words.next() == Some("set-info") && words.next() == Some(":status")
}

/// The length of the literal that the text begins with, its quotes included.
fn literal_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            if bytes.get(at + 1) != Some(&b'"') {
                return at + 1;
            }
            at += 1;
        }
        at += 1;
    }
    text.len()
}

fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/:#".contains(&byte)
}

fn symbol_length(text: &str) -> usize {
    let bytes = text.bytes();
    bytes.take_while(|&byte| is_symbol_byte(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn old() -> Dialect {
        Dialect {
            escapes: Escapes::Hex,
            broken_escapes: false,
            alphabet: 0xff,
            printing: Printing::Legacy,
            spellings: BTreeMap::from([("str.to_int".to_owned(), "str.to.int".to_owned())]),
            missing: BTreeSet::from(["str.<".to_owned()]),
            ..Dialect::default()
        }
    }

    fn render(dialect: &Dialect, script: &str) -> Result<String, String> {
        dialect.render(script, Literals::Standard)
    }

    #[test]
    fn names_and_literals_are_respelt() {
        let script = r#"(assert (= (str.to_int "\u{7}a""\u{5c}") |str.to_int|))"#;
        assert_eq!(
            render(&old(), script).expect("sayable"),
            r#"(assert (= (str.to.int "\x07a""\x5c") |str.to_int|))"#
        );
        assert_eq!(
            render(&Dialect::default(), script).expect("sayable"),
            script
        );
        // And from the drafts' spelling to the standard's.
        let published = Dialect::default().render(
            "(= \"\\x07\\n\" (int.to.str i)) (str.to.int \"\")",
            Literals::Legacy,
        );
        assert_eq!(
            published.expect("sayable"),
            r#"(= "\u{7}\u{a}" (str.from_int i)) (str.to_int "")"#
        );
    }

    #[test]
    fn broken_escapes_stand_for_themselves() {
        let raw = [
            r"\u{30000}",
            r"\u{}",
            r"\u12",
            r"\u{110000}",
            r"\u{61",
            r"\u{0000061}",
        ];
        for text in raw {
            let script = format!("(= x \"{text}\")");
            let said = render(&Dialect::default(), &script).expect("sayable");
            assert_eq!(said, script);
            // Where there are other escapes, a backslash is always one of them.
            let said = render(&old(), &script).expect("sayable");
            assert!(said.contains("\\x5cu"), "{said}");
            let careful = Dialect {
                broken_escapes: false,
                ..Dialect::default()
            };
            let said = render(&careful, &script).expect("sayable");
            assert!(said.contains("\\u{5c}u"), "{said}");
        }
        // Six characters that would be an escape if they stood for themselves.
        let script = r#"(= x "\u{5c}u{61}\u{5c}u0061\u{5c}n")"#;
        assert_eq!(
            render(&Dialect::default(), script).expect("sayable"),
            script
        );
    }

    #[test]
    fn the_recorded_answer_is_not_shown() {
        let script = "(set-logic ALL)\n(set-info :status sat)\n(check-sat) ; sat\n\
                      ; model: (define-fun x () String \"a\")\n; core: a0\n(exit)";
        let seen = render(&Dialect::default(), script).expect("sayable");
        assert_eq!(seen, "(set-logic ALL)\n\n(check-sat) \n(exit)");
        let verbatim = without_answers("(set-info :status sat)(= \";\" \"\\x\") ; sat\n|;|");
        assert_eq!(verbatim, "(= \";\" \"\\x\") \n|;|");
    }

    #[test]
    fn what_cannot_be_said_has_no_rendition() {
        let cases = [
            r#"(= x "\u{100}")"#,
            r#"(str.< x "a")"#,
            "(check-sat)\n; model: (define-fun x () String \"\\u{100}\")\n",
            "(= (str.from_code 300) \"\")",
            "(forall ((x String)) (str.<= x y))",
            "(= (re.comp r) re.allchar)",
        ];
        for script in cases {
            assert!(render(&old(), script).is_err(), "{script}");
        }
        let small = Dialect {
            escapes: Escapes::None,
            ..old()
        };
        assert!(render(&small, r#"(= x "\u{7}")"#).is_err());
        assert!(render(&small, r#"(= x "a")"#).is_ok());
    }
}
