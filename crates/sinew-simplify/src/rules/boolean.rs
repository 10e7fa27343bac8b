//! Negation, implication and exclusive or.
//!
//! Normal form: negation stands only before atoms, Boolean equalities and conditionals;
//! implications are disjunctions, exclusive or is a negated equality.

use sinew_term::{Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const NOT: &[Rule] = rules![not_constant, not_not, not_junction, not_quantifier];
pub(super) const IMPLIES: &[Rule] = rules![implies_is_or];
pub(super) const XOR: &[Rule] = rules![xor_is_distinct];

/// `¬true = false`, `¬false = true`
fn not_constant(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let value = ctx.store.bool_value(ctx.arg(term, 0))?;
    Some(ctx.bool(!value))
}

/// `¬¬a = a`
fn not_not(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let inner = ctx.arg(term, 0);
    (ctx.op(inner) == Op::Not).then(|| ctx.arg(inner, 0))
}

/// De Morgan: `¬(a ∧ b) = ¬a ∨ ¬b` and `¬(a ∨ b) = ¬a ∧ ¬b`
fn not_junction(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let inner = ctx.arg(term, 0);
    let dual = match ctx.op(inner) {
        Op::And => Op::Or,
        Op::Or => Op::And,
        _ => return None,
    };
    let parts = ctx.store.args(inner).to_vec();
    let negated: Vec<Term> = parts.into_iter().map(|part| ctx.negate(part)).collect();
    Some(ctx.store.mk(dual, &negated))
}

/// `¬∀x.φ = ∃x.¬φ` and `¬∃x.φ = ∀x.¬φ`
fn not_quantifier(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let inner = ctx.arg(term, 0);
    let dual = match ctx.op(inner) {
        Op::Forall(count) => Op::Exists(count),
        Op::Exists(count) => Op::Forall(count),
        _ => return None,
    };
    let mut args = ctx.store.args(inner).to_vec();
    let (vars, _, _) = ctx.store.quantifier_parts(inner)?;
    let body = vars.len();
    args[body] = ctx.negate(args[body]);
    Some(ctx.store.mk(dual, &args))
}

/// `a ⇒ b ⇒ c = ¬a ∨ ¬b ∨ c`
fn implies_is_or(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut parts = ctx.store.args(term).to_vec();
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        *part = ctx.negate(*part);
    }
    Some(ctx.store.disjunction(&parts))
}

/// `a ⊕ b = ¬(a = b)`, from the left for more arguments
fn xor_is_distinct(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.store.args(term).to_vec();
    let mut result = parts[0];
    for &part in &parts[1..] {
        let equal = ctx.store.eq(result, part);
        result = ctx.negate(equal);
    }
    Some(result)
}
