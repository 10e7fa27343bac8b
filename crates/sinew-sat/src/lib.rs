//! A CDCL kernel with a theory interface, assumptions, cores and a proof log.
//!
//! ```
//! use sinew_base::Budget;
//! use sinew_sat::{Outcome, Solver};
//!
//! let mut solver = Solver::default();
//! let (a, b) = (solver.new_var().positive(), solver.new_var().positive());
//! solver.add_clause(&[a, b]);
//! solver.add_clause(&[!a, b]);
//! let budget = Budget::unlimited();
//! assert_eq!(solver.solve(&[], &budget), Outcome::Sat);
//! assert_eq!(solver.value(b), Some(true));
//! assert_eq!(solver.solve(&[a, !b], &budget), Outcome::Unsat);
//! assert!(solver.failed().contains(&!b));
//! ```
//!
//! The kernel knows no theory; [`Theory`] is how one takes part. It is deterministic: the same
//! calls with the same [`Config`] give the same answers, models, cores and proofs. It never
//! eliminates a variable, so every variable may occur in later clauses and assumptions.

mod analyze;
mod arena;
mod assume;
mod decide;
mod inprocess;
mod lemma;
mod minimize;
mod probe;
mod proof;
mod propagate;
mod reduce;
mod rephase;
mod restart;
mod rng;
mod scope;
mod search;
mod solver;
mod stats;
mod subsume;
mod theory;
mod types;
mod vivify;

pub use proof::{ClauseId, ProofLit, ProofSink, TextProof};
pub use solver::{Config, Solver};
pub use stats::Stats;
pub use theory::{Context, Decide, FinalCheck, Justification, NoTheory, Theory, Token};
pub use types::{Lit, Outcome, Unknown, Var};
