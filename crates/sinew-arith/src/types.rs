//! The vocabulary of the interface: variables, linear expressions, bounds, reasons, results.
//!
//! Everything here is plain data. A constraint is always over integers, so strict inequalities
//! do not exist (`x < y` is `x - y + 1 <= 0`) and the negation of a bound is a bound.

use std::fmt;

use sinew_base::{Integer, StopReason};

use crate::certificate::Certificate;

/// An integer variable: made by [`Solver::new_var`](crate::Solver::new_var), or the name of a
/// linear form made by [`Solver::form`](crate::Solver::form).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

impl VarId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The caller's opaque name of an asserted constraint, typically a literal's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reason(pub u32);

/// The caller's opaque name of a registered atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomId(pub u32);

/// `c₁·x₁ + … + cₙ·xₙ + k`, kept sorted by variable, without zero coefficients.
///
/// ```
/// use sinew_arith::{LinExpr, VarId};
/// let (x, y) = (VarId(0), VarId(1));
/// let e = LinExpr::var(x).plus(2, y).plus(-1, x).plus_constant(7);
/// assert_eq!(e, LinExpr::constant(7).plus(2, y));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LinExpr {
    pub(crate) terms: Vec<(VarId, Integer)>,
    pub(crate) constant: Integer,
}

impl LinExpr {
    /// The expression `0`.
    #[must_use]
    pub fn zero() -> LinExpr {
        LinExpr::default()
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: impl Into<Integer>) -> LinExpr {
        LinExpr {
            terms: Vec::new(),
            constant: value.into(),
        }
    }

    /// A single variable.
    #[must_use]
    pub fn var(var: VarId) -> LinExpr {
        LinExpr::zero().plus(1, var)
    }

    /// From terms in any order, with repetitions allowed.
    #[must_use]
    pub fn from_terms(mut terms: Vec<(VarId, Integer)>, constant: Integer) -> LinExpr {
        terms.sort_by_key(|term| term.0);
        let mut sorted: Vec<(VarId, Integer)> = Vec::with_capacity(terms.len());
        for (var, coefficient) in terms {
            match sorted.last_mut() {
                Some(last) if last.0 == var => last.1 += coefficient,
                _ => sorted.push((var, coefficient)),
            }
        }
        sorted.retain(|term| !term.1.is_zero());
        LinExpr {
            terms: sorted,
            constant,
        }
    }

    /// This plus `coefficient · var`.
    #[must_use]
    pub fn plus(mut self, coefficient: impl Into<Integer>, var: VarId) -> LinExpr {
        self.add_term(&coefficient.into(), var);
        self
    }

    /// This plus a constant.
    #[must_use]
    pub fn plus_constant(mut self, value: impl Into<Integer>) -> LinExpr {
        self.constant += value.into();
        self
    }

    /// Adds `coefficient · var` in place.
    pub fn add_term(&mut self, coefficient: &Integer, var: VarId) {
        match self.terms.binary_search_by_key(&var, |term| term.0) {
            Ok(at) => {
                self.terms[at].1 += coefficient;
                if self.terms[at].1.is_zero() {
                    self.terms.remove(at);
                }
            }
            Err(at) if !coefficient.is_zero() => {
                self.terms.insert(at, (var, coefficient.clone()));
            }
            Err(_) => {}
        }
    }

    /// Adds `factor · other` in place.
    pub fn add_scaled(&mut self, factor: &Integer, other: &LinExpr) {
        if factor.is_zero() {
            return;
        }
        let mut terms = std::mem::take(&mut self.terms);
        terms.extend(
            other
                .terms
                .iter()
                .map(|(var, coefficient)| (*var, factor * coefficient)),
        );
        let constant = &self.constant + &(factor * &other.constant);
        *self = LinExpr::from_terms(terms, constant);
    }

    /// This times a constant.
    #[must_use]
    pub fn scaled(&self, factor: &Integer) -> LinExpr {
        let mut result = LinExpr::zero();
        result.add_scaled(factor, self);
        result
    }

    /// This minus `other`.
    #[must_use]
    pub fn minus(mut self, other: &LinExpr) -> LinExpr {
        self.add_scaled(&Integer::MINUS_ONE, other);
        self
    }

    /// The terms, sorted by variable, with nonzero coefficients.
    #[must_use]
    pub fn terms(&self) -> &[(VarId, Integer)] {
        &self.terms
    }

    /// The constant part.
    #[must_use]
    pub fn constant_part(&self) -> &Integer {
        &self.constant
    }

    /// The coefficient of `var`, zero if it does not occur.
    #[must_use]
    pub fn coefficient(&self, var: VarId) -> Integer {
        self.terms
            .binary_search_by_key(&var, |term| term.0)
            .map_or(Integer::ZERO, |at| self.terms[at].1.clone())
    }

    /// The value under an assignment.
    pub fn evaluate(&self, value: impl Fn(VarId) -> Integer) -> Integer {
        self.terms
            .iter()
            .fold(self.constant.clone(), |sum, (var, coefficient)| {
                sum + coefficient * &value(*var)
            })
    }
}

/// Which side a bound is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoundKind {
    /// `x >= value`
    Lower,
    /// `x <= value`
    Upper,
}

impl BoundKind {
    /// The other side.
    #[must_use]
    pub fn opposite(self) -> BoundKind {
        match self {
            BoundKind::Lower => BoundKind::Upper,
            BoundKind::Upper => BoundKind::Lower,
        }
    }
}

/// `var >= value` or `var <= value`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The variable or named form.
    pub var: VarId,
    /// The side.
    pub kind: BoundKind,
    /// The bound itself.
    pub value: Integer,
}

impl Bound {
    /// `var >= value`
    #[must_use]
    pub fn lower(var: VarId, value: impl Into<Integer>) -> Bound {
        Bound {
            var,
            kind: BoundKind::Lower,
            value: value.into(),
        }
    }

    /// `var <= value`
    #[must_use]
    pub fn upper(var: VarId, value: impl Into<Integer>) -> Bound {
        Bound {
            var,
            kind: BoundKind::Upper,
            value: value.into(),
        }
    }

    /// The bound that holds exactly when this one does not.
    #[must_use]
    pub fn negated(&self) -> Bound {
        match self.kind {
            BoundKind::Lower => Bound::upper(self.var, &self.value - &Integer::ONE),
            BoundKind::Upper => Bound::lower(self.var, &self.value + &Integer::ONE),
        }
    }

    /// Whether `value` satisfies the bound.
    #[must_use]
    pub fn holds(&self, value: &Integer) -> bool {
        match self.kind {
            BoundKind::Lower => *value >= self.value,
            BoundKind::Upper => *value <= self.value,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = match self.kind {
            BoundKind::Lower => ">=",
            BoundKind::Upper => "<=",
        };
        write!(f, "x{} {relation} {}", self.var.0, self.value)
    }
}

/// `expr = scale · var + offset`, the result of naming a linear expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The nonzero scale; 1 if there is no variable.
    pub scale: Integer,
    /// The named form, or nothing if the expression is constant.
    pub var: Option<VarId>,
    /// The constant part.
    pub offset: Integer,
}

/// What a constraint over a linear expression amounts to after normalisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Normal {
    /// It always holds.
    True,
    /// It never holds (a constant comparison, or an equation that fails its gcd test).
    False,
    /// It is this bound.
    Bound(Bound),
    /// It is the equation `var = value`.
    Equal(VarId, Integer),
}

/// What a registered atom says about its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// `x <= k`
    AtMost,
    /// `x >= k`
    AtLeast,
    /// `x = k`
    Equal,
}

/// A registered atom that the current bounds decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implied {
    /// The atom.
    pub atom: AtomId,
    /// Its truth value.
    pub value: bool,
    /// What to give to [`Solver::explain`](crate::Solver::explain).
    pub token: Token,
}

/// Two shared variables that the current bounds force to be equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImpliedEquality {
    /// One side.
    pub left: VarId,
    /// The other side.
    pub right: VarId,
    /// What to give to [`Solver::explain`](crate::Solver::explain).
    pub token: Token,
}

/// The name of a propagation, to be explained later. It stays valid until the level at which
/// the propagation was reported is left by [`Solver::pop`](crate::Solver::pop); no other
/// propagation is ever taken for one that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token(u64);

impl Token {
    /// Serial numbers are below this: with a place they fill [`Token::BITS`].
    pub(crate) const SERIALS: u32 = 1 << 30;
    /// A token as a number has at most so many bits, which leaves the caller two of a word.
    pub const BITS: u32 = 62;

    pub(crate) fn new(place: u32, serial: u32) -> Token {
        debug_assert!(serial < Token::SERIALS);
        Token(u64::from(serial) << 32 | u64::from(place))
    }

    pub(crate) fn place(self) -> usize {
        (self.0 & u64::from(u32::MAX)) as usize
    }

    pub(crate) fn serial(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The token as a number of [`Token::BITS`] bits.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The token that [`to_bits`](Token::to_bits) made a number of.
    #[must_use]
    pub fn from_bits(bits: u64) -> Token {
        Token(bits)
    }
}

/// Asserted constraints that cannot hold together.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// Their reasons, sorted, without repetition.
    pub reasons: Vec<Reason>,
    /// A refutation of the conjunction of the reasons' constraints.
    pub certificate: Certificate,
}

/// Why a propagated fact holds: the conjunction of `reasons` implies it.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The reasons, sorted, without repetition.
    pub reasons: Vec<Reason>,
    /// A refutation of the reasons' constraints together with the negated fact, which is the
    /// certificate's last hypothesis (for an equality: the disequality).
    pub certificate: Certificate,
}

/// The answer of [`Solver::check`](crate::Solver::check).
#[derive(Clone, Debug)]
pub enum Check {
    /// The bounds have a common rational solution.
    Feasible,
    /// They have none.
    Conflict(Conflict),
    /// The budget ended first; the state is consistent and `check` may be called again.
    Stopped(StopReason),
}

/// The answer of [`Solver::final_check`](crate::Solver::final_check).
#[derive(Clone, Debug)]
pub enum FinalCheck {
    /// All bounds and disequalities hold in the current integer model.
    Sat,
    /// They have no common integer solution.
    Conflict(Conflict),
    /// Undecided: please decide between `var <= at` and `var >= at + 1`.
    Split {
        /// The variable or form to split on.
        var: VarId,
        /// The greatest value of the lower half.
        at: Integer,
    },
    /// Undecided: this consequence of the asserted constraints cuts off the rational solution.
    Cut(Lemma),
    /// The budget ended, or effort limits were met.
    GaveUp(Option<StopReason>),
}

/// A consequence of asserted constraints: the conjunction of `reasons` implies `conclusion`.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// The reasons, sorted, without repetition.
    pub reasons: Vec<Reason>,
    /// What follows; its variable may be a new form.
    pub conclusion: Bound,
    /// A refutation of the reasons with the negated conclusion as the last hypothesis.
    pub certificate: Certificate,
}

/// How an expression relates to zero in a [`Constraint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `expr <= 0`
    AtMostZero,
    /// `expr = 0`
    Zero,
    /// `expr != 0`
    NonZero,
}

/// A linear constraint as a description: `expr <= 0`, `expr = 0` or `expr != 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The left-hand side.
    pub expr: LinExpr,
    /// Its relation to zero.
    pub relation: Relation,
}

impl Constraint {
    /// `expr <= 0`
    #[must_use]
    pub fn at_most_zero(expr: LinExpr) -> Constraint {
        Constraint {
            expr,
            relation: Relation::AtMostZero,
        }
    }

    /// `expr >= 0`
    #[must_use]
    pub fn at_least_zero(expr: &LinExpr) -> Constraint {
        Constraint::at_most_zero(expr.scaled(&Integer::MINUS_ONE))
    }

    /// `expr = 0`
    #[must_use]
    pub fn zero(expr: LinExpr) -> Constraint {
        Constraint {
            expr,
            relation: Relation::Zero,
        }
    }

    /// Whether the constraint holds under an assignment.
    pub fn holds(&self, value: impl Fn(VarId) -> Integer) -> bool {
        let sum = self.expr.evaluate(value);
        match self.relation {
            Relation::AtMostZero => !sum.is_positive(),
            Relation::Zero => sum.is_zero(),
            Relation::NonZero => !sum.is_zero(),
        }
    }
}

/// A disjunction of constraints.
pub type ConstraintClause = Vec<Constraint>;
