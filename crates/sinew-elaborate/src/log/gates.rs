//! Clauses of Boolean structure: of assertions, and of terms that have a literal.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use super::read::{Clause, Part};
use super::{Search, Shown};
use crate::Elaborator;

impl Search<'_, '_> {
    /// A clause that an assertion, or a conjunct of one, is.
    pub(super) fn asserted(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        number: u64,
    ) -> Outcome<Shown> {
        let fact = self.part(proof, number)?;
        if let Ok(shown) = self.clause_of(proof, fact, &clause.literals) {
            return Ok(shown);
        }
        let formula = (proof.checker().formula(fact)).ok_or("a premise was never shown")?;
        let negated = self.negated(proof, formula);
        let op = proof.checker().terms().op(negated.unwrap_or(formula));
        let rule = match (op, negated) {
            (Op::Known(Known::And), Some(_)) => "not_and",
            (Op::Known(Known::Implies), None) => "implies_elim",
            _ => return Err("an assertion is no clause".into()),
        };
        let fact = proof.checker().step(rule, &[fact], &[], None)?;
        self.clause_of(proof, fact, &clause.literals)
    }

    fn negated(&self, proof: &mut Elaborator, formula: Term) -> Option<Term> {
        let terms = proof.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[inner]) => Some(inner),
            _ => None,
        }
    }

    /// Shows an assertion or a part of one, by its number in the log.
    fn part(&mut self, proof: &mut Elaborator, root: u64) -> Outcome<Fact> {
        let mut path = Vec::new();
        let mut number = root;
        let mut fact = loop {
            if let Some(&fact) = self.facts.get(&number) {
                break fact;
            }
            match self.entries.parts.get(&number) {
                Some(&Part::Asserted(term)) => break self.assertions.fact(proof, term)?,
                Some(&Part::Conjunct(parent, ..)) => {
                    path.push(number);
                    number = parent;
                }
                None => return Err("the log has no such assertion".into()),
            }
        };
        self.facts.insert(number, fact);
        for number in path.into_iter().rev() {
            let Some(&Part::Conjunct(_, term, negated)) = self.entries.parts.get(&number) else {
                return Err("the log has no such assertion".into());
            };
            let part = proof.term(self.store, term)?;
            fact = self.conjunct(proof, fact, part, negated)?;
            self.facts.insert(number, fact);
        }
        Ok(fact)
    }

    fn conjunct(
        &mut self,
        proof: &mut Elaborator,
        fact: Fact,
        part: Term,
        negated: bool,
    ) -> Outcome<Fact> {
        let mut fact = fact;
        let mut formula = (proof.checker().formula(fact)).ok_or("a premise was never shown")?;
        // A doubly negated formula is looked through.
        while let Some(inner) = self.negated(proof, formula)
            && let Some(innermost) = self.negated(proof, inner)
        {
            fact = proof.checker().step("not_not_elim", &[fact], &[], None)?;
            formula = innermost;
        }
        let inner = self.negated(proof, formula);
        let terms = proof.checker().terms();
        let body = inner.unwrap_or(formula);
        let place = terms.args(body).iter().position(|&arg| arg == part);
        let place = place.ok_or("this is no part of the formula")?;
        let (op, last) = (terms.op(body), place + 1 == terms.args(body).len());
        let place = terms.int(place.into())?;
        let checker = proof.checker();
        match (op, inner, negated) {
            (Op::Known(Known::And), None, false) => {
                checker.step("and_elim", &[fact], &[place], None)
            }
            (Op::Known(Known::Or), Some(_), true) => {
                checker.step("not_or_elim", &[fact], &[place], None)
            }
            (Op::Known(Known::Implies), Some(_), true) if last => {
                checker.step("not_implies_elim2", &[fact], &[], None)
            }
            (Op::Known(Known::Implies), Some(_), false) if !last => {
                checker.step("not_implies_elim1", &[fact], &[], None)
            }
            _ => Err("this is no part of the formula".into()),
        }
    }

    /// A clause that says what a Boolean term with a literal means.
    pub(super) fn gate(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        term: sinew_term::Term,
    ) -> Outcome<Shown> {
        let gate = proof.term(self.store, term)?;
        let terms = proof.checker().terms();
        let (op, args) = (terms.op(gate), terms.args(gate).to_vec());
        let Op::Known(op) = op else {
            return Err("this is no Boolean structure".into());
        };
        if op == Known::True {
            let same = proof.refl(gate)?;
            let fact = proof.checker().step("true_elim", &[same], &[], None)?;
            return self.clause_of(proof, fact, &clause.literals);
        }
        let whole: &[&str] = match op {
            Known::And => &["cnf_and_neg"],
            Known::Or => &["cnf_or_pos"],
            Known::Implies => &["cnf_implies_pos", "cnf_implies_neg1", "cnf_implies_neg2"],
            Known::Xor => &[
                "cnf_xor_pos1",
                "cnf_xor_pos2",
                "cnf_xor_neg1",
                "cnf_xor_neg2",
            ],
            Known::Eq => &[
                "cnf_equiv_pos1",
                "cnf_equiv_pos2",
                "cnf_equiv_neg1",
                "cnf_equiv_neg2",
            ],
            Known::Ite => &[
                "cnf_ite_pos1",
                "cnf_ite_pos2",
                "cnf_ite_pos3",
                "cnf_ite_neg1",
                "cnf_ite_neg2",
                "cnf_ite_neg3",
            ],
            _ => return Err("this is no Boolean structure".into()),
        };
        for &rule in whole {
            if let Some(shown) = self.instance(proof, clause, rule, &[gate])? {
                return Ok(shown);
            }
        }
        let one = match op {
            Known::And => "cnf_and_pos",
            Known::Or => "cnf_or_neg",
            _ => return Err("no clause of the term is this one".into()),
        };
        for place in 0..args.len() {
            let place = proof.checker().terms().int(place.into())?;
            if let Some(shown) = self.instance(proof, clause, one, &[gate, place])? {
                return Ok(shown);
            }
        }
        Err("no clause of the term is this one".into())
    }

    /// The instance of a rule without premises, if it says the clause.
    fn instance(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        rule: &str,
        args: &[Term],
    ) -> Outcome<Option<Shown>> {
        let formula = proof.checker().conclude(rule, &[], args)?;
        let members = proof.checker().terms().args(formula).to_vec();
        if members.len() < clause.literals.len() {
            return Ok(None);
        }
        for member in members {
            if !self.says_one_of(proof, member, &clause.literals)? {
                return Ok(None);
            }
        }
        let fact = proof.checker().step(rule, &[], args, None)?;
        self.clause_of(proof, fact, &clause.literals).map(Some)
    }

    /// What a conditional term equals.
    pub(super) fn conditional(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        term: sinew_term::Term,
    ) -> Outcome<Shown> {
        let conditional = proof.term(self.store, term)?;
        let both = proof.checker().step("ite_eq", &[], &[conditional], None)?;
        for rule in ["ite_elim1", "ite_elim2"] {
            let fact = proof.checker().step(rule, &[both], &[], None)?;
            if let Ok(shown) = self.clause_of(proof, fact, &clause.literals) {
                return Ok(shown);
            }
        }
        Err("the clause does not say what the term equals".into())
    }
}
