//! Models, and what the reference semantics has found to be true in them.
//!
//! Every stage may evaluate formulas in a model; what was evaluated is kept with it, so nobody pays twice, and
//! the last look ([`Witness::satisfies`]) costs what no earlier one has seen. Truths get into a witness in this
//! file only, by evaluation, and a changed model is a new witness without any.
//!
//! That a truth stays one is so because a model interprets functions that have a recursive definition by that
//! definition, and all other symbols, those yet to be declared included, somehow.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason, Tuning};
use sinew_semantics::{Evaluator, Limits, Model, NotDecided, Reason, Value, Verdict, check_with};
use sinew_term::{Term, TermStore};

use super::{Query, Unknown};
use crate::tuning;

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

/// A model, and the formulas known to be true in it or not.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    model: Model,
    /// `None` where the semantics cannot tell, or not soon enough.
    truths: FxHashMap<Term, Option<bool>>,
}

impl Witness {
    /// A model of which nothing is known. Symbols without a value have their default.
    pub(crate) fn of(model: Model) -> Witness {
        Witness {
            model: model.with_defaults(),
            truths: FxHashMap::default(),
        }
    }

    /// The model.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The model, to be changed.
    pub(crate) fn into_model(self) -> Model {
        self.model
    }

    /// The same model, with what is known of these formulas.
    pub(crate) fn about(&self, terms: &[Term]) -> Witness {
        let known = |term: &Term| Some((*term, *self.truths.get(term)?));
        Witness {
            model: self.model.clone(),
            truths: terms.iter().filter_map(known).collect(),
        }
    }

    fn is_true(&self, term: Term) -> bool {
        self.truths.get(&term) == Some(&Some(true))
    }

    /// Whether the formula is true, as far as that can be seen soon.
    pub(crate) fn holds(
        &mut self,
        store: &TermStore,
        term: Term,
        tuning: &Tuning,
        budget: &Budget,
    ) -> bool {
        if let Some(&truth) = self.truths.get(&term) {
            return truth == Some(true);
        }
        if budget.exhausted().is_some() {
            return false;
        }
        let steps = tuning.get(&tuning::FORMULA_STEPS);
        let truth = match evaluator(store, &self.model, steps, budget).eval(term) {
            Ok(value) => Some(value == Value::Bool(true)),
            // That says nothing of the formula.
            Err(why) if why.reason == Reason::Interrupted => return false,
            Err(_) => None,
        };
        if self.truths.len() >= tuning.size(&tuning::TRUTHS) {
            self.truths.clear();
        }
        self.truths.insert(term, truth);
        truth == Some(true)
    }

    /// Whether the question's assertions are all true, by the reference semantics on the assertions as they
    /// are. Where one has a stand-in (by its position), which implies it, that must be true, and the assertion
    /// itself may be beyond evaluation, but not false. The error says why not.
    pub(crate) fn satisfies(
        &mut self,
        store: &TermStore,
        query: &Query,
        stand_ins: &[(usize, Term)],
        budget: &Budget,
    ) -> Result<(), Unknown> {
        budget.note(|| "checking the model".to_owned());
        let stand_ins: FxHashMap<usize, Term> = stand_ins.iter().copied().collect();
        let (mut positions, mut written, mut checked) = (Vec::new(), Vec::new(), Vec::new());
        for (place, &term) in query.terms().iter().enumerate() {
            if !self.is_true(term) {
                let position = query.origins([place]).first().copied().unwrap_or(place);
                let stand_in = stand_ins.get(&position).copied();
                positions.push(position);
                written.push(term);
                checked.push(stand_in.unwrap_or(term));
            }
        }
        self.evaluate(store, &checked, budget)
            .map_err(|failure| failure.describe(store, &positions, budget))?;
        if checked != written || written.iter().any(|&term| store.mentions_quantifiers(term)) {
            match self.evaluate(store, &written, budget) {
                Ok(()) | Err(Failure::Undecided(..)) => {}
                Err(failure) => return Err(failure.describe(store, &positions, budget)),
            }
        }
        let truths = written.iter().map(|&term| (term, Some(true)));
        self.truths.extend(truths);
        Ok(())
    }

    /// Whether all of these are true.
    fn evaluate(
        &self,
        store: &TermStore,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<(), Failure> {
        let mut evaluator = evaluator(store, &self.model, u64::MAX, budget);
        match check_with(&mut evaluator, formulas) {
            Verdict::Satisfied => Ok(()),
            Verdict::Falsified { index, .. } => Err(Failure::False(index)),
            Verdict::Undecided { reason, .. } if reason.reason == Reason::Interrupted => {
                Err(Failure::Stopped)
            }
            Verdict::Undecided { index, reason } => Err(Failure::Undecided(index, reason)),
        }
    }
}

/// Why formulas are not known to be all true.
enum Failure {
    False(usize),
    Undecided(usize, NotDecided),
    Stopped,
}

impl Failure {
    /// In words, the formulas being the assertions at these positions.
    fn describe(&self, store: &TermStore, positions: &[usize], budget: &Budget) -> Unknown {
        Unknown::Incomplete(match self {
            Failure::False(index) => {
                let number = positions[*index] + 1;
                format!("the model found does not satisfy assertion {number}")
            }
            Failure::Undecided(index, why) => {
                let (number, why) = (positions[*index] + 1, why.describe(store));
                format!("the model found could not be checked on assertion {number}: {why}")
            }
            Failure::Stopped => {
                let reason = budget.exhausted().unwrap_or(StopReason::Interrupted);
                return Unknown::Stopped(reason);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::{Op, Sort};

    #[test]
    fn a_wrong_model_satisfies_nothing() {
        let mut store = TermStore::new();
        let x = store.constant("x", Sort::String);
        let a = store.string("a");
        let assertion = store.eq(x, a);
        let Op::Apply(fun) = store.op(x) else {
            unreachable!("a constant")
        };
        let mut model = Model::new();
        let budget = Budget::unlimited();
        for (text, right) in [("b", false), ("a", true)] {
            model.set_constant(fun, Value::string(text));
            let mut witness = Witness::of(model.clone());
            let found = witness.satisfies(&store, &Query::new(&[assertion], [true]), &[], &budget);
            assert_eq!(found.is_ok(), right, "{found:?}");
            assert_eq!(witness.is_true(assertion), right);
        }
    }

    #[test]
    fn a_stand_in_does_not_hide_an_assertion_that_is_false() {
        let mut store = TermStore::new();
        let (yes, no) = (store.true_(), store.false_());
        let mut witness = Witness::of(Model::new());
        let budget = Budget::unlimited();
        for (written, stand_in, right) in [(no, yes, false), (yes, no, false), (yes, yes, true)] {
            let query = Query::new(&[written], [true]);
            let found = witness.satisfies(&store, &query, &[(0, stand_in)], &budget);
            assert_eq!(found.is_ok(), right, "{found:?}");
        }
    }

    #[test]
    fn evaluation_draws_on_the_budget_and_is_not_done_twice() {
        let mut store = TermStore::new();
        let x = store.constant("x", Sort::Int);
        let zero = store.int(0);
        let mut sum = x;
        for _ in 0..10_000 {
            sum = store.add(&[x, sum]);
        }
        let assertion = store.eq(sum, zero);
        let query = Query::new(&[assertion], [true]);
        let mut witness = Witness::of(Model::new());
        let few = Budget::with_steps(5_000);
        let stopped = Err(Unknown::Stopped(StopReason::Steps));
        assert_eq!(witness.satisfies(&store, &query, &[], &few), stopped);
        let enough = Budget::with_steps(1_000_000);
        assert_eq!(witness.satisfies(&store, &query, &[], &enough), Ok(()));
        assert!(enough.spent() > 10_000, "each sub-term was evaluated");
        let none = Budget::with_steps(0);
        let mut kept = witness.about(&[assertion]);
        assert_eq!(kept.satisfies(&store, &query, &[], &none), Ok(()));
    }
}
