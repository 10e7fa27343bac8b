//! Simplification by laws that hold for all values: each side of a law may stand for the other
//! in any formula, whatever its answer is.

use sinew_semantics::{Model, eval};
use sinew_term::{Integer, Op, Sort, Term, TermMap, TermStore, postorder_all, rebuild_bottom_up};

use crate::synth::exec::Value;

/// The term with ground parts evaluated and connectives with truth values simplified.
pub(super) fn simplified(store: &mut TermStore, term: Term) -> Term {
    rebuild_bottom_up(store, term, &mut TermMap::new(), simplified_at_root)
}

/// The same for the operator at the root alone; what is inside stays as it is.
pub(super) fn simplified_at_root(store: &mut TermStore, term: Term) -> Term {
    let args = store.args(term).to_vec();
    let truths: Vec<Option<bool>> = args.iter().map(|&arg| truth(store, arg)).collect();
    let open: Vec<Term> = args
        .iter()
        .zip(&truths)
        .filter(|(_, truth)| truth.is_none())
        .map(|(&arg, _)| arg)
        .collect();
    match store.op(term) {
        Op::And if truths.contains(&Some(false)) => store.bool(false),
        Op::Or if truths.contains(&Some(true)) => store.bool(true),
        Op::And | Op::Or if open.is_empty() => store.bool(store.op(term) == Op::And),
        Op::And | Op::Or if open.len() == 1 => open[0],
        Op::And if open.len() < args.len() => store.and(&open),
        Op::Or if open.len() < args.len() => store.or(&open),
        Op::Not => match (store.op(args[0]), store.args(args[0])) {
            (Op::Not, &[inside]) => inside,
            (Op::Distinct, &[one, other]) => store.eq(one, other),
            _ if truths[0].is_some() => store.bool(truths[0] == Some(false)),
            _ => term,
        },
        Op::Implies if args.len() == 2 => match (truths[0], truths[1]) {
            (Some(false), _) | (_, Some(true)) => store.bool(true),
            (Some(true), _) => args[1],
            (_, Some(false)) => store.not(args[0]),
            _ => term,
        },
        Op::Ite => match truths[0] {
            Some(true) => args[1],
            Some(false) => args[2],
            None => identity(store, term).unwrap_or(term),
        },
        Op::Eq if args.len() == 2 && args[0] == args[1] => store.bool(true),
        Op::Eq if args.len() == 2 && open.len() == 1 && truths.contains(&Some(true)) => open[0],
        Op::Eq if args.len() == 2 && open.len() == 1 && truths.contains(&Some(false)) => {
            store.not(open[0])
        }
        Op::Distinct if args.len() == 2 && args[0] == args[1] => store.bool(false),
        Op::Distinct if args.len() == 2 && open.len() == 1 => match truths.contains(&Some(true)) {
            true => store.not(open[0]),
            false => open[0],
        },
        Op::Forall(_) | Op::Exists(_) => match store.quantifier_parts(term) {
            Some((_, body, _)) if truth(store, body).is_some() => body,
            _ => without_unused(store, term),
        },
        // What a division by zero is, every model says for itself.
        Op::Div | Op::Mod if !open_divisors(store, &[term]).is_empty() => term,
        _ if !args.is_empty()
            && store.sort(term) != Sort::RegLan
            && args.iter().all(|&a| Value::of_literal(store, a).is_some()) =>
        {
            match eval(store, &Model::new(), term) {
                Ok(value) => value.to_term(store),
                Err(_) => term,
            }
        }
        _ => identity(store, term).unwrap_or(term),
    }
}

/// A smaller term that is equal to this one whatever its variables are.
fn identity(store: &mut TermStore, term: Term) -> Option<Term> {
    let args = store.args(term).to_vec();
    let is = |store: &TermStore, arg: Term, text: &str| {
        let text: Vec<u32> = text.chars().map(u32::from).collect();
        store.str_value(arg) == Some(&text[..])
    };
    let zero = |store: &TermStore, arg: Term| store.int_value(arg) == Some(&Integer::from(0));
    let length_of = |store: &TermStore, arg: Term, text: Term| {
        store.op(arg) == Op::Len && store.arg(arg, 0) == text
    };
    match (store.op(term), &args[..]) {
        (Op::Concat | Op::And | Op::Or | Op::Add | Op::ReConcat, &[only]) => Some(only),
        (Op::Concat, parts) => {
            let mut kept = Vec::with_capacity(parts.len());
            for &part in parts {
                match store.op(part) {
                    Op::Concat => kept.extend_from_slice(store.args(part)),
                    _ => kept.push(part),
                }
            }
            kept.retain(|&part| !is(store, part, ""));
            match kept.len() {
                0 => Some(store.string("")),
                1 => Some(kept[0]),
                _ if kept == *parts => None,
                _ => Some(store.concat(&kept)),
            }
        }
        (Op::Add, parts) => {
            let mut kept = parts.to_vec();
            kept.retain(|&part| !zero(store, part));
            match kept.len() {
                0 => Some(parts[0]),
                1 => Some(kept[0]),
                count if count == parts.len() => None,
                _ => Some(store.mk(Op::Add, &kept)),
            }
        }
        (Op::Substr, &[text, from, length])
            if zero(store, from) && length_of(store, length, text) =>
        {
            Some(text)
        }
        (Op::Replace | Op::ReplaceAll, &[text, from, to]) if from == to => Some(text),
        (Op::Replace, &[text, from, to]) if text == from => Some(to),
        (Op::Contains, &[_, part]) | (Op::PrefixOf | Op::SuffixOf, &[part, _])
            if is(store, part, "") =>
        {
            Some(store.bool(true))
        }
        (Op::Contains | Op::PrefixOf | Op::SuffixOf | Op::StrLe, &[one, other]) if one == other => {
            Some(store.bool(true))
        }
        (Op::StrLt, &[one, other]) if one == other => Some(store.bool(false)),
        (Op::Ite, &[_, one, other]) if one == other => Some(one),
        _ => None,
    }
}

/// The quantifier, if it has no patterns, without the variables that do not occur.
fn without_unused(store: &mut TermStore, quantifier: Term) -> Term {
    let universal = matches!(store.op(quantifier), Op::Forall(_));
    let Some((vars, body, [])) = store.quantifier_parts(quantifier) else {
        return quantifier;
    };
    let occurring = postorder_all(store, &[body]);
    let used: Vec<Term> = vars
        .iter()
        .copied()
        .filter(|v| occurring.contains(v))
        .collect();
    match used.len() {
        0 => body,
        count if count == vars.len() => quantifier,
        _ => store.quantify(universal, &used, body, &[]),
    }
}

/// The declared constants that occur, in the order of the terms.
pub(super) fn constants(store: &TermStore, assertions: &[Term]) -> Vec<Term> {
    let mut constants = postorder_all(store, assertions);
    constants.retain(|&term| matches!(store.op(term), Op::Apply(_)));
    constants
}

/// What is divided by in these terms and is no number other than zero.
pub(super) fn open_divisors(store: &TermStore, terms: &[Term]) -> Vec<Term> {
    let zero = Integer::from(0);
    let mut found = Vec::new();
    for term in postorder_all(store, terms) {
        if matches!(store.op(term), Op::Div | Op::Mod) {
            let by = store.args(term)[1..].iter().copied();
            found.extend(by.filter(|&by| store.int_value(by).is_none_or(|n| *n == zero)));
        }
    }
    found
}

fn truth(store: &TermStore, term: Term) -> Option<bool> {
    match store.op(term) {
        Op::True => Some(true),
        Op::False => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_smtlib::{Environment, parse_script, parse_term, print_term};

    /// Each term simplifies to the other, and both are equal for all small values.
    #[test]
    fn laws_shorten_and_hold() {
        let cases = [
            ("(str.++ (str.++ \"\" x) \"\")", "x"),
            ("(str.++ (str.++ x y) \"\")", "(str.++ x y)"),
            ("(= (str.++ \"\" x) x)", "true"),
            ("(= (= x \"\") false)", "(not (= x \"\"))"),
            ("(distinct true (= x y))", "(not (= x y))"),
            ("(distinct (= x y) false)", "(= x y)"),
            ("(not (distinct x y))", "(= x y)"),
            ("(distinct x x)", "false"),
            ("(str.substr x 0 (str.len x))", "x"),
            ("(str.replace x y y)", "x"),
            ("(str.replace x x y)", "y"),
            ("(str.replace_all x y y)", "x"),
            ("(str.contains x \"\")", "true"),
            ("(str.prefixof x x)", "true"),
            ("(str.< x x)", "false"),
            ("(+ i 0)", "i"),
            ("(ite (= x y) i i)", "i"),
            ("(str.len (str.++ \"ab\"))", "2"),
            ("(div 7 2)", "3"),
            ("(div 7 0)", "(div 7 0)"),
            ("(mod 0 0)", "(mod 0 0)"),
        ];
        let (mut store, mut env) = (TermStore::new(), Environment::new());
        let declarations =
            "(declare-fun x () String)(declare-fun y () String)(declare-fun i () Int)";
        parse_script(&mut store, &mut env, declarations).expect("readable");
        let constants =
            ["x", "y", "i"].map(|name| parse_term(&mut store, &env, name).expect("one"));
        for (long, short) in cases {
            let long = parse_term(&mut store, &env, long).expect("readable");
            let short = parse_term(&mut store, &env, short).expect("readable");
            let found = simplified(&mut store, long);
            assert_eq!(print_term(&store, found), print_term(&store, short));
            for (x, y) in [
                ("", ""),
                ("", "a"),
                ("a", ""),
                ("ab", "b"),
                ("b", "ab"),
                ("aa", "a"),
            ] {
                let values = [Value::string(x), Value::string(y), Value::int(-1)];
                let model: Vec<(Term, Value)> = constants.into_iter().zip(values).collect();
                let meaning = crate::synth::certify::meaning(&store, &model);
                let (one, other) = (eval(&store, &meaning, long), eval(&store, &meaning, short));
                assert_eq!(one.ok(), other.ok(), "{}", print_term(&store, long));
            }
        }
    }
}
