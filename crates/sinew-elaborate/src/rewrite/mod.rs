//! Derivations of single rewrites: `lhs = rhs`, where a law of the simplifier turned one into the other.
//!
//! The laws are not spelled out one by one. What the calculus can compute is computed (`evaluate`, polynomials, lists up to
//! order); the rest is searched for, as other producers of CPC proofs reconstruct their rewrites.

mod arith;
mod assumptions;
mod bounded;
mod cases;
mod conditional;
mod context;
mod direct;
mod draft;
mod ends;
mod functions;
mod junctions;
mod known;
mod layers;
mod lemmas;
mod linear;
mod lists;
mod normal;
mod regular;
mod schema;
mod search;
mod words;

use std::cell::OnceCell;

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Checker, Fact, Failure, Known, Outcome, Term};

use arith::Polynomial;
use assumptions::Assumptions;
use draft::{Drafts, Proof};
use schema::Equations;
use search::{Search, allowed};

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
    equations: OnceCell<Equations>,
    /// No assumptions, with the normal forms under none.
    plain: Vec<Assumptions>,
    known: FxHashMap<Term, Vec<(Polynomial, Proof)>>,
    found: FxHashMap<(Term, Term), Option<Proof>>,
}

impl Rewriter {
    /// Shows `lhs = rhs`.
    pub(crate) fn derive(
        &mut self,
        checker: &mut Checker,
        lhs: Term,
        rhs: Term,
    ) -> Result<Fact, Underivable> {
        let proof = match self.found.get(&(lhs, rhs)) {
            Some(&known) => known,
            None => {
                let found = self.search(checker, lhs, rhs)?;
                self.found.insert((lhs, rhs), found);
                found
            }
        };
        let proof = proof.ok_or(Underivable::NotFound)?;
        Ok(self.drafts.show(checker, proof)?)
    }

    /// Shows what membership of a string a formula is; nothing inside if it is that membership, nothing at all if no way is known.
    pub(crate) fn membership_form(
        &mut self,
        checker: &mut Checker,
        string: Term,
        formula: Term,
    ) -> Outcome<Option<Option<Fact>>> {
        let found = self.searching(checker).membership(string, formula);
        let Some(found) = allowed(found)?.flatten() else {
            return Ok(None);
        };
        match found.proof {
            Some(proof) => Ok(Some(Some(self.drafts.show(checker, proof)?))),
            None => Ok(Some(None)),
        }
    }

    /// Shows a condition that computation, or what is known of its terms, decides.
    pub(crate) fn evident(
        &mut self,
        checker: &mut Checker,
        condition: Term,
    ) -> Outcome<Option<Fact>> {
        let found = self.searching(checker).evidently(condition);
        match allowed(found)?.flatten() {
            Some(proof) => Ok(Some(self.drafts.show(checker, proof)?)),
            None => Ok(None),
        }
    }

    /// A search under no assumptions.
    pub(crate) fn searching<'a>(&'a mut self, checker: &'a mut Checker) -> Search<'a> {
        if self.plain.is_empty() {
            self.plain.push(Assumptions::default());
        }
        Search {
            checker,
            drafts: &mut self.drafts,
            equations: self.equations.get_or_init(Equations::new),
            cases: &mut self.plain,
            known: &mut self.known,
            asking: 0,
            share: 0,
            cut_short: false,
            fuel: 0,
            splits: 0,
        }
    }

    fn search(&mut self, checker: &mut Checker, lhs: Term, rhs: Term) -> Outcome<Option<Proof>> {
        let mut search = self.searching(checker);
        if lhs != rhs {
            let equation = search.eq(lhs, rhs)?;
            if search.is_value(rhs)
                && let Some(proof) = search.attempt("evaluate", &[], &[lhs])?
                && search.formula(proof) == equation
            {
                return Ok(Some(proof));
            }
            for rule in COMPUTED {
                if let Some(proof) = search.attempt(rule, &[], &[equation])? {
                    return Ok(Some(proof));
                }
            }
            if let Some((a, b)) = search.pair(Known::Eq, lhs)
                && search.pair(Known::Eq, rhs) == Some((b, a))
            {
                return search.step("eq-symm", &[], &[a, b]).map(Some);
            }
        }
        if let Some(proof) = search.directly(lhs, rhs)? {
            return Ok(Some(proof));
        }
        if let Some(proof) = allowed(search.by_condition(lhs, rhs))?.flatten() {
            return Ok(Some(proof));
        }
        if let Some(proof) = search.by_contradiction(lhs, rhs)? {
            return Ok(Some(proof));
        }
        if let Some(proof) = search.exactly(lhs, rhs)? {
            return Ok(Some(proof));
        }
        if let Some(proof) = search.in_context(lhs, rhs)? {
            return Ok(Some(proof));
        }
        if let Some(proof) = search.by_members(lhs, rhs)? {
            return Ok(Some(proof));
        }
        search.attempts(lhs, rhs)
    }
}

/// Rules that conclude an equation by computing with both sides.
const COMPUTED: &[&str] = &[
    "aci_norm",
    "arith_poly_norm",
    "absorb",
    "distinct-elim",
    "re-loop-elim",
    "quant-unused-vars",
    "quant-miniscope-and",
    "quant-miniscope-or",
    "quant-var-elim-eq",
];
