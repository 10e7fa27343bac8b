//! Formulas.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use sinew_term::Op;

use super::ast::{Ast, nodes, sealed::Sealed, sorted_type, term_type};
use super::dynamic::Dynamic;
use super::node::{Head, Node};
use super::sort::Sort;

/// A formula.
///
/// ```
/// use sinew::{SatResult, Solver, ast::Bool};
/// let (p, q) = (Bool::new_const("p"), Bool::new_const("q"));
/// let mut solver = Solver::new();
/// solver.assert(p.implies(&q) & !&q & &p);
/// assert_eq!(solver.check(), SatResult::Unsat);
/// ```
#[derive(Clone)]
pub struct Bool(pub(crate) Node);

sorted_type!(Bool, Sort::Bool);

impl From<bool> for Bool {
    fn from(value: bool) -> Bool {
        Bool::from_bool(value)
    }
}

impl Bool {
    fn apply(op: Op, args: Vec<Node>) -> Bool {
        Bool(Node::op(op, args, Sort::Bool))
    }

    /// The literal.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// assert_eq!(Bool::from_bool(true).to_string(), "true");
    /// ```
    #[must_use]
    pub fn from_bool(value: bool) -> Bool {
        Bool::apply(if value { Op::True } else { Op::False }, Vec::new())
    }

    /// Which literal this is, if it is one.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// assert_eq!(Bool::from_bool(true).as_bool(), Some(true));
    /// assert_eq!(Bool::new_const("p").as_bool(), None);
    /// ```
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.0.head() {
            Head::Op(Op::True) => Some(true),
            Head::Op(Op::False) => Some(false),
            _ => None,
        }
    }

    /// All of them; of none, truth.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// let (p, q) = (Bool::new_const("p"), Bool::new_const("q"));
    /// assert_eq!(Bool::and(&[&p, &q]).to_string(), "(and p q)");
    /// assert_eq!(Bool::and::<Bool>(&[]).to_string(), "true");
    /// ```
    #[must_use]
    pub fn and<T: Clone + Into<Bool>>(formulas: &[T]) -> Bool {
        let unit = || Bool::from_bool(true).0;
        Bool(Node::many(
            Op::And,
            nodes::<Bool, T>(formulas),
            Sort::Bool,
            unit,
        ))
    }

    /// Some of them; of none, falsehood.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// let (p, q) = (Bool::new_const("p"), Bool::new_const("q"));
    /// assert_eq!(Bool::or(&[&p, &q]).to_string(), "(or p q)");
    /// assert_eq!(Bool::or::<Bool>(&[]).to_string(), "false");
    /// ```
    #[must_use]
    pub fn or<T: Clone + Into<Bool>>(formulas: &[T]) -> Bool {
        let unit = || Bool::from_bool(false).0;
        Bool(Node::many(
            Op::Or,
            nodes::<Bool, T>(formulas),
            Sort::Bool,
            unit,
        ))
    }

    /// The opposite.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// let p = Bool::new_const("p");
    /// assert_eq!(p.not().to_string(), "(not p)");
    /// assert_eq!((!p).to_string(), "(not p)");
    /// ```
    #[must_use]
    #[allow(clippy::should_implement_trait)] // `!` does the same.
    pub fn not(&self) -> Bool {
        Bool::apply(Op::Not, vec![self.0.clone()])
    }

    /// Whether the other holds if this does.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// let (p, q) = (Bool::new_const("p"), Bool::new_const("q"));
    /// assert_eq!(p.implies(&q).to_string(), "(=> p q)");
    /// ```
    #[must_use]
    pub fn implies(&self, other: impl Into<Bool>) -> Bool {
        Bool::apply(Op::Implies, vec![self.0.clone(), other.into().0])
    }

    /// Whether both or none holds.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// let (p, q) = (Bool::new_const("p"), Bool::new_const("q"));
    /// assert_eq!(p.iff(&q).to_string(), "(= p q)");
    /// ```
    #[must_use]
    pub fn iff(&self, other: impl Into<Bool>) -> Bool {
        self.eq(other)
    }

    /// Whether exactly one holds.
    ///
    /// ```
    /// use sinew::ast::Bool;
    /// let (p, q) = (Bool::new_const("p"), Bool::new_const("q"));
    /// assert_eq!(p.xor(&q).to_string(), "(xor p q)");
    /// ```
    #[must_use]
    pub fn xor(&self, other: impl Into<Bool>) -> Bool {
        Bool::apply(Op::Xor, vec![self.0.clone(), other.into().0])
    }

    /// The first if this holds, otherwise the second.
    ///
    /// ```
    /// use sinew::ast::{Bool, Int};
    /// let smaller = Int::new_const("a").le(&Int::new_const("b"));
    /// let least: Int = smaller.ite(&Int::new_const("a"), &Int::new_const("b"));
    /// assert_eq!(least.to_string(), "(ite (<= a b) a b)");
    /// ```
    #[must_use]
    pub fn ite<T: Ast>(&self, then: &T, otherwise: &T) -> T {
        let args = vec![
            self.0.clone(),
            then.node().clone(),
            otherwise.node().clone(),
        ];
        let sort = then.sort().clone();
        T::wrap(Node::op(Op::Ite, args, sort))
    }
}

macro_rules! connective {
    ($trait:ident $method:ident $op:expr) => {
        impl<T: Into<Bool>> $trait<T> for Bool {
            type Output = Bool;

            fn $method(self, other: T) -> Bool {
                flat($op, self, other.into())
            }
        }

        impl<T: Into<Bool>> $trait<T> for &Bool {
            type Output = Bool;

            fn $method(self, other: T) -> Bool {
                flat($op, self.clone(), other.into())
            }
        }
    };
}

connective!(BitAnd bitand Op::And);
connective!(BitOr bitor Op::Or);
connective!(BitXor bitxor Op::Xor);

/// `a & b & c` is one conjunction.
fn flat(op: Op, left: Bool, right: Bool) -> Bool {
    let mut args = match left.0.head() {
        Head::Op(inner) if *inner == op && op != Op::Xor => left.0.args().to_vec(),
        _ => vec![left.0],
    };
    args.push(right.0);
    Bool::apply(op, args)
}

impl Not for Bool {
    type Output = Bool;

    fn not(self) -> Bool {
        Bool::not(&self)
    }
}

impl Not for &Bool {
    type Output = Bool;

    fn not(self) -> Bool {
        Bool::not(self)
    }
}

fn quantifier(universal: bool, bound: &[Dynamic], body: &Bool) -> Bool {
    let mut args: Vec<Node> = bound
        .iter()
        .map(|constant| constant.node().clone())
        .collect();
    args.push(body.0.clone());
    Bool(Node::new(Head::Quantifier(universal), args, Sort::Bool))
}

/// Whether the formula holds whatever values these constants have.
///
/// ```
/// use sinew::{SatResult, Solver, ast::{self, Ast, Int}};
/// let n = Int::new_const("n");
/// let mut solver = Solver::new();
/// solver.assert(ast::forall_const(&[n.to_dynamic()], &n.modulo(2).lt(2)).not());
/// assert_eq!(solver.check(), SatResult::Unsat);
/// ```
#[must_use]
pub fn forall_const(bound: &[Dynamic], body: &Bool) -> Bool {
    quantifier(true, bound, body)
}

/// Whether the formula holds for some values of these constants.
///
/// ```
/// use sinew::{SatResult, Solver, ast::{self, Ast, Int}};
/// let (n, k) = (Int::new_const("n"), Int::new_const("k"));
/// let even = ast::exists_const(&[k.to_dynamic()], &n.eq(&k * 2));
/// let mut solver = Solver::new();
/// solver.assert(even & n.eq(3));
/// assert_eq!(solver.check(), SatResult::Unsat);
/// ```
#[must_use]
pub fn exists_const(bound: &[Dynamic], body: &Bool) -> Bool {
    quantifier(false, bound, body)
}
