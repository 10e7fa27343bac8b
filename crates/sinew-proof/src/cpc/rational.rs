//! Rational numbers in lowest terms.

use dashu_int::IBig;
use dashu_int::ops::{DivEuclid, Gcd};

use super::term::{Outcome, Term, Terms};

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rational {
    numerator: IBig,
    denominator: IBig,
}

impl Rational {
    /// `n / d`; `d` must not be zero.
    pub(crate) fn new(n: IBig, d: IBig) -> Rational {
        let divisor = IBig::from((&n).gcd(&d));
        let (mut n, mut d) = if divisor > IBig::ONE {
            (n / &divisor, d / divisor)
        } else {
            (n, d)
        };
        if d < IBig::ZERO {
            (n, d) = (-n, -d);
        }
        Rational {
            numerator: n,
            denominator: d,
        }
    }

    pub(crate) fn integer(n: IBig) -> Rational {
        Rational {
            numerator: n,
            denominator: IBig::ONE,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.numerator == IBig::ZERO
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.numerator < IBig::ZERO
    }

    /// −1, 0 or 1.
    pub(crate) fn sign(&self) -> i32 {
        i32::from(self.numerator > IBig::ZERO) - i32::from(self.is_negative())
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.denominator == IBig::ONE
    }

    /// The greatest integer that is not above.
    pub(crate) fn floor(&self) -> IBig {
        (&self.numerator).div_euclid(&self.denominator)
    }

    pub(crate) fn add(&self, other: &Rational) -> Rational {
        if self.is_integer() && other.is_integer() {
            return Rational::integer(&self.numerator + &other.numerator);
        }
        let n = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Rational::new(n, &self.denominator * &other.denominator)
    }

    pub(crate) fn neg(&self) -> Rational {
        Rational {
            numerator: -&self.numerator,
            denominator: self.denominator.clone(),
        }
    }

    pub(crate) fn mul(&self, other: &Rational) -> Rational {
        let n = &self.numerator * &other.numerator;
        Rational::new(n, &self.denominator * &other.denominator)
    }

    /// `1 / self`; must not be zero.
    pub(crate) fn inverse(&self) -> Rational {
        Rational::new(self.denominator.clone(), self.numerator.clone())
    }
}

impl Terms {
    /// The rational `n / d`, in lowest terms; `d` must not be zero.
    pub fn fraction(&mut self, n: IBig, d: IBig) -> Outcome {
        if d == IBig::ZERO {
            return Err("a fraction has no denominator zero".into());
        }
        literal(self, n, d)
    }
}

/// The rational literal `n / d`.
pub(crate) fn literal(terms: &mut Terms, n: IBig, d: IBig) -> Outcome {
    let value = Rational::new(n, d);
    terms.rational(value.numerator, value.denominator)
}

/// The value of an integer or rational literal.
pub(crate) fn value(terms: &Terms, term: Term) -> Option<Rational> {
    if let Some(n) = terms.as_int(term) {
        return Some(Rational::integer(n.clone()));
    }
    terms.as_rational(term).map(|(n, d)| Rational {
        numerator: n.clone(),
        denominator: d.clone(),
    })
}

/// A literal of this value: a fraction if it should be real.
pub(crate) fn to_term(terms: &mut Terms, value: &Rational, real: bool) -> Outcome {
    if real {
        terms.rational(value.numerator.clone(), value.denominator.clone())
    } else if value.is_integer() {
        terms.int(value.numerator.clone())
    } else {
        Err("a fraction where an integer was expected".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_terms() {
        let r = |n: i32, d: i32| Rational::new(IBig::from(n), IBig::from(d));
        assert_eq!(r(2, -4), r(-1, 2));
        assert_eq!(r(1, 2).add(&r(1, 3)), r(5, 6));
        assert_eq!(r(-3, 2).floor(), IBig::from(-2));
        assert_eq!(r(2, 3).mul(&r(3, 2)), r(1, 1));
        assert_eq!(r(-2, 3).inverse(), r(-3, 2));
        assert_eq!((r(0, 5).sign(), r(-1, 5).sign()), (0, -1));
    }
}
