//! Models of earlier queries, and what is true in each of them.
//!
//! A formula is evaluated once in a model, by the reference semantics, and its truth is kept: so
//! asking again about a path condition that has grown costs what it has grown by. That is right only
//! because a model interprets the functions that have a recursive definition by that definition, and
//! all other symbols, those yet to be declared included, somehow.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_semantics::{Model, Reason, Value};
use sinew_term::{Term, TermStore};

use crate::certify::evaluator;

/// At most so many models are kept.
const MOST: usize = 16;
/// Steps of evaluating one formula.
const STEPS: u64 = 50_000;
/// At most so many truths are kept for a model.
const TRUTHS: usize = 1 << 16;

/// A model, and the formulas known to be true in it or not.
struct Kept {
    model: Model,
    /// `None` where the semantics cannot tell, or not soon enough.
    truths: FxHashMap<Term, Option<bool>>,
}

/// Models, those first that were of use last.
#[derive(Default)]
pub(super) struct Models(VecDeque<Kept>);

impl Models {
    /// Keeps a model in which these formulas are true.
    pub(super) fn keep(&mut self, model: Model, terms: &[Term]) {
        let truths = terms.iter().map(|&term| (term, Some(true))).collect();
        self.0.push_front(Kept { model, truths });
        self.0.truncate(MOST);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The model at this place.
    pub(super) fn get(&self, place: usize) -> &Model {
        &self.0[place].model
    }

    /// Moves the model at this place to the front.
    pub(super) fn touch(&mut self, place: usize) {
        if let Some(kept) = self.0.remove(place) {
            self.0.push_front(kept);
        }
    }

    /// The place of a model in which these formulas are all true, if `budget` lasts to find it. The
    /// last ones are looked at first: they are the latest, and so the likeliest to fail.
    pub(super) fn satisfying(
        &mut self,
        store: &TermStore,
        terms: impl DoubleEndedIterator<Item = Term> + Clone,
        budget: &Budget,
    ) -> Option<usize> {
        self.0.iter_mut().position(|kept| {
            let mut latest_first = terms.clone().rev();
            latest_first.all(|term| kept.holds(store, term, budget))
        })
    }
}

impl Kept {
    fn holds(&mut self, store: &TermStore, term: Term, budget: &Budget) -> bool {
        if let Some(&truth) = self.truths.get(&term) {
            return truth == Some(true);
        }
        if budget.exhausted().is_some() {
            return false;
        }
        let truth = match evaluator(store, &self.model, STEPS, budget).eval(term) {
            Ok(value) => Some(value == Value::Bool(true)),
            // That says nothing of the formula.
            Err(why) if why.reason == Reason::Interrupted => return false,
            Err(_) => None,
        };
        if self.truths.len() >= TRUTHS {
            self.truths.clear();
        }
        self.truths.insert(term, truth);
        truth == Some(true)
    }
}
