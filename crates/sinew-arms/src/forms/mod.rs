//! Classes of strings as sequences of components: their normal forms, their memberships, and what extended
//! terms become in them.
//!
//! Not an arm itself. Arms that reason about word equations compute the same forms and draw the same
//! conclusions from them; what they do where nothing more follows is theirs.

mod align;
mod cancel;
mod ext_simplify;
mod form;
mod member;
mod normal;
mod prospect;
pub mod rules;

pub(crate) use cancel::cancel;
pub(crate) use ext_simplify::{best, is_settled, joined, simplify_in_context};
pub(crate) use form::{Component, Components};
pub(crate) use member::{ByClass, Memberships, literals, premises};
pub(crate) use normal::{NormalForms, SplitCandidate, UnsolvedEquation};
