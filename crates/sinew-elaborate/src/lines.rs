//! Sums of lines that leave no values, found by taking out one variable after the other (Fourier and Motzkin): for contradictions of which no certificate is known.

use std::collections::BTreeMap;

use dashu_int::IBig;
use dashu_int::ops::{Abs, Gcd};
use sinew_proof::cpc::{Fact, Known, Outcome};

use crate::Elaborator;
use crate::log::{Form, Line};

/// Lines that are looked at.
const LINES: usize = 400;

/// A sum of lines: what it comes to, and how often each of them is in it.
#[derive(Clone)]
struct Sum {
    form: Form,
    bound: IBig,
    times: BTreeMap<usize, IBig>,
}

impl Sum {
    /// The sum with another of the opposite sign, without this variable.
    fn without(&self, other: &Sum, variable: sinew_proof::cpc::Term) -> Sum {
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

/// How often each line is in a sum that is false.
fn false_sum(lines: &[Line]) -> Option<BTreeMap<usize, IBig>> {
    let mut sums: Vec<Sum> = (lines.iter().enumerate())
        .map(|(at, line)| Sum {
            form: line.form.clone(),
            bound: line.bound.clone(),
            times: BTreeMap::from([(at, IBig::ONE)]),
        })
        .collect();
    loop {
        let empty = sums
            .iter()
            .find(|sum| sum.form.is_empty() && sum.bound < IBig::ZERO);
        if let Some(sum) = empty {
            return Some(sum.times.clone());
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
        let (&variable, _) = signs
            .iter()
            .min_by_key(|(_, (above, below))| above * below)?;
        let (with, mut rest): (Vec<Sum>, Vec<Sum>) =
            (sums.into_iter()).partition(|sum| sum.form.contains_key(&variable));
        for above in with.iter().filter(|sum| sum.form[&variable] > IBig::ZERO) {
            for below in with.iter().filter(|sum| sum.form[&variable] < IBig::ZERO) {
                rest.push(above.without(below, variable));
                if rest.len() > LINES {
                    return None;
                }
            }
        }
        sums = rest;
    }
}

impl Elaborator {
    /// `false`, from lines, and from equations that do not hold.
    pub(crate) fn no_values(&mut self, lines: &[Line], different: &[Fact]) -> Outcome<Fact> {
        self.checker().terms().charge(lines.len() * lines.len())?;
        if let Some(times) = false_sum(lines) {
            let parts: Vec<(IBig, Line)> = (times.into_iter())
                .map(|(at, times)| (times, lines[at].clone()))
                .collect();
            let sum = self.sum_of_lines(&parts)?;
            let refuted = self.false_line(&sum)?;
            return refuted.ok_or_else(|| "the sum is not false".into());
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
        let (below, no) = (terms.app(Known::Le, &[sum, below])?, terms.boolean(false)?);
        let depth = self.checker().depth();
        let supposed = self.checker().assume_push(below)?;
        let refuted = (self.normal_line(supposed))
            .and_then(|line| self.no_values(&[lines, &[line]].concat(), rest))
            .inspect_err(|_| self.checker().leave_to(depth))?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        let above = (self.checker()).step("process_scope", &[implied], &[no], None)?;
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
            (
                &["(<= (* 2 i) n)", "(>= (+ 1 (* 2 i)) n)"],
                &["(not (= n (* 2 i)))"],
                false,
            ),
        ] {
            let mut bench = Workbench::new(100_000);
            let (facts, different) = (bench.suppose(facts), bench.suppose(different));
            let lines: Vec<_> = facts
                .iter()
                .map(|&fact| bench.proof.line(fact).expect("a line"))
                .collect();
            let found = bench.proof.no_values(&lines, &different);
            assert_eq!(found.is_ok(), refuted, "{found:?}");
        }
    }
}
