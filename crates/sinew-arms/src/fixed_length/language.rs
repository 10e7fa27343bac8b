//! Regular languages over words of cells: membership, and the places where members occur.
//!
//! A membership that is asserted needs only some run of an automaton. Replacement wants to know
//! where a member begins and where the shortest one ends, and where there is none: those are truth
//! values, so the automaton behind them is deterministic (derivatives on disjoint classes).

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sinew_base::Integer;
use sinew_regex::Regex;
use sinew_sat::Lit;
use sinew_term::Term;

use super::circuit::{State, Statement};
use super::fixed::{Encoder, Stuck};
use super::gates::Cell;
use super::pattern::Pattern;
use super::symbolic_string::SymbolicString;

/// Where the layers of a run end, the last one excepted.
const LAYERS: [usize; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

impl Encoder<'_> {
    /// Assumes, for a fact, that the word is in a language: one run of its automaton, whose states
    /// are derivatives, over the positions.
    ///
    /// The run comes in layers. How it begins does not depend on where the word ends, only on the
    /// word being that long; so the first layers have guards of their own, and a failure in them
    /// is a lemma about all lengths beyond. Only the last layer knows how much is left to read.
    pub(super) fn membership(
        &mut self,
        fact: usize,
        (atom, positive): (Term, bool),
        word: &SymbolicString,
        language: Regex,
    ) -> Result<(), Stuck> {
        let length = word.cells.len();
        let statement = |end: usize, numbers: Vec<Integer>| Statement {
            term: atom,
            positive,
            words: vec![word.cells[..end].to_vec()],
            numbers,
        };
        let mut reached: Vec<(usize, Rc<[State]>)> =
            vec![(0, Rc::from([(language, self.circuit.gates.truth())]))];
        let layers = LAYERS
            .into_iter()
            .take_while(|&end| end <= length && !word.conditions.is_empty());
        for end in layers {
            let beginning = statement(end, vec![Integer::ONE]);
            let states = match self.state(beginning.clone(), Some(fact), word.conditions_of(0, end))
            {
                Some(guard) => {
                    let (read, states) = reached[reached.len() - 1].clone();
                    let states = self.run(guard, &states, &word.cells[read..end], None)?;
                    self.circuit.runs.insert(beginning, Rc::clone(&states));
                    states
                }
                None => Rc::clone(&self.circuit.runs[&beginning]),
            };
            reached.push((end, states));
        }
        let Some(guard) = self.state(
            statement(length, Vec::new()),
            Some(fact),
            word.conditions.clone(),
        ) else {
            return Ok(());
        };
        for (read, states) in &reached {
            for &(state, here) in states.iter() {
                if !self.can_end(state, Some(length - read))? {
                    self.circuit.gates.clause(&[!guard, !here]);
                }
            }
        }
        let (read, states) = reached[reached.len() - 1].clone();
        self.run(guard, &states, &word.cells[read..], Some(0))?;
        Ok(())
    }

    /// States that under `guard` a run which is in one of `states` goes on over the cells, to
    /// where it can be completed by so many characters, or by any; returns the states it may come
    /// to. States that no member leads through are never entered.
    fn run(
        &mut self,
        guard: Lit,
        states: &[State],
        cells: &[Cell],
        left: Option<usize>,
    ) -> Result<Rc<[State]>, Stuck> {
        let left = |position: usize| left.map(|left| left + cells.len() - position);
        let mut states = states.to_vec();
        for (position, &cell) in cells.iter().enumerate() {
            states = self.step(guard, &states, cell, left(position + 1))?;
        }
        Ok(Rc::from(states))
    }

    /// One step of a run.
    fn step(
        &mut self,
        guard: Lit,
        states: &[State],
        cell: Cell,
        left: Option<usize>,
    ) -> Result<Vec<State>, Stuck> {
        let mut next: Vec<State> = Vec::new();
        let mut places: FxHashMap<Regex, Lit> = FxHashMap::default();
        for &(state, here) in states {
            let steps = self.regexes.steps(state, self.budget)?.to_vec();
            let mut choices = vec![!guard, !here];
            for (class, rest) in steps {
                self.work(4)?;
                if !self.can_end(rest, left)? {
                    continue;
                }
                let ranges = self.circuit.alphabet.ranges(self.regexes.class_set(class));
                let fits = self.circuit.gates.within(cell, &ranges);
                if fits == !self.circuit.gates.truth() {
                    continue;
                }
                let there = *places.entry(rest).or_insert_with(|| {
                    let there = self.circuit.gates.fresh();
                    next.push((rest, there));
                    there
                });
                let step = self.circuit.gates.fresh();
                self.circuit.gates.clause(&[!step, fits]);
                self.circuit.gates.clause(&[!step, there]);
                choices.push(step);
            }
            self.circuit.gates.clause(&choices);
        }
        Ok(next)
    }

    /// Whether the language has a word of this length; or any word, as far as that is known: to
    /// find out may take a whole automaton.
    fn can_end(&mut self, language: Regex, length: Option<usize>) -> Result<bool, Stuck> {
        Ok(match length {
            Some(length) => self
                .regexes
                .has_length(language, length as u32, self.budget)?,
            None => self.regexes.known_empty(language) != Some(true),
        })
    }

    /// For each end of `text`, whether the text up to there is in the language. If it is to have
    /// at least so many characters, only the shortest such member counts.
    pub(super) fn ends(
        &mut self,
        text: &[Cell],
        language: Regex,
        shortest: Option<usize>,
    ) -> Result<Vec<Lit>, Stuck> {
        let truth = self.circuit.gates.truth();
        let mut ends = Vec::with_capacity(text.len() + 1);
        let mut states: Vec<(Regex, Vec<Lit>)> = vec![(language, vec![truth])];
        for position in 0..=text.len() {
            let mut places: FxHashMap<Regex, usize> = FxHashMap::default();
            let mut next: Vec<(Regex, Vec<Lit>)> = Vec::new();
            let mut here = Vec::new();
            for (state, ways) in std::mem::take(&mut states) {
                let reached = self.circuit.gates.or(&ways);
                if self.regexes.nullable(state) {
                    match shortest {
                        None => here.push(reached),
                        // The run of the shortest member goes no further.
                        Some(least) if position >= least => {
                            here.push(reached);
                            continue;
                        }
                        Some(_) => {}
                    }
                }
                let Some(&cell) = text.get(position) else {
                    continue;
                };
                let steps = self.regexes.disjoint_steps(state, self.budget)?.to_vec();
                for (class, rest) in steps {
                    self.work(4)?;
                    let ranges = self.circuit.alphabet.ranges(self.regexes.class_set(class));
                    let fits = self.circuit.gates.within(cell, &ranges);
                    let way = self.circuit.gates.and(&[reached, fits]);
                    if way == !truth {
                        continue;
                    }
                    let place = *places.entry(rest).or_insert_with(|| {
                        next.push((rest, Vec::new()));
                        next.len() - 1
                    });
                    next[place].1.push(way);
                }
            }
            ends.push(self.circuit.gates.or(&here));
            states = next;
        }
        Ok(ends)
    }

    /// For each end of `text` from `start` on, whether the shortest member of the pattern with at
    /// least `least` characters that begins at `start` ends there.
    fn shortest(
        &mut self,
        text: &[Cell],
        start: usize,
        pattern: &Pattern,
        least: usize,
    ) -> Result<Vec<Lit>, Stuck> {
        let table = match pattern {
            Pattern::Known(language) => return self.ends(&text[start..], *language, Some(least)),
            Pattern::Open(table) => table,
        };
        let gates = &mut self.circuit.gates;
        let mut none_yet = gates.truth();
        let mut ends = vec![!gates.truth(); text.len() + 1 - start];
        for end in start + least..=text.len() {
            let member = table.get(start, end);
            ends[end - start] = gates.and(&[none_yet, member]);
            none_yet = gates.and(&[none_yet, !member]);
        }
        Ok(ends)
    }

    /// For each position of `text`, whether some member of the language of `regex` begins there.
    pub(super) fn beginnings(&mut self, text: &[Cell], regex: Term) -> Result<Vec<Lit>, Stuck> {
        let pattern = self.pattern(text, regex)?;
        (0..=text.len())
            .map(|start| {
                let ends = self.shortest(text, start, &pattern, 0)?;
                Ok(self.circuit.gates.or(&ends))
            })
            .collect()
    }

    /// `(str.replace_re s r u)`: the shortest leftmost member of r in s replaced, by cases on
    /// where it is.
    pub(super) fn replace_re(
        &mut self,
        term: Term,
        args: &[Term],
    ) -> Result<SymbolicString, Stuck> {
        let inside = self.words_inside(args[1]);
        let ([s, u], result, guard) = self.applied(term, [args[0], args[2]], &inside)?;
        let Some(guard) = guard else {
            return Ok(result);
        };
        let pattern = self.pattern(&s.cells, args[1])?;
        // `here`: no member begins before this position, and the guard holds.
        let mut here = guard;
        for start in 0..=s.cells.len() {
            let ends = self.shortest(&s.cells, start, &pattern, 0)?;
            for (length, &ends_there) in ends.iter().enumerate() {
                let chosen = self.circuit.gates.and(&[here, ends_there]);
                if chosen == !self.circuit.gates.truth() {
                    continue;
                }
                let parts = [&s.cells[..start], &u.cells, &s.cells[start + length..]];
                self.imply_same(chosen, &result.cells, &parts.concat())?;
            }
            let found = self.circuit.gates.or(&ends);
            here = self.circuit.gates.and(&[here, !found]);
        }
        self.imply_same(here, &result.cells, &s.cells)?;
        Ok(result)
    }

    /// `(str.replace_re_all s r u)`: a walk over positions of s and of the result, as for
    /// `replace_all`, with the shortest members of r that are not empty.
    pub(super) fn replace_re_all(
        &mut self,
        term: Term,
        args: &[Term],
    ) -> Result<SymbolicString, Stuck> {
        let inside = self.words_inside(args[1]);
        let ([s, u], result, guard) = self.applied(term, [args[0], args[2]], &inside)?;
        let Some(guard) = guard else {
            return Ok(result);
        };
        let pattern = self.pattern(&s.cells, args[1])?;
        let (source, target) = (s.cells.len(), result.cells.len());
        let mut at = vec![vec![None; target + 1]; source + 1];
        at[0][0] = Some(guard);
        for i in 0..source {
            let ends = self.shortest(&s.cells, i, &pattern, 1)?;
            let found = self.circuit.gates.or(&ends);
            for j in 0..=target {
                self.work(ends.len())?;
                let Some(here) = at[i][j] else { continue };
                for (length, &ends_there) in ends.iter().enumerate().skip(1) {
                    let replace = self.circuit.gates.and(&[here, ends_there]);
                    if replace == !self.circuit.gates.truth() {
                        continue;
                    }
                    let written = j + u.cells.len();
                    if written <= target {
                        self.imply_same(replace, &result.cells[j..written], &u.cells)?;
                    }
                    self.go(&mut at, replace, i + length, written);
                }
                let copy = self.circuit.gates.and(&[here, !found]);
                if j < target {
                    self.circuit
                        .gates
                        .imply_equal(copy, result.cells[j], s.cells[i]);
                }
                self.go(&mut at, copy, i + 1, j + 1);
            }
        }
        // Who comes to the end of s must have come to the end of the result.
        for &here in at[source][..target].iter().flatten() {
            self.circuit.gates.clause(&[!here]);
        }
        Ok(result)
    }
}
