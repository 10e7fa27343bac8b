//! Recursive definitions: values in the place of applications, and functions into models.
//!
//! To the solver a recursively defined function is an uninterpreted one, which is exact for
//! `unsat`: what no function satisfies, the defined one does not either. For `sat` it is not, so
//! applications whose value the definitions compute are replaced by that value beforehand, and a
//! model counts only if the assertions, as they were written, hold with the functions that the
//! definitions compute. Definitions are taken at their word: each of them has such a function.

use sinew_semantics::Model;
use sinew_smtlib::Definition;
use sinew_term::{Op, Term, TermMap, TermStore, rebuild_bottom_up};

use super::witness::evaluator;
use super::{Answer, Context, Derivation, Outcome, Query, Rest, Stage, Witness, rules};
use crate::tuning;

/// The stage.
pub(super) struct Definitions;

impl Stage for Definitions {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        if cx.definitions.is_empty() {
            return rest.ask(query, cx);
        }
        let defined = defined(cx.definitions);
        let mut derivation = cx.derivation();
        let unfolded = match derivation.allows(&rules::UNFOLD) {
            true => unfold(query, &defined, &mut derivation, cx),
            false => query.clone(),
        };
        cx.note(&derivation);
        let Answer { outcome, mut basis } = rest.ask(&unfolded, cx);
        basis.precede(derivation);
        let outcome = match outcome {
            Outcome::Sat(witness) => {
                let mut model = witness.into_model();
                for (fun, meaning) in defined.iter() {
                    model.set(fun, meaning.clone());
                }
                Outcome::Sat(Witness::of(model))
            }
            other => other,
        };
        Answer { outcome, basis }
    }
}

/// The functions that `definitions` compute, and nothing else.
pub(crate) fn defined(definitions: &[&Definition]) -> Model {
    let mut model = Model::new();
    for definition in definitions {
        model.set_function(definition.fun, definition.params.clone(), definition.body);
    }
    model
}

/// The assertions with the values of defined functions in the place of their applications, wherever
/// these follow from the definitions alone and the budget lasts.
fn unfold(
    query: &Query,
    defined: &Model,
    derivation: &mut Derivation,
    cx: &mut Context<'_>,
) -> Query {
    let mut cache = TermMap::default();
    let budget = cx.budget;
    let mut left = cx.options.tuning.get(&tuning::UNFOLD_STEPS);
    let mut value = |store: &mut TermStore, term: Term| match store.op(term) {
        Op::Apply(fun) if defined.get(fun).is_some() && left > 0 => {
            let mut evaluator = evaluator(store, defined, (left / 2).max(1), budget);
            let value = evaluator.eval(term);
            left = left.saturating_sub(evaluator.steps());
            drop(evaluator);
            let Ok(value) = value else { return term };
            let value = value.to_term(store);
            let same = store.eq(term, value);
            derivation.apply(&rules::UNFOLD, Vec::new(), same);
            value
        }
        _ => term,
    };
    query.map(|term| rebuild_bottom_up(cx.store, term, &mut cache, &mut value))
}
