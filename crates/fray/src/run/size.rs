//! How large a candidate of a reduction is: what must go down from step to step, so that reductions end.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sinew_term::{Op, Term, TermStore, postorder_all};

use super::reduce::{Candidate, Oracle};
use super::shrink::odd_characters;
use super::simplify::constants;
use crate::synth::exec::Value;
use crate::synth::write::constant_name;

/// What must go down, the first first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Size {
    constants: usize,
    assertions: usize,
    symbols: u64,
    /// Of equally large formulas, the one about fewer operators tells more.
    operators: usize,
    /// Of equally large formulas, the one with the smaller model and numbers.
    values: u64,
    odd_characters: usize,
    names: usize,
}

pub(super) fn size(store: &TermStore, candidate: &Candidate) -> Size {
    let constants = constants(store, &candidate.assertions);
    let name = |&constant: &Term| constant_name(store, constant).len();
    Size {
        constants: constants.len(),
        assertions: candidate.assertions.len(),
        symbols: tree_size(store, &candidate.assertions),
        operators: operators(store, &candidate.assertions),
        values: values(store, candidate),
        odd_characters: odd_characters(store, candidate).len(),
        names: constants.iter().map(name).sum(),
    }
}

/// The number of different operators of the theory that are applied to something.
fn operators(store: &TermStore, assertions: &[Term]) -> usize {
    let terms = postorder_all(store, assertions).into_iter();
    let applied = terms.filter(|&term| !store.args(term).is_empty());
    let names = applied.map(|term| store.op(term).name());
    let theory = |name: &&str| name.starts_with("str.") || name.starts_with("re.");
    names.filter(theory).collect::<BTreeSet<&str>>().len()
}

fn values(store: &TermStore, candidate: &Candidate) -> u64 {
    let numbers = in_tree(store, &candidate.assertions, |term| {
        match (Value::of_literal(store, term), store.op(term)) {
            (Some(value @ Value::Int(_)), _) => weight(&value),
            (_, Op::RePow(n)) => u64::from(n),
            (_, Op::ReLoop(lo, hi)) => u64::from(lo) + u64::from(hi),
            _ => 0,
        }
    });
    match &candidate.oracle {
        Oracle::Model(model) | Oracle::Counterexample(model) => {
            let model = model.iter().map(|(_, value)| weight(value));
            numbers.saturating_add(model.sum())
        }
        _ => numbers,
    }
}

/// The number of symbols, shared ones counted wherever they occur.
pub(super) fn tree_size(store: &TermStore, assertions: &[Term]) -> u64 {
    in_tree(store, assertions, |term| {
        match Value::of_literal(store, term) {
            Some(Value::Str(text)) => text.len() as u64 + 1,
            _ => 1,
        }
    })
}

/// What is said of each term, summed up with shared ones counted wherever they occur.
fn in_tree(store: &TermStore, assertions: &[Term], own: impl Fn(Term) -> u64) -> u64 {
    let mut sums: FxHashMap<Term, u64> = FxHashMap::default();
    for term in postorder_all(store, assertions) {
        let args = store.args(term).iter().map(|arg| sums[arg]);
        let sum = args.fold(own(term), u64::saturating_add);
        sums.insert(term, sum);
    }
    let sums = assertions.iter().map(|term| sums[term]);
    sums.fold(0, u64::saturating_add)
}

fn weight(value: &Value) -> u64 {
    match value {
        Value::Bool(value) => u64::from(*value),
        Value::Re(_) => 0,
        Value::Int(value) => {
            // Beyond this, one number is as good as another.
            let magnitude = value
                .abs()
                .to_i64()
                .unwrap_or(1000)
                .min(1000)
                .unsigned_abs();
            2 * magnitude + u64::from(value.is_negative())
        }
        Value::Str(text) => text.len() as u64 * 2,
    }
}
