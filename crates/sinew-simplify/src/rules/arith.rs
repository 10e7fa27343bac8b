//! Sums, products and absolute values.
//!
//! Normal form of a sum: `(+ (* k t) … c)`, monomials in the order of their terms.

use sinew_term::{Integer, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;
use sinew_strings::linear::LinearBuilder;

pub(super) const ADD: &[Rule] = rules![add_normal];
pub(super) const MUL: &[Rule] = rules![mul_constants, mul_flat, mul_distributes, mul_sorted];
pub(super) const ABS: &[Rule] = rules![abs_signed];

/// `3·a + 2 + b − a = 2·a + b + 2`: like monomials are collected, constants added, zero monomials
/// dropped
fn add_normal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut sum = LinearBuilder::default();
    sum.add_term(ctx.store, term, &Integer::ONE);
    let normal = sum.finish().to_term(ctx.store);
    (normal != term).then_some(normal)
}

/// `3·x·2 = 6·x`, `0·x = 0`, `1·x = x`: one literal factor, in front
fn mul_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term).to_vec();
    let mut product = Integer::ONE;
    let mut rest = Vec::new();
    for &arg in &args {
        match ctx.int_value(arg) {
            Some(k) => product = &product * k,
            None => rest.push(arg),
        }
    }
    if rest.is_empty() || product.is_zero() {
        return Some(ctx.int(product));
    }
    let mut parts = Vec::with_capacity(rest.len() + 1);
    if !product.is_one() {
        parts.push(ctx.int(product));
    }
    parts.extend(rest);
    match parts[..] {
        [only] => Some(only),
        _ => (parts != args).then(|| ctx.store.mul(&parts)),
    }
}

/// `x·(y·z) = x·y·z`
fn mul_flat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.opened(term)?;
    (parts.len() <= 64).then(|| ctx.store.mul(&parts))
}

/// `k·(a + b) = k·a + k·b` for a literal k
fn mul_distributes(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [k, sum] = *ctx.store.args(term) else {
        return None;
    };
    let factor = ctx.int_value(k)?.clone();
    if ctx.op(sum) != Op::Add {
        return None;
    }
    let scaled = ctx.poly(sum).scaled(&factor);
    Some(scaled.to_term(ctx.store))
}

/// `b·a = a·b`: factors after the literal in the order of terms
fn mul_sorted(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut args = ctx.store.args(term).to_vec();
    let from = usize::from(ctx.int_value(args[0]).is_some());
    if args[from..].is_sorted() {
        return None;
    }
    args[from..].sort_unstable();
    Some(ctx.store.mul(&args))
}

/// `|a| = a` if a is never negative, `|a| = −a` if it is never positive
fn abs_signed(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let a = ctx.arg(term, 0);
    let p = ctx.poly(a);
    if ctx.nonneg(&p) {
        return Some(a);
    }
    let negated = p.scaled(&Integer::MINUS_ONE);
    ctx.nonneg(&negated).then(|| negated.to_term(ctx.store))
}
