//! Sorts of terms.

use std::fmt;
use std::sync::Arc;

use sinew_term::TermStore;

/// The sort of a term.
///
/// ```
/// use sinew::{Sort, ast::{Ast, String}};
/// assert_eq!(String::new_const("x").length().sort(), &Sort::Int);
/// assert_eq!(Sort::RegLan.to_string(), "RegLan");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sort {
    /// Truth values.
    Bool,
    /// The integers.
    Int,
    /// Strings of characters up to U+2FFFF.
    String,
    /// Regular languages of such strings.
    RegLan,
    /// A sort of which nothing is known but its name.
    Uninterpreted(Arc<str>),
}

impl Sort {
    /// A sort of which nothing is known but its name.
    ///
    /// ```
    /// use sinew::{SatResult, Solver, Sort, ast::{Ast, Dynamic}};
    /// let user = Sort::uninterpreted("User");
    /// let (a, b) = (Dynamic::new_const("a", &user), Dynamic::new_const("b", &user));
    /// let mut solver = Solver::new();
    /// solver.assert(Dynamic::distinct(&[a, b]));
    /// assert_eq!(solver.check(), SatResult::Sat);
    /// ```
    #[must_use]
    pub fn uninterpreted(name: impl AsRef<str>) -> Sort {
        Sort::Uninterpreted(name.as_ref().into())
    }

    /// [`Sort::Bool`], as a function.
    ///
    /// ```
    /// assert_eq!(sinew::Sort::bool(), sinew::Sort::Bool);
    /// ```
    #[must_use]
    pub fn bool() -> Sort {
        Sort::Bool
    }

    /// [`Sort::Int`], as a function.
    ///
    /// ```
    /// assert_eq!(sinew::Sort::int(), sinew::Sort::Int);
    /// ```
    #[must_use]
    pub fn int() -> Sort {
        Sort::Int
    }

    /// [`Sort::String`], as a function.
    ///
    /// ```
    /// assert_eq!(sinew::Sort::string(), sinew::Sort::String);
    /// ```
    #[must_use]
    pub fn string() -> Sort {
        Sort::String
    }

    pub(crate) fn import(&self, store: &mut TermStore) -> sinew_term::Sort {
        match self {
            Sort::Bool => sinew_term::Sort::Bool,
            Sort::Int => sinew_term::Sort::Int,
            Sort::String => sinew_term::Sort::String,
            Sort::RegLan => sinew_term::Sort::RegLan,
            Sort::Uninterpreted(name) => store.user_sort(name, &[]),
        }
    }

    /// A sort of a store; one with parameters is one of that name.
    pub(crate) fn export(store: &TermStore, sort: sinew_term::Sort) -> Sort {
        match sort {
            sinew_term::Sort::Bool => Sort::Bool,
            sinew_term::Sort::Int => Sort::Int,
            sinew_term::Sort::String => Sort::String,
            sinew_term::Sort::RegLan => Sort::RegLan,
            sinew_term::Sort::User(_) => Sort::uninterpreted(store.sort_name(sort)),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::String => "String",
            Sort::RegLan => "RegLan",
            Sort::Uninterpreted(name) => name,
        })
    }
}
