//! What a case-converted string equals or is a member of, said of the string itself.
//!
//! `str.to_lower` and `str.to_upper` map letter to letter, so the pre-image of a language under them is again one, part by part: that of
//! a character is the one or two characters that become it, and every operator of regular expressions commutes with taking it.

use sinew_term::{MAX_CHAR, Op, Term};

use super::word_equation::sides;
use crate::context::Ctx;
use crate::fold;

/// The letters that a conversion replaces.
fn replaced(op: Op) -> Option<(u32, u32)> {
    match op {
        Op::ToLower => Some((0x41, 0x5A)),
        Op::ToUpper => Some((0x61, 0x7A)),
        _ => None,
    }
}

fn range(ctx: &mut Ctx<'_>, lo: u32, hi: u32) -> Term {
    let (lo, hi) = (ctx.literal(&[lo]), ctx.literal(&[hi]));
    ctx.store.mk(Op::ReRange, &[lo, hi])
}

/// `s ∈ (Σ ∖ gaps)*`; the gaps are in order and apart.
fn without(ctx: &mut Ctx<'_>, s: Term, gaps: &[(u32, u32)]) -> Term {
    let (mut from, mut ranges) = (0, Vec::new());
    for &(lo, hi) in gaps {
        ranges.push(range(ctx, from, lo - 1));
        from = hi + 1;
    }
    ranges.push(range(ctx, from, MAX_CHAR));
    let others = ctx.store.mk(Op::ReUnion, &ranges);
    let language = ctx.store.re_star(others);
    ctx.store.in_re(s, language)
}

/// `to_lower(s) = to_upper(s)` is `s ∈ [^A-Za-z]*`, `to_lower(s) = s` is `s ∈ [^A-Z]*`, `to_lower(s) = "ab"` is `s ∈ [aA][bB]`, and so
/// for `to_upper`
pub(super) fn streq_case(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    for (case, other) in [(a, b), (b, a)] {
        let Some(gap) = replaced(ctx.op(case)) else {
            continue;
        };
        let s = ctx.arg(case, 0);
        if s == other {
            return Some(without(ctx, s, &[gap]));
        }
        if let Some(opposite) = replaced(ctx.op(other)) {
            let gaps = [gap.min(opposite), gap.max(opposite)];
            let same = ctx.arg(other, 0) == s && gap != opposite;
            return same.then(|| without(ctx, s, &gaps));
        }
        if let Some(word) = ctx.word(other).filter(|word| !word.is_empty()) {
            let word = word.to_vec();
            let op = ctx.op(case);
            let parts: Vec<Term> = word.iter().map(|&c| of_range(ctx, op, c, c)).collect();
            let language = ctx.store.re_concat(&parts);
            return Some(ctx.store.in_re(s, language));
        }
    }
    None
}

/// `to_lower(s) ∈ r` is `s ∈ r'`, where every character of r is replaced by those that become it; and so for `to_upper`
pub(super) fn member_case(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [case, r] = ctx.args(term);
    let op = ctx.op(case);
    replaced(op)?;
    // The recursion is as deep as the language, and the language is written again.
    if !ctx.is_small(r) {
        return None;
    }
    let s = ctx.arg(case, 0);
    let before = preimage(ctx, op, r)?;
    Some(ctx.store.in_re(s, before))
}

fn preimage(ctx: &mut Ctx<'_>, op: Op, r: Term) -> Option<Term> {
    let kind = ctx.op(r);
    match kind {
        Op::ReNone | Op::ReAll | Op::ReAllChar => Some(r),
        Op::StrToRe => {
            let word = ctx.word(ctx.arg(r, 0))?.to_vec();
            let parts: Vec<Term> = word.iter().map(|&c| of_range(ctx, op, c, c)).collect();
            match parts.is_empty() {
                true => Some(r),
                false => Some(ctx.store.re_concat(&parts)),
            }
        }
        Op::ReRange => {
            let (lo, hi) = (ctx.word(ctx.arg(r, 0))?, ctx.word(ctx.arg(r, 1))?);
            let (&[lo], &[hi]) = (lo, hi) else {
                return None;
            };
            Some(of_range(ctx, op, lo, hi))
        }
        Op::ReConcat | Op::ReUnion | Op::ReInter | Op::ReComp | Op::ReDiff => {
            map_arguments(ctx, op, r)
        }
        Op::ReStar | Op::RePlus | Op::ReOpt | Op::RePow(_) | Op::ReLoop(..) => {
            map_arguments(ctx, op, r)
        }
        _ => None,
    }
}

fn map_arguments(ctx: &mut Ctx<'_>, op: Op, r: Term) -> Option<Term> {
    let kind = ctx.op(r);
    let args = ctx.store.args(r).to_vec();
    let mapped: Option<Vec<Term>> = args.into_iter().map(|arg| preimage(ctx, op, arg)).collect();
    Some(ctx.store.mk(kind, &mapped?))
}

/// The characters that become one from `lo` to `hi`.
fn of_range(ctx: &mut Ctx<'_>, op: Op, lo: u32, hi: u32) -> Term {
    let (first, last) = replaced(op).expect("a conversion");
    let (lower, upper): (fn(u32) -> u32, _) = (fold::lower, fold::upper as fn(u32) -> u32);
    let (convert, back) = match op {
        Op::ToLower => (lower, upper),
        _ => (upper, lower),
    };
    let mut parts = Vec::new();
    // What is not replaced stays itself.
    for (from, to) in [(lo, hi.min(first - 1)), (lo.max(last + 1), hi)] {
        if from <= to {
            parts.push(range(ctx, from, to));
        }
    }
    // What is replaced becomes a letter of the other case.
    let (from, to) = (lo.max(convert(first)), hi.min(convert(last)));
    if from <= to {
        parts.push(range(ctx, back(from), back(to)));
    }
    match parts[..] {
        [] => ctx.store.mk(Op::ReNone, &[]),
        [only] => only,
        _ => ctx.store.mk(Op::ReUnion, &parts),
    }
}
