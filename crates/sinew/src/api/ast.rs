//! Typed terms: [`Bool`], [`Int`], [`String`], [`Regexp`], and [`Dynamic`] for any of them.
//!
//! A term belongs to no solver and needs none to be made; it can be cloned (cheaply), kept, sent to
//! another thread and asserted in any number of solvers. Where a term is expected, so is what
//! becomes one: a reference, and `&str`, `i64`, `bool` for literals.
//!
//! ```
//! use sinew::ast::{Int, String};
//! let (user, at) = (String::new_const("user"), Int::new_const("at"));
//! let formula = user.index_of("@", 0).eq(&at) & at.gt(0) & user.length().lt(20);
//! assert_eq!(
//!     formula.to_string(),
//!     r#"(and (= (str.indexof user "@" 0) at) (> at 0) (< (str.len user) 20))"#
//! );
//! ```
//!
//! Names and meanings are those of the `z3` crate where it has them. Differences: nothing panics; what
//! is no term, such as a function applied to the wrong sorts, says so when it is asserted
//! ([`Ast::error`] says it before).

use std::fmt;

use sinew_smtlib::print_term;
use sinew_term::{Op, TermStore};

pub use super::boolean::{Bool, exists_const, forall_const};
pub use super::dynamic::{Dynamic, FuncDecl};
pub use super::export::parse_smt2_string;
use super::import::import;
pub use super::inspect::Kind;
pub use super::integer::Int;
use super::node::{Error, Node};
pub use super::regexp::Regexp;
use super::sort::Sort;
pub use super::string::String;

pub(crate) mod sealed {
    use super::Node;

    pub trait Sealed {
        fn node(&self) -> &Node;
        fn wrap(node: Node) -> Self
        where
            Self: Sized;
    }
}

/// What all terms have in common.
///
/// ```
/// use sinew::{Sort, ast::{Ast, FuncDecl, String}};
/// fn describe(term: &impl Ast) -> std::string::String {
///     match term.error() {
///         None => format!("{term}, a {}", term.sort()),
///         Some(why) => format!("no term: {why}"),
///     }
/// }
/// let x = String::new_const("x");
/// assert_eq!(describe(&x.length()), "(str.len x), a Int");
/// let f = FuncDecl::new("f", &[], Sort::Int);
/// assert_eq!(describe(&f.apply(&[x.to_dynamic()])), "no term: `f` takes 0 arguments, but got 1");
/// ```
pub trait Ast: sealed::Sealed + Clone + fmt::Display {
    /// The sort of the term.
    fn sort(&self) -> &Sort {
        self.node().sort()
    }

    /// Why this is no term, if it is none.
    fn error(&self) -> Option<Error> {
        import(&mut TermStore::new(), self.node()).err()
    }

    /// Whether no two of these are equal.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int};
    /// let numbers = ["a", "b", "c"].map(Int::new_const);
    /// assert_eq!(Int::distinct(&numbers).to_string(), "(distinct a b c)");
    /// ```
    fn distinct(terms: &[Self]) -> Bool {
        let nodes: Vec<Node> = terms.iter().map(|term| term.node().clone()).collect();
        match nodes.len() {
            0 | 1 => Bool::from_bool(true),
            _ => Bool(Node::op(Op::Distinct, nodes, Sort::Bool)),
        }
    }

    /// The same term, without its static sort.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int};
    /// assert_eq!(Int::from(3).to_dynamic().as_int().unwrap().as_i64(), Some(3));
    /// ```
    fn to_dynamic(&self) -> Dynamic {
        Dynamic(self.node().clone())
    }
}

/// The SMT-LIB text of a node.
pub(crate) fn show(node: &Node, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut store = TermStore::new();
    match import(&mut store, node) {
        Ok(term) => f.write_str(&print_term(&store, term)),
        Err(error) => write!(f, "(error: {error})"),
    }
}

/// What every type of terms has.
macro_rules! term_type {
    ($type:ident) => {
        impl $crate::api::ast::sealed::Sealed for $type {
            fn node(&self) -> &$crate::api::node::Node {
                &self.0
            }

            fn wrap(node: $crate::api::node::Node) -> $type {
                $type(node)
            }
        }

        impl $crate::api::ast::Ast for $type {}

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::api::ast::show(&self.0, f)
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::api::ast::show(&self.0, f)
            }
        }

        impl From<&$type> for $type {
            fn from(term: &$type) -> $type {
                term.clone()
            }
        }

        impl From<$type> for $crate::api::dynamic::Dynamic {
            fn from(term: $type) -> $crate::api::dynamic::Dynamic {
                $crate::api::dynamic::Dynamic(term.0)
            }
        }

        impl From<&$type> for $crate::api::dynamic::Dynamic {
            fn from(term: &$type) -> $crate::api::dynamic::Dynamic {
                $crate::api::dynamic::Dynamic(term.0.clone())
            }
        }
    };
}

/// What types of one sort have: constants, equality.
macro_rules! sorted_type {
    ($type:ident, $sort:expr) => {
        term_type!($type);

        impl $type {
            /// The constant of this name.
            ///
            /// ```
            /// use sinew::ast::String;
            /// assert_eq!(String::new_const("x").to_string(), "x");
            /// assert_eq!(String::new_const(format!("field {}", 2)).to_string(), "|field 2|");
            /// ```
            #[must_use]
            pub fn new_const(name: impl AsRef<str>) -> $type {
                $type($crate::api::node::Node::symbol(name.as_ref(), $sort))
            }

            /// Whether both are equal.
            ///
            /// ```
            /// use sinew::ast::Int;
            /// assert_eq!(Int::new_const("n").eq(3).to_string(), "(= n 3)");
            /// ```
            #[must_use]
            #[allow(clippy::should_implement_trait)] // A term, not a truth value.
            pub fn eq(&self, other: impl Into<$type>) -> $crate::api::boolean::Bool {
                let args = vec![self.0.clone(), other.into().0];
                let sort = $crate::api::sort::Sort::Bool;
                $crate::api::boolean::Bool($crate::api::node::Node::op(
                    sinew_term::Op::Eq,
                    args,
                    sort,
                ))
            }

            /// Whether they are different.
            ///
            /// ```
            /// use sinew::ast::Int;
            /// assert_eq!(Int::new_const("n").ne(3).to_string(), "(not (= n 3))");
            /// ```
            #[must_use]
            #[allow(clippy::should_implement_trait)] // A term, not a truth value.
            pub fn ne(&self, other: impl Into<$type>) -> $crate::api::boolean::Bool {
                self.eq(other).not()
            }
        }
    };
}

/// Nodes of anything that becomes terms of a type.
pub(crate) fn nodes<T, I>(terms: &[I]) -> Vec<Node>
where
    T: sealed::Sealed,
    I: Clone + Into<T>,
{
    terms
        .iter()
        .map(|term| term.clone().into().node().clone())
        .collect()
}

pub(crate) use {sorted_type, term_type};
