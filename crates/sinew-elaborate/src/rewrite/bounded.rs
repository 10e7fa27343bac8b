//! Rewrites whose conditions are comparisons, shown by what is known of the terms alone: comparisons that are decided, lengths of parts, parts of parts.
//!
//! The result is told from the rule; what is left between it and the goal are sums in another order.

use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::arith::Polynomial;
use super::draft::Proof;
use super::schema::Bindings;
use super::search::{Rewritten, Search};

/// How deep in a term sums are compared.
const DEPTH: usize = 4;

/// Rewrites with comparisons as conditions, by the operator of their left sides.
fn conditional(op: Known) -> &'static [&'static str] {
    match op {
        Known::Len => &["str-len-substr-in-range"],
        Known::Substr => &[
            "str-substr-combine1",
            "str-substr-combine2",
            "str-substr-combine3",
            "str-substr-combine4",
            "str-substr-full",
            "str-substr-empty-range",
            "str-substr-empty-start",
            "str-substr-empty-start-neg",
            "str-substr-concat1",
            "str-substr-concat2",
            "str-substr-len-include-pre",
        ],
        Known::Eq => &["str-substr-eq-empty-leq-len", "str-substr-z-eq-empty-leq"],
        _ => &[],
    }
}

impl Search<'_> {
    /// A comparison that what is known of its terms decides.
    pub(crate) fn decided_alone(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let integers = |search: &mut Self| {
            let first = search.args(a)[0];
            search.terms().sort(first) == Sort::Int
        };
        if self.terms().as_bool(b).is_none()
            || !matches!(self.op(a), Some(Known::Ge | Known::Eq))
            || !integers(self)
        {
            return Ok(None);
        }
        let normal = self.canonical(a)?;
        let atom = (self.parts(Known::Not, normal.to)).map_or(normal.to, |parts| parts[0]);
        let Some(op) = self.op(atom) else {
            return Ok(None);
        };
        let Some(decided) = self.decided(op, atom, 0)? else {
            return Ok(None);
        };
        let mut last = decided;
        if atom != normal.to {
            last = self.cong(normal.to, &[decided])?;
            let proof = self.step("evaluate", &[], &[last.to])?;
            let value = self.by(proof)?;
            last = self.then(last, value)?;
        }
        self.then(normal, last).map(Some)
    }

    /// One rewrite with comparisons as conditions.
    pub(crate) fn by_comparisons(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let Some(op) = self.op(a) else {
            return Ok(None);
        };
        for rule in conditional(op) {
            for bound in self.matched(rule, a)? {
                let Some(right) = self.right_side(rule, &bound)? else {
                    continue;
                };
                let Some(last) = self.up_to_sums(right, b, DEPTH)? else {
                    continue;
                };
                if let Some(first) = self.under_conditions(rule, bound)? {
                    return self.then(first, last).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Rewrites of a part that reaches to the end of its string.
    pub(crate) fn reaching(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let found = match (self.op(a), &self.args(a)[..]) {
            (Some(Known::Len), &[part]) if self.op(part) == Some(Known::Substr) => {
                self.length_of_part(a)?
            }
            (Some(Known::Eq), &[part, empty])
                if self.op(part) == Some(Known::Substr)
                    && self.terms().as_str(empty).is_some_and(<[u32]>::is_empty) =>
            {
                self.emptiness_of_end(a, part)?
            }
            (Some(Known::Substr), &[part, j, m]) if self.op(part) == Some(Known::Substr) => {
                self.part_of_end(a, part, (j, m))?
            }
            (Some(Known::Len), &[string]) if self.op(string) == Some(Known::Concat) => {
                match self.length_of_parts(a)? {
                    Some(proof) => Some(self.by(proof)?),
                    None => None,
                }
            }
            _ => None,
        };
        let Some(found) = found else {
            return Ok(None);
        };
        match self.up_to_sums(found.to, b, DEPTH)? {
            Some(last) => self.then(found, last).map(Some),
            None => Ok(None),
        }
    }

    /// What the length of a part of a string is, if it is known how far the part reaches.
    pub(crate) fn length_of_part(&mut self, length: Term) -> Outcome<Option<Rewritten>> {
        const RULE: &str = "str-len-substr-in-range";
        if let Some(inside) = self.conditionally(RULE, length)? {
            return Ok(Some(inside));
        }
        let part = self.args(length)[0];
        let &[x, i, _] = &self.args(part)[..] else {
            return Ok(None);
        };
        let whole = self.app(Known::Len, &[x])?;
        let begins = self.app(Known::Ge, &[whole, i])?;
        if self.certainly(begins)?.is_none() {
            return Ok(None);
        }
        let Some(end) = self.ending_with(part)? else {
            return Ok(None);
        };
        let first = self.cong(length, &[end])?;
        match self.conditionally(RULE, first.to)? {
            Some(last) => self.then(first, last).map(Some),
            None => Ok(None),
        }
    }

    /// `(substr x i n) = ""` where the part reaches to the end: so does one that is longer than the string, of which there is a rule.
    fn emptiness_of_end(&mut self, equation: Term, part: Term) -> Outcome<Option<Rewritten>> {
        let one = self.int(1)?;
        let Some(same) = self.longer(part, one)? else {
            return Ok(None);
        };
        let first = self.cong_at(equation, 0, same)?;
        match self.conditionally("str-substr-eq-empty-leq-len", first.to)? {
            Some(last) => self.then(first, last).map(Some),
            None => Ok(None),
        }
    }

    /// A part of a part that reaches to the end of a string is a part of the string: the inner one may be as long as is needed.
    fn part_of_end(
        &mut self,
        whole: Term,
        part: Term,
        (j, m): (Term, Term),
    ) -> Outcome<Option<Rewritten>> {
        let more = self.app(Known::Add, &[j, m])?;
        let Some(same) = self.longer(part, more)? else {
            return Ok(None);
        };
        let first = self.cong_at(whole, 0, same)?;
        match self.conditionally("str-substr-combine2", first.to)? {
            Some(last) => self.then(first, last).map(Some),
            None => Ok(None),
        }
    }

    /// A part that reaches to the end of its string, with the length of the string and so much more.
    fn longer(&mut self, part: Term, more: Term) -> Outcome<Option<Rewritten>> {
        let Some(here) = self.ending_with(part)? else {
            return Ok(None);
        };
        let &[x, i, _] = &self.args(part)[..] else {
            return Ok(None);
        };
        let length = self.app(Known::Len, &[x])?;
        let more = self.app(Known::Add, &[length, more])?;
        let longer = self.app(Known::Substr, &[x, i, more])?;
        match self.ending_with(longer)? {
            Some(there) => self.meet(here, there, longer).map(Some),
            None => Ok(None),
        }
    }

    /// A part that begins and does not end within its string, as the one that ends with it: `(substr x (+ 0 i) (- (len x) i))`.
    fn ending_with(&mut self, part: Term) -> Outcome<Option<Rewritten>> {
        let &[x, i, n] = &self.args(part)[..] else {
            return Ok(None);
        };
        let (length, zero) = (self.app(Known::Len, &[x])?, self.int(0)?);
        let end = self.app(Known::Add, &[i, n])?;
        for (a, b) in [(i, zero), (end, length)] {
            let reaches = self.app(Known::Ge, &[a, b])?;
            if self.certainly(reaches)?.is_none() {
                return Ok(None);
            }
        }
        // x is (substr x 0 (len x)), and a part of a part is a part.
        let whole = self.app(Known::Substr, &[x, zero, length])?;
        let Some(full) = self.conditionally("str-substr-full-eq", whole)? else {
            return Ok(None);
        };
        let back = Rewritten {
            to: whole,
            proof: self.symm(full.proof)?,
        };
        let first = self.cong_at(part, 0, back)?;
        match self.conditionally("str-substr-combine4", first.to)? {
            Some(last) => self.then(first, last).map(Some),
            None => Ok(None),
        }
    }

    /// The rewrite of this name, with its conditions shown by what is known of terms alone.
    fn conditionally(&mut self, rule: &str, term: Term) -> Outcome<Option<Rewritten>> {
        for bound in self.matched(rule, term)? {
            if let Some(found) = self.under_conditions(rule, bound)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn under_conditions(&mut self, rule: &str, bound: Bindings) -> Outcome<Option<Rewritten>> {
        let Some((rule, conditions, args)) = self.instance(rule, &bound)? else {
            return Ok(None);
        };
        let mut premises = Vec::with_capacity(conditions.len());
        for (left, right) in conditions {
            match self.condition(left, right)? {
                Some(proof) => premises.push(proof),
                None => return Ok(None),
            }
        }
        match self.attempt(rule, &premises, &args)? {
            Some(proof) => self.by(proof).map(Some),
            None => Ok(None),
        }
    }

    /// A condition of a rewrite: a comparison that is true, or an equation of numbers.
    fn condition(&mut self, left: Term, right: Term) -> Outcome<Option<Proof>> {
        if left == right {
            return self.refl(left).map(Some);
        }
        if self.terms().as_bool(right) == Some(true) {
            return self.certainly(left);
        }
        if self.is_value(right) {
            let proof = self.attempt("evaluate", &[], &[left])?;
            return Ok(match proof {
                Some(proof) if self.by(proof)?.to == right => Some(proof),
                _ => None,
            });
        }
        let equal = self.equation_by("arith_poly_norm", left, right)?;
        Ok(equal.and_then(|equal| equal.proof))
    }

    /// A condition that is computed, or follows from what is known of its terms.
    pub(crate) fn evidently(&mut self, condition: Term) -> Outcome<Option<Proof>> {
        let proof = match self.pair(Known::Eq, condition) {
            Some((left, right)) => return self.condition(left, right),
            None => self.certainly(condition)?,
        };
        match proof {
            Some(proof) => self.step("true_elim", &[proof], &[]).map(Some),
            None => Ok(None),
        }
    }

    /// `c = true` for a comparison that follows from what is known of its terms.
    pub(crate) fn certainly(&mut self, comparison: Term) -> Outcome<Option<Proof>> {
        let normal = self.canonical(comparison)?;
        match self.terms().as_bool(normal.to) {
            Some(true) => return Ok(normal.proof),
            Some(false) => return Ok(None),
            None => {}
        }
        let (atom, negated) = match self.parts(Known::Not, normal.to) {
            Some(parts) => (parts[0], true),
            None => (normal.to, false),
        };
        let Some((s, c)) = self.pair(Known::Ge, atom) else {
            return Ok(None);
        };
        let mut goal = self.polynomial(s)?.plus(&self.polynomial(c)?, &(-1).into());
        if negated {
            goal = Polynomial::constant((-1).into()).plus(&goal, &(-1).into());
        }
        let Some(proof) = self.entailed_by(Vec::new(), &goal)? else {
            return Ok(None);
        };
        if self.formula(proof) != normal.to {
            return Ok(None);
        }
        let back = Rewritten {
            to: comparison,
            proof: self.symm(normal.proof)?,
        };
        let proof = self.transport(proof, back)?;
        self.step("true_intro", &[proof], &[]).map(Some)
    }

    /// `a = b` for terms that differ in the order of sums, or in how comparisons are written.
    fn up_to_sums(&mut self, a: Term, b: Term, depth: usize) -> Outcome<Option<Rewritten>> {
        if a == b {
            return Ok(Some(Rewritten::same(a)));
        }
        if self.terms().sort(a) != self.terms().sort(b) || depth == 0 {
            return Ok(None);
        }
        if self.terms().sort(a) == Sort::Int {
            return self.same_sum(a, b);
        }
        let (left, right) = (self.args(a), self.args(b));
        if self.terms().sort(a) == Sort::Bool {
            let (left, right) = (self.canonical(a)?, self.canonical(b)?);
            return match left.to == right.to {
                true => self.meet(left, right, b).map(Some),
                false => Ok(None),
            };
        }
        if self.terms().op(a) != self.terms().op(b) || left.len() != right.len() {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(left.len());
        for (s, t) in left.into_iter().zip(right) {
            match self.up_to_sums(s, t, depth - 1)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        self.cong(a, &parts).map(Some)
    }

    /// Sums that are the same polynomial, or differ in lengths that are known.
    fn same_sum(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        if let Some(same) = self.equation_by("arith_poly_norm", a, b)? {
            return Ok(Some(same));
        }
        let (equation, yes) = (self.eq(a, b)?, self.boolean(true)?);
        match self.decided_alone(equation, yes)? {
            Some(Rewritten {
                to,
                proof: Some(proof),
            }) if to == yes => Ok(Some(Rewritten {
                to: b,
                proof: Some(self.step("true_elim", &[proof], &[])?),
            })),
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check_rewrites;

    #[test]
    fn occurrences_fit_and_parts_are_as_long_as_they_say() {
        let found = "(str.indexof x \":\" 0)";
        let rest = format!("(str.substr x (+ {found} 1) (+ (str.len x) (* -1 {found}) -1))");
        let next = format!("(str.indexof {rest} \"/\" 0)");
        check_rewrites(
            10_000,
            &[
                (&format!("(>= {found} (str.len x))"), "false", true),
                (&format!("(>= {found} (- (str.len x) 1))"), "false", false),
                ("(>= (str.indexof x y i) (str.len x))", "false", false),
                (&format!("(>= {next} (str.len {rest}))"), "false", true),
                (
                    &format!("(str.len {rest})"),
                    &format!("(+ (str.len x) (* -1 {found}) -1)"),
                    true,
                ),
                (
                    &format!("(str.len {rest})"),
                    &format!("(+ (str.len x) (* -1 {found}))"),
                    false,
                ),
                (
                    &format!("(str.substr {rest} (+ {next} 1) (str.len {rest}))"),
                    &format!(
                        "(str.substr x (+ {found} {next} 2) (+ (str.len x) (* -1 {found}) (* -1 {next}) -2))"
                    ),
                    true,
                ),
                (
                    &format!("(= {rest} \"\")"),
                    &format!("(>= (+ {found} 1) (str.len x))"),
                    true,
                ),
                (
                    &format!("(= {rest} \"\")"),
                    &format!("(>= {found} (str.len x))"),
                    false,
                ),
                (
                    "(= (str.substr x 2 (str.len x)) \"\")",
                    "(>= 2 (str.len x))",
                    true,
                ),
                ("(= (str.substr x 2 n) \"\")", "(>= 2 (str.len x))", false),
            ],
        );
    }
}
