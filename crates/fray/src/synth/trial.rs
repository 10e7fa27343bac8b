//! Trials: what formulas are under random assignments, and whether one is a model.

use std::cell::Cell;

use sinew_term::{Term, TermStore};

use super::certify::domain_of;
use super::exec::Value;
use super::growth::{Growth, Soil};
use super::program::{Context, Program};
use super::reference::Reference;
use super::search::{Domain, find_model};
use super::test::{Expected, Model};

/// Evaluations that the search for a model may make; 400 find a model for one test more in 150.
const STEPS: u64 = 150;

/// What came of trying formulas on some assignments.
pub(super) struct Trial {
    /// Of each formula, how many assignments make it true.
    pub(super) holds: Vec<usize>,
    /// The first assignment that makes all true.
    pub(super) model: Option<Model>,
}

/// Formulas on random assignments.
struct Sampler<'a> {
    program: Program,
    reference: &'a Reference,
    domain: Domain,
    /// The values of the leaves of the program.
    assignment: Vec<Option<Value>>,
    values: Vec<Option<Value>>,
}

impl<'a> Sampler<'a> {
    /// `None` if the formulas cannot be evaluated.
    fn new(growth: &mut Growth<'a>, store: &TermStore, formulas: &[Term]) -> Option<Sampler<'a>> {
        growth.walker.postorder(store, formulas);
        Some(Sampler {
            program: Program::walked(store, formulas, &growth.walker)?,
            reference: growth.reference(),
            domain: Domain::default(),
            assignment: Vec::new(),
            values: Vec::new(),
        })
    }

    /// Draws another assignment.
    fn draw(&mut self, growth: &mut Growth<'_>, store: &mut TermStore, soil: &Soil) {
        self.assignment.clear();
        for &(_, sort, _) in &self.program.leaves {
            self.assignment.push(Some(growth.value(store, soil, sort)));
        }
        let context = Context {
            reference: self.reference,
            domain: &self.domain,
            steps: &Cell::new(0),
        };
        self.program
            .eval_again(&context, &self.assignment, &mut self.values);
    }

    /// What the formula of this number is; `None` if it has no value, for a division by zero.
    fn truth(&self, formula: usize) -> Option<bool> {
        match self.values[self.program.roots[formula] as usize] {
            Some(Value::Bool(truth)) => Some(truth),
            _ => None,
        }
    }

    /// The assignment.
    fn model(&self) -> Model {
        let values = self.assignment.iter().flatten().cloned();
        self.program.leaves().zip(values).collect()
    }
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
    let mut sampler = Sampler::new(growth, store, formulas)?;
    let mut trial = Trial {
        holds: vec![0; formulas.len()],
        model: None,
    };
    for _ in 0..samples {
        sampler.draw(growth, store, soil);
        let mut all = true;
        for (number, count) in trial.holds.iter_mut().enumerate() {
            let holds = sampler.truth(number) == Some(true);
            *count += usize::from(holds);
            all &= holds;
        }
        if all && trial.model.is_none() {
            trial.model = Some(sampler.model());
            if first {
                break;
            }
        }
    }
    Some(trial)
}

/// A formula and its negation on random assignments.
#[derive(Default)]
pub(super) struct Sides {
    /// How many assignments make the formula false, and how many true.
    pub(super) counts: [usize; 2],
    /// For each, the first.
    pub(super) models: [Option<Model>; 2],
}

/// Tries a formula on random assignments: a few if they tell its sides apart, else so many;
/// `None` if it cannot be evaluated.
pub(super) fn try_sides(
    growth: &mut Growth<'_>,
    store: &mut TermStore,
    soil: &Soil,
    formula: Term,
    (few, many): (usize, usize),
) -> Option<Sides> {
    let mut sampler = Sampler::new(growth, store, &[formula])?;
    let mut sides = Sides::default();
    for number in 0..many {
        if number >= few && sides.counts.iter().all(|&count| count > 0) {
            break;
        }
        sampler.draw(growth, store, soil);
        if let Some(truth) = sampler.truth(0) {
            let side = usize::from(truth);
            sides.counts[side] += 1;
            sides.models[side].get_or_insert_with(|| sampler.model());
        }
    }
    Some(sides)
}

/// What is known of formulas: the model, if there is one or a short search finds one.
pub(super) fn expected(
    growth: &mut Growth<'_>,
    store: &TermStore,
    formulas: &[Term],
    model: Option<Model>,
) -> Option<Expected> {
    if let Some(model) = model {
        return Some(Expected::Sat(model));
    }
    let domain = domain_of(store, growth.walker.postorder(store, formulas));
    let program = Program::walked(store, formulas, &growth.walker)?;
    Some(
        match find_model(&program, growth.reference(), &domain, STEPS) {
            Some(model) => Expected::Sat(model),
            None => Expected::Open,
        },
    )
}
