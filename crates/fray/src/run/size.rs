//! How large a candidate of a reduction is: what must go down from step to step, so that reductions end.

use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::reduce::{Candidate, Oracle, constants};
use super::shrink::odd_characters;
use super::steps::tree_size;
use crate::synth::exec::Value;
use crate::synth::write::constant_name;

/// What must go down, the first first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Size {
    constants: usize,
    assertions: usize,
    symbols: u64,
    /// Of equally large formulas, the one with the smaller model and numbers.
    values: usize,
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
        values: values(store, candidate),
        odd_characters: odd_characters(store, candidate).len(),
        names: constants.iter().map(name).sum(),
    }
}

fn values(store: &TermStore, candidate: &Candidate) -> usize {
    let terms = postorder_all(store, &candidate.assertions);
    let literals = terms
        .iter()
        .filter_map(|&term| Value::of_literal(store, term))
        .filter(|value| value.sort() == Sort::Int);
    let repetitions = terms.iter().map(|&term| match store.op(term) {
        Op::RePow(n) => n as usize,
        Op::ReLoop(lo, hi) => lo as usize + hi as usize,
        _ => 0,
    });
    let numbers = literals.map(|value| weight(&value)).sum::<usize>() + repetitions.sum::<usize>();
    match &candidate.oracle {
        Oracle::Model(model) | Oracle::Counterexample(model) => {
            numbers + model.iter().map(|(_, value)| weight(value)).sum::<usize>()
        }
        _ => numbers,
    }
}

fn weight(value: &Value) -> usize {
    match value {
        Value::Bool(value) => usize::from(*value),
        Value::Re(_) => 0,
        Value::Int(value) => {
            // Beyond this, one number is as good as another.
            let magnitude = value.abs().to_usize().unwrap_or(1000).min(1000);
            2 * magnitude + usize::from(value.is_negative())
        }
        Value::Str(text) => text.len() * 2,
    }
}
