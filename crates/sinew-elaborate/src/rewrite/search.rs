//! What all parts of the search share: drafts of steps, and chains of equations.
//!
//! An equation is remembered as what a term becomes, with its proof; no proof means that the term stays what it is.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Checker, Failure, Known, Op, Outcome, Sort, Term, Terms};

use super::arith::Polynomial;
use super::assumptions::Assumptions;
use super::draft::{Drafts, Proof};
use super::schema::Equations;
use crate::elaborator::congruence;

/// What a term becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rewritten {
    pub(crate) to: Term,
    pub(crate) proof: Option<Proof>,
}

impl Rewritten {
    /// The term as it is.
    pub(crate) fn same(term: Term) -> Rewritten {
        Rewritten {
            to: term,
            proof: None,
        }
    }
}

/// A search for derivations, under assumptions.
pub(crate) struct Search<'a> {
    pub(crate) checker: &'a mut Checker,
    pub(crate) drafts: &'a mut Drafts,
    pub(crate) equations: &'a Equations,
    /// The assumptions of the cases that are open, the outermost first; there is always one.
    pub(crate) cases: &'a mut Vec<Assumptions>,
    /// What is known of terms by themselves.
    pub(crate) known: &'a mut FxHashMap<Term, Vec<(Polynomial, Proof)>>,
    /// How many conditions are being shown of what is known of terms.
    pub(crate) asking: u32,
    /// How much work an attempt may do, and whether one was ended by that.
    pub(crate) share: u64,
    pub(crate) cut_short: bool,
    /// How many more rewrites may be tried.
    pub(crate) fuel: u32,
    /// How many more times cases may be distinguished.
    pub(crate) splits: u32,
}

impl Search<'_> {
    pub(crate) fn terms(&mut self) -> &mut Terms {
        self.checker.terms()
    }

    /// The assumptions that hold here.
    pub(crate) fn here(&mut self) -> &mut Assumptions {
        let last = self.cases.len() - 1;
        &mut self.cases[last]
    }

    pub(crate) fn formula(&self, proof: Proof) -> Term {
        self.drafts.formula(proof)
    }

    pub(crate) fn op(&mut self, term: Term) -> Option<Known> {
        match self.terms().op(term) {
            Op::Known(known) => Some(known),
            _ => None,
        }
    }

    pub(crate) fn args(&mut self, term: Term) -> Vec<Term> {
        self.terms().args(term).to_vec()
    }

    /// The arguments, if the term is an application of this operator.
    pub(crate) fn parts(&mut self, op: Known, term: Term) -> Option<Vec<Term>> {
        (self.op(term) == Some(op)).then(|| self.args(term))
    }

    /// The two arguments, if the term is an application of this operator to two.
    pub(crate) fn pair(&mut self, op: Known, term: Term) -> Option<(Term, Term)> {
        match self.parts(op, term)?[..] {
            [a, b] => Some((a, b)),
            _ => None,
        }
    }

    pub(crate) fn app(&mut self, op: Known, args: &[Term]) -> Outcome {
        self.terms().app(op, args)
    }

    pub(crate) fn int(&mut self, value: i64) -> Outcome {
        self.terms().int(value.into())
    }

    pub(crate) fn eq(&mut self, a: Term, b: Term) -> Outcome {
        self.app(Known::Eq, &[a, b])
    }

    pub(crate) fn not(&mut self, a: Term) -> Outcome {
        self.app(Known::Not, &[a])
    }

    pub(crate) fn boolean(&mut self, value: bool) -> Outcome {
        self.terms().boolean(value)
    }

    /// Whether it is a literal.
    pub(crate) fn is_value(&mut self, term: Term) -> bool {
        let terms = self.terms();
        terms.as_int(term).is_some()
            || terms.as_str(term).is_some()
            || terms.as_bool(term).is_some()
    }

    pub(crate) fn is_string(&mut self, term: Term) -> bool {
        self.terms().sort(term) == Sort::String
    }

    /// A list of these elements, or the only one.
    pub(crate) fn list(&mut self, op: Known, elements: &[Term]) -> Outcome {
        match elements {
            &[only] => Ok(only),
            _ => self.app(op, elements),
        }
    }

    /// A step that must be right.
    pub(crate) fn step(
        &mut self,
        rule: &'static str,
        premises: &[Proof],
        args: &[Term],
    ) -> Outcome<Proof> {
        self.drafts.step(self.checker, rule, premises, args)
    }

    /// A step, if the rule allows it.
    pub(crate) fn attempt(
        &mut self,
        rule: &'static str,
        premises: &[Proof],
        args: &[Term],
    ) -> Outcome<Option<Proof>> {
        allowed(self.step(rule, premises, args))
    }

    /// A step that concludes its argument, an equation.
    pub(crate) fn equation_by(
        &mut self,
        rule: &'static str,
        from: Term,
        to: Term,
    ) -> Outcome<Option<Rewritten>> {
        if from == to {
            return Ok(Some(Rewritten::same(from)));
        }
        let equation = self.eq(from, to)?;
        let proof = self.attempt(rule, &[], &[equation])?;
        Ok(proof.map(|proof| Rewritten {
            to,
            proof: Some(proof),
        }))
    }

    /// What an equation that was drafted makes of its left side.
    pub(crate) fn by(&mut self, proof: Proof) -> Outcome<Rewritten> {
        let formula = self.formula(proof);
        match self.pair(Known::Eq, formula) {
            Some((_, to)) => Ok(Rewritten {
                to,
                proof: Some(proof),
            }),
            None => Err("an equation was expected".into()),
        }
    }

    pub(crate) fn refl(&mut self, term: Term) -> Outcome<Proof> {
        self.step("refl", &[], &[term])
    }

    pub(crate) fn symm(&mut self, proof: Option<Proof>) -> Outcome<Option<Proof>> {
        match proof {
            Some(proof) => self.step("symm", &[proof], &[]).map(Some),
            None => Ok(None),
        }
    }

    /// One after the other.
    pub(crate) fn then(&mut self, first: Rewritten, second: Rewritten) -> Outcome<Rewritten> {
        let proof = match (first.proof, second.proof) {
            (Some(a), Some(b)) => Some(self.step("trans", &[a, b], &[])?),
            (a, b) => a.or(b),
        };
        Ok(Rewritten {
            to: second.to,
            proof,
        })
    }

    /// The term with each argument rewritten.
    pub(crate) fn cong(&mut self, term: Term, parts: &[Rewritten]) -> Outcome<Rewritten> {
        let Some(first) = parts.iter().position(|part| part.proof.is_some()) else {
            return Ok(Rewritten::same(term));
        };
        let op = self.terms().op(term);
        let rule = congruence(op);
        // `cong` is about the last arguments.
        let skipped = if rule == "cong" { first } else { 0 };
        let mut premises = Vec::new();
        for part in &parts[skipped..] {
            premises.push(match part.proof {
                Some(proof) => proof,
                None => self.refl(part.to)?,
            });
        }
        let proof = self.step(rule, &premises, &[term])?;
        self.by(proof)
    }

    /// The term with one argument rewritten.
    pub(crate) fn cong_at(&mut self, term: Term, at: usize, part: Rewritten) -> Outcome<Rewritten> {
        let mut parts: Vec<Rewritten> = (self.args(term).iter())
            .map(|&arg| Rewritten::same(arg))
            .collect();
        parts[at] = part;
        self.cong(term, &parts)
    }

    /// `a = b` from what both become, which must be the same.
    pub(crate) fn meet(&mut self, a: Rewritten, b: Rewritten, from: Term) -> Outcome<Rewritten> {
        let back = Rewritten {
            to: from,
            proof: self.symm(b.proof)?,
        };
        self.then(a, back)
    }

    /// The formula that a shown one becomes.
    pub(crate) fn transport(&mut self, shown: Proof, rewritten: Rewritten) -> Outcome<Proof> {
        match rewritten.proof {
            Some(equation) => self.step("eq_resolve", &[shown, equation], &[]),
            None => Ok(shown),
        }
    }
}

/// What was refused is no result; the end of the budget is the end.
pub(crate) fn allowed<T>(outcome: Outcome<T>) -> Outcome<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(Failure::Budget) => Err(Failure::Budget),
        Err(Failure::Wrong(_)) => Ok(None),
    }
}
