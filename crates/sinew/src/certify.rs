//! The last word on every model: the reference semantics, on the assertions as they were written.

use std::collections::BTreeMap;

use sinew_semantics::{Model, Value, Verdict, check};
use sinew_smtlib::Definition;
use sinew_term::{Op, Sort, SortId, Term, TermStore, postorder_all};

use crate::solve::{Outcome, Unknown};

/// Passes an outcome on if it may be printed. A `sat` whose model does not satisfy the original
/// assertions, or cannot be shown to, becomes `unknown`.
#[must_use]
pub fn certify(store: &TermStore, assertions: &[Term], outcome: Outcome) -> Outcome {
    let Outcome::Sat(model) = outcome else {
        return outcome;
    };
    let model = model.with_defaults();
    match verdict(store, assertions, &model) {
        Ok(()) => Outcome::Sat(model),
        Err(why) => Outcome::Unknown(Unknown::Incomplete(why)),
    }
}

fn verdict(store: &TermStore, assertions: &[Term], model: &Model) -> Result<(), String> {
    match check(store, model, assertions) {
        Verdict::Satisfied => Ok(()),
        Verdict::Falsified { index, .. } => Err(format!(
            "the model found does not satisfy assertion {}",
            index + 1
        )),
        Verdict::Undecided { index, reason } => Err(format!(
            "the model found could not be checked on assertion {}: {}",
            index + 1,
            reason.describe(store)
        )),
    }
}

/// The model that printed definitions make. Constants of declared sorts that the definitions use
/// without defining them are abstract values, `(as @S!val!0 S)` or z3's `S!val!0`: different names
/// are different elements.
#[must_use]
pub fn model_of_definitions(store: &TermStore, definitions: Vec<Definition>) -> Model {
    let bodies: Vec<Term> = definitions
        .iter()
        .map(|definition| definition.body)
        .collect();
    let mut model = Model::new();
    let mut elements: BTreeMap<SortId, u64> = BTreeMap::new();
    for term in postorder_all(store, &bodies) {
        if let (Op::Apply(fun), Sort::User(sort)) = (store.op(term), store.sort(term))
            && store.args(term).is_empty()
            && !definitions.iter().any(|definition| definition.fun == fun)
        {
            let next = elements.entry(sort).or_default();
            model.set_constant(fun, Value::User(sort, *next));
            *next += 1;
        }
    }
    for (sort, count) in elements {
        model.set_universe(sort, count);
    }
    for definition in definitions {
        model.set_function(definition.fun, definition.params, definition.body);
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_model_never_becomes_sat() {
        let mut store = TermStore::new();
        let x = store.constant("x", Sort::String);
        let a = store.string("a");
        let assertion = store.eq(x, a);
        let Op::Apply(fun) = store.op(x) else {
            unreachable!("a constant")
        };
        let mut model = Model::new();
        model.set_constant(fun, Value::string("b"));
        let outcome = certify(&store, &[assertion], Outcome::Sat(model.clone()));
        assert!(matches!(outcome, Outcome::Unknown(Unknown::Incomplete(_))));
        model.set_constant(fun, Value::string("a"));
        assert!(matches!(
            certify(&store, &[assertion], Outcome::Sat(model)),
            Outcome::Sat(_)
        ));
    }
}
