//! The last word on every model: the reference semantics, on the assertions as they were written.

use std::collections::BTreeMap;

use sinew_base::{Budget, StopReason};
use sinew_semantics::{
    Evaluator, Interpretation, Limits, Model, Reason, Value, Verdict, check_with,
};
use sinew_smtlib::Definition;
use sinew_term::{FunId, Op, Sort, SortId, Term, TermStore, postorder_all};

use crate::solve::{Outcome, Unknown};

/// Recursive definitions that may be unfolded at a time. A level takes about 500 bytes, so a
/// definition that never ends is given up within a megabyte.
const RECURSION_DEPTH: usize = 2_000;

/// An evaluator of at most so many steps, which are drawn from the budget; it stops when that says
/// so.
#[must_use]
pub(crate) fn evaluator<'a>(
    store: &'a TermStore,
    model: &'a Model,
    steps: u64,
    budget: &'a Budget<'a>,
) -> Evaluator<'a> {
    let default = Limits::default();
    let limits = Limits {
        steps: steps.min(default.steps),
        recursion_depth: RECURSION_DEPTH,
        ..default
    };
    Evaluator::with_limits(store, model, limits)
        .with_watcher(Box::new(|steps| budget.spend(steps).is_ok()))
}

/// Passes an outcome on if it may be printed. A `sat` whose model does not satisfy the original
/// assertions, or cannot be shown to within the budget, becomes `unknown`.
#[must_use]
pub fn certify(
    store: &TermStore,
    assertions: &[Term],
    outcome: Outcome,
    budget: &Budget,
) -> Outcome {
    let Outcome::Sat(model) = outcome else {
        return outcome;
    };
    let model = model.with_defaults();
    match verdict(store, assertions, &model, budget) {
        Ok(()) => Outcome::Sat(model),
        Err(why) => Outcome::Unknown(why),
    }
}

fn verdict(
    store: &TermStore,
    assertions: &[Term],
    model: &Model,
    budget: &Budget,
) -> Result<(), Unknown> {
    let mut evaluator = evaluator(store, model, u64::MAX, budget);
    match check_with(&mut evaluator, assertions) {
        Verdict::Satisfied => Ok(()),
        Verdict::Falsified { index, .. } => Err(Unknown::Incomplete(format!(
            "the model found does not satisfy assertion {}",
            index + 1
        ))),
        Verdict::Undecided { reason, .. } if reason.reason == Reason::Interrupted => {
            let why = budget.exhausted().unwrap_or(StopReason::Interrupted);
            Err(Unknown::Stopped(why))
        }
        Verdict::Undecided { index, reason } => Err(Unknown::Incomplete(format!(
            "the model found could not be checked on assertion {}: {}",
            index + 1,
            reason.describe(store)
        ))),
    }
}

/// The names under which models say what division by zero is, as z3 does: `div0`, `mod0`, or if
/// the script has declared these, `div0!0` and so on.
pub(crate) const BY_ZERO: [&str; 2] = ["div0", "mod0"];

/// Which of [`BY_ZERO`] a function of a printed model is, if the script did not declare it.
fn by_zero(store: &TermStore, declared: &[FunId], fun: FunId) -> Option<usize> {
    let decl = store.fun(fun);
    let ints = decl.result == Sort::Int && decl.params.iter().all(|&sort| sort == Sort::Int);
    if !ints || !matches!(decl.params.len(), 1 | 2) || declared.contains(&fun) {
        return None;
    }
    let name = store.fun_name(fun);
    BY_ZERO.iter().position(|&base| {
        name.strip_prefix(base).is_some_and(|rest| {
            rest.is_empty()
                || rest
                    .strip_prefix('!')
                    .is_some_and(|n| n.parse::<u32>().is_ok())
        })
    })
}

/// The model that printed definitions make, of a script that declares these functions. Constants of
/// declared sorts that the definitions use without defining them are abstract values,
/// `(as @S!val!0 S)` or z3's `S!val!0`: different names are different elements.
#[must_use]
pub fn model_of_definitions(
    store: &TermStore,
    declared: &[FunId],
    definitions: Vec<Definition>,
) -> Model {
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
    for Definition { fun, params, body } in definitions {
        match by_zero(store, declared, fun) {
            Some(0) => model.set_div0(Interpretation::Definition { params, body }),
            Some(_) => model.set_mod0(Interpretation::Definition { params, body }),
            None => model.set_function(fun, params, body),
        }
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
        let budget = Budget::unlimited();
        let outcome = certify(&store, &[assertion], Outcome::Sat(model.clone()), &budget);
        assert!(matches!(outcome, Outcome::Unknown(Unknown::Incomplete(_))));
        model.set_constant(fun, Value::string("a"));
        assert!(matches!(
            certify(&store, &[assertion], Outcome::Sat(model), &budget),
            Outcome::Sat(_)
        ));
    }

    #[test]
    fn certification_draws_on_the_budget_and_stops_with_it() {
        let mut store = TermStore::new();
        let x = store.constant("x", Sort::Int);
        let zero = store.int(0);
        let mut sum = x;
        for _ in 0..10_000 {
            sum = store.add(&[x, sum]);
        }
        let assertion = store.eq(sum, zero);
        let certified = |steps| {
            let budget = Budget::with_steps(steps);
            let outcome = Outcome::Sat(Model::new());
            let outcome = certify(&store, &[assertion], outcome, &budget);
            (outcome, budget)
        };
        let (outcome, budget) = certified(1_000_000);
        assert!(matches!(outcome, Outcome::Sat(_)));
        assert!(budget.spent() > 10_000, "each sub-term was evaluated");
        let (outcome, _) = certified(5_000);
        assert!(matches!(
            outcome,
            Outcome::Unknown(Unknown::Stopped(StopReason::Steps))
        ));
    }
}
