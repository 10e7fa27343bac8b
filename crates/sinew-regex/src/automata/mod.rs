//! Automata and transducers that carry the load of a decision procedure; no terms.
//!
//! Where to start: make one [`Alphabet`] for a query, an [`Automaton`] for each regex, and combine
//! them. An automaton is nondeterministic, has sets of letters on its edges and no ε-moves, and is
//! shared: a clone costs nothing, so that each branch of a search may hold the languages of all its
//! variables.
//!
//! ```
//! use sinew_base::Budget;
//! use sinew_regex::RegexStore;
//! use sinew_regex::automata::{Alphabet, Automaton, Matches, Transducer};
//! let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
//! // y = replace_all(x, "a", "b") and y in (ab)*: what x may be.
//! let (a, ab) = (store.literal(&[97]), store.literal(&[97, 98]));
//! let many = store.star(ab);
//! let mut sets = store.character_sets(many);
//! sets.extend(store.character_sets(a));
//! let alphabet = Alphabet::new(&sets);
//! let pattern = Automaton::from_regex(&mut store, a, &alphabet, &budget).unwrap();
//! let y = Automaton::from_regex(&mut store, many, &alphabet, &budget).unwrap();
//! let replace = Transducer::replace(&pattern, &[98], Matches::All, &budget).unwrap();
//! let x = replace.preimage(&y, &budget).unwrap();
//! assert_eq!(x.as_singleton(&budget).unwrap(), Some(vec![]));
//! ```
//!
//! | what a procedure needs | where it is |
//! |---|---|
//! | languages of atoms | [`Automaton::from_regex`], [`Automaton::word`]; [`OfRegex`] while it is not clear that all of it is needed |
//! | x ∈ R and x ∈ S | [`Automaton::intersection`], [`Automaton::intersection_of`]; [`Product`] with [`shortest_word`] for mere emptiness |
//! | x ∉ R | [`Subsets::complement`] in a [`Product`], [`counterexample`] for L ⊆ R; [`Automaton::complement`] last |
//! | smaller automata, before products and noodles | [`Automaton::reduced`]; [`Automaton::minimised`] where small ones are deterministic |
//! | words cut in any way, of which only memberships matter | [`Monoid`]: an element for each |
//! | x from x·y ∈ R, y ∈ S; prefixes and suffixes | [`Automaton::right_quotient`], [`Automaton::left_quotient`], [`Automaton::prefixes`], [`Automaton::suffixes`] |
//! | u ⊆ v for concatenations: is it stable | [`Automaton::concat_of`], [`Automaton::star`], [`Automaton::is_included`] (antichains) |
//! | u ⊆ v: refine it | [`Noodles::new`], one [`Noodle`] per branch, lazily |
//! | y = T(x) | [`Transducer::preimage`], [`Transducer::image`]; [`Noodles::through`] for concatenations |
//! | chains y = T(S(x)) | [`Transducer::then`] |
//! | lengths of x | [`Automaton::lassos`] for a formula, [`Automaton::lengths`] for a set |
//! | lengths of x and T(x), letter counts, positions | [`Parikh`]: flow, then cuts for values that a solver proposes, then a run |
//! | x·y ≠ y·x, what stands at a position | [`Samples`]: runs with places picked out, as a [`Parikh`] image |
//! | a model | [`Automaton::shortest_word`], [`Automaton::word_of_length`], [`Parikh::run`], [`Transducer::apply`], [`split_word`] for the right side of an inclusion |
//! | special cases | [`Automaton::as_singleton`], [`Automaton::words`] |
//! | back to regexes, terms, proofs | [`Automaton::to_nfa`], [`RegexStore::insert_automaton`](crate::RegexStore::insert_automaton), [`RegexStore::to_expression`](crate::RegexStore::to_expression) |
//!
//! Invariants. Automata that meet in an operation are over one alphabet (otherwise it panics: a letter
//! of one means nothing to another). A letter stands for all its
//! characters alike; a transducer that writes other characters than it reads needs these as letters of their
//! own, which its constructors check. Everything is exact. Nothing recurses; every operation that
//! is more than linear in its operands is charged to the budget, whose steps also bound the memory
//! (a state, an edge, a member of a set cost a step). An operation that is stopped leaves nothing behind.
//!
//! Names follow Chen et al. (OOPSLA 2023) and Blahoudek et al. (FM 2023) for noodles, Chen et al. (PLDI 2025) for
//! what counts edges.

mod alphabet;
mod automaton;
mod combine;
mod epsilon;
mod graph;
mod images;
mod inclusion;
mod lassos;
mod lazy;
mod monoid;
mod noodles;
mod of_regex;
mod parikh;
mod quotient;
mod reduce;
mod replace;
mod samples;
mod simulation;
mod transducer;
mod words;

pub use alphabet::{Alphabet, Letter, LetterSet, cased_characters};
pub use automaton::{Automaton, BuildError, Builder, Edge};
pub use inclusion::counterexample;
pub use lassos::Lasso;
pub use lazy::{Lazy, Product, Subsets, explore, shortest_word};
pub use monoid::{Element, Monoid};
pub use noodles::{Noodle, Noodles, Segment, Strip};
pub use of_regex::OfRegex;
pub use parikh::{Cut, Parikh, READ, Sum, TaggedEdge, Variable, WRITE};
pub use replace::Matches;
pub use samples::{SampledRun, Samples};
pub use transducer::{Move, Transducer, TransducerBuilder};
pub use words::{spelled, split_word};
