//! `div`, `mod` and `divisible`. Division by zero is a function nobody knows: it stays.

use sinew_term::{Integer, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;
use sinew_strings::linear::Linear;

pub(super) const DIV: &[Rule] = rules![div_chain, div_unit, div_exact_part, div_small];
pub(super) const MOD: &[Rule] = rules![mod_constants, mod_reduced, mod_small];
pub(super) const DIVISIBLE: &[Rule] = rules![divisible_is_mod];

/// The literal divisor, if it is one and not zero.
fn divisor(ctx: &Ctx<'_>, term: Term) -> Option<Integer> {
    let [_, k] = *ctx.store.args(term) else {
        return None;
    };
    ctx.int_value(k).filter(|k| !k.is_zero()).cloned()
}

/// `a div b div c = (a div b) div c`
fn div_chain(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term).to_vec();
    if args.len() == 2 {
        return None;
    }
    let first = ctx.store.div(args[0], args[1]);
    Some(
        args[2..]
            .iter()
            .fold(first, |acc, &k| ctx.store.div(acc, k)),
    )
}

/// `a div 1 = a`, `a div −k = −(a div k)`
fn div_unit(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let k = divisor(ctx, term)?;
    let a = ctx.arg(term, 0);
    if k.is_one() {
        return Some(a);
    }
    if !k.is_negative() {
        return None;
    }
    let positive = ctx.int(-k);
    let quotient = ctx.store.div(a, positive);
    Some(ctx.store.neg(quotient))
}

/// `(k·a + b) div k = a + b div k`
fn div_exact_part(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let k = divisor(ctx, term)?;
    let p = ctx.poly(ctx.arg(term, 0));
    let mut whole = Linear::default();
    let mut rest = Linear::default();
    for (atom, c) in &p.monomials {
        if k.divides(c) {
            whole.monomials.push((*atom, c.div_exact(&k)));
        } else {
            rest.monomials.push((*atom, c.clone()));
        }
    }
    let (quotient, remainder) = p.constant.div_rem_euclid(&k);
    (whole.constant, rest.constant) = (quotient, remainder);
    if whole == Linear::default() {
        return None;
    }
    let (whole, rest) = (whole.to_term(ctx.store), rest.to_term(ctx.store));
    let divisor = ctx.int(k);
    let quotient = ctx.store.div(rest, divisor);
    Some(ctx.store.add(&[whole, quotient]))
}

/// `a div k = 0` if always 0 ≤ a < |k|
fn div_small(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let k = divisor(ctx, term)?;
    is_remainder(ctx, ctx.arg(term, 0), &k).then(|| ctx.int(0))
}

fn is_remainder(ctx: &mut Ctx<'_>, a: Term, k: &Integer) -> bool {
    let p = ctx.poly(a);
    let top = Linear::constant(k.abs() - Integer::ONE);
    ctx.nonneg(&p) && ctx.always_ge(&top, &p)
}

/// Literals; `a mod 1 = 0`, `a mod −k = a mod k`
fn mod_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let k = divisor(ctx, term)?;
    let a = ctx.arg(term, 0);
    if let Some(value) = ctx.int_value(a) {
        let remainder = value.div_rem_euclid(&k).1;
        return Some(ctx.int(remainder));
    }
    if k.abs().is_one() {
        return Some(ctx.int(0));
    }
    if !k.is_negative() {
        return None;
    }
    let positive = ctx.int(-k);
    Some(ctx.store.modulo(a, positive))
}

/// Coefficients modulo k: `(5·a + 7) mod 3 = (2·a + 1) mod 3`; nested `(a mod k) mod k = a mod k`
fn mod_reduced(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let k = divisor(ctx, term)?;
    let p = ctx.poly(ctx.arg(term, 0));
    let mut reduced = Linear::constant(p.constant.div_rem_euclid(&k).1);
    for (atom, c) in &p.monomials {
        let c = c.div_rem_euclid(&k).1;
        let inner = match ctx.op(*atom) {
            Op::Mod if divisor(ctx, *atom).is_some_and(|inner| k.divides(&inner)) => {
                ctx.poly(ctx.arg(*atom, 0))
            }
            _ => Linear::atom(*atom),
        };
        reduced = reduced.plus(&inner, &c);
    }
    if reduced == p {
        return None;
    }
    let (reduced, k) = (reduced.to_term(ctx.store), ctx.int(k));
    Some(ctx.store.modulo(reduced, k))
}

/// `a mod k = a` if always 0 ≤ a < |k|
fn mod_small(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let k = divisor(ctx, term)?;
    let a = ctx.arg(term, 0);
    is_remainder(ctx, a, &k).then_some(a)
}

/// `divisible_n(a) = (a mod n = 0)`
fn divisible_is_mod(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let Op::Divisible(n) = ctx.op(term) else {
        return None;
    };
    let n = ctx.store.integer(n).clone();
    let (a, n, zero) = (ctx.arg(term, 0), ctx.int(n), ctx.int(0));
    let remainder = ctx.store.modulo(a, n);
    Some(ctx.store.eq(remainder, zero))
}
