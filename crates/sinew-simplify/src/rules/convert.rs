//! Conversions between strings, numbers and code points.

use sinew_term::{MAX_CHAR, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;
use crate::fold;

pub(super) const IS_DIGIT: &[Rule] = rules![is_digit_is_member];
pub(super) const TO_CODE: &[Rule] = rules![
    to_code_constant,
    to_code_length,
    to_code_of_from_code,
    to_code_of_concat
];
pub(super) const FROM_CODE: &[Rule] =
    rules![from_code_constant, from_code_outside, from_code_of_to_code];
pub(super) const TO_INT: &[Rule] = rules![
    to_int_constant,
    to_int_foreign,
    to_int_of_from_int,
    to_int_leading_zeros
];
pub(super) const FROM_INT: &[Rule] = rules![from_int_constant, from_int_negative];

/// `is_digit(s) = s ∈ range("0", "9")`
fn is_digit_is_member(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    let (zero, nine) = (ctx.store.string("0"), ctx.store.string("9"));
    let digits = ctx.store.re_range(zero, nine);
    Some(ctx.store.in_re(s, digits))
}

/// `to_code("c")` is the code point of c, `to_code(w) = −1` for a word of another length
fn to_code_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let code = fold::to_code(ctx.word(ctx.arg(term, 0))?);
    Some(ctx.int(code))
}

/// `to_code(s) = −1` if |s| ≠ 1 always
fn to_code_length(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let range = ctx.range(ctx.arg(term, 0));
    (range.is_at_least(2) || range.is_at_most(0)).then(|| ctx.int(-1))
}

/// `to_code(from_code(n)) = ite(0 ≤ n ≤ 0x2FFFF, n, −1)`
fn to_code_of_from_code(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::FromCode {
        return None;
    }
    let n = ctx.arg(s, 0);
    let (zero, top, minus_one) = (ctx.int(0), ctx.int(MAX_CHAR), ctx.int(-1));
    let (above, below) = (ctx.store.ge(n, zero), ctx.store.ge(top, n));
    let valid = ctx.store.conjunction(&[above, below]);
    Some(ctx.store.ite(valid, n, minus_one))
}

/// `to_code("c"·s) = ite(s = "", code of c, −1)`
fn to_code_of_concat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let at = parts.iter().position(|&part| ctx.word(part).is_some())?;
    let code = match ctx.word(parts[at])? {
        &[c] => ctx.int(c),
        _ => return None, // too long, which lengths tell
    };
    let (empty, minus_one) = (ctx.empty(), ctx.int(-1));
    let others: Vec<Term> = parts
        .iter()
        .enumerate()
        .filter(|&(i, _)| i != at)
        .map(|(_, &part)| part)
        .collect();
    let empties: Vec<Term> = others
        .iter()
        .map(|&part| ctx.store.eq(part, empty))
        .collect();
    let alone = ctx.store.conjunction(&empties);
    Some(ctx.store.ite(alone, code, minus_one))
}

/// `from_code(n) = "c"` for the code point n of c, `""` for other literals
fn from_code_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let word = fold::from_code(ctx.int_value(ctx.arg(term, 0))?);
    Some(ctx.literal(&word))
}

/// `from_code(n) = ""` if n < 0 or n > 0x2FFFF always
fn from_code_outside(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let n = ctx.arg(term, 0);
    (ctx.term_le(n, -1) || ctx.term_ge(n, i64::from(MAX_CHAR) + 1)).then(|| ctx.empty())
}

/// `from_code(to_code(s)) = ite(|s| = 1, s, "")`
fn from_code_of_to_code(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let n = ctx.arg(term, 0);
    if ctx.op(n) != Op::ToCode {
        return None;
    }
    let s = ctx.arg(n, 0);
    let (length, one, empty) = (ctx.store.len(s), ctx.int(1), ctx.empty());
    let single = ctx.store.eq(length, one);
    Some(ctx.store.ite(single, s, empty))
}

/// `to_int("042") = 42`, `to_int(w) = −1` for a word that is no numeral
fn to_int_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let value = fold::to_int(ctx.word(ctx.arg(term, 0))?);
    Some(ctx.int(value))
}

/// `to_int(s·w·t) = −1` if w has a character that is no digit
fn to_int_foreign(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.pieces(ctx.arg(term, 0));
    let foreign = ctx
        .constant_pieces(&parts)
        .iter()
        .flatten()
        .any(|&c| !fold::is_digit(c));
    foreign.then(|| ctx.int(-1))
}

/// `to_int(from_int(n)) = ite(n ≥ 0, n, −1)`
fn to_int_of_from_int(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::FromInt {
        return None;
    }
    let n = ctx.arg(s, 0);
    let (zero, minus_one) = (ctx.int(0), ctx.int(-1));
    let valid = ctx.store.ge(n, zero);
    Some(ctx.store.ite(valid, n, minus_one))
}

/// `to_int("0"·s) = to_int(s)` if s is never empty
fn to_int_leading_zeros(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let mut parts = ctx.pieces(s);
    let word = ctx.word(parts[0])?.to_vec();
    let zeros = word.iter().take_while(|&&c| c == 0x30).count();
    if zeros == 0 {
        return None;
    }
    parts[0] = ctx.literal(&word[zeros..]);
    let rest = ctx.join(&parts);
    ctx.never_empty(rest).then(|| ctx.store.to_int(rest))
}

/// `from_int(42) = "42"`, `from_int(−1) = ""`
fn from_int_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let word = fold::from_int(ctx.int_value(ctx.arg(term, 0))?);
    Some(ctx.literal(&word))
}

/// `from_int(n) = ""` if n < 0 always
fn from_int_negative(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let n = ctx.arg(term, 0);
    ctx.term_le(n, -1).then(|| ctx.empty())
}
