//! Clausification: literals for Boolean terms, clauses for gates, assertions.
//!
//! Definitions by polarity (Plaisted and Greenbaum, *A structure-preserving clause form
//! translation*, JSC 1986): a gate gets the clauses for the polarities in which it occurs, and
//! more when a later assertion or lemma needs the other one. Equal terms share their literal;
//! chains, n-ary equalities and `distinct` are conjunctions of binary atoms. Definitions hold in
//! every scope, so they are never retracted; only the clause that asserts a root is guarded.
//!
//! Top-level conjunctions are taken apart and top-level disjunctions become clauses without a
//! name of their own.

use rustc_hash::FxHashSet;
use sinew_sat::{Lit, Var};
use sinew_term::{Op, Sort, Term, TermStore};

use crate::log::EngineRule;
use crate::relevancy::Obligation;
use crate::state::{BOTH, NEGATIVE, POSITIVE, Sink, State};

/// A Boolean subterm with a sign; true means negated.
type Part = (Term, bool);

/// How a Boolean operator is read.
enum Gate {
    And(Vec<Part>),
    Or(Vec<Part>),
    /// Equivalence, or with `true` its negation.
    Iff(Term, Term, bool),
    Ite(Term, Term, Term),
}

fn flip(polarity: u8) -> u8 {
    (polarity & POSITIVE) << 1 | (polarity & NEGATIVE) >> 1
}

/// Removes negations; the flag tells whether their number was odd.
pub(crate) fn strip(store: &TermStore, mut term: Term) -> (Term, bool) {
    let mut negated = false;
    while store.op(term) == Op::Not {
        term = store.arg(term, 0);
        negated = !negated;
    }
    (term, negated)
}

/// Whether the term is Boolean structure over other Boolean terms.
pub(crate) fn is_gate(store: &TermStore, term: Term) -> bool {
    match store.op(term) {
        Op::And | Op::Or | Op::Implies | Op::Xor | Op::Distinct => true,
        Op::Ite => store.sort(term) == Sort::Bool,
        Op::Eq => store.args(term).len() > 2 || store.sort(store.arg(term, 0)) == Sort::Bool,
        Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe => store.args(term).len() > 2,
        _ => false,
    }
}

/// The binary atoms whose conjunction a chain or `distinct` is.
fn pairs(store: &mut TermStore, term: Term) -> Vec<Part> {
    let (op, args) = (store.op(term), store.args(term).to_vec());
    let mut parts = Vec::new();
    if op == Op::Distinct {
        for (i, &a) in args.iter().enumerate() {
            for &b in &args[i + 1..] {
                parts.push((store.eq(a, b), true));
            }
        }
    } else {
        for pair in args.windows(2) {
            parts.push((store.mk(op, pair), false));
        }
    }
    parts
}

fn gate(store: &mut TermStore, term: Term) -> Gate {
    let args = store.args(term).to_vec();
    let plain = |args: &[Term]| args.iter().map(|&arg| (arg, false)).collect::<Vec<_>>();
    match store.op(term) {
        Op::And => Gate::And(plain(&args)),
        Op::Or => Gate::Or(plain(&args)),
        Op::Implies => {
            let mut parts: Vec<Part> = args.iter().map(|&arg| (arg, true)).collect();
            if let Some(last) = parts.last_mut() {
                last.1 = false;
            }
            Gate::Or(parts)
        }
        Op::Xor => {
            let last = args[args.len() - 1];
            let front = &args[..args.len() - 1];
            let front = if let &[only] = front {
                only
            } else {
                store.mk(Op::Xor, front)
            };
            Gate::Iff(front, last, true)
        }
        Op::Ite => Gate::Ite(args[0], args[1], args[2]),
        Op::Eq if args.len() == 2 => Gate::Iff(args[0], args[1], false),
        Op::Distinct if args.len() == 2 && store.sort(args[0]) == Sort::Bool => {
            Gate::Iff(args[0], args[1], true)
        }
        _ => Gate::And(pairs(store, term)),
    }
}

impl State {
    /// The literal of a Boolean term; its clauses are queued.
    pub(crate) fn lit(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        polarity: u8,
    ) -> Lit {
        let (term, negated) = strip(store, term);
        let lit = match self.lit_of.get(term) {
            Some(&lit) => lit,
            None => {
                let lit = self.make_literal(store, sink, term);
                let new = self.lit_of.insert(term, lit).is_none();
                // The constant true enters itself.
                if new {
                    self.tell_meaning(store, term, lit);
                }
                lit
            }
        };
        let lit = if negated { !lit } else { lit };
        let wanted = if lit.is_positive() {
            polarity
        } else {
            flip(polarity)
        };
        let info = &mut self.vars[lit.var().index()];
        if info.gate && info.wanted & wanted != wanted {
            info.wanted |= wanted;
            self.gates.push(lit.var());
        }
        lit
    }

    /// The literal that is always true.
    pub(crate) fn true_lit(&mut self, store: &mut TermStore, sink: &mut dyn Sink) -> Lit {
        if let Some(lit) = self.true_lit {
            return lit;
        }
        let term = store.true_();
        let lit = self.new_var(sink, Some(term), false).positive();
        self.true_lit = Some(lit);
        self.lit_of.insert(term, lit);
        self.tell_meaning(store, term, lit);
        sink.lemma(&[lit], EngineRule::Gate.of(term));
        lit
    }

    /// Tells those who check what a literal stands for.
    fn tell_meaning(&mut self, store: &TermStore, term: Term, lit: Lit) {
        if let Some(log) = &mut self.log {
            log.leaves(store, self.bridge.leaves());
            log.bind(store, term, lit);
        }
        self.audit.bind(store, term, lit);
    }

    /// A clause that is valid by itself.
    pub(crate) fn valid(
        &mut self,
        store: &TermStore,
        sink: &mut dyn Sink,
        clause: &[Lit],
        rule: u64,
    ) {
        let leaves = self.bridge.leaves();
        self.audit.axiom(store, leaves, clause, rule);
        sink.lemma(clause, rule);
    }

    fn make_literal(&mut self, store: &mut TermStore, sink: &mut dyn Sink, term: Term) -> Lit {
        if is_gate(store, term) {
            return self.new_var(sink, Some(term), true).positive();
        }
        match store.op(term) {
            Op::True => self.true_lit(store, sink),
            Op::False => !self.true_lit(store, sink),
            _ => self.make_atom(store, sink, term),
        }
    }

    /// Makes the clauses of a gate that are wanted and do not exist.
    pub(crate) fn define_gate(&mut self, store: &mut TermStore, sink: &mut dyn Sink, var: Var) {
        let info = &mut self.vars[var.index()];
        let missing = info.wanted & !info.emitted;
        info.emitted |= missing;
        let Some(term) = info.term else { return };
        if missing == 0 {
            return;
        }
        let g = var.positive();
        match gate(store, term) {
            Gate::And(parts) => self.define_and(store, sink, term, !g, &parts, flip(missing), true),
            Gate::Or(parts) => self.define_and(store, sink, term, g, &parts, missing, false),
            Gate::Iff(a, b, negated) => {
                let a = self.lit(store, sink, a, BOTH);
                let b = self.lit(store, sink, b, BOTH);
                let b = if negated { !b } else { b };
                let rule = EngineRule::Gate.of(term);
                if missing & POSITIVE != 0 {
                    self.valid(store, sink, &[!g, !a, b], rule);
                    self.valid(store, sink, &[!g, a, !b], rule);
                }
                if missing & NEGATIVE != 0 {
                    self.valid(store, sink, &[g, a, b], rule);
                    self.valid(store, sink, &[g, !a, !b], rule);
                }
            }
            Gate::Ite(c, a, b) => {
                let c = self.lit(store, sink, c, BOTH);
                let a = self.lit(store, sink, a, missing);
                let b = self.lit(store, sink, b, missing);
                let rule = EngineRule::Gate.of(term);
                if missing & POSITIVE != 0 {
                    self.valid(store, sink, &[!g, !c, a], rule);
                    self.valid(store, sink, &[!g, c, b], rule);
                    self.valid(store, sink, &[!g, a, b], rule);
                }
                if missing & NEGATIVE != 0 {
                    self.valid(store, sink, &[g, !c, !a], rule);
                    self.valid(store, sink, &[g, c, !b], rule);
                    self.valid(store, sink, &[g, !a, !b], rule);
                }
            }
        }
    }

    /// Clauses for `g ↔ ⋁ parts`, where a conjunction comes as the negated disjunction of its
    /// negated parts.
    #[allow(clippy::too_many_arguments)]
    fn define_and(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        g: Lit,
        parts: &[Part],
        missing: u8,
        negate: bool,
    ) {
        let rule = EngineRule::Gate.of(term);
        let child = if negate { flip(missing) } else { missing };
        let mut lits = Vec::with_capacity(parts.len() + 1);
        lits.push(!g);
        for &(part, negated) in parts {
            let polarity = if negated { flip(child) } else { child };
            let lit = self.lit(store, sink, part, polarity);
            lits.push(if negated != negate { !lit } else { lit });
        }
        if missing & NEGATIVE != 0 {
            for &lit in &lits[1..] {
                self.valid(store, sink, &[g, !lit], rule);
            }
        }
        if missing & POSITIVE != 0 {
            self.valid(store, sink, &lits, rule);
        }
    }

    /// Asserts a formula under a guard (which, if false, makes it void).
    pub(crate) fn assert_formula(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        (written, term): (Term, Term),
        guard: Option<Lit>,
        origin: u32,
    ) {
        let fact = match &mut self.log {
            Some(log) => log.assertion(store, (written, term), guard, origin),
            None => 0,
        };
        self.assert_clauses(store, sink, term, guard, fact, Obligation::asserted);
    }

    /// Takes in a formula that is valid in the theories: models need no justification of it.
    pub(crate) fn add_valid(&mut self, store: &mut TermStore, sink: &mut dyn Sink, term: Term) {
        self.assert_clauses(store, sink, term, None, 0, Obligation::lemma);
    }

    /// Gives the clauses of a formula to the kernel; each is an obligation of this kind.
    fn assert_clauses(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        guard: Option<Lit>,
        fact: usize,
        obligation: fn(Vec<Lit>) -> Obligation,
    ) {
        let mut seen: FxHashSet<Part> = FxHashSet::default();
        let mut open = vec![(term, false, fact)];
        while let Some((term, negated, fact)) = open.pop() {
            let (term, odd) = strip(store, term);
            let negated = negated != odd;
            if !seen.insert((term, negated)) {
                continue;
            }
            let parts = match (store.op(term), negated) {
                (Op::And, false) => Some(conjuncts(store, term, false)),
                (Op::Or | Op::Implies, true) => Some(conjuncts(store, term, true)),
                _ => None,
            };
            if let Some(parts) = parts {
                // In order: the first conjunct is taken from the stack first.
                for &(part, sign) in parts.iter().rev() {
                    let fact = match &mut self.log {
                        Some(log) => log.conjunct(store, fact, part, sign),
                        None => 0,
                    };
                    open.push((part, sign, fact));
                }
                continue;
            }
            let clause = self.assert_clause(store, sink, term, negated, guard, fact);
            self.obligations.push(obligation(clause));
            self.flush(store, sink);
        }
    }

    fn assert_clause(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        negated: bool,
        guard: Option<Lit>,
        fact: usize,
    ) -> Vec<Lit> {
        let parts = match (store.op(term), negated) {
            (Op::Or | Op::Implies, false) => conjuncts(store, term, false),
            (Op::And, true) => conjuncts(store, term, true),
            _ => vec![(term, negated)],
        };
        let mut clause: Vec<Lit> = guard.iter().map(|&guard| !guard).collect();
        for (part, sign) in parts {
            let polarity = if sign { NEGATIVE } else { POSITIVE };
            let lit = self.lit(store, sink, part, polarity);
            clause.push(if sign { !lit } else { lit });
        }
        sink.lemma(&clause, EngineRule::Asserted.with(fact));
        clause
    }
}

/// The arguments of a conjunction, disjunction or implication, all negated if asked for.
fn conjuncts(store: &TermStore, term: Term, negate: bool) -> Vec<Part> {
    let args = store.args(term);
    let implies = store.op(term) == Op::Implies;
    args.iter()
        .enumerate()
        .map(|(at, &arg)| {
            let premise = implies && at + 1 < args.len();
            (arg, premise != negate)
        })
        .collect()
}
