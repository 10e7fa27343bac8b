//! Proofs on request: the query once more, as it was written, by an engine that keeps a log.
//!
//! The log starts from the assertions, so nothing is simplified before. It has passed the checker,
//! which shares no code with the engine, before it leaves here; clauses of a string arm are in it as
//! lemmas that the checker takes on trust.

use sinew_arms::Deepening;
use sinew_arms::context::ContextArm;
use sinew_base::Budget;
use sinew_engine::{Config, Engine, Outcome, Reason};
use sinew_proof::{Checker, EngineRules};
use sinew_term::{Sort, Term, TermStore, postorder_all};

use crate::options::Options;
use crate::solve::Unknown;

/// A log that refutes the conjunction of `assertions`.
pub(crate) fn prove(
    store: &mut TermStore,
    assertions: &[Term],
    options: &Options,
    budget: &Budget,
) -> Result<String, Unknown> {
    let mut config = Config::default();
    config.seed = options.random_seed;
    config.log = true;
    let mut engine = Engine::new(config, store);
    let strings = postorder_all(store, assertions)
        .iter()
        .any(|&term| matches!(store.sort(term), Sort::String | Sort::RegLan));
    if strings {
        engine.set_plugin(Box::new(ContextArm::default()));
    }
    for (index, &term) in (0..).zip(assertions) {
        engine.assert(store, term, index);
    }
    let outcome = match strings {
        true => Deepening::new(store, assertions).check(&mut engine, store, budget),
        false => engine.check(store, &[], budget),
    };
    match outcome {
        Outcome::Unsat => {}
        Outcome::Sat => {
            let why = "the search found a model, which contradicts the answer";
            return Err(Unknown::Incomplete(why.to_owned()));
        }
        Outcome::Unknown(Reason::Stopped(reason)) => return Err(Unknown::Stopped(reason)),
        Outcome::Unknown(Reason::Internal(what)) => {
            return Err(Unknown::Incomplete(what.to_owned()));
        }
        Outcome::Unknown(Reason::Incomplete(what)) => {
            return Err(Unknown::Incomplete(what.describe().to_owned()));
        }
    }
    let log = engine.log().unwrap_or_default();
    match Checker::new(EngineRules::default()).check(&log) {
        Ok(report) if !report.queries.is_empty() => Ok(log),
        Ok(_) => Err(Unknown::Incomplete("the proof refutes nothing".to_owned())),
        Err(error) => Err(Unknown::Incomplete(format!(
            "the proof does not check: {error}"
        ))),
    }
}
