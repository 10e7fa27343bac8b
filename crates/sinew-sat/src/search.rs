//! The main loop: propagate, let the theory speak, decide; and the theory's side of it.

use sinew_base::Budget;
use sinew_base::StopReason;

use crate::arena::ClauseRef;
use crate::lemma::Origin;
use crate::solver::{Reason, Solver};
use crate::theory::{Context, Decide, FinalCheck, NoTheory, Theory};
use crate::types::{Lit, Outcome, Unknown};

/// How many literals the theory is told of before somebody looks at the clock.
const BATCH: usize = 512;

/// What a step of the search came to.
enum Step {
    /// Go on; something may have to be propagated.
    Continue,
    Done(Outcome),
}

impl Solver {
    /// Decides the clauses under the assumptions, without a theory.
    pub fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Outcome {
        self.solve_with(&mut NoTheory, assumptions, budget)
    }

    /// Decides the clauses under the assumptions and the theory.
    ///
    /// The theory must be the one of the calls before: the kernel goes on where they ended.
    pub fn solve_with<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        assumptions: &[Lit],
        budget: &Budget,
    ) -> Outcome {
        self.stats.solves += 1;
        self.core.clear();
        self.assume(assumptions);
        let outcome = self.search(theory, budget).unwrap_or_else(Outcome::Unknown);
        if outcome == Outcome::Unsat && !self.consistent {
            self.fail_without_assumptions();
        }
        outcome
    }

    fn search<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        budget: &Budget,
    ) -> Result<Outcome, Unknown> {
        // After a `Continue` without effect the theory's `Satisfied` is not asked for again.
        let mut forced = false;
        loop {
            if !self.consistent {
                return Ok(Outcome::Unsat);
            }
            if let Some(conflict) = self.propagate() {
                self.resolve_conflict(theory, conflict)?;
                self.spend(budget)?;
                continue;
            }
            self.spend(budget)?;
            if self.head < self.trail.len() {
                continue;
            }
            // The theory is asked on level 0, where what it says holds for good, and then
            // only when all assumptions are in place: once, not once per assumption.
            let assuming = (self.decision_level() as usize) < self.assumptions.len();
            if (!assuming || self.decision_level() == 0) && self.consult(theory, budget)? {
                continue;
            }
            if assuming {
                if self.assume_next(theory)? {
                    return Ok(Outcome::Unsat);
                }
                continue;
            }
            if self.housekeeping(budget)? {
                continue;
            }
            match self.decide(theory, budget, &mut forced)? {
                Step::Continue => {}
                Step::Done(outcome) => return Ok(outcome),
            }
        }
    }

    pub(crate) fn spend(&mut self, budget: &Budget) -> Result<(), Unknown> {
        if self.arena.is_full() {
            return Err(Unknown::Stopped(StopReason::Memory));
        }
        let ticks = std::mem::take(&mut self.unspent);
        budget.spend(ticks + 1).map_err(Unknown::Stopped)
    }

    /// Restarts, reductions and the like, when due. Tells whether the trail changed.
    fn housekeeping(&mut self, budget: &Budget) -> Result<bool, Unknown> {
        self.restart
            .switch_mode(self.stats.conflicts, self.stats.ticks);
        if self.maybe_restart() {
            self.maybe_rephase();
            return Ok(true);
        }
        self.maybe_reduce();
        self.maybe_inprocess(budget)
    }

    /// Tells the theory what changed, and lets it propagate. Whether anything came of it.
    fn consult<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        budget: &Budget,
    ) -> Result<bool, Unknown> {
        self.notify(theory, budget)?;
        let before = (self.trail.len(), self.decision_level());
        let result = theory.propagate(&mut Context {
            solver: self,
            budget,
        });
        self.settle(theory, before.0)?;
        result.map_err(Unknown::Stopped)?;
        Ok(self.head < self.trail.len()
            || before != (self.trail.len(), self.decision_level())
            || !self.consistent)
    }

    /// Brings the theory up to date with the trail, in batches, so that a stop is noticed also
    /// while there is much to tell.
    fn notify<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        budget: &Budget,
    ) -> Result<(), Unknown> {
        if self.theory_behind {
            self.theory_behind = false;
            theory.backtrack(self.theory_level);
        }
        let mut told = 0;
        loop {
            let end = match self.control.get(self.theory_level as usize) {
                Some(&start) => start as usize,
                None => self.trail.len(),
            };
            while self.theory_head < end {
                let batch = end.min(self.theory_head + BATCH);
                theory.assign(&self.trail[self.theory_head..batch]);
                told += batch - self.theory_head;
                self.theory_head = batch;
                if told >= BATCH {
                    told = 0;
                    if let Some(reason) = budget.handle().reason() {
                        return Err(Unknown::Stopped(reason));
                    }
                }
            }
            if self.theory_level == self.decision_level() {
                return Ok(());
            }
            self.theory_level += 1;
            theory.new_level();
        }
    }

    /// Deals with what a callback left behind; `trail` is its length before the callback.
    fn settle<T: Theory + ?Sized>(&mut self, theory: &mut T, trail: usize) -> Result<(), Unknown> {
        if self.proof.on() && self.decision_level() == 0 {
            self.log_theory_units(theory, trail)?;
        }
        if self.queue.is_empty() {
            self.queue.conflict = false;
            return Ok(());
        }
        let result = self.drain_queue(theory);
        self.queue.clear();
        result
    }

    fn drain_queue<T: Theory + ?Sized>(&mut self, theory: &mut T) -> Result<(), Unknown> {
        if let Some((lit, token)) = self.queue.clash.take() {
            // Assigned the other way, so the reasons may be anywhere on the trail.
            let c = self.explain(theory, lit, token, u32::MAX)?;
            self.resolve_conflict(theory, c)?;
        }
        let mut clause = Vec::new();
        for i in 0..self.queue.len() {
            let (justification, redundant) = self.queue.get(i, &mut clause);
            self.stats.lemmas += 1;
            let origin = Origin::Theory(justification);
            if let Some(c) = self.add_under_trail(&mut clause, origin, redundant) {
                self.resolve_conflict(theory, c)?;
            }
        }
        Ok(())
    }

    /// Literals that the theory propagated on level 0 are explained at once for the proof.
    fn log_theory_units<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        from: usize,
    ) -> Result<(), Unknown> {
        for place in from..self.trail.len() {
            let lit = self.trail[place];
            if self.vars[lit.var().index()].reason == Reason::THEORY {
                let c: ClauseRef = self.reason_of(theory, lit)?;
                self.log_unit(lit, Reason::clause(c));
            }
        }
        Ok(())
    }

    /// Decides the next assumption that is open; tells whether one is false.
    fn assume_next<T: Theory + ?Sized>(&mut self, theory: &mut T) -> Result<bool, Unknown> {
        while let Some(&assumption) = self.assumptions.get(self.decision_level() as usize) {
            if self.is_false(assumption) {
                self.fail(theory, assumption)?;
                return Ok(true);
            }
            self.new_level();
            if self.is_unassigned(assumption) {
                self.enqueue(assumption, Reason::DECISION);
                break;
            }
        }
        Ok(false)
    }

    fn decide<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        budget: &Budget,
        forced: &mut bool,
    ) -> Result<Step, Unknown> {
        if !std::mem::take(forced) {
            let before = (self.trail.len(), self.decision_level());
            let choice = theory.decide(&mut Context {
                solver: self,
                budget,
            });
            self.settle(theory, before.0)?;
            let choice = choice.map_err(Unknown::Stopped)?;
            if before != (self.trail.len(), self.decision_level()) || !self.consistent {
                return Ok(Step::Continue);
            }
            match choice {
                Decide::Literal(lit) if self.is_unassigned(lit) => {
                    self.decide_literal(lit);
                    return Ok(Step::Continue);
                }
                Decide::Satisfied => return self.check(theory, budget, forced),
                Decide::Literal(_) | Decide::Kernel => {}
            }
        }
        match self.next_decision_var() {
            Some(var) => {
                let lit = self.decision_phase(var);
                self.decide_literal(lit);
                Ok(Step::Continue)
            }
            None => self.check(theory, budget, forced),
        }
    }

    fn decide_literal(&mut self, lit: Lit) {
        self.stats.decisions += 1;
        self.new_level();
        self.enqueue(lit, Reason::DECISION);
    }

    fn check<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        budget: &Budget,
        forced: &mut bool,
    ) -> Result<Step, Unknown> {
        self.stats.final_checks += 1;
        self.acted = false;
        let before = (self.trail.len(), self.decision_level(), self.num_vars());
        let answer = theory.final_check(&mut Context {
            solver: self,
            budget,
        });
        self.settle(theory, before.0)?;
        let answer = answer.map_err(Unknown::Stopped)?;
        let after = (self.trail.len(), self.decision_level(), self.num_vars());
        let changed = before != after || self.head < self.trail.len() || !self.consistent;
        match answer {
            FinalCheck::GiveUp(reason) => Err(Unknown::GaveUp(reason)),
            FinalCheck::Sat if !changed => Ok(Step::Done(Outcome::Sat)),
            FinalCheck::Continue if !changed => {
                if self.next_decision_var().is_none() && !self.acted {
                    return Err(Unknown::Contract(
                        "the final check of a full assignment continued without adding anything",
                    ));
                }
                *forced = true;
                Ok(Step::Continue)
            }
            _ => Ok(Step::Continue),
        }
    }
}
