//! Normal forms of sums and of comparisons of integers.
//!
//! A sum is a polynomial with its monomials in order. A comparison is `(>= s c)` or `(= s c)`, where `s` has no constant summand, coefficients
//! without common factor, and a positive first one; other comparisons are negations of such. What the rounding of `c` needs of
//! rational numbers is in the rules `arith-int-geq-tighten` and `arith-int-eq-conflict`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use sinew_base::Integer;
use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::search::{Rewritten, Search};

/// Coefficients by monomial, a sorted list of factors. No coefficient is zero; the empty monomial is the constant's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Polynomial(BTreeMap<Vec<Term>, Integer>);

impl Polynomial {
    pub(crate) fn constant(value: Integer) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add(Vec::new(), &value);
        polynomial
    }

    /// A term by itself.
    pub(crate) fn term(term: Term) -> Polynomial {
        Polynomial(BTreeMap::from([(vec![term], Integer::from(1))]))
    }

    fn add(&mut self, monomial: Vec<Term>, coefficient: &Integer) {
        match self.0.entry(monomial) {
            Entry::Vacant(entry) if !coefficient.is_zero() => {
                entry.insert(coefficient.clone());
            }
            Entry::Vacant(_) => {}
            Entry::Occupied(mut entry) => {
                *entry.get_mut() += coefficient;
                if entry.get().is_zero() {
                    entry.remove();
                }
            }
        }
    }

    /// This and `factor` times the other.
    pub(crate) fn plus(&self, other: &Polynomial, factor: &Integer) -> Polynomial {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.0 {
            sum.add(monomial.clone(), &(coefficient * factor));
        }
        sum
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = Polynomial::default();
        for (left, p) in &self.0 {
            for (right, q) in &other.0 {
                let mut monomial = [&left[..], &right[..]].concat();
                monomial.sort_unstable();
                product.add(monomial, &(p * q));
            }
        }
        product
    }

    pub(crate) fn scaled(&self, factor: &Integer) -> Polynomial {
        Polynomial::default().plus(self, factor)
    }

    /// The constant summand.
    pub(crate) fn constant_part(&self) -> Integer {
        self.0.get(&Vec::new()).cloned().unwrap_or_default()
    }

    /// Without the constant summand.
    pub(crate) fn linear_part(&self) -> Polynomial {
        let mut rest = self.clone();
        rest.0.remove(&Vec::new());
        rest
    }

    pub(crate) fn is_constant(&self) -> bool {
        self.0.keys().all(Vec::is_empty)
    }

    /// The greatest common divisor of all coefficients but the constant's, with the sign of the first.
    fn content(&self) -> Integer {
        let mut found = Integer::default();
        for (monomial, coefficient) in &self.0 {
            if !monomial.is_empty() {
                found = found.gcd(coefficient);
            }
        }
        let first = self.0.iter().find(|(monomial, _)| !monomial.is_empty());
        if first.is_some_and(|(_, coefficient)| coefficient.is_negative()) {
            -found
        } else {
            found
        }
    }

    pub(crate) fn monomials(&self) -> impl Iterator<Item = (&Vec<Term>, &Integer)> {
        self.0.iter()
    }

    pub(crate) fn remove(&mut self, monomial: &[Term]) {
        self.0.remove(monomial);
    }

    pub(crate) fn coefficient(&self, monomial: &[Term]) -> Integer {
        self.0.get(monomial).cloned().unwrap_or_default()
    }
}

impl Search<'_> {
    /// The polynomial of an integer term; what is neither sum, product nor number stands for itself.
    pub(crate) fn polynomial(&mut self, root: Term) -> Outcome<Polynomial> {
        let mut values: Vec<Polynomial> = Vec::new();
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            self.terms().charge(1)?;
            let known = self.op(term);
            let args = self.args(term);
            let opens = matches!(
                known,
                Some(Known::Add | Known::Mul | Known::Sub | Known::Neg)
            );
            if opens && !ready {
                work.push((term, true));
                work.extend(args.iter().rev().map(|&arg| (arg, false)));
                continue;
            }
            if !opens {
                let number = self.terms().as_int(term).cloned().map(Integer::from);
                values.push(match number {
                    Some(number) => Polynomial::constant(number),
                    None => Polynomial::term(term),
                });
                continue;
            }
            let parts = values.split_off(values.len() - args.len());
            let minus = Integer::from(-1);
            let mut parts = parts.into_iter();
            let first = parts.next().unwrap_or_default();
            values.push(match known {
                Some(Known::Neg) => first.scaled(&minus),
                Some(Known::Mul) => parts.fold(first, |product, part| product.times(&part)),
                Some(Known::Sub) => parts.fold(first, |sum, part| sum.plus(&part, &minus)),
                _ => parts.fold(first, |sum, part| sum.plus(&part, &1.into())),
            });
        }
        values.pop().ok_or_else(|| "no polynomial".into())
    }

    /// The sum in order.
    pub(crate) fn sum(&mut self, polynomial: &Polynomial) -> Outcome {
        let mut summands = Vec::new();
        for (monomial, coefficient) in polynomial.monomials() {
            let mut factors = Vec::new();
            if !coefficient.is_one() || monomial.is_empty() {
                factors.push(self.number(coefficient)?);
            }
            factors.extend(monomial);
            summands.push(self.list(Known::Mul, &factors)?);
        }
        // The constant comes last.
        if !polynomial.coefficient(&[]).is_zero() {
            summands.rotate_left(1);
        }
        match summands[..] {
            [] => self.int(0),
            _ => self.list(Known::Add, &summands),
        }
    }

    pub(crate) fn number(&mut self, value: &Integer) -> Outcome {
        self.terms().int(value.to_ibig())
    }

    /// Sums and products in order.
    pub(crate) fn normal_sum(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        if self.terms().sort(term) != Sort::Int {
            return Ok(None);
        }
        let polynomial = self.polynomial(term)?;
        let sum = self.sum(&polynomial)?;
        self.equation_by("arith_poly_norm", term, sum)
    }

    /// One step of a comparison of integers towards its normal form.
    pub(crate) fn normal_comparison(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let Some(op @ (Known::Ge | Known::Gt | Known::Le | Known::Lt | Known::Eq)) = self.op(term)
        else {
            return Ok(None);
        };
        let args = self.args(term);
        let &[a, b] = &args[..] else {
            return Ok(None);
        };
        if self.terms().sort(a) != Sort::Int {
            return Ok(None);
        }
        match op {
            Known::Lt => return self.comparison_by("arith-elim-lt", a, b),
            Known::Gt => return self.comparison_by("arith-elim-gt", a, b),
            Known::Le => return self.comparison_by("arith-elim-leq", a, b),
            _ => {}
        }
        let (p, q) = (self.polynomial(a)?, self.polynomial(b)?);
        let difference = p.plus(&q, &(-1).into());
        if difference.is_constant() {
            return self.constant_comparison(term, op, a, b, &difference);
        }
        let content = difference.content();
        let sum = difference.linear_part();
        let bound = -difference.constant_part();
        let factor = if op == Known::Ge {
            content.abs()
        } else {
            content.clone()
        };
        let (sum, whole) = (
            Polynomial(
                sum.0
                    .iter()
                    .map(|(m, c)| (m.clone(), c.div_exact(&factor)))
                    .collect(),
            ),
            factor.divides(&bound),
        );
        let sum_term = self.sum(&sum)?;
        if !whole {
            return self.rounded_comparison(term, op, (a, b), sum_term, &factor, &bound);
        }
        let bound = bound.div_exact(&factor);
        if op == Known::Ge && content.is_negative() {
            return self.flipped_comparison(term, (a, b), &sum, &bound);
        }
        let bound = self.number(&bound)?;
        let to = self.app(op, &[sum_term, bound])?;
        self.scaled_comparison(term, to, &1.into(), &factor)
    }

    fn comparison_by(
        &mut self,
        rule: &'static str,
        a: Term,
        b: Term,
    ) -> Outcome<Option<Rewritten>> {
        let proof = self.step(rule, &[], &[a, b])?;
        self.by(proof).map(Some)
    }

    /// A comparison with a difference that is a number.
    fn constant_comparison(
        &mut self,
        term: Term,
        op: Known,
        a: Term,
        b: Term,
        difference: &Polynomial,
    ) -> Outcome<Option<Rewritten>> {
        if self.is_value(a) && self.is_value(b) {
            let proof = self.step("evaluate", &[], &[term])?;
            return self.by(proof).map(Some);
        }
        let constant = difference.constant_part();
        let (constant, zero) = (self.number(&constant)?, self.int(0)?);
        let to = self.app(op, &[constant, zero])?;
        self.scaled_comparison(term, to, &1.into(), &1.into())
    }

    /// Two comparisons whose differences, times factors, are the same.
    pub(crate) fn scaled_comparison(
        &mut self,
        from: Term,
        to: Term,
        p: &Integer,
        q: &Integer,
    ) -> Outcome<Option<Rewritten>> {
        if from == to {
            return Ok(None);
        }
        let mut scaled = Vec::new();
        for (term, factor) in [(from, p), (to, q)] {
            let sides = self.args(term);
            let difference = self.app(Known::Sub, &sides)?;
            let factor = self.number(factor)?;
            scaled.push(self.app(Known::Mul, &[factor, difference])?);
        }
        let premise = self.eq(scaled[0], scaled[1])?;
        let premise = self.step("arith_poly_norm", &[], &[premise])?;
        let equation = self.eq(from, to)?;
        let proof = self.step("arith_poly_norm_rel", &[premise], &[equation])?;
        Ok(Some(Rewritten {
            to,
            proof: Some(proof),
        }))
    }

    /// `s >= c` with a negative first coefficient says that not `-s >= 1 - c`.
    fn flipped_comparison(
        &mut self,
        term: Term,
        (a, b): (Term, Term),
        sum: &Polynomial,
        bound: &Integer,
    ) -> Outcome<Option<Rewritten>> {
        // a >= b, b <= a, -s <= -c, not -s >= -c + 1.
        let proof = self.step("arith-elim-leq", &[], &[b, a])?;
        let at_most = self.app(Known::Le, &[b, a])?;
        let first = Rewritten {
            to: at_most,
            proof: self.symm(Some(proof))?,
        };
        let minus = sum.scaled(&(-1).into());
        let (minus, least) = (self.sum(&minus)?, self.number(&-bound)?);
        let to = self.app(Known::Le, &[minus, least])?;
        let middle = self.relate(at_most, to)?;
        let proof = self.step("arith-leq-norm", &[], &[minus, least])?;
        let last = self.by(proof)?;
        let flipped = self.then(first, middle)?;
        let flipped = self.then(flipped, last)?;
        debug_assert_ne!(flipped.to, term);
        Ok(Some(flipped))
    }

    /// Two comparisons with the same differences up to a factor, which is found.
    fn relate(&mut self, from: Term, to: Term) -> Outcome<Rewritten> {
        let mut contents = Vec::new();
        for term in [from, to] {
            let sides = self.args(term);
            let difference = self.app(Known::Sub, &sides)?;
            contents.push(self.polynomial(difference)?.content().abs());
        }
        // Scaled crosswise, so that both have the same content.
        let scaled = self.scaled_comparison(from, to, &contents[1], &contents[0])?;
        Ok(scaled.unwrap_or(Rewritten::same(to)))
    }

    /// `g·s >= d` or `g·s = d` where `g` does not divide `d`.
    fn rounded_comparison(
        &mut self,
        term: Term,
        op: Known,
        (a, b): (Term, Term),
        sum: Term,
        factor: &Integer,
        bound: &Integer,
    ) -> Outcome<Option<Rewritten>> {
        let fraction = (self.terms()).fraction(bound.to_ibig(), factor.to_ibig())?;
        let real = self.app(Known::ToReal, &[sum])?;
        let to = self.app(op, &[real, fraction])?;
        // 1·(a - b) = g·(s - d/g), among rationals.
        let difference = self.app(Known::Sub, &[a, b])?;
        let difference = self.app(Known::ToReal, &[difference])?;
        let one = self.terms().fraction(1.into(), 1.into())?;
        let left = self.app(Known::Mul, &[one, difference])?;
        let difference = self.app(Known::Sub, &[real, fraction])?;
        let factor = self.terms().fraction(factor.to_ibig(), 1.into())?;
        let right = self.app(Known::Mul, &[factor, difference])?;
        let premise = self.eq(left, right)?;
        let premise = self.step("arith_poly_norm", &[], &[premise])?;
        let equation = self.eq(term, to)?;
        let first = self.step("arith_poly_norm_rel", &[premise], &[equation])?;
        let first = self.by(first)?;
        // The fraction is no integer.
        let floor = self.app(Known::ToInt, &[fraction])?;
        let back = self.app(Known::ToReal, &[floor])?;
        let whole = self.eq(back, fraction)?;
        let whole = self.step("evaluate", &[], &[whole])?;
        let last = if op == Known::Eq {
            self.step("arith-int-eq-conflict", &[whole], &[sum, fraction])?
        } else {
            let one = self.int(1)?;
            let next = self.app(Known::Add, &[floor, one])?;
            let value = self.step("evaluate", &[], &[next])?;
            let least = self.by(value)?.to;
            let value = self.step("symm", &[value], &[])?;
            self.step(
                "arith-int-geq-tighten",
                &[whole, value],
                &[sum, fraction, least],
            )?
        };
        let last = self.by(last)?;
        self.then(first, last).map(Some)
    }
}
