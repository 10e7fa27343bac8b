//! From assertions to an outcome.
//!
//! Each stage either decides or declines with a reason; what all stages declined is `unknown`.
//! No stage prints, and none is trusted with a `sat`: [`certify`](crate::certify) has the last
//! word on every model.

use sinew_base::{Budget, StopReason};
use sinew_semantics::{Model, Value, eval};
use sinew_term::{Term, TermStore};

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
pub(crate) fn solve(store: &mut TermStore, assertions: &[Term], budget: &Budget) -> Outcome {
    evaluate(store, assertions, budget)
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
