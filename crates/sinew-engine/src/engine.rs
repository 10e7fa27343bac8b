//! The engine as its users see it: assertions with origins, checks, models and cores.
//!
//! With cores wanted, each assertion is guarded by a literal of its own, which is assumed in every
//! check. What holds for one check only is an assumption; nothing is ever taken back.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use sinew_base::{Budget, Disabled, StopReason, Tuning};
use sinew_sat::{Lit, Solver, Unknown};
use sinew_term::{Sort, Term, TermMap, TermStore};

use crate::atoms::is_of_plugin;
use crate::audit;
use crate::driver::Driver;
use crate::inference::{Inferences, Observer};
use crate::log::Log;
use crate::model::Model;
use crate::plugin::TheorySolver;
use crate::skolem::{Definition, FunctionDefinition};
use crate::state::{Incomplete, POSITIVE, State};
use crate::stats::Statistics;

/// Steps for solving a core again.
const CORE_STEPS: u64 = 20_000;

/// How decisions are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decisions {
    /// By what the assertions need if there is a plug-in, by the kernel otherwise.
    #[default]
    Auto,
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
    /// Tuned constants of the engine, its parts and the plug-in.
    pub tuning: Tuning,
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
    options.tuning = config.tuning.clone();
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
        let log = config.log.then(Log::default);
        let mut state = State::new(store, log, config.tuning.clone());
        state.inferences = Inferences::new(config.without.clone());
        let sat = new_solver(&config, &state);
        Engine {
            config,
            sat,
            state,
            plugin: None,
            assertions: Vec::new(),
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

    /// Asserts a formula. `origin` names it in cores.
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
        let selector = self
            .config
            .cores
            .then(|| self.state.new_var(&mut self.sat, None, false).positive());
        self.assertions.push(Assertion {
            term,
            origin,
            selector,
        });
        self.state
            .assert_formula(store, &mut self.sat, (written, term), selector, origin);
    }

    /// Takes in a formula that is valid in the theories, for what it is worth to the search. It belongs
    /// to no core, and no log may rest on it.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn add_valid(&mut self, store: &mut TermStore, term: Term) {
        assert_eq!(store.sort(term), Sort::Bool, "formulas are Boolean");
        debug_assert!(self.state.log.is_none(), "a log starts from assertions");
        self.forget_results();
        self.state.add_valid(store, &mut self.sat, term);
    }

    fn forget_results(&mut self) {
        self.model = None;
        self.core.clear();
        self.failed.clear();
    }

    /// Decides the assertions together with the assumptions, which hold for this call only.
    pub fn check(
        &mut self,
        store: &mut TermStore,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Outcome {
        self.forget_results();
        self.state.statistics.checks += 1;
        let lits = self.literals(store, assumptions);
        let outcome = self.solve(store, &lits, budget);
        if outcome == Outcome::Unsat {
            let failed = self.sat.failed().to_vec();
            self.read_core(&failed);
            self.audit_core(store);
        }
        outcome
    }

    /// Solves the core again from scratch, as far as few steps go: it must not have a model. With a
    /// plug-in, which cannot be made anew here, nothing is checked.
    fn audit_core(&self, store: &mut TermStore) {
        if !audit::ALL || self.plugin.is_some() {
            return;
        }
        let mut fresh = Engine::new(Config::default(), store);
        for assertion in &self.assertions {
            if self.core.binary_search(&assertion.origin).is_ok() {
                fresh.assert(store, assertion.term, assertion.origin);
            }
        }
        let budget = Budget::with_steps(CORE_STEPS);
        let lits = fresh.literals(store, &self.failed);
        let outcome = fresh.solve(store, &lits, &budget);
        assert_ne!(
            outcome,
            Outcome::Sat,
            "audit: the core {:?} with {:?} is satisfiable",
            self.core,
            self.failed
        );
    }

    /// The literals of assumptions.
    fn literals(&mut self, store: &mut TermStore, assumptions: &[Term]) -> Vec<Lit> {
        self.last_assumptions.clear();
        for &term in assumptions {
            let lit = self.state.literal(store, &mut self.sat, term, POSITIVE);
            self.last_assumptions.push((term, lit));
        }
        self.assumed()
    }

    /// All literals that hold for this call: selectors, assumptions.
    fn assumed(&self) -> Vec<Lit> {
        let selectors = self.assertions.iter().filter_map(|a| a.selector);
        let assumptions = self.last_assumptions.iter().map(|&(_, lit)| lit);
        selectors.chain(assumptions).collect()
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
            Decisions::Justification => true,
        };
        self.state.must_decide.clear();
        let assumed = self.assumed().len();
        self.state
            .assume(self.last_assumptions.iter().map(|&(_, lit)| lit).collect());
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
                let own = is_of_plugin(store.op(term));
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
