//! Comparisons of integers.
//!
//! Normal form: one atom `(>= p c)` per bound, with the monomials of positive coefficient on the
//! left and the others on the right, the first coefficient positive, all divided by their
//! greatest common divisor with the constant rounded; an upper bound is a negated lower bound.

use sinew_term::{Integer, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;
use sinew_strings::linear::{Linear, LinearBuilder};

pub(super) const OTHER: &[Rule] = rules![compare_is_ge];
pub(super) const GE: &[Rule] = rules![
    ge_normal,
    ge_decided,
    ge_length_one,
    ge_index_found,
    ge_code_exists
];

/// `a ≤ b = b ≥ a`, `a < b = ¬(a ≥ b)`, `a > b = ¬(b ≥ a)`
fn compare_is_ge(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    Some(match ctx.op(term) {
        Op::Le => ctx.store.ge(b, a),
        Op::Lt => {
            let ge = ctx.store.ge(a, b);
            ctx.store.not(ge)
        }
        _ => {
            let ge = ctx.store.ge(b, a);
            ctx.store.not(ge)
        }
    })
}

/// `left − right` of a binary relation between integers.
pub(super) fn difference(ctx: &Ctx<'_>, atom: Term) -> Linear {
    let mut sum = LinearBuilder::default();
    sum.add_term(ctx.store, ctx.arg(atom, 0), &Integer::ONE);
    sum.add_term(ctx.store, ctx.arg(atom, 1), &Integer::MINUS_ONE);
    sum.finish()
}

/// Linear normal form; `2x ≥ 3 = x ≥ 2`; constants decide
fn ge_normal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let p = difference(ctx, term);
    let normal = nonneg_term(ctx, p);
    (normal != term).then_some(normal)
}

/// The normal form of `p ≥ 0`.
pub(super) fn nonneg_term(ctx: &mut Ctx<'_>, mut p: Linear) -> Term {
    if p.is_constant() {
        return ctx.bool(!p.constant.is_negative());
    }
    let gcd = p.content();
    p.divide_monomials(&gcd);
    p.constant = p.constant.div_floor(&gcd);
    let negative = p.monomials[0].1.is_negative();
    if negative {
        // p ≥ 0 iff ¬(−p ≥ 1)
        p = p.scaled(&Integer::MINUS_ONE).offset(-1);
    }
    let (left, right) = sides(ctx, &p);
    let atom = ctx.store.ge(left, right);
    if negative { ctx.store.not(atom) } else { atom }
}

/// Positive monomials on the left, the rest and the constant on the right.
pub(super) fn sides(ctx: &mut Ctx<'_>, p: &Linear) -> (Term, Term) {
    let (positive, negative): (Vec<_>, Vec<_>) = p
        .monomials
        .iter()
        .cloned()
        .partition(|(_, k)| k.is_positive());
    let left = Linear {
        constant: Integer::ZERO,
        monomials: positive,
    };
    let right = Linear {
        constant: p.constant.clone(),
        monomials: negative,
    }
    .scaled(&Integer::MINUS_ONE);
    // Scaling by −1 keeps a zero polynomial zero, and the constant moves over as it should.
    (left.to_term(ctx.store), right.to_term(ctx.store))
}

/// `p ≥ 0` is true if p is never negative, false if it always is
fn ge_decided(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let p = difference(ctx, term);
    if ctx.nonneg(&p) {
        return Some(ctx.bool(true));
    }
    let below = p.scaled(&Integer::MINUS_ONE).offset(-1);
    ctx.nonneg(&below).then(|| ctx.bool(false))
}

/// `|s| ≥ 1 = ¬(s = "")`
fn ge_length_one(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::Len || !ctx.int_value(b)?.is_one() {
        return None;
    }
    let (s, empty) = (ctx.arg(a, 0), ctx.empty());
    let equal = ctx.store.eq(s, empty);
    Some(ctx.store.not(equal))
}

/// `indexof(s, t, 0) ≥ 0 = contains(s, t)`
fn ge_index_found(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::IndexOf || !ctx.int_value(b)?.is_zero() {
        return None;
    }
    let [s, t, i] = ctx.args(a);
    if !ctx.int_value(i)?.is_zero() {
        return None;
    }
    Some(ctx.store.contains(s, t))
}

/// `to_code(s) ≥ 0 = (|s| = 1)`
fn ge_code_exists(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::ToCode || !ctx.int_value(b)?.is_zero() {
        return None;
    }
    let (length, one) = (ctx.store.len(ctx.store.arg(a, 0)), ctx.int(1));
    Some(ctx.store.eq(length, one))
}

/// What a literal says about a sum without constant.
pub(super) enum Bound {
    AtLeast(Integer),
    AtMost(Integer),
    Equal(Integer),
    Not(Integer),
}

/// The sum and the bound of `p ≥ c`, `p = c` or the negation of one of these; `s = ""` counts
/// as `|s| = 0`.
pub(super) fn bound_of(ctx: &mut Ctx<'_>, literal: Term) -> Option<(Linear, Bound)> {
    let (atom, positive) = match ctx.op(literal) {
        Op::Not => (ctx.arg(literal, 0), false),
        _ => (literal, true),
    };
    if let Some(s) = empty_test(ctx, atom) {
        let bound = if positive {
            Bound::Equal(Integer::ZERO)
        } else {
            Bound::AtLeast(Integer::ONE)
        };
        return Some((Linear::atom(ctx.store.len(s)), bound));
    }
    let is_equality = match ctx.op(atom) {
        Op::Ge => false,
        Op::Eq if ctx.store.sort(ctx.arg(atom, 0)) == sinew_term::Sort::Int => true,
        _ => return None,
    };
    if ctx.store.args(atom).len() != 2 {
        return None;
    }
    let mut p = difference(ctx, atom);
    let first = &p.monomials.first()?.1;
    if !first.is_positive() || !p.content().is_one() {
        return None; // not in normal form
    }
    let limit = -&p.constant;
    p.constant = Integer::ZERO;
    let bound = match (is_equality, positive) {
        (false, true) => Bound::AtLeast(limit),
        (false, false) => Bound::AtMost(limit - Integer::ONE),
        (true, true) => Bound::Equal(limit),
        (true, false) => Bound::Not(limit),
    };
    Some((p, bound))
}

/// `s` of `s = ""`, unless it is a concatenation.
fn empty_test(ctx: &Ctx<'_>, atom: Term) -> Option<Term> {
    if ctx.op(atom) != Op::Eq || ctx.store.args(atom).len() != 2 {
        return None;
    }
    let [s, t]: [Term; 2] = ctx.args(atom);
    (ctx.is_empty_word(t) && ctx.op(s) != Op::Concat).then_some(s)
}

/// `s = ""` for the sum `|s|`.
fn is_empty_literal(ctx: &mut Ctx<'_>, p: &Linear) -> Option<Term> {
    match &p.monomials[..] {
        [(length, k)] if k.is_one() && ctx.op(*length) == Op::Len => {
            let (s, empty) = (ctx.arg(*length, 0), ctx.empty());
            Some(ctx.store.eq(s, empty))
        }
        _ => None,
    }
}

/// `p ≥ lo` for a sum in normal form.
pub(super) fn at_least(ctx: &mut Ctx<'_>, p: &Linear, lo: &Integer) -> Term {
    if lo.is_one()
        && let Some(empty) = is_empty_literal(ctx, p)
    {
        return ctx.negate(empty);
    }
    nonneg_term(ctx, p.clone().offset(-lo))
}

/// `p ≤ hi` for a sum in normal form.
pub(super) fn at_most(ctx: &mut Ctx<'_>, p: &Linear, hi: &Integer) -> Term {
    if hi.is_zero()
        && let Some(empty) = is_empty_literal(ctx, p)
    {
        return empty;
    }
    let more = nonneg_term(ctx, p.clone().offset(-(hi + &Integer::ONE)));
    ctx.negate(more)
}

/// `p = value` for a sum in normal form.
pub(super) fn equal_to(ctx: &mut Ctx<'_>, p: &Linear, value: &Integer) -> Term {
    if value.is_zero()
        && let Some(empty) = is_empty_literal(ctx, p)
    {
        return empty;
    }
    super::equality::zero_term(ctx, p.clone().offset(-value))
}
