//! Splits where two normal forms part (P3, Figure 4: F-Split), from an equation of what is left of the forms.
//!
//! `x·s = y·t` with |x| ≥ |y| says that x is `y·k`: x is cut behind as many characters as y has, and what is before the cut is y. Against a word that
//! is longer, x is one of the word's beginnings, by cases of its length.

use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::forms::Parts;

/// Two forms that part at this end, and what is known of their components and of lengths.
pub(crate) struct Fork<'a> {
    /// The equation of what is left of both.
    pub(crate) rest: Fact,
    pub(crate) at_end: bool,
    pub(crate) parts: &'a Parts,
    pub(crate) comparisons: &'a [Fact],
}

impl Elaborator {
    /// Shows what a split says.
    pub(crate) fn forked(&mut self, fork: &Fork<'_>, conclusion: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let cases = match terms.op(conclusion) {
            Op::Known(Known::Or) => terms.args(conclusion).to_vec(),
            _ => vec![conclusion],
        };
        if cases
            .iter()
            .all(|&case| terms.op(case) == Op::Known(Known::And))
        {
            return self.either_is_longer(fork, &cases, conclusion);
        }
        let word = (self.equation_sides(cases[0])).map(|(_, right)| right);
        let word = word.ok_or("an equation was expected")?;
        match self.checker().terms().as_str(word).is_some() {
            true => self.some_beginning(fork, &cases, conclusion),
            false => {
                for &comparison in fork.comparisons {
                    if let Ok(shown) = self.extended(fork, comparison, conclusion) {
                        return Ok(shown);
                    }
                }
                Err("nothing says which string is longer".into())
            }
        }
    }

    /// `(|x| > |y| ∧ x = y·k) ∨ (|y| > |x| ∧ y = x·l)`: if neither, the lengths are equal.
    fn either_is_longer(
        &mut self,
        fork: &Fork<'_>,
        cases: &[Term],
        conclusion: Term,
    ) -> Outcome<Fact> {
        self.undeniable(conclusion, |proof, supposed| {
            let mut lines = Vec::new();
            for (at, &case) in cases.iter().enumerate() {
                let no_case = proof.no_member(supposed, at, cases.len())?;
                let &[longer, split] = proof.checker().terms().args(case) else {
                    return Err("a comparison and an equation were expected".into());
                };
                let not_longer = proof.denied(longer, |proof, longer| {
                    let equation = proof.extended(fork, longer, split)?;
                    let case = [longer, equation];
                    let case = proof.checker().step("and_intro", &case, &[], None)?;
                    (proof.checker()).step("contra", &[case, no_case], &[], None)
                })?;
                lines.extend(proof.faces(not_longer)?);
            }
            let different: Vec<Fact> = (fork.comparisons.iter().copied())
                .filter(|&fact| proof.denies_equation(fact))
                .collect();
            proof.no_values(&lines, &different)
        })
    }

    /// That a member of a disjunction is false which is false.
    fn no_member(&mut self, denied: Fact, at: usize, of: usize) -> Outcome<Fact> {
        if of == 1 {
            return Ok(denied);
        }
        let place = self.checker().terms().int(at.into())?;
        (self.checker()).step("not_or_elim", &[denied], &[place], None)
    }

    fn denies_equation(&mut self, fact: Fact) -> bool {
        let formula = self.checker().formula(fact);
        formula.is_some_and(|formula| self.is_different(formula))
    }

    /// `x = y·k`, or `x = k·y` at the end, by a comparison that says |x| ≥ |y|.
    fn extended(&mut self, fork: &Fork<'_>, longer: Fact, split: Term) -> Outcome<Fact> {
        let (long, joined) = (self.equation_sides(split)).ok_or("an equation was expected")?;
        let mut short = self.components(joined)?;
        let rest = match fork.at_end {
            false => short.pop(),
            true => (!short.is_empty()).then(|| short.remove(0)),
        };
        let rest = rest.ok_or("a concatenation was expected")?;
        let short = self.concatenation(&short)?;
        let whole = self.grouped(fork, long, short)?;
        let (count, counted) = self.length_of_component(short)?;
        let terms = self.checker().terms();
        let (length, zero) = (terms.app(Known::Len, &[long])?, terms.int(0.into())?);
        let positive = terms.app(Known::Ge, &[count, zero])?;
        let reaches = terms.app(Known::Ge, &[length, count])?;
        let positive = (self.evident(positive)?).ok_or("a length below zero")?;
        let reaches = self.undeniable(reaches, |proof, supposed| {
            proof.clash_of_bounds(&[supposed, longer])
        })?;
        let end = self.checker().terms().boolean(fork.at_end)?;
        let premises = [positive, reaches];
        let cut = (self.checker()).step("string_decompose", &premises, &[end], None)?;
        let (pieces, same) = (self.conjunct_at(cut, 0)?, self.conjunct_at(cut, 1)?);
        let back = self.symm(counted)?;
        let same = self.trans(&[same, back])?;
        let parted = self.put_into(fork.at_end, (long, whole), pieces)?;
        let shared = (self.checker()).step("concat_unify", &[parted, same], &[end], None)?;
        let cut_off = self.right_side(pieces)?;
        let &[one, other] = self.checker().terms().args(cut_off) else {
            return Err("two pieces were expected".into());
        };
        let named = self.same_piece(if fork.at_end { one } else { other }, rest)?;
        let equations = match fork.at_end {
            false => [shared, named],
            true => [named, shared],
        };
        let renamed = self.cong(cut_off, &equations)?;
        let mut steps = vec![pieces, renamed];
        let grouped = self.right_side(renamed)?;
        steps.extend(self.regrouped(grouped, joined)?);
        self.trans(&steps)
    }

    /// `x·s = y·t`, or `s·x = t·y` at the end.
    fn grouped(&mut self, fork: &Fork<'_>, x: Term, y: Term) -> Outcome<Fact> {
        let mirrored = self.symm(fork.rest)?;
        for rest in [fork.rest, mirrored] {
            let (a, b) = self.sides(rest).ok_or("an equation was expected")?;
            let one = self.begun(a, x, fork.at_end, fork.parts)?;
            let other = self.begun(b, y, fork.at_end, fork.parts)?;
            if let (Some(one), Some(other)) = (one, other) {
                let back = self.symm(one)?;
                return self.trans(&[back, rest, other]);
            }
        }
        Err("the forms part somewhere else".into())
    }

    /// The length of a string, a number where it is a word: `|y| = n`.
    fn length_of_component(&mut self, string: Term) -> Outcome<(Term, Fact)> {
        let terms = self.checker().terms();
        let is_word = terms.as_str(string).is_some();
        let length = terms.app(Known::Len, &[string])?;
        let counted = match is_word {
            true => self.checker().step("evaluate", &[], &[length], None)?,
            false => self.refl(length)?,
        };
        Ok((self.right_side(counted)?, counted))
    }

    fn conjunct_at(&mut self, conjunction: Fact, at: u8) -> Outcome<Fact> {
        let place = self.checker().terms().int(at.into())?;
        (self.checker()).step("and_elim", &[conjunction], &[place], None)
    }

    /// `p·(l·s) = y·t` from `x·s = y·t` and `x = p·l`; `(s·p)·l = t·y` at the end.
    fn put_into(
        &mut self,
        at_end: bool,
        (long, whole): (Term, Fact),
        pieces: Fact,
    ) -> Outcome<Fact> {
        let (left, _) = self.sides(whole).ok_or("an equation was expected")?;
        if left == long {
            let back = self.symm(pieces)?;
            return self.trans(&[back, whole]);
        }
        let &[one, other] = self.checker().terms().args(left) else {
            return Err("two groups were expected".into());
        };
        let cut_off = self.right_side(pieces)?;
        let &[p, l] = self.checker().terms().args(cut_off) else {
            return Err("two pieces were expected".into());
        };
        let (equations, groups) = match at_end {
            false => ([pieces, self.refl(other)?], [vec![p], vec![l, other]]),
            true => ([self.refl(one)?, pieces], [vec![one, p], vec![l]]),
        };
        let moved = self.cong(left, &equations)?;
        let [first, second] = groups;
        let halves = [self.concatenation(&first)?, self.concatenation(&second)?];
        let target = self.checker().terms().app(Known::Concat, &halves)?;
        let current = self.right_side(moved)?;
        let mut steps = vec![moved];
        steps.extend(self.regrouped(current, target)?);
        let moved = self.trans(&steps)?;
        let back = self.symm(moved)?;
        self.trans(&[back, whole])
    }

    /// That two concatenations of the same components are equal; nothing if they are the same term.
    pub(crate) fn regrouped(&mut self, from: Term, to: Term) -> Outcome<Option<Fact>> {
        if from == to {
            return Ok(None);
        }
        let same = self.checker().terms().app(Known::Eq, &[from, to])?;
        (self.checker().step("aci_norm", &[], &[same], None)).map(Some)
    }

    /// That two names are of one piece of a string, however its place is written.
    fn same_piece(&mut self, one: Term, other: Term) -> Outcome<Fact> {
        if one == other {
            return self.refl(one);
        }
        let mut meanings = Vec::with_capacity(2);
        for name in [one, other] {
            let terms = self.checker().terms();
            meanings.push(match terms.op(name) {
                Op::Known(Known::Purify) => {
                    (self.checker()).step("skolem_intro", &[], &[name], None)?
                }
                _ => self.refl(name)?,
            });
        }
        let (left, right) = (self.right_side(meanings[0])?, self.right_side(meanings[1])?);
        let mut steps = vec![meanings[0]];
        if left != right {
            let same = self.attempt("f-split", left, right)?;
            steps.push(same.ok_or("the piece is another one")?);
        }
        steps.push(self.symm(meanings[1])?);
        self.trans(&steps)
    }

    /// `x = "" ∨ x = "a" ∨ …`, the beginnings of a word that are shorter than x may not be.
    fn some_beginning(
        &mut self,
        fork: &Fork<'_>,
        cases: &[Term],
        conclusion: Term,
    ) -> Outcome<Fact> {
        self.undeniable(conclusion, |proof, supposed| {
            let (mut different, mut length) = (Vec::new(), None);
            for (at, &case) in cases.iter().enumerate() {
                let no_case = proof.no_member(supposed, at, cases.len())?;
                let (x, word) = (proof.equation_sides(case)).ok_or("an equation was expected")?;
                let (number, counted) = proof.length_of_component(word)?;
                let terms = proof.checker().terms();
                let of_x = terms.app(Known::Len, &[x])?;
                length = Some(of_x);
                let as_long = terms.app(Known::Eq, &[of_x, number])?;
                different.push(proof.denied(as_long, |proof, as_long| {
                    let equation = proof.beginning(fork, (x, word), (as_long, counted), case)?;
                    (proof.checker()).step("contra", &[equation, no_case], &[], None)
                })?);
            }
            let terms = proof.checker().terms();
            let (length, zero) = (length.ok_or("a case was expected")?, terms.int(0.into())?);
            let positive = terms.app(Known::Ge, &[length, zero])?;
            let positive = (proof.evident(positive)?).ok_or("a length below zero")?;
            let mut lines = proof.faces(positive)?;
            for &comparison in fork.comparisons {
                if !proof.denies_equation(comparison) {
                    lines.extend(proof.faces(comparison)?);
                }
            }
            proof.no_values(&lines, &different)
        })
    }

    /// `x = w`, where x is as long as w, which the other side begins with.
    fn beginning(
        &mut self,
        fork: &Fork<'_>,
        (x, word): (Term, Term),
        (as_long, counted): (Fact, Fact),
        case: Term,
    ) -> Outcome<Fact> {
        if self
            .checker()
            .terms()
            .as_str(word)
            .is_some_and(<[u32]>::is_empty)
        {
            let formula = (self.checker().formula(as_long)).ok_or("a premise was never shown")?;
            let empty = self.attempt("f-split-constant", formula, case)?;
            return self.resolve(as_long, Some(empty.ok_or("no length of the empty string")?));
        }
        let whole = self.grouped(fork, x, word)?;
        let back = self.symm(counted)?;
        let same = self.trans(&[as_long, back])?;
        let end = self.checker().terms().boolean(fork.at_end)?;
        (self.checker()).step("concat_unify", &[whole, same], &[end], None)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn splits_say_what_the_forms_say_and_nothing_else() {
        let behind = "(@purify (str.substr x (str.len y) (+ (str.len x) (* -1 (str.len y)))))";
        let other = "(@purify (str.substr y (str.len x) (+ (str.len y) (* -1 (str.len x)))))";
        let before = "(@purify (str.substr x 0 (+ (str.len x) (* -1 (str.len y)))))";
        let other_before = "(@purify (str.substr y 0 (+ (str.len y) (* -1 (str.len x)))))";
        let differ = "(not (= (str.len x) (str.len y)))";
        let (longer, shorter) = ("(> (str.len x) (str.len y))", "(> (str.len y) (str.len x))");
        let front = format!(
            "(or (and {longer} (= x (str.++ y {behind}))) (and {shorter} (= y (str.++ x {other}))))"
        );
        let back = format!(
            "(or (and {longer} (= x (str.++ {before} y))) (and {shorter} (= y (str.++ {other_before} x))))"
        );
        let (at_front, at_back) = (
            "(= (str.++ x u) (str.++ y v))",
            "(= (str.++ u x) (str.++ v y))",
        );
        for (premises, conclusion, shown) in [
            (vec![at_front, differ], &front[..], true),
            (vec![at_back, differ], &back, true),
            (vec![at_back, differ], &front, false),
            (vec![at_front], &front, false),
            (vec!["(= (str.++ x u) y)", differ], &front, true),
            (vec!["(= x (str.++ u y))", differ], &back, true),
            (
                vec![
                    "(= u (str.++ x z))",
                    "(= v (str.++ y \"a\"))",
                    "(= u v)",
                    differ,
                ],
                &front,
                true,
            ),
            (
                vec!["(= (str.++ x u) (str.++ \"ab\" v))", "(>= (str.len x) 1)"],
                "(= x (str.++ \"a\" (@purify (str.substr x 1 (+ (str.len x) -1)))))",
                true,
            ),
            (
                vec!["(= (str.++ u x) (str.++ v \"abc\"))", "(>= (str.len x) 2)"],
                "(= x (str.++ (@purify (str.substr x 0 (+ (str.len x) -2))) \"bc\"))",
                true,
            ),
            (
                vec!["(= (str.++ u x) (str.++ v \"abc\"))", "(>= (str.len x) 1)"],
                "(= x (str.++ (@purify (str.substr x 0 (+ (str.len x) -2))) \"bc\"))",
                false,
            ),
            (
                vec![
                    "(= (str.++ x u) (str.++ \"abc\" v))",
                    "(not (>= (str.len x) 3))",
                ],
                "(or (= x \"\") (= x \"a\") (= x \"ab\"))",
                true,
            ),
            (
                vec![
                    "(= (str.++ x u) (str.++ \"abc\" v))",
                    "(not (>= (str.len x) 1))",
                ],
                "(= x \"\")",
                true,
            ),
            (
                vec![
                    "(= (str.++ x u) (str.++ \"abc\" v))",
                    "(not (>= (str.len x) 3))",
                ],
                "(or (= x \"\") (= x \"ab\"))",
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let (facts, goal) = (bench.suppose(&premises), bench.term(conclusion));
            let proof = &mut bench.proof;
            let found = proof.by_forms("f-split", &facts, goal);
            assert_eq!(
                found.is_ok(),
                shown,
                "{premises:?}: {conclusion}: {found:?}"
            );
            if let Ok(fact) = found {
                assert_eq!(proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
