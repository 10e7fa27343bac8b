//! Term rewriting and whole-problem simplification.
//!
//! A [`Simplifier`] brings terms of all sorts into normal form (P3 §3.2, Figures 2 and 7, and
//! beyond): one small function per law, tried from the leaves up until none applies. It is
//! deterministic, idempotent and iterative, and keeps its normal forms from call to call.
//!
//! A [`Preprocessor`] runs passes over whole problems: it solves equations, propagates facts and
//! bounds, drops what is unconstrained. Every assertion of the result knows the [`Origins`] it
//! follows from, and a [`ModelExtension`] carries models back.
//!
//! | file | what it is about |
//! |---|---|
//! | `context` | what a rule sees: the store, bounds, caches, look-ahead |
//! | `rewriter` | the rewriter: from leaves to root, with a cache of normal forms |
//! | `entail` | a small arithmetic reasoner: is a polynomial never negative? |
//! | `flatten` | nests and chains written out before rules run |
//! | `passes` | whole-problem passes, one file each |
//! | `passes/bounds` | bounds on sums, across assertions |
//! | `passes/cut_words` | equations with literals, cut at asserted lengths |
//! | `passes/propagate_facts` | asserted atoms and values, put into the other assertions |
//! | `passes/lift_ite` | lifting conditionals out of small atoms |
//! | `passes/isolated_strings` | string symbols of which only regular things are said |
//! | `passes/long_words` | words for isolated strings, put together from long literals |
//! | `passes/pure_literals` | Boolean symbols of one polarity |
//! | `passes/refuted_values` | values of symbols of which an assertion is false |
//! | `passes/rules` | the passes as rules |
//! | `passes/solve_eqs` | solving equations for variables |
//! | `passes/unconstrained` | dropping unconstrained terms |
//! | `pieces` | concatenations as lists of pieces, and what can be said about pieces at a glance |
//! | `preprocess` | runs the whole-problem passes until nothing changes |
//! | `problem` | a list of assertions with their origins, and the way back for models |
//! | `record` | what was done to a problem, step by step, for proofs |
//! | `range` | numeric bounds of integer terms and of the lengths of string terms |
//! | `regexes` | the few questions that rules ask about regular languages |
//! | `rules` | the laws, one file per family of operators, one function per law |
//! | `rules/affix` | `str.prefixof` and `str.suffixof`, one the mirror image of the other |
//! | `rules/arith` | sums, products and absolute values |
//! | `rules/case` | what case-converted strings equal or are members of |
//! | `rules/boolean` | negation, implication and exclusive or |
//! | `rules/compare` | comparisons of integers |
//! | `rules/concat` | `str.++` |
//! | `rules/contains` | `str.contains` (P3, Figure 7) |
//! | `rules/convert` | conversions between strings, numbers and code points |
//! | `rules/division` | `div`, `mod` and `divisible` |
//! | `rules/equality` | equality and distinctness of any sort, and equality of integers and of Booleans |
//! | `rules/indexof` | `str.indexof` |
//! | `rules/ite` | `ite` |
//! | `rules/and_or` | conjunction and disjunction, dual to each other |
//! | `rules/length` | `str.len` |
//! | `rules/lift` | conditionals inside arguments |
//! | `rules/membership` | `str.in_re` |
//! | `rules/numerals` | strings in which numerals and words stand next to each other |
//! | `rules/order` | the lexicographic order |
//! | `rules/quantifier` | `forall` and `exists` |
//! | `rules/regex` | regular operators: literals, concatenation, iteration, ranges |
//! | `rules/regex_bool` | union, intersection, complement and difference of regular expressions |
//! | `rules/replace` | `str.replace` |
//! | `rules/replace_all` | `str.replace_all` |
//! | `rules/replace_re` | `str.replace_re`, `str.replace_re_all` and `str.indexof_re` |
//! | `rules/string_equality` | equations with extended functions on a side |
//! | `rules/substr` | `str.at` and `str.substr` |
//! | `rules/transform` | `str.rev`, `str.update`, `str.to_lower` and `str.to_upper` |
//! | `rules/word_equation` | equations between concatenations |
//! | `simplifier` | the public face of the rewriter |
//! | `trace` | receivers of rewrite steps |
//! | `tuning` | the tuned constants of the simplifier |
//! | `fold` | constant words: searching, overlaps, functions on constants |

mod context;
mod entail;
mod flatten;
mod fold;
mod passes;
mod pieces;
mod preprocess;
mod problem;
mod range;
mod record;
mod regexes;
mod rewriter;
mod rules;
mod simplifier;
mod trace;
pub mod tuning;

pub use passes::rules::ALL as PASSES;
pub use preprocess::{Preprocessed, Preprocessor};
pub use problem::{ModelExtension, Origins, Problem};
pub use record::{CONGRUENCE, FLATTEN, Record, Step};
pub use simplifier::{Simplifier, rule_names};
pub use trace::Trace;
