//! Answers of the typed solver, and why there may be none.

use std::fmt;

use sinew_base::StopReason;

use super::node::Error;
use crate::query::Unknown;

/// The answer to a query.
///
/// ```
/// use sinew::{SatResult, Solver};
/// let mut solver = Solver::new();
/// match solver.check() {
///     SatResult::Sat => println!("{}", solver.get_model().unwrap()),
///     SatResult::Unsat => println!("{:?}", solver.get_unsat_core()),
///     SatResult::Unknown => println!("{}", solver.reason_unknown().unwrap()),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// There is no model.
    Unsat,
    /// It was not found out; [`Solver::reason_unknown`](crate::Solver::reason_unknown) says why.
    Unknown,
    /// There is a model, which has been checked.
    Sat,
}

/// Why there is no answer.
///
/// ```
/// use sinew::{Reason, SatResult, Solver, ast::Int};
/// let cube = |name| Int::new_const(name) * Int::new_const(name) * Int::new_const(name);
/// let mut solver = Solver::new();
/// solver.assert((cube("a") + cube("b") + cube("c")).eq(114));
/// solver.set_step_limit(100);
/// assert_eq!(solver.check(), SatResult::Unknown);
/// assert_eq!(solver.reason_unknown(), Some(&Reason::Steps));
/// assert_eq!(Reason::Steps.to_string(), "resourceout");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The time limit was reached.
    Timeout,
    /// The step limit was reached.
    Steps,
    /// The memory limit was reached.
    Memory,
    /// Somebody used a [`CancelHandle`](crate::CancelHandle).
    Cancelled,
    /// No procedure decides this; the text says what stood in the way.
    Incomplete(String),
    /// Something was asserted that is no term, so that a model would mean nothing.
    Rejected(Error),
}

/// The words are those of `(get-info :reason-unknown)`, where it has one.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("timeout"),
            Reason::Steps => f.write_str("resourceout"),
            Reason::Memory => f.write_str("memout"),
            Reason::Cancelled => f.write_str("interrupted"),
            Reason::Incomplete(why) => write!(f, "incomplete ({why})"),
            Reason::Rejected(error) => write!(f, "an assertion was rejected: {error}"),
        }
    }
}

impl From<&Unknown> for Reason {
    fn from(why: &Unknown) -> Reason {
        match why {
            Unknown::Stopped(StopReason::Timeout) => Reason::Timeout,
            Unknown::Stopped(StopReason::Steps) => Reason::Steps,
            Unknown::Stopped(StopReason::Memory) => Reason::Memory,
            Unknown::Stopped(StopReason::Interrupted) => Reason::Cancelled,
            Unknown::Incomplete(why) => Reason::Incomplete(why.clone()),
            Unknown::Refused(_) => Reason::Incomplete(why.to_string()),
        }
    }
}
