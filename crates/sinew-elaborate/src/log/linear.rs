//! Comparisons of integers as lines `p <= k`, where `p` is a sum in a fixed order and `k` a number.

use std::collections::BTreeMap;

use dashu_int::IBig;
use dashu_int::ops::{Abs, DivRemEuclid, Gcd};
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;

/// Coefficients by term; none is zero.
pub(crate) type Form = BTreeMap<Term, IBig>;

/// `form <= bound`, shown in this form.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) fact: Fact,
    pub(crate) form: Form,
    pub(crate) bound: IBig,
}

impl Elaborator {
    /// The sum that an integer term is: coefficients of what is no sum, and a constant.
    pub(crate) fn linear(&mut self, root: Term) -> Outcome<(Form, IBig)> {
        let (mut form, mut constant) = (Form::new(), IBig::ZERO);
        let mut work = vec![(root, IBig::ONE)];
        while let Some((term, factor)) = work.pop() {
            let terms = self.checker().terms();
            terms.charge(1)?;
            if let Some(value) = terms.as_int(term) {
                constant += factor * value;
                continue;
            }
            let args = terms.args(term).to_vec();
            match (terms.op(term), &args[..]) {
                (Op::Known(Known::Add), args) => {
                    work.extend(args.iter().map(|&arg| (arg, factor.clone())));
                }
                (Op::Known(Known::Sub), &[a, b]) => {
                    work.push((b, -&factor));
                    work.push((a, factor));
                }
                (Op::Known(Known::Neg), &[a]) => work.push((a, -factor)),
                (Op::Known(Known::Mul), args) => {
                    let numbers = args.iter().filter_map(|&arg| terms.as_int(arg));
                    let scale: IBig = numbers.product();
                    let rest: Vec<Term> = (args.iter().copied())
                        .filter(|&arg| terms.as_int(arg).is_none())
                        .collect();
                    match rest[..] {
                        [] => constant += factor * scale,
                        [only] => work.push((only, factor * scale)),
                        _ => *form.entry(term).or_insert(IBig::ZERO) += factor,
                    }
                }
                _ => *form.entry(term).or_insert(IBig::ZERO) += factor,
            }
        }
        form.retain(|_, coefficient| *coefficient != IBig::ZERO);
        Ok((form, constant))
    }

    /// The term of a sum.
    pub(crate) fn sum(&mut self, form: &Form) -> Outcome {
        let terms = self.checker().terms();
        let mut parts = Vec::with_capacity(form.len());
        for (&term, coefficient) in form {
            parts.push(match *coefficient == IBig::ONE {
                true => term,
                false => {
                    let number = terms.int(coefficient.clone())?;
                    terms.app(Known::Mul, &[number, term])?
                }
            });
        }
        match parts[..] {
            [] => terms.int(IBig::ZERO),
            [only] => Ok(only),
            _ => terms.app(Known::Add, &parts),
        }
    }

    /// Shows `left = right` for comparisons by one relation whose differences, times these factors, are the same.
    pub(crate) fn scaled(
        &mut self,
        (left, by): (Term, &IBig),
        (right, times): (Term, &IBig),
    ) -> Outcome<Fact> {
        let mut sides = Vec::with_capacity(2);
        for (comparison, factor) in [(left, by), (right, times)] {
            let terms = self.checker().terms();
            let &[a, b] = terms.args(comparison) else {
                return Err("a comparison was expected".into());
            };
            let difference = terms.app(Known::Sub, &[a, b])?;
            let factor = terms.int(factor.clone())?;
            sides.push(terms.app(Known::Mul, &[factor, difference])?);
        }
        let same = self.checker().terms().app(Known::Eq, &sides)?;
        let premise = (self.checker()).step("arith_poly_norm", &[], &[same], None)?;
        let equation = self.checker().terms().app(Known::Eq, &[left, right])?;
        (self.checker()).step("arith_poly_norm_rel", &[premise], &[equation], None)
    }

    /// An inequality between integers as `a <= b`, by an equation with what was given: none if it is of this form.
    fn at_most(&mut self, formula: Term) -> Outcome<(Term, Vec<Fact>)> {
        let mut steps = Vec::new();
        let mut formula = formula;
        loop {
            let terms = self.checker().terms();
            let args = terms.args(formula).to_vec();
            let (rule, arguments, mirrored) = match (terms.op(formula), &args[..]) {
                (Op::Known(Known::Le), [_, _]) => return Ok((formula, steps)),
                (Op::Known(Known::Lt), &[a, b]) => ("arith-elim-int-lt", [a, b], false),
                (Op::Known(Known::Gt), &[a, b]) => ("arith-elim-int-gt", [a, b], false),
                (Op::Known(Known::Ge), &[a, b]) => ("arith-elim-leq", [b, a], true),
                (Op::Known(Known::Not), &[inner]) => {
                    let inside = terms.args(inner).to_vec();
                    match (terms.op(inner), &inside[..]) {
                        (Op::Known(Known::Ge), &[a, b]) => ("arith-geq-tighten", [a, b], false),
                        (Op::Known(op @ (Known::Le | Known::Lt | Known::Gt)), &[a, b]) => {
                            let rule = match op {
                                Known::Le => "arith-elim-leq",
                                Known::Lt => "arith-elim-int-lt",
                                _ => "arith-elim-int-gt",
                            };
                            let step = self.checker().step(rule, &[], &[a, b], None)?;
                            let step = self.cong(formula, &[step])?;
                            formula = self.right_side(step)?;
                            steps.push(step);
                            continue;
                        }
                        _ => return Err("an inequality was expected".into()),
                    }
                }
                _ => return Err("an inequality was expected".into()),
            };
            let step = self.checker().step(rule, &[], &arguments, None)?;
            let step = if mirrored { self.symm(step)? } else { step };
            formula = self.right_side(step)?;
            steps.push(step);
        }
    }

    pub(crate) fn right_side(&mut self, equation: Fact) -> Outcome {
        let sides = self.sides(equation);
        sides
            .map(|(_, right)| right)
            .ok_or_else(|| "an equation was expected".into())
    }

    /// A line of an inequality that was shown, or of an equation from left to right.
    pub(crate) fn line(&mut self, fact: Fact) -> Outcome<Line> {
        let fact = self.by_quotients(fact)?;
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let args = terms.args(formula).to_vec();
        let fact = match (terms.op(formula), &args[..]) {
            (Op::Known(Known::Eq), &[a, _]) if terms.sort(a) == Sort::Int => {
                self.checker().step("arith_sum_ub", &[fact], &[], None)?
            }
            _ => {
                let (_, steps) = self.at_most(formula)?;
                match steps[..] {
                    [] => fact,
                    _ => {
                        let equation = self.trans(&steps)?;
                        self.resolve(fact, Some(equation))?
                    }
                }
            }
        };
        self.normal_line(fact)
    }

    /// A shown `a <= b` as a line: divided by the gcd of its coefficients, the bound rounded down.
    pub(crate) fn normal_line(&mut self, fact: Fact) -> Outcome<Line> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let &[a, b] = self.checker().terms().args(formula) else {
            return Err("an inequality was expected".into());
        };
        let (mut form, mut constant) = self.linear(a)?;
        let (right, other) = self.linear(b)?;
        for (term, coefficient) in right {
            *form.entry(term).or_insert(IBig::ZERO) -= coefficient;
        }
        form.retain(|_, coefficient| *coefficient != IBig::ZERO);
        constant -= other;
        // form <= −constant
        let gcd = gcd(&form);
        let (bound, rest) = (-constant).div_rem_euclid(&gcd);
        let rest = IBig::from(rest);
        for coefficient in form.values_mut() {
            *coefficient = &*coefficient / &gcd;
        }
        let left = self.sum(&form)?;
        if rest == IBig::ZERO {
            let number = self.checker().terms().int(bound.clone())?;
            let normal = self.checker().terms().app(Known::Le, &[left, number])?;
            if normal == formula {
                return Ok(Line { fact, form, bound });
            }
            let equation = self.scaled((formula, &IBig::ONE), (normal, &gcd))?;
            let fact = self.resolve(fact, Some(equation))?;
            return Ok(Line { fact, form, bound });
        }
        // g·form <= g·bound + rest < g·(bound + 1)
        let next = &bound + IBig::ONE;
        let (zero, one) = (IBig::ZERO, IBig::ONE);
        let slack = &gcd - rest;
        let (zero, slack) = (
            self.checker().terms().int(zero)?,
            self.checker().terms().int(slack)?,
        );
        let positive = self.checker().terms().app(Known::Lt, &[zero, slack])?;
        let truth = self.checker().step("evaluate", &[], &[positive], None)?;
        let positive = self.checker().step("true_elim", &[truth], &[], None)?;
        let sum = self
            .checker()
            .step("arith_sum_ub", &[fact, positive], &[], None)?;
        let summed = (self.checker().formula(sum)).ok_or("a premise was never shown")?;
        let number = self.checker().terms().int(next)?;
        let strict = self.checker().terms().app(Known::Lt, &[left, number])?;
        let equation = self.scaled((summed, &one), (strict, &gcd))?;
        let strict = self.resolve(sum, Some(equation))?;
        let fact = self.checker().step("int_tight_ub", &[strict], &[], None)?;
        Ok(Line { fact, form, bound })
    }

    /// The sum of lines, each times a positive number.
    pub(crate) fn sum_of_lines(&mut self, lines: &[(IBig, Line)]) -> Outcome<Line> {
        let mut facts = Vec::with_capacity(lines.len());
        for (factor, line) in lines {
            if *factor == IBig::ONE {
                facts.push(line.fact);
                continue;
            }
            let formula = (self.checker().formula(line.fact)).ok_or("a premise was never shown")?;
            let &[a, b] = self.checker().terms().args(formula) else {
                return Err("an inequality was expected".into());
            };
            let number = self.checker().terms().int(factor.clone())?;
            let terms = self.checker().terms();
            let (a, b) = (
                terms.app(Known::Mul, &[number, a])?,
                terms.app(Known::Mul, &[number, b])?,
            );
            let larger = terms.app(Known::Le, &[a, b])?;
            let equation = self.scaled((formula, factor), (larger, &IBig::ONE))?;
            facts.push(self.resolve(line.fact, Some(equation))?);
        }
        let sum = match facts[..] {
            [only] => only,
            _ => self.checker().step("arith_sum_ub", &facts, &[], None)?,
        };
        self.normal_line(sum)
    }

    /// `false`, from a line without terms and with a negative bound.
    pub(crate) fn false_line(&mut self, line: &Line) -> Outcome<Option<Fact>> {
        if line.form.is_empty() && line.bound < IBig::ZERO {
            return self.absurd(line.fact).map(Some);
        }
        Ok(None)
    }

    /// Shows that two ways to write a constraint are the same: comparisons, or their negations.
    pub(crate) fn same_atom(&mut self, left: Term, right: Term) -> Outcome<Fact> {
        if let Ok(Some(fact)) = self.same_comparison(left, right) {
            return Ok(fact);
        }
        if let Some(fact) = self.attempt("shared-atom", right, left)? {
            return self.symm(fact);
        }
        self.law("shared-atom", left, right)
    }

    /// The same for equations, which must be.
    pub(crate) fn same_atom_exactly(&mut self, left: Term, right: Term) -> Outcome<Fact> {
        match self.same_comparison(left, right)? {
            Some(fact) => Ok(fact),
            None => self.refl(left),
        }
    }

    fn same_comparison(&mut self, left: Term, right: Term) -> Outcome<Option<Fact>> {
        let terms = self.checker().terms();
        let is_equation = |term| {
            matches!(terms.op(term), Op::Known(Known::Eq))
                && terms.sort(terms.args(term)[0]) == Sort::Int
        };
        if is_equation(left) && is_equation(right) {
            let (one, other) = (self.common_factor(left)?, self.common_factor(right)?);
            return self.scaled((left, &other), (right, &one)).map(Some);
        }
        let (first, mut steps) = self.at_most(left)?;
        let (second, back) = self.at_most(right)?;
        if first != second {
            let one = self.common_factor(first)?.abs();
            let other = self.common_factor(second)?.abs();
            steps.push(self.scaled((first, &other), (second, &one))?);
        }
        for step in back.into_iter().rev() {
            steps.push(self.symm(step)?);
        }
        match steps[..] {
            [] => Ok(None),
            _ => self.trans(&steps).map(Some),
        }
    }

    /// The gcd of the coefficients in the difference of a comparison's sides, with the sign of the first.
    fn common_factor(&mut self, comparison: Term) -> Outcome<IBig> {
        let &[a, b] = self.checker().terms().args(comparison) else {
            return Err("a comparison was expected".into());
        };
        let (mut form, _) = self.linear(a)?;
        let (right, _) = self.linear(b)?;
        for (term, coefficient) in right {
            *form.entry(term).or_insert(IBig::ZERO) -= coefficient;
        }
        form.retain(|_, coefficient| *coefficient != IBig::ZERO);
        let negative = form
            .values()
            .next()
            .is_some_and(|first| *first < IBig::ZERO);
        let gcd = gcd(&form);
        Ok(if negative { -gcd } else { gcd })
    }
}

/// The gcd of the coefficients; 1 if there is none.
fn gcd(form: &Form) -> IBig {
    let mut gcd = IBig::ZERO;
    for coefficient in form.values() {
        gcd = match gcd == IBig::ZERO {
            true => coefficient.clone().abs(),
            false => IBig::from((&gcd).gcd(coefficient)),
        };
    }
    if gcd == IBig::ZERO { IBig::ONE } else { gcd }
}
