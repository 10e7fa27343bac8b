//! Union, intersection, complement and difference of regular expressions.
//!
//! Normal form: unions and intersections are flat, sorted and without repetition; differences
//! are intersections with complements; complement stands before no complement.

use sinew_term::{MAX_CHAR, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const UNION: &[Rule] = rules![
    re_junction_flat,
    re_junction_sorted,
    re_junction_unit,
    re_junction_complement,
    re_union_ranges,
    re_union_epsilon,
];
pub(super) const INTER: &[Rule] = rules![
    re_junction_flat,
    re_junction_sorted,
    re_junction_unit,
    re_junction_complement,
    re_inter_literal,
    re_inter_ranges,
];
pub(super) const COMP: &[Rule] = rules![re_comp_trivial, re_comp_comp, re_comp_junction];
pub(super) const DIFF: &[Rule] = rules![re_diff_is_inter];

fn rebuild(ctx: &mut Ctx<'_>, op: Op, parts: &[Term]) -> Term {
    match (parts, op) {
        ([], Op::ReUnion) => ctx.store.re_none(),
        ([], _) => ctx.store.re_all(),
        _ => ctx.store.joined(op, parts),
    }
}

/// `q ∪ (r ∪ s) = q ∪ r ∪ s` (L03), likewise ∩
fn re_junction_flat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if let [only] = *ctx.store.args(term) {
        return Some(only);
    }
    let parts = ctx.opened(term)?;
    Some(rebuild(ctx, ctx.op(term), &parts))
}

/// `r ∪ q = q ∪ r`, `r ∪ r = r`, likewise ∩: parts in the order of terms, each once (L01, L02, L07, L08)
fn re_junction_sorted(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.sorted(term)?;
    Some(rebuild(ctx, ctx.op(term), &parts))
}

/// `r ∪ none = r`, `r ∪ all = all`, `r ∩ all = r`, `r ∩ none = none` (L04, L05, L09, L10)
fn re_junction_unit(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let op = ctx.op(term);
    let (unit, zero) = match op {
        Op::ReUnion => (Op::ReNone, Op::ReAll),
        _ => (Op::ReAll, Op::ReNone),
    };
    let args = ctx.store.args(term).to_vec();
    if let Some(&found) = args.iter().find(|&&arg| ctx.op(arg) == zero) {
        return Some(found);
    }
    let parts: Vec<Term> = args
        .iter()
        .copied()
        .filter(|&arg| ctx.op(arg) != unit)
        .collect();
    (parts.len() < args.len()).then(|| rebuild(ctx, op, &parts))
}

/// `r ∪ comp(r) = all`, `r ∩ comp(r) = none` (L06, L11)
fn re_junction_complement(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term);
    let clash = args
        .iter()
        .any(|&arg| ctx.op(arg) == Op::ReComp && args.binary_search(&ctx.arg(arg, 0)).is_ok());
    if !clash {
        return None;
    }
    Some(if ctx.op(term) == Op::ReUnion {
        ctx.store.re_all()
    } else {
        ctx.store.re_none()
    })
}

/// The characters of a range, a single character or allchar.
fn interval(ctx: &Ctx<'_>, r: Term) -> Option<(u32, u32)> {
    match ctx.op(r) {
        Op::ReAllChar => Some((0, MAX_CHAR)),
        Op::StrToRe => match ctx.word(ctx.arg(r, 0))? {
            &[c] => Some((c, c)),
            _ => None,
        },
        Op::ReRange => match (ctx.word(ctx.arg(r, 0))?, ctx.word(ctx.arg(r, 1))?) {
            (&[lo], &[hi]) if lo <= hi => Some((lo, hi)),
            _ => None,
        },
        _ => None,
    }
}

fn range_term(ctx: &mut Ctx<'_>, lo: u32, hi: u32) -> Term {
    let (lo, hi) = (ctx.literal(&[lo]), ctx.literal(&[hi]));
    ctx.store.re_range(lo, hi)
}

/// `range(a, c) ∪ range(b, d) = range(a, d)` if they touch or overlap (L97)
fn re_union_ranges(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term).to_vec();
    let mut intervals: Vec<(u32, u32)> = args.iter().filter_map(|&r| interval(ctx, r)).collect();
    let before = intervals.len();
    intervals.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (lo, hi) in intervals {
        match merged.last_mut() {
            Some((_, last)) if lo <= *last + 1 => *last = (*last).max(hi),
            _ => merged.push((lo, hi)),
        }
    }
    if merged.len() == before {
        return None;
    }
    let mut parts: Vec<Term> = args
        .iter()
        .copied()
        .filter(|&r| interval(ctx, r).is_none())
        .collect();
    for (lo, hi) in merged {
        parts.push(range_term(ctx, lo, hi));
    }
    Some(rebuild(ctx, Op::ReUnion, &parts))
}

/// `r ∪ ε = r` if ε ∈ r (L70); `ε ∪ r+ = r*` (L59)
fn re_union_epsilon(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut parts = ctx.store.args(term).to_vec();
    let epsilon = parts.iter().position(|&r| ctx.is_re_epsilon(r))?;
    parts.remove(epsilon);
    if parts.iter().any(|&r| ctx.re_nullable(r) == Some(true)) {
        return Some(rebuild(ctx, Op::ReUnion, &parts));
    }
    let plus = parts.iter().position(|&r| ctx.op(r) == Op::RePlus)?;
    let body = ctx.arg(parts[plus], 0);
    parts[plus] = ctx.store.re_star(body);
    Some(rebuild(ctx, Op::ReUnion, &parts))
}

/// `w ∩ r` is w or none as w ∈ r says (L102–L104)
fn re_inter_literal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term).to_vec();
    let literal = args
        .iter()
        .copied()
        .find(|&r| ctx.op(r) == Op::StrToRe && ctx.word(ctx.arg(r, 0)).is_some())?;
    let word = ctx.word(ctx.arg(literal, 0))?.to_vec();
    let mut rest = Vec::new();
    for &r in args.iter().filter(|&&r| r != literal) {
        match ctx.core.regexes.contains(ctx.store, r, &word, ctx.budget) {
            Some(false) => return Some(ctx.store.re_none()),
            Some(true) => {}
            None => rest.push(r),
        }
    }
    if rest.len() + 1 == args.len() {
        return None;
    }
    rest.push(literal);
    Some(rebuild(ctx, Op::ReInter, &rest))
}

/// `range ∩ range = range(max, min)` (L96, L98)
fn re_inter_ranges(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term).to_vec();
    let intervals: Vec<(u32, u32)> = args.iter().filter_map(|&r| interval(ctx, r)).collect();
    if intervals.len() < 2 {
        return None;
    }
    let lo = intervals.iter().map(|&(lo, _)| lo).max()?;
    let hi = intervals.iter().map(|&(_, hi)| hi).min()?;
    if lo > hi {
        return Some(ctx.store.re_none());
    }
    let mut parts: Vec<Term> = args
        .iter()
        .copied()
        .filter(|&r| interval(ctx, r).is_none())
        .collect();
    parts.push(range_term(ctx, lo, hi));
    Some(rebuild(ctx, Op::ReInter, &parts))
}

/// `comp(none) = all`, `comp(all) = none` (L19, L20), `comp(ε) = allchar·all` (L42)
fn re_comp_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    match ctx.op(r) {
        Op::ReNone => Some(ctx.store.re_all()),
        Op::ReAll => Some(ctx.store.re_none()),
        _ if ctx.is_re_epsilon(r) => {
            let (one, rest) = (ctx.store.re_allchar(), ctx.store.re_all());
            Some(ctx.store.re_concat(&[one, rest]))
        }
        _ => None,
    }
}

/// `comp(comp(r)) = r` (L18)
fn re_comp_comp(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    (ctx.op(r) == Op::ReComp).then(|| ctx.arg(r, 0))
}

/// `comp(q ∪ r) = comp(q) ∩ comp(r)` if one of them is a complement (L16, L17)
fn re_comp_junction(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    let dual = match ctx.op(r) {
        Op::ReUnion => Op::ReInter,
        Op::ReInter => Op::ReUnion,
        _ => return None,
    };
    let parts = ctx.store.args(r).to_vec();
    if !parts.iter().any(|&part| ctx.op(part) == Op::ReComp) {
        return None;
    }
    let complements: Vec<Term> = parts.iter().map(|&part| ctx.store.re_comp(part)).collect();
    Some(ctx.store.mk(dual, &complements))
}

/// `q \ r \ s = q ∩ comp(r) ∩ comp(s)` (L21, L28)
fn re_diff_is_inter(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut parts = ctx.store.args(term).to_vec();
    for part in &mut parts[1..] {
        *part = ctx.store.re_comp(*part);
    }
    Some(ctx.store.re_inter(&parts))
}
