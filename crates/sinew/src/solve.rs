//! From assertions to an outcome.
//!
//! Each stage either decides or declines with a reason; what all stages declined is `unknown`.
//! No stage prints, and none is trusted with a `sat`: [`certify`](crate::certify) has the last
//! word on every model.

use sinew_arms::LemmaPool;
use sinew_base::{Budget, StopReason};
use sinew_semantics::Model;
use sinew_simplify::{ModelExtension, Preprocessor, Problem};
use sinew_term::{Term, TermStore};

use crate::certify::evaluator;
use crate::options::Options;
use crate::portfolio::{Report, search};

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

/// What solving makes use of and leaves better than it was: normal forms, and facts that are valid
/// wherever their symbols occur. A session keeps it from query to query.
#[derive(Default)]
pub(crate) struct Tools {
    pub(crate) preprocessor: Preprocessor,
    pub(crate) lemmas: LemmaPool,
}

impl Tools {
    /// What a query starts with under these options.
    pub(crate) fn under(options: &Options) -> Tools {
        Tools {
            preprocessor: Preprocessor::without(options.disabled()),
            lemmas: LemmaPool::default(),
        }
    }
}

/// Decides the conjunction of `assertions`.
pub(crate) fn solve(
    store: &mut TermStore,
    assertions: &[Term],
    options: &Options,
    tools: &mut Tools,
    budget: &Budget,
    report: &mut Report,
) -> Outcome {
    let Tools {
        preprocessor,
        lemmas,
    } = tools;
    if options.check_proofs {
        // A proof starts from the assertions as they are.
        let problem = Problem::new(assertions);
        return search(store, &problem, options, lemmas, budget, report);
    }
    let slice = budget.slice(SIMPLIFICATION_STEPS);
    let simplified = preprocessor.run(store, Problem::new(assertions), &slice);
    if let Err(reason) = budget.check() {
        return Outcome::Unknown(Unknown::Stopped(reason));
    }
    let problem = simplified.problem;
    if let Some(origins) = problem.refuted(store) {
        return Outcome::Unsat(origins.iter().collect());
    }
    let found = match problem.is_trivial() {
        true => Outcome::Sat(Model::new()),
        false => search(store, &problem, options, lemmas, budget, report),
    };
    match found {
        Outcome::Sat(model) => extend(store, model, &simplified.extension, budget),
        other => other,
    }
}

/// Values for the symbols that simplification eliminated.
fn extend(store: &TermStore, model: Model, extension: &ModelExtension, budget: &Budget) -> Outcome {
    let mut model = model.with_defaults();
    for (fun, term) in extension.definitions() {
        let value = evaluator(store, &model, u64::MAX, budget).eval(term);
        match value {
            Ok(value) => model.set_constant(fun, value),
            Err(why) => {
                if let Some(reason) = budget.exhausted() {
                    return Outcome::Unknown(Unknown::Stopped(reason));
                }
                let name = store.fun_name(fun);
                let why = format!("no value for `{name}`: {}", why.describe(store));
                return Outcome::Unknown(Unknown::Incomplete(why));
            }
        }
    }
    Outcome::Sat(model)
}
