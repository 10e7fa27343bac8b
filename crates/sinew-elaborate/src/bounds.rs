//! Comparisons that contradict each other, or that others decide.

use dashu_int::IBig;
use dashu_int::ops::{Abs, DivEuclid, Gcd};
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::log::{Form, Line};

/// What a comparison says of a sum without common factors and with a positive first coefficient.
pub(crate) struct Bounds {
    pub(crate) form: Form,
    lower: Option<IBig>,
    upper: Option<IBig>,
    /// A value that it excludes.
    pub(crate) hole: Option<IBig>,
}

/// Divides a sum by the common factor of its coefficients, with the sign of the first, and its bounds with it: rounded inwards.
fn without_factor(
    form: &mut Form,
    negative: bool,
    (mut lower, mut upper): (Option<IBig>, Option<IBig>),
) -> (Option<IBig>, Option<IBig>) {
    let common = (form.values()).fold(IBig::ZERO, |gcd, coefficient| match gcd == IBig::ZERO {
        true => coefficient.clone().abs(),
        false => IBig::from(gcd.gcd(coefficient)),
    });
    let factor = if negative {
        -common.clone()
    } else {
        common.clone()
    };
    for coefficient in form.values_mut() {
        *coefficient = &*coefficient / &factor;
    }
    if negative {
        (lower, upper) = (upper.map(|number| -number), lower.map(|number| -number));
    }
    let lower = lower.map(|number| -(-number).div_euclid(&common));
    (lower, upper.map(|number| number.div_euclid(&common)))
}

/// The places of comparisons of one sum that leave it no value.
pub(crate) fn excluding_all(comparisons: &[&Bounds]) -> Option<Vec<usize>> {
    let places = || comparisons.iter().enumerate();
    let lowers = places().filter_map(|(at, one)| Some((one.lower.clone()?, at)));
    let uppers = places().filter_map(|(at, one)| Some((one.upper.clone()?, at)));
    let ((mut lower, first), (upper, last)) = (
        lowers.max_by(|a, b| a.0.cmp(&b.0))?,
        uppers.min_by(|a, b| a.0.cmp(&b.0))?,
    );
    let mut found = vec![first];
    if last != first {
        found.push(last);
    }
    // What is excluded at the lower end moves it.
    while lower <= upper {
        let hole = places().find(|(_, one)| one.hole.as_ref() == Some(&lower));
        found.push(hole?.0);
        lower += IBig::ONE;
    }
    Some(found)
}

impl Elaborator {
    /// What a formula says of a sum, if it compares integers or denies it.
    pub(crate) fn bounds_of(&mut self, formula: Term) -> Outcome<Option<Bounds>> {
        if !self.is_comparison(formula) {
            return Ok(None);
        }
        let terms = self.checker().terms();
        let (atom, positive) = match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[atom]) => (atom, false),
            _ => (formula, true),
        };
        let (op, &[a, b]) = (terms.op(atom), terms.args(atom)) else {
            return Ok(None);
        };
        let ((mut form, constant), (right, other)) = (self.linear(a)?, self.linear(b)?);
        for (term, coefficient) in right {
            *form.entry(term).or_insert(IBig::ZERO) -= coefficient;
        }
        form.retain(|_, coefficient| *coefficient != IBig::ZERO);
        let Some((_, first)) = form.first_key_value() else {
            return Ok(None);
        };
        // The sum is at least, at most, or exactly this.
        let (number, negative) = (other - constant, *first < IBig::ZERO);
        let (lower, upper) = match (op, positive) {
            (Op::Known(Known::Ge), true) | (Op::Known(Known::Lt), false) => (Some(number), None),
            (Op::Known(Known::Gt), true) | (Op::Known(Known::Le), false) => {
                (Some(number + IBig::ONE), None)
            }
            (Op::Known(Known::Le), true) | (Op::Known(Known::Gt), false) => (None, Some(number)),
            (Op::Known(Known::Lt), true) | (Op::Known(Known::Ge), false) => {
                (None, Some(number - IBig::ONE))
            }
            // For what is excluded, both are that.
            _ => (Some(number.clone()), Some(number)),
        };
        let excluded = !positive && op == Op::Known(Known::Eq);
        let (lower, upper) = without_factor(&mut form, negative, (lower, upper));
        Ok(Some(match excluded {
            // A number between two others that the sum may be is no hole.
            true => Bounds {
                form,
                hole: lower.filter(|low| upper.as_ref() == Some(low)),
                lower: None,
                upper: None,
            },
            false => Bounds {
                form,
                lower,
                upper,
                hole: None,
            },
        }))
    }

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
    pub(crate) fn faces(&mut self, fact: Fact) -> Outcome<Vec<Line>> {
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
