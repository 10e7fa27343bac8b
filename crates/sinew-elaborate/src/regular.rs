//! Formulas about strings as memberships, and languages without words.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

impl Elaborator {
    /// `false`, from formulas about one string that no word satisfies.
    pub(crate) fn no_word(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut formulas = Vec::with_capacity(premises.len());
        for &premise in premises {
            formulas.push((self.checker().formula(premise)).ok_or("a premise was never shown")?);
        }
        'strings: for string in self.subjects(&formulas) {
            let mut members = Vec::with_capacity(premises.len());
            for (&premise, &formula) in premises.iter().zip(&formulas) {
                match self.membership_form(string, formula)? {
                    Some(equation) => members.push(self.resolve(premise, equation)?),
                    None => continue 'strings,
                }
            }
            return self.nowhere(&members);
        }
        Err("the formulas are about different strings".into())
    }

    /// `false`, from memberships of one string in languages that have no word in common.
    pub(crate) fn nowhere(&mut self, members: &[Fact]) -> Outcome<Fact> {
        let joint = self.in_all(members)?;
        let (formula, string, language) = self.membership(joint)?;
        let none = self.checker().terms().app(Known::ReNone, &[])?;
        let args = [language, none];
        let empty = (self.checker()).step("sinew_re_equal", &[], &args, None)?;
        let equation = self.cong(formula, &[empty])?;
        let nowhere = (self.checker()).step("re-in-empty", &[], &[string], None)?;
        let equation = self.trans(&[equation, nowhere])?;
        self.resolve(joint, Some(equation))
    }

    /// The membership in the intersection.
    pub(crate) fn in_all(&mut self, members: &[Fact]) -> Outcome<Fact> {
        let (&first, rest) = members.split_first().ok_or("a membership was expected")?;
        rest.iter().try_fold(first, |joint, &member| {
            (self.checker()).step("re_inter", &[member, joint], &[], None)
        })
    }

    /// The formula, the string and the language of a membership that was shown.
    pub(crate) fn membership(&mut self, fact: Fact) -> Outcome<(Term, Term, Term)> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::InRe), &[string, language]) => Ok((formula, string, language)),
            _ => Err("a membership was expected".into()),
        }
    }

    /// A formula about a string as a membership of it; nothing if it is none.
    pub(crate) fn as_membership(&mut self, fact: Fact) -> Outcome<Option<Fact>> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        for string in self.subjects(&[formula]) {
            if let Some(equation) = self.membership_form(string, formula)? {
                return self.resolve(fact, equation).map(Some);
            }
        }
        Ok(None)
    }

    /// `false`, from memberships of a concatenation and of its components.
    pub(crate) fn no_word_in_parts(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut members: Vec<(Term, Fact)> = Vec::new();
        for &premise in premises {
            if let Some(member) = self.as_membership(premise)? {
                let (_, string, _) = self.membership(member)?;
                members.push((string, member));
            }
        }
        let size = |proof: &mut Elaborator, string: Term| {
            let terms = proof.checker().terms();
            match terms.op(string) {
                Op::Known(Known::Concat) => terms.args(string).len(),
                _ => 1,
            }
        };
        let mut whole: Option<(usize, Term)> = None;
        for &(string, _) in &members {
            let size = size(self, string);
            if whole.is_none_or(|(largest, _)| size > largest) {
                whole = Some((size, string));
            }
        }
        let (size, whole) = whole.ok_or("a membership was expected")?;
        let about = |string: Term| -> Vec<Fact> {
            let members = members.iter().filter(|(other, _)| *other == string);
            members.map(|&(_, fact)| fact).collect()
        };
        let mut joint = about(whole);
        if size > 1 {
            let mut parts = Vec::with_capacity(size);
            for part in self.checker().terms().args(whole).to_vec() {
                let known = about(part);
                parts.push(match known[..] {
                    [] => self.somewhere(part)?,
                    _ => self.in_all(&known)?,
                });
            }
            joint.push(self.checker().step("re_concat", &parts, &[], None)?);
        }
        self.nowhere(&joint)
    }

    /// A membership that holds anyway: of a word in itself, of others in the language of all words.
    pub(crate) fn somewhere(&mut self, string: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let truth = if terms.as_str(string).is_some() {
            let word = terms.app(Known::ToRe, &[string])?;
            let member = terms.app(Known::InRe, &[string, word])?;
            let truth = terms.boolean(true)?;
            let holds = terms.app(Known::Eq, &[member, truth])?;
            (self.checker()).step("str-in-re-eval", &[], &[holds], None)?
        } else {
            (self.checker()).step("re-in-sigma-star", &[], &[string], None)?
        };
        self.checker().step("true_elim", &[truth], &[], None)
    }
}
