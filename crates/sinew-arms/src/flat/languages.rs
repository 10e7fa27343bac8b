//! Memberships of flat words: runs of automata over pieces.
//!
//! The paper multiplies the automaton with that of the flat language. Here a run is a set of states at each place, as
//! Boolean symbols, with one promise: each state in the set has a successor in the next one. The cells of a cycle are read once. A piece
//! that is no longer than its cycle ends where its length says; one that goes round again is, for this, a multiple of its period, and the set
//! behind the cycle lies in the set before it, so that it can be read again and again. Then the last set, of accepting
//! states only, is reached from the first, which has an initial state. What ends within a later round needs another piece, and a cycle
//! that leads through several states before it repeats a set with all of them: the bounds are blamed, and nothing is lost as they grow.

use sinew_base::{Budget, StopReason};
use sinew_regex::{Nfa, Regex};
use sinew_strings::RegexOfTerm;
use sinew_strings::linear::Linear;
use sinew_term::{Integer, Sort, Term, TermStore};

use super::promise::Promises;
use super::shape::{Part, PieceId, Word, at_least, equal, more};

/// The automata of a problem.
#[derive(Default)]
pub(super) struct Languages {
    pub(super) regexes: RegexOfTerm,
    automata: Vec<(Regex, Nfa)>,
}

impl Languages {
    /// The number of this language.
    pub(super) fn number(&mut self, regex: Regex, budget: &Budget) -> Result<usize, StopReason> {
        if let Some(known) = self.automata.iter().position(|(known, _)| *known == regex) {
            return Ok(known);
        }
        let automaton = Nfa::from_regex(self.regexes.store_mut(), regex, budget)?.trimmed();
        self.automata.push((regex, automaton));
        Ok(self.automata.len() - 1)
    }

    /// Whether the word is in the language.
    pub(super) fn contains(
        &self,
        language: usize,
        word: &[u32],
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let automaton = &self.automata[language].1;
        let mut states: Vec<bool> = vec![false; automaton.len()];
        for &state in automaton.initial() {
            states[state as usize] = true;
        }
        for &code in word {
            budget.spend(automaton.len() as u64 / 8 + 1)?;
            let mut next = vec![false; states.len()];
            for state in (0..states.len()).filter(|&state| states[state]) {
                for (set, to) in automaton.row(state) {
                    next[*to as usize] |= set.contains(code);
                }
            }
            states = next;
        }
        Ok((0..states.len()).any(|state| states[state] && automaton.accepts_at(state)))
    }

    /// The sum of states and edges: what a step of a run costs.
    fn size(&self, language: usize) -> u64 {
        let automaton = &self.automata[language].1;
        let edges = (0..automaton.len()).map(|state| automaton.row(state).len() as u64 + 1);
        edges.sum()
    }
}

/// A set of states, by a symbol for each.
type States = Vec<Term>;

impl Promises {
    /// The promise as a formula, for the shapes as they are.
    pub(super) fn run(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        (word, language): (&Word, usize),
        budget: &Budget,
    ) -> Result<Term, StopReason> {
        let mut premises = vec![literal];
        for part in word.iter() {
            if let Part::Variable(id) = *part {
                let variable = &self.shapes.variables[id];
                premises.push(variable.narrow);
                premises.extend(variable.short);
            }
        }
        premises.extend(self.shapes.period_literal());
        let active = store.fresh_constant("|run", Sort::Bool);
        let pieces: Vec<PieceId> = self.shapes.pieces_of(word).collect();
        let first = self.states(store, language);
        let mut at = first.clone();
        for piece in pieces {
            let cells = self.shapes.pieces[piece].cells.len() as u64;
            budget.spend(self.languages.size(language) * cells)?;
            at = match self.shapes.pieces[piece].length.is_constant() {
                true => self.read_once(store, &at, piece, language),
                false => self.read_cycle(store, active, &at, piece, language),
            };
        }
        let automaton = &self.languages.automata[language].1;
        let last: Vec<Term> = (0..at.len())
            .filter(|&state| !automaton.accepts_at(state))
            .map(|state| at[state])
            .collect();
        let initial: Vec<Term> = automaton
            .initial()
            .iter()
            .map(|&state| first[state as usize])
            .collect();
        for state in last {
            let fact = store.not(state);
            self.tell(fact);
        }
        let begun = store.disjunction(&initial);
        let (premises, run) = (store.and(&premises), store.and(&[active, begun]));
        Ok(store.implies(premises, run))
    }

    fn states(&mut self, store: &mut TermStore, language: usize) -> States {
        let count = self.languages.automata[language].1.len();
        (0..count)
            .map(|_| store.fresh_constant("|state", Sort::Bool))
            .collect()
    }

    /// All cells of a literal.
    fn read_once(
        &mut self,
        store: &mut TermStore,
        from: &States,
        piece: PieceId,
        language: usize,
    ) -> States {
        let mut at = from.clone();
        for cell in 0..self.shapes.pieces[piece].cells.len() {
            let next = self.states(store, language);
            let always = store.true_();
            self.step(store, (&at, &next), (piece, cell), (language, always));
            at = next;
        }
        at
    }

    /// The cells of a cycle: up to the length, or all of them and again.
    fn read_cycle(
        &mut self,
        store: &mut TermStore,
        active: Term,
        from: &States,
        piece: PieceId,
        language: usize,
    ) -> States {
        let end = self.states(store, language);
        let again = match self.shapes.pieces[piece].once {
            true => store.false_(),
            false => store.fresh_constant("|again", Sort::Bool),
        };
        let straight = store.not(again);
        let (period, length) = (
            self.shapes.period_of(piece),
            self.shapes.pieces[piece].length.clone(),
        );
        let mut at = from.clone();
        for cell in 0..=period {
            let here = Linear::constant(cell as u64);
            let ends = equal(store, &length, &here);
            let ends = store.and(&[straight, ends]);
            self.subset(store, ends, &at, &end);
            if cell < period {
                let longer = more(store, &length, &here);
                let reads = store.or(&[longer, again]);
                let next = self.states(store, language);
                self.step(store, (&at, &next), (piece, cell), (language, reads));
                at = next;
            }
        }
        self.subset(store, again, &at, &end);
        self.subset(store, again, &at, from);
        let rounds = Linear::atom(store.fresh_constant("|rounds", Sort::Int));
        let period = Integer::from(period as u64);
        let fits = at_least(store, &Linear::constant(period.clone()), &length);
        let multiple = equal(store, &length, &rounds.scaled(&period));
        let fact = store.ite(again, multiple, fits);
        let fact = store.implies(active, fact);
        self.tell(fact);
        end
    }

    /// Where the condition holds, the first set lies in the second.
    fn subset(&mut self, store: &mut TermStore, condition: Term, first: &States, second: &States) {
        for (&one, &other) in first.iter().zip(second) {
            let both = store.and(&[condition, one]);
            let fact = store.implies(both, other);
            self.tell(fact);
        }
    }

    /// Where the condition holds, each state of the first set has a successor in the second.
    fn step(
        &mut self,
        store: &mut TermStore,
        (from, to): (&States, &States),
        (piece, cell): (PieceId, usize),
        (language, condition): (usize, Term),
    ) {
        for (state, &reached) in from.iter().enumerate() {
            let mut ways = Vec::new();
            for (set, next) in self.languages.automata[language].1.row(state) {
                let cell = &self.shapes.pieces[piece].cells[cell];
                let fits = self.shapes.letters.within(store, cell, set);
                if store.bool_value(fits) != Some(false) {
                    ways.push(store.and(&[fits, to[*next as usize]]));
                }
            }
            let (here, way) = (store.and(&[condition, reached]), store.disjunction(&ways));
            let fact = store.implies(here, way);
            self.tell(fact);
        }
    }
}
