//! Decides conjunctions of memberships and length bounds, read from SMT-LIB files, per
//! variable, and times them:
//! `cargo run --release -p sinew-regex --example memberships -- FILE…`.
//!
//! Only the fragment is read that such files use: `(assert A)` with `A` a membership of a
//! variable, a comparison of its length with a numeral, or negations and conjunctions of
//! these. Others are reported as skipped. The answer is `sat` if every variable has a word.
#![allow(clippy::print_stdout)]

use sinew_base::Budget;
use sinew_regex::{Regex, RegexStore};
use std::collections::BTreeMap;
use std::time::Instant;

/// A parsed s-expression. The reader recurses: this is an example, not a front end.
#[derive(Clone, Debug)]
enum Sexp {
    Atom(String),
    Text(String),
    List(Vec<Sexp>),
}

fn read(source: &str) -> Vec<Sexp> {
    let bytes: Vec<char> = source.chars().collect();
    let mut stack: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            '(' => stack.push(Vec::new()),
            ')' => {
                let list = stack.pop().unwrap_or_default();
                if let Some(top) = stack.last_mut() {
                    top.push(Sexp::List(list));
                }
            }
            ';' => {
                while at < bytes.len() && bytes[at] != '\n' {
                    at += 1;
                }
            }
            '"' => {
                let mut text = String::new();
                at += 1;
                while at < bytes.len() {
                    if bytes[at] == '"' {
                        if bytes.get(at + 1) != Some(&'"') {
                            break;
                        }
                        at += 1;
                    }
                    text.push(bytes[at]);
                    at += 1;
                }
                push(&mut stack, Sexp::Text(text));
            }
            c if c.is_whitespace() => {}
            _ => {
                let start = at;
                while at < bytes.len() && !"() \n\t\r\"".contains(bytes[at]) {
                    at += 1;
                }
                let atom: String = bytes[start..at].iter().collect();
                push(&mut stack, Sexp::Atom(atom));
                continue;
            }
        }
        at += 1;
    }
    stack.pop().unwrap_or_default()
}

fn push(stack: &mut [Vec<Sexp>], item: Sexp) {
    if let Some(top) = stack.last_mut() {
        top.push(item);
    }
}

/// The characters of a literal, escapes resolved.
fn word(text: &str) -> Vec<u32> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let escape = (chars[at] == '\\' && chars.get(at + 1) == Some(&'u'))
            .then(|| {
                let (digits, len): (String, usize) = if chars.get(at + 2) == Some(&'{') {
                    let digits: String =
                        chars[at + 3..].iter().take_while(|c| **c != '}').collect();
                    let len = digits.len() + 4;
                    (digits, len)
                } else {
                    (chars[at + 2..].iter().take(4).collect(), 6)
                };
                u32::from_str_radix(&digits, 16).ok().map(|c| (c, len))
            })
            .flatten();
        match escape {
            Some((c, len)) => {
                out.push(c);
                at += len;
            }
            None => {
                out.push(chars[at].into());
                at += 1;
            }
        }
    }
    out
}

fn number(item: &Sexp) -> Option<u32> {
    match item {
        Sexp::Atom(text) => text.parse().ok(),
        _ => None,
    }
}

fn regex(store: &mut RegexStore, item: &Sexp) -> Option<Regex> {
    let list = match item {
        Sexp::Atom(name) => {
            return match name.as_str() {
                "re.none" => Some(store.none()),
                "re.all" => Some(store.all()),
                "re.allchar" => Some(store.allchar()),
                _ => None,
            };
        }
        Sexp::List(list) => list,
        Sexp::Text(_) => return None,
    };
    if let Sexp::List(head) = &list[0] {
        let [Sexp::Atom(_), Sexp::Atom(name), indices @ ..] = &head[..] else {
            return None;
        };
        let indices: Option<Vec<u32>> = indices.iter().map(number).collect();
        let body = regex(store, list.get(1)?)?;
        return match (name.as_str(), &indices?[..]) {
            ("re.loop", &[lo, hi]) => Some(store.loop_(body, lo, hi)),
            ("re.^", &[n]) => Some(store.power(body, n)),
            _ => None,
        };
    }
    let Sexp::Atom(name) = &list[0] else {
        return None;
    };
    match (name.as_str(), &list[1..]) {
        ("str.to_re", [Sexp::Text(text)]) => Some(store.literal(&word(text))),
        ("re.range", [Sexp::Text(lo), Sexp::Text(hi)]) => match (&word(lo)[..], &word(hi)[..]) {
            (&[lo], &[hi]) => Some(store.range(lo, hi)),
            _ => Some(store.none()),
        },
        (name, operands) => {
            let parts: Option<Vec<Regex>> =
                operands.iter().map(|part| regex(store, part)).collect();
            let parts = parts?;
            match (name, &parts[..]) {
                ("re.++", _) => Some(store.concat_all(&parts)),
                ("re.union", _) => Some(store.union(&parts)),
                ("re.inter", _) => Some(store.inter(&parts)),
                ("re.diff", &[a, b]) => Some(store.diff(a, b)),
                ("re.comp", &[a]) => Some(store.comp(a)),
                ("re.*", &[a]) => Some(store.star(a)),
                ("re.+", &[a]) => Some(store.plus(a)),
                ("re.opt", &[a]) => Some(store.opt(a)),
                _ => None,
            }
        }
    }
}

type Facts = BTreeMap<String, Vec<(Regex, bool)>>;

fn assertion(store: &mut RegexStore, item: &Sexp, polarity: bool, facts: &mut Facts) -> Option<()> {
    let Sexp::List(list) = item else { return None };
    let Sexp::Atom(name) = &list[0] else {
        return None;
    };
    match (name.as_str(), &list[1..]) {
        ("not", [inner]) => assertion(store, inner, !polarity, facts),
        ("and", parts) if polarity => {
            for part in parts {
                assertion(store, part, true, facts)?;
            }
            Some(())
        }
        ("str.in_re", [Sexp::Atom(variable), r]) => {
            let r = regex(store, r)?;
            facts
                .entry(variable.clone())
                .or_default()
                .push((r, polarity));
            Some(())
        }
        ("<=", [bound, Sexp::List(len)]) => {
            let [Sexp::Atom(op), Sexp::Atom(variable)] = &len[..] else {
                return None;
            };
            if op != "str.len" {
                return None;
            }
            let any = store.allchar();
            let r = store.repeat(any, number(bound)?, None);
            facts
                .entry(variable.clone())
                .or_default()
                .push((r, polarity));
            Some(())
        }
        _ => None,
    }
}

fn answer(path: &str, steps: u64) -> (String, u64) {
    let Ok(source) = std::fs::read_to_string(path) else {
        return ("unreadable".into(), 0);
    };
    let mut store = RegexStore::new();
    let mut facts = Facts::new();
    for command in read(&source) {
        let Sexp::List(list) = &command else { continue };
        if let [Sexp::Atom(name), item] = &list[..]
            && name == "assert"
            && assertion(&mut store, item, true, &mut facts).is_none()
        {
            return ("skipped".into(), 0);
        }
    }
    let budget = Budget::with_steps(steps);
    for literals in facts.values() {
        let r = store.conjunction(literals);
        match store.shortest_word(r, &budget) {
            Err(reason) => return (format!("unknown:{reason}"), budget.spent()),
            Ok(None) => return ("unsat".into(), budget.spent()),
            Ok(Some(word)) => {
                for &(r, polarity) in literals {
                    let found = store.contains_word(r, &word, &budget);
                    if found != Ok(polarity) {
                        return (format!("WRONG WORD {word:?}"), budget.spent());
                    }
                }
            }
        }
    }
    ("sat".into(), budget.spent())
}

fn main() {
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        let (result, spent) = answer(&path, 50_000_000);
        println!("{result}\t{}\t{spent}\t{path}", start.elapsed().as_micros());
    }
}
