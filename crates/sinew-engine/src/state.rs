//! What the engine knows between and during calls: literals of terms, atoms, the e-graph, arithmetic.
//!
//! All reasoning modules are `impl State` blocks in files of their own; this file owns the fields
//! and the worklist that makes clausification and registration iterative: making a literal or an
//! arithmetic variable never descends into the term, it only queues what is still to be done, and
//! [`State::flush`] works the queue off. So no term is too deep.

use rustc_hash::FxHashMap;
use sinew_arith::VarId;
use sinew_base::Tuning;
use sinew_sat::{Context, Lit, Solver, Var};
use sinew_term::{Integer, Term, TermMap, TermSet, TermStore};

use crate::audit::Audit;
use crate::egraph::{Egraph, NodeId};
use crate::inference::Inferences;
use crate::log::Log;
use crate::relevancy::Obligation;
use crate::skolem::Skolems;
use crate::stats::Statistics;

/// Clauses for `literal → formula` are needed.
pub(crate) const POSITIVE: u8 = 1;
/// Clauses for `formula → literal` are needed.
pub(crate) const NEGATIVE: u8 = 2;
/// Both.
pub(crate) const BOTH: u8 = 3;

/// Where clauses and variables go: the kernel between calls, its context during one.
pub(crate) trait Sink {
    fn new_var(&mut self) -> Var;
    fn lemma(&mut self, lits: &[Lit], justification: u64);
    fn value(&self, lit: Lit) -> Option<bool>;
}

impl Sink for Solver {
    fn new_var(&mut self) -> Var {
        Solver::new_var(self)
    }
    fn lemma(&mut self, lits: &[Lit], justification: u64) {
        self.add_lemma(lits, justification);
    }
    fn value(&self, lit: Lit) -> Option<bool> {
        Solver::value(self, lit)
    }
}

impl Sink for Context<'_> {
    fn new_var(&mut self) -> Var {
        Context::new_var(self)
    }
    fn lemma(&mut self, lits: &[Lit], justification: u64) {
        Context::lemma(self, lits, justification);
    }
    fn value(&self, lit: Lit) -> Option<bool> {
        Context::value(self, lit)
    }
}

/// What an arithmetic atom says: `var <= value`, or `var = value`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ArithAtom {
    pub(crate) var: VarId,
    pub(crate) equal: bool,
    pub(crate) value: Integer,
}

/// What a variable of the kernel stands for.
#[derive(Clone, Debug)]
pub(crate) struct VarInfo {
    /// The first term it was made for; nothing for activation literals.
    pub(crate) term: Option<Term>,
    /// Whether it names a formula that has clauses of its own.
    pub(crate) gate: bool,
    /// The polarities in which the clauses of a gate exist.
    pub(crate) emitted: u8,
    /// The polarities asked for.
    pub(crate) wanted: u8,
    pub(crate) arith: Option<ArithAtom>,
    /// Boolean nodes whose value it decides.
    pub(crate) nodes: Vec<NodeId>,
}

/// A reason why a satisfying assignment may not be a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Incomplete {
    /// String or regular-language operators without a procedure for them.
    Strings,
    /// Quantified formulas.
    Quantifiers,
    /// Products of variables that the linear reasoning could not settle.
    Nonlinear,
    /// Arithmetic gave up within its own limits.
    Arithmetic,
    /// A plug-in could not tell.
    Theory(&'static str),
    /// A plug-in wants to be asked again later.
    Paused(&'static str),
}

impl Incomplete {
    /// The reason in words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Incomplete::Strings => "string operators without a string procedure",
            Incomplete::Quantifiers => "quantified formulas",
            Incomplete::Nonlinear => "products of variables",
            Incomplete::Arithmetic => "arithmetic reached its limits",
            Incomplete::Theory(reason) | Incomplete::Paused(reason) => reason,
        }
    }
}

pub(crate) struct State {
    pub(crate) lit_of: TermMap<Lit>,
    pub(crate) vars: Vec<VarInfo>,
    pub(crate) true_lit: Option<Lit>,
    pub(crate) egraph: Egraph,
    pub(crate) arith: sinew_arith::Solver,
    pub(crate) bridge: crate::arith_bridge::Bridge,
    /// Gates whose clauses are to be made.
    pub(crate) gates: Vec<Var>,
    /// Terms to be registered with their theory.
    pub(crate) terms: Vec<Term>,
    pub(crate) registered: TermSet,
    /// Integer equalities by either side, for sides that become nodes later.
    pub(crate) int_equalities: FxHashMap<Term, Vec<Term>>,
    /// Variables assigned before the theories knew all about them.
    pub(crate) late: Vec<Var>,
    /// Terms that a plug-in may want to see.
    pub(crate) plugin_terms: Vec<Term>,
    /// Literals that must be decided before the final check can be passed.
    pub(crate) must_decide: Vec<Lit>,
    /// Formulas that justification-based decisions must make true: lemmas and splits.
    pub(crate) obligations: Vec<Obligation>,
    /// The assumptions of the call.
    pub(crate) assumptions: Vec<Lit>,
    /// Those of them that need more than their own value.
    pub(crate) assumed_gates: Vec<Lit>,
    /// What is justified already, for decisions.
    pub(crate) justified: crate::relevancy::Justified,
    /// The equations that held when the root was last checked for integer solutions.
    pub(crate) root_equations: Vec<Lit>,
    pub(crate) log: Option<Log>,
    pub(crate) audit: Audit,
    pub(crate) statistics: Statistics,
    /// What the plug-in has inferred.
    pub(crate) inferences: Inferences,
    pub(crate) skolems: Skolems,
    pub(crate) tuning: Tuning,
}

impl State {
    pub(crate) fn new(store: &mut TermStore, log: Option<Log>, tuning: Tuning) -> State {
        let (true_, false_) = (store.true_(), store.false_());
        State {
            lit_of: TermMap::new(),
            vars: Vec::new(),
            true_lit: None,
            egraph: Egraph::new(true_, false_),
            arith: sinew_arith::Solver::with_tuning(tuning.clone()),
            bridge: crate::arith_bridge::Bridge::default(),
            gates: Vec::new(),
            terms: Vec::new(),
            registered: TermSet::new(),
            int_equalities: FxHashMap::default(),
            late: Vec::new(),
            plugin_terms: Vec::new(),
            must_decide: Vec::new(),
            obligations: Vec::new(),
            assumptions: Vec::new(),
            assumed_gates: Vec::new(),
            justified: crate::relevancy::Justified::default(),
            root_equations: Vec::new(),
            log,
            audit: Audit::default(),
            statistics: Statistics::default(),
            inferences: Inferences::default(),
            skolems: Skolems::default(),
            tuning,
        }
    }

    /// A new variable of the kernel.
    pub(crate) fn new_var(&mut self, sink: &mut dyn Sink, term: Option<Term>, gate: bool) -> Var {
        let var = sink.new_var();
        debug_assert_eq!(var.index(), self.vars.len());
        self.vars.push(VarInfo {
            term,
            gate,
            emitted: 0,
            wanted: 0,
            arith: None,
            nodes: Vec::new(),
        });
        var
    }

    /// Does what making literals has left to do.
    pub(crate) fn flush(&mut self, store: &mut TermStore, sink: &mut dyn Sink) {
        loop {
            if let Some(var) = self.gates.pop() {
                self.define_gate(store, sink, var);
            } else if let Some(term) = self.terms.pop() {
                self.register(store, sink, term);
            } else {
                break;
            }
        }
    }

    /// The literal of a Boolean term, with all its clauses made.
    pub(crate) fn literal(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        polarity: u8,
    ) -> Lit {
        let lit = self.lit(store, sink, term, polarity);
        self.flush(store, sink);
        lit
    }

    /// Queues a term for registration, once.
    pub(crate) fn register_later(&mut self, term: Term) {
        if self.registered.insert(term) {
            self.terms.push(term);
        }
    }
}
