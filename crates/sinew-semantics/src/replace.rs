//! The functions of the theory *Strings* that look for a match of a regular language in a word:
//! `str.replace_re`, `str.replace_re_all` and cvc5's `str.indexof_re`.
//!
//! The theory defines the first by the shortest leftmost match: w = u₁·w₁·u₂ where w₁ is the
//! shortest word of the language at the least position where there is one at all.

use dashu_int::IBig;

use crate::limits::{Meter, Reason};
use crate::regex::{ReId, Regexes};
use crate::strings::position;

/// Start and end of the shortest leftmost match of at least `least` characters that starts at
/// `from` or later.
fn leftmost_shortest(
    regexes: &mut Regexes,
    word: &[u32],
    id: ReId,
    from: usize,
    least: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<(usize, usize)>, Reason> {
    for start in from..=word.len() {
        meter.spend(1)?;
        if let Some(length) = regexes.shortest_prefix(&word[start..], least, id, meter)? {
            return Ok(Some((start, start + length)));
        }
    }
    Ok(None)
}

/// `(str.replace_re w L u)`: the shortest leftmost match of L in w, which may be ε, replaced by
/// u; w if there is none.
pub(crate) fn replace_re(
    regexes: &mut Regexes,
    word: &[u32],
    id: ReId,
    by: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Reason> {
    let Some((start, end)) = leftmost_shortest(regexes, word, id, 0, 0, meter)? else {
        return Ok(word.to_vec());
    };
    meter.fits(word.len() - (end - start) + by.len())?;
    Ok([&word[..start], by, &word[end..]].concat())
}

/// `(str.replace_re_all w L u)`: from left to right, each shortest leftmost *non-empty* match of
/// L in what is left of w replaced by u.
pub(crate) fn replace_re_all(
    regexes: &mut Regexes,
    word: &[u32],
    id: ReId,
    by: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Reason> {
    let mut result = Vec::new();
    let mut done = 0;
    while let Some((start, end)) = leftmost_shortest(regexes, word, id, done, 1, meter)? {
        meter.fits(result.len() + (start - done) + by.len())?;
        meter.spend(by.len())?;
        result.extend_from_slice(&word[done..start]);
        result.extend_from_slice(by);
        done = end;
    }
    meter.fits(result.len() + (word.len() - done))?;
    result.extend_from_slice(&word[done..]);
    Ok(result)
}

/// `(str.indexof_re w L i)`, an extension: the least position n ≥ i at which a word of L, maybe
/// ε, occurs in w; −1 if i is negative or above |w|, or if there is none.
pub(crate) fn index_of_re(
    regexes: &mut Regexes,
    word: &[u32],
    id: ReId,
    from: &IBig,
    meter: &mut Meter<'_>,
) -> Result<IBig, Reason> {
    let Some(from) = position(from, word.len()) else {
        return Ok(IBig::NEG_ONE);
    };
    let found = leftmost_shortest(regexes, word, id, from, 0, meter)?;
    Ok(found.map_or(IBig::NEG_ONE, |(start, _)| IBig::from(start)))
}
