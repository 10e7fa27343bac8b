//! How long the words of a language are: a number of characters, at least so many, or so many and then some at a time.
//!
//! Suppose that the length is none of those. Then the string is not in any of the languages that have exactly these lengths, and its own has no word outside of
//! them.

use dashu_int::IBig;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use super::{Halt, Propagation};
use crate::Elaborator;

/// Lengths that are looked at, and characters at a time.
const SPANS: usize = 24;

/// Words with so many characters and, if the second number is not zero, any number of times that many more.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    more: usize,
}

/// One of the formulas that are said of the length, and which lengths satisfy it.
struct Case {
    formula: Term,
    denied: Fact,
    spans: Vec<Span>,
}

impl Elaborator {
    /// What memberships leave of the lengths of a string.
    pub(crate) fn lengths_of_words(
        &mut self,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let string = self.measured(conclusion)?;
        let mut propagation = Propagation::new(self, premises, &[conclusion])?;
        match propagation.run(self, premises) {
            Ok(()) => {}
            Err(Halt::Failed(why)) => return Err(why),
            Err(Halt::Empty(_)) => return Err("a string has no word".into()),
        }
        let known = propagation.known(string);
        let member = propagation.of(self, Some(known.ok_or("nothing is known")?), string)?;
        self.undeniable(conclusion, |proof, supposed| {
            proof.no_length(supposed, conclusion, member)
        })
    }

    /// The string whose length a formula is about.
    fn measured(&mut self, formula: Term) -> Outcome {
        let terms = self.checker().terms();
        let mut work = vec![formula];
        while let Some(term) = work.pop() {
            match (terms.op(term), terms.args(term)) {
                (Op::Known(Known::Len), &[string]) => return Ok(string),
                (_, args) => work.extend(args),
            }
        }
        Err("no length is spoken of".into())
    }

    fn no_length(&mut self, supposed: Fact, conclusion: Term, member: Fact) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let formulas = match terms.op(conclusion) {
            Op::Known(Known::Or) => terms.args(conclusion).to_vec(),
            _ => vec![conclusion],
        };
        let several = formulas.len() > 1;
        let mut members = vec![member];
        for (place, formula) in formulas.into_iter().enumerate() {
            let place = self.checker().terms().int(place.into())?;
            let case = Case {
                formula,
                denied: match several {
                    true => (self.checker()).step("not_or_elim", &[supposed], &[place], None)?,
                    false => supposed,
                },
                spans: self.spans(formula)?,
            };
            for &span in &case.spans {
                members.push(self.outside(&case, span, member)?);
            }
        }
        self.nowhere(&members)
    }

    /// The lengths that a formula describes: between two numbers, at least a number, or that with a remainder between two numbers.
    fn spans(&mut self, formula: Term) -> Outcome<Vec<Span>> {
        let terms = self.checker().terms();
        let parts = match terms.op(formula) {
            Op::Known(Known::And) => terms.args(formula).to_vec(),
            _ => vec![formula],
        };
        let (mut least, mut most) = (None, None);
        let (mut low, mut high, mut period) = (0, None, None);
        for part in parts {
            let (op, &[left, right]) = (terms.op(part), terms.args(part)) else {
                return Err("a comparison was expected".into());
            };
            let number = terms.as_int(right).and_then(|n| usize::try_from(n).ok());
            let number = number.ok_or("a small number was expected")?;
            match (op, terms.op(left)) {
                (Op::Known(Known::Ge), Op::Known(Known::Len)) => least = Some(number),
                (Op::Known(Known::Le), Op::Known(Known::Len)) => most = Some(number),
                (Op::Known(Known::Eq), Op::Known(Known::Len)) => {
                    (least, most) = (Some(number), Some(number))
                }
                (Op::Known(op), Op::Known(Known::Mod)) => {
                    let divisor = terms.as_int(terms.args(left)[1]);
                    period = divisor.and_then(|n: &IBig| usize::try_from(n).ok());
                    match op {
                        Known::Ge => low = number,
                        Known::Le => high = Some(number),
                        _ => (low, high) = (number, Some(number)),
                    }
                }
                _ => return Err("another comparison was expected".into()),
            }
        }
        let first = least.unwrap_or(0);
        let spans: Vec<Span> = match (most, period) {
            (Some(most), None) => (first..=most)
                .map(|first| Span { first, more: 0 })
                .take(SPANS + 1)
                .collect(),
            (None, None) => vec![Span { first, more: 1 }],
            (None, Some(more)) if more <= SPANS => (low..=high.unwrap_or(more - 1))
                .map(|rest| Span {
                    first: first + rest,
                    more,
                })
                .take(SPANS + 1)
                .collect(),
            _ => return Err("other lengths were expected".into()),
        };
        match spans.len() <= SPANS && spans.iter().all(|span| span.first <= 4 * SPANS) {
            true => Ok(spans),
            false => Err("there are too many lengths".into()),
        }
    }

    /// `x ∈ comp(r)`, where r are the words of these lengths, because the formula holds of them.
    fn outside(&mut self, case: &Case, span: Span, member: Fact) -> Outcome<Fact> {
        let (_, string, _) = self.membership(member)?;
        let terms = self.checker().terms();
        let char = terms.app(Known::AllChar, &[])?;
        let mut parts = vec![char; span.first];
        if span.more > 0 {
            let body = match span.more {
                1 => char,
                more => terms.app(Known::ReConcat, &vec![char; more])?,
            };
            parts.push(terms.app(Known::Star, &[body])?);
        }
        let language = match parts[..] {
            [only] => only,
            [] => {
                let nothing = terms.string(&[])?;
                terms.app(Known::ToRe, &[nothing])?
            }
            _ => terms.app(Known::ReConcat, &parts)?,
        };
        let inside = terms.app(Known::InRe, &[string, language])?;
        let fact = self.denied(inside, |proof, supposed| {
            let lines = proof.lines_of_span(supposed, span)?;
            let holds = proof.holds_by_lines(case.formula, &lines)?;
            (proof.checker()).step("contra", &[holds, case.denied], &[], None)
        })?;
        self.positive(fact)
    }

    /// What is known of the length of a string with so many characters, and more.
    fn lines_of_span(&mut self, member: Fact, span: Span) -> Outcome<Vec<Fact>> {
        let (formula, string, _) = self.membership(member)?;
        let terms = self.checker().terms();
        let length = terms.app(Known::Len, &[string])?;
        let number = terms.int(span.first.into())?;
        match (span.first, span.more) {
            (0, 0) => {
                let empty = terms.string(&[])?;
                let args = [string, empty];
                let equation = (self.checker()).step("re-in-cstring", &[], &args, None)?;
                let empty = self.resolve(member, Some(equation))?;
                let (left, right) = self.sides(empty).ok_or("an equation was expected")?;
                let terms = self.checker().terms();
                let lengths = [
                    terms.app(Known::Len, &[left])?,
                    terms.app(Known::Len, &[right])?,
                ];
                let same = self.cong(lengths[0], &[empty])?;
                let value = self.checker().step("evaluate", &[], &[lengths[1]], None)?;
                Ok(vec![self.trans(&[same, value])?])
            }
            (0, 1) => Ok(vec![self.natural(string)?]),
            (_, 0 | 1) => {
                let op = if span.more == 0 { Known::Eq } else { Known::Ge };
                // One character alone is no concatenation.
                if span.first == 1 && span.more == 0 {
                    let equation = (self.checker()).step("re-in-sigma", &[], &[string], None)?;
                    return Ok(vec![self.resolve(member, Some(equation))?]);
                }
                let said = terms.app(op, &[length, number])?;
                let equation = terms.app(Known::Eq, &[formula, said])?;
                let equation = (self.checker()).step("str-in-re-sigma", &[], &[equation], None)?;
                Ok(vec![self.resolve(member, Some(equation))?])
            }
            (0, more) => Ok(vec![self.multiple(member, more)?, self.natural(string)?]),
            (_, more) => self.begun_span(member, span.first, more),
        }
    }

    /// `mod(|x|, n) = 0`, for n characters at a time.
    pub(crate) fn multiple(&mut self, member: Fact, more: usize) -> Outcome<Fact> {
        let (formula, string, _) = self.membership(member)?;
        let terms = self.checker().terms();
        let length = terms.app(Known::Len, &[string])?;
        let (zero, more) = (terms.int(0.into())?, terms.int(more.into())?);
        let rest = terms.app(Known::Mod, &[length, more])?;
        let said = terms.app(Known::Eq, &[rest, zero])?;
        let equation = terms.app(Known::Eq, &[formula, said])?;
        let equation = (self.checker()).step("str-in-re-sigma-star", &[], &[equation], None)?;
        self.resolve(member, Some(equation))
    }

    /// The same after some characters: the string is taken apart.
    fn begun_span(&mut self, member: Fact, first: usize, more: usize) -> Outcome<Vec<Fact>> {
        let apart = self.checker().step("re_unfold_pos", &[member], &[], None)?;
        let formula = (self.checker().formula(apart)).ok_or("a premise was never shown")?;
        let count = self.checker().terms().args(formula).len();
        let mut facts = Vec::with_capacity(first + 3);
        let mut parts = Vec::with_capacity(count);
        for place in 0..count {
            let place = self.checker().terms().int(place.into())?;
            parts.push(self.checker().step("and_elim", &[apart], &[place], None)?);
        }
        let (_, whole) = self.sides(parts[0]).ok_or("an equation was expected")?;
        let (string, _) = self.sides(parts[0]).ok_or("an equation was expected")?;
        let terms = self.checker().terms();
        let lengths = [
            terms.app(Known::Len, &[string])?,
            terms.app(Known::Len, &[whole])?,
        ];
        let mut sum = Vec::with_capacity(count);
        for part in terms.args(whole).to_vec() {
            sum.push(terms.app(Known::Len, &[part])?);
        }
        let sum = terms.app(Known::Add, &sum)?;
        let same = self.cong(lengths[0], &[parts[0]])?;
        let added = self
            .attempt("length", lengths[1], sum)?
            .ok_or("no rewrite was found")?;
        facts.push(self.trans(&[same, added])?);
        for &part in &parts[1..] {
            let (_, string, language) = self.membership(part)?;
            facts.push(match self.checker().terms().op(language) {
                Op::Known(Known::Star) => self.multiple(part, more)?,
                _ => {
                    let equation = (self.checker()).step("re-in-sigma", &[], &[string], None)?;
                    self.resolve(part, Some(equation))?
                }
            });
        }
        let last = parts.last().copied().ok_or("parts were expected")?;
        let (_, string, _) = self.membership(last)?;
        facts.push(self.natural(string)?);
        Ok(facts)
    }

    /// `|x| >= 0`
    fn natural(&mut self, string: Term) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let (length, zero) = (terms.app(Known::Len, &[string])?, terms.int(0.into())?);
        let natural = terms.app(Known::Ge, &[length, zero])?;
        let truth = terms.boolean(true)?;
        let found = self.attempt("length", natural, truth)?;
        let natural = found.ok_or("no rewrite was found")?;
        self.checker().step("true_elim", &[natural], &[], None)
    }

    /// A conjunction of comparisons, each because its opposite contradicts these.
    fn holds_by_lines(&mut self, formula: Term, facts: &[Fact]) -> Outcome<Fact> {
        let mut known = Vec::new();
        for &fact in facts {
            let fact = self.by_quotients(fact)?;
            let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
            known.extend(self.quotient_lines(&[formula])?);
            known.extend(self.faces(fact)?);
        }
        let terms = self.checker().terms();
        let parts = match terms.op(formula) {
            Op::Known(Known::And) => terms.args(formula).to_vec(),
            _ => vec![formula],
        };
        let mut shown = Vec::with_capacity(parts.len());
        for &part in &parts {
            shown.push(self.undeniable(part, |proof, supposed| {
                let fact = proof.by_quotients(supposed)?;
                let said = (proof.checker().formula(fact)).ok_or("a premise was never shown")?;
                let mut lines = known.clone();
                lines.extend(proof.quotient_lines(&[said])?);
                if proof.is_different(said) {
                    return proof.no_values(&lines, &[fact]);
                }
                lines.push(proof.line(fact)?);
                proof.no_values(&lines, &[])
            })?);
        }
        match shown[..] {
            [only] => Ok(only),
            _ => self.checker().step("and_intro", &shown, &[], None),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn lengths_of_languages() {
        let even = "(str.in_re x (re.* (str.to_re \"ab\")))";
        let odd = "(str.in_re x (re.++ (str.to_re \"c\") (re.* (str.to_re \"ab\"))))";
        for (premises, conclusion, shown) in [
            (
                &[even][..],
                "(and (>= (str.len x) 0) (>= (mod (- (str.len x) 0) 2) 0) (<= (mod (- (str.len x) 0) 2) 0))",
                true,
            ),
            (
                &[odd],
                "(and (>= (str.len x) 0) (>= (mod (- (str.len x) 0) 2) 0) (<= (mod (- (str.len x) 0) 2) 0))",
                false,
            ),
            (
                &[odd],
                "(and (>= (str.len x) 1) (>= (mod (- (str.len x) 1) 2) 0) (<= (mod (- (str.len x) 1) 2) 0))",
                true,
            ),
            (
                &[odd],
                "(and (>= (str.len x) 0) (>= (mod (- (str.len x) 0) 2) 1) (<= (mod (- (str.len x) 0) 2) 1))",
                true,
            ),
            (
                &[
                    odd,
                    "(str.in_re x (re.union (str.to_re \"c\") (re.+ (re.range \"a\" \"b\"))))",
                ],
                "(= (str.len x) 1)",
                true,
            ),
            (
                &["(str.in_re x (re.union (str.to_re \"\") (str.to_re \"abc\")))"],
                "(or (and (>= (str.len x) 0) (<= (str.len x) 0)) (and (>= (str.len x) 3) (<= (str.len x) 3)))",
                true,
            ),
            (
                &["(str.in_re x (re.union (str.to_re \"\") (str.to_re \"abc\")))"],
                "(or (and (>= (str.len x) 0) (<= (str.len x) 0)) (and (>= (str.len x) 2) (<= (str.len x) 2)))",
                false,
            ),
            (
                &[even],
                "(and (>= (str.len (str.replace_all x \"b\" \"cd\")) 0) (>= (mod (- (str.len (str.replace_all x \"b\" \"cd\")) 0) 3) 0) (<= (mod (- (str.len (str.replace_all x \"b\" \"cd\")) 0) 3) 0))",
                true,
            ),
            (
                &["(str.in_re x (re.++ (str.to_re \"abc\") re.all))"],
                "(>= (str.len x) 3)",
                true,
            ),
            (
                &["(str.in_re x (re.++ (str.to_re \"abc\") re.all))"],
                "(>= (str.len x) 4)",
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(premises);
            let goal = bench.term(conclusion);
            let found = bench.proof.lengths_of_words(&facts, goal);
            assert_eq!(found.is_ok(), shown, "{premises:?} {conclusion}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(bench.proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
