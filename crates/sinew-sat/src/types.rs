//! Variables, literals and what a call of the solver answers.
//!
//! A literal is `2 * variable + sign`, as in MiniSat, so that a literal indexes an array and
//! negation flips one bit.

use std::fmt;
use std::ops::Not;

use sinew_base::StopReason;

/// A propositional variable; numbered from 0 in the order of creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub(crate) u32);

impl Var {
    /// The variable with this number.
    #[inline]
    #[must_use]
    pub const fn new(index: u32) -> Var {
        assert!(index < u32::MAX / 2, "too many variables");
        Var(index)
    }

    /// The number of the variable.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says the variable is true.
    #[inline]
    #[must_use]
    pub const fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that says the variable is false.
    #[inline]
    #[must_use]
    pub const fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal that says the variable is `value`.
    #[inline]
    #[must_use]
    pub const fn literal(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A variable or its negation.
///
/// ```
/// use sinew_sat::Var;
/// let lit = Var::new(3).positive();
/// assert_eq!((!lit).var(), lit.var());
/// assert!(lit.is_positive() && !(!lit).is_positive());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub(crate) u32);

impl Lit {
    /// The variable of the literal.
    #[inline]
    #[must_use]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal is the variable itself, not its negation.
    #[inline]
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A dense number: `2 * variable`, plus one for a negation. Good for indexing.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal with this dense number.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Lit {
        assert!(index < u32::MAX as usize, "too many literals");
        Lit(index as u32)
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.is_positive() { "" } else { "-" },
            self.0 >> 1
        )
    }
}

/// The answer of one call of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model; [`Solver::value`](crate::Solver::value) reads it until the next
    /// call that changes the solver.
    Sat,
    /// No model satisfies the clauses, the assumptions and the theory;
    /// [`Solver::failed`](crate::Solver::failed) names the assumptions that were needed.
    Unsat,
    /// Neither is known.
    Unknown(Unknown),
}

/// Why a call ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The budget ran out, or somebody outside asked to stop.
    Stopped(StopReason),
    /// The theory gave up in its final check, for the reason it stated.
    GaveUp(&'static str),
    /// The theory broke the contract of [`Theory`](crate::Theory); the text says how.
    /// No answer can be trusted after that, so none is given.
    Contract(&'static str),
}
