//! Synthesis of formulas whose answer is known (P0).
//!
//! [`suite::generate`] makes the tests of a suite, [`stream`] those of a hunt; [`library`] holds the data they are made of,
//! [`mod@reference`] the semantics they are made for; [`certify`] proves each before it is handed
//! out; [`mod@write`] and [`incremental`] turn them into SMT-LIB.

mod accepting;
pub mod certify;
mod choice;
mod conjecture;
pub mod derive;
pub mod exec;
mod execution;
pub mod feature;
mod format;
pub mod grammar;
mod grow;
mod growth;
pub mod incremental;
mod index;
mod instance;
pub mod lang;
mod languages;
pub mod law;
pub mod library;
mod matching;
pub mod metamorph;
mod mutant;
mod planted;
pub mod program;
mod quantified;
pub mod reference;
mod regex_suite;
pub mod regexes;
mod reglan;
pub(crate) mod rewrite;
mod sample;
mod satisfiable;
pub mod search;
mod shape;
mod small;
mod soil;
pub mod stream;
pub mod suite;
mod syntax;
mod terms;
pub mod test;
mod trial;
mod universal;
mod unsat;
mod unsat_suite;
pub mod variants;
pub mod verify;
mod vocabulary;
pub mod write;
