//! Trials: what formulas are under random assignments, and whether one is a model.

use std::cell::Cell;

use sinew_term::{Term, TermStore};

use super::certify::domain_around;
use super::exec::Value;
use super::growth::{Growth, Soil};
use super::program::{Context, Program};
use super::reference::Reference;
use super::search::{Domain, find_model};
use super::test::{Expected, Model};

/// Evaluations that the search for a model may make.
const STEPS: u64 = 400;

/// What came of trying formulas on some assignments.
pub(super) struct Trial {
    /// Of each formula, how many assignments make it true.
    pub(super) holds: Vec<usize>,
    /// The first assignment that makes all true.
    pub(super) model: Option<Model>,
}

/// Tries formulas on so many random assignments, or until one is a model if `first`; `None` if
/// they cannot be evaluated.
pub(super) fn try_out(
    growth: &mut Growth<'_>,
    store: &mut TermStore,
    soil: &Soil,
    formulas: &[Term],
    (samples, first): (usize, bool),
) -> Option<Trial> {
    let program = Program::new(store, formulas)?;
    let leaves: Vec<Term> = program.leaves().collect();
    let steps = Cell::new(0);
    let domain = Domain::default();
    let context = Context {
        reference: growth.reference(),
        domain: &domain,
        steps: &steps,
    };
    let mut trial = Trial {
        holds: vec![0; formulas.len()],
        model: None,
    };
    let mut values = Vec::new();
    for _ in 0..samples {
        let model: Model = leaves
            .iter()
            .map(|&leaf| (leaf, growth.value(store, soil, store.sort(leaf))))
            .collect();
        program.eval(&context, &program.environment(&model), &mut values);
        let mut all = true;
        for (count, &root) in trial.holds.iter_mut().zip(&program.roots) {
            let holds = values[root as usize] == Some(Value::Bool(true));
            *count += usize::from(holds);
            all &= holds;
        }
        if all && trial.model.is_none() {
            trial.model = Some(model);
            if first {
                break;
            }
        }
    }
    Some(trial)
}

/// What is known of formulas: the model, if there is one or a short search finds one.
pub(super) fn expected(
    store: &TermStore,
    reference: &Reference,
    formulas: &[Term],
    model: Option<Model>,
) -> Option<Expected> {
    if let Some(model) = model {
        return Some(Expected::Sat(model));
    }
    let program = Program::new(store, formulas)?;
    let domain = domain_around(store, formulas);
    Some(match find_model(&program, reference, &domain, STEPS) {
        Some(model) => Expected::Sat(model),
        None => Expected::Open,
    })
}
