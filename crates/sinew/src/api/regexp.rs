//! Regular expressions.

use std::ops::{BitAnd, BitOr, Sub};

use sinew_term::Op;

use super::ast::{nodes, sorted_type, term_type};
use super::node::{Head, Node};
use super::sort::Sort;
use super::string::String;

/// A regular language of strings.
///
/// ```
/// use sinew::{SatResult, Solver, ast::{Regexp, String}};
/// let word = Regexp::range('a', 'z').plus();
/// let host = Regexp::concat(&[&word, &Regexp::literal("."), &word]);
/// let name = String::new_const("name");
/// let mut solver = Solver::new();
/// solver.assert(name.regex_matches(&host) & name.length().eq(3));
/// assert_eq!(solver.check(), SatResult::Sat);
/// ```
#[derive(Clone)]
pub struct Regexp(pub(crate) Node);

sorted_type!(Regexp, Sort::RegLan);

/// The language of this text alone.
impl From<&str> for Regexp {
    fn from(text: &str) -> Regexp {
        Regexp::literal(text)
    }
}

impl Regexp {
    fn apply(op: Op, args: Vec<Node>) -> Regexp {
        Regexp(Node::op(op, args, Sort::RegLan))
    }

    /// The language of this string alone.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::literal("ab");
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("ab"), has("a")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn literal(text: impl Into<String>) -> Regexp {
        Regexp::apply(Op::StrToRe, vec![text.into().0])
    }

    /// The characters from the first to the last.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::range('a', 'f');
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("c"), has("g")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn range(first: char, last: char) -> Regexp {
        let end = |end: char| String::from(end.encode_utf8(&mut [0; 4]) as &str).0;
        Regexp::apply(Op::ReRange, vec![end(first), end(last)])
    }

    /// No string.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let member = String::new_const("x").regex_matches(Regexp::empty());
    /// assert_eq!(Solver::new().simplify(&member).as_bool(), Some(false));
    /// ```
    #[must_use]
    pub fn empty() -> Regexp {
        Regexp::apply(Op::ReNone, Vec::new())
    }

    /// All strings.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let member = String::new_const("x").regex_matches(Regexp::full());
    /// assert_eq!(Solver::new().simplify(&member).as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn full() -> Regexp {
        Regexp::apply(Op::ReAll, Vec::new())
    }

    /// All strings of one character.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::allchar();
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("x"), has("xy")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn allchar() -> Regexp {
        Regexp::apply(Op::ReAllChar, Vec::new())
    }

    /// One after the other; of none, the empty string.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::concat(&["a", "b"]);
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("ab"), has("ba")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn concat<T: Clone + Into<Regexp>>(parts: &[T]) -> Regexp {
        let unit = || Regexp::literal("").0;
        Regexp(Node::many(
            Op::ReConcat,
            nodes::<Regexp, T>(parts),
            Sort::RegLan,
            unit,
        ))
    }

    /// What is in some of them.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::union(&["a", "b"]);
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("b"), has("ab")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn union<T: Clone + Into<Regexp>>(parts: &[T]) -> Regexp {
        let unit = || Regexp::empty().0;
        Regexp(Node::many(
            Op::ReUnion,
            nodes::<Regexp, T>(parts),
            Sort::RegLan,
            unit,
        ))
    }

    /// What is in all of them.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::intersect(&[Regexp::literal("a").star(), Regexp::allchar().power(2)]);
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("aa"), has("a")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn intersect<T: Clone + Into<Regexp>>(parts: &[T]) -> Regexp {
        let unit = || Regexp::full().0;
        Regexp(Node::many(
            Op::ReInter,
            nodes::<Regexp, T>(parts),
            Sort::RegLan,
            unit,
        ))
    }

    /// Any number of its strings.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::literal("a").star();
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has(""), has("b")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn star(&self) -> Regexp {
        Regexp::apply(Op::ReStar, vec![self.0.clone()])
    }

    /// At least one of its strings.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::literal("a").plus();
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("aa"), has("")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn plus(&self) -> Regexp {
        Regexp::apply(Op::RePlus, vec![self.0.clone()])
    }

    /// One of its strings, or the empty string.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::literal("a").option();
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has(""), has("aa")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn option(&self) -> Regexp {
        Regexp::apply(Op::ReOpt, vec![self.0.clone()])
    }

    /// What is not in it.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::literal("a").complement();
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("b"), has("a")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn complement(&self) -> Regexp {
        Regexp::apply(Op::ReComp, vec![self.0.clone()])
    }

    /// What is in it and not in the other.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::allchar().diff("a");
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("b"), has("a")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn diff(&self, other: impl Into<Regexp>) -> Regexp {
        Regexp::apply(Op::ReDiff, vec![self.0.clone(), other.into().0])
    }

    /// So many of its strings.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::literal("a").power(3);
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("aaa"), has("aa")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn power(&self, times: u32) -> Regexp {
        Regexp(Node::new(
            Head::Power(times),
            vec![self.0.clone()],
            Sort::RegLan,
        ))
    }

    /// At least and at most so many of its strings; nothing if the least is more than the most.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Regexp, String}};
    /// let language = Regexp::literal("a").r#loop(1, 2);
    /// let has = |text: &str| Solver::new().simplify(&String::from(text).regex_matches(&language)).as_bool();
    /// assert_eq!((has("aa"), has("aaa")), (Some(true), Some(false)));
    /// ```
    #[must_use]
    pub fn r#loop(&self, least: u32, most: u32) -> Regexp {
        Regexp(Node::new(
            Head::Loop(least, most),
            vec![self.0.clone()],
            Sort::RegLan,
        ))
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident $op:expr) => {
        impl<T: Into<Regexp>> $trait<T> for Regexp {
            type Output = Regexp;

            fn $method(self, other: T) -> Regexp {
                Regexp::apply($op, vec![self.0, other.into().0])
            }
        }

        impl<T: Into<Regexp>> $trait<T> for &Regexp {
            type Output = Regexp;

            fn $method(self, other: T) -> Regexp {
                Regexp::apply($op, vec![self.0.clone(), other.into().0])
            }
        }
    };
}

set_operator!(BitOr bitor Op::ReUnion);
set_operator!(BitAnd bitand Op::ReInter);
set_operator!(Sub sub Op::ReDiff);
