//! Strings in which numerals and words stand next to each other, as programs print dates, versions and addresses: a character that is no
//! digit stands in a word, so each of its places is known.

use sinew_strings::concat::End;
use sinew_term::{Op, Term};

use super::word_equation::sides;
use crate::context::Ctx;
use crate::fold;

/// A piece, and a character of it.
type Place = (usize, usize);

/// Places that one occurrence may have, at most: each is a case.
const PLACES: usize = 16;

/// Comparisons of characters that looking for a word may cost.
const SEARCH_LIMIT: usize = 1 << 20;

/// Whether the term has no characters but digits.
fn is_numeral(ctx: &Ctx<'_>, term: Term) -> bool {
    let mut term = term;
    for _ in 0..8 {
        match ctx.op(term) {
            Op::FromInt => return true,
            Op::Substr | Op::At => term = ctx.arg(term, 0),
            _ => return false,
        }
    }
    false
}

/// A string as the digits at one end of it and the rest, which is empty or has another character at this end.
struct Digits {
    digits: Vec<Term>,
    rest: Vec<Term>,
    /// Whether there is a numeral among the digits.
    numeral: bool,
}

/// The digits at this end; `None` if something else may be among them.
fn digits(ctx: &mut Ctx<'_>, term: Term, end: End) -> Option<Digits> {
    let mut rest = ctx.pieces(term);
    let mut found = Digits {
        digits: Vec::new(),
        rest: Vec::new(),
        numeral: false,
    };
    if end == End::Front {
        rest.reverse();
    }
    while let Some(part) = rest.pop() {
        let Some(word) = ctx.word(part).map(<[u32]>::to_vec) else {
            if !is_numeral(ctx, part) {
                return None;
            }
            found.numeral = true;
            found.digits.push(part);
            continue;
        };
        let foreign = |&c: &u32| !fold::is_digit(c);
        let cut = match end {
            End::Front => word.iter().position(foreign),
            End::Back => word.iter().rposition(foreign).map(|at| at + 1),
        };
        let Some(cut) = cut else {
            found.digits.push(part);
            continue;
        };
        let (front, back) = (ctx.literal(&word[..cut]), ctx.literal(&word[cut..]));
        let (digit, other) = match end {
            End::Front => (front, back),
            End::Back => (back, front),
        };
        found.digits.push(digit);
        rest.push(other);
        break;
    }
    match end {
        End::Front => rest.reverse(),
        End::Back => found.digits.reverse(),
    }
    found.rest = rest;
    Some(found)
}

/// Both strings as digits and rest, if there is a numeral among the digits, and a rest.
fn both(ctx: &mut Ctx<'_>, s: Term, t: Term, end: End) -> Option<(Digits, Digits)> {
    let (s, t) = (digits(ctx, s, end)?, digits(ctx, t, end)?);
    let useful = (s.numeral || t.numeral) && !(s.rest.is_empty() && t.rest.is_empty());
    useful.then_some((s, t))
}

/// `from_int(i)·"."·s = from_int(j)·"."·t` is `from_int(i) = from_int(j) ∧ s = t`: numerals end where the first character
/// that is no digit stands; likewise at the back
pub(super) fn streq_numerals(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (s, t) = sides(ctx, term)?;
    let (s, t) = [End::Front, End::Back]
        .into_iter()
        .find_map(|end| both(ctx, s, t, end))?;
    if s.rest.is_empty() || t.rest.is_empty() {
        return Some(ctx.bool(false));
    }
    let [a, b, c, d] = [s.digits, t.digits, s.rest, t.rest].map(|parts| ctx.join(&parts));
    let (digits, rest) = (ctx.store.eq(a, b), ctx.store.eq(c, d));
    Some(ctx.store.conjunction(&[digits, rest]))
}

/// `prefixof(from_int(i)·"."·s, from_int(j)·"."·t)` is `from_int(i) = from_int(j) ∧ prefixof(s, t)`, and
/// `prefixof(from_int(i), from_int(j)·"."·t)` is `prefixof(from_int(i), from_int(j))`; likewise for suffixes
pub(super) fn affix_numerals(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let op = ctx.op(term);
    let end = match op {
        Op::SuffixOf => End::Back,
        _ => End::Front,
    };
    let (s, t) = both(ctx, s, t, end)?;
    if t.rest.is_empty() {
        return Some(ctx.bool(false));
    }
    let within = s.rest.is_empty();
    let [a, b, c, d] = [s.digits, t.digits, s.rest, t.rest].map(|parts| ctx.join(&parts));
    if within {
        return Some(ctx.store.mk(op, &[a, b]));
    }
    let (digits, rest) = (ctx.store.eq(a, b), ctx.store.mk(op, &[c, d]));
    Some(ctx.store.conjunction(&[digits, rest]))
}

/// `contains(from_int(i)·"."·from_int(j), s·"."·t)` is `suffixof(s, from_int(i)) ∧ prefixof(t, from_int(j))`: a character that is
/// no digit has few places among numerals and words
pub(super) fn contains_numerals(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) == Op::FromInt && ctx.word(t).is_some() {
        return None; // `contains_digits`, which has a derivation
    }
    let (hay, needle) = (ctx.pieces(s), ctx.pieces(t));
    let known = |&part: &Term| ctx.word(part).is_some() || is_numeral(ctx, part);
    if !hay.iter().all(known) || !hay.iter().any(|&part| ctx.word(part).is_none()) {
        return None;
    }
    let mut best: Option<(Vec<Place>, Place)> = None;
    for (index, &part) in needle.iter().enumerate() {
        let foreign = ctx.word(part).into_iter().flatten().enumerate();
        for (at, &c) in foreign.filter(|&(_, &c)| !fold::is_digit(c)).take(PLACES) {
            let places = places_of(ctx, &hay, c);
            let fewer = best
                .as_ref()
                .is_none_or(|(best, _)| places.len() < best.len());
            if fewer {
                best = Some((places, (index, at)));
            }
        }
    }
    let (places, pivot) = best.filter(|(places, _)| places.len() <= PLACES)?;
    let (needle_front, needle_back) = cut(ctx, &needle, pivot);
    let cases: Vec<Term> = places
        .into_iter()
        .map(|place| {
            let (front, back) = cut(ctx, &hay, place);
            let before = ctx.store.suffixof(needle_front, front);
            let after = ctx.store.prefixof(needle_back, back);
            ctx.store.conjunction(&[before, after])
        })
        .collect();
    Some(ctx.store.disjunction(&cases))
}

/// Where a character stands in the words among the pieces, up to one place more than are of use.
fn places_of(ctx: &Ctx<'_>, parts: &[Term], c: u32) -> Vec<Place> {
    let words = parts
        .iter()
        .enumerate()
        .filter_map(|(index, &part)| Some((index, ctx.word(part)?)));
    words
        .flat_map(|(index, word)| {
            let here = word.iter().enumerate().filter(|&(_, &d)| d == c);
            here.map(move |(at, _)| (index, at))
        })
        .take(PLACES + 1)
        .collect()
}

/// What stands before a place in a word, and what begins there.
fn cut(ctx: &mut Ctx<'_>, parts: &[Term], (index, at): Place) -> (Term, Term) {
    let word = ctx
        .word(parts[index])
        .map(<[u32]>::to_vec)
        .unwrap_or_default();
    let (before, from) = (ctx.literal(&word[..at]), ctx.literal(&word[at..]));
    let front = [&parts[..index], &[before]].concat();
    let back = [&[from], &parts[index + 1..]].concat();
    (ctx.join(&front), ctx.join(&back))
}

/// The first place of a word after the first `from` characters, which are in the first piece, if numerals and words stand before it.
fn first_place(ctx: &Ctx<'_>, parts: &[Term], from: usize, wanted: &[u32]) -> Option<Place> {
    if fold::is_digit(*wanted.first()?) {
        return None;
    }
    for (index, &part) in parts.iter().enumerate() {
        let Some(word) = ctx.word(part) else {
            if is_numeral(ctx, part) {
                continue;
            }
            return None;
        };
        if word.len().saturating_mul(wanted.len()) > SEARCH_LIMIT {
            return None;
        }
        for at in if index == 0 { from } else { 0 }..word.len() {
            if word[at..].starts_with(wanted) {
                return Some((index, at));
            }
            // It may go on in the next piece.
            if wanted.starts_with(&word[at..]) {
                return None;
            }
        }
    }
    None
}

/// `indexof(s·from_int(i)·"."·t, ".", |s|) = |s| + |from_int(i)|`
pub(super) fn indexof_numerals(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    let wanted = ctx.word(t)?.to_vec();
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let mut start = ctx.poly(i);
    let mut skipped = 0;
    for &part in &parts {
        let length = ctx.len_poly(part);
        if !ctx.always_ge(&start, &length) {
            break;
        }
        start = start.minus(&length);
        skipped += 1;
    }
    if !start.is_constant() {
        return None;
    }
    let from = start.constant.to_usize()?;
    let rest = &parts[skipped..];
    let inside = |&part: &Term| from == 0 || ctx.word(part).is_some();
    let (index, at) =
        first_place(ctx, rest, from, &wanted).filter(|_| rest.first().is_some_and(inside))?;
    if skipped + index == 0 {
        return None;
    }
    let front = ctx.join(&parts[..skipped + index]);
    let (length, offset) = (ctx.store.len(front), ctx.int(at));
    Some(ctx.store.sum(&[length, offset]))
}

/// `replace(from_int(i)·"."·s, ".", t) = from_int(i)·t·s`
pub(super) fn replace_numerals(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, by] = ctx.args(term);
    let wanted = ctx.word(t)?.to_vec();
    let parts = ctx.pieces(s);
    let (index, at) = first_place(ctx, &parts, 0, &wanted).filter(|&(index, _)| index > 0)?;
    let word = ctx.word(parts[index])?.to_vec();
    let (before, after) = (
        ctx.literal(&word[..at]),
        ctx.literal(&word[at + wanted.len()..]),
    );
    let result = [&parts[..index], &[before, by, after], &parts[index + 1..]].concat();
    Some(ctx.store.concat(&result))
}
