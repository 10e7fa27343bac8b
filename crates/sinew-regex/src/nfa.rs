//! Explicit nondeterministic automata with classes on the edges.
//!
//! Made from a regex by exploring its linear forms; trimmed, reversed, determinised
//! (`dfa.rs`), and put back into a store, where a state is a regex like any other: its
//! linear form is its row. So results of automaton constructions take part in further
//! regex operations without being turned into expressions.

use crate::charset::CharSet;
use crate::store::{EPSILON, NONE, Node, Regex, RegexStore, Table};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};

/// A nondeterministic automaton without ε-moves. States are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nfa {
    rows: Vec<Vec<(CharSet, u32)>>,
    accepting: Vec<bool>,
    initial: Vec<u32>,
}

impl Nfa {
    /// An automaton without states: the empty language.
    #[must_use]
    pub fn new() -> Nfa {
        Nfa::default()
    }

    /// Adds a state and gives its number.
    pub fn add_state(&mut self, accepting: bool) -> u32 {
        self.rows.push(Vec::new());
        self.accepting.push(accepting);
        (self.rows.len() - 1) as u32
    }

    /// Adds an edge; none if the set is empty.
    pub fn add_edge(&mut self, from: u32, set: CharSet, to: u32) {
        if !set.is_empty() {
            self.rows[from as usize].push((set, to));
        }
    }

    /// Makes a state initial.
    pub fn add_initial(&mut self, state: u32) {
        if !self.initial.contains(&state) {
            self.initial.push(state);
            self.initial.sort_unstable();
        }
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The initial states, sorted.
    #[must_use]
    pub fn initial(&self) -> &[u32] {
        &self.initial
    }

    /// The edges out of a state.
    #[must_use]
    pub fn row(&self, state: usize) -> &[(CharSet, u32)] {
        &self.rows[state]
    }

    /// Whether a state accepts.
    #[must_use]
    pub fn accepts_at(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The automaton whose states are the regexes reachable from `r` by linear forms.
    /// State 0 is `r` itself.
    pub fn from_regex(
        store: &mut RegexStore,
        r: Regex,
        budget: &Budget,
    ) -> Result<Nfa, StopReason> {
        Ok(Nfa::with_states(store, r, budget)?.0)
    }

    /// The same, with the regex that each state stands for.
    pub fn with_states(
        store: &mut RegexStore,
        r: Regex,
        budget: &Budget,
    ) -> Result<(Nfa, Vec<Regex>), StopReason> {
        let mut nfa = Nfa::new();
        let mut states: Vec<Regex> = Vec::new();
        if r == NONE {
            return Ok((nfa, states));
        }
        let mut numbers: FxHashMap<Regex, u32> = FxHashMap::default();
        numbers.insert(r, nfa.add_state(store.nullable(r)));
        nfa.add_initial(0);
        states.push(r);
        let mut at = 0;
        while at < states.len() {
            let span = store.linear_form(states[at], budget)?;
            budget.spend((span.end - span.start) as u64 + 1)?;
            for index in span.start..span.end {
                let (class, rest) = store.steps[index];
                let to = *numbers.entry(rest).or_insert_with(|| {
                    states.push(rest);
                    nfa.add_state(store.nullable(rest))
                });
                nfa.add_edge(at as u32, store.class_set(class).clone(), to);
            }
            at += 1;
        }
        Ok((nfa, states))
    }

    /// Numbers of the states from which an accepting state can be reached.
    fn productive(&self) -> Vec<bool> {
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        for (from, row) in self.rows.iter().enumerate() {
            for (_, to) in row {
                into[*to as usize].push(from as u32);
            }
        }
        let starts = (0..self.len() as u32).filter(|&state| self.accepting[state as usize]);
        reach(starts, self.len(), |state| into[state as usize].clone())
    }

    fn reachable(&self) -> Vec<bool> {
        reach(self.initial.iter().copied(), self.len(), |state| {
            self.rows[state as usize]
                .iter()
                .map(|edge| edge.1)
                .collect()
        })
    }

    /// Without the states that no accepting run visits.
    #[must_use]
    pub fn trimmed(&self) -> Nfa {
        let (reachable, productive) = (self.reachable(), self.productive());
        let useful = reachable.iter().zip(&productive).map(|(a, b)| *a && *b);
        let keep: Vec<bool> = useful.collect();
        self.restricted(&keep).0
    }

    /// The part on the kept states, and the new number of each.
    fn restricted(&self, keep: &[bool]) -> (Nfa, Vec<Option<u32>>) {
        let mut numbers: Vec<Option<u32>> = vec![None; self.len()];
        let mut nfa = Nfa::new();
        for state in 0..self.len() {
            if keep[state] {
                numbers[state] = Some(nfa.add_state(self.accepting[state]));
            }
        }
        for (from, row) in self.rows.iter().enumerate() {
            for (set, to) in row {
                if let (Some(from), Some(to)) = (numbers[from], numbers[*to as usize]) {
                    nfa.add_edge(from, set.clone(), to);
                }
            }
        }
        for &state in &self.initial {
            if let Some(state) = numbers[state as usize] {
                nfa.add_initial(state);
            }
        }
        (nfa, numbers)
    }

    /// The automaton of the reversed words.
    #[must_use]
    pub fn reversed(&self) -> Nfa {
        let mut nfa = Nfa::new();
        for state in 0..self.len() as u32 {
            nfa.add_state(self.initial.binary_search(&state).is_ok());
        }
        for (from, row) in self.rows.iter().enumerate() {
            for (set, to) in row {
                nfa.add_edge(*to, set.clone(), from as u32);
            }
        }
        nfa.initial = (0..self.len() as u32)
            .filter(|&state| self.accepting[state as usize])
            .collect();
        nfa
    }

    /// The same automaton with one accepting state, trimmed.
    #[must_use]
    pub fn accepting_only(&self, state: u32) -> Nfa {
        let mut nfa = self.clone();
        nfa.accepting = vec![false; self.len()];
        nfa.accepting[state as usize] = true;
        nfa.trimmed()
    }

    /// Whether the language is finite: no cycle among the useful states.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let nfa = self.trimmed();
        nfa.topological_order().is_some()
    }

    /// The states so that edges go forward, if there is no cycle.
    pub(crate) fn topological_order(&self) -> Option<Vec<u32>> {
        let mut incoming = vec![0usize; self.len()];
        for (_, to) in self.rows.iter().flatten() {
            incoming[*to as usize] += 1;
        }
        let mut order: Vec<u32> = (0..self.len() as u32)
            .filter(|&state| incoming[state as usize] == 0)
            .collect();
        let mut at = 0;
        while at < order.len() {
            for (_, to) in &self.rows[order[at] as usize] {
                incoming[*to as usize] -= 1;
                if incoming[*to as usize] == 0 {
                    order.push(*to);
                }
            }
            at += 1;
        }
        (order.len() == self.len()).then_some(order)
    }
}

/// The states that `next` leads to from `starts`, in any number of steps.
pub(crate) fn reach(
    starts: impl Iterator<Item = u32>,
    size: usize,
    next: impl Fn(u32) -> Vec<u32>,
) -> Vec<bool> {
    let mut seen = vec![false; size];
    let mut stack: Vec<u32> = Vec::new();
    for start in starts {
        if !std::mem::replace(&mut seen[start as usize], true) {
            stack.push(start);
        }
    }
    while let Some(state) = stack.pop() {
        for target in next(state) {
            if !std::mem::replace(&mut seen[target as usize], true) {
                stack.push(target);
            }
        }
    }
    seen
}

impl RegexStore {
    /// Puts an automaton into the store. The result is its language; the second result is
    /// the language of each of its states.
    pub fn insert_automaton(&mut self, nfa: &Nfa) -> (Regex, Vec<Regex>) {
        let (trim, numbers) = nfa.restricted(&nfa.productive());
        let automaton = self.automata.len() as u32;
        let mut rows = Vec::with_capacity(trim.len());
        for row in &trim.rows {
            let edges = row
                .iter()
                .map(|(set, to)| (self.class_id(set.clone()), *to))
                .collect();
            rows.push(edges);
        }
        let table = Table {
            min_len: least_distances(&trim),
            max_len: greatest_distances(&trim),
            accepting: trim.accepting.clone(),
            rows,
        };
        self.automata.push(table);
        let languages: Vec<Regex> = numbers
            .iter()
            .map(|number| match *number {
                Some(state) => self.state(automaton, state),
                None => NONE,
            })
            .collect();
        let starts: Vec<Regex> = nfa
            .initial
            .iter()
            .map(|&state| languages[state as usize])
            .collect();
        (self.union(&starts), languages)
    }

    /// The language of a state; a state that accepts and leads nowhere is `ε` itself, so
    /// that bounds by structure stay exact.
    pub(crate) fn state(&mut self, automaton: u32, state: u32) -> Regex {
        let table = &self.automata[automaton as usize];
        match table.rows[state as usize].is_empty() {
            true => EPSILON,
            false => self.intern(Node::State { automaton, state }),
        }
    }

    /// A state's automaton as an explicit one, with that state initial.
    pub(crate) fn automaton_of(&self, automaton: u32, state: u32) -> Nfa {
        let table = &self.automata[automaton as usize];
        let mut nfa = Nfa::new();
        for &accepting in &table.accepting {
            nfa.add_state(accepting);
        }
        for (from, row) in table.rows.iter().enumerate() {
            for &(class, to) in row {
                nfa.add_edge(from as u32, self.class_set(class).clone(), to);
            }
        }
        nfa.add_initial(state);
        nfa
    }
}

/// For each state of a trim automaton, the length of its shortest word.
fn least_distances(nfa: &Nfa) -> Vec<u64> {
    let back = nfa.reversed();
    let mut distances = vec![u64::MAX; nfa.len()];
    let mut queue: Vec<u32> = back.initial.clone();
    for &state in &queue {
        distances[state as usize] = 0;
    }
    let mut at = 0;
    while at < queue.len() {
        let state = queue[at] as usize;
        for (_, to) in back.row(state) {
            if distances[*to as usize] == u64::MAX {
                distances[*to as usize] = distances[state] + 1;
                queue.push(*to);
            }
        }
        at += 1;
    }
    distances
}

/// For each state of a trim automaton, the length of its longest word, if there is one.
/// Peels states off from the end: what is left has a cycle ahead.
fn greatest_distances(nfa: &Nfa) -> Vec<Option<u64>> {
    let back = nfa.reversed();
    let mut open: Vec<usize> = (0..nfa.len()).map(|state| nfa.row(state).len()).collect();
    let mut distances: Vec<Option<u64>> = vec![None; nfa.len()];
    let mut longest: Vec<u64> = vec![0; nfa.len()];
    let mut queue: Vec<usize> = (0..nfa.len()).filter(|&state| open[state] == 0).collect();
    while let Some(state) = queue.pop() {
        distances[state] = Some(longest[state]);
        for (_, to) in back.row(state) {
            let before = *to as usize;
            longest[before] = longest[before].max(longest[state] + 1);
            open[before] -= 1;
            if open[before] == 0 {
                queue.push(before);
            }
        }
    }
    distances
}
