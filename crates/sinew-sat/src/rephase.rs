//! Resetting the saved phases now and then, so that the search does not cling to one corner.
//!
//! Biere & Fleury 2020: alternate between the best phases met, the original ones, and
//! inverted or random ones; the intervals grow linearly. Local search, which CaDiCaL runs here, is
//! left out: with lazily added theory clauses it would optimise the wrong formula.

use crate::solver::Solver;
use crate::types::Var;

impl Solver {
    pub(crate) fn maybe_rephase(&mut self) {
        if self.stats.conflicts < self.limits.rephase {
            return;
        }
        let round = self.stats.rephased;
        self.stats.rephased += 1;
        self.limits.rephase =
            self.stats.conflicts + self.tuned.rephase_interval * (self.stats.rephased + 1);
        for i in 0..self.num_vars() {
            let initial = self.initial_phase(Var(i as u32));
            let phase = match round % 6 {
                0 => initial,
                2 => -initial,
                4 if self.rng.flip() => -self.phases.saved[i],
                4 => self.phases.saved[i],
                _ => self.phases.best[i],
            };
            if phase != 0 {
                self.phases.saved[i] = phase;
            }
            self.phases.target[i] = 0;
        }
        self.phases.target_assigned = 0;
        self.phases.best_assigned = 0;
    }
}
