//! Automata whose states are made when they are asked for: products, subsets, derivatives.
//!
//! A construction that may be large is a [`Lazy`] automaton first. Whoever only wants to know
//! whether there is a word asks [`shortest_word`], which looks at no more states than it must;
//! [`explore`] makes the part that is reached explicit.

use super::alphabet::{Alphabet, Letter, LetterSet, minterms};
use super::automaton::{Automaton, Builder};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::hash::Hash;
use std::sync::Arc;

/// An automaton without ε-moves that is known state by state.
pub trait Lazy {
    /// What a state is.
    type State: Clone + Eq + Hash;

    /// The alphabet that it is over.
    fn alphabet(&self) -> &Arc<Alphabet>;

    /// The states in which runs begin.
    fn initial(&mut self, budget: &Budget) -> Result<Vec<Self::State>, StopReason>;

    /// Whether a state accepts.
    fn accepts(&mut self, state: &Self::State) -> bool;

    /// The edges out of a state; none has an empty set of letters.
    fn steps(
        &mut self,
        state: &Self::State,
        budget: &Budget,
    ) -> Result<Vec<(LetterSet, Self::State)>, StopReason>;
}

impl Lazy for Automaton {
    type State = u32;

    fn alphabet(&self) -> &Arc<Alphabet> {
        Automaton::alphabet(self)
    }

    fn initial(&mut self, _: &Budget) -> Result<Vec<u32>, StopReason> {
        Ok(Automaton::initial(self).to_vec())
    }

    fn accepts(&mut self, state: &u32) -> bool {
        self.accepts_at(*state)
    }

    fn steps(&mut self, state: &u32, budget: &Budget) -> Result<Vec<(LetterSet, u32)>, StopReason> {
        let edges = self.edges(*state);
        budget.spend(edges.len() as u64)?;
        let steps = edges.iter().map(|edge| (edge.letters.clone(), edge.to));
        Ok(steps.collect())
    }
}

/// The words that both accept: pairs of states.
#[derive(Clone, Debug)]
pub struct Product<A, B> {
    first: A,
    second: B,
}

impl<A: Lazy, B: Lazy> Product<A, B> {
    /// Both must be over the same alphabet.
    #[must_use]
    pub fn new(first: A, second: B) -> Product<A, B> {
        let same = Arc::ptr_eq(first.alphabet(), second.alphabet())
            || first.alphabet() == second.alphabet();
        assert!(same, "automata over different alphabets");
        Product { first, second }
    }
}

impl<A: Lazy, B: Lazy> Lazy for Product<A, B> {
    type State = (A::State, B::State);

    fn alphabet(&self) -> &Arc<Alphabet> {
        self.first.alphabet()
    }

    fn initial(&mut self, budget: &Budget) -> Result<Vec<Self::State>, StopReason> {
        let seconds = self.second.initial(budget)?;
        let firsts = self.first.initial(budget)?;
        budget.spend((firsts.len() * seconds.len()) as u64)?;
        let pairs = firsts.iter().flat_map(|first| {
            let second = seconds.iter().cloned();
            second.map(|second| (first.clone(), second))
        });
        Ok(pairs.collect())
    }

    fn accepts(&mut self, (first, second): &Self::State) -> bool {
        self.first.accepts(first) && self.second.accepts(second)
    }

    fn steps(
        &mut self,
        (first, second): &Self::State,
        budget: &Budget,
    ) -> Result<Vec<(LetterSet, Self::State)>, StopReason> {
        let firsts = self.first.steps(first, budget)?;
        let seconds = self.second.steps(second, budget)?;
        budget.spend((firsts.len() * seconds.len()) as u64)?;
        let mut steps = Vec::new();
        for (letters, first) in &firsts {
            for (others, second) in &seconds {
                let common = letters.intersection(others);
                if !common.is_empty() {
                    steps.push((common, (first.clone(), second.clone())));
                }
            }
        }
        Ok(steps)
    }
}

/// The subset construction: complete and deterministic, a state is a sorted list of state numbers
/// of the automaton beneath. With `outside` it accepts the words that the automaton does not.
#[derive(Clone, Debug)]
pub struct Subsets<A: Lazy> {
    inner: A,
    outside: bool,
    states: Vec<A::State>,
    numbers: FxHashMap<A::State, u32>,
    rows: Vec<Option<Row>>,
    accepting: Vec<bool>,
}

/// The edges of a state of the automaton beneath.
type Row = Arc<[(LetterSet, u32)]>;

impl<A: Lazy> Subsets<A> {
    /// The same language, deterministically.
    #[must_use]
    pub fn new(inner: A) -> Subsets<A> {
        Subsets {
            inner,
            outside: false,
            states: Vec::new(),
            numbers: FxHashMap::default(),
            rows: Vec::new(),
            accepting: Vec::new(),
        }
    }

    /// The other words.
    #[must_use]
    pub fn complement(inner: A) -> Subsets<A> {
        Subsets {
            outside: true,
            ..Subsets::new(inner)
        }
    }

    fn number(&mut self, state: A::State) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        self.accepting.push(self.inner.accepts(&state));
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.rows.push(None);
        number
    }

    fn row(&mut self, number: u32, budget: &Budget) -> Result<Row, StopReason> {
        if let Some(row) = &self.rows[number as usize] {
            return Ok(row.clone());
        }
        let state = self.states[number as usize].clone();
        let steps = self.inner.steps(&state, budget)?;
        let steps = steps.into_iter();
        let row: Row = steps.map(|(set, to)| (set, self.number(to))).collect();
        self.rows[number as usize] = Some(row.clone());
        Ok(row)
    }
}

/// A sorted list without repetitions.
pub(crate) fn sorted_set(mut items: Vec<u32>) -> Arc<[u32]> {
    items.sort_unstable();
    items.dedup();
    items.into()
}

impl<A: Lazy> Lazy for Subsets<A> {
    type State = Arc<[u32]>;

    fn alphabet(&self) -> &Arc<Alphabet> {
        self.inner.alphabet()
    }

    fn initial(&mut self, budget: &Budget) -> Result<Vec<Arc<[u32]>>, StopReason> {
        let states = self.inner.initial(budget)?;
        let numbers = states.into_iter().map(|state| self.number(state));
        Ok(vec![sorted_set(numbers.collect())])
    }

    fn accepts(&mut self, state: &Arc<[u32]>) -> bool {
        let inside = state.iter().any(|&at| self.accepting[at as usize]);
        inside != self.outside
    }

    fn steps(
        &mut self,
        state: &Arc<[u32]>,
        budget: &Budget,
    ) -> Result<Vec<(LetterSet, Arc<[u32]>)>, StopReason> {
        let mut edges: Vec<(LetterSet, u32)> = Vec::new();
        for &number in state.iter() {
            edges.extend(self.row(number, budget)?.iter().cloned());
        }
        subset_steps(&edges, self.alphabet().all(), budget)
    }
}

/// Disjoint sets of letters, each with the states that it leads to.
pub(crate) type SubsetSteps = Vec<(LetterSet, Arc<[u32]>)>;

/// What a set of states with these edges becomes by each of some letters: one step for letters
/// that make no difference. Letters without an edge lead to the empty set.
pub(crate) fn subset_steps(
    edges: &[(LetterSet, u32)],
    letters: LetterSet,
    budget: &Budget,
) -> Result<SubsetSteps, StopReason> {
    budget.spend(edges.len() as u64 + 1)?;
    let parts = minterms(edges.iter().map(|edge| &edge.0));
    let mut rest = letters;
    let mut steps = Vec::with_capacity(parts.len() + 1);
    for (part, members) in parts {
        budget.spend(members.len() as u64)?;
        rest = rest.difference(&part);
        let targets = members.iter().map(|&at| edges[at as usize].1);
        steps.push((part, sorted_set(targets.collect())));
    }
    if !rest.is_empty() {
        steps.push((rest, Arc::from([])));
    }
    Ok(steps)
}

/// The states that are reached, numbered in the order in which a breadth-first search finds them.
pub fn explore<A: Lazy>(mut lazy: A, budget: &Budget) -> Result<Automaton, StopReason> {
    let mut builder = Builder::new(&lazy.alphabet().clone());
    let mut numbers: FxHashMap<A::State, u32> = FxHashMap::default();
    let mut states: Vec<A::State> = Vec::new();
    let mut enter = |lazy: &mut A, builder: &mut Builder, states: &mut Vec<_>, state: A::State| {
        *numbers.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            builder.add_state(lazy.accepts(state))
        })
    };
    for state in lazy.initial(budget)? {
        let number = enter(&mut lazy, &mut builder, &mut states, state);
        builder.add_initial(number);
    }
    let mut at = 0;
    while at < states.len() {
        let state = states[at].clone();
        let steps = lazy.steps(&state, budget)?;
        budget.spend(steps.len() as u64 + 1)?;
        for (letters, to) in steps {
            let to = enter(&mut lazy, &mut builder, &mut states, to);
            builder.add_edge(at as u32, letters, to);
        }
        at += 1;
    }
    Ok(builder.without_epsilon())
}

/// A shortest word, as letters; `None` if there is no word at all.
pub fn shortest_word<A: Lazy>(
    mut lazy: A,
    budget: &Budget,
) -> Result<Option<Vec<Letter>>, StopReason> {
    // Each state with the place of the one before it and a letter between them.
    let mut entries: Vec<(A::State, usize, Option<Letter>)> = Vec::new();
    let mut seen: FxHashMap<A::State, ()> = FxHashMap::default();
    for state in lazy.initial(budget)? {
        if seen.insert(state.clone(), ()).is_none() {
            entries.push((state, usize::MAX, None));
        }
    }
    let mut at = 0;
    while at < entries.len() {
        let state = entries[at].0.clone();
        if lazy.accepts(&state) {
            let mut word = Vec::new();
            while let (_, before, Some(letter)) = entries[at] {
                word.push(letter);
                at = before;
            }
            word.reverse();
            return Ok(Some(word));
        }
        let steps = lazy.steps(&state, budget)?;
        budget.spend(steps.len() as u64 + 1)?;
        for (letters, to) in steps {
            if !seen.contains_key(&to) {
                seen.insert(to.clone(), ());
                entries.push((to, at, letters.first()));
            }
        }
        at += 1;
    }
    Ok(None)
}
