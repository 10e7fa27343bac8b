//! Transducers: relations between words that finite control reads off.
//!
//! A [`Transducer`] reads one word and writes another. Each move copies a letter, or reads one or
//! none and writes one or none; what is read and what is written may be any of a set. This class of
//! moves is closed under inversion and composition, so pre-images are images of the inverse, and
//! chains of `replace_all` are one transducer. `rev` is none of them:
//! [`Automaton::reversed`](super::Automaton::reversed).

use super::alphabet::{Alphabet, LetterSet, cased_characters};
use super::automaton::{Automaton, BuildError, single_letters};
use super::epsilon::closed;
use super::graph::Graph;
use super::reduce::coarsest_partition;
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::sync::Arc;

/// One step of a transducer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Reads a character of one of the letters and writes the same.
    Copy(LetterSet),
    /// Reads a character of one of the letters, or nothing, and writes a character of one of the
    /// others, or nothing, whichever it read.
    Step {
        /// What is read.
        read: Option<LetterSet>,
        /// What is written.
        write: Option<LetterSet>,
    },
}

impl Move {
    /// What is read, if anything.
    #[must_use]
    pub fn read(&self) -> Option<&LetterSet> {
        match self {
            Move::Copy(letters) => Some(letters),
            Move::Step { read, .. } => read.as_ref(),
        }
    }

    /// What is written, if anything.
    #[must_use]
    pub fn write(&self) -> Option<&LetterSet> {
        match self {
            Move::Copy(letters) => Some(letters),
            Move::Step { write, .. } => write.as_ref(),
        }
    }

    /// Reading what was written, and writing what was read.
    fn inverted(&self) -> Move {
        match self.clone() {
            Move::Copy(letters) => Move::Copy(letters),
            Move::Step { read, write } => Move::Step {
                read: write,
                write: read,
            },
        }
    }

    fn is_silent(&self) -> bool {
        self.read().is_none() && self.write().is_none()
    }

    /// Whether a set of letters of which one is needed is empty.
    fn is_impossible(&self) -> bool {
        let empty = |letters: Option<&LetterSet>| letters.is_some_and(LetterSet::is_empty);
        empty(self.read()) || empty(self.write())
    }

    /// Both at once, where what this one writes is what the other reads.
    pub(crate) fn then(&self, other: &Move) -> Option<Move> {
        let (written, wanted) = (self.write()?, other.read()?);
        let common = written.intersection(wanted);
        if common.is_empty() {
            return None;
        }
        let read = |from: &Move| from.read().cloned();
        let write = |from: &Move| from.write().cloned();
        Some(match (self, other) {
            (Move::Copy(_), Move::Copy(_)) => Move::Copy(common),
            (Move::Copy(_), _) => Move::Step {
                read: Some(common),
                write: write(other),
            },
            (_, Move::Copy(_)) => Move::Step {
                read: read(self),
                write: Some(common),
            },
            _ => Move::Step {
                read: read(self),
                write: write(other),
            },
        })
    }
}

/// A relation between words over one alphabet. Cheap to clone, trim, without silent moves.
/// Equality is that of the states and moves, not of the relations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transducer(Arc<Data>);

impl std::hash::Hash for Transducer {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.0.initial.hash(hasher);
        self.0.accepting.hash(hasher);
        self.0.rows.hash(hasher);
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Data {
    alphabet: Arc<Alphabet>,
    initial: Vec<u32>,
    accepting: Vec<bool>,
    rows: Vec<Vec<(Move, u32)>>,
}

impl Transducer {
    /// Every word of an automaton to itself.
    #[must_use]
    pub fn identity(automaton: &Automaton) -> Transducer {
        let row = |state: u32| {
            let edges = automaton.edges(state).iter();
            edges
                .map(|edge| (Move::Copy(edge.letters.clone()), edge.to))
                .collect()
        };
        let states = 0..automaton.len() as u32;
        Transducer(Arc::new(Data {
            alphabet: automaton.alphabet().clone(),
            initial: automaton.initial().to_vec(),
            accepting: states
                .clone()
                .map(|state| automaton.accepts_at(state))
                .collect(),
            rows: states.map(row).collect(),
        }))
    }

    /// Letter to letter: each character of the list becomes its partner, the others stay. The
    /// alphabet must have a letter for each character of the list.
    pub fn mapping(
        alphabet: &Arc<Alphabet>,
        pairs: &[(u32, u32)],
    ) -> Result<Transducer, BuildError> {
        let mut rest = alphabet.all();
        let mut row = Vec::with_capacity(pairs.len() + 1);
        for &(from, to) in pairs {
            let letters = single_letters(alphabet, &[from, to])?;
            let (read, write) = (alphabet.only(letters[0]), alphabet.only(letters[1]));
            rest = rest.difference(&read);
            let step = Move::Step {
                read: Some(read),
                write: Some(write),
            };
            row.push((step, 0));
        }
        if !rest.is_empty() {
            row.push((Move::Copy(rest), 0));
        }
        Ok(Transducer(Arc::new(Data {
            alphabet: alphabet.clone(),
            initial: vec![0],
            accepting: vec![true],
            rows: vec![row],
        })))
    }

    /// `str.to_lower`; the alphabet must tell the [`cased_characters`] apart.
    pub fn to_lower(alphabet: &Arc<Alphabet>) -> Result<Transducer, BuildError> {
        let pairs: Vec<(u32, u32)> = case_pairs().collect();
        Transducer::mapping(alphabet, &pairs)
    }

    /// `str.to_upper`; the alphabet must tell the [`cased_characters`] apart.
    pub fn to_upper(alphabet: &Arc<Alphabet>) -> Result<Transducer, BuildError> {
        let pairs: Vec<(u32, u32)> = case_pairs().map(|(up, low)| (low, up)).collect();
        Transducer::mapping(alphabet, &pairs)
    }

    /// The alphabet of both words.
    #[must_use]
    pub fn alphabet(&self) -> &Arc<Alphabet> {
        &self.0.alphabet
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.rows.len()
    }

    /// Whether there is no state: nothing is related to anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.rows.is_empty()
    }

    /// The initial states.
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

    /// The moves of a state, each with where it leads.
    #[must_use]
    pub fn moves(&self, state: u32) -> &[(Move, u32)] {
        &self.0.rows[state as usize]
    }

    /// The inverse relation.
    #[must_use]
    pub fn inverse(&self) -> Transducer {
        let rows = self.0.rows.iter().map(|row| {
            let moves = row.iter().map(|(step, to)| (step.inverted(), *to));
            moves.collect()
        });
        Transducer(Arc::new(Data {
            alphabet: self.alphabet().clone(),
            initial: self.0.initial.clone(),
            accepting: self.0.accepting.clone(),
            rows: rows.collect(),
        }))
    }

    /// The relation of the reversed words.
    pub fn reversed(&self, budget: &Budget) -> Result<Transducer, StopReason> {
        let mut builder = TransducerBuilder::new(self.alphabet());
        for state in 0..self.len() as u32 {
            builder.add_state(self.initial().contains(&state));
        }
        for state in 0..self.len() as u32 {
            budget.spend(self.moves(state).len() as u64 + 1)?;
            for (step, to) in self.moves(state) {
                builder.add_move(*to, step.clone(), state);
            }
        }
        self.accepting()
            .for_each(|state| builder.add_initial(state));
        builder.finish(budget)
    }

    /// A transducer of the same relation with states merged that have the same moves to the same
    /// merged states.
    pub fn reduced(&self, budget: &Budget) -> Result<Transducer, StopReason> {
        let size = self.len() as u32;
        let edges = (0..size).flat_map(|from| self.moves(from).iter().map(move |m| (from, m.1)));
        let graph = Graph::new(self.len(), edges, budget)?;
        let start = (0..size).map(|state| u32::from(self.accepts_at(state)));
        let signature = |state: u32, block_of: &[u32]| {
            let moves = self.moves(state).iter();
            let mut row: Vec<(Move, u32)> = moves
                .map(|(step, to)| (step.clone(), block_of[*to as usize]))
                .collect();
            merge(&mut row);
            row
        };
        let blocks = coarsest_partition(&graph, start.collect(), signature, budget)?;
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut builder = TransducerBuilder::new(self.alphabet());
        for state in 0..size {
            let block = blocks[state as usize];
            numbers
                .entry(block)
                .or_insert_with(|| builder.add_state(self.accepts_at(state)));
        }
        let number = |state: u32| numbers[&blocks[state as usize]];
        for state in 0..size {
            for (step, to) in self.moves(state) {
                builder.add_move(number(state), step.clone(), number(*to));
            }
        }
        for &state in self.initial() {
            builder.add_initial(number(state));
        }
        builder.finish(budget)
    }
}

/// Upper and lower case of the letters that have two.
fn case_pairs() -> impl Iterator<Item = (u32, u32)> {
    let singles: Vec<u32> = cased_characters()
        .iter()
        .filter_map(crate::CharSet::as_single)
        .collect();
    let half = singles.len() / 2;
    (0..half).map(move |at| (singles[at], singles[half + at]))
}

/// Sorts moves, and joins those to one target that differ in a set that may be joined.
fn merge(row: &mut Vec<(Move, u32)>) {
    // By target, copies first, then by what is written.
    row.sort_unstable_by(|(a, to), (b, other)| {
        let key = |step: &Move| match step {
            Move::Copy(_) => (false, None),
            Move::Step { write, .. } => (true, write.clone()),
        };
        (to, key(a), a).cmp(&(other, key(b), b))
    });
    row.dedup_by(|(next, to), (kept, other)| {
        if to != other {
            return false;
        }
        match (&*next, &*kept) {
            (Move::Copy(a), Move::Copy(b)) => {
                *kept = Move::Copy(a.union(b));
                true
            }
            (Move::Step { read: a, write: w }, Move::Step { read: b, write: v }) if w == v => {
                let read = match (a, b) {
                    (Some(a), Some(b)) => Some(a.union(b)),
                    (None, None) => None,
                    _ => return false,
                };
                let write = w.clone();
                *kept = Move::Step { read, write };
                true
            }
            _ => false,
        }
    });
}

/// A transducer in the making.
#[derive(Clone, Debug)]
pub struct TransducerBuilder {
    alphabet: Arc<Alphabet>,
    initial: Vec<u32>,
    accepting: Vec<bool>,
    rows: Vec<Vec<(Move, u32)>>,
    silent: Vec<Vec<u32>>,
}

impl TransducerBuilder {
    /// No state yet.
    #[must_use]
    pub fn new(alphabet: &Arc<Alphabet>) -> TransducerBuilder {
        TransducerBuilder {
            alphabet: alphabet.clone(),
            initial: Vec::new(),
            accepting: Vec::new(),
            rows: Vec::new(),
            silent: Vec::new(),
        }
    }

    /// Adds a state and gives its number.
    pub fn add_state(&mut self, accepting: bool) -> u32 {
        self.accepting.push(accepting);
        self.rows.push(Vec::new());
        self.silent.push(Vec::new());
        self.accepting.len() as u32 - 1
    }

    /// Adds a move; none if it needs a letter of an empty set.
    pub fn add_move(&mut self, from: u32, step: Move, to: u32) {
        if step.is_silent() {
            self.silent[from as usize].push(to);
        } else if !step.is_impossible() {
            self.rows[from as usize].push((step, to));
        }
    }

    /// Makes a state initial.
    pub fn add_initial(&mut self, state: u32) {
        self.initial.push(state);
    }

    /// The transducer, without silent moves and trim.
    pub fn finish(self, budget: &Budget) -> Result<Transducer, StopReason> {
        let target = |step: &(Move, u32)| step.1;
        let (initial, accepting) = (&self.initial, &self.accepting);
        let mut closed = closed(&self.rows, target, &self.silent, initial, accepting, budget)?;
        let size = closed.rows.len() as u32;
        let rows = &closed.rows;
        let edges = (0..size).flat_map(|from| rows[from as usize].iter().map(move |m| (from, m.1)));
        let graph = Graph::new(closed.rows.len(), edges, budget)?;
        let ends = (0..size).filter(|&state| closed.accepting[state as usize]);
        let keep = graph.between(self.initial.iter().copied(), ends, budget)?;
        let mut numbers = vec![u32::MAX; closed.rows.len()];
        let mut data = Data {
            alphabet: self.alphabet,
            initial: Vec::new(),
            accepting: Vec::new(),
            rows: Vec::new(),
        };
        for state in (0..closed.rows.len()).filter(|&state| keep[state]) {
            numbers[state] = data.accepting.len() as u32;
            data.accepting.push(closed.accepting[state]);
        }
        for state in (0..closed.rows.len()).filter(|&state| keep[state]) {
            let mut row = std::mem::take(&mut closed.rows[state]);
            row.retain(|item| keep[item.1 as usize]);
            row.iter_mut()
                .for_each(|item| item.1 = numbers[item.1 as usize]);
            merge(&mut row);
            data.rows.push(row);
        }
        let kept = self.initial.iter().map(|&state| numbers[state as usize]);
        data.initial = kept.filter(|&state| state != u32::MAX).collect();
        data.initial.sort_unstable();
        data.initial.dedup();
        Ok(Transducer(Arc::new(data)))
    }
}
