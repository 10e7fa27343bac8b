//! What a theory tells the kernel and what the kernel tells a theory.
//!
//! The interface follows the IPASIR-UP idea (Fazekas et al., *IPASIR-UP: User Propagators for
//! CDCL*, SAT 2023): the kernel owns the trail, the theory is a guest that is notified,
//! propagates, explains lazily, adds clauses and has the last word on a full assignment.
//! Departures: notifications come in batches (one slice of the trail per decision level),
//! a clause of the theory may be in any state under the trail and may mention variables
//! made a moment ago in the same callback, and a theory may call for the final check before
//! every variable is assigned.
//!
//! ## Order of calls
//!
//! The kernel runs Boolean propagation to its end first. Then it brings the theory up to
//! date (`backtrack` at most once, then per level `new_level` and, in batches, `assign`) and calls
//! `propagate`; as long as that has an effect, it starts over. Only when nothing follows any
//! more is a decision made (`decide`), or, with nothing left to decide, `final_check` called.
//! Assumptions are decided all at once, one per level, before the theory is asked: it is
//! asked on level 0 and then when the last assumption is in place.
//!
//! ## Laws
//!
//! * Clauses handed to [`Context::lemma`], [`Context::redundant_lemma`] and
//!   [`Context::conflict`], and the clauses of [`Theory::explain`], must be valid in the
//!   theory by themselves, at any time later and in any scope: the kernel keeps them across
//!   backtracking, calls and (as long as their variables exist) `pop`.
//! * They are taken as they are: repeated literals, complementary literals, clauses already
//!   true, unit, false or empty under the trail are all fine. The kernel backtracks as far as
//!   the clause demands before the callback's next call, never during a callback.
//! * [`Context::propagate`] takes effect at once: the literal is on the trail when the call
//!   returns, and the theory is notified of it later like of any other.

use sinew_base::{Budget, StopReason};

use crate::solver::Solver;
use crate::types::{Lit, Var};

/// Whatever the theory wants to remember about a propagation until it is asked to explain it.
pub type Token = u64;

/// Names the justification of a theory clause in the proof log; the kernel only passes it on
/// to [`ProofSink::lemma`](crate::ProofSink::lemma).
pub type Justification = u64;

/// What a theory answers to "which literal shall be decided next?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decide {
    /// Let the kernel choose.
    Kernel,
    /// Decide this literal. If it is assigned already, the kernel chooses instead.
    Literal(Lit),
    /// The literals assigned so far suffice for a model of the clauses, whatever the others
    /// are: go to the final check now. The kernel does not verify this.
    Satisfied,
}

/// What a theory answers in its final check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalCheck {
    /// The assignment is consistent with the theory. If the callback also added clauses,
    /// variables or propagations, the kernel goes on as for `Continue`.
    Sat,
    /// Search on: the theory has added clauses or variables, or propagated, or (after
    /// [`Decide::Satisfied`]) wants more variables assigned. Saying this on a full assignment
    /// without having added anything ends the call as a broken contract.
    Continue,
    /// The theory cannot tell; the call ends with
    /// [`Unknown::GaveUp`](crate::Unknown::GaveUp).
    GiveUp(&'static str),
}

/// A theory that takes part in the search. All methods have a default, so that
/// a theory says only what it has to say.
///
/// An `Err` from any callback ends the call with `Unknown::Stopped`; the solver stays usable.
pub trait Theory {
    /// A new decision level begins; what is assigned next belongs to it.
    fn new_level(&mut self) {}

    /// These literals have become true on the current level, in this order. Each literal on
    /// the trail is reported once, among them those that the theory propagated itself.
    fn assign(&mut self, lits: &[Lit]) {
        let _ = lits;
    }

    /// Forget all levels above `level` (and nothing of `level` itself).
    fn backtrack(&mut self, level: u32) {
        let _ = level;
    }

    /// Boolean propagation has come to its end and the theory knows the whole trail: say
    /// what follows.
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        let _ = cx;
        Ok(())
    }

    /// Why `lit`, which the theory propagated with `token`, was true: push onto `clause` the
    /// literals of a valid clause that contains `lit` itself, and otherwise only literals that
    /// were false already when `lit` was propagated. Called at conflict analysis, at most once
    /// per propagation, before the theory is told of any backtracking that would undo `lit`.
    /// The result names the justification in the proof log.
    ///
    /// Required only from theories that call [`Context::propagate`].
    fn explain(&mut self, lit: Lit, token: Token, clause: &mut Vec<Lit>) -> Justification {
        let _ = (lit, token, clause);
        0
    }

    /// Suggests what to decide next. Called for every decision that is not an assumption.
    fn decide(&mut self, cx: &mut Context<'_>) -> Result<Decide, StopReason> {
        let _ = cx;
        Ok(Decide::Kernel)
    }

    /// Nothing is left to decide (or the theory said [`Decide::Satisfied`]): is the
    /// assignment consistent?
    fn final_check(&mut self, cx: &mut Context<'_>) -> Result<FinalCheck, StopReason> {
        let _ = cx;
        Ok(FinalCheck::Sat)
    }
}

/// The empty theory: plain SAT.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTheory;

impl Theory for NoTheory {}

/// What a theory may do and see during a callback.
pub struct Context<'a> {
    pub(crate) solver: &'a mut Solver,
    pub(crate) budget: &'a Budget<'a>,
}

impl<'a> Context<'a> {
    /// The value of a literal under the current assignment.
    #[inline]
    #[must_use]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.solver.value(lit)
    }

    /// The decision level on which the variable was assigned.
    #[must_use]
    pub fn level_of(&self, var: Var) -> Option<u32> {
        self.solver
            .value(var.positive())
            .map(|_| self.solver.level(var))
    }

    /// The number of open decision levels; assumptions count.
    #[must_use]
    pub fn current_level(&self) -> u32 {
        self.solver.decision_level()
    }

    /// All true literals, in the order in which they became true.
    #[must_use]
    pub fn trail(&self) -> &[Lit] {
        &self.solver.trail
    }

    /// The number of variables.
    #[must_use]
    pub fn num_vars(&self) -> usize {
        self.solver.num_vars()
    }

    /// The budget of the running call. Spend what the theory's own work costs.
    #[must_use]
    pub fn budget(&self) -> &'a Budget<'a> {
        self.budget
    }

    /// Makes a variable. It may occur in lemmas of the same callback.
    pub fn new_var(&mut self) -> Var {
        self.solver.acted = true;
        self.solver.new_var()
    }

    /// States that `lit` follows from literals assigned now; [`Theory::explain`] will be
    /// asked with `token` why, if ever. A literal that is true already is ignored; one that
    /// is false makes a conflict, whose explanation is asked for when the callback returns
    /// (the callback should return soon: [`has_conflict`](Context::has_conflict) tells).
    pub fn propagate(&mut self, lit: Lit, token: Token) {
        self.solver.theory_propagate(lit, token);
    }

    /// Whether this callback has already caused a conflict, so that more work is idle.
    #[must_use]
    pub fn has_conflict(&self) -> bool {
        self.solver.queue.conflict
    }

    /// Adds a clause that is kept for good (until a `pop` removes one of its variables).
    pub fn lemma(&mut self, lits: &[Lit], justification: Justification) {
        self.solver.queue_lemma(lits, justification, false);
    }

    /// Adds a clause that the kernel may drop again when it seems useless, as if learned.
    pub fn redundant_lemma(&mut self, lits: &[Lit], justification: Justification) {
        self.solver.queue_lemma(lits, justification, true);
    }

    /// States that the literals of this valid clause are all false now. The clause itself is
    /// kept like a learned one. (If a literal is not false, it is just a lemma.)
    pub fn conflict(&mut self, lits: &[Lit], justification: Justification) {
        self.solver.queue.conflict = true;
        self.solver.queue_lemma(lits, justification, true);
    }

    /// Which value the variable shall take first when the kernel decides it.
    pub fn prefer(&mut self, lit: Lit) {
        self.solver.prefer(lit);
    }
}
