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
//! | `rewrite/draft` | proofs that are not yet made: what the search finds, and how it is shown to the checker |

mod elaborator;
mod rewrite;
mod translate;

pub use elaborator::Elaborator;
pub use rewrite::Underivable;
