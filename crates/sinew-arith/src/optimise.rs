//! Minimising a linear expression over the integer solutions.
//!
//! First any integer solution, then the primal simplex for a lower bound over the rationals,
//! then a search between the two: the bound itself first, because it is attained more often
//! than not when lengths are summed, and bisection after that. Every probe is a bounded integer
//! search under an assumption on the objective. Dantzig's rule chooses the entering variable
//! for the first pivots, Bland's rule afterwards, so that the simplex method ends.

use sinew_base::{Budget, Integer, StopReason};

use crate::bounds::Why;
use crate::branch::Search;
use crate::solver::Solver;
use crate::types::{BoundKind, LinExpr, Optimum, VarId};

/// Pivots by Dantzig's rule in one optimisation.
const PIVOTS_BEFORE_BLAND: u64 = 300;
/// Nodes of the integer search of one probe.
const NODES: u64 = 2000;

/// The optimum over the rationals.
enum Relaxed {
    Unbounded,
    /// Rounded up to the integers.
    Least(Integer),
}

/// What stops an entering variable.
enum Limit {
    Own(Integer),
    /// The row whose basic variable meets a bound, and that bound.
    Row(u32, Integer),
}

impl Solver {
    /// Minimises a linear expression over the integer solutions of the asserted constraints,
    /// disequalities included. The current model attains the reported value. The solver's
    /// constraints are the same afterwards.
    ///
    /// ```
    /// use sinew_arith::{Bound, LinExpr, Optimum, Reason, Solver};
    /// use sinew_base::{Budget, Integer};
    /// let mut solver = Solver::new();
    /// let x = solver.new_var();
    /// let y = solver.new_var();
    /// let sum = LinExpr::var(x).plus(1, y);
    /// let weighted = solver.form(&LinExpr::zero().plus(2, x).plus(3, y)).var.unwrap();
    /// for (id, bound) in (0..).zip([Bound::lower(x, 0), Bound::lower(y, 0), Bound::lower(weighted, 7)]) {
    ///     solver.assert_bound(&bound, Reason(id)).unwrap();
    /// }
    /// let best = solver.minimise(&sum, &Budget::unlimited());
    /// assert!(matches!(best, Optimum::Minimum(value) if value == Integer::from(3)));
    /// ```
    pub fn minimise(&mut self, expr: &LinExpr, budget: &Budget) -> Optimum {
        match self.search(budget, NODES) {
            Search::Found => {}
            Search::Refuted(proof) => return Optimum::Infeasible(proof.into_conflict()),
            Search::Open => return Optimum::Stopped(None),
            Search::Stopped(reason) => return Optimum::Stopped(Some(reason)),
        }
        let form = self.form(expr);
        let Some(var) = form.var else {
            return Optimum::Minimum(form.offset);
        };
        self.activate(var.0);
        let down = form.scale.is_positive();
        let value_of = |least: &Integer| &(&form.scale * least) + &form.offset;
        match self.minimise_var(var.0, down, budget) {
            Ok(None) => Optimum::Unbounded,
            Ok(Some((best, bound))) if best == bound => Optimum::Minimum(value_of(&best)),
            Ok(Some((best, bound))) => Optimum::Best(value_of(&best), Some(value_of(&bound))),
            Err(best) => Optimum::Best(value_of(&best), None),
        }
    }

    /// The best value found and the proven bound; nothing if unbounded; the best value alone if
    /// the budget ended before there was a bound.
    fn minimise_var(
        &mut self,
        var: u32,
        down: bool,
        budget: &Budget,
    ) -> Result<Option<(Integer, Integer)>, Integer> {
        let value = |solver: &Solver| solver.tableau.integer_value(var).unwrap_or_default();
        let mut best = value(self);
        let mut model = self.save();
        let mut bound = match self.relax(var, down, budget) {
            Ok(Relaxed::Unbounded) => {
                self.restore(&model);
                return Ok(None);
            }
            Ok(Relaxed::Least(bound)) => bound,
            Err(_) => {
                self.restore(&model);
                return Err(best);
            }
        };
        // Probe the bound itself first; then halve the gap.
        let mut probe = bound.clone();
        while best != bound {
            let kind = if down {
                BoundKind::Upper
            } else {
                BoundKind::Lower
            };
            match self.probe(var, kind, &probe, budget) {
                Search::Found => {
                    best = value(self);
                    model = self.save();
                }
                Search::Refuted(_) => {
                    bound = if down {
                        &probe + &Integer::ONE
                    } else {
                        &probe - &Integer::ONE
                    };
                }
                Search::Open | Search::Stopped(_) => break,
            }
            let middle = &best + &bound;
            probe = if down {
                middle.div_floor(&Integer::from(2))
            } else {
                middle.div_ceil(&Integer::from(2))
            };
        }
        self.restore(&model);
        Ok(Some((best, bound)))
    }

    fn probe(&mut self, var: u32, kind: BoundKind, at: &Integer, budget: &Budget) -> Search {
        let level = self.level();
        self.push();
        let id = self.next_branch;
        self.next_branch = self.next_branch.wrapping_add(1);
        let result = match self.set_bound(var, kind, at.clone(), Why::Branch(id)) {
            Ok(()) => self.search(budget, NODES),
            Err(clash) => Search::Refuted(self.proof_of(&clash)),
        };
        self.pop_to(level);
        result
    }

    /// The values of the caller's variables; the model must be integral.
    fn save(&self) -> Vec<Integer> {
        (0..self.forms.len() as u32)
            .map(|var| self.value(VarId(var)).unwrap_or_default())
            .collect()
    }

    /// Goes back to a saved model, whatever the basis is now.
    fn restore(&mut self, model: &[Integer]) {
        for var in 0..self.forms.len() as u32 {
            if self.tableau.is_basic(var) || !self.active[var as usize] {
                continue;
            }
            let wanted = match (model.get(var as usize), &self.forms[var as usize]) {
                (Some(value), _) => value.clone(),
                (None, Some(terms)) => terms
                    .iter()
                    .map(|(other, c)| c * &model[other.index()])
                    .sum(),
                (None, None) => Integer::ZERO,
            };
            let delta = &wanted - &self.tableau.value[var as usize];
            if !delta.is_zero() {
                self.shift(var, &delta);
            }
        }
    }

    /// The primal simplex method from the current feasible values.
    fn relax(&mut self, var: u32, down: bool, budget: &Budget) -> Result<Relaxed, StopReason> {
        let mut pivots = 0;
        let mut touched = Vec::new();
        loop {
            let Some((entering, up)) = self.improving(var, down, pivots >= PIVOTS_BEFORE_BLAND)
            else {
                let (num, den) = self.tableau.value_parts(var);
                return Ok(Relaxed::Least(if down {
                    num.div_ceil(den)
                } else {
                    num.div_floor(den)
                }));
            };
            pivots += 1;
            budget.spend(1 + self.tableau.columns[entering as usize].len() as u64)?;
            match self.limit(entering, up) {
                None => return Ok(Relaxed::Unbounded),
                Some(Limit::Own(delta)) => self.shift(entering, &delta),
                Some(Limit::Row(row, value)) => {
                    self.pivot(row, entering, value, &mut touched, budget)?;
                }
            }
        }
    }

    /// A nonbasic variable whose move improves the objective, and its direction.
    fn improving(&self, var: u32, down: bool, bland: bool) -> Option<(u32, bool)> {
        let free = |var: u32, up: bool| {
            let value = &self.tableau.value[var as usize];
            if up {
                self.bounds.upper(var).is_none_or(|upper| value < upper)
            } else {
                self.bounds.lower(var).is_none_or(|lower| value > lower)
            }
        };
        if !self.tableau.is_basic(var) {
            return free(var, !down).then_some((var, !down));
        }
        let row = &self.tableau.rows[self.tableau.row_of[var as usize] as usize];
        let mut best: Option<(Integer, u32, bool)> = None;
        for (other, coefficient) in row.others() {
            // den·var = -Σ aₖxₖ: raising xₖ lowers var when aₖ is positive.
            let up = coefficient.is_positive() == down;
            if !free(*other, up) {
                continue;
            }
            if bland {
                return Some((*other, up));
            }
            let size = coefficient.abs();
            if best.as_ref().is_none_or(|(most, _, _)| size > *most) {
                best = Some((size, *other, up));
            }
        }
        best.map(|(_, other, up)| (other, up))
    }

    /// How far a nonbasic variable may move: the ratio test.
    fn limit(&self, entering: u32, up: bool) -> Option<Limit> {
        // The least ratio so far as numerator and denominator, with its row and bound.
        let mut least: Option<(Integer, Integer, u32, Integer)> = None;
        for &id in &self.tableau.columns[entering as usize] {
            let row = &self.tableau.rows[id as usize];
            let coefficient = row.coefficient(entering);
            let rises = coefficient.is_negative() == up;
            let bound = if rises {
                self.bounds.upper(row.basic)
            } else {
                self.bounds.lower(row.basic)
            };
            let Some(bound) = bound else {
                continue;
            };
            let room = (&row.num - &(bound * &row.den)).abs();
            let speed = coefficient.abs();
            let closer = least.as_ref().is_none_or(|(num, den, other, _)| {
                let (mine, theirs) = (&room * den, num * &speed);
                mine < theirs
                    || (mine == theirs && row.basic < self.tableau.rows[*other as usize].basic)
            });
            if closer {
                least = Some((room, speed, id, bound.clone()));
            }
        }
        let own = if up {
            self.bounds.upper(entering)
        } else {
            self.bounds.lower(entering)
        }
        .map(|bound| bound - &self.tableau.value[entering as usize]);
        match (own, least) {
            (None, None) => None,
            (Some(delta), None) => Some(Limit::Own(delta)),
            (None, Some((_, _, row, bound))) => Some(Limit::Row(row, bound)),
            (Some(delta), Some((num, den, row, bound))) => {
                if &delta.abs() * &den <= num {
                    Some(Limit::Own(delta))
                } else {
                    Some(Limit::Row(row, bound))
                }
            }
        }
    }
}
