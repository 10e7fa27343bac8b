//! Equations between strings: common ends go, different ends decide.

use sinew_proof::cpc::{Known, Outcome, Term};

use super::search::{Rewritten, Search};

impl Search<'_> {
    /// One step of an equation between strings: a common front or back is dropped, or characters that differ make it false.
    pub(crate) fn string_equation(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let Some((a, b)) = self.pair(Known::Eq, term) else {
            return Ok(None);
        };
        if !self.is_string(a) {
            return Ok(None);
        }
        let (left, right) = (self.characters(a)?, self.characters(b)?);
        if right.is_empty() && left.len() > 1 {
            return self.empty_concat(term, a);
        }
        let shorter = left.len().min(right.len());
        let front = (left.iter().zip(&right))
            .take_while(|(a, b)| a == b)
            .count();
        if front > 0 && (left.len() > 1 || right.len() > 1) {
            return self.strip(term, (a, &left), (b, &right), front, false);
        }
        let back = (left.iter().rev().zip(right.iter().rev()))
            .take_while(|(a, b)| a == b)
            .count();
        if back > 0 && back <= shorter && (left.len() > 1 || right.len() > 1) {
            return self.strip(term, (a, &left), (b, &right), back, true);
        }
        for rev in [false, true] {
            let end = |list: &[Term]| {
                if rev {
                    list.last().copied()
                } else {
                    list.first().copied()
                }
            };
            if let (Some(c), Some(d)) = (end(&left), end(&right))
                && c != d
                && self.is_value(c)
                && self.is_value(d)
                && (left.len() > 1 || right.len() > 1)
            {
                return self.clash(term, (a, &left), (b, &right), rev);
            }
        }
        Ok(None)
    }

    /// A concatenation is empty if its components are.
    fn empty_concat(&mut self, term: Term, a: Term) -> Outcome<Option<Rewritten>> {
        let (length, zero) = (self.app(Known::Len, &[a])?, self.int(0)?);
        let equation = self.eq(length, zero)?;
        let Some(base) = self.named("str-len-eq-zero-base", equation, 0)? else {
            return Ok(None);
        };
        if base.to != term {
            return Ok(None);
        }
        let back = Rewritten {
            to: equation,
            proof: self.symm(base.proof)?,
        };
        match self.named("str-len-eq-zero-concat-rec", equation, 0)? {
            Some(step) => self.then(back, step).map(Some),
            None => Ok(None),
        }
    }

    /// The equation with both sides in two parts, the shared one first (or last).
    fn parted(
        &mut self,
        term: Term,
        (a, left): (Term, &[Term]),
        (b, right): (Term, &[Term]),
        shared: usize,
        rev: bool,
    ) -> Outcome<Option<Rewritten>> {
        let mut parts = Vec::new();
        for (side, list) in [(a, left), (b, right)] {
            let at = if rev { list.len() - shared } else { shared };
            let (before, behind) = list.split_at(at);
            if before.is_empty() || behind.is_empty() {
                // The whole of it.
                let normal = self.normal_concat(side)?;
                parts.push(normal.unwrap_or(Rewritten::same(side)));
                continue;
            }
            let Some(regrouped) = self.regrouped(side, &[before, behind])? else {
                return Ok(None);
            };
            parts.push(regrouped);
        }
        self.cong(term, &parts).map(Some)
    }

    fn strip(
        &mut self,
        term: Term,
        left: (Term, &[Term]),
        right: (Term, &[Term]),
        shared: usize,
        rev: bool,
    ) -> Outcome<Option<Rewritten>> {
        // The side that is all shared comes first in the rules.
        if right.1.len() == shared && left.1.len() > shared {
            let proof = self.step("eq-symm", &[], &[left.0, right.0])?;
            let turned = self.by(proof)?;
            let stripped = self.strip(turned.to, right, left, shared, rev)?;
            return match stripped {
                Some(stripped) => self.then(turned, stripped).map(Some),
                None => Ok(None),
            };
        }
        let Some(parted) = self.parted(term, left, right, shared, rev)? else {
            return Ok(None);
        };
        let whole = left.1.len() == shared;
        if whole && right.1.len() == shared {
            return self.equal_sides(parted);
        }
        let rule = match (whole, rev) {
            (true, false) => "str-concat-unify-base",
            (true, true) => "str-concat-unify-base-rev",
            (false, false) => "str-concat-unify",
            (false, true) => "str-concat-unify-rev",
        };
        let stripped = match self.named(rule, parted.to, 0)? {
            Some(stripped) => stripped,
            None => return Ok(None),
        };
        self.then(parted, stripped).map(Some)
    }

    /// An equation with equal sides is true.
    fn equal_sides(&mut self, equation: Rewritten) -> Outcome<Option<Rewritten>> {
        match self.pair(Known::Eq, equation.to) {
            Some((a, b)) if a == b => {
                let proof = self.step("eq-refl", &[], &[a])?;
                let reflexive = self.by(proof)?;
                self.then(equation, reflexive).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Different characters at an end.
    fn clash(
        &mut self,
        term: Term,
        left: (Term, &[Term]),
        right: (Term, &[Term]),
        rev: bool,
    ) -> Outcome<Option<Rewritten>> {
        if right.1.len() == 1 && left.1.len() > 1 {
            let proof = self.step("eq-symm", &[], &[left.0, right.0])?;
            let turned = self.by(proof)?;
            return match self.clash(turned.to, right, left, rev)? {
                Some(clash) => self.then(turned, clash).map(Some),
                None => Ok(None),
            };
        }
        let Some(parted) = self.parted(term, left, right, 1, rev)? else {
            return Ok(None);
        };
        let rule = match (left.1.len() == 1, rev) {
            (true, false) => "str-concat-clash2",
            (true, true) => "str-concat-clash2-rev",
            (false, false) => "str-concat-clash",
            (false, true) => "str-concat-clash-rev",
        };
        match self.named(rule, parted.to, 0)? {
            Some(clash) => self.then(parted, clash).map(Some),
            None => Ok(None),
        }
    }
}
