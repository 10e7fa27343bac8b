//! What normal forms of equal strings say about their components.
//!
//! The premises are equations that take strings apart, and one between two of them. Both sides are written out, down to single characters; what they have in common at
//! their ends goes, and the rest is the conclusion, or is unified by a premise about lengths.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::forks::Fork;

/// How often strings are taken apart, and components that are looked at.
const ROUNDS: usize = 64;
const COMPONENTS: usize = 2_000;

/// What strings are, by premises: from left to right.
pub(crate) type Parts = FxHashMap<Term, (Term, Fact)>;

/// What the premises say, but for the equation of two forms.
struct Premises<'a> {
    parts: &'a Parts,
    lengths: &'a [(Term, Term, Fact)],
    /// All others.
    comparisons: &'a [Fact],
}

impl Elaborator {
    /// Shows what follows from the normal forms of equal strings by this rule.
    pub(crate) fn by_forms(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let (mut equations, mut lengths) = (Vec::new(), Vec::new());
        let mut comparisons = Vec::new();
        for &premise in premises {
            let Some((left, right)) = self.sides(premise) else {
                comparisons.push(premise);
                continue;
            };
            match self.checker().terms().sort(left) {
                Sort::String if left != right => equations.push((left, right, premise)),
                Sort::Int => lengths.push((left, right, premise)),
                _ => {}
            }
        }
        let parts: Parts = (equations.iter())
            .map(|&(left, right, fact)| (left, (right, fact)))
            .collect();
        // The equation to look at is the last one of the two forms; others are tried as well.
        for &(left, right, equation) in equations.iter().rev() {
            let others: Parts = (parts.iter())
                .filter(|(_, (_, fact))| *fact != equation)
                .map(|(&from, &to)| (from, to))
                .collect();
            let shown = self.by_equation(
                rule,
                (left, right, equation),
                &Premises {
                    parts: &others,
                    lengths: &lengths,
                    comparisons: &comparisons,
                },
                conclusion,
            );
            match shown {
                Err(Failure::Wrong(_)) => {}
                shown => return shown,
            }
        }
        Err("no two forms show this".into())
    }

    fn by_equation(
        &mut self,
        rule: &str,
        (left, right, equation): (Term, Term, Fact),
        premises: &Premises<'_>,
        conclusion: Term,
    ) -> Outcome<Fact> {
        let parts = premises.parts;
        let (one, other) = (
            self.written_out(left, parts)?,
            self.written_out(right, parts)?,
        );
        let back = self.symm(one)?;
        let whole = self.trans(&[back, equation, other])?;
        for ends in [&[false][..], &[true], &[false, true]] {
            let mut rest = whole;
            for &end in ends {
                let end = self.checker().terms().boolean(end)?;
                rest = self.checker().step("concat_eq", &[rest], &[end], None)?;
            }
            let formula = (self.checker().formula(rest)).ok_or("a premise was never shown")?;
            let shown = match rule {
                "f-unify" => self.unified(rest, ends, premises, conclusion),
                "f-split" | "f-split-constant" => match *ends {
                    [at_end] => self.forked(
                        &Fork {
                            rest,
                            at_end,
                            parts,
                            comparisons: premises.comparisons,
                        },
                        conclusion,
                    ),
                    _ => Err("forms part at one end".into()),
                },
                "cancel" | "form-eq" => self.put_together(rest, parts, conclusion),
                _ => match self.attempt(rule, formula, conclusion)? {
                    Some(equation) => self.resolve(rest, Some(equation)),
                    None => Err("the forms say something else".into()),
                },
            };
            match shown {
                Err(Failure::Wrong(_)) => {}
                shown => return shown,
            }
        }
        Err("the forms say something else".into())
    }

    /// A formula about an extended function, by rewriting, with its strings taken apart as the premises say.
    pub(crate) fn by_parts(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let (mut parts, mut others) = (Parts::default(), Vec::new());
        for &premise in premises {
            let Some((left, right)) = self.sides(premise).filter(|(a, b)| a != b) else {
                continue;
            };
            match self.checker().terms().sort(left) {
                Sort::String => {
                    parts.insert(left, (right, premise));
                }
                _ => others.push((left, right, premise)),
            }
        }
        let function = self.function(conclusion);
        let args = self.checker().terms().args(function).to_vec();
        let mut equations = Vec::with_capacity(args.len());
        for arg in args {
            equations.push(match self.checker().terms().sort(arg) {
                Sort::String => self.taken_apart(arg, &parts, false)?,
                _ => self.refl(arg)?,
            });
        }
        let moved = self.cong(function, &equations)?;
        let to = self.right_side(moved)?;
        let first = self.replaced(conclusion, &[(function, to, moved)])?;
        let formula = match first {
            Some(step) => self.right_side(step)?,
            None => conclusion,
        };
        let second = self.replaced(formula, &others)?;
        let formula = match second {
            Some(step) => self.right_side(step)?,
            None => formula,
        };
        let truth = self.checker().terms().boolean(true)?;
        let last = self.attempt(rule, formula, truth)?;
        let last = last.ok_or("no rewrite was found")?;
        let steps: Vec<Fact> = [first, second, Some(last)].into_iter().flatten().collect();
        let equation = self.trans(&steps)?;
        self.checker().step("true_elim", &[equation], &[], None)
    }

    /// The function that a formula is about: the atom, or the left side of an equation.
    fn function(&mut self, formula: Term) -> Term {
        let terms = self.checker().terms();
        let atom = match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[atom]) => atom,
            _ => formula,
        };
        match (terms.op(atom), terms.args(atom)) {
            (Op::Known(Known::Eq), &[left, _]) if !terms.args(left).is_empty() => left,
            _ => atom,
        }
    }

    /// That a string is what it is put together from, with words as characters.
    fn written_out(&mut self, string: Term, parts: &Parts) -> Outcome<Fact> {
        self.taken_apart(string, parts, true)
    }

    /// The same; only if it is said so, with words as characters.
    pub(crate) fn taken_apart(
        &mut self,
        string: Term,
        parts: &Parts,
        spelled: bool,
    ) -> Outcome<Fact> {
        let mut steps = vec![self.refl(string)?];
        let mut current = string;
        for _ in 0..ROUNDS {
            let list = self.components(current)?;
            if list.len() > COMPONENTS {
                return Err("the string has too many components".into());
            }
            let flat = self.concatenation(&list)?;
            if flat != current {
                let same = self.checker().terms().app(Known::Eq, &[current, flat])?;
                steps.push(self.checker().step("aci_norm", &[], &[same], None)?);
                current = flat;
            }
            let mut equations = Vec::with_capacity(list.len());
            let mut changed = false;
            for &part in &list {
                let known = match parts.get(&part) {
                    Some(&(_, fact)) => Some(fact),
                    None if spelled => self.spelled(part)?,
                    None => None,
                };
                changed |= known.is_some();
                equations.push(match known {
                    Some(fact) => fact,
                    None => self.refl(part)?,
                });
            }
            if !changed {
                return self.trans(&steps);
            }
            let step = match equations[..] {
                [only] => only,
                _ => self.cong(current, &equations)?,
            };
            current = self.right_side(step)?;
            steps.push(step);
        }
        Err("the forms are circular".into())
    }

    /// A word of several characters as their concatenation.
    fn spelled(&mut self, part: Term) -> Outcome<Option<Fact>> {
        let terms = self.checker().terms();
        let Some(word) = terms.as_str(part).filter(|word| word.len() > 1) else {
            return Ok(None);
        };
        let word = word.to_vec();
        let mut characters = Vec::with_capacity(word.len());
        for c in word {
            characters.push(terms.string(&[c])?);
        }
        let spelled = terms.app(Known::Concat, &characters)?;
        let joined = self.checker().step("evaluate", &[], &[spelled], None)?;
        self.symm(joined).map(Some)
    }

    /// The conclusion, whose sides are written out as those of an equation that was shown.
    fn put_together(&mut self, rest: Fact, parts: &Parts, conclusion: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Eq), &[left, right]) = (terms.op(conclusion), terms.args(conclusion))
        else {
            return Err("an equation was expected".into());
        };
        let (one, other) = (
            self.written_out(left, parts)?,
            self.written_out(right, parts)?,
        );
        let (mut rest, sides) = (rest, self.sides(rest));
        let ends = (self.right_side(one)?, self.right_side(other)?);
        if sides == Some((ends.1, ends.0)) {
            rest = self.symm(rest)?;
        } else if sides != Some(ends) {
            return Err("the rest is something else".into());
        }
        let back = self.symm(other)?;
        self.trans(&[one, rest, back])
    }

    /// The first or last components of an equation, which are equally long.
    fn unified(
        &mut self,
        rest: Fact,
        ends: &[bool],
        premises: &Premises<'_>,
        conclusion: Term,
    ) -> Outcome<Fact> {
        let (parts, lengths) = (premises.parts, premises.lengths);
        let terms = self.checker().terms();
        let (Op::Known(Known::Eq), &[left, right]) = (terms.op(conclusion), terms.args(conclusion))
        else {
            return Err("an equation was expected".into());
        };
        if self.checker().formula(rest) == Some(conclusion) {
            return Ok(rest);
        }
        let mirrored = self.symm(rest)?;
        if self.checker().formula(mirrored) == Some(conclusion) {
            return Ok(mirrored);
        }
        let &[end] = ends else {
            return Err("the components are somewhere else".into());
        };
        for rest in [rest, mirrored] {
            let (a, b) = self.sides(rest).ok_or("an equation was expected")?;
            let (Some(one), Some(other)) = (
                self.begun(a, left, end, parts)?,
                self.begun(b, right, end, parts)?,
            ) else {
                continue;
            };
            let equal = self.same_length((left, right), lengths)?;
            let back = self.symm(one)?;
            let whole = self.trans(&[back, rest, other])?;
            let end = self.checker().terms().boolean(end)?;
            return (self.checker()).step("concat_unify", &[whole, equal], &[end], None);
        }
        Err("the components are somewhere else".into())
    }

    /// That a string written out begins, or ends, with this one: as a concatenation of two, unless there is nothing else.
    pub(crate) fn begun(
        &mut self,
        string: Term,
        with: Term,
        at_end: bool,
        parts: &Parts,
    ) -> Outcome<Option<Fact>> {
        let list = self.components(string)?;
        let written = self.written_out(with, parts)?;
        let flat = self.right_side(written)?;
        let first = self.components(flat)?;
        let fits = match at_end {
            false => list.starts_with(&first),
            true => list.ends_with(&first),
        };
        if !fits {
            return Ok(None);
        }
        if first.len() == list.len() {
            let mut steps: Vec<Fact> = self.regrouped(string, flat)?.into_iter().collect();
            steps.push(self.symm(written)?);
            return self.trans(&steps).map(Some);
        }
        let (group, others) = match at_end {
            false => (&list[..first.len()], &list[first.len()..]),
            true => (
                &list[list.len() - first.len()..],
                &list[..list.len() - first.len()],
            ),
        };
        let (group, others) = (self.concatenation(group)?, self.concatenation(others)?);
        let halves = if at_end {
            [others, group]
        } else {
            [group, others]
        };
        let grouped = self.checker().terms().app(Known::Concat, &halves)?;
        let mut steps = Vec::with_capacity(2);
        if grouped != string {
            let same = self.checker().terms().app(Known::Eq, &[string, grouped])?;
            steps.push(self.checker().step("aci_norm", &[], &[same], None)?);
        }
        if flat != with {
            let word = self.symm(written)?;
            let others = self.refl(others)?;
            let equations = if at_end {
                [others, word]
            } else {
                [word, others]
            };
            steps.push(self.cong(grouped, &equations)?);
        }
        match steps[..] {
            [] => self.refl(string).map(Some),
            _ => self.trans(&steps).map(Some),
        }
    }

    /// That two strings are equally long, by premises.
    fn same_length(
        &mut self,
        (left, right): (Term, Term),
        lengths: &[(Term, Term, Fact)],
    ) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (a, b) = (
            terms.app(Known::Len, &[left])?,
            terms.app(Known::Len, &[right])?,
        );
        let equal = terms.app(Known::Eq, &[a, b])?;
        for &(one, other, premise) in lengths {
            if (one, other) == (a, b) {
                return Ok(premise);
            }
            if (one, other) == (b, a) {
                return self.symm(premise);
            }
        }
        // One of them is a word, whose length is a number.
        let (mut steps, mut value) = (Vec::new(), a);
        for length in [a, b] {
            let terms = self.checker().terms();
            let word = terms.args(length)[0];
            let to_number = if terms.as_str(word).is_some() {
                Some(self.checker().step("evaluate", &[], &[length], None)?)
            } else {
                let found = lengths.iter().find(|(one, other, _)| {
                    let terms = self.checker().terms();
                    *one == length && terms.as_int(*other).is_some()
                        || *other == length && terms.as_int(*one).is_some()
                });
                match found.copied() {
                    Some((one, _, premise)) if one == length => Some(premise),
                    Some((_, _, premise)) => Some(self.symm(premise)?),
                    None => None,
                }
            };
            let step = to_number.ok_or("nothing is known of the lengths")?;
            let number = self.right_side(step)?;
            if length == a {
                (value, steps) = (number, vec![step]);
            } else if number == value {
                steps.push(self.symm(step)?);
            } else {
                return Err("the lengths differ".into());
            }
        }
        let fact = self.trans(&steps)?;
        match self.checker().formula(fact) == Some(equal) {
            true => Ok(fact),
            false => Err("the lengths are of others".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn functions_of_what_is_taken_apart() {
        for (premises, conclusion, shown) in [
            (
                &["(= y \"b\")", "(= x (str.++ y z))"][..],
                "(str.prefixof \"b\" x)",
                true,
            ),
            (
                &["(= y \"b\")", "(= x (str.++ y z))"],
                "(str.prefixof \"a\" x)",
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let (facts, goal) = (bench.suppose(premises), bench.term(conclusion));
            let proof = &mut bench.proof;
            let found = proof.by_parts("ext-simplify", &facts, goal);
            assert_eq!(found.is_ok(), shown, "{conclusion}: {found:?}");
        }
    }

    #[test]
    fn forms_show_what_is_left_of_them() {
        for (rule, premises, conclusion, shown) in [
            (
                "f-unify",
                &[
                    "(= x (str.++ y \"ab\"))",
                    "(= z (str.++ u v))",
                    "(= x z)",
                    "(= (str.len y) (str.len u))",
                ][..],
                "(= y u)",
                true,
            ),
            (
                "f-unify",
                &["(= (str.++ y z) (str.++ \"abc\" v))", "(= (str.len y) 2)"],
                "(= y \"ab\")",
                true,
            ),
            (
                "f-unify",
                &["(= (str.++ z y) (str.++ v \"abc\"))", "(= (str.len y) 2)"],
                "(= y \"bc\")",
                true,
            ),
            (
                "f-unify",
                &["(= (str.++ y z) (str.++ \"abc\" v))", "(= (str.len y) 1)"],
                "(= y \"ab\")",
                false,
            ),
            (
                "cancel",
                &[
                    "(= (str.++ x y) (str.++ x \"a\" z))",
                    "(= u (str.++ \"a\" z))",
                ],
                "(= y u)",
                true,
            ),
            (
                "cancel",
                &[
                    "(= (str.++ x y) (str.++ x \"a\" z))",
                    "(= u (str.++ \"b\" z))",
                ],
                "(= y u)",
                false,
            ),
            (
                "constant-clash",
                &["(= x \"\")", "(= (str.++ x \"a\" y) \"hac\")"],
                "false",
                true,
            ),
            (
                "constant-clash",
                &["(= x \"h\")", "(= (str.++ x \"a\" y) \"hac\")"],
                "false",
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let (facts, goal) = (bench.suppose(premises), bench.term(conclusion));
            let proof = &mut bench.proof;
            let found = proof.by_forms(rule, &facts, goal);
            assert_eq!(found.is_ok(), shown, "{conclusion}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
