//! Where the schemas are in their tables: found when the program is built.

use super::super::index::{rows_of, sorted};

/// The tables, each in the file of its subject; those of rewrites last.
const TABLES: [&str; 7] = [
    include_str!("../schemas/boolean.txt"),
    include_str!("../schemas/arithmetic.txt"),
    include_str!("../schemas/strings.txt"),
    include_str!("../schemas/reductions.txt"),
    include_str!("../schemas/rewrites-core.txt"),
    include_str!("../schemas/rewrites-strings.txt"),
    include_str!("../schemas/rewrites-regular.txt"),
];
const FIRST_REWRITES: usize = 4;

/// A rule of the tables of rewrites, not yet compiled.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite {
    rule: &'static str,
    head: &'static str,
    pub(super) text: &'static str,
}

impl Rewrite {
    /// The rule.
    #[must_use]
    pub fn rule(self) -> &'static str {
        self.rule
    }

    /// The operator of the left side; empty if that is no application.
    #[must_use]
    pub fn head(self) -> &'static str {
        self.head
    }
}

/// All schemas by name: rules may have several.
pub(super) static SCHEMAS: [(&str, &str); count(0)] = sorted(names());

/// The rules of the tables of rewrites, in their order.
pub(super) static REWRITES: [Rewrite; count(FIRST_REWRITES)] = {
    let nothing = Rewrite {
        rule: "",
        head: "",
        text: "",
    };
    let texts: [&str; count(FIRST_REWRITES)] = texts(FIRST_REWRITES);
    let mut rewrites = [nothing; count(FIRST_REWRITES)];
    let mut at = 0;
    while at < rewrites.len() {
        rewrites[at] = Rewrite {
            rule: name_of(texts[at]),
            head: head_of(texts[at]),
            text: texts[at],
        };
        at += 1;
    }
    rewrites
};

/// The texts of the schemas of this name.
pub(super) fn schemas_of(rule: &str) -> &'static [(&'static str, &'static str)] {
    rows_of(&SCHEMAS, rule)
}

const fn names() -> [(&'static str, &'static str); count(0)] {
    let texts: [&str; count(0)] = texts(0);
    let mut rows = [("", ""); count(0)];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = (name_of(texts[at]), texts[at]);
        at += 1;
    }
    rows
}

/// Where the entry begins that is at this place or behind it: a parenthesis at the beginning of a line.
const fn entry_from(table: &[u8], mut at: usize) -> usize {
    while at < table.len() && !(table[at] == b'(' && (at == 0 || table[at - 1] == b'\n')) {
        at += 1;
    }
    at
}

/// How many entries the tables have, from the first of these on.
const fn count(mut table: usize) -> usize {
    let mut count = 0;
    while table < TABLES.len() {
        let bytes = TABLES[table].as_bytes();
        let mut at = entry_from(bytes, 0);
        while at < bytes.len() {
            count += 1;
            at = entry_from(bytes, at + 1);
        }
        table += 1;
    }
    count
}

/// The entries of the tables, from the first of these on: each up to the next.
const fn texts<const N: usize>(mut table: usize) -> [&'static str; N] {
    let mut texts = [""; N];
    let mut next = 0;
    while table < TABLES.len() {
        let bytes = TABLES[table].as_bytes();
        let mut at = entry_from(bytes, 0);
        while at < bytes.len() {
            let end = entry_from(bytes, at + 1);
            texts[next] = part(TABLES[table], at, end);
            (next, at) = (next + 1, end);
        }
        table += 1;
    }
    texts
}

const fn part(text: &'static str, start: usize, end: usize) -> &'static str {
    text.split_at(end).0.split_at(start).1
}

/// The word that begins there.
const fn word(text: &'static str, start: usize) -> &'static str {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() && !matches!(bytes[end], b' ' | b')' | b'\n') {
        end += 1;
    }
    part(text, start, end)
}

/// The name of an entry.
const fn name_of(text: &'static str) -> &'static str {
    word(text, 1)
}

/// The operator of the left side of an equation; empty if that is no application.
const fn head_of(text: &'static str) -> &'static str {
    // Behind the name, the arguments and the premises comes `(= left right)`.
    let bytes = text.as_bytes();
    let (mut depth, mut seen, mut quoted, mut at) = (0, 0, false, 1);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => quoted = !quoted,
            b'(' if !quoted => {
                depth += 1;
                seen += (depth == 1) as usize;
                if depth == 2 && seen == 3 {
                    return word(text, at + 1);
                }
            }
            b')' if !quoted => depth -= 1,
            b' ' if depth == 1 && seen == 3 && bytes[at + 1] != b'(' => return "",
            _ => {}
        }
        at += 1;
    }
    ""
}
