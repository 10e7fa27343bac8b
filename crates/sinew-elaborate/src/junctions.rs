//! Conjunctions of which some members say something about others.
//!
//! Laws about junctions compare all members with each other; what is changed follows from few. Two conjunctions are shown to be equal by
//! showing each member of one from those members of the other that speak of the same terms.

use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

/// Members that one is shown from.
const RELATED: usize = 8;

impl Elaborator {
    /// Shows `left = right` for conjunctions that imply each other member by member.
    pub(crate) fn same_conjunction(&mut self, left: Term, right: Term) -> Outcome<Fact> {
        if self.checker().terms().op(left) != Op::Known(Known::And) {
            return Err("a conjunction was expected".into());
        }
        let depth = self.checker().depth();
        let shown = self.both_ways(left, right);
        if shown.is_err() {
            self.checker().leave_to(depth);
        }
        shown
    }

    fn both_ways(&mut self, left: Term, right: Term) -> Outcome<Fact> {
        let there = self.implied_members(left, right)?;
        let back = self.implied_members(right, left)?;
        let equation = self.checker().terms().app(Known::Eq, &[left, right])?;
        let mut premises = Vec::with_capacity(4);
        for rule in ["cnf_equiv_neg1", "cnf_equiv_neg2"] {
            premises.push(self.checker().step(rule, &[], &[equation], None)?);
        }
        for implied in [there, back] {
            premises.push(self.checker().step("implies_elim", &[implied], &[], None)?);
        }
        let [either, neither, there, back] = premises[..] else {
            return Err("four clauses were expected".into());
        };
        // Not both are false, nor both true: so whatever one is, the other is.
        let with_right = self.resolved(either, there, left)?;
        let with_left = self.resolved(with_right, back, right)?;
        let not_both = self.resolved(with_right, neither, right)?;
        let clause = self.resolved(with_left, not_both, left)?;
        match self.checker().formula(clause) == Some(equation) {
            true => Ok(clause),
            false => self.checker().step("factoring", &[clause], &[], None),
        }
    }

    /// What two clauses come to without an atom that the first has, each literal once.
    fn resolved(&mut self, first: Fact, second: Fact, atom: Term) -> Outcome<Fact> {
        let sign = self.checker().terms().boolean(true)?;
        let clause = (self.checker()).step("resolution", &[first, second], &[sign, atom], None)?;
        let formula = (self.checker().formula(clause)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let literals = match terms.op(formula) {
            Op::Known(Known::Or) => terms.args(formula).to_vec(),
            _ => return Ok(clause),
        };
        let once: FxHashSet<Term> = literals.iter().copied().collect();
        match once.len() < literals.len() {
            true => self.checker().step("factoring", &[clause], &[], None),
            false => Ok(clause),
        }
    }

    /// `from ⇒ to`, member by member.
    fn implied_members(&mut self, from: Term, to: Term) -> Outcome<Fact> {
        let (have, want) = (self.members(from), self.members(to));
        let supposed = self.checker().assume_push(from)?;
        let mut facts = Vec::with_capacity(want.len());
        for member in want {
            facts.push(match have.contains(&member) {
                true => self.member(supposed, &have, member)?,
                false => self.by_related(supposed, &have, member)?,
            });
        }
        let fact = match facts[..] {
            [only] => only,
            _ => self.checker().step("and_intro", &facts, &[], None)?,
        };
        self.checker().step_pop("scope", &[fact], None)
    }

    fn members(&mut self, formula: Term) -> Vec<Term> {
        let terms = self.checker().terms();
        match terms.op(formula) {
            Op::Known(Known::And) => terms.args(formula).to_vec(),
            _ => vec![formula],
        }
    }

    fn member(&mut self, supposed: Fact, have: &[Term], member: Term) -> Outcome<Fact> {
        match have {
            [_] => Ok(supposed),
            _ => self.conjunct(supposed, member),
        }
    }

    /// A formula, from those members that speak of the same terms.
    fn by_related(&mut self, supposed: Fact, have: &[Term], formula: Term) -> Outcome<Fact> {
        let about = self.spoken_of(formula)?;
        let mut facts = Vec::new();
        for &member in have {
            let others = self.spoken_of(member)?;
            if facts.len() < RELATED && !about.is_disjoint(&others) {
                facts.push(self.member(supposed, have, member)?);
            }
        }
        self.implied_by(&facts, formula)
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_proof::cpc::Sort;

    #[test]
    fn members_that_follow_may_go_and_others_may_not() {
        for (left, right, same) in [
            (
                "(and (= x \"a\") (= y \"b\") (not (= x \"c\")))",
                "(and (= x \"a\") (= y \"b\"))",
                true,
            ),
            (
                "(and (= x \"a\") (= y \"b\") (not (= y x)))",
                "(and (= x \"a\") (= y \"b\"))",
                true,
            ),
            ("(and (= x \"a\") (not (= y \"c\")))", "(= x \"a\")", false),
            (
                "(and (str.prefixof \"b\" y) (not (>= (str.len x) 2)) (not (= x \"\")))",
                "(and (str.prefixof \"b\" y) (= (str.len x) 1))",
                true,
            ),
            (
                "(and (str.prefixof \"b\" y) (not (>= (str.len x) 2)))",
                "(and (str.prefixof \"b\" y) (= (str.len x) 1))",
                false,
            ),
        ] {
            let mut proof = Elaborator::new(1_000_000);
            let names: Vec<(&str, Term)> = ["x", "y"]
                .into_iter()
                .map(|name| {
                    let terms = proof.checker().terms();
                    let symbol = terms.declare(name, &[], Sort::String);
                    (name, terms.apply(symbol, &[]).expect("within the budget"))
                })
                .collect();
            let mut sides = Vec::new();
            for text in [left, right] {
                let side = proof.checker().read_term(text, &names);
                sides.push(side.expect("a formula"));
            }
            let found = proof.same_conjunction(sides[0], sides[1]);
            assert_eq!(found.is_ok(), same, "{left}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(proof.sides(fact), Some((sides[0], sides[1])));
            }
        }
    }
}
