//! Transitivity, congruence, and terms that cannot be equal.

use super::super::lists::set_of;
use super::super::op::{Known, Op, Sort};
use super::super::subst::rebuild;
use super::super::term::{Outcome, Term, Terms};
use super::{RuleFn, equation_if, exactly};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("trans", trans),
    ("cong", cong),
    ("nary_cong", nary_cong),
    ("pairwise_cong", pairwise_cong),
    ("distinct_values", distinct_values),
    ("distinct-elim", distinct_elim),
    ("distinct-true", distinct_true),
    ("distinct-false", distinct_false),
    ("distinct-card-conflict", distinct_card),
];

fn trans(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let Some((&first, rest)) = premises.split_first() else {
        return Err("at least one premise is needed".into());
    };
    let (start, mut end) = terms.sides(first)?;
    for (i, &premise) in rest.iter().enumerate() {
        let (left, right) = terms.sides(premise)?;
        if left != end {
            return Err(
                format!("premise {} does not go on where the one before ends", i + 2).into(),
            );
        }
        end = right;
    }
    terms.eq(start, end)
}

/// The right side of an equation whose left side must be this.
fn other_side(terms: &Terms, left: Term, premise: Term) -> Outcome {
    match terms.sides(premise)? {
        (found, right) if found == left => Ok(right),
        _ => Err("a premise is not about the argument at its place".into()),
    }
}

/// The premises are about the last arguments; those before stay.
fn cong(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [term] = exactly("arguments", args)?;
    let mut changed = terms.args(term).to_vec();
    if let Op::Known(op) = terms.op(term)
        && op.is_list()
    {
        return Err("the arguments of a list are for nary_cong".into());
    }
    let Some(kept) = changed.len().checked_sub(premises.len()) else {
        return Err("there are more premises than arguments".into());
    };
    for (arg, &premise) in changed[kept..].iter_mut().zip(premises) {
        *arg = other_side(terms, *arg, premise)?;
    }
    let changed = rebuild(terms, term, &changed)?;
    terms.eq(term, changed)
}

/// One premise for each element.
fn nary_cong(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [term] = exactly("arguments", args)?;
    // A list of variables is no term whose parts could be exchanged.
    let list = matches!(terms.op(term), Op::Known(op) if op.is_list() && op != Known::List);
    if !list || terms.args(term).len() != premises.len() {
        return Err("a list with an argument for each premise was expected".into());
    }
    every_argument(terms, premises, term)
}

fn pairwise_cong(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [term] = exactly("arguments", args)?;
    let distinct = terms.op(term) == Op::Known(Known::Distinct);
    if !distinct || terms.args(term).len() != premises.len() {
        return Err("distinct with an argument for each premise was expected".into());
    }
    every_argument(terms, premises, term)
}

fn every_argument(terms: &mut Terms, premises: &[Term], term: Term) -> Outcome {
    let mut changed = terms.args(term).to_vec();
    for (arg, &premise) in changed.iter_mut().zip(premises) {
        *arg = other_side(terms, *arg, premise)?;
    }
    let changed = rebuild(terms, term, &changed)?;
    terms.eq(term, changed)
}

/// Whether they are literals of one sort with different values.
pub(crate) fn different_values(terms: &Terms, a: Term, b: Term) -> bool {
    let literal = |term| {
        terms.as_int(term).is_some()
            || terms.as_rational(term).is_some()
            || terms.as_str(term).is_some()
            || terms.as_bool(term).is_some()
    };
    a != b && terms.sort(a) == terms.sort(b) && literal(a) && literal(b)
}

fn distinct_values(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [a, b] = exactly("arguments", args)?;
    if !different_values(terms, a, b) {
        return Err("these are not two different values".into());
    }
    let equal = terms.eq(a, b)?;
    terms.not(equal)
}

fn distinct_elim(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let members = super::parts(terms, Known::Distinct, left)?;
        terms.charge(members.len() * members.len())?;
        let mut pairs = Vec::new();
        for (i, &a) in members.iter().enumerate() {
            for &b in &members[i + 1..] {
                let equal = terms.eq(a, b)?;
                pairs.push(terms.not(equal)?);
            }
        }
        Ok(terms.list_or_single(Known::And, &pairs)? == right)
    })
}

fn distinct_true(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let members = super::parts(terms, Known::Distinct, left)?;
        terms.charge(members.len() * members.len())?;
        let pairwise = members
            .iter()
            .enumerate()
            .all(|(i, &a)| (members[i + 1..].iter()).all(|&b| different_values(terms, a, b)));
        Ok(pairwise && terms.as_bool(right) == Some(true))
    })
}

fn distinct_false(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let members = super::parts(terms, Known::Distinct, left)?;
        Ok(set_of(&members).len() < members.len() && terms.as_bool(right) == Some(false))
    })
}

/// More members than the sort has values; of ours, only the sort of truth values is finite.
fn distinct_card(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let members = super::parts(terms, Known::Distinct, left)?;
        let bools = members
            .first()
            .is_some_and(|&m| terms.sort(m) == Sort::Bool);
        Ok(bools && members.len() > 2 && terms.as_bool(right) == Some(false))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            ("trans", "((= i j) (= j k))", "()", "(= i k)"),
            ("trans", "((= i j))", "()", "(= i j)"),
            ("symm", "((= i j))", "()", "(= j i)"),
            ("symm", "((not (= i j)))", "()", "(not (= j i))"),
            ("cong", "((= i j))", "((f i))", "(= (f i) (f j))"),
            (
                "cong",
                "((= x y) (= i j))",
                "((g x i))",
                "(= (g x i) (g y j))",
            ),
            ("cong", "((= i j))", "((g x i))", "(= (g x i) (g x j))"),
            (
                "cong",
                "((= r s))",
                "((re.loop 1 2 r))",
                "(= (re.loop 1 2 r) (re.loop 1 2 s))",
            ),
            (
                "nary_cong",
                "((= x y) (= z z))",
                "((str.++ x z))",
                "(= (str.++ x z) (str.++ y z))",
            ),
            (
                "pairwise_cong",
                "((= x y) (= z z))",
                "((distinct x z))",
                "(= (distinct x z) (distinct y z))",
            ),
            ("true_intro", "(a)", "()", "(= a true)"),
            ("false_elim", "((= a false))", "()", "(not a)"),
            (
                "distinct_values",
                "()",
                "(\"a\" \"b\")",
                "(not (= \"a\" \"b\"))",
            ),
            (
                "distinct-elim",
                "()",
                "((= (distinct i j) (not (= i j))))",
                "(= (distinct i j) (not (= i j)))",
            ),
            (
                "distinct-elim",
                "()",
                "((= (distinct i j k) (and (not (= i j)) (not (= i k)) (not (= j k)))))",
                "(= (distinct i j k) (and (not (= i j)) (not (= i k)) (not (= j k))))",
            ),
            (
                "distinct-true",
                "()",
                "((= (distinct 1 2 3) true))",
                "(= (distinct 1 2 3) true)",
            ),
            (
                "distinct-false",
                "()",
                "((= (distinct i j i) false))",
                "(= (distinct i j i) false)",
            ),
            (
                "distinct-card-conflict",
                "()",
                "((= (distinct a b c) false))",
                "(= (distinct a b c) false)",
            ),
            (
                "skolem_intro",
                "()",
                "((@purify (f i)))",
                "(= (@purify (f i)) (f i))",
            ),
        ]);
    }

    #[test]
    fn refused_instances() {
        refused(&[
            ("trans", "((= i j) (= i k))", "()", "(= j k)"),
            ("trans", "()", "()", "(= i i)"),
            ("cong", "((= j i))", "((f i))", "(= (f i) (f j))"),
            ("cong", "((= x y))", "((g x i))", "(= (g x i) (g y i))"),
            (
                "cong",
                "((= x y) (= i j) (= i j))",
                "((g x i))",
                "(= (g x i) (g y j))",
            ),
            (
                "nary_cong",
                "((= x y))",
                "((str.++ x z))",
                "(= (str.++ x z) (str.++ y z))",
            ),
            (
                "nary_cong",
                "((= i j))",
                "((@list i))",
                "(= (@list i) (@list j))",
            ),
            ("distinct_values", "()", "(1 1)", "(not (= 1 1))"),
            ("distinct_values", "()", "(i 1)", "(not (= i 1))"),
            (
                "distinct-true",
                "()",
                "((= (distinct 1 i) true))",
                "(= (distinct 1 i) true)",
            ),
            (
                "distinct-true",
                "()",
                "((= (distinct 1 2) false))",
                "(= (distinct 1 2) false)",
            ),
            (
                "distinct-false",
                "()",
                "((= (distinct i j) false))",
                "(= (distinct i j) false)",
            ),
            (
                "distinct-card-conflict",
                "()",
                "((= (distinct a b) false))",
                "(= (distinct a b) false)",
            ),
            (
                "distinct-card-conflict",
                "()",
                "((= (distinct i j k) false))",
                "(= (distinct i j k) false)",
            ),
        ]);
    }
}
