//! Instances, witnesses, and what may be done to bound variables.

use rustc_hash::FxHashMap;

use super::super::lists::{difference, same_multiset, set_of};
use super::super::op::{Known, Op};
use super::super::subst::{is_closed, occurs_free, rebuild, substitute};
use super::super::term::{Outcome, Term, Terms};
use super::{RuleFn, equation_if, exactly, parts};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("instantiate", instantiate),
    ("skolemize", skolemize),
    ("alpha_equiv", alpha_equiv),
    ("quant_var_reordering", reordering),
    ("quant-unused-vars", unused_variables),
    ("quant-merge-prenex", merge_prenex),
    ("quant-miniscope-and", miniscope_and),
    ("quant-miniscope-or", miniscope_or),
    ("quant-miniscope-ite", miniscope_ite),
    ("quant-var-elim-eq", eliminate_equal),
];

/// The variables and the body of a universally quantified formula.
fn forall(terms: &Terms, term: Term) -> Outcome<(Vec<Term>, Term)> {
    match terms.match2(Known::Forall, term) {
        Some((list, body)) => Ok((terms.args(list).to_vec(), body)),
        None => Err("a universally quantified formula was expected".into()),
    }
}

/// Quantifier, variables and body.
fn quantified(terms: &Terms, term: Term) -> Outcome<(Known, Vec<Term>, Term)> {
    match (terms.op(term), terms.args(term)) {
        (Op::Known(quantifier @ (Known::Forall | Known::Exists)), &[list, body]) => {
            Ok((quantifier, terms.args(list).to_vec(), body))
        }
        _ => Err("a quantified formula was expected".into()),
    }
}

fn instantiate(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [values]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let (variables, body) = forall(terms, premise)?;
    let values = parts(terms, Known::List, values)?;
    substitute(terms, body, &variables, &values)
}

/// A universally quantified formula that fails has witnesses, named by the formula and the number of the variable.
fn skolemize(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [premise] = exactly("premises", premises)?;
    let formula = terms.match1(Known::Not, premise);
    let formula = formula.ok_or("a negation was expected")?;
    let (variables, body) = forall(terms, formula)?;
    if !is_closed(terms, formula)? || set_of(&variables).len() != variables.len() {
        return Err("the formula has free variables, or binds one twice".into());
    }
    let mut witnesses = Vec::new();
    for i in 0..variables.len() {
        let i = terms.int(i.into())?;
        witnesses.push(terms.app(Known::Skolem, &[formula, i])?);
    }
    let negated = terms.not(body)?;
    substitute(terms, negated, &variables, &witnesses)
}

/// Bound variables get other names.
fn alpha_equiv(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [term, old, new] = exactly("arguments", args)?;
    let old = parts(terms, Known::List, old)?;
    let new = parts(terms, Known::List, new)?;
    let variables = |list: &[Term]| {
        (list.iter()).all(|&variable| matches!(terms.op(variable), Op::Variable(..)))
            && set_of(list).len() == list.len()
    };
    let sorts = old.iter().zip(&new);
    if old.len() != new.len()
        || !variables(&old)
        || !variables(&new)
        || sorts
            .into_iter()
            .any(|(&a, &b)| terms.sort(a) != terms.sort(b))
    {
        return Err("this is no renaming of variables".into());
    }
    if occurs_free(terms, term, &old)? || occurs_free(terms, term, &new)? {
        return Err("a variable to be renamed occurs free".into());
    }
    let renamed = rename(terms, term, &old, &new)?;
    terms.eq(term, renamed)
}

/// Renames everywhere, binders included. No binder may bind a new name before.
fn rename(terms: &mut Terms, root: Term, old: &[Term], new: &[Term]) -> Outcome {
    let mapping: FxHashMap<Term, Term> = old.iter().copied().zip(new.iter().copied()).collect();
    let mut known: FxHashMap<Term, Term> = FxHashMap::default();
    let mut work = vec![(root, false)];
    while let Some((term, ready)) = work.pop() {
        if known.contains_key(&term) {
            continue;
        }
        terms.charge(1)?;
        if let Ok((_, variables, _)) = quantified(terms, term)
            && variables.iter().any(|variable| new.contains(variable))
        {
            return Err("a new name is bound already".into());
        }
        if let Some(&renamed) = mapping.get(&term) {
            known.insert(term, renamed);
        } else if ready {
            let args: Vec<Term> = terms.args(term).iter().map(|arg| known[arg]).collect();
            let renamed = rebuild(terms, term, &args)?;
            known.insert(term, renamed);
        } else {
            work.push((term, true));
            work.extend(terms.args(term).iter().map(|&arg| (arg, false)));
        }
    }
    Ok(known[&root])
}

fn reordering(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let ((x, f), (y, g)) = (forall(terms, left)?, forall(terms, right)?);
        // A variable bound twice would be another one after reordering; a set of them is the same.
        Ok(f == g && same_multiset(&x, &y))
    })
}

/// Variables that do not occur, or are bound twice, go.
fn unused_variables(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (quantifier, x, f) = quantified(terms, left)?;
        let x = set_of(&x);
        let unused = match quantified(terms, right) {
            Ok((other, y, g)) if other == quantifier && g == f => {
                if !difference(&y, &x).is_empty() {
                    return Ok(false);
                }
                difference(&x, &y)
            }
            _ if right == f => x,
            _ => return Ok(false),
        };
        Ok(!occurs_free(terms, right, &unused)?)
    })
}

fn merge_prenex(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (quantifier, mut variables, mut body) = quantified(terms, left)?;
        while let Ok((inner, more, next)) = quantified(terms, body)
            && inner == quantifier
        {
            terms.charge(more.len())?;
            variables.extend(more);
            body = next;
        }
        let list = terms.app(Known::List, &variables)?;
        Ok(terms.app(quantifier, &[list, body])? == right)
    })
}

fn miniscope_and(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (_, body) = forall(terms, left)?;
        let list = terms.args(left)[0];
        let mut all = Vec::new();
        for part in parts(terms, Known::And, body)? {
            all.push(terms.app(Known::Forall, &[list, part])?);
        }
        Ok(terms.app(Known::And, &all)? == right)
    })
}

/// Each part of a disjunction keeps the variables that occur in no part after it; all are used up in their order.
fn miniscope_or(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (variables, body) = forall(terms, left)?;
        let (before, after) = (
            parts(terms, Known::Or, body)?,
            parts(terms, Known::Or, right)?,
        );
        if before.len() != after.len() {
            return Ok(false);
        }
        let mut left = &variables[..];
        for (i, (&part, &scoped)) in before.iter().zip(&after).enumerate() {
            if part != scoped {
                let (bound, inner) = forall(terms, scoped)?;
                if inner != part || !left.starts_with(&bound) {
                    return Ok(false);
                }
                for &rest in &after[i + 1..] {
                    if occurs_free(terms, rest, &bound)? {
                        return Ok(false);
                    }
                }
                left = &left[bound.len()..];
            }
            if occurs_free(terms, part, left)? {
                return Ok(false);
            }
        }
        Ok(left.is_empty())
    })
}

fn miniscope_ite(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (variables, body) = forall(terms, left)?;
        let list = terms.args(left)[0];
        let cases = parts(terms, Known::Ite, body)?;
        if occurs_free(terms, cases[0], &variables)? {
            return Ok(false);
        }
        let yes = terms.app(Known::Forall, &[list, cases[1]])?;
        let no = terms.app(Known::Forall, &[list, cases[2]])?;
        Ok(terms.app(Known::Ite, &[cases[0], yes, no])? == right)
    })
}

/// `∀x (x ≠ t ∨ F)` is `F` with `t` for `x`, if `x` does not occur in `t`.
fn eliminate_equal(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (variables, body) = forall(terms, left)?;
        let [x] = exactly("variables", &variables)?;
        let (first, rest) = match terms.match_app(Known::Or, body) {
            Some([first, rest @ ..]) => (*first, rest.to_vec()),
            _ => (body, Vec::new()),
        };
        let rest = terms.list_or_single(Known::Or, &rest)?;
        let equation = terms.match1(Known::Not, first);
        let (found, t) = terms.sides(equation.ok_or("a disequality was expected")?)?;
        if found != x || occurs_free(terms, t, &[x])? {
            return Ok(false);
        }
        Ok(substitute(terms, rest, &[x], &[t])? == right)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            (
                "instantiate",
                "((forall ((n Int)) (> n i)))",
                "((@list j))",
                "(> j i)",
            ),
            (
                "skolemize",
                "((not (forall ((n Int)) (> n i))))",
                "()",
                "(not (> (@quantifiers_skolemize (forall ((n Int)) (> n i)) 0) i))",
            ),
            (
                "alpha_equiv",
                "()",
                "((forall ((n Int)) (> n i)) (@list (@var \"n\" Int)) (@list (@var \"m\" Int)))",
                "(= (forall ((n Int)) (> n i)) (forall ((m Int)) (> m i)))",
            ),
        ]);
        for (rule, equation) in [
            (
                "quant_var_reordering",
                "(= (forall ((n Int) (m Int)) (> n m)) (forall ((m Int) (n Int)) (> n m)))",
            ),
            (
                "quant-unused-vars",
                "(= (forall ((n Int) (m Int)) (> n i)) (forall ((n Int)) (> n i)))",
            ),
            ("quant-unused-vars", "(= (exists ((n Int)) a) a)"),
            (
                "quant-merge-prenex",
                "(= (forall ((n Int)) (forall ((m Int)) (> n m))) (forall ((n Int) (m Int)) (> n m)))",
            ),
            (
                "quant-miniscope-and",
                "(= (forall ((n Int)) (and (> n i) a)) (and (forall ((n Int)) (> n i)) (forall ((n Int)) a)))",
            ),
            (
                "quant-miniscope-ite",
                "(= (forall ((n Int)) (ite a (> n i) b)) (ite a (forall ((n Int)) (> n i)) (forall ((n Int)) b)))",
            ),
            (
                "quant-var-elim-eq",
                "(= (forall ((n Int)) (or (not (= n i)) (> n j))) (> i j))",
            ),
            (
                "quant-var-elim-eq",
                "(= (forall ((n Int)) (not (= n i))) false)",
            ),
            (
                "exists-elim",
                "(= (exists ((n Int)) (> n i)) (not (forall ((n Int)) (not (> n i)))))",
            ),
        ] {
            accepted(&[(rule, "()", &format!("({equation})"), equation)]);
        }
    }

    #[test]
    fn refused_instances() {
        refused(&[
            (
                "instantiate",
                "((forall ((n Int)) (> n i)))",
                "((@list x))",
                "true",
            ),
            (
                "instantiate",
                "((exists ((n Int)) (> n i)))",
                "((@list j))",
                "(> j i)",
            ),
            (
                "instantiate",
                "((forall ((n Int)) (> n i)))",
                "((@list))",
                "(> i i)",
            ),
            ("skolemize", "((forall ((n Int)) (> n i)))", "()", "true"),
            (
                "skolemize",
                "((not (forall ((n Int)) (> n (@var \"m\" Int)))))",
                "()",
                "true",
            ),
            (
                "alpha_equiv",
                "()",
                "((forall ((n Int)) (> n (@var \"m\" Int))) (@list (@var \"n\" Int)) (@list (@var \"m\" Int)))",
                "(= (forall ((n Int)) (> n (@var \"m\" Int))) (forall ((m Int)) (> m m)))",
            ),
        ]);
        for (rule, equation) in [
            ("quant-unused-vars", "(= (forall ((n Int) (m Int)) (> n i)) (forall ((m Int)) (> n i)))"),
            ("quant-miniscope-ite", "(= (forall ((n Int)) (ite (> n 0) a b)) (ite (> n 0) (forall ((n Int)) a) (forall ((n Int)) b)))"),
            ("quant-var-elim-eq", "(= (forall ((n Int)) (or (not (= n (+ n 1))) (> n j))) (> (+ (@var \"n\" Int) 1) j))"),
            // Bound in one part, free in the other.
            (
                "quant-miniscope-or",
                "(= (forall ((n Int)) (or (> n i) (> n j))) (or (forall ((n Int)) (> n i)) (> (@var \"n\" Int) j)))",
            ),
            (
                "quant-miniscope-or",
                "(= (forall ((n Int) (m Int)) (or (> n i) a)) (or (forall ((n Int)) (> n i)) a))",
            ),
            ("quant-var-elim-eq", "(= (forall ((n Int)) (or (= n i) (> n j))) (> i j))"),
        ]
        .map(|(rule, equation)| (rule, equation.replace("(ite (> n 0) (forall", "(ite (> (@var \"n\" Int) 0) (forall").replace("(forall ((m Int)) (> n i))", "(forall ((m Int)) (> (@var \"n\" Int) i))")))
        {
            refused(&[(rule, "()", &format!("({equation})"), &equation)]);
        }
    }
}
