//! The functions of the theory *Strings* on words, without regular languages.
//!
//! Each function transcribes the definition that the theory gives for the symbol in its name:
//! ⟦str.len⟧, ⟦str.substr⟧ and so on, section "Core functions" and "Additional functions". Words
//! are slices of code points, positions are counted from 0, and integers are unbounded, so
//! indices of any size are in order. The last section holds the extensions of cvc5.

use std::cmp::Ordering;

use dashu_int::IBig;
use sinew_term::MAX_CHAR;

use crate::limits::{Meter, Reason};
use crate::search::Needle;

/// `n` as a position `0..=end`, if it is one.
pub(crate) fn position(n: &IBig, end: usize) -> Option<usize> {
    usize::try_from(n).ok().filter(|&n| n <= end)
}

/// `(str.++ …)` of any number of words.
pub(crate) fn concat<'w>(
    words: impl Iterator<Item = &'w [u32]> + Clone,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Reason> {
    let length = words.clone().map(<[u32]>::len).sum();
    meter.fits(length)?;
    meter.spend(length)?;
    let mut whole = Vec::with_capacity(length);
    words.for_each(|word| whole.extend_from_slice(word));
    Ok(whole)
}

/// `(str.at w n)`: the one-character word at position n, ε if there is none.
pub(crate) fn at<'w>(word: &'w [u32], n: &IBig) -> &'w [u32] {
    substr(word, n, &IBig::ONE)
}

/// `(str.substr w m n)`: the longest (unscattered) subword of w from position m of length at
/// most n; ε if m is not a position of a character of w or n is not positive.
pub(crate) fn substr<'w>(word: &'w [u32], m: &IBig, n: &IBig) -> &'w [u32] {
    let Some(start) = position(m, word.len()) else {
        return &[];
    };
    let rest = &word[start..];
    if *n <= IBig::ZERO {
        return &[];
    }
    let length = position(n, rest.len()).unwrap_or(rest.len());
    &rest[..length]
}

/// `(str.prefixof v w)`: w = v·u for some u.
pub(crate) fn prefix_of(prefix: &[u32], word: &[u32]) -> bool {
    word.starts_with(prefix)
}

/// `(str.suffixof v w)`: w = u·v for some u.
pub(crate) fn suffix_of(suffix: &[u32], word: &[u32]) -> bool {
    word.ends_with(suffix)
}

/// `(str.contains w v)`: w = u₁·v·u₂ for some u₁, u₂.
pub(crate) fn contains(word: &[u32], part: &[u32], meter: &mut Meter<'_>) -> Result<bool, Reason> {
    let found = Needle::new(part, meter)?.find(word, 0, meter)?;
    Ok(found.is_some())
}

/// `(str.indexof w v i)`: the least position n ≥ i at which v occurs in w; −1 if i is negative
/// or above |w|, or if there is none.
pub(crate) fn index_of(
    word: &[u32],
    part: &[u32],
    from: &IBig,
    meter: &mut Meter<'_>,
) -> Result<IBig, Reason> {
    let Some(from) = position(from, word.len()) else {
        return Ok(IBig::NEG_ONE);
    };
    let found = Needle::new(part, meter)?.find(word, from, meter)?;
    Ok(found.map_or(IBig::NEG_ONE, IBig::from))
}

/// `(str.replace w v u)`: the first occurrence of v in w replaced by u; the empty v occurs
/// first at 0.
pub(crate) fn replace(
    word: &[u32],
    part: &[u32],
    by: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Reason> {
    let Some(start) = Needle::new(part, meter)?.find(word, 0, meter)? else {
        return Ok(word.to_vec());
    };
    meter.fits(word.len() - part.len() + by.len())?;
    Ok([&word[..start], by, &word[start + part.len()..]].concat())
}

/// `(str.replace_all w v u)`: all occurrences of v, found from left to right, none overlapping
/// another, replaced by u; w if v is empty.
pub(crate) fn replace_all(
    word: &[u32],
    part: &[u32],
    by: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Reason> {
    if part.is_empty() {
        return Ok(word.to_vec());
    }
    let needle = Needle::new(part, meter)?;
    let mut result = Vec::new();
    let mut done = 0;
    while let Some(start) = needle.find(word, done, meter)? {
        meter.fits(result.len() + (start - done) + by.len())?;
        meter.spend(by.len())?;
        result.extend_from_slice(&word[done..start]);
        result.extend_from_slice(by);
        done = start + part.len();
    }
    meter.fits(result.len() + (word.len() - done))?;
    result.extend_from_slice(&word[done..]);
    Ok(result)
}

/// `(str.< v w)` and `(str.<= v w)`: the lexicographic order by code points.
pub(crate) fn compare(left: &[u32], right: &[u32]) -> Ordering {
    left.cmp(right)
}

/// Whether a character is one of `0` … `9`, U+0030 to U+0039.
fn digit(c: u32) -> Option<u32> {
    (0x30..=0x39).contains(&c).then(|| c - 0x30)
}

/// `(str.is_digit w)`: w is a single decimal digit.
pub(crate) fn is_digit(word: &[u32]) -> bool {
    matches!(word, [c] if digit(*c).is_some())
}

/// `(str.to_code w)`: the code point of w if it is a single character, else −1.
pub(crate) fn to_code(word: &[u32]) -> IBig {
    match word {
        [c] => IBig::from(*c),
        _ => IBig::NEG_ONE,
    }
}

/// `(str.from_code n)`: the one-character word with code point n; ε if there is no such
/// character.
pub(crate) fn from_code(n: &IBig) -> Vec<u32> {
    match u32::try_from(n) {
        Ok(c) if c <= MAX_CHAR => vec![c],
        _ => Vec::new(),
    }
}

/// `(str.to_int w)`: the number that w denotes in base ten, leading zeros allowed; −1 if w is
/// empty or holds anything but digits.
pub(crate) fn to_int(word: &[u32], meter: &mut Meter<'_>) -> Result<IBig, Reason> {
    let digits: Option<String> = word
        .iter()
        .map(|&c| digit(c).and_then(|d| char::from_digit(d, 10)))
        .collect();
    let Some(digits) = digits.filter(|digits| !digits.is_empty()) else {
        return Ok(IBig::NEG_ONE);
    };
    // A decimal digit carries less than 3.5 bits.
    meter.fits_bits(digits.trim_start_matches('0').len().saturating_mul(7) / 2)?;
    meter.spend(digits.len())?;
    let number = IBig::from_str_radix(&digits, 10);
    Ok(number.unwrap_or(IBig::NEG_ONE))
}

/// `(str.from_int n)`: the shortest decimal numeral of n; ε if n is negative.
pub(crate) fn from_int(n: &IBig) -> Vec<u32> {
    if *n < IBig::ZERO {
        return Vec::new();
    }
    n.to_string().bytes().map(u32::from).collect()
}

/// `(str.rev w)`, an extension: the characters in reverse order.
pub(crate) fn rev(word: &[u32]) -> Vec<u32> {
    word.iter().rev().copied().collect()
}

/// `(str.update w n v)`, an extension: the characters of w from position n on are overwritten
/// by those of v, as far as w reaches; w if n is not the position of a character.
pub(crate) fn update(word: &[u32], n: &IBig, by: &[u32]) -> Vec<u32> {
    let mut result = word.to_vec();
    if let Some(start) = position(n, word.len()) {
        let length = by.len().min(word.len() - start);
        result[start..start + length].copy_from_slice(&by[..length]);
    }
    result
}

/// `(str.to_lower w)`, an extension: `A` … `Z` become `a` … `z`, all else stays.
pub(crate) fn to_lower(word: &[u32]) -> Vec<u32> {
    let lower = |c: u32| {
        if (0x41..=0x5A).contains(&c) {
            c + 0x20
        } else {
            c
        }
    };
    word.iter().copied().map(lower).collect()
}

/// `(str.to_upper w)`, an extension: `a` … `z` become `A` … `Z`, all else stays.
pub(crate) fn to_upper(word: &[u32]) -> Vec<u32> {
    let upper = |c: u32| {
        if (0x61..=0x7A).contains(&c) {
            c - 0x20
        } else {
            c
        }
    };
    word.iter().copied().map(upper).collect()
}
