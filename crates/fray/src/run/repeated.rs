//! A step of a reduction: what occurs several times becomes a constant.
//!
//! Where the failure is not about what a term is made of, but that it is the same in several places, no
//! change in one place leads on.

use rustc_hash::FxHashMap;
use sinew_term::{Sort, Term, TermStore, postorder_all};

use super::reduce::Candidate;
use super::simplify::constants;
use super::steps::claimed;
use crate::synth::exec::Value;
use crate::synth::rewrite::replace_terms;
use crate::synth::write::constant_name;

/// Where a term occurs several times, in whatever assertions, a constant in its place: it may not matter
/// what it is made of.
pub(super) fn with_names(
    store: &mut TermStore,
    candidate: &Candidate,
    result: &mut Vec<Candidate>,
) {
    let known: Vec<String> = constants(store, &candidate.assertions)
        .into_iter()
        .map(|constant| constant_name(store, constant))
        .collect();
    let mut count: FxHashMap<Term, usize> = FxHashMap::default();
    let all = postorder_all(store, &candidate.assertions);
    for &term in &all {
        for &arg in store.args(term) {
            *count.entry(arg).or_default() += 1;
        }
    }
    for term in all {
        let sort = store.sort(term);
        let plain = store.args(term).is_empty() || Value::of_literal(store, term).is_some();
        let wanted = [Sort::String, Sort::Int].contains(&sort) && !store.mentions_variables(term);
        if plain || !wanted || count.get(&term).is_none_or(|&times| times < 2) {
            continue;
        }
        let mut names = (0..).map(|number| format!("same{number}"));
        let Some(name) = names.find(|name| !known.contains(name)) else {
            continue;
        };
        let map = FxHashMap::from_iter([(term, store.constant(&name, sort))]);
        let mut next = candidate.clone();
        for assertion in &mut next.assertions {
            *assertion = replace_terms(store, *assertion, &map);
        }
        result.push(claimed(next));
    }
}
