//! placeholder
use crate::{simplex::Failure, solver::Solver};
use sinew_base::Budget;
impl Solver {
    pub(crate) fn solve_equations(&mut self, _budget: &Budget) -> Result<bool, Failure> {
        Ok(false)
    }
}
