//! Comparisons of lengths that hold whatever the strings are, after parts of a sum are bounded by simpler ones.

use super::super::op::{Known, Op};
use super::super::term::{Outcome, Term, Terms};
use super::poly::polynomial;
use super::{RuleFn, equation_if};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("arith-string-pred-entail", entail),
    ("arith-string-pred-safe-approx", safe_approximation),
];

/// Whether a term is a sum of products of lengths with factors that are not negative.
fn not_negative(terms: &mut Terms, term: Term) -> Outcome<bool> {
    let polynomial = polynomial(terms, term)?;
    Ok(polynomial.iter().all(|(monomial, coefficient)| {
        !coefficient.is_negative()
            && (monomial.iter()).all(|&factor| terms.match1(Known::Len, factor).is_some())
    }))
}

/// Whether `a >= b` in that way.
fn at_least(terms: &mut Terms, a: Term, b: Term) -> Outcome<bool> {
    let difference = terms.app(Known::Sub, &[a, b])?;
    not_negative(terms, difference)
}

/// The left side of a comparison `(>= n 0)`.
fn bounded_below(terms: &Terms, term: Term) -> Outcome {
    match terms.match2(Known::Ge, term) {
        Some((n, zero)) if terms.is_number(zero, 0) => Ok(n),
        _ => Err("a comparison with 0 was expected".into()),
    }
}

fn entail(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let n = bounded_below(terms, left)?;
        Ok(terms.as_bool(right) == Some(true) && not_negative(terms, n)?)
    })
}

/// `n >= m` by its form, and `m >= 0`: then both comparisons are true.
fn safe_approximation(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (n, m) = (bounded_below(terms, left)?, bounded_below(terms, right)?);
        Ok(not_negative(terms, m)? && approximates(terms, n, m)?)
    })
}

/// Whether `m` is at most `n`, part by part.
fn approximates(terms: &mut Terms, n: Term, m: Term) -> Outcome<bool> {
    // The flag says that the second must be below the first, else above.
    let mut work = vec![(n, m, true)];
    while let Some((n, m, under)) = work.pop() {
        terms.charge(1)?;
        if n == m {
            continue;
        }
        let (n_args, m_args) = (terms.args(n).to_vec(), terms.args(m).to_vec());
        let fits = match (terms.op(n), &n_args[..]) {
            (Op::Known(Known::Len), &[x]) => length(terms, x, m, under)?,
            (Op::Known(Known::IndexOf), &[x, y, _]) => index(terms, x, y, m, under)?,
            (Op::Known(Known::StrToInt), _) => under && terms.is_number(m, -1),
            (Op::Known(Known::Add), _)
                if terms.op(m) == terms.op(n) && n_args.len() == m_args.len() =>
            {
                work.extend(n_args.iter().zip(&m_args).map(|(&n, &m)| (n, m, under)));
                true
            }
            (Op::Known(Known::Mul), &[factor, inner]) => {
                let value = terms.as_int(factor).map(|n| *n < 0.into());
                match (value, terms.match2(Known::Mul, m)) {
                    (Some(negative), Some((same, other))) if same == factor => {
                        work.push((inner, other, under != negative));
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Bounds of the length of a part, of a replacement, of a numeral.
fn length(terms: &mut Terms, x: Term, m: Term, under: bool) -> Outcome<bool> {
    let args = terms.args(x).to_vec();
    match (terms.op(x), &args[..]) {
        (Op::Known(Known::Substr), &[s, start, count]) => {
            let end = terms.app(Known::Add, &[start, count])?;
            let whole = terms.app(Known::Len, &[s])?;
            if m == count {
                return if under {
                    Ok(not_negative(terms, start)? && at_least(terms, whole, end)?)
                } else {
                    not_negative(terms, count)
                };
            }
            if m == whole {
                return Ok(!under);
            }
            if m != terms.app(Known::Sub, &[whole, start])? {
                return Ok(false);
            }
            if under {
                Ok(not_negative(terms, start)? && at_least(terms, end, whole)?)
            } else {
                at_least(terms, whole, start)
            }
        }
        (Op::Known(Known::Replace), &[s, t, r]) => {
            let [s, t, r] = [s, t, r].map(|part| terms.app(Known::Len, &[part]));
            let (s, t, r) = (s?, t?, r?);
            if m == s {
                return if under {
                    Ok(at_least(terms, r, t)? || at_least(terms, r, s)?)
                } else {
                    at_least(terms, t, r)
                };
            }
            if m == terms.app(Known::Add, &[s, r])? {
                return Ok(!under);
            }
            Ok(under && m == terms.app(Known::Sub, &[s, t])?)
        }
        (Op::Known(Known::FromInt), &[n]) => {
            let one = terms.small(1)?;
            let next = terms.app(Known::Add, &[n, one])?;
            if m == next {
                return Ok(!under && not_negative(terms, n)?);
            }
            if m == n {
                return Ok(!under && at_least(terms, n, one)?);
            }
            Ok(under && m == one && not_negative(terms, n)?)
        }
        _ => Ok(false),
    }
}

/// Bounds of a position.
fn index(terms: &mut Terms, x: Term, y: Term, m: Term, under: bool) -> Outcome<bool> {
    if terms.is_number(m, -1) {
        return Ok(under);
    }
    let (x, y) = (terms.app(Known::Len, &[x])?, terms.app(Known::Len, &[y])?);
    if m == x {
        return Ok(!under);
    }
    Ok(m == terms.app(Known::Sub, &[x, y])? && !under && at_least(terms, x, y)?)
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        for (rule, equation) in [
            (
                "arith-string-pred-entail",
                "(= (>= (+ (str.len x) (* 2 (str.len y)) 3) 0) true)",
            ),
            (
                "arith-string-pred-entail",
                "(= (>= (* (str.len x) (str.len x)) 0) true)",
            ),
            (
                "arith-string-pred-safe-approx",
                "(= (>= (+ (str.len x) (* -1 (str.len (str.substr x i j)))) 0) (>= (+ (str.len x) (* -1 (str.len x))) 0))",
            ),
            (
                "arith-string-pred-safe-approx",
                "(= (>= (+ (str.indexof x y 0) 1) 0) (>= (+ -1 1) 0))",
            ),
        ] {
            accepted(&[(rule, "()", &format!("({equation})"), equation)]);
        }
    }

    #[test]
    fn refused_instances() {
        for (rule, equation) in [
            (
                "arith-string-pred-entail",
                "(= (>= (- (str.len x) 1) 0) true)",
            ),
            (
                "arith-string-pred-entail",
                "(= (>= (+ (str.len x) i) 0) true)",
            ),
            ("arith-string-pred-entail", "(= (>= (str.len x) 0) false)"),
            // The length of a part is not below, but above.
            (
                "arith-string-pred-safe-approx",
                "(= (>= (+ (str.len (str.substr x i j)) 0) 0) (>= (+ (str.len x) 0) 0))",
            ),
            (
                "arith-string-pred-safe-approx",
                "(= (>= (+ (str.indexof x y 0) 0) 0) (>= (+ (str.len x) 0) 0))",
            ),
            (
                "arith-string-pred-safe-approx",
                "(= (>= (+ (str.len (str.replace x y z)) 0) 0) (>= (+ (str.len x) 0) 0))",
            ),
        ] {
            refused(&[(rule, "()", &format!("({equation})"), equation)]);
        }
    }
}
