//! What terms mean, for tests of the rules: values of terms under an assignment of values to constants.
//!
//! The meaning of the operators is that of the rule `evaluate` and of derivatives, both tested on tables of their own. A witness
//! `(@purify t)` means `t`. Uninterpreted functions, quantifiers and the other witnesses have no value here.

use std::collections::HashMap;

use super::language::Languages;
use super::op::{Known, Op, Sort};
use super::rules::evaluate::value_of;
use super::subst::rebuild;
use super::term::{Outcome, Term, Terms};

/// Pseudo-random numbers, the same in every run (Marsaglia's xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Random {
        Random(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// The value of a term, regular expressions with values inside. Division by zero is as in the total functions.
pub(crate) fn value(terms: &mut Terms, term: Term, constants: &HashMap<Term, Term>) -> Outcome {
    if let Some(&literal) = constants.get(&term) {
        return Ok(literal);
    }
    let args: Outcome<Vec<Term>> = (terms.args(term).to_vec().into_iter())
        .map(|arg| value(terms, arg, constants))
        .collect();
    let args = args?;
    let term = rebuild(terms, term, &args)?;
    let op = match terms.op(term) {
        Op::Known(op) => op,
        Op::Int(_) | Op::Rational(_) | Op::Str(_) => return Ok(term),
        _ => return Err("no value".into()),
    };
    match op {
        Known::Purify => Ok(args[0]),
        Known::IntDivByZero => terms.small(0),
        Known::ModByZero => Ok(args[0]),
        Known::Div if terms.is_number(args[1], 0) => terms.small(0),
        Known::Mod if terms.is_number(args[1], 0) => Ok(args[0]),
        Known::Eq | Known::InRe if terms.sort(args[args.len() - 1]) == Sort::RegLan => {
            languages(terms, op, &args)
        }
        Known::Divisible | Known::StrLt | Known::IsDigit | Known::Distinct | Known::DiffIndex => {
            predicate(terms, op, &args)
        }
        Known::IndexOfRe | Known::ReplaceRe | Known::ReplaceReAll => matched(terms, op, &args),
        Known::True | Known::False | Known::List => Ok(term),
        _ if terms.sort(term) == Sort::RegLan => Ok(term),
        _ => match value_of(terms, term)? {
            Some(value) if terms.args(value).is_empty() => Ok(value),
            _ => Err("no value".into()),
        },
    }
}

fn languages(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome {
    let mut languages = Languages::new();
    let second = languages.read(terms, args[1])?;
    let holds = if op == Known::Eq {
        let first = languages.read(terms, args[0])?;
        languages.same(terms, first, second)?
    } else {
        let word = terms.as_str(args[0]).ok_or("no word")?.to_vec();
        languages.accepts(terms, second, &word)?
    };
    terms.boolean(holds)
}

fn predicate(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome {
    let word = |i: usize| terms.as_str(args[i]).unwrap_or_default().to_vec();
    match op {
        Known::Divisible => {
            let rest = terms.app(Known::ModTotal, &[args[1], args[0]])?;
            let rest = value_of(terms, rest)?.ok_or("no value")?;
            let divides = terms.is_number(rest, 0);
            terms.boolean(divides)
        }
        Known::StrLt => {
            let less = word(0) < word(1);
            terms.boolean(less)
        }
        Known::IsDigit => {
            let digit = matches!(word(0)[..], [48..=57]);
            terms.boolean(digit)
        }
        Known::DiffIndex => {
            let (x, y) = (word(0), word(1));
            let same = x.iter().zip(&y).take_while(|(a, b)| a == b).count();
            terms.small(same as i64)
        }
        _ => {
            let distinct = (1..args.len()).all(|i| !args[..i].contains(&args[i]));
            terms.boolean(distinct)
        }
    }
}

/// The operators that look for matches, by trying all positions.
fn matched(terms: &mut Terms, op: Known, args: &[Term]) -> Outcome {
    let text = terms.as_str(args[0]).unwrap_or_default().to_vec();
    let mut languages = Languages::new();
    let re = languages.read(terms, args[1])?;
    let mut find =
        |terms: &mut Terms, from: usize, least: usize| -> Outcome<Option<(usize, usize)>> {
            for start in from..=text.len() {
                for end in start + least..=text.len() {
                    if languages.accepts(terms, re, &text[start..end])? {
                        return Ok(Some((start, end)));
                    }
                }
            }
            Ok(None)
        };
    if op == Known::IndexOfRe {
        let from = terms.as_int(args[2]).and_then(|n| usize::try_from(n).ok());
        let found = match from {
            Some(from) => find(terms, from, 0)?,
            None => None,
        };
        return terms.small(found.map_or(-1, |(start, _)| start as i64));
    }
    let by = terms.as_str(args[2]).unwrap_or_default().to_vec();
    let (mut result, mut at) = (Vec::new(), 0);
    let least = usize::from(op == Known::ReplaceReAll);
    while let Some((start, end)) = find(terms, at, least)? {
        result.extend_from_slice(&text[at..start]);
        result.extend_from_slice(&by);
        at = end;
        if op == Known::ReplaceRe {
            break;
        }
    }
    result.extend_from_slice(&text[at..]);
    terms.string(&result)
}

/// A random literal, or a small regular expression.
pub(crate) fn literal(terms: &mut Terms, random: &mut Random, sort: Sort) -> Outcome {
    match sort {
        Sort::Bool => terms.boolean(random.below(2) == 0),
        Sort::Int => terms.small(random.below(7) as i64 - 2),
        Sort::Real => {
            let (n, d) = (random.below(7) as i64 - 3, 1 + random.below(2) as i64);
            super::rational::literal(terms, n.into(), d.into())
        }
        Sort::RegLan => regular(terms, random, 2),
        _ => {
            let length = [0, 1, 1, 1, 2, 2, 3][random.below(7)];
            let word: Vec<u32> = (0..length)
                .map(|_| [97, 97, 98, 49][random.below(4)])
                .collect();
            terms.string(&word)
        }
    }
}

fn regular(terms: &mut Terms, random: &mut Random, depth: usize) -> Outcome {
    let choice = random.below(if depth == 0 { 4 } else { 9 });
    let mut inner = |terms: &mut Terms| regular(terms, random, depth.saturating_sub(1));
    match choice {
        0 => terms.app(Known::AllChar, &[]),
        1 => terms.app(Known::ReNone, &[]),
        2 | 3 => {
            let word = literal(terms, random, Sort::String)?;
            terms.app(Known::ToRe, &[word])
        }
        4 => {
            let body = inner(terms)?;
            terms.app(Known::Star, &[body])
        }
        5 => {
            let body = inner(terms)?;
            terms.app(Known::Comp, &[body])
        }
        op => {
            let parts = [inner(terms)?, inner(terms)?];
            terms.app(
                [Known::ReUnion, Known::ReInter, Known::ReConcat][op - 6],
                &parts,
            )
        }
    }
}
