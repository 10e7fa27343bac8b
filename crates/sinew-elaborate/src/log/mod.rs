//! Refutations by the search, from the engine's log.
//!
//! The log is read once and then followed backwards, from the clause that refutes the assertions: only what that needs is shown. A
//! clause of the log becomes a disjunction whose members are among the clause's literals; literals that guard assertions say
//! nothing in a proof and are left out.
//!
//! The format of the log is told in `sinew-engine` (`log`) and `sinew-sat` (`proof`).

mod arith;
mod closure;
mod gates;
mod lemmas;
pub(crate) mod linear;
mod literals;
mod read;
mod resolution;

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Known, Outcome};
use sinew_term::TermStore;

use crate::Elaborator;
use crate::preprocess::Preprocessing;
pub(crate) use closure::Closure;
pub(crate) use linear::{Form, Line};
use literals::Literals;
use read::{Clause, Entries, Why};

/// What was shown of a log.
pub(crate) struct Search<'a, 'p> {
    store: &'a TermStore,
    entries: Entries<'a>,
    literals: Literals,
    assertions: &'p mut Preprocessing<'a>,
    /// Clauses that were shown, by number.
    shown: FxHashMap<u64, Shown>,
    /// The parts of assertions that were shown, by number.
    facts: FxHashMap<u64, Fact>,
}

/// A clause that was shown.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    fact: Fact,
    /// Its literals, each once.
    literals: Vec<i64>,
}

impl<'a, 'p> Search<'a, 'p> {
    /// Reads a log.
    pub(crate) fn new(
        store: &'a TermStore,
        log: &'a str,
        assertions: &'p mut Preprocessing<'a>,
    ) -> Outcome<Search<'a, 'p>> {
        Ok(Search {
            store,
            entries: read::entries(store, log)?,
            literals: Literals::default(),
            assertions,
            shown: FxHashMap::default(),
            facts: FxHashMap::default(),
        })
    }

    /// Shows `false`.
    pub(crate) fn refute(&mut self, proof: &mut Elaborator) -> Outcome<Fact> {
        let root = (self.entries.refutation).ok_or("the log does not refute the assertions")?;
        let mut chains: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
        let mut work = vec![(root, false)];
        while let Some((id, ready)) = work.pop() {
            if self.shown.contains_key(&id) {
                continue;
            }
            proof.checker().terms().charge(1)?;
            let clause = self.clause(id)?.clone();
            match (&clause.why, ready) {
                (Why::Derived(_), false) => {
                    let chain = resolution::chain(&self.entries, id, proof)?;
                    work.push((id, true));
                    work.extend(chain.iter().map(|&premise| (premise, false)));
                    chains.insert(id, chain);
                }
                (Why::Derived(_), true) => {
                    let chain = chains.remove(&id).unwrap_or_default();
                    let shown = self.resolve(proof, &chain)?;
                    self.shown.insert(id, shown);
                }
                (Why::Lemma(rule, argument), _) => {
                    let shown = self.lemma(proof, &clause, rule, *argument)?;
                    self.shown.insert(id, shown);
                }
            }
        }
        let shown = &self.shown[&root];
        let no = proof.checker().terms().app(Known::False, &[])?;
        match proof.checker().formula(shown.fact) == Some(no) {
            true => Ok(shown.fact),
            false => Err("the last clause of the log is not empty".into()),
        }
    }

    fn clause(&self, id: u64) -> Outcome<&Clause<'a>> {
        (self.entries.clauses.get(&id)).ok_or_else(|| format!("the log has no clause {id}").into())
    }
}
