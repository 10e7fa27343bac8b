//! What begins or ends with a word, as a membership.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

impl Elaborator {
    /// `x ∈ w·Σ*` from `prefixof(w, x)`, and `x ∈ Σ*·w` from `suffixof(w, x)`, for a word; nothing if it is another formula.
    pub(crate) fn affix_membership(&mut self, premise: Fact) -> Outcome<Option<Fact>> {
        let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (back, &[affix, string]) = (
            terms.op(formula) == Op::Known(Known::SuffixOf),
            terms.args(formula),
        ) else {
            return Ok(None);
        };
        let known = back || terms.op(formula) == Op::Known(Known::PrefixOf);
        if !known || terms.as_str(affix).is_none_or(<[u32]>::is_empty) {
            return Ok(None);
        }
        let (word, char) = (
            terms.app(Known::ToRe, &[affix])?,
            terms.app(Known::AllChar, &[])?,
        );
        let all = terms.app(Known::Star, &[char])?;
        let language = match back {
            true => terms.app(Known::ReConcat, &[all, word])?,
            false => terms.app(Known::ReConcat, &[word, all])?,
        };
        let member = terms.app(Known::InRe, &[string, language])?;
        let slice = self.end_of(premise, (affix, string), back)?;
        let shown = self.undeniable(member, |proof, supposed| {
            proof.not_outside(supposed, slice, back)
        });
        shown.map(Some)
    }

    /// `e ∈ w`, where e is as much of the string's end as the word is long.
    fn end_of(
        &mut self,
        premise: Fact,
        (affix, string): (Term, Term),
        back: bool,
    ) -> Outcome<Fact> {
        let rule = match back {
            true => "str-suffixof-elim",
            false => "str-prefixof-elim",
        };
        let meaning = (self.checker()).step(rule, &[], &[affix, string], None)?;
        let equation = self.resolve(premise, Some(meaning))?;
        let length = self.checker().terms().app(Known::Len, &[affix])?;
        let value = self.checker().step("evaluate", &[], &[length], None)?;
        let number = self.right_side(value)?;
        let formula = (self.checker().formula(equation)).ok_or("a premise was never shown")?;
        let known = self.replaced(formula, &[(length, number, value)])?;
        let equation = self.resolve(equation, known)?;
        let equation = self.symm(equation)?;
        let (slice, word) = self.sides(equation).ok_or("an equation was expected")?;
        let member = (self.checker()).step("re-in-cstring", &[], &[slice, word], None)?;
        let member = self.symm(member)?;
        self.resolve(equation, Some(member))
    }

    /// `false`, from what is in no such language, and its end, which is the word.
    fn not_outside(&mut self, supposed: Fact, slice: Fact, back: bool) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (back, no) = (terms.boolean(back)?, terms.boolean(false)?);
        let rule = "re_unfold_neg_concat_fixed";
        let clause = (self.checker()).step(rule, &[supposed], &[back], None)?;
        let formula = (self.checker().formula(clause)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let &[first, second] = terms.args(formula) else {
            return Err("two literals were expected".into());
        };
        let rest = terms.args(terms.args(second)[0])[0];
        let rest = self.somewhere(rest)?;
        self.without(clause, &[(first, slice), (second, rest)], no)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn affixes_are_memberships() {
        for (premise, member) in [
            (
                "(str.prefixof \"ab\" x)",
                Some("(str.in_re x (re.++ (str.to_re \"ab\") (re.* re.allchar)))"),
            ),
            (
                "(str.suffixof \"abc\" (str.++ x y))",
                Some("(str.in_re (str.++ x y) (re.++ (re.* re.allchar) (str.to_re \"abc\")))"),
            ),
            ("(str.prefixof y x)", None),
            ("(str.contains x \"a\")", None),
        ] {
            let mut bench = Workbench::new(100_000);
            let facts = bench.suppose(&[premise]);
            let found = bench.proof.affix_membership(facts[0]).expect("derivable");
            let shown = found.and_then(|fact| bench.proof.checker().formula(fact));
            let member = member.map(|member| bench.term(member));
            assert_eq!(shown, member, "{premise}");
        }
    }
}
