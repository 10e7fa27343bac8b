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
///
/// ```
/// use sinew::ast::{Ast, Dynamic, Int, String};
/// let mixed = [String::new_const("x").to_dynamic(), Dynamic::from(&Int::from(3))];
/// let sorts: Vec<_> = mixed.iter().map(|term| term.sort().to_string()).collect();
/// assert_eq!(sorts, ["String", "Int"]);
/// ```
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
    ///
    /// ```
    /// use sinew::{Sort, ast::Dynamic};
    /// let x = Dynamic::new_const("x", &Sort::String);
    /// assert_eq!(x.as_string().unwrap().length().to_string(), "(str.len x)");
    /// ```
    #[must_use]
    pub fn new_const(name: impl AsRef<str>, sort: &Sort) -> Dynamic {
        Dynamic(Node::symbol(name.as_ref(), sort.clone()))
    }

    /// Whether both are equal; no term if their sorts differ.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int, String};
    /// let (n, x) = (Int::new_const("n").to_dynamic(), String::new_const("x").to_dynamic());
    /// assert_eq!(n.eq(&n).to_string(), "(= n n)");
    /// assert!(n.eq(&x).error().is_some());
    /// ```
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
    ///
    /// ```
    /// use sinew::ast::{Ast, Bool};
    /// assert!(Bool::new_const("p").to_dynamic().as_bool().is_some());
    /// ```
    #[must_use]
    pub fn as_bool(&self) -> Option<Bool> {
        self.with_sort(&Sort::Bool).map(Bool)
    }

    /// As an integer term, if it is one.
    ///
    /// ```
    /// use sinew::ast::{Ast, Int};
    /// let n = Int::new_const("n").to_dynamic();
    /// assert!(n.as_int().is_some() && n.as_string().is_none());
    /// ```
    #[must_use]
    pub fn as_int(&self) -> Option<Int> {
        self.with_sort(&Sort::Int).map(Int)
    }

    /// As a string term, if it is one.
    ///
    /// ```
    /// use sinew::ast::{Ast, String};
    /// assert!(String::new_const("x").to_dynamic().as_string().is_some());
    /// ```
    #[must_use]
    pub fn as_string(&self) -> Option<String> {
        self.with_sort(&Sort::String).map(String)
    }

    /// As a regular expression, if it is one.
    ///
    /// ```
    /// use sinew::ast::{Ast, Regexp};
    /// assert!(Regexp::full().to_dynamic().as_regexp().is_some());
    /// ```
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
    ///
    /// ```
    /// use sinew::{Sort, ast::FuncDecl};
    /// let f = FuncDecl::new("f", &[Sort::String], Sort::Int);
    /// assert_eq!(f.arity(), 1);
    /// ```
    #[must_use]
    pub fn new(name: impl AsRef<str>, domain: &[Sort], range: Sort) -> FuncDecl {
        FuncDecl(Symbol {
            name: name.as_ref().into(),
            params: Arc::from(domain),
            result: range,
        })
    }

    /// Its name.
    ///
    /// ```
    /// use sinew::{Sort, ast::FuncDecl};
    /// let f = FuncDecl::new("f", &[Sort::String, Sort::Int], Sort::Bool);
    /// assert_eq!(f.name(), "f");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// How many arguments it takes.
    ///
    /// ```
    /// use sinew::{Sort, ast::FuncDecl};
    /// let f = FuncDecl::new("f", &[Sort::String, Sort::Int], Sort::Bool);
    /// assert_eq!(f.arity(), 2);
    /// ```
    #[must_use]
    pub fn arity(&self) -> usize {
        self.0.params.len()
    }

    /// The sorts of its arguments.
    ///
    /// ```
    /// use sinew::{Sort, ast::FuncDecl};
    /// let f = FuncDecl::new("f", &[Sort::String, Sort::Int], Sort::Bool);
    /// assert_eq!(f.domain(), [Sort::String, Sort::Int]);
    /// ```
    #[must_use]
    pub fn domain(&self) -> &[Sort] {
        &self.0.params
    }

    /// The sort of its values.
    ///
    /// ```
    /// use sinew::{Sort, ast::FuncDecl};
    /// let f = FuncDecl::new("f", &[Sort::String, Sort::Int], Sort::Bool);
    /// assert_eq!(f.range(), &Sort::Bool);
    /// ```
    #[must_use]
    pub fn range(&self) -> &Sort {
        &self.0.result
    }

    /// The function of these arguments; no term if their number or sorts are wrong.
    ///
    /// ```
    /// use sinew::{Sort, ast::{Ast, FuncDecl, Int, String}};
    /// let f = FuncDecl::new("f", &[Sort::String], Sort::Int);
    /// let term = f.apply(&[String::from("a").to_dynamic()]);
    /// assert_eq!(term.as_int().unwrap().gt(3).to_string(), r#"(> (f "a") 3)"#);
    /// let wrong = f.apply(&[Int::from(3).to_dynamic()]);
    /// assert_eq!(wrong.error().unwrap().to_string(), "argument 1 of `f` must have sort String, but has sort Int");
    /// ```
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
