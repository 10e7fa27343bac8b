//! Memberships of concatenations, as memberships of their components.
//!
//! The conclusion says that for one of some pairs of languages the first component is in the one, and what follows in the other. Suppose that it does not: then
//! for each pair one of the two is not, and what is known of the components leaves no word of the whole. Which of the two it is, is asked pair by
//! pair, and only as long as a word is left.

use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::forms::Parts;

/// Pairs of languages that are looked at.
const PAIRS: usize = 12;

/// A concatenation and what is known of it.
struct Whole {
    /// The membership of the concatenation of the groups.
    member: Fact,
    groups: Vec<Term>,
}

/// The pairs of the conclusion: each a conjunction of memberships, with the fact that it does not hold.
struct Denied {
    pair: Term,
    members: Vec<Term>,
    fact: Fact,
}

impl Elaborator {
    /// Shows one of some pairs of memberships, from a membership of the concatenation.
    pub(crate) fn member_of_parts(&mut self, premises: &[Fact], conclusion: Term) -> Outcome<Fact> {
        let pairs = match self.checker().terms().op(conclusion) {
            Op::Known(Known::Or) => self.checker().terms().args(conclusion).to_vec(),
            _ => vec![conclusion],
        };
        if pairs.len() > PAIRS {
            return Err("there are too many pairs".into());
        }
        let mut of_pairs = Vec::with_capacity(pairs.len());
        for &pair in &pairs {
            of_pairs.push(self.conjuncts(pair));
        }
        let whole = self.whole(premises, &of_pairs)?;
        let depth = self.checker().depth();
        let shown = self.by_pairs(&whole, (pairs, of_pairs), conclusion);
        if shown.is_err() {
            self.checker().leave_to(depth);
        }
        shown
    }

    fn by_pairs(
        &mut self,
        whole: &Whole,
        (pairs, of_pairs): (Vec<Term>, Vec<Vec<Term>>),
        conclusion: Term,
    ) -> Outcome<Fact> {
        let several = pairs.len() > 1;
        let terms = self.checker().terms();
        let (no, opposite) = (terms.boolean(false)?, terms.app(Known::Not, &[conclusion])?);
        let supposed = self.checker().assume_push(opposite)?;
        let mut denied = Vec::with_capacity(pairs.len());
        for (at, (pair, members)) in pairs.into_iter().zip(of_pairs).enumerate() {
            let fact = match several {
                false => supposed,
                true => {
                    let place = self.checker().terms().int(at.into())?;
                    (self.checker()).step("not_or_elim", &[supposed], &[place], None)?
                }
            };
            denied.push(Denied {
                pair,
                members,
                fact,
            });
        }
        let refuted = self.no_word_of_whole(whole, &denied, &mut Vec::new())?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        let twice = (self.checker()).step("process_scope", &[implied], &[no], None)?;
        self.checker().step("not_not_elim", &[twice], &[], None)
    }

    fn conjuncts(&mut self, formula: Term) -> Vec<Term> {
        let terms = self.checker().terms();
        match terms.op(formula) {
            Op::Known(Known::And) => terms.args(formula).to_vec(),
            _ => vec![formula],
        }
    }

    /// The concatenation, as the premises take it apart, grouped as the conclusion speaks of it.
    fn whole(&mut self, premises: &[Fact], of_pairs: &[Vec<Term>]) -> Outcome<Whole> {
        let (mut parts, mut member) = (Parts::default(), None);
        for &premise in premises {
            match self.sides(premise) {
                Some((left, right)) if left != right => {
                    if self.checker().terms().sort(left) == Sort::String {
                        parts.insert(left, (right, premise));
                    }
                }
                Some(_) => {}
                None => member = Some(self.positive(premise)?),
            }
        }
        let member = member.ok_or("a membership was expected")?;
        let (formula, string, language) = self.membership(member)?;
        let apart = self.taken_apart(string, &parts, false)?;
        let flat = self.right_side(apart)?;
        let components = self.components(flat)?;
        let mut strings: Vec<Vec<Term>> = Vec::new();
        for &atom in of_pairs.iter().flatten() {
            let terms = self.checker().terms();
            let (Op::Known(Known::InRe), &[string, _]) = (terms.op(atom), terms.args(atom)) else {
                return Err("a membership was expected".into());
            };
            let list = self.components(string)?;
            if !list.is_empty() && !strings.contains(&list) {
                strings.push(list);
            }
        }
        let (mut groups, mut at) = (Vec::new(), 0);
        while at < components.len() {
            let found = strings
                .iter()
                .find(|list| components[at..].starts_with(list));
            let length = found.map_or(1, Vec::len);
            groups.push(self.concatenation(&components[at..at + length])?);
            at += length;
        }
        let grouped = match groups[..] {
            [only] => only,
            _ => self.checker().terms().app(Known::Concat, &groups)?,
        };
        let mut steps = vec![apart];
        if grouped != flat {
            let same = self.checker().terms().app(Known::Eq, &[flat, grouped])?;
            steps.push(self.checker().step("aci_norm", &[], &[same], None)?);
        }
        let equation = self.trans(&steps)?;
        let language = self.refl(language)?;
        let equation = self.cong(formula, &[equation, language])?;
        let member = self.resolve(member, Some(equation))?;
        Ok(Whole { member, groups })
    }

    /// A membership, or the denial of one as a membership in the complement.
    pub(crate) fn positive(&mut self, fact: Fact) -> Outcome<Fact> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (Op::Known(Known::Not), &[atom]) = (terms.op(formula), terms.args(formula)) else {
            return Ok(fact);
        };
        let (Op::Known(Known::InRe), &[string, language]) = (terms.op(atom), terms.args(atom))
        else {
            return Err("a membership was expected".into());
        };
        let args = [string, language];
        let equation = self.checker().step("re-in-comp", &[], &args, None)?;
        let equation = self.symm(equation)?;
        self.resolve(fact, Some(equation))
    }

    /// `false`, from memberships of groups, and from pairs that do not hold.
    fn no_word_of_whole(
        &mut self,
        whole: &Whole,
        denied: &[Denied],
        known: &mut Vec<(Term, Fact)>,
    ) -> Outcome<Fact> {
        match self.no_word_among(whole, known) {
            Err(Failure::Wrong(_)) => {}
            shown => return shown,
        }
        let (first, rest) = denied.split_first().ok_or("there are words left")?;
        let no = self.checker().terms().boolean(false)?;
        let (before, mut facts) = (known.len(), Vec::with_capacity(first.members.len()));
        for &atom in &first.members {
            let terms = self.checker().terms();
            let (string, opposite) = (terms.args(atom)[0], terms.app(Known::Not, &[atom])?);
            let supposed = self.checker().assume_push(opposite)?;
            let outside = self.positive(supposed)?;
            known.push((string, outside));
            let refuted = self.no_word_of_whole(whole, rest, known)?;
            known.pop();
            let implied = self.checker().step_pop("scope", &[refuted], None)?;
            let twice = (self.checker()).step("process_scope", &[implied], &[no], None)?;
            let fact = self.checker().step("not_not_elim", &[twice], &[], None)?;
            // The others may rest on it.
            known.push((string, fact));
            facts.push(fact);
        }
        known.truncate(before);
        let pair = match facts[..] {
            [only] => only,
            _ => self.checker().step("and_intro", &facts, &[], None)?,
        };
        if self.checker().formula(pair) != Some(first.pair) {
            return Err("a pair says something else".into());
        }
        (self.checker()).step("contra", &[pair, first.fact], &[], None)
    }

    /// `false`, because no word of the whole is put together from words that its groups may be.
    fn no_word_among(&mut self, whole: &Whole, known: &[(Term, Fact)]) -> Outcome<Fact> {
        let mut parts = Vec::with_capacity(whole.groups.len());
        for &group in &whole.groups {
            let facts: Vec<Fact> = (known.iter())
                .filter(|(string, _)| *string == group)
                .map(|&(_, fact)| fact)
                .collect();
            parts.push(match facts[..] {
                [] => self.somewhere(group)?,
                _ => self.in_all(&facts)?,
            });
        }
        let joint = match parts[..] {
            [only] => only,
            _ => self.checker().step("re_concat", &parts, &[], None)?,
        };
        self.nowhere(&[whole.member, joint])
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn pairs_that_cover_all_words_are_shown_and_others_are_not() {
        let stars = "(re.* (str.to_re \"ab\"))";
        let begun = format!("(re.++ {stars} (str.to_re \"a\"))");
        let ended = format!("(re.++ (str.to_re \"b\") {stars})");
        let even = format!("(and (str.in_re x {stars}) (str.in_re y {stars}))");
        let odd = format!("(and (str.in_re x {begun}) (str.in_re y {ended}))");
        let member = format!("(str.in_re (str.++ x y) {stars})");
        let behind = format!("(str.in_re z {stars})");
        for (premises, conclusion, shown) in [
            (vec![&member[..]], format!("(or {even} {odd})"), true),
            (vec![&member], format!("(or {odd} {even})"), true),
            (vec![&member], even.clone(), false),
            (
                vec!["(= z (str.++ \"a\" y))", &behind],
                format!("(str.in_re y {ended})"),
                true,
            ),
            (
                vec!["(= z (str.++ y \"b\"))", &behind],
                format!("(str.in_re y {begun})"),
                true,
            ),
            (
                vec!["(= z (str.++ y \"b\"))", &behind],
                format!("(str.in_re y {stars})"),
                false,
            ),
            (
                vec!["(= z (str.++ \"c\" y \"b\"))", &format!("(not {behind})")],
                "(str.in_re y re.all)".to_owned(),
                true,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(&premises);
            let goal = bench.term(&conclusion);
            let proof = &mut bench.proof;
            let found = proof.member_of_parts(&facts, goal);
            assert_eq!(found.is_ok(), shown, "{conclusion}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
