//! `str.in_re`. Simple regexes become equalities, lengths, prefixes and suffixes; concatenations
//! are split where lengths or characters allow it.

use sinew_term::{Integer, Op, Term};

use super::case::member_case;
use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const IN_RE: &[Rule] = rules![
    member_constant,
    member_trivial,
    member_literal,
    member_boolean,
    member_length,
    member_affix,
    member_symbolic,
    member_few_words,
    member_strip_front,
    member_strip_back,
    member_excluded,
    member_length_misfit,
    member_case,
    member_reverse,
];

/// `"aa" ∈ "a"*` is true: a word and a regex without symbols, by matching
fn member_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    let word = ctx.word(s)?.to_vec();
    let member = ctx.core.regexes.contains(ctx.store, r, &word, ctx.budget)?;
    Some(ctx.bool(member))
}

/// `s ∈ none` is false, `s ∈ all` is true; also for languages that are quickly seen to be so
fn member_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [_, r] = ctx.args(term);
    if ctx.core.regexes.is_empty(ctx.store, r, ctx.budget) == Some(true) {
        return Some(ctx.bool(false));
    }
    (ctx.core.regexes.is_universal(ctx.store, r, ctx.budget) == Some(true)).then(|| ctx.bool(true))
}

/// `s ∈ to_re(t)` is `s = t`
fn member_literal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    if ctx.op(r) != Op::StrToRe {
        return None;
    }
    let t = ctx.arg(r, 0);
    Some(ctx.store.eq(s, t))
}

/// `s ∈ comp(r)` is `¬(s ∈ r)`, `s ∈ q ∩ r` is `s ∈ q ∧ s ∈ r`
fn member_boolean(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    match ctx.op(r) {
        Op::ReComp => {
            let inner = ctx.arg(r, 0);
            let member = ctx.store.in_re(s, inner);
            Some(ctx.store.not(member))
        }
        Op::ReInter => {
            let parts = ctx.store.args(r).to_vec();
            let members: Vec<Term> = parts.iter().map(|&r| ctx.store.in_re(s, r)).collect();
            Some(ctx.store.conjunction(&members))
        }
        _ => None,
    }
}

/// The number of characters, if the regex asks for nothing but a number of arbitrary ones:
/// `(least, greatest)`.
fn arbitrary_length(ctx: &Ctx<'_>, r: Term) -> Option<(u64, Option<u64>)> {
    match ctx.op(r) {
        Op::ReAllChar => Some((1, Some(1))),
        Op::ReAll => Some((0, None)),
        Op::ReLoop(lo, hi) if ctx.op(ctx.arg(r, 0)) == Op::ReAllChar && lo <= hi => {
            Some((u64::from(lo), Some(u64::from(hi))))
        }
        Op::RePlus if ctx.op(ctx.arg(r, 0)) == Op::ReAllChar => Some((1, None)),
        Op::ReConcat => {
            let (mut lo, mut hi) = (0u64, Some(0u64));
            for &part in ctx.store.args(r) {
                // One level: normal forms are flat.
                if ctx.op(part) == Op::ReConcat {
                    return None;
                }
                let (l, h) = arbitrary_length(ctx, part)?;
                lo += l;
                hi = hi.zip(h).map(|(a, b)| a + b);
            }
            Some((lo, hi))
        }
        _ => None,
    }
}

/// `s ∈ allchar^n` is `|s| = n`, `s ∈ allchar·all` is `|s| ≥ 1`, and so on
fn member_length(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    let (lo, hi) = arbitrary_length(ctx, r)?;
    let length = ctx.store.len(s);
    let least = ctx.int(Integer::from(lo));
    if hi == Some(lo) {
        return Some(ctx.store.eq(length, least));
    }
    let mut bounds = vec![ctx.store.ge(length, least)];
    if let Some(hi) = hi {
        let greatest = ctx.int(Integer::from(hi));
        bounds.push(ctx.store.ge(greatest, length));
    }
    Some(ctx.store.conjunction(&bounds))
}

/// `s ∈ w·all` is `prefixof(w, s)`, `s ∈ all·w` is `suffixof(w, s)`, `s ∈ all·w·all` is
/// `contains(s, w)`
fn member_affix(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    if ctx.op(r) != Op::ReConcat {
        return None;
    }
    let parts = ctx.store.args(r).to_vec();
    let literal =
        |ctx: &Ctx<'_>, part: Term| (ctx.op(part) == Op::StrToRe).then(|| ctx.arg(part, 0));
    let is_all = |ctx: &Ctx<'_>, part: Term| ctx.op(part) == Op::ReAll;
    match parts[..] {
        [a, b] if is_all(ctx, b) => literal(ctx, a).map(|w| ctx.store.prefixof(w, s)),
        [a, b] if is_all(ctx, a) => literal(ctx, b).map(|w| ctx.store.suffixof(w, s)),
        [a, b, c] if is_all(ctx, a) && is_all(ctx, c) => {
            literal(ctx, b).map(|w| ctx.store.contains(s, w))
        }
        _ => None,
    }
}

/// `s ∈ t·r` is `prefixof(t, s) ∧ substr(s, |t|, |s|) ∈ r` for a string t that is no word, and likewise at the end; `s ∈ q ∪ r` is
/// `s ∈ q ∨ s ∈ r` if there are symbols in them: automata know words only
fn member_symbolic(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    if !matches!(ctx.op(r), Op::ReConcat | Op::ReUnion) {
        return None;
    }
    let known = ctx.core.regexes.of_term.regex_of_term(ctx.store, r);
    if known.is_some() {
        return None;
    }
    let parts = ctx.store.args(r).to_vec();
    if ctx.op(r) == Op::ReUnion {
        let cases: Vec<Term> = parts.iter().map(|&r| ctx.store.in_re(s, r)).collect();
        return Some(ctx.store.disjunction(&cases));
    }
    let symbol = |ctx: &Ctx<'_>, part: Term| {
        let string = (ctx.op(part) == Op::StrToRe).then(|| ctx.arg(part, 0));
        string.filter(|&t| ctx.word(t).is_none())
    };
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    let (length, zero) = (ctx.store.len(s), ctx.int(0));
    let (affix, rest, others) = if let Some(t) = symbol(ctx, first) {
        let from = ctx.store.len(t);
        let rest = ctx.store.substr(s, from, length);
        (ctx.store.prefixof(t, s), rest, &parts[1..])
    } else {
        let t = symbol(ctx, last)?;
        let by = ctx.store.len(t);
        let many = ctx.store.sub(length, by);
        let rest = ctx.store.substr(s, zero, many);
        (ctx.store.suffixof(t, s), rest, &parts[..parts.len() - 1])
    };
    let others = ctx.store.joined(Op::ReConcat, others);
    let member = ctx.store.in_re(rest, others);
    Some(ctx.store.conjunction(&[affix, member]))
}

/// `s ∈ {u, v}` is `s = u ∨ s = v`, for up to three words
fn member_few_words(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    let words = ctx.core.regexes.few_words(ctx.store, r, 3)?;
    let cases: Vec<Term> = words
        .iter()
        .map(|word| {
            let word = ctx.literal(word);
            ctx.store.eq(s, word)
        })
        .collect();
    Some(ctx.store.disjunction(&cases))
}

/// How a part of a regex concatenation meets a character: which part is left of it.
enum Meets {
    /// The part is used up.
    Consumed,
    /// This is left of the part.
    Left(Term),
    No,
    Unknown,
}

fn meets(ctx: &mut Ctx<'_>, part: Term, c: u32, at_back: bool) -> Meets {
    match ctx.op(part) {
        Op::StrToRe => {
            let Some(word) = ctx.word(ctx.arg(part, 0)) else {
                return Meets::Unknown;
            };
            let end = if at_back { word.last() } else { word.first() };
            if end != Some(&c) {
                return Meets::No;
            }
            let rest = if at_back {
                word[..word.len() - 1].to_vec()
            } else {
                word[1..].to_vec()
            };
            if rest.is_empty() {
                return Meets::Consumed;
            }
            let rest = ctx.literal(&rest);
            Meets::Left(ctx.store.str_to_re(rest))
        }
        Op::ReAllChar => Meets::Consumed,
        Op::ReRange => match ctx.core.regexes.contains(ctx.store, part, &[c], ctx.budget) {
            Some(true) => Meets::Consumed,
            Some(false) => Meets::No,
            None => Meets::Unknown,
        },
        _ => Meets::Unknown,
    }
}

/// `"a"·s ∈ "a"·r` is `s ∈ r`; `"a"·s ∈ allchar·r` is `s ∈ r`; false if the characters clash
fn member_strip_front(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    strip(ctx, term, false)
}

/// `s·"a" ∈ r·"a"` is `s ∈ r`, and so on
fn member_strip_back(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    strip(ctx, term, true)
}

fn strip(ctx: &mut Ctx<'_>, term: Term, at_back: bool) -> Option<Term> {
    let [s, r] = ctx.args(term);
    if ctx.op(s) != Op::Concat || ctx.op(r) != Op::ReConcat {
        return None;
    }
    let mut hay = ctx.pieces(s);
    let mut parts = ctx.store.args(r).to_vec();
    let end = if at_back { *hay.last()? } else { hay[0] };
    let mut word = ctx.word(end)?.to_vec();
    let before = word.len();
    while !word.is_empty() && !parts.is_empty() {
        let c = if at_back {
            word[word.len() - 1]
        } else {
            word[0]
        };
        let index = if at_back { parts.len() - 1 } else { 0 };
        match meets(ctx, parts[index], c, at_back) {
            Meets::Consumed => {
                parts.remove(index);
            }
            Meets::Left(rest) => parts[index] = rest,
            Meets::No => return Some(ctx.bool(false)),
            Meets::Unknown => break,
        }
        if at_back {
            word.pop();
        } else {
            word.remove(0);
        }
    }
    if word.len() == before {
        return None;
    }
    let index = if at_back { hay.len() - 1 } else { 0 };
    hay[index] = ctx.literal(&word);
    let s = ctx.join(&hay);
    if parts.is_empty() {
        let empty = ctx.empty();
        return Some(ctx.store.eq(s, empty));
    }
    let r = ctx.store.joined(Op::ReConcat, &parts);
    Some(ctx.store.in_re(s, r))
}

/// `w·s ∈ r` is false if no word of r begins with w; likewise at the end
fn member_excluded(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let ends = [(parts[0], false), (*parts.last()?, true)];
    for (end, at_back) in ends {
        let Some(word) = ctx.word(end).map(<[u32]>::to_vec) else {
            continue;
        };
        let excluded = ctx
            .core
            .regexes
            .excludes_affix(ctx.store, r, &word, at_back, ctx.budget);
        if excluded == Some(true) {
            return Some(ctx.bool(false));
        }
    }
    None
}

/// `s ∈ r` is false if no word of r has a length that s can have
fn member_length_misfit(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    let (least, greatest) = ctx.core.regexes.length_bounds(ctx.store, r)?;
    let range = ctx.range(s);
    let too_long = range
        .lo
        .is_some_and(|lo| greatest.is_some_and(|greatest| lo > Integer::from(greatest)));
    let too_short = range.hi.is_some_and(|hi| hi < Integer::from(least));
    (too_long || too_short).then(|| ctx.bool(false))
}

/// `rev(s) ∈ w` is `s ∈ rev(w)`: for ranges, single characters and powers of these, `s ∈ r`
fn member_reverse(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r] = ctx.args(term);
    if ctx.op(s) != Op::Rev {
        return None;
    }
    let body = match ctx.op(r) {
        Op::ReStar | Op::RePlus | Op::ReLoop(..) => ctx.arg(r, 0),
        _ => r,
    };
    let symmetric = match ctx.op(body) {
        Op::ReRange | Op::ReAllChar => true,
        Op::StrToRe => ctx
            .word(ctx.arg(body, 0))
            .is_some_and(|word| word.len() == 1),
        _ => false,
    };
    let inner = ctx.arg(s, 0);
    symmetric.then(|| ctx.store.in_re(inner, r))
}
