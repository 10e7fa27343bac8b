//! Nondeterministic automata with sets of letters on the edges, shared instead of copied.
//!
//! An [`Automaton`] is immutable and cheap to clone: states of a search keep the automata of all
//! their variables and copy none. It has no ε-moves; a [`Builder`] may, and removes them at the end.

use super::alphabet::{Alphabet, Letter, LetterSet};
use super::epsilon::closed;
use super::graph::Graph;
use crate::charset::CharSet;
use sinew_base::{Budget, StopReason};
use std::fmt;
use std::sync::Arc;

/// Why something could not be made over an alphabet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The budget did not suffice.
    Stopped(StopReason),
    /// The alphabet does not tell these characters from all others.
    Coarse(CharSet),
}

impl From<StopReason> for BuildError {
    fn from(reason: StopReason) -> BuildError {
        BuildError::Stopped(reason)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Stopped(reason) => write!(f, "stopped: {reason}"),
            BuildError::Coarse(set) => write!(f, "the alphabet has no letters for {set}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// An edge out of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// Where it leads.
    pub to: u32,
    /// What it reads; not empty.
    pub letters: LetterSet,
}

/// A nondeterministic automaton without ε-moves over the letters of an [`Alphabet`].
///
/// States are numbered from 0; a state has one edge per target, sorted by target. Operations on
/// two automata need the same alphabet and panic otherwise.
#[derive(Clone)]
pub struct Automaton(Arc<Data>);

#[derive(PartialEq, Eq)]
struct Data {
    alphabet: Arc<Alphabet>,
    initial: Vec<u32>,
    accepting: Vec<bool>,
    /// `edges[starts[q]..starts[q + 1]]` are those of state q.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl PartialEq for Automaton {
    /// Equality of the automata, state by state; not of the languages.
    fn eq(&self, other: &Automaton) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Automaton {}

impl std::hash::Hash for Automaton {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.0.initial.hash(hasher);
        self.0.accepting.hash(hasher);
        self.0.edges.hash(hasher);
    }
}

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "initial {:?}", self.initial())?;
        for state in 0..self.len() as u32 {
            let mark = if self.accepts_at(state) { "!" } else { "" };
            write!(f, "{state}{mark}:")?;
            for edge in self.edges(state) {
                let set = self.alphabet().union_of(&edge.letters);
                write!(f, " {set}>{}", edge.to)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Automaton {
    /// The empty language.
    #[must_use]
    pub fn none(alphabet: &Arc<Alphabet>) -> Automaton {
        Builder::new(alphabet).without_epsilon()
    }

    /// All words.
    #[must_use]
    pub fn all(alphabet: &Arc<Alphabet>) -> Automaton {
        let mut builder = Builder::new(alphabet);
        let state = builder.add_state(true);
        builder.add_initial(state);
        builder.add_edge(state, alphabet.all(), state);
        builder.without_epsilon()
    }

    /// The words of these letters: one for each position.
    #[must_use]
    pub fn line(alphabet: &Arc<Alphabet>, letters: &[LetterSet]) -> Automaton {
        let mut builder = Builder::new(alphabet);
        for at in 0..=letters.len() {
            builder.add_state(at == letters.len());
        }
        builder.add_initial(0);
        for (at, set) in letters.iter().enumerate() {
            builder.add_edge(at as u32, set.clone(), at as u32 + 1);
        }
        builder.without_epsilon()
    }

    /// One word, each character of which must be a letter of its own.
    pub fn word(alphabet: &Arc<Alphabet>, word: &[u32]) -> Result<Automaton, BuildError> {
        let letters = single_letters(alphabet, word)?;
        let sets: Vec<LetterSet> = letters.iter().map(|&at| alphabet.only(at)).collect();
        Ok(Automaton::line(alphabet, &sets))
    }

    /// The alphabet that it is over.
    #[must_use]
    pub fn alphabet(&self) -> &Arc<Alphabet> {
        &self.0.alphabet
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.accepting.len()
    }

    /// Whether there is no state. An empty language may have states unless it is trim.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.0.edges.len()
    }

    /// The initial states, sorted.
    #[must_use]
    pub fn initial(&self) -> &[u32] {
        &self.0.initial
    }

    /// Whether a state accepts.
    #[must_use]
    pub fn accepts_at(&self, state: u32) -> bool {
        self.0.accepting[state as usize]
    }

    /// The accepting states.
    pub fn accepting(&self) -> impl Iterator<Item = u32> + Clone {
        (0..self.len() as u32).filter(|&state| self.accepts_at(state))
    }

    /// The edges out of a state, by target.
    #[must_use]
    pub fn edges(&self, state: u32) -> &[Edge] {
        let (starts, at) = (&self.0.starts, state as usize);
        &self.0.edges[starts[at] as usize..starts[at + 1] as usize]
    }

    /// All edges, each with the state that it leaves.
    pub fn all_edges(&self) -> impl Iterator<Item = (u32, &Edge)> + Clone {
        (0..self.len() as u32)
            .flat_map(|from| self.edges(from).iter().map(move |edge| (from, edge)))
    }

    /// Whether the empty word is accepted.
    #[must_use]
    pub fn accepts_epsilon(&self) -> bool {
        self.initial().iter().any(|&state| self.accepts_at(state))
    }

    /// Panics unless both are over the same alphabet: letters of one mean nothing to the other.
    pub(crate) fn assert_same_alphabet(&self, other: &Arc<Alphabet>) {
        let same = Arc::ptr_eq(self.alphabet(), other) || self.alphabet() == other;
        assert!(same, "automata over different alphabets");
    }

    pub(crate) fn graph(&self, budget: &Budget) -> Result<Graph, StopReason> {
        let edges = self.all_edges().map(|(from, edge)| (from, edge.to));
        Graph::new(self.len(), edges, budget)
    }

    /// The words that lead from one of the states `from` to one of the states `to`, as a trim
    /// automaton.
    pub fn between(
        &self,
        from: &[u32],
        to: &[u32],
        budget: &Budget,
    ) -> Result<Automaton, StopReason> {
        let graph = self.graph(budget)?;
        let keep = graph.between(from.iter().copied(), to.iter().copied(), budget)?;
        let mut accepting = vec![false; self.len()];
        to.iter()
            .for_each(|&state| accepting[state as usize] = true);
        Ok(self.restricted(&keep, from, &accepting))
    }

    /// The same language without the states that no accepting run visits.
    pub fn trimmed(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let graph = self.graph(budget)?;
        let keep = graph.between(self.initial().iter().copied(), self.accepting(), budget)?;
        if keep.iter().all(|&kept| kept) {
            return Ok(self.clone());
        }
        Ok(self.restricted(&keep, self.initial(), &self.0.accepting))
    }

    /// The part on the kept states, in their order.
    fn restricted(&self, keep: &[bool], initial: &[u32], accepting: &[bool]) -> Automaton {
        let mut numbers = vec![u32::MAX; self.len()];
        let mut builder = Builder::new(self.alphabet());
        for state in (0..self.len()).filter(|&state| keep[state]) {
            numbers[state] = builder.add_state(accepting[state]);
        }
        for (from, edge) in self.all_edges() {
            if keep[from as usize] && keep[edge.to as usize] {
                let (from, to) = (numbers[from as usize], numbers[edge.to as usize]);
                builder.add_edge(from, edge.letters.clone(), to);
            }
        }
        for &state in initial.iter().filter(|&&state| keep[state as usize]) {
            builder.add_initial(numbers[state as usize]);
        }
        builder.without_epsilon()
    }
}

/// The letters of a word, each of which must be one character.
pub(crate) fn single_letters(alphabet: &Alphabet, word: &[u32]) -> Result<Vec<Letter>, BuildError> {
    let letter = |&c: &u32| {
        let single = alphabet.single(c);
        single.ok_or_else(|| BuildError::Coarse(CharSet::single(c)))
    };
    word.iter().map(letter).collect()
}

/// An automaton in the making: edges in any order, and ε-moves.
#[derive(Clone, Debug)]
pub struct Builder {
    alphabet: Arc<Alphabet>,
    initial: Vec<u32>,
    accepting: Vec<bool>,
    rows: Vec<Vec<Edge>>,
    epsilon: Vec<Vec<u32>>,
}

impl Builder {
    /// No state yet.
    #[must_use]
    pub fn new(alphabet: &Arc<Alphabet>) -> Builder {
        Builder {
            alphabet: alphabet.clone(),
            initial: Vec::new(),
            accepting: Vec::new(),
            rows: Vec::new(),
            epsilon: Vec::new(),
        }
    }

    /// Adds a state and gives its number.
    pub fn add_state(&mut self, accepting: bool) -> u32 {
        self.accepting.push(accepting);
        self.rows.push(Vec::new());
        self.accepting.len() as u32 - 1
    }

    /// Adds an edge; none if there are no letters.
    pub fn add_edge(&mut self, from: u32, letters: LetterSet, to: u32) {
        if !letters.is_empty() {
            self.rows[from as usize].push(Edge { to, letters });
        }
    }

    /// Adds a move that reads nothing.
    pub fn add_epsilon(&mut self, from: u32, to: u32) {
        if from != to {
            self.epsilon.resize(self.rows.len(), Vec::new());
            self.epsilon[from as usize].push(to);
        }
    }

    /// Makes a state initial.
    pub fn add_initial(&mut self, state: u32) {
        self.initial.push(state);
    }

    /// Makes a state accepting.
    pub fn set_accepting(&mut self, state: u32) {
        self.accepting[state as usize] = true;
    }

    /// Adds the states and edges of an automaton, and gives the number of its first state. None
    /// of them is initial, and none accepts.
    pub(crate) fn add_states_of(&mut self, other: &Automaton) -> u32 {
        let base = self.rows.len() as u32;
        for _ in 0..other.len() {
            self.add_state(false);
        }
        for (from, edge) in other.all_edges() {
            self.add_edge(base + from, edge.letters.clone(), base + edge.to);
        }
        base
    }

    /// The automaton, without ε-moves and trim.
    pub fn finish(self, budget: &Budget) -> Result<Automaton, StopReason> {
        budget.spend(self.rows.len() as u64 + 1)?;
        if self.epsilon.iter().all(Vec::is_empty) {
            return self.without_epsilon().trimmed(budget);
        }
        let (target, epsilon) = (|edge: &Edge| edge.to, &self.epsilon);
        let (initial, accepting) = (&self.initial, &self.accepting);
        let closed = closed(&self.rows, target, epsilon, initial, accepting, budget)?;
        let builder = Builder {
            rows: closed.rows,
            accepting: closed.accepting,
            epsilon: Vec::new(),
            ..self
        };
        builder.without_epsilon().trimmed(budget)
    }

    /// The automaton with the states as they were numbered; there must be no ε-moves.
    pub(crate) fn without_epsilon(mut self) -> Automaton {
        debug_assert!(self.epsilon.iter().all(Vec::is_empty));
        self.initial.sort_unstable();
        self.initial.dedup();
        let mut starts = Vec::with_capacity(self.rows.len() + 1);
        starts.push(0);
        let mut edges = Vec::with_capacity(self.rows.iter().map(Vec::len).sum());
        for mut row in self.rows {
            merge(&mut row);
            edges.extend(row);
            starts.push(edges.len() as u32);
        }
        Automaton(Arc::new(Data {
            alphabet: self.alphabet,
            initial: self.initial,
            accepting: self.accepting,
            starts,
            edges,
        }))
    }
}

/// One edge per target, sorted.
fn merge(row: &mut Vec<Edge>) {
    row.sort_unstable_by_key(|edge| edge.to);
    row.dedup_by(|next, kept| {
        let same = next.to == kept.to;
        if same {
            kept.letters = kept.letters.union(&next.letters);
        }
        same
    });
}
