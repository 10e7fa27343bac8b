//! The typed interface: terms, solver, models; no text on the way.
//!
//! Its shape is that of the `z3` crate (version 0.20 and later, without a context argument), for the
//! fragment of strings, regular languages, integers and functions.

mod answer;
pub mod ast;
mod boolean;
mod builtin;
mod dynamic;
mod export;
mod import;
mod inspect;
mod integer;
mod model;
mod node;
mod regexp;
mod solver;
mod sort;
mod string;

pub use answer::{Reason, SatResult};
pub use model::{FuncInterp, Model, Valued};
pub use node::Error;
pub use solver::Solver;
pub use sort::Sort;
