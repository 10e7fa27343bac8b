//! Derivations of single rewrites: `lhs = rhs`, where a law of the simplifier turned one into the other.
//!
//! The laws are not spelled out one by one. What the calculus can compute is computed (`evaluate`, polynomials, lists up to
//! order); the rest is searched for, as other producers of CPC proofs reconstruct their rewrites.

mod draft;

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Checker, Fact, Failure, Outcome, Term};

use draft::{Drafts, Proof};

/// Why there is no derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Underivable {
    /// None was found.
    NotFound,
    /// The work allowed was not enough.
    Budget,
}

impl From<Failure> for Underivable {
    fn from(why: Failure) -> Underivable {
        match why {
            Failure::Budget => Underivable::Budget,
            Failure::Wrong(_) => Underivable::NotFound,
        }
    }
}

/// Derives rewrites, and remembers what it derived.
#[derive(Debug, Default)]
pub(crate) struct Rewriter {
    drafts: Drafts,
    found: FxHashMap<(Term, Term), Option<Proof>>,
}

impl Rewriter {
    /// Shows `lhs = rhs`.
    pub(crate) fn derive(
        &mut self,
        checker: &mut Checker,
        law: &str,
        lhs: Term,
        rhs: Term,
    ) -> Result<Fact, Underivable> {
        let proof = match self.found.get(&(lhs, rhs)) {
            Some(&known) => known,
            None => {
                let found = self.search(checker, law, lhs, rhs)?;
                self.found.insert((lhs, rhs), found);
                found
            }
        };
        let proof = proof.ok_or(Underivable::NotFound)?;
        Ok(self.drafts.show(checker, proof)?)
    }

    fn search(
        &mut self,
        checker: &mut Checker,
        _law: &str,
        lhs: Term,
        rhs: Term,
    ) -> Outcome<Option<Proof>> {
        if lhs == rhs {
            return self.drafts.step(checker, "refl", &[], &[lhs]).map(Some);
        }
        let equation = checker
            .terms()
            .app(sinew_proof::cpc::Known::Eq, &[lhs, rhs])?;
        for rule in ["evaluate"] {
            if let Some(proof) = self.attempt(checker, rule, &[], &[lhs])?
                && self.drafts.formula(proof) == equation
            {
                return Ok(Some(proof));
            }
        }
        for rule in ["aci_norm", "arith_poly_norm", "absorb", "distinct-elim"] {
            if let Some(proof) = self.attempt(checker, rule, &[], &[equation])? {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// A step, if the rule allows it.
    fn attempt(
        &mut self,
        checker: &mut Checker,
        rule: &'static str,
        premises: &[Proof],
        args: &[Term],
    ) -> Outcome<Option<Proof>> {
        match self.drafts.step(checker, rule, premises, args) {
            Ok(proof) => Ok(Some(proof)),
            Err(Failure::Budget) => Err(Failure::Budget),
            Err(Failure::Wrong(_)) => Ok(None),
        }
    }
}
