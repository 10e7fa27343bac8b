//! Clauses that the engine and its theories hold valid.
//!
//! Most are shown by contradiction: the negations of their literals are supposed, each in a scope, until `false` follows.

use sinew_engine::Premise;
use sinew_proof::cpc::{Fact, Failure, Known, Outcome, Term};

use super::closure::Closure;
use super::read::{Clause, Inference};
use super::{Search, Shown};
use crate::{Elaborator, Inferred};

/// Remembers what was not shown, so that it can be tried.
fn note_trust(proof: &mut Elaborator, inference: &Inference<'_>) {
    proof.leave_gap();
    proof.trusted.push(Inferred {
        rule: inference.rule.to_owned(),
        premises: inference.premises.clone(),
        conclusion: inference.conclusion.clone(),
    });
}

/// Suppositions: literals of a clause, each with the fact that it is false.
type Supposed = Vec<(i64, Fact)>;

impl Search<'_, '_> {
    /// Shows a clause of a theory; on trust, if there is no derivation.
    pub(super) fn lemma(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        rule: &str,
        argument: u64,
    ) -> Outcome<Shown> {
        let term = || self.store.nth(argument as usize);
        let shown = match rule {
            "asserted" => self.asserted(proof, clause, argument),
            "gate" => self.gate(proof, clause, term()),
            "ite" => self.conditional(proof, clause, term()),
            "euf" => self.by_contradiction(proof, clause, rule, |search, proof, supposed| {
                search.congruence(proof, supposed)
            }),
            "arith" => self.arithmetic(proof, clause, argument),
            "div" => self.by_contradiction(proof, clause, rule, |search, proof, supposed| {
                search.quotient(proof, term(), supposed)
            }),
            "theory" => return self.theory(proof, clause, argument),
            _ => Err("there is no derivation".into()),
        };
        match shown {
            Err(Failure::Wrong(_)) => self.on_trust(proof, clause, rule),
            shown => shown,
        }
    }

    fn on_trust(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        name: &str,
    ) -> Outcome<Shown> {
        let mut literals = clause.literals.clone();
        literals.sort_unstable();
        literals.dedup();
        let formula = self.disjunction(proof, &literals)?;
        let fact = proof.checker().trust(name, &[], formula)?;
        Ok(Shown { fact, literals })
    }

    /// The clause, because `refute` shows `false` where its literals are supposed to be false. Where it cannot, that is trusted.
    fn by_contradiction(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        name: &str,
        refute: impl FnOnce(&mut Self, &mut Elaborator, &Supposed) -> Outcome<Fact>,
    ) -> Outcome<Shown> {
        let outer = proof.checker().depth();
        let mut supposed: Supposed = Vec::new();
        for &literal in &clause.literals {
            if supposed.iter().all(|&(other, _)| other != literal) {
                let hypothesis = self.excluded(proof, literal)?;
                supposed.push((literal, proof.checker().assume_push(hypothesis)?));
            }
        }
        let no = proof.checker().terms().boolean(false)?;
        let mut refuted = match refute(self, proof, &supposed) {
            Ok(refuted) => refuted,
            Err(Failure::Budget) => return Err(Failure::Budget),
            Err(Failure::Wrong(_)) => {
                // Cases that are open end here.
                proof.checker().leave_to(outer + supposed.len());
                let premises: Vec<Fact> = supposed.iter().map(|&(_, fact)| fact).collect();
                proof.checker().trust(name, &premises, no)?
            }
        };
        for _ in &supposed {
            refuted = proof.checker().step_pop("scope", &[refuted], None)?;
        }
        if supposed.is_empty() {
            let literals = Vec::new();
            let fact = refuted;
            return Ok(Shown { fact, literals });
        }
        let mut fact = proof
            .checker()
            .step("process_scope", &[refuted], &[no], None)?;
        if supposed.len() > 1 {
            fact = proof.checker().step("not_and", &[fact], &[], None)?;
        }
        self.clause_of(proof, fact, &clause.literals)
    }

    /// `false`, from bounds of a quotient that are supposed not to hold.
    fn quotient(
        &mut self,
        proof: &mut Elaborator,
        quotient: sinew_term::Term,
        supposed: &Supposed,
    ) -> Outcome<Fact> {
        let quotient = proof.term(self.store, quotient)?;
        let mut lines = proof.quotient_lines(&[quotient])?;
        for &(literal, fact) in supposed {
            let fact = self.comparison(proof, literal, fact)?;
            let fact = proof.by_quotients(fact)?;
            lines.push(proof.line(fact)?);
        }
        proof.no_values(&lines, &[])
    }

    fn congruence(&mut self, proof: &mut Elaborator, supposed: &Supposed) -> Outcome<Fact> {
        let mut closure = self.closure(proof, supposed)?;
        let refuted = closure.contradiction(proof)?;
        refuted.ok_or_else(|| "congruence does not refute the negated clause".into())
    }

    /// What follows by congruence from suppositions, in all the words that literals have.
    fn closure(&mut self, proof: &mut Elaborator, supposed: &Supposed) -> Outcome<Closure> {
        let mut closure = Closure::default();
        for &(literal, fact) in supposed {
            closure.suppose(proof, fact)?;
            for other in self.in_other_words(proof, literal, fact)? {
                closure.suppose(proof, other)?;
            }
        }
        closure.close(proof)?;
        Ok(closure)
    }

    /// The fact that a literal is false, in the other words that the log has for it.
    fn in_other_words(
        &mut self,
        proof: &mut Elaborator,
        literal: i64,
        fact: Fact,
    ) -> Outcome<Vec<Fact>> {
        let variable = literal.unsigned_abs();
        let terms = self
            .entries
            .terms
            .get(&variable)
            .cloned()
            .unwrap_or_default();
        let mut facts = Vec::new();
        for (term, sign) in terms.into_iter().skip(1) {
            let atom = proof.term(self.store, term)?;
            let said = variable as i64;
            let said = if sign { said } else { -said };
            let formula = self.formula(proof, said)?;
            if atom == formula {
                continue;
            }
            let equation = proof.same_atom(formula, atom)?;
            // The literal is false: what says it is, and what says its negation is not.
            let shown = proof.checker().formula(fact);
            let fact = if shown == Some(formula) {
                proof.resolve(fact, Some(equation))?
            } else {
                let negated = proof.checker().terms().app(Known::Not, &[formula])?;
                let mut equation = proof.cong(negated, &[equation])?;
                if shown != Some(negated) {
                    // `formula` is a negation itself.
                    let inner = proof.checker().terms().args(formula)[0];
                    let double =
                        (proof.checker()).step("bool-double-not-elim", &[], &[inner], None)?;
                    let back = proof.symm(double)?;
                    equation = proof.trans(&[back, equation])?;
                }
                proof.resolve(fact, Some(equation))?
            };
            facts.push(fact);
        }
        Ok(facts)
    }

    fn arithmetic(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        number: u64,
    ) -> Outcome<Shown> {
        let certificate = self.entries.certificates.get(&number).cloned();
        let certificate = certificate.ok_or("there is no such certificate")?;
        self.by_contradiction(proof, clause, "arith", |search, proof, supposed| {
            let mut hypotheses = Vec::with_capacity(certificate.literals.len());
            for literal in &certificate.literals {
                let found = supposed.iter().find(|(other, _)| other == literal);
                let &(_, fact) = found.ok_or("a certificate is about another clause")?;
                let fact = search.comparison(proof, *literal, fact)?;
                hypotheses.push(proof.by_quotients(fact)?);
            }
            search.certified(proof, &hypotheses, &certificate.steps)
        })
    }

    /// The fact that a literal is false, as a comparison of integers.
    fn comparison(&mut self, proof: &mut Elaborator, literal: i64, fact: Fact) -> Outcome<Fact> {
        let formula = (proof.checker().formula(fact)).ok_or("a premise was never shown")?;
        if proof.is_comparison(formula) {
            return Ok(fact);
        }
        let others = self.in_other_words(proof, literal, fact)?;
        for other in others {
            let formula = (proof.checker().formula(other)).ok_or("a premise was never shown")?;
            if proof.is_comparison(formula) {
                return Ok(other);
            }
        }
        Err("a literal compares no integers".into())
    }

    /// A clause of a string procedure.
    fn theory(
        &mut self,
        proof: &mut Elaborator,
        clause: &Clause<'_>,
        number: u64,
    ) -> Outcome<Shown> {
        let inference = self.entries.inferences.get(&number).cloned();
        let Some(inference) = inference else {
            return self.on_trust(proof, clause, "theory");
        };
        let shown =
            self.by_contradiction(proof, clause, inference.rule, |search, proof, supposed| {
                let shown = search.inference(proof, &inference, supposed);
                if matches!(shown, Err(Failure::Wrong(_))) {
                    note_trust(proof, &inference);
                }
                shown
            });
        match shown {
            Err(Failure::Wrong(_)) => self.on_trust(proof, clause, inference.rule),
            shown => shown,
        }
    }

    fn inference(
        &mut self,
        proof: &mut Elaborator,
        inference: &Inference<'_>,
        supposed: &Supposed,
    ) -> Outcome<Fact> {
        let mut closure = self.closure(proof, supposed)?;
        let mut premises = Vec::with_capacity(inference.premises.len());
        for premise in &inference.premises {
            premises.push(self.premise(proof, &mut closure, premise)?);
        }
        let mut parts: Vec<Term> = Vec::with_capacity(inference.conclusion.len());
        for &term in &inference.conclusion {
            parts.push(proof.term(self.store, term)?);
        }
        let conclusion = match parts[..] {
            [] => proof.checker().terms().boolean(false)?,
            [only] => only,
            _ => proof.checker().terms().app(Known::Or, &parts)?,
        };
        let fact = match proof.inference(inference.rule, &premises, conclusion) {
            Err(Failure::Wrong(_)) => {
                note_trust(proof, inference);
                (proof.checker()).trust(inference.rule, &premises, conclusion)?
            }
            shown => shown?,
        };
        if parts.is_empty() {
            return Ok(fact);
        }
        let literals: Vec<i64> = supposed.iter().map(|&(literal, _)| literal).collect();
        let shown = self.clause_of(proof, fact, &literals)?;
        self.refuted(proof, &shown, supposed)
    }

    fn premise(
        &mut self,
        proof: &mut Elaborator,
        closure: &mut Closure,
        premise: &Premise,
    ) -> Outcome<Fact> {
        match *premise {
            Premise::Literal(term, value) => {
                let atom = proof.term(self.store, term)?;
                closure.literal(proof, atom, value)
            }
            Premise::Equal(a, b) => {
                let (a, b) = (proof.term(self.store, a)?, proof.term(self.store, b)?);
                closure.equal(proof, a, b)
            }
            Premise::Disequal(a, b) => {
                let (a, b) = (proof.term(self.store, a)?, proof.term(self.store, b)?);
                closure.different(proof, a, b)
            }
        }
    }

    /// `false`, from a clause whose literals are all supposed to be false.
    fn refuted(
        &mut self,
        proof: &mut Elaborator,
        shown: &Shown,
        supposed: &Supposed,
    ) -> Outcome<Fact> {
        let (mut premises, mut signs, mut atoms) = (vec![shown.fact], Vec::new(), Vec::new());
        for literal in &shown.literals {
            let found = supposed.iter().find(|(other, _)| other == literal);
            premises.push(found.ok_or("a conclusion is not in its clause")?.1);
            let (atom, sign) = self.atom(proof, literal.unsigned_abs())?;
            signs.push(proof.checker().terms().boolean((*literal > 0) == sign)?);
            atoms.push(atom);
        }
        let signs = proof.checker().terms().app(Known::List, &signs)?;
        let atoms = proof.checker().terms().app(Known::List, &atoms)?;
        let checker = proof.checker();
        checker.step("chain_resolution", &premises, &[signs, atoms], None)
    }
}
