//! Conjectured laws: pairs of terms that agree wherever they are tried, asserted to differ.
//!
//! Rewriting is where solvers are wrong most often, and a wrong rewrite shows as `sat` for the
//! negation of an equation that always holds. Such equations are found here as term synthesis
//! finds its right sides (P0 §3.1), by evaluation, but with variables: terms grow at random over a
//! few variables, and those with the same values under a list of assignments meet. The test is
//! that they differ. Nothing proves the law, so no answer is claimed: a `sat` is judged by its
//! model. Where a search finds a model after all, that is the answer.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use sinew_term::{Sort, Term, TermStore};

use super::exec::Value;
use super::growth::{Growth, Soil};
use super::library::Library;
use super::planted::grown_test;
use super::program::{Context, Program};
use super::reference::Reference;
use super::search::Domain;
use super::stream::Source;
use super::test::{Mode, Model, Test};
use super::trial::expected;

/// Assignments that terms are told apart by.
const SAMPLES: usize = 40;
/// Terms with the same values that are kept.
const ALIKE: usize = 6;
/// Of so many seasons one has numbers beyond all lengths.
const FAR: usize = 3;
/// After this many tests the variables and the alphabet change.
const SEASON: u64 = 64;

/// Source of conjectures.
pub(super) struct Conjectures<'a> {
    growth: Growth<'a>,
    reference: &'a Reference,
    count: u64,
    soil: Soil,
    /// Whether there are numbers beyond all lengths.
    looks_far: bool,
    samples: Vec<Model>,
    /// Terms by the hash of their sort and values.
    bank: FxHashMap<u64, Vec<Term>>,
}

impl<'a> Conjectures<'a> {
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        seed: u64,
    ) -> Conjectures<'a> {
        Conjectures {
            growth: Growth::new(&library.grammar, reference, seed, false),
            reference,
            count: 0,
            soil: Soil::default(),
            looks_far: false,
            samples: Vec::new(),
            bank: FxHashMap::default(),
        }
    }

    /// New variables, new assignments, an empty bank with the small constants and the variables in it.
    fn begin(&mut self, store: &mut TermStore) {
        self.soil = self.growth.soil(store);
        self.looks_far = self.growth.random.chance(1, FAR);
        if self.looks_far {
            self.growth.look_far(&mut self.soil);
        }
        self.bank.clear();
        self.samples.clear();
        for _ in 0..SAMPLES {
            let mut sample = Model::new();
            for index in 0..self.soil.variables().len() {
                let (term, sort) = {
                    let (term, value) = &self.soil.variables()[index];
                    (*term, value.sort())
                };
                let value = self.growth.value(store, &self.soil, sort);
                sample.push((term, value));
            }
            self.samples.push(sample);
        }
        let mut plain = vec![
            store.string(""),
            store.int(0),
            store.int(-1),
            store.bool(true),
            store.bool(false),
        ];
        plain.extend(self.soil.variables().iter().map(|(term, _)| *term));
        for term in plain {
            if let Some(key) = self.key(store, term) {
                self.bank.entry(key).or_default().push(term);
            }
        }
    }

    /// The hash of a term's sort and values; `None` if it has none under some assignment.
    fn key(&self, store: &TermStore, term: Term) -> Option<u64> {
        let program = Program::new(store, &[term])?;
        let context = Context {
            reference: self.reference,
            domain: &Domain::default(),
            steps: &Cell::new(0),
        };
        let mut hasher = FxHasher::default();
        store.sort(term).hash(&mut hasher);
        let mut values: Vec<Option<Value>> = Vec::new();
        for sample in &self.samples {
            program.eval(&context, &program.environment(sample), &mut values);
            values[program.roots[0] as usize]
                .as_ref()?
                .hash(&mut hasher);
        }
        Some(hasher.finish())
    }
}

impl Source for Conjectures<'_> {
    fn store(&mut self) -> TermStore {
        // Terms of another store mean nothing in this one.
        self.samples.clear();
        TermStore::new()
    }

    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        if self.samples.is_empty() {
            self.begin(store);
        }
        let sort = *self
            .growth
            .random
            .pick(&[Sort::String, Sort::String, Sort::Int, Sort::Bool]);
        // What holds up to a number shows in terms that are about little else.
        let depths = if self.looks_far {
            [1, 1, 1, 2]
        } else {
            [1, 2, 2, 3]
        };
        let depth = *self.growth.random.pick(&depths);
        let (term, _) = self.growth.term(store, &mut self.soil, sort, depth);
        if store.args(term).is_empty() || store.is_ground(term) {
            return None;
        }
        let key = self.key(store, term)?;
        let alike = self.bank.entry(key).or_default();
        if alike.contains(&term) {
            return None;
        }
        let other = (!alike.is_empty()).then(|| *self.growth.random.pick(alike));
        if alike.len() < ALIKE {
            alike.push(term);
        }
        let equation = store.eq(other?, term);
        let assertion = store.not(equation);
        let expected = expected(&mut self.growth, store, &[assertion], None)?;
        let number = self.count;
        self.count += 1;
        if self.count.is_multiple_of(SEASON) {
            self.samples.clear();
        }
        Some(grown_test(
            store,
            Mode::Conjecture,
            number,
            vec![assertion],
            expected,
        ))
    }
}
