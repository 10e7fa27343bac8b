//! Memberships of flat words: runs of automata over pieces.
//!
//! The paper multiplies the automaton with that of the flat language. Here a run is a set of states at each place, as
//! Boolean symbols, with one promise: each state in the set has a successor in the next one. The cells of a cycle are read once. Where a piece
//! goes round again, the set behind the cycle lies in the set before it, so that it can be read again and again; it ends where its last round
//! does. Then the last set, of accepting states only, is reached from the first, which has an initial state. A cycle
//! that leads through several states before it repeats a set with all of them.

use std::rc::Rc;

use sinew_base::{Budget, StopReason};
use sinew_regex::{Nfa, Regex, RegexStore};
use sinew_strings::linear::Linear;
use sinew_term::{Integer, Sort, Term, TermStore};

use super::letters::Cell;
use super::promise::{Promise, Promises};
use super::shape::{Kind, Part, PieceId, Word, at_least, equal, more};

/// The automata of a problem.
#[derive(Clone, Default)]
pub(super) struct Languages {
    automata: Vec<(Regex, Rc<Nfa>)>,
}

impl Languages {
    /// The number of this language.
    pub(super) fn number(
        &mut self,
        regexes: &mut RegexStore,
        regex: Regex,
        budget: &Budget,
    ) -> Result<usize, StopReason> {
        if let Some(known) = self.automata.iter().position(|(known, _)| *known == regex) {
            return Ok(known);
        }
        let automaton = Nfa::from_regex(regexes, regex, budget)?.trimmed();
        self.automata.push((regex, Rc::new(automaton)));
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
                if variable.kind == Kind::Slice {
                    continue;
                }
                premises.push(variable.narrow);
                premises.extend(variable.short);
            }
        }
        let pieces: Vec<PieceId> = self.shapes.pieces_of(word).collect();
        for &piece in &pieces {
            premises.extend(self.shapes.period_literal_of(piece));
        }
        premises.sort_unstable();
        premises.dedup();
        let active = store.fresh_constant("|run", Sort::Bool);
        let first = self.states(store, language);
        let mut at = first.clone();
        for piece in pieces {
            let cells = self.shapes.period_of(piece) as u64;
            // A set of letters is looked at for every edge and cell.
            let letters = self.shapes.letters.codes().len() as u64 / 4 + 1;
            budget.spend(self.languages.size(language) * cells * letters)?;
            let one = &self.shapes.pieces[piece];
            at = match one.once && one.length.is_constant() {
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
        for cell in self.shapes.pieces[piece].cells.clone() {
            let next = self.states(store, language);
            let always = store.true_();
            self.step(store, (&at, &next), &cell, (language, always));
            at = next;
        }
        at
    }

    /// The cells of a cycle: some rounds, and as far as the length goes.
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
        let period = self.shapes.period_of(piece);
        let cells = self.turned_cells(store, piece);
        let last = self.last_round(store, active, again, piece);
        let slice = self.shapes.pieces[piece].ring.is_some();
        let partly = if slice {
            store.true_()
        } else {
            store.not(again)
        };
        let mut at = from.clone();
        for (place, cell) in cells.iter().take(period).enumerate() {
            let here = Linear::constant(place as u64);
            let ends = equal(store, &last, &here);
            let ends = store.and(&[partly, ends]);
            self.subset(store, ends, &at, &end);
            let longer = more(store, &last, &here);
            let reads = store.or(&[longer, again]);
            let next = self.states(store, language);
            self.step(store, (&at, &next), cell, (language, reads));
            at = next;
        }
        let full = equal(store, &last, &Linear::constant(period as u64));
        let full = store.and(&[partly, full]);
        self.subset(store, full, &at, &end);
        if !slice {
            self.subset(store, again, &at, &end);
        }
        self.subset(store, again, &at, from);
        end
    }

    /// How much is read in the last round: all that there is unless it goes round again, then something.
    fn last_round(
        &mut self,
        store: &mut TermStore,
        active: Term,
        again: Term,
        piece: PieceId,
    ) -> Linear {
        let (period, length) = (
            self.shapes.period_of(piece) as u64,
            self.shapes.pieces[piece].length.clone(),
        );
        let fits = at_least(store, &Linear::constant(period), &length);
        if store.bool_value(again) == Some(false) {
            let fact = store.implies(active, fits);
            self.tell(fact);
            return length;
        }
        let symbol =
            |store: &mut TermStore, name: &str| Linear::atom(store.fresh_constant(name, Sort::Int));
        let rounds = symbol(store, "|rounds");
        if self.shapes.pieces[piece].ring.is_none() {
            let multiple = equal(store, &length, &rounds.scaled(&Integer::from(period)));
            let fact = store.ite(again, multiple, fits);
            let fact = store.implies(active, fact);
            self.tell(fact);
            return length;
        }
        let last = symbol(store, "|last");
        let whole = last.plus(&rounds, &Integer::from(period));
        let turns = [
            equal(store, &length, &whole),
            more(store, &last, &Linear::default()),
            at_least(store, &Linear::constant(period), &last),
        ];
        let once = [equal(store, &length, &last), fits];
        let (turns, once) = (store.and(&turns), store.and(&once));
        let fact = store.ite(again, turns, once);
        let fact = store.implies(active, fact);
        self.tell(fact);
        last
    }

    /// The cells of a cycle, from where the piece begins in it.
    fn turned_cells(&mut self, store: &mut TermStore, piece: PieceId) -> Vec<Cell> {
        let Some((ring, offset)) = self.shapes.pieces[piece].ring.clone() else {
            return self.shapes.pieces[piece].cells.clone();
        };
        let period = self.shapes.rings[ring].cells.len();
        if self.shapes.rings[ring].is_round(&offset) {
            return self.shapes.rings[ring].cells.clone();
        }
        if let Some(known) = self.turned.get(&piece) {
            return known.clone();
        }
        let cells: Vec<Cell> = (0..period)
            .map(|_| self.shapes.letters.fresh(store))
            .collect();
        self.turned.insert(piece, cells.clone());
        let (always, turned) = (store.true_(), cells.clone());
        let promise = Promise::Turned {
            piece,
            cells: turned,
        };
        self.all.push((always, promise));
        cells
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
        cell: &Cell,
        (language, condition): (usize, Term),
    ) {
        for (state, &reached) in from.iter().enumerate() {
            let mut ways = Vec::new();
            for (set, next) in self.languages.automata[language].1.row(state) {
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
