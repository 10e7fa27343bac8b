//! `str.len`. Normal form: the argument is neither a word nor a concatenation, nor anything
//! whose length follows from its parts.

use sinew_term::{Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const LEN: &[Rule] = rules![len_fixed, len_concat, len_kept, len_substr, len_replace,];

/// `|w| = n` for a word, and for any term of known length
fn len_fixed(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let length = ctx.range(ctx.arg(term, 0)).value()?.clone();
    Some(ctx.int(length))
}

/// `|s·t| = |s| + |t|` (P3, Figure 2)
fn len_concat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let sum = ctx.len_poly(s);
    Some(sum.to_term(ctx.store))
}

/// `|rev(s)| = |update(s, i, t)| = |to_lower(s)| = |to_upper(s)| = |s|`
fn len_kept(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if !matches!(ctx.op(s), Op::Rev | Op::Update | Op::ToLower | Op::ToUpper) {
        return None;
    }
    let inner = ctx.arg(s, 0);
    Some(ctx.store.len(inner))
}

/// `|substr(s, i, n)|` is n if 0 ≤ i, 0 ≤ n, i + n ≤ |s| always, and |s| − i if 0 ≤ i ≤ |s| ≤ i + n
fn len_substr(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::Substr {
        return None;
    }
    let [x, start, count] = ctx.args(s);
    let (i, n, length) = (ctx.poly(start), ctx.poly(count), ctx.len_poly(x));
    if !ctx.nonneg(&i) {
        return None;
    }
    let rest = length.minus(&i);
    if ctx.nonneg(&n) && ctx.always_ge(&rest, &n) {
        return Some(count);
    }
    (ctx.nonneg(&rest) && ctx.always_ge(&n, &rest)).then(|| rest.to_term(ctx.store))
}

/// `|replace(s, t, u)| = |replace_all(s, t, u)| = |s|` if |t| = |u| always
fn len_replace(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if !matches!(ctx.op(s), Op::Replace | Op::ReplaceAll) {
        return None;
    }
    let [x, t, u] = ctx.args(s);
    (ctx.len_poly(t) == ctx.len_poly(u)).then(|| ctx.store.len(x))
}
