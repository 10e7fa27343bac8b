//! Bounds that follow from other bounds: a sum of multiples, found by eliminating one monomial after the other (Fourier–Motzkin).
//!
//! What is known of a term by itself (`known`) is added where the term occurs.

use std::collections::{BTreeMap, BTreeSet};

use sinew_base::Integer;
use sinew_proof::cpc::{Known, Outcome, Term, Terms};

use super::arith::Polynomial;
use super::draft::Proof;
use super::search::{Rewritten, Search};

/// At most so many bounds are combined, and so many made on the way.
const BOUNDS: usize = 28;
const COMBINED: usize = 400;

struct Combination {
    sum: Polynomial,
    /// How often each of the bounds is in it.
    of: BTreeMap<usize, Integer>,
}

/// Multiples of bounds `p >= 0` whose sum is a negative number.
fn contradiction(
    terms: &mut Terms,
    bounds: &[Polynomial],
) -> Outcome<Option<BTreeMap<usize, Integer>>> {
    let mut rows: Vec<Combination> = (bounds.iter().enumerate())
        .map(|(i, bound)| Combination {
            sum: bound.clone(),
            of: BTreeMap::from([(i, Integer::from(1))]),
        })
        .collect();
    loop {
        terms.charge(rows.iter().map(|row| row.sum.monomials().count()).sum())?;
        if let Some(row) =
            (rows.iter()).find(|row| row.sum.is_constant() && row.sum.constant_part().is_negative())
        {
            return Ok(Some(row.of.clone()));
        }
        rows.retain(|row| !row.sum.is_constant());
        let monomials: BTreeSet<Vec<Term>> = (rows.iter())
            .flat_map(|row| row.sum.monomials().map(|(monomial, _)| monomial.clone()))
            .filter(|monomial| !monomial.is_empty())
            .collect();
        // The one that makes the fewest new rows.
        let cost = |monomial: &Vec<Term>| {
            let sign = |positive: bool| {
                (rows.iter())
                    .filter(|row| {
                        let coefficient = row.sum.coefficient(monomial);
                        !coefficient.is_zero() && coefficient.is_positive() == positive
                    })
                    .count()
            };
            sign(true) * sign(false)
        };
        let best = (monomials.into_iter()).min_by_key(|monomial| cost(monomial));
        let Some(monomial) = best else {
            return Ok(None);
        };
        let (with, mut rest): (Vec<Combination>, Vec<Combination>) =
            (rows.into_iter()).partition(|row| !row.sum.coefficient(&monomial).is_zero());
        let (above, below): (Vec<Combination>, Vec<Combination>) =
            (with.into_iter()).partition(|row| row.sum.coefficient(&monomial).is_positive());
        for a in &above {
            for b in &below {
                let (p, q) = (a.sum.coefficient(&monomial), -b.sum.coefficient(&monomial));
                let common = p.gcd(&q);
                let (p, q) = (p.div_exact(&common), q.div_exact(&common));
                let mut of: BTreeMap<usize, Integer> = BTreeMap::new();
                for (row, factor) in [(a, &q), (b, &p)] {
                    for (&i, count) in &row.of {
                        *of.entry(i).or_default() += &(count * factor);
                    }
                }
                let sum = a.sum.scaled(&q).plus(&b.sum, &p);
                terms.charge(sum.monomials().count())?;
                rest.push(Combination { sum, of });
            }
        }
        if rest.len() > COMBINED {
            return Ok(None);
        }
        rows = rest;
    }
}

impl Search<'_> {
    /// Remembers what a literal says about a sum.
    pub(crate) fn add_bound(&mut self, formula: Term, shown: Proof) -> Outcome<()> {
        for bound in self.bounds_of(formula, shown)? {
            self.here().bounds.push(bound);
        }
        Ok(())
    }

    /// `p >= 0` for each bound that a literal is.
    pub(crate) fn bounds_of(
        &mut self,
        formula: Term,
        shown: Proof,
    ) -> Outcome<Vec<(Polynomial, Proof)>> {
        let inner = self.parts(Known::Not, formula).map(|parts| parts[0]);
        let atom = inner.unwrap_or(formula);
        let Some(op @ (Known::Ge | Known::Eq)) = self.op(atom) else {
            return Ok(Vec::new());
        };
        let (a, b) = match self.args(atom)[..] {
            [a, b] if self.terms().sort(a) == sinew_proof::cpc::Sort::Int => (a, b),
            _ => return Ok(Vec::new()),
        };
        let difference = self.polynomial(a)?.plus(&self.polynomial(b)?, &(-1).into());
        Ok(match (op, inner) {
            (Known::Ge, None) => vec![(difference, shown)],
            // Not a >= b: b - a - 1 >= 0.
            (Known::Ge, Some(_)) => {
                let minus = Polynomial::constant((-1).into());
                vec![(minus.plus(&difference, &(-1).into()), shown)]
            }
            (_, None) => vec![
                (difference.scaled(&(-1).into()), shown),
                (difference, shown),
            ],
            _ => Vec::new(),
        })
    }

    /// A proof of `(>= s c)`, or of its negation, where the bounds here decide it.
    pub(crate) fn decide_bound(&mut self, atom: Term) -> Outcome<Option<Proof>> {
        let Some((s, c)) = self.pair(Known::Ge, atom) else {
            return Ok(None);
        };
        let goal = self.polynomial(s)?.plus(&self.polynomial(c)?, &(-1).into());
        if let Some(proof) = self.entailed(&goal)? {
            return Ok(Some(proof));
        }
        // Not s >= c: c - s - 1 >= 0.
        let negated = Polynomial::constant((-1).into()).plus(&goal, &(-1).into());
        self.entailed(&negated)
    }

    /// The bounds among those assumed that have to do with a sum, and what is known of their terms.
    fn relevant(
        &mut self,
        goal: &Polynomial,
        assumed: Vec<(Polynomial, Proof)>,
    ) -> Outcome<Vec<(Polynomial, Proof)>> {
        let mut open: BTreeSet<Vec<Term>> = BTreeSet::new();
        let note = |open: &mut BTreeSet<Vec<Term>>, polynomial: &Polynomial| {
            open.extend(polynomial.monomials().map(|(monomial, _)| monomial.clone()));
        };
        note(&mut open, goal);
        if goal.is_constant() {
            // A contradiction may be between any of them.
            assumed.iter().for_each(|(bound, _)| note(&mut open, bound));
        }
        let mut pool = assumed;
        let mut chosen: Vec<(Polynomial, Proof)> = Vec::new();
        let mut asked: BTreeSet<Term> = BTreeSet::new();
        loop {
            let before = chosen.len();
            self.terms().charge(pool.len())?;
            let terms: Vec<Term> = (open.iter().flatten().copied())
                .filter(|term| !asked.contains(term))
                .collect();
            for term in terms {
                asked.insert(term);
                pool.extend(self.known_bounds(term)?);
            }
            let (take, rest): (Vec<_>, Vec<_>) = (pool.into_iter()).partition(|(bound, _)| {
                (bound.monomials())
                    .any(|(monomial, _)| !monomial.is_empty() && open.contains(monomial))
            });
            pool = rest;
            for (bound, proof) in take {
                note(&mut open, &bound);
                chosen.push((bound, proof));
            }
            if chosen.len() == before || chosen.len() > BOUNDS {
                chosen.truncate(BOUNDS);
                return Ok(chosen);
            }
        }
    }

    /// `p >= 0` in normal form, if it follows from the bounds here.
    fn entailed(&mut self, goal: &Polynomial) -> Outcome<Option<Proof>> {
        let assumed = self.here().bounds.clone();
        self.entailed_by(assumed, goal)
    }

    /// `p >= 0` in normal form, if it follows from these bounds and what is known of the terms by themselves.
    pub(crate) fn entailed_by(
        &mut self,
        assumed: Vec<(Polynomial, Proof)>,
        goal: &Polynomial,
    ) -> Outcome<Option<Proof>> {
        let chosen = self.relevant(goal, assumed)?;
        let negated = Polynomial::constant((-1).into()).plus(goal, &(-1).into());
        let mut bounds: Vec<Polynomial> = chosen.iter().map(|(bound, _)| bound.clone()).collect();
        bounds.push(negated);
        let Some(of) = contradiction(self.terms(), &bounds)? else {
            return Ok(None);
        };
        // What of the goal is to remain: its multiple, weakened by a number if it is too strong.
        let times = of.get(&chosen.len()).cloned().unwrap_or_default();
        let mut sum = Polynomial::default();
        let mut premises = Vec::new();
        for (&i, factor) in of.iter().filter(|(i, _)| **i < chosen.len()) {
            let (bound, proof) = &chosen[i];
            sum = sum.plus(bound, factor);
            premises.push(self.multiple(bound, *proof, factor)?);
        }
        let slack = goal.scaled(&times).plus(&sum, &(-1).into()).constant_part();
        if !times.is_zero() && slack.is_positive() {
            let (zero, slack_term) = (self.int(0)?, self.number(&slack)?);
            let bound = self.app(Known::Le, &[zero, slack_term])?;
            let proof = self.step("evaluate", &[], &[bound])?;
            premises.push(self.step("true_elim", &[proof], &[])?);
        }
        let proof = self.step("arith_sum_ub", &premises, &[])?;
        let formula = self.formula(proof);
        let normal = self.canonical(formula)?;
        self.transport(proof, normal).map(Some)
    }

    /// `0 <= k·p` (or `0 = k·p`) from a bound.
    fn multiple(&mut self, bound: &Polynomial, shown: Proof, factor: &Integer) -> Outcome<Proof> {
        let formula = self.formula(shown);
        let (sum, zero) = (self.sum(&bound.scaled(factor))?, self.int(0)?);
        if let Some((a, b)) = self.pair(Known::Eq, formula) {
            let to = self.eq(zero, sum)?;
            let difference = self.polynomial(a)?.plus(&self.polynomial(b)?, &(-1).into());
            // Either sign is one of the two bounds.
            let p = if difference == *bound {
                -factor
            } else {
                factor.clone()
            };
            let scaled = self.scaled_comparison(formula, to, &p, &1.into())?;
            return self.transport(shown, scaled.unwrap_or(Rewritten::same(to)));
        }
        let mut rewritten = Rewritten::same(formula);
        if let Some(inner) = self.parts(Known::Not, formula) {
            let sides = self.args(inner[0]);
            let proof = self.step("arith-geq-tighten", &[], &sides)?;
            rewritten = self.by(proof)?;
        }
        let sides = self.args(rewritten.to);
        let proof = self.step("arith-elim-leq", &[], &[sides[1], sides[0]])?;
        let at_most = self.app(Known::Le, &[sides[1], sides[0]])?;
        let turned = Rewritten {
            to: at_most,
            proof: self.symm(Some(proof))?,
        };
        let to = self.app(Known::Le, &[zero, sum])?;
        let scaled = self.scaled_comparison(at_most, to, factor, &1.into())?;
        let all = self.then(rewritten, turned)?;
        let all = self.then(all, scaled.unwrap_or(Rewritten::same(to)))?;
        self.transport(shown, all)
    }

    /// The normal form of a comparison by arithmetic alone.
    pub(crate) fn canonical(&mut self, formula: Term) -> Outcome<Rewritten> {
        let mut rewritten = Rewritten::same(formula);
        loop {
            let inner = self.parts(Known::Not, rewritten.to).map(|parts| parts[0]);
            let step = self.normal_comparison(inner.unwrap_or(rewritten.to))?;
            let Some(step) = step.filter(|step| Some(step.to) != inner) else {
                return Ok(rewritten);
            };
            let mut step = match inner {
                Some(_) => self.cong(rewritten.to, &[step])?,
                None => step,
            };
            // Negations of negations, and of values.
            if let Some(outer) = self.parts(Known::Not, step.to)
                && let Some(inner) = self.parts(Known::Not, outer[0])
            {
                let proof = self.step("bool-double-not-elim", &[], &[inner[0]])?;
                let last = self.by(proof)?;
                step = self.then(step, last)?;
            } else if let Some(outer) = self.parts(Known::Not, step.to)
                && self.is_value(outer[0])
            {
                let proof = self.step("evaluate", &[], &[step.to])?;
                let last = self.by(proof)?;
                step = self.then(step, last)?;
            }
            rewritten = self.then(rewritten, step)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use sinew_proof::cpc::Sort;

    use super::*;

    /// `Σ cᵢ·xᵢ + c` of constants, with the constant last.
    fn sum(terms: &mut Terms, coefficients: &[i64]) -> Polynomial {
        let mut sum = Polynomial::default();
        for (i, &coefficient) in coefficients.iter().enumerate() {
            let part = if i + 1 == coefficients.len() {
                Polynomial::constant(1.into())
            } else {
                let variable = terms.variable(&format!("x{i}"), Sort::Int);
                Polynomial::term(variable.expect("within the budget"))
            };
            sum = sum.plus(&part, &coefficient.into());
        }
        sum
    }

    #[test]
    fn contradictions_are_sums_of_multiples() {
        let mut terms = Terms::new(10_000);
        // x ≥ 1, y ≥ x + 1, 3 ≥ 2y.
        let bounds = [&[1, 0, -1][..], &[-1, 1, -1], &[0, -2, 3]].map(|row| sum(&mut terms, row));
        let found = contradiction(&mut terms, &bounds).expect("within the budget");
        let found = found.expect("no solution");
        let mut total = Polynomial::default();
        for (i, factor) in &found {
            assert!(factor.is_positive());
            total = total.plus(&bounds[*i], factor);
        }
        assert!(total.is_constant() && total.constant_part().is_negative());
        let satisfiable =
            [&[1, 0, -1][..], &[-1, 1, -1], &[0, -2, 4]].map(|row| sum(&mut terms, row));
        assert_eq!(contradiction(&mut terms, &satisfiable), Ok(None));
    }
}
