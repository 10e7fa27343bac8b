//! From what the solver did to proofs in CPC.
//!
//! The solver records *that* a law was applied; a proof must say *why* it holds, in the rules of the calculus. An [`Elaborator`] is a
//! [`Checker`](sinew_proof::cpc::Checker) with the translation of the solver's terms around it, and derives equations
//! ([`Elaborator::rewrite`]) by search among the rules. Nothing here is believed: what is derived wrongly, the checker refuses.
//!
//! | file | what it is about |
//! |---|---|
//! | `elaborator` | a checker with translation, and steps that occur everywhere |
//! | `translate` | the solver's terms as terms of the calculus |
//! | `rewrite` | derivations of single rewrites: the way in |
//! | `rewrite/arith` | normal forms of sums and of comparisons |
//! | `rewrite/assumptions` | what is assumed in a case |
//! | `rewrite/cases` | equality by normal forms, by languages, by parts, by cases |
//! | `rewrite/draft` | proofs that are not yet made: what the search finds, and how it is shown to the checker |
//! | `rewrite/functions` | rewrites of string functions that need more than one rule |
//! | `rewrite/lemmas` | what functions mean, where normal forms do not suffice |
//! | `rewrite/linear` | bounds that follow from other bounds |
//! | `rewrite/lists` | normal forms of lists |
//! | `rewrite/normal` | normal forms with their proofs |
//! | `rewrite/regular` | formulas that are memberships of one string |
//! | `rewrite/schema` | rewrites of fixed form, and how they are matched |
//! | `rewrite/search` | what all parts of the search share |
//! | `rewrite/words` | equations between strings |

mod elaborator;
mod rewrite;
mod translate;

pub use elaborator::Elaborator;
pub use rewrite::Underivable;
