//! Exact integers and budgets, which every crate of the workspace shares, and what its tests share:
//! random numbers and [`sequences`] of operations.
//!
//! [`Integer`] is an unbounded integer that costs a machine word while it is small;
//! [`Budget`] counts deterministic steps and carries a stop request from outside;
//! a [`Rule`] is the name, schema and example of something that concludes;
//! a [`Tunable`] is a number that was chosen by measuring, with its name, range and reason.
//! Nothing here knows terms, strings or solvers.
//!
//! | file | what it is about |
//! |---|---|
//! | `budget` | how much work a procedure may still do, and how it is told to stop |
//! | `integer` | unbounded integers that cost a machine word while they are small |
//! | `progress` | how far a piece of work is, for whoever watches |
//! | `random` | pseudo-random numbers (SplitMix64) |
//! | `rule` | rules: the names by which everything that concludes something is known |
//! | `sequences` | random sequences of operations, made shorter where they fail |
//! | `tuning` | tuned constants: the numbers that decide how much is tried, never what is true |

mod budget;
mod integer;
mod progress;
mod random;
mod rule;
pub mod sequences;
mod tuning;

pub use budget::{Budget, StopHandle, StopReason};
pub use integer::{Integer, ParseIntegerError};
pub use progress::Progress;
pub use random::Random;
pub use rule::{Disabled, Kind, Rule};
pub use tuning::{OutOfRange, Tunable, Tuning};
