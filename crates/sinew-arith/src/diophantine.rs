//! Systems of linear equations over the integers.
//!
//! The equations are solved one at a time: an equation with a unit coefficient defines its
//! variable; otherwise the variable of least coefficient `a` is replaced by
//! `y = x + Σ round(bᵢ/a)·xᵢ`, an invertible change of variables after which the other
//! coefficients are at most `a/2`: Euclid's algorithm on columns (Knuth, TAOCP 2, §4.5.2; the
//! form used in SMT is Griggio's, "A Practical Approach to Satisfiability Modulo Linear Integer
//! Arithmetic", JSAT 2012, §4). An equation whose gcd does not divide its constant refutes the
//! system. Each row remembers which rational combination of the given equations it is; an
//! invertible change of variables preserves the gcd of a form, so the combination alone proves
//! the refutation: two roundings in opposite directions that contradict each other.
//!
//! *Targets* are other forms rewritten by the solution: a target `t = c + g·(…)` takes only
//! values congruent to `c` modulo `g`, which sharpens the bounds of `t` to that class.
//!
//! Departure: no fresh variables, the replaced column is reused. Not done: Hermite normal
//! forms as matrices; the sparse elimination stays small on the systems met here.

use sinew_base::{Budget, Integer, StopReason, Tuning};

use crate::tuning::{SHRINK_SIZE, SHRINK_STEPS};

/// A sparse vector sorted by index.
type Sparse = Vec<(u32, Integer)>;

/// `terms = constant`, or a target form if the constant is not used.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    pub(crate) terms: Sparse,
    pub(crate) constant: Integer,
}

/// A combination of the given equations: multipliers over a common denominator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Combination {
    /// Indices of equations with nonzero multipliers.
    pub(crate) multipliers: Sparse,
    pub(crate) denominator: Integer,
}

impl Combination {
    fn unit(index: u32) -> Combination {
        Combination {
            multipliers: vec![(index, Integer::ONE)],
            denominator: Integer::ONE,
        }
    }

    fn empty() -> Combination {
        Combination {
            multipliers: Vec::new(),
            denominator: Integer::ONE,
        }
    }

    /// Adds `factor · other`.
    fn add(&mut self, factor: &Integer, other: &Combination) {
        let common = self.denominator.lcm(&other.denominator);
        let left = common.div_exact(&self.denominator);
        let right = factor * &common.div_exact(&other.denominator);
        if !left.is_one() {
            for term in &mut self.multipliers {
                term.1 = &term.1 * &left;
            }
        }
        self.denominator = common;
        self.multipliers = axpy(&self.multipliers, &right, &other.multipliers);
    }
}

/// A row under elimination: for an equation `form = 0`, for a target the form itself.
#[derive(Clone, Debug)]
struct Work {
    terms: Sparse,
    constant: Integer,
    origin: Combination,
}

/// What is known of a target `t` in all solutions: `t = remainder + modulus·(…)`; a modulus of
/// 0 means that it is fixed. With `origin` = Σ Lᵢ/D over equations `Eᵢ = 0`, the identity is
/// `D·t + Σ Lᵢ·Eᵢ = D·remainder + D·modulus·(…)`.
#[derive(Clone, Debug)]
pub(crate) struct Residue {
    pub(crate) modulus: Integer,
    pub(crate) remainder: Integer,
    pub(crate) origin: Combination,
}

#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// The combination has coefficients with a common divisor that its constant lacks.
    Unsolvable(Combination),
    /// Solvable; what follows for each target.
    Solved(Vec<Residue>),
}

/// Solves the equations and rewrites the targets. A refutation needs all of its equations, unless
/// it has very many.
pub(crate) fn solve(
    equations: &[Equation],
    targets: &[Sparse],
    tuning: &Tuning,
    budget: &Budget,
) -> Result<Outcome, StopReason> {
    match solve_all(equations, targets, budget)? {
        Outcome::Unsolvable(found) => {
            let smaller = shrink(equations, found, tuning, budget)?;
            Ok(Outcome::Unsolvable(smaller))
        }
        solved => Ok(solved),
    }
}

/// Leaves out equations as long as the others are a refutation. Elimination combines whatever
/// comes first, so that often a few of them are enough; a short conflict is worth the second look.
fn shrink(
    equations: &[Equation],
    mut found: Combination,
    tuning: &Tuning,
    budget: &Budget,
) -> Result<Combination, StopReason> {
    let slice = budget.slice(tuning.get(&SHRINK_STEPS));
    let most = tuning.size(&SHRINK_SIZE);
    // So many of the first members are known to be needed, in every smaller refutation as well.
    let mut needed = 0;
    while needed < found.multipliers.len() && found.multipliers.len() <= most {
        let rest: Vec<u32> = (0..found.multipliers.len())
            .filter(|&at| at != needed)
            .map(|at| found.multipliers[at].0)
            .collect();
        let others: Vec<Equation> = rest
            .iter()
            .map(|&index| equations[index as usize].clone())
            .collect();
        match solve_all(&others, &[], &slice) {
            Ok(Outcome::Unsolvable(smaller)) => {
                found = smaller;
                for term in &mut found.multipliers {
                    term.0 = rest[term.0 as usize];
                }
            }
            Ok(Outcome::Solved(_)) => needed += 1,
            Err(_) => break,
        }
    }
    budget.check()?;
    Ok(found)
}

fn solve_all(
    equations: &[Equation],
    targets: &[Sparse],
    budget: &Budget,
) -> Result<Outcome, StopReason> {
    let mut rows: Vec<Work> = Vec::with_capacity(equations.len() + targets.len());
    for (index, equation) in equations.iter().enumerate() {
        rows.push(Work {
            terms: equation.terms.clone(),
            constant: -&equation.constant,
            origin: Combination::unit(index as u32),
        });
    }
    for target in targets {
        rows.push(Work {
            terms: target.clone(),
            constant: Integer::ZERO,
            origin: Combination::empty(),
        });
    }
    let mut open: Vec<usize> = (0..equations.len()).collect();
    while let Some(at) = choose(&rows, &open) {
        let index = open.swap_remove(at);
        if let Some(contradiction) = eliminate(&mut rows, index, budget)? {
            return Ok(Outcome::Unsolvable(contradiction));
        }
    }
    let residues = rows.split_off(equations.len());
    Ok(Outcome::Solved(
        residues
            .into_iter()
            .map(|row| {
                let modulus = content(&row.terms);
                let remainder = if modulus.is_zero() {
                    row.constant
                } else {
                    row.constant.div_rem_euclid(&modulus).1
                };
                Residue {
                    modulus,
                    remainder,
                    origin: row.origin,
                }
            })
            .collect(),
    ))
}

/// The open equation with the least coefficient, then the fewest terms.
fn choose(rows: &[Work], open: &[usize]) -> Option<usize> {
    (0..open.len()).min_by_key(|&at| {
        let row = &rows[open[at]];
        let least = row.terms.iter().map(|term| term.1.abs()).min();
        (least, row.terms.len(), open[at])
    })
}

/// Solves one equation and removes its variable from all other rows. Returns the equation's
/// origin if it has no solution.
fn eliminate(
    rows: &mut [Work],
    index: usize,
    budget: &Budget,
) -> Result<Option<Combination>, StopReason> {
    loop {
        let row = &mut rows[index];
        let gcd = content(&row.terms);
        if !gcd.divides(&row.constant) {
            return Ok(Some(row.origin.clone()));
        }
        if gcd.is_zero() {
            return Ok(None);
        }
        if !gcd.is_one() {
            for term in &mut row.terms {
                term.1 = term.1.div_exact(&gcd);
            }
            row.constant = row.constant.div_exact(&gcd);
            row.origin.denominator = &row.origin.denominator * &gcd;
        }
        let Some((pivot, coefficient)) = row
            .terms
            .iter()
            .min_by(|a, b| a.1.abs().cmp(&b.1.abs()).then(a.0.cmp(&b.0)))
            .cloned()
        else {
            return Ok(None);
        };
        if coefficient.abs().is_one() {
            let solved = rows[index].clone();
            for (other, row) in rows.iter_mut().enumerate() {
                if other == index {
                    continue;
                }
                let factor = get(&row.terms, pivot);
                if factor.is_zero() {
                    continue;
                }
                let factor = -&(&factor * &coefficient);
                budget.spend((row.terms.len() + solved.terms.len()) as u64)?;
                row.terms = axpy(&row.terms, &factor, &solved.terms);
                row.constant += &factor * &solved.constant;
                row.origin.add(&factor, &solved.origin);
            }
            return Ok(None);
        }
        // x = y - Σ qᵢxᵢ, where y takes over the column of x.
        let change: Sparse = row
            .terms
            .iter()
            .filter(|term| term.0 != pivot)
            .map(|term| (term.0, -&round(&term.1, &coefficient)))
            .filter(|term| !term.1.is_zero())
            .collect();
        for row in rows.iter_mut() {
            let factor = get(&row.terms, pivot);
            if !factor.is_zero() {
                budget.spend((row.terms.len() + change.len()) as u64)?;
                row.terms = axpy(&row.terms, &factor, &change);
            }
        }
    }
}

/// The integer nearest to `a / b`.
fn round(a: &Integer, b: &Integer) -> Integer {
    let twice = Integer::from(2) * b;
    (&(a + a) + b).div_floor(&twice)
}

fn content(terms: &[(u32, Integer)]) -> Integer {
    terms
        .iter()
        .fold(Integer::ZERO, |gcd, term| gcd.gcd(&term.1))
}

fn get(terms: &[(u32, Integer)], index: u32) -> Integer {
    terms
        .binary_search_by_key(&index, |term| term.0)
        .map_or(Integer::ZERO, |at| terms[at].1.clone())
}

/// `left + factor·right`
fn axpy(left: &[(u32, Integer)], factor: &Integer, right: &[(u32, Integer)]) -> Sparse {
    let mut out = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() || j < right.len() {
        if j == right.len() || (i < left.len() && left[i].0 < right[j].0) {
            out.push(left[i].clone());
            i += 1;
        } else if i == left.len() || right[j].0 < left[i].0 {
            out.push((right[j].0, factor * &right[j].1));
            j += 1;
        } else {
            let sum = &left[i].1 + &(factor * &right[j].1);
            if !sum.is_zero() {
                out.push((left[i].0, sum));
            }
            i += 1;
            j += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn equation(coefficients: &[i64], constant: i64) -> Equation {
        Equation {
            terms: sparse(coefficients),
            constant: constant.into(),
        }
    }

    fn sparse(coefficients: &[i64]) -> Sparse {
        coefficients
            .iter()
            .enumerate()
            .filter(|(_, c)| **c != 0)
            .map(|(var, c)| (var as u32, Integer::from(*c)))
            .collect()
    }

    /// The combination of the equations: coefficients and constant, times its denominator.
    fn combined(equations: &[Equation], combination: &Combination) -> (Sparse, Integer) {
        let mut terms = Vec::new();
        let mut constant = Integer::ZERO;
        for (index, multiplier) in &combination.multipliers {
            let equation = &equations[*index as usize];
            terms = axpy(&terms, multiplier, &equation.terms);
            constant += multiplier * &equation.constant;
        }
        (terms, constant)
    }

    #[test]
    fn classics() {
        let run = |equations: &[Equation]| {
            solve(equations, &[], &Tuning::default(), &Budget::unlimited())
        };
        let unsolvable =
            |equations: &[Equation]| matches!(run(equations), Ok(Outcome::Unsolvable(_)));
        assert!(unsolvable(&[equation(&[3, 6], 1)]));
        assert!(unsolvable(&[equation(&[2, -2], 1)]));
        assert!(!unsolvable(&[equation(&[6, 10, 15], 1)]));
        // Solvable one by one, not together: x + y = 0, x - y = 1.
        assert!(unsolvable(&[equation(&[1, 1], 0), equation(&[1, -1], 1)]));
        // The Chinese remainder theorem with an inconsistent pair of moduli.
        assert!(unsolvable(&[equation(&[1, 4], 1), equation(&[1, 0, 6], 2)]));
        assert!(!unsolvable(&[
            equation(&[1, 4], 1),
            equation(&[1, 0, 6], 3)
        ]));
    }

    #[test]
    fn targets_get_their_residue_class() {
        // x = 2y + 1 and y = 3z: x is 1 modulo 6.
        let equations = [equation(&[1, -2, 0], 1), equation(&[0, 1, -3], 0)];
        let Ok(Outcome::Solved(residues)) = solve(
            &equations,
            &[sparse(&[1, 0, 0])],
            &Tuning::default(),
            &Budget::unlimited(),
        ) else {
            panic!("solvable");
        };
        assert_eq!(residues[0].modulus, Integer::from(6));
        assert_eq!(residues[0].remainder, Integer::ONE);
    }

    proptest! {
        #[test]
        fn agrees_with_enumeration(
            rows in proptest::collection::vec(
                (proptest::collection::vec(-6i64..=6, 3), -8i64..=8), 1..4),
            target in proptest::collection::vec(-4i64..=4, 3),
        ) {
            let equations: Vec<Equation> =
                rows.iter().map(|(terms, constant)| equation(terms, *constant)).collect();
            let outcome = solve(&equations, &[sparse(&target)], &Tuning::default(), &Budget::unlimited());
            let mut solutions = Vec::new();
            for x in -12i64..=12 { for y in -12i64..=12 { for z in -12i64..=12 {
                if rows.iter().all(|(c, k)| c[0] * x + c[1] * y + c[2] * z == *k) {
                    solutions.push(target[0] * x + target[1] * y + target[2] * z);
                }
            }}}
            match outcome.expect("unlimited") {
                Outcome::Unsolvable(combination) => {
                    prop_assert!(solutions.is_empty());
                    let (terms, constant) = combined(&equations, &combination);
                    prop_assert!(!content(&terms).divides(&constant));
                    // No equation of it can be spared.
                    let members = combination.multipliers.iter().map(|term| term.0);
                    for left_out in members.clone() {
                        let others: Vec<Equation> = members
                            .clone()
                            .filter(|&index| index != left_out)
                            .map(|index| equations[index as usize].clone())
                            .collect();
                        let outcome = solve_all(&others, &[], &Budget::unlimited());
                        prop_assert!(matches!(outcome, Ok(Outcome::Solved(_))));
                    }
                }
                Outcome::Solved(residues) => {
                    let residue = &residues[0];
                    for value in solutions {
                        let off = &Integer::from(value) - &residue.remainder;
                        prop_assert!(residue.modulus.divides(&off));
                    }
                    // The identity that the certificate rests on.
                    let (terms, constant) = combined(&equations, &residue.origin);
                    let whole = axpy(&terms, &residue.origin.denominator, &sparse(&target));
                    let modulus = &residue.origin.denominator * &residue.modulus;
                    prop_assert!(modulus.divides(&content(&whole)));
                    let off = &constant + &(&residue.origin.denominator * &residue.remainder);
                    prop_assert!(modulus.divides(&off));
                }
            }
        }

        /// Solvable by construction: a random point satisfies every equation.
        #[test]
        fn never_refutes_what_has_a_solution(
            rows in proptest::collection::vec(
                proptest::collection::vec(-1000i64..=1000, 8), 1..8),
            point in proptest::collection::vec(-1000i64..=1000, 8),
        ) {
            let equations: Vec<Equation> = rows
                .iter()
                .map(|c| equation(c, c.iter().zip(&point).map(|(a, b)| a * b).sum()))
                .collect();
            let solved = solve(&equations, &[], &Tuning::default(), &Budget::unlimited());
            prop_assert!(matches!(solved, Ok(Outcome::Solved(_))));
        }
    }
}
