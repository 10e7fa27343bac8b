//! The circuit behind words of fixed length, kept from one attempt to the next.
//!
//! P2 makes a fresh bit-vector query for every assignment of lengths. Here one SAT instance stays:
//! the characters of a string term are the same cells whatever its length, and what was stated
//! about cells once is stated for good, under a guard literal that an attempt assumes if its lengths
//! put those cells together. What the kernel learnt about characters in one attempt serves the
//! next. The circuit is built anew when the alphabet must tell more characters apart, or when most
//! of it is left over from lengths that are out of date.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sinew_base::{Integer, Tuning};
use sinew_regex::{CharSet, Regex};
use sinew_sat::Lit;
use sinew_term::Term;

use super::alphabet::Alphabet;
use super::gates::{Cell, Gates};
use crate::tuning::CIRCUIT_GROWTH;

/// Alphabets are made for at least so many unknown positions.
const LEAST_CAPACITY: usize = 8;
/// Sets of characters that are kept for the next circuit although the attempt does not need them.
const MAX_SETS: usize = 256;
/// A circuit with fewer variables is never too large.
const SMALL: usize = 4096;

/// What a guard literal stands for: that this term, atom or definition holds over these cells and
/// with these numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Statement {
    pub(super) term: Term,
    pub(super) positive: bool,
    pub(super) words: Vec<Vec<Cell>>,
    pub(super) numbers: Vec<Integer>,
}

/// A state of an automaton that a run may be in, and whether it is.
pub(super) type State = (Regex, Lit);

/// The SAT instance and what is stated in it.
pub(super) struct Circuit {
    pub(super) alphabet: Alphabet,
    pub(super) gates: Gates,
    /// The characters of each term with characters of its own, as many as were ever needed.
    pub(super) cells: FxHashMap<Term, Vec<Cell>>,
    /// Guards of statements.
    pub(super) stated: FxHashMap<Statement, Lit>,
    /// Where the beginnings of runs that are stated lead to.
    pub(super) runs: FxHashMap<Statement, Rc<[State]>>,
    /// Guards of equalities between words.
    pub(super) tied: FxHashMap<(Vec<Cell>, Vec<Cell>), Lit>,
    sets: Vec<CharSet>,
    capacity: usize,
    by_code_point: bool,
    /// The number of variables from which on the circuit is built anew.
    limit: usize,
}

/// What an attempt needs of a circuit.
pub(super) struct Wanted {
    /// The sets of characters to tell apart.
    pub(super) sets: Vec<CharSet>,
    /// How many unknown positions there are.
    pub(super) unknown: usize,
    /// Whether numbers of characters must follow code points.
    pub(super) by_code_point: bool,
}

/// What is kept from one attempt to the next; for one term store and one regex store.
#[derive(Default)]
pub struct CircuitCache {
    circuit: Option<Circuit>,
    pub(super) tuning: Tuning,
}

impl CircuitCache {
    /// From now on these tuned constants hold.
    pub(super) fn tune(&mut self, tuning: &Tuning) {
        self.tuning = tuning.clone();
    }

    /// The circuit of the last attempt if it will do, otherwise a new one.
    pub(super) fn take(&mut self, wanted: Wanted) -> Circuit {
        let Wanted {
            mut sets,
            unknown,
            by_code_point,
        } = wanted;
        if let Some(circuit) = self.circuit.take() {
            let fits = sets.iter().all(|set| circuit.sets.contains(set))
                && unknown <= circuit.capacity
                && (circuit.by_code_point || !by_code_point);
            if fits && circuit.gates.len() <= circuit.limit {
                return circuit;
            }
            if circuit.sets.len() <= MAX_SETS && !fits {
                let missing = |set: &&CharSet| !sets.contains(set);
                let kept: Vec<CharSet> = circuit.sets.iter().filter(missing).cloned().collect();
                sets.extend(kept);
            }
        }
        let capacity = unknown.next_power_of_two().max(LEAST_CAPACITY);
        let alphabet = Alphabet::new(&sets, capacity, by_code_point);
        Circuit {
            gates: Gates::new(alphabet.len()),
            alphabet,
            cells: FxHashMap::default(),
            stated: FxHashMap::default(),
            runs: FxHashMap::default(),
            tied: FxHashMap::default(),
            sets,
            capacity,
            by_code_point,
            limit: 0,
        }
    }

    /// Keeps a circuit whose statements are all whole.
    pub(super) fn keep(&mut self, mut circuit: Circuit) {
        if circuit.limit == 0 {
            circuit.limit = self.tuning.size(&CIRCUIT_GROWTH) * circuit.gates.len() + SMALL;
        }
        self.circuit = Some(circuit);
    }
}

impl Circuit {
    /// Makes sure that a term has this many characters.
    pub(super) fn grow(&mut self, term: Term, count: usize) {
        let cells = self.cells.entry(term).or_default();
        while cells.len() < count {
            cells.push(self.gates.unknown());
        }
    }

    /// The first `count` characters of a term.
    pub(super) fn cells(&mut self, term: Term, count: usize) -> Vec<Cell> {
        self.grow(term, count);
        self.cells[&term][..count].to_vec()
    }
}
