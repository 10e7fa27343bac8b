//! One branch of the search for a stable solution (Chen et al., OOPSLA 2023): languages, a
//! substitution, and what is left to align.
//!
//! A variable has a language, or stands for a sequence of others, never both. Departure: every equation is
//! aligned in full, so that both sides become the same sequence, instead of being kept as an
//! inclusion; what nobody else speaks of is concatenated before, which is where inclusions save
//! noodles. A branch is exact: it has the solutions that its parent has and that its choice admits.

use sinew_base::{Budget, StopReason};
use sinew_regex::automata::{Automaton, Noodle, Transducer};
use sinew_term::Term;

use super::facts::{Direction, Relation, Var};

/// Two sequences that are the same string.
pub(super) type Equation = (Vec<Var>, Vec<Var>);

/// `part = substr(whole, from, count)`
#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub(super) part: Var,
    pub(super) whole: Var,
    pub(super) from: Term,
    pub(super) count: Term,
}

/// `number = indexof(string, needle, from)`
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) string: Var,
    pub(super) number: Term,
    pub(super) from: Term,
    pub(super) needle: Automaton,
    /// The needle without its last character.
    pub(super) almost: Automaton,
    /// The words without the needle.
    pub(super) without: Automaton,
}

/// `number = to_code(string)`, or `string = from_code(number)`
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) string: Var,
    pub(super) number: Term,
    pub(super) direction: Direction,
}

/// The first is not so related to the second, says the fact at this place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Denied {
    pub(super) relation: Relation,
    pub(super) first: Var,
    pub(super) second: Var,
    pub(super) fact: usize,
}

/// The output is what a transducer makes of the input.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) output: Vec<Var>,
    pub(super) transducer: Transducer,
    pub(super) input: Vec<Var>,
}

/// Variables that are put in for others in a step.
const VARIABLES_PER_STEP: u64 = 8;

/// How the words of variables without words of their own come about.
#[derive(Clone, Debug)]
pub(super) enum Derived {
    /// The word of the first is cut over the others.
    Cut(Vec<Var>, Vec<Var>),
    /// The output of the image is computed, and cut.
    Computed(Image),
}

/// A branch.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) languages: Vec<Automaton>,
    /// What a variable stands for.
    pub(super) parts: Vec<Option<Vec<Var>>>,
    /// Whether arithmetic speaks of its length.
    pub(super) measured: Vec<bool>,
    pub(super) equations: Vec<Equation>,
    pub(super) images: Vec<Image>,
    pub(super) slices: Vec<Slice>,
    pub(super) indices: Vec<Index>,
    pub(super) codes: Vec<Code>,
    /// Single characters of whose codes arithmetic speaks.
    pub(super) letters: Vec<Var>,
    pub(super) denied: Vec<Denied>,
    /// Single characters that differ.
    pub(super) apart: Vec<(Var, Var)>,
    /// Conditions on integers under which the branch was taken.
    pub(super) conditions: Vec<Term>,
    /// In the order in which they were made; later ones need no earlier ones.
    pub(super) derived: Vec<Derived>,
    /// Images of which only languages were passed on: words have to be tried on them.
    pub(super) unproved: Vec<Image>,
}

impl State {
    /// A new variable.
    pub(super) fn fresh(&mut self, language: Automaton, measured: bool) -> Var {
        self.languages.push(language);
        self.parts.push(None);
        self.measured.push(measured);
        self.languages.len() - 1
    }

    /// A sequence with everything put in that its variables stand for.
    pub(super) fn expanded(&self, sequence: &[Var]) -> Vec<Var> {
        let mut result = Vec::new();
        let mut pending: Vec<Var> = sequence.iter().rev().copied().collect();
        while let Some(x) = pending.pop() {
            match &self.parts[x] {
                Some(parts) => pending.extend(parts.iter().rev()),
                None => result.push(x),
            }
        }
        result
    }

    /// How many variables all that stand for others stand for, when everything is put in. Where parts are shared that can
    /// be exponentially many, so it is found out without putting them in.
    fn expanded_size(&self) -> u64 {
        let mut sizes: Vec<Option<u64>> = vec![None; self.parts.len()];
        let mut total = 0u64;
        for root in 0..self.parts.len() {
            let mut pending = vec![root];
            while let Some(&x) = pending.last() {
                let parts = self.parts[x].as_deref();
                let open = parts.and_then(|parts| parts.iter().find(|&&y| sizes[y].is_none()));
                if let (None, Some(&y)) = (sizes[x], open) {
                    if pending.len() > self.parts.len() {
                        return u64::MAX;
                    }
                    pending.push(y);
                    continue;
                }
                pending.pop();
                if sizes[x].is_some() {
                    continue;
                }
                let size = parts.map_or(1, |parts| {
                    let sizes = parts.iter().filter_map(|&y| sizes[y]);
                    sizes.fold(0, u64::saturating_add)
                });
                sizes[x] = Some(size);
                if parts.is_some() {
                    total = total.saturating_add(size);
                }
            }
        }
        total
    }

    /// The variable that a single character became; it may be cut into itself and nothing.
    pub(super) fn letter(&self, x: Var) -> Option<Var> {
        let leaves = self.expanded(&[x]);
        let mut letters = leaves
            .iter()
            .filter(|&&y| self.languages[y].edge_count() > 0);
        let first = letters.next().copied();
        first.filter(|_| letters.next().is_none())
    }

    /// Lets arithmetic speak of the length of a variable, and so of its parts.
    pub(super) fn measure(&mut self, x: Var) {
        let mut pending = vec![x];
        while let Some(x) = pending.pop() {
            self.measured[x] = true;
            pending.extend(self.parts[x].iter().flatten().copied());
        }
    }

    /// Lets a variable without parts stand for a sequence.
    pub(super) fn substitute(&mut self, x: Var, sequence: Vec<Var>) {
        let measured = self.measured[x];
        self.parts[x] = Some(sequence);
        if measured {
            self.measure(x);
        }
    }

    /// Restricts a variable to the empty word; whether that is possible.
    fn vanish(&mut self, x: Var) -> bool {
        let possible = self.languages[x].accepts_epsilon();
        self.substitute(x, Vec::new());
        possible
    }

    /// Puts the substitution into the equations and cancels; whether they may have a solution.
    pub(super) fn normalise(&mut self, budget: &Budget) -> Result<bool, StopReason> {
        loop {
            budget.spend(self.expanded_size() / VARIABLES_PER_STEP)?;
            let mut changed = false;
            for (left, right) in std::mem::take(&mut self.equations) {
                budget.spend(1 + (left.len() + right.len()) as u64)?;
                let (mut left, mut right) = (self.expanded(&left), self.expanded(&right));
                cancel(&mut left, &mut right);
                match (&left[..], &right[..]) {
                    ([], []) => {}
                    (rest, []) | ([], rest) => {
                        changed = true;
                        for &x in rest {
                            if self.parts[x].is_none() && !self.vanish(x) {
                                return Ok(false);
                            }
                        }
                    }
                    (&[x], &[y]) => {
                        changed = true;
                        if !self.merge(x, y, budget)? {
                            return Ok(false);
                        }
                    }
                    _ => self.equations.push((left, right)),
                }
            }
            if !changed {
                return Ok(true);
            }
        }
    }

    /// Makes one of two variables; whether there is a word for both.
    fn merge(&mut self, x: Var, y: Var, budget: &Budget) -> Result<bool, StopReason> {
        let meet = self.languages[x].intersection(&self.languages[y], budget)?;
        let meet = meet.quotient(budget)?;
        let possible = !meet.is_empty();
        self.languages[x] = meet;
        self.substitute(y, vec![x]);
        self.measured[x] |= self.measured[y];
        Ok(possible)
    }

    /// How often each variable occurs in what is left to solve.
    pub(super) fn occurrences(&self) -> Vec<usize> {
        let mut counts = vec![0; self.languages.len()];
        let mut count = |sequence: &[Var], times: usize| {
            for x in self.expanded(sequence) {
                counts[x] += times;
            }
        };
        for (left, right) in &self.equations {
            count(left, 1);
            count(right, 1);
        }
        for image in &self.images {
            count(&image.output, 1);
            count(&image.input, 1);
        }
        for slice in &self.slices {
            count(&[slice.part, slice.whole], 2);
        }
        for index in &self.indices {
            count(&[index.string], 2);
        }
        for code in &self.codes {
            count(&[code.string], 2);
        }
        count(&self.letters, 2);
        for denied in &self.denied {
            count(&[denied.first, denied.second], 2);
        }
        for &(x, y) in &self.apart {
            count(&[x, y], 2);
        }
        counts
    }

    /// The language of a sequence.
    pub(super) fn language_of(
        &self,
        sequence: &[Var],
        budget: &Budget,
    ) -> Result<Automaton, StopReason> {
        let sequence = self.expanded(sequence);
        let parts: Vec<Automaton> = sequence
            .iter()
            .map(|&x| self.languages[x].clone())
            .collect();
        let alphabet = self.languages[0].alphabet();
        Automaton::concat_of(alphabet, &parts, budget)?.quotient(budget)
    }

    /// A side of an equation as units: neighbours that only this equation speaks of, and of whose
    /// lengths nobody speaks, are one.
    pub(super) fn units(&self, side: &[Var], occurrences: &[usize]) -> Vec<Vec<Var>> {
        let mut units: Vec<(Vec<Var>, bool)> = Vec::new();
        for &x in side {
            let lonely = occurrences[x] == 1 && !self.measured[x];
            match units.last_mut() {
                Some((unit, true)) if lonely => unit.push(x),
                _ => units.push((vec![x], lonely)),
            }
        }
        units.into_iter().map(|(unit, _)| unit).collect()
    }

    /// The branch of a noodle: a variable for each segment, and the units stand for them.
    pub(super) fn cut(&mut self, noodle: Noodle<Automaton>, left: &[Vec<Var>], right: &[Vec<Var>]) {
        let mut lists = [vec![Vec::new(); left.len()], vec![Vec::new(); right.len()]];
        let measured = |state: &State, unit: &[Var]| unit.iter().any(|&x| state.measured[x]);
        for segment in noodle {
            let nothing = segment.part.edge_count() == 0;
            if nothing {
                continue;
            }
            let (a, b) = (segment.left, segment.right);
            let both = measured(self, &left[a]) || measured(self, &right[b]);
            let x = self.fresh(segment.part, both);
            lists[0][a].push(x);
            lists[1][b].push(x);
        }
        let [lefts, rights] = lists;
        for (unit, list) in left.iter().zip(lefts).chain(right.iter().zip(rights)) {
            self.assign(unit, list);
        }
    }

    fn assign(&mut self, unit: &[Var], list: Vec<Var>) {
        match *unit {
            [x] => match self.parts[x].clone() {
                None => self.substitute(x, list),
                // A second occurrence in the same equation.
                Some(first) => self.equations.push((first, list)),
            },
            _ => self.derived.push(Derived::Cut(list, unit.to_vec())),
        }
    }
}

/// Removes what both begin and end with.
fn cancel(left: &mut Vec<Var>, right: &mut Vec<Var>) {
    while !left.is_empty() && left.last() == right.last() {
        left.pop();
        right.pop();
    }
    let same = left.iter().zip(right.iter()).take_while(|(x, y)| x == y);
    let same = same.count();
    left.drain(..same);
    right.drain(..same);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_regex::automata::Alphabet;

    /// A branch in which each variable stands for the next one twice.
    fn doubling(count: usize) -> State {
        let alphabet = Alphabet::new([]);
        let mut state = State::default();
        for x in 0..count {
            state.fresh(Automaton::all(&alphabet), false);
            if x + 1 < count {
                state.parts[x] = Some(vec![x + 1, x + 1]);
            }
        }
        state
    }

    #[test]
    fn sizes_are_those_of_what_is_put_in() {
        for count in 1..8 {
            let state = doubling(count);
            let sizes = (0..count - 1).map(|x| state.expanded(&[x]).len() as u64);
            assert_eq!(state.expanded_size(), sizes.sum());
        }
    }

    #[test]
    fn what_is_exponentially_long_ends_with_the_budget() {
        let mut state = doubling(200);
        state.equations.push((vec![0], vec![1]));
        let budget = Budget::with_steps(100_000);
        assert_eq!(state.normalise(&budget), Err(StopReason::Steps));
    }
}
