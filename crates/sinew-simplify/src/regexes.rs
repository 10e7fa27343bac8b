//! The few questions that rules ask about regular languages.
//!
//! Questions have small parts of the caller's budget: a rule that cannot decide quickly says nothing.

use sinew_base::{Budget, Tuning};
use sinew_strings::RegexOfTerm;
use sinew_term::{Term, TermStore};

use crate::tuning::LANGUAGE_STEPS;

/// The regexes of regex terms, to ask them questions.
#[derive(Default)]
pub(crate) struct Languages {
    pub(crate) of_term: RegexOfTerm,
    tuning: Tuning,
}

impl Languages {
    pub(crate) fn tune(&mut self, tuning: &Tuning) {
        self.tuning = tuning.clone();
    }

    /// What one question of a rule may cost.
    fn steps(&self) -> u64 {
        self.tuning.get(&LANGUAGE_STEPS)
    }

    /// Whether the two languages are equal, if that is quickly decided.
    pub(crate) fn equivalent(
        &mut self,
        terms: &TermStore,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Option<bool> {
        let (a, b) = (
            self.of_term.regex_of_term(terms, a)?,
            self.of_term.regex_of_term(terms, b)?,
        );
        let budget = budget.slice(self.steps());
        self.of_term.store_mut().equivalent(a, b, &budget).ok()
    }

    /// Whether the word is in the language.
    pub(crate) fn contains(
        &mut self,
        terms: &TermStore,
        r: Term,
        word: &[u32],
        budget: &Budget,
    ) -> Option<bool> {
        let r = self.of_term.regex_of_term(terms, r)?;
        let steps = self.steps() + 50 * word.len() as u64;
        self.of_term
            .store_mut()
            .contains_word(r, word, &budget.slice(steps))
            .ok()
    }

    /// Whether the empty word is in the language.
    pub(crate) fn nullable(&mut self, terms: &TermStore, r: Term) -> Option<bool> {
        let r = self.of_term.regex_of_term(terms, r)?;
        Some(self.of_term.store_mut().nullable(r))
    }

    /// Whether the language is empty.
    pub(crate) fn is_empty(&mut self, terms: &TermStore, r: Term, budget: &Budget) -> Option<bool> {
        let r = self.of_term.regex_of_term(terms, r)?;
        let budget = budget.slice(self.steps());
        self.of_term.store_mut().is_empty(r, &budget).ok()
    }

    /// Whether every word is in the language.
    pub(crate) fn is_universal(
        &mut self,
        terms: &TermStore,
        r: Term,
        budget: &Budget,
    ) -> Option<bool> {
        let r = self.of_term.regex_of_term(terms, r)?;
        let budget = budget.slice(self.steps());
        self.of_term.store_mut().is_universal(r, &budget).ok()
    }

    /// The words of the language, if they are at most `limit` many and seen by structure.
    pub(crate) fn few_words(
        &mut self,
        terms: &TermStore,
        r: Term,
        limit: usize,
    ) -> Option<Vec<Vec<u32>>> {
        let r = self.of_term.regex_of_term(terms, r)?;
        self.of_term.store_mut().small_language(r, limit)
    }

    /// Bounds of the lengths of the words, by structure; `None` if there are no words or the
    /// term has symbols.
    pub(crate) fn length_bounds(
        &mut self,
        terms: &TermStore,
        r: Term,
    ) -> Option<(u64, Option<u64>)> {
        let r = self.of_term.regex_of_term(terms, r)?;
        self.of_term.store_mut().length_bounds(r)
    }

    /// Whether no word has this prefix (or, with `at_back`, this suffix).
    pub(crate) fn excludes_affix(
        &mut self,
        terms: &TermStore,
        r: Term,
        word: &[u32],
        at_back: bool,
        budget: &Budget,
    ) -> Option<bool> {
        let mut r = self.of_term.regex_of_term(terms, r)?;
        let mut word = word.to_vec();
        if at_back {
            r = self.of_term.store_mut().reverse(r);
            word.reverse();
        }
        let budget = budget.slice(self.steps());
        let rest = self
            .of_term
            .store_mut()
            .left_quotient(r, &word, &budget)
            .ok()?;
        self.of_term.store_mut().is_empty(rest, &budget).ok()
    }

    /// Whether the literals `t ∈ r` (or `t ∉ r`) about one term exclude each other.
    pub(crate) fn excludes(
        &mut self,
        terms: &TermStore,
        literals: &[(Term, bool)],
        budget: &Budget,
    ) -> Option<bool> {
        let mut regexes = Vec::with_capacity(literals.len());
        for &(r, positive) in literals {
            regexes.push((self.of_term.regex_of_term(terms, r)?, positive));
        }
        let budget = budget.slice(self.steps());
        self.of_term
            .store_mut()
            .is_empty_conjunction(&regexes, &budget)
            .ok()
    }

    /// The leftmost, then shortest, match at or after `from`; only non-empty matches if asked.
    /// The outer `None` says that it was not decided.
    #[allow(clippy::option_option)]
    pub(crate) fn first_match(
        &mut self,
        terms: &TermStore,
        r: Term,
        word: &[u32],
        (from, non_empty): (usize, bool),
        budget: &Budget,
    ) -> Option<Option<(usize, usize)>> {
        let r = self.of_term.regex_of_term(terms, r)?;
        let budget = budget.slice(self.steps() + 200 * word.len() as u64);
        let none = self.of_term.store_mut().none();
        for start in from..=word.len() {
            let mut state = r;
            if !non_empty && self.of_term.store_mut().nullable(state) {
                return Some(Some((start, start)));
            }
            for (offset, &c) in word[start..].iter().enumerate() {
                budget.spend(1).ok()?;
                state = self
                    .of_term
                    .store_mut()
                    .derivative(state, c, &budget)
                    .ok()?;
                if state == none {
                    break;
                }
                if self.of_term.store_mut().nullable(state) {
                    return Some(Some((start, start + offset + 1)));
                }
            }
        }
        Some(None)
    }
}
