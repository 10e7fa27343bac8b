//! Rules beyond CPC: regular languages by closure under derivatives, word equations by counting, numerals by their digits. Those about
//! functions are in [`super::images`], the graph of word equations in [`super::nielsen`], places in [`super::places`].
//!
//! The same rules in Eunoia, with the arguments for their soundness, are in `proofs/sinew.eo`; accepted and refused instances for both are in
//! `proofs/accepted.eo` and `proofs/refused.eo`. Where a rule needs languages that are
//! not determined, they are arguments, and the side condition compares languages; so it does not matter how they are written.

use rustc_hash::{FxHashMap, FxHashSet};

use dashu_int::IBig;

use super::super::language::{Languages, Re};
use super::super::op::Known;
use super::super::term::{Outcome, Term, Terms};
use super::regular::membership;
use super::words::flat;
use super::{RuleFn, exactly, index, parts};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("sinew_re_equal", equal),
    ("sinew_period", period),
    ("sinew_cardinality", cardinality),
    ("sinew_to_int_digits", to_int_digits),
    ("sinew_from_int_digits", from_int_digits),
    ("sinew_count", count),
    ("sinew_to_int_value", to_int_value),
];

/// The most digits that a bound of a number is told for.
const DIGITS: usize = 64;

/// `(|from_int(m)| ≤ n) = (m < 10ⁿ)`, for positive `n`.
fn from_int_digits(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [m, n] = exactly("arguments", args)?;
    let digits = index(terms, n)?;
    if digits == 0 || digits > DIGITS {
        return Err("a number of digits was expected, and not too many".into());
    }
    let numeral = terms.app(Known::FromInt, &[m])?;
    let length = terms.app(Known::Len, &[numeral])?;
    let power = terms.int(IBig::from(10).pow(digits))?;
    let short = terms.app(Known::Le, &[length, n])?;
    let small = terms.app(Known::Lt, &[m, power])?;
    terms.eq(short, small)
}

/// `|s| ≤ n ⇒ to_int(s) < 10ⁿ`.
fn to_int_digits(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [s, n] = exactly("arguments", args)?;
    let digits = index(terms, n)?;
    if digits > DIGITS {
        return Err("these are too many digits".into());
    }
    let (length, value) = (
        terms.app(Known::Len, &[s])?,
        terms.app(Known::StrToInt, &[s])?,
    );
    let power = terms.int(IBig::from(10).pow(digits))?;
    let short = terms.app(Known::Le, &[length, n])?;
    let small = terms.app(Known::Lt, &[value, power])?;
    terms.app(Known::Implies, &[short, small])
}

/// `(to_int(s) = n) = s ∈ r`, where `r` are the numerals of `n`: `0*·n`; what is no numeral at all for `-1`; nothing for other negative numbers.
fn to_int_value(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [s, n] = exactly("arguments", args)?;
    let value = terms.as_int(n).ok_or("a number was expected")?.clone();
    let numerals = if value >= IBig::ZERO {
        let digits: Vec<u32> = value.to_string().bytes().map(u32::from).collect();
        let (zero, digits) = (terms.string(&[u32::from(b'0')])?, terms.string(&digits)?);
        let (zero, digits) = (
            terms.app(Known::ToRe, &[zero])?,
            terms.app(Known::ToRe, &[digits])?,
        );
        let zeros = terms.app(Known::Star, &[zero])?;
        terms.app(Known::ReConcat, &[zeros, digits])?
    } else if value == IBig::NEG_ONE {
        let (low, high) = (
            terms.string(&[u32::from(b'0')])?,
            terms.string(&[u32::from(b'9')])?,
        );
        let digit = terms.app(Known::Range, &[low, high])?;
        let digits = terms.app(Known::Plus, &[digit])?;
        terms.app(Known::Comp, &[digits])?
    } else {
        terms.app(Known::ReNone, &[])?
    };
    let number = terms.app(Known::StrToInt, &[s])?;
    let equation = terms.eq(number, n)?;
    let member = terms.app(Known::InRe, &[s, numerals])?;
    terms.eq(equation, member)
}

/// `r = s` if neither has a word that the other has not.
fn equal(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [r, s] = exactly("arguments", args)?;
    let mut languages = Languages::new();
    let (a, b) = (languages.read(terms, r)?, languages.read(terms, s)?);
    if !languages.same(terms, a, b)? {
        return Err("the languages differ".into());
    }
    terms.eq(r, s)
}

/// One representative for each interval between the cut points of all these.
pub(super) fn representatives(
    terms: &mut Terms,
    languages: &mut Languages,
    all: impl IntoIterator<Item = Re>,
) -> Outcome<Vec<u32>> {
    let mut joint: FxHashSet<u32> = FxHashSet::default();
    for re in all {
        terms.charge(1)?;
        joint.extend(languages.representatives(re));
    }
    let mut joint: Vec<u32> = joint.into_iter().collect();
    joint.sort_unstable();
    Ok(joint)
}

/// From `x·… = t·x·…` and `t ∈ r`, where `r` has not the empty word: `x ∈ s` if `s` has all beginnings of words of `r*`. At the back, from `…·x = …·x·t`, if `s` has all
/// ends.
fn period(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [equation, member] = exactly("premises", premises)?;
    let [x, s, back] = exactly("arguments", args)?;
    let back = terms.as_bool(back).ok_or("a truth value was expected")?;
    let ((u, v), (t, r)) = (terms.sides(equation)?, membership(terms, member)?);
    if terms.sort(u) != super::super::op::Sort::String {
        return Err("an equation between strings was expected".into());
    }
    let (u, v) = (flat(terms, u, back)?, flat(terms, v, back)?);
    let (x_alone, t) = (flat(terms, x, back)?, flat(terms, t, back)?);
    let repeated = [&t[..], &x_alone].concat();
    if !u.starts_with(&x_alone) || !v.starts_with(&repeated) {
        return Err("the string does not overlap with itself".into());
    }
    let mut languages = Languages::new();
    let (once, all) = (languages.read(terms, r)?, languages.read(terms, s)?);
    if languages.is_nullable(once) {
        return Err("what is repeated may be empty".into());
    }
    let times = languages.star(terms, once)?;
    let cuts = representatives(terms, &mut languages, [times, all])?;
    let start = (times, all);
    let (mut seen, mut work) = (FxHashSet::from_iter([start]), vec![start]);
    while let Some((rest, inside)) = work.pop() {
        if languages.is_empty(terms, rest)? {
            continue;
        }
        let covered = match back {
            true => languages.includes(terms, rest, all)?,
            false => languages.is_nullable(inside),
        };
        if !covered {
            return Err("the language lacks a string that overlaps so".into());
        }
        for &c in &cuts {
            let rest = languages.derivative(terms, rest, c)?;
            let inside = match back {
                true => all,
                false => languages.derivative(terms, inside, c)?,
            };
            if seen.insert((rest, inside)) {
                work.push((rest, inside));
            }
        }
    }
    terms.app(Known::InRe, &[x, s])
}

/// From `xᵢ ∈ rᵢ` and `distinct x₁ … xₙ`: `false` if all languages have their words among fewer than `n`, which are the argument.
fn cardinality(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [words] = exactly("arguments", args)?;
    let Some((&distinct, memberships)) = premises.split_last() else {
        return Err("premises are needed".into());
    };
    let strings = parts(terms, Known::Distinct, distinct)?;
    let words = parts(terms, Known::List, words)?;
    if strings.len() != memberships.len() || words.len() >= strings.len() {
        return Err("there are not more strings than words".into());
    }
    let mut languages = Languages::new();
    let mut all = Vec::new();
    for word in words {
        let word = terms.as_str(word).ok_or("a word was expected")?.to_vec();
        all.push(languages.word(terms, &word)?);
    }
    let all = languages.union(terms, &all)?;
    for (&premise, &string) in memberships.iter().zip(&strings) {
        let (x, r) = membership(terms, premise)?;
        let r = languages.read(terms, r)?;
        if x != string || !languages.includes(terms, r, all)? {
            return Err("a language has other words".into());
        }
    }
    terms.boolean(false)
}

/// `(u = v) = false` if `u` has some character more often than `v` has, and the open terms of `v` are among those of `u`.
fn count(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [equation] = exactly("arguments", args)?;
    let (u, v) = terms.sides(equation)?;
    if terms.sort(u) != super::super::op::Sort::String {
        return Err("an equation between strings was expected".into());
    }
    let (left, right) = (flat(terms, u, false)?, flat(terms, v, false)?);
    terms.charge(left.len() + right.len())?;
    let mut surplus: FxHashMap<Term, i64> = FxHashMap::default();
    for member in left {
        *surplus.entry(member).or_default() += 1;
    }
    for member in right {
        *surplus.entry(member).or_default() -= 1;
    }
    let is_character = |term: &Term| terms.as_str(*term).is_some();
    let more = (surplus.iter()).any(|(member, &times)| times > 0 && is_character(member));
    let among = (surplus.iter()).all(|(member, &times)| times >= 0 || is_character(member));
    if !more || !among {
        return Err("the sides may have as many of each character".into());
    }
    let no = terms.boolean(false)?;
    terms.eq(equation, no)
}
