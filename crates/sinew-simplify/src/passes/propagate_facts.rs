//! Contextual Boolean simplification across assertions: an atom that is asserted is true in all
//! other assertions, one that is denied is false; a term that is asserted to equal a literal is
//! that literal, and so is the number of a string that is asserted to be one of its numerals. Models stay as they are. Origins: those of the facts used.
//!
//! The first assertion that says a fact keeps saying it; a later one that says the same, or the opposite, is replaced as a
//! whole. No two assertions can lose their facts to each other: a fact is used only in terms that it is a part of.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_strings::numerals::number_of_numerals;
use sinew_term::{Op, Term, TermMap, TermStore, postorder};

use super::rules::PROPAGATE_FACTS;
use crate::preprocess::State;

/// What replaces a term, and the assertion that says so, by its place and as it was then: another fact may have changed it since.
struct Fact {
    value: Term,
    from: usize,
    said: Term,
}

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let mut facts: FxHashMap<Term, Fact> = FxHashMap::default();
    for position in 0..state.problem.assertions.len() {
        let term = state.problem.assertions[position].0;
        for (known, value) in facts_of(state.store, term) {
            facts.entry(known).or_insert(Fact {
                value,
                from: position,
                said: term,
            });
        }
    }
    let mut changed = false;
    for position in 0..state.problem.assertions.len() {
        let term = state.problem.assertions[position].0;
        let order = postorder(state.store, term);
        state.budget.spend(order.len() as u64)?;
        let usable: Vec<Term> = order
            .into_iter()
            .filter(|t| facts.get(t).is_some_and(|fact| fact.from != position))
            .collect();
        if usable.is_empty() {
            continue;
        }
        let mut cache = TermMap::new();
        let mut origins = state.problem.assertions[position].1.clone();
        let mut equations = Vec::new();
        for &t in &usable {
            let Fact { value, from, said } = facts[&t];
            cache.insert(t, value);
            origins.add(&state.problem.assertions[from].1);
            if state.recording() {
                equations.push(state.conclude_equation(&PROPAGATE_FACTS, said, (t, value)));
            }
        }
        changed |= state.replace_parts(position, &mut cache, equations, origins);
    }
    Ok(changed)
}

/// The terms that the assertion gives a literal value.
fn facts_of(store: &mut TermStore, term: Term) -> Vec<(Term, Term)> {
    let (atom, truth) = match store.op(term) {
        Op::Not => (store.arg(term, 0), false),
        _ => (term, true),
    };
    if store.mentions_variables(atom) || matches!(store.op(atom), Op::True | Op::False) {
        return Vec::new();
    }
    let value = store.bool(truth);
    let mut facts = vec![(atom, value)];
    let (true, &[a, b]) = (truth, store.args(atom)) else {
        return facts;
    };
    match store.op(atom) {
        Op::Eq if matches!(store.op(b), Op::Int(_) | Op::Str(_)) && !store.args(a).is_empty() => {
            facts.push((a, b));
        }
        // A law has made a membership of `to_int(a) = n`; other assertions may speak of the number.
        Op::InRe => {
            if let Some(number) = number_of_numerals(store, b) {
                facts.push((store.to_int(a), store.int(number)));
            }
        }
        _ => {}
    }
    facts
}
