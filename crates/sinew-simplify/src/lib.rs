//! Term rewriting and whole-problem simplification.
//!
//! A [`Simplifier`] brings terms of all sorts into normal form (P3 §3.2, Figures 2 and 7, and
//! beyond): one small function per law, tried from the leaves up until none applies. It is
//! deterministic, idempotent and iterative, and keeps its normal forms from call to call.

mod context;
mod engine;
mod entail;
mod flatten;
mod pieces;
mod poly;
mod range;
mod regexes;
mod rules;
mod simplifier;
mod trace;
mod words;

pub use regexes::RegexOfTerm;
pub use simplifier::{Simplifier, rule_names};
pub use trace::Trace;
