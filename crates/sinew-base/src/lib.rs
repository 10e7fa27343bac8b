//! Exact integers and budgets: the two things that every crate of the workspace shares.
//!
//! [`Integer`] is an unbounded integer that costs a machine word while it is small;
//! [`Budget`] counts deterministic steps and carries a stop request from outside.
//! Nothing here knows terms, strings or solvers.

mod budget;
mod integer;

pub use budget::{Budget, StopHandle, StopReason};
pub use integer::{Integer, ParseIntegerError};
