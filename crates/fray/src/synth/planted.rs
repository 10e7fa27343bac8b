//! Random formulas over all operators: with a planted model, or without an answer.
//!
//! *Growth* plants values first and grows assertions that are true under them, so that any
//! `unsat` is wrong. *Open* grows assertions and looks for a model among a few assignments: where
//! none is found, the formula is likely unsatisfiable, and it is handed out without an answer: a
//! solver that says `sat` must show a model, and that is evaluated. *Dialect* is growth with what
//! few solvers accept, variables of sort RegLan above all.

use sinew_term::{Sort, Term, TermStore, postorder_all};

use super::growth::{Growth, MAX_ASSERTIONS, Soil};
use super::library::Library;
use super::reference::Reference;
use super::stream::Source;
use super::test::{Expected, Family, Mode, Test};
use super::trial::{expected, try_out};

/// Assignments that an open formula is tried on.
const SAMPLES: usize = 24;

/// Source of grown formulas.
pub(super) struct Planted<'a> {
    growth: Growth<'a>,
    mode: Mode,
    count: u64,
}

impl<'a> Planted<'a> {
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        mode: Mode,
        seed: u64,
    ) -> Planted<'a> {
        let dialect = mode == Mode::Dialect;
        Planted {
            growth: Growth::new(&library.grammar, reference, seed, dialect),
            mode,
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
        let samples = (SAMPLES, true);
        let trial = try_out(&mut self.growth, store, soil, assertions, samples)?;
        // One that is false by itself spoils the others.
        if trial.model.is_none() && assertions.len() > 1 && trial.holds.contains(&0) {
            return None;
        }
        expected(&mut self.growth, store, assertions, trial.model)
    }
}

impl Source for Planted<'_> {
    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let mut soil = self.growth.soil(store);
        let planted = self.mode != Mode::Open;
        let assertions = self.assertions(store, &mut soil, planted.then_some(true));
        let constants = constants_of(store, self.growth.walker.postorder(store, &assertions));
        if constants.is_empty() {
            return None;
        }
        let expected = match planted {
            true => Expected::Sat(soil.model(&constants)),
            false => self.open(store, &soil, &assertions)?,
        };
        let number = self.count;
        self.count += 1;
        Some(test_over(
            (constants, assertions),
            self.mode,
            number,
            expected,
        ))
    }
}

/// A test of a random family.
pub(super) fn grown_test(
    store: &TermStore,
    mode: Mode,
    number: u64,
    assertions: Vec<Term>,
    expected: Expected,
) -> Test {
    let constants = constants(store, &assertions);
    test_over((constants, assertions), mode, number, expected)
}

/// The same where the constants are known.
pub(super) fn test_over(
    (constants, assertions): (Vec<Term>, Vec<Term>),
    mode: Mode,
    number: u64,
    expected: Expected,
) -> Test {
    Test {
        family: Family::Random(mode),
        origin: super::library::Origin::Extended,
        patterns: false,
        op: "random".into(),
        suffix: number.to_string(),
        constants,
        assertions,
        expected,
    }
}

/// The declared constants in the order in which they first occur.
pub(super) fn constants(store: &TermStore, assertions: &[Term]) -> Vec<Term> {
    constants_of(store, &postorder_all(store, assertions))
}

/// The same where these are the sub-terms of the assertions.
pub(super) fn constants_of(store: &TermStore, parts: &[Term]) -> Vec<Term> {
    let constant = |&term: &Term| store.is_symbol(term);
    parts.iter().copied().filter(constant).collect()
}

/// Whether a sort is one that synthesis has values of.
pub(super) fn has_values(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Int | Sort::String | Sort::RegLan)
}
