//! Classes of strings as sequences of components: their normal forms, and their memberships.
//!
//! Not an arm itself. Arms that reason about word equations compute the same forms and draw the same
//! conclusions from them; what they do where nothing more follows is theirs.

mod cancel;
mod member;
mod normal;
pub mod rules;

pub(crate) use cancel::cancel;
pub(crate) use member::{ByClass, Memberships, literals, premises};
pub(crate) use normal::{Component, Components, NormalForms, SplitCandidate, UnsolvedEquation};
