//! Quotients and remainders by numbers, as lines.
//!
//! `t mod n` is `t - n·(t div n)`, which is between 0 and `n - 1`: with that, comparisons of remainders are lines like others.

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::log::Line;

/// What `div(a, k)` and `mod(a, k)` are, for a number k.
pub(crate) struct Division {
    /// `mod(a, k) = a - k·div(a, k)`
    pub(crate) remainder: Fact,
    /// `k·div(a, k) <= a`, and `a < k·(div(a, k) ± 1)`
    pub(crate) bounds: [Fact; 2],
}

impl Elaborator {
    /// What is known of a division by a number that is not zero.
    pub(crate) fn division(&mut self, a: Term, k: Term) -> Outcome<Division> {
        let terms = self.checker().terms();
        let zero = terms.int(0.into())?;
        let by_zero = terms.app(Known::Eq, &[k, zero])?;
        let whole = terms.app(Known::ModTotal, &[a, k])?;
        let by_zero = self.checker().step("evaluate", &[], &[by_zero], None)?;
        let quotient = (self.checker()).step("arith-int-div-total", &[by_zero], &[a, k], None)?;
        let remainder = (self.checker()).step("arith-int-mod-total", &[by_zero], &[a, k], None)?;
        let meaning = self
            .checker()
            .step("arith_reduction", &[], &[whole], None)?;
        let formula = (self.checker().formula(meaning)).ok_or("a premise was never shown")?;
        // The calculus has a name for the quotient.
        let (div, total) = self.sides(quotient).ok_or("an equation was expected")?;
        let name = self.checker().terms().app(Known::Purify, &[total])?;
        let named = self.checker().step("skolem_intro", &[], &[name], None)?;
        let back = self.symm(quotient)?;
        let named = self.trans(&[named, back])?;
        let equation = self.replaced(formula, &[(name, div, named)])?;
        let meaning = self.resolve(meaning, equation)?;
        let mut parts = Vec::with_capacity(2);
        for place in [0, 1] {
            let place = self.checker().terms().int(place.into())?;
            parts.push(
                self.checker()
                    .step("and_elim", &[meaning], &[place], None)?,
            );
        }
        let remainder = self.trans(&[remainder, parts[0]])?;
        let bounds = parts[1];
        for place in [0, 1] {
            let place = self.checker().terms().int(place.into())?;
            parts.push(self.checker().step("and_elim", &[bounds], &[place], None)?);
        }
        Ok(Division {
            remainder,
            bounds: [parts[2], parts[3]],
        })
    }

    /// Quotients and remainders by numbers in the sums that a formula compares.
    fn divided(&mut self, formula: Term) -> Vec<(Known, Term, Term)> {
        let (mut found, mut work) = (Vec::new(), vec![formula]);
        while let Some(term) = work.pop() {
            let terms = self.checker().terms();
            match (terms.op(term), terms.args(term)) {
                (Op::Known(op @ (Known::Mod | Known::Div)), &[t, n])
                    if terms.as_int(n).is_some_and(|n| *n != IBig::ZERO) =>
                {
                    found.push((op, t, n));
                }
                (
                    Op::Known(
                        Known::Not
                        | Known::Eq
                        | Known::Le
                        | Known::Lt
                        | Known::Ge
                        | Known::Gt
                        | Known::Add
                        | Known::Sub
                        | Known::Neg
                        | Known::Mul,
                    ),
                    args,
                ) => work.extend(args),
                _ => {}
            }
        }
        found
    }

    /// A comparison with quotients for remainders.
    pub(crate) fn by_quotients(&mut self, fact: Fact) -> Outcome<Fact> {
        let mut fact = fact;
        loop {
            let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
            let mut equations = Vec::new();
            for (op, t, n) in self.divided(formula) {
                if op == Known::Mod {
                    let remainder = self.division(t, n)?.remainder;
                    let (left, right) = self.sides(remainder).ok_or("an equation was expected")?;
                    equations.push((left, right, remainder));
                }
            }
            match self.replaced(formula, &equations)? {
                Some(equation) => fact = self.resolve(fact, Some(equation))?,
                None => return Ok(fact),
            }
        }
    }

    /// The lines that bound the quotients in the sums that some formulas compare.
    pub(crate) fn quotient_lines(&mut self, formulas: &[Term]) -> Outcome<Vec<Line>> {
        let (mut lines, mut seen) = (Vec::new(), FxHashSet::default());
        for &formula in formulas {
            for (op, t, n) in self.divided(formula) {
                if op == Known::Div && seen.insert((t, n)) {
                    for bound in self.division(t, n)?.bounds {
                        lines.push(self.line(bound)?);
                    }
                }
            }
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn remainders_are_below_divisors() {
        for (formula, refuted) in [
            ("(< (mod i 4) 0)", true),
            ("(> (mod i 4) 3)", true),
            ("(> (mod i 4) 2)", false),
            ("(> (* 3 (div i 3)) i)", true),
            ("(> (* 3 (div i 3)) (- i 1))", false),
            ("(> (* -3 (div i -3)) i)", true),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let fact = bench.suppose(&[formula])[0];
            let proof = &mut bench.proof;
            let fact = proof.by_quotients(fact).expect("derivable");
            let formula = proof.checker().formula(fact).expect("shown");
            let mut lines = proof.quotient_lines(&[formula]).expect("derivable");
            lines.push(proof.line(fact).expect("a line"));
            let found = proof.no_values(&lines, &[]);
            assert_eq!(found.is_ok(), refuted, "{found:?}");
        }
    }
}
