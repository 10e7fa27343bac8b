//! Assertions that share no symbols, each group by itself: what is hard about one of them is not multiplied by the others.
//!
//! All of the question is asked first, for a while: most are answered then, and one search costs less than many. The parts
//! have turns that grow from round to round, so that no part keeps another from being refuted. A part that is refuted refutes the whole, and
//! models of all parts together are one of the whole (constraint independence; Cadar, Dunbar and Engler, *KLEE*, OSDI 2008, §3.3).

use sinew_semantics::Model;

use super::symbol_index::SymbolIndex;
use super::{Answer, Basis, Context, Outcome, Query, Rest, Stage, Witness};
use crate::tuning;

/// The stage.
pub(super) struct Parts;

impl Stage for Parts {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        // What certifies a quantified formula may be another one, with symbols of its own.
        if query.is_quantified(cx.store) {
            return rest.ask(query, cx);
        }
        let mut index = SymbolIndex::default();
        let parts = parts(query, &mut index, cx);
        if parts.len() < 2 {
            return rest.ask(query, cx);
        }
        let slice = cx.budget.slice(patience(query, cx));
        let answer = rest.ask(query, &mut cx.within(&slice));
        let open = matches!(answer.outcome, Outcome::Unknown(_));
        match open && cx.budget.exhausted().is_none() {
            true => one_by_one(parts, &mut index, rest, cx),
            false => answer,
        }
    }
}

/// Steps after which a question takes long.
fn patience(query: &Query, cx: &Context<'_>) -> u64 {
    let tuning = &cx.options.tuning;
    let each = tuning.get(&tuning::ASSERTION_STEPS);
    let all = each.saturating_mul(query.problem.assertions.len() as u64);
    tuning.get(&tuning::WHOLE_STEPS).max(all)
}

/// The parts of a question, small ones first.
fn parts(query: &Query, index: &mut SymbolIndex, cx: &Context<'_>) -> Vec<Query> {
    let mut places = index.parts(cx.store, &query.terms());
    let most = cx.options.tuning.size(&tuning::PARTS);
    places.sort_by_key(|part| std::cmp::Reverse(part.len()));
    if places.len() > most {
        let mut others = places.split_off(most).concat();
        others.sort_unstable();
        places.push(others);
    }
    places.sort_by_key(Vec::len);
    let assertions = &query.problem.assertions;
    let part = |places: Vec<usize>| places.iter().map(|&at| assertions[at].clone()).collect();
    places
        .into_iter()
        .map(|places| query.with(part(places)))
        .collect()
}

/// Asks the parts in turns, until one is refuted or all have models.
fn one_by_one(
    mut open: Vec<Query>,
    index: &mut SymbolIndex,
    rest: Rest<'_>,
    cx: &mut Context<'_>,
) -> Answer {
    let growth = cx.options.tuning.get(&tuning::PART_GROWTH);
    let mut turn = 1u64;
    let (mut model, mut basis) = (Model::new(), Basis::default());
    // The answer to a part that no procedure decides.
    let mut undecided = None;
    while !open.is_empty() {
        let last = open.len() == 1;
        let mut later = Vec::new();
        for part in open {
            let steps = turn.saturating_mul(patience(&part, cx).max(1));
            let slice = cx.budget.slice(if last { u64::MAX } else { steps });
            let answer = rest.ask(&part, &mut cx.within(&slice));
            let stopped = slice.exhausted().is_some();
            match answer.outcome {
                Outcome::Sat(witness) => {
                    let found = witness.into_model();
                    for term in part.terms() {
                        for symbol in &*index.of(cx.store, term) {
                            symbol.set(&mut model, &symbol.meaning(&found));
                        }
                    }
                    basis.rules.extend(&answer.basis.rules);
                }
                Outcome::Unsat(_) => return answer,
                Outcome::Unknown(_) if cx.budget.exhausted().is_some() => return answer,
                Outcome::Unknown(_) if stopped => later.push(part),
                Outcome::Unknown(_) => undecided = Some(answer),
            }
        }
        open = later;
        turn = turn.saturating_mul(growth);
    }
    undecided.unwrap_or_else(|| Answer {
        outcome: Outcome::Sat(Witness::of(model)),
        basis,
    })
}
