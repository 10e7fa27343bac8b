//! Concatenations as lists of components, and as lists of characters and open components.

use super::super::op::Known;
use super::super::term::{Outcome, Term, Terms};
use super::aci::flattened;

/// The components as written; a term that is no concatenation is its only component.
pub(crate) fn components(terms: &Terms, term: Term, reversed: bool) -> Vec<Term> {
    let mut components = terms.elements_or_self(Known::Concat, term);
    if reversed {
        components.reverse();
    }
    components
}

/// A concatenation, or the only component.
pub(crate) fn from_components(terms: &mut Terms, components: &[Term], reversed: bool) -> Outcome {
    let mut components = components.to_vec();
    if reversed {
        components.reverse();
    }
    terms.list_or_single(Known::Concat, &components)
}

/// Characters of literals, each a literal, and the other components of the concatenation and of those inside.
pub(crate) fn flat(terms: &mut Terms, term: Term, reversed: bool) -> Outcome<Vec<Term>> {
    let mut flat = Vec::new();
    for component in flattened(terms, Known::Concat, term)? {
        match terms.as_str(component).map(<[u32]>::to_vec) {
            Some(word) => {
                terms.charge(word.len())?;
                for c in word {
                    flat.push(terms.string(&[c])?);
                }
            }
            None => flat.push(component),
        }
    }
    if reversed {
        flat.reverse();
    }
    Ok(flat)
}

/// `(str.substr x n m)`.
pub(crate) fn substr(terms: &mut Terms, x: Term, n: Term, m: Term) -> Outcome {
    terms.app(Known::Substr, &[x, n, m])
}

/// The first `n` characters.
pub(crate) fn prefix(terms: &mut Terms, x: Term, n: Term) -> Outcome {
    let zero = terms.small(0)?;
    substr(terms, x, zero, n)
}

/// What follows the first `n` characters.
pub(crate) fn after(terms: &mut Terms, x: Term, n: Term) -> Outcome {
    let length = terms.app(Known::Len, &[x])?;
    let rest = terms.app(Known::Sub, &[length, n])?;
    substr(terms, x, n, rest)
}

/// The last `n` characters.
pub(crate) fn suffix(terms: &mut Terms, x: Term, n: Term) -> Outcome {
    let length = terms.app(Known::Len, &[x])?;
    let start = terms.app(Known::Sub, &[length, n])?;
    substr(terms, x, start, n)
}

/// The name of a term's value.
pub(crate) fn purify(terms: &mut Terms, x: Term) -> Outcome {
    terms.app(Known::Purify, &[x])
}
