//! Equations with extended functions on a side.

use sinew_term::{Integer, MAX_CHAR, Op, Term};

use super::word_equation::sides;
use crate::context::Ctx;
use crate::fold;

/// The side with this operator, and the other one.
fn with_op(ctx: &Ctx<'_>, term: Term, op: Op) -> Option<(Term, Term)> {
    let (a, b) = sides(ctx, term)?;
    if ctx.op(a) == op {
        Some((a, b))
    } else if ctx.op(b) == op {
        Some((b, a))
    } else {
        None
    }
}

/// `s·t = ""` is `s = "" ∧ t = ""`
pub(super) fn streq_empty(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    if !ctx.is_empty_word(b) || ctx.op(a) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(a);
    let empties: Vec<Term> = parts.iter().map(|&part| ctx.store.eq(part, b)).collect();
    Some(ctx.store.conjunction(&empties))
}

/// `replace(x, y, z) = ""` is `(x = "" ∧ ¬(y = "")) ∨ (x = y ∧ z = "")`
pub(super) fn streq_empty_replace(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    if !ctx.is_empty_word(b) || ctx.op(a) != Op::Replace {
        return None;
    }
    let [x, y, z] = ctx.args(a);
    let (x_empty, x_is_y) = (ctx.store.eq(x, b), ctx.store.eq(x, y));
    if ctx.is_empty_word(z) {
        return Some(ctx.store.disjunction(&[x_empty, x_is_y]));
    }
    let (y_empty, z_empty) = (ctx.store.eq(y, b), ctx.store.eq(z, b));
    let y_not_empty = ctx.store.not(y_empty);
    let untouched = ctx.store.conjunction(&[x_empty, y_not_empty]);
    let erased = ctx.store.conjunction(&[x_is_y, z_empty]);
    Some(ctx.store.disjunction(&[untouched, erased]))
}

/// `replace(x, y, z) = x` is `¬contains(x, y) ∨ y = z`
pub(super) fn streq_replace_self(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    for (replaced, x) in [(a, b), (b, a)] {
        if ctx.op(replaced) == Op::Replace && ctx.arg(replaced, 0) == x {
            let [_, y, z] = ctx.args(replaced);
            let contains = ctx.store.contains(x, y);
            let (absent, same) = (ctx.store.not(contains), ctx.store.eq(y, z));
            return Some(ctx.store.disjunction(&[absent, same]));
        }
    }
    None
}

/// `substr(x, 0, n) = x` is `n ≥ |x|`; `substr(x, i, n) = x` is `x = ""` if i ≥ 1 always
pub(super) fn streq_substr_self(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    for (part, x) in [(a, b), (b, a)] {
        if ctx.op(part) != Op::Substr || ctx.arg(part, 0) != x {
            continue;
        }
        let [_, i, n] = ctx.args(part);
        if ctx.int_value(i).is_some_and(Integer::is_zero) {
            // For a negative n the word must be empty; n ≥ |x| would then be wrong.
            let (length, empty) = (ctx.store.len(x), ctx.empty());
            let covers = ctx.store.ge(n, length);
            let is_empty = ctx.store.eq(x, empty);
            return Some(ctx.store.disjunction(&[covers, is_empty]));
        }
        if ctx.term_ge(i, 1) {
            let empty = ctx.empty();
            return Some(ctx.store.eq(x, empty));
        }
    }
    None
}

/// `substr(x, i, n) = ""` is `i ≥ |x|` if always i ≥ 0, and n ≥ 1 or n ≥ |x| − i
pub(super) fn streq_substr_empty(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    if ctx.op(a) != Op::Substr || !ctx.is_empty_word(b) {
        return None;
    }
    let [x, i, n] = ctx.args(a);
    let (start, count, length) = (ctx.poly(i), ctx.poly(n), ctx.len_poly(x));
    let reaches =
        ctx.nonneg(&start) && (ctx.term_ge(n, 1) || ctx.always_ge(&count, &length.minus(&start)));
    if !reaches {
        return None;
    }
    let length = ctx.store.len(x);
    Some(ctx.store.ge(i, length))
}

/// `substr(x, 0, n) = w` for a word w and a literal n: `prefixof(w, x)` if |w| = n, `x = w` if
/// |w| < n
pub(super) fn streq_substr_word(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    let length = ctx.word(b)?.len();
    if ctx.op(a) != Op::Substr {
        return None;
    }
    let [x, i, n] = ctx.args(a);
    let n = ctx.int_value(n)?.to_usize()?;
    if !ctx.int_value(i)?.is_zero() {
        return None;
    }
    if length < n {
        return Some(ctx.store.eq(x, b));
    }
    // |w| > n is left to lengths.
    (length == n).then(|| ctx.store.prefixof(b, x))
}

/// `from_int(n) = w` is `n = v` if w is the numeral of v, `n < 0` if w is empty, false otherwise
pub(super) fn streq_from_int(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = with_op(ctx, term, Op::FromInt)?;
    let word = ctx.word(b)?.to_vec();
    let n = ctx.arg(a, 0);
    if word.is_empty() {
        let zero = ctx.int(0);
        return Some(ctx.store.lt(n, zero));
    }
    let value = fold::to_int(&word);
    if value.is_negative() || fold::from_int(&value) != word {
        return Some(ctx.bool(false));
    }
    let value = ctx.int(value);
    Some(ctx.store.eq(n, value))
}

/// `from_code(n) = "c"` is `n = code of c`; `from_code(n) = ""` is `n < 0 ∨ n > 0x2FFFF`
pub(super) fn streq_from_code(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = with_op(ctx, term, Op::FromCode)?;
    let word = ctx.word(b)?.to_vec();
    let n = ctx.arg(a, 0);
    match word[..] {
        [] => {
            let (zero, top) = (ctx.int(0), ctx.int(MAX_CHAR));
            let (below, above) = (ctx.store.lt(n, zero), ctx.store.gt(n, top));
            Some(ctx.store.disjunction(&[below, above]))
        }
        [c] => {
            let code = ctx.int(c);
            Some(ctx.store.eq(n, code))
        }
        _ => Some(ctx.bool(false)),
    }
}

/// `to_code(s) = k` is `s = "c"` if k is the code of c, `¬(|s| = 1)` if k = −1
pub(super) fn streq_code_point(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::ToCode {
        return None;
    }
    let code = ctx.int_value(b)?.clone();
    let s = ctx.arg(a, 0);
    if code == Integer::MINUS_ONE {
        let (length, one) = (ctx.store.len(s), ctx.int(1));
        let single = ctx.store.eq(length, one);
        return Some(ctx.store.not(single));
    }
    match fold::from_code(&code)[..] {
        [c] => {
            let word = ctx.literal(&[c]);
            Some(ctx.store.eq(s, word))
        }
        _ => Some(ctx.bool(false)),
    }
}

/// `rev(s) = rev(t)` is `s = t`; `rev(s) = w` is `s = rev(w)` for a word w
pub(super) fn streq_reverse(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = with_op(ctx, term, Op::Rev)?;
    let s = ctx.arg(a, 0);
    if ctx.op(b) == Op::Rev {
        let t = ctx.arg(b, 0);
        return Some(ctx.store.eq(s, t));
    }
    let mut word = ctx.word(b)?.to_vec();
    word.reverse();
    let word = ctx.literal(&word);
    Some(ctx.store.eq(s, word))
}
