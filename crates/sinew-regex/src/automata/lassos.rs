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
use crate::runs::{Runs, merged};
use rustc_hash::FxHashSet;
use sinew_base::{Budget, StopReason};
use std::collections::BTreeMap;

/// The numbers offset, offset + period, offset + 2·period, …: up to the last, or without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lasso {
    /// The least number.
    pub offset: u64,
    /// The distance from one number to the next; at least 1.
    pub period: u64,
    /// The greatest number, if there is one; then the period is 1.
    pub last: Option<u64>,
}

impl Lasso {
    /// Membership.
    #[must_use]
    pub fn contains(self, n: u64) -> bool {
        n >= self.offset
            && self.last.is_none_or(|last| n <= last)
            && (n - self.offset).is_multiple_of(self.period)
    }

    /// Whether all numbers of the other are in this one; both without end.
    fn covers(self, other: Lasso) -> bool {
        other.period.is_multiple_of(self.period) && self.contains(other.offset)
    }
}

impl Automaton {
    /// The lengths of all words: those of the progressions together. Sorted; none without end is
    /// inside another.
    pub fn lassos(&self, budget: &Budget) -> Result<Vec<Lasso>, StopReason> {
        let automaton = self.trimmed(budget)?;
        let graph = automaton.graph(budget)?;
        let hitting = hitting_set(&graph, budget)?;
        let mut found = Vec::new();
        for q in (0..automaton.len() as u32).filter(|&q| hitting[q as usize]) {
            if let Some(period) = shortest_cycle(&graph, q, budget)? {
                found.extend(lengths_through(&automaton, q, period, budget)?);
            }
        }
        // Small periods first, they cover most.
        found.sort_unstable_by_key(|lasso| (lasso.period, lasso.offset));
        let mut kept: Vec<Lasso> = Vec::new();
        for lasso in found {
            budget.spend(kept.len() as u64 / 8 + 1)?;
            if !kept.iter().any(|other| other.covers(lasso)) {
                kept.push(lasso);
            }
        }
        // From here on there are all lengths, if from anywhere.
        let all = kept.iter().find(|lasso| lasso.period == 1);
        let end = all.map_or(u64::MAX, |lasso| lasso.offset);
        let endless = kept.clone();
        for (lo, hi) in simple_lengths(&automaton, &graph, &hitting, budget)? {
            budget.spend(endless.len() as u64 / 8 + 1)?;
            let known = lo == hi && endless.iter().any(|lasso| lasso.contains(lo));
            if lo < end && !known {
                kept.push(Lasso {
                    offset: lo,
                    period: 1,
                    last: Some(hi.min(end - 1)),
                });
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// The lengths of all words as one set in normal form. Ends by the budget where the period
    /// explodes; [`lassos`](Automaton::lassos) does not.
    pub fn lengths(&self, budget: &Budget) -> Result<LengthSet, StopReason> {
        let mut all = LengthSet::empty();
        let mut by_period: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for lasso in self.lassos(budget)? {
            match lasso.last {
                Some(_) => {
                    let run = LengthSet::interval(lasso.offset, lasso.last);
                    all = all.union(&run, budget)?;
                }
                None => by_period
                    .entry(lasso.period)
                    .or_default()
                    .push(lasso.offset),
            }
        }
        for (period, offsets) in by_period {
            let end = offsets.iter().copied().max().unwrap_or(0);
            let mut members = Vec::new();
            for mut n in offsets {
                while n < end {
                    budget.spend(1)?;
                    members.push(n);
                    n += period;
                }
                members.push(n);
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

/// The lengths of the accepting runs that avoid the states of a hitting set, finitely many: state
/// by state, each after those before it, as runs of numbers.
fn simple_lengths(
    automaton: &Automaton,
    graph: &Graph,
    hitting: &[bool],
    budget: &Budget,
) -> Result<Runs, StopReason> {
    let size = graph.len() as u32;
    let free = |at: u32| !hitting[at as usize];
    let mut waiting = vec![0u32; graph.len()];
    for from in (0..size).filter(|&at| free(at)) {
        graph
            .next(from)
            .iter()
            .for_each(|&to| waiting[to as usize] += 1);
    }
    let mut reached: Vec<Runs> = vec![Vec::new(); graph.len()];
    for &state in automaton.initial() {
        reached[state as usize].push((0, 0));
    }
    let mut ready: Vec<u32> = (0..size)
        .filter(|&at| free(at) && waiting[at as usize] == 0)
        .collect();
    let mut found: Runs = Vec::new();
    while let Some(state) = ready.pop() {
        let runs = merged(std::mem::take(&mut reached[state as usize]));
        let next = graph.next(state);
        budget.spend((runs.len() as u64 + 1) * (next.len() as u64 + 1))?;
        for &to in next.iter().filter(|&&to| free(to)) {
            let longer = runs.iter().map(|&(lo, hi)| (lo + 1, hi + 1));
            reached[to as usize].extend(longer);
            waiting[to as usize] -= 1;
            if waiting[to as usize] == 0 {
                ready.push(to);
            }
        }
        if automaton.accepts_at(state) {
            found.extend(runs);
        }
    }
    Ok(merged(found))
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
                last: None,
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
