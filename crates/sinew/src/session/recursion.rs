//! Queries under recursive definitions.
//!
//! To the solver a recursively defined function is an uninterpreted one, which is exact for
//! `unsat`: what no function satisfies, the defined one does not either. For `sat` it is not, so
//! applications whose value the definitions compute are replaced by that value beforehand, and a
//! model counts only if the assertions, as they were written, hold with the functions that the
//! definitions compute. Definitions are taken at their word: each of them has such a function.

use sinew_base::Budget;
use sinew_semantics::Model;
use sinew_smtlib::Definition;
use sinew_term::{Op, Term, TermMap, TermStore, rebuild_bottom_up};

use crate::certify::{certify, evaluator};
use crate::solve::Outcome;

/// Steps of evaluation that the replaced applications of one query may take together.
const STEPS: u64 = 2_000_000;

/// The functions that `definitions` compute, and nothing else.
pub(super) fn defined(definitions: &[&Definition]) -> Model {
    let mut model = Model::new();
    for definition in definitions {
        model.set_function(definition.fun, definition.params.clone(), definition.body);
    }
    model
}

/// The terms with the values of defined functions in the place of their applications, wherever
/// these follow from the definitions alone and the budget lasts.
pub(super) fn unfold(
    store: &mut TermStore,
    defined: &Model,
    terms: &[Term],
    budget: &Budget,
) -> Vec<Term> {
    let mut cache = TermMap::default();
    let mut left = STEPS;
    let mut value = |store: &mut TermStore, term: Term| match store.op(term) {
        Op::Apply(fun) if defined.get(fun).is_some() && left > 0 => {
            let mut evaluator = evaluator(store, defined, (left / 2).max(1), budget);
            let value = evaluator.eval(term);
            left = left.saturating_sub(evaluator.steps());
            drop(evaluator);
            value.map_or(term, |value| value.to_term(store))
        }
        _ => term,
    };
    terms
        .iter()
        .map(|&term| rebuild_bottom_up(store, term, &mut cache, &mut value))
        .collect()
}

/// Passes an outcome on if it holds under the definitions.
pub(super) fn certify_defined(
    store: &TermStore,
    defined: &Model,
    terms: &[Term],
    outcome: Outcome,
    budget: &Budget,
) -> Outcome {
    let outcome = match outcome {
        Outcome::Sat(mut model) => {
            for (fun, meaning) in defined.iter() {
                model.set(fun, meaning.clone());
            }
            Outcome::Sat(model)
        }
        other => other,
    };
    certify(store, terms, outcome, budget)
}
