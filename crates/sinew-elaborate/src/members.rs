//! What follows from a few of the members of a conjunction: a contradiction, the rest of a clause, another formula.

use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

impl Elaborator {
    /// `false`, from a formula and its negation, from equations of one term with two values, or from bounds.
    pub(crate) fn clash(&mut self, facts: &[Fact]) -> Outcome<Fact> {
        let &[first, second] = facts else {
            return Err("two formulas clash".into());
        };
        let formulas = [
            self.checker().formula(first),
            self.checker().formula(second),
        ];
        let [Some(a), Some(b)] = formulas else {
            return Err("a premise was never shown".into());
        };
        if self.checker().conclude("contra", &[a, b], &[]).is_ok() {
            return self.checker().step("contra", &[first, second], &[], None);
        }
        if let (Some((left, _)), Some((other, _))) = (self.sides(first), self.sides(second))
            && left == other
        {
            let back = self.symm(first)?;
            let equation = self.trans(&[back, second])?;
            return self.absurd(equation);
        }
        self.clash_of_bounds(facts)
    }

    /// The negation of a formula, from `false` where it is supposed.
    pub(crate) fn denied(
        &mut self,
        formula: Term,
        refute: impl FnOnce(&mut Elaborator, Fact) -> Outcome<Fact>,
    ) -> Outcome<Fact> {
        let no = self.checker().terms().boolean(false)?;
        let depth = self.checker().depth();
        let supposed = self.checker().assume_push(formula)?;
        let refuted = refute(self, supposed).inspect_err(|_| self.checker().leave_to(depth))?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        (self.checker()).step("process_scope", &[implied], &[no], None)
    }

    /// A formula, from `false` where its negation is supposed.
    pub(crate) fn undeniable(
        &mut self,
        formula: Term,
        refute: impl FnOnce(&mut Elaborator, Fact) -> Outcome<Fact>,
    ) -> Outcome<Fact> {
        let opposite = self.checker().terms().app(Known::Not, &[formula])?;
        let twice = self.denied(opposite, refute)?;
        self.checker().step("not_not_elim", &[twice], &[], None)
    }

    /// What a clause says without these literals, each with the fact that it is false.
    pub(crate) fn without(
        &mut self,
        clause: Fact,
        literals: &[(Term, Fact)],
        rest: Term,
    ) -> Outcome<Fact> {
        let (mut premises, mut signs, mut atoms) = (vec![clause], Vec::new(), Vec::new());
        for &(literal, denied) in literals {
            let shown = self.checker().formula(denied);
            let terms = self.checker().terms();
            // The atom is what the one denies and the other says.
            let (atom, positive) = match (terms.op(literal), terms.args(literal)) {
                (Op::Known(Known::Not), &[atom]) if shown == Some(atom) => (atom, false),
                _ => (literal, true),
            };
            signs.push(terms.boolean(positive)?);
            atoms.push(atom);
            premises.push(denied);
        }
        let terms = self.checker().terms();
        let signs = terms.app(Known::List, &signs)?;
        let atoms = terms.app(Known::List, &atoms)?;
        let args = [rest, signs, atoms];
        (self.checker()).step("chain_m_resolution", &premises, &args, None)
    }

    /// A formula, by rewriting that these imply it.
    pub(crate) fn implied_by(&mut self, facts: &[Fact], formula: Term) -> Outcome<Fact> {
        let premise = match *facts {
            [] => return Err("no member speaks of this".into()),
            [only] => only,
            _ => self.checker().step("and_intro", facts, &[], None)?,
        };
        let premises = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let implied = terms.app(Known::Implies, &[premises, formula])?;
        let truth = terms.boolean(true)?;
        let found = self.attempt("junction", implied, truth)?;
        let implied = found.ok_or("a member does not follow")?;
        let implied = self.checker().step("true_elim", &[implied], &[], None)?;
        (self.checker()).step("modus_ponens", &[premise, implied], &[], None)
    }

    /// The terms that an atom is about: its arguments, the summands of these, and strings whose lengths they are. Other formulas are about
    /// none.
    pub(crate) fn spoken_of(&mut self, formula: Term) -> Outcome<FxHashSet<Term>> {
        let terms = self.checker().terms();
        let mut about = FxHashSet::default();
        let mut work = vec![formula];
        while let Some(term) = work.pop() {
            terms.charge(1)?;
            let args = terms.args(term);
            let Op::Known(op) = terms.op(term) else {
                about.insert(term);
                continue;
            };
            match op {
                Known::Or | Known::And | Known::Implies | Known::Ite | Known::Xor => {}
                Known::Not | Known::Add | Known::Mul | Known::Sub | Known::Neg => work.extend(args),
                _ if terms.sort(term) == sinew_proof::cpc::Sort::Bool => work.extend(args),
                Known::Len => {
                    about.insert(term);
                    work.extend(args);
                }
                _ if args.is_empty() => {}
                _ => {
                    about.insert(term);
                }
            }
        }
        Ok(about)
    }
}
