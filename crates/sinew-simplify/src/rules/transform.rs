//! `str.rev`, `str.update`, `str.to_lower` and `str.to_upper`.

use sinew_term::{Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;
use crate::fold;

pub(super) const REV: &[Rule] = rules![rev_constant, rev_rev, rev_concat, rev_short];
pub(super) const UPDATE: &[Rule] = rules![update_nothing, update_expanded];
pub(super) const CASE: &[Rule] = rules![case_constant, case_of_case, case_concat, case_of_digits];

/// `rev("ab") = "ba"` for words
fn rev_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut word = ctx.word(ctx.arg(term, 0))?.to_vec();
    word.reverse();
    Some(ctx.literal(&word))
}

/// `rev(rev(s)) = s`
fn rev_rev(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    (ctx.op(s) == Op::Rev).then(|| ctx.arg(s, 0))
}

/// `rev(s·t) = rev(t)·rev(s)`
fn rev_concat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let reversed: Vec<Term> = parts
        .iter()
        .rev()
        .map(|&part| ctx.store.rev(part))
        .collect();
    Some(ctx.store.concat(&reversed))
}

/// `rev(s) = s` if |s| ≤ 1 always
fn rev_short(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    ctx.range(s).is_at_most(1).then_some(s)
}

/// `update(s, i, t) = s` if always t = "", i < 0 or i ≥ |s|
fn update_nothing(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, t] = ctx.args(term);
    let (start, length) = (ctx.poly(i), ctx.len_poly(s));
    let nothing = ctx.is_empty_word(t) || ctx.term_le(i, -1) || ctx.always_ge(&start, &length);
    nothing.then_some(s)
}

/// `update(s, i, t) = ite(0 ≤ i < |s|, substr(s, 0, i)·substr(t, 0, |s| − i)·substr(s, i + |t|,
/// |s|), s)`
fn update_expanded(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, t] = ctx.args(term);
    let zero = ctx.int(0);
    let (length, by) = (ctx.store.len(s), ctx.store.len(t));
    let (rest, after) = (ctx.store.sub(length, i), ctx.store.add(&[i, by]));
    let parts = [
        ctx.store.substr(s, zero, i),
        ctx.store.substr(t, zero, rest),
        ctx.store.substr(s, after, length),
    ];
    let updated = ctx.store.concat(&parts);
    let (from_zero, inside) = (ctx.store.ge(i, zero), ctx.store.gt(length, i));
    let valid = ctx.store.conjunction(&[from_zero, inside]);
    Some(ctx.store.ite(valid, updated, s))
}

fn convert(op: Op, word: &[u32]) -> Vec<u32> {
    let convert = if op == Op::ToLower {
        fold::lower
    } else {
        fold::upper
    };
    word.iter().map(|&c| convert(c)).collect()
}

/// `to_lower("Ab") = "ab"`, `to_upper("Ab") = "AB"` for words
fn case_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let word = convert(ctx.op(term), ctx.word(ctx.arg(term, 0))?);
    Some(ctx.literal(&word))
}

/// `to_lower(to_lower(s)) = to_lower(to_upper(s)) = to_lower(s)`, and so for `to_upper`
fn case_of_case(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if !matches!(ctx.op(s), Op::ToLower | Op::ToUpper) {
        return None;
    }
    let inner = ctx.arg(s, 0);
    Some(ctx.store.mk(ctx.store.op(term), &[inner]))
}

/// `to_lower(s·t) = to_lower(s)·to_lower(t)`
fn case_concat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let op = ctx.op(term);
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let converted: Vec<Term> = parts
        .iter()
        .map(|&part| ctx.store.mk(op, &[part]))
        .collect();
    Some(ctx.store.concat(&converted))
}

/// `to_lower(from_int(n)) = from_int(n)`
fn case_of_digits(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    (ctx.op(s) == Op::FromInt).then_some(s)
}
