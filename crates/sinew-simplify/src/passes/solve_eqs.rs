//! Solving equations for variables: an assertion `x = t`, where x does not occur in t, defines x;
//! it is dropped and x is replaced everywhere. Boolean literals define their symbol, linear
//! equations a symbol with coefficient ±1.
//!
//! One run solves a set of equations that do not depend on each other, so that a single
//! simultaneous substitution does; chains are halved from run to run.
//! Model: x has the value of t. Origins: what contained x gets the origins of its equation.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::StopReason;
use sinew_term::{Integer, Op, Sort, Substitution, Term, TermStore, postorder};

use super::rules::SOLVE_EQS;
use crate::preprocess::State;
use crate::problem::Origins;
use crate::record::Step;
use sinew_strings::linear::Linear;

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let mut substitution = Substitution::new();
    let mut origins: FxHashMap<Term, Origins> = FxHashMap::default();
    let mut equations: FxHashMap<Term, Term> = FxHashMap::default();
    // Symbols in the accepted definitions: eliminating one of these must wait.
    let mut used: FxHashSet<Term> = FxHashSet::default();
    let mut solved = vec![false; state.problem.assertions.len()];
    for (position, is_solved) in solved.iter_mut().enumerate() {
        let (assertion, origin) = state.problem.assertions[position].clone();
        for (symbol, value) in candidates(state.store, assertion) {
            if !state.may_eliminate(symbol)
                || used.contains(&symbol)
                || origins.contains_key(&symbol)
                || state.store.mentions_variables(value)
            {
                continue;
            }
            let order = postorder(state.store, value);
            state.budget.spend(order.len() as u64)?;
            if order
                .iter()
                .any(|t| *t == symbol || origins.contains_key(t))
            {
                continue;
            }
            used.extend(order.into_iter().filter(|&t| state.store.is_symbol(t)));
            substitution.insert(symbol, value);
            origins.insert(symbol, origin);
            if state.recording() {
                let solved = state.conclude_equation(&SOLVE_EQS, assertion, (symbol, value));
                equations.insert(symbol, solved);
            }
            state.extension.define(state.store, symbol, value);
            *is_solved = true;
            break;
        }
    }
    if origins.is_empty() {
        return Ok(false);
    }
    replace_everywhere(state, &substitution, (&origins, &equations), &solved);
    Ok(true)
}

/// The symbols that the assertion defines, with their values.
fn candidates(store: &mut TermStore, assertion: Term) -> Vec<(Term, Term)> {
    match store.op(assertion) {
        Op::Apply(_) => vec![(assertion, store.true_())],
        Op::Not => {
            let inner = store.arg(assertion, 0);
            negated_candidates(store, inner)
        }
        Op::Eq if store.args(assertion).len() == 2 => {
            let (a, b) = (store.arg(assertion, 0), store.arg(assertion, 1));
            let mut found = vec![(a, b), (b, a)];
            if store.sort(a) == Sort::Int {
                found.extend(linear_candidates(store, a, b));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// `¬p` defines p; `¬(p = φ)` defines p as ¬φ.
fn negated_candidates(store: &mut TermStore, inner: Term) -> Vec<(Term, Term)> {
    match store.op(inner) {
        Op::Apply(_) => vec![(inner, store.false_())],
        Op::Eq if store.sort(store.arg(inner, 0)) == Sort::Bool => {
            let (a, b) = (store.arg(inner, 0), store.arg(inner, 1));
            let (not_a, not_b) = (store.not(a), store.not(b));
            vec![(a, not_b), (b, not_a)]
        }
        _ => Vec::new(),
    }
}

/// Wider equations are left to the arithmetic solver.
const WIDTH_LIMIT: usize = 64;

fn linear_candidates(store: &mut TermStore, a: Term, b: Term) -> Vec<(Term, Term)> {
    let p = Linear::of(store, a).minus(&Linear::of(store, b));
    if p.monomials.len() > WIDTH_LIMIT {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (atom, k) in &p.monomials {
        if store.is_symbol(*atom) && k.abs().is_one() {
            // k·x + rest = 0, so x = −k·rest for k = ±1.
            let rest = p.plus(&Linear::atom(*atom), &-k);
            let value = rest.scaled(&(k * &Integer::MINUS_ONE));
            found.push((*atom, value.to_term(store)));
        }
    }
    found
}

fn replace_everywhere(
    state: &mut State<'_>,
    substitution: &Substitution,
    (origins, equations): (&FxHashMap<Term, Origins>, &FxHashMap<Term, Term>),
    solved: &[bool],
) {
    let mut result = Vec::with_capacity(state.problem.assertions.len());
    let old = std::mem::take(&mut state.problem.assertions);
    for ((term, mut origin), &is_solved) in old.into_iter().zip(solved) {
        if is_solved {
            continue;
        }
        let replaced = substitution.apply(state.store, term);
        if replaced != term {
            let mut used = Vec::new();
            for t in postorder(state.store, term) {
                if let Some(more) = origins.get(&t) {
                    origin.add(more);
                    used.extend(equations.get(&t));
                }
            }
            state.conclude(|| Step::Replaced {
                from: term,
                equations: used,
                to: replaced,
            });
        }
        result.push((replaced, origin));
    }
    state.problem.assertions = result;
}
