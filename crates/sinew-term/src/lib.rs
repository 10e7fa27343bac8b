//! Sorts, operators and hash-consed terms of SMT-LIB strings, integers and Booleans.
//!
//! A [`TermStore`] owns the nodes; a [`Term`] is a 4-byte handle that is cheap to copy, compare
//! and hash. Structurally equal terms of one store have equal handles. The store keeps terms as
//! they were written (n-ary, chainable, nothing rewritten) with one exception: the negation of
//! an integer is the negative integer, because SMT-LIB has no other way to write it.
//!
//! Nothing in this crate recurses on the depth of a term.
//!
//! ```
//! use sinew_term::{Sort, TermStore};
//!
//! let mut store = TermStore::new();
//! let x = store.constant("x", Sort::String);
//! let ab = store.string("ab");
//! let xab = store.concat(&[x, ab]);
//! assert_eq!(xab, store.concat(&[x, ab]), "equal terms have equal handles");
//! let length = store.len(xab);
//! assert_eq!(store.sort(length), Sort::Int);
//! // Ill-sorted terms are refused with a description of what is wrong.
//! let error = store.try_mk(sinew_term::Op::Len, &[length]).unwrap_err();
//! assert_eq!(
//!     error.describe(&store),
//!     "argument 1 of `str.len` must have sort String, but has sort Int"
//! );
//! ```
//!
//! | file | what it is about |
//! |---|---|
//! | `build` | typed builders: one method per operator |
//! | `op` | operators, their SMT-LIB names and their ranks, in one table |
//! | `portable` | terms on their way from one store to another |
//! | `sort` | sorts: the four of the theory of strings, and those a script declares |
//! | `sort_check` | whether an application is a term: sorts and numbers of arguments |
//! | `store` | the term store: hash-consed nodes |
//! | `subst` | simultaneous, capture-avoiding substitution of terms for constants and variables |
//! | `symbols` | what a store knows by name or value: integers, strings, declared functions |
//! | `walk` | walking terms without recursion, and maps keyed by terms |

mod build;
mod op;
mod portable;
mod sort;
mod sort_check;
mod store;
mod subst;
mod symbols;
mod walk;

pub use op::{IntId, Op, OpInfo, Params, StrId, Theory};
pub use portable::Portable;
pub use sinew_base::Integer;
pub use sort::{Sort, SortId};
pub use sort_check::SortError;
pub use store::{Term, TermStore};
pub use subst::Substitution;
pub use symbols::{FunDecl, FunId, SymbolId, VarId};
pub use walk::{TermMap, TermMarks, TermSet, Walker, postorder, postorder_all, rebuild_bottom_up};

/// The largest character of SMT-LIB strings: they are sequences of code points `0..=MAX_CHAR`.
pub const MAX_CHAR: u32 = 0x2FFFF;
