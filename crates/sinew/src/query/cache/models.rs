//! Models of earlier queries.
//!
//! A formula is evaluated once in a model, and its truth is kept with it ([`Witness`]): so
//! asking again about a path condition that has grown costs what it has grown by.

use std::collections::VecDeque;

use sinew_base::{Budget, Tuning};
use sinew_semantics::Model;
use sinew_term::{Term, TermStore};

use crate::query::Witness;
use crate::tuning;

/// Models, those first that were of use last.
#[derive(Default)]
pub(super) struct Models(VecDeque<Witness>);

impl Models {
    /// Keeps a model.
    pub(super) fn keep(&mut self, witness: Witness, tuning: &Tuning) {
        self.0.push_front(witness);
        self.0.truncate(tuning.size(&tuning::MODELS));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The model at this place.
    pub(super) fn get(&self, place: usize) -> &Model {
        self.0[place].model()
    }

    /// Moves the model at this place to the front, and returns it with what is known of these formulas.
    pub(super) fn touch(&mut self, place: usize, terms: &[Term]) -> Option<Witness> {
        let witness = self.0.remove(place)?;
        let about = witness.about(terms);
        self.0.push_front(witness);
        Some(about)
    }

    /// The place of a model in which these formulas are all true, if `budget` lasts to find it. The
    /// last ones are looked at first: they are the latest, and so the likeliest to fail.
    pub(super) fn satisfying(
        &mut self,
        store: &TermStore,
        terms: impl DoubleEndedIterator<Item = Term> + Clone,
        tuning: &Tuning,
        budget: &Budget,
    ) -> Option<usize> {
        self.0.iter_mut().position(|witness| {
            let mut latest_first = terms.clone().rev();
            latest_first.all(|term| witness.holds(store, term, tuning, budget))
        })
    }
}
