//! Concatenation. Normal form: at least two pieces, none empty, no two words side by side, no
//! piece a concatenation.

use sinew_term::{Integer, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const CONCAT: &[Rule] = rules![concat_flat, concat_words, concat_halves, concat_slices];

/// Nests that appear after simplification are opened up to this many pieces.
const FLAT_LIMIT: usize = 4096;

/// `s·(t·u) = s·t·u`
fn concat_flat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term);
    if !args.iter().any(|&arg| ctx.op(arg) == Op::Concat) {
        return None;
    }
    let mut parts = Vec::new();
    for &arg in args {
        if ctx.op(arg) == Op::Concat {
            parts.extend_from_slice(ctx.store.args(arg));
        } else {
            parts.push(arg);
        }
    }
    (parts.len() <= FLAT_LIMIT.max(2 * args.len())).then(|| ctx.join(&parts))
}

/// `s·"" = s`, `"a"·"b" = "ab"`, `(str.++ s) = s` (P3, Figure 2)
fn concat_words(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.store.args(term).to_vec();
    let joined = ctx.join(&parts);
    (joined != term).then_some(joined)
}

/// The neighbours at `at` as substrings of one word: `(x, i, n, j, m)` of
/// `substr(x, i, n)·substr(x, j, m)`.
fn neighbours(ctx: &Ctx<'_>, term: Term, at: usize) -> Option<[Term; 5]> {
    let (a, b) = (ctx.arg(term, at), ctx.arg(term, at + 1));
    if ctx.op(a) != Op::Substr || ctx.op(b) != Op::Substr {
        return None;
    }
    let ([x, i, n], [y, j, m]) = (ctx.args(a), ctx.args(b));
    (x == y).then_some([x, i, n, j, m])
}

fn replace_pair(ctx: &mut Ctx<'_>, term: Term, at: usize, by: Term) -> Term {
    let mut parts = ctx.store.args(term).to_vec();
    parts.splice(at..at + 2, [by]);
    ctx.join(&parts)
}

/// `substr(x, 0, n)·substr(x, n, m) = x` if n ≥ 0 and m ≥ |x| − n always
fn concat_halves(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    for at in 0..ctx.store.args(term).len() - 1 {
        let Some([x, i, n, j, m]) = neighbours(ctx, term, at) else {
            continue;
        };
        if n != j || !ctx.int_value(i).is_some_and(Integer::is_zero) {
            continue;
        }
        let (n, m) = (ctx.poly(n), ctx.poly(m));
        let rest = ctx.len_poly(x).minus(&n);
        if ctx.nonneg(&n) && ctx.always_ge(&m, &rest) {
            return Some(replace_pair(ctx, term, at, x));
        }
    }
    None
}

/// `substr(x, i, n)·substr(x, i + n, m) = substr(x, i, n + m)` if i, n, m ≥ 0 always
fn concat_slices(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    for at in 0..ctx.store.args(term).len() - 1 {
        let Some([x, i, n, j, m]) = neighbours(ctx, term, at) else {
            continue;
        };
        let (start, first, next, second) = (ctx.poly(i), ctx.poly(n), ctx.poly(j), ctx.poly(m));
        let adjacent = start.plus(&first, &Integer::ONE) == next;
        if adjacent && ctx.nonneg(&start) && ctx.nonneg(&first) && ctx.nonneg(&second) {
            let total = first.plus(&second, &Integer::ONE).to_term(ctx.store);
            let slice = ctx.store.substr(x, i, total);
            return Some(replace_pair(ctx, term, at, slice));
        }
    }
    None
}
