//! What the length of a string says about the number that it is the numeral of.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

impl Elaborator {
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
