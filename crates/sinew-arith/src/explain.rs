//! From bounds back to reasons: conflicts and explanations with their refutations.
//!
//! A refutation ends in a combination of bounds whose left sides cancel (Farkas' lemma). Each
//! derived bound that it rests on becomes a line of its own before it, in the order of the
//! trail, which is a topological order. The reasons of a conflict read off a simplex row are
//! minimal as they stand (Dutertre and de Moura, CAV 2006, §4.2) when all its bounds were
//! asserted; derived bounds make them minimal-ish.

use rustc_hash::FxHashMap;
use sinew_base::Integer;

use crate::bounds::{AUXILIARY, BoundId, Bounds, Why};
use crate::certificate::{Certificate, Face, Source, Step};
use crate::solver::Clash;
use crate::types::{BoundKind, Conflict, Reason, VarId};

/// A refutation under construction, perhaps under assumptions of open branches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proof {
    pub(crate) steps: Vec<Step>,
    /// Sorted, without repetition.
    pub(crate) reasons: Vec<Reason>,
    /// The branches whose assumptions are used; sorted, without repetition.
    pub(crate) branches: Vec<u32>,
}

impl Proof {
    pub(crate) fn into_conflict(self) -> Conflict {
        Conflict {
            reasons: self.reasons.clone(),
            certificate: self.into_certificate(),
        }
    }

    pub(crate) fn into_certificate(self) -> Certificate {
        Certificate {
            hypotheses: self.reasons,
            steps: self.steps,
        }
    }

    pub(crate) fn uses(&self, branch: u32) -> bool {
        self.branches.binary_search(&branch).is_ok()
    }

    /// The refutation by cases `form <= at` (`low`) and `form >= at + 1` (`high`).
    pub(crate) fn split(
        id: u32,
        form: Vec<(VarId, Integer)>,
        at: Integer,
        low: Proof,
        high: Proof,
    ) -> Proof {
        let mut steps = Vec::with_capacity(low.steps.len() + high.steps.len() + 3);
        steps.push(Step::Split { id, form, at });
        steps.extend(low.steps);
        steps.push(Step::Else);
        steps.extend(high.steps);
        steps.push(Step::End);
        let mut reasons = low.reasons;
        reasons.extend(high.reasons);
        let mut branches = low.branches;
        branches.extend(high.branches);
        branches.retain(|branch| *branch != id);
        Proof {
            steps,
            reasons: sorted(reasons),
            branches: sorted(branches),
        }
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

pub(crate) fn face(kind: BoundKind) -> Face {
    match kind {
        BoundKind::Lower => Face::Lower,
        BoundKind::Upper => Face::Upper,
    }
}

/// Turns bounds of the trail into lines of a refutation.
pub(crate) struct Lines<'a> {
    bounds: &'a Bounds,
    known: FxHashMap<BoundId, Source>,
    next: u32,
    proof: Proof,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bounds: &'a Bounds) -> Lines<'a> {
        Lines {
            bounds,
            known: FxHashMap::default(),
            next: 0,
            proof: Proof::default(),
        }
    }

    /// Makes every bound in `wanted` available as a source.
    pub(crate) fn require(&mut self, wanted: impl Iterator<Item = BoundId>) {
        let mut open: Vec<BoundId> = wanted.collect();
        let mut needed: Vec<BoundId> = Vec::new();
        let mut seen: FxHashMap<BoundId, ()> = FxHashMap::default();
        while let Some(id) = open.pop() {
            if self.known.contains_key(&id) || seen.insert(id, ()).is_some() {
                continue;
            }
            needed.push(id);
            match self.bounds.entry(id).why {
                Why::Combined(start, end) | Why::Rounded(start, _, end) => open.extend(
                    self.bounds
                        .combination(start, end)
                        .iter()
                        .map(|part| part.1)
                        .filter(|bound| *bound != AUXILIARY),
                ),
                Why::Sharpened(base, _) => open.push(base),
                Why::Asserted(_) | Why::Branch(_) => {}
            }
        }
        needed.sort_unstable();
        for id in needed {
            let source = self.line_of(id);
            self.known.insert(id, source);
        }
    }

    fn line_of(&mut self, id: BoundId) -> Source {
        let entry = self.bounds.entry(id);
        match entry.why {
            Why::Asserted(reason) => {
                self.proof.reasons.push(reason);
                Source::Hypothesis(reason, face(entry.kind))
            }
            Why::Branch(branch) => {
                self.proof.branches.push(branch);
                Source::Assumption(branch)
            }
            Why::Combined(start, end) => {
                let step = self.sum(self.bounds.combination(start, end));
                self.push(step)
            }
            Why::Rounded(start, middle, end) => {
                let first = self.sum(self.bounds.combination(start, middle));
                let auxiliary = self.push(first);
                self.known.insert(AUXILIARY, auxiliary);
                let second = self.sum(self.bounds.combination(middle, end));
                self.push(second)
            }
            Why::Sharpened(base, reason) => {
                self.proof.reasons.push(reason);
                self.push(Step::Strengthen(self.known[&base], Some(reason)))
            }
        }
    }

    /// Appends a step that makes a line.
    pub(crate) fn push(&mut self, step: Step) -> Source {
        self.proof.steps.push(step);
        self.next += 1;
        Source::Line(self.next - 1)
    }

    /// Appends the line that combines `parts`, whose bounds it makes available.
    pub(crate) fn combine(&mut self, parts: &[(Integer, BoundId)]) -> Source {
        self.require(parts.iter().map(|part| part.1));
        let step = self.sum(parts);
        self.push(step)
    }

    fn sum(&self, parts: &[(Integer, BoundId)]) -> Step {
        Step::Sum(
            parts
                .iter()
                .map(|(multiplier, bound)| (multiplier.clone(), self.known[bound]))
                .collect(),
        )
    }

    pub(crate) fn source(&mut self, bound: BoundId) -> Source {
        self.require(std::iter::once(bound));
        self.known[&bound]
    }

    pub(crate) fn finish(mut self) -> Proof {
        self.proof.reasons = sorted(self.proof.reasons);
        self.proof.branches = sorted(self.proof.branches);
        self.proof
    }
}

/// The refutation that a clash amounts to.
pub(crate) fn refutation(bounds: &Bounds, clash: &Clash) -> Proof {
    let mut lines = Lines::new(bounds);
    match clash {
        Clash::Farkas(parts) => {
            lines.combine(parts);
        }
        Clash::Congruence(first, second) => {
            let first = lines.combine(first);
            let second = lines.combine(second);
            lines.push(Step::Sum(vec![
                (Integer::ONE, first),
                (Integer::ONE, second),
            ]));
        }
    }
    lines.finish()
}
