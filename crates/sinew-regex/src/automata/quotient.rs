//! Quotients and parts of words: what is left of a language when something is taken off.
//!
//! What regular propagation needs backwards through a concatenation: x·y ∈ L and x ∈ K leave for y
//! the left quotient of L by K, exactly if nothing else ties x and y.

use super::automaton::{Automaton, Builder};
use rustc_hash::FxHashSet;
use sinew_base::{Budget, StopReason};

impl Automaton {
    /// The words w such that kw is in the language for some word k of the other; trim.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::CharSet;
    /// use sinew_regex::automata::{Alphabet, Automaton};
    /// let budget = Budget::unlimited();
    /// let alphabet = Alphabet::new(&[97, 98].map(CharSet::single));
    /// let word = |text: &[u32]| Automaton::word(&alphabet, text).unwrap();
    /// let rest = word(&[97, 98, 98]).left_quotient(&word(&[97]), &budget).unwrap();
    /// assert_eq!(rest.as_singleton(&budget).unwrap(), Some(vec![98, 98]));
    /// ```
    pub fn left_quotient(&self, by: &Automaton, budget: &Budget) -> Result<Automaton, StopReason> {
        self.assert_same_alphabet(by.alphabet());
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
        for &state in self.initial() {
            for &other in by.initial() {
                if seen.insert((state, other)) {
                    pairs.push((state, other));
                }
            }
        }
        let mut starts: FxHashSet<u32> = FxHashSet::default();
        let mut at = 0;
        while let Some(&(state, other)) = pairs.get(at) {
            if by.accepts_at(other) {
                starts.insert(state);
            }
            let (edges, others) = (self.edges(state), by.edges(other));
            budget.spend((edges.len() * others.len()) as u64 + 1)?;
            for edge in edges {
                for step in others {
                    let meets = !edge.letters.is_disjoint(&step.letters);
                    if meets && seen.insert((edge.to, step.to)) {
                        pairs.push((edge.to, step.to));
                    }
                }
            }
            at += 1;
        }
        self.with_ends(
            |state| starts.contains(&state),
            |state| self.accepts_at(state),
            budget,
        )
    }

    /// The words w such that wk is in the language for some word k of the other; trim.
    pub fn right_quotient(&self, by: &Automaton, budget: &Budget) -> Result<Automaton, StopReason> {
        let turned = self.reversed().left_quotient(&by.reversed(), budget)?;
        Ok(turned.reversed())
    }

    /// The beginnings of words, the words themselves included; trim.
    pub fn prefixes(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let automaton = self.trimmed(budget)?;
        automaton.with_ends(
            |state| automaton.initial().contains(&state),
            |_| true,
            budget,
        )
    }

    /// The ends of words, the words themselves included; trim.
    pub fn suffixes(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let automaton = self.trimmed(budget)?;
        automaton.with_ends(|_| true, |state| automaton.accepts_at(state), budget)
    }

    /// The same states and edges with other initial and accepting states, trim.
    fn with_ends(
        &self,
        initial: impl Fn(u32) -> bool,
        accepting: impl Fn(u32) -> bool,
        budget: &Budget,
    ) -> Result<Automaton, StopReason> {
        let mut builder = Builder::new(self.alphabet());
        builder.add_states_of(self);
        for state in 0..self.len() as u32 {
            if initial(state) {
                builder.add_initial(state);
            }
            if accepting(state) {
                builder.set_accepting(state);
            }
        }
        builder.finish(budget)
    }
}
