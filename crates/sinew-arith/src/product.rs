//! Products of variables, by incremental linearisation.
//!
//! The solver knows no products. A caller keeps `p = x·y` as a fact beside the linear
//! constraints, asks here whether the current integer model respects it, and if not gets linear
//! lemmas that are true for every product and false in that model (Cimatti, Griggio, Irfan,
//! Roveri and Sebastiani, "Incremental Linearization for Satisfiability and Verification Modulo
//! Nonlinear Arithmetic", ACM TOCL 2018, §3). Each lemma is a clause; the caller decides which
//! to assert, and stops when it likes: no answer is `unsat` for lack of lemmas. Departures: all
//! numbers are integers, which gives the stronger secant lemma for squares and makes the
//! instance `x = a → p = a·y` a lemma that settles every bounded product in the end.

use sinew_base::Integer;

use crate::types::{Constraint, ConstraintClause, LinExpr, Relation, VarId};

/// The fact `result = left · right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    /// The product.
    pub result: VarId,
    /// One factor.
    pub left: VarId,
    /// The other factor; the same variable for a square.
    pub right: VarId,
}

/// Which law a lemma instantiates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// A product is zero exactly when a factor is: `x = 0 → p = 0`, `p = 0 → x = 0 ∨ y = 0`.
    Zero,
    /// The sign of a product: `x > 0 ∧ y > 0 → p > 0`, and the other three.
    Sign,
    /// A nonzero factor does not shrink: `x > 0 ∧ y > 0 → p >= x + y - 1`, and the like.
    Monotone,
    /// `(x - a)·(x - a - 1) >= 0` for squares.
    Secant,
    /// McCormick's envelope at a corner of the factors' bounds: the tangent lemma there.
    Corner,
    /// The tangent plane at the model: `x >= a ∧ y >= b → p >= b·x + a·y - a·b`, and the like.
    Tangent,
    /// One factor fixed: `x = a → p = a·y`.
    Fixed,
}

/// A clause that holds for the product and not in the current model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductLemma {
    /// The law.
    pub law: Law,
    /// The clause.
    pub clause: ConstraintClause,
}

/// Lemmas that the model `value` violates, cheap laws first; none if the model respects the
/// product. `bounds` gives what is known of a factor; the lemmas do not depend on it.
///
/// ```
/// use sinew_arith::{VarId, product::{Product, lemmas}};
/// use sinew_base::Integer;
/// let xy = Product { result: VarId(2), left: VarId(0), right: VarId(1) };
/// let model = |values: [i64; 3]| move |var: VarId| Integer::from(values[var.0 as usize]);
/// assert!(lemmas(&xy, model([3, 4, 12]), |_| (None, None)).is_empty());
/// assert!(!lemmas(&xy, model([3, 4, 11]), |_| (None, None)).is_empty());
/// ```
pub fn lemmas(
    product: &Product,
    value: impl Fn(VarId) -> Integer,
    bounds: impl Fn(VarId) -> (Option<Integer>, Option<Integer>),
) -> Vec<ProductLemma> {
    let Product {
        result: p,
        left: x,
        right: y,
    } = *product;
    let (a, b) = (value(x), value(y));
    if value(p) == &a * &b {
        return Vec::new();
    }
    let mut found: Vec<ProductLemma> = Vec::new();
    let mut offer = |law: Law, clauses: Vec<ConstraintClause>| {
        for clause in clauses {
            let violated = clause.iter().all(|c| !c.holds(&value));
            if violated && found.iter().all(|lemma| lemma.clause != clause) {
                found.push(ProductLemma { law, clause });
            }
        }
    };
    offer(Law::Zero, zero(p, x, y));
    offer(Law::Sign, sign(p, x, y));
    offer(Law::Monotone, monotone(p, x, y));
    if x == y {
        offer(Law::Secant, secant(p, x, &a));
    }
    let corners = |var| {
        let (lower, upper) = bounds(var);
        [lower, upper].into_iter().flatten().collect::<Vec<_>>()
    };
    for corner_x in corners(x) {
        for corner_y in corners(y) {
            offer(Law::Corner, tangents(p, x, y, &corner_x, &corner_y));
        }
    }
    offer(Law::Tangent, tangents(p, x, y, &a, &b));
    offer(Law::Fixed, vec![fixed(p, x, y, &a), fixed(p, y, x, &b)]);
    found
}

/// The clause `x = value → p = value·y`, which makes the product linear once `x` is fixed.
#[must_use]
pub fn fixed(p: VarId, x: VarId, y: VarId, value: &Integer) -> ConstraintClause {
    let difference = LinExpr::var(p).minus(&LinExpr::var(y).scaled(value));
    vec![different(x, value), Constraint::zero(difference)]
}

fn different(x: VarId, value: &Integer) -> Constraint {
    Constraint {
        expr: LinExpr::var(x).plus_constant(-value),
        relation: Relation::NonZero,
    }
}

fn at_most(x: VarId, value: &Integer) -> Constraint {
    Constraint::at_most_zero(LinExpr::var(x).plus_constant(-value))
}

fn at_least(x: VarId, value: &Integer) -> Constraint {
    Constraint::at_least_zero(&LinExpr::var(x).plus_constant(-value))
}

fn equals_zero(x: VarId) -> Constraint {
    Constraint::zero(LinExpr::var(x))
}

fn zero(p: VarId, x: VarId, y: VarId) -> Vec<ConstraintClause> {
    let none = Integer::ZERO;
    vec![
        vec![different(x, &none), equals_zero(p)],
        vec![different(y, &none), equals_zero(p)],
        vec![different(p, &none), equals_zero(x), equals_zero(y)],
    ]
}

/// Whether a factor is positive or negative, as the negated guard of a clause.
fn unless(x: VarId, positive: bool) -> Constraint {
    if positive {
        at_most(x, &Integer::ZERO)
    } else {
        at_least(x, &Integer::ZERO)
    }
}

fn sign(p: VarId, x: VarId, y: VarId) -> Vec<ConstraintClause> {
    let mut clauses = Vec::new();
    for (left, right) in [(true, true), (true, false), (false, true), (false, false)] {
        let conclusion = if left == right {
            at_least(p, &Integer::ONE)
        } else {
            at_most(p, &Integer::MINUS_ONE)
        };
        clauses.push(vec![unless(x, left), unless(y, right), conclusion]);
    }
    clauses
}

/// `(|x| - 1)·(|y| - 1) >= 0` in each quadrant: the tangents at (±1, ±1).
fn monotone(p: VarId, x: VarId, y: VarId) -> Vec<ConstraintClause> {
    let mut clauses = Vec::new();
    for (left, right) in [(true, true), (true, false), (false, true), (false, false)] {
        let unit = |positive: bool| {
            if positive {
                Integer::ONE
            } else {
                Integer::MINUS_ONE
            }
        };
        // s·p >= t·x·… with |p| = s·p, |x| = sx·x, |y| = sy·y: |p| - |x| - |y| + 1 >= 0.
        let (sx, sy) = (unit(left), unit(right));
        let mut expr = LinExpr::constant(1);
        expr.add_term(&(&sx * &sy), p);
        expr.add_term(&-&sx, x);
        expr.add_term(&-&sy, y);
        clauses.push(vec![
            unless(x, left),
            unless(y, right),
            Constraint::at_least_zero(&expr),
        ]);
    }
    clauses
}

/// `p >= (2a + 1)·x - a·(a + 1)`, and the same one step to the left.
fn secant(p: VarId, x: VarId, a: &Integer) -> Vec<ConstraintClause> {
    [a.clone(), a - &Integer::ONE]
        .into_iter()
        .map(|a| {
            let slope = &(&a + &a) + &Integer::ONE;
            let offset = &a * &(&a + &Integer::ONE);
            let mut expr = LinExpr::constant(offset);
            expr.add_term(&Integer::ONE, p);
            expr.add_term(&-slope, x);
            vec![Constraint::at_least_zero(&expr)]
        })
        .collect()
}

/// The four clauses of the tangent plane at `(a, b)`.
fn tangents(p: VarId, x: VarId, y: VarId, a: &Integer, b: &Integer) -> Vec<ConstraintClause> {
    // (x - a)·(y - b) = p - b·x - a·y + a·b
    let mut expr = LinExpr::constant(a * b);
    expr.add_term(&Integer::ONE, p);
    expr.add_term(&-b, x);
    expr.add_term(&-a, y);
    let (above, below) = (
        Constraint::at_least_zero(&expr),
        Constraint::at_most_zero(expr),
    );
    let less = |var, value: &Integer| at_most(var, &(value - &Integer::ONE));
    let more = |var, value: &Integer| at_least(var, &(value + &Integer::ONE));
    vec![
        vec![less(x, a), less(y, b), above.clone()],
        vec![more(x, a), more(y, b), above],
        vec![less(x, a), more(y, b), below.clone()],
        vec![more(x, a), less(y, b), below],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(product: &Product, model: [i64; 3], seen: &mut Vec<Law>) {
        let value = |var: VarId| Integer::from(model[var.index()]);
        let bounds = |_| (Some(Integer::from(-3)), Some(Integer::from(3)));
        let found = lemmas(product, value, bounds);
        let square = product.left == product.right;
        let right = if square { model[0] } else { model[1] };
        assert_eq!(found.is_empty(), model[2] == model[0] * right);
        for lemma in &found {
            if !seen.contains(&lemma.law) {
                seen.push(lemma.law);
            }
            assert!(lemma.clause.iter().all(|c| !c.holds(value)));
            for x in -6i64..=6 {
                for y in -6i64..=6 {
                    let p = if square { x * x } else { x * y };
                    let point = |var: VarId| Integer::from([x, y, p][var.index()]);
                    assert!(lemma.clause.iter().any(|c| c.holds(point)), "{lemma:?}");
                }
            }
        }
    }

    #[test]
    fn lemmas_hold_for_products_and_cut_off_wrong_models() {
        let plain = Product {
            result: VarId(2),
            left: VarId(0),
            right: VarId(1),
        };
        let square = Product {
            right: VarId(0),
            ..plain
        };
        let mut seen = Vec::new();
        for x in -4i64..=4 {
            for p in -13i64..=18 {
                check(&square, [x, 0, p], &mut seen);
                for y in -4i64..=4 {
                    check(&plain, [x, y, p], &mut seen);
                }
            }
        }
        assert_eq!(seen.len(), 7, "every law has an instance: {seen:?}");
    }
}
