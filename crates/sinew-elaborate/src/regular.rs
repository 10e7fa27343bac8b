//! Formulas about strings as memberships, and languages without words.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

/// How deep Boolean structure may be nested in a formula that is read as a membership.
const DEPTH: usize = 8;

impl Elaborator {
    /// `false`, from memberships of one string that no word satisfies.
    pub(crate) fn no_word(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut members = Vec::with_capacity(premises.len());
        for &premise in premises {
            members.push(self.as_membership(premise)?);
        }
        let joint = self.in_all(&members)?;
        let (formula, string, language) = self.membership(joint)?;
        let empty = (self.checker()).step("sinew_re_empty", &[], &[language], None)?;
        let equation = self.cong(formula, &[empty])?;
        let nowhere = (self.checker()).step("re-in-empty", &[], &[string], None)?;
        let equation = self.trans(&[equation, nowhere])?;
        self.resolve(joint, Some(equation))
    }

    /// The membership in the intersection.
    fn in_all(&mut self, members: &[Fact]) -> Outcome<Fact> {
        let (&first, rest) = members.split_first().ok_or("a membership was expected")?;
        rest.iter().try_fold(first, |joint, &member| {
            (self.checker()).step("re_inter", &[member, joint], &[], None)
        })
    }

    /// The formula, the string and the language of a membership that was shown.
    fn membership(&mut self, fact: Fact) -> Outcome<(Term, Term, Term)> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::InRe), &[string, language]) => Ok((formula, string, language)),
            _ => Err("a membership was expected".into()),
        }
    }

    /// A formula about a string as a membership of it.
    fn as_membership(&mut self, fact: Fact) -> Outcome<Fact> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let equation = self.membership_form(formula, DEPTH)?;
        self.resolve(fact, equation)
    }

    /// That a formula equals a membership; nothing if it is one.
    fn membership_form(&mut self, formula: Term, depth: usize) -> Outcome<Option<Fact>> {
        let depth = (depth.checked_sub(1)).ok_or("the formula is nested too deeply")?;
        let terms = self.checker().terms();
        let args = terms.args(formula).to_vec();
        match (terms.op(formula), &args[..]) {
            (Op::Known(Known::InRe), _) => Ok(None),
            (Op::Known(Known::Eq), &[string, word]) if terms.as_str(word).is_some() => {
                let form = (self.checker()).step("re-in-cstring", &[], &[string, word], None)?;
                self.symm(form).map(Some)
            }
            (Op::Known(Known::Not), &[inner]) => {
                let mut steps = Vec::new();
                let mut member = inner;
                if let Some(equation) = self.membership_form(inner, depth)? {
                    member = self.right_side(equation)?;
                    steps.push(self.cong(formula, &[equation])?);
                }
                let args = self.checker().terms().args(member).to_vec();
                let outside = (self.checker()).step("re-in-comp", &[], &args, None)?;
                steps.push(self.symm(outside)?);
                self.trans(&steps).map(Some)
            }
            (Op::Known(Known::Or), parts) => {
                let form = (Known::ReUnion, "str-in-re-union-elim");
                self.joined_form(formula, parts, form, depth).map(Some)
            }
            (Op::Known(Known::And), parts) => {
                let form = (Known::ReInter, "str-in-re-inter-elim");
                self.joined_form(formula, parts, form, depth).map(Some)
            }
            _ => Err("the formula is no membership".into()),
        }
    }

    /// A disjunction or conjunction of memberships as one in the union or intersection.
    fn joined_form(
        &mut self,
        formula: Term,
        parts: &[Term],
        (join, elimination): (Known, &str),
        depth: usize,
    ) -> Outcome<Fact> {
        let (mut equations, mut members) = (Vec::new(), Vec::new());
        for &part in parts {
            let equation = match self.membership_form(part, depth)? {
                Some(equation) => equation,
                None => self.refl(part)?,
            };
            members.push(self.right_side(equation)?);
            equations.push(equation);
        }
        let flat = self.cong(formula, &equations)?;
        let op = match self.checker().terms().op(formula) {
            Op::Known(op) => op,
            _ => return Err("a junction was expected".into()),
        };
        // From the end, one member after the other.
        let (&last, before) = members.split_last().ok_or("a junction was expected")?;
        let string = self.checker().terms().args(last)[0];
        let mut languages = vec![self.checker().terms().args(last)[1]];
        let mut rest: Option<Fact> = None;
        let mut nested = last;
        for &member in before.iter().rev() {
            let terms = self.checker().terms();
            if terms.args(member)[0] != string {
                return Err("the memberships are about different strings".into());
            }
            let language = terms.args(member)[1];
            nested = terms.app(op, &[member, nested])?;
            let others = terms.app(join, &languages[1..])?;
            let args = [string, language, languages[0], others];
            let step = (self.checker()).step(elimination, &[], &args, None)?;
            let step = self.symm(step)?;
            languages.insert(0, language);
            let inner = match rest {
                None => step,
                Some(equation) => {
                    let kept = self.refl(member)?;
                    let inside = self.cong(nested, &[kept, equation])?;
                    self.trans(&[inside, step])?
                }
            };
            rest = Some(inner);
        }
        let Some(rest) = rest else {
            return Err("a junction has several members".into());
        };
        let flattened = self.right_side(flat)?;
        if flattened == nested {
            return self.trans(&[flat, rest]);
        }
        let same = self
            .checker()
            .terms()
            .app(Known::Eq, &[flattened, nested])?;
        let same = self.checker().step("aci_norm", &[], &[same], None)?;
        self.trans(&[flat, same, rest])
    }

    /// `false`, from memberships of a concatenation and of its components.
    pub(crate) fn no_word_in_parts(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut members: Vec<(Term, Fact)> = Vec::new();
        for &premise in premises {
            if let Ok(member) = self.as_membership(premise) {
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
        self.no_word(&joint)
    }

    /// A membership that holds anyway: of a word in itself, of others in the language of all words.
    fn somewhere(&mut self, string: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let truth = if terms.as_str(string).is_some() {
            let word = terms.app(Known::ToRe, &[string])?;
            let member = terms.app(Known::InRe, &[string, word])?;
            self.checker().step("evaluate", &[], &[member], None)?
        } else {
            (self.checker()).step("re-in-sigma-star", &[], &[string], None)?
        };
        self.checker().step("true_elim", &[truth], &[], None)
    }
}
