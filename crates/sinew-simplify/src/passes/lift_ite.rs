//! Lifting conditionals out of small atoms: `A[ite(c, a, b)]` becomes `ite(c, A[a], A[b])`, which
//! is Boolean structure that the kernel can decide on. Models and origins stay as they are.

use sinew_base::StopReason;
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder};

use super::rules::LIFT_ITE;
use crate::context::size_up_to;
use crate::preprocess::State;
use crate::record::Step;
use crate::tuning::LIFTED_ATOM;

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let (mut changed, most) = (false, state.tuning().size(&LIFTED_ATOM));
    for position in 0..state.problem.assertions.len() {
        let term = state.problem.assertions[position].0;
        let order = postorder(state.store, term);
        state.budget.spend(order.len() as u64)?;
        let mut cache = TermMap::new();
        let (mut any, mut equations) = (false, Vec::new());
        for atom in order {
            if let Some(lifted) = lifted(state.store, atom, most) {
                cache.insert(atom, lifted);
                any = true;
                if state.recording() {
                    let conclusion = state.store.eq(atom, lifted);
                    equations.push(conclusion);
                    state.conclude(|| Step::Concluded {
                        pass: LIFT_ITE.name,
                        premises: Vec::new(),
                        conclusion,
                    });
                }
            }
        }
        if any {
            let lifted = sinew_term::rebuild_bottom_up(state.store, term, &mut cache, |_, t| t);
            state.problem.assertions[position].0 = lifted;
            state.conclude(|| Step::Replaced {
                from: term,
                equations,
                to: lifted,
            });
            changed = true;
        }
    }
    Ok(changed)
}

/// The atom with its first conditional on the outside, if it has fewer subterms than `most`.
fn lifted(store: &mut TermStore, atom: Term, most: usize) -> Option<Term> {
    let boolean = store.sort(atom) == Sort::Bool
        && !matches!(
            store.op(atom),
            Op::And | Op::Or | Op::Not | Op::Ite | Op::Forall(_) | Op::Exists(_) | Op::Pattern
        );
    let of_bools = store.op(atom) == Op::Eq && store.sort(store.arg(atom, 0)) == Sort::Bool;
    if !boolean || of_bools || size_up_to(store, &TermMap::new(), atom, most) >= most {
        return None;
    }
    let conditional = postorder(store, atom)
        .into_iter()
        .find(|&t| store.op(t) == Op::Ite && matches!(store.sort(t), Sort::Int | Sort::String))?;
    let (condition, a, b) = (
        store.arg(conditional, 0),
        store.arg(conditional, 1),
        store.arg(conditional, 2),
    );
    let mut with = |branch: Term| {
        let mut cache = TermMap::new();
        cache.insert(conditional, branch);
        sinew_term::rebuild_bottom_up(store, atom, &mut cache, |_, t| t)
    };
    let (then, other) = (with(a), with(b));
    Some(store.ite(condition, then, other))
}
