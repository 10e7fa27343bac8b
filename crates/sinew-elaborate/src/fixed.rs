//! Facts about strings of fixed lengths: premises that contradict each other once certain lengths are supposed.
//!
//! The conclusion is that not all of these lengths are the right ones, so they are supposed, and put into the premises. An affix that is as long as its
//! string is that string; what is left is rewritten to `false`.

use dashu_int::IBig;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::equations::LITTLE;
use crate::library::{INDEX_FIRST, entry_of};

impl Elaborator {
    /// `not (and …)`, because the premises contradict the members.
    pub(crate) fn not_these_lengths(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Not), &[denied]) = (terms.op(conclusion), terms.args(conclusion))
        else {
            return Err("a negation was expected".into());
        };
        let no = terms.boolean(false)?;
        let depth = self.checker().depth();
        let supposed = self.checker().assume_push(denied)?;
        let refuted = match self.refuted_where(rule, premises, supposed) {
            Ok(refuted) => refuted,
            Err(why) => {
                self.checker().leave_to(depth);
                return Err(why);
            }
        };
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        (self.checker()).step("process_scope", &[implied], &[no], None)
    }

    fn refuted_where(&mut self, rule: &str, premises: &[Fact], supposed: Fact) -> Outcome<Fact> {
        let formula = (self.checker().formula(supposed)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let members = match terms.op(formula) {
            Op::Known(Known::And) => terms.args(formula).to_vec(),
            _ => vec![formula],
        };
        let mut lengths = Vec::with_capacity(members.len());
        for &member in &members {
            lengths.push(match members.len() {
                1 => supposed,
                _ => self.conjunct(supposed, member)?,
            });
        }
        if let Some(refuted) = self.found_elsewhere(premises, &lengths)? {
            return Ok(refuted);
        }
        let mut equations = Vec::new();
        for &length in &lengths {
            match self.sides(length) {
                Some((left, right)) if self.checker().terms().as_int(right).is_some() => {
                    equations.push((left, right, length));
                }
                _ => {}
            }
        }
        for &premise in premises {
            if let Some(equation) = self.whole_affix(premise, &lengths)? {
                equations.push(equation);
            }
        }
        // What is said with the lengths put in, and what is false of it by itself.
        let mut facts = Vec::with_capacity(premises.len());
        for &premise in premises {
            let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
            let equation = self.replaced(formula, &equations)?;
            facts.push(self.resolve(premise, equation)?);
        }
        let no = self.checker().terms().boolean(false)?;
        for &fact in &facts {
            let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
            if let Some(equation) = self.attempt_within(LITTLE, rule, formula, no)? {
                return self.resolve(fact, Some(equation));
            }
        }
        if equations.is_empty() {
            return Err("no length is known".into());
        }
        self.implied_by(&facts, no)
    }

    /// `false`, where a word is said not to be found before a place where it stands.
    fn found_elsewhere(&mut self, premises: &[Fact], lengths: &[Fact]) -> Outcome<Option<Fact>> {
        let mut places = Vec::new();
        for &premise in premises {
            let Some((left, right)) = self.sides(premise) else {
                continue;
            };
            let mirrored = self.symm(premise)?;
            for (part, word, fact) in [(left, right, premise), (right, left, mirrored)] {
                let terms = self.checker().terms();
                if terms.op(part) == Op::Known(Known::Substr) && terms.as_str(word).is_some() {
                    places.push((part, word, fact));
                }
            }
        }
        for &length in lengths {
            let formula = (self.checker().formula(length)).ok_or("a premise was never shown")?;
            let terms = self.checker().terms();
            let sides = terms.args(formula).to_vec();
            let found = (sides.iter()).find(|&&side| terms.op(side) == Op::Known(Known::IndexOf));
            let Some(&index) = found else { continue };
            for &(part, word, fact) in &places {
                if let Some(refuted) = self.against_place(index, (part, word, fact), length)? {
                    return Ok(Some(refuted));
                }
            }
        }
        Ok(None)
    }

    /// `false`, where what is supposed of an index contradicts that the word stands at a place.
    fn against_place(
        &mut self,
        index: Term,
        (part, word, fact): (Term, Term, Fact),
        supposed: Fact,
    ) -> Outcome<Option<Fact>> {
        let terms = self.checker().terms();
        let (&[text, sought, from], &[whole, at, count]) = (terms.args(index), terms.args(part))
        else {
            return Ok(None);
        };
        if text != whole || sought != word {
            return Ok(None);
        }
        let names = [
            ("s", text),
            ("w", word),
            ("i", from),
            ("k", at),
            ("n", count),
        ];
        let entry = entry_of(INDEX_FIRST).ok_or("the library has no such entry")?;
        let formula = self.checker().read_term(entry.formula, &names)?;
        let terms = self.checker().terms();
        let conditions = terms.args(terms.args(formula)[0]).to_vec();
        let mut facts = vec![fact];
        for &condition in &conditions[1..] {
            match self.evident(condition)? {
                Some(fact) => facts.push(fact),
                None => return Ok(None),
            }
        }
        let holds = self.checker().step("and_intro", &facts, &[], None)?;
        let implied = self.entry(INDEX_FIRST, &names)?;
        let bounds = (self.checker()).step("modus_ponens", &[holds, implied], &[], None)?;
        let line = self.line(supposed)?;
        for which in 0..2_u64 {
            let which = self.checker().terms().int(which.into())?;
            let bound = (self.checker()).step("and_elim", &[bounds], &[which], None)?;
            let bound = self.line(bound)?;
            let both = [(IBig::ONE, line.clone()), (IBig::ONE, bound)];
            let sum = self.sum_of_lines(&both)?;
            if let Some(refuted) = self.false_line(&sum)? {
                return Ok(Some(refuted));
            }
        }
        Ok(None)
    }

    /// The equation between an affix and its string, if they are equally long.
    fn whole_affix(
        &mut self,
        premise: Fact,
        lengths: &[Fact],
    ) -> Outcome<Option<(Term, Term, Fact)>> {
        let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let args = terms.args(formula).to_vec();
        let (rule, part, whole) = match (terms.op(formula), &args[..]) {
            (Op::Known(Known::PrefixOf), &[part, whole]) => ("str-prefixof-elim", part, whole),
            (Op::Known(Known::SuffixOf), &[part, whole]) => ("str-suffixof-elim", part, whole),
            _ => return Ok(None),
        };
        let (short, long) = (
            terms.app(Known::Len, &[part])?,
            terms.app(Known::Len, &[whole])?,
        );
        let same = terms.app(Known::Eq, &[short, long])?;
        let same = match self.implied_by(lengths, same) {
            Err(Failure::Wrong(_)) => return Ok(None),
            shown => shown?,
        };
        // part = substr(whole, …, |part|) = substr(whole, …, |whole|) = whole
        let meaning = self.checker().step(rule, &[], &[part, whole], None)?;
        let slice = self.resolve(premise, Some(meaning))?;
        let (_, right) = self.sides(slice).ok_or("an equation was expected")?;
        let exactly = self.replaced(right, &[(short, long, same)])?;
        let exactly = exactly.ok_or("the length does not occur")?;
        let (_, right) = self.sides(exactly).ok_or("an equation was expected")?;
        let all = self.attempt("fixed-length", right, whole)?;
        let all = all.ok_or("no rewrite was found")?;
        let equation = self.trans(&[slice, exactly, all])?;
        Ok(Some((part, whole, equation)))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn lengths_that_contradict_premises_are_excluded_and_others_are_not() {
        for (premises, conclusion, shown) in [
            (
                &[
                    "(not (str.suffixof x (str.substr y 0 1)))",
                    "(str.prefixof x (str.substr y 0 1))",
                ][..],
                "(not (and (= (str.len x) 1) (>= (str.len y) 1)))",
                true,
            ),
            (
                &[
                    "(not (str.suffixof x (str.substr y 0 2)))",
                    "(str.prefixof x (str.substr y 0 2))",
                ],
                "(not (and (= (str.len x) 1) (>= (str.len y) 2)))",
                false,
            ),
            (
                &[
                    "(not (str.prefixof \"a\" x))",
                    "(= \"a\" (str.substr x (+ (str.len x) -1) 1))",
                ],
                "(not (= (+ (str.len x) -1) 0))",
                true,
            ),
            (
                &[
                    "(not (str.prefixof \"a\" x))",
                    "(= \"a\" (str.substr x (+ (str.len x) -1) 1))",
                ],
                "(not (= (+ (str.len x) -1) 1))",
                false,
            ),
            (
                &["(= \"a\" (str.substr x 18 1))"],
                "(not (and (>= (str.indexof x \"a\" 17) 19) (>= (str.len x) 19)))",
                true,
            ),
            (
                &["(= \"a\" (str.substr x 18 1))"],
                "(not (and (>= (str.indexof x \"a\" 17) 18) (>= (str.len x) 19)))",
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(premises);
            let goal = bench.term(conclusion);
            let proof = &mut bench.proof;
            let found = proof.not_these_lengths("fixed-length", &facts, goal);
            assert_eq!(found.is_ok(), shown, "{conclusion}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
