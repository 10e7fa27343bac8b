//! Inclusion and universality by antichains (De Wulf, Doyen, Henzinger, Raskin, CAV 2006).
//!
//! A counterexample to `A ⊆ B` leads A into a state p while all that B can be in is a set S, and p
//! accepts where nothing in S does. Whatever (p, S) leads to, (p, S′) with S′ ⊆ S leads to as well,
//! so that only the least sets are kept for each p. The subset construction of B is never finished.

use super::alphabet::{Letter, LetterSet};
use super::automaton::Automaton;
use super::lazy::{Lazy, SubsetSteps, sorted_set, subset_steps};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::sync::Arc;

/// A word of the first that is none of the second's, as letters; `None` if there is none.
pub fn counterexample<A: Lazy>(
    mut first: A,
    second: &Automaton,
    budget: &Budget,
) -> Result<Option<Vec<Letter>>, StopReason> {
    second.assert_same_alphabet(first.alphabet());
    let mut search = Search {
        entries: Vec::new(),
        chains: FxHashMap::default(),
    };
    let start = sorted_set(second.initial().to_vec());
    for state in first.initial(budget)? {
        search.push(state, start.clone(), usize::MAX, None, budget)?;
    }
    let mut at = 0;
    while at < search.entries.len() {
        let Entry { state, set, .. } = &search.entries[at];
        let (state, set) = (state.clone(), set.clone());
        // A smaller set may have come since this one was queued.
        let chain = search.chains.get(&state);
        if chain.is_none_or(|chain| !chain.contains(&set)) {
            at += 1;
            continue;
        }
        if first.accepts(&state) && !set.iter().any(|&at| second.accepts_at(at)) {
            return Ok(Some(search.word(at)));
        }
        for (letters, to) in first.steps(&state, budget)? {
            for (part, targets) in successors(second, &set, &letters, budget)? {
                search.push(to.clone(), targets, at, part.first(), budget)?;
            }
        }
        at += 1;
    }
    Ok(None)
}

/// What a set of states becomes by each of some letters: one set for letters that make no difference.
pub(crate) fn successors(
    automaton: &Automaton,
    set: &[u32],
    letters: &LetterSet,
    budget: &Budget,
) -> Result<SubsetSteps, StopReason> {
    let mut edges: Vec<(LetterSet, u32)> = Vec::new();
    for &state in set {
        budget.spend(automaton.edges(state).len() as u64 + 1)?;
        for edge in automaton.edges(state) {
            let common = edge.letters.intersection(letters);
            if !common.is_empty() {
                edges.push((common, edge.to));
            }
        }
    }
    subset_steps(&edges, letters.clone(), budget)
}

struct Entry<S> {
    state: S,
    set: Arc<[u32]>,
    before: usize,
    letter: Option<Letter>,
}

struct Search<S> {
    entries: Vec<Entry<S>>,
    /// For each state of the first the least sets met with it, none inside another.
    chains: FxHashMap<S, Vec<Arc<[u32]>>>,
}

impl<S: Clone + Eq + std::hash::Hash> Search<S> {
    fn push(
        &mut self,
        state: S,
        set: Arc<[u32]>,
        before: usize,
        letter: Option<Letter>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let chain = self.chains.entry(state.clone()).or_default();
        budget.spend((chain.len() as u64 + 1) * (1 + set.len() as u64 / 8))?;
        if chain.iter().any(|fewer| is_subset(fewer, &set)) {
            return Ok(());
        }
        chain.retain(|more| !is_subset(&set, more));
        chain.push(set.clone());
        self.entries.push(Entry {
            state,
            set,
            before,
            letter,
        });
        Ok(())
    }

    fn word(&self, mut at: usize) -> Vec<Letter> {
        let mut word = Vec::new();
        while let Some(letter) = self.entries[at].letter {
            word.push(letter);
            at = self.entries[at].before;
        }
        word.reverse();
        word
    }
}

/// Whether a sorted list has no items but those of another.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|item| rest.any(|other| other == item))
}

impl Automaton {
    /// Whether every word of this one is a word of the other.
    pub fn is_included(&self, other: &Automaton, budget: &Budget) -> Result<bool, StopReason> {
        Ok(counterexample(self.clone(), other, budget)?.is_none())
    }

    /// Whether both have the same words.
    pub fn is_equivalent(&self, other: &Automaton, budget: &Budget) -> Result<bool, StopReason> {
        Ok(self == other
            || (self.is_included(other, budget)? && other.is_included(self, budget)?))
    }

    /// Whether every word is accepted.
    pub fn is_universal(&self, budget: &Budget) -> Result<bool, StopReason> {
        Automaton::all(self.alphabet()).is_included(self, budget)
    }
}
