//! Tests as SMT-LIB text.
//!
//! The standard form is accepted by current solvers and carries its proof in comments that
//! [`fray`](crate) reads back. The published form reproduces the files of P0's artifact: old
//! names and escapes, and the same commands and comments.

use std::borrow::Cow;
use std::fmt::Write as _;

use sinew_smtlib::print_symbol;
use sinew_term::{Integer, MAX_CHAR, Op, Sort, Term, TermStore};

use super::exec::Value;
use super::test::{Expected, Model, Test};

/// Which syntax to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// SMT-LIB 2.6.
    #[default]
    Standard,
    /// As P0's artifact: `str.to.int`, `int.to.str`, `\x07`, `\n`.
    Published,
}

/// Writes one test to `out`.
pub fn write_test(out: &mut String, store: &TermStore, test: &Test, seed: u64, dialect: Dialect) {
    match dialect {
        Dialect::Standard => {
            out.push_str("(set-logic ALL)\n");
        }
        Dialect::Published => {
            let _ = writeln!(out, "(set-option :random-seed {seed})");
        }
    }
    out.push_str("(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n");
    if dialect == Dialect::Published {
        out.push_str("; \n");
    }
    let _ = writeln!(out, "(set-info :status {})", test.expected.status());
    write_declarations(out, store, &test.constants, dialect);
    let unsat = matches!(test.expected, Expected::Unsat { .. });
    // The published files have a0 last.
    let order: Vec<usize> = if unsat && dialect == Dialect::Published {
        (1..test.assertions.len()).chain([0]).collect()
    } else {
        (0..test.assertions.len()).collect()
    };
    for i in order {
        out.push_str("(assert ");
        if unsat {
            out.push_str("(! ");
        }
        write_term(out, store, test.assertions[i], dialect);
        if unsat {
            let _ = write!(out, " :named a{i})");
        }
        out.push_str(")\n");
    }
    out.push_str("(check-sat)\n");
    if unsat {
        out.push_str("(get-unsat-core)\n");
    } else {
        write_get_value(out, store, &test.constants, dialect);
    }
    match dialect {
        Dialect::Standard => write_proof(out, store, test),
        Dialect::Published => {
            out.push_str("(get-info :reason-unknown)\n\n");
            write_published_comments(out, store, test);
        }
    }
}

/// Declares the constants.
pub(crate) fn write_declarations(
    out: &mut String,
    store: &TermStore,
    constants: &[Term],
    dialect: Dialect,
) {
    for &constant in constants {
        out.push_str("(declare-fun ");
        write_term(out, store, constant, dialect);
        let _ = writeln!(out, " () {})", sort_name(store.sort(constant)));
    }
}

/// Asks for the values of the constants, if there are any.
pub(crate) fn write_get_value(
    out: &mut String,
    store: &TermStore,
    constants: &[Term],
    dialect: Dialect,
) {
    let mut gap = "(get-value (";
    for &constant in constants {
        out.push_str(gap);
        write_term(out, store, constant, dialect);
        gap = " ";
    }
    if !constants.is_empty() {
        out.push_str("))\n");
    }
}

/// The expected answer and its proof, in comments.
fn write_proof(out: &mut String, store: &TermStore, test: &Test) {
    match &test.expected {
        Expected::Open => out.push_str("; open\n"),
        Expected::Sat(model) => {
            out.push_str("; model:");
            write_model(out, store, model);
        }
        Expected::Unsat { core, witnesses } => {
            out.push_str("; core:");
            for i in core {
                let _ = write!(out, " a{i}");
            }
            out.push('\n');
            for (i, model) in core.iter().zip(witnesses.iter()) {
                let _ = write!(out, "; without a{i}:");
                write_model(out, store, model);
            }
        }
    }
}

fn write_model(out: &mut String, store: &TermStore, model: &Model) {
    for (constant, value) in model {
        out.push_str(" (define-fun ");
        write_term(out, store, *constant, Dialect::Standard);
        let _ = write!(out, " () {} ", sort_name(value.sort()));
        write_value(out, value, Dialect::Standard);
        out.push(')');
    }
    out.push('\n');
}

fn write_published_comments(out: &mut String, store: &TermStore, test: &Test) {
    let mut line = |constant: Term, value: &str| {
        out.push(';');
        write_term(out, store, constant, Dialect::Published);
        let _ = writeln!(out, " = {value}");
    };
    match &test.expected {
        Expected::Open => {}
        Expected::Sat(model) => {
            for (constant, value) in model {
                let text = match value {
                    Value::Bool(value) => value.to_string(),
                    Value::Int(value) => value.to_string(),
                    Value::Re(_) => String::new(), // Not in the published suite.
                    Value::Str(text) => text
                        .iter()
                        .filter_map(|&c| char::from_u32(c))
                        .collect::<String>()
                        .replace('\n', "\\n"),
                };
                line(*constant, &text);
            }
        }
        Expected::Unsat { core, .. } => {
            for &constant in &test.constants {
                line(constant, "NO VALUE");
            }
            out.push_str("\n;unsat core: ");
            for i in core {
                let _ = write!(out, "a{i} ");
            }
            out.push('\n');
        }
    }
}

/// The name of a sort of synthesis.
fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Int => "Int",
        Sort::String => "String",
        _ => "RegLan",
    }
}

/// Writes a term; sharing is not shown, since tests are small and `let` would hide them.
pub fn write_term(out: &mut String, store: &TermStore, term: Term, dialect: Dialect) {
    let mut stack = vec![Step::Term(term)];
    while let Some(step) = stack.pop() {
        let term = match step {
            Step::Term(term) => term,
            Step::Text(text) => {
                out.push_str(text);
                continue;
            }
        };
        match store.op(term) {
            Op::Int(number) => {
                write_integer(out, store.integer(number));
                continue;
            }
            Op::Str(_) => {
                write_text(out, store.str_value(term).unwrap_or_default(), dialect);
                continue;
            }
            _ => {}
        }
        let args = store.args(term);
        if store.op(term).is_binder() {
            write_binder(out, store, term, &mut stack);
            continue;
        }
        if args.is_empty() {
            out.push_str(&symbol(store, term, dialect));
            continue;
        }
        out.push('(');
        match store.op(term) {
            Op::RePow(n) => drop(write!(out, "(_ re.^ {n})")),
            Op::ReLoop(lo, hi) => drop(write!(out, "(_ re.loop {lo} {hi})")),
            _ => out.push_str(&symbol(store, term, dialect)),
        }
        stack.push(Step::Text(")"));
        for &arg in args.iter().rev() {
            stack.push(Step::Term(arg));
            stack.push(Step::Text(" "));
        }
    }
}

/// What is still to be written.
enum Step {
    Term(Term),
    Text(&'static str),
}

/// Writes the beginning of a quantifier, up to its variables, and puts the rest on the stack.
fn write_binder(out: &mut String, store: &TermStore, term: Term, stack: &mut Vec<Step>) {
    let Some((vars, body, patterns)) = store.quantifier_parts(term) else {
        return;
    };
    let _ = write!(out, "({} (", store.op(term).name());
    for (i, &var) in vars.iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        let (name, sort) = (
            symbol(store, var, Dialect::Standard),
            sort_name(store.sort(var)),
        );
        let _ = write!(out, "{gap}({name} {sort})");
    }
    out.push_str(") ");
    stack.push(Step::Text(")"));
    if !patterns.is_empty() {
        out.push_str("(! ");
        stack.push(Step::Text(")"));
    }
    for &pattern in patterns.iter().rev() {
        stack.push(Step::Text(")"));
        for (i, &term) in store.args(pattern).iter().enumerate().rev() {
            stack.push(Step::Term(term));
            if i > 0 {
                stack.push(Step::Text(" "));
            }
        }
        stack.push(Step::Text(" :pattern ("));
    }
    stack.push(Step::Term(body));
}

/// An operator, or a name between bars where it needs them.
fn symbol(store: &TermStore, term: Term, dialect: Dialect) -> Cow<'_, str> {
    match (store.op(term), dialect) {
        (Op::ToInt, Dialect::Published) => "str.to.int".into(),
        (Op::FromInt, Dialect::Published) => "int.to.str".into(),
        (Op::Apply(fun), _) => print_symbol(store.fun_name(fun)),
        (Op::Var(var), _) => print_symbol(store.var_name(var)),
        (op, _) => op.name().into(),
    }
}

/// The name of a constant or variable.
pub(crate) fn constant_name(store: &TermStore, term: Term) -> String {
    match store.op(term) {
        Op::Apply(fun) => store.fun_name(fun).to_owned(),
        Op::Var(var) => store.var_name(var).to_owned(),
        other => other.name().to_owned(),
    }
}

/// Writes a literal.
pub fn write_value(out: &mut String, value: &Value, dialect: Dialect) {
    match value {
        Value::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        Value::Re(lang) => {
            let mut store = TermStore::new();
            let term = lang.to_term(&mut store);
            write_term(out, &store, term, dialect);
        }
        Value::Int(value) => write_integer(out, value),
        Value::Str(text) => write_text(out, text, dialect),
    }
}

fn write_integer(out: &mut String, value: &Integer) {
    let _ = match value.is_negative() {
        true => write!(out, "(- {})", value.abs()),
        false => write!(out, "{value}"),
    };
}

fn write_text(out: &mut String, text: &[u32], dialect: Dialect) {
    out.push('"');
    for (place, &c) in text.iter().enumerate() {
        match (char::from_u32(c), dialect) {
            (Some('\\'), Dialect::Standard) if is_broken_escape(&text[place + 1..]) => {
                out.push('\\');
            }
            (Some('"'), _) => out.push_str("\"\""),
            (Some('\n'), Dialect::Published) => out.push_str("\\n"),
            (Some('\\'), Dialect::Standard) => out.push_str("\\u{5c}"),
            (Some(plain @ ' '..='~'), _) => out.push(plain),
            (_, Dialect::Published) => {
                let _ = write!(out, "\\x{c:02x}");
            }
            (_, Dialect::Standard) => {
                let _ = write!(out, "\\u{{{c:x}}}");
            }
        }
    }
    out.push('"');
}

/// Whether what follows a backslash looks like an escape and is none, so that the backslash stands
/// for itself. Only such literals show whether a solver knows where escapes end.
fn is_broken_escape(rest: &[u32]) -> bool {
    let at = |i: usize| rest.get(i).and_then(|&c| char::from_u32(c));
    if at(0) != Some('u') {
        return false;
    }
    let hex = |c: &char| c.is_ascii_hexdigit();
    if at(1) == Some('{') {
        let digits: String = (2..).map_while(at).take_while(hex).collect();
        let closed = at(2 + digits.len()) == Some('}');
        let code = u32::from_str_radix(&digits, 16).ok();
        let valid = closed && digits.len() <= 5 && code.is_some_and(|c| c <= MAX_CHAR);
        return !valid;
    }
    !(1..=4).all(|i| at(i).is_some_and(|c| hex(&c)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_smtlib::{Environment, parse_term};

    #[test]
    fn literals_read_back_as_they_are() {
        let texts = [
            "a\\b",
            "\\u{30000}",
            "\\u{41}",
            "\\u{2ffff}",
            "\\u{}",
            "\\u{g}",
            "\\u12",
            "\\u0041",
            "\\u{000041}",
            "\\",
            "\\u",
            "\\u{41",
            "\"\\u{30000}\"",
            "\\\\u{30000}",
        ];
        for text in texts {
            let mut written = String::new();
            write_value(&mut written, &Value::string(text), Dialect::Standard);
            let mut store = TermStore::new();
            let term = parse_term(&mut store, &Environment::new(), &written).expect("a literal");
            let read = Value::of_literal(&store, term);
            assert_eq!(read, Some(Value::string(text)), "{written}");
        }
        let mut written = String::new();
        write_value(
            &mut written,
            &Value::string("\\u{30000}"),
            Dialect::Standard,
        );
        assert_eq!(written, "\"\\u{30000}\"");
    }
}
