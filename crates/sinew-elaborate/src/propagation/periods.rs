//! Strings that overlap with themselves: `x·… = t·x·…` says that x is a beginning of t·t·…, and likewise at the other end.

use sinew_proof::cpc::{Fact, Outcome, Term};

use super::automaton::Automaton;
use super::{Constraint, Halt, Propagation, Why, optional};
use crate::Elaborator;

/// A string that begins or ends with repetitions of others.
#[derive(Clone, Debug)]
pub(super) struct Period {
    pub(super) string: Term,
    /// What is repeated.
    pub(super) of: Vec<Term>,
    back: bool,
    /// The concatenations that are equal: the string stands at an end of the first.
    sides: [Term; 2],
}

impl Propagation {
    /// What each two concatenations of one class say. Strings are those for their classes.
    pub(super) fn periods(&self) -> Vec<Period> {
        let mut found = Vec::new();
        let concats: Vec<(Term, Vec<Term>)> = (self.constraints.iter())
            .filter_map(|constraint| match constraint {
                Constraint::Concat(whole, parts) => {
                    Some((*whole, parts.iter().map(|&part| self.class(part)).collect()))
                }
                _ => None,
            })
            .collect();
        for (one, parts) in &concats {
            let others = concats.iter().filter(|(other, _)| other != one);
            for (other, rest) in others.filter(|(other, _)| self.class(*other) == self.class(*one))
            {
                for back in [false, true] {
                    let turned = |list: &[Term]| -> Vec<Term> {
                        match back {
                            true => list.iter().rev().copied().collect(),
                            false => list.to_vec(),
                        }
                    };
                    let (parts, rest) = (turned(parts), turned(rest));
                    let string = parts[0];
                    let later = rest.iter().position(|&part| part == string);
                    if let Some(later @ 1..) = later {
                        found.push(Period {
                            string,
                            of: turned(&rest[..later]),
                            back,
                            sides: [*one, *other],
                        });
                    }
                }
            }
        }
        found
    }

    /// Narrows the string of a period.
    pub(super) fn repeated(
        &mut self,
        proof: &mut Elaborator,
        period: &Period,
        changed: &mut Vec<Term>,
    ) -> Result<(), Halt> {
        let known: Vec<Option<usize>> = period.of.iter().map(|&part| self.known(part)).collect();
        let Some(once) = self.joined(proof, &known, &Automaton::all())? else {
            return Ok(());
        };
        if once.starts.iter().any(|&start| once.accepting[start]) {
            return Ok(());
        }
        let times = once.repeated(proof.checker().terms(), period.back);
        if let Some(times) = optional(times)? {
            let why = Why::Repeated(period.clone(), known);
            self.narrow(proof, period.string, times, why, changed)?;
        }
        Ok(())
    }

    /// Shows that the string of a period is in a language.
    pub(super) fn overlaps(
        &mut self,
        proof: &mut Elaborator,
        period: &Period,
        known: &[Option<usize>],
        language: Term,
    ) -> Outcome<Fact> {
        let [left, right] = period.sides;
        let equation = self.closure.equal(proof, left, right)?;
        let (left, right) = (
            self.in_classes(proof, left)?,
            self.in_classes(proof, right)?,
        );
        let back = proof.symm(left)?;
        let equation = proof.trans(&[back, equation, right])?;
        let mut members = Vec::with_capacity(known.len());
        for (&part, &step) in period.of.iter().zip(known) {
            members.push(self.of(proof, step, part)?);
        }
        let member = match members[..] {
            [only] => only,
            _ => proof.checker().step("re_concat", &members, &[], None)?,
        };
        let back = proof.checker().terms().boolean(period.back)?;
        let args = [period.string, language, back];
        (proof.checker()).step("sinew_period", &[equation, member], &args, None)
    }

    /// A concatenation as one of the strings for the classes of its parts.
    fn in_classes(&mut self, proof: &mut Elaborator, whole: Term) -> Outcome<Fact> {
        let parts = proof.checker().terms().args(whole).to_vec();
        let mut equations = Vec::with_capacity(parts.len());
        for part in parts {
            let class = self.class(part);
            equations.push(self.closure.equal(proof, part, class)?);
        }
        proof.cong(whole, &equations)
    }
}
