//! Unbounded integers that cost a machine word while they are small.
//!
//! Nearly every number a string solver meets (lengths, positions, coefficients) fits in 64
//! bits, so the small case is an `i64` with overflow-checked operations; only what does not
//! fit is boxed. The representation is canonical (`Big` never holds what fits in an `i64`),
//! hence equality and hashing are structural.

use std::cmp::Ordering;
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use dashu_int::IBig;
use dashu_int::ops::{DivRemEuclid, Gcd};

/// An integer of any size.
///
/// ```
/// use sinew_base::Integer;
/// let big: Integer = "9223372036854775807".parse()?;
/// assert_eq!((&big + &Integer::ONE).to_string(), "9223372036854775808");
/// assert_eq!(Integer::from(-7).div_rem_euclid(&Integer::from(2)), (Integer::from(-4), Integer::ONE));
/// # Ok::<(), sinew_base::ParseIntegerError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    /// Invariant: does not fit in an `i64`.
    Big(Box<IBig>),
}

use Repr::{Big, Small};

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer(Small(0));
    /// One.
    pub const ONE: Integer = Integer(Small(1));
    /// Minus one.
    pub const MINUS_ONE: Integer = Integer(Small(-1));

    fn from_big(big: IBig) -> Integer {
        match i64::try_from(&big) {
            Ok(small) => Integer(Small(small)),
            Err(_) => Integer(Big(Box::new(big))),
        }
    }

    /// The same number in the big-integer library's own type.
    #[must_use]
    pub fn to_ibig(&self) -> IBig {
        match &self.0 {
            Small(small) => IBig::from(*small),
            Big(big) => (**big).clone(),
        }
    }

    /// The number as an `i64`, if it fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Small(small) => Some(small),
            Big(_) => None,
        }
    }

    /// The number as a `usize`, if it is not negative and fits.
    #[must_use]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|small| usize::try_from(small).ok())
    }

    /// The number as a `u32`, if it is not negative and fits.
    #[must_use]
    pub fn to_u32(&self) -> Option<u32> {
        self.to_i64().and_then(|small| u32::try_from(small).ok())
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Whether this is 1.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// −1, 0 or 1, as the number is negative, zero or positive.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small(small) => small.signum() as i32,
            Big(big) => match (**big).cmp(&IBig::ZERO) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            },
        }
    }

    /// Whether this is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether this is above zero.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Integer {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Quotient and remainder with `0 <= remainder < |divisor|`, as SMT-LIB's `div` and `mod`.
    ///
    /// # Panics
    /// If `divisor` is zero.
    #[must_use]
    pub fn div_rem_euclid(&self, divisor: &Integer) -> (Integer, Integer) {
        assert!(!divisor.is_zero(), "division by zero");
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let (Some(q), Some(r)) = (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return (Integer(Small(q)), Integer(Small(r)));
        }
        let (q, r) = self.to_ibig().div_rem_euclid(divisor.to_ibig());
        (Integer::from_big(q), Integer::from_big(IBig::from(r)))
    }

    /// The greatest integer not above the quotient.
    ///
    /// # Panics
    /// If `divisor` is zero.
    #[must_use]
    pub fn div_floor(&self, divisor: &Integer) -> Integer {
        // Euclid's quotient rounds towards the floor for positive divisors only.
        if divisor.is_negative() {
            (-self).div_rem_euclid(&-divisor).0
        } else {
            self.div_rem_euclid(divisor).0
        }
    }

    /// The least integer not below the quotient.
    ///
    /// # Panics
    /// If `divisor` is zero.
    #[must_use]
    pub fn div_ceil(&self, divisor: &Integer) -> Integer {
        -&(-self).div_floor(divisor)
    }

    /// The quotient, where it is known that `divisor` divides `self`; cheaper than the others.
    ///
    /// # Panics
    /// If `divisor` is zero.
    #[must_use]
    pub fn div_exact(&self, divisor: &Integer) -> Integer {
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let Some(q) = a.checked_div(*b)
        {
            return Integer(Small(q));
        }
        Integer::from_big(self.to_ibig() / divisor.to_ibig())
    }

    /// Whether `self` divides `other`; zero divides only zero.
    #[must_use]
    pub fn divides(&self, other: &Integer) -> bool {
        if self.is_zero() {
            other.is_zero()
        } else {
            other.div_rem_euclid(self).1.is_zero()
        }
    }

    /// The greatest common divisor, never negative; `gcd(0, 0) = 0`.
    #[must_use]
    pub fn gcd(&self, other: &Integer) -> Integer {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => {
                let gcd = gcd_u64(a.unsigned_abs(), b.unsigned_abs());
                i64::try_from(gcd)
                    .map_or_else(|_| Integer::from_big(IBig::from(gcd)), Integer::from)
            }
            (Small(0), Big(_)) => other.abs(),
            (Big(_), Small(0)) => self.abs(),
            _ => Integer::from_big(IBig::from(self.to_ibig().gcd(&other.to_ibig()))),
        }
    }

    /// The least common multiple, never negative.
    #[must_use]
    pub fn lcm(&self, other: &Integer) -> Integer {
        if self.is_zero() || other.is_zero() {
            return Integer::ZERO;
        }
        (&self.div_exact(&self.gcd(other)) * other).abs()
    }
}

fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
    }
    a << shift
}

macro_rules! from_machine {
    ($($t:ty),*) => {$(
        impl From<$t> for Integer {
            fn from(value: $t) -> Integer {
                match i64::try_from(value) {
                    Ok(small) => Integer(Small(small)),
                    Err(_) => Integer::from_big(IBig::from(value)),
                }
            }
        }
    )*};
}
from_machine!(i32, u8, u32, u64, i128, usize);

impl From<i64> for Integer {
    fn from(value: i64) -> Integer {
        Integer(Small(value))
    }
}

impl From<IBig> for Integer {
    fn from(value: IBig) -> Integer {
        Integer::from_big(value)
    }
}

impl Default for Integer {
    fn default() -> Integer {
        Integer::ZERO
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $checked:ident, $op:tt) => {
        impl $trait<&Integer> for &Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: &Integer) -> Integer {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(result) = a.$checked(*b)
                {
                    return Integer(Small(result));
                }
                Integer::from_big(self.to_ibig() $op other.to_ibig())
            }
        }
        impl $trait<Integer> for Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: Integer) -> Integer { (&self).$method(&other) }
        }
        impl $trait<&Integer> for Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: &Integer) -> Integer { (&self).$method(other) }
        }
        impl $assign_trait<&Integer> for Integer {
            #[inline]
            fn $assign(&mut self, other: &Integer) { *self = (&*self).$method(other); }
        }
        impl $assign_trait<Integer> for Integer {
            #[inline]
            fn $assign(&mut self, other: Integer) { *self = (&*self).$method(&other); }
        }
    };
}
operator!(Add, add, AddAssign, add_assign, checked_add, +);
operator!(Sub, sub, SubAssign, sub_assign, checked_sub, -);
operator!(Mul, mul, MulAssign, mul_assign, checked_mul, *);

impl Neg for &Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        if let Small(small) = self.0
            && let Some(negated) = small.checked_neg()
        {
            return Integer(Small(negated));
        }
        Integer::from_big(-self.to_ibig())
    }
}

impl Neg for Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        -&self
    }
}

impl Sum for Integer {
    fn sum<I: Iterator<Item = Integer>>(iter: I) -> Integer {
        iter.fold(Integer::ZERO, |total, next| total + next)
    }
}

impl Product for Integer {
    fn product<I: Iterator<Item = Integer>>(iter: I) -> Integer {
        iter.fold(Integer::ONE, |total, next| total * next)
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big number lies outside the range of the small ones, so its sign decides.
            (Big(_), Small(_)) => self.signum().cmp(&0),
            (Small(_), Big(_)) => 0.cmp(&other.signum()),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(small) => fmt::Display::fmt(small, f),
            Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not an optional minus sign followed by decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseIntegerError;

impl fmt::Display for ParseIntegerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected decimal digits, perhaps after a minus sign")
    }
}

impl std::error::Error for ParseIntegerError {}

impl FromStr for Integer {
    type Err = ParseIntegerError;

    fn from_str(text: &str) -> Result<Integer, ParseIntegerError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseIntegerError);
        }
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Integer(Small(small)));
        }
        IBig::from_str_radix(text, 10)
            .map(Integer::from_big)
            .map_err(|_| ParseIntegerError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn integer() -> impl Strategy<Value = Integer> {
        // Around the edges of the small representation, where the bugs are.
        prop_oneof![
            (-20i64..20).prop_map(Integer::from),
            any::<i64>().prop_map(Integer::from),
            any::<i128>().prop_map(Integer::from),
            (0i64..3).prop_map(|d| Integer::from(i64::MAX) + Integer::from(d)),
            (0i64..3).prop_map(|d| Integer::from(i64::MIN) - Integer::from(d)),
        ]
    }

    proptest! {
        #[test]
        fn agrees_with_plain_big_integers(a in integer(), b in integer()) {
            let (x, y) = (a.to_ibig(), b.to_ibig());
            prop_assert_eq!((&a + &b).to_ibig(), &x + &y);
            prop_assert_eq!((&a - &b).to_ibig(), &x - &y);
            prop_assert_eq!((&a * &b).to_ibig(), &x * &y);
            prop_assert_eq!((-&a).to_ibig(), -&x);
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!(a == b, x == y);
        }

        #[test]
        fn is_canonical(a in integer(), b in integer()) {
            // Going up and coming back must give the same representation, or hashing breaks.
            prop_assert_eq!(&(&(&a + &b) - &b), &a);
            prop_assert_eq!((&a * &b).to_i64().is_some(), i64::try_from(&(a.to_ibig() * b.to_ibig())).is_ok());
        }

        #[test]
        fn division_laws(a in integer(), b in integer()) {
            prop_assume!(!b.is_zero());
            let (q, r) = a.div_rem_euclid(&b);
            prop_assert_eq!(&(&q * &b) + &r, a.clone());
            prop_assert!(!r.is_negative() && r < b.abs());
            let floor = a.div_floor(&b);
            let rest = &a - &(&floor * &b);
            prop_assert!(rest.is_zero() || rest.signum() == b.signum());
            prop_assert!(rest.abs() < b.abs());
            let ceil = a.div_ceil(&b);
            prop_assert_eq!(&ceil - &floor, if rest.is_zero() { Integer::ZERO } else { Integer::ONE });
            prop_assert_eq!((&a * &b).div_exact(&b), a);
        }

        #[test]
        fn gcd_divides_both_and_lcm_is_a_multiple(a in integer(), b in integer()) {
            let gcd = a.gcd(&b);
            prop_assert!(gcd.divides(&a) && gcd.divides(&b) && !gcd.is_negative());
            prop_assert_eq!(&gcd * &a.lcm(&b), (&a * &b).abs());
        }

        #[test]
        fn text_round_trips(a in integer()) {
            prop_assert_eq!(a.to_string().parse::<Integer>(), Ok(a));
        }
    }

    #[test]
    fn bad_text_is_refused() {
        for text in ["", "-", "+1", " 1", "1_0", "0x1", "1.0", "--1"] {
            assert_eq!(text.parse::<Integer>(), Err(ParseIntegerError), "{text:?}");
        }
    }
}
