//! Languages of a simple shape: finite, co-finite, a single word, flat.

use super::alphabet::LetterSet;
use super::automaton::Automaton;
use super::lazy::{Subsets, explore};
use sinew_base::{Budget, StopReason};

/// A part of a [`FlatPath`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FlatPart {
    /// One of these letters, once.
    Once(LetterSet),
    /// A word of at least one character, any number of times.
    Cycle(Vec<u32>),
}

/// Words of the form u₁ v₁* u₂ v₂* … with one choice of letters at each place of the uᵢ.
pub type FlatPath = Vec<FlatPart>;

impl Automaton {
    /// Whether there is no word.
    pub fn is_empty_language(&self, budget: &Budget) -> Result<bool, StopReason> {
        Ok(self.trimmed(budget)?.is_empty())
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

    /// The words that are missing, if these are finitely many. Determinises.
    pub fn missing_if_cofinite(&self, budget: &Budget) -> Result<Option<Automaton>, StopReason> {
        let missing = explore(Subsets::complement(self.clone()), budget)?.trimmed(budget)?;
        let finite = missing.is_finite(budget)?;
        Ok(finite.then_some(missing))
    }

    /// Whether every useful state is on at most one cycle, and what a cycle reads is one word. Then
    /// a run, and the word that it reads, are given by how often each edge is taken but for the
    /// choices of letters outside of cycles. The language of a flat automaton is bounded; an
    /// automaton of a bounded language is flat for certain only if it is deterministic.
    pub fn is_flat(&self, budget: &Budget) -> Result<bool, StopReason> {
        let automaton = self.trimmed(budget)?;
        let (component, _) = automaton.graph(budget)?.components();
        let flat = |state: u32| {
            let mut inside = automaton.stay(state, &component);
            inside.next().is_none_or(|letters| {
                self.alphabet().union_of(letters).len() == 1 && inside.next().is_none()
            })
        };
        Ok((0..automaton.len() as u32).all(flat))
    }

    /// What the edges of a state that stay in its component read.
    fn stay<'a>(
        &'a self,
        state: u32,
        component: &'a [u32],
    ) -> impl Iterator<Item = &'a LetterSet> + 'a {
        let edges = self.edges(state).iter();
        let inside =
            edges.filter(move |edge| component[edge.to as usize] == component[state as usize]);
        inside.map(|edge| &edge.letters)
    }

    /// The language of a flat automaton as a union of paths; `None` if it is not flat or there are
    /// more than `limit` paths.
    pub fn flat_paths(
        &self,
        limit: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<FlatPath>>, StopReason> {
        if !self.is_flat(budget)? {
            return Ok(None);
        }
        let automaton = self.trimmed(budget)?;
        let (component, _) = automaton.graph(budget)?.components();
        let mut found: Vec<FlatPath> = Vec::new();
        let starts = automaton.initial().iter();
        let mut open: Vec<(u32, FlatPath)> = starts.map(|&state| (state, Vec::new())).collect();
        while let Some((entry, mut path)) = open.pop() {
            // Around the cycle of the entry, if there is one, and out of any of its states.
            let cycle = automaton.cycle(entry, &component);
            budget.spend((path.len() + cycle.len()) as u64 + 1)?;
            if !cycle.is_empty() {
                let word = cycle.iter().map(|step| step.1).collect();
                path.push(FlatPart::Cycle(word));
            }
            let around = cycle.iter().map(|step| (step.0, Some(step.2)));
            let mut around = around.chain(cycle.is_empty().then_some((entry, None)));
            for (state, next) in &mut around {
                if automaton.accepts_at(state) {
                    found.push(path.clone());
                }
                for edge in automaton.edges(state) {
                    budget.spend(path.len() as u64 + 1)?;
                    if component[edge.to as usize] != component[state as usize] {
                        let mut path = path.clone();
                        path.push(FlatPart::Once(edge.letters.clone()));
                        open.push((edge.to, path));
                    }
                }
                path.extend(next.cloned().map(FlatPart::Once));
            }
            // Every open path ends in a path of its own, for the automaton is trim.
            if found.len() + open.len() > limit {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// The cycle of a flat automaton from a state back to it: the states on it, and what leads
    /// from each to the next, as a character and as letters.
    fn cycle<'a>(&'a self, start: u32, component: &[u32]) -> Vec<(u32, u32, &'a LetterSet)> {
        let mut steps = Vec::new();
        let mut state = start;
        loop {
            let mut edges = self.edges(state).iter();
            let inside =
                edges.find(|edge| component[edge.to as usize] == component[state as usize]);
            let Some(edge) = inside else {
                return steps;
            };
            let letter = edge.letters.first().map(|at| self.alphabet().spelling(at));
            steps.push((state, letter.unwrap_or_default(), &edge.letters));
            state = edge.to;
            if state == start {
                return steps;
            }
        }
    }
}
