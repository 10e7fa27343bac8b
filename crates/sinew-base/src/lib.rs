//! Exact integers and budgets, which every crate of the workspace shares, and random numbers for its tests.
//!
//! [`Integer`] is an unbounded integer that costs a machine word while it is small;
//! [`Budget`] counts deterministic steps and carries a stop request from outside;
//! a [`Rule`] is the name, schema and example of something that concludes.
//! Nothing here knows terms, strings or solvers.

mod budget;
mod integer;
mod random;
mod rule;

pub use budget::{Budget, StopHandle, StopReason};
pub use integer::{Integer, ParseIntegerError};
pub use random::Random;
pub use rule::{Disabled, Kind, Rule};
