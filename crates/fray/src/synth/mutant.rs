//! Mutation of given formulas under a planted model, so that any `unsat` is wrong.
//!
//! A seed's constants get values: a model of the seed if a short search finds one, else random
//! ones. Then operators are exchanged for others of the same rank, sub-terms for others of the
//! same sort, and each assertion that is false under the values is negated. Without seed files the
//! seeds are grown.

use std::cell::Cell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sinew_smtlib::{Command, Dialect, Environment, parse_script};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};
use smallvec::SmallVec;

use super::certify::domain_of;
use super::exec::Value;
use super::feature::{Feature, needed_by, needs};
use super::grammar::{Grammar, Head};
use super::growth::{Growth, Soil};
use super::library::Library;
use super::planted::{has_values, test_over};
use super::program::{Context, Program};
use super::reference::Reference;
use super::rewrite::Replacer;
use super::search::{Domain, find_model};
use super::stream::{Source, TERMS};
use super::test::{Expected, Mode, Model, Test};

/// Assertions of a seed that one test takes.
const ASSERTIONS: usize = 8;
/// Sub-terms of a seed that one test may have.
const SIZE: usize = 400;
/// Evaluations that the search for a model of a seed may make.
const STEPS: u64 = 30;

/// Source of mutants.
pub(super) struct Mutants<'a> {
    grammar: &'a Grammar,
    reference: &'a Reference,
    growth: Growth<'a>,
    seeds: &'a [String],
    count: u64,
    replacer: Replacer,
    /// The seeds that were read into the present store.
    read: FxHashMap<usize, Vec<Term>>,
}

impl<'a> Mutants<'a> {
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        seeds: &'a [String],
        seed: u64,
    ) -> Mutants<'a> {
        Mutants {
            grammar: &library.grammar,
            reference,
            growth: Growth::new(&library.grammar, reference, seed, false),
            seeds,
            count: 0,
            replacer: Replacer::default(),
            read: FxHashMap::default(),
        }
    }

    /// Assertions to start from.
    fn seed(&mut self, store: &mut TermStore, soil: &mut Soil) -> Vec<Term> {
        if self.seeds.is_empty() {
            let depth = self.growth.depth();
            let count = 1 + self.growth.random.below(3);
            return (0..count)
                .map(|_| self.growth.formula(store, soil, depth, None))
                .collect();
        }
        let chosen = self.growth.random.below(self.seeds.len());
        let known = self.read.entry(chosen);
        let all = known.or_insert_with(|| assertions_of(store, &self.seeds[chosen]));
        let mut taken = Vec::new();
        let mut size = 0;
        let from = self.growth.random.below(all.len());
        for &assertion in all.iter().cycle().skip(from).take(all.len()) {
            size += postorder_all(store, &[assertion]).len();
            if taken.len() == ASSERTIONS || size > SIZE {
                break;
            }
            taken.push(assertion);
        }
        taken
    }

    /// Values for the constants.
    fn values(
        &mut self,
        store: &mut TermStore,
        soil: &Soil,
        domain: &Domain,
        program: &Program,
    ) -> Model {
        if self.growth.random.chance(1, 2)
            && let Some(model) = find_model(program, self.reference, domain, STEPS)
        {
            return model;
        }
        let mut model = Model::new();
        for &(constant, sort, _) in &program.leaves {
            let near = domain.of(sort);
            let value = match near.is_empty() || self.growth.random.chance(1, 2) {
                true => self.growth.value(store, soil, sort),
                false => self.growth.random.pick(near).clone(),
            };
            model.push((constant, value));
        }
        model
    }

    /// One change.
    fn mutate(&mut self, store: &mut TermStore, soil: &mut Soil, assertions: &mut [Term]) {
        let place = self.growth.random.below(assertions.len());
        let inside = self
            .growth
            .walker
            .postorder(store, &assertions[place..=place]);
        let target = *self.growth.random.pick(inside);
        let sort = store.sort(target);
        let new = match self.growth.random.below(3) {
            0 => self.other_operator(store, target),
            1 => {
                let parts = self.growth.walker.postorder(store, assertions).iter();
                let mut alike = parts.filter(|&&term| term != target && store.sort(term) == sort);
                let count = alike.clone().count();
                match count {
                    0 => None,
                    _ => alike.nth(self.growth.random.below(count)).copied(),
                }
            }
            _ => Some(self.growth.term(store, soil, sort, 1).0),
        };
        if let Some(new) = new {
            self.replacer.begin(store, [(target, new)]);
            assertions[place] = self.replacer.apply(store, assertions[place]);
        }
    }

    /// The term with another operator of the same rank at its root.
    fn other_operator(&mut self, store: &mut TermStore, term: Term) -> Option<Term> {
        let args: SmallVec<[Term; 4]> = store.args(term).into();
        let sorts: SmallVec<[Sort; 4]> = args.iter().map(|&arg| store.sort(arg)).collect();
        if sorts.is_empty() {
            return None;
        }
        let sort = store.sort(term);
        let fitting: SmallVec<[Op; 16]> = self
            .grammar
            .productions
            .iter()
            .filter(|p| p.result == sort && !p.dialect && p.weight > 0)
            .filter(|p| {
                let counts = p.slots.len() == sorts.len() || p.more && p.slots.len() < sorts.len();
                let slot = |i: usize| p.slots.get(i).or(p.slots.last()).map(|slot| slot.sort());
                counts
                    && sorts
                        .iter()
                        .enumerate()
                        .all(|(i, &sort)| slot(i) == Some(sort))
            })
            .filter_map(|p| match p.head {
                Head::Op(op) => Some(op),
                Head::Power | Head::Loop => None,
            })
            .chain([store.op(term)])
            .collect();
        let op = *self.growth.random.pick(&fitting);
        store.try_mk(op, &args).ok()
    }

    /// What is false under the values negated; `None` if something has no value.
    fn made_true(
        &self,
        store: &mut TermStore,
        model: &Model,
        program: &Program,
        assertions: &mut [Term],
    ) -> Option<()> {
        let context = Context {
            reference: self.reference,
            domain: &Domain::default(),
            steps: &Cell::new(0),
        };
        let mut values = Vec::new();
        program.eval(&context, &program.environment(model), &mut values);
        for (assertion, &root) in assertions.iter_mut().zip(&program.roots) {
            match values[root as usize] {
                Some(Value::Bool(true)) => {}
                Some(Value::Bool(false)) => *assertion = store.not(*assertion),
                _ => return None,
            }
        }
        Some(())
    }
}

/// The assertions of a script that synthesis has values for.
fn assertions_of(store: &mut TermStore, script: &str) -> Vec<Term> {
    let mut env = Environment::new();
    env.dialect = Dialect::of_script(script.as_bytes());
    let commands = parse_script(store, &mut env, script).unwrap_or_default();
    let mut assertions = Vec::new();
    for command in commands {
        if let Command::Assert { term, .. } = command
            && !store.mentions_quantifiers(term)
            && postorder_all(store, &[term])
                .into_iter()
                .all(|sub| is_plain(store, sub))
        {
            assertions.push(term);
        }
    }
    assertions
}

/// Whether a sub-term can be planted and evaluated: no functions, no other sorts, no division
/// by what may be zero.
fn is_plain(store: &TermStore, term: Term) -> bool {
    let divisor = || {
        store
            .int_value(store.arg(term, 1))
            .is_some_and(|n| !n.is_zero())
    };
    match store.op(term) {
        Op::Apply(_) => store.args(term).is_empty() && has_values(store.sort(term)),
        Op::Div | Op::Mod => store.args(term).len() == 2 && divisor(),
        _ => has_values(store.sort(term)),
    }
}

impl Source for Mutants<'_> {
    fn store(&mut self) -> TermStore {
        self.read.clear();
        TermStore::with_capacity(TERMS)
    }

    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let mut soil = self.growth.soil(store);
        let mut assertions = self.seed(store, &mut soil);
        if assertions.is_empty() {
            return None;
        }
        // What is grown needs nothing of the kind.
        let before = match self.seeds.is_empty() {
            true => BTreeSet::new(),
            false => needs(store, &assertions),
        };
        for _ in 0..1 + self.growth.random.below(3) {
            self.mutate(store, &mut soil, &mut assertions);
        }
        // What few solvers accept is there only if the seed has it.
        let new = |feature: &Feature| feature.is_dialect() && !before.contains(feature);
        let parts = self.growth.walker.postorder(store, &assertions);
        if needed_by(store, parts).iter().any(new) || !parts.iter().all(|&sub| is_plain(store, sub))
        {
            return None;
        }
        let domain = domain_of(store, parts);
        let program = Program::walked(store, &assertions, &self.growth.walker)?;
        let model = self.values(store, &soil, &domain, &program);
        self.made_true(store, &model, &program, &mut assertions)?;
        let used: Vec<Term> = program.leaves().collect();
        if used.is_empty() {
            return None;
        }
        let number = self.count;
        self.count += 1;
        let expected = Expected::Sat(model);
        Some(test_over(
            (used, assertions),
            Mode::Mutant,
            number,
            expected,
        ))
    }
}
