//! The functions of the theory *Ints*.
//!
//! `div` and `mod` follow Boute's Euclidean definition, which the theory prescribes: for n ≠ 0,
//! m = n·(div m n) + (mod m n) with 0 ≤ (mod m n) < |n|. For n = 0 the theory says nothing, so
//! the model does; the evaluator asks it before it comes here.

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, DivRemEuclid};

use crate::limits::{Meter, Reason};

/// `(+ …)`
pub(crate) fn add<'a>(
    parts: impl Iterator<Item = &'a IBig>,
    meter: &mut Meter<'_>,
) -> Result<IBig, Reason> {
    let mut sum = IBig::ZERO;
    for part in parts {
        sum += part;
        meter.fits_bits(sum.bit_len())?;
    }
    Ok(sum)
}

/// `(- a b …)`, from left to right.
pub(crate) fn subtract<'a>(
    mut parts: impl Iterator<Item = &'a IBig>,
    meter: &mut Meter<'_>,
) -> Result<IBig, Reason> {
    let mut difference = parts.next().cloned().unwrap_or(IBig::ZERO);
    for part in parts {
        difference -= part;
        meter.fits_bits(difference.bit_len())?;
    }
    Ok(difference)
}

/// `(* …)`
pub(crate) fn multiply<'a>(
    parts: impl Iterator<Item = &'a IBig>,
    meter: &mut Meter<'_>,
) -> Result<IBig, Reason> {
    let mut product = IBig::ONE;
    for part in parts {
        let bits = product.bit_len() + part.bit_len();
        meter.fits_bits(bits)?;
        meter.spend(bits / 64)?;
        product *= part;
    }
    Ok(product)
}

/// `(div m n)` and `(mod m n)` for n ≠ 0.
pub(crate) fn div_mod(m: &IBig, n: &IBig) -> (IBig, IBig) {
    let (quotient, remainder) = m.clone().div_rem_euclid(n.clone());
    (quotient, IBig::from(remainder))
}

/// `(abs n)`
pub(crate) fn absolute(n: &IBig) -> IBig {
    n.clone().abs()
}

/// `((_ divisible n) m)`: m is a multiple of n, which is positive.
pub(crate) fn divisible(m: &IBig, n: &IBig) -> bool {
    div_mod(m, n).1 == IBig::ZERO
}
