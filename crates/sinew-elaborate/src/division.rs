//! Quotients and remainders by numbers, and lengths of members of a language that leave the same remainder.
//!
//! `t mod n` is `t - n·(t div n)`, which is between 0 and `n - 1`: with that, comparisons of remainders are lines like others. Words all of whose lengths leave the remainder `d` when
//! divided by `m` are in `Σᵈ·(Σᵐ)*`, which the rules of languages compare, and of which the calculus knows the lengths.

use dashu_int::IBig;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::log::linear::Line;

/// Periods above this are not written out.
const PERIOD: usize = 64;

/// What is known of a division: what the remainder is, and its bounds.
struct Division {
    remainder: Fact,
    lower: Fact,
    upper: Fact,
}

/// That a remainder is at least, or at most, a number.
struct Remainder {
    /// The member of the conclusion.
    said: Term,
    /// What is divided, the divisor, and the number.
    of: Term,
    by: Term,
    value: IBig,
}

impl Elaborator {
    /// `t mod n = t - n·(t div n)` and `n·(t div n) <= t < n·(t div n + 1)`, for a number that is not zero.
    fn division(&mut self, t: Term, n: Term) -> Outcome<Division> {
        let terms = self.checker().terms();
        let zero = terms.int(IBig::ZERO)?;
        let is_zero = terms.app(Known::Eq, &[n, zero])?;
        let rest = terms.app(Known::ModTotal, &[t, n])?;
        let quotient = terms.app(Known::DivTotal, &[t, n])?;
        let named = terms.app(Known::Purify, &[quotient])?;
        let (first, second) = (terms.int(IBig::ZERO)?, terms.int(IBig::ONE)?);
        let checker = self.checker();
        let not_zero = checker.step("evaluate", &[], &[is_zero], None)?;
        let total = checker.step("arith-int-mod-total", &[not_zero], &[t, n], None)?;
        let divided = checker.step("arith-int-div-total", &[not_zero], &[t, n], None)?;
        let meaning = checker.step("arith_reduction", &[], &[rest], None)?;
        let name = checker.step("skolem_intro", &[], &[named], None)?;
        let what = checker.step("and_elim", &[meaning], &[first], None)?;
        let bounds = checker.step("and_elim", &[meaning], &[second], None)?;
        let divided = self.symm(divided)?;
        let name = self.trans(&[name, divided])?;
        let whole = (named, self.right_side(name)?, name);
        let remainder = self.trans(&[total, what])?;
        let right = self.right_side(remainder)?;
        let moved = self.replaced(right, &[whole])?;
        let steps: Vec<Fact> = [remainder].into_iter().chain(moved).collect();
        let remainder = self.trans(&steps)?;
        let formula = (self.checker().formula(bounds)).ok_or("a premise was never shown")?;
        let moved = self.replaced(formula, &[whole])?;
        let bounds = self.resolve(bounds, moved)?;
        let checker = self.checker();
        Ok(Division {
            remainder,
            lower: checker.step("and_elim", &[bounds], &[first], None)?,
            upper: checker.step("and_elim", &[bounds], &[second], None)?,
        })
    }

    /// Quotients and remainders by numbers in the sums that a formula compares.
    fn divided(&mut self, formula: Term) -> Vec<(Known, Term, Term)> {
        let (mut found, mut work) = (Vec::new(), vec![formula]);
        while let Some(term) = work.pop() {
            let terms = self.checker().terms();
            match (terms.op(term), terms.args(term)) {
                (Op::Known(op @ (Known::Mod | Known::Div)), &[t, n])
                    if terms.as_int(n).is_some_and(|n| *n > IBig::ZERO) =>
                {
                    found.push((op, t, n));
                }
                (
                    Op::Known(
                        Known::Not
                        | Known::Eq
                        | Known::Le
                        | Known::Lt
                        | Known::Ge
                        | Known::Gt
                        | Known::Add
                        | Known::Sub
                        | Known::Neg
                        | Known::Mul,
                    ),
                    args,
                ) => work.extend(args),
                _ => {}
            }
        }
        found
    }

    /// A comparison with quotients for remainders.
    pub(crate) fn by_quotients(&mut self, fact: Fact) -> Outcome<Fact> {
        let mut fact = fact;
        loop {
            let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
            let mut equations = Vec::new();
            for (op, t, n) in self.divided(formula) {
                if op == Known::Mod {
                    let remainder = self.division(t, n)?.remainder;
                    let (left, right) = self.sides(remainder).ok_or("an equation was expected")?;
                    equations.push((left, right, remainder));
                }
            }
            match self.replaced(formula, &equations)? {
                Some(equation) => fact = self.resolve(fact, Some(equation))?,
                None => return Ok(fact),
            }
        }
    }

    /// `false`, from a comparison that the bounds of a remainder contradict.
    pub(crate) fn against_division(&mut self, fact: Fact) -> Outcome<Fact> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let line = self.line(fact)?;
        for (_, t, n) in self.divided(formula) {
            let division = self.division(t, n)?;
            for bound in [division.lower, division.upper] {
                let bound = self.line(bound)?;
                let both = [(IBig::ONE, line.clone()), (IBig::ONE, bound)];
                let sum = self.sum_of_lines(&both)?;
                if let Some(refuted) = self.false_line(&sum)? {
                    return Ok(refuted);
                }
            }
        }
        Err("no division says so".into())
    }

    /// What a membership says about the remainders of a length.
    pub(crate) fn remainder_of_length(&mut self, conclusion: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Implies), &[member, meaning]) =
            (terms.op(conclusion), terms.args(conclusion))
        else {
            return Err("a membership with a length was expected".into());
        };
        let parts = match terms.op(meaning) {
            Op::Known(Known::And) => terms.args(meaning).to_vec(),
            _ => vec![meaning],
        };
        let mut remainders = Vec::new();
        for &part in &parts {
            remainders.push(self.remainder(part)?);
        }
        if remainders.iter().all(Option::is_none) {
            return Err("no remainder is told".into());
        }
        let depth = self.checker().depth();
        let supposed = self.checker().assume_push(member)?;
        match self.remainders_where(supposed, member, &parts, &remainders) {
            Ok(fact) => self.checker().step_pop("scope", &[fact], None),
            Err(why) => {
                self.checker().leave_to(depth);
                Err(why)
            }
        }
    }

    fn remainders_where(
        &mut self,
        supposed: Fact,
        member: Term,
        parts: &[Term],
        remainders: &[Option<Remainder>],
    ) -> Outcome<Fact> {
        let inside = self.as_membership(supposed)?;
        let inside = inside.ok_or("a membership was expected")?;
        let mut facts = Vec::with_capacity(parts.len());
        for (&part, remainder) in parts.iter().zip(remainders) {
            facts.push(match remainder {
                Some(remainder) => self.same_remainder(inside, remainder)?,
                None => {
                    let implied = self
                        .checker()
                        .terms()
                        .app(Known::Implies, &[member, part])?;
                    let truth = self.checker().terms().boolean(true)?;
                    let shown = self.attempt("length", implied, truth)?;
                    let shown = shown.ok_or("no rewrite was found")?;
                    let implied = self.checker().step("true_elim", &[shown], &[], None)?;
                    (self.checker()).step("modus_ponens", &[supposed, implied], &[], None)?
                }
            });
        }
        match facts[..] {
            [only] => Ok(only),
            _ => self.checker().step("and_intro", &facts, &[], None),
        }
    }

    /// What a formula says about one remainder.
    fn remainder(&mut self, said: Term) -> Outcome<Option<Remainder>> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Ge | Known::Le), &[rest, value]) = (terms.op(said), terms.args(said))
        else {
            return Ok(None);
        };
        let (Op::Known(Known::Mod), &[of, by]) = (terms.op(rest), terms.args(rest)) else {
            return Ok(None);
        };
        let (Some(value), Some(_)) = (terms.as_int(value).cloned(), terms.as_int(by)) else {
            return Ok(None);
        };
        Ok(Some(Remainder {
            said,
            of,
            by,
            value,
        }))
    }

    /// That the length of a member leaves a remainder: all words of the language are of such lengths.
    fn same_remainder(&mut self, inside: Fact, remainder: &Remainder) -> Outcome<Fact> {
        let (_, string, _) = self.membership(inside)?;
        let terms = self.checker().terms();
        let period = terms.as_int(remainder.by).cloned().unwrap_or(IBig::ZERO);
        let period = usize::try_from(&period).map_err(|_| "the divisor is too large")?;
        if !(2..=PERIOD).contains(&period) {
            return Err("the divisor is too large".into());
        }
        // |x| = d + m·q, from the string and a period.
        let (_, shift) = self.linear(remainder.of)?;
        let offset = (&remainder.value - shift) % IBig::from(period);
        let offset = usize::try_from(&offset)
            .or_else(|_| usize::try_from(&(offset + IBig::from(period))))
            .map_err(|_| "a remainder was expected")?;
        let multiple = self.multiple(inside, string, offset, period)?;
        let division = self.division(remainder.of, remainder.by)?;
        let terms = self.checker().terms();
        let denied = terms.app(Known::Not, &[remainder.said])?;
        let supposed = self.checker().assume_push(denied)?;
        let line = self.line(supposed)?;
        let mut refuted = None;
        'ways: for bound in [division.lower, division.upper] {
            let bound = self.line(bound)?;
            for (one, other) in [(0, 1), (1, 0)] {
                let first = [
                    (IBig::ONE, line.clone()),
                    (IBig::ONE, multiple[one].clone()),
                ];
                let second = [
                    (IBig::ONE, bound.clone()),
                    (IBig::ONE, multiple[other].clone()),
                ];
                let first = self.sum_of_lines(&first)?;
                let second = self.sum_of_lines(&second)?;
                let sum = self.sum_of_lines(&[(IBig::ONE, first), (IBig::ONE, second)])?;
                if let Some(found) = self.false_line(&sum)? {
                    refuted = Some(found);
                    break 'ways;
                }
            }
        }
        let refuted = refuted.ok_or("the remainder is another one")?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        let no = self.checker().terms().boolean(false)?;
        let twice = (self.checker()).step("process_scope", &[implied], &[no], None)?;
        self.checker().step("not_not_elim", &[twice], &[], None)
    }

    /// `|x| = d + m·q` as two lines, from a membership all of whose words have such lengths.
    fn multiple(
        &mut self,
        inside: Fact,
        string: Term,
        offset: usize,
        period: usize,
    ) -> Outcome<[Line; 2]> {
        let terms = self.checker().terms();
        let any = terms.app(Known::AllChar, &[])?;
        let block = terms.app(Known::ReConcat, &vec![any; period])?;
        let blocks = terms.app(Known::Star, &[block])?;
        let language = match offset {
            0 => blocks,
            _ => {
                let first = match offset {
                    1 => any,
                    _ => terms.app(Known::ReConcat, &vec![any; offset])?,
                };
                terms.app(Known::ReConcat, &[first, blocks])?
            }
        };
        let wider = (self.checker()).step("sinew_re_subset", &[inside], &[language], None)?;
        if offset == 0 {
            let rest = self.whole_blocks(wider, period)?;
            return self.both_lines(&[rest]);
        }
        let parts = (self.checker()).step("re_unfold_pos", &[wider], &[], None)?;
        let mut shown = Vec::with_capacity(3);
        for at in 0..3_u64 {
            let at = self.checker().terms().int(at.into())?;
            shown.push(self.checker().step("and_elim", &[parts], &[at], None)?);
        }
        let length = self.checker().terms().app(Known::Len, &[string])?;
        let split = self.cong(length, &[shown[0]])?;
        let joined = self.right_side(split)?;
        let sum = self.length_of_parts(joined)?;
        let split = self.trans(&[split, sum])?;
        let first = self.block(shown[1], offset)?;
        let rest = self.whole_blocks(shown[2], period)?;
        self.both_lines(&[split, first, rest])
    }

    /// `|x·y| = |x| + |y|`.
    fn length_of_parts(&mut self, length: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let joined = terms.args(length)[0];
        let &[first, second] = terms.args(joined) else {
            return Err("two parts were expected".into());
        };
        let nothing = terms.string(&[])?;
        let args = [first, second, nothing];
        (self.checker()).step("str-len-concat-rec", &[], &args, None)
    }

    /// `|x| = n` from a membership in `Σⁿ`.
    fn block(&mut self, inside: Fact, count: usize) -> Outcome<Fact> {
        let (member, string, _) = self.membership(inside)?;
        let meaning = match count {
            1 => self.checker().step("re-in-sigma", &[], &[string], None)?,
            _ => {
                let terms = self.checker().terms();
                let (length, count) = (
                    terms.app(Known::Len, &[string])?,
                    terms.int(IBig::from(count))?,
                );
                let same = terms.app(Known::Eq, &[length, count])?;
                let equation = terms.app(Known::Eq, &[member, same])?;
                (self.checker()).step("str-in-re-sigma", &[], &[equation], None)?
            }
        };
        self.resolve(inside, Some(meaning))
    }

    /// `|x| mod m = 0` from a membership in `(Σᵐ)*`.
    fn whole_blocks(&mut self, inside: Fact, period: usize) -> Outcome<Fact> {
        let (member, string, _) = self.membership(inside)?;
        let terms = self.checker().terms();
        let length = terms.app(Known::Len, &[string])?;
        let (by, zero) = (terms.int(IBig::from(period))?, terms.int(IBig::ZERO)?);
        let rest = terms.app(Known::Mod, &[length, by])?;
        let none = terms.app(Known::Eq, &[rest, zero])?;
        let equation = terms.app(Known::Eq, &[member, none])?;
        let meaning = (self.checker()).step("str-in-re-sigma-star", &[], &[equation], None)?;
        self.resolve(inside, Some(meaning))
    }

    /// Both directions of a sum of equations.
    fn both_lines(&mut self, equations: &[Fact]) -> Outcome<[Line; 2]> {
        let mut lines = Vec::with_capacity(2);
        for turned in [false, true] {
            let mut sum = Vec::with_capacity(equations.len());
            for &equation in equations {
                let fact = self.by_quotients(equation)?;
                let fact = if turned { self.symm(fact)? } else { fact };
                sum.push((IBig::ONE, self.line(fact)?));
            }
            lines.push(self.sum_of_lines(&sum)?);
        }
        <[Line; 2]>::try_from(lines).map_err(|_| Failure::from("two lines were expected"))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn comparisons_that_contradict_a_division_are_refuted_and_others_are_not() {
        for (supposed, shown) in [
            ("(not (>= (mod i 3) 0))", true),
            ("(not (<= (mod (+ i j) 3) 2))", true),
            ("(not (>= (- i (* 2 (div i 2))) 0))", true),
            ("(not (<= (mod i 3) 1))", false),
            ("(not (>= (mod i 3) 1))", false),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(&[supposed]);
            let found = bench.proof.against_division(facts[0]);
            assert_eq!(found.is_ok(), shown, "{supposed}: {found:?}");
        }
    }

    #[test]
    fn lengths_of_members_leave_the_remainder_that_all_words_leave_and_no_other() {
        let even = "(re.* (str.to_re \"ab\"))";
        let thirds = "(re.++ (str.to_re \"ab\") (re.* (str.to_re \"abc\")))";
        for (language, shift, period, rest, shown) in [
            (even, 0, 2, 0, true),
            (even, 0, 2, 1, false),
            (even, 0, 3, 0, false),
            (even, 1, 2, 1, true),
            (thirds, 0, 3, 2, true),
            (thirds, 2, 3, 0, true),
            (thirds, 0, 3, 1, false),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let left = format!("(mod (- (str.len x) {shift}) {period})");
            let goal = bench.term(&format!(
                "(=> (str.in_re x {language}) (and (>= {left} {rest}) (<= {left} {rest})))"
            ));
            let found = bench.proof.remainder_of_length(goal);
            assert_eq!(found.is_ok(), shown, "{language} {left} {rest}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(bench.proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
