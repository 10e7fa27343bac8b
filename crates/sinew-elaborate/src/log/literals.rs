//! Literals of the kernel as formulas, and formulas as clauses of literals.
//!
//! A variable stands for the first term that the log gives it. Other terms with the same literal are the same constraint in other words, or
//! constants; equations say so.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use super::{Search, Shown};
use crate::Elaborator;

/// What is known of literals.
#[derive(Default)]
pub(crate) struct Literals {
    /// The atom of a variable, and whether the variable says it or its negation.
    atoms: FxHashMap<u64, (Term, bool)>,
    /// The literals of atoms, with the equation between atom and literal where these differ.
    of_atoms: FxHashMap<Term, (i64, Option<Fact>)>,
}

impl Search<'_, '_> {
    /// The atom of a variable, and whether the variable says it or its negation.
    pub(super) fn atom(&mut self, proof: &mut Elaborator, variable: u64) -> Outcome<(Term, bool)> {
        if let Some(&known) = self.literals.atoms.get(&variable) {
            return Ok(known);
        }
        let terms = self.entries.terms.get(&variable);
        let Some(&(term, sign)) = terms.and_then(|terms| terms.first()) else {
            return Err("a literal has no meaning".into());
        };
        let atom = proof.term(self.store, term)?;
        self.literals.atoms.insert(variable, (atom, sign));
        let literal = variable as i64;
        let literal = if sign { literal } else { -literal };
        (self.literals.of_atoms).insert(atom, (literal, None));
        Ok((atom, sign))
    }

    /// The formula of a literal.
    pub(super) fn formula(&mut self, proof: &mut Elaborator, literal: i64) -> Outcome {
        let (atom, sign) = self.atom(proof, literal.unsigned_abs())?;
        if (literal > 0) == sign {
            Ok(atom)
        } else {
            proof.checker().terms().app(Known::Not, &[atom])
        }
    }

    /// The formula that a literal excludes.
    pub(super) fn excluded(&mut self, proof: &mut Elaborator, literal: i64) -> Outcome {
        self.formula(proof, -literal)
    }

    /// The clause of a disjunction whose members say what these literals say, or some of them.
    pub(super) fn clause_of(
        &mut self,
        proof: &mut Elaborator,
        fact: Fact,
        literals: &[i64],
    ) -> Outcome<Shown> {
        let formula = (proof.checker().formula(fact)).ok_or("a clause was never shown")?;
        for literal in literals {
            self.atom(proof, literal.unsigned_abs())?;
        }
        if let Ok((literal, equation)) = self.literal_of(proof, formula, literals) {
            let fact = proof.resolve(fact, equation)?;
            let literals = vec![literal];
            return Ok(Shown { fact, literals });
        }
        let terms = proof.checker().terms();
        let members = match terms.op(formula) {
            Op::Known(Known::Or) => terms.args(formula).to_vec(),
            Op::Known(Known::False) => Vec::new(),
            _ => return Err("a clause says something else than its literals".into()),
        };
        let (mut found, mut equations, mut changed) = (Vec::new(), Vec::new(), false);
        for member in members {
            let (literal, equation) = self.literal_of(proof, member, literals)?;
            found.push(literal);
            changed |= equation.is_some();
            equations.push(match equation {
                Some(equation) => equation,
                None => proof.refl(member)?,
            });
        }
        let mut fact = fact;
        if changed {
            let equation = proof.cong(formula, &equations)?;
            fact = proof.resolve(fact, Some(equation))?;
        }
        let count = found.len();
        let mut literals: Vec<i64> = Vec::with_capacity(count);
        for literal in found {
            if !literals.contains(&literal) {
                literals.push(literal);
            }
        }
        if literals.len() < count {
            fact = proof.checker().step("factoring", &[fact], &[], None)?;
        }
        Ok(Shown { fact, literals })
    }

    /// Which of the literals a formula says, and the equation between it and the literal's formula where these differ.
    fn literal_of(
        &mut self,
        proof: &mut Elaborator,
        formula: Term,
        literals: &[i64],
    ) -> Outcome<(i64, Option<Fact>)> {
        let (atom, negations) = stripped(proof, formula);
        let Some((literal, equation)) = self.literal_of_atom(proof, atom, literals)? else {
            return Err("a formula is no literal of the clause".into());
        };
        let odd = negations % 2 == 1;
        let literal = if odd { -literal } else { literal };
        if !literals.contains(&literal) {
            return Err("a formula is no literal of the clause".into());
        }
        // First the negations that cancel each other, then the atom.
        let mut steps = Vec::new();
        let mut inner = formula;
        for _ in 0..negations / 2 {
            let next = {
                let terms = proof.checker().terms();
                terms.args(terms.args(inner)[0])[0]
            };
            let step = (proof.checker()).step("bool-double-not-elim", &[], &[next], None)?;
            steps.push(step);
            inner = next;
        }
        if let Some(equation) = equation {
            match odd {
                false => steps.push(equation),
                true => {
                    let negated = proof.cong(inner, &[equation])?;
                    steps.push(negated);
                    let right = proof.sides(negated).map(|(_, right)| right);
                    let right = right.ok_or("an equation was expected")?;
                    steps.extend(self.without_double_negation(proof, right)?);
                }
            }
        }
        match steps[..] {
            [] => Ok((literal, None)),
            _ => Ok((literal, Some(proof.trans(&steps)?))),
        }
    }

    /// Whether a formula is one of the literals, in whatever words.
    pub(super) fn says_one_of(
        &mut self,
        proof: &mut Elaborator,
        formula: Term,
        literals: &[i64],
    ) -> Outcome<bool> {
        let (atom, negations) = stripped(proof, formula);
        for literal in literals {
            let variable = literal.unsigned_abs();
            let terms = self
                .entries
                .terms
                .get(&variable)
                .cloned()
                .unwrap_or_default();
            for (term, sign) in terms {
                let says = (*literal > 0) == (sign == negations.is_multiple_of(2));
                if says && proof.term(self.store, term)? == atom {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn without_double_negation(
        &mut self,
        proof: &mut Elaborator,
        formula: Term,
    ) -> Outcome<Option<Fact>> {
        let (atom, negations) = stripped(proof, formula);
        if negations < 2 {
            return Ok(None);
        }
        let step = (proof.checker()).step("bool-double-not-elim", &[], &[atom], None);
        step.map(Some)
    }

    /// The literal of an atom, and the equation between the atom and the literal's formula where these differ.
    fn literal_of_atom(
        &mut self,
        proof: &mut Elaborator,
        atom: Term,
        literals: &[i64],
    ) -> Outcome<Option<(i64, Option<Fact>)>> {
        if let Some(&known) = self.literals.of_atoms.get(&atom)
            && known.1.is_none_or(|fact| proof.checker().is_open(fact))
        {
            return Ok(Some(known));
        }
        for literal in literals {
            let variable = literal.unsigned_abs();
            let terms = self
                .entries
                .terms
                .get(&variable)
                .cloned()
                .unwrap_or_default();
            for &(term, sign) in terms.iter().skip(1) {
                if proof.term(self.store, term)? != atom {
                    continue;
                }
                let literal = variable as i64;
                let literal = if sign { literal } else { -literal };
                let formula = self.formula(proof, literal)?;
                let equation = proof.same_atom(atom, formula)?;
                let known = (literal, Some(equation));
                self.literals.of_atoms.insert(atom, known);
                return Ok(Some(known));
            }
        }
        Ok(None)
    }
}

/// The formula below negations, and how many these are.
fn stripped(proof: &mut Elaborator, mut formula: Term) -> (Term, usize) {
    let terms = proof.checker().terms();
    let mut negations = 0;
    while let (Op::Known(Known::Not), &[inner]) = (terms.op(formula), terms.args(formula)) {
        formula = inner;
        negations += 1;
    }
    (formula, negations)
}
