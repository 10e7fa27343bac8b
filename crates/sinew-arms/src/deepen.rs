//! Finite-model finding around an engine: short strings first.
//!
//! P3 (§4, Strategy 1, step 1) decides a bound on the sum of all lengths before anything else.
//! Here each string variable has a bound of its own, given to the engine as an assumption: bounds on
//! single variables cost arithmetic nothing, and when they are too tight, the failed assumptions name
//! the variables whose bounds must grow (P2 and the bounded solvers grow theirs in the same way).
//! What fails without any of these bounds fails for good; having reached one says nothing. (Bounds that
//! are enough, see [`lengths::length_bounds`](crate::lengths::length_bounds()), are no assumptions.)
//!
//! That bounds are too tight can be hard to see (nine different positions in a string of eight
//! characters: a pigeonhole problem). So after a number of steps all bounds grow without a proof,
//! and the next ones may take twice as many steps.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason, Tuning};
use sinew_engine::{Engine, Outcome, Reason};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use crate::tuning::{BOUND_GROWTH, BOUND_STEPS, FIRST_BOUND, LAST_BOUND};

/// The bounds on the string variables of a problem.
#[derive(Clone, Debug)]
pub struct Deepening {
    bounds: Vec<(Term, u32)>,
    /// Steps that may be taken with bounds that grew without proof as often as these did, and how
    /// many of them were.
    patience: u64,
    taken: u64,
    /// How often bounds grew.
    grown: u64,
    tuning: Tuning,
}

impl Deepening {
    /// The first bounds on the string variables of `terms`, and on their numerals: nothing else
    /// keeps the numbers behind those small.
    #[must_use]
    pub fn new(store: &TermStore, terms: &[Term], tuning: &Tuning) -> Deepening {
        let first = tuning.count(&FIRST_BOUND);
        let bounds = postorder_all(store, terms)
            .into_iter()
            .filter(|&t| {
                matches!(store.op(t), Op::Apply(_) | Op::FromInt)
                    && store.sort(t) == Sort::String
                    && !store.mentions_variables(t)
            })
            .map(|t| (t, first))
            .collect();
        Deepening {
            bounds,
            patience: tuning.get(&BOUND_STEPS),
            taken: 0,
            grown: 0,
            tuning: tuning.clone(),
        }
    }

    /// How often all within the bounds was looked at, or enough of it, so that they grew.
    #[must_use]
    pub fn grown(&self) -> u64 {
        self.grown
    }

    /// Decides the engine's assertions with bounds that grow as needed. A check that ran out of
    /// budget can be taken up again with more: bounds and everything learnt are kept.
    pub fn check(
        &mut self,
        engine: &mut Engine,
        store: &mut TermStore,
        budget: &Budget,
    ) -> Outcome {
        let growth = self.tuning.count(&BOUND_GROWTH);
        loop {
            if self.bounds.is_empty() {
                return engine.check(store, &[], budget);
            }
            let mut assumed: FxHashMap<Term, usize> = FxHashMap::default();
            let mut assumptions = Vec::with_capacity(self.bounds.len());
            for (index, &(variable, bound)) in self.bounds.iter().enumerate() {
                let (length, most) = (store.len(variable), store.int(bound));
                let assumption = store.le(length, most);
                assumed.insert(assumption, index);
                assumptions.push(assumption);
            }
            let slice = budget.slice(self.patience.saturating_sub(self.taken));
            let outcome = engine.check(store, &assumptions, &slice);
            self.taken += slice.spent();
            match outcome {
                Outcome::Unsat if !engine.failed_assumptions().is_empty() => {
                    for failed in engine.failed_assumptions() {
                        if let Some(&index) = assumed.get(failed) {
                            self.bounds[index].1 *= growth;
                        }
                    }
                }
                Outcome::Unknown(Reason::Stopped(StopReason::Steps)) if budget.left() > 0 => {
                    for (_, bound) in &mut self.bounds {
                        *bound *= growth;
                    }
                    self.patience = self.patience.saturating_mul(2);
                    self.taken = 0;
                }
                _ => return outcome,
            }
            self.grown += 1;
            self.bounds
                .retain(|&(_, bound)| bound <= self.tuning.count(&LAST_BOUND));
        }
    }
}
