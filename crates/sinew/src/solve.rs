//! From assertions to an outcome.
//!
//! Each stage either decides or declines with a reason; what all stages declined is `unknown`.
//! No stage prints, and none is trusted with a `sat`: [`certify`](crate::certify) has the last
//! word on every model.

use std::collections::BTreeSet;

use sinew_arms::check_deepening;
use sinew_arms::context::ContextArm;
use sinew_arms::lengths::LengthsArm;
use sinew_base::{Budget, StopReason};
use sinew_engine::{Config, Engine, Reason};
use sinew_proof::{Checker, EngineRules};
use sinew_semantics::{Evaluator, Model};
use sinew_simplify::{ModelExtension, Preprocessor, Problem};
use sinew_term::{Sort, Term, TermStore, postorder_all};

use crate::model::reference_model;
use crate::options::Options;

/// Steps that simplification may take before search begins with what it has reached.
const SIMPLIFICATION_STEPS: u64 = 50_000_000;

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
    preprocessor: &mut Preprocessor,
    budget: &Budget,
) -> Outcome {
    if options.check_proofs {
        // A proof starts from the assertions as they are.
        return search(store, &Problem::new(assertions), options, budget);
    }
    let slice = budget.slice(SIMPLIFICATION_STEPS);
    let simplified = preprocessor.run(store, Problem::new(assertions), &slice);
    if let Err(reason) = budget.spend(slice.spent()) {
        return Outcome::Unknown(Unknown::Stopped(reason));
    }
    let problem = simplified.problem;
    if let Some(origins) = problem.refuted(store) {
        return Outcome::Unsat(origins.iter().collect());
    }
    let found = match problem.is_trivial() {
        true => Outcome::Sat(Model::new()),
        false => search(store, &problem, options, budget),
    };
    match found {
        Outcome::Sat(model) => extend(store, model, &simplified.extension),
        other => other,
    }
}

/// Values for the symbols that simplification eliminated.
fn extend(store: &TermStore, model: Model, extension: &ModelExtension) -> Outcome {
    let mut model = model.with_defaults();
    for (fun, term) in extension.definitions() {
        match Evaluator::new(store, &model).eval(term) {
            Ok(value) => model.set_constant(fun, value),
            Err(why) => {
                let name = store.fun_name(fun);
                let why = format!("no value for `{name}`: {}", why.describe(store));
                return Outcome::Unknown(Unknown::Incomplete(why));
            }
        }
    }
    Outcome::Sat(model)
}

/// The engine, with a string arm where there are strings.
fn search(store: &mut TermStore, problem: &Problem, options: &Options, budget: &Budget) -> Outcome {
    let mut config = Config::default();
    config.cores = true;
    config.seed = options.random_seed;
    config.log = options.check_proofs;
    let mut engine = Engine::new(config, store);
    let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
    let strings = postorder_all(store, &terms)
        .iter()
        .any(|&term| matches!(store.sort(term), Sort::String | Sort::RegLan));
    if strings {
        engine.set_plugin(match options.arm.as_str() {
            "lengths" => Box::new(LengthsArm::default()),
            _ => Box::new(ContextArm::default()),
        });
    }
    for (index, &term) in (0..).zip(&terms) {
        engine.assert(store, term, index);
    }
    let answer = match strings {
        true => check_deepening(&mut engine, store, &terms, budget),
        false => engine.check(store, &[], budget),
    };
    match answer {
        sinew_engine::Outcome::Sat => match engine.model() {
            Some(model) => Outcome::Sat(reference_model(model)),
            None => Outcome::Unknown(Unknown::Incomplete("no model was kept".to_owned())),
        },
        sinew_engine::Outcome::Unsat => {
            if options.check_proofs
                && let Err(why) = replay(&engine)
            {
                return Outcome::Unknown(Unknown::Incomplete(why));
            }
            let core = engine.unsat_core().iter();
            let origins: BTreeSet<usize> = core
                .flat_map(|&index| problem.assertions[index as usize].1.iter())
                .collect();
            Outcome::Unsat(origins.into_iter().collect())
        }
        sinew_engine::Outcome::Unknown(reason) => Outcome::Unknown(match reason {
            Reason::Stopped(reason) => Unknown::Stopped(reason),
            Reason::Internal(what) => Unknown::Incomplete(what.to_owned()),
            Reason::Incomplete(what) => Unknown::Incomplete(what.describe().to_owned()),
        }),
    }
}

/// Replays the engine's log through the checker, which shares no code with it. Lemmas of a string
/// arm are counted there, not checked.
fn replay(engine: &Engine) -> Result<(), String> {
    let log = engine.log().ok_or("no log was kept")?;
    let report = Checker::new(EngineRules::default())
        .check(&log)
        .map_err(|error| format!("the proof does not check: {error}"))?;
    if report.queries.is_empty() {
        return Err("the proof refutes nothing".to_owned());
    }
    Ok(())
}
