//! Regular languages over words of cells: membership, and the places where members occur.
//!
//! A membership that is asserted needs only some run of an automaton. Replacement wants to know
//! where a member begins and where the shortest one ends, and where there is none: those are truth
//! values, so the automaton behind them is deterministic (derivatives on disjoint classes).

use rustc_hash::FxHashMap;
use sinew_regex::Regex;
use sinew_sat::Lit;
use sinew_term::Term;

use super::fixed::{Encoder, Stuck};
use super::gates::Cell;
use super::lesson::Word;

impl Encoder<'_> {
    /// The language of a ground regular expression.
    pub(super) fn language(&self, term: Term) -> Result<Regex, Stuck> {
        self.languages
            .get(&term)
            .copied()
            .ok_or(Stuck::GaveUp("a regular expression that is not ground"))
    }

    /// States that under `guard` the cells spell a word of the language: one run of its automaton,
    /// whose states are derivatives, over the positions. States without words of the length that
    /// is left are never entered.
    pub(super) fn membership(
        &mut self,
        guard: Lit,
        cells: &[Cell],
        language: Regex,
    ) -> Result<(), Stuck> {
        if !self
            .regexes
            .has_length(language, cells.len() as u32, self.budget)?
        {
            self.circuit.gates.clause(&[!guard]);
            return Ok(());
        }
        let mut states: FxHashMap<Regex, Lit> = FxHashMap::from_iter([(language, guard)]);
        let mut order = vec![language];
        for (position, &cell) in cells.iter().enumerate() {
            let left = (cells.len() - position - 1) as u32;
            let (mut next, mut next_order) = (FxHashMap::default(), Vec::new());
            for state in std::mem::take(&mut order) {
                let here = states[&state];
                let steps = self.regexes.steps(state, self.budget)?.to_vec();
                let mut choices = vec![!here];
                for (class, rest) in steps {
                    self.work(4)?;
                    if !self.regexes.has_length(rest, left, self.budget)? {
                        continue;
                    }
                    let ranges = self.circuit.alphabet.ranges(self.regexes.class_set(class));
                    let fits = self.circuit.gates.within(cell, &ranges);
                    if fits == !self.circuit.gates.truth() {
                        continue;
                    }
                    let there = *next.entry(rest).or_insert_with(|| {
                        next_order.push(rest);
                        self.circuit.gates.fresh()
                    });
                    let step = self.circuit.gates.fresh();
                    self.circuit.gates.clause(&[!step, fits]);
                    self.circuit.gates.clause(&[!step, there]);
                    choices.push(step);
                }
                self.circuit.gates.clause(&choices);
            }
            states = next;
            order = next_order;
        }
        Ok(())
    }

    /// For each end of `text`, whether the shortest member of the language with at least `least`
    /// characters that begins the text ends there.
    fn shortest(
        &mut self,
        text: &[Cell],
        language: Regex,
        least: usize,
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
                // A member that ends here is the shortest: its run goes no further.
                if position >= least && self.regexes.nullable(state) {
                    here.push(reached);
                    continue;
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

    /// For each position of `text`, whether some member of the language begins there.
    pub(super) fn beginnings(&mut self, text: &[Cell], language: Regex) -> Result<Vec<Lit>, Stuck> {
        (0..=text.len())
            .map(|start| {
                let ends = self.shortest(&text[start..], language, 0)?;
                Ok(self.circuit.gates.or(&ends))
            })
            .collect()
    }

    /// `(str.replace_re s r u)`: the shortest leftmost member of r in s replaced, by cases on
    /// where it is.
    pub(super) fn replace_re(&mut self, term: Term, args: &[Term]) -> Result<Word, Stuck> {
        let language = self.language(args[1])?;
        let ([s, u], result, guard) = self.applied(term, [args[0], args[2]])?;
        let Some(guard) = guard else {
            return Ok(result);
        };
        // `here`: no member begins before this position, and the guard holds.
        let mut here = guard;
        for start in 0..=s.cells.len() {
            let ends = self.shortest(&s.cells[start..], language, 0)?;
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
    pub(super) fn replace_re_all(&mut self, term: Term, args: &[Term]) -> Result<Word, Stuck> {
        let language = self.language(args[1])?;
        let ([s, u], result, guard) = self.applied(term, [args[0], args[2]])?;
        let Some(guard) = guard else {
            return Ok(result);
        };
        let (source, target) = (s.cells.len(), result.cells.len());
        let mut at = vec![vec![None; target + 1]; source + 1];
        at[0][0] = Some(guard);
        for i in 0..source {
            let ends = self.shortest(&s.cells[i..], language, 1)?;
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
