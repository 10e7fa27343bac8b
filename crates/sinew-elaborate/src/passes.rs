//! What passes over whole problems conclude, beyond rewriting: from formulas that were shown to the conclusion.

use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Term};

use crate::Elaborator;

impl Elaborator {
    /// Shows what a pass concluded; on trust, if there is no derivation.
    pub(crate) fn pass(
        &mut self,
        pass: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let derived = match pass {
            "solve-eqs" | "propagate-facts" => self.reworded(pass, premises, conclusion),
            "lift-ite" => match self.equation_sides(conclusion) {
                Some((left, right)) => return self.law(pass, left, right),
                None => Err("an equation was expected".into()),
            },
            "isolated-strings" => self.no_word(premises),
            _ => Err("there is no derivation for this pass".into()),
        };
        match derived {
            Ok(fact) if self.checker().formula(fact) == Some(conclusion) => Ok(fact),
            Err(Failure::Budget) => Err(Failure::Budget),
            _ => self.checker().trust(pass, premises, conclusion),
        }
    }

    fn equation_sides(&mut self, formula: Term) -> Option<(Term, Term)> {
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Eq), &[left, right]) => Some((left, right)),
            _ => None,
        }
    }

    /// One formula, as an equation: with its sides exchanged, as one about its truth, or solved for something.
    fn reworded(&mut self, pass: &str, premises: &[Fact], conclusion: Term) -> Outcome<Fact> {
        let &[premise] = premises else {
            return Err("one premise was expected".into());
        };
        let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        if formula == conclusion {
            return Ok(premise);
        }
        for rule in ["symm", "true_intro", "false_intro"] {
            if self.checker().conclude(rule, &[formula], &[]) == Ok(conclusion) {
                return self.checker().step(rule, &[premise], &[], None);
            }
        }
        match self.rewrite(pass, formula, conclusion) {
            Ok(equation) => self.resolve(premise, Some(equation)),
            Err(crate::Underivable::Budget) => Err(Failure::Budget),
            Err(crate::Underivable::NotFound) => Err("no rewrite was found".into()),
        }
    }

    /// `false`, from formulas about one string that no word satisfies.
    fn no_word(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut joint: Option<Fact> = None;
        for &premise in premises {
            let member = self.as_membership(premise)?;
            joint = Some(match joint {
                None => member,
                Some(joint) => (self.checker()).step("re_inter", &[member, joint], &[], None)?,
            });
        }
        let joint = joint.ok_or("a membership was expected")?;
        let (formula, string, language) = self.membership(joint)?;
        let empty = (self.checker()).step("sinew_re_empty", &[], &[language], None)?;
        let same = self.refl(string)?;
        let equation = self.cong(formula, &[same, empty])?;
        let nowhere = (self.checker()).step("re-in-empty", &[], &[string], None)?;
        let equation = self.trans(&[equation, nowhere])?;
        self.resolve(joint, Some(equation))
    }

    /// The formula, the string and the language of a membership that was shown.
    fn membership(&mut self, fact: Fact) -> Outcome<(Term, Term, Term)> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::InRe), &[string, language]) => Ok((formula, string, language)),
            _ => Err("a membership was expected".into()),
        }
    }

    /// A formula about a string as a membership of it.
    fn as_membership(&mut self, fact: Fact) -> Outcome<Fact> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let args = terms.args(formula).to_vec();
        match (terms.op(formula), &args[..]) {
            (Op::Known(Known::InRe), _) => Ok(fact),
            (Op::Known(Known::Not), &[atom]) => {
                let (string, language) = match (terms.op(atom), terms.args(atom)) {
                    (Op::Known(Known::InRe), &[string, language]) => (string, language),
                    _ => return Err("a membership was expected".into()),
                };
                let args = [string, language];
                let outside = (self.checker()).step("re-in-comp", &[], &args, None)?;
                let equation = self.symm(outside)?;
                self.resolve(fact, Some(equation))
            }
            _ => Err("a membership was expected".into()),
        }
    }
}
