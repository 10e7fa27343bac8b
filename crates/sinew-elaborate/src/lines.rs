//! Sums of lines that leave no values, found by taking out one variable after the other (Fourier and Motzkin): for contradictions of which no certificate is known.

use std::collections::BTreeMap;

use dashu_int::ops::{Abs, DivEuclid, Gcd, RemEuclid};
use dashu_int::{IBig, UBig};
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::log::{Form, Line};

/// Lines that are looked at.
const LINES: usize = 400;

/// A sum of lines: what it comes to, and how often each of them is in it.
#[derive(Clone)]
struct Sum {
    form: Form,
    bound: IBig,
    times: Times,
}

impl Sum {
    /// Whether its bound, divided by the common factor of its coefficients and rounded, is below those of lines about the same.
    fn says_more_divided(&self, lines: &[Line]) -> bool {
        let common =
            (self.form.values()).fold(IBig::ZERO, |gcd, coefficient| match gcd == IBig::ZERO {
                true => coefficient.clone().abs(),
                false => IBig::from(gcd.gcd(coefficient)),
            });
        if common <= IBig::ONE || (&self.bound).rem_euclid(&common) == UBig::ZERO {
            return false;
        }
        let bound = (&self.bound).div_euclid(&common);
        let same = |line: &&Line| {
            let forms = line.form.iter().zip(&self.form);
            line.form.len() == self.form.len()
                && forms
                    .clone()
                    .all(|((a, c), (b, d))| a == b && c * &common == *d)
        };
        !lines.iter().filter(same).any(|line| line.bound <= bound)
    }

    /// The sum with another of the opposite sign, without this variable.
    fn without(&self, other: &Sum, variable: Term) -> Sum {
        let (a, b) = (
            self.form[&variable].clone().abs(),
            other.form[&variable].clone().abs(),
        );
        let common = IBig::from((&a).gcd(&b));
        let (a, b) = (a / &common, b / &common);
        let mut sum = Sum {
            form: Form::new(),
            bound: &self.bound * &b + &other.bound * &a,
            times: BTreeMap::new(),
        };
        for (part, factor) in [(self, &b), (other, &a)] {
            for (&term, coefficient) in &part.form {
                *sum.form.entry(term).or_insert(IBig::ZERO) += coefficient * factor;
            }
            for (&line, times) in &part.times {
                *sum.times.entry(line).or_insert(IBig::ZERO) += times * factor;
            }
        }
        sum.form.retain(|_, coefficient| *coefficient != IBig::ZERO);
        sum
    }
}

/// How often each line is in a sum.
type Times = BTreeMap<usize, IBig>;

/// What is found among sums of lines.
#[derive(Default)]
struct Found {
    /// One that is false.
    refuted: Option<Times>,
    /// One whose bound is not among the values that its left side may have: divided by the common factor, it says more.
    cut: Option<Times>,
}

/// Two sums that are an equation together, and a variable with the coefficient 1 or -1 in it.
fn definition(sums: &[Sum]) -> Option<([usize; 2], Term)> {
    for (at, sum) in sums.iter().enumerate() {
        let unit = |(_, coefficient): &(&Term, &IBig)| (*coefficient).clone().abs() == IBig::ONE;
        let Some((&variable, _)) = sum.form.iter().find(unit) else {
            continue;
        };
        let opposite = |other: &Sum| {
            let forms = sum.form.iter().zip(&other.form);
            other.bound == -&sum.bound
                && other.form.len() == sum.form.len()
                && forms.into_iter().all(|((a, c), (b, d))| a == b && *c == -d)
        };
        if let Some(other) = sums.iter().position(opposite) {
            return Some(([at, other], variable));
        }
    }
    None
}

/// Puts in what variables are equal to, as long as no division is needed for it: so no value is lost or gained, and common factors show.
fn substituted(mut sums: Vec<Sum>) -> Vec<Sum> {
    while let Some((places, variable)) = definition(&sums) {
        let equation = places.map(|place| sums[place].clone());
        let rest = sums
            .iter()
            .enumerate()
            .filter(|(at, _)| !places.contains(at));
        let put_in = rest.map(|(_, sum)| match sum.form.get(&variable) {
            Some(coefficient) => {
                let above = *coefficient > IBig::ZERO;
                let opposite = |side: &&Sum| (side.form[&variable] > IBig::ZERO) != above;
                equation
                    .iter()
                    .find(opposite)
                    .map_or(sum.clone(), |side| sum.without(side, variable))
            }
            None => sum.clone(),
        });
        sums = put_in.collect();
    }
    sums
}

/// Looks for a sum that is false, or says more than its parts.
fn sums(lines: &[Line]) -> Found {
    let mut found = Found::default();
    let mut sums: Vec<Sum> = (lines.iter().enumerate())
        .map(|(at, line)| Sum {
            form: line.form.clone(),
            bound: line.bound.clone(),
            times: BTreeMap::from([(at, IBig::ONE)]),
        })
        .collect();
    sums = substituted(sums);
    loop {
        let empty = |sum: &&Sum| sum.form.is_empty() && sum.bound < IBig::ZERO;
        if let Some(sum) = sums.iter().find(empty) {
            found.refuted = Some(sum.times.clone());
            return found;
        }
        if found.cut.is_none() {
            let more = sums.iter().find(|sum| sum.says_more_divided(lines));
            found.cut = more.map(|sum| sum.times.clone());
        }
        let mut signs: BTreeMap<_, (usize, usize)> = BTreeMap::new();
        for (&term, coefficient) in sums.iter().flat_map(|sum| &sum.form) {
            let (above, below) = signs.entry(term).or_default();
            *(if *coefficient > IBig::ZERO {
                above
            } else {
                below
            }) += 1;
        }
        let cheapest = signs.iter().min_by_key(|(_, (above, below))| above * below);
        let Some((&variable, _)) = cheapest else {
            return found;
        };
        let (with, mut rest): (Vec<Sum>, Vec<Sum>) =
            (sums.into_iter()).partition(|sum| sum.form.contains_key(&variable));
        for above in with.iter().filter(|sum| sum.form[&variable] > IBig::ZERO) {
            for below in with.iter().filter(|sum| sum.form[&variable] < IBig::ZERO) {
                rest.push(above.without(below, variable));
                if rest.len() > LINES {
                    return found;
                }
            }
        }
        sums = rest;
    }
}

impl Elaborator {
    /// Whether a formula denies an equation.
    pub(crate) fn is_different(&mut self, formula: Term) -> bool {
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[inner]) => terms.op(inner) == Op::Known(Known::Eq),
            _ => false,
        }
    }

    fn sum_of_times(&mut self, lines: &[Line], times: Times) -> Outcome<Line> {
        let parts: Vec<(IBig, Line)> = (times.into_iter())
            .map(|(at, times)| (times, lines[at].clone()))
            .collect();
        self.sum_of_lines(&parts)
    }

    /// `false`, from lines, and from equations that do not hold.
    pub(crate) fn no_values(&mut self, lines: &[Line], different: &[Fact]) -> Outcome<Fact> {
        self.checker().terms().charge(lines.len() * lines.len())?;
        let found = sums(lines);
        if let Some(times) = found.refuted {
            let sum = self.sum_of_times(lines, times)?;
            let refuted = self.false_line(&sum)?;
            return refuted.ok_or_else(|| "the sum is not false".into());
        }
        if let Some(times) = found.cut
            && lines.len() < LINES / 8
        {
            let cut = self.sum_of_times(lines, times)?;
            return self.no_values(&[lines, &[cut]].concat(), different);
        }
        let (&first, rest) = different.split_first().ok_or("there are values left")?;
        let formula = (self.checker().formula(first)).ok_or("a premise was never shown")?;
        let bounds = self
            .bounds_of(formula)?
            .ok_or("a comparison was expected")?;
        let hole = bounds.hole.ok_or("an excluded value was expected")?;
        let sum = self.sum(&bounds.form)?;
        let terms = self.checker().terms();
        let below = terms.int(hole - IBig::ONE)?;
        let below = terms.app(Known::Le, &[sum, below])?;
        let above = self.denied(below, |proof, supposed| {
            let line = proof.normal_line(supposed)?;
            proof.no_values(&[lines, &[line]].concat(), rest)
        })?;
        let line = self.line(above)?;
        let line = self.moved_off(line, first)?;
        self.no_values(&[lines, &[line]].concat(), rest)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn values_are_excluded_and_no_others() {
        for (facts, different, refuted) in [
            (
                &["(<= (+ i j) 3)", "(>= i 2)", "(>= j 2)"][..],
                &[][..],
                true,
            ),
            (&["(<= (+ i j) 4)", "(>= i 2)", "(>= j 2)"], &[], false),
            (
                &["(<= (* 2 i) n)", "(>= (* 2 i) n)"],
                &["(not (= n (* 2 i)))"],
                true,
            ),
            (&["(= n (* 2 i))", "(= n (+ 1 (* 2 j)))"], &[], true),
            (
                &["(<= (* 2 i) n)", "(>= (+ 1 (* 2 i)) n)"],
                &["(not (= n (* 2 i)))"],
                false,
            ),
        ] {
            let mut bench = Workbench::new(100_000);
            let (facts, different) = (bench.suppose(facts), bench.suppose(different));
            let lines: Vec<_> = (facts.iter())
                .flat_map(|&fact| bench.proof.faces(fact).expect("lines"))
                .collect();
            let found = bench.proof.no_values(&lines, &different);
            assert_eq!(found.is_ok(), refuted, "{found:?}");
        }
    }
}
