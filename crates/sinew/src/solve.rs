//! From assertions to an outcome.
//!
//! Each stage either decides or declines with a reason; what all stages declined is `unknown`.
//! No stage prints, and none is trusted with a `sat`: [`certify`](crate::certify) has the last
//! word on every model.

use sinew_arms::context::ContextArm;
use sinew_arms::lengths::LengthsArm;
use sinew_base::{Budget, StopReason};
use sinew_engine::{Config, Engine, Incomplete, Reason};
use sinew_semantics::{Model, Value, eval};
use sinew_simplify::Simplifier;
use sinew_term::{Sort, Term, TermStore};

use crate::model::reference_model;
use crate::options::Options;

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Satisfiable, with a model.
    Sat(Model),
    /// Unsatisfiable, because of these assertions (by position) alone.
    Unsat(Vec<usize>),
    /// Neither was found out.
    Unknown(Unknown),
}

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Time, steps or memory ran out, or somebody interrupted.
    Stopped(StopReason),
    /// No procedure decides this; the text says what stood in the way.
    Incomplete(String),
}

impl Unknown {
    /// The symbol that `(get-info :reason-unknown)` prints.
    #[must_use]
    pub fn symbol(&self) -> &'static str {
        match self {
            Unknown::Stopped(reason) => reason.symbol(),
            Unknown::Incomplete(_) => "incomplete",
        }
    }
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unknown::Stopped(reason) => reason.fmt(f),
            Unknown::Incomplete(why) => write!(f, "incomplete ({why})"),
        }
    }
}

/// Decides the conjunction of `assertions`.
pub(crate) fn solve(
    store: &mut TermStore,
    assertions: &[Term],
    options: &Options,
    budget: &Budget,
) -> Outcome {
    match evaluate(store, assertions, budget) {
        Outcome::Unknown(Unknown::Incomplete(_)) => {}
        decided => return decided,
    }
    let mut simplifier = Simplifier::new();
    let mut simplified = Vec::with_capacity(assertions.len());
    for (index, &assertion) in assertions.iter().enumerate() {
        let term = match simplifier.try_simplify(store, assertion, budget) {
            Ok(term) => term,
            Err(reason) => return Outcome::Unknown(Unknown::Stopped(reason)),
        };
        match store.bool_value(term) {
            Some(false) => return Outcome::Unsat(vec![index]),
            Some(true) => {}
            None => simplified.push((index, term)),
        }
    }
    search(store, &simplified, options, budget)
}

/// The engine, with the lengths arm where there are strings.
fn search(
    store: &mut TermStore,
    assertions: &[(usize, Term)],
    options: &Options,
    budget: &Budget,
) -> Outcome {
    let mut config = Config::default();
    config.cores = true;
    let mut engine = Engine::new(config, store);
    let terms: Vec<Term> = assertions.iter().map(|&(_, term)| term).collect();
    let strings = sinew_term::postorder_all(store, &terms)
        .iter()
        .any(|&term| matches!(store.sort(term), Sort::String | Sort::RegLan));
    if strings {
        engine.set_plugin(match options.arm.as_str() {
            "lengths" => Box::new(LengthsArm::default()),
            _ => Box::new(ContextArm::default()),
        });
    }
    for &(index, term) in assertions {
        engine.assert(store, term, index as u32);
    }
    match engine.check(store, &[], budget) {
        sinew_engine::Outcome::Sat => match engine.model() {
            Some(model) => Outcome::Sat(reference_model(model)),
            None => Outcome::Unknown(Unknown::Incomplete("no model was kept".to_owned())),
        },
        sinew_engine::Outcome::Unsat => {
            Outcome::Unsat(engine.unsat_core().iter().map(|&index| index as usize).collect())
        }
        sinew_engine::Outcome::Unknown(reason) => Outcome::Unknown(match reason {
            Reason::Stopped(reason) => Unknown::Stopped(reason),
            Reason::Internal(what) => Unknown::Incomplete(what.to_owned()),
            Reason::Incomplete(what) => Unknown::Incomplete(describe(what)),
        }),
    }
}

fn describe(what: Incomplete) -> String {
    format!("{what:?}")
}

/// What evaluation alone decides: a ground assertion that is false settles the query, and if all
/// are ground and true there is nothing left to find.
fn evaluate(store: &TermStore, assertions: &[Term], budget: &Budget) -> Outcome {
    let nothing = Model::new();
    let mut open = None;
    for (index, &assertion) in assertions.iter().enumerate() {
        if let Err(reason) = budget.spend(1) {
            return Outcome::Unknown(Unknown::Stopped(reason));
        }
        if !store.is_ground(assertion) {
            open.get_or_insert_with(|| "the assertions are not all ground".to_owned());
            continue;
        }
        match eval(store, &nothing, assertion) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Outcome::Unsat(vec![index]),
            Err(undecided) => {
                open.get_or_insert_with(|| undecided.describe(store));
            }
        }
    }
    match open {
        None => Outcome::Sat(nothing),
        Some(why) => Outcome::Unknown(Unknown::Incomplete(why)),
    }
}
