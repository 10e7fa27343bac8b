//! How bounds grow, and what a search finds: the model of the input's symbols.

use std::rc::Rc;

use sinew_base::{Budget, StopReason};
use sinew_engine::{Model, Value};
use sinew_term::{Op, Term, TermStore};

use super::Search;
use super::ring::RingId;
use super::shape::{Part, Word};
use crate::tuning::{FLAT_DIGITS, FLAT_LAST_PERIOD, FLAT_PIECES};

impl Search {
    /// Tells the engine what has come to be said; what is assumed.
    pub(super) fn tell(
        &mut self,
        store: &mut TermStore,
        budget: &Budget,
    ) -> Result<Vec<Term>, StopReason> {
        self.flattened.promises.unfold(store, budget)?;
        let few = self.flattened.promises.chains.iter();
        let few: Vec<Term> = few.filter_map(|chain| chain.few).collect();
        let shapes = &mut self.flattened.promises.shapes;
        let told = std::mem::take(&mut shapes.told);
        for &fact in &told {
            self.engine.assert(store, fact, 0);
        }
        budget.spend(told.len() as u64)?;
        let mut assumptions = shapes.assumptions();
        assumptions.extend(few);
        Ok(assumptions)
    }

    /// Relaxes bounds that are to blame: the characters of a word alone, or the places of literals in rings, as this costs nothing; the digits of numerals, and the period, then, after a number of periods, or if
    /// the period had no part in it, the number of pieces. Whether there was one.
    pub(super) fn grow(&mut self, store: &mut TermStore, blamed: &[Term]) -> bool {
        let promises = &mut self.flattened.promises;
        let shapes = &mut promises.shapes;
        let digits = shapes.tuning.size(&FLAT_DIGITS);
        if shapes.lengthen_words(store, blamed) || shapes.free_places(blamed) {
            return true;
        }
        let mut grown = shapes.lengthen_numerals(store, blamed, digits);
        promises.denote(store);
        grown |= promises.lengthen_chains(blamed);
        let shapes = &mut promises.shapes;
        let narrow = shapes.narrow_among(blamed, shapes.tuning.size(&FLAT_PIECES));
        let literal = shapes.period_literal();
        let period = literal.is_some_and(|one| blamed.contains(&one));
        let (first, last) = &mut self.periods;
        if period && narrow.is_empty() && shapes.period == *last {
            *last = (2 * *last).min(shapes.tuning.size(&FLAT_LAST_PERIOD));
        }
        if period && shapes.period < *last {
            shapes.set_period(store, shapes.period + 1);
            grown = true;
        } else if !narrow.is_empty() {
            for id in narrow {
                shapes.add_piece(store, id);
            }
            shapes.set_period(store, *first);
            grown = true;
        }
        grown
    }

    /// The ring and its period, if nothing else that is assumed was refuted.
    pub(super) fn refuted(&self) -> Option<(RingId, usize)> {
        let [blamed] = self.engine.failed_assumptions() else {
            return None;
        };
        let mut rings = self.flattened.promises.shapes.rings.iter();
        let ring = rings.position(|ring| ring.literal == Some(*blamed))?;
        let cells = &self.flattened.promises.shapes.rings[ring].cells;
        Some((ring, cells.len()))
    }

    /// The model of the input's symbols.
    pub(super) fn model(
        &self,
        store: &TermStore,
        mut model: Model,
        budget: &Budget,
    ) -> Result<Model, StopReason> {
        let symbols = &self.flattened.symbols;
        let words: Vec<Word> = symbols
            .iter()
            .map(|&(_, id)| Rc::from([Part::Variable(id)]))
            .collect();
        let words = self
            .flattened
            .promises
            .decode(store, &model, &words, budget)?;
        model
            .functions
            .retain(|table| table.fun.index() < self.symbols);
        for (&(symbol, _), word) in symbols.iter().zip(words) {
            if let Op::Apply(fun) = store.op(symbol) {
                model.set_constant(fun, Value::Str(word));
            }
        }
        Ok(model)
    }
}
