//! What is assumed in a case: equations that are used from left to right, literals, bounds.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::arith::Polynomial;
use super::draft::Proof;
use super::normal::LEVELS;
use super::search::{Rewritten, Search};

/// The assumptions of a case, with the normal forms under them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assumptions {
    /// What terms are equal to.
    equal: FxHashMap<Term, Rewritten>,
    /// Formulas that are true.
    facts: Vec<Proof>,
    /// Sums that are at least a number, `(>= s c)`.
    pub(crate) bounds: Vec<(Polynomial, Proof)>,
    /// A proof of `false`.
    pub(crate) absurd: Option<Proof>,
    /// Terms that are not looked into.
    opaque: Rc<FxHashSet<Term>>,
    /// The conditions of the cases.
    pub(crate) conditions: Vec<Term>,
    normal: [FxHashMap<Term, Rewritten>; LEVELS],
}

impl Assumptions {
    /// The same assumptions, with nothing computed.
    pub(crate) fn inner(&self) -> Assumptions {
        Assumptions {
            normal: Default::default(),
            ..self.clone()
        }
    }

    /// No assumptions, and terms that are not looked into.
    pub(crate) fn blind(opaque: FxHashSet<Term>) -> Assumptions {
        Assumptions {
            opaque: Rc::new(opaque),
            ..Assumptions::default()
        }
    }

    /// Whether nothing is assumed.
    pub(crate) fn is_plain(&self) -> bool {
        self.equal.is_empty()
    }

    /// The memberships of a string that were assumed: the language, whether it is in it, and the proof.
    pub(crate) fn equalities(&self) -> impl Iterator<Item = (Term, Rewritten)> + '_ {
        self.equal.iter().map(|(&term, &value)| (term, value))
    }

    /// Whether a term is not looked into.
    pub(crate) fn is_opaque(&self, term: Term) -> bool {
        self.opaque.contains(&term)
    }

    pub(crate) fn normal(&self, level: usize, term: Term) -> Option<Rewritten> {
        self.normal[level].get(&term).copied()
    }

    pub(crate) fn set_normal(&mut self, level: usize, term: Term, rewritten: Rewritten) {
        self.normal[level].insert(term, rewritten);
    }

    fn forget(&mut self) {
        self.normal = Default::default();
    }
}

/// How often assumptions may be looked at again when one is added.
const ROUNDS: usize = 300;

impl Search<'_> {
    /// What a term is assumed to be equal to.
    pub(crate) fn assumed(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        Ok(self.here().equal.get(&term).copied())
    }

    /// Adds formulas that were shown to the assumptions, and what follows from them at once.
    pub(crate) fn assume(&mut self, shown: &[Proof]) -> Outcome<()> {
        let mut queue: Vec<Proof> = shown.iter().rev().copied().collect();
        let mut rounds = 0;
        while let Some(proof) = queue.pop() {
            rounds += 1;
            if self.here().absurd.is_some() || rounds > ROUNDS {
                break;
            }
            let formula = self.formula(proof);
            let normal = self.normal(formula, 1)?;
            let shown = self.transport(proof, normal)?;
            self.take(normal.to, shown, &mut queue)?;
        }
        Ok(())
    }

    /// Takes a formula in normal form to the assumptions.
    fn take(&mut self, formula: Term, shown: Proof, queue: &mut Vec<Proof>) -> Outcome<()> {
        match self.terms().as_bool(formula) {
            Some(true) => return Ok(()),
            Some(false) => {
                self.here().absurd = Some(shown);
                return Ok(());
            }
            None => {}
        }
        if let Some(parts) = self.parts(Known::And, formula) {
            for i in (0..parts.len()).rev() {
                let n = self.int(i as i64)?;
                queue.push(self.step("and_elim", &[shown], &[n])?);
            }
            return Ok(());
        }
        if let Some((a, b)) = self.pair(Known::Eq, formula)
            && self.terms().sort(a) != Sort::Bool
        {
            self.add_bound(formula, shown)?;
            self.add_literal(formula, shown)?;
            queue.extend(self.consequences_of_equation(a, b, shown)?);
            return self.add_equation(a, b, shown, queue);
        }
        self.add_bound(formula, shown)?;
        self.add_literal(formula, shown)?;
        queue.extend(self.consequences(formula, shown)?);
        // Formulas that are no literals may be decided by now.
        let facts = std::mem::take(&mut self.here().facts);
        let (compound, literals): (Vec<Proof>, Vec<Proof>) =
            (facts.into_iter()).partition(|&fact| self.is_compound(self.drafts.formula(fact)));
        self.here().facts = literals;
        queue.extend(compound);
        self.here().facts.push(shown);
        self.here().forget();
        Ok(())
    }

    /// Formulas assumed that are neither literals nor decided.
    pub(crate) fn open_facts(&mut self) -> Vec<Term> {
        let facts = self.here().facts.clone();
        let formulas: Vec<Term> = facts.iter().map(|&fact| self.formula(fact)).collect();
        (formulas.into_iter())
            .filter(|&formula| self.is_compound(formula))
            .collect()
    }

    fn is_compound(&mut self, formula: Term) -> bool {
        match self.op(formula) {
            Some(Known::Or | Known::Ite) => true,
            Some(Known::Eq) => {
                let side = self.args(formula)[0];
                self.terms().sort(side) == Sort::Bool
            }
            _ => false,
        }
    }

    /// A literal is true from here on.
    pub(crate) fn add_literal(&mut self, formula: Term, shown: Proof) -> Outcome<()> {
        let inner = self.parts(Known::Not, formula);
        let (atom, rule) = match inner.as_deref() {
            Some(&[atom]) => (atom, "false_intro"),
            _ => (formula, "true_intro"),
        };
        let proof = self.step(rule, &[shown], &[])?;
        let value = self.by(proof)?;
        self.here().equal.insert(atom, value);
        Ok(())
    }

    /// An equation is used from left to right, towards values and away from symbols.
    fn add_equation(
        &mut self,
        a: Term,
        b: Term,
        shown: Proof,
        queue: &mut Vec<Proof>,
    ) -> Outcome<()> {
        let (from, to, proof) = match (self.oriented(a, b)?, self.solved(a, b, shown)?) {
            (Some((from, to)), _) if from == a => (from, to, shown),
            (Some((from, to)), _) => (from, to, self.step("symm", &[shown], &[])?),
            (None, Some(solved)) => solved,
            (None, None) => {
                self.here().facts.push(shown);
                self.here().forget();
                return Ok(());
            }
        };
        // All that was assumed is looked at again, with what is known now.
        let facts = std::mem::take(&mut self.here().facts);
        let case = self.here();
        let (absurd, opaque) = (case.absurd, Rc::clone(&case.opaque));
        let conditions = std::mem::take(&mut case.conditions);
        let equal: Vec<(Term, Rewritten)> = case.equal.iter().map(|(&t, &r)| (t, r)).collect();
        *case = Assumptions {
            absurd,
            opaque,
            conditions,
            ..Assumptions::default()
        };
        for (term, value) in equal {
            if self.terms().as_bool(value.to).is_none() {
                self.here().equal.insert(term, value);
            }
        }
        let rewritten = Rewritten {
            to,
            proof: Some(proof),
        };
        self.here().equal.insert(from, rewritten);
        queue.extend(facts);
        self.here().facts.push(shown);
        self.here().forget();
        Ok(())
    }

    /// Which side of an equation is replaced by which.
    fn oriented(&mut self, a: Term, b: Term) -> Outcome<Option<(Term, Term)>> {
        if self.terms().sort(a) == Sort::Int {
            return self.oriented_sum(a, b);
        }
        let concat = |search: &mut Self, term| search.op(term) == Some(Known::Concat);
        let (va, vb) = (self.is_value(a), self.is_value(b));
        if va || vb {
            // What a concatenation says about its parts would be lost.
            let (from, to) = if vb { (a, b) } else { (b, a) };
            return Ok((!concat(self, from)).then_some((from, to)));
        }
        let (sa, sb) = (self.is_symbol(a), self.is_symbol(b));
        if sa && !self.occurs(a, b) {
            return Ok(Some((a, b)));
        }
        if sb && !self.occurs(b, a) {
            return Ok(Some((b, a)));
        }
        Ok(match (concat(self, a), concat(self, b)) {
            (false, _) if !self.occurs(a, b) => Some((a, b)),
            (_, false) if !self.occurs(b, a) => Some((b, a)),
            _ => None,
        })
    }

    /// `(= s c)` where `s` is one term: it is that number. Other sums are bounds alone.
    fn oriented_sum(&mut self, a: Term, b: Term) -> Outcome<Option<(Term, Term)>> {
        let sum = matches!(self.op(a), Some(Known::Add | Known::Mul));
        Ok((!sum && self.is_value(b)).then_some((a, b)))
    }

    /// `(= s c)` solved for a summand that does not occur elsewhere: a symbol, if there is one.
    fn solved(&mut self, a: Term, b: Term, shown: Proof) -> Outcome<Option<(Term, Term, Proof)>> {
        if self.op(a) != Some(Known::Add) || self.terms().sort(a) != Sort::Int {
            return Ok(None);
        }
        let sum = self.polynomial(a)?.plus(&self.polynomial(b)?, &(-1).into());
        let mut best: Option<(bool, Term, bool)> = None;
        for (monomial, coefficient) in sum.monomials() {
            let &[term] = &monomial[..] else {
                continue;
            };
            if !coefficient.abs().is_one() {
                continue;
            }
            let symbol = self.is_symbol(term);
            let elsewhere = (sum.monomials())
                .filter(|(other, _)| *other != monomial)
                .any(|(other, _)| other.iter().any(|&factor| self.occurs(term, factor)));
            if !elsewhere && best.is_none_or(|(known, ..)| symbol && !known) {
                best = Some((symbol, term, coefficient.is_positive()));
            }
        }
        let Some((_, term, positive)) = best else {
            return Ok(None);
        };
        // The rest, with the sign that the summand does not have.
        let sign = if positive { -1 } else { 1 };
        let mut rest = sum.scaled(&sign.into());
        rest.remove(&[term]);
        let rest = self.sum(&rest)?;
        let to = self.eq(term, rest)?;
        let from = self.formula(shown);
        let factor = if positive { 1 } else { -1 };
        let step = self.scaled_comparison(from, to, &factor.into(), &1.into())?;
        let proof = match step {
            Some(step) => self.transport(shown, step)?,
            None => shown,
        };
        Ok(Some((term, rest, proof)))
    }

    /// A constant, a witness, or a term that is not looked into.
    pub(crate) fn is_symbol(&mut self, term: Term) -> bool {
        let constant = self.terms().args(term).is_empty() && !self.is_value(term);
        constant || self.op(term) == Some(Known::Purify) || self.here().is_opaque(term)
    }

    /// Whether a term is a part of another, and of no witness in it.
    pub(crate) fn occurs(&mut self, part: Term, whole: Term) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![whole];
        while let Some(term) = work.pop() {
            if term == part {
                return true;
            }
            if seen.insert(term) && !self.is_leaf(term) {
                work.extend(self.terms().args(term));
            }
        }
        false
    }
}
