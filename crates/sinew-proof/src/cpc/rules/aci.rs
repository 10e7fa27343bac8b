//! Equality up to associativity, commutativity, idempotence and neutral elements, and absorbing elements.

use super::super::lists::{same_multiset, set_of};
use super::super::op::{Known, Op};
use super::super::term::{Outcome, Term, Terms};
use super::{RuleFn, equation_if};

pub(crate) const RULES: &[(&str, RuleFn)] = &[("aci_norm", aci_norm), ("absorb", absorb)];

/// The list operator of a term, and whether order and repetition do not matter to it.
fn operator(terms: &Terms, term: Term) -> Option<(Known, bool)> {
    match terms.op(term) {
        Op::Known(op @ (Known::Or | Known::And | Known::ReUnion | Known::ReInter)) => {
            Some((op, true))
        }
        Op::Known(op @ (Known::Concat | Known::ReConcat)) => Some((op, false)),
        _ => None,
    }
}

/// The elements of lists within lists, without neutral elements, in order.
pub(crate) fn flattened(terms: &mut Terms, op: Known, term: Term) -> Outcome<Vec<Term>> {
    let mut flat = Vec::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        terms.charge(1)?;
        match terms.elements(op, term) {
            Some(elements) => work.extend(elements.iter().rev()),
            None => flat.push(term),
        }
    }
    Ok(flat)
}

fn aci_norm(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, a, b| {
        let Some((op, sets)) = operator(terms, a).or_else(|| operator(terms, b)) else {
            return Ok(a == b);
        };
        let (a, b) = (flattened(terms, op, a)?, flattened(terms, op, b)?);
        Ok(if sets {
            same_multiset(&set_of(&a), &set_of(&b))
        } else {
            a == b
        })
    })
}

fn absorb(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, term, zero| {
        let Op::Known(op) = terms.op(term) else {
            return Ok(false);
        };
        let absorbing = match op {
            Known::Or => Known::True,
            Known::And => Known::False,
            Known::ReUnion => Known::ReAll,
            Known::ReInter | Known::ReConcat => Known::ReNone,
            _ => return Ok(false),
        };
        Ok(terms.op(zero) == Op::Known(absorbing) && flattened(terms, op, term)?.contains(&zero))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    /// Rows of one rule that concludes its argument.
    fn rows<'a>(equations: &'a [(&str, String)]) -> Vec<(&'a str, &'a str, &'a str, &'a str)> {
        let inside = |text: &'a str| &text[1..text.len() - 1];
        equations
            .iter()
            .map(|(rule, args)| (*rule, "()", args.as_str(), inside(args)))
            .collect()
    }

    #[test]
    fn accepted_instances() {
        let table = [
            ("aci_norm", "(or a (or b a))", "(or b a)"),
            ("aci_norm", "(and a true)", "a"),
            ("aci_norm", "(or false)", "false"),
            (
                "aci_norm",
                "(str.++ (str.++ x \"a\") y)",
                "(str.++ x \"a\" y)",
            ),
            ("aci_norm", "(str.++ x \"\")", "x"),
            ("aci_norm", "x", "(str.++ \"\" x)"),
            ("aci_norm", "(re.++ r (re.++ s r))", "(re.++ r s r)"),
            ("aci_norm", "(re.union r s re.none)", "(re.union s r)"),
            ("absorb", "(or a true b)", "true"),
            ("absorb", "(and a (and b false))", "false"),
            ("absorb", "(re.++ r re.none)", "re.none"),
        ]
        .map(|(rule, a, b)| (rule, format!("((= {a} {b}))")));
        accepted(&rows(&table));
    }

    #[test]
    fn refused_instances() {
        let table = [
            ("aci_norm", "(or a b)", "(or a c)"),
            ("aci_norm", "(or a b)", "(and a b)"),
            ("aci_norm", "(str.++ x y)", "(str.++ y x)"),
            ("aci_norm", "(str.++ x x)", "x"),
            ("aci_norm", "(re.++ r r)", "r"),
            ("aci_norm", "(+ i j)", "(+ j i)"),
            ("aci_norm", "(or a b)", "(or (and a b))"),
            ("absorb", "(or a false)", "false"),
            ("absorb", "(or a b)", "true"),
            ("absorb", "(re.++ r re.all)", "re.all"),
            ("absorb", "(and a (or b false))", "false"),
        ]
        .map(|(rule, a, b)| (rule, format!("((= {a} {b}))")));
        refused(&rows(&table));
    }
}
