//! What the kernel tells the proof log, and a writer of the text format.
//!
//! The log is DRUP with identifiers, plus theory clauses as axioms that name their
//! justification. Variables are numbered from 1 as in DIMACS ([`proof_lit`]).
//!
//! The text, one step per line:
//!
//! | line | meaning |
//! |---|---|
//! | `i <id> <lits> 0` | a clause of the input |
//! | `t <id> <justification> <lits> 0` | a clause of the theory |
//! | `a <id> <lits> 0 <hints> 0` | a clause that follows by unit propagation; if there are hints, from those clauses alone |
//! | `d <ids> 0` | these clauses are not used any more |
//! | `q <id> <lits> 0` | a query under the assumptions `<lits>` is unsatisfiable: the clause `<id>` contains only negations of them |
//!
//! Other lines are left to others (definitions of atoms, certificates).

use std::fmt::Write as _;

use crate::solver::Solver;
use crate::theory::Justification;
use crate::types::Lit;

/// A literal in the proof's numbering: DIMACS, never 0.
pub type ProofLit = i64;

/// The number of a literal in the proof.
#[must_use]
pub fn proof_lit(lit: Lit) -> ProofLit {
    let name = lit.var().index() as ProofLit + 1;
    if lit.is_positive() { name } else { -name }
}

/// The name of a clause in the proof; never 0, never reused.
pub type ClauseId = u64;

/// Receives the steps of the proof in order.
pub trait ProofSink {
    /// A clause that the user added.
    fn input(&mut self, id: ClauseId, lits: &[ProofLit]);
    /// A clause that the theory added or gave as an explanation.
    fn lemma(&mut self, id: ClauseId, justification: Justification, lits: &[ProofLit]);
    /// A clause that follows from the ones before by unit propagation; `hints`, when not
    /// empty, are the clauses needed, in no promised order.
    fn derived(&mut self, id: ClauseId, lits: &[ProofLit], hints: &[ClauseId]);
    /// The clause is not used any more.
    fn delete(&mut self, id: ClauseId);
    /// A query has been answered `Unsat`: clause `id`, derived before, consists of negations
    /// of `assumptions` only.
    fn conclude(&mut self, id: ClauseId, assumptions: &[ProofLit]);
}

/// Writes the text format into a string.
#[derive(Clone, Debug, Default)]
pub struct TextProof {
    text: String,
}

impl TextProof {
    /// The lines so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Hands out the lines so far and forgets them.
    #[must_use]
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    fn numbers<T: std::fmt::Display>(&mut self, numbers: &[T]) {
        for number in numbers {
            // Writing to a string cannot fail.
            let _ = write!(self.text, " {number}");
        }
        self.text.push_str(" 0");
    }
}

impl ProofSink for TextProof {
    fn input(&mut self, id: ClauseId, lits: &[ProofLit]) {
        let _ = write!(self.text, "i {id}");
        self.numbers(lits);
        self.text.push('\n');
    }

    fn lemma(&mut self, id: ClauseId, justification: Justification, lits: &[ProofLit]) {
        let _ = write!(self.text, "t {id} {justification}");
        self.numbers(lits);
        self.text.push('\n');
    }

    fn derived(&mut self, id: ClauseId, lits: &[ProofLit], hints: &[ClauseId]) {
        let _ = write!(self.text, "a {id}");
        self.numbers(lits);
        self.numbers(hints);
        self.text.push('\n');
    }

    fn delete(&mut self, id: ClauseId) {
        let _ = writeln!(self.text, "d {id} 0");
    }

    fn conclude(&mut self, id: ClauseId, assumptions: &[ProofLit]) {
        let _ = write!(self.text, "q {id}");
        self.numbers(assumptions);
        self.text.push('\n');
    }
}

/// A log that several parties write to: a clone of the handle goes to the solver.
impl<S: ProofSink> ProofSink for std::rc::Rc<std::cell::RefCell<S>> {
    fn input(&mut self, id: ClauseId, lits: &[ProofLit]) {
        self.borrow_mut().input(id, lits);
    }
    fn lemma(&mut self, id: ClauseId, justification: Justification, lits: &[ProofLit]) {
        self.borrow_mut().lemma(id, justification, lits);
    }
    fn derived(&mut self, id: ClauseId, lits: &[ProofLit], hints: &[ClauseId]) {
        self.borrow_mut().derived(id, lits, hints);
    }
    fn delete(&mut self, id: ClauseId) {
        self.borrow_mut().delete(id);
    }
    fn conclude(&mut self, id: ClauseId, assumptions: &[ProofLit]) {
        self.borrow_mut().conclude(id, assumptions);
    }
}

/// The kernel's end of the log.
#[derive(Default)]
pub(crate) struct Proof {
    pub(crate) sink: Option<Box<dyn ProofSink>>,
    last_id: ClauseId,
    /// Per variable fixed on level 0: the unit clause that says so.
    pub(crate) units: Vec<ClauseId>,
    lits: Vec<ProofLit>,
    /// The clauses used in the running derivation, and the unit clauses beside them.
    pub(crate) chain: Vec<ClauseId>,
    pub(crate) chain_units: Vec<ClauseId>,
}

impl Proof {
    pub(crate) fn new_var(&mut self) {
        self.units.push(0);
    }

    #[inline]
    pub(crate) fn on(&self) -> bool {
        self.sink.is_some()
    }

    pub(crate) fn next_id(&mut self) -> ClauseId {
        self.last_id += 1;
        self.last_id
    }

    pub(crate) fn clear_chain(&mut self) {
        self.chain.clear();
        self.chain_units.clear();
    }

    fn translate(&mut self, lits: &[Lit]) {
        self.lits.clear();
        for &lit in lits {
            self.lits.push(proof_lit(lit));
        }
    }

    pub(crate) fn input(&mut self, lits: &[Lit]) -> ClauseId {
        let id = self.next_id();
        self.translate(lits);
        if let Some(sink) = &mut self.sink {
            sink.input(id, &self.lits);
        }
        id
    }

    pub(crate) fn lemma(&mut self, lits: &[Lit], justification: Justification) -> ClauseId {
        let id = self.next_id();
        self.translate(lits);
        if let Some(sink) = &mut self.sink {
            sink.lemma(id, justification, &self.lits);
        }
        id
    }

    /// Logs a derived clause. Uses up the chain as its hints.
    pub(crate) fn derived(&mut self, lits: &[Lit]) -> ClauseId {
        let id = self.next_id();
        self.translate(lits);
        self.chain_units.sort_unstable();
        self.chain_units.dedup();
        self.chain_units.append(&mut self.chain);
        if let Some(sink) = &mut self.sink {
            sink.derived(id, &self.lits, &self.chain_units);
        }
        self.clear_chain();
        id
    }

    pub(crate) fn delete(&mut self, id: ClauseId) {
        if let Some(sink) = &mut self.sink {
            sink.delete(id);
        }
    }

    pub(crate) fn conclude(&mut self, id: ClauseId, assumptions: &[Lit]) {
        self.translate(assumptions);
        if let Some(sink) = &mut self.sink {
            sink.conclude(id, &self.lits);
        }
    }
}

impl Solver {
    /// Sends the proof to `sink` from now on. Call it before the first clause is added;
    /// later, the log would lack what it builds upon.
    pub fn set_proof(&mut self, sink: Box<dyn ProofSink>) {
        self.proof.sink = Some(sink);
    }
}
