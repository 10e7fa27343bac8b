//! What the length of a string says about the number that it is the numeral of.

use dashu_int::IBig;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

/// Numbers below a bound that are excluded one by one.
const BELOW: usize = 64;

impl Elaborator {
    /// `x ∈ r` from `to_int(x) >= n` for a small n, where r has no numeral of a smaller number; nothing if it is another formula.
    pub(crate) fn numeral_from(&mut self, premise: Fact) -> Outcome<Option<Fact>> {
        let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (Op::Known(Known::Ge), &[value, bound]) = (terms.op(formula), terms.args(formula))
        else {
            return Ok(None);
        };
        let (Op::Known(Known::StrToInt), &[string]) = (terms.op(value), terms.args(value)) else {
            return Ok(None);
        };
        let bound = terms
            .as_int(bound)
            .and_then(|bound| usize::try_from(bound).ok());
        let Some(bound) = bound.filter(|&bound| bound <= BELOW) else {
            return Ok(None);
        };
        let mut members = Vec::with_capacity(bound + 1);
        for smaller in 0..=bound {
            let number = (self.checker().terms()).int(IBig::from(smaller) - IBig::ONE)?;
            let meaning =
                (self.checker()).step("sinew_to_int_value", &[], &[string, number], None)?;
            let (equation, _) = self.sides(meaning).ok_or("an equation was expected")?;
            let denied = self.denied(equation, |proof, supposed| {
                proof.clash_of_bounds(&[supposed, premise])
            })?;
            let formula = (self.checker().formula(denied)).ok_or("a premise was never shown")?;
            let outside = self.cong(formula, &[meaning])?;
            let outside = self.resolve(denied, Some(outside))?;
            members.push(self.positive(outside)?);
        }
        self.in_all(&members).map(Some)
    }

    /// Shows what compares the length of a numeral with a number, and its value with a power of ten.
    pub(crate) fn digits(&mut self, conclusion: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (op, &[left, right]) = (terms.op(conclusion), terms.args(conclusion)) else {
            return Err("this compares no numeral".into());
        };
        let (lengths, rule) = match op {
            Op::Known(Known::Eq) => (left, "sinew_from_int_digits"),
            Op::Known(Known::Implies) => (right, "sinew_to_int_digits"),
            _ => return Err("this compares no numeral".into()),
        };
        let &[length, count] = terms.args(lengths) else {
            return Err("this compares no numeral".into());
        };
        let (Op::Known(Known::Len), &[string]) = (terms.op(length), terms.args(length)) else {
            return Err("this compares no numeral".into());
        };
        let valued = |&value: &Term| {
            terms.op(value) == Op::Known(Known::StrToInt) && terms.args(value) == [string]
        };
        let subject = match (op, terms.op(string), terms.args(string)) {
            (Op::Known(Known::Implies), ..) if terms.args(left).iter().any(valued) => string,
            (_, Op::Known(Known::FromInt), &[number]) => number,
            _ => return Err("this compares no numeral".into()),
        };
        let fact = (self.checker()).step(rule, &[], &[subject, count], None)?;
        match self.checker().formula(fact) == Some(conclusion) {
            true => Ok(fact),
            false => self.implied_by(&[fact], conclusion),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn numbers_are_excluded_one_by_one() {
        for (premises, refuted) in [
            (
                &[
                    "(>= (str.to_int x) 12)",
                    "(str.in_re x (re.+ (str.to_re \"0\")))",
                ][..],
                true,
            ),
            (
                &[
                    "(>= (str.to_int x) 12)",
                    "(str.in_re x (re.++ (re.* (str.to_re \"0\")) (str.to_re \"11\")))",
                ],
                true,
            ),
            (
                &[
                    "(>= (str.to_int x) 12)",
                    "(str.in_re x (re.++ (re.* (str.to_re \"0\")) (str.to_re \"12\")))",
                ],
                false,
            ),
            (
                &[
                    "(>= (str.to_int (str.substr x i 1)) 3)",
                    "(str.in_re x (re.* (re.range \"0\" \"2\")))",
                ],
                true,
            ),
            (
                &[
                    "(>= (str.to_int (str.substr x i 2)) 3)",
                    "(str.in_re x (re.* (re.range \"0\" \"2\")))",
                ],
                false,
            ),
            (
                &[
                    "(>= (str.to_int (str.substr x i 1)) 3)",
                    "(str.in_re x (re.* (re.range \"0\" \"3\")))",
                ],
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(premises);
            let found = bench.proof.no_word_left(&facts);
            assert_eq!(found.is_ok(), refuted, "{premises:?}: {found:?}");
        }
    }

    #[test]
    fn as_many_digits_as_the_number_has_and_no_others() {
        for (conclusion, shown) in [
            ("(= (<= (str.len (str.from_int n)) 2) (< n 100))", true),
            ("(= (<= (str.len (str.from_int n)) 2) (< n 101))", false),
            ("(= (<= (str.len (str.from_int n)) 2) (< j 100))", false),
            ("(=> (>= (str.to_int x) 100) (> (str.len x) 2))", true),
            ("(=> (>= (str.to_int x) 99) (> (str.len x) 2))", false),
            ("(=> (>= (str.to_int x) 100) (> (str.len y) 2))", false),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let goal = bench.term(conclusion);
            let proof = &mut bench.proof;
            let found = proof.digits(goal);
            assert_eq!(found.is_ok(), shown, "{conclusion}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
