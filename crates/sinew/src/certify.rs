//! The last word on every model: the reference semantics, on the assertions as they were written.

use sinew_semantics::{Model, Verdict, check};
use sinew_term::{Term, TermStore};

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

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_semantics::Value;
    use sinew_term::{Op, Sort};

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
