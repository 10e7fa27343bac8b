//! Values: reading them, repairing fractional ones, and making them small.
//!
//! Nonbasic variables are integers and may be moved freely within their bounds as long as the
//! basic ones follow, so many fractional solutions can be patched without branching (the idea
//! is in Z3's linear solver; here a move is accepted only if it breaks nothing that was
//! already integral, bounded and different from its excluded values). The same moves then pull
//! the model towards zero: users and finite-model search prefer small numbers.

use sinew_base::{Budget, Integer};

use crate::solver::Solver;
use crate::tuning::REDUCTION_SWEEPS;
use crate::types::VarId;

/// A nonbasic variable and by how much it was moved.
pub(crate) type Move = (u32, Integer);

impl Solver {
    /// The value of a variable or form in the current model, if it is an integer. After
    /// [`FinalCheck::Sat`](crate::FinalCheck::Sat) it always is.
    #[must_use]
    pub fn value(&self, var: VarId) -> Option<Integer> {
        if self.active[var.index()] {
            return self.tableau.integer_value(var.0);
        }
        let mut sum = Integer::ZERO;
        for (other, coefficient) in self.definition(var).terms() {
            sum += coefficient * &self.tableau.integer_value(other.0)?;
        }
        Some(sum)
    }

    /// The value of a caller's variable or active form as numerator and positive denominator.
    #[must_use]
    pub fn rational_value(&self, var: VarId) -> (Integer, Integer) {
        let (num, den) = self.tableau.value_parts(var.0);
        let gcd = num.gcd(den);
        (num.div_exact(&gcd), den.div_exact(&gcd))
    }

    pub(crate) fn is_fractional(&self, var: u32) -> bool {
        let (num, den) = self.tableau.value_parts(var);
        !den.is_one() && !den.divides(num)
    }

    /// A disequality that the current value violates.
    pub(crate) fn violated_disequality(&self) -> Option<(u32, Integer)> {
        self.disequality_trail.iter().find_map(|&var| {
            let value = self.tableau.integer_value(var)?;
            self.is_excluded(var, &value).then_some((var, value))
        })
    }

    fn is_excluded(&self, var: u32, value: &Integer) -> bool {
        self.disequalities[var as usize]
            .iter()
            .any(|(excluded, _)| excluded == value)
    }

    pub(crate) fn within(&self, var: u32, value: &Integer) -> bool {
        self.bounds.lower(var).is_none_or(|lower| value >= lower)
            && self.bounds.upper(var).is_none_or(|upper| value <= upper)
    }

    /// Whether moving the nonbasic `var` by `delta` keeps bounds, and keeps integral and
    /// allowed what is so now.
    fn may_shift(&self, var: u32, delta: &Integer) -> bool {
        let moved = &self.tableau.value[var as usize] + delta;
        if !self.within(var, &moved) || self.is_excluded(var, &moved) {
            return false;
        }
        self.tableau.columns[var as usize].iter().all(|row| {
            let row = &self.tableau.rows[*row as usize];
            let num = &row.num - &(row.coefficient(var) * delta);
            let scaled = |bound: &Integer| bound * &row.den;
            if self
                .bounds
                .lower(row.basic)
                .is_some_and(|l| num < scaled(l))
                || self
                    .bounds
                    .upper(row.basic)
                    .is_some_and(|u| num > scaled(u))
            {
                return false;
            }
            let excluded = &self.disequalities[row.basic as usize];
            if row.den.is_one() {
                return excluded.is_empty() || !self.is_excluded(row.basic, &num);
            }
            let (quotient, rest) = num.div_rem_euclid(&row.den);
            if rest.is_zero() {
                excluded.is_empty() || !self.is_excluded(row.basic, &quotient)
            } else {
                !row.den.divides(&row.num)
            }
        })
    }

    /// Tries to make all fractional variables integral by moving nonbasic ones; records the
    /// moves. Gives up at the first row that no move settles.
    pub(crate) fn patch(&mut self, budget: &Budget, moves: &mut Vec<Move>) -> bool {
        for row in 0..self.tableau.rows.len() {
            if budget
                .spend(self.tableau.rows[row].terms.len() as u64)
                .is_err()
            {
                return false;
            }
            let basic = self.tableau.rows[row].basic;
            if self.is_fractional(basic) && !self.patch_row(row, moves) {
                return false;
            }
        }
        true
    }

    fn patch_row(&mut self, row: usize, moves: &mut Vec<Move>) -> bool {
        for index in 0..self.tableau.rows[row].terms.len() {
            let entry = &self.tableau.rows[row];
            let (var, coefficient) = &entry.terms[index];
            let var = *var;
            if var == entry.basic || self.bounds.fixed(var).is_some() {
                continue;
            }
            let Some((delta, period)) = solve_congruence(coefficient, &entry.num, &entry.den)
            else {
                continue;
            };
            for candidate in [delta.clone(), &delta - &period] {
                if self.may_shift(var, &candidate) {
                    self.tableau.shift(var, &candidate);
                    moves.push((var, candidate));
                    return true;
                }
            }
        }
        false
    }

    /// Tries to move a variable off a value that a disequality excludes.
    pub(crate) fn patch_disequality(&mut self, var: u32, moves: &mut Vec<Move>) -> bool {
        let row = self.tableau.row_of[var as usize];
        let movers: Vec<u32> = if row == crate::tableau::NO_ROW {
            vec![var]
        } else {
            self.tableau.rows[row as usize]
                .others()
                .map(|term| term.0)
                .collect()
        };
        for mover in movers {
            let unit = self.unit(mover);
            for steps in [1, -1, 2, -2, 3, -3] {
                let delta = &unit * &Integer::from(steps);
                if self.may_shift(mover, &delta) {
                    self.tableau.shift(mover, &delta);
                    moves.push((mover, delta));
                    return true;
                }
            }
        }
        false
    }

    /// The least positive move of a nonbasic variable that keeps integral rows integral.
    fn unit(&self, var: u32) -> Integer {
        let mut unit = Integer::ONE;
        for row in &self.tableau.columns[var as usize] {
            let row = &self.tableau.rows[*row as usize];
            if !row.den.is_one() {
                let gcd = row.coefficient(var).gcd(&row.den);
                unit = unit.lcm(&row.den.div_exact(&gcd));
            }
        }
        unit
    }

    /// Pulls the caller's variables towards zero where nothing else gets worse for it.
    /// The model must be integral and feasible, and stays so.
    pub(crate) fn reduce(&mut self, budget: &Budget) {
        for _ in 0..self.tuning.size(&REDUCTION_SWEEPS) {
            let mut changed = false;
            for var in 0..self.tableau.columns.len() as u32 {
                if self.tableau.is_basic(var) || !self.active[var as usize] {
                    continue;
                }
                let work = 1 + 3 * self.tableau.columns[var as usize].len() as u64;
                if budget.spend(work).is_err() {
                    return;
                }
                changed |= self.reduce_var(var);
            }
            if !changed {
                return;
            }
        }
    }

    fn reduce_var(&mut self, var: u32) -> bool {
        if self.bounds.fixed(var).is_some() {
            return false;
        }
        let unit = self.unit(var);
        // Towards the zero of this variable, and of the caller's variables that follow it.
        let mut targets: Vec<Integer> = Vec::new();
        let mut add = |distance: Integer| {
            let whole = distance.div_floor(&unit);
            for steps in [whole.clone(), whole + Integer::ONE] {
                let delta = steps * &unit;
                if !delta.is_zero() && targets.len() < 16 && !targets.contains(&delta) {
                    targets.push(delta);
                }
            }
        };
        if self.forms[var as usize].is_none() {
            add(-&self.tableau.value[var as usize]);
        }
        for row in &self.tableau.columns[var as usize] {
            let row = &self.tableau.rows[*row as usize];
            let coefficient = row.coefficient(var);
            add(row.num.div_floor(coefficient));
            // To a bound of the row: further is not possible, up to it may be.
            for bound in [self.bounds.lower(row.basic), self.bounds.upper(row.basic)]
                .into_iter()
                .flatten()
            {
                add((&row.num - &(bound * &row.den)).div_floor(coefficient));
            }
        }
        for bound in [self.bounds.lower(var), self.bounds.upper(var)]
            .into_iter()
            .flatten()
        {
            add(bound - &self.tableau.value[var as usize]);
        }
        let now = self.weight_after(var, &Integer::ZERO);
        let mut best: Option<(Integer, Integer)> = None;
        for delta in targets {
            let weight = self.weight_after(var, &delta);
            if weight < now
                && best.as_ref().is_none_or(|(least, _)| weight < *least)
                && self.may_shift(var, &delta)
            {
                best = Some((weight, delta));
            }
        }
        match best {
            Some((_, delta)) => {
                self.tableau.shift(var, &delta);
                true
            }
            None => false,
        }
    }

    /// The sum of absolute values of the caller's variables that a move of `var` changes.
    fn weight_after(&self, var: u32, delta: &Integer) -> Integer {
        let mut weight = Integer::ZERO;
        if self.forms[var as usize].is_none() {
            weight += (&self.tableau.value[var as usize] + delta).abs();
        }
        for row in &self.tableau.columns[var as usize] {
            let row = &self.tableau.rows[*row as usize];
            if self.forms[row.basic as usize].is_none() {
                let num = &row.num - &(row.coefficient(var) * delta);
                weight += num.abs().div_floor(&row.den);
            }
        }
        weight
    }
}

/// The least nonnegative `d` with `den | num - coefficient·d`, and the period of solutions.
pub(crate) fn solve_congruence(
    coefficient: &Integer,
    num: &Integer,
    den: &Integer,
) -> Option<(Integer, Integer)> {
    let (gcd, inverse) = modular_inverse(coefficient, den);
    if !gcd.divides(num) {
        return None;
    }
    let period = den.div_exact(&gcd);
    let delta = (&num.div_exact(&gcd) * &inverse).div_rem_euclid(&period).1;
    Some((delta, period))
}

/// `g = gcd(a, m)` and `i` with `a·i ≡ g (mod m)`.
fn modular_inverse(a: &Integer, m: &Integer) -> (Integer, Integer) {
    let (mut r, mut next_r) = (m.clone(), a.div_rem_euclid(m).1);
    let (mut t, mut next_t) = (Integer::ZERO, Integer::ONE);
    while !next_r.is_zero() {
        let (quotient, rest) = r.div_rem_euclid(&next_r);
        let new_t = &t - &(&quotient * &next_t);
        r = std::mem::replace(&mut next_r, rest);
        t = std::mem::replace(&mut next_t, new_t);
    }
    (r, t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn congruences_are_solved_with_the_least_solution() {
        for den in 1i64..13 {
            for a in -15i64..15 {
                for num in -9i64..9 {
                    let expected = (0..den).find(|d| (num - a * d) % den == 0);
                    let found = solve_congruence(&a.into(), &num.into(), &den.into());
                    assert_eq!(
                        found.map(|(delta, _)| delta),
                        expected.map(Integer::from),
                        "{a} d = {num} mod {den}"
                    );
                }
            }
        }
    }
}
