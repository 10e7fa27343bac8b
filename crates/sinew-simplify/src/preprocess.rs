//! Runs the whole-problem passes until nothing changes.

use sinew_base::{Budget, Disabled, Rule, StopReason, Tuning};
use sinew_term::{Op, Sort, Term, TermMap, TermSet, TermStore, postorder_all, rebuild_bottom_up};

use crate::passes;
use crate::problem::{ModelExtension, Origins, Problem};
use crate::record::{Record, Step};
use crate::simplifier::Simplifier;
use crate::tuning::ROUNDS;

/// What the passes work on. It is a correct problem at every moment: a pass that is stopped in
/// between has done whole steps only.
pub(crate) struct State<'a> {
    pub(crate) store: &'a mut TermStore,
    pub(crate) simplifier: &'a mut Simplifier,
    pub(crate) problem: &'a mut Problem,
    pub(crate) extension: &'a mut ModelExtension,
    pub(crate) budget: &'a Budget<'a>,
    /// Symbols that must survive, since others speak about them.
    pub(crate) frozen: &'a TermSet,
    pub(crate) fresh: &'a mut u64,
}

impl State<'_> {
    pub(crate) fn tuning(&self) -> &Tuning {
        &self.simplifier.core.tuning
    }

    /// Simplifies every assertion, splits conjunctions, drops what is true. Whether anything
    /// changed.
    pub(crate) fn normalise(&mut self) -> Result<bool, StopReason> {
        let mut changed = false;
        let mut seen = TermSet::new();
        let mut result: Vec<(Term, Origins)> = Vec::new();
        for position in 0..self.problem.assertions.len() {
            let (term, origins) = self.problem.assertions[position].clone();
            let normal = self.simplifier.simplify(self.store, term, self.budget)?;
            changed |= normal != term;
            self.conclude(|| Step::Normal {
                from: term,
                to: normal,
            });
            match self.store.op(normal) {
                Op::True => changed = true,
                Op::False => {
                    self.problem.assertions = vec![(normal, origins)];
                    return Ok(true);
                }
                Op::And => {
                    changed = true;
                    for part in self.store.args(normal).to_vec() {
                        if seen.insert(part) {
                            self.conclude(|| Step::Conjunct {
                                whole: normal,
                                part,
                            });
                            result.push((part, origins.clone()));
                        }
                    }
                }
                _ if seen.insert(normal) => result.push((normal, origins)),
                _ => changed = true,
            }
        }
        self.problem.assertions = result;
        Ok(changed)
    }

    /// Whether what is done is recorded.
    pub(crate) fn recording(&self) -> bool {
        self.simplifier.core.record.is_some()
    }

    /// Records a step, if steps are recorded.
    pub(crate) fn conclude(&mut self, step: impl FnOnce() -> Step) {
        if let Some(record) = &mut self.simplifier.core.record {
            record.step(step());
        }
    }

    /// Records that a pass made an equation of a formula.
    pub(crate) fn conclude_equation(
        &mut self,
        pass: &'static Rule,
        premise: Term,
        (left, right): (Term, Term),
    ) -> Term {
        let conclusion = self.store.eq(left, right);
        self.conclude(|| Step::Concluded {
            pass: pass.name,
            premises: vec![premise],
            conclusion,
        });
        conclusion
    }

    /// Puts values for parts of the assertion at this place, as these equations say; `origins` are those of the assertion and of
    /// the equations. Whether it has changed. Quantified formulas are entered: equations never mention bound variables.
    pub(crate) fn replace_parts(
        &mut self,
        position: usize,
        values: &mut TermMap<Term>,
        equations: Vec<Term>,
        origins: Origins,
    ) -> bool {
        let from = self.problem.assertions[position].0;
        let to = rebuild_bottom_up(self.store, from, values, |_, t| t);
        if to == from {
            return false;
        }
        self.conclude(|| Step::Replaced {
            from,
            equations,
            to,
        });
        self.problem.assertions[position] = (to, origins);
        true
    }

    /// Records what a symbol that a pass introduces stands for.
    pub(crate) fn stands_for(&mut self, symbol: Term, term: Term) {
        if let Some(record) = &mut self.simplifier.core.record {
            record.stands_for(symbol, term);
        }
    }

    /// The assertions, if somebody wants to know what becomes of them.
    fn traced_assertions(&self) -> Vec<Term> {
        match self.simplifier.core.trace {
            Some(_) => self
                .problem
                .assertions
                .iter()
                .map(|&(term, _)| term)
                .collect(),
            None => Vec::new(),
        }
    }

    /// Counts a pass that changed the problem, and shows what it changed into what.
    fn record(&mut self, name: &'static str, before: &[Term]) {
        let core = &mut self.simplifier.core;
        *core.fired.entry(name).or_default() += 1;
        if let Some(trace) = &mut core.trace {
            let after: Vec<Term> = self.problem.assertions.iter().map(|&(t, _)| t).collect();
            let only = |these: &[Term], those: &[Term]| -> Vec<Term> {
                let others: TermSet = those.iter().copied().collect();
                these
                    .iter()
                    .copied()
                    .filter(|&t| !others.contains(t))
                    .collect()
            };
            let (gone, new) = (only(before, &after), only(&after, before));
            let (gone, new) = (self.store.conjunction(&gone), self.store.conjunction(&new));
            trace.step(self.store, name, gone, new);
        }
    }

    /// Whether the problem is decided.
    pub(crate) fn decided(&self) -> bool {
        self.problem.is_trivial() || self.problem.refuted(self.store).is_some()
    }

    /// Whether `term` is a declared constant that may be eliminated.
    pub(crate) fn may_eliminate(&self, term: Term) -> bool {
        matches!(self.store.op(term), Op::Apply(_))
            && self.store.args(term).is_empty()
            && !self.frozen.contains(term)
    }

    /// All subterms of all assertions, arguments first.
    pub(crate) fn subterms(&self) -> Vec<Term> {
        let roots: Vec<Term> = self
            .problem
            .assertions
            .iter()
            .map(|&(term, _)| term)
            .collect();
        postorder_all(self.store, &roots)
    }

    /// A constant that occurs nowhere: names with `@` are the solver's own by the standard.
    pub(crate) fn fresh_constant(&mut self, sort: Sort) -> Term {
        loop {
            let name = format!("@free{}", self.fresh);
            *self.fresh += 1;
            let before = self.store.term_count();
            let constant = self.store.constant(&name, sort);
            // A term that was there before belongs to somebody else.
            if constant.index() >= before {
                return constant;
            }
        }
    }
}

/// Simplifies whole problems.
///
/// ```
/// use sinew_base::Budget;
/// use sinew_simplify::{Preprocessor, Problem};
/// use sinew_term::{Sort, TermStore};
///
/// let mut store = TermStore::new();
/// let (x, y) = (store.constant("x", Sort::String), store.constant("y", Sort::String));
/// let a = store.string("a");
/// let ya = store.concat(&[y, a]);
/// let (defined, longer) = (store.eq(x, ya), store.contains(y, x));
/// let mut preprocessor = Preprocessor::new();
/// let result = preprocessor.run(&mut store, Problem::new(&[defined, longer]), &Budget::unlimited());
/// let core: Vec<usize> = result.problem.refuted(&store).unwrap().iter().collect();
/// assert_eq!(core, [0, 1], "y·a is longer than y");
/// ```
pub struct Preprocessor {
    simplifier: Simplifier,
    fresh: u64,
}

/// What [`Preprocessor::run`] returns.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// An equisatisfiable problem.
    pub problem: Problem,
    /// How models of it extend to the original problem.
    pub extension: ModelExtension,
    /// Why the passes ended before nothing changed any more, if they did. The problem is
    /// correct all the same.
    pub stopped: Option<StopReason>,
}

impl Default for Preprocessor {
    fn default() -> Self {
        Preprocessor::new()
    }
}

impl Preprocessor {
    /// A preprocessor with a simplifier of its own.
    #[must_use]
    pub fn new() -> Preprocessor {
        Preprocessor {
            simplifier: Simplifier::new(),
            fresh: 0,
        }
    }

    /// A preprocessor that does without these laws and passes.
    #[must_use]
    pub fn without(rules: Disabled) -> Preprocessor {
        Preprocessor {
            simplifier: Simplifier::without(rules),
            fresh: 0,
        }
    }

    /// A preprocessor that does without these laws and passes, and records what it does. It is meant for proofs of
    /// `unsat`: passes that only make assertions weaker are left out.
    #[must_use]
    pub fn recording(rules: &Disabled) -> Preprocessor {
        let rules = rules.and(passes::rules::PURE_LITERALS.name);
        let mut preprocessor = Preprocessor::without(rules);
        preprocessor.simplifier.core.record = Some(Box::default());
        preprocessor
    }

    /// The same with these tuned constants.
    #[must_use]
    pub fn tuned(mut self, tuning: &Tuning) -> Preprocessor {
        self.simplifier = self.simplifier.tuned(tuning);
        self
    }

    /// What was done, if that was recorded; from here on it is not.
    pub fn take_record(&mut self) -> Option<Record> {
        self.simplifier.core.record.take().map(|record| *record)
    }

    /// The simplifier that it uses.
    pub fn simplifier(&mut self) -> &mut Simplifier {
        &mut self.simplifier
    }

    /// Simplifies the problem until nothing changes or the budget ends.
    pub fn run(
        &mut self,
        store: &mut TermStore,
        problem: Problem,
        budget: &Budget,
    ) -> Preprocessed {
        self.run_keeping(store, problem, &[], budget)
    }

    /// The same, without eliminating the constants in `frozen`.
    pub fn run_keeping(
        &mut self,
        store: &mut TermStore,
        mut problem: Problem,
        frozen: &[Term],
        budget: &Budget,
    ) -> Preprocessed {
        let mut extension = ModelExtension::default();
        let mut keep = TermSet::new();
        for &term in frozen {
            keep.insert(term);
        }
        let mut state = State {
            store,
            simplifier: &mut self.simplifier,
            problem: &mut problem,
            extension: &mut extension,
            budget,
            frozen: &keep,
            fresh: &mut self.fresh,
        };
        let stopped = rounds(&mut state).err();
        Preprocessed {
            problem,
            extension,
            stopped,
        }
    }
}

fn rounds(state: &mut State<'_>) -> Result<(), StopReason> {
    state.normalise()?;
    for _ in 0..state.tuning().size(&ROUNDS) {
        let mut changed = false;
        for pass in passes::ALL {
            if state.decided() {
                return Ok(());
            }
            if state.simplifier.core.without.has(pass.rule.name) {
                continue;
            }
            let before = state.traced_assertions();
            if (pass.run)(state)? {
                changed = true;
                state.record(pass.rule.name, &before);
                state.normalise()?;
            }
        }
        if !changed {
            break;
        }
    }
    Ok(())
}
