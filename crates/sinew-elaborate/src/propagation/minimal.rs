//! Automata compared, and made small.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Outcome, Terms};

use super::automaton::{Automaton, Builder, STATES, cuts_of, intervals};

/// States above which no smaller automaton is looked for: that takes a time that grows with their square.
const SMALL: usize = 64;

impl Automaton {
    /// Whether all words of this are words of the other.
    pub(crate) fn is_within(&self, terms: &mut Terms, other: &Automaton) -> Outcome<bool> {
        let cuts = cuts_of([self, other], &[]);
        let first = other.starts.clone();
        let mut work: Vec<(usize, Vec<usize>)> = self
            .starts
            .iter()
            .map(|&start| (start, first.clone()))
            .collect();
        let mut seen: FxHashSet<(usize, Vec<usize>)> = work.iter().cloned().collect();
        while let Some((state, others)) = work.pop() {
            if self.accepting[state]
                && !others
                    .iter()
                    .any(|&other_state| other.accepting[other_state])
            {
                return Ok(false);
            }
            for &low in &cuts {
                for &(first, last, to) in &self.edges[state] {
                    if !(first..=last).contains(&low) {
                        continue;
                    }
                    let mut next: Vec<usize> = Vec::new();
                    for &state in &others {
                        next.extend(other.after(terms, state, &[low])?);
                    }
                    next.sort_unstable();
                    next.dedup();
                    if seen.len() > 4 * STATES {
                        return Err("a comparison takes too long".into());
                    }
                    if seen.insert((to, next.clone())) {
                        work.push((to, next));
                    }
                }
            }
        }
        Ok(true)
    }

    /// The deterministic automaton with the fewest states; this one, if that would be large.
    pub(crate) fn least(self, terms: &mut Terms) -> Outcome<Automaton> {
        if self.len() > SMALL {
            return Ok(self);
        }
        let cuts = cuts_of([&self], &[]);
        let mut list: Vec<Vec<usize>> = vec![self.starts.clone()];
        let mut numbers: FxHashMap<Vec<usize>, usize> =
            FxHashMap::from_iter([(self.starts.clone(), 0)]);
        let mut table: Vec<Vec<Option<usize>>> = Vec::new();
        while table.len() < list.len() {
            let mut row = Vec::with_capacity(cuts.len());
            for &cut in &cuts {
                let mut next = Vec::new();
                for &state in &list[table.len()] {
                    next.extend(self.after(terms, state, &[cut])?);
                }
                next.sort_unstable();
                next.dedup();
                let fresh = list.len();
                let to = (!next.is_empty()).then(|| *numbers.entry(next.clone()).or_insert(fresh));
                if to == Some(fresh) {
                    list.push(next);
                }
                row.push(to);
            }
            table.push(row);
            if list.len() > 2 * self.len() + 64 {
                return Ok(self);
            }
        }
        // Classes of states that no word read so far tells apart.
        let mut class: Vec<usize> = (list.iter())
            .map(|states| usize::from(states.iter().any(|&state| self.accepting[state])))
            .collect();
        let accepting = class.clone();
        let mut count = 0;
        loop {
            terms.charge(1 + table.len() * cuts.len())?;
            let mut signatures: FxHashMap<(usize, Vec<Option<usize>>), usize> =
                FxHashMap::default();
            let finer: Vec<usize> = (0..table.len())
                .map(|state| {
                    let row = table[state].iter().map(|to| to.map(|to| class[to]));
                    let fresh = signatures.len();
                    *signatures
                        .entry((class[state], row.collect()))
                        .or_insert(fresh)
                })
                .collect();
            let before = std::mem::replace(&mut count, signatures.len());
            class = finer;
            if before == count {
                break;
            }
        }
        let mut builder = Builder::default();
        for number in 0..count {
            let member = class.iter().position(|&other| other == number).unwrap_or(0);
            builder.state(terms, accepting[member] == 1)?;
        }
        for number in 0..count {
            let member = class.iter().position(|&other| other == number).unwrap_or(0);
            for ((low, high), to) in intervals(&cuts).zip(&table[member]) {
                if let Some(to) = *to {
                    builder.edge(number, (low, high, class[to]));
                }
            }
        }
        builder.start(class[0]);
        builder.finish(terms)
    }
}
