//! Concatenation. Normal form: at least two pieces, none empty, no two words side by side, no
//! piece a concatenation.

use sinew_term::{Integer, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const CONCAT: &[Rule] = rules![concat_flat, concat_words, concat_halves, concat_slices];

/// `s·(t·u) = s·t·u`
fn concat_flat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    ctx.opened(term).map(|parts| ctx.join(&parts))
}

/// `s·"" = s`, `"a"·"b" = "ab"`, `(str.++ s) = s` (P3, Figure 2)
fn concat_words(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.store.args(term).to_vec();
    let joined = ctx.join(&parts);
    (joined != term).then_some(joined)
}

/// Joins neighbours as long as `join` has something to say, in one sweep from the left.
fn sweep(
    ctx: &mut Ctx<'_>,
    term: Term,
    join: fn(&mut Ctx<'_>, Slice, Slice) -> Option<Term>,
) -> Option<Term> {
    let parts = ctx.store.args(term).to_vec();
    let mut result: Vec<Term> = Vec::with_capacity(parts.len());
    for &part in &parts {
        let joined = match (
            result.last().and_then(|&last| slice(ctx, last)),
            slice(ctx, part),
        ) {
            (Some(a), Some(b)) if a.of == b.of => join(ctx, a, b),
            _ => None,
        };
        match joined {
            Some(joined) => *result.last_mut()? = joined,
            None => result.push(part),
        }
    }
    (result.len() < parts.len()).then(|| ctx.join(&result))
}

/// `substr(of, from, count)`
#[derive(Clone, Copy)]
struct Slice {
    of: Term,
    from: Term,
    count: Term,
}

fn slice(ctx: &Ctx<'_>, term: Term) -> Option<Slice> {
    if ctx.op(term) != Op::Substr {
        return None;
    }
    let [of, from, count] = ctx.args(term);
    Some(Slice { of, from, count })
}

/// `substr(x, 0, n)·substr(x, n, m) = x` if n ≥ 0 and m ≥ |x| − n always
fn concat_halves(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    sweep(ctx, term, |ctx, a, b| {
        if a.count != b.from || !ctx.int_value(a.from)?.is_zero() {
            return None;
        }
        let (n, m) = (ctx.poly(a.count), ctx.poly(b.count));
        let rest = ctx.len_poly(a.of).minus(&n);
        (ctx.nonneg(&n) && ctx.always_ge(&m, &rest)).then_some(a.of)
    })
}

/// `substr(x, i, n)·substr(x, i + n, m) = substr(x, i, n + m)` if i, n, m ≥ 0 always
fn concat_slices(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    sweep(ctx, term, |ctx, a, b| {
        let (start, first) = (ctx.poly(a.from), ctx.poly(a.count));
        let (next, second) = (ctx.poly(b.from), ctx.poly(b.count));
        let adjacent = start.plus(&first, &Integer::ONE) == next;
        if !adjacent || !ctx.nonneg(&start) || !ctx.nonneg(&first) || !ctx.nonneg(&second) {
            return None;
        }
        let total = first.plus(&second, &Integer::ONE).to_term(ctx.store);
        Some(ctx.store.substr(a.of, a.from, total))
    })
}
