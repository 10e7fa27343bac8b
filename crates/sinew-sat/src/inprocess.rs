//! Techniques that work on the clauses between two stretches of search.

use sinew_base::Budget;

use crate::solver::Solver;
use crate::types::Unknown;

impl Solver {
    /// Runs what is due. Tells whether the trail changed.
    pub(crate) fn maybe_inprocess(&mut self, budget: &Budget) -> Result<bool, Unknown> {
        let _ = budget;
        if self.stats.conflicts < self.limits.inprocess {
            return Ok(false);
        }
        self.limits.next_inprocess(self.stats.conflicts);
        Ok(false)
    }
}
