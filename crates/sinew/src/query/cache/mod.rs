//! The query cache: what earlier queries of a session leave for later ones.
//!
//! Symbolic executors ask hundreds of questions about a path condition that grows and shrinks by a
//! condition at a time. Three kinds of answers stay valid from one query to the next:
//!
//! * **models**: one that the reference semantics finds to satisfy the assertions at hand is an
//!   answer, whichever query it was made for ([`models`]);
//! * **parts**: assertions that share no symbol with the others can be satisfied on their own. Those
//!   parts that a kept model satisfies need no search; what the search finds for the [`residue`] is put
//!   together with it, and the whole is certified as every model is;
//! * **cores**: a set of formulas that was refuted is refuted wherever it is asserted ([`cores`]).
//!
//! These are the caches of *KLEE* (Cadar, Dunbar and Engler, OSDI 2008, §3.3 and 3.4), on
//! formulas instead of programs' constraints. Terms stand for formulas: a symbol that is declared
//! again with the same name and rank is the same symbol, and what is true of formulas with it does
//! not depend on scopes. It does depend on recursive definitions, which `unsat` may rest on: when
//! these change, or the rules that are on, everything is forgotten. Only what was certified is kept.

mod cores;
mod models;
mod residue;

use rustc_hash::FxHashMap;
use sinew_arms::LemmaPool;
use sinew_base::{Budget, Disabled, Rule, Tuning};
use sinew_semantics::{Model, Value};
use sinew_smtlib::Definition;
use sinew_term::{Term, TermStore};

use self::cores::{Core, Cores};
use self::models::Models;
use self::residue::{Residue, residue};
use super::symbol_index::SymbolIndex;
use super::witness::evaluator;
use super::{
    Answer, Basis, Certificate, Certified, Context, Outcome, Query, Rest, Stage, Unknown, Witness,
    rules,
};
use crate::tuning;

/// What is kept.
#[derive(Default)]
pub(crate) struct QueryCache {
    models: Models,
    cores: Cores,
    index: SymbolIndex,
    /// The definitions and the rules under which models and cores were found.
    definitions: Vec<Definition>,
    off: Disabled,
}

/// What the cache has for a question.
enum Hit {
    /// A model.
    Model(Witness),
    /// Models of all parts, joined.
    Joined(Witness),
    /// These are refuted.
    Core(Core),
    /// Nothing, but for the assertions outside of the residue.
    Residue(Residue),
}

impl QueryCache {
    /// Says which recursive definitions hold from now on, and which rules are off.
    pub(crate) fn under(&mut self, definitions: &[&Definition], off: &Disabled) {
        let same = definitions.iter().copied().eq(&self.definitions);
        if !same || self.off != *off {
            *self = QueryCache {
                definitions: definitions.iter().copied().cloned().collect(),
                off: off.clone(),
                ..QueryCache::default()
            };
        }
    }

    fn allows(&self, rule: &Rule) -> bool {
        !self.off.has(rule.name)
    }

    /// What follows for these assertions from earlier queries.
    fn look(&mut self, store: &TermStore, query: &Query, tuning: &Tuning, budget: &Budget) -> Hit {
        let terms = &query.terms()[..];
        if self.models.is_empty() && self.cores.is_empty() {
            return Hit::Residue(Residue::whole(terms.len()));
        }
        let share = budget.left() / tuning.get(&tuning::LOOK_SHARE);
        let budget = &budget.slice(share.min(tuning.get(&tuning::LOOK_STEPS)));
        if self.allows(&rules::CACHED_MODEL) {
            let all = terms.iter().copied();
            let found = self.models.satisfying(store, all, tuning, budget);
            if let Some(witness) = found.and_then(|place| self.models.touch(place, terms)) {
                return Hit::Model(witness);
            }
        }
        if self.allows(&rules::CACHED_CORE)
            && let Some(core) = self.cores.find(&places(terms))
        {
            return Hit::Core(core.clone());
        }
        self.index.trim(tuning.size(&tuning::INDEXED));
        let kept = (&mut self.models, &mut self.index);
        let residue = residue((store, terms), kept, &self.definitions, tuning, budget);
        if !residue.is_empty() {
            return match self.allows(&rules::RESIDUE) {
                true => Hit::Residue(residue),
                false => Hit::Residue(Residue::whole(terms.len())),
            };
        }
        let mut joined = Witness::of(residue.complete(Model::new()));
        let fits = joined.satisfies(store, query, &[], budget).is_ok();
        match fits && self.allows(&rules::CACHED_PARTS) {
            true => Hit::Joined(joined),
            false => Hit::Residue(Residue::whole(terms.len())),
        }
    }
}

/// Keeps a certified answer to this question.
pub(crate) fn keep(certified: &Certified, query: &Query, cx: Context<'_>) {
    let (basis, tuning) = (certified.basis(), &cx.options.tuning);
    let terms = query.terms();
    match certified.outcome() {
        _ if basis.cached => {}
        Outcome::Sat(witness) => {
            cx.cache.cores.refute(&places(&terms));
            audit(cx.store, &cx.kept.lemmas, witness.model(), cx.budget);
            cx.cache.models.keep(witness.clone(), tuning);
        }
        Outcome::Unsat(core) => {
            let members = core.iter().map(|&position| terms[position]).collect();
            let certificate = certified.certificate().clone();
            let core = Core::new(members, basis.minimal, basis.rules.clone(), certificate);
            cx.cache.cores.keep(core, tuning);
        }
        Outcome::Unknown(_) => {}
    }
}

/// Whether no lemma fails in a certified model, as none should in any. Only debug builds look: the steps
/// are not the query's, which would count differently there, but they end with it.
fn audit(store: &TermStore, lemmas: &LemmaPool, model: &Model, budget: &Budget) {
    if cfg!(debug_assertions) {
        let own = Budget::new(None, budget.handle().clone());
        for fact in lemmas.facts() {
            let value = evaluator(store, model, u64::MAX, &own).eval(fact);
            assert_ne!(value, Ok(Value::Bool(false)), "a lemma is not valid");
        }
    }
}

/// Where each of the terms stands first.
fn places(terms: &[Term]) -> FxHashMap<Term, usize> {
    let mut places = FxHashMap::default();
    for (place, &term) in terms.iter().enumerate() {
        places.entry(term).or_insert(place);
    }
    places
}

/// The stage.
pub(super) struct Cache;

impl Stage for Cache {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        let terms = query.terms();
        let tuning = &cx.options.tuning;
        match cx.cache.look(cx.store, query, tuning, cx.budget) {
            Hit::Model(witness) => {
                let mut answer = found(&rules::CACHED_MODEL, &terms, Outcome::Sat(witness), cx);
                answer.basis.cached = true;
                answer
            }
            Hit::Joined(witness) => found(&rules::CACHED_PARTS, &terms, Outcome::Sat(witness), cx),
            Hit::Core(core) => {
                let places = places(&terms);
                let members = core.members().iter();
                let core_places = members.filter_map(|member| places.get(member).copied());
                let outcome = Outcome::Unsat(query.origins(core_places));
                let mut answer = found(&rules::CACHED_CORE, core.members(), outcome, cx);
                answer.basis.rules.extend(&core.rules);
                answer.basis.certificate = match core.certificate {
                    Certificate::Unchecked => None,
                    certificate => Some(certificate),
                };
                answer.basis.minimal = core.minimal;
                answer.basis.cached = true;
                answer
            }
            Hit::Residue(residue) if residue.is_whole() => rest.ask(query, cx),
            Hit::Residue(residue) => solve_residue(&residue, query, rest, cx),
        }
    }
}

/// An answer by one rule, which all of these terms are about.
fn found(rule: &'static Rule, premises: &[Term], outcome: Outcome, cx: &mut Context<'_>) -> Answer {
    let mut basis = Basis::default();
    let conclusion = cx.store.bool(!matches!(outcome, Outcome::Unsat(_)));
    report(rule, premises.to_vec(), conclusion, &mut basis, cx);
    Answer { outcome, basis }
}

fn report(
    rule: &'static Rule,
    premises: Vec<Term>,
    conclusion: Term,
    basis: &mut Basis,
    cx: &mut Context<'_>,
) {
    let mut derivation = cx.derivation();
    derivation.apply(rule, premises, conclusion);
    cx.note(&derivation);
    if cx.options.shows_features() {
        let line = format!("(:probe (:cache {}))", rule.name);
        cx.host.remark(&line);
    }
    basis.precede(derivation);
}

/// Asks for a model of the residue, and joins it with those of the other parts.
fn solve_residue(residue: &Residue, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
    let open = query.filter(|place, _| residue.open.binary_search(&place).is_ok());
    let others = query.filter(|place, _| residue.open.binary_search(&place).is_err());
    let satisfied = cx.store.true_();
    let mut own = Basis::default();
    report(&rules::RESIDUE, others.terms(), satisfied, &mut own, cx);
    let Answer { outcome, mut basis } = rest.ask(&open, cx);
    let Outcome::Sat(witness) = outcome else {
        return Answer { outcome, basis };
    };
    let mut joined = Witness::of(residue.complete(witness.into_model()));
    let stand_ins = &basis.stand_ins;
    match joined.satisfies(cx.store, query, stand_ins, cx.budget) {
        Ok(()) => {}
        // What is kept does not fit; so the question is asked as if there was nothing.
        Err(Unknown::Incomplete(_)) => return rest.ask(query, cx),
        Err(stopped) => return Answer::unknown(stopped),
    }
    basis.rules.extend(own.rules);
    basis.steps.splice(0..0, own.steps);
    let outcome = Outcome::Sat(joined);
    Answer { outcome, basis }
}
