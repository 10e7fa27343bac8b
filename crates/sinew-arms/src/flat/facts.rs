//! What is said about whole words, in terms of promises: that they are the same or differ, that one occurs in the other or
//! is absent from it, that one is a part of the other.

use std::rc::Rc;

use sinew_strings::linear::Linear;
use sinew_term::{Sort, Term, TermStore};

use super::promise::{Promise, Promises};
use super::shape::{Part, Word, at_least, equal, more, natural};

impl Promises {
    pub(super) fn fresh_number(&mut self, store: &mut TermStore) -> Linear {
        Linear::atom(store.fresh_constant("|number", Sort::Int))
    }

    /// A word of its own.
    pub(super) fn fresh_word(&mut self, store: &mut TermStore) -> Word {
        let id = self.shapes.variable(store);
        Rc::from([Part::Variable(id)])
    }

    /// `s = t`
    pub(super) fn same(&mut self, store: &mut TermStore, s: &Word, t: &Word) -> Term {
        let lengths = equal(store, &self.length(s), &self.length(t));
        let window = self.occurs(store, s, t, Linear::default());
        store.and(&[lengths, window])
    }

    /// `s ≠ t`
    pub(super) fn different(&mut self, store: &mut TermStore, s: &Word, t: &Word) -> Term {
        let (one, other) = (self.length(s), self.length(t));
        let even = equal(store, &one, &other);
        let from = Linear::default();
        let mismatch = self.mismatch(store, (s, &from), (t, &from), &one);
        let uneven = store.not(even);
        let apart = store.and(&[even, mismatch]);
        store.or(&[uneven, apart])
    }

    /// `|s| − |t| + 1`, the first position at which t does not fit into s any more.
    pub(super) fn room(&self, s: &Word, t: &Word) -> Linear {
        self.length(s).minus(&self.length(t)).offset(1)
    }

    /// `0 ≤ at ≤ |s| − |t|`, and t occurs in s there.
    pub(super) fn occurrence(
        &mut self,
        store: &mut TermStore,
        (s, t): (&Word, &Word),
        at: &Linear,
    ) -> Term {
        let end = self.room(s, t);
        let parts = [
            natural(store, at),
            more(store, &end, at),
            self.occurs(store, t, s, at.clone()),
        ];
        store.and(&parts)
    }

    /// t occurs in s at none of these positions, at all of which it would fit.
    pub(super) fn absent(
        &mut self,
        store: &mut TermStore,
        (s, t): (&Word, &Word),
        (from, to): (&Linear, &Linear),
    ) -> Term {
        let empty = at_least(store, from, to);
        if store.bool_value(empty) == Some(true) {
            return empty;
        }
        let absent = Promise::Absent {
            needle: t.clone(),
            hay: s.clone(),
            from: from.clone(),
            to: to.clone(),
        };
        self.promise(store, absent)
    }

    /// A word, and that it is `s[from, to)`; for `0 ≤ from ≤ to ≤ |s|`.
    pub(super) fn part(
        &mut self,
        store: &mut TermStore,
        s: &Word,
        (from, to): (&Linear, &Linear),
    ) -> (Word, Term) {
        if *from == Linear::default() && *to == self.length(s) {
            return (s.clone(), store.true_());
        }
        let part = self.fresh_word(store);
        self.is_part(store, &part, s);
        let length = equal(store, &self.length(&part), &to.minus(from));
        let occurs = self.occurs(store, &part, s, from.clone());
        (part, store.and(&[length, occurs]))
    }

    /// That the word is in the language with this number.
    pub(super) fn member(&mut self, store: &mut TermStore, word: &Word, language: usize) -> Term {
        let word = word.clone();
        self.promise(store, Promise::Member { word, language })
    }
}
