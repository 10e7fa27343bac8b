//! Terms as text, for messages and for proofs.

use std::fmt::Write as _;

use super::op::{Known, Op, Sort};
use super::term::{Term, Terms};

/// A term as a message shows it: cut off where it gets long.
pub(crate) fn shown(terms: &Terms, term: Term) -> String {
    let mut text = String::new();
    write(terms, term, &mut text, 400);
    text
}

/// A term as the reader reads it.
pub fn to_text(terms: &Terms, term: Term) -> String {
    let mut text = String::new();
    write(terms, term, &mut text, usize::MAX);
    text
}

/// How a sort is written.
pub fn sort_text(terms: &Terms, sort: Sort) -> String {
    match sort {
        Sort::User(number) => symbol(&terms.sorts[number as usize]),
        _ => sort.name().unwrap_or_default().to_owned(),
    }
}

enum Work<'a> {
    Term(Term),
    Text(&'a str),
}

fn write(terms: &Terms, root: Term, text: &mut String, limit: usize) {
    let mut work = vec![Work::Term(root)];
    while let Some(item) = work.pop() {
        if text.len() > limit {
            text.push('…');
            return;
        }
        let term = match item {
            Work::Text(part) => {
                text.push_str(part);
                continue;
            }
            Work::Term(term) => term,
        };
        let args = terms.args(term);
        let head = head(terms, term);
        if args.is_empty() {
            text.push_str(&head);
            continue;
        }
        text.push('(');
        text.push_str(&head);
        work.push(Work::Text(")"));
        for &arg in args.iter().rev() {
            work.push(Work::Term(arg));
            work.push(Work::Text(" "));
        }
    }
}

/// The operator, symbol or literal of a term.
pub(crate) fn head(terms: &Terms, term: Term) -> String {
    match terms.op(term) {
        Op::Known(Known::List) if terms.args(term).is_empty() => "@list.nil".to_owned(),
        Op::Known(op) => op.name().to_owned(),
        Op::Declared(number) => symbol(&terms.declarations[number as usize].name),
        Op::Variable(name, sort) => {
            let name = terms.variable_name(name);
            format!("(@var \"{name}\" {})", sort_text(terms, sort))
        }
        Op::Int(_) => terms
            .as_int(term)
            .map(ToString::to_string)
            .unwrap_or_default(),
        Op::Rational(_) => terms
            .as_rational(term)
            .map(|(n, d)| format!("{n}/{d}"))
            .unwrap_or_default(),
        Op::Str(_) => literal(terms.as_str(term).unwrap_or_default()),
        Op::Sort(sort) => sort_text(terms, sort),
    }
}

/// Whether a symbol is no problem's, whose names have no bars: proofs must declare it.
pub(crate) fn is_introduced(name: &str) -> bool {
    name.contains('|')
}

/// A symbol, between bars if it needs them. One that is no problem's begins with `@`, which problems may not use.
pub(crate) fn symbol(name: &str) -> String {
    if is_introduced(name) {
        return symbol(&format!("@{}", name.replace('|', "")));
    }
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty()
        && name.chars().all(simple)
        && !name.starts_with(|c: char| c.is_ascii_digit())
    {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

/// A string literal with everything escaped that is not plain.
fn literal(points: &[u32]) -> String {
    let mut text = String::from("\"");
    for &point in points {
        match char::from_u32(point) {
            Some('"') => text.push_str("\"\""),
            Some(c @ ' '..='~') if c != '\\' => text.push(c),
            _ => {
                let _ = write!(text, "\\u{{{point:x}}}");
            }
        }
    }
    text.push('"');
    text
}
