//! Quotients and remainders of divisions by numbers, as lines.

use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::log::Line;

/// What `div(a, k)` and `mod(a, k)` are, for a number k.
struct Division {
    /// `mod(a, k) = a - k·div(a, k)`
    remainder: Fact,
    /// `k·div(a, k) <= a`, and `a < k·(div(a, k) ± 1)`
    bounds: [Fact; 2],
}

impl Elaborator {
    fn division(&mut self, a: Term, k: Term) -> Outcome<Division> {
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

    /// The divisions by numbers in a term: what is divided, and by what.
    fn divisions(&mut self, roots: &[Term], op: Known) -> Outcome<Vec<(Term, Term, Term)>> {
        let (mut work, mut seen) = (roots.to_vec(), FxHashSet::default());
        let mut found = Vec::new();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let terms = self.checker().terms();
            terms.charge(1)?;
            match (terms.op(term), terms.args(term)) {
                (Op::Known(known), &[a, k]) if known == op && terms.as_int(k).is_some() => {
                    found.push((term, a, k));
                }
                _ => {}
            }
            work.extend(terms.args(term));
        }
        Ok(found)
    }

    /// The lines that bound the quotients in some terms.
    pub(crate) fn quotient_lines(&mut self, roots: &[Term]) -> Outcome<Vec<Line>> {
        let mut lines = Vec::new();
        for (_, a, k) in self.divisions(roots, Known::Div)? {
            for bound in self.division(a, k)?.bounds {
                lines.push(self.line(bound)?);
            }
        }
        Ok(lines)
    }

    /// A fact without remainders: `a - k·div(a, k)` for `mod(a, k)`.
    pub(crate) fn without_remainders(&mut self, fact: Fact) -> Outcome<Fact> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let mut equations = Vec::new();
        for (term, a, k) in self.divisions(&[formula], Known::Mod)? {
            let meaning = self.division(a, k)?.remainder;
            let (_, right) = self.sides(meaning).ok_or("an equation was expected")?;
            equations.push((term, right, meaning));
        }
        let equation = self.replaced(formula, &equations)?;
        self.resolve(fact, equation)
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
            let fact = proof.without_remainders(fact).expect("derivable");
            let formula = proof.checker().formula(fact).expect("shown");
            let mut lines = proof.quotient_lines(&[formula]).expect("derivable");
            lines.push(proof.line(fact).expect("a line"));
            let found = proof.no_values(&lines, &[]);
            assert_eq!(found.is_ok(), refuted, "{found:?}");
        }
    }
}
