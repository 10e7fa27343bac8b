//! Lengths of words as lassos: arithmetic progressions, not one normal form.
//!
//! The period of the set of lengths may be exponential in the number of states (the least common
//! multiple of its cycles); the list of progressions is not. Take a set of states H that meets every
//! cycle. A run that avoids H is simple, so its length is below the number of states; a run
//! through q in H may take a shortest cycle of q, of length d, any number of times, so the lengths of
//! runs through q are given by the least one in each class modulo d. Both parts are exact. (After
//! Chrobak, TCS 1986, and Sawa, Fundam. Inform. 2013, who bound the offsets instead.)

use super::automaton::Automaton;
use super::graph::Graph;
use crate::lengths::LengthSet;
use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};

/// The numbers offset + k·period, k ≥ 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lasso {
    /// The distance from one number to the next; 0 if there is only one.
    pub period: u64,
    /// The least number.
    pub offset: u64,
}

impl Lasso {
    /// Membership.
    #[must_use]
    pub fn contains(self, n: u64) -> bool {
        match self.period {
            0 => n == self.offset,
            period => n >= self.offset && (n - self.offset).is_multiple_of(period),
        }
    }

    /// Whether all numbers of the other are in this one.
    fn covers(self, other: Lasso) -> bool {
        let steps = match self.period {
            0 => other.period == 0,
            period => other.period.is_multiple_of(period),
        };
        steps && self.contains(other.offset)
    }
}

impl Automaton {
    /// The lengths of all words: those of the progressions together. Sorted, none inside another.
    pub fn lassos(&self, budget: &Budget) -> Result<Vec<Lasso>, StopReason> {
        let automaton = self.trimmed(budget)?;
        let graph = automaton.graph(budget)?;
        let hitting = hitting_set(&graph, budget)?;
        let mut found = simple_lengths(&automaton, &hitting, budget)?;
        for q in (0..automaton.len() as u32).filter(|&q| hitting[q as usize]) {
            if let Some(period) = shortest_cycle(&graph, q, budget)? {
                found.extend(lengths_through(&automaton, q, period, budget)?);
            }
        }
        // Small periods first, they cover most; single numbers last.
        found.sort_unstable_by_key(|lasso| (lasso.period.wrapping_sub(1), lasso.offset));
        let mut kept: Vec<Lasso> = Vec::new();
        for lasso in found {
            budget.spend(kept.len() as u64 / 8 + 1)?;
            if !kept.iter().any(|other| other.covers(lasso)) {
                kept.push(lasso);
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// The lengths of all words as one set in normal form. Ends by the budget where the period
    /// explodes; [`lassos`](Automaton::lassos) does not.
    pub fn lengths(&self, budget: &Budget) -> Result<LengthSet, StopReason> {
        let mut by_period: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
        for lasso in self.lassos(budget)? {
            by_period
                .entry(lasso.period)
                .or_default()
                .push(lasso.offset);
        }
        let mut by_period: Vec<(u64, Vec<u64>)> = by_period.into_iter().collect();
        by_period.sort_unstable();
        let mut all = LengthSet::empty();
        for (period, offsets) in by_period {
            let end = offsets.iter().copied().max().unwrap_or(0);
            let mut members = Vec::new();
            for offset in offsets {
                let mut n = offset;
                members.push(n);
                while period > 0 && n < end {
                    budget.spend(1)?;
                    n += period;
                    members.push(n);
                }
            }
            let part = LengthSet::periodic(end, period, members);
            all = all.union(&part, budget)?;
        }
        Ok(all)
    }
}

/// States without which there is no cycle: not the fewest, but few where loops are simple.
fn hitting_set(graph: &Graph, budget: &Budget) -> Result<Vec<bool>, StopReason> {
    let size = graph.len() as u32;
    let mut chosen: Vec<bool> = (0..size).map(|at| graph.next(at).contains(&at)).collect();
    loop {
        let kept = (0..size).flat_map(|from| graph.next(from).iter().map(move |&to| (from, to)));
        let kept = kept.filter(|&(from, to)| !chosen[from as usize] && !chosen[to as usize]);
        let rest = Graph::new(graph.len(), kept, budget)?;
        let (component, count) = rest.components();
        let cyclic = rest.on_cycle(&component);
        // The state of most edges in each component.
        let mut best: Vec<Option<u32>> = vec![None; count];
        for at in (0..size).filter(|&at| cyclic[at as usize]) {
            let slot = &mut best[component[at as usize] as usize];
            let more = |other: u32| rest.next(at).len() > rest.next(other).len();
            if slot.is_none_or(more) {
                *slot = Some(at);
            }
        }
        let mut any = false;
        for at in best.into_iter().flatten() {
            chosen[at as usize] = true;
            any = true;
        }
        if !any {
            return Ok(chosen);
        }
    }
}

/// The lengths of the accepting runs that avoid the states of a hitting set: finitely many.
fn simple_lengths(
    automaton: &Automaton,
    hitting: &[bool],
    budget: &Budget,
) -> Result<Vec<Lasso>, StopReason> {
    let starts = automaton.initial().iter().copied();
    let mut current: Vec<u32> = starts.filter(|&at| !hitting[at as usize]).collect();
    let mut marks = vec![u64::MAX; automaton.len()];
    let mut found = Vec::new();
    let mut step = 0;
    while !current.is_empty() {
        if current.iter().any(|&at| automaton.accepts_at(at)) {
            found.push(Lasso {
                offset: step,
                period: 0,
            });
        }
        let mut next = Vec::new();
        for &state in &current {
            budget.spend(automaton.edges(state).len() as u64 + 1)?;
            for edge in automaton.edges(state) {
                let mark = &mut marks[edge.to as usize];
                if !hitting[edge.to as usize] && std::mem::replace(mark, step) != step {
                    next.push(edge.to);
                }
            }
        }
        current = next;
        step += 1;
    }
    Ok(found)
}

/// The length of a shortest cycle through a vertex.
fn shortest_cycle(graph: &Graph, start: u32, budget: &Budget) -> Result<Option<u64>, StopReason> {
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut queue = vec![(start, 0u64)];
    let mut at = 0;
    while let Some(&(vertex, distance)) = queue.get(at) {
        budget.spend(graph.next(vertex).len() as u64 + 1)?;
        for &to in graph.next(vertex) {
            if to == start {
                return Ok(Some(distance + 1));
            }
            if seen.insert(to) {
                queue.push((to, distance + 1));
            }
        }
        at += 1;
    }
    Ok(None)
}

/// The lengths of the accepting runs through a state that lies on a cycle of length `period`: the
/// least one of each residue, by a breadth-first search over states, residues, and whether the
/// state was passed.
fn lengths_through(
    automaton: &Automaton,
    through: u32,
    period: u64,
    budget: &Budget,
) -> Result<Vec<Lasso>, StopReason> {
    let mut seen: FxHashSet<(u32, u64, bool)> = FxHashSet::default();
    let mut queue: Vec<(u32, u64, bool)> = Vec::new();
    for &state in automaton.initial() {
        seen.insert((state, 0, state == through));
        queue.push((state, 0, state == through));
    }
    let mut residues: FxHashSet<u64> = FxHashSet::default();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&(state, length, passed)) = queue.get(at) {
        if passed && automaton.accepts_at(state) && residues.insert(length % period) {
            found.push(Lasso {
                offset: length,
                period,
            });
        }
        budget.spend(automaton.edges(state).len() as u64 + 1)?;
        for edge in automaton.edges(state) {
            let passed = passed || edge.to == through;
            if seen.insert((edge.to, (length + 1) % period, passed)) {
                queue.push((edge.to, length + 1, passed));
            }
        }
        at += 1;
    }
    Ok(found)
}
