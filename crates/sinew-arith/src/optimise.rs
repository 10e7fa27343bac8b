//! placeholder
use crate::{
    solver::Solver,
    types::{LinExpr, Optimum},
};
use sinew_base::Budget;
impl Solver {
    /// Minimises a linear expression over the integer solutions of the asserted constraints.
    pub fn minimise(&mut self, _expr: &LinExpr, _budget: &Budget) -> Optimum {
        Optimum::Stopped(None)
    }
}
