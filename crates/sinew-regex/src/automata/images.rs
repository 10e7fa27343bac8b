//! What transducers do to words and languages: application, images, composition, projection.

use super::alphabet::LetterSet;
use super::automaton::{Automaton, Builder};
use super::transducer::{Move, Transducer, TransducerBuilder};
use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};

/// Numbers pairs of states as they are met.
struct Pairs {
    numbers: FxHashMap<(u32, u32), u32>,
    pairs: Vec<(u32, u32)>,
}

impl Pairs {
    fn new() -> Pairs {
        Pairs {
            numbers: FxHashMap::default(),
            pairs: Vec::new(),
        }
    }

    /// The number of a pair.
    fn number(&mut self, pair: (u32, u32)) -> u32 {
        *self.numbers.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            self.pairs.len() as u32 - 1
        })
    }
}

impl Transducer {
    /// A word that is written while the given one is read, if there is any: for a function, its
    /// value. Where a move may write different characters, the first readable one is written.
    pub fn apply(&self, word: &[u32], budget: &Budget) -> Result<Option<Vec<u32>>, StopReason> {
        /// A state, how much is read, where it was entered from and what was written then.
        type Place = (u32, usize, usize, Option<u32>);
        let mut places: Vec<Place> = Vec::new();
        let mut seen: FxHashSet<(u32, usize)> = FxHashSet::default();
        for &state in self.initial() {
            seen.insert((state, 0));
            places.push((state, 0, usize::MAX, None));
        }
        let mut at = 0;
        while let Some(&(state, read, ..)) = places.get(at) {
            if read == word.len() && self.accepts_at(state) {
                let mut written = Vec::new();
                let mut place = places.get(at);
                while let Some(&(_, _, before, c)) = place {
                    written.extend(c);
                    place = places.get(before);
                }
                written.reverse();
                return Ok(Some(written));
            }
            budget.spend(self.moves(state).len() as u64 + 1)?;
            for (step, to) in self.moves(state) {
                let (wanted, next) = (step.read(), word.get(read));
                let letter = next.and_then(|&c| self.alphabet().letter(c));
                if wanted.is_some_and(|set| letter.is_none_or(|letter| !set.contains(letter))) {
                    continue;
                }
                let read = read + usize::from(wanted.is_some());
                let written = match step {
                    Move::Copy(_) => next.copied(),
                    Move::Step { write, .. } => {
                        let letter = write.as_ref().and_then(|set| set.first());
                        letter.map(|letter| self.alphabet().spelling(letter))
                    }
                };
                if seen.insert((*to, read)) {
                    places.push((*to, read, at, written));
                }
            }
            at += 1;
        }
        Ok(None)
    }

    /// All words that are written while a word of the language is read.
    pub fn image(&self, language: &Automaton, budget: &Budget) -> Result<Automaton, StopReason> {
        language.assert_same_alphabet(self.alphabet());
        let mut builder = Builder::new(self.alphabet());
        let mut pairs = Pairs::new();
        for &first in language.initial() {
            for &second in self.initial() {
                let start = pairs.number((first, second));
                builder.add_initial(start);
            }
        }
        // What is written between numbered pairs; nothing for an ε-move.
        let mut found: Vec<(u32, Option<LetterSet>, u32)> = Vec::new();
        let mut at = 0;
        while let Some(&(state, control)) = pairs.pairs.get(at) {
            builder.add_state(language.accepts_at(state) && self.accepts_at(control));
            let (edges, moves) = (language.edges(state), self.moves(control));
            budget.spend((edges.len() + 1) as u64 * (moves.len() as u64 + 1))?;
            let from = at as u32;
            for (step, to) in moves {
                let Some(read) = step.read() else {
                    found.push((from, step.write().cloned(), pairs.number((state, *to))));
                    continue;
                };
                for edge in edges {
                    let common = edge.letters.intersection(read);
                    if common.is_empty() {
                        continue;
                    }
                    let target = pairs.number((edge.to, *to));
                    let written = match step {
                        Move::Copy(_) => Some(common),
                        Move::Step { write, .. } => write.clone(),
                    };
                    found.push((from, written, target));
                }
            }
            at += 1;
        }
        for (from, written, to) in found {
            add_written(&mut builder, from, written.as_ref(), to);
        }
        builder.finish(budget)
    }

    /// All words during which a word of the language may be written.
    pub fn preimage(&self, language: &Automaton, budget: &Budget) -> Result<Automaton, StopReason> {
        self.inverse().image(language, budget)
    }

    /// All words that are read.
    pub fn domain(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        self.inverse().range(budget)
    }

    /// All words that are written.
    pub fn range(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let mut builder = Builder::new(self.alphabet());
        for state in 0..self.len() as u32 {
            builder.add_state(self.accepts_at(state));
        }
        for state in 0..self.len() as u32 {
            budget.spend(self.moves(state).len() as u64 + 1)?;
            for (step, to) in self.moves(state) {
                add_written(&mut builder, state, step.write(), *to);
            }
        }
        self.initial()
            .iter()
            .for_each(|&state| builder.add_initial(state));
        builder.finish(budget)
    }

    /// What this one writes, read by the other.
    pub fn then(&self, other: &Transducer, budget: &Budget) -> Result<Transducer, StopReason> {
        let same = self.alphabet() == other.alphabet();
        assert!(same, "transducers over different alphabets");
        let mut builder = TransducerBuilder::new(self.alphabet());
        let mut pairs = Pairs::new();
        for &first in self.initial() {
            for &second in other.initial() {
                let start = pairs.number((first, second));
                builder.add_initial(start);
            }
        }
        let mut at = 0;
        let mut found: Vec<(u32, Move, u32)> = Vec::new();
        while let Some(&(first, second)) = pairs.pairs.get(at) {
            builder.add_state(self.accepts_at(first) && other.accepts_at(second));
            let (ours, theirs) = (self.moves(first), other.moves(second));
            budget.spend((ours.len() + 1) as u64 * (theirs.len() as u64 + 1))?;
            let from = at as u32;
            for (step, to) in ours {
                if step.write().is_none() {
                    found.push((from, step.clone(), pairs.number((*to, second))));
                }
                for (next, end) in theirs {
                    if let Some(both) = step.then(next) {
                        found.push((from, both, pairs.number((*to, *end))));
                    }
                }
            }
            for (next, end) in theirs.iter().filter(|(next, _)| next.read().is_none()) {
                found.push((from, next.clone(), pairs.number((first, *end))));
            }
            at += 1;
        }
        for (from, step, to) in found {
            builder.add_move(from, step, to);
        }
        builder.finish(budget)
    }
}

/// An edge for what is written.
fn add_written(builder: &mut Builder, from: u32, written: Option<&LetterSet>, to: u32) {
    match written {
        Some(letters) => builder.add_edge(from, letters.clone(), to),
        None => builder.add_epsilon(from, to),
    }
}
