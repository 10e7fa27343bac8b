//! Formulas about strings as memberships, and languages without words.

use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::congruence::Equations;

/// How often equations are gone through to find what their sides say about each other.
const ROUNDS: usize = 2;

impl Elaborator {
    /// `false`, from formulas about one string that no word satisfies.
    pub(crate) fn no_word(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut formulas = Vec::with_capacity(premises.len());
        for &premise in premises {
            formulas.push((self.checker().formula(premise)).ok_or("a premise was never shown")?);
        }
        'strings: for string in self.subjects(&formulas) {
            let mut members = Vec::with_capacity(premises.len());
            for (&premise, &formula) in premises.iter().zip(&formulas) {
                match self.membership_form(string, formula)? {
                    Some(equation) => members.push(self.resolve(premise, equation)?),
                    None => continue 'strings,
                }
            }
            return self.nowhere(&members);
        }
        Err("the formulas are about different strings".into())
    }

    /// `false`, from memberships of one string in languages that have no word in common.
    pub(crate) fn nowhere(&mut self, members: &[Fact]) -> Outcome<Fact> {
        let joint = self.in_all(members)?;
        let (formula, string, language) = self.membership(joint)?;
        let none = self.checker().terms().app(Known::ReNone, &[])?;
        let args = [language, none];
        let empty = (self.checker()).step("sinew_re_equal", &[], &args, None)?;
        let equation = self.cong(formula, &[empty])?;
        let nowhere = (self.checker()).step("re-in-empty", &[], &[string], None)?;
        let equation = self.trans(&[equation, nowhere])?;
        self.resolve(joint, Some(equation))
    }

    /// The membership in the intersection.
    pub(crate) fn in_all(&mut self, members: &[Fact]) -> Outcome<Fact> {
        let (&first, rest) = members.split_first().ok_or("a membership was expected")?;
        rest.iter().try_fold(first, |joint, &member| {
            (self.checker()).step("re_inter", &[member, joint], &[], None)
        })
    }

    /// The formula, the string and the language of a membership that was shown.
    pub(crate) fn membership(&mut self, fact: Fact) -> Outcome<(Term, Term, Term)> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::InRe), &[string, language]) => Ok((formula, string, language)),
            _ => Err("a membership was expected".into()),
        }
    }

    /// A formula about a string as a membership of it; nothing if it is none.
    pub(crate) fn as_membership(&mut self, fact: Fact) -> Outcome<Option<Fact>> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        for string in self.subjects(&[formula]) {
            if let Some(equation) = self.membership_form(string, formula)? {
                return self.resolve(fact, equation).map(Some);
            }
        }
        Ok(None)
    }

    /// What memberships without a common word say: `false`, or that one of them does not hold.
    pub(crate) fn no_common_word(&mut self, premises: &[Fact], conclusion: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let literals = match terms.op(conclusion) {
            Op::Known(Known::Or) => terms.args(conclusion).to_vec(),
            Op::Known(Known::Not) => vec![conclusion],
            _ => return self.no_word_in_parts(premises),
        };
        let mut members = Vec::with_capacity(literals.len());
        for literal in literals {
            let (Op::Known(Known::Not), &[member]) = (terms.op(literal), terms.args(literal))
            else {
                return Err("a negation was expected".into());
            };
            members.push(member);
        }
        let depth = self.checker().depth();
        let mut facts = premises.to_vec();
        for &member in &members {
            facts.push(self.checker().assume_push(member)?);
        }
        let mut refuted = match self.no_word_in_parts(&facts) {
            Ok(refuted) => refuted,
            Err(why) => {
                self.checker().leave_to(depth);
                return Err(why);
            }
        };
        for _ in &members {
            refuted = self.checker().step_pop("scope", &[refuted], None)?;
        }
        let no = self.checker().terms().boolean(false)?;
        let denied = (self.checker()).step("process_scope", &[refuted], &[no], None)?;
        match members.len() {
            1 => Ok(denied),
            _ => self.checker().step("not_and", &[denied], &[], None),
        }
    }

    /// `false`, from memberships of a concatenation and of its components, or of the components of two equal ones.
    pub(crate) fn no_word_in_parts(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut members: Vec<(Term, Fact)> = Vec::new();
        let mut equations = Vec::new();
        for &premise in premises {
            if let Some(member) = self.as_membership(premise)? {
                let (_, string, _) = self.membership(member)?;
                members.push((string, member));
            } else if let Some((left, right)) = self.sides(premise).filter(|(a, b)| a != b) {
                equations.push((left, right, premise));
                equations.push((right, left, self.symm(premise)?));
            }
        }
        let asserted = members.clone();
        if let Some(whole) = self.longest(&members) {
            let joint = self.joint(whole, &members)?;
            match self.nowhere(&[joint]) {
                Err(Failure::Wrong(_)) => {}
                shown => return shown,
            }
        }
        // What is known of a string after one round may say something about those that it is a part of.
        for _ in 0..ROUNDS {
            for &(left, right, equation) in &equations {
                if self.checker().terms().sort(left) != Sort::String {
                    continue;
                }
                let moved = self.carried_over(left, right, equation, &members)?;
                let here = self.joint(left, &asserted)?;
                match self.nowhere(&[moved, here]) {
                    Err(Failure::Wrong(_)) => {}
                    shown => return shown,
                }
                if self.checker().terms().op(left) != Op::Known(Known::Concat) {
                    members.retain(|known| known.0 != left || asserted.contains(known));
                    members.push((left, moved));
                }
            }
        }
        Err("the languages have words in common".into())
    }

    /// What holds of the right side of an equation, said of the left.
    fn carried_over(
        &mut self,
        left: Term,
        right: Term,
        equation: Fact,
        members: &[(Term, Fact)],
    ) -> Outcome<Fact> {
        let joint = self.joint(right, members)?;
        let (formula, _, language) = self.membership(joint)?;
        let there = (self.checker().terms()).app(Known::InRe, &[left, language])?;
        let mut known = Equations::from_iter([((left, right), equation)]);
        let same = self.congruent(there, formula, &mut known)?;
        let same = same.ok_or("an equation was expected")?;
        let back = self.symm(same)?;
        self.resolve(joint, Some(back))
    }

    /// The string of most components among those of memberships.
    fn longest(&mut self, members: &[(Term, Fact)]) -> Option<Term> {
        let mut whole: Option<(usize, Term)> = None;
        for &(string, _) in members {
            let terms = self.checker().terms();
            let size = match terms.op(string) {
                Op::Known(Known::Concat) => terms.args(string).len(),
                _ => 1,
            };
            if whole.is_none_or(|(largest, _)| size > largest) {
                whole = Some((size, string));
            }
        }
        whole.map(|(_, whole)| whole)
    }

    /// All that memberships say of a string: of itself, and of its components.
    fn joint(&mut self, string: Term, members: &[(Term, Fact)]) -> Outcome<Fact> {
        let about = |string: Term| -> Vec<Fact> {
            let members = members.iter().filter(|(other, _)| *other == string);
            members.map(|&(_, fact)| fact).collect()
        };
        let mut joint = about(string);
        let terms = self.checker().terms();
        if terms.op(string) == Op::Known(Known::Concat) {
            let list = terms.args(string).to_vec();
            let mut parts = Vec::with_capacity(list.len());
            for part in list {
                let known = about(part);
                parts.push(match known[..] {
                    [] => self.somewhere(part)?,
                    _ => self.in_all(&known)?,
                });
            }
            joint.push(self.checker().step("re_concat", &parts, &[], None)?);
        }
        match joint[..] {
            [] => self.somewhere(string),
            _ => self.in_all(&joint),
        }
    }

    /// A membership that holds anyway: of a word in itself, of others in the language of all words.
    pub(crate) fn somewhere(&mut self, string: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let truth = if terms.as_str(string).is_some() {
            let word = terms.app(Known::ToRe, &[string])?;
            let member = terms.app(Known::InRe, &[string, word])?;
            let truth = terms.boolean(true)?;
            let holds = terms.app(Known::Eq, &[member, truth])?;
            (self.checker()).step("str-in-re-eval", &[], &[holds], None)?
        } else {
            (self.checker()).step("re-in-sigma-star", &[], &[string], None)?
        };
        self.checker().step("true_elim", &[truth], &[], None)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn equal_concatenations_without_a_common_word_are_refuted_and_others_are_not() {
        for (premises, shown) in [
            (
                &[
                    "(= (str.++ x \"a\" y) (str.++ \"b\" z))",
                    "(not (str.contains x \"b\"))",
                ][..],
                true,
            ),
            (
                &[
                    "(= (str.++ x \"a\" y) (str.++ x \"a\" y))",
                    "(str.in_re (str.++ x \"a\" y) (re.* (str.to_re \"b\")))",
                ],
                true,
            ),
            (
                &[
                    "(= x (str.++ u y v))",
                    "(= y (str.++ z \"a\"))",
                    "(str.in_re x (re.* (str.to_re \"b\")))",
                ],
                true,
            ),
            (
                &[
                    "(= (str.++ x \"b\" y) (str.++ \"b\" z))",
                    "(not (str.contains x \"b\"))",
                ],
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(premises);
            let goal = bench.term("false");
            let found = bench.proof.no_common_word(&facts, goal);
            assert_eq!(found.is_ok(), shown, "{premises:?}: {found:?}");
        }
    }

    #[test]
    fn clauses_deny_memberships_that_have_no_common_word() {
        for (second, shown) in [("b", true), ("a", false)] {
            let mut bench = Workbench::new(1_000_000);
            let goal = bench.term(&format!(
                "(or (not (str.in_re x (re.* (str.to_re \"a\")))) (not (str.in_re x (str.to_re \"{second}\"))))"
            ));
            let found = bench.proof.no_common_word(&[], goal);
            assert_eq!(found.is_ok(), shown, "{second}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(bench.proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
