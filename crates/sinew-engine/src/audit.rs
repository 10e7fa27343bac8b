//! Every inference of equality and arithmetic, checked when it is made by code that shares nothing
//! with the solver.
//!
//! The rules of `sinew-proof` read what literals and terms mean from the lines that a
//! [`Log`] writes, and replay certificates and congruences from scratch. What a proof log would
//! tell at the end of a query, if there is one, the audit tells at the first wrong clause: it panics
//! with the rule, the clause and the meaning of its literals. It is on where debug assertions are on
//! and with the feature `paranoid`; elsewhere all of it is compiled away (`docs/decisions/0009-audit.md`).
//!
//! A literal's meaning is handed to the rules when the first clause with it is checked, so what is
//! never inferred from costs nothing; and the clauses that define Boolean operators, which are as
//! many as the input is large, are checked with `paranoid` only.
//!
//! Not audited: what a plug-in infers (only that its premises hold is), the kernel's own resolution,
//! and how assertions become clauses at their top. Those are the business of proofs and testers.

use sinew_arith::{Certificate, VarId};
use sinew_proof::{EngineRules, LemmaRules, Step, parse_line};
use sinew_sat::{Lit, proof_lit};
use sinew_term::{Op, Term, TermStore};

use crate::log::{EngineRule, Log};

/// Whether inferences are checked as they are made.
pub(crate) const ON: bool = cfg!(any(debug_assertions, feature = "paranoid"));
/// Whether nothing is too much: cores are solved again, and Boolean definitions checked.
pub(crate) const ALL: bool = cfg!(feature = "paranoid");

/// The arithmetic variables of the bridge.
pub(crate) type Leaves = [(Term, VarId)];

#[derive(Default)]
struct Inner {
    log: Log,
    rules: EngineRules,
    /// The terms of each variable, and how many of them the rules know.
    meanings: Vec<(Vec<(Lit, Term)>, usize)>,
}

/// The checker, told what literals mean as they are made.
pub(crate) struct Audit(Option<Box<Inner>>);

impl Default for Audit {
    fn default() -> Audit {
        Audit(ON.then(Box::default))
    }
}

impl Audit {
    /// A Boolean term has this literal.
    #[inline]
    pub(crate) fn bind(&mut self, store: &TermStore, term: Term, lit: Lit) {
        if let Some(inner) = &mut self.0 {
            let var = lit.var().index();
            if var >= inner.meanings.len() {
                inner.meanings.resize_with(var + 1, Default::default);
            }
            inner.meanings[var].0.push((lit, term));
            // Constant comparisons are compared with it.
            if store.op(term) == Op::True {
                inner.learn(store, &[], &[lit]);
            }
        }
    }

    /// A clause that follows from a definition or a law.
    #[inline]
    pub(crate) fn axiom(
        &mut self,
        store: &TermStore,
        leaves: &Leaves,
        clause: &[Lit],
        justification: u64,
    ) {
        if let Some(inner) = &mut self.0 {
            let (rule, argument) = EngineRule::name_of(justification);
            if rule == "gate" && !ALL {
                return;
            }
            inner.check(store, leaves, clause, rule, argument);
        }
    }

    /// A clause of arithmetic; `goal` is the literal that is its conclusion.
    #[inline]
    pub(crate) fn arithmetic(
        &mut self,
        store: &TermStore,
        leaves: &Leaves,
        certificate: &Certificate,
        goal: Option<Lit>,
    ) {
        if let Some(inner) = &mut self.0 {
            let id = inner.log.certificate(certificate, goal);
            let mut clause: Vec<Lit> = certificate
                .hypotheses()
                .iter()
                .map(|reason| !Lit::from_index(reason.0 as usize))
                .collect();
            clause.extend(goal);
            inner.check(store, leaves, &clause, "arith", id as u64);
        }
    }

    /// A clause of congruence closure.
    #[inline]
    pub(crate) fn congruence(&mut self, store: &TermStore, leaves: &Leaves, clause: &[Lit]) {
        if let Some(inner) = &mut self.0 {
            inner.check(store, leaves, clause, "euf", 0);
        }
    }

    /// The literals make the terms of each pair equal, or different.
    #[inline]
    pub(crate) fn premises(
        &mut self,
        store: &TermStore,
        leaves: &Leaves,
        lits: &[Lit],
        equal: &[(Term, Term)],
        different: &[(Term, Term)],
    ) {
        let Some(inner) = &mut self.0 else { return };
        if equal.is_empty() && different.is_empty() {
            return;
        }
        for &(a, b) in equal.iter().chain(different) {
            inner.log.define(store, a);
            inner.log.define(store, b);
        }
        inner.learn(store, leaves, lits);
        let numbers = numbers(lits);
        let pair = |&(a, b): &(Term, Term)| (a.index() as u32, b.index() as u32);
        let pairs: Vec<(u32, u32)> = equal.iter().map(pair).collect();
        let mut result = inner.rules.makes_equal(&numbers, &pairs);
        for other in different.iter().map(pair) {
            result = result.and_then(|()| inner.rules.makes_different(&numbers, other));
        }
        if let Err(why) = result {
            inner.fail(store, lits, "premises", &why);
        }
    }
}

fn numbers(lits: &[Lit]) -> Vec<i64> {
    lits.iter().map(|&lit| proof_lit(lit)).collect()
}

impl Inner {
    /// Hands the new lines of the log to the rules.
    fn read(&mut self, about: &[Lit]) {
        for line in self.log.take().lines() {
            let result = match parse_line(line, 0) {
                Ok(Step::Other { keyword, fields }) => self.rules.line(keyword, &fields),
                Ok(_) => Err("not a definition".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            if let Err(why) = result {
                panic!("audit: {why}\nline: {line}\nabout: {about:?}");
            }
        }
    }

    /// Tells the rules what the literals mean, if they do not know yet.
    fn learn(&mut self, store: &TermStore, leaves: &Leaves, lits: &[Lit]) {
        self.log.leaves(store, leaves);
        for lit in lits {
            if let Some((meanings, known)) = self.meanings.get_mut(lit.var().index()) {
                for &(lit, term) in &meanings[*known..] {
                    self.log.bind(store, term, lit);
                }
                *known = meanings.len();
            }
        }
        self.read(lits);
    }

    fn check(
        &mut self,
        store: &TermStore,
        leaves: &Leaves,
        clause: &[Lit],
        rule: &str,
        argument: u64,
    ) {
        self.learn(store, leaves, clause);
        let result = self
            .rules
            .lemma(rule, &numbers(clause), &[&argument.to_string()]);
        if let Err(why) = result {
            self.fail(store, clause, &format!("{rule} {argument}"), &why);
        }
    }

    /// Ends the program with the rule, the clause, and what its literals mean in the words of the
    /// proof log.
    fn fail(&self, store: &TermStore, lits: &[Lit], rule: &str, why: &str) -> ! {
        let mut meaning = Log::default();
        for lit in lits {
            if let Some((meanings, _)) = self.meanings.get(lit.var().index()) {
                for &(lit, term) in meanings {
                    meaning.bind(store, term, lit);
                }
            }
        }
        let (lits, text) = (numbers(lits), meaning.text());
        panic!("audit: {why}\nrule: {rule}\nliterals: {lits:?}\n{text}");
    }
}
