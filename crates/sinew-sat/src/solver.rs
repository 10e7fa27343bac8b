//! The solver's state, and the plain operations on it: variables, assignment, backtracking.
//!
//! Every technique has its own file with an `impl Solver` block; this file owns the fields
//! and states the invariants that all of them keep:
//!
//! * `values` is indexed by literal; a literal and its negation are set together.
//! * Levels `1..=assumptions.len()` belong to the assumptions, in order, even if an
//!   assumption was true already and its level is therefore empty.
//! * Two watches: whenever propagation has come to its end, a clause that is not satisfied
//!   has two unassigned watches, or its false watch was assigned no later than a true one,
//!   or (for clauses that came late) falsifying its true watch will visit it again.
//! * Reasons of literals on level 0 are never read.

use sinew_base::Tuning;

use crate::arena::{Arena, ClauseRef};
use crate::assume::Core;
use crate::decide::{Heap, Phases};
use crate::lemma::LemmaQueue;
use crate::proof::Proof;
use crate::propagate::Watch;
use crate::reduce::Limits;
use crate::restart::Restart;
use crate::rng::Rng;
use crate::stats::Stats;
use crate::theory::Token;
use crate::tuning::{MODE_INTERVAL, Tuned};
use crate::types::{Lit, Var};

/// What can be chosen about a solver. The defaults are good.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Seed of the solver's random choices.
    pub seed: u64,
    /// The value that a variable takes first, unless told otherwise by
    /// [`Solver::prefer`].
    pub default_phase: bool,
    /// Whether learned clauses are shortened by propagation between restarts.
    pub vivify: bool,
    /// Whether literals are tried out on level 0 between restarts.
    pub probe: bool,
    /// Tuned constants.
    pub tuning: Tuning,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            seed: 0,
            default_phase: false,
            vivify: true,
            probe: true,
            tuning: Tuning::default(),
        }
    }
}

/// Why a literal is true: a decision, a clause, or the theory (explained on demand).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reason(u32);

impl Reason {
    pub(crate) const DECISION: Reason = Reason(u32::MAX);
    pub(crate) const THEORY: Reason = Reason(u32::MAX - 1);

    #[inline]
    pub(crate) fn clause(c: ClauseRef) -> Reason {
        Reason(c.0)
    }

    #[inline]
    pub(crate) fn as_clause(self) -> Option<ClauseRef> {
        (self.0 < u32::MAX - 1).then_some(ClauseRef(self.0))
    }
}

/// What is known of an assigned variable; stale while it is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VarData {
    pub(crate) level: u32,
    pub(crate) reason: Reason,
    /// Its place on the trail.
    pub(crate) place: u32,
}

/// A CDCL solver. See the [crate documentation](crate) for an example.
pub struct Solver {
    pub(crate) config: Config,
    pub(crate) tuned: Tuned,
    pub(crate) values: Vec<i8>,
    pub(crate) vars: Vec<VarData>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) trail: Vec<Lit>,
    /// Per level above 0: the length of the trail when it was opened.
    pub(crate) control: Vec<u32>,
    /// How much of the trail has been propagated.
    pub(crate) head: usize,
    pub(crate) arena: Arena,
    pub(crate) watches: Vec<Vec<Watch>>,
    /// False once the empty clause has been derived; then `empty_id` names it.
    pub(crate) consistent: bool,
    pub(crate) empty_id: u64,
    pub(crate) heap: Heap,
    pub(crate) phases: Phases,
    pub(crate) restart: Restart,
    pub(crate) limits: Limits,
    pub(crate) assumptions: Vec<Lit>,
    pub(crate) core: Core,
    pub(crate) queue: LemmaQueue,
    /// Whether the running callback has changed anything.
    pub(crate) acted: bool,
    /// How many levels and how much of the trail the theory knows.
    pub(crate) theory_level: u32,
    pub(crate) theory_head: usize,
    pub(crate) theory_behind: bool,
    pub(crate) scratch: crate::analyze::Scratch,
    pub(crate) proof: Proof,
    pub(crate) rng: Rng,
    pub(crate) stats: Stats,
    /// Ticks of propagation not yet spent from the budget.
    pub(crate) unspent: u64,
    /// Assignments are trials whose values are not worth remembering.
    pub(crate) inprocessing: bool,
    /// A clause that propagation must not use, while it is being vivified.
    pub(crate) ignored: Option<ClauseRef>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(Config::default())
    }
}

impl Solver {
    /// A solver without variables and clauses.
    #[must_use]
    pub fn new(config: Config) -> Solver {
        let tuned = Tuned::new(&config.tuning);
        Solver {
            tuned,
            rng: Rng::new(config.seed),
            values: Vec::new(),
            vars: Vec::new(),
            tokens: Vec::new(),
            trail: Vec::new(),
            control: Vec::new(),
            head: 0,
            arena: Arena::default(),
            watches: Vec::new(),
            consistent: true,
            empty_id: 0,
            heap: Heap::new(),
            phases: Phases::default(),
            restart: Restart::new(tuned, config.tuning.get(&MODE_INTERVAL)),
            limits: Limits::new(&tuned),
            assumptions: Vec::new(),
            core: Core::default(),
            queue: LemmaQueue::default(),
            acted: false,
            theory_level: 0,
            theory_head: 0,
            theory_behind: false,
            scratch: crate::analyze::Scratch::default(),
            proof: Proof::default(),
            stats: Stats::default(),
            unspent: 0,
            inprocessing: false,
            ignored: None,
            config,
        }
    }

    /// Makes a variable.
    pub fn new_var(&mut self) -> Var {
        let var = Var::new(self.vars.len() as u32);
        self.values.extend([0, 0]);
        self.vars.push(VarData {
            level: 0,
            reason: Reason::DECISION,
            place: 0,
        });
        self.tokens.push(0);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.heap.add_var();
        self.phases.add_var();
        self.scratch.add_var();
        self.proof.new_var();
        var
    }

    /// The number of variables.
    #[must_use]
    pub fn num_vars(&self) -> usize {
        self.vars.len()
    }

    /// The value of a literal. After [`Outcome::Sat`](crate::Outcome::Sat) this is the model;
    /// a variable without a value is one that a theory declared irrelevant.
    #[inline]
    #[must_use]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.values[lit.index()] {
            0 => None,
            sign => Some(sign > 0),
        }
    }

    /// The value of a literal if it follows from the clauses alone.
    #[must_use]
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        (self.level(lit.var()) == 0)
            .then(|| self.value(lit))
            .flatten()
    }

    /// Counters.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    #[inline]
    pub(crate) fn level(&self, var: Var) -> u32 {
        self.vars[var.index()].level
    }

    #[inline]
    pub(crate) fn decision_level(&self) -> u32 {
        self.control.len() as u32
    }

    #[inline]
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.index()] > 0
    }

    #[inline]
    pub(crate) fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.index()] < 0
    }

    #[inline]
    pub(crate) fn is_unassigned(&self, lit: Lit) -> bool {
        self.values[lit.index()] == 0
    }

    /// Makes a literal of level 0 true that follows by unit propagation if it is assumed false.
    pub(crate) fn derive_unit(&mut self, lit: Lit) {
        self.backtrack(0);
        if self.is_unassigned(lit) {
            self.proof.clear_chain();
            let id = if self.proof.on() {
                self.proof.derived(&[lit])
            } else {
                0
            };
            self.add_unit(lit, id);
        }
    }

    /// The number of literals that are true for good.
    pub(crate) fn num_fixed(&self) -> usize {
        self.control
            .first()
            .map_or(self.trail.len(), |&start| start as usize)
    }

    /// Makes an unassigned literal true on the current level. On level 0 the proof learns
    /// the unit clause.
    #[inline]
    pub(crate) fn enqueue(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.is_unassigned(lit));
        let level = self.decision_level();
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.vars[lit.var().index()] = VarData {
            level,
            reason,
            place: self.trail.len() as u32,
        };
        self.trail.push(lit);
        if level == 0 && self.proof.on() {
            self.log_unit(lit, reason);
        }
    }

    #[cold]
    pub(crate) fn log_unit(&mut self, lit: Lit, reason: Reason) {
        if let Some(c) = reason.as_clause() {
            self.proof.clear_chain();
            self.proof.chain.push(self.arena.id(c));
            for other in self.arena.lits(c) {
                if other != lit {
                    self.proof
                        .chain_units
                        .push(self.proof.units[other.var().index()]);
                }
            }
            self.proof.units[lit.var().index()] = self.proof.derived(&[lit]);
        }
    }

    pub(crate) fn new_level(&mut self) {
        self.control.push(self.trail.len() as u32);
    }

    /// Undoes all levels above `level`.
    pub(crate) fn backtrack(&mut self, level: u32) {
        let Some(&end) = self.control.get(level as usize) else {
            return;
        };
        for i in (end as usize..self.trail.len()).rev() {
            let lit = self.trail[i];
            let var = lit.var();
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            if !self.inprocessing {
                self.phases.saved[var.index()] = if lit.is_positive() { 1 } else { -1 };
            }
            self.heap.insert(var);
        }
        self.trail.truncate(end as usize);
        self.control.truncate(level as usize);
        self.head = self.head.min(end as usize);
        self.theory_head = self.theory_head.min(end as usize);
        if self.theory_level > level {
            self.theory_level = level;
            self.theory_behind = true;
        }
    }

    /// Records that the clauses alone are contradictory.
    pub(crate) fn derive_empty(&mut self) {
        if self.consistent {
            self.consistent = false;
            if self.proof.on() {
                self.empty_id = self.proof.derived(&[]);
            }
        }
    }
}
