//! Equalities between shared variables that the bounds force.
//!
//! Three sources, all linear in the tableau: two shared variables fixed to the same value; a
//! row whose other variables are fixed and that therefore says `x = y + 0`; two rows that
//! express shared variables by the same variable with the same scale and offset (the "offset
//! equalities" of de Moura and Bjørner's Z3). Fixed means that lower and upper bound coincide,
//! so everything is explained by bounds. What only the model suggests is for the caller, who
//! can compare [`Solver::value`](crate::Solver::value)s and split.

use rustc_hash::FxHashMap;
use sinew_base::Integer;

use crate::bounds::BoundId;
use crate::propagate::parts;
use crate::solver::Solver;
use crate::tableau::Row;
use crate::types::{BoundKind, ImpliedEquality, VarId};

/// `a·shared + b·other + offset = 0` with `a > 0`, as `(other, a, b, offset)`.
type Key = (u32, Integer, Integer, Integer);

type Term = (u32, Integer);

impl Solver {
    /// Marks a variable (not a form) whose equalities the caller wants to hear of.
    pub fn mark_shared(&mut self, var: VarId) {
        if !std::mem::replace(&mut self.propagation.is_shared[var.index()], true) {
            self.propagation.shared.push(var.0);
        }
    }

    /// Reports equalities between shared variables that follow from the bounds and for which
    /// `known` is false. One report per pair of neighbours suffices for the caller, who closes
    /// them under transitivity; so not all pairs are listed.
    pub fn implied_equalities(
        &mut self,
        known: impl Fn(VarId, VarId) -> bool,
        out: &mut Vec<ImpliedEquality>,
    ) {
        if self.propagation.shared.len() < 2 || self.bounds.crossing().is_some() {
            return;
        }
        self.equal_fixed(&known, out);
        self.equal_by_rows(&known, out);
    }

    fn equal_fixed(
        &mut self,
        known: &impl Fn(VarId, VarId) -> bool,
        out: &mut Vec<ImpliedEquality>,
    ) {
        let mut first: FxHashMap<Integer, u32> = FxHashMap::default();
        for index in 0..self.propagation.shared.len() {
            let var = self.propagation.shared[index];
            let Some(value) = self.bounds.fixed(var) else {
                continue;
            };
            let Some(&other) = first.get(value) else {
                first.insert(value.clone(), var);
                continue;
            };
            if known(VarId(other), VarId(var)) {
                continue;
            }
            let side = |a: u32, b: u32| -> Vec<(Integer, BoundId)> {
                [(a, BoundKind::Upper), (b, BoundKind::Lower)]
                    .into_iter()
                    .filter_map(|(var, kind)| Some((Integer::ONE, self.bounds.id(var, kind)?)))
                    .collect()
            };
            // other - var <= 0, and the reverse.
            let (up, down) = (side(other, var), side(var, other));
            let up = self.propagation.store(up);
            let down = self.propagation.store(down);
            out.push(self.propagation.equality(other, var, down, up));
        }
    }

    fn equal_by_rows(
        &mut self,
        known: &impl Fn(VarId, VarId) -> bool,
        out: &mut Vec<ImpliedEquality>,
    ) {
        let mut first: FxHashMap<Key, (u32, usize, Integer)> = FxHashMap::default();
        for index in 0..self.tableau.rows.len() {
            let Some((u, v, offset)) = self.offset_row(&self.tableau.rows[index]) else {
                continue;
            };
            let shared = |var: u32| self.propagation.is_shared[var as usize];
            if shared(u.0) && shared(v.0) && offset.is_zero() && (&u.1 + &v.1).is_zero() {
                if !known(VarId(u.0), VarId(v.0)) {
                    self.report_equality(u.0, v.0, &[(index, Integer::ONE)], out);
                }
                continue;
            }
            for (one, other) in [(&u, &v), (&v, &u)] {
                if !self.propagation.is_shared[one.0 as usize] {
                    continue;
                }
                let sign = if one.1.is_negative() {
                    Integer::MINUS_ONE
                } else {
                    Integer::ONE
                };
                let key = (other.0, &sign * &one.1, &sign * &other.1, &sign * &offset);
                match first.get(&key) {
                    None => {
                        first.insert(key, (one.0, index, sign));
                    }
                    Some((mate, row, factor)) => {
                        if *mate != one.0 && !known(VarId(one.0), VarId(*mate)) {
                            // The difference of the two rows cancels all but the pair.
                            let pair = [(index, sign), (*row, -factor)];
                            self.report_equality(one.0, *mate, &pair, out);
                        }
                    }
                }
            }
        }
    }

    /// Reports an equality that follows from fixed variables in a combination of rows.
    fn report_equality(
        &mut self,
        left: u32,
        right: u32,
        rows: &[(usize, Integer)],
        out: &mut Vec<ImpliedEquality>,
    ) {
        let (up, down) = (self.fixed_parts(rows, true), self.fixed_parts(rows, false));
        let up = self.propagation.store(up);
        let down = self.propagation.store(down);
        out.push(self.propagation.equality(left, right, down, up));
    }

    /// For a row with exactly two variables that are not fixed: these with their coefficients,
    /// and the sum of the fixed terms.
    fn offset_row(&self, row: &Row) -> Option<(Term, Term, Integer)> {
        let mut free: [Option<&(u32, Integer)>; 2] = [None, None];
        for term in &row.terms {
            if self.bounds.fixed(term.0).is_none() {
                let slot = free.iter_mut().find(|slot| slot.is_none())?;
                *slot = Some(term);
            }
        }
        let [Some(u), Some(v)] = free else {
            return None;
        };
        let mut offset = Integer::ZERO;
        for (var, coefficient) in &row.terms {
            if let Some(value) = self.bounds.fixed(*var) {
                offset += coefficient * value;
            }
        }
        Some((u.clone(), v.clone(), offset))
    }

    /// The bounds of the fixed variables of a combination of rows, all on the side that makes
    /// the sum of the fixed terms least (`up`) or greatest.
    fn fixed_parts(&self, rows: &[(usize, Integer)], up: bool) -> Vec<(Integer, BoundId)> {
        let mut terms: Vec<(VarId, Integer)> = Vec::new();
        for (row, factor) in rows {
            for (var, coefficient) in &self.tableau.rows[*row].terms {
                if self.bounds.fixed(*var).is_some() {
                    terms.push((VarId(*var), coefficient * factor));
                }
            }
        }
        let sum = crate::types::LinExpr::from_terms(terms, Integer::ZERO);
        let flat: Vec<(u32, Integer)> = sum.terms.iter().map(|(v, c)| (v.0, c.clone())).collect();
        parts(&self.bounds, &flat, None, up)
    }
}
