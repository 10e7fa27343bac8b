//! Memberships of replaced strings, carried back to the strings before, where the language before can be written down at once: what costs least, and is tried first
//! ([`propagation`](crate::propagation) does the rest).
//!
//! `replace_all(x, u, v) ∈ r` gives `x ∈ s` for a language `s` that has every text which becomes a word of `r`. The checker compares `r` and `s` itself;
//! here `s` is only written down. It is where `u` is one character, and either `v` is as well (then `s` is `r` with other characters) or
//! `r` is one word.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;

/// Memberships that are looked at.
const MEMBERS: usize = 64;

/// A character, and the word that it becomes.
struct Replaced {
    character: u32,
    by: Vec<u32>,
}

impl Elaborator {
    /// `false`, from memberships, equations and other formulas about strings one of which has no word left.
    pub(crate) fn no_word_before(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let (mut open, mut equations) = (Vec::new(), Vec::new());
        for &premise in premises {
            self.read_premise(premise, &mut open, &mut equations)?;
        }
        let mut members: Vec<(Term, Fact)> = Vec::new();
        while let Some(member) = open.pop() {
            let (formula, string, language) = self.membership(member)?;
            if members.len() >= MEMBERS || members.contains(&(string, member)) {
                continue;
            }
            members.push((string, member));
            for &(left, equation) in &equations {
                if left == string {
                    let same = self.refl(language)?;
                    let moved = self.cong(formula, &[equation, same])?;
                    open.push(self.resolve(member, Some(moved))?);
                }
            }
            if let Some(before) = self.before(member)? {
                open.push(before);
            }
        }
        // What was carried furthest says most.
        let mut strings: Vec<Term> = members.iter().rev().map(|&(string, _)| string).collect();
        strings.dedup();
        for string in strings {
            let about = members.iter().filter(|(other, _)| *other == string);
            let about: Vec<Fact> = about.map(|&(_, member)| member).collect();
            match self.nowhere(&about) {
                Err(Failure::Wrong(_)) => {}
                shown => return shown,
            }
        }
        let all: Vec<Fact> = members.into_iter().map(|(_, member)| member).collect();
        self.no_word_in_parts(&all)
    }

    /// What a premise says: that a string is in a language, or is another that was replaced.
    fn read_premise(
        &mut self,
        premise: Fact,
        members: &mut Vec<Fact>,
        equations: &mut Vec<(Term, Fact)>,
    ) -> Outcome<()> {
        let sides = self.sides(premise);
        let Some((left, right)) = sides.filter(|_| self.is_word_equation(premise)) else {
            members.extend(self.as_membership(premise)?);
            return Ok(());
        };
        let mirrored = self.symm(premise)?;
        for (equation, left, right) in [(premise, left, right), (mirrored, right, left)] {
            let terms = self.checker().terms();
            if terms.as_str(right).is_some() {
                let member = (self.checker()).step("re-in-cstring", &[], &[left, right], None)?;
                let member = self.symm(member)?;
                members.push(self.resolve(equation, Some(member))?);
            } else if terms.op(right) == Op::Known(Known::ReplaceAll) {
                equations.push((left, equation));
            }
        }
        Ok(())
    }

    /// From the membership of a replaced string that of the string before; nothing if it is none, or of another kind.
    fn before(&mut self, member: Fact) -> Outcome<Option<Fact>> {
        let (_, string, language) = self.membership(member)?;
        let terms = self.checker().terms();
        let (Op::Known(Known::ReplaceAll), &[replaced_string, u, v]) =
            (terms.op(string), terms.args(string))
        else {
            return Ok(None);
        };
        let (Some(&[character]), Some(by)) = (terms.as_str(u), terms.as_str(v)) else {
            return Ok(None);
        };
        let by = by.to_vec();
        let replaced = Replaced { character, by };
        match self.language_before(language, &replaced)? {
            Some(before) => {
                let goal = (self.checker().terms()).app(Known::InRe, &[replaced_string, before])?;
                let step = self.undeniable(goal, |proof, supposed| {
                    let outside = proof.positive(supposed)?;
                    (proof.checker()).step("sinew_image", &[outside, member], &[], None)
                });
                step.map(Some)
            }
            None => Ok(None),
        }
    }

    /// The texts that become words of a language; nothing if they are not written down here.
    fn language_before(&mut self, root: Term, replaced: &Replaced) -> Outcome<Option<Term>> {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if done.contains_key(&term) {
                continue;
            }
            let terms = self.checker().terms();
            terms.charge(1)?;
            let Op::Known(op) = terms.op(term) else {
                return Ok(None);
            };
            let args = terms.args(term).to_vec();
            let before = match (op, &args[..]) {
                (Known::AllChar | Known::ReAll | Known::ReNone, _) => term,
                (Known::ToRe, &[word]) => {
                    let Some(word) = terms.as_str(word).map(<[u32]>::to_vec) else {
                        return Ok(None);
                    };
                    if replaced.by.len() != 1 && term != root {
                        return Ok(None);
                    }
                    self.word_before(&word, replaced)?
                }
                // Other languages are only renamed.
                _ if replaced.by.len() != 1 => return Ok(None),
                (Known::Range, &[low, high]) => {
                    match self.range_before(term, low, high, replaced)? {
                        Some(before) => before,
                        None => return Ok(None),
                    }
                }
                _ if ready => {
                    let args: Vec<Term> = args
                        .iter()
                        .map(|arg| done.get(arg).copied().unwrap_or(*arg))
                        .collect();
                    terms.app(op, &args)?
                }
                _ => {
                    work.push((term, true));
                    let parts = args.iter().filter(|&&arg| terms.sort(arg) == Sort::RegLan);
                    work.extend(parts.map(|&arg| (arg, false)));
                    continue;
                }
            };
            done.insert(term, before);
        }
        Ok(done.get(&root).copied())
    }

    fn range_before(
        &mut self,
        range: Term,
        low: Term,
        high: Term,
        replaced: &Replaced,
    ) -> Outcome<Option<Term>> {
        let terms = self.checker().terms();
        let (Some(&[low]), Some(&[high])) = (terms.as_str(low), terms.as_str(high)) else {
            return Ok(None);
        };
        let has = |c: u32| (low..=high).contains(&c);
        let (old, new) = (has(replaced.character), has(replaced.by[0]));
        if old == new {
            return Ok(Some(range));
        }
        let character = terms.string(&[replaced.character])?;
        let character = terms.app(Known::ToRe, &[character])?;
        let op = if new { Known::ReUnion } else { Known::ReDiff };
        terms.app(op, &[range, character]).map(Some)
    }

    /// The texts that become this word, from its end.
    fn word_before(&mut self, word: &[u32], replaced: &Replaced) -> Outcome {
        let terms = self.checker().terms();
        let letter = terms.string(&[replaced.character])?;
        let letter = terms.app(Known::ToRe, &[letter])?;
        if let [by] = replaced.by[..] {
            return self.letters_before(word, by, (letter, replaced.character));
        }
        let empty = terms.string(&[])?;
        let empty = terms.app(Known::ToRe, &[empty])?;
        let removed = match replaced.by.is_empty() {
            true => Some(terms.app(Known::Star, &[letter])?),
            false => None,
        };
        // What becomes the rest from each place on.
        let mut rest = vec![removed.unwrap_or(empty)];
        for at in (0..word.len()).rev() {
            terms.charge(1)?;
            let (next, c) = (rest[rest.len() - 1], word[at]);
            let mut ways = Vec::with_capacity(2);
            if c != replaced.character {
                let kept = terms.string(&[c])?;
                let kept = terms.app(Known::ToRe, &[kept])?;
                ways.push(match removed {
                    Some(removed) => terms.app(Known::ReConcat, &[removed, kept, next])?,
                    None => terms.app(Known::ReConcat, &[kept, next])?,
                });
            }
            if removed.is_none() && word[at..].starts_with(&replaced.by) {
                let behind = rest[rest.len() - replaced.by.len()];
                ways.push(terms.app(Known::ReConcat, &[letter, behind])?);
            }
            rest.push(match ways[..] {
                [] => terms.app(Known::ReNone, &[])?,
                [only] => only,
                _ => terms.app(Known::ReUnion, &ways)?,
            });
        }
        Ok(rest[rest.len() - 1])
    }

    /// The same where characters become characters: runs of others stay words.
    fn letters_before(
        &mut self,
        word: &[u32],
        by: u32,
        (letter, character): (Term, u32),
    ) -> Outcome {
        let terms = self.checker().terms();
        let (mut parts, mut run) = (Vec::new(), Vec::new());
        if by != character && word.contains(&character) {
            return terms.app(Known::ReNone, &[]);
        }
        let new = terms.string(&[by])?;
        let new = terms.app(Known::ToRe, &[new])?;
        for &c in word {
            if c != by || by == character {
                run.push(c);
                continue;
            }
            if !run.is_empty() {
                let kept = terms.string(&std::mem::take(&mut run))?;
                parts.push(terms.app(Known::ToRe, &[kept])?);
            }
            parts.push(terms.app(Known::ReUnion, &[new, letter])?);
        }
        if !run.is_empty() || parts.is_empty() {
            let kept = terms.string(&run)?;
            parts.push(terms.app(Known::ToRe, &[kept])?);
        }
        match parts[..] {
            [only] => Ok(only),
            _ => terms.app(Known::ReConcat, &parts),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{REPLACED, Workbench};

    #[test]
    fn memberships_are_carried_back_and_no_further_than_is_true() {
        for &(formulas, refuted) in REPLACED {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(formulas);
            let shown = bench.proof.no_word_before(&facts);
            assert_eq!(shown.is_ok(), refuted, "{formulas:?}: {shown:?}");
        }
    }
}
