//! Between regexes of a store and automata.
//!
//! The states of [`OfRegex`] are regexes, its edges their linear forms (Antimirov's partial
//! derivatives): counters stay symbolic, so `a{0,10000}` costs one state per step that is taken,
//! and complements determinise only what is visited.

use super::alphabet::{Alphabet, LetterSet};
use super::automaton::{Automaton, BuildError};
use super::lazy::{Lazy, explore};
use crate::charset::CharSet;
use crate::nfa::Nfa;
use crate::store::{ClassId, Regex, RegexStore};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::sync::Arc;

/// A regex as a lazy automaton.
#[derive(Debug)]
pub struct OfRegex<'s> {
    store: &'s mut RegexStore,
    regex: Regex,
    alphabet: Arc<Alphabet>,
    letters: FxHashMap<ClassId, LetterSet>,
}

impl<'s> OfRegex<'s> {
    /// An error if a set of characters of the regex cuts a letter.
    pub fn new(
        store: &'s mut RegexStore,
        regex: Regex,
        alphabet: &Arc<Alphabet>,
    ) -> Result<OfRegex<'s>, BuildError> {
        let cut = |set: &CharSet| alphabet.letters(set).is_none();
        if let Some(set) = store.character_sets(regex).into_iter().find(cut) {
            return Err(BuildError::Coarse(set));
        }
        Ok(OfRegex {
            store,
            regex,
            alphabet: alphabet.clone(),
            letters: FxHashMap::default(),
        })
    }
}

impl Lazy for OfRegex<'_> {
    type State = Regex;

    fn alphabet(&self) -> &Arc<Alphabet> {
        &self.alphabet
    }

    fn initial(&mut self, _: &Budget) -> Result<Vec<Regex>, StopReason> {
        Ok(vec![self.regex])
    }

    fn accepts(&mut self, state: &Regex) -> bool {
        self.store.nullable(*state)
    }

    fn steps(
        &mut self,
        state: &Regex,
        budget: &Budget,
    ) -> Result<Vec<(LetterSet, Regex)>, StopReason> {
        let steps = self.store.steps(*state, budget)?.to_vec();
        budget.spend(steps.len() as u64)?;
        let mut found = Vec::with_capacity(steps.len());
        for (class, rest) in steps {
            let (store, alphabet) = (&self.store, &self.alphabet);
            let letters = self.letters.entry(class).or_insert_with(|| {
                let letters = alphabet.letters(store.class_set(class));
                letters.expect("derivatives tell apart no more than the sets of the regex")
            });
            found.push((letters.clone(), rest));
        }
        Ok(found)
    }
}

impl Automaton {
    /// The automaton of the partial derivatives of a regex, trim.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::RegexStore;
    /// use sinew_regex::automata::{Alphabet, Automaton};
    /// let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
    /// let ab = store.literal(&[97, 98]);
    /// let r = store.star(ab);
    /// let alphabet = Alphabet::new(&store.character_sets(r));
    /// let automaton = Automaton::from_regex(&mut store, r, &alphabet, &budget).unwrap();
    /// assert_eq!(automaton.len(), 2);
    /// assert!(automaton.accepts(&[97, 98], &budget).unwrap());
    /// ```
    pub fn from_regex(
        store: &mut RegexStore,
        regex: Regex,
        alphabet: &Arc<Alphabet>,
        budget: &Budget,
    ) -> Result<Automaton, BuildError> {
        let lazy = OfRegex::new(store, regex, alphabet)?;
        Ok(explore(lazy, budget)?.trimmed(budget)?)
    }

    /// The same automaton with sets of characters on the edges, which a store takes as a regex
    /// ([`insert_automaton`](RegexStore::insert_automaton)).
    #[must_use]
    pub fn to_nfa(&self) -> Nfa {
        let mut nfa = Nfa::new();
        for state in 0..self.len() as u32 {
            nfa.add_state(self.accepts_at(state));
        }
        for (from, edge) in self.all_edges() {
            nfa.add_edge(from, self.alphabet().union_of(&edge.letters), edge.to);
        }
        self.initial()
            .iter()
            .for_each(|&state| nfa.add_initial(state));
        nfa
    }
}
