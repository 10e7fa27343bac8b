//! Random formulas over all operators: with a planted model, or without an answer.
//!
//! *Growth* plants values first and grows assertions that are true under them, so that any
//! `unsat` is wrong. *Open* grows assertions and looks for a model among a few assignments: where
//! none is found, the formula is likely unsatisfiable, and it is handed out without an answer: a
//! solver that says `sat` must show a model, and that is evaluated. *Dialect* is growth with what
//! few solvers accept, variables of sort RegLan above all.

use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::certify::domain_around;
use super::exec::Value;
use super::growth::{Growth, MAX_ASSERTIONS, Soil};
use super::library::Library;
use super::program::{Context, Program};
use super::reference::Reference;
use super::search::{Domain, find_model};
use super::stream::Source;
use super::test::{Expected, Family, Model, Test};

/// Assignments that an open formula is tried on.
const SAMPLES: usize = 24;
/// Evaluations that the search for a model of it may make.
const STEPS: u64 = 400;

/// Source of grown formulas.
pub(super) struct Planted<'a> {
    growth: Growth<'a>,
    reference: &'a Reference,
    family: Family,
    count: u64,
}

impl<'a> Planted<'a> {
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        family: Family,
        seed: u64,
    ) -> Planted<'a> {
        let dialect = family == Family::Dialect;
        Planted {
            growth: Growth::new(&library.grammar, reference, seed, dialect),
            reference,
            family,
            count: 0,
        }
    }

    fn assertions(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        want: Option<bool>,
    ) -> Vec<Term> {
        let depth = self.growth.depth();
        let count = self.growth.count(&[1, 1, 1, 2, 2, 3, 4], MAX_ASSERTIONS);
        let mut assertions: Vec<Term> = Vec::with_capacity(count);
        for _ in 0..count {
            let formula = self.growth.formula(store, soil, depth, want);
            if !assertions.contains(&formula) {
                assertions.push(formula);
            }
        }
        assertions
    }

    fn open(
        &mut self,
        store: &mut TermStore,
        soil: &Soil,
        assertions: &[Term],
    ) -> Option<Expected> {
        let program = Program::new(store, assertions)?;
        let leaves: Vec<Term> = program.leaves().collect();
        let mut alone = vec![false; assertions.len()];
        let steps = std::cell::Cell::new(0);
        let context = Context {
            reference: self.reference,
            domain: &Domain::default(),
            steps: &steps,
        };
        let mut values = Vec::new();
        for _ in 0..SAMPLES {
            let model: Model = leaves
                .iter()
                .map(|&leaf| (leaf, self.growth.value(store, soil, store.sort(leaf))))
                .collect();
            program.eval(&context, &program.environment(&model), &mut values);
            let mut all = true;
            for (known, &root) in alone.iter_mut().zip(&program.roots) {
                let holds = values[root as usize] == Some(Value::Bool(true));
                *known |= holds;
                all &= holds;
            }
            if all {
                return Some(Expected::Sat(model));
            }
        }
        // One that is false by itself spoils the others.
        if assertions.len() > 1 && alone.contains(&false) {
            return None;
        }
        let domain = domain_around(store, assertions);
        Some(match find_model(&program, self.reference, &domain, STEPS) {
            Some(model) => Expected::Sat(model),
            None => Expected::Open,
        })
    }
}

impl Source for Planted<'_> {
    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let mut soil = self.growth.soil(store);
        let planted = self.family != Family::Open;
        let assertions = self.assertions(store, &mut soil, planted.then_some(true));
        let constants = constants(store, &assertions);
        if constants.is_empty() {
            return None;
        }
        let expected = match planted {
            true => Expected::Sat(soil.model(&constants)),
            false => self.open(store, &soil, &assertions)?,
        };
        let number = self.count;
        self.count += 1;
        Some(grown_test(store, self.family, number, assertions, expected))
    }
}

/// A test of a random family.
pub(super) fn grown_test(
    store: &TermStore,
    family: Family,
    number: u64,
    assertions: Vec<Term>,
    expected: Expected,
) -> Test {
    Test {
        family,
        origin: super::library::Origin::Extended,
        patterns: false,
        op: "random".into(),
        suffix: number.to_string(),
        constants: constants(store, &assertions),
        assertions,
        expected,
    }
}

/// The declared constants in the order in which they first occur.
pub(super) fn constants(store: &TermStore, assertions: &[Term]) -> Vec<Term> {
    let mut found = postorder_all(store, assertions);
    found.retain(|&term| matches!(store.op(term), Op::Apply(_)) && store.args(term).is_empty());
    found
}

/// Whether a sort is one that synthesis has values of.
pub(super) fn has_values(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Int | Sort::String | Sort::RegLan)
}
