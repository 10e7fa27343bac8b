//! Integer terms.

use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use sinew_base::Integer;
use sinew_term::Op;

use super::ast::{nodes, sorted_type, term_type};
use super::boolean::Bool;
use super::node::{Head, Node};
use super::sort::Sort;
use super::string::String;

/// An integer of any size.
///
/// ```
/// use sinew::{SatResult, Solver, ast::Int};
/// let n = Int::new_const("n");
/// let mut solver = Solver::new();
/// solver.assert((&n * 7).eq(&n + 42));
/// assert_eq!(solver.check(), SatResult::Sat);
/// assert_eq!(solver.get_model().unwrap().eval(&n, true).unwrap().as_i64(), Some(7));
/// ```
#[derive(Clone)]
pub struct Int(pub(crate) Node);

sorted_type!(Int, Sort::Int);

macro_rules! literals {
    ($($number:ty)*) => {$(
        impl From<$number> for Int {
            fn from(value: $number) -> Int {
                Int::literal(Integer::from(value))
            }
        }
    )*};
}

literals!(i32 i64 u32 u64 usize);

impl Int {
    fn apply(op: Op, args: Vec<Node>) -> Int {
        Int(Node::op(op, args, Sort::Int))
    }

    fn literal(value: Integer) -> Int {
        Int(Node::new(Head::Int(value), Vec::new(), Sort::Int))
    }

    /// The literal.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// assert_eq!(Int::from_i64(-3).to_string(), "(- 3)");
    /// ```
    #[must_use]
    pub fn from_i64(value: i64) -> Int {
        Int::from(value)
    }

    /// The literal.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// assert_eq!(Int::from_u64(u64::MAX).to_string(), "18446744073709551615");
    /// ```
    #[must_use]
    pub fn from_u64(value: u64) -> Int {
        Int::from(value)
    }

    /// The literal that these decimal digits are, with a sign or without.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// assert_eq!(Int::from_decimal("-340282366920938463463374607431768211456").unwrap().to_string(),
    ///     "(- 340282366920938463463374607431768211456)");
    /// assert!(Int::from_decimal("0x10").is_none());
    /// ```
    #[must_use]
    pub fn from_decimal(digits: &str) -> Option<Int> {
        digits.parse().ok().map(Int::literal)
    }

    /// The number, if this is a literal that fits.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// assert_eq!(Int::from(-3).as_i64(), Some(-3));
    /// assert_eq!(Int::new_const("n").as_i64(), None);
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.0.head() {
            Head::Int(value) => value.to_i64(),
            _ => None,
        }
    }

    /// The number, if this is a literal that fits.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// assert_eq!((Int::from(3).as_u64(), Int::from(-3).as_u64()), (Some(3), None));
    /// ```
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_decimal()?.parse().ok()
    }

    /// The decimal digits, if this is a literal.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// assert_eq!(Int::from(-3).as_decimal().as_deref(), Some("-3"));
    /// ```
    #[must_use]
    pub fn as_decimal(&self) -> Option<std::string::String> {
        match self.0.head() {
            Head::Int(value) => Some(value.to_string()),
            _ => None,
        }
    }

    /// The sum; of none, 0.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// let n = Int::new_const("n");
    /// assert_eq!(Int::sum(&[&n, &Int::from(2), &n]).to_string(), "(+ n 2 n)");
    /// ```
    #[must_use]
    pub fn sum<T: Clone + Into<Int>>(terms: &[T]) -> Int {
        Int(Node::many(
            Op::Add,
            nodes::<Int, T>(terms),
            Sort::Int,
            || Int::from(0).0,
        ))
    }

    /// The absolute value.
    ///
    /// ```
    /// use sinew::{Solver, ast::Int};
    /// assert_eq!(Solver::new().simplify(&Int::from(-3).abs()).as_i64(), Some(3));
    /// ```
    #[must_use]
    pub fn abs(&self) -> Int {
        Int::apply(Op::Abs, vec![self.0.clone()])
    }

    /// The remainder of [`div`](Div::div), which is never negative (`mod` of SMT-LIB).
    ///
    /// ```
    /// use sinew::{Solver, ast::Int};
    /// assert_eq!(Solver::new().simplify(&Int::from(-7).modulo(3)).as_i64(), Some(2));
    /// ```
    #[must_use]
    pub fn modulo(&self, divisor: impl Into<Int>) -> Int {
        Int::apply(Op::Mod, vec![self.0.clone(), divisor.into().0])
    }

    /// Whether this is less.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// let n = Int::new_const("n");
    /// assert_eq!(n.lt(3).to_string(), "(< n 3)");
    /// ```
    #[must_use]
    pub fn lt(&self, other: impl Into<Int>) -> Bool {
        self.compare(Op::Lt, other)
    }

    /// Whether this is less or the same.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// let n = Int::new_const("n");
    /// assert_eq!(n.le(3).to_string(), "(<= n 3)");
    /// ```
    #[must_use]
    pub fn le(&self, other: impl Into<Int>) -> Bool {
        self.compare(Op::Le, other)
    }

    /// Whether this is more.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// let n = Int::new_const("n");
    /// assert_eq!(n.gt(3).to_string(), "(> n 3)");
    /// ```
    #[must_use]
    pub fn gt(&self, other: impl Into<Int>) -> Bool {
        self.compare(Op::Gt, other)
    }

    /// Whether this is more or the same.
    ///
    /// ```
    /// use sinew::ast::Int;
    /// let n = Int::new_const("n");
    /// assert_eq!(n.ge(3).to_string(), "(>= n 3)");
    /// ```
    #[must_use]
    pub fn ge(&self, other: impl Into<Int>) -> Bool {
        self.compare(Op::Ge, other)
    }

    fn compare(&self, op: Op, other: impl Into<Int>) -> Bool {
        let args = vec![self.0.clone(), other.into().0];
        Bool(Node::op(op, args, Sort::Bool))
    }

    /// The decimal digits as a string; of a negative number, the empty string (`str.from_int`).
    ///
    /// ```
    /// use sinew::{Solver, ast::Int};
    /// assert_eq!(Solver::new().simplify(&Int::from(42).to_str()).as_string().as_deref(), Some("42"));
    /// ```
    #[must_use]
    pub fn to_str(&self) -> String {
        String(Node::op(Op::FromInt, vec![self.0.clone()], Sort::String))
    }

    /// The string of the one character with this code; the empty string if there is none
    /// (`str.from_code`).
    ///
    /// ```
    /// use sinew::{Solver, ast::Int};
    /// assert_eq!(Solver::new().simplify(&Int::from(97).from_code()).as_string().as_deref(), Some("a"));
    /// ```
    #[must_use]
    pub fn from_code(&self) -> String {
        String(Node::op(Op::FromCode, vec![self.0.clone()], Sort::String))
    }
}

macro_rules! arithmetic {
    ($trait:ident $method:ident $op:expr) => {
        impl<T: Into<Int>> $trait<T> for Int {
            type Output = Int;

            fn $method(self, other: T) -> Int {
                Int::apply($op, vec![self.0, other.into().0])
            }
        }

        impl<T: Into<Int>> $trait<T> for &Int {
            type Output = Int;

            fn $method(self, other: T) -> Int {
                Int::apply($op, vec![self.0.clone(), other.into().0])
            }
        }

        impl $trait<Int> for i64 {
            type Output = Int;

            fn $method(self, other: Int) -> Int {
                Int::apply($op, vec![Int::from(self).0, other.0])
            }
        }

        impl $trait<&Int> for i64 {
            type Output = Int;

            fn $method(self, other: &Int) -> Int {
                Int::apply($op, vec![Int::from(self).0, other.0.clone()])
            }
        }
    };
}

arithmetic!(Add add Op::Add);
arithmetic!(Sub sub Op::Sub);
arithmetic!(Mul mul Op::Mul);
arithmetic!(Div div Op::Div);
arithmetic!(Rem rem Op::Mod);

impl Neg for Int {
    type Output = Int;

    fn neg(self) -> Int {
        Int::apply(Op::Neg, vec![self.0])
    }
}

impl Neg for &Int {
    type Output = Int;

    fn neg(self) -> Int {
        Int::apply(Op::Neg, vec![self.0.clone()])
    }
}
