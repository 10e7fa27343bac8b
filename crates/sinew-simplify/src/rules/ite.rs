//! Conditionals.
//!
//! Normal form: the condition is no constant and not negated; a Boolean conditional has no
//! constant branch; branches are simplified under the condition while they are small.

use sinew_term::{Op, Sort, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const ITE: &[Rule] = rules![
    ite_constant,
    ite_same,
    ite_not,
    ite_bool,
    ite_bool_common,
    ite_nested_same,
    ite_common_branch,
    ite_condition_known,
    ite_equality,
];

/// `ite(true, a, b) = a`, `ite(false, a, b) = b`
fn ite_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [c, a, b] = ctx.args(term);
    ctx.store
        .bool_value(c)
        .map(|value| if value { a } else { b })
}

/// `ite(c, a, a) = a`
fn ite_same(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [_, a, b] = ctx.args(term);
    (a == b).then_some(a)
}

/// `ite(¬c, a, b) = ite(c, b, a)`
fn ite_not(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [c, a, b] = ctx.args(term);
    if ctx.op(c) != Op::Not {
        return None;
    }
    let inner = ctx.arg(c, 0);
    Some(ctx.store.ite(inner, b, a))
}

/// `ite(c, true, b) = ite(c, c, b) = c ∨ b`, `ite(c, false, b) = ¬c ∧ b`, `ite(c, a, true) = ¬c ∨ a`,
/// `ite(c, a, false) = c ∧ a`, `ite(c, a, ¬a) = (c = a)`
fn ite_bool(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if ctx.store.sort(term) != Sort::Bool {
        return None;
    }
    let [c, a, b] = ctx.args(term);
    let not_c = ctx.negate(c);
    let (value_a, value_b) = (ctx.store.bool_value(a), ctx.store.bool_value(b));
    if value_a == Some(true) || a == c {
        return Some(ctx.store.disjunction(&[c, b]));
    }
    if value_a == Some(false) || a == not_c {
        return Some(ctx.store.conjunction(&[not_c, b]));
    }
    if value_b == Some(true) || b == not_c {
        return Some(ctx.store.disjunction(&[not_c, a]));
    }
    if value_b == Some(false) || b == c {
        return Some(ctx.store.conjunction(&[c, a]));
    }
    if ctx.negate(a) == b {
        return Some(ctx.store.eq(c, a));
    }
    None
}

/// `ite(c, a ∨ b, a) = a ∨ (c ∧ b)`, `ite(c, a ∧ b, a) = a ∧ (¬c ∨ b)`, and with the branches
/// exchanged
fn ite_bool_common(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if ctx.store.sort(term) != Sort::Bool {
        return None;
    }
    let [c, a, b] = ctx.args(term);
    let not_c = ctx.negate(c);
    for (guard, more, less) in [(c, a, b), (not_c, b, a)] {
        let op = ctx.op(more);
        if !matches!(op, Op::And | Op::Or) {
            continue;
        }
        let common = conjuncts(ctx, less, op);
        let all = ctx.store.args(more).to_vec();
        if !common.iter().all(|part| all.contains(part)) {
            continue;
        }
        let rest: Vec<Term> = all
            .into_iter()
            .filter(|part| !common.contains(part))
            .collect();
        return Some(if op == Op::Or {
            let rest = ctx.store.disjunction(&rest);
            let guarded = ctx.store.conjunction(&[guard, rest]);
            ctx.store.disjunction(&[less, guarded])
        } else {
            let unguarded = ctx.negate(guard);
            let rest = ctx.store.conjunction(&rest);
            let guarded = ctx.store.disjunction(&[unguarded, rest]);
            ctx.store.conjunction(&[less, guarded])
        });
    }
    None
}

/// `ite(c, ite(c, a, b), d) = ite(c, a, d)`, likewise in the other branch
fn ite_nested_same(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [c, a, b] = ctx.args(term);
    let pick = |ctx: &Ctx<'_>, branch: Term, index: usize| match ctx.op(branch) {
        Op::Ite if ctx.arg(branch, 0) == c => ctx.arg(branch, index),
        _ => branch,
    };
    let (new_a, new_b) = (pick(ctx, a, 1), pick(ctx, b, 2));
    ((new_a, new_b) != (a, b)).then(|| ctx.store.ite(c, new_a, new_b))
}

/// `ite(c, a, ite(d, a, b)) = ite(c ∨ d, a, b)`, `ite(c, a, ite(d, b, a)) = ite(c ∨ ¬d, a, b)`
/// and `ite(c, ite(d, a, b), b) = ite(c ∧ d, a, b)`, `ite(c, ite(d, b, a), b) = ite(c ∧ ¬d, a, b)`
fn ite_common_branch(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [c, a, b] = ctx.args(term);
    if ctx.op(b) == Op::Ite {
        let [d, x, y] = ctx.args(b);
        if x == a {
            let either = ctx.store.disjunction(&[c, d]);
            return Some(ctx.store.ite(either, a, y));
        }
        if y == a {
            let not_d = ctx.negate(d);
            let either = ctx.store.disjunction(&[c, not_d]);
            return Some(ctx.store.ite(either, a, x));
        }
    }
    if ctx.op(a) == Op::Ite {
        let [d, x, y] = ctx.args(a);
        if y == b {
            let both = ctx.store.conjunction(&[c, d]);
            return Some(ctx.store.ite(both, x, b));
        }
        if x == b {
            let not_d = ctx.negate(d);
            let both = ctx.store.conjunction(&[c, not_d]);
            return Some(ctx.store.ite(both, y, b));
        }
    }
    None
}

/// `ite(c, φ(c), ψ(c)) = ite(c, φ(true), ψ(false))`, and under `x = t` the symbol x is t; for
/// small branches
fn ite_condition_known(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [c, a, b] = ctx.args(term);
    if !ctx.is_small(term) {
        return None;
    }
    let (mut new_a, mut new_b) = (a, b);
    for literal in conjuncts(ctx, c, Op::And) {
        if let Some(known) = ctx.consequences(literal) {
            new_a = ctx.substitute_known(&known, new_a);
        }
    }
    for disjunct in conjuncts(ctx, c, Op::Or) {
        let literal = ctx.negate(disjunct);
        if let Some(known) = ctx.consequences(literal) {
            new_b = ctx.substitute_known(&known, new_b);
        }
    }
    ((new_a, new_b) != (a, b)).then(|| ctx.store.ite(c, new_a, new_b))
}

/// The parts of a junction of this kind; any other term is its own part.
fn conjuncts(ctx: &Ctx<'_>, term: Term, op: Op) -> Vec<Term> {
    if ctx.op(term) == op {
        ctx.store.args(term).to_vec()
    } else {
        vec![term]
    }
}

/// `ite(s = t, s, t) = t`, `ite(s = t, t, s) = s`
fn ite_equality(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [c, a, b] = ctx.args(term);
    if ctx.op(c) != Op::Eq {
        return None;
    }
    let [s, t] = ctx.args(c);
    ((a, b) == (s, t) || (a, b) == (t, s)).then_some(b)
}
