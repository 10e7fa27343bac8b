//! The tester: formulas with known answers against any string solver.
//!
//! [`synth`] makes formulas that are satisfiable or unsatisfiable by construction, each with a
//! proof; [`run`] runs solvers on them and says what became of each.

pub mod run;
pub mod synth;
