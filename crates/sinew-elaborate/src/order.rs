//! Chains of the lexicographic order, and common beginnings of the strings that it compares.
//!
//! What the order is says a reduction of the calculus: at the first place where two strings differ, their characters decide. That it is total,
//! antisymmetric and transitive, and that common beginnings do not matter, are entries of the library; here they are applied.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::congruence::Equations;
use crate::library::ORDER_TRANS;

/// `from <= to`, as a fact.
type Edge = (Term, Term, Fact);

impl Elaborator {
    /// What a circle of comparisons says: that two strings are equal, or, if one of them is strict, `false`.
    pub(crate) fn by_order(&mut self, premises: &[Fact], conclusion: Term) -> Outcome<Fact> {
        let (mut edges, mut equations, mut strict) = (Vec::new(), Vec::new(), Vec::new());
        for &premise in premises {
            let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
            let terms = self.checker().terms();
            match (terms.op(formula), terms.args(formula)) {
                (Op::Known(Known::StrLe), &[from, to]) => edges.push((from, to, premise)),
                (Op::Known(Known::Eq), &[from, to]) => equations.push((from, to, premise)),
                (Op::Known(Known::Not), &[denied]) => {
                    if let (Op::Known(Known::StrLe), &[to, from]) =
                        (terms.op(denied), terms.args(denied))
                    {
                        edges.push((from, to, self.at_least(from, to, premise)?));
                        strict.push((from, to, premise));
                    }
                }
                _ => {}
            }
        }
        for &(left, right, fact) in &equations.clone() {
            equations.push((right, left, self.symm(fact)?));
        }
        self.between_words(&mut edges, &equations)?;
        for (from, to, denied) in strict {
            if let Some(back) = self.way(to, from, &edges, &equations)? {
                let refuted = (self.checker()).step("contra", &[back, denied], &[], None)?;
                return match self.checker().formula(refuted) == Some(conclusion) {
                    true => Ok(refuted),
                    false => Err("another conclusion was expected".into()),
                };
            }
        }
        let terms = self.checker().terms();
        let (Op::Known(Known::Eq), &[a, b]) = (terms.op(conclusion), terms.args(conclusion)) else {
            return Err("the comparisons are no circle".into());
        };
        let there = self.way(a, b, &edges, &equations)?;
        let back = self.way(b, a, &edges, &equations)?;
        let (Some(there), Some(back)) = (there, back) else {
            return Err("the comparisons are no circle".into());
        };
        let both = self
            .checker()
            .step("and_intro", &[there, back], &[], None)?;
        let implied = self.entry("order-equal", &[("x", a), ("y", b)])?;
        (self.checker()).step("modus_ponens", &[both, implied], &[], None)
    }

    /// `from <= to` from `not (to <= from)`: the order is total.
    fn at_least(&mut self, from: Term, to: Term, denied: Fact) -> Outcome<Fact> {
        let less = self.entry("str_lt_is_le", &[("x", from), ("y", to)])?;
        let less = self.symm(less)?;
        let meaning = self.checker().step("str-lt-elim", &[], &[from, to], None)?;
        let both = self.trans(&[less, meaning])?;
        let both = self.resolve(denied, Some(both))?;
        let second = self.checker().terms().int(1.into())?;
        self.checker().step("and_elim", &[both], &[second], None)
    }

    /// Words among the strings are compared by computing.
    fn between_words(
        &mut self,
        edges: &mut Vec<Edge>,
        equations: &[(Term, Term, Fact)],
    ) -> Outcome<()> {
        let mut words = Vec::new();
        for &(a, b, _) in edges.iter().chain(equations) {
            for term in [a, b] {
                if self.checker().terms().as_str(term).is_some() && !words.contains(&term) {
                    words.push(term);
                }
            }
        }
        for &a in &words {
            for &b in &words {
                let terms = self.checker().terms();
                if a == b || terms.as_str(a) > terms.as_str(b) {
                    continue;
                }
                let atom = terms.app(Known::StrLe, &[a, b])?;
                let value = self.checker().step("evaluate", &[], &[atom], None)?;
                let holds = self.checker().step("true_elim", &[value], &[], None)?;
                edges.push((a, b, holds));
            }
        }
        Ok(())
    }

    /// `from <= to` by steps of the order and equations, the fewest; nothing if there is no way.
    fn way(
        &mut self,
        from: Term,
        to: Term,
        edges: &[Edge],
        equations: &[(Term, Term, Fact)],
    ) -> Outcome<Option<Fact>> {
        let mut reached: FxHashMap<Term, Option<Fact>> = FxHashMap::from_iter([(from, None)]);
        let mut work = std::collections::VecDeque::from([from]);
        while let Some(at) = work.pop_front() {
            let so_far = reached[&at];
            if at == to && so_far.is_some() {
                return Ok(so_far);
            }
            // An equation alone is no comparison: the first step is one of the order.
            let moves = (edges.iter().map(|edge| (edge, false)))
                .chain((equations.iter().map(|edge| (edge, true))).filter(|_| so_far.is_some()));
            for (&(left, next, fact), equal) in moves {
                if left != at || (reached.contains_key(&next) && next != to) {
                    continue;
                }
                if next == to && reached.get(&to).copied().flatten().is_some() {
                    continue;
                }
                self.checker().terms().charge(1)?;
                let fact = match so_far {
                    None => fact,
                    Some(before) if equal => {
                        let formula = self.checker().formula(before);
                        let formula = formula.ok_or("a premise was never shown")?;
                        let same = self.refl(from)?;
                        let moved = self.cong(formula, &[same, fact])?;
                        self.resolve(before, Some(moved))?
                    }
                    Some(before) => {
                        let names = [("x", from), ("y", at), ("z", next)];
                        let implied = self.entry(ORDER_TRANS, &names)?;
                        let both =
                            (self.checker()).step("and_intro", &[before, fact], &[], None)?;
                        (self.checker()).step("modus_ponens", &[both, implied], &[], None)?
                    }
                };
                reached.insert(next, Some(fact));
                work.push_back(next);
            }
        }
        Ok(None)
    }

    /// `s·x <= s·y = x <= y`, and what the next string after another is, however they are grouped; nothing if this is something else.
    pub(crate) fn compared_strings(&mut self, equation: Term) -> Outcome<Option<Fact>> {
        let terms = self.checker().terms();
        let [left, right] = *terms.args(equation) else {
            return Ok(None);
        };
        let (Op::Known(Known::StrLe), &[s, t]) = (terms.op(left), terms.args(left)) else {
            return Ok(None);
        };
        let found = match (terms.op(right), terms.args(right)) {
            (Op::Known(Known::StrLe), &[x, y]) => self.without_beginning((s, t), (x, y)),
            (Op::Known(Known::Not), &[denied]) => match (terms.op(denied), terms.args(denied)) {
                (Op::Known(Known::StrLe), &[other, before]) if other == t => {
                    self.next_string(s, before, t)
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        match found {
            Err(Failure::Wrong(_)) => Ok(None),
            found => found.map(Some),
        }
    }

    /// `w·"\u{0}" <= t = not (t <= w)`: no string is between `w` and the one with the least character behind it.
    fn next_string(&mut self, string: Term, before: Term, t: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let least = terms.string(&[0])?;
        let joined = terms.app(Known::Concat, &[before, least])?;
        let from = terms.app(Known::StrLe, &[string, t])?;
        let to = terms.app(Known::StrLe, &[joined, t])?;
        let mut known = Equations::default();
        if let Some(fact) = self.attempt("", string, joined)? {
            known.insert((string, joined), fact);
        }
        let grouped = self.congruent(from, to, &mut known)?;
        let meaning = self.entry("str_le_successor", &[("w", before), ("s", t)])?;
        let steps: Vec<Fact> = grouped.into_iter().chain([meaning]).collect();
        self.trans(&steps)
    }

    fn without_beginning(&mut self, (s, t): (Term, Term), (x, y): (Term, Term)) -> Outcome<Fact> {
        let beginning = self.before_end(s, x)?;
        let mut known = Equations::default();
        let mut grouped = Vec::with_capacity(2);
        for (whole, rest) in [(s, x), (t, y)] {
            let joined = (self.checker().terms()).app(Known::Concat, &[beginning, rest])?;
            if let Some(fact) = self.attempt("", whole, joined)? {
                known.insert((whole, joined), fact);
            }
            grouped.push(joined);
        }
        let from = (self.checker().terms()).app(Known::StrLe, &[s, t])?;
        let to = self.checker().terms().app(Known::StrLe, &grouped)?;
        let regrouped = self.congruent(from, to, &mut known)?;
        let names = [("z", beginning), ("x", x), ("y", y)];
        let stripped = self.entry("str_le_strip", &names)?;
        let steps: Vec<Fact> = regrouped.into_iter().chain([stripped]).collect();
        self.trans(&steps)
    }

    /// What a string has before its end.
    pub(crate) fn before_end(&mut self, whole: Term, end: Term) -> Outcome {
        let (whole, end) = (self.letters(whole)?, self.letters(end)?);
        let before = whole.strip_suffix(&end[..]);
        self.spelled_out(before.ok_or("this is no end of the string")?)
    }

    /// What a string has behind its start.
    pub(crate) fn behind_start(&mut self, whole: Term, start: Term) -> Outcome {
        let (whole, start) = (self.letters(whole)?, self.letters(start)?);
        let behind = whole.strip_prefix(&start[..]);
        self.spelled_out(behind.ok_or("this is no start of the string")?)
    }

    /// The concatenation of letters and other strings, with words for letters that follow each other.
    fn spelled_out(&mut self, letters: &[Term]) -> Outcome {
        let (mut parts, mut word) = (Vec::new(), Vec::new());
        for &part in letters {
            match self.checker().terms().as_str(part) {
                Some(letter) => word.extend_from_slice(letter),
                None => {
                    if !word.is_empty() {
                        parts.push(self.checker().terms().string(&word)?);
                        word.clear();
                    }
                    parts.push(part);
                }
            }
        }
        if !word.is_empty() {
            parts.push(self.checker().terms().string(&word)?);
        }
        self.concatenation(&parts)
    }

    /// What a string is put together from, words letter by letter.
    pub(crate) fn letters(&mut self, string: Term) -> Outcome<Vec<Term>> {
        let mut letters = Vec::new();
        for part in self.components(string)? {
            match self.checker().terms().as_str(part).map(<[u32]>::to_vec) {
                Some(word) => {
                    for c in word {
                        letters.push(self.checker().terms().string(&[c])?);
                    }
                }
                None => letters.push(part),
            }
        }
        Ok(letters)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn circles_of_comparisons_say_that_strings_are_equal_and_chains_do_not() {
        for (premises, conclusion, shown) in [
            (&["(str.<= x y)", "(str.<= y x)"][..], "(= x y)", true),
            (&["(str.<= x y)", "(str.<= x y)"], "(= x y)", false),
            (
                &["(str.<= x y)", "(str.<= y z)", "(str.<= z x)"],
                "(= x z)",
                true,
            ),
            (
                &["(str.<= x y)", "(= y z)", "(not (str.<= x z))"],
                "false",
                true,
            ),
            (
                &["(str.<= x y)", "(= y z)", "(not (str.<= z x))"],
                "false",
                false,
            ),
            (
                &["(not (str.<= y x))", "(not (str.<= z y))", "(str.<= z x)"],
                "false",
                true,
            ),
            (
                &["(str.<= x \"a\")", "(str.<= \"b\" x)"],
                "(= x \"a\")",
                true,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(premises);
            let goal = bench.term(conclusion);
            let found = bench.proof.by_order(&facts, goal);
            assert_eq!(found.is_ok(), shown, "{premises:?}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(bench.proof.checker().formula(fact), Some(goal));
            }
        }
    }

    #[test]
    fn common_beginnings_do_not_matter_and_others_do() {
        for (left, right, shown) in [
            ("(str.<= (str.++ z x) (str.++ z y))", "(str.<= x y)", true),
            ("(str.<= x (str.++ x y))", "(str.<= \"\" y)", true),
            (
                "(str.<= (str.++ \"ab\" z x) (str.++ \"ab\" z \"c\" y))",
                "(str.<= x (str.++ \"c\" y))",
                true,
            ),
            (
                "(str.<= (str.++ \"ab\" x) \"acd\")",
                "(str.<= (str.++ \"b\" x) \"cd\")",
                true,
            ),
            ("(str.<= \"a\\u{0}\" y)", "(not (str.<= y \"a\"))", true),
            (
                "(str.<= (str.++ x \"a\\u{0}\") y)",
                "(not (str.<= y (str.++ x \"a\")))",
                true,
            ),
            ("(str.<= \"a\\u{1}\" y)", "(not (str.<= y \"a\"))", false),
            ("(str.<= (str.++ x z) (str.++ y z))", "(str.<= x y)", false),
            ("(str.<= (str.++ z x) (str.++ z y))", "(str.<= y x)", false),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let goal = bench.term(&format!("(= {left} {right})"));
            let found = bench.proof.compared_strings(goal).expect("enough work");
            assert_eq!(found.is_some(), shown, "{left}: {found:?}");
            if let Some(fact) = found {
                assert_eq!(bench.proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
