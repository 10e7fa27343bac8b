//! Assumptions, and which of them an `Unsat` needed.
//!
//! As in MiniSat, each assumption is decided on a level of its own before anything else. When
//! one turns out false, the decisions behind its negation are the failed assumptions. Scopes of a
//! user are assumptions too: a clause of a scope has the negation of a literal that stands for it.
//!
//! The trail stays after a call. The next one undoes it only as far as the assumptions
//! differ, so that many calls with a common prefix do not repeat its propagation (Nadel &
//! Ryvchin's idea of incremental lazy backtracking, restricted to the assumptions).

use sinew_base::Budget;

use crate::analyze::SEEN;
use crate::solver::{Reason, Solver};
use crate::theory::Theory;
use crate::types::{Lit, Outcome, Unknown};

/// The failed assumptions of the last call.
#[derive(Default, Debug)]
pub(crate) struct Core {
    /// The user's assumptions.
    pub(crate) failed: Vec<Lit>,
}

impl Core {
    pub(crate) fn clear(&mut self) {
        self.failed.clear();
    }
}

impl Solver {
    /// The assumptions that the last `Unsat` needed: together with the clauses they are
    /// contradictory. In the order in which they were assumed. Empty if the clauses alone are.
    #[must_use]
    pub fn failed(&self) -> &[Lit] {
        &self.core.failed
    }

    /// Sets the assumptions and undoes the trail as far as they differ from the last ones.
    pub(crate) fn assume(&mut self, assumptions: &[Lit]) {
        let common = self
            .assumptions
            .iter()
            .zip(assumptions)
            .take_while(|(a, b)| a == b)
            .count();
        self.backtrack(common as u32);
        self.assumptions = assumptions.to_vec();
    }

    /// Works out the core for an assumption that is false under the assumptions before it.
    pub(crate) fn fail<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        assumption: Lit,
    ) -> Result<(), Unknown> {
        let mut needed = vec![assumption];
        self.proof.clear_chain();
        if self.level(assumption.var()) > 0 {
            self.mark_seen(assumption);
            let found = self.trace_decisions(theory, &mut needed);
            self.clear_marks();
            found?;
        } else if self.proof.on() {
            let unit = self.proof.units[assumption.var().index()];
            self.proof.chain_units.push(unit);
        }
        self.set_core(&needed);
        Ok(())
    }

    fn mark_seen(&mut self, lit: Lit) {
        let var = lit.var();
        if self.scratch.marks[var.index()] == 0 {
            self.scratch.marks[var.index()] = SEEN;
            self.scratch.marked.push(var);
        }
    }

    fn trace_decisions<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        needed: &mut Vec<Lit>,
    ) -> Result<(), Unknown> {
        for place in (self.num_fixed()..self.trail.len()).rev() {
            let lit = self.trail[place];
            if self.scratch.marks[lit.var().index()] & SEEN == 0 {
                continue;
            }
            if self.vars[lit.var().index()].reason == Reason::DECISION {
                needed.push(lit);
                continue;
            }
            let c = self.reason_of(theory, lit)?;
            if self.proof.on() {
                self.chain_clause(c);
            }
            for i in 0..self.arena.len(c) {
                let other = self.arena.lit(c, i);
                if self.level(other.var()) > 0 {
                    self.mark_seen(other);
                }
            }
        }
        self.proof.chain.reverse();
        Ok(())
    }

    /// Records which assumptions failed, and concludes the query in the proof.
    fn set_core(&mut self, needed: &[Lit]) {
        self.scratch.stamp += 1;
        let stamp = self.scratch.stamp;
        for lit in needed {
            self.scratch.lit_stamp[lit.index()] = stamp;
        }
        let stamps = &self.scratch.lit_stamp;
        self.core.failed = self.assumptions.clone();
        self.core.failed.retain(|lit| stamps[lit.index()] == stamp);
        if self.proof.on() {
            let clause: Vec<Lit> = needed.iter().map(|&lit| !lit).collect();
            let id = self.proof.derived(&clause);
            self.proof.conclude(id, &self.assumptions);
            self.proof.delete(id);
        }
    }

    /// Concludes a query whose clauses alone are contradictory.
    pub(crate) fn fail_without_assumptions(&mut self) {
        self.core.clear();
        if self.proof.on() {
            self.proof.conclude(self.empty_id, &self.assumptions);
        }
    }

    /// Makes the failed assumptions of the last `Unsat` fewer: leaves out one after the other
    /// and solves again, each time with at most `steps_per_call` of the budget. The result is
    /// a core in any case, and one from which nothing can be left out if no call ran into a
    /// limit (which is what is returned).
    pub fn minimize_failed<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        budget: &Budget,
        steps_per_call: u64,
    ) -> bool {
        let mut core = self.core.failed.clone();
        let mut minimal = true;
        let mut at = 0;
        while at < core.len() {
            let mut trial = core.clone();
            trial.remove(at);
            let slice = budget.slice(steps_per_call);
            let outcome = self.solve_with(theory, &trial, &slice);
            let stopped = budget.check().is_err();
            match outcome {
                Outcome::Unsat => core = self.core.failed.clone(),
                Outcome::Sat => at += 1,
                Outcome::Unknown(_) => {
                    minimal = false;
                    at += 1;
                }
            }
            if stopped {
                minimal = false;
                break;
            }
        }
        self.core.failed = core;
        minimal
    }
}
