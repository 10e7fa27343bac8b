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
//!
//! | file | what it is about |
//! |---|---|
//! | `analyze` | conflict analysis: learned clauses and backjumps |
//! | `arena` | all clauses in one flat vector of words |
//! | `assume` | assumptions, and which of them an `Unsat` needed |
//! | `decide` | which variable to decide, and which way |
//! | `inprocess` | techniques that work on the clauses between two stretches of search |
//! | `lemma` | adding a clause, whatever its state under the current trail |
//! | `minimize` | shortening the learned clause |
//! | `probe` | failed literals |
//! | `proof` | what the kernel tells the proof log, and a writer of the text format |
//! | `propagate` | Boolean propagation with watched literals |
//! | `reduce` | which learned clauses to keep, and collecting what is dead |
//! | `rephase` | resetting the saved phases now and then, so that the search does not cling to one corner |
//! | `restart` | when to restart, in two alternating modes |
//! | `rng` | a small seeded generator (Marsaglia's xorshift64*); the only source of randomness |
//! | `search` | the main loop |
//! | `solver` | the solver's state, and the plain operations on it |
//! | `stats` | counters; all of them deterministic |
//! | `subsume` | eager subsumption of learned clauses |
//! | `theory` | what a theory tells the kernel and what the kernel tells a theory |
//! | `tuning` | the tuned constants of the kernel |
//! | `types` | variables, literals and what a call of the solver answers |
//! | `vivify` | shortening learned clauses by propagation |

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
mod search;
mod solver;
mod stats;
mod subsume;
mod theory;
pub mod tuning;
mod types;
mod vivify;

pub use proof::{ClauseId, ProofLit, ProofSink, TextProof, proof_lit};
pub use solver::{Config, Solver};
pub use stats::Stats;
pub use theory::{Context, Decide, FinalCheck, Justification, NoTheory, Theory, Token};
pub use types::{Lit, Outcome, Unknown, Var};
