//! The asserted equations as a Diophantine system, and what it says about bounds.
//!
//! Every variable or form whose bounds coincide is an equation over the caller's variables. If
//! the system has no integer solution the equations behind the contradiction are a conflict;
//! otherwise the bounds of every other form are moved into its residue class. Both are proved
//! by rounding: `D·t + Σ Lᵢ·Eᵢ = D·g·h` gives `h <= ⌊…⌋`, and adding the equations back gives
//! the sharper bound of `t`.

use sinew_base::{Budget, Integer};

use crate::bounds::{AUXILIARY, BoundId};
use crate::diophantine::{Combination, Equation, Outcome, Residue, solve};
use crate::simplex::Failure;
use crate::solver::{Clash, Solver};
use crate::tuning::CONGRUENCE_STEPS;
use crate::types::BoundKind;

impl Solver {
    /// Solves the equations; returns whether some bound was sharpened.
    pub(crate) fn solve_equations(&mut self, budget: &Budget) -> Result<bool, Failure> {
        let mut fixed: Vec<u32> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        for var in 0..self.forms.len() as u32 {
            if !self.active[var as usize] {
                continue;
            }
            if self.bounds.fixed(var).is_some() {
                fixed.push(var);
            } else if self.bounds.lower(var).is_some() || self.bounds.upper(var).is_some() {
                open.push(var);
            }
        }
        if fixed.is_empty() {
            return Ok(false);
        }
        let equations: Vec<Equation> = fixed
            .iter()
            .map(|&var| Equation {
                terms: self.terms_of(var),
                constant: self.bounds.fixed(var).cloned().unwrap_or_default(),
            })
            .collect();
        let targets: Vec<_> = open.iter().map(|&var| self.terms_of(var)).collect();
        let slice = budget.slice(self.tuning.get(&CONGRUENCE_STEPS));
        let outcome = solve(&equations, &targets, &self.tuning, &slice);
        if let Err(reason) = budget.check() {
            return Err(Failure::Stopped(reason));
        }
        match outcome {
            // Too large a system is left to cuts and branching.
            Err(_) => Ok(false),
            Ok(Outcome::Unsolvable(combination)) => {
                self.statistics.diophantine += 1;
                Err(Failure::Clash(Clash::Congruence(
                    self.equation_parts(&fixed, &combination, false),
                    self.equation_parts(&fixed, &combination, true),
                )))
            }
            Ok(Outcome::Solved(residues)) => {
                let mut changed = false;
                for (var, residue) in open.into_iter().zip(residues) {
                    for kind in [BoundKind::Lower, BoundKind::Upper] {
                        changed |= self.sharpen(var, kind, &residue, &fixed)?;
                    }
                }
                Ok(changed)
            }
        }
    }

    fn terms_of(&self, var: u32) -> Vec<(u32, Integer)> {
        match &self.forms[var as usize] {
            None => vec![(var, Integer::ONE)],
            Some(terms) => terms.iter().map(|(v, c)| (v.0, c.clone())).collect(),
        }
    }

    /// Bounds that add up to `± D·(combination)`.
    fn equation_parts(
        &self,
        fixed: &[u32],
        combination: &Combination,
        negated: bool,
    ) -> Vec<(Integer, BoundId)> {
        combination
            .multipliers
            .iter()
            .filter_map(|(index, multiplier)| {
                let kind = if multiplier.is_negative() == negated {
                    BoundKind::Upper
                } else {
                    BoundKind::Lower
                };
                let id = self.bounds.id(fixed[*index as usize], kind)?;
                Some((multiplier.abs(), id))
            })
            .collect()
    }

    /// Moves one bound of a target into its residue class.
    fn sharpen(
        &mut self,
        var: u32,
        kind: BoundKind,
        residue: &Residue,
        fixed: &[u32],
    ) -> Result<bool, Failure> {
        let Residue {
            modulus,
            remainder,
            origin,
        } = residue;
        let lower = kind == BoundKind::Lower;
        let (value, why) = if modulus.is_zero() {
            if !self.bounds.improves(var, kind, remainder) {
                return Ok(false);
            }
            // t = c: D·t = D·c - Σ Lᵢ·Eᵢ.
            let parts = self.equation_parts(fixed, origin, !lower);
            (remainder.clone(), self.bounds.combine(parts))
        } else {
            let Some(id) = self.bounds.id(var, kind) else {
                return Ok(false);
            };
            let off = self.bounds.value(id) - remainder;
            let steps = if lower {
                off.div_ceil(modulus)
            } else {
                off.div_floor(modulus)
            };
            let value = &(&steps * modulus) + remainder;
            if !self.bounds.improves(var, kind, &value) {
                return Ok(false);
            }
            let mut first = vec![(origin.denominator.clone(), id)];
            first.extend(self.equation_parts(fixed, origin, lower));
            let mut second = vec![(&origin.denominator * modulus, AUXILIARY)];
            second.extend(self.equation_parts(fixed, origin, !lower));
            (value, self.bounds.round(first, second))
        };
        self.statistics.diophantine += 1;
        self.set_bound(var, kind, value, why)
            .map_err(Failure::Clash)?;
        Ok(true)
    }
}
