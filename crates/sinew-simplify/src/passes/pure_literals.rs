//! Pure Boolean symbols: one that occurs only positively (or only negatively) under the connectives
//! of assertions gets the value that helps. Model: that value. Origins: none are added, since
//! nothing is derived; assertions only become weaker.

use sinew_base::StopReason;
use sinew_strings::polarity::polarities;
use sinew_term::{Sort, Substitution, Term, postorder_all};

use crate::preprocess::State;

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let assertions = state.problem.assertions.iter();
    let assertions: Vec<Term> = assertions.map(|&(term, _)| term).collect();
    let known = polarities(state.store, &assertions, state.budget)?;
    let mut substitution = Substitution::new();
    for symbol in postorder_all(state.store, &assertions) {
        if state.store.sort(symbol) != Sort::Bool || !state.store.is_symbol(symbol) {
            continue;
        }
        let polarity = known.get(symbol).copied().unwrap_or_default();
        if polarity.positive == polarity.negative || !state.may_eliminate(symbol) {
            continue;
        }
        let value = state.store.bool(polarity.positive);
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
