//! What functions mean, said where normal forms do not suffice: reductions of the terms that occur, memberships unfolded.

use sinew_base::Integer;
use sinew_proof::cpc::{Known, Outcome, Term};

use super::draft::Proof;
use super::search::{Rewritten, Search};

/// At most so many terms are spoken of.
const TERMS: usize = 5;

impl Search<'_> {
    /// Lemmas about the functions that occur in terms: those that say most first, and of these the outermost.
    pub(crate) fn lemmas(&mut self, roots: &[Term]) -> Outcome<Vec<Vec<Proof>>> {
        let mut terms = self.subterms(roots);
        terms.reverse();
        let rank = |search: &mut Self, term: Term| match search.op(term) {
            Some(Known::IndexOf | Known::Substr | Known::Replace | Known::Update) => 0,
            Some(Known::ToCode | Known::FromCode | Known::Eq) => 1,
            _ => 2,
        };
        terms.sort_by_cached_key(|&term| rank(self, term));
        let mut found = Vec::new();
        for term in terms {
            let lemma = self.lemma(term)?;
            if !lemma.is_empty() {
                found.push(lemma);
            }
            if found.len() == TERMS {
                break;
            }
        }
        Ok(found)
    }

    /// All terms that occur, parts first, without those under binders and in witnesses.
    fn subterms(&mut self, roots: &[Term]) -> Vec<Term> {
        let mut order = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, ready)) = work.pop() {
            if ready {
                order.push(term);
            } else if seen.insert(term) && !self.is_leaf(term) {
                work.push((term, true));
                let args = self.args(term);
                work.extend(args.into_iter().rev().map(|arg| (arg, false)));
            }
        }
        order
    }

    fn lemma(&mut self, term: Term) -> Outcome<Vec<Proof>> {
        let args = self.args(term);
        let mut found = Vec::new();
        match self.op(term) {
            Some(
                Known::Substr | Known::IndexOf | Known::Replace | Known::Update | Known::FromInt,
            ) => {
                found.extend(self.attempt("string_reduction", &[], &[term])?);
            }
            Some(Known::Contains | Known::ToCode) => {
                found.extend(self.attempt("string_eager_reduction", &[], &[term])?);
            }
            Some(Known::FromCode) => {
                found.extend(self.attempt("string_eager_reduction", &[], &[term])?);
                let named = self.app(Known::Purify, &[term])?;
                found.push(self.step("skolem_intro", &[], &[named])?);
            }
            Some(Known::Eq) => {
                if let (Some(Known::ToCode), Some(code)) = (self.op(args[0]), self.code(args[1])) {
                    let (x, c) = (self.args(args[0])[0], self.terms().string(&[code])?);
                    found.extend(self.attempt("string_code_inj", &[], &[x, c])?);
                }
            }
            _ => {}
        }
        Ok(found)
    }

    /// A number that is a character's.
    fn code(&mut self, term: Term) -> Option<u32> {
        let code = self.terms().as_int(term)?;
        u32::try_from(code).ok().filter(|&code| code < 0x3_0000)
    }

    /// What follows from an equation between strings: their lengths are equal, and so are first (last) components of equal lengths.
    pub(crate) fn consequences_of_equation(
        &mut self,
        a: Term,
        b: Term,
        shown: Proof,
    ) -> Outcome<Vec<Proof>> {
        let mut found = Vec::new();
        let concat = |search: &mut Self, term| search.op(term) == Some(Known::Concat);
        if !self.is_string(a) || !(concat(self, a) || concat(self, b)) {
            return Ok(found);
        }
        let left = self.app(Known::Len, &[a])?;
        found.push(self.step("cong", &[shown], &[left])?);
        let (left, right) = (self.characters(a)?, self.characters(b)?);
        for rev in [false, true] {
            let end = |list: &[Term]| {
                if rev {
                    list.last().copied()
                } else {
                    list.first().copied()
                }
            };
            let (Some(s), Some(t)) = (end(&left), end(&right)) else {
                continue;
            };
            if s == t || (self.is_value(s) && self.is_value(t)) {
                continue;
            }
            let lengths = [self.app(Known::Len, &[s])?, self.app(Known::Len, &[t])?];
            if let Some(equal) = self.same_number(lengths[0], lengths[1])? {
                let rev = self.boolean(rev)?;
                let spelled = self.spelled_equation(a, b, shown)?;
                found.extend(self.attempt("concat_unify", &[spelled, equal], &[rev])?);
            }
        }
        Ok(found)
    }

    /// The equation with words in characters, so that components can be compared.
    fn spelled_equation(&mut self, a: Term, b: Term, shown: Proof) -> Outcome<Proof> {
        let sides = [self.spelled(a)?, self.spelled(b)?];
        let equation = self.eq(a, b)?;
        let spelled = self.cong(equation, &sides)?;
        self.transport(shown, spelled)
    }

    /// `s = t` for integers that are equal here.
    fn same_number(&mut self, s: Term, t: Term) -> Outcome<Option<Proof>> {
        if let Some(proof) = self.same(s, t, 1)? {
            return Ok(Some(proof));
        }
        let equation = self.eq(s, t)?;
        let normal = self.normal(equation, 1)?;
        match (self.terms().as_bool(normal.to), normal.proof) {
            (Some(true), Some(proof)) => self.step("true_elim", &[proof], &[]).map(Some),
            _ => Ok(None),
        }
    }

    /// What follows from a literal that was assumed, beyond itself.
    pub(crate) fn consequences(&mut self, formula: Term, shown: Proof) -> Outcome<Vec<Proof>> {
        let mut found = Vec::new();
        let inner = self.parts(Known::Not, formula).map(|parts| parts[0]);
        let atom = inner.unwrap_or(formula);
        let args = self.args(atom);
        match self.op(atom) {
            Some(Known::Ge) if self.op(args[0]) != Some(Known::Len) => {
                found.extend(self.pinned(args[0], formula, shown)?);
            }
            // A string is empty, or its length is positive.
            Some(Known::Eq)
                if inner.is_some()
                    && self.terms().as_str(args[1]).is_some_and(<[u32]>::is_empty) =>
            {
                found.push(self.step("string_length_pos", &[], &[args[0]])?);
            }
            Some(Known::Ge) if self.op(args[0]) == Some(Known::Len) => {
                let x = self.args(args[0])[0];
                found.push(self.step("string_length_pos", &[], &[x])?);
                found.extend(self.pinned(args[0], formula, shown)?);
            }
            Some(Known::InRe)
                if inner.is_none()
                    && self.is_symbol(args[0])
                    && self.op(args[1]) == Some(Known::ReConcat) =>
            {
                found.extend(self.attempt("re_unfold_pos", &[shown], &[])?);
            }
            _ => {}
        }
        Ok(found)
    }

    /// `s = c`, where the bounds of `s` from both sides meet.
    fn pinned(&mut self, s: Term, formula: Term, shown: Proof) -> Outcome<Option<Proof>> {
        let minus = Integer::from(-1);
        let Some((bound, _)) = self.bounds_of(formula, shown)?.pop() else {
            return Ok(None);
        };
        let opposite = bound.scaled(&minus);
        if !self
            .here()
            .bounds
            .iter()
            .any(|(other, _)| *other == opposite)
        {
            return Ok(None);
        }
        // s - c is the bound, or its opposite.
        let c = self.polynomial(s)?.plus(&bound, &minus);
        let c = if c.is_constant() {
            c.constant_part()
        } else {
            self.polynomial(s)?.plus(&bound, &1.into()).constant_part()
        };
        let c = self.number(&c)?;
        let mut both = Vec::new();
        for op in [Known::Ge, Known::Le] {
            let comparison = self.app(op, &[s, c])?;
            let normal = self.canonical(comparison)?;
            let atom = self
                .parts(Known::Not, normal.to)
                .map_or(normal.to, |parts| parts[0]);
            let Some(proof) = self.decide_bound(atom)? else {
                return Ok(None);
            };
            if self.formula(proof) != normal.to {
                return Ok(None);
            }
            let back = Rewritten {
                to: comparison,
                proof: self.symm(normal.proof)?,
            };
            both.push(self.transport(proof, back)?);
        }
        let both = self.step("and_intro", &both, &[])?;
        let equation = self.step("arith-eq-elim-int", &[], &[s, c])?;
        let equation = self.step("symm", &[equation], &[])?;
        self.step("eq_resolve", &[both, equation], &[]).map(Some)
    }
}
