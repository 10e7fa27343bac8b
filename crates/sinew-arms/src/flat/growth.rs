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
    pub(super) fn tell(&mut self, store: &mut TermStore, budget: &Budget) -> Result<Vec<Term>, StopReason> {
        let shapes = &mut self.flattened.promises.shapes;
        let told = std::mem::take(&mut shapes.told);
        for &fact in &told {
            self.engine.assert(store, fact, 0);
        }
        budget.spend(told.len() as u64)?;
        Ok(shapes.assumptions())
    }

    /// Relaxes bounds that are to blame: a ring's period first, until it has had all; then the digits of numerals, and the period,
    /// then, after a number of periods, or if the period had no part in it, the number of pieces. Whether there was one.
    pub(super) fn grow(&mut self, store: &mut TermStore, blamed: &[Term]) -> bool {
        let rings: Vec<RingId> = (0..self.flattened.promises.shapes.rings.len())
            .filter(|&ring| {
                let literal = self.flattened.promises.shapes.rings[ring].literal();
                literal.is_some_and(|one| blamed.contains(&one))
            })
            .collect();
        if let ([ring], [_]) = (&rings[..], blamed) {
            self.flattened.promises.shapes.rings[*ring].exclude();
        }
        if self.turn_rings(store, &rings) {
            return true;
        }
        if std::mem::take(&mut self.put_off) {
            self.share = self.share.saturating_mul(2);
            return true;
        }
        self.grow_flat(store, blamed)
    }

    /// The period had steps enough for now; others are tried before it has more.
    pub(super) fn put_off(&mut self, store: &mut TermStore) {
        let all: Vec<RingId> = (0..self.flattened.promises.shapes.rings.len()).collect();
        self.put_off = true;
        if !self.turn_rings(store, &all) {
            self.put_off = false;
            self.share = self.share.saturating_mul(2);
        }
    }

    /// The first of these rings that has another period gets it, and those before begin again. If there is none, all have begun again.
    fn turn_rings(&mut self, store: &mut TermStore, rings: &[RingId]) -> bool {
        let promises = &mut self.flattened.promises;
        for &ring in rings {
            if let Some(next) = promises.next_period(store, ring) {
                promises.turn_ring(store, ring, next);
                return true;
            }
            let last = std::mem::take(&mut promises.shapes.rings[ring].period);
            let first = promises.next_period(store, ring).unwrap_or(last);
            promises.turn_ring(store, ring, first);
        }
        false
    }

    /// Relaxes the bounds of what is no slice.
    fn grow_flat(&mut self, store: &mut TermStore, blamed: &[Term]) -> bool {
        let promises = &mut self.flattened.promises;
        let shapes = &mut promises.shapes;
        let digits = shapes.tuning.size(&FLAT_DIGITS);
        let mut grown = shapes.lengthen_numerals(store, blamed, digits);
        promises.denote(store);
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
