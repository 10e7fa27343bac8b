//! Values of ground terms.
//!
//! What is no application of an operator listed here is its own value. An operator whose arguments have no
//! suitable values has none, and the rule refuses, except where a part that is not looked at makes no difference (`ite`).

use rustc_hash::FxHashMap;

use dashu_int::IBig;
use dashu_int::ops::{DivEuclid, RemEuclid};

use super::super::op::{Known, Op};
use super::super::rational::{Rational, to_term, value};
use super::super::term::{Outcome, Term, Terms};
use super::equality::different_values;
use super::{RuleFn, exactly};

pub(crate) const RULES: &[(&str, RuleFn)] = &[("evaluate", evaluate)];

fn evaluate(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [term] = exactly("arguments", args)?;
    match value_of(terms, term)? {
        Some(value) => terms.eq(term, value),
        None => Err("the term has no value".into()),
    }
}

/// The value of a term, if there is one.
pub(crate) fn value_of(terms: &mut Terms, root: Term) -> Outcome<Option<Term>> {
    let mut known: FxHashMap<Term, Option<Term>> = FxHashMap::default();
    let mut work = vec![(root, false)];
    while let Some((term, ready)) = work.pop() {
        if known.contains_key(&term) {
            continue;
        }
        terms.charge(1)?;
        let op = match terms.op(term) {
            Op::Known(op) if !terms.args(term).is_empty() && evaluates(op) => op,
            _ => {
                known.insert(term, Some(term));
                continue;
            }
        };
        if !ready {
            work.push((term, true));
            work.extend(terms.args(term).iter().map(|&arg| (arg, false)));
            continue;
        }
        let raw = terms.args(term).to_vec();
        let args: Vec<Option<Term>> = (raw.iter())
            .map(|arg| known.get(arg).copied().flatten())
            .collect();
        let value = apply(terms, op, term, &raw, &args)?;
        known.insert(term, value);
    }
    Ok(known.get(&root).copied().flatten())
}

/// Whether applications of this are computed.
fn evaluates(op: Known) -> bool {
    use Known::*;
    matches!(
        op,
        Eq | Not
            | Ite
            | Or
            | And
            | Implies
            | Xor
            | Lt
            | Le
            | Gt
            | Ge
            | Add
            | Sub
            | Mul
            | Neg
            | Slash
            | SlashTotal
            | Div
            | DivTotal
            | Mod
            | ModTotal
            | ToReal
            | ToInt
            | IsInt
            | Abs
            | Concat
            | Len
            | Substr
            | At
            | Contains
            | Replace
            | ReplaceAll
            | PrefixOf
            | SuffixOf
            | IndexOf
            | ToCode
            | FromCode
            | StrToInt
            | FromInt
            | StrLe
            | ToLower
            | ToUpper
            | Rev
            | Update
    )
}

fn apply(
    terms: &mut Terms,
    op: Known,
    term: Term,
    raw: &[Term],
    args: &[Option<Term>],
) -> Outcome<Option<Term>> {
    if op == Known::Ite {
        let condition = args[0].and_then(|condition| terms.as_bool(condition));
        return Ok(match condition {
            Some(true) => args[1],
            Some(false) => args[2],
            None => None,
        });
    }
    let Some(args) = args.iter().copied().collect::<Option<Vec<Term>>>() else {
        // What replaces is not looked at where nothing is replaced.
        return match (op, args) {
            (Known::Replace, &[Some(text), Some(pattern), None]) => {
                Ok(match (terms.as_str(text), terms.as_str(pattern)) {
                    (Some(x), Some(y)) if find(x, y, 0).is_none() => Some(text),
                    _ => None,
                })
            }
            _ => Ok(None),
        };
    };
    match op {
        Known::Eq => equal(terms, args[0], args[1]),
        Known::Not | Known::Or | Known::And | Known::Implies | Known::Xor => {
            boolean(terms, op, &args)
        }
        Known::Lt | Known::Le | Known::Gt | Known::Ge => compare(terms, op, &args),
        Known::Add | Known::Sub | Known::Mul | Known::Neg | Known::Abs => {
            arithmetic(terms, op, &args)
        }
        Known::Slash | Known::SlashTotal | Known::ToReal | Known::ToInt | Known::IsInt => {
            real(terms, op, &args)
        }
        Known::Div | Known::DivTotal | Known::Mod | Known::ModTotal => divide(terms, op, &args),
        _ => strings(terms, op, term, raw, &args),
    }
}

fn equal(terms: &mut Terms, a: Term, b: Term) -> Outcome<Option<Term>> {
    let is_value = |term| {
        value(terms, term).is_some()
            || terms.as_str(term).is_some()
            || terms.as_bool(term).is_some()
    };
    if different_values(terms, a, b) {
        return terms.boolean(false).map(Some);
    }
    if a == b && is_value(a) {
        return terms.boolean(true).map(Some);
    }
    terms.eq(a, b).map(Some)
}

fn boolean(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome<Option<Term>> {
    let Some(values) = (args.iter())
        .map(|&arg| terms.as_bool(arg))
        .collect::<Option<Vec<bool>>>()
    else {
        return Ok(None);
    };
    let result = match op {
        Known::Not => !values[0],
        Known::Or => values.contains(&true),
        Known::And => !values.contains(&false),
        Known::Implies => !values[0] || values[1],
        _ => values[0] != values[1],
    };
    terms.boolean(result).map(Some)
}

fn numbers(terms: &Terms, args: &[Term]) -> Option<Vec<Rational>> {
    args.iter().map(|&arg| value(terms, arg)).collect()
}

fn compare(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome<Option<Term>> {
    let Some(values) = numbers(terms, args) else {
        return Ok(None);
    };
    let sign = values[0].add(&values[1].neg()).sign();
    let result = match op {
        Known::Lt => sign < 0,
        Known::Le => sign <= 0,
        Known::Gt => sign > 0,
        _ => sign >= 0,
    };
    terms.boolean(result).map(Some)
}

fn arithmetic(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome<Option<Term>> {
    let Some(values) = numbers(terms, args) else {
        return Ok(None);
    };
    terms.charge(values.len())?;
    let real = terms.as_rational(args[0]).is_some();
    let Some((first, rest)) = values.split_first() else {
        return Ok(None);
    };
    let result = match op {
        Known::Neg => first.neg(),
        Known::Abs if first.is_negative() => first.neg(),
        Known::Sub => first.add(&rest[0].neg()),
        Known::Mul => rest.iter().fold(first.clone(), |product, x| product.mul(x)),
        _ => rest.iter().fold(first.clone(), |sum, x| sum.add(x)),
    };
    to_term(terms, &result, real).map(Some)
}

fn real(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome<Option<Term>> {
    let Some(values) = numbers(terms, args) else {
        return Ok(None);
    };
    let result = match op {
        Known::ToReal => values[0].clone(),
        Known::ToInt => return terms.int(values[0].floor()).map(Some),
        Known::IsInt => return terms.boolean(values[0].is_integer()).map(Some),
        _ if !values[1].is_zero() => values[0].mul(&values[1].inverse()),
        Known::SlashTotal => Rational::integer(IBig::ZERO),
        _ => return Ok(None),
    };
    to_term(terms, &result, true).map(Some)
}

fn divide(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome<Option<Term>> {
    let (Some(a), Some(b)) = (terms.as_int(args[0]), terms.as_int(args[1])) else {
        return Ok(None);
    };
    let result = match op {
        Known::DivTotal if *b == IBig::ZERO => IBig::ZERO,
        Known::ModTotal if *b == IBig::ZERO => a.clone(),
        _ if *b == IBig::ZERO => return Ok(None),
        Known::Div | Known::DivTotal => a.div_euclid(b),
        _ => IBig::from(a.rem_euclid(b)),
    };
    terms.int(result).map(Some)
}

/// So many characters of words cost a unit: each costs little beside a term.
const CHARACTERS: usize = 64;

/// Where a word occurs first, from a position on; in linear time (Morris and Pratt).
pub(crate) fn find(text: &[u32], pattern: &[u32], from: usize) -> Option<usize> {
    if pattern.is_empty() {
        return (from <= text.len()).then_some(from);
    }
    // The longest proper border of each prefix.
    let mut borders = vec![0; pattern.len()];
    let mut matched = 0;
    for at in 1..pattern.len() {
        while matched > 0 && pattern[at] != pattern[matched] {
            matched = borders[matched - 1];
        }
        matched += usize::from(pattern[at] == pattern[matched]);
        borders[at] = matched;
    }
    let mut matched = 0;
    for (at, &point) in text.iter().enumerate().skip(from) {
        while matched > 0 && point != pattern[matched] {
            matched = borders[matched - 1];
        }
        matched += usize::from(point == pattern[matched]);
        if matched == pattern.len() {
            return Some(at + 1 - matched);
        }
    }
    None
}

/// The part from one position, of a length; empty if the position is outside.
pub(crate) fn substr<'a>(text: &'a [u32], at: &IBig, length: &IBig) -> &'a [u32] {
    let Some(at) = usize::try_from(at).ok().filter(|&at| at < text.len()) else {
        return &[];
    };
    let most = IBig::from(text.len() - at);
    let length = length.min(&most);
    usize::try_from(length).map_or(&[], |length| &text[at..at + length])
}

/// All occurrences replaced, from left to right.
pub(crate) fn replace_all(text: &[u32], pattern: &[u32], by: &[u32]) -> Vec<u32> {
    if pattern.is_empty() {
        return text.to_vec();
    }
    let (mut result, mut at) = (Vec::new(), 0);
    while let Some(found) = find(text, pattern, at) {
        result.extend_from_slice(&text[at..found]);
        result.extend_from_slice(by);
        at = found + pattern.len();
    }
    result.extend_from_slice(&text[at..]);
    result
}

fn strings(
    terms: &mut Terms,
    op: Known,
    term: Term,
    raw: &[Term],
    args: &[Term],
) -> Outcome<Option<Term>> {
    let words: Vec<Option<Vec<u32>>> = (args.iter())
        .map(|&arg| terms.as_str(arg).map(<[u32]>::to_vec))
        .collect();
    let characters: usize = words.iter().flatten().map(Vec::len).sum();
    terms.charge(1 + characters / CHARACTERS)?;
    let int = |terms: &Terms, i: usize| terms.as_int(args[i]).cloned();
    match (op, &words[..]) {
        (Known::Concat, _) => {
            let Some(words) = words.into_iter().collect::<Option<Vec<_>>>() else {
                return Ok(None);
            };
            return terms.string(&words.concat()).map(Some);
        }
        // These are not gone into where an argument is open.
        (
            Known::ToCode | Known::StrToInt | Known::ToLower | Known::ToUpper | Known::Rev,
            [None],
        )
        | (Known::StrLe, [None, _] | [_, None]) => return terms.app(op, args).map(Some),
        (Known::FromCode | Known::FromInt, _) if int(terms, 0).is_none() => {
            let arg = if op == Known::FromInt {
                args[0]
            } else {
                raw[0]
            };
            return terms.app(op, &[arg]).map(Some);
        }
        (Known::ReplaceAll, _) => {
            let raw: Option<Vec<Vec<u32>>> = (raw.iter())
                .map(|&arg| terms.as_str(arg).map(<[u32]>::to_vec))
                .collect();
            return match raw.as_deref() {
                Some([x, y, z]) => terms.string(&replace_all(x, y, z)).map(Some),
                _ => Ok(Some(term)),
            };
        }
        _ => {}
    }
    if let Some(word) = word_value(terms, op, args, &words)? {
        return Ok(word);
    }
    number_value(terms, op, raw, args, &words)
}

/// Operators whose value is a string; nothing if it is another operator.
fn word_value(
    terms: &mut Terms,
    op: Known,
    args: &[Term],
    words: &[Option<Vec<u32>>],
) -> Outcome<Option<Option<Term>>> {
    let int = |i: usize| terms.as_int(args[i]).cloned();
    let result = match (op, words) {
        (Known::Substr, [Some(x), ..]) => match (int(1), int(2)) {
            (Some(at), Some(length)) => Some(substr(x, &at, &length).to_vec()),
            _ => None,
        },
        (Known::At, [Some(x), ..]) => int(1).map(|at| substr(x, &at, &IBig::ONE).to_vec()),
        (Known::Replace, [Some(x), Some(y), z]) => match (find(x, y, 0), z) {
            (None, _) => Some(x.clone()),
            (Some(at), Some(z)) => Some([&x[..at], z, &x[at + y.len()..]].concat()),
            _ => None,
        },
        (Known::ToLower, [Some(x)]) => Some(x.iter().map(|&c| lower(c)).collect()),
        (Known::ToUpper, [Some(x)]) => Some(x.iter().map(|&c| upper(c)).collect()),
        (Known::Rev, [Some(x)]) => Some(x.iter().rev().copied().collect()),
        (Known::Update, [Some(x), _, Some(y)]) => int(1).map(|at| update(x, &at, y)),
        (Known::FromInt, _) => int(0).map(|n| {
            let digits = if n < IBig::ZERO {
                String::new()
            } else {
                n.to_string()
            };
            digits.bytes().map(u32::from).collect()
        }),
        (Known::FromCode, _) => int(0).map(|n| {
            let point = u32::try_from(&n).ok().filter(|&point| point <= 0x2_ffff);
            point.into_iter().collect()
        }),
        (Known::Substr | Known::At | Known::Replace | Known::Update, _) => None,
        _ => return Ok(None),
    };
    match result {
        Some(word) => terms.string(&word).map(|word| Some(Some(word))),
        None => Ok(Some(None)),
    }
}

fn lower(c: u32) -> u32 {
    if (65..=90).contains(&c) { c + 32 } else { c }
}

fn upper(c: u32) -> u32 {
    if (97..=122).contains(&c) { c - 32 } else { c }
}

/// The characters from a position on overwritten, as far as there are some.
fn update(x: &[u32], at: &IBig, y: &[u32]) -> Vec<u32> {
    let mut result = x.to_vec();
    if let Ok(at) = usize::try_from(at)
        && at < x.len()
    {
        for (to, from) in result[at..].iter_mut().zip(y) {
            *to = *from;
        }
    }
    result
}

/// Operators whose value is a number or a truth value.
fn number_value(
    terms: &mut Terms,
    op: Known,
    raw: &[Term],
    args: &[Term],
    words: &[Option<Vec<u32>>],
) -> Outcome<Option<Term>> {
    match (op, words) {
        (Known::Len, [Some(x)]) => terms.int(x.len().into()).map(Some),
        (Known::Contains, [Some(x), Some(y)]) => terms.boolean(find(x, y, 0).is_some()).map(Some),
        (Known::PrefixOf, [Some(x), Some(y)]) => terms.boolean(y.starts_with(x)).map(Some),
        (Known::SuffixOf, [Some(x), Some(y)]) => terms.boolean(y.ends_with(x)).map(Some),
        (Known::StrLe, [Some(x), Some(y)]) => terms.boolean(x <= y).map(Some),
        (Known::ToCode, [Some(x)]) => {
            let code = match x[..] {
                [code] => i64::from(code),
                _ => -1,
            };
            terms.small(code).map(Some)
        }
        (Known::StrToInt, [Some(x)]) => {
            let digits = !x.is_empty() && x.iter().all(|c| (48..=57).contains(c));
            let value = if digits {
                x.iter().fold(IBig::ZERO, |n, &c| n * 10 + (c - 48))
            } else {
                IBig::from(-1)
            };
            terms.int(value).map(Some)
        }
        (Known::IndexOf, [x, y, _]) => {
            let Some(n) = terms.as_int(args[2]).cloned() else {
                return Ok(None);
            };
            if n < IBig::ZERO {
                return terms.small(-1).map(Some);
            }
            let Some(x) = x else {
                return Ok(None);
            };
            if n > IBig::from(x.len()) {
                return terms.small(-1).map(Some);
            }
            let (Some(y), Some(from)) = (y, terms.as_int(raw[2])) else {
                return Ok(None);
            };
            let found = usize::try_from(from).ok().and_then(|from| find(x, y, from));
            let found = found.map_or(IBig::from(-1), IBig::from);
            terms.int(found).map(Some)
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};
    use super::find;

    #[test]
    fn words_are_found_where_they_occur_first() {
        let words = |length: usize| {
            (0..1u32 << length)
                .map(move |bits| (0..length).map(|i| bits >> i & 1).collect::<Vec<u32>>())
        };
        for text in (0..6).flat_map(words) {
            for pattern in (0..4).flat_map(words) {
                for from in 0..7 {
                    let naive = (from..=text.len()).find(|&at| text[at..].starts_with(&pattern));
                    assert_eq!(
                        find(&text, &pattern, from),
                        naive,
                        "{text:?} {pattern:?} {from}"
                    );
                }
            }
        }
    }

    #[test]
    fn accepted_instances() {
        let table = [
            ("(+ 1 2 3)", "6"),
            ("(- 1 2)", "-1"),
            ("(div -7 2)", "-4"),
            ("(div -7 -2)", "4"),
            ("(mod -7 -2)", "1"),
            ("(div_total 7 0)", "0"),
            ("(mod_total 7 0)", "7"),
            ("(>= 2 2)", "true"),
            ("(= \"a\" \"b\")", "false"),
            ("(= x \"b\")", "(= x \"b\")"),
            ("(ite true x y)", "x"),
            ("(ite (> 1 2) (+ i 1) 2)", "2"),
            ("(or false (and true true))", "true"),
            ("(str.++ \"a\" \"bc\")", "\"abc\""),
            ("(str.substr \"abc\" 1 5)", "\"bc\""),
            ("(str.substr \"abc\" -1 5)", "\"\""),
            ("(str.substr \"abc\" 1 -5)", "\"\""),
            ("(str.substr \"abc\" 3 1)", "\"\""),
            ("(str.at \"abc\" 2)", "\"c\""),
            ("(str.indexof \"abab\" \"b\" 2)", "3"),
            ("(str.indexof \"ab\" \"\" 2)", "2"),
            ("(str.indexof \"ab\" \"\" 3)", "-1"),
            ("(str.replace \"aba\" \"a\" \"c\")", "\"cba\""),
            ("(str.replace \"aba\" \"\" \"c\")", "\"caba\""),
            ("(str.replace \"aba\" \"c\" x)", "\"aba\""),
            ("(str.replace_all \"aba\" \"a\" \"cc\")", "\"ccbcc\""),
            ("(str.replace_all \"aaa\" \"aa\" \"b\")", "\"ba\""),
            ("(str.replace_all \"aba\" \"\" \"c\")", "\"aba\""),
            ("(str.prefixof \"ab\" \"abc\")", "true"),
            ("(str.suffixof \"abc\" \"bc\")", "false"),
            ("(str.to_code \"a\")", "97"),
            ("(str.to_code \"ab\")", "-1"),
            ("(str.from_code 97)", "\"a\""),
            ("(str.from_code 196608)", "\"\""),
            ("(str.to_int \"012\")", "12"),
            ("(str.to_int \"\")", "-1"),
            ("(str.to_int \"-1\")", "-1"),
            ("(str.from_int -5)", "\"\""),
            ("(str.from_int 105)", "\"105\""),
            ("(str.<= \"ab\" \"b\")", "true"),
            ("(str.update \"abc\" 1 \"xyz\")", "\"axy\""),
            ("(str.rev \"abc\")", "\"cba\""),
            ("(str.to_lower \"aBZ[\")", "\"abz[\""),
            ("(str.to_int x)", "(str.to_int x)"),
            ("(f 1)", "(f 1)"),
        ];
        for (term, value) in table {
            accepted(&[(
                "evaluate",
                "()",
                &format!("({term})"),
                &format!("(= {term} {value})"),
            )]);
        }
    }

    #[test]
    fn refused_instances() {
        refused(&[
            ("evaluate", "()", "((+ 1 2))", "(= (+ 1 2) 4)"),
            ("evaluate", "()", "((+ i 2))", "(= (+ i 2) 4)"),
            ("evaluate", "()", "((div 1 0))", "(= (div 1 0) 0)"),
            ("evaluate", "()", "((str.len x))", "(= (str.len x) 0)"),
            (
                "evaluate",
                "()",
                "((and a false))",
                "(= (and a false) false)",
            ),
            ("evaluate", "()", "((ite a 1 1))", "(= (ite a 1 1) 1)"),
            ("evaluate", "()", "((= x x))", "(= (= x x) true)"),
        ]);
    }
}
