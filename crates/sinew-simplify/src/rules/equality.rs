//! Equality and distinctness of any sort, and equality of integers and of Booleans.
//!
//! Normal form: binary; a literal stands on the right, otherwise the smaller term on the left;
//! integer equalities are linear with coprime coefficients; Boolean equalities have no negated
//! side. Equalities of strings have their own files.

use sinew_term::{Integer, Op, Sort, Term};

use super::case::streq_case;
use super::compare::{difference, sides};
use super::numerals::streq_numerals;
use super::string_equality as strings;
use super::word_equation as words;
use super::{Rule, rules};
use crate::context::Ctx;
use crate::tuning::PAIRWISE;
use sinew_strings::linear::Linear;
use strings::{
    streq_code_point, streq_empty, streq_empty_replace, streq_from_code, streq_from_int,
    streq_replace_self, streq_reverse, streq_substr_empty, streq_substr_self, streq_substr_word,
};
use words::{
    streq_clash, streq_conjugate, streq_length, streq_multiset, streq_one_char, streq_split,
    streq_strip, streq_surplus, streq_word_order,
};

pub(super) const EQ: &[Rule] = rules![
    eq_reflexive,
    eq_values,
    eq_bool_constant,
    eq_bool_negation,
    eq_bool_nested,
    eq_bool_complement,
    eq_members,
    eq_int_normal,
    eq_int_decided,
    eq_int_no_summand,
    eq_length_zero,
    eq_index_absent,
    streq_code_point,
    eq_to_int_value,
    eq_oriented,
    streq_strip,
    streq_clash,
    streq_empty,
    streq_length,
    streq_multiset,
    streq_word_order,
    streq_surplus,
    streq_split,
    streq_one_char,
    streq_conjugate,
    streq_empty_replace,
    streq_replace_self,
    streq_substr_self,
    streq_substr_word,
    streq_substr_empty,
    streq_from_int,
    streq_numerals,
    streq_from_code,
    streq_reverse,
    streq_case,
    eq_languages,
];
pub(super) const DISTINCT: &[Rule] = rules![distinct_values, distinct_pairs];

/// `a = a`
fn eq_reflexive(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    (a == b).then(|| ctx.bool(true))
}

/// `c = d` is false for different literals
fn eq_values(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    ctx.distinct_values(a, b).then(|| ctx.bool(false))
}

fn is_bool(ctx: &Ctx<'_>, term: Term) -> bool {
    ctx.store.sort(ctx.arg(term, 0)) == Sort::Bool
}

/// `(a = true) = a`, `(a = false) = ¬a`
fn eq_bool_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    let (value, other) = match (ctx.store.bool_value(a), ctx.store.bool_value(b)) {
        (Some(value), _) => (value, b),
        (_, Some(value)) => (value, a),
        _ => return None,
    };
    Some(if value { other } else { ctx.negate(other) })
}

/// `(¬a = b) = ¬(a = b)`
fn eq_bool_negation(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    let (positive_a, positive_b) = (without_not(ctx, a), without_not(ctx, b));
    if (positive_a, positive_b) == (a, b) {
        return None;
    }
    let equal = ctx.store.eq(positive_a, positive_b);
    let flipped = (positive_a != a) != (positive_b != b);
    Some(if flipped { ctx.store.not(equal) } else { equal })
}

fn without_not(ctx: &Ctx<'_>, term: Term) -> Term {
    match ctx.op(term) {
        Op::Not => ctx.arg(term, 0),
        _ => term,
    }
}

/// `(a = (a = b)) = b`
fn eq_bool_nested(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if !is_bool(ctx, term) {
        return None;
    }
    let [a, b] = ctx.args(term);
    for (outer, inner) in [(a, b), (b, a)] {
        if ctx.op(inner) == Op::Eq {
            let [c, d] = ctx.args(inner);
            if c == outer {
                return Some(d);
            }
            if d == outer {
                return Some(c);
            }
        }
    }
    None
}

/// `(a = b) = false` if b is a's complement in negation normal form
fn eq_bool_complement(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if !is_bool(ctx, term) {
        return None;
    }
    let [a, b] = ctx.args(term);
    if !matches!(ctx.op(a), Op::And | Op::Or) || !matches!(ctx.op(b), Op::And | Op::Or) {
        return None;
    }
    let (left, right) = (ctx.store.args(a), ctx.store.args(b));
    if ctx.op(a) == ctx.op(b) || left.len() != right.len() {
        return None;
    }
    let mut negated: Vec<Term> = left.to_vec();
    for part in &mut negated {
        *part = ctx.negate(*part);
    }
    negated.sort_unstable();
    (negated == ctx.store.args(b)).then(|| ctx.bool(false))
}

/// `(s ∈ q) = (s ∈ r)` is true if q and r are the same language, false if they are complements
fn eq_members(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::InRe || ctx.op(b) != Op::InRe || ctx.arg(a, 0) != ctx.arg(b, 0) {
        return None;
    }
    let (q, r) = (ctx.arg(a, 1), ctx.arg(b, 1));
    if ctx.core.regexes.equivalent(ctx.store, q, r, ctx.budget) == Some(true) {
        return Some(ctx.bool(true));
    }
    let apart = ctx
        .core
        .regexes
        .excludes(ctx.store, &[(q, true), (r, true)], ctx.budget)
        == Some(true);
    let covering = ctx
        .core
        .regexes
        .excludes(ctx.store, &[(q, false), (r, false)], ctx.budget)
        == Some(true);
    (apart && covering).then(|| ctx.bool(false))
}

fn is_int(ctx: &Ctx<'_>, term: Term) -> bool {
    ctx.store.sort(ctx.arg(term, 0)) == Sort::Int
}

/// Linear normal form; `2x = 3` is false
fn eq_int_normal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if !is_int(ctx, term) {
        return None;
    }
    let p = difference(ctx, term);
    let normal = zero_term(ctx, p);
    (normal != term).then_some(normal)
}

/// The normal form of `p = 0`.
pub(super) fn zero_term(ctx: &mut Ctx<'_>, mut p: Linear) -> Term {
    if p.is_constant() {
        return ctx.bool(p.constant.is_zero());
    }
    let gcd = p.content();
    if !gcd.divides(&p.constant) {
        return ctx.bool(false);
    }
    p.divide_monomials(&gcd);
    p.constant = p.constant.div_exact(&gcd);
    if p.monomials[0].1.is_negative() {
        p = p.scaled(&Integer::MINUS_ONE);
    }
    let (left, right) = sides(ctx, &p);
    ctx.store.eq(left, right)
}

/// `p = 0` is false if p is always positive or always negative
fn eq_int_decided(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if !is_int(ctx, term) {
        return None;
    }
    let p = difference(ctx, term);
    let above = p.clone().offset(-1);
    let below = p.scaled(&Integer::MINUS_ONE).offset(-1);
    (ctx.nonneg(&above) || ctx.nonneg(&below)).then(|| ctx.bool(false))
}

/// `j·a + k·b = 0` is `a = 0 ∧ b = 0` if a and b are never negative and j, k positive
fn eq_int_no_summand(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if !is_int(ctx, term) {
        return None;
    }
    let p = difference(ctx, term);
    let one_sided = p.constant.is_zero()
        && p.monomials.len() > 1
        && p.monomials
            .iter()
            .all(|(atom, k)| k.is_positive() && ctx.range(*atom).is_at_least(0));
    if !one_sided {
        return None;
    }
    let zero = ctx.int(0);
    let parts: Vec<Term> = p
        .monomials
        .iter()
        .map(|(atom, _)| ctx.store.eq(*atom, zero))
        .collect();
    Some(ctx.store.conjunction(&parts))
}

/// `(|s| = 0) = (s = "")`
fn eq_length_zero(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::Len || !ctx.int_value(b)?.is_zero() {
        return None;
    }
    let (s, empty) = (ctx.arg(a, 0), ctx.empty());
    Some(ctx.store.eq(s, empty))
}

/// `(indexof(s, t, 0) = −1) = ¬contains(s, t)`
fn eq_index_absent(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::IndexOf || *ctx.int_value(b)? != Integer::MINUS_ONE {
        return None;
    }
    let [s, t, i] = ctx.args(a);
    if !ctx.int_value(i)?.is_zero() {
        return None;
    }
    let contains = ctx.store.contains(s, t);
    Some(ctx.store.not(contains))
}

/// `(to_int(s) = n) = s ∈ 0*·n` for a literal n ≥ 0
fn eq_to_int_value(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.op(a) != Op::ToInt {
        return None;
    }
    let n = ctx.int_value(b)?.clone();
    if n.is_negative() {
        return None;
    }
    let s = ctx.arg(a, 0);
    let numerals = sinew_strings::numerals::numerals_of(ctx.store, &n);
    Some(ctx.store.in_re(s, numerals))
}

/// `(b = a) = (a = b)`: a literal to the right, otherwise the smaller term to the left
fn eq_oriented(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if is_int(ctx, term) {
        return None; // its normal form has an order of its own
    }
    let swap = match (ctx.is_value(a), ctx.is_value(b)) {
        (true, false) => true,
        (false, true) => false,
        _ => b < a,
    };
    swap.then(|| ctx.store.eq(b, a))
}

/// `q = r` for regular expressions without symbols, as their languages say
fn eq_languages(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    if ctx.store.sort(a) != Sort::RegLan {
        return None;
    }
    let equal = ctx.core.regexes.equivalent(ctx.store, a, b, ctx.budget)?;
    Some(ctx.bool(equal))
}

/// `distinct` of different literals is true, with a repeated argument false
fn distinct_values(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut args = ctx.store.args(term).to_vec();
    let all_values = args.iter().all(|&arg| ctx.is_value(arg));
    args.sort_unstable();
    if args.windows(2).any(|pair| pair[0] == pair[1]) {
        return Some(ctx.bool(false));
    }
    // Only two Booleans exist.
    if is_bool(ctx, term) && args.len() > 2 {
        return Some(ctx.bool(false));
    }
    all_values.then(|| ctx.bool(true))
}

/// `distinct(a, b, c) = ¬(a = b) ∧ ¬(a = c) ∧ ¬(b = c)`, for few arguments
fn distinct_pairs(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term).to_vec();
    if args.len() > ctx.core.tuning.size(&PAIRWISE) {
        return None;
    }
    let mut pairs = Vec::new();
    for (i, &a) in args.iter().enumerate() {
        for &b in &args[i + 1..] {
            let equal = ctx.store.eq(a, b);
            pairs.push(ctx.store.not(equal));
        }
    }
    Some(ctx.store.conjunction(&pairs))
}
