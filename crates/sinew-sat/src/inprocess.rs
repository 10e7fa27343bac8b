//! Techniques that work on the clauses between two stretches of search.
//!
//! All of them keep the set of models (over the same variables), so no variable needs to be
//! frozen against them. They see only the clauses, not the theory, and may spend a fixed
//! share of the ticks that the search has spent since the last time.

use sinew_base::Budget;

use crate::solver::Solver;
use crate::tuning::{PROBE_PERCENT, VIVIFY_PERCENT};
use crate::types::Unknown;

impl Solver {
    /// Runs what is due. Tells whether the trail changed.
    pub(crate) fn maybe_inprocess(&mut self, budget: &Budget) -> Result<bool, Unknown> {
        if self.stats.conflicts < self.limits.inprocess {
            return Ok(false);
        }
        self.limits.inprocessed += 1;
        self.limits.inprocess =
            self.stats.conflicts + self.tuned.inprocess_interval * (self.limits.inprocessed + 1);
        let spent = self.stats.ticks - self.limits.inprocess_ticks;
        self.backtrack(0);
        self.inprocessing = true;
        let result = self.inprocess(spent, budget);
        self.backtrack(0);
        self.inprocessing = false;
        self.limits.inprocess_ticks = self.stats.ticks;
        result.map(|()| true)
    }

    fn inprocess(&mut self, spent: u64, budget: &Budget) -> Result<(), Unknown> {
        if !self.propagate_root(budget)? {
            return Ok(());
        }
        if self.config.probe {
            let limit = self.stats.ticks + spent / 100 * self.config.tuning.get(&PROBE_PERCENT);
            self.probe(limit, budget)?;
        }
        if self.config.vivify && self.consistent {
            let limit = self.stats.ticks + spent / 100 * self.config.tuning.get(&VIVIFY_PERCENT);
            self.vivify(limit, budget)?;
        }
        Ok(())
    }

    /// Propagates to the end on level 0; false if the clauses are contradictory.
    pub(crate) fn propagate_root(&mut self, budget: &Budget) -> Result<bool, Unknown> {
        debug_assert_eq!(self.decision_level(), 0);
        while self.consistent && self.head < self.trail.len() {
            if let Some(conflict) = self.propagate() {
                if self.proof.on() {
                    self.proof.clear_chain();
                    self.chain_clause(conflict);
                }
                self.derive_empty();
            }
            self.spend(budget)?;
        }
        Ok(self.consistent)
    }
}
