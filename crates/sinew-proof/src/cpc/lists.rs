//! Lists of arguments as the rules compute with them, and the few constructors that occur everywhere.

use rustc_hash::{FxHashMap, FxHashSet};

use dashu_int::IBig;

use super::op::{Known, Op};
use super::term::{Failure, Outcome, Term, Terms};

impl Terms {
    /// The elements of a list of this operator; nothing if it is none.
    pub(crate) fn elements(&self, op: Known, term: Term) -> Option<&[Term]> {
        if let Some(args) = self.match_app(op, term) {
            return Some(args);
        }
        let neutral = match op {
            Known::And => self.as_bool(term) == Some(true),
            Known::Or => self.as_bool(term) == Some(false),
            Known::Concat => self.as_str(term).is_some_and(<[u32]>::is_empty),
            Known::ReConcat => self.is_empty_word_language(term),
            Known::ReInter => self.op(term) == Op::Known(Known::ReAll),
            Known::ReUnion => self.op(term) == Op::Known(Known::ReNone),
            Known::Add => self.is_number(term, 0),
            Known::Mul => self.is_number(term, 1),
            _ => false,
        };
        neutral.then_some(&[])
    }

    /// The elements of a list, or a list with this one element.
    pub(crate) fn elements_or_self(&self, op: Known, term: Term) -> Vec<Term> {
        match self.elements(op, term) {
            Some(elements) => elements.to_vec(),
            None => vec![term],
        }
    }

    /// The list with these elements; `like` is a term of its sort (needed for `+` and `*` alone).
    pub(crate) fn list(&mut self, op: Known, elements: &[Term], like: Option<Term>) -> Outcome {
        if elements.is_empty() {
            let sort = like.map(|like| self.sort(like));
            return self.neutral(op, sort);
        }
        self.app(op, elements)
    }

    /// The list with these elements, or its only element.
    pub(crate) fn list_or_single(&mut self, op: Known, elements: &[Term]) -> Outcome {
        match elements {
            &[single] => Ok(single),
            _ => self.list(op, elements, None),
        }
    }

    /// Whether this is the regular expression of the empty word.
    pub(crate) fn is_empty_word_language(&self, term: Term) -> bool {
        self.match1(Known::ToRe, term)
            .and_then(|word| self.as_str(word))
            .is_some_and(<[u32]>::is_empty)
    }

    /// Whether this is a literal, integer or rational, of this value.
    pub(crate) fn is_number(&self, term: Term, value: i32) -> bool {
        let value = IBig::from(value);
        self.as_int(term) == Some(&value)
            || (self.as_rational(term)).is_some_and(|(n, d)| *n == value && *d == IBig::ONE)
    }

    pub(crate) fn eq(&mut self, a: Term, b: Term) -> Outcome {
        self.app(Known::Eq, &[a, b])
    }

    pub(crate) fn not(&mut self, a: Term) -> Outcome {
        self.app(Known::Not, &[a])
    }

    pub(crate) fn small(&mut self, value: i64) -> Outcome {
        self.int(IBig::from(value))
    }

    /// The two sides of an equation.
    pub(crate) fn sides(&self, term: Term) -> Outcome<(Term, Term)> {
        self.match2(Known::Eq, term)
            .ok_or_else(|| Failure::from("an equation was expected"))
    }
}

/// Without what occurred before.
pub(crate) fn set_of(elements: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::with_capacity_and_hasher(elements.len(), Default::default());
    elements
        .iter()
        .copied()
        .filter(|&element| seen.insert(element))
        .collect()
}

/// Without one occurrence for each in `other`.
pub(crate) fn difference(elements: &[Term], other: &[Term]) -> Vec<Term> {
    let mut count: FxHashMap<Term, usize> =
        FxHashMap::with_capacity_and_hasher(other.len(), Default::default());
    for &term in other {
        *count.entry(term).or_default() += 1;
    }
    let mut result = Vec::with_capacity(elements.len());
    for &element in elements {
        match count.get_mut(&element) {
            Some(left) if *left > 0 => *left -= 1,
            _ => result.push(element),
        }
    }
    result
}

/// Whether each occurs at least as often in `other`.
pub(crate) fn included(elements: &[Term], other: &[Term]) -> bool {
    difference(elements, other).is_empty()
}

/// Whether they are the same up to order.
pub(crate) fn same_multiset(a: &[Term], b: &[Term]) -> bool {
    a.len() == b.len() && included(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_count() -> Outcome<()> {
        let mut terms = Terms::new(100);
        let [a, b, c] = [1, 2, 3].map(|n| terms.small(n));
        let (a, b, c) = (a?, b?, c?);
        assert_eq!(difference(&[a, b, a, c], &[a, c, c]), [b, a]);
        assert_eq!(set_of(&[a, b, a, c, b]), [a, b, c]);
        assert!(included(&[a, b], &[b, c, a]) && !included(&[a, a], &[a, b]));
        assert!(same_multiset(&[a, b, a], &[b, a, a]) && !same_multiset(&[a, b, b], &[b, a, a]));
        Ok(())
    }
}
