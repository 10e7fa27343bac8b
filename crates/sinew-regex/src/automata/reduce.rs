//! Smaller automata of the same language: bisimulation, then simulation.
//!
//! States that bisimulate each other are merged first: that takes m·log n steps, whatever the
//! size (partition refinement; of the parts of a block the largest keeps its number, as in
//! Hopcroft 1971). What is then small enough is reduced by simulation, which merges more and drops edges
//! beside better ones. Both are done forwards and backwards.

use super::alphabet::LetterSet;
use super::automaton::{Automaton, Builder};
use super::graph::Graph;
use super::simulation::Simulation;
use crate::search::within_share;
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::hash::Hash;

/// Automata with more states are not reduced by simulation, which is quadratic at best.
const MOST_SIMULATED: usize = 400;
/// What a simulation may cost; the reduction goes on without it otherwise.
const SIMULATION_STEPS: u64 = 2_000_000;

/// The coarsest partition of the vertices that refines the given one and whose blocks agree in
/// their signatures: the block of each vertex.
///
/// A signature must be a function of the blocks of the successors that mentions each of these.
pub(crate) fn coarsest_partition<S: Hash + Eq>(
    graph: &Graph,
    start: Vec<u32>,
    signature: impl Fn(u32, &[u32]) -> S,
    budget: &Budget,
) -> Result<Vec<u32>, StopReason> {
    let back = graph.reversed(budget)?;
    let mut partition = Partition::new(start);
    while let Some(block) = partition.queue.pop() {
        let changed = std::mem::take(&mut partition.dirty[block as usize]);
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut places: FxHashMap<S, usize> = FxHashMap::default();
        for &vertex in &changed {
            budget.spend(graph.next(vertex).len() as u64 + 1)?;
            let signature = signature(vertex, &partition.block_of);
            let place = *places.entry(signature).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(vertex);
        }
        groups.sort_by_key(Vec::len);
        let members = &partition.blocks[block as usize];
        let clean = members.len() - changed.len();
        // The largest group keeps the number of the block, so that what moves is at most half.
        if groups.last().is_some_and(|largest| largest.len() > clean) {
            groups.pop();
            let agreeing = members
                .iter()
                .filter(|&&at| !partition.is_dirty[at as usize]);
            groups.push(agreeing.copied().collect());
        }
        for &vertex in &changed {
            partition.is_dirty[vertex as usize] = false;
        }
        let fresh = partition.blocks.len();
        for group in groups.into_iter().filter(|group| !group.is_empty()) {
            partition.separate(group);
        }
        // Only now: a vertex before one that moved may have moved itself.
        for block in fresh..partition.blocks.len() {
            partition.mark_predecessors(block, &back, budget)?;
        }
    }
    Ok(partition.block_of)
}

/// A partition under refinement.
struct Partition {
    block_of: Vec<u32>,
    blocks: Vec<Vec<u32>>,
    /// Where each vertex stands in its block.
    place: Vec<u32>,
    /// By block: vertices with a successor whose block is new since their signatures were
    /// compared. The others of the block agree still, and none of them has a successor in a new
    /// block.
    dirty: Vec<Vec<u32>>,
    is_dirty: Vec<bool>,
    /// Blocks with dirty vertices.
    queue: Vec<u32>,
}

impl Partition {
    fn new(block_of: Vec<u32>) -> Partition {
        let count = block_of.iter().map(|&block| block as usize + 1).max();
        let mut blocks: Vec<Vec<u32>> = vec![Vec::new(); count.unwrap_or(0)];
        let mut place = Vec::with_capacity(block_of.len());
        for (vertex, &block) in block_of.iter().enumerate() {
            place.push(blocks[block as usize].len() as u32);
            blocks[block as usize].push(vertex as u32);
        }
        Partition {
            dirty: blocks.clone(),
            is_dirty: vec![true; block_of.len()],
            queue: (0..blocks.len() as u32).collect(),
            block_of,
            blocks,
            place,
        }
    }

    /// Makes some vertices of one block a block of their own.
    fn separate(&mut self, group: Vec<u32>) {
        let fresh = self.blocks.len() as u32;
        for (at, &vertex) in group.iter().enumerate() {
            let old = &mut self.blocks[self.block_of[vertex as usize] as usize];
            let hole = self.place[vertex as usize];
            old.swap_remove(hole as usize);
            if let Some(&filler) = old.get(hole as usize) {
                self.place[filler as usize] = hole;
            }
            self.block_of[vertex as usize] = fresh;
            self.place[vertex as usize] = at as u32;
        }
        self.blocks.push(group);
        self.dirty.push(Vec::new());
    }

    /// The signatures of all vertices with a successor in a new block have changed.
    fn mark_predecessors(
        &mut self,
        block: usize,
        back: &Graph,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        for &vertex in &self.blocks[block] {
            budget.spend(back.next(vertex).len() as u64 + 1)?;
            for &before in back.next(vertex) {
                if std::mem::replace(&mut self.is_dirty[before as usize], true) {
                    continue;
                }
                let block = self.block_of[before as usize];
                let dirty = &mut self.dirty[block as usize];
                if dirty.is_empty() {
                    self.queue.push(block);
                }
                dirty.push(before);
            }
        }
        Ok(())
    }
}

impl Automaton {
    /// A smaller automaton of the same language, trim; how small is not promised.
    pub fn reduced(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let mut automaton = self.quotient(budget)?;
        if automaton.len() <= MOST_SIMULATED {
            automaton = automaton.simulation_quotient(budget)?.reversed();
            automaton = automaton.simulation_quotient(budget)?.reversed();
        }
        automaton.trimmed(budget)
    }

    /// The cheap half of [`reduced`](Automaton::reduced): trim, and states that bisimulate each
    /// other merged, forwards and backwards.
    pub fn quotient(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let automaton = self.trimmed(budget)?.bisimulation_quotient(budget)?;
        Ok(automaton
            .reversed()
            .bisimulation_quotient(budget)?
            .reversed())
    }

    /// Merges states that have edges by the same letters to the same merged states.
    fn bisimulation_quotient(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let graph = self.graph(budget)?;
        let start = (0..self.len() as u32).map(|at| u32::from(self.accepts_at(at)));
        let signature = |state: u32, block_of: &[u32]| {
            let mut row: Vec<(u32, LetterSet)> = Vec::new();
            for edge in self.edges(state) {
                row.push((block_of[edge.to as usize], edge.letters.clone()));
            }
            row.sort_unstable_by_key(|item| item.0);
            row.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 = kept.1.union(&next.1);
                }
                same
            });
            row
        };
        let blocks = coarsest_partition(&graph, start.collect(), signature, budget)?;
        Ok(self.merged(&blocks))
    }

    /// One state for each block; the blocks are numbered in the order of their first states.
    fn merged(&self, block_of: &[u32]) -> Automaton {
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut builder = Builder::new(self.alphabet());
        let mut first = Vec::new();
        let mut state_of = Vec::with_capacity(self.len());
        for (state, &block) in block_of.iter().enumerate() {
            let number = *numbers.entry(block).or_insert_with(|| {
                first.push(state as u32);
                builder.add_state(false)
            });
            state_of.push(number);
        }
        if first.len() == self.len() {
            return self.clone();
        }
        for state in 0..self.len() as u32 {
            let from = state_of[state as usize];
            if self.accepts_at(state) {
                builder.set_accepting(from);
            }
            // The others of a block have no edges but those of the first.
            if first[from as usize] == state {
                for edge in self.edges(state) {
                    builder.add_edge(from, edge.letters.clone(), state_of[edge.to as usize]);
                }
            }
        }
        for &state in self.initial() {
            builder.add_initial(state_of[state as usize]);
        }
        builder.without_epsilon()
    }

    /// Merges states that simulate each other and drops edges beside better ones; the automaton
    /// itself if that is too much work.
    fn simulation_quotient(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let simulated = within_share(budget, SIMULATION_STEPS, |slice| {
            let simulation = Simulation::new(self, slice)?;
            Ok(self.merged_by(&simulation))
        })?;
        Ok(simulated.unwrap_or_else(|_| self.clone()))
    }

    fn merged_by(&self, simulation: &Simulation) -> Automaton {
        let size = self.len() as u32;
        // The first state of each class stands for it.
        let first = |state: u32| {
            let mut others = 0..state;
            others.find(|&other| simulation.holds(state, other) && simulation.holds(other, state))
        };
        let stands: Vec<u32> = (0..size)
            .map(|state| first(state).unwrap_or(state))
            .collect();
        let mut builder = Builder::new(self.alphabet());
        for state in 0..size {
            builder.add_state(self.accepts_at(state));
        }
        for state in (0..size).filter(|&state| stands[state as usize] == state) {
            // By class: edges to equivalent states must not be dropped for each other.
            let mut row: Vec<(u32, LetterSet)> = Vec::new();
            for edge in self.edges(state) {
                let to = stands[edge.to as usize];
                match row.iter_mut().find(|item| item.0 == to) {
                    Some(item) => item.1 = item.1.union(&edge.letters),
                    None => row.push((to, edge.letters.clone())),
                }
            }
            for (to, letters) in &row {
                let better = row
                    .iter()
                    .filter(|other| other.0 != *to && simulation.holds(*to, other.0));
                let rest = better.fold(letters.clone(), |rest, other| rest.difference(&other.1));
                builder.add_edge(state, rest, *to);
            }
        }
        let initial = self.initial().iter().map(|&state| stands[state as usize]);
        for state in initial.clone() {
            let better = |other: u32| other != state && simulation.holds(state, other);
            if !initial.clone().any(better) {
                builder.add_initial(state);
            }
        }
        builder.without_epsilon()
    }
}
