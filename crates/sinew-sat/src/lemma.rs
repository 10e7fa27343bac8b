//! Adding a clause, whatever its state under the current trail.
//!
//! Clauses come from the user (between calls, while the trail of the last call may still
//! stand) and from the theory (at any time). A clause may be satisfied, open, unit, false or
//! empty under the trail. The rule: order the literals so that the two best watches come
//! first (true before unassigned before false, later false levels first), then
//!
//! * two watches that are not false: just watch it;
//! * one false watch below a true one: watch it (if the true literal was assigned later,
//!   an implication was missed; falsifying the true literal visits the clause again);
//! * unit: go back to the level of the best false literal and assign there;
//! * false with a single literal on its highest level: it is unit on the second-highest;
//! * false otherwise: a conflict on its highest level. During a call it is analysed; between
//!   calls, where no theory is at hand to explain, one level less makes the clause open.

use crate::arena::{ClauseRef, Kind};
use crate::solver::{Reason, Solver};
use crate::theory::{Justification, Token};
use crate::types::Lit;

/// Clauses of the theory that wait for the end of the callback.
#[derive(Default, Debug)]
pub(crate) struct LemmaQueue {
    lits: Vec<Lit>,
    /// Per clause: the end of its literals, its justification, whether it is redundant.
    clauses: Vec<(usize, Justification, bool)>,
    /// A propagated literal that was false already, with its token.
    pub(crate) clash: Option<(Lit, Token)>,
    pub(crate) conflict: bool,
}

impl LemmaQueue {
    pub(crate) fn is_empty(&self) -> bool {
        self.clauses.is_empty() && self.clash.is_none()
    }

    pub(crate) fn len(&self) -> usize {
        self.clauses.len()
    }

    pub(crate) fn get(&self, i: usize, out: &mut Vec<Lit>) -> (Justification, bool) {
        let start = if i == 0 { 0 } else { self.clauses[i - 1].0 };
        let (end, justification, redundant) = self.clauses[i];
        out.clear();
        out.extend_from_slice(&self.lits[start..end]);
        (justification, redundant)
    }

    pub(crate) fn clear(&mut self) {
        self.lits.clear();
        self.clauses.clear();
        self.clash = None;
        self.conflict = false;
    }
}

/// Where a clause comes from, for the proof.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    Input,
    Theory(Justification),
}

impl Solver {
    pub(crate) fn queue_lemma(
        &mut self,
        lits: &[Lit],
        justification: Justification,
        redundant: bool,
    ) {
        self.acted = true;
        self.queue.lits.extend_from_slice(lits);
        let end = self.queue.lits.len();
        self.queue.clauses.push((end, justification, redundant));
    }

    pub(crate) fn theory_propagate(&mut self, lit: Lit, token: Token) {
        if self.is_true(lit) {
            return;
        }
        self.acted = true;
        self.stats.theory_propagations += 1;
        if self.is_false(lit) {
            self.queue.conflict = true;
            self.queue.clash.get_or_insert((lit, token));
        } else {
            self.tokens[lit.var().index()] = token;
            self.enqueue(lit, Reason::THEORY);
        }
    }

    /// Adds a clause. Returns whether the clauses alone are still not known to be contradictory.
    pub fn add_clause(&mut self, lits: &[Lit]) -> bool {
        let mut clause = std::mem::take(&mut self.scratch.clause);
        clause.clear();
        clause.extend_from_slice(lits);
        self.add_between_calls(&mut clause, Origin::Input);
        self.scratch.clause = clause;
        self.consistent
    }

    /// Adds a clause that is valid by itself (a definition, a lemma of a theory). The proof log
    /// shows it as a lemma with this justification.
    pub fn add_lemma(&mut self, lits: &[Lit], justification: Justification) -> bool {
        let mut clause = std::mem::take(&mut self.scratch.clause);
        clause.clear();
        clause.extend_from_slice(lits);
        self.add_between_calls(&mut clause, Origin::Theory(justification));
        self.scratch.clause = clause;
        self.consistent
    }

    fn add_between_calls(&mut self, clause: &mut Vec<Lit>, origin: Origin) {
        self.core.clear();
        if let Some(c) = self.add_under_trail(clause, origin, false) {
            let level = self.arena.lits(c).map(|lit| self.level(lit.var())).max();
            self.backtrack(level.unwrap_or(0).saturating_sub(1));
        }
    }

    /// Adds the clause; returns it if it is false under the trail, with at least two literals
    /// on its highest level, which is not 0. `clause` is used up.
    pub(crate) fn add_under_trail(
        &mut self,
        clause: &mut Vec<Lit>,
        origin: Origin,
        redundant: bool,
    ) -> Option<ClauseRef> {
        if !self.consistent {
            return None;
        }
        let mut id = 0;
        if self.proof.on() {
            id = match origin {
                Origin::Input => self.proof.input(clause),
                Origin::Theory(justification) => self.proof.lemma(clause, justification),
            };
        }
        let id = self.normalise(clause, id)?;
        match clause.as_slice() {
            [] => {
                self.consistent = false;
                self.empty_id = id;
                None
            }
            &[unit] => {
                self.add_unit(unit, id);
                None
            }
            _ => self.add_long(clause, id, redundant),
        }
    }

    /// Removes repeated and forever-false literals; `None` if the clause is forever true.
    fn normalise(&mut self, clause: &mut Vec<Lit>, id: u64) -> Option<u64> {
        let len = clause.len();
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology || clause.iter().any(|&lit| self.fixed(lit) == Some(true)) {
            if self.proof.on() {
                self.proof.delete(id);
            }
            return None;
        }
        if self.proof.on() {
            self.proof.clear_chain();
            self.proof.chain.push(id);
            for &lit in clause.iter() {
                if self.fixed(lit) == Some(false) {
                    self.proof
                        .chain_units
                        .push(self.proof.units[lit.var().index()]);
                }
            }
        }
        let (values, vars) = (&self.values, &self.vars);
        clause.retain(|&lit| values[lit.index()] == 0 || vars[lit.var().index()].level > 0);
        if clause.len() == len || !self.proof.on() {
            return Some(id);
        }
        let shorter = self.proof.derived(clause);
        self.proof.delete(id);
        Some(shorter)
    }

    /// Makes a literal true for good.
    pub(crate) fn add_unit(&mut self, lit: Lit, id: u64) {
        self.backtrack(0);
        self.proof.units[lit.var().index()] = id;
        self.enqueue(lit, Reason::DECISION);
    }

    fn add_long(&mut self, clause: &mut [Lit], id: u64, redundant: bool) -> Option<ClauseRef> {
        // Rank as a watch: true, then unassigned, then false by falling level.
        let (values, vars) = (&self.values, &self.vars);
        let rank = |lit: Lit| match values[lit.index()] {
            0 => u64::from(u32::MAX),
            1 => 1 << 32,
            _ => u64::from(vars[lit.var().index()].level),
        };
        for i in 0..2 {
            for k in i + 1..clause.len() {
                if rank(clause[k]) > rank(clause[i]) {
                    clause.swap(i, k);
                }
            }
        }
        let (first, second) = (clause[0], clause[1]);
        let kind = if redundant {
            Kind::Redundant(self.glue_of(clause))
        } else {
            Kind::Irredundant
        };
        let c = self.arena.alloc(clause, kind, id);
        if redundant {
            self.arena.set_used(c, 2);
        }
        self.watch(c);
        if self.is_false(second) {
            let (top, below) = (self.level(first.var()), self.level(second.var()));
            if self.is_unassigned(first) {
                self.backtrack(below);
                self.enqueue(first, Reason::clause(c));
            } else if self.is_false(first) {
                if top == below {
                    return Some(c);
                }
                self.backtrack(below);
                self.enqueue(first, Reason::clause(c));
            }
        }
        None
    }
}
