//! The decision procedure over the rationals: repair violated rows by pivoting.
//!
//! Dutertre and de Moura (CAV 2006), algorithm `Check`. The violated basic variable of least
//! index leaves; among the nonbasic variables that can help, the one with the shortest column
//! enters, which keeps fill-in low. After [`PIVOTS_BEFORE_BLAND`](crate::tuning::PIVOTS_BEFORE_BLAND) pivots in one call the least
//! index enters (Bland's rule), which cannot cycle.

use std::cmp::Reverse;

use sinew_base::{Budget, Integer, StopReason};

use crate::solver::{Clash, Solver};
use crate::tuning::PIVOTS_BEFORE_BLAND;
use crate::types::{BoundKind, Check};

/// Why the rational relaxation was not found feasible.
#[derive(Debug)]
pub(crate) enum Failure {
    Clash(Clash),
    Stopped(StopReason),
}

impl Solver {
    /// Whether the asserted bounds have a common *rational* solution. Disequalities take part
    /// only where they sharpen a bound. Work is charged to `budget` by the lengths of the rows
    /// that pivots touch.
    pub fn check(&mut self, budget: &Budget) -> Check {
        self.statistics.checks += 1;
        match self.make_feasible(budget) {
            Ok(()) => Check::Feasible,
            Err(Failure::Clash(clash)) => Check::Conflict(self.proof_of(&clash).into_conflict()),
            Err(Failure::Stopped(reason)) => Check::Stopped(reason),
        }
    }

    pub(crate) fn make_feasible(&mut self, budget: &Budget) -> Result<(), Failure> {
        // Nothing else is examined while two bounds exclude each other.
        if let Some(crossing) = self.bounds.crossing() {
            return Err(Failure::Clash(crossing.into()));
        }
        let mut pivots = 0;
        let mut touched = Vec::new();
        while let Some(Reverse(basic)) = self.violated.pop() {
            self.queued[basic as usize] = false;
            if !self.tableau.is_basic(basic) {
                continue;
            }
            let Some(side) = self.violation(basic) else {
                continue;
            };
            let row = self.tableau.row_of[basic as usize];
            let bland = pivots >= self.tuning.get(&PIVOTS_BEFORE_BLAND);
            let Some(entering) = self.entering(row, side, bland) else {
                self.enqueue(basic);
                return Err(Failure::Clash(self.row_clash(row, side)));
            };
            pivots += 1;
            if let Err(reason) = self.pivot_to_bound(row, entering, side, &mut touched, budget) {
                return Err(Failure::Stopped(reason));
            }
        }
        Ok(())
    }

    /// Pivots so that the basic variable of `row` leaves on its bound `side`.
    fn pivot_to_bound(
        &mut self,
        row: u32,
        entering: u32,
        side: BoundKind,
        touched: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let basic = self.tableau.rows[row as usize].basic;
        let value = self.bounds.get(basic, side).cloned().unwrap_or_default();
        self.pivot(row, entering, value, touched, budget)
    }

    /// Pivots, setting the leaving variable to `value`, and queues what breaks.
    pub(crate) fn pivot(
        &mut self,
        row: u32,
        entering: u32,
        value: Integer,
        touched: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        self.statistics.pivots += 1;
        touched.clear();
        let work = self.tableau.pivot(row, entering, value, touched);
        for &changed in touched.iter() {
            let basic = self.tableau.rows[changed as usize].basic;
            self.enqueue(basic);
        }
        budget.spend(work)
    }

    /// A nonbasic variable of `row` that can move the basic one towards its bound.
    fn entering(&self, row: u32, side: BoundKind, bland: bool) -> Option<u32> {
        let row = &self.tableau.rows[row as usize];
        let mut best: Option<(usize, u32)> = None;
        for (var, coefficient) in row.others() {
            // den·basic = -Σ aₖxₖ: the basic variable grows with xₖ when aₖ is negative.
            let up = coefficient.is_negative() == (side == BoundKind::Lower);
            let value = &self.tableau.value[*var as usize];
            let free = if up {
                self.bounds.upper(*var).is_none_or(|upper| value < upper)
            } else {
                self.bounds.lower(*var).is_none_or(|lower| value > lower)
            };
            if !free {
                continue;
            }
            if bland {
                return Some(*var);
            }
            let cost = self.tableau.columns[*var as usize].len();
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *var));
            }
        }
        best.map(|(_, var)| var)
    }

    /// The Farkas combination of a row whose basic variable cannot reach its bound `side`.
    pub(crate) fn row_clash(&self, row: u32, side: BoundKind) -> Clash {
        let row = &self.tableau.rows[row as usize];
        let parts = row
            .terms
            .iter()
            .filter_map(|(var, coefficient)| {
                let kind = if *var == row.basic {
                    side
                } else if coefficient.is_negative() == (side == BoundKind::Lower) {
                    BoundKind::Upper
                } else {
                    BoundKind::Lower
                };
                Some((coefficient.abs(), self.bounds.id(*var, kind)?))
            })
            .collect();
        Clash::Farkas(parts)
    }
}
