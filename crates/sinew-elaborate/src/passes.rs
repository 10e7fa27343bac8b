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
        let depth = self.checker().depth();
        let derived = match pass {
            "solve-eqs" | "propagate-facts" => self.reworded(pass, premises, conclusion),
            "lift-ite" => match self.equation_sides(conclusion) {
                Some((left, right)) => return self.law(pass, left, right),
                None => Err("an equation was expected".into()),
            },
            "refuted-values" => self.refuted_value(premises, conclusion),
            "cut-words" => self.inference("f-unify", premises, conclusion),
            "isolated-strings" => self.no_word(premises),
            "propagate-bounds" => match self.checker().terms().as_bool(conclusion) {
                Some(_) => self.clash_of_bounds(premises),
                None => self.decided_by_bound(premises, conclusion),
            },
            _ => Err("there is no derivation for this pass".into()),
        };
        match derived {
            Ok(fact) if self.checker().formula(fact) == Some(conclusion) => Ok(fact),
            Err(Failure::Budget) => Err(Failure::Budget),
            _ => {
                self.checker().leave_to(depth);
                self.leave_gap();
                self.checker().trust(pass, premises, conclusion)
            }
        }
    }

    /// What a quantified formula means: `¬contains(s, t)`, since no pieces that `s` consists of are as a universal formula says, and `t` with what is around it would be.
    pub(crate) fn no_such_pieces(&mut self, premises: &[Fact], conclusion: Term) -> Outcome<Fact> {
        let &[premise] = premises else {
            return Err("one premise was expected".into());
        };
        let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (Op::Known(Known::Not), &[denied]) = (terms.op(conclusion), terms.args(conclusion))
        else {
            return Err("a negation was expected".into());
        };
        let (Op::Known(Known::Forall), Op::Known(Known::Contains)) =
            (terms.op(formula), terms.op(denied))
        else {
            return Err("a universal formula and a containment were expected".into());
        };
        let no = terms.boolean(false)?;
        let supposed = self.checker().assume_push(denied)?;
        let pieces = self.around(supposed)?;
        let whole = self.right_side(pieces)?;
        let terms = self.checker().terms();
        let values = terms.args(whole).to_vec();
        let values = terms.app(Known::List, &values)?;
        let instance = (self.checker()).step("instantiate", &[premise], &[values], None)?;
        let refuted = self.implied_by(&[pieces, instance], no)?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        (self.checker()).step("process_scope", &[implied], &[no], None)
    }

    pub(crate) fn equation_sides(&mut self, formula: Term) -> Option<(Term, Term)> {
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Eq), &[left, right]) => Some((left, right)),
            _ => None,
        }
    }

    /// `(x = c) = false`, since the premise is false of c.
    fn refuted_value(&mut self, premises: &[Fact], conclusion: Term) -> Outcome<Fact> {
        let (&[premise], Some((equation, _))) = (premises, self.equation_sides(conclusion)) else {
            return Err("one premise and an equation were expected".into());
        };
        let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (no, denied) = (terms.boolean(false)?, terms.app(Known::Not, &[formula])?);
        let supposed = self.checker().assume_push(equation)?;
        let denied = self.inference("ext-simplify", &[supposed], denied)?;
        let refuted = (self.checker()).step("contra", &[premise, denied], &[], None)?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        let fact = (self.checker()).step("process_scope", &[implied], &[no], None)?;
        self.checker().step("false_intro", &[fact], &[], None)
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
        let equation = self.attempt(pass, formula, conclusion)?;
        let equation = equation.ok_or("no rewrite was found")?;
        self.resolve(premise, Some(equation))
    }
}
