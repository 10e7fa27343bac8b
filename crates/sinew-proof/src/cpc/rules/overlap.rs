//! Words that cannot meet: where one could begin within another, and characters that a string cannot have enough of.

use super::super::lists::difference;
use super::super::op::{Known, Op};
use super::super::term::{Outcome, Term, Terms};
use super::equality::different_values;
use super::words::flat;
use super::{RuleFn, equation_if};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("str-ctn-multiset-subset", multiset_subset),
    ("str-overlap-split-ctn", split_contains),
    ("str-overlap-endpoints-ctn", endpoints_contains),
    ("str-overlap-endpoints-indexof", endpoints_indexof),
    ("str-overlap-endpoints-replace", endpoints_replace),
];

/// Whether one could be a beginning of the other. What is neither equal nor different for sure is refused.
fn compatible(a: &[Term], b: &[Term], terms: &Terms) -> Outcome<bool> {
    for (&a, &b) in a.iter().zip(b) {
        if a == b {
            continue;
        }
        if different_values(terms, a, b) {
            return Ok(false);
        }
        return Err("whether the words overlap depends on an open term".into());
    }
    Ok(true)
}

/// The least number of components after which `t` could begin within (or beyond the end of) `s`.
pub(crate) fn overlap(terms: &mut Terms, s: Term, t: Term, rev: bool) -> Outcome<usize> {
    let (s, t) = (flat(terms, s, rev)?, flat(terms, t, rev)?);
    for skipped in 0..s.len() {
        terms.charge(t.len().min(s.len()) + 1)?;
        if compatible(&s[skipped..], &t, terms)? {
            return Ok(skipped);
        }
    }
    Ok(s.len())
}

/// Whether a word can be overlapped at its end (at its beginning, with the flag) by another.
fn has_overlap(terms: &mut Terms, s: Term, t: Term, rev: bool) -> Outcome<bool> {
    let length = terms.as_str(s).map(<[u32]>::len);
    let length = length.ok_or("a word was expected")?;
    Ok(length > overlap(terms, s, t, rev)?)
}

fn is_word(terms: &Terms, term: Term) -> bool {
    terms.as_str(term).is_some()
}

fn contains(terms: &Terms, term: Term) -> Outcome<(Term, Term)> {
    (terms.match2(Known::Contains, term)).ok_or_else(|| "str.contains was expected".into())
}

/// The components of a concatenation of so many.
fn concat<const N: usize>(terms: &Terms, term: Term) -> Outcome<[Term; N]> {
    let args = terms.match_app(Known::Concat, term).unwrap_or_default();
    <[Term; N]>::try_from(args).map_err(|_| format!("{N} components were expected").into())
}

/// A word in the middle that cannot share a character with `d` at either end: `d` is on one side of it.
fn split_contains(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (whole, d) = contains(terms, left)?;
        let [t, c, s] = concat(terms, whole)?;
        if has_overlap(terms, c, d, false)? || has_overlap(terms, d, c, false)? {
            return Ok(false);
        }
        let first = terms.app(Known::Contains, &[t, d])?;
        let second = terms.app(Known::Contains, &[s, d])?;
        Ok(terms.app(Known::Or, &[first, second])? == right)
    })
}

/// Whether words at both ends cannot be part of an occurrence of `d₁·…·d₂`.
fn ends_free(terms: &mut Terms, [c1, c2]: [Term; 2], [d1, d2]: [Term; 2]) -> Outcome<bool> {
    Ok(is_word(terms, d1)
        && is_word(terms, d2)
        && !has_overlap(terms, c1, d1, false)?
        && !has_overlap(terms, c2, d2, true)?)
}

fn endpoints_contains(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (whole, pattern) = contains(terms, left)?;
        let ([c1, s, c2], [d1, _, d2]) = (concat(terms, whole)?, concat(terms, pattern)?);
        Ok(ends_free(terms, [c1, c2], [d1, d2])?
            && terms.app(Known::Contains, &[s, pattern])? == right)
    })
}

fn endpoints_indexof(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let parts = super::parts(terms, Known::IndexOf, left)?;
        let &[whole, pattern, zero] = &parts[..] else {
            return Ok(false);
        };
        let ([s, c], [_, d]) = (concat(terms, whole)?, concat(terms, pattern)?);
        Ok(terms.is_number(zero, 0)
            && is_word(terms, d)
            && !has_overlap(terms, c, d, true)?
            && terms.app(Known::IndexOf, &[s, pattern, zero])? == right)
    })
}

fn endpoints_replace(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let parts = super::parts(terms, Known::Replace, left)?;
        let &[whole, pattern, by] = &parts[..] else {
            return Ok(false);
        };
        let ([c1, s, c2], [d1, _, d2]) = (concat(terms, whole)?, concat(terms, pattern)?);
        if !ends_free(terms, [c1, c2], [d1, d2])? {
            return Ok(false);
        }
        let inner = terms.app(Known::Replace, &[s, pattern, by])?;
        Ok(terms.app(Known::Concat, &[c1, inner, c2])? == right)
    })
}

/// Characters and open terms that a string's characters are among, with multiplicity.
fn overapproximation(terms: &mut Terms, root: Term) -> Outcome<Vec<Term>> {
    let mut found = Vec::new();
    let mut work = vec![root];
    while let Some(term) = work.pop() {
        terms.charge(1)?;
        if terms.as_str(term).is_some() {
            found.extend(flat(terms, term, false)?);
            continue;
        }
        match (terms.op(term), terms.args(term)) {
            (Op::Known(Known::Concat), args) => work.extend(args),
            (Op::Known(Known::Substr), &[x, _, _]) => work.push(x),
            (Op::Known(Known::Replace), &[x, _, z]) => work.extend([x, z]),
            _ => found.push(term),
        }
    }
    Ok(found)
}

/// `t` does not contain `s`: of some character `s` has more than `t` can have.
fn multiset_subset(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (t, s) = contains(terms, left)?;
        let available = overapproximation(terms, t)?;
        let needed = flat(terms, s, false)?;
        let missing = difference(&needed, &available);
        let left_over = difference(&available, &needed);
        terms.charge(missing.len() * (left_over.len() + 1))?;
        let lacking = missing.iter().any(|&c| {
            is_word(terms, c)
                && left_over
                    .iter()
                    .all(|&other| different_values(terms, c, other))
        });
        Ok(lacking && terms.as_bool(right) == Some(false))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        for (rule, equation) in [
            (
                "str-ctn-multiset-subset",
                "(= (str.contains (str.++ x \"ab\" y) (str.++ x \"aac\" y)) false)",
            ),
            (
                "str-ctn-multiset-subset",
                "(= (str.contains (str.substr \"ab\" i j) \"c\") false)",
            ),
            (
                "str-ctn-multiset-subset",
                "(= (str.contains (str.replace \"ab\" x \"d\") \"c\") false)",
            ),
            (
                "str-overlap-split-ctn",
                "(= (str.contains (str.++ x \"aa\" y) \"bb\") (or (str.contains x \"bb\") (str.contains y \"bb\")))",
            ),
            (
                "str-overlap-endpoints-ctn",
                "(= (str.contains (str.++ \"ab\" x \"ab\") (str.++ \"c\" y \"d\")) (str.contains x (str.++ \"c\" y \"d\")))",
            ),
            (
                "str-overlap-endpoints-indexof",
                "(= (str.indexof (str.++ x \"a\") (str.++ y \"b\") 0) (str.indexof x (str.++ y \"b\") 0))",
            ),
            (
                "str-overlap-endpoints-replace",
                "(= (str.replace (str.++ \"a\" x \"a\") (str.++ \"b\" y \"b\") z)
                    (str.++ \"a\" (str.replace x (str.++ \"b\" y \"b\") z) \"a\"))",
            ),
        ] {
            accepted(&[(rule, "()", &format!("({equation})"), equation)]);
        }
    }

    #[test]
    fn refused_instances() {
        for (rule, equation) in [
            (
                "str-ctn-multiset-subset",
                "(= (str.contains (str.++ x \"ab\" y) (str.++ x \"ab\" y)) false)",
            ),
            // x may be "c".
            (
                "str-ctn-multiset-subset",
                "(= (str.contains (str.++ x \"ab\") \"c\") false)",
            ),
            (
                "str-ctn-multiset-subset",
                "(= (str.contains (str.replace \"ab\" x y) \"c\") false)",
            ),
            (
                "str-ctn-multiset-subset",
                "(= (str.contains \"ab\" \"c\") true)",
            ),
            (
                "str-overlap-split-ctn",
                "(= (str.contains (str.++ x \"ab\" y) \"ba\") (or (str.contains x \"ba\") (str.contains y \"ba\")))",
            ),
            (
                "str-overlap-endpoints-ctn",
                "(= (str.contains (str.++ \"ac\" x \"ab\") (str.++ \"c\" y \"d\")) (str.contains x (str.++ \"c\" y \"d\")))",
            ),
            (
                "str-overlap-endpoints-indexof",
                "(= (str.indexof (str.++ x \"a\") (str.++ y \"a\") 0) (str.indexof x (str.++ y \"a\") 0))",
            ),
            (
                "str-overlap-endpoints-indexof",
                "(= (str.indexof (str.++ x \"a\") (str.++ y \"b\") 1) (str.indexof x (str.++ y \"b\") 1))",
            ),
        ] {
            refused(&[(rule, "()", &format!("({equation})"), equation)]);
        }
    }
}
