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

/// `den·basic = -coefficient·other + offset`, reduced; the key of an offset row.
type Key = (u32, Integer, Integer, Integer);

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
        if self.propagation.shared.len() < 2 || self.clash.is_some() {
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
        let mut first: FxHashMap<Key, u32> = FxHashMap::default();
        for index in 0..self.tableau.rows.len() {
            let row = &self.tableau.rows[index];
            if !self.propagation.is_shared[row.basic as usize]
                || self.bounds.fixed(row.basic).is_some()
            {
                continue;
            }
            let Some((free, coefficient, offset)) = self.offset_row(row) else {
                continue;
            };
            let basic = row.basic;
            if offset.is_zero()
                && (&coefficient + &row.den).is_zero()
                && self.propagation.is_shared[free as usize]
            {
                if !known(VarId(basic), VarId(free)) {
                    let (up, down) = (
                        self.fixed_parts(&[(index, Integer::ONE)], true),
                        self.fixed_parts(&[(index, Integer::ONE)], false),
                    );
                    self.report_equality(basic, free, up, down, out);
                }
                continue;
            }
            let key = (free, row.den.clone(), coefficient, offset);
            let Some(&other) = first.get(&key) else {
                first.insert(key, index as u32);
                continue;
            };
            let mate = self.tableau.rows[other as usize].basic;
            if !known(VarId(basic), VarId(mate)) {
                // Both rows have the same denominator and offset; their difference cancels.
                let pair = [(index, Integer::ONE), (other as usize, Integer::MINUS_ONE)];
                let (up, down) = (
                    self.fixed_parts(&pair, true),
                    self.fixed_parts(&pair, false),
                );
                self.report_equality(basic, mate, up, down, out);
            }
        }
    }

    fn report_equality(
        &mut self,
        left: u32,
        right: u32,
        up: Vec<(Integer, BoundId)>,
        down: Vec<(Integer, BoundId)>,
        out: &mut Vec<ImpliedEquality>,
    ) {
        let up = self.propagation.store(up);
        let down = self.propagation.store(down);
        out.push(self.propagation.equality(left, right, down, up));
    }

    /// For a row with exactly one nonbasic variable that is not fixed: that variable, its
    /// coefficient, and the sum of the fixed terms.
    fn offset_row(&self, row: &Row) -> Option<(u32, Integer, Integer)> {
        let mut free = None;
        for (var, coefficient) in row.others() {
            if self.bounds.fixed(*var).is_none() {
                if free.is_some() {
                    return None;
                }
                free = Some((*var, coefficient.clone()));
            }
        }
        let (var, coefficient) = free?;
        let mut offset = Integer::ZERO;
        for (other, factor) in row.others() {
            if let Some(value) = self.bounds.fixed(*other) {
                offset -= factor * value;
            }
        }
        Some((var, coefficient, offset))
    }

    /// The bounds of the fixed variables of a combination of rows, all on the side that makes
    /// the sum of the fixed terms least (`up`) or greatest.
    fn fixed_parts(&self, rows: &[(usize, Integer)], up: bool) -> Vec<(Integer, BoundId)> {
        let mut terms: Vec<(VarId, Integer)> = Vec::new();
        for (row, factor) in rows {
            for (var, coefficient) in self.tableau.rows[*row].others() {
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
