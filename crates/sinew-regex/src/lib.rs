//! Symbolic regular expressions over the alphabet of SMT-LIB's theory *Strings*: code
//! points 0 … 0x2FFFF. Derivatives, automata, lengths, witnesses; no terms.
//!
//! A [`RegexStore`] owns hash-consed [`Regex`]es, which its smart constructors normalise.
//! All 15 regex-valued operations of P1 Table 1 are there, complement, intersection and
//! difference included, with counters kept symbolic. Decisions explore lazily and take a
//! [`Budget`](sinew_base::Budget): whatever may blow up ends with a
//! [`StopReason`](sinew_base::StopReason) instead.
//!
//! ```
//! use sinew_base::Budget;
//! use sinew_regex::RegexStore;
//! let mut store = RegexStore::new();
//! let budget = Budget::unlimited();
//! // (a|b)*a(a|b)^18: its smallest DFA has 2^19 states, asking about it needs 20.
//! let a = store.literal(&[97]);
//! let ab = store.range(97, 98);
//! let (many, last) = (store.star(ab), store.power(ab, 18));
//! let r = store.concat_all(&[many, a, last]);
//! assert_eq!(store.shortest_word(r, &budget).unwrap().unwrap(), [97; 19]);
//! ```

mod boolean;
mod build;
mod charset;
mod count;
mod decide;
mod derivative;
mod dfa;
mod expression;
mod lengths;
mod member;
mod nfa;
mod print;
mod project;
mod runs;
mod search;
mod split;
mod store;
mod subsume;
mod witness;

pub use charset::{ALPHABET_SIZE, CharOrder, CharSet, MAX_CHAR, partition};
pub use dfa::Dfa;
pub use lengths::LengthSet;
pub use nfa::Nfa;
pub use store::{ClassId, Node, Regex, RegexStore};
