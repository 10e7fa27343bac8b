//! A query is a list of stages with a way forward and a way back.
//!
//! Forward, a [`Stage`] makes the question simpler and asks the rest of the list, once, several times or not
//! at all; back, it makes an answer to its own question of what the rest answered: it extends models and
//! adds to the record of what the answer rests on. Positions need no way back: each assertion carries those of
//! the question as it was asked, and cores are made of them. A stage knows its own question and the
//! [`Rest`], and nothing of the stages before it.
//!
//! [`Pipeline`] has the lists. Whatever the list, the answer ends in [`certify`], the only place where a
//! [`Certified`] answer is made; a session tells, and the cache keeps, nothing else.
//!
//! | stage | forward | back |
//! |---|---|---|
//! | [`minimal_core`] | the question | asks again without members of the core |
//! | [`cache`] | the assertions without a kept model | joins the models |
//! | [`definitions`] | values for applications of recursive functions | the functions, into the model |
//! | [`eliminate`] | no quantifier that can go | stand-ins for the assertions that had one |
//! | [`instantiate`] | propositions and instances for universal formulas | only models in which these hold |
//! | [`simplify`] | normal forms, passes | values for eliminated symbols |
//! | [`parts`] | all of it; then assertions that share no symbols, by themselves | joins the models |
//! | [`search`] | | the arms' answer |
//! | [`recorded`] | normal forms, passes, for proofs | the record |
//!
//! Why it is so is said in docs/decisions/0012-pipeline.md.

mod basis;
pub(crate) mod cache;
mod certificate;
pub(crate) mod certify;
pub(crate) mod definitions;
mod eliminate;
mod instantiate;
mod minimal_core;
mod parts;
mod pipeline;
mod prove;
mod quantified;
mod recorded;
pub(crate) mod refutation;
mod report;
#[allow(unreachable_pub)] // The table is public, by `crate::rules`; its rows need not be.
pub(crate) mod rules;
mod search;
mod simplify;
mod statistics;
mod symbol_index;
mod tried;
pub(crate) mod witness;

use std::rc::Rc;

use sinew_base::{Budget, StopReason};
use sinew_simplify::{Origins, Problem};
use sinew_smtlib::{Definition, print_term};
use sinew_term::{Term, TermStore};

pub(crate) use self::basis::{Basis, Derivation, Step};
pub(crate) use self::cache::QueryCache;
pub use self::certificate::Certificate;
pub(crate) use self::certify::Certified;
pub(crate) use self::pipeline::Pipeline;
pub(crate) use self::simplify::KeptState;
pub(crate) use self::statistics::Statistics;
pub(crate) use self::witness::Witness;

use crate::host::Host;
use crate::options::Options;

/// What is asked: whether the conjunction of assertions has a model.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// The assertions, each with the positions that it comes from in the question as it was asked.
    pub(crate) problem: Problem,
    /// For each of these positions, whether printed cores may name it.
    pub(crate) named: Rc<[bool]>,
}

impl Query {
    /// The question as it is asked.
    pub(crate) fn new(assertions: &[Term], named: impl Into<Rc<[bool]>>) -> Query {
        Query {
            problem: Problem::new(assertions),
            named: named.into(),
        }
    }

    /// The assertions.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let assertions = self.problem.assertions.iter();
        assertions.map(|&(term, _)| term).collect()
    }

    /// A question of these assertions, which come from those of this one.
    pub(crate) fn with(&self, assertions: Vec<(Term, Origins)>) -> Query {
        Query {
            problem: Problem { assertions },
            named: Rc::clone(&self.named),
        }
    }

    /// Each assertion as `change` makes it.
    pub(crate) fn map(&self, mut change: impl FnMut(Term) -> Term) -> Query {
        let assertions = self.problem.assertions.iter();
        let changed = assertions.map(|(term, origins)| (change(*term), origins.clone()));
        self.with(changed.collect())
    }

    /// The assertions for which `keep` says so, by their place here.
    pub(crate) fn filter(&self, mut keep: impl FnMut(usize, &Origins) -> bool) -> Query {
        let assertions = self.problem.assertions.iter().enumerate();
        let kept = assertions.filter(|(place, (_, origins))| keep(*place, origins));
        self.with(kept.map(|(_, assertion)| assertion.clone()).collect())
    }

    /// Whether quantifiers are left in it.
    pub(crate) fn is_quantified(&self, store: &TermStore) -> bool {
        let mut assertions = self.problem.assertions.iter();
        assertions.any(|&(term, _)| store.mentions_quantifiers(term))
    }

    /// The positions that the assertions at these places come from, sorted.
    pub(crate) fn origins(&self, places: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let assertions = &self.problem.assertions;
        let origins = places.into_iter().filter_map(|place| assertions.get(place));
        let mut positions: Vec<usize> = origins.flat_map(|(_, origins)| origins.iter()).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }
}

/// What a question comes to.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// Satisfiable, with a model.
    Sat(Witness),
    /// Unsatisfiable, because of these positions alone.
    Unsat(Vec<usize>),
    /// Neither was found out.
    Unknown(Unknown),
}

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// Time, steps or memory ran out, or somebody interrupted.
    Stopped(StopReason),
    /// No procedure decides this; the text says what stood in the way.
    Incomplete(String),
    /// The checker refused the proof of a refutation, and why.
    Refused(String),
}

impl Unknown {
    /// The symbol that `(get-info :reason-unknown)` prints.
    pub(crate) fn symbol(&self) -> &'static str {
        match self {
            Unknown::Stopped(reason) => reason.symbol(),
            Unknown::Incomplete(_) | Unknown::Refused(_) => "incomplete",
        }
    }
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unknown::Stopped(reason) => reason.fmt(f),
            Unknown::Incomplete(why) => write!(f, "incomplete ({why})"),
            Unknown::Refused(why) => write!(f, "the proof of `unsat` was refused: {why}"),
        }
    }
}

/// An outcome, and what it rests on.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) outcome: Outcome,
    pub(crate) basis: Basis,
}

impl Answer {
    /// Nothing was found out.
    pub(crate) fn unknown(why: Unknown) -> Answer {
        Answer {
            outcome: Outcome::Unknown(why),
            basis: Basis::default(),
        }
    }

    /// Somebody or something stopped the query.
    pub(crate) fn stopped(reason: StopReason) -> Answer {
        Answer::unknown(Unknown::Stopped(reason))
    }
}

/// What stages work with: all of it belongs to the session, and nothing to one stage.
pub(crate) struct Context<'a> {
    pub(crate) store: &'a mut TermStore,
    pub(crate) options: &'a Options,
    /// The recursive definitions that hold.
    pub(crate) definitions: &'a [&'a Definition],
    pub(crate) cache: &'a mut QueryCache,
    pub(crate) kept: &'a mut KeptState,
    pub(crate) statistics: &'a mut Statistics,
    pub(crate) host: &'a mut dyn Host,
    pub(crate) budget: &'a Budget<'a>,
}

impl Context<'_> {
    /// The same with another budget.
    pub(crate) fn within<'b>(&'b mut self, budget: &'b Budget<'b>) -> Context<'b> {
        Context {
            store: self.store,
            options: self.options,
            definitions: self.definitions,
            cache: self.cache,
            kept: self.kept,
            statistics: self.statistics,
            host: self.host,
            budget,
        }
    }

    /// A list of applications of rules that begins empty.
    pub(crate) fn derivation(&self) -> Derivation {
        Derivation::new(self.options.disabled(), self.options.tuning.clone())
    }

    /// Counts what was derived, and shows it to whoever traces: the one way by which applications of
    /// this crate's rules become known.
    pub(crate) fn note(&mut self, derivation: &Derivation) {
        for step in derivation.steps() {
            *self.statistics.rules.entry(step.rule.name).or_default() += 1;
            if self.options.trace {
                self.host.remark(&line(self.store, step));
            }
        }
        for (law, count) in derivation.laws() {
            *self.statistics.laws.entry(law).or_default() += count;
        }
    }
}

/// `name: premises |- conclusion`
fn line(store: &TermStore, step: &Step) -> String {
    let premises = step.premises.iter().map(|&term| print_term(store, term));
    let premises: Vec<String> = premises.collect();
    let (name, conclusion) = (step.rule.name, print_term(store, step.conclusion));
    format!("{name}: {} |- {conclusion}", premises.join(", "))
}

/// A part of the way from a question to its answer.
pub(crate) trait Stage: Sync {
    /// Answers the question, with the help of the rest.
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer;
}

/// The stages that come after one. It can be asked any number of times.
#[derive(Clone, Copy)]
pub(crate) struct Rest<'a>(&'a [&'static dyn Stage]);

impl Rest<'_> {
    /// What the rest answers.
    pub(crate) fn ask(self, query: &Query, cx: &mut Context<'_>) -> Answer {
        match self.0.split_first() {
            Some((stage, rest)) => stage.run(query, Rest(rest), cx),
            None => Answer::unknown(Unknown::Incomplete("no stage decides this".to_owned())),
        }
    }
}
