//! Values that an assertion refutes: if `|x| ≠ 1` is asserted then x is not `"a"`, and what other assertions say of
//! `x = "a"` is known. Each value of a symbol is put into the assertions about that symbol alone; where one of them becomes false the equation is.
//!
//! Only atoms refute, and these have no equations inside: no assertion is changed because of what it says itself, and no two because of each other.
//! A search finds the same, one value at a time, and takes all decisions back for each of them. Models stay as they are. Origins: those of
//! the assertion that refutes.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_term::{Op, Sort, Substitution, Term, TermMap, TermSet, postorder};

use super::rules::REFUTED_VALUES;
use crate::preprocess::State;
use crate::tuning::{REFUTING_FACTS, SMALL};

/// The equation of a symbol with a value that is refuted, and the place of what refutes it.
type Refuted = FxHashMap<Term, usize>;

/// Symbols, each with its equations with literals and these literals.
type Equations = Vec<(Term, Vec<(Term, Term)>)>;

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let equations = equations(state)?;
    if equations.is_empty() {
        return Ok(false);
    }
    let facts = facts(state, &equations)?;
    let mut refuted = Refuted::default();
    for (symbol, values) in equations {
        let Some(facts) = facts.get(&symbol) else {
            continue;
        };
        for (equation, value) in values {
            if let Some(from) = refuter(state, (symbol, value), facts)? {
                refuted.insert(equation, from);
            }
        }
    }
    match refuted.is_empty() {
        true => Ok(false),
        false => replace(state, &refuted),
    }
}

/// The equations of symbols with literals inside assertions, by symbol, in order of appearance.
fn equations(state: &State<'_>) -> Result<Equations, StopReason> {
    let store = &*state.store;
    let mut places: FxHashMap<Term, usize> = FxHashMap::default();
    let mut found = Equations::new();
    let mut seen = TermSet::new();
    for &(assertion, _) in &state.problem.assertions {
        let inner = match store.op(assertion) {
            Op::Not => store.arg(assertion, 0),
            _ => assertion,
        };
        let order = postorder(store, inner);
        state.budget.spend(order.len() as u64)?;
        for term in order.into_iter().filter(|&term| term != inner) {
            if store.op(term) != Op::Eq || !seen.insert(term) {
                continue;
            }
            let &[symbol, value] = store.args(term) else {
                continue;
            };
            let literal = matches!(store.op(value), Op::Str(_) | Op::Int(_));
            if !literal || !store.is_symbol(symbol) {
                continue;
            }
            let place = *places.entry(symbol).or_insert_with(|| {
                found.push((symbol, Vec::new()));
                found.len() - 1
            });
            found[place].1.push((term, value));
        }
    }
    Ok(found)
}

/// The places of small assertions that speak of one of these symbols and no other; that it is not one value is not among them.
fn facts(
    state: &State<'_>,
    equations: &[(Term, Vec<(Term, Term)>)],
) -> Result<FxHashMap<Term, Vec<usize>>, StopReason> {
    let store = &*state.store;
    let (small, most) = (
        state.tuning().size(&SMALL),
        state.tuning().size(&REFUTING_FACTS),
    );
    let mut found: FxHashMap<Term, Vec<usize>> = equations
        .iter()
        .map(|&(symbol, _)| (symbol, Vec::new()))
        .collect();
    for (position, &(assertion, _)) in state.problem.assertions.iter().enumerate() {
        let denied = store.op(assertion) == Op::Not;
        let atom = if denied {
            store.arg(assertion, 0)
        } else {
            assertion
        };
        let plain = store.op(atom) == Op::Eq && store.is_symbol(store.arg(atom, 0));
        if plain || store.mentions_variables(atom) {
            continue;
        }
        let order = postorder(store, atom);
        state.budget.spend(order.len() as u64)?;
        // What refutes is never changed itself: it would stop saying what was taken from it.
        let nested = |&t: &Term| t != atom && store.sort(t) == Sort::Bool;
        if order.len() > small || order.iter().any(nested) {
            continue;
        }
        let applied = order
            .iter()
            .filter(|&&t| matches!(store.op(t), Op::Apply(_)));
        if let [symbol] = applied.collect::<Vec<_>>()[..]
            && let Some(places) = found.get_mut(symbol)
            && places.len() < most
        {
            places.push(position);
        }
    }
    Ok(found)
}

/// The place of an assertion that is false of this value.
fn refuter(
    state: &mut State<'_>,
    (symbol, value): (Term, Term),
    facts: &[usize],
) -> Result<Option<usize>, StopReason> {
    let mut substitution = Substitution::new();
    substitution.insert(symbol, value);
    for &position in facts {
        let fact = state.problem.assertions[position].0;
        let ground = substitution.apply(state.store, fact);
        let simple = (state.simplifier).simplify(state.store, ground, state.budget)?;
        if state.store.op(simple) == Op::False {
            return Ok(Some(position));
        }
    }
    Ok(None)
}

/// Puts `false` for what is refuted.
fn replace(state: &mut State<'_>, refuted: &Refuted) -> Result<bool, StopReason> {
    let mut changed = false;
    for position in 0..state.problem.assertions.len() {
        let (term, mut origins) = state.problem.assertions[position].clone();
        let order = postorder(state.store, term);
        state.budget.spend(order.len() as u64)?;
        let (mut cache, mut equations) = (TermMap::new(), Vec::new());
        let no = state.store.false_();
        for t in order {
            let Some(&from) = refuted.get(&t) else {
                continue;
            };
            let (said, more) = state.problem.assertions[from].clone();
            cache.insert(t, no);
            origins.add(&more);
            if state.recording() {
                equations.push(state.conclude_equation(&REFUTED_VALUES, said, (t, no)));
            }
        }
        changed |= state.replace_parts(position, &mut cache, equations, origins);
    }
    Ok(changed)
}
