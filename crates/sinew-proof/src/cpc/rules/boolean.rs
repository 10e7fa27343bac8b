//! Conjunctions and disjunctions of any length, and what closes scopes.

use super::super::op::Known;
use super::super::term::{Outcome, Term, Terms};
use super::{RuleFn, exactly, index};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("and_elim", and_elim),
    ("and_intro", and_intro),
    ("not_or_elim", not_or_elim),
    ("not_and", not_and),
    ("cnf_and_pos", cnf_and_pos),
    ("cnf_and_neg", cnf_and_neg),
    ("cnf_or_pos", cnf_or_pos),
    ("cnf_or_neg", cnf_or_neg),
    ("process_scope", process_scope),
];

/// The n-th element of a list.
fn nth(terms: &Terms, op: Known, list: Term, n: Term) -> Outcome {
    let n = index(terms, n)?;
    let element = terms.elements(op, list).and_then(|list| list.get(n));
    element
        .copied()
        .ok_or_else(|| format!("there is no argument {n} of {}", op.name()).into())
}

fn negated(terms: &Terms, term: Term) -> Outcome {
    terms
        .match1(Known::Not, term)
        .ok_or_else(|| "a negation was expected".into())
}

fn and_elim(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([all], [n]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    nth(terms, Known::And, all, n)
}

fn and_intro(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    terms.list(Known::And, premises, None)
}

fn not_or_elim(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([all], [n]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let all = negated(terms, all)?;
    let part = nth(terms, Known::Or, all, n)?;
    terms.not(part)
}

/// The negations of a conjunction's parts.
fn negations(terms: &mut Terms, conjunction: Term) -> Outcome<Vec<Term>> {
    let Some(parts) = terms.elements(Known::And, conjunction) else {
        return Err("a conjunction was expected".into());
    };
    let parts = parts.to_vec();
    parts.into_iter().map(|part| terms.not(part)).collect()
}

fn not_and(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [premise] = exactly("premises", premises)?;
    let conjunction = negated(terms, premise)?;
    let negations = negations(terms, conjunction)?;
    terms.list(Known::Or, &negations, None)
}

fn cnf_and_pos(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [all, n] = exactly("arguments", args)?;
    let part = nth(terms, Known::And, all, n)?;
    let not = terms.not(all)?;
    terms.app(Known::Or, &[not, part])
}

fn cnf_and_neg(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [all] = exactly("arguments", args)?;
    let mut clause = vec![all];
    clause.extend(negations(terms, all)?);
    terms.app(Known::Or, &clause)
}

fn cnf_or_pos(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [all] = exactly("arguments", args)?;
    let mut clause = vec![terms.not(all)?];
    match terms.elements(Known::Or, all) {
        Some(parts) => clause.extend(parts),
        None => return Err("a disjunction was expected".into()),
    }
    terms.app(Known::Or, &clause)
}

fn cnf_or_neg(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [all, n] = exactly("arguments", args)?;
    let part = nth(terms, Known::Or, all, n)?;
    let not = terms.not(part)?;
    terms.app(Known::Or, &[all, not])
}

/// From `F₁ => … => Fₙ => C` with `C` given: `(F₁ ∧ … ∧ Fₙ) => C`, or the negation of the conjunction if `C` is `false`. One
/// hypothesis is no conjunction.
fn process_scope(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [goal]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let mut hypotheses = Vec::new();
    let mut rest = premise;
    while rest != goal {
        let Some((hypothesis, next)) = terms.match2(Known::Implies, rest) else {
            return Err("the goal is not at the end of the implications".into());
        };
        hypotheses.push(hypothesis);
        rest = next;
    }
    let all = match hypotheses[..] {
        [only] => only,
        _ => terms.list(Known::And, &hypotheses, None)?,
    };
    if terms.as_bool(goal) == Some(false) {
        terms.not(all)
    } else {
        terms.app(Known::Implies, &[all, goal])
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            ("and_elim", "((and a b c))", "(1)", "b"),
            ("and_elim", "((and a (and b c)))", "(1)", "(and b c)"),
            ("and_intro", "(a b)", "()", "(and a b)"),
            ("and_intro", "(a)", "()", "(and a)"),
            ("not_or_elim", "((not (or a b)))", "(1)", "(not b)"),
            ("not_and", "((not (and a b)))", "()", "(or (not a) (not b))"),
            (
                "cnf_and_pos",
                "()",
                "((and a b) 0)",
                "(or (not (and a b)) a)",
            ),
            (
                "cnf_and_neg",
                "()",
                "((and a b))",
                "(or (and a b) (not a) (not b))",
            ),
            ("cnf_or_pos", "()", "((or a b))", "(or (not (or a b)) a b)"),
            ("cnf_or_neg", "()", "((or a b) 1)", "(or (or a b) (not b))"),
            (
                "process_scope",
                "((=> a (=> b c)))",
                "(c)",
                "(=> (and a b) c)",
            ),
            ("process_scope", "((=> a false))", "(false)", "(not a)"),
            (
                "process_scope",
                "((=> a (=> b false)))",
                "(false)",
                "(not (and a b))",
            ),
            ("eq_resolve", "(a (= a b))", "()", "b"),
            ("modus_ponens", "(a (=> a b))", "()", "b"),
            ("contra", "(a (not a))", "()", "false"),
            ("implies_elim", "((=> a b))", "()", "(or (not a) b)"),
            ("equiv_elim2", "((= a b))", "()", "(or a (not b))"),
            (
                "not_equiv_elim2",
                "((not (= a b)))",
                "()",
                "(or (not a) (not b))",
            ),
            ("ite_elim2", "((ite a b c))", "()", "(or a c)"),
            (
                "cnf_ite_neg2",
                "()",
                "((ite a b c))",
                "(or (ite a b c) a (not c))",
            ),
            (
                "cnf_equiv_pos2",
                "()",
                "((= a b))",
                "(or (not (= a b)) a (not b))",
            ),
            ("split", "()", "(a)", "(or a (not a))"),
            (
                "ite_eq",
                "()",
                "((ite a i j))",
                "(ite a (= (ite a i j) i) (= (ite a i j) j))",
            ),
        ]);
    }

    #[test]
    fn refused_instances() {
        refused(&[
            ("and_elim", "((and a b))", "(2)", "b"),
            ("and_elim", "((or a b))", "(0)", "a"),
            ("and_elim", "((and a b))", "(-1)", "a"),
            ("not_or_elim", "((or a b))", "(0)", "(not a)"),
            ("not_and", "((and a b))", "()", "(or (not a) (not b))"),
            (
                "cnf_and_pos",
                "()",
                "((and a b) 0)",
                "(or (not (and a b)) b)",
            ),
            ("process_scope", "((=> a (=> b c)))", "(b)", "(=> a b)"),
            ("eq_resolve", "(b (= a b))", "()", "a"),
            ("modus_ponens", "(b (=> a b))", "()", "a"),
            ("contra", "(a (not b))", "()", "false"),
            ("contra", "(a)", "()", "false"),
            ("implies_elim", "((= a b))", "()", "(or (not a) b)"),
            ("equiv_elim1", "((= i j))", "()", "(or (not a) b)"),
            ("not_equiv_elim1", "((= a b))", "()", "(or a b)"),
            ("no_such_rule", "()", "()", "false"),
        ]);
    }
}
