//! `str.replace`, `str.replace_all`, `str.replace_re` and `str.replace_re_all` as transducers, for
//! a regular pattern (a constant one is a regular one) and a constant replacement.
//!
//! SMT-LIB replaces leftmost shortest matches, for the two that replace all of them non-empty ones.
//! The transducer guesses at each place whether a match begins. Where it says yes, it follows the
//! pattern until it accepts for the first time, which is the shortest match. Where it says no, it
//! has the *obligation* that no match begins there, however long: it follows the pattern from there on, and
//! a run in which the pattern accepts dies. So there is exactly one run for each word. A state holds
//! the set of pattern states in which obligations are (the sets of a subset construction), and in which
//! the current match is. For a constant pattern these sets are what the tables of Knuth, Morris and
//! Pratt (1977) hold, and there are few of them; for a regular one there may be exponentially many.

use super::alphabet::LetterSet;
use super::automaton::{Automaton, BuildError, single_letters};
use super::lazy::{sorted_set, subset_steps};
use super::transducer::{Move, Transducer, TransducerBuilder};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::sync::Arc;

/// Which matches are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matches {
    /// The first one, which may be empty: `str.replace`, `str.replace_re`.
    First,
    /// All, from left to right, none empty: `str.replace_all`, `str.replace_re_all`.
    All,
}

/// States of the pattern, sorted.
type Set = Arc<[u32]>;

/// Where a run is. The first set is always that of the obligations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Control {
    /// No match is being read, and one may begin.
    Scan(Set),
    /// A match is being read.
    Match(Set, Set),
    /// A match was read, and so much of the replacement is written.
    Write(Set, usize),
    /// What is to be replaced has been.
    Done(Set),
}

struct Replacer<'a> {
    pattern: Automaton,
    replacement: Vec<LetterSet>,
    matches: Matches,
    budget: &'a Budget<'a>,
    builder: TransducerBuilder,
    numbers: FxHashMap<Control, u32>,
    states: Vec<Control>,
}

impl Transducer {
    /// Replaces matches of the pattern by a word, each character of which must be a letter of the
    /// alphabet of the pattern.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::CharSet;
    /// use sinew_regex::automata::{Alphabet, Automaton, Matches, Transducer};
    /// let budget = Budget::unlimited();
    /// let alphabet = Alphabet::new(&[CharSet::single(97), CharSet::single(98)]);
    /// let aa = Automaton::word(&alphabet, &[97, 97]).unwrap();
    /// let all = Transducer::replace(&aa, &[98], Matches::All, &budget).unwrap();
    /// let result = all.apply(&[97, 97, 97, 120, 97, 97], &budget).unwrap();
    /// assert_eq!(result, Some(vec![98, 97, 120, 98]));
    /// ```
    pub fn replace(
        pattern: &Automaton,
        replacement: &[u32],
        matches: Matches,
        budget: &Budget,
    ) -> Result<Transducer, BuildError> {
        let alphabet = pattern.alphabet();
        let letters = single_letters(alphabet, replacement)?;
        let mut replacer = Replacer {
            pattern: pattern.reduced(budget)?,
            replacement: letters.into_iter().map(|at| alphabet.only(at)).collect(),
            matches,
            budget,
            builder: TransducerBuilder::new(alphabet),
            numbers: FxHashMap::default(),
            states: Vec::new(),
        };
        let nothing: Set = Arc::from([]);
        let start = match matches {
            // The first match is the empty one at the beginning.
            Matches::First if pattern.accepts_epsilon() => replacer.written(nothing, 0),
            _ => Control::Scan(nothing),
        };
        let start = replacer.number(start);
        replacer.builder.add_initial(start);
        let mut at = 0;
        while let Some(control) = replacer.states.get(at).cloned() {
            replacer.add_moves(at as u32, &control)?;
            at += 1;
        }
        Ok(replacer.builder.finish(budget)?.reduced(budget)?)
    }
}

impl Replacer<'_> {
    fn number(&mut self, control: Control) -> u32 {
        let (states, builder) = (&mut self.states, &mut self.builder);
        *self.numbers.entry(control).or_insert_with_key(|control| {
            states.push(control.clone());
            builder.add_state(matches!(control, Control::Scan(_) | Control::Done(_)))
        })
    }

    /// Where a run is when so much of the replacement is written.
    fn written(&self, obligations: Set, count: usize) -> Control {
        match self.matches {
            _ if count < self.replacement.len() => Control::Write(obligations, count),
            Matches::First => Control::Done(obligations),
            Matches::All => Control::Scan(obligations),
        }
    }

    fn accepts(&self, set: &[u32]) -> bool {
        set.iter().any(|&state| self.pattern.accepts_at(state))
    }

    fn add_moves(&mut self, from: u32, control: &Control) -> Result<(), StopReason> {
        match control {
            Control::Scan(obligations) => {
                let start = sorted_set(self.pattern.initial().to_vec());
                for (letters, obligations, begun) in self.steps(obligations, &start)? {
                    self.add_match(from, &letters, &obligations, &begun);
                    if !self.accepts(&begun) {
                        let both = obligations.iter().chain(begun.iter()).copied();
                        let next = Control::Scan(sorted_set(both.collect()));
                        self.add(from, Move::Copy(letters), next);
                    }
                }
            }
            Control::Match(obligations, current) => {
                for (letters, obligations, current) in self.steps(obligations, current)? {
                    self.add_match(from, &letters, &obligations, &current);
                }
            }
            Control::Write(obligations, count) => {
                let write = Some(self.replacement[*count].clone());
                let next = self.written(obligations.clone(), count + 1);
                self.add(from, Move::Step { read: None, write }, next);
            }
            Control::Done(obligations) => {
                for (letters, obligations, _) in self.steps(obligations, &[])? {
                    self.add(from, Move::Copy(letters), Control::Done(obligations));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, from: u32, step: Move, to: Control) {
        let to = self.number(to);
        self.builder.add_move(from, step, to);
    }

    /// The move that reads a letter of a match, after which the match is in these states. The last
    /// letter writes the first of the replacement, so that letters become letters where they can.
    fn add_match(&mut self, from: u32, letters: &LetterSet, obligations: &Set, current: &Set) {
        let read = Some(letters.clone());
        if self.accepts(current) {
            let write = self.replacement.first().cloned();
            let next = self.written(obligations.clone(), 1);
            self.add(from, Move::Step { read, write }, next);
        } else if !current.is_empty() {
            let next = Control::Match(obligations.clone(), current.clone());
            self.add(from, Move::Step { read, write: None }, next);
        }
    }

    /// What obligations and a match become by each letter; letters by which an obligation fails
    /// are left out.
    fn steps(
        &self,
        obligations: &[u32],
        current: &[u32],
    ) -> Result<Vec<(LetterSet, Set, Set)>, StopReason> {
        // Targets of obligations are even, those of the match odd.
        let mut edges: Vec<(LetterSet, u32)> = Vec::new();
        for (states, parity) in [(obligations, 0), (current, 1)] {
            for edge in states.iter().flat_map(|&state| self.pattern.edges(state)) {
                edges.push((edge.letters.clone(), edge.to * 2 + parity));
            }
        }
        let all = self.pattern.alphabet().all();
        let mut steps = Vec::new();
        for (letters, targets) in subset_steps(&edges, all, self.budget)? {
            let of = |parity: u32| {
                let targets = targets.iter().filter(|&&target| target % 2 == parity);
                sorted_set(targets.map(|target| target / 2).collect())
            };
            let (obligations, current) = (of(0), of(1));
            if !self.accepts(&obligations) {
                steps.push((letters, obligations, current));
            }
        }
        Ok(steps)
    }
}
