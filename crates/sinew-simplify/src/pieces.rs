//! What rules say about the components of concatenations.

use sinew_strings::concat::{End, Sides, flatten, join};
use sinew_term::{Op, Term};

use crate::context::Ctx;

impl Ctx<'_> {
    pub(crate) fn pieces(&self, term: Term) -> Vec<Term> {
        flatten(self.store, term)
    }

    pub(crate) fn join(&mut self, parts: &[Term]) -> Term {
        join(self.store, parts)
    }

    pub(crate) fn literal(&mut self, word: &[u32]) -> Term {
        self.store.code_points(word)
    }

    /// The words among the pieces.
    pub(crate) fn constant_pieces(&self, parts: &[Term]) -> Vec<Vec<u32>> {
        parts
            .iter()
            .filter_map(|&part| self.word(part).map(<[u32]>::to_vec))
            .collect()
    }

    /// Both strings without what they have in common at these ends; `None` if that is nothing.
    pub(crate) fn strip(&mut self, s: Term, t: Term, ends: &[End]) -> Option<(Term, Term)> {
        let (left, right) = (self.pieces(s), self.pieces(t));
        let mut sides = Sides::new(&left, &right);
        let mut changed = false;
        for &end in ends {
            changed |= sides.strip(self.store, end);
        }
        if !changed {
            return None;
        }
        let (left, right) = (sides.left.rest(self.store), sides.right.rest(self.store));
        Some((self.join(&left), self.join(&right)))
    }

    /// Whether different characters meet where the two strings part, seen from one of these ends.
    pub(crate) fn parts_by_characters(&self, s: Term, t: Term, ends: &[End]) -> bool {
        let (left, right) = (self.pieces(s), self.pieces(t));
        let mut sides = Sides::new(&left, &right);
        ends.iter().any(|&end| {
            sides.strip(self.store, end);
            sides.clash(self.store, end)
        })
    }

    /// What follows `front` in `whole`, if that begins with it.
    pub(crate) fn after(&mut self, front: Term, whole: Term) -> Option<Vec<Term>> {
        let (front, whole) = (self.pieces(front), self.pieces(whole));
        let mut sides = Sides::new(&front, &whole);
        sides.strip(self.store, End::Front);
        let complete = sides.left.components().is_empty();
        complete.then(|| sides.right.rest(self.store))
    }

    /// The first character of `term`, if it has one and it is known.
    pub(crate) fn first_char(&self, term: Term) -> Option<u32> {
        let first = match self.op(term) {
            Op::Concat => self.arg(term, 0),
            _ => term,
        };
        self.word(first).and_then(|word| word.first().copied())
    }
}
