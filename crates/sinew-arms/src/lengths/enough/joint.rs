//! Deterministic automata that read the same word.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use sinew_regex::{CharSet, Dfa, partition};

/// Up to so many joint states all distances between them are looked at.
const MAX_ALL_PAIRS: usize = 96;

/// The tuples of states that a word can lead several automata to, each from a known state.
pub(super) struct Joint {
    /// Where the letters lead from each tuple.
    rows: Vec<Vec<u32>>,
}

impl Joint {
    /// Runs the automata from these states; `None` if there are more than `limit` tuples.
    pub(super) fn explore(
        runs: &[(&Dfa, u32)],
        limit: usize,
        budget: &Budget,
    ) -> Result<Option<Joint>, StopReason> {
        let sets: Vec<&CharSet> = runs.iter().flat_map(|(dfa, _)| dfa.letters()).collect();
        let parts = partition(sets.iter().copied());
        budget.spend((parts.len() * runs.len()) as u64)?;
        // For each part of the alphabet the letter that it lies in, of each automaton.
        let mut starts = vec![0];
        starts.extend(runs.iter().scan(0, |end, (dfa, _)| {
            *end += dfa.letters().len();
            Some(*end)
        }));
        let letters: Vec<Vec<usize>> = parts
            .iter()
            .map(|(_, members)| {
                let letter = |(member, &start): (&u32, &usize)| *member as usize - start;
                members.iter().zip(&starts).map(letter).collect()
            })
            .collect();
        let mut tuples: Vec<Vec<u32>> = vec![runs.iter().map(|&(_, state)| state).collect()];
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        numbers.insert(tuples[0].clone(), 0);
        let mut rows: Vec<Vec<u32>> = Vec::new();
        while rows.len() < tuples.len() {
            budget.spend((letters.len() * runs.len()) as u64 + 1)?;
            let mut row = Vec::new();
            for letter in &letters {
                let step = |(index, (dfa, _)): (usize, &(&Dfa, u32))| {
                    dfa.step(tuples[rows.len()][index], letter[index])
                };
                let next: Vec<u32> = runs.iter().enumerate().map(step).collect();
                let number = *numbers.entry(next).or_insert_with_key(|next| {
                    tuples.push(next.clone());
                    tuples.len() as u32 - 1
                });
                row.push(number);
            }
            row.sort_unstable();
            row.dedup();
            rows.push(row);
            if tuples.len() > limit {
                return Ok(None);
            }
        }
        Ok(Some(Joint { rows }))
    }

    /// How many tuples there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The most letters that it takes to get from the start to a tuple, or, if `anywhere`, from
    /// any tuple to any that can be reached from it; or more than that.
    pub(super) fn distance(&self, anywhere: bool, budget: &Budget) -> Result<usize, StopReason> {
        if !anywhere {
            return self.farthest(0, budget);
        }
        if self.len() > MAX_ALL_PAIRS {
            return Ok(self.len() - 1);
        }
        let mut most = 0;
        for from in 0..self.len() {
            most = most.max(self.farthest(from, budget)?);
        }
        Ok(most)
    }

    fn farthest(&self, from: usize, budget: &Budget) -> Result<usize, StopReason> {
        let mut seen = vec![false; self.len()];
        seen[from] = true;
        let (mut layer, mut depth) = (vec![from], 0);
        loop {
            let mut next = Vec::new();
            for &state in &layer {
                budget.spend(self.rows[state].len() as u64)?;
                for &to in &self.rows[state] {
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        next.push(to as usize);
                    }
                }
            }
            if next.is_empty() {
                return Ok(depth);
            }
            (layer, depth) = (next, depth + 1);
        }
    }
}
