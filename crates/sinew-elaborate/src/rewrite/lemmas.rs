//! What functions mean, said where normal forms do not suffice: reductions of the terms that occur, memberships unfolded.

use sinew_proof::cpc::{Known, Outcome, Term};

use super::draft::Proof;
use super::search::Search;

/// At most so many terms are spoken of.
const TERMS: usize = 6;

impl Search<'_> {
    /// Lemmas about the functions that occur in terms, the innermost first.
    pub(crate) fn lemmas(&mut self, roots: &[Term]) -> Outcome<Vec<Proof>> {
        let mut found = Vec::new();
        let mut spoken = 0;
        for term in self.subterms(roots) {
            if spoken == TERMS {
                break;
            }
            let lemma = self.lemma(term)?;
            spoken += usize::from(!lemma.is_empty());
            found.extend(lemma);
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
            Some(Known::Substr | Known::IndexOf | Known::Replace | Known::Update) => {
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

    /// What follows from a literal that was assumed, beyond itself.
    pub(crate) fn consequences(&mut self, formula: Term, shown: Proof) -> Outcome<Vec<Proof>> {
        let mut found = Vec::new();
        let inner = self.parts(Known::Not, formula).map(|parts| parts[0]);
        let atom = inner.unwrap_or(formula);
        let args = self.args(atom);
        match self.op(atom) {
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
}
