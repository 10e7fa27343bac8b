//! Sums and products of inequalities, cuts, trichotomy, and division.

use super::super::op::{Known, Op, Sort};
use super::super::rational::value;
use super::super::term::{Outcome, Term, Terms};
use super::{RuleFn, exactly};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("arith_sum_ub", sum_ub),
    ("arith_mult_pos", |terms, premises, args| {
        mult(terms, premises, args, true)
    }),
    ("arith_mult_neg", |terms, premises, args| {
        mult(terms, premises, args, false)
    }),
    ("arith_trichotomy", trichotomy),
    ("int_tight_ub", tight_ub),
    ("int_tight_lb", tight_lb),
    ("arith_reduction", reduction),
    ("arith_mult_sign", mult_sign),
    ("arith_mult_abs_comparison", mult_abs),
];

/// A comparison of numbers: which, and its sides.
fn comparison(terms: &Terms, term: Term) -> Outcome<(Known, Term, Term)> {
    match (terms.op(term), terms.args(term)) {
        (Op::Known(op @ (Known::Eq | Known::Lt | Known::Le | Known::Gt | Known::Ge)), &[a, b])
            if matches!(terms.sort(a), Sort::Int | Sort::Real) =>
        {
            Ok((op, a, b))
        }
        _ => Err("a comparison of numbers was expected".into()),
    }
}

fn zero(terms: &mut Terms, like: Term) -> Outcome {
    let sort = terms.sort(like);
    terms.neutral(Known::Add, Some(sort))
}

/// The sum of `aᵢ ~ bᵢ` where each `~` is `<`, `<=` or `=`: strict if one is strict, `<=` otherwise.
fn sum_ub(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let (mut left, mut right, mut strict) = (Vec::new(), Vec::new(), false);
    for &premise in premises {
        let (op, a, b) = comparison(terms, premise)?;
        match op {
            Known::Lt => strict = true,
            Known::Le | Known::Eq => {}
            _ => return Err("only <, <= and = can be added".into()),
        }
        left.push(a);
        right.push(b);
    }
    let Some(&like) = left.first() else {
        return Err("at least one premise is needed".into());
    };
    if left
        .iter()
        .any(|&term| terms.sort(term) != terms.sort(like))
    {
        return Err("the premises are about different sorts".into());
    }
    let (left, right) = (
        terms.app(Known::Add, &left)?,
        terms.app(Known::Add, &right)?,
    );
    terms.app(if strict { Known::Lt } else { Known::Le }, &[left, right])
}

/// Multiplication of a comparison by a number that is positive, or negative.
fn mult(terms: &mut Terms, premises: &[Term], args: &[Term], positive: bool) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [factor, formula] = exactly("arguments", args)?;
    let (op, a, b) = comparison(terms, formula)?;
    let op = match (positive, op) {
        (false, Known::Lt) => Known::Gt,
        (false, Known::Le) => Known::Ge,
        (false, Known::Gt) => Known::Lt,
        (false, Known::Ge) => Known::Le,
        _ => op,
    };
    let zero = zero(terms, factor)?;
    let sign = if positive { Known::Gt } else { Known::Lt };
    let sign = terms.app(sign, &[factor, zero])?;
    let hypothesis = terms.app(Known::And, &[sign, formula])?;
    let a = terms.app(Known::Mul, &[factor, a])?;
    let b = terms.app(Known::Mul, &[factor, b])?;
    let conclusion = terms.app(op, &[a, b])?;
    terms.app(Known::Implies, &[hypothesis, conclusion])
}

/// The comparison that is the negation of a literal.
fn negated_comparison(terms: &Terms, literal: Term) -> Outcome<(Known, Term, Term)> {
    if let Some(inner) = terms.match1(Known::Not, literal) {
        return comparison(terms, inner);
    }
    let (op, a, b) = comparison(terms, literal)?;
    let op = match op {
        Known::Lt => Known::Ge,
        Known::Le => Known::Gt,
        Known::Gt => Known::Le,
        Known::Ge => Known::Lt,
        _ => return Err("an equation does not exclude one of three cases alone".into()),
    };
    Ok((op, a, b))
}

/// Two of `<`, `=`, `>` are excluded, so the third holds.
fn trichotomy(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [first, second] = exactly("premises", premises)?;
    let (p, a, b) = negated_comparison(terms, first)?;
    let (q, c, d) = negated_comparison(terms, second)?;
    if (a, b) != (c, d) {
        return Err("the premises are about different terms".into());
    }
    let third = match (p, q) {
        (Known::Eq, Known::Lt) | (Known::Lt, Known::Eq) => Known::Gt,
        (Known::Eq, Known::Gt) | (Known::Gt, Known::Eq) => Known::Lt,
        (Known::Lt, Known::Gt) | (Known::Gt, Known::Lt) => Known::Eq,
        _ => return Err("the premises do not exclude two of three cases".into()),
    };
    terms.app(third, &[a, b])
}

/// An integer below a number is at most the greatest integer below it.
fn tight_ub(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [premise] = exactly("premises", premises)?;
    let (op, a, b) = comparison(terms, premise)?;
    let bound = value(terms, b).ok_or("a number was expected")?;
    let integer = integer_side(terms, a)?;
    if op != Known::Lt {
        return Err("< was expected".into());
    }
    let floor = bound.floor();
    let greatest = if bound.is_integer() { floor - 1 } else { floor };
    let greatest = terms.int(greatest)?;
    terms.app(Known::Le, &[integer, greatest])
}

/// An integer above a number is at least the least integer above it.
fn tight_lb(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [premise] = exactly("premises", premises)?;
    let (op, a, b) = comparison(terms, premise)?;
    let bound = value(terms, b).ok_or("a number was expected")?;
    let integer = integer_side(terms, a)?;
    if op != Known::Gt {
        return Err("> was expected".into());
    }
    let least = terms.int(bound.floor() + 1)?;
    terms.app(Known::Ge, &[integer, least])
}

/// An integer term.
fn integer_side(terms: &Terms, term: Term) -> Outcome {
    if terms.sort(term) == Sort::Int {
        Ok(term)
    } else {
        Err("an integer was expected".into())
    }
}

/// What total division and remainder mean; the other operators' reductions are in the table.
fn reduction(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [term] = exactly("arguments", args)?;
    let (op, a, b) = match (terms.op(term), terms.args(term)) {
        (Op::Known(op @ (Known::DivTotal | Known::ModTotal)), &[a, b]) => (op, a, b),
        _ => return reduction_of_fixed_form(terms, term),
    };
    let quotient = terms.app(Known::DivTotal, &[a, b])?;
    let k = terms.app(Known::Purify, &[quotient])?;
    let bounds = quotient_bounds(terms, a, b, k)?;
    let meaning = if op == Known::DivTotal {
        k
    } else {
        let product = terms.app(Known::Mul, &[b, k])?;
        terms.app(Known::Sub, &[a, product])?
    };
    let equation = terms.eq(term, meaning)?;
    terms.app(Known::And, &[equation, bounds])
}

/// `b·k <= a < b·(k ± 1)`, for a divisor of known sign, or for both.
fn quotient_bounds(terms: &mut Terms, a: Term, b: Term, k: Term) -> Outcome {
    let product = terms.app(Known::Mul, &[b, k])?;
    let lower = terms.app(Known::Le, &[product, a])?;
    let upper = |terms: &mut Terms, step: i64| {
        let step = terms.small(step)?;
        let next = terms.app(Known::Add, &[k, step])?;
        let product = terms.app(Known::Mul, &[b, next])?;
        terms.app(Known::Lt, &[a, product])
    };
    if let Some(divisor) = value(terms, b) {
        if divisor.is_zero() {
            return Err("the divisor is zero".into());
        }
        let upper = upper(terms, if divisor.is_negative() { -1 } else { 1 })?;
        return terms.app(Known::And, &[lower, upper]);
    }
    let zero = terms.small(0)?;
    let mut cases = Vec::new();
    for (sign, step) in [(Known::Gt, 1), (Known::Lt, -1)] {
        let sign = terms.app(sign, &[b, zero])?;
        let upper = upper(terms, step)?;
        let bounds = terms.app(Known::And, &[lower, upper])?;
        cases.push(terms.app(Known::Implies, &[sign, bounds])?);
    }
    terms.app(Known::And, &cases)
}

/// Division, remainder, absolute value, integer parts.
fn reduction_of_fixed_form(terms: &mut Terms, term: Term) -> Outcome {
    let args = terms.args(term).to_vec();
    match (terms.op(term), &args[..]) {
        (Op::Known(op @ (Known::Div | Known::Mod)), &[a, b]) => {
            let (by_zero, total) = match op {
                Known::Div => (Known::IntDivByZero, Known::DivTotal),
                _ => (Known::ModByZero, Known::ModTotal),
            };
            let zero = terms.small(0)?;
            let is_zero = terms.eq(b, zero)?;
            let by_zero = terms.app(by_zero, &[a])?;
            let total = terms.app(total, &[a, b])?;
            let meaning = terms.app(Known::Ite, &[is_zero, by_zero, total])?;
            terms.eq(term, meaning)
        }
        (Op::Known(Known::Abs), &[a]) => {
            let zero = zero(terms, a)?;
            let negative = terms.app(Known::Lt, &[a, zero])?;
            let minus = terms.app(Known::Neg, &[a])?;
            let meaning = terms.app(Known::Ite, &[negative, minus, a])?;
            terms.eq(term, meaning)
        }
        (Op::Known(op @ (Known::ToInt | Known::IsInt)), &[a]) => {
            let floor = terms.app(Known::ToInt, &[a])?;
            let k = terms.app(Known::Purify, &[floor])?;
            let real = terms.app(Known::ToReal, &[k])?;
            let rest = terms.app(Known::Sub, &[a, real])?;
            let (zero, one) = (
                terms.rational(0.into(), 1.into())?,
                terms.rational(1.into(), 1.into())?,
            );
            let lower = terms.app(Known::Le, &[zero, rest])?;
            let upper = terms.app(Known::Lt, &[rest, one])?;
            let bounds = terms.app(Known::And, &[lower, upper])?;
            let meaning = if op == Known::ToInt {
                k
            } else {
                terms.eq(a, real)?
            };
            let equation = terms.eq(term, meaning)?;
            terms.app(Known::And, &[equation, bounds])
        }
        _ => Err("there is no reduction of this".into()),
    }
}

/// The sign of a product of powers, from the signs of the factors: a conjunction with one literal per different factor, in order.
fn mult_sign(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [signs, product] = exactly("arguments", args)?;
    let literals = terms.elements_or_self(Known::And, signs);
    let mut factors = super::parts(terms, Known::Mul, product)?;
    let mut positive = true;
    for literal in literals {
        let (literal_sign, factor, bound) = match terms.match1(Known::Not, literal) {
            Some(inner) => {
                let (a, b) = terms.sides(inner)?;
                (Known::Distinct, a, b)
            }
            None => comparison(terms, literal)?,
        };
        if !terms.is_number(bound, 0) {
            return Err("a comparison with zero was expected".into());
        }
        let power = factors.iter().take_while(|&&f| f == factor).count();
        if power == 0 {
            return Err("a literal is not about the next factor".into());
        }
        let odd = power % 2 == 1;
        match literal_sign {
            Known::Gt => {}
            Known::Lt => positive ^= odd,
            Known::Distinct if !odd => {}
            _ => return Err("the sign of an odd power is not known".into()),
        }
        factors.drain(..power);
    }
    if !factors.is_empty() {
        return Err("a factor has no literal".into());
    }
    let zero = zero(terms, product)?;
    let sign = if positive { Known::Gt } else { Known::Lt };
    let conclusion = terms.app(sign, &[product, zero])?;
    terms.app(Known::Implies, &[signs, conclusion])
}

/// The two terms whose absolute values a formula compares.
fn absolute_values(terms: &Terms, op: Known, formula: Term) -> Option<(Term, Term)> {
    let (a, b) = terms.match2(op, formula)?;
    Some((terms.match1(Known::Abs, a)?, terms.match1(Known::Abs, b)?))
}

/// Products of terms whose absolute values are all equal, or greater: then so is that of the product. Among greater ones, equal ones are
/// allowed that are not zero.
fn mult_abs(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let Some(&first) = premises.first() else {
        return Err("at least one premise is needed".into());
    };
    let op = match absolute_values(terms, Known::Gt, first) {
        Some(_) => Known::Gt,
        None => Known::Eq,
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (i, &premise) in premises.iter().enumerate() {
        let pair = absolute_values(terms, op, premise).or_else(|| {
            let (equal, differs) = terms.match2(Known::And, premise).filter(|_| i > 0)?;
            let (t, u) = absolute_values(terms, Known::Eq, equal)?;
            let (same, zero) = terms.match2(Known::Eq, terms.match1(Known::Not, differs)?)?;
            (op == Known::Gt && same == t && terms.is_number(zero, 0)).then_some((t, u))
        });
        let (t, u) = pair.ok_or("a comparison of absolute values was expected")?;
        left.push(t);
        right.push(u);
    }
    let (left, right) = (
        terms.app(Known::Mul, &left)?,
        terms.app(Known::Mul, &right)?,
    );
    let (left, right) = (
        terms.app(Known::Abs, &[left])?,
        terms.app(Known::Abs, &[right])?,
    );
    terms.app(op, &[left, right])
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            ("arith_sum_ub", "((< i j) (<= j k))", "()", "(< (+ i j) (+ j k))"),
            ("arith_sum_ub", "((= i j))", "()", "(<= (+ i) (+ j))"),
            (
                "arith_mult_pos",
                "()",
                "(2 (>= i j))",
                "(=> (and (> 2 0) (>= i j)) (>= (* 2 i) (* 2 j)))",
            ),
            (
                "arith_mult_neg",
                "()",
                "(-1 (< i j))",
                "(=> (and (< -1 0) (< i j)) (> (* -1 i) (* -1 j)))",
            ),
            ("arith_trichotomy", "((<= i j) (>= i j))", "()", "(= i j)"),
            ("arith_trichotomy", "((not (= i j)) (<= i j))", "()", "(< i j)"),
            ("int_tight_ub", "((< i 3))", "()", "(<= i 2)"),
            ("int_tight_lb", "((> i -3))", "()", "(>= i -2)"),
            ("arith_reduction", "()", "((abs i))", "(= (abs i) (ite (< i 0) (- i) i))"),
            (
                "arith_reduction",
                "()",
                "((mod_total i 3))",
                "(and (= (mod_total i 3) (- i (* 3 (@purify (div_total i 3)))))
                  (and (<= (* 3 (@purify (div_total i 3))) i) (< i (* 3 (+ (@purify (div_total i 3)) 1)))))",
            ),
            (
                "arith_mult_abs_comparison",
                "((> (abs i) (abs j)) (and (= (abs k) (abs i)) (not (= k 0))))",
                "()",
                "(> (abs (* i k)) (abs (* j i)))",
            ),
            ("arith_mult_sign", "()", "((and (< i 0) (> j 0)) (* i j))", "(=> (and (< i 0) (> j 0)) (< (* i j) 0))"),
            ("arith_mult_sign", "()", "((not (= i 0)) (* i i))", "(=> (not (= i 0)) (> (* i i) 0))"),
        ]);
    }

    #[test]
    fn refused_instances() {
        refused(&[
            (
                "arith_sum_ub",
                "((< i j) (> j k))",
                "()",
                "(< (+ i j) (+ j k))",
            ),
            (
                "arith_sum_ub",
                "((= i j) (= j k))",
                "()",
                "(< (+ i j) (+ j k))",
            ),
            ("arith_sum_ub", "((= a b))", "()", "(<= (+ i) (+ j))"),
            (
                "arith_mult_neg",
                "()",
                "(-1 (< i j))",
                "(=> (and (< -1 0) (< i j)) (< (* -1 i) (* -1 j)))",
            ),
            ("arith_trichotomy", "((<= i j) (<= i j))", "()", "(= i j)"),
            ("arith_trichotomy", "((<= i j) (>= j i))", "()", "(= i j)"),
            ("int_tight_ub", "((<= i 3))", "()", "(<= i 2)"),
            ("int_tight_ub", "((< u 3/1))", "()", "(<= u 2/1)"),
            ("int_tight_lb", "((> i 3))", "()", "(>= i 5)"),
            (
                "arith_mult_abs_comparison",
                "((> (abs i) (abs j)) (= (abs k) (abs i)))",
                "()",
                "(> (abs (* i k)) (abs (* j i)))",
            ),
            ("arith_reduction", "()", "((div_total i 0))", "true"),
            (
                "arith_mult_sign",
                "()",
                "((not (= i 0)) (* i i i))",
                "(=> (not (= i 0)) (> (* i i i) 0))",
            ),
            (
                "arith_mult_sign",
                "()",
                "((< i 0) (* i j))",
                "(=> (< i 0) (< (* i j) 0))",
            ),
        ]);
    }
}
