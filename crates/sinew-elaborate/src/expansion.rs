//! What extended functions mean, where a condition holds: `c ⇒ …`, with witnesses `@purify t` for parts of strings.
//!
//! A substring's meaning is its reduction in the calculus. Of others each part of the meaning is shown by rewriting, with what the witnesses stand for in their place.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::congruence::Equations;

impl Elaborator {
    /// Shows what an extended function means under a condition.
    pub(crate) fn expanded(&mut self, conclusion: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Implies), &[condition, meaning]) =
            (terms.op(conclusion), terms.args(conclusion))
        else {
            return self.always(conclusion);
        };
        let parts = match terms.op(meaning) {
            Op::Known(Known::And) => terms.args(meaning).to_vec(),
            _ => vec![meaning],
        };
        let depth = self.checker().depth();
        let supposed = self.checker().assume_push(condition)?;
        let shown = match self.substring(supposed, &parts) {
            Err(Failure::Wrong(_)) => self.part_by_part(supposed, &parts),
            shown => shown,
        };
        match shown {
            Ok(fact) => self.checker().step_pop("scope", &[fact], None),
            Err(why) => {
                self.checker().leave_to(depth);
                Err(why)
            }
        }
    }

    /// A formula that is true by rewriting, with what its witnesses stand for.
    fn always(&mut self, formula: Term) -> Outcome<Fact> {
        let truth = self.checker().terms().boolean(true)?;
        let plain = self.without_witnesses(formula)?;
        let goal = match plain {
            Some(equation) => self.right_side(equation)?,
            None => formula,
        };
        let found = self.attempt("ext-expand", goal, truth)?;
        let found = found.ok_or("no rewrite was found")?;
        let steps: Vec<Fact> = plain.into_iter().chain([found]).collect();
        let equation = self.trans(&steps)?;
        self.checker().step("true_elim", &[equation], &[], None)
    }

    /// Each part by itself, where the condition holds.
    fn part_by_part(&mut self, supposed: Fact, parts: &[Term]) -> Outcome<Fact> {
        let condition = (self.checker().formula(supposed)).ok_or("a premise was never shown")?;
        let mut facts = Vec::with_capacity(parts.len());
        for &part in parts {
            if let Some(fact) = self.not_before(supposed, part)? {
                facts.push(fact);
                continue;
            }
            let implied = (self.checker().terms()).app(Known::Implies, &[condition, part])?;
            let implied = match self.by_library("ext-expand", implied)? {
                Some(known) => known,
                None => self.always(implied)?,
            };
            let premises = [supposed, implied];
            facts.push(self.checker().step("modus_ponens", &premises, &[], None)?);
        }
        self.together(&facts)
    }

    /// That a word does not occur before its first occurrence: true if it is not empty. Nothing if this is something else.
    fn not_before(&mut self, supposed: Fact, part: Term) -> Outcome<Option<Fact>> {
        let condition = (self.checker().formula(supposed)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (Op::Known(Known::Not), &[atom]) = (terms.op(part), terms.args(part)) else {
            return Ok(None);
        };
        let (Op::Known(Known::Contains), &[_, word]) = (terms.op(atom), terms.args(atom)) else {
            return Ok(None);
        };
        if terms.as_str(word).is_none_or(<[u32]>::is_empty) {
            return Ok(None);
        }
        let empty = terms.string(&[])?;
        let is_empty = terms.app(Known::Eq, &[word, empty])?;
        let not_empty = terms.app(Known::Not, &[is_empty])?;
        let inner = terms.app(Known::Implies, &[not_empty, part])?;
        let whole = terms.app(Known::Implies, &[condition, inner])?;
        let Some(known) = self.by_library("ext-expand", whole)? else {
            return Ok(None);
        };
        let value = self.checker().step("evaluate", &[], &[is_empty], None)?;
        let not_empty = self.checker().step("false_elim", &[value], &[], None)?;
        let checker = self.checker();
        let inner = checker.step("modus_ponens", &[supposed, known], &[], None)?;
        let fact = checker.step("modus_ponens", &[not_empty, inner], &[], None)?;
        Ok(Some(fact))
    }

    fn together(&mut self, facts: &[Fact]) -> Outcome<Fact> {
        match facts {
            &[only] => Ok(only),
            _ => self.checker().step("and_intro", facts, &[], None),
        }
    }

    /// `formula = formula'` with what witnesses stand for in their places; nothing if there are none.
    fn without_witnesses(&mut self, formula: Term) -> Outcome<Option<Fact>> {
        let (mut with, mut known) = (FxHashMap::default(), Equations::default());
        let (mut seen, mut work) = (rustc_hash::FxHashSet::default(), vec![formula]);
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let terms = self.checker().terms();
            terms.charge(1)?;
            let args = terms.args(term).to_vec();
            if terms.op(term) == Op::Known(Known::Purify) {
                let fact = (self.checker()).step("skolem_intro", &[], &[term], None)?;
                with.insert(term, args[0]);
                known.insert((term, args[0]), fact);
            } else {
                work.extend(args);
            }
        }
        let plain = self.replace(formula, &with)?;
        self.congruent(formula, plain, &mut known)
    }

    /// What a substring is to its string: `x = before · substr(x, i, n) · behind`, and the length of what is before.
    fn substring(&mut self, supposed: Fact, parts: &[Term]) -> Outcome<Fact> {
        let (slice, list) = self.slice(parts)?;
        let reduced = (self.checker()).step("string_reduction", &[], &[slice], None)?;
        let numbers = [0, 1].map(|at: u64| self.checker().terms().int(at.into()));
        let [zero, one] = numbers;
        let (zero, one) = (zero?, one?);
        let cases = (self.checker()).step("and_elim", &[reduced], &[zero], None)?;
        let named = (self.checker()).step("and_elim", &[reduced], &[one], None)?;
        let formula = (self.checker().formula(cases)).ok_or("a premise was never shown")?;
        let inside = self.checker().terms().args(formula)[0];
        let inside = self.implied(supposed, inside)?;
        let clause = self.checker().step("ite_elim1", &[cases], &[], None)?;
        let pivot = (self.checker().formula(inside)).ok_or("a premise was never shown")?;
        let no = self.checker().terms().boolean(false)?;
        let meaning = (self.checker()).step("resolution", &[clause, inside], &[no, pivot], None)?;
        let equation = (self.checker()).step("and_elim", &[meaning], &[zero], None)?;
        let length = (self.checker()).step("and_elim", &[meaning], &[one], None)?;
        let (_, reduct) = self.sides(equation).ok_or("an equation was expected")?;
        let &[before, _, behind] = self.checker().terms().args(reduct) else {
            return Err("a reduction has another form".into());
        };
        let at = list.iter().position(|&part| part == slice);
        let at = at.ok_or("the slice is not there")?;
        let (first, last) = (
            self.same_end(before, &list[..at])?,
            self.same_end(behind, &list[at + 1..])?,
        );
        let middle = self.symm(named)?;
        let moved = self.cong(reduct, &[first, middle, last])?;
        let mut steps = vec![equation, moved];
        let written = self.concatenation(&list)?;
        let reached = self.right_side(moved)?;
        if reached != written {
            let same = (self.checker().terms()).app(Known::Eq, &[reached, written])?;
            steps.push(self.checker().step("aci_norm", &[], &[same], None)?);
        }
        let equation = self.trans(&steps)?;
        let mut facts = Vec::with_capacity(parts.len());
        for &part in parts {
            if self.checker().formula(equation) == Some(part) {
                facts.push(equation);
                continue;
            }
            let (measured, _) = self.sides(length).ok_or("an equation was expected")?;
            let same = self.cong(measured, &[first])?;
            let back = self.symm(same)?;
            facts.push(self.trans(&[back, length])?);
        }
        self.together(&facts)
    }

    /// A substring of a string, and all its components, from an equation among these formulas.
    fn slice(&mut self, parts: &[Term]) -> Outcome<(Term, Vec<Term>)> {
        let terms = self.checker().terms();
        for &part in parts {
            let (Op::Known(Known::Eq), &[whole, right]) = (terms.op(part), terms.args(part)) else {
                continue;
            };
            if terms.op(right) != Op::Known(Known::Concat) {
                continue;
            }
            let list = terms.args(right).to_vec();
            let is_slice = |&part: &Term| {
                terms.op(part) == Op::Known(Known::Substr) && terms.args(part)[0] == whole
            };
            if let Some(slice) = list.iter().copied().find(is_slice) {
                return Ok((slice, list));
            }
        }
        Err("there is no substring".into())
    }

    /// A formula that a fact implies, by rewriting.
    fn implied(&mut self, fact: Fact, formula: Term) -> Outcome<Fact> {
        let premise = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        if premise == formula {
            return Ok(fact);
        }
        let implied = (self.checker().terms()).app(Known::Implies, &[premise, formula])?;
        let implied = self.always(implied)?;
        self.checker()
            .step("modus_ponens", &[fact, implied], &[], None)
    }

    /// That a witness is the component that stands in its place; the empty word where there is none.
    fn same_end(&mut self, witness: Term, list: &[Term]) -> Outcome<Fact> {
        let other = match list {
            [] => self.checker().terms().string(&[])?,
            &[only] => only,
            _ => return Err("more than a witness is beside the substring".into()),
        };
        if other == witness {
            return self.refl(witness);
        }
        let mut steps = vec![(self.checker()).step("skolem_intro", &[], &[witness], None)?];
        let from = self.right_side(steps[0])?;
        let (mut to, mut back) = (other, None);
        if self.checker().terms().op(other) == Op::Known(Known::Purify) {
            let named = (self.checker()).step("skolem_intro", &[], &[other], None)?;
            to = self.right_side(named)?;
            back = Some(self.symm(named)?);
        }
        if from != to {
            let same = self.attempt("ext-expand", from, to)?;
            steps.push(same.ok_or("the ends differ")?);
        }
        steps.extend(back);
        self.trans(&steps)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn what_functions_mean_is_shown_under_the_conditions_and_no_others() {
        for (conclusion, shown) in [
            (
                "(=> (>= (str.len x) 3) (and (= (str.len (@purify (str.substr x 0 2))) 2) (= x (str.++ (@purify (str.substr x 0 2)) (str.substr x 2 (+ (str.len x) -2))))))",
                true,
            ),
            (
                "(=> (>= (str.len x) 1) (and (= (str.len (@purify (str.substr x 0 2))) 2) (= x (str.++ (@purify (str.substr x 0 2)) (str.substr x 2 (+ (str.len x) -2))))))",
                false,
            ),
            (
                "(=> (>= (str.len x) 3) (and (= (str.len (@purify (str.substr x 0 2))) 2) (= x (str.++ (@purify (str.substr x 0 2)) (str.substr x 2 1) (@purify (str.substr x 3 (- (str.len x) 3)))))))",
                true,
            ),
            (
                "(=> (>= (str.len x) 2) (= x (str.++ (str.substr x 0 (+ (str.len x) -1)) (@purify (str.substr x (+ (str.len x) -1) (- (str.len x) (+ (str.len x) -1)))))))",
                true,
            ),
            (
                "(=> (>= (str.indexof x \".\" 0) 0) (and (= (str.indexof x \".\" 0) (str.len (@purify (str.substr x 0 (str.indexof x \".\" 0))))) (not (str.contains (@purify (str.substr x 0 (str.indexof x \".\" 0))) \".\"))))",
                true,
            ),
        ] {
            let mut bench = Workbench::new(10_000_000);
            let goal = bench.term(conclusion);
            let proof = &mut bench.proof;
            let found = proof.expanded(goal);
            assert_eq!(found.is_ok(), shown, "{conclusion}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
