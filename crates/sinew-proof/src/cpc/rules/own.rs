//! Rules beyond CPC: regular languages by closure under derivatives, word equations by counting, numerals by their digits.
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
    ("sinew_re_empty", empty),
    ("sinew_re_equal", equal),
    ("sinew_re_subset", subset),
    ("sinew_re_step", step),
    ("sinew_re_split", split),
    ("sinew_cardinality", cardinality),
    ("sinew_replace_all_pre", replace_all_pre),
    ("sinew_to_int_digits", to_int_digits),
    ("sinew_from_int_digits", from_int_digits),
    ("sinew_count", count),
    ("sinew_to_int_value", to_int_value),
];

/// `r = re.none` if no derivative of `r` accepts the empty word.
fn empty(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [r] = exactly("arguments", args)?;
    let mut languages = Languages::new();
    let language = languages.read(terms, r)?;
    if !languages.is_empty(terms, language)? {
        return Err("the language has words".into());
    }
    let none = terms.app(Known::ReNone, &[])?;
    terms.eq(r, none)
}

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

/// From `x ∈ r`: `x ∈ s` if `s` includes `r`.
fn subset(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [s]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let (x, r) = membership(terms, premise)?;
    let mut languages = Languages::new();
    let (small, large) = (languages.read(terms, r)?, languages.read(terms, s)?);
    if !languages.includes(terms, small, large)? {
        return Err("the language is not included".into());
    }
    terms.app(Known::InRe, &[x, s])
}

/// Pairs of a list, each read as two languages.
fn pairs(
    terms: &mut Terms,
    languages: &mut Languages,
    list: Term,
) -> Outcome<Vec<[(Term, Re); 2]>> {
    let list = parts(terms, Known::List, list)?;
    if list.is_empty() || list.len() % 2 == 1 {
        return Err("a list of pairs of expressions was expected".into());
    }
    let mut read = |term| -> Outcome<(Term, Re)> { Ok((term, languages.read(terms, term)?)) };
    list.chunks_exact(2)
        .map(|pair| Ok([read(pair[0])?, read(pair[1])?]))
        .collect()
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

/// `⋁ᵢ (x ∈ pᵢ ∧ y ∈ qᵢ)`.
fn either(terms: &mut Terms, x: Term, y: Term, pairs: &[[(Term, Re); 2]]) -> Outcome {
    let mut cases = Vec::new();
    for [(p, _), (q, _)] in pairs {
        let first = terms.app(Known::InRe, &[x, *p])?;
        let second = terms.app(Known::InRe, &[y, *q])?;
        cases.push(terms.app(Known::And, &[first, second])?);
    }
    terms.list_or_single(Known::Or, &cases)
}

/// From `len k = 1`: `k·x ∈ r` is `⋁ᵢ (k ∈ Cᵢ ∧ x ∈ Dᵢ)`, if the `Dᵢ` with a character in `Cᵢ` have together the words that follow it in `r`.
fn step(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [premise] = exactly("premises", premises)?;
    let [k, x, r, list] = exactly("arguments", args)?;
    let length = terms.app(Known::Len, &[k])?;
    let one = terms.small(1)?;
    if premise != terms.eq(length, one)? {
        return Err("the premise is not about the length of the character".into());
    }
    let mut languages = Languages::new();
    let language = languages.read(terms, r)?;
    let pairs = pairs(terms, &mut languages, list)?;
    let classes = pairs.iter().map(|[(_, class), _]| *class);
    let all = std::iter::once(language).chain(classes);
    for c in representatives(terms, &mut languages, all)? {
        let mut after = Vec::new();
        for [(_, class), (_, rest)] in &pairs {
            if languages.accepts(terms, *class, &[c])? {
                after.push(*rest);
            }
        }
        let after = languages.union(terms, &after)?;
        let derivative = languages.derivative(terms, language, c)?;
        if !languages.same(terms, after, derivative)? {
            return Err("the cases are not the derivatives of the language".into());
        }
    }
    let whole = terms.app(Known::Concat, &[k, x])?;
    let member = terms.app(Known::InRe, &[whole, r])?;
    let cases = either(terms, k, x, &pairs)?;
    terms.eq(member, cases)
}

/// From `x·y ∈ r`: `⋁ᵢ (x ∈ pᵢ ∧ y ∈ rᵢ)`, if `r ⊆ r₀`, `ε ∈ p₀`, and for each `i` and each interval of characters `C` there is a `j` with
/// `C⁻¹rᵢ ⊆ rⱼ` and `pᵢ·C ⊆ pⱼ`.
fn split(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [list]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let (whole, r) = membership(terms, premise)?;
    let Some((x, y)) = terms.match2(Known::Concat, whole) else {
        return Err("a concatenation of two strings was expected".into());
    };
    let mut languages = Languages::new();
    let language = languages.read(terms, r)?;
    let pairs = pairs(terms, &mut languages, list)?;
    let [(_, first), (_, rest)] = pairs[0];
    if !languages.is_nullable(first) || !languages.includes(terms, language, rest)? {
        return Err("the first pair does not cover the beginning".into());
    }
    let all: Vec<Re> = pairs.iter().flat_map(|[(_, p), (_, q)]| [*p, *q]).collect();
    let cuts = representatives(terms, &mut languages, all)?;
    for [(_, p), (_, q)] in &pairs {
        for (i, &c) in cuts.iter().enumerate() {
            let end = cuts
                .get(i + 1)
                .copied()
                .unwrap_or(super::super::language::POINTS);
            if !steps_into(terms, &mut languages, (*p, *q), (c, end - 1), &pairs)? {
                return Err("the pairs are not closed under characters".into());
            }
        }
    }
    either(terms, x, y, &pairs)
}

/// Whether one of the pairs covers what a pair becomes after a character of the interval.
fn steps_into(
    terms: &mut Terms,
    languages: &mut Languages,
    (p, q): (Re, Re),
    (low, high): (u32, u32),
    pairs: &[[(Term, Re); 2]],
) -> Outcome<bool> {
    let after = languages.derivative(terms, q, low)?;
    if languages.is_empty(terms, after)? {
        return Ok(true);
    }
    let interval = languages.range(terms, low, high)?;
    let longer = languages.concat(terms, p, interval)?;
    for [(_, next), (_, rest)] in pairs {
        if languages.includes(terms, after, *rest)? && languages.includes(terms, longer, *next)? {
            return Ok(true);
        }
    }
    Ok(false)
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

/// From `replace_all(x, u, v) ∈ r` with words `u` and `v`: `x ∈ s` if no text outside of `s` is turned into a word of `r`.
///
/// Explored are the triples of how much of `u` was just read, what may follow in `r` after what was written, what may follow in `s`
/// after what was read.
fn replace_all_pre(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [s]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let (replaced, r) = membership(terms, premise)?;
    let [x, u, v] = exactly("arguments", &parts(terms, Known::ReplaceAll, replaced)?)?;
    let (u, v) = match (terms.as_str(u), terms.as_str(v)) {
        (Some(u), Some(v)) if !u.is_empty() => (u.to_vec(), v.to_vec()),
        _ => return Err("words were expected, the first of them not empty".into()),
    };
    let mut languages = Languages::new();
    let (written, read) = (languages.read(terms, r)?, languages.read(terms, s)?);
    let word = languages.word(terms, &u)?;
    let cuts = representatives(terms, &mut languages, [written, read, word])?;
    let mut seen = FxHashSet::from_iter([(0, written, read)]);
    let mut work = vec![(0, written, read)];
    while let Some((matched, written, read)) = work.pop() {
        let end = languages.derivative_by(terms, written, &u[..matched])?;
        if languages.is_nullable(end) && !languages.is_nullable(read) {
            return Err("the language lacks a text that is turned into a word".into());
        }
        for &c in &cuts {
            let mut pending = u[..matched].to_vec();
            pending.push(c);
            let (out, matched) = if pending == u {
                (v.clone(), 0)
            } else {
                let kept = (0..pending.len())
                    .find(|&at| u.starts_with(&pending[at..]))
                    .unwrap_or(pending.len());
                (pending[..kept].to_vec(), pending.len() - kept)
            };
            let written = languages.derivative_by(terms, written, &out)?;
            let read = languages.derivative(terms, read, c)?;
            if seen.insert((matched, written, read)) {
                work.push((matched, written, read));
            }
        }
    }
    terms.app(Known::InRe, &[x, s])
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
