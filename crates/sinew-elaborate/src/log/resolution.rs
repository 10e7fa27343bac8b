//! Clauses that follow by unit propagation, as chains of resolution.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Known, Outcome, Term};

use super::read::{Clause, Entries, Why};
use super::{Search, Shown};
use crate::Elaborator;

/// The clauses whose resolution, each with what the ones before it came to, gives the clause: first the one that became false,
/// then the reasons of its literals, the latest first.
pub(crate) fn chain(
    entries: &Entries<'_>,
    clause: u64,
    proof: &mut Elaborator,
) -> Outcome<Vec<u64>> {
    let Some(Clause {
        literals,
        why: Why::Derived(hints),
    }) = entries.clauses.get(&clause)
    else {
        return Err("only derived clauses follow from others".into());
    };
    let mut propagation = Propagation::supposing(literals);
    let mut conflict = propagation.run(entries, hints.iter().copied(), proof)?;
    if conflict.is_none() {
        // Hints may leave out what holds anyway.
        let mut all: Vec<u64> = entries.clauses.keys().copied().collect();
        all.sort_unstable();
        let before = all.into_iter().filter(|&id| id < clause);
        conflict = propagation.run(entries, before, proof)?;
    }
    let conflict = conflict.ok_or("a clause does not follow by unit propagation")?;
    Ok(propagation.chain(entries, conflict))
}

/// Literals that are true, in the order in which they became so, each with its reason.
struct Propagation {
    reasons: FxHashMap<i64, Option<u64>>,
    trail: Vec<i64>,
}

impl Propagation {
    fn supposing(literals: &[i64]) -> Propagation {
        let mut propagation = Propagation {
            reasons: FxHashMap::default(),
            trail: Vec::new(),
        };
        for &literal in literals {
            propagation.reasons.insert(-literal, None);
        }
        propagation
    }

    /// Propagates over these clauses until one is false or nothing follows any more.
    fn run(
        &mut self,
        entries: &Entries<'_>,
        ids: impl Iterator<Item = u64>,
        proof: &mut Elaborator,
    ) -> Outcome<Option<u64>> {
        let mut open: Vec<u64> = ids.collect();
        loop {
            let (before, mut left) = (self.trail.len(), Vec::with_capacity(open.len()));
            for &id in &open {
                let Some(clause) = entries.clauses.get(&id) else {
                    continue;
                };
                proof.checker().terms().charge(clause.literals.len())?;
                let mut undecided = None;
                let mut count = 0;
                let mut satisfied = false;
                for literal in &clause.literals {
                    if self.reasons.contains_key(literal) {
                        satisfied = true;
                    } else if !self.reasons.contains_key(&-literal) && undecided != Some(*literal) {
                        undecided = Some(*literal);
                        count += 1;
                    }
                }
                match (satisfied, count, undecided) {
                    (true, ..) => {}
                    (_, 0, _) => return Ok(Some(id)),
                    (_, 1, Some(literal)) => {
                        self.reasons.insert(literal, Some(id));
                        self.trail.push(literal);
                    }
                    _ => left.push(id),
                }
            }
            if self.trail.len() == before {
                return Ok(None);
            }
            open = left;
        }
    }

    /// The clauses that the conflict rests on.
    fn chain(&self, entries: &Entries<'_>, conflict: u64) -> Vec<u64> {
        let mut chain = vec![conflict];
        let falsified = |id: u64| entries.clauses[&id].literals.iter().map(|literal| -literal);
        let mut needed: rustc_hash::FxHashSet<i64> = falsified(conflict).collect();
        for literal in self.trail.iter().rev() {
            if let (true, Some(&Some(reason))) =
                (needed.contains(literal), self.reasons.get(literal))
            {
                chain.push(reason);
                needed.extend(falsified(reason));
            }
        }
        chain
    }
}

impl Search<'_, '_> {
    /// Resolves clauses that were shown, in the order of [`chain`].
    pub(super) fn resolve(&mut self, proof: &mut Elaborator, chain: &[u64]) -> Outcome<Shown> {
        let (&first, rest) = chain.split_first().ok_or("nothing to resolve")?;
        let mut current = self.shown[&first].clone();
        let (mut premises, mut pivots) = (vec![current.fact], Vec::new());
        for id in rest {
            let reason = &self.shown[id];
            let pivot =
                (reason.literals.iter()).find(|literal| current.literals.contains(&-**literal));
            let Some(&pivot) = pivot else {
                // What was to be resolved away may not have been there.
                if reason
                    .literals
                    .iter()
                    .all(|literal| current.literals.contains(literal))
                {
                    (current, premises, pivots) = (reason.clone(), vec![reason.fact], Vec::new());
                }
                continue;
            };
            current.literals.retain(|&literal| literal != -pivot);
            for &literal in &reason.literals {
                if literal != pivot && !current.literals.contains(&literal) {
                    current.literals.push(literal);
                }
            }
            premises.push(reason.fact);
            pivots.push(pivot);
        }
        if pivots.is_empty() {
            return Ok(current);
        }
        let stated = self.disjunction(proof, &current.literals)?;
        let (mut signs, mut atoms): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        for pivot in pivots {
            // The first of two clauses has the negation of the pivot.
            let (atom, sign) = self.atom(proof, pivot.unsigned_abs())?;
            signs.push(proof.checker().terms().boolean((pivot < 0) == sign)?);
            atoms.push(atom);
        }
        let signs = proof.checker().terms().app(Known::List, &signs)?;
        let atoms = proof.checker().terms().app(Known::List, &atoms)?;
        let args = [stated, signs, atoms];
        let fact = (proof.checker()).step("chain_m_resolution", &premises, &args, None)?;
        Ok(Shown { fact, ..current })
    }

    /// The formula of a clause.
    pub(super) fn disjunction(&mut self, proof: &mut Elaborator, literals: &[i64]) -> Outcome {
        let mut parts = Vec::with_capacity(literals.len());
        for &literal in literals {
            parts.push(self.formula(proof, literal)?);
        }
        match parts[..] {
            [] => proof.checker().terms().boolean(false),
            [only] => Ok(only),
            _ => proof.checker().terms().app(Known::Or, &parts),
        }
    }
}
