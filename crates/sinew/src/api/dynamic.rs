//! Terms whose sort is known only when the program runs, and functions that users declare.

use std::sync::Arc;

use sinew_term::Op;

use super::ast::{sealed::Sealed, show};
use super::boolean::Bool;
use super::integer::Int;
use super::node::{Error, Head, Node, Symbol};
use super::regexp::Regexp;
use super::sort::Sort;
use super::string::String;

/// A term of any sort.
#[derive(Clone)]
pub struct Dynamic(pub(crate) Node);

impl Sealed for Dynamic {
    fn node(&self) -> &Node {
        &self.0
    }

    fn wrap(node: Node) -> Dynamic {
        Dynamic(node)
    }
}

impl super::ast::Ast for Dynamic {}

impl std::fmt::Display for Dynamic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        show(&self.0, f)
    }
}

impl std::fmt::Debug for Dynamic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        show(&self.0, f)
    }
}

impl Dynamic {
    /// The constant of this name and sort.
    #[must_use]
    pub fn new_const(name: &str, sort: &Sort) -> Dynamic {
        Dynamic(Node::symbol(name, sort.clone()))
    }

    /// Whether both are equal; no term if their sorts differ.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // A term, not a truth value.
    pub fn eq(&self, other: &Dynamic) -> Bool {
        let (left, right) = (self.0.sort(), other.0.sort());
        if left != right {
            let error = Error::Sort {
                operator: "=".to_owned(),
                index: 1,
                expected: left.to_string(),
                found: right.to_string(),
            };
            return Bool(Node::broken(error, Sort::Bool));
        }
        let args = vec![self.0.clone(), other.0.clone()];
        Bool(Node::op(Op::Eq, args, Sort::Bool))
    }

    fn with_sort(&self, sort: &Sort) -> Option<Node> {
        (self.0.sort() == sort).then(|| self.0.clone())
    }

    /// As a formula, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<Bool> {
        self.with_sort(&Sort::Bool).map(Bool)
    }

    /// As an integer term, if it is one.
    #[must_use]
    pub fn as_int(&self) -> Option<Int> {
        self.with_sort(&Sort::Int).map(Int)
    }

    /// As a string term, if it is one.
    #[must_use]
    pub fn as_string(&self) -> Option<String> {
        self.with_sort(&Sort::String).map(String)
    }

    /// As a regular expression, if it is one.
    #[must_use]
    pub fn as_regexp(&self) -> Option<Regexp> {
        self.with_sort(&Sort::RegLan).map(Regexp)
    }
}

/// A function that has a name and a rank, and no other meaning.
///
/// ```
/// use sinew::{SatResult, Solver, Sort, ast::{Ast, FuncDecl, String}};
/// let hash = FuncDecl::new("hash", &[Sort::String], Sort::Int);
/// let (x, y) = (String::new_const("x"), String::new_const("y"));
/// let mut solver = Solver::new();
/// solver.assert(hash.apply(&[x.to_dynamic()]).eq(&hash.apply(&[y.to_dynamic()])).not());
/// solver.assert(x.eq(&y));
/// assert_eq!(solver.check(), SatResult::Unsat);
/// assert!(hash.apply(&[]).error().is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuncDecl(pub(super) Symbol);

impl FuncDecl {
    /// The function of this name, with arguments and a result of these sorts.
    #[must_use]
    pub fn new(name: &str, domain: &[Sort], range: Sort) -> FuncDecl {
        FuncDecl(Symbol {
            name: name.into(),
            params: Arc::from(domain),
            result: range,
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// How many arguments it takes.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.0.params.len()
    }

    /// The sorts of its arguments.
    #[must_use]
    pub fn domain(&self) -> &[Sort] {
        &self.0.params
    }

    /// The sort of its values.
    #[must_use]
    pub fn range(&self) -> &Sort {
        &self.0.result
    }

    /// The function of these arguments; no term if their number or sorts are wrong.
    #[must_use]
    pub fn apply(&self, args: &[Dynamic]) -> Dynamic {
        let params = &self.0.params;
        let wrong = args
            .iter()
            .zip(params.iter())
            .position(|(arg, sort)| arg.0.sort() != sort);
        let error = match wrong {
            _ if args.len() != params.len() => Error::Arity {
                operator: self.0.name.to_string(),
                expected: params.len(),
                found: args.len(),
            },
            Some(index) => Error::Sort {
                operator: self.0.name.to_string(),
                index,
                expected: params[index].to_string(),
                found: args[index].0.sort().to_string(),
            },
            None => {
                let args = args.iter().map(|arg| arg.0.clone()).collect();
                let head = Head::Symbol(self.0.clone());
                return Dynamic(Node::new(head, args, self.0.result.clone()));
            }
        };
        Dynamic(Node::broken(error, self.0.result.clone()))
    }
}
