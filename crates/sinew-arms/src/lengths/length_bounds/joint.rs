//! Deterministic automata that read the same word.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use sinew_regex::{CharSet, Dfa, partition};

/// Edges that are looked at in one step.
const EDGES: usize = 16;

/// The tuples of states that a word can lead several automata to.
pub(super) struct Joint {
    tuples: Vec<Vec<u32>>,
    /// Where the letters lead from each tuple.
    rows: Vec<Vec<u32>>,
    /// How many of the tuples, those in front, are starts.
    starts: usize,
}

impl Joint {
    /// Runs the automata from these tuples; `None` if there are more than `limit` of them.
    pub(super) fn explore(
        automata: &[&Dfa],
        starts: Vec<Vec<u32>>,
        limit: usize,
        budget: &Budget,
    ) -> Result<Option<Joint>, StopReason> {
        let letters = common_letters(automata, budget)?;
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut tuples: Vec<Vec<u32>> = Vec::new();
        for start in starts {
            numbers.entry(start).or_insert_with_key(|start| {
                tuples.push(start.clone());
                tuples.len() as u32 - 1
            });
        }
        let starts = tuples.len();
        let mut rows: Vec<Vec<u32>> = Vec::new();
        while rows.len() < tuples.len() {
            if tuples.len() > limit {
                return Ok(None);
            }
            budget.spend((letters.len() * automata.len() / EDGES) as u64 + 1)?;
            let mut row = Vec::with_capacity(letters.len());
            for letter in &letters {
                let here = tuples[rows.len()].iter().zip(automata).zip(letter);
                let next: Vec<u32> = here
                    .map(|((&state, dfa), &letter)| dfa.step(state, letter))
                    .collect();
                row.push(*numbers.entry(next).or_insert_with_key(|next| {
                    tuples.push(next.clone());
                    tuples.len() as u32 - 1
                }));
            }
            row.sort_unstable();
            row.dedup();
            rows.push(row);
        }
        Ok(Some(Joint {
            tuples,
            rows,
            starts,
        }))
    }

    /// All tuples that are reached.
    pub(super) fn tuples(&self) -> &[Vec<u32>] {
        &self.tuples
    }

    /// From any one start: how many tuples are reached at most, and how many letters it takes at
    /// most to get to one of them; or, if `anywhere`, to get from one of them to another.
    pub(super) fn extent(
        &self,
        anywhere: bool,
        budget: &Budget,
    ) -> Result<(usize, usize), StopReason> {
        let sources = if anywhere {
            self.tuples.len()
        } else {
            self.starts
        };
        let (mut most, mut farthest) = (0, 0);
        let mut seen = vec![usize::MAX; self.tuples.len()];
        for source in 0..sources {
            seen[source] = source;
            let (mut layer, mut depth, mut count) = (vec![source], 0, 1);
            loop {
                let (mut next, mut edges) = (Vec::new(), 0);
                for &state in &layer {
                    edges += self.rows[state].len();
                    for &to in &self.rows[state] {
                        if std::mem::replace(&mut seen[to as usize], source) != source {
                            next.push(to as usize);
                        }
                    }
                }
                budget.spend((edges / EDGES) as u64 + 1)?;
                if next.is_empty() {
                    break;
                }
                count += next.len();
                (layer, depth) = (next, depth + 1);
            }
            (most, farthest) = (most.max(count), farthest.max(depth));
        }
        Ok((most, farthest))
    }
}

/// The classes of characters that none of the automata tells apart, each as the letter that it is
/// for every one of them.
fn common_letters(automata: &[&Dfa], budget: &Budget) -> Result<Vec<Vec<usize>>, StopReason> {
    let sets: Vec<&CharSet> = automata.iter().flat_map(|dfa| dfa.letters()).collect();
    let parts = partition(sets);
    budget.spend((parts.len() * automata.len() / EDGES) as u64 + 1)?;
    // The letters of one automaton are disjoint and cover all: a part lies in one of each.
    let mut starts = vec![0];
    starts.extend(automata.iter().scan(0, |end, dfa| {
        *end += dfa.letters().len();
        Some(*end)
    }));
    let letters = parts.iter().map(|(_, members)| {
        let letter = |(member, &start): (&u32, &usize)| *member as usize - start;
        members.iter().zip(&starts).map(letter).collect()
    });
    Ok(letters.collect())
}
