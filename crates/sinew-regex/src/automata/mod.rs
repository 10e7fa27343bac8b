//! Automata and transducers that carry the load of a decision procedure.
mod alphabet;
mod automaton;
mod combine;
mod graph;
mod inclusion;
mod lassos;
mod lazy;
mod of_regex;
mod reduce;
mod shape;
mod simulation;
mod words;

pub use alphabet::{Alphabet, Letter, LetterSet, cased_characters};
pub use automaton::{Automaton, BuildError, Builder, Edge};
pub use inclusion::counterexample;
pub use lassos::Lasso;
pub use lazy::{Lazy, Product, Subsets, explore, shortest_word};
pub use of_regex::OfRegex;
pub use shape::{FlatPart, FlatPath};
pub use words::{spelled, split_word};
