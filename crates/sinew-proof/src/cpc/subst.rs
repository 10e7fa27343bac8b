//! Free variables and substitution.
//!
//! Substitution never renames: where a bound variable would capture a variable of what is put in, it refuses.

use rustc_hash::{FxHashMap, FxHashSet};

use super::op::{Known, Op};
use super::term::{Outcome, Term, Terms};

/// The variables that occur free, in the order of their first occurrence.
pub(crate) fn free_variables(terms: &mut Terms, root: Term) -> Outcome<Vec<Term>> {
    // Without binders below, a node's variables do not depend on where it occurs; with binders, what is bound is part of the key.
    let mut found = Vec::new();
    let mut known = FxHashSet::default();
    let mut seen: FxHashSet<(Term, usize)> = FxHashSet::default();
    // Chains of binders: each is the variables of one binder and the chain around it.
    let mut chains: Vec<(Vec<Term>, usize)> = vec![(Vec::new(), 0)];
    let mut work = vec![(root, 0)];
    while let Some((term, chain)) = work.pop() {
        if !terms.has_variables(term) || !seen.insert((term, chain)) {
            continue;
        }
        terms.charge(1)?;
        match (terms.op(term), terms.args(term)) {
            (Op::Variable(..), _) => {
                let mut at = chain;
                let mut bound = false;
                while at != 0 && !bound {
                    bound = chains[at].0.contains(&term);
                    at = chains[at].1;
                }
                if !bound && known.insert(term) {
                    found.push(term);
                }
            }
            (Op::Known(Known::Forall | Known::Exists), &[list, body]) => {
                chains.push((terms.args(list).to_vec(), chain));
                work.push((body, chains.len() - 1));
            }
            (_, args) => work.extend(args.iter().rev().map(|&arg| (arg, chain))),
        }
    }
    Ok(found)
}

/// Whether nothing occurs free.
pub(crate) fn is_closed(terms: &mut Terms, term: Term) -> Outcome<bool> {
    Ok(free_variables(terms, term)?.is_empty())
}

/// Whether one of these occurs free.
pub(crate) fn occurs_free(terms: &mut Terms, term: Term, variables: &[Term]) -> Outcome<bool> {
    let free = free_variables(terms, term)?;
    Ok(free.iter().any(|variable| variables.contains(variable)))
}

/// Puts terms for variables, all at once.
pub(crate) fn substitute(
    terms: &mut Terms,
    root: Term,
    variables: &[Term],
    values: &[Term],
) -> Outcome {
    if variables.len() != values.len() {
        return Err("as many terms as variables were expected".into());
    }
    if (variables.iter().zip(values)).any(|(&var, &value)| terms.sort(var) != terms.sort(value)) {
        return Err("a variable and the term for it have different sorts".into());
    }
    let mut inside = FxHashSet::default();
    for &value in values {
        inside.extend(free_variables(terms, value)?);
    }
    let mut mapping: FxHashMap<Term, Term> = FxHashMap::default();
    for (&variable, &value) in variables.iter().zip(values) {
        mapping.entry(variable).or_insert(value);
    }
    Substitution {
        inside,
        layers: vec![mapping],
        memo: vec![FxHashMap::default()],
    }
    .run(terms, root)
}

struct Substitution {
    /// What occurs free in the terms put in.
    inside: FxHashSet<Term>,
    /// What is replaced, per binder around.
    layers: Vec<FxHashMap<Term, Term>>,
    memo: Vec<FxHashMap<Term, Term>>,
}

enum Work {
    Visit(Term),
    Build(Term, usize),
    /// Leaves a binder whose body is the last value.
    Close(Term),
}

impl Substitution {
    fn run(mut self, terms: &mut Terms, root: Term) -> Outcome {
        let mut values = Vec::new();
        let mut work = vec![Work::Visit(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Visit(term) => self.visit(terms, term, &mut values, &mut work)?,
                Work::Build(term, mark) => {
                    let built = rebuild(terms, term, &values[mark..])?;
                    values.truncate(mark);
                    values.push(built);
                    self.remember(term, built);
                }
                Work::Close(term) => {
                    self.layers.pop();
                    self.memo.pop();
                    let list = terms.args(term)[0];
                    let body = values.pop().unwrap_or(term);
                    let built = rebuild(terms, term, &[list, body])?;
                    values.push(built);
                    self.remember(term, built);
                }
            }
        }
        values.pop().ok_or_else(|| "nothing was built".into())
    }

    fn remember(&mut self, term: Term, built: Term) {
        if let Some(memo) = self.memo.last_mut() {
            memo.insert(term, built);
        }
    }

    fn visit(
        &mut self,
        terms: &mut Terms,
        term: Term,
        values: &mut Vec<Term>,
        work: &mut Vec<Work>,
    ) -> Outcome<()> {
        let layer = self.layers.len() - 1;
        if let Some(&built) = self.layers[layer]
            .get(&term)
            .or_else(|| self.memo[layer].get(&term))
        {
            values.push(built);
            return Ok(());
        }
        terms.charge(1)?;
        match (terms.op(term), terms.args(term)) {
            _ if !terms.has_variables(term) => values.push(term),
            (_, []) => values.push(term),
            (Op::Known(Known::Forall | Known::Exists), &[list, body]) => {
                let bound = terms.args(list);
                if bound.iter().any(|variable| self.inside.contains(variable)) {
                    return Err("a bound variable would capture a variable".into());
                }
                let mut mapping = self.layers[layer].clone();
                mapping.retain(|variable, _| !bound.contains(variable));
                self.layers.push(mapping);
                self.memo.push(FxHashMap::default());
                work.extend([Work::Close(term), Work::Visit(body)]);
            }
            (_, args) => {
                work.push(Work::Build(term, values.len()));
                work.extend(args.iter().rev().map(|&arg| Work::Visit(arg)));
            }
        }
        Ok(())
    }
}

/// The same operator with other arguments.
pub(crate) fn rebuild(terms: &mut Terms, term: Term, args: &[Term]) -> Outcome {
    if terms.args(term) == args {
        return Ok(term);
    }
    match terms.op(term) {
        Op::Known(op) => terms.app(op, args),
        Op::Declared(function) => terms.apply(function, args),
        _ => Ok(term),
    }
}

/// The body of a defined function, with arguments for parameters.
pub(crate) fn instantiate_macro(
    terms: &mut Terms,
    body: Term,
    params: &[Term],
    args: &[Term],
) -> Outcome {
    substitute(terms, body, params, args)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::*;

    #[test]
    fn substitution() {
        let mut bench = Bench::new("(declare-const c Int)(declare-const P Bool)");
        let x = bench.term("(@var \"x\" Int)");
        for (before, value, after) in [
            ("(> (@var \"x\" Int) 0)", "c", Some("(> c 0)")),
            // Bound here, so it stays.
            (
                "(forall ((x Int)) (> x 0))",
                "c",
                Some("(forall ((x Int)) (> x 0))"),
            ),
            (
                "(forall ((y Int)) (> (@var \"x\" Int) y))",
                "c",
                Some("(forall ((y Int)) (> c y))"),
            ),
            // The binder would capture.
            (
                "(forall ((y Int)) (> (@var \"x\" Int) y))",
                "(@var \"y\" Int)",
                None,
            ),
            ("(> (@var \"x\" Int) 0)", "P", None),
        ] {
            let (before, value) = (bench.term(before), bench.term(value));
            let after = after.map(|after| bench.term(after));
            assert_eq!(
                substitute(&mut bench.terms, before, &[x], &[value]).ok(),
                after
            );
        }
    }

    #[test]
    fn free() -> Outcome<()> {
        let mut bench = Bench::new("");
        let term =
            bench.term("(and (forall ((x Int)) (> x (@var \"y\" Int))) (> (@var \"x\" Int) 0))");
        let (x, y) = (
            bench.term("(@var \"x\" Int)"),
            bench.term("(@var \"y\" Int)"),
        );
        assert_eq!(free_variables(&mut bench.terms, term)?, [y, x]);
        Ok(())
    }
}
