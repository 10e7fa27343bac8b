//! The steps that a contradiction needs, as steps of the proof.

use sinew_proof::cpc::{Fact, Known, Outcome, Term};

use super::{Propagation, Why};
use crate::Elaborator;

impl Propagation {
    /// `false`, from a step that leaves no word.
    pub(super) fn contradiction(&mut self, proof: &mut Elaborator, step: usize) -> Outcome<Fact> {
        let (first, second) = match self.steps[step].why {
            Why::Both(first, second) => (first, second),
            _ if self.is_indirect(step) => {
                let anywhere = proof.somewhere(self.steps[step].class)?;
                return self.refuted(proof, step, anywhere);
            }
            _ => {
                let member = self.show(proof, step)?;
                return proof.nowhere(&[member]);
            }
        };
        // No language needs to be written down for the step that the contradiction is with.
        for (indirect, other) in [(second, first), (first, second)] {
            if self.is_indirect(indirect) {
                let member = self.show(proof, other)?;
                return self.refuted(proof, indirect, member);
            }
        }
        let members = [self.show(proof, first)?, self.show(proof, second)?];
        proof.nowhere(&members)
    }

    /// Whether a step is shown by contradiction.
    fn is_indirect(&self, step: usize) -> bool {
        matches!(
            self.steps[step].why,
            Why::Between(..) | Why::Image(..) | Why::Preimage(..) | Why::Slice(..)
        )
    }

    /// The membership of another string of the same class.
    fn moved(&mut self, proof: &mut Elaborator, member: Fact, to: Term) -> Outcome<Fact> {
        let (formula, from, language) = proof.membership(member)?;
        if from == to {
            return Ok(member);
        }
        let equation = self.closure.equal(proof, from, to)?;
        let same = proof.refl(language)?;
        let equation = proof.cong(formula, &[equation, same])?;
        proof.resolve(member, Some(equation))
    }

    /// What is known of a string: what a step says, or that it is some string.
    pub(super) fn of(
        &mut self,
        proof: &mut Elaborator,
        step: Option<usize>,
        string: Term,
    ) -> Outcome<Fact> {
        match step {
            Some(step) => {
                let member = self.show(proof, step)?;
                self.moved(proof, member, string)
            }
            None => proof.somewhere(string),
        }
    }

    /// Shows that the string for its class is in the language of a step.
    pub(super) fn show(&mut self, proof: &mut Elaborator, step: usize) -> Outcome<Fact> {
        if let Some(fact) = self.steps[step].fact
            && proof.checker().is_open(fact)
        {
            return Ok(fact);
        }
        let (class, why) = (self.steps[step].class, self.steps[step].why.clone());
        let member = match why {
            Why::Shown(member) => member,
            Why::Word(word) => proof.somewhere(word)?,
            Why::Both(first, second) => {
                let members = [self.show(proof, first)?, self.show(proof, second)?];
                proof.in_all(&members)?
            }
            Why::Joined(whole, parts) => self.parts_joined(proof, whole, &parts, None)?,
            Why::Around(part, whole, inner) => {
                let inside = self.of(proof, Some(inner), part)?;
                self.around(proof, whole, inside)?
            }
            Why::Repeated(period, known) => {
                let terms = proof.checker().terms();
                let language = self.steps[step].automaton.expression(terms)?;
                self.overlaps(proof, &period, &known, language)?
            }
            _ => self.indirectly(proof, step)?,
        };
        let member = self.moved(proof, member, class)?;
        self.steps[step].fact = Some(member);
        Ok(member)
    }

    /// The membership of a concatenation, from those of its parts; one of them may be another than is known.
    fn parts_joined(
        &mut self,
        proof: &mut Elaborator,
        whole: Term,
        steps: &[Option<usize>],
        instead: Option<(usize, Fact)>,
    ) -> Outcome<Fact> {
        let parts = proof.checker().terms().args(whole).to_vec();
        let mut members = Vec::with_capacity(parts.len());
        for (place, (&part, &step)) in parts.iter().zip(steps).enumerate() {
            members.push(match instead {
                Some((other, member)) if other == place => self.moved(proof, member, part)?,
                _ => self.of(proof, step, part)?,
            });
        }
        proof.checker().step("re_concat", &members, &[], None)
    }

    /// The membership of a string, from that of its substring.
    fn around(&mut self, proof: &mut Elaborator, whole: Term, inside: Fact) -> Outcome<Fact> {
        let (_, part, _) = proof.membership(inside)?;
        let terms = proof.checker().terms();
        let contains = terms.app(Known::Contains, &[whole, part])?;
        let truth = terms.boolean(true)?;
        let found = proof.attempt("containment", contains, truth)?;
        let holds = found.ok_or("a substring is not contained")?;
        let holds = proof.checker().step("true_elim", &[holds], &[], None)?;
        let apart = proof.around(holds)?;
        let parts = proof.right_side(apart)?;
        let parts = proof.checker().terms().args(parts).to_vec();
        let mut members = Vec::with_capacity(parts.len());
        for string in parts {
            members.push(match string == part {
                true => inside,
                false => proof.somewhere(string)?,
            });
        }
        let member = proof.checker().step("re_concat", &members, &[], None)?;
        let (formula, _, language) = proof.membership(member)?;
        let (back, same) = (proof.symm(apart)?, proof.refl(language)?);
        let equation = proof.cong(formula, &[back, same])?;
        proof.resolve(member, Some(equation))
    }

    /// The membership that a step says, because a string outside of the language contradicts the steps that it rests on.
    fn indirectly(&mut self, proof: &mut Elaborator, step: usize) -> Outcome<Fact> {
        // What it rests on does not depend on the supposition.
        for before in self.behind(step) {
            self.show(proof, before)?;
        }
        let class = self.steps[step].class;
        let terms = proof.checker().terms();
        let language = self.steps[step].automaton.expression(terms)?;
        let member = terms.app(Known::InRe, &[class, language])?;
        proof.undeniable(member, |proof, supposed| {
            let outside = proof.positive(supposed)?;
            self.refuted(proof, step, outside)
        })
    }

    fn behind(&self, step: usize) -> Vec<usize> {
        match &self.steps[step].why {
            Why::Between(_, place, parts, whole) => {
                let others = parts.iter().enumerate().filter(|(other, _)| other != place);
                let others = others.filter_map(|(_, part)| *part);
                others.chain([*whole]).collect()
            }
            Why::Image(_, _, before) => before.iter().copied().collect(),
            Why::Preimage(.., before) | Why::Slice(.., before) => vec![*before],
            _ => Vec::new(),
        }
    }

    /// `false`, from what a step rests on, and a membership with which it has no word in common.
    fn refuted(&mut self, proof: &mut Elaborator, step: usize, member: Fact) -> Outcome<Fact> {
        match self.steps[step].why.clone() {
            Why::Between(whole, place, parts, outer) => {
                let outside = self.of(proof, Some(outer), whole)?;
                let joined = self.parts_joined(proof, whole, &parts, Some((place, member)))?;
                proof.nowhere(&[outside, joined])
            }
            Why::Image(value, of, before) => {
                let before = self.of(proof, before, of)?;
                let after = self.moved(proof, member, value)?;
                (proof.checker()).step("sinew_image", &[before, after], &[], None)
            }
            Why::Preimage(value, of, after) => {
                let after = self.of(proof, Some(after), value)?;
                let before = self.moved(proof, member, of)?;
                (proof.checker()).step("sinew_image", &[before, after], &[], None)
            }
            Why::Slice(part, whole, outer) => {
                let outside = self.of(proof, Some(outer), whole)?;
                let inside = self.moved(proof, member, part)?;
                let around = self.around(proof, whole, inside)?;
                proof.nowhere(&[outside, around])
            }
            _ => Err("this is shown in another way".into()),
        }
    }
}
