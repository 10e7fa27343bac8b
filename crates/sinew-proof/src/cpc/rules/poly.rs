//! Polynomials over terms: equality of arithmetic terms, and of comparisons up to a factor.

use std::collections::BTreeMap;

use super::super::op::{Known, Op, Sort};
use super::super::rational::{Rational, value};
use super::super::term::{Outcome, Term, Terms};
use super::{RuleFn, equation_if, exactly};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("arith_poly_norm", arith_poly_norm),
    ("arith_poly_norm_rel", arith_poly_norm_rel),
];

/// Coefficients by monomial; a monomial is a sorted list of terms that are no sums or products. No coefficient is zero.
pub(crate) type Polynomial = BTreeMap<Vec<Term>, Rational>;

fn add(terms: &mut Terms, to: &mut Polynomial, from: Polynomial) -> Outcome<()> {
    terms.charge(from.len())?;
    for (monomial, coefficient) in from {
        match to.entry(monomial) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(coefficient);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let sum = entry.get().add(&coefficient);
                if sum.is_zero() {
                    entry.remove();
                } else {
                    *entry.get_mut() = sum;
                }
            }
        }
    }
    Ok(())
}

fn scale(polynomial: &Polynomial, factor: &Rational) -> Polynomial {
    if factor.is_zero() {
        return Polynomial::new();
    }
    let scaled = polynomial.iter();
    scaled
        .map(|(monomial, coefficient)| (monomial.clone(), coefficient.mul(factor)))
        .collect()
}

fn multiply(terms: &mut Terms, a: &Polynomial, b: &Polynomial) -> Outcome<Polynomial> {
    let mut product = Polynomial::new();
    for (left, p) in a {
        for (right, q) in b {
            terms.charge(left.len() + right.len() + 1)?;
            let mut monomial = [&left[..], &right[..]].concat();
            monomial.sort_unstable();
            add(
                terms,
                &mut product,
                Polynomial::from([(monomial, p.mul(q))]),
            )?;
        }
    }
    Ok(product)
}

fn constant(value: Rational) -> Polynomial {
    if value.is_zero() {
        Polynomial::new()
    } else {
        Polynomial::from([(Vec::new(), value)])
    }
}

enum Work {
    Visit(Term),
    Combine(Term),
}

/// The polynomial of an arithmetic term. What is neither sum, product nor number stands for itself.
pub(crate) fn polynomial(terms: &mut Terms, root: Term) -> Outcome<Polynomial> {
    let mut values: Vec<Polynomial> = Vec::new();
    let mut work = vec![Work::Visit(root)];
    while let Some(item) = work.pop() {
        terms.charge(1)?;
        match item {
            Work::Visit(term) => {
                if let Some(number) = value(terms, term) {
                    values.push(constant(number));
                    continue;
                }
                let args = terms.args(term);
                let inner = match terms.op(term) {
                    Op::Known(
                        Known::Add | Known::Mul | Known::Sub | Known::Neg | Known::ToReal,
                    ) => args,
                    Op::Known(Known::Slash | Known::SlashTotal)
                        if value(terms, args[1]).is_some_and(|d| !d.is_zero()) =>
                    {
                        &args[..1]
                    }
                    _ => {
                        let one = Rational::integer(1.into());
                        values.push(Polynomial::from([(vec![term], one)]));
                        continue;
                    }
                };
                work.push(Work::Combine(term));
                work.extend(inner.iter().rev().map(|&arg| Work::Visit(arg)));
            }
            Work::Combine(term) => combine(terms, term, &mut values)?,
        }
    }
    values.pop().ok_or_else(|| "no polynomial".into())
}

fn combine(terms: &mut Terms, term: Term, values: &mut Vec<Polynomial>) -> Outcome<()> {
    let minus_one = Rational::integer((-1).into());
    let count = match terms.op(term) {
        Op::Known(Known::Slash | Known::SlashTotal) => 1,
        _ => terms.args(term).len(),
    };
    let mut parts = values.split_off(values.len() - count).into_iter();
    let mut result = parts.next().unwrap_or_default();
    match terms.op(term) {
        Op::Known(Known::Neg) => result = scale(&result, &minus_one),
        Op::Known(Known::Slash | Known::SlashTotal) => {
            let divisor = value(terms, terms.args(term)[1]).ok_or("no divisor")?;
            result = scale(&result, &divisor.inverse());
        }
        op => {
            for part in parts {
                match op {
                    Op::Known(Known::Mul) => result = multiply(terms, &result, &part)?,
                    Op::Known(Known::Sub) => add(terms, &mut result, scale(&part, &minus_one))?,
                    _ => add(terms, &mut result, part)?,
                }
            }
        }
    }
    values.push(result);
    Ok(())
}

fn same(terms: &mut Terms, a: Term, b: Term) -> Outcome<bool> {
    if let Some(same) = same_sums(terms, a, b)? {
        return Ok(same);
    }
    let arithmetic = |sort| matches!(sort, Sort::Int | Sort::Real);
    Ok(arithmetic(terms.sort(a)) && polynomial(terms, a)? == polynomial(terms, b)?)
}

/// Whether `a − b` is zero, where both are sums of integers with small factors; nothing if they are not, or a number is too large.
///
/// Most comparisons are of this kind. It is sound by itself: the difference is taken apart into summands `factor · term`, exactly, and is zero if the
/// factors of each term, and the constants, add up to zero. Two such sums are one polynomial only then, so `false` is no less exact.
fn same_sums(terms: &mut Terms, a: Term, b: Term) -> Outcome<Option<bool>> {
    if [a, b].iter().any(|&side| terms.sort(side) != Sort::Int) {
        return Ok(None);
    }
    let (mut constant, mut summands) = (0i64, Vec::<(Term, i64)>::new());
    let mut work = vec![(a, 1i64), (b, -1)];
    while let Some((term, factor)) = work.pop() {
        terms.charge(1)?;
        if let Some(number) = terms.as_int(term) {
            let number = i64::try_from(number).ok();
            let product = number.and_then(|number| number.checked_mul(factor));
            let Some(sum) = product.and_then(|product| constant.checked_add(product)) else {
                return Ok(None);
            };
            constant = sum;
            continue;
        }
        let args = terms.args(term);
        match terms.op(term) {
            Op::Known(Known::Add) => work.extend(args.iter().map(|&arg| (arg, factor))),
            Op::Known(op @ (Known::Sub | Known::Neg)) => {
                let Some(negated) = factor.checked_neg() else {
                    return Ok(None);
                };
                for (at, &arg) in args.iter().enumerate() {
                    let first = at == 0 && op == Known::Sub;
                    work.push((arg, if first { factor } else { negated }));
                }
            }
            Op::Known(Known::Mul) => match scaled_factor(terms, args, factor) {
                Some(scaled) => work.push(scaled),
                None => return Ok(None),
            },
            _ => summands.push((term, factor)),
        }
    }
    summands.sort_unstable();
    let mut at = 0;
    while let Some(&(term, _)) = summands.get(at) {
        let mut sum = 0i128;
        while let Some(&(_, factor)) = summands.get(at).filter(|next| next.0 == term) {
            sum += i128::from(factor);
            at += 1;
        }
        if sum != 0 {
            return Ok(Some(false));
        }
    }
    Ok(Some(constant == 0))
}

/// The factor of a product that is no number, with the others times a factor; nothing if there are several, or none.
fn scaled_factor(terms: &Terms, args: &[Term], mut factor: i64) -> Option<(Term, i64)> {
    let mut other = None;
    for &arg in args {
        match terms.as_int(arg) {
            Some(number) => factor = factor.checked_mul(i64::try_from(number).ok()?)?,
            None if other.is_some() => return None,
            None => other = Some(arg),
        }
    }
    Some((other?, factor))
}

fn arith_poly_norm(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, same)
}

/// `p·(x₁ − x₂) = q·(y₁ − y₂)` with factors `p`, `q` that are no zeros, and of the same sign unless both comparisons are equations: then
/// `x₁ ~ x₂` and `y₁ ~ y₂` say the same.
fn arith_poly_norm_rel(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [equation]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let (left, right) = terms.sides(equation)?;
    let relation = |term: Term| match (terms.op(term), terms.args(term)) {
        (Op::Known(op @ (Known::Eq | Known::Lt | Known::Le | Known::Gt | Known::Ge)), &[a, b])
            if matches!(terms.sort(a), Sort::Int | Sort::Real) =>
        {
            Ok((op, a, b))
        }
        _ => Err("a comparison was expected"),
    };
    let ((op, x1, x2), (other, y1, y2)) = (relation(left)?, relation(right)?);
    if op != other {
        return Err("the comparisons are different".into());
    }
    let (scaled_x, scaled_y) = terms.sides(premise)?;
    let (p, x) = factor(terms, scaled_x)?;
    let (q, y) = factor(terms, scaled_y)?;
    let signs = if op == Known::Eq {
        p.sign() != 0 && q.sign() != 0
    } else {
        p.sign() != 0 && p.sign() == q.sign()
    };
    if !signs {
        return Err("the factors have the wrong signs".into());
    }
    let is_difference = |term: Term, a: Term, b: Term| {
        let inner = terms.match1(Known::ToReal, term).unwrap_or(term);
        terms.match2(Known::Sub, inner) == Some((a, b))
    };
    if is_difference(x, x1, x2) && is_difference(y, y1, y2) {
        Ok(equation)
    } else {
        Err("the premise is not about the differences of the sides".into())
    }
}

/// A number times a term.
fn factor(terms: &Terms, term: Term) -> Outcome<(Rational, Term)> {
    match terms.match2(Known::Mul, term) {
        Some((number, term)) => match value(terms, number) {
            Some(number) => Ok((number, term)),
            None => Err("a number was expected as factor".into()),
        },
        None => Err("a product of a number and a term was expected".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            (
                "arith_poly_norm",
                "()",
                "((= (+ i j) (+ j i)))",
                "(= (+ i j) (+ j i))",
            ),
            (
                "arith_poly_norm",
                "()",
                "((= (* 2 (+ i 1)) (+ i i 2)))",
                "(= (* 2 (+ i 1)) (+ i i 2))",
            ),
            (
                "arith_poly_norm",
                "()",
                "((= (* i j) (* j i)))",
                "(= (* i j) (* j i))",
            ),
            ("arith_poly_norm", "()", "((= (- i i) 0))", "(= (- i i) 0)"),
            (
                "arith_poly_norm",
                "()",
                "((= (- i (* -2 (- j i) 3)) (+ (* 6 j) (* (- 5) i))))",
                "(= (- i (* -2 (- j i) 3)) (+ (* 6 j) (* (- 5) i)))",
            ),
            (
                "arith_poly_norm",
                "()",
                "((= (* 9223372036854775807 (+ i i)) (* 18446744073709551614 i)))",
                "(= (* 9223372036854775807 (+ i i)) (* 18446744073709551614 i))",
            ),
            (
                "arith_poly_norm",
                "()",
                "((= (/ u 2/1) (* 1/2 u)))",
                "(= (/ u 2/1) (* 1/2 u))",
            ),
            (
                "arith_poly_norm",
                "()",
                "((= (to_real (+ i 1)) (+ 1/1 (to_real i))))",
                "(= (to_real (+ i 1)) (+ 1/1 (to_real i)))",
            ),
            (
                "arith_poly_norm_rel",
                "((= (* 1 (- i j)) (* 2 (- k 0))))",
                "((= (>= i j) (>= k 0)))",
                "(= (>= i j) (>= k 0))",
            ),
            (
                "arith_poly_norm_rel",
                "((= (* 1 (- i j)) (* -1 (- j i))))",
                "((= (= i j) (= j i)))",
                "(= (= i j) (= j i))",
            ),
        ]);
    }

    #[test]
    fn refused_instances() {
        refused(&[
            (
                "arith_poly_norm",
                "()",
                "((= (+ i j) (+ i k)))",
                "(= (+ i j) (+ i k))",
            ),
            ("arith_poly_norm", "()", "((= (* i i) i))", "(= (* i i) i)"),
            (
                "arith_poly_norm",
                "()",
                "((= (+ i i 1) (+ i 1)))",
                "(= (+ i i 1) (+ i 1))",
            ),
            (
                "arith_poly_norm",
                "()",
                "((= (- i j) (- j i)))",
                "(= (- i j) (- j i))",
            ),
            (
                "arith_poly_norm",
                "()",
                "((= (+ (* 9223372036854775807 i) (* 9223372036854775807 i) i i) 0))",
                "(= (+ (* 9223372036854775807 i) (* 9223372036854775807 i) i i) 0)",
            ),
            ("arith_poly_norm", "()", "((= a b))", "(= a b)"),
            (
                "arith_poly_norm",
                "()",
                "((= (/ u 0/1) (/ v 0/1)))",
                "(= (/ u 0/1) (/ v 0/1))",
            ),
            (
                "arith_poly_norm_rel",
                "((= (* 1 (- i j)) (* -1 (- j i))))",
                "((= (>= i j) (>= j i)))",
                "(= (>= i j) (>= j i))",
            ),
            (
                "arith_poly_norm_rel",
                "((= (* 0 (- i j)) (* 0 (- k j))))",
                "((= (= i j) (= k j)))",
                "(= (= i j) (= k j))",
            ),
            (
                "arith_poly_norm_rel",
                "((= (* 1 (- i j)) (* 1 (- k j))))",
                "((= (>= i j) (> k j)))",
                "(= (>= i j) (> k j))",
            ),
        ]);
    }
}
