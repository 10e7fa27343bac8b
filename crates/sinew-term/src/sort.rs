//! Sorts: the four of the theory of strings, and those a script declares.

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `String`
    String,
    /// `RegLan`, the sort of regular languages.
    RegLan,
    /// A sort made by `declare-sort`, applied to its parameters if it has any.
    User(SortId),
}

/// A declared sort in a [`TermStore`](crate::TermStore).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub(crate) u32);
