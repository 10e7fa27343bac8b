//! Decisions about languages: emptiness, inclusion, equivalence, conjunctions with cores.
//!
//! All are emptiness of an intersection, explored lazily with early exit (`search.rs`).
//! Results are kept in the store, so that asking again, or asking about a state that an
//! earlier search passed, costs nothing.

use crate::search::Goal;
use crate::store::{NONE, Regex, RegexStore, Status};
use sinew_base::{Budget, StopReason};

impl RegexStore {
    /// Whether there is no word in the language.
    pub fn is_empty(&mut self, r: Regex, budget: &Budget) -> Result<bool, StopReason> {
        if r == NONE {
            return Ok(true);
        }
        if self.surely_nonempty(r) {
            return Ok(false);
        }
        match self.status[r.index()] {
            Status::Empty => Ok(true),
            Status::NonEmpty => Ok(false),
            Status::Unknown => Ok(self.search(r, Goal::Exists, budget)?.is_none()),
        }
    }

    /// What is known about emptiness without searching.
    #[must_use]
    pub fn known_empty(&self, r: Regex) -> Option<bool> {
        if r == NONE || self.status[r.index()] == Status::Empty {
            Some(true)
        } else if self.surely_nonempty(r) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether no word is in all of the languages.
    pub fn is_empty_intersection(
        &mut self,
        parts: &[Regex],
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let all = self.inter(parts);
        self.is_empty(all, budget)
    }

    /// Whether every word of the language is in it.
    pub fn is_universal(&mut self, r: Regex, budget: &Budget) -> Result<bool, StopReason> {
        let outside = self.comp(r);
        self.is_empty(outside, budget)
    }

    /// Whether every word of the first is a word of the second.
    pub fn is_subset(
        &mut self,
        first: Regex,
        second: Regex,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let outside = self.diff(first, second);
        self.is_empty(outside, budget)
    }

    /// Whether both have the same words.
    pub fn equivalent(
        &mut self,
        first: Regex,
        second: Regex,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        if first == second {
            return Ok(true);
        }
        if self.nullable(first) != self.nullable(second) {
            return Ok(false);
        }
        Ok(self.is_subset(first, second, budget)? && self.is_subset(second, first, budget)?)
    }

    /// Whether no word satisfies all memberships (polarity `true`) and non-memberships.
    /// Explored lazily: complements are never determinised beyond what the search touches.
    pub fn is_empty_conjunction(
        &mut self,
        literals: &[(Regex, bool)],
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let all = self.conjunction(literals);
        self.is_empty(all, budget)
    }

    /// For an empty conjunction, indices of a subset that is empty too and none of whose
    /// literals can be dropped; `None` if the conjunction is not empty. Literals that the
    /// budget does not suffice to drop stay in.
    pub fn empty_core(
        &mut self,
        literals: &[(Regex, bool)],
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        if !self.is_empty_conjunction(literals, budget)? {
            return Ok(None);
        }
        let mut core: Vec<usize> = (0..literals.len()).collect();
        for candidate in (0..literals.len()).rev() {
            let rest: Vec<(Regex, bool)> = core
                .iter()
                .filter(|&&at| at != candidate)
                .map(|&at| literals[at])
                .collect();
            match self.is_empty_conjunction(&rest, budget) {
                Ok(true) => core.retain(|&at| at != candidate),
                Ok(false) => {}
                Err(_) => break,
            }
        }
        Ok(Some(core))
    }
}
