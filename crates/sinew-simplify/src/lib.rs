//! Term rewriting and whole-problem simplification.
//!
//! A [`Simplifier`] brings terms of all sorts into normal form (P3 §3.2, Figures 2 and 7, and
//! beyond): one small function per law, tried from the leaves up until none applies. It is
//! deterministic, idempotent and iterative, and keeps its normal forms from call to call.
//!
//! A [`Preprocessor`] runs passes over whole problems: it solves equations, propagates facts and
//! bounds, drops what is unconstrained. Every assertion of the result knows the [`Origins`] it
//! follows from, and a [`ModelExtension`] carries models back.

mod context;
mod engine;
mod entail;
mod flatten;
mod passes;
mod pieces;
mod poly;
mod preprocess;
mod problem;
mod range;
mod regex_terms;
mod regexes;
mod rules;
mod simplifier;
mod trace;
mod words;

pub use preprocess::{Preprocessed, Preprocessor};
pub use problem::{ModelExtension, Origins, Problem};
pub use regexes::RegexOfTerm;
pub use simplifier::{Simplifier, UnknownRule, rule_names};
pub use trace::Trace;
