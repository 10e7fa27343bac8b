//! The unsatisfiable tests of a suite: which rules meet which targets, in which order.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use sinew_base::Random;
use sinew_term::{Op, Term, TermStore, postorder_all};

use super::certify::witnesses;
use super::library::{Equality, Equivalence, Library, Origin, Subject};
use super::reference::Reference;
use super::rewrite::without_patterns;
use super::suite::{Config, Sink};
use super::test::{Expected, Family, Model, Test};
use super::unsat::{Pair, Target, forward, reverse, rewrite, targets};

/// Producer of the unsatisfiable tests that a configuration asks for.
pub(super) struct UnsatSuite<'a> {
    library: &'a Library,
    reference: &'a Reference,
    config: &'a Config,
    /// The witnesses of the test before, which those of the next resemble.
    hints: RefCell<Arc<[Model]>>,
}

/// A target, its number, and the equality that rewrites it.
type Step<'a> = (usize, Target, &'a Equality);

/// A formula that is being rewritten step by step.
#[derive(Clone)]
struct Chain {
    pair: Pair,
    clauses: Vec<Term>,
    /// Assertions that every core needs.
    core: Vec<usize>,
    /// Variables that link nothing to the operation.
    own: Vec<Term>,
    /// The steps so far, for the name.
    name: String,
}

impl<'a> UnsatSuite<'a> {
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        config: &'a Config,
    ) -> UnsatSuite<'a> {
        UnsatSuite {
            library,
            reference,
            config,
            hints: RefCell::new(Arc::new([])),
        }
    }

    /// Witnesses of the core, found near those of the test before.
    fn witnesses(
        &self,
        store: &TermStore,
        assertions: &[Term],
        core: &[usize],
    ) -> Option<Arc<[Model]>> {
        let hints = Arc::clone(&self.hints.borrow());
        let found = witnesses(store, self.reference, assertions, core, &hints)?;
        let found: Arc<[Model]> = found.into();
        *self.hints.borrow_mut() = Arc::clone(&found);
        Some(found)
    }

    pub(super) fn produce(&self, store: &mut TermStore, sink: &mut dyn Sink) -> ControlFlow<()> {
        let rules: Vec<&Equivalence> = self
            .library
            .equivalences
            .iter()
            .filter(|rule| self.config.wants_op(&rule.folder))
            .filter(|rule| (rule.origin == Origin::Regex) == (self.config.origin == Origin::Regex))
            .collect();
        for rule in &rules {
            self.equivalent(store, rule, sink)?;
        }
        for rule in &rules {
            self.rewritten(store, rule, sink)?;
        }
        for rule in &rules {
            self.reversed(store, rule, sink)?;
        }
        if self.config.wants_family(Family::Alone) {
            self.alone(store, sink)?;
        }
        if self.config.wants_family(Family::Chain) {
            sink.flush(store)?;
            if let Some(size) = self.config.sample {
                return self.sampled_chains(&rules, size, sink);
            }
            for rule in &rules {
                self.chained(rule, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Each equality by itself: its condition, and that its sides differ.
    fn alone(&self, store: &mut TermStore, sink: &mut dyn Sink) -> ControlFlow<()> {
        for equality in &self.library.equalities {
            if equality.origin > self.config.origin.max(Origin::Extended) {
                continue;
            }
            let (Subject::Variable(subject) | Subject::Constant(subject)) = equality.subject;
            let equation = store.eq(equality.term, subject);
            let mut assertions = vec![store.not(equation)];
            assertions.extend(equality.side);
            // A condition without which the law holds too is not part of the core.
            let both: Vec<usize> = (0..assertions.len()).collect();
            let found = match self.witnesses(store, &assertions, &both) {
                Some(models) => Some((both, models)),
                None => self
                    .witnesses(store, &assertions, &[0])
                    .map(|m| (vec![0], m)),
            };
            let Some((core, witnesses)) = found else {
                continue;
            };
            let test = Test {
                family: Family::Alone,
                origin: equality.origin,
                patterns: false,
                op: equality.id.as_str().into(),
                suffix: "alone".to_owned(),
                constants: constants(store, &assertions),
                assertions,
                expected: Expected::Unsat { core, witnesses },
            };
            sink.test(store, test)?;
        }
        ControlFlow::Continue(())
    }

    /// The equalities for a target, with their numbers.
    fn fitting(&self, store: &TermStore, target: Target) -> Vec<(usize, &'a Equality)> {
        let equalities = self.library.equalities.iter();
        let fitting = equalities.filter(|equality| {
            equality.origin <= self.config.origin.max(Origin::Extended)
                && target.fits(store, equality)
        });
        fitting.enumerate().collect()
    }

    /// The name of a test: the published numbers, or for additions the names of the rules.
    fn suffix(&self, rule: &Equivalence, published: String, added: &str) -> String {
        match self.config.origin {
            Origin::Published => published,
            Origin::Extended | Origin::Regex => format!("{}{added}", rule.id),
        }
    }

    fn equivalent(
        &self,
        store: &mut TermStore,
        rule: &Equivalence,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        if !self.config.wants_family(Family::Equivalent) || rule.origin != self.config.origin {
            return ControlFlow::Continue(());
        }
        let make = |store: &mut TermStore, patterns: bool| {
            let Pair { operation, formula } = forward(store, rule, patterns);
            vec![operation, formula]
        };
        let suffix = self.suffix(rule, String::new(), "");
        self.twins(store, rule, Family::Equivalent, suffix, &[0, 1], make, sink)
    }

    fn rewritten(
        &self,
        store: &mut TermStore,
        rule: &Equivalence,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let found = targets(store, rule.formula, &rule.exists, &rule.skip);
        for (number, target) in found.into_iter().enumerate() {
            let (family, core): (_, &[usize]) = match target.enlarges_core() {
                true => (Family::LargerCore, &[0, 1, 2]),
                false => (Family::Redundant, &[0, 1]),
            };
            if !self.config.wants_family(family) {
                continue;
            }
            for (index, equality) in self.fitting(store, target) {
                if rule.origin.max(equality.origin) != self.config.origin {
                    continue;
                }
                let make = |store: &mut TermStore, patterns: bool| {
                    let pair = forward(store, rule, true);
                    let published = self.config.as_published;
                    let new = rewrite(store, pair.formula, target, equality, 0, published);
                    let formula = match patterns {
                        true => new.formula,
                        false => without_patterns(store, new.formula),
                    };
                    let mut assertions = vec![pair.operation, formula];
                    assertions.extend(new.clause);
                    assertions
                };
                let published = format!("{}_{number}_{index}", core.len());
                let added = format!("_{number}_{}", equality.id);
                let suffix = self.suffix(rule, published, &added);
                self.twins(store, rule, family, suffix, core, make, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The direction that P0 leaves out: the operation holds, the formula does not.
    fn reversed(
        &self,
        store: &mut TermStore,
        rule: &Equivalence,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        if !rule.both {
            return ControlFlow::Continue(());
        }
        let pair = reverse(store, rule);
        if self.config.wants_family(Family::ReverseEquivalent) {
            let assertions = vec![pair.operation, pair.formula];
            let family = Family::ReverseEquivalent;
            self.emit(
                store,
                rule,
                family,
                rule.id.clone(),
                vec![0, 1],
                assertions,
                sink,
            )?;
        }
        if !self.config.wants_family(Family::ReverseLargerCore) {
            return ControlFlow::Continue(());
        }
        let found = targets(store, pair.formula, &[], &[]);
        for (number, target) in found.into_iter().enumerate() {
            if !target.enlarges_core() {
                continue;
            }
            for (_, equality) in self.fitting(store, target) {
                let new = rewrite(store, pair.formula, target, equality, 0, false);
                let mut assertions = vec![pair.operation, new.formula];
                assertions.extend(new.clause);
                let suffix = format!("{}_{number}_{}", rule.id, equality.id);
                let core = (0..assertions.len()).collect();
                let family = Family::ReverseLargerCore;
                self.emit(store, rule, family, suffix, core, assertions, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All sequences of `depth` replacements, the last step varying fastest. Each first step has
    /// a store of its own, so that memory stays bounded.
    fn chained(&self, rule: &Equivalence, sink: &mut dyn Sink) -> ControlFlow<()> {
        let mut store = self.library.store.clone();
        let start = Chain {
            pair: forward(&mut store, rule, false),
            clauses: Vec::new(),
            core: vec![0, 1],
            own: rule.exists.clone(),
            name: rule.id.clone(),
        };
        for step in self.steps(&store, &start) {
            let mut store = store.clone();
            // Terms of another store would mean nothing here.
            *self.hints.borrow_mut() = Arc::new([]);
            let first = extended(&mut store, &start, step, 0);
            let mut stack = vec![(first, 1usize)];
            while let Some((chain, done)) = stack.pop() {
                if done >= self.config.depth {
                    let mut assertions = vec![chain.pair.operation, chain.pair.formula];
                    assertions.extend(&chain.clauses);
                    let (name, core) = (chain.name, chain.core);
                    self.emit(
                        &mut store,
                        rule,
                        Family::Chain,
                        name,
                        core,
                        assertions,
                        sink,
                    )?;
                    continue;
                }
                let before = stack.len();
                for step in self.steps(&store, &chain) {
                    let next = extended(&mut store, &chain, step, done);
                    stack.push((next, done + 1));
                }
                stack[before..].reverse();
            }
            sink.flush(&mut store)?;
        }
        ControlFlow::Continue(())
    }

    /// Random sequences of `depth` replacements, of each rule about as many.
    fn sampled_chains(
        &self,
        rules: &[&Equivalence],
        size: u64,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let mut random = Random::new(self.config.seed);
        let mut left = size;
        for (place, rule) in rules.iter().enumerate() {
            let share = left / (rules.len() - place) as u64;
            left -= share;
            let mut store = self.library.store.clone();
            *self.hints.borrow_mut() = Arc::new([]);
            let start = Chain {
                pair: forward(&mut store, rule, false),
                clauses: Vec::new(),
                core: vec![0, 1],
                own: rule.exists.clone(),
                name: rule.id.clone(),
            };
            let mut names: Vec<String> = Vec::new();
            // Some sequences come twice, and a few have no proof.
            for _ in 0..share * 4 {
                if names.len() as u64 == share {
                    break;
                }
                let mut chain = start.clone();
                for done in 0..self.config.depth {
                    let steps = self.steps(&store, &chain);
                    if steps.is_empty() {
                        break;
                    }
                    let step = *random.pick(&steps);
                    chain = extended(&mut store, &chain, step, done);
                }
                if names.contains(&chain.name) {
                    continue;
                }
                let mut assertions = vec![chain.pair.operation, chain.pair.formula];
                assertions.extend(&chain.clauses);
                if self.witnesses(&store, &assertions, &chain.core).is_none() {
                    continue;
                }
                names.push(chain.name.clone());
                let Chain { name, core, .. } = chain;
                self.emit(
                    &mut store,
                    rule,
                    Family::Chain,
                    name,
                    core,
                    assertions,
                    sink,
                )?;
            }
            sink.flush(&mut store)?;
        }
        ControlFlow::Continue(())
    }

    /// What can be replaced next, and by what.
    fn steps(&self, store: &TermStore, chain: &Chain) -> Vec<Step<'a>> {
        let found = targets(store, chain.pair.formula, &chain.own, &[]);
        let mut steps = Vec::new();
        for (number, target) in found.into_iter().enumerate() {
            for (_, equality) in self.fitting(store, target) {
                steps.push((number, target, equality));
            }
        }
        steps
    }

    /// A test without and with patterns. They differ in the patterns only, so what proves one
    /// proves the other.
    #[allow(clippy::too_many_arguments)]
    fn twins(
        &self,
        store: &mut TermStore,
        rule: &Equivalence,
        family: Family,
        suffix: String,
        core: &[usize],
        make: impl Fn(&mut TermStore, bool) -> Vec<Term>,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let plain = make(store, false);
        // Without its proof a test is not handed out.
        let Some(models) = self.witnesses(store, &plain, core) else {
            return ControlFlow::Continue(());
        };
        for patterns in [false, true] {
            if !self.config.patterns[usize::from(patterns)] {
                continue;
            }
            let assertions = if patterns {
                make(store, true)
            } else {
                plain.clone()
            };
            let mut test = unsat_test(store, rule, family, suffix.clone(), assertions);
            test.patterns = patterns;
            test.expected = Expected::Unsat {
                core: core.to_vec(),
                witnesses: Arc::clone(&models),
            };
            sink.test(store, test)?;
        }
        ControlFlow::Continue(())
    }

    #[allow(clippy::too_many_arguments)]
    fn emit(
        &self,
        store: &mut TermStore,
        rule: &Equivalence,
        family: Family,
        suffix: String,
        core: Vec<usize>,
        assertions: Vec<Term>,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let Some(models) = self.witnesses(store, &assertions, &core) else {
            return ControlFlow::Continue(());
        };
        let mut test = unsat_test(store, rule, family, suffix, assertions);
        test.expected = Expected::Unsat {
            core,
            witnesses: models,
        };
        sink.test(store, test)
    }
}

/// The chain with one more replacement.
fn extended(
    store: &mut TermStore,
    chain: &Chain,
    (number, target, equality): Step<'_>,
    step: usize,
) -> Chain {
    let new = rewrite(store, chain.pair.formula, target, equality, step, false);
    let mut next = chain.clone();
    next.pair.formula = new.formula;
    next.name = format!("{}_{number}_{}", chain.name, equality.id);
    if let Some(clause) = new.clause {
        if target.enlarges_core() {
            next.core.push(2 + next.clauses.len());
        } else {
            next.own.extend(new.copy);
        }
        next.clauses.push(clause);
    }
    next
}

/// A test still without its proof.
fn unsat_test(
    store: &TermStore,
    rule: &Equivalence,
    family: Family,
    suffix: String,
    assertions: Vec<Term>,
) -> Test {
    Test {
        family,
        origin: rule.origin,
        patterns: false,
        op: rule.folder.as_str().into(),
        suffix,
        constants: constants(store, &assertions),
        assertions,
        expected: Expected::Unsat {
            core: Vec::new(),
            witnesses: Arc::new([]),
        },
    }
}

/// The declared constants of the assertions.
pub(super) fn constants(store: &TermStore, assertions: &[Term]) -> Vec<Term> {
    let mut found = postorder_all(store, assertions);
    found.retain(|&term| matches!(store.op(term), Op::Apply(_)));
    found
}
