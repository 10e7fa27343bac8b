//! The engine as its users see it: assertions with origins, scopes, checks, models and cores.
//!
//! Scopes are activation literals: an assertion in a scope is guarded by the scope's literal,
//! which is assumed as long as the scope is open and false for good afterwards. With cores
//! wanted, each assertion has a literal of its own. Definitions are valid in every scope and
//! stay. What popped scopes leave behind is cheap but not free, so when most of it is garbage the
//! engine rebuilds itself from the assertions that are left.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use sinew_base::{Budget, Disabled, StopReason};
use sinew_sat::{Lit, Solver, Unknown};
use sinew_term::{Sort, Term, TermMap, TermStore};

use crate::atoms::is_foreign;
use crate::driver::Driver;
use crate::inference::{Inferences, Observer};
use crate::log::Log;
use crate::model::Model;
use crate::plugin::TheorySolver;
use crate::skolem::{Definition, FunctionDefinition};
use crate::state::{Incomplete, POSITIVE, State};
use crate::stats::Statistics;

/// How decisions are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decisions {
    /// By what the assertions need if there is a plug-in, by the kernel otherwise.
    #[default]
    Auto,
    /// By the kernel's own order.
    Kernel,
    /// By what the assertions need; irrelevant atoms stay undecided.
    Justification,
}

/// What can be chosen about an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Seed of random choices.
    pub seed: u64,
    /// Whether [`Engine::unsat_core`] can tell assertions apart.
    pub cores: bool,
    /// Whether a log is written for `sinew-proof`.
    pub log: bool,
    /// How decisions are made.
    pub decisions: Decisions,
    /// Rules that the plug-in may not apply.
    pub without: Disabled,
}

/// Why a check ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The assertions contain something that the engine cannot decide.
    Incomplete(Incomplete),
    /// The budget ended, or somebody asked to stop.
    Stopped(StopReason),
    /// A defect inside the engine was noticed; no answer can be trusted.
    Internal(&'static str),
}

/// The answer of [`Engine::check`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model: [`Engine::model`].
    Sat,
    /// There is none; [`Engine::unsat_core`] and [`Engine::failed_assumptions`] tell why.
    Unsat,
    /// Neither is known.
    Unknown(Reason),
}

#[derive(Clone, Copy, Debug)]
struct Assertion {
    term: Term,
    origin: u32,
    /// The literal of its own, with cores.
    selector: Option<Lit>,
}

#[derive(Clone, Debug, Default)]
struct Scope {
    guard: Option<Lit>,
    assertions: usize,
}

/// A CDCL(T) solver for Booleans, linear integers, uninterpreted functions and, with a plug-in,
/// further theories.
///
/// ```
/// use sinew_base::Budget;
/// use sinew_engine::{Config, Engine, Outcome, Value};
/// use sinew_term::{Integer, Sort, TermStore};
///
/// let mut store = TermStore::new();
/// let x = store.constant("x", Sort::Int);
/// let f = store.declare("f", &[Sort::Int], Sort::Int);
/// let (fx, two) = (store.apply(f, &[x]), store.int(2));
/// let mut engine = Engine::new(Config::default(), &mut store);
/// let five = store.int(5);
/// let sum = store.add(&[x, fx]);
/// let equation = store.eq(sum, five);
/// let small = store.lt(x, two);
/// engine.assert(&mut store, equation, 0);
/// engine.assert(&mut store, small, 1);
/// let budget = Budget::unlimited();
/// assert_eq!(engine.check(&mut store, &[], &budget), Outcome::Sat);
/// let model = engine.model().expect("a model");
/// let Some(Value::Int(x)) = model.functions.iter().find(|t| t.entries.is_empty()).map(|t| &t.default)
/// else { unreachable!() };
/// assert!(*x < Integer::from(2));
/// ```
pub struct Engine {
    config: Config,
    sat: Solver,
    state: State,
    plugin: Option<Box<dyn TheorySolver>>,
    assertions: Vec<Assertion>,
    scopes: Vec<Scope>,
    /// Assertions popped since the last rebuild.
    garbage: usize,
    model: Option<Model>,
    core: Vec<u32>,
    failed: Vec<Term>,
    last_assumptions: Vec<(Term, Lit)>,
    /// Terms looked at, and whether string operators occur in them.
    strings: TermMap<bool>,
}

fn new_solver(config: &Config, state: &State) -> Solver {
    let mut options = sinew_sat::Config::default();
    options.seed = config.seed;
    let mut sat = Solver::new(options);
    if let Some(log) = &state.log {
        sat.set_proof(log.sink());
    }
    sat
}

impl Engine {
    /// An engine without assertions. All calls must be given the same store.
    #[must_use]
    pub fn new(config: Config, store: &mut TermStore) -> Engine {
        let mut state = State::new(store, config.log.then(Log::default));
        state.inferences = Inferences::new(config.without.clone());
        let sat = new_solver(&config, &state);
        Engine {
            config,
            sat,
            state,
            plugin: None,
            assertions: Vec::new(),
            scopes: Vec::new(),
            garbage: 0,
            model: None,
            core: Vec::new(),
            failed: Vec::new(),
            last_assumptions: Vec::new(),
            strings: TermMap::new(),
        }
    }

    /// Installs the theory for strings. Call it before the first assertion.
    pub fn set_plugin(&mut self, plugin: Box<dyn TheorySolver>) {
        self.plugin = Some(plugin);
    }

    /// Asserts a formula in the current scope. `origin` names it in cores.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn assert(&mut self, store: &mut TermStore, term: Term, origin: u32) {
        self.assert_rewritten(store, term, term, origin);
    }

    /// Asserts `term` in place of the formula `written`, which is equivalent to it. The log says
    /// so; its checker takes the equivalence on trust.
    ///
    /// # Panics
    /// If the terms are not Boolean.
    pub fn assert_rewritten(
        &mut self,
        store: &mut TermStore,
        written: Term,
        term: Term,
        origin: u32,
    ) {
        assert_eq!(store.sort(written), Sort::Bool, "assertions are Boolean");
        assert_eq!(store.sort(term), Sort::Bool, "assertions are Boolean");
        self.forget_results();
        let guard = self.guard();
        self.assertions.push(Assertion {
            term,
            origin,
            selector: guard.filter(|_| self.config.cores),
        });
        self.state
            .assert_formula(store, &mut self.sat, (written, term), guard, origin);
    }

    /// The literal that guards the next assertion, made if need be.
    fn guard(&mut self) -> Option<Lit> {
        if self.config.cores {
            return Some(self.state.new_var(&mut self.sat, None, false).positive());
        }
        let scope = self.scopes.last_mut()?;
        if scope.guard.is_none() {
            scope.guard = Some(self.state.new_var(&mut self.sat, None, false).positive());
        }
        scope.guard
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.forget_results();
        self.scopes.push(Scope {
            guard: None,
            assertions: self.assertions.len(),
        });
    }

    /// Closes the innermost `count` scopes (or all, if there are fewer) with their assertions.
    pub fn pop(&mut self, count: usize) {
        self.forget_results();
        for _ in 0..count {
            let Some(scope) = self.scopes.pop() else {
                break;
            };
            for assertion in self.assertions.drain(scope.assertions..) {
                self.garbage += 1;
                if let Some(selector) = assertion.selector {
                    self.sat.add_clause(&[!selector]);
                }
            }
            if let Some(guard) = scope.guard {
                self.sat.add_clause(&[!guard]);
            }
        }
    }

    /// How many scopes are open.
    #[must_use]
    pub fn scopes(&self) -> usize {
        self.scopes.len()
    }

    fn forget_results(&mut self) {
        self.model = None;
        self.core.clear();
        self.failed.clear();
    }

    /// Starts over from the assertions that are left, when most were popped. The log, which
    /// must be one piece, forbids it.
    fn collect_garbage(&mut self, store: &mut TermStore) {
        if self.config.log || self.garbage < 200 || self.garbage < 2 * self.assertions.len() {
            return;
        }
        if let Some(plugin) = &mut self.plugin {
            plugin.reset();
        }
        let mut statistics = self.statistics();
        statistics.rebuilds += 1;
        let skolems = std::mem::take(&mut self.state.skolems);
        let mut inferences = std::mem::take(&mut self.state.inferences);
        inferences.forget_clauses();
        self.state = State::new(store, None);
        self.state.inferences = inferences;
        self.state.skolems = skolems;
        self.state.statistics = statistics;
        self.sat = new_solver(&self.config, &self.state);
        self.garbage = 0;
        let assertions = std::mem::take(&mut self.assertions);
        let mut scopes = std::mem::take(&mut self.scopes).into_iter().peekable();
        for (at, assertion) in assertions.into_iter().enumerate() {
            while let Some(scope) = scopes.next_if(|scope| scope.assertions <= at) {
                self.scopes.push(Scope {
                    guard: None,
                    assertions: scope.assertions,
                });
            }
            self.assert(store, assertion.term, assertion.origin);
        }
        self.scopes.extend(scopes.map(|scope| Scope {
            guard: None,
            assertions: scope.assertions,
        }));
    }

    /// Decides the assertions together with the assumptions, which hold for this call only.
    pub fn check(
        &mut self,
        store: &mut TermStore,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Outcome {
        self.forget_results();
        self.collect_garbage(store);
        self.state.statistics.checks += 1;
        self.last_assumptions.clear();
        for &term in assumptions {
            let lit = self.state.literal(store, &mut self.sat, term, POSITIVE);
            self.last_assumptions.push((term, lit));
        }
        let lits = self.assumed();
        let outcome = self.solve(store, &lits, budget);
        if outcome == Outcome::Unsat {
            let failed = self.sat.failed().to_vec();
            self.read_core(&failed);
        }
        outcome
    }

    /// All literals that hold for this call: scopes, selectors, assumptions.
    fn assumed(&self) -> Vec<Lit> {
        let scopes = self.scopes.iter().filter_map(|scope| scope.guard);
        let selectors = self.assertions.iter().filter_map(|a| a.selector);
        let assumptions = self.last_assumptions.iter().map(|&(_, lit)| lit);
        scopes.chain(selectors).chain(assumptions).collect()
    }

    fn solve(&mut self, store: &mut TermStore, lits: &[Lit], budget: &Budget) -> Outcome {
        let (sat, mut driver) = self.driver(store);
        let answer = sat.solve_with(&mut driver, lits, budget);
        let incomplete = driver.incomplete;
        let model = driver.model.take();
        self.model = model;
        match answer {
            sinew_sat::Outcome::Sat => Outcome::Sat,
            sinew_sat::Outcome::Unsat => Outcome::Unsat,
            sinew_sat::Outcome::Unknown(reason) => Outcome::Unknown(match reason {
                Unknown::Stopped(reason) => Reason::Stopped(reason),
                Unknown::GaveUp(text) => {
                    Reason::Incomplete(incomplete.unwrap_or(Incomplete::Theory(text)))
                }
                Unknown::Contract(text) => Reason::Internal(text),
            }),
        }
    }

    /// The kernel, and the theory to run it with.
    fn driver<'a>(&'a mut self, store: &'a mut TermStore) -> (&'a mut Solver, Driver<'a>) {
        let open_features = self.open_features(store);
        let justify = match self.config.decisions {
            Decisions::Auto => self.plugin.is_some(),
            Decisions::Kernel => false,
            Decisions::Justification => true,
        };
        self.state.must_decide.clear();
        let assumed = self.assumed().len();
        let driver = Driver {
            state: &mut self.state,
            store,
            plugin: self.plugin.as_deref_mut(),
            incomplete: None,
            model: None,
            open_features,
            justify,
            assumed,
            quiet: 0,
            root_checked: false,
        };
        (&mut self.sat, driver)
    }

    /// What in the active assertions no theory here decides.
    fn open_features(&mut self, store: &TermStore) -> Vec<Incomplete> {
        let roots: Vec<Term> = self
            .assertions
            .iter()
            .map(|a| a.term)
            .chain(self.last_assumptions.iter().map(|&(term, _)| term))
            .collect();
        let mut features = Vec::new();
        if self.plugin.is_none() && roots.iter().any(|&t| self.mentions_strings(store, t)) {
            features.push(Incomplete::Strings);
        }
        if roots.iter().any(|&t| store.mentions_quantifiers(t)) {
            features.push(Incomplete::Quantifiers);
        }
        features
    }

    /// Whether a string operator occurs in the term; each term is looked at once in a lifetime.
    fn mentions_strings(&mut self, store: &TermStore, root: Term) -> bool {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.strings.contains(term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = store.args(term).iter();
            stack.extend(args.filter(|&&arg| !self.strings.contains(arg)));
            if stack.len() == before {
                let own = is_foreign(store.op(term));
                let mut args = store.args(term).iter();
                let found = own || args.any(|&arg| self.strings.get(arg) == Some(&true));
                self.strings.insert(term, found);
                stack.pop();
            }
        }
        self.strings.get(root) == Some(&true)
    }

    /// The model of the last check, if it was satisfiable.
    #[must_use]
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    fn read_core(&mut self, failed: &[Lit]) {
        let failed: FxHashSet<Lit> = failed.iter().copied().collect();
        self.core = self
            .assertions
            .iter()
            .filter(|a| a.selector.is_none_or(|lit| failed.contains(&lit)))
            .map(|a| a.origin)
            .collect();
        self.core.sort_unstable();
        self.core.dedup();
        self.failed = self
            .last_assumptions
            .iter()
            .filter(|(_, lit)| failed.contains(lit))
            .map(|&(term, _)| term)
            .collect();
    }

    /// Origins of assertions that, with the failed assumptions, are unsatisfiable; sorted.
    /// Without [`Config::cores`] all assertions.
    #[must_use]
    pub fn unsat_core(&self) -> &[u32] {
        &self.core
    }

    /// The assumptions of the last check that its unsatisfiability needed.
    #[must_use]
    pub fn failed_assumptions(&self) -> &[Term] {
        &self.failed
    }

    /// Makes the core of the last unsatisfiable check smaller: tries to do without each of its
    /// assertions, spending at most `steps_per_try` for each. Whether nothing more can go.
    pub fn minimise_core(
        &mut self,
        store: &mut TermStore,
        budget: &Budget,
        steps_per_try: u64,
    ) -> bool {
        let (sat, mut driver) = self.driver(store);
        let minimal = sat.minimize_failed(&mut driver, budget, steps_per_try);
        let failed = self.sat.failed().to_vec();
        self.read_core(&failed);
        minimal
    }

    /// The log so far, if [`Config::log`] asked for one.
    #[must_use]
    pub fn log(&self) -> Option<String> {
        self.state.log.as_ref().map(Log::text)
    }

    /// How often each rule of the plug-in was applied, by name.
    #[must_use]
    pub fn inferences(&self) -> &BTreeMap<&'static str, u64> {
        self.state.inferences.counts()
    }

    /// Shows each inference of the plug-in to `observer`.
    pub fn set_observer(&mut self, observer: Observer) {
        self.state.inferences.set_observer(observer);
    }

    /// The fresh symbols with their definitions, which speak of older ones only.
    #[must_use]
    pub fn skolems(&self) -> &[(Term, Definition)] {
        self.state.skolems.all()
    }

    /// The fresh functions with their definitions, which speak of no fresh symbols.
    #[must_use]
    pub fn skolem_functions(&self) -> &[FunctionDefinition] {
        self.state.skolems.functions()
    }

    /// The language with this number that a [`Definition`] speaks of, as a term.
    pub fn language(
        &mut self,
        store: &mut TermStore,
        number: u32,
        budget: &Budget,
    ) -> Option<Term> {
        self.plugin.as_mut()?.language(store, number, budget)
    }

    /// Counters.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.state.statistics;
        let sat = self.sat.stats();
        statistics.decisions += sat.decisions;
        statistics.conflicts += sat.conflicts;
        statistics.propagations += sat.propagations;
        statistics.restarts += sat.restarts;
        statistics.theory_propagations += sat.theory_propagations;
        statistics.merges += self.state.egraph.statistics.merges;
        statistics.pivots += self.state.arith.statistics().pivots;
        statistics.variables = self.sat.num_vars() as u64;
        statistics.nodes = self.state.egraph.len() as u64;
        statistics
    }
}
