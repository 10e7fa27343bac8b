//! Pure Boolean symbols: one that occurs only positively (or only negatively) under the ∧, ∨ and
//! ¬ of assertions gets the value that helps. Model: that value. Origins: none are added, since
//! nothing is derived; assertions only become weaker.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::StopReason;
use sinew_term::{Op, Substitution, Term, postorder_all};

use crate::preprocess::State;

#[derive(Default)]
struct Seen {
    positive: bool,
    negative: bool,
    /// Somewhere below another operator, where polarity is lost.
    mixed: bool,
}

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let mut seen: FxHashMap<Term, Seen> = FxHashMap::default();
    let mut order: Vec<Term> = Vec::new();
    // Atoms, in which polarity is lost.
    let mut below: Vec<Term> = Vec::new();
    let mut visited: FxHashSet<(Term, bool)> = FxHashSet::default();
    let mut stack: Vec<(Term, bool)> = state
        .problem
        .assertions
        .iter()
        .map(|&(term, _)| (term, true))
        .collect();
    while let Some((term, positive)) = stack.pop() {
        if !visited.insert((term, positive)) {
            continue;
        }
        state.budget.spend(1)?;
        match state.store.op(term) {
            Op::And | Op::Or => {
                stack.extend(state.store.args(term).iter().map(|&arg| (arg, positive)));
            }
            Op::Not => stack.push((state.store.arg(term, 0), !positive)),
            Op::Apply(_) if state.store.args(term).is_empty() => {
                let entry = seen.entry(term).or_insert_with(|| {
                    order.push(term);
                    Seen::default()
                });
                entry.positive |= positive;
                entry.negative |= !positive;
            }
            _ => {
                below.push(term);
            }
        }
    }
    for t in postorder_all(state.store, &below) {
        if let Some(entry) = seen.get_mut(&t) {
            entry.mixed = true;
        }
    }
    let mut substitution = Substitution::new();
    for symbol in order {
        let entry = &seen[&symbol];
        if entry.mixed || entry.positive == entry.negative || !state.may_eliminate(symbol) {
            continue;
        }
        let value = state.store.bool(entry.positive);
        substitution.insert(symbol, value);
        state.extension.define(state.store, symbol, value);
    }
    if substitution.is_empty() {
        return Ok(false);
    }
    for position in 0..state.problem.assertions.len() {
        let term = state.problem.assertions[position].0;
        state.problem.assertions[position].0 = substitution.apply(state.store, term);
    }
    Ok(true)
}
