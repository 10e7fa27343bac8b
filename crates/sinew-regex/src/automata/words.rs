//! Words of an automaton: membership, witnesses, listing, and splitting a word over several
//! automata.

use super::alphabet::{Alphabet, Letter};
use super::automaton::Automaton;
use super::inclusion::successors;
use super::lazy::{shortest_word, sorted_set};
use sinew_base::{Budget, StopReason};
use std::sync::Arc;

/// A word by letters, each spelled by one of its characters.
#[must_use]
pub fn spelled(alphabet: &Alphabet, letters: &[Letter]) -> Vec<u32> {
    letters.iter().map(|&at| alphabet.spelling(at)).collect()
}

impl Automaton {
    /// Whether a word is accepted.
    pub fn accepts(&self, word: &[u32], budget: &Budget) -> Result<bool, StopReason> {
        let mut current: Vec<u32> = self.initial().to_vec();
        let mut marks = vec![usize::MAX; self.len()];
        for (at, &c) in word.iter().enumerate() {
            let Some(letter) = self.alphabet().letter(c) else {
                return Ok(false);
            };
            let mut next = Vec::new();
            for &state in &current {
                budget.spend(self.edges(state).len() as u64 + 1)?;
                for edge in self.edges(state) {
                    if edge.letters.contains(letter)
                        && std::mem::replace(&mut marks[edge.to as usize], at) != at
                    {
                        next.push(edge.to);
                    }
                }
            }
            current = next;
        }
        Ok(current.iter().any(|&state| self.accepts_at(state)))
    }

    /// A shortest word.
    pub fn shortest_word(&self, budget: &Budget) -> Result<Option<Vec<u32>>, StopReason> {
        let word = shortest_word(self.clone(), budget)?;
        Ok(word.map(|letters| spelled(self.alphabet(), &letters)))
    }

    /// A word of the given length.
    pub fn word_of_length(
        &self,
        length: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, StopReason> {
        /// A state that is reached, from which place of the layer before, and by what.
        type Reached = (u32, u32, Option<Letter>);
        let starts = self.initial().iter();
        let mut layers: Vec<Vec<Reached>> = vec![starts.map(|&at| (at, 0, None)).collect()];
        let mut marks = vec![u64::MAX; self.len()];
        for step in 0..length {
            let mut next: Vec<Reached> = Vec::new();
            let last = layers.last().map_or(&[][..], Vec::as_slice);
            budget.spend(last.len() as u64 + 1)?;
            for (place, &(state, ..)) in last.iter().enumerate() {
                budget.spend(self.edges(state).len() as u64)?;
                for edge in self.edges(state) {
                    if std::mem::replace(&mut marks[edge.to as usize], step) != step {
                        next.push((edge.to, place as u32, edge.letters.first()));
                    }
                }
            }
            if next.is_empty() {
                return Ok(None);
            }
            layers.push(next);
        }
        let last = layers.last().map_or(&[][..], Vec::as_slice);
        let Some(mut place) = last.iter().position(|item| self.accepts_at(item.0)) else {
            return Ok(None);
        };
        let mut letters = Vec::new();
        for layer in layers.iter().rev() {
            let (_, before, letter) = layer[place];
            letters.extend(letter);
            place = before as usize;
        }
        letters.reverse();
        Ok(Some(spelled(self.alphabet(), &letters)))
    }

    /// Whether there are finitely many words: no cycle among the useful states.
    pub fn is_finite(&self, budget: &Budget) -> Result<bool, StopReason> {
        let graph = self.trimmed(budget)?.graph(budget)?;
        let (component, _) = graph.components();
        Ok(!graph.on_cycle(&component).contains(&true))
    }

    /// The only word, if there is exactly one.
    pub fn as_singleton(&self, budget: &Budget) -> Result<Option<Vec<u32>>, StopReason> {
        let words = self.words(1, budget)?;
        Ok(words.and_then(|mut words| words.pop()))
    }

    /// All words, shortest first; `None` if there are more than `limit`.
    pub fn words(
        &self,
        limit: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Vec<u32>>>, StopReason> {
        let automaton = self.trimmed(budget)?;
        if !automaton.is_finite(budget)? {
            return Ok(None);
        }
        let mut found: Vec<Vec<u32>> = Vec::new();
        // Beginnings of words, each with the states that it leads to. Since the automaton is
        // trim, each of them is the beginning of a word of its own.
        let mut open: Vec<(Vec<u32>, Arc<[u32]>)> = Vec::new();
        if !automaton.is_empty() {
            open.push((Vec::new(), sorted_set(automaton.initial().to_vec())));
        }
        while !open.is_empty() {
            let mut longer = Vec::new();
            for (word, set) in open {
                if set.iter().any(|&state| automaton.accepts_at(state)) {
                    found.push(word.clone());
                }
                for (letters, targets) in
                    successors(&automaton, &set, &self.alphabet().all(), budget)?
                {
                    let characters = self.alphabet().union_of(&letters);
                    if targets.is_empty() {
                        continue;
                    }
                    if found.len() + longer.len() + characters.len() as usize > limit {
                        return Ok(None);
                    }
                    for c in characters.ranges().iter().flat_map(|&(lo, hi)| lo..=hi) {
                        budget.spend(word.len() as u64 + 1)?;
                        let mut word = word.clone();
                        word.push(c);
                        longer.push((word, targets.clone()));
                    }
                }
            }
            open = longer;
        }
        Ok((found.len() <= limit).then_some(found))
    }
}

/// A place in the simulation of automata one after the other.
struct Place {
    part: usize,
    state: u32,
    /// How much of the word is read.
    read: usize,
    before: usize,
}

/// Cuts a word so that each piece is accepted by its automaton, in order: where each piece ends.
///
/// ```
/// use sinew_base::Budget;
/// use sinew_regex::CharSet;
/// use sinew_regex::automata::{Alphabet, Automaton, split_word};
/// let alphabet = Alphabet::new(&[CharSet::single(97)]);
/// let (a, any) = (Automaton::word(&alphabet, &[97]).unwrap(), Automaton::all(&alphabet));
/// let cuts = split_word(&[98, 97, 98], &[any.clone(), a, any], &Budget::unlimited()).unwrap();
/// assert_eq!(cuts, Some(vec![1, 2, 3]));
/// ```
pub fn split_word(
    word: &[u32],
    parts: &[Automaton],
    budget: &Budget,
) -> Result<Option<Vec<usize>>, StopReason> {
    let Some(last) = parts.len().checked_sub(1) else {
        return Ok(word.is_empty().then(Vec::new));
    };
    let mut places: Vec<Place> = Vec::new();
    // The number of letters read when each state of each part was last entered.
    let mut marks: Vec<Vec<usize>> = parts
        .iter()
        .map(|part| vec![usize::MAX; part.len()])
        .collect();
    let mut enter = |places: &mut Vec<Place>, (part, state): (usize, u32), read, before| {
        if std::mem::replace(&mut marks[part][state as usize], read) != read {
            places.push(Place {
                part,
                state,
                read,
                before,
            });
        }
    };
    for &state in parts[0].initial() {
        enter(&mut places, (0, state), 0, usize::MAX);
    }
    let mut at = 0;
    while at < places.len() {
        let Place {
            part, state, read, ..
        } = places[at];
        let automaton = &parts[part];
        budget.spend(automaton.edges(state).len() as u64 + 1)?;
        if automaton.accepts_at(state) {
            if part == last && read == word.len() {
                return Ok(Some(cuts(&places, at, parts.len())));
            }
            if part < last {
                for &state in parts[part + 1].initial() {
                    enter(&mut places, (part + 1, state), read, at);
                }
            }
        }
        let letter = word.get(read).and_then(|&c| automaton.alphabet().letter(c));
        for edge in automaton.edges(state) {
            if letter.is_some_and(|letter| edge.letters.contains(letter)) {
                enter(&mut places, (part, edge.to), read + 1, at);
            }
        }
        at += 1;
    }
    Ok(None)
}

/// Where the pieces end on the way to a place.
fn cuts(places: &[Place], mut at: usize, parts: usize) -> Vec<usize> {
    let mut ends = vec![places[at].read; parts];
    while let Some(before) = places.get(places[at].before) {
        if before.part < places[at].part {
            ends[before.part] = before.read;
        }
        at = places[at].before;
    }
    ends
}
