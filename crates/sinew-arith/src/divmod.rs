//! `div`, `mod` and `abs` by constants, as linear constraints over fresh variables.
//!
//! SMT-LIB's `div` and `mod` are Euclidean: `x = c·q + r` with `0 <= r < |c|` determines both.
//! The caller makes the fresh variables and asserts the clauses.

use sinew_base::Integer;

use crate::types::{Constraint, ConstraintClause, LinExpr, VarId};

/// The clauses that make `quotient = (div expr divisor)` and `remainder = (mod expr divisor)`;
/// nothing if the divisor is zero (division by zero is the caller's uninterpreted function).
///
/// ```
/// use sinew_arith::{LinExpr, VarId, divmod};
/// let (x, q, r) = (VarId(0), VarId(1), VarId(2));
/// let clauses = divmod::div_mod(&LinExpr::var(x), &(-3).into(), q, r).unwrap();
/// // -7 = -3 * 3 + 2
/// let value = |var: VarId| sinew_base::Integer::from([-7, 3, 2][var.0 as usize]);
/// assert!(clauses.iter().all(|clause| clause.iter().any(|c| c.holds(value))));
/// ```
#[must_use]
pub fn div_mod(
    expr: &LinExpr,
    divisor: &Integer,
    quotient: VarId,
    remainder: VarId,
) -> Option<Vec<ConstraintClause>> {
    if divisor.is_zero() {
        return None;
    }
    let product = LinExpr::var(quotient).scaled(divisor);
    let rest = LinExpr::var(remainder);
    let limit = divisor.abs() - Integer::ONE;
    Some(vec![
        vec![Constraint::zero(expr.clone().minus(&product).minus(&rest))],
        vec![Constraint::at_least_zero(&rest)],
        vec![Constraint::at_most_zero(rest.plus_constant(-limit))],
    ])
}

/// The clauses that make `result = |expr|`: at least both signs, and equal to one of them.
#[must_use]
pub fn abs(expr: &LinExpr, result: VarId) -> Vec<ConstraintClause> {
    let value = LinExpr::var(result);
    let negative = expr.scaled(&Integer::MINUS_ONE);
    vec![
        vec![Constraint::at_least_zero(&value.clone().minus(expr))],
        vec![Constraint::at_least_zero(&value.clone().minus(&negative))],
        vec![
            Constraint::at_most_zero(value.clone().minus(expr)),
            Constraint::at_most_zero(value.minus(&negative)),
        ],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn satisfied(clauses: &[ConstraintClause], values: &[i64]) -> bool {
        clauses.iter().all(|clause| {
            clause
                .iter()
                .any(|c| c.holds(|var| values[var.index()].into()))
        })
    }

    #[test]
    fn division_has_exactly_the_euclidean_solution() {
        let expr = LinExpr::var(VarId(0)).plus_constant(1);
        for divisor in [-4i64, -3, -1, 1, 2, 5] {
            let clauses = div_mod(&expr, &divisor.into(), VarId(1), VarId(2)).expect("nonzero");
            for x in -9i64..9 {
                for q in -12..12 {
                    for r in -6..6 {
                        let expected =
                            (x + 1).div_euclid(divisor) == q && (x + 1).rem_euclid(divisor) == r;
                        assert_eq!(satisfied(&clauses, &[x, q, r]), expected);
                    }
                }
            }
        }
        assert!(div_mod(&expr, &Integer::ZERO, VarId(1), VarId(2)).is_none());
    }

    #[test]
    fn absolute_value_is_determined() {
        let clauses = abs(&LinExpr::var(VarId(0)).plus_constant(-2), VarId(1));
        for x in -6i64..6 {
            for y in -9i64..9 {
                assert_eq!(satisfied(&clauses, &[x, y]), (x - 2).abs() == y);
            }
        }
    }
}
