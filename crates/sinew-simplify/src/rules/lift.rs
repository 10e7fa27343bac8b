//! Conditionals inside arguments.

use sinew_term::{Op, Sort, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const GENERAL: &[Rule] = rules![lift_ite];

/// `f(…, ite(c, a, b), …) = ite(c, f(…, a, …), f(…, b, …))` where that is better: one of the two
/// becomes a literal, or both together are no larger than before
fn lift_ite(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if matches!(ctx.op(term), Op::Apply(_) | Op::Pattern) {
        return None;
    }
    let args = ctx.store.args(term);
    let position = args
        .iter()
        .position(|&arg| ctx.op(arg) == Op::Ite && ctx.store.sort(arg) != Sort::RegLan)?;
    if args.len() > 4 || !ctx.is_small(term) {
        return None;
    }
    let op = ctx.op(term);
    let conditional = args[position];
    let mut args = args.to_vec();
    let [c, a, b] = ctx.args(conditional);
    args[position] = a;
    let then = ctx.store.mk(op, &args);
    args[position] = b;
    let other = ctx.store.mk(op, &args);
    let candidate = ctx.store.ite(c, then, other);
    let result = ctx.look_ahead(candidate)?;
    is_better(ctx, term, result).then_some(result)
}

fn is_better(ctx: &Ctx<'_>, term: Term, result: Term) -> bool {
    if ctx.is_value(result) {
        return true;
    }
    if ctx.op(result) == Op::Ite && ctx.store.args(result)[1..].iter().any(|&b| ctx.is_value(b)) {
        return true;
    }
    let size = ctx.size_up_to(term, 100);
    ctx.size_up_to(result, 100) <= size || (is_junction(ctx, result) && size < 40)
}

/// Whether the conditional dissolved into Boolean structure.
fn is_junction(ctx: &Ctx<'_>, term: Term) -> bool {
    matches!(ctx.op(term), Op::And | Op::Or | Op::Not | Op::Eq)
}
