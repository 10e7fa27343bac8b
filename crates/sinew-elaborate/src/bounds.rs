//! Comparisons that contradict each other, or that others decide.

use dashu_int::IBig;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::log::Line;

impl Elaborator {
    /// `false`, from two comparisons of one sum, or from one.
    pub(crate) fn clash_of_bounds(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut faces: Vec<Vec<Line>> = Vec::with_capacity(premises.len());
        for &premise in premises {
            faces.push(self.faces(premise)?);
        }
        for first in faces.first().into_iter().flatten() {
            if let Some(refuted) = self.false_line(first)? {
                return Ok(refuted);
            }
        }
        if let [first, second] = &faces[..] {
            for a in first {
                for b in second {
                    let opposite = a.form.len() == b.form.len()
                        && (a.form.iter().zip(&b.form)).all(|((v, c), (w, d))| v == w && *c == -d);
                    if opposite && &a.bound + &b.bound < IBig::ZERO {
                        let lines = [(IBig::ONE, a.clone()), (IBig::ONE, b.clone())];
                        let sum = self.sum_of_lines(&lines)?;
                        let refuted = self.false_line(&sum)?;
                        return refuted.ok_or_else(|| "the bounds do not clash".into());
                    }
                }
            }
        }
        Err("the bounds do not clash".into())
    }

    /// The lines of a comparison: two if it is an equation.
    fn faces(&mut self, fact: Fact) -> Outcome<Vec<Line>> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let is_equation = match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Eq), &[a, _]) => terms.sort(a) == Sort::Int,
            _ => false,
        };
        let mut lines = vec![self.line(fact)?];
        if is_equation {
            let mirrored = self.symm(fact)?;
            lines.push(self.line(mirrored)?);
        }
        Ok(lines)
    }

    /// `atom = true` or `atom = false`, because a comparison contradicts the opposite.
    pub(crate) fn decided_by_bound(
        &mut self,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let &[atom, value] = terms.args(conclusion) else {
            return Err("an equation was expected".into());
        };
        let value = terms.as_bool(value).ok_or("a truth value was expected")?;
        let opposite = match value {
            true => terms.app(Known::Not, &[atom])?,
            false => atom,
        };
        let no = terms.boolean(false)?;
        let supposed = self.checker().assume_push(opposite)?;
        let refuted = self.clash_of_bounds(&[&[supposed], premises].concat())?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        let fact = (self.checker()).step("process_scope", &[implied], &[no], None)?;
        if value {
            let fact = self.checker().step("not_not_elim", &[fact], &[], None)?;
            return self.checker().step("true_intro", &[fact], &[], None);
        }
        self.checker().step("false_intro", &[fact], &[], None)
    }
}
