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
    #[must_use]
    pub fn from_bool(value: bool) -> Bool {
        Bool::apply(if value { Op::True } else { Op::False }, Vec::new())
    }

    /// Which literal this is, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.0.head() {
            Head::Op(Op::True) => Some(true),
            Head::Op(Op::False) => Some(false),
            _ => None,
        }
    }

    /// All of them; of none, truth.
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
    #[must_use]
    #[allow(clippy::should_implement_trait)] // `!` does the same.
    pub fn not(&self) -> Bool {
        Bool::apply(Op::Not, vec![self.0.clone()])
    }

    /// Whether the other holds if this does.
    #[must_use]
    pub fn implies(&self, other: impl Into<Bool>) -> Bool {
        Bool::apply(Op::Implies, vec![self.0.clone(), other.into().0])
    }

    /// Whether both or none holds.
    #[must_use]
    pub fn iff(&self, other: impl Into<Bool>) -> Bool {
        self.eq(other)
    }

    /// Whether exactly one holds.
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
#[must_use]
pub fn exists_const(bound: &[Dynamic], body: &Bool) -> Bool {
    quantifier(false, bound, body)
}
