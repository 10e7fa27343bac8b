//! Chvátal–Gomory cuts from tableau rows.
//!
//! A row with a fractional basic variable reads `x + Σ (aⱼ/d)·xⱼ = 0`. Rounding each
//! coefficient down where `xⱼ` is on its lower bound, up where it is on its upper bound, only
//! weakens the row to `x + Σ rⱼ·xⱼ <= K/d` with integers on the left, so `⌊K/d⌋` is valid too,
//! and the current solution violates it (Gomory 1958, in the bounded form of Dutertre and de
//! Moura, SRI 2006, §5.2). Such a cut is one line of a cutting-plane proof, which is why the
//! stronger mixed-integer rounding is not used: it would need a case split per cut. The row
//! times −1 gives a second cut. A cut becomes a bound on a form; forms that only cuts know leave
//! the tableau again when the search ends.

use sinew_base::{Budget, Integer};

use crate::bounds::BoundId;
use crate::certificate::{Source, Step};
use crate::explain::{Lines, face};
use crate::simplex::Failure;
use crate::solver::{Clash, Solver};
use crate::tableau::{NO_ROW, Row};
use crate::tuning::{CUT_ROWS, LARGEST_COEFFICIENT, LEMMA_REASONS, LONGEST_CUT};
use crate::types::{Lemma, LinExpr, Normal, VarId};

impl Solver {
    /// Adds cuts for the rows whose basic variable is farthest from the integers; returns
    /// whether there are any.
    pub(crate) fn cut(&mut self, budget: &Budget) -> Result<bool, Failure> {
        let mut rows: Vec<(Integer, u32)> = Vec::new();
        for (id, row) in self.tableau.rows.iter().enumerate() {
            if self.forms[row.basic as usize].is_none() && self.is_fractional(row.basic) {
                let rest = row.num.div_rem_euclid(&row.den).1;
                let off = (&(&rest + &rest) - &row.den).abs() * Integer::from(4096);
                rows.push((off.div_floor(&row.den), id as u32));
            }
        }
        rows.sort_unstable();
        let mut cuts = Vec::new();
        for (_, row) in rows.into_iter().take(self.tuning.size(&CUT_ROWS)) {
            let row = &self.tableau.rows[row as usize];
            if let Err(reason) = budget.spend(2 * row.terms.len() as u64) {
                return Err(Failure::Stopped(reason));
            }
            for sign in [Integer::ONE, Integer::MINUS_ONE] {
                cuts.extend(self.cut_from(row, &sign));
            }
        }
        let mut added = false;
        for (expr, parts) in cuts {
            added |= self.add_cut(&expr, parts)?;
        }
        Ok(added)
    }

    /// The cut `expr <= 0` from `sign` times a row, with the combination that proves it.
    fn cut_from(&self, row: &Row, sign: &Integer) -> Option<(LinExpr, Vec<(Integer, BoundId)>)> {
        let mut terms = vec![(VarId(row.basic), sign.clone())];
        let mut parts = Vec::new();
        let mut total = Integer::ZERO;
        for (var, coefficient) in row.others() {
            let (floor, rest) = (coefficient * sign).div_rem_euclid(&row.den);
            if rest.is_zero() {
                terms.push((VarId(*var), floor));
                continue;
            }
            let value = &self.tableau.value[*var as usize];
            let on = |bound: Option<&Integer>| bound.is_some_and(|bound| bound == value);
            let (low, high) = (on(self.bounds.lower(*var)), on(self.bounds.upper(*var)));
            if low && !(high && &rest + &rest > row.den) {
                total -= &rest * value;
                let id = self.bounds.id(*var, crate::BoundKind::Lower)?;
                parts.push((rest, id));
                terms.push((VarId(*var), floor));
            } else if high {
                let rest = &row.den - &rest;
                total += &rest * value;
                let id = self.bounds.id(*var, crate::BoundKind::Upper)?;
                parts.push((rest, id));
                terms.push((VarId(*var), floor + Integer::ONE));
            } else {
                return None;
            }
        }
        let limit = total.div_floor(&row.den);
        let expr = self.expand(&LinExpr::from_terms(terms, -limit));
        let largest = self.tuning.get(&LARGEST_COEFFICIENT);
        let small = |c: &Integer| c.to_i64().is_some_and(|c| c.unsigned_abs() <= largest);
        (expr.terms.len() <= self.tuning.size(&LONGEST_CUT)
            && expr.terms.iter().all(|term| small(&term.1)))
        .then_some((expr, parts))
    }

    /// A cut of the current vertex as a lemma for the caller, if there is one that few reasons
    /// support. The search keeps its own cuts to itself; a lemma outlives backtracking.
    pub(crate) fn cut_lemma(&mut self) -> Option<Lemma> {
        let most = self.tuning.size(&LEMMA_REASONS);
        let mut best: Option<(LinExpr, Vec<(Integer, BoundId)>)> = None;
        for row in &self.tableau.rows {
            if self.forms[row.basic as usize].is_some() || !self.is_fractional(row.basic) {
                continue;
            }
            for sign in [Integer::ONE, Integer::MINUS_ONE] {
                if let Some(cut) = self.cut_from(row, &sign)
                    && cut.1.len() <= most
                    && cut.0.terms.len() <= most
                    && best.as_ref().is_none_or(|old| cut.1.len() < old.1.len())
                {
                    best = Some(cut);
                }
            }
        }
        let (expr, parts) = best?;
        let Normal::Bound(conclusion) = self.normalise_le(&expr) else {
            return None;
        };
        self.statistics.cuts += 1;
        let mut lines = Lines::new(&self.bounds);
        let line = lines.combine(&parts);
        lines.push(Step::Sum(vec![
            (Integer::ONE, line),
            (Integer::ONE, Source::Goal(face(conclusion.kind.opposite()))),
        ]));
        let proof = lines.finish();
        Some(Lemma {
            reasons: proof.reasons.clone(),
            conclusion,
            certificate: proof.into_certificate(),
        })
    }

    fn add_cut(&mut self, expr: &LinExpr, parts: Vec<(Integer, BoundId)>) -> Result<bool, Failure> {
        let known = self.num_vars();
        match self.normalise_le(expr) {
            Normal::False => Err(Failure::Clash(Clash::Farkas(parts))),
            Normal::True | Normal::Equal(..) => Ok(false),
            Normal::Bound(bound) => {
                if bound.var.index() >= known {
                    self.cut_forms.push(bound.var.0);
                }
                if !self.bounds.improves(bound.var.0, bound.kind, &bound.value) {
                    return Ok(false);
                }
                self.statistics.cuts += 1;
                let why = self.bounds.combine(parts);
                self.set_bound(bound.var.0, bound.kind, bound.value, why)
                    .map_err(Failure::Clash)?;
                Ok(true)
            }
        }
    }

    /// Takes the rows of forms that only cuts know, and that no bound mentions any more, out of
    /// the tableau.
    pub(crate) fn retire_cuts(&mut self, budget: &Budget) {
        let forms = std::mem::take(&mut self.cut_forms);
        for var in forms {
            let used = self.bounds.lower(var).is_some()
                || self.bounds.upper(var).is_some()
                || !self.disequalities[var as usize].is_empty();
            if used || !self.retire(var, budget) {
                self.cut_forms.push(var);
            }
        }
    }

    /// Removes an unbounded form's row. A nonbasic form first swaps places with a basic
    /// variable of integer value within its bounds, which changes no value; if there is none it
    /// stays.
    fn retire(&mut self, var: u32, budget: &Budget) -> bool {
        if !self.active[var as usize] {
            return true;
        }
        if !self.tableau.is_basic(var) && !self.tableau.columns[var as usize].is_empty() {
            let found = self.tableau.columns[var as usize].iter().find_map(|row| {
                let basic = self.tableau.rows[*row as usize].basic;
                let value = self.tableau.integer_value(basic)?;
                // What leaves the basis must lie within its bounds.
                self.within(basic, &value).then_some((*row, value))
            });
            let Some((row, value)) = found else {
                return false;
            };
            // A stop is noticed by the next operation that may fail.
            let _ = self.pivot(row, var, value, &mut Vec::new(), budget);
        }
        if self.tableau.row_of[var as usize] != NO_ROW {
            self.tableau.remove_row(self.tableau.row_of[var as usize]);
        }
        self.active[var as usize] = false;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Bound, BoundKind, Check, Reason};
    use sinew_proof::arith as checker;

    /// The lemma holds for all integer points
    /// that satisfy its reasons, fails at the vertex, and its certificate replays.
    #[test]
    fn a_cut_lemma_follows_from_its_reasons() {
        let mut solver = Solver::new();
        let (x, y) = (solver.new_var(), solver.new_var());
        let up = solver.form(&LinExpr::zero().plus(3, x).plus(2, y)).var;
        let down = solver.form(&LinExpr::zero().plus(3, x).plus(-2, y)).var;
        let (up, down) = (up.expect("a form"), down.expect("a form"));
        // x is largest at (1, 3/2).
        let bounds = [
            Bound::upper(up, 6),
            Bound::upper(down, 0),
            Bound::lower(x, 1),
        ];
        for (id, bound) in (0..).zip(&bounds) {
            solver.assert_bound(bound, Reason(id)).expect("no clash");
        }
        let budget = Budget::unlimited();
        assert!(matches!(solver.check(&budget), Check::Feasible));
        let lemma = solver.cut_lemma().expect("a cut");
        assert!(!lemma.reasons.is_empty());
        let holds = |bound: &Bound, point: [i64; 2]| {
            let value = solver
                .definition(bound.var)
                .evaluate(|v| point[v.index()].into());
            bound.holds(&value)
        };
        for a in -5..=5 {
            for b in -5..=5 {
                let premises = lemma.reasons.iter();
                if premises
                    .map(|r| &bounds[r.0 as usize])
                    .all(|c| holds(c, [a, b]))
                {
                    assert!(holds(&lemma.conclusion, [a, b]), "{a} {b}");
                }
            }
        }
        let constraint = |bound: &Bound| {
            let lower = bound.kind == BoundKind::Lower;
            let sign = if lower { -1 } else { 1 };
            checker::Constraint {
                terms: solver
                    .definition(bound.var)
                    .terms()
                    .iter()
                    .map(|(v, c)| (v.0, (c * &Integer::from(sign)).to_ibig()))
                    .collect(),
                relation: checker::Relation::AtMost,
                constant: (&bound.value * &Integer::from(sign)).to_ibig(),
            }
        };
        let mut hypotheses: Vec<_> = lemma
            .reasons
            .iter()
            .map(|r| constraint(&bounds[r.0 as usize]))
            .collect();
        hypotheses.push(constraint(&lemma.conclusion.negated()));
        let text = lemma.certificate.to_string();
        assert_eq!(checker::check(&hypotheses, &text), Ok(()), "{text}");
    }
}
