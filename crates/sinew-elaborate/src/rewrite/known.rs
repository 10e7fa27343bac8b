//! What is known of integer terms by themselves, as bounds: a length is not negative, an occurrence fits in the string, a part is as long as it says.
//!
//! Where that has conditions, they are shown from what is known of smaller terms.

use sinew_proof::cpc::{Known, Outcome, Term};

use super::arith::Polynomial;
use super::draft::Proof;
use super::search::{Rewritten, Search};
use crate::library::{INDEX_ROOM, entry_of};

/// How deep conditions may lead to others.
const ASKING: u32 = 5;
/// Lengths of more parts than that are not summed up.
const PARTS: usize = 24;

impl Search<'_> {
    /// What is known of a term by itself.
    pub(crate) fn known_bounds(&mut self, term: Term) -> Outcome<Vec<(Polynomial, Proof)>> {
        if let Some(known) = self.known.get(&term) {
            return Ok(known.clone());
        }
        // Side conditions ask for what is known of smaller terms.
        if self.asking >= ASKING {
            return Ok(Vec::new());
        }
        self.asking += 1;
        let facts = self.lemmas_about(term);
        self.asking -= 1;
        let facts = facts?;
        let mut bounds = Vec::new();
        for fact in facts {
            let formula = self.formula(fact);
            let normal = self.canonical(formula)?;
            let shown = self.transport(fact, normal)?;
            bounds.extend(self.bounds_of(normal.to, shown)?);
        }
        self.known.insert(term, bounds.clone());
        Ok(bounds)
    }

    /// Comparisons that hold of a term.
    fn lemmas_about(&mut self, term: Term) -> Outcome<Vec<Proof>> {
        let mut found = Vec::new();
        let args = self.args(term);
        let zero = self.int(0)?;
        match self.op(term) {
            Some(Known::Len) => {
                found.extend(self.true_bound("arith-string-pred-entail", term, None)?);
                found.extend(self.length_lemmas(term, args[0])?);
                if let Some(parts) = self.parts(Known::Replace, args[0]) {
                    let whole = self.app(Known::Len, &[parts[0]])?;
                    found.extend(self.approximated(term, whole, true)?);
                    found.extend(self.approximated(term, whole, false)?);
                }
                if self.parts(Known::FromInt, args[0]).is_some() {
                    let one = self.int(1)?;
                    found.extend(self.approximated(term, one, true)?);
                }
            }
            Some(Known::IndexOf | Known::IndexOfRe) => {
                let least = self.int(-1)?;
                found.extend(self.approximated(term, least, true)?);
                let lemma = self.step("string_eager_reduction", &[], &[term])?;
                let one = self.int(1)?;
                found.push(self.step("and_elim", &[lemma], &[one])?);
                if self.op(term) == Some(Known::IndexOf) {
                    found.extend(self.room_for_occurrence(&args)?);
                }
            }
            Some(Known::StrToInt) => {
                found.push(self.step("string_eager_reduction", &[], &[term])?);
                found.extend(self.few_digits(args[0])?);
            }
            Some(Known::ModTotal | Known::DivTotal)
                if self.is_value(args[1]) && args[1] != zero =>
            {
                let lemma = self.step("arith_reduction", &[], &[term])?;
                let (zero, one) = (self.int(0)?, self.int(1)?);
                found.push(self.step("and_elim", &[lemma], &[zero])?);
                let bounds = self.step("and_elim", &[lemma], &[one])?;
                found.push(self.step("and_elim", &[bounds], &[zero])?);
                found.push(self.step("and_elim", &[bounds], &[one])?);
            }
            _ => {}
        }
        Ok(found)
    }

    /// A bound of the number in a part of a string that has few characters.
    fn few_digits(&mut self, string: Term) -> Outcome<Option<Proof>> {
        let Some(parts) = self.parts(Known::Substr, string) else {
            return Ok(None);
        };
        let Some(implied) = self.attempt("sinew_to_int_digits", &[], &[string, parts[2]])? else {
            return Ok(None);
        };
        let length = self.app(Known::Len, &[string])?;
        let Some(short) = self.approximated(length, parts[2], false)? else {
            return Ok(None);
        };
        // What was shown is about a difference; both normal forms are the same.
        let wanted = self.app(Known::Le, &[length, parts[2]])?;
        let (known, goal) = (self.formula(short), self.canonical(wanted)?);
        let known = self.canonical(known)?;
        if known.to != goal.to {
            return Ok(None);
        }
        let short = self.transport(short, known)?;
        let back = Rewritten {
            to: wanted,
            proof: self.symm(goal.proof)?,
        };
        let short = self.transport(short, back)?;
        self.step("modus_ponens", &[short, implied], &[]).map(Some)
    }

    /// `(>= n 0)` by a rule that makes it true.
    fn true_bound(
        &mut self,
        rule: &'static str,
        n: Term,
        approximation: Option<Term>,
    ) -> Outcome<Option<Proof>> {
        let zero = self.int(0)?;
        let bound = self.app(Known::Ge, &[n, zero])?;
        let to = match approximation {
            Some(m) => self.app(Known::Ge, &[m, zero])?,
            None => self.boolean(true)?,
        };
        let Some(first) = self.equation_by(rule, bound, to)? else {
            return Ok(None);
        };
        let last = match approximation {
            Some(m) => {
                // The approximation is a sum of lengths, or a number.
                let yes = self.boolean(true)?;
                match self.polynomial(m)?.is_constant() {
                    true => Some(self.canonical(to)?),
                    false => self.equation_by("arith-string-pred-entail", to, yes)?,
                }
            }
            None => Some(Rewritten::same(to)),
        };
        let Some(last) = last else {
            return Ok(None);
        };
        let all = self.then(first, last)?;
        match (all.proof, self.terms().as_bool(all.to)) {
            (Some(proof), Some(true)) => self.step("true_elim", &[proof], &[]).map(Some),
            _ => Ok(None),
        }
    }

    /// `term >= other` (or the opposite), where the rules of approximation say so.
    fn approximated(&mut self, term: Term, other: Term, under: bool) -> Outcome<Option<Proof>> {
        let minus = self.int(-1)?;
        let (n, m) = if under {
            let other_minus = self.app(Known::Mul, &[minus, other])?;
            (
                self.app(Known::Add, &[term, other_minus])?,
                self.app(Known::Add, &[other, other_minus])?,
            )
        } else {
            let term_minus = self.app(Known::Mul, &[minus, term])?;
            let other_minus = self.app(Known::Mul, &[minus, other])?;
            (
                self.app(Known::Add, &[other, term_minus])?,
                self.app(Known::Add, &[other, other_minus])?,
            )
        };
        self.true_bound("arith-string-pred-safe-approx", n, Some(m))
    }

    /// Equations and bounds of the length of a string that is made of others.
    fn length_lemmas(&mut self, length: Term, string: Term) -> Outcome<Vec<Proof>> {
        let mut found = Vec::new();
        if self.is_value(string) {
            found.push(self.step("evaluate", &[], &[length])?);
        } else if self.op(string) == Some(Known::Concat) {
            found.extend(self.length_of_parts(length)?);
        } else if let Some(parts) = self.parts(Known::Substr, string) {
            if let Some(exact) = self.length_of_part(length)? {
                found.extend(exact.proof);
                return Ok(found);
            }
            let whole = self.app(Known::Len, &[parts[0]])?;
            let rest = self.app(Known::Sub, &[whole, parts[1]])?;
            for most in [whole, parts[2], rest] {
                found.extend(self.approximated(length, most, false)?);
            }
            for least in [parts[2], rest] {
                found.extend(self.approximated(length, least, true)?);
            }
        }
        Ok(found)
    }

    /// The length of a concatenation is the sum of the lengths.
    pub(crate) fn length_of_parts(&mut self, length: Term) -> Outcome<Option<Proof>> {
        let mut splits: Vec<Rewritten> = Vec::new();
        let mut rest = length;
        while splits.len() < PARTS {
            let Some(split) = self.named("str-len-concat-rec", rest, 0)? else {
                break;
            };
            splits.push(split);
            rest = self.args(split.to)[1];
        }
        let mut all: Option<Rewritten> = None;
        for split in splits.into_iter().rev() {
            all = Some(match all {
                Some(rest) => {
                    let rest = self.cong_at(split.to, 1, rest)?;
                    self.then(split, rest)?
                }
                None => split,
            });
        }
        Ok(all.and_then(|all| all.proof))
    }

    /// `indexof(s, t, i) + |t| <= |s|` where there is room for the absence of an occurrence as well.
    fn room_for_occurrence(&mut self, args: &[Term]) -> Outcome<Option<Proof>> {
        let (one, length) = (self.int(1)?, self.app(Known::Len, &[args[0]])?);
        let room = self.app(Known::Add, &[length, one])?;
        let sought = self.app(Known::Len, &[args[1]])?;
        let fits = self.app(Known::Le, &[sought, room])?;
        let (Some(fits), Some(entry)) = (self.certainly(fits)?, entry_of(INDEX_ROOM)) else {
            return Ok(None);
        };
        let fits = self.step("true_elim", &[fits], &[])?;
        let implied = self.drafts.entry(self.checker, entry, args)?;
        self.step("modus_ponens", &[fits, implied], &[]).map(Some)
    }
}
