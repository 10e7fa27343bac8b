//! Relevancy: decide only what the assertions need, and stop when they are justified.
//!
//! The decision heuristic of cvc4 (Barrett and Donham's *justification*): walk the assertions in
//! order, find the first that is not yet justified by assigned literals, and decide a literal that
//! helps to justify it. A disjunction needs one true part, a conjunction all, an `ite` its
//! condition and the chosen branch. When everything is justified the assignment is sufficient,
//! whatever the remaining atoms would be; those never reach a theory. Lemmas and the clauses that
//! define terms are obligations as well, and so are the assumptions of a call.
//!
//! What was found justified stays so until backtracking, so a walk resumes where the last one
//! ended. The walk is used when a plug-in takes part, for which each irrelevant atom is costly;
//! without one the kernel's own order is faster.

use sinew_base::StopReason;
use sinew_sat::{Context, Decide, Lit};
use sinew_term::{Op, Sort, Term, TermStore};

use crate::clausify::is_gate;
use crate::state::{BOTH, State};

#[derive(Debug, Default)]
pub(crate) struct Justified {
    /// Per variable of the kernel.
    done: Vec<bool>,
    trail: Vec<usize>,
    /// Obligations before this one are justified.
    next: usize,
    levels: Vec<(usize, usize)>,
}

impl Justified {
    pub(crate) fn push(&mut self) {
        self.levels.push((self.trail.len(), self.next));
    }

    pub(crate) fn pop_to(&mut self, level: usize) {
        let Some(&(mark, next)) = self.levels.get(level) else {
            return;
        };
        self.levels.truncate(level);
        for var in self.trail.drain(mark..) {
            self.done[var] = false;
        }
        self.next = next;
    }

    fn contains(&self, var: usize) -> bool {
        self.done.get(var).copied().unwrap_or(false)
    }

    fn insert(&mut self, var: usize) {
        if var >= self.done.len() {
            self.done.resize(var + 1, false);
        }
        if !std::mem::replace(&mut self.done[var], true) {
            self.trail.push(var);
        }
    }
}

/// A clause that must be justified.
#[derive(Debug)]
pub(crate) struct Obligation {
    clause: Vec<Lit>,
    /// Whether it is valid, and so asks for nothing that a model would lack.
    valid: bool,
}

impl Obligation {
    /// What was asserted, or defines a term.
    pub(crate) fn asserted(clause: Vec<Lit>) -> Obligation {
        Obligation {
            clause,
            valid: false,
        }
    }

    /// What a theory knows.
    pub(crate) fn lemma(clause: Vec<Lit>) -> Obligation {
        Obligation {
            clause,
            valid: true,
        }
    }
}

/// What justifying a gate asks of its parts.
enum Need {
    /// These parts, with these values.
    All(Vec<(Term, bool)>),
    /// One of these parts with its value.
    One(Vec<(Term, bool)>),
    /// Any value of these parts.
    Values(Vec<Term>),
    /// A condition, then the branch it chooses.
    Branch(Term, Term, Term, bool),
}

/// What a gate rests on, as things are.
enum Grounds {
    /// These literals, all true.
    Hold(Vec<Lit>),
    /// That is still open; a literal that helps to decide it, if the kernel has not seen a conflict here.
    Open(Option<Lit>),
}

fn need(store: &mut TermStore, term: Term, value: bool) -> Need {
    let args = store.args(term).to_vec();
    let each = |value: bool| args.iter().map(|&arg| (arg, value)).collect::<Vec<_>>();
    match store.op(term) {
        Op::And if value => Need::All(each(true)),
        Op::And => Need::One(each(false)),
        Op::Or if value => Need::One(each(true)),
        Op::Or => Need::All(each(false)),
        Op::Implies => {
            let mut parts = each(!value);
            let last = parts.len() - 1;
            parts[last].1 = value;
            if value {
                Need::One(parts)
            } else {
                Need::All(parts)
            }
        }
        Op::Ite => Need::Branch(args[0], args[1], args[2], value),
        Op::Eq if args.len() == 2 => Need::Values(args),
        Op::Xor if args.len() == 2 => Need::Values(args),
        Op::Xor => {
            let front = store.mk(Op::Xor, &args[..args.len() - 1]);
            Need::Values(vec![front, args[args.len() - 1]])
        }
        Op::Distinct if args.len() == 2 && store.sort(args[0]) == Sort::Bool => Need::Values(args),
        Op::Distinct => {
            let mut parts = Vec::new();
            for (i, &a) in args.iter().enumerate() {
                for &b in &args[i + 1..] {
                    parts.push((store.eq(a, b), !value));
                }
            }
            if value {
                Need::All(parts)
            } else {
                Need::One(parts)
            }
        }
        op => {
            let pairs: Vec<(Term, bool)> = args
                .windows(2)
                .map(|pair| (store.mk(op, pair), value))
                .collect();
            if value {
                Need::All(pairs)
            } else {
                Need::One(pairs)
            }
        }
    }
}

impl State {
    /// Takes in the assumptions of a call.
    pub(crate) fn assume(&mut self, assumptions: Vec<Lit>) {
        let is_gate = |lit: &&Lit| self.vars[lit.var().index()].gate;
        self.assumed_gates = assumptions.iter().filter(is_gate).copied().collect();
        self.assumptions = assumptions;
    }

    /// The next decision, or that none is needed.
    pub(crate) fn justification_decision(
        &mut self,
        store: &mut TermStore,
        cx: &mut Context<'_>,
    ) -> Result<Decide, StopReason> {
        let mut steps = 0u64;
        for at in 0..self.assumed_gates.len() {
            let assumption = self.assumed_gates[at];
            // Not all of them hold while a core is made smaller.
            if cx.value(assumption) == Some(true)
                && let Some(lit) = self.justify(store, cx, assumption, &mut steps)
            {
                cx.budget().spend(steps)?;
                return Ok(Decide::Literal(lit));
            }
        }
        while self.justified.next < self.obligations.len() {
            let clause = &self.obligations[self.justified.next].clause;
            let Some(chosen) = self.cheapest_true(cx, clause) else {
                let open = clause.iter().find(|lit| cx.value(**lit).is_none());
                match open {
                    Some(&lit) => return Ok(Decide::Literal(lit)),
                    // The kernel has yet to see that this clause is false.
                    None => return Ok(Decide::Kernel),
                }
            };
            if self.vars[chosen.var().index()].gate
                && let Some(lit) = self.justify(store, cx, chosen, &mut steps)
            {
                cx.budget().spend(steps)?;
                return Ok(Decide::Literal(lit));
            }
            self.justified.next += 1;
        }
        cx.budget().spend(steps)?;
        Ok(Decide::Satisfied)
    }

    /// A true literal that costs nothing, else any true literal.
    fn cheapest_true(&self, cx: &Context<'_>, lits: &[Lit]) -> Option<Lit> {
        let mut held = lits.iter().filter(|lit| cx.value(**lit) == Some(true));
        let first = held.clone().next();
        held.find(|lit| !self.vars[lit.var().index()].gate)
            .or(first)
            .copied()
    }

    /// The atoms that justify what was asserted and assumed, and what defines terms.
    pub(crate) fn relevant_atoms(
        &mut self,
        store: &mut TermStore,
        cx: &mut Context<'_>,
    ) -> Vec<Term> {
        let held = |lit: &&Lit| cx.value(**lit) == Some(true);
        let mut stack: Vec<Lit> = self.assumptions.iter().filter(held).copied().collect();
        for obligation in self
            .obligations
            .iter()
            .filter(|obligation| !obligation.valid)
        {
            stack.extend(self.cheapest_true(cx, &obligation.clause));
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut atoms = Vec::new();
        while let Some(lit) = stack.pop() {
            let var = lit.var().index();
            if !seen.insert(var) {
                continue;
            }
            let Some(term) = self.vars[var].term else {
                continue;
            };
            if !self.vars[var].gate {
                atoms.push(term);
                continue;
            }
            match self.grounds(store, cx, term, lit.is_positive()) {
                Grounds::Hold(lits) => stack.extend(lits),
                // It may rest on any of its parts.
                Grounds::Open(_) => atoms.push(term),
            }
        }
        atoms
    }

    /// The true literals on which the value of a gate rests.
    fn grounds(
        &mut self,
        store: &mut TermStore,
        cx: &mut Context<'_>,
        gate: Term,
        value: bool,
    ) -> Grounds {
        debug_assert!(is_gate(store, gate));
        match need(store, gate, value) {
            Need::All(parts) => {
                let lits = self.literals(store, cx, &parts);
                match lits.iter().find(|&&lit| cx.value(lit).is_none()) {
                    Some(&open) => Grounds::Open(Some(open)),
                    None => Grounds::Hold(lits),
                }
            }
            Need::One(parts) => {
                let lits = self.literals(store, cx, &parts);
                match self.cheapest_true(cx, &lits) {
                    Some(lit) => Grounds::Hold(vec![lit]),
                    None => Grounds::Open(lits.into_iter().find(|&lit| cx.value(lit).is_none())),
                }
            }
            Need::Values(parts) => {
                let mut held = Vec::new();
                for part in parts {
                    let part = self.lit(store, cx, part, BOTH);
                    match cx.value(part) {
                        None => return Grounds::Open(Some(!part)),
                        Some(value) => held.push(if value { part } else { !part }),
                    }
                }
                Grounds::Hold(held)
            }
            Need::Branch(condition, then, other, value) => {
                let condition = self.lit(store, cx, condition, BOTH);
                let Some(chosen) = cx.value(condition) else {
                    return Grounds::Open(Some(condition));
                };
                let branch = self.lit(store, cx, if chosen { then } else { other }, 0);
                let branch = if value { branch } else { !branch };
                match cx.value(branch) {
                    None => Grounds::Open(Some(branch)),
                    Some(_) => {
                        Grounds::Hold(vec![if chosen { condition } else { !condition }, branch])
                    }
                }
            }
        }
    }

    fn literals(
        &mut self,
        store: &mut TermStore,
        cx: &mut Context<'_>,
        parts: &[(Term, bool)],
    ) -> Vec<Lit> {
        let of = |&(part, value): &(Term, bool)| {
            let lit = self.lit(store, cx, part, 0);
            if value { lit } else { !lit }
        };
        parts.iter().map(of).collect()
    }

    /// Walks down from a true literal; a literal to decide if something is open.
    fn justify(
        &mut self,
        store: &mut TermStore,
        cx: &mut Context<'_>,
        root: Lit,
        steps: &mut u64,
    ) -> Option<Lit> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![root];
        while let Some(lit) = stack.pop() {
            let var = lit.var().index();
            if !self.vars[var].gate || self.justified.contains(var) || !seen.insert(var) {
                continue;
            }
            *steps += 1;
            let Some(term) = self.vars[var].term else {
                continue;
            };
            match self.grounds(store, cx, term, lit.is_positive()) {
                Grounds::Hold(lits) => stack.extend(lits),
                Grounds::Open(open) => return open,
            }
        }
        let mut done: Vec<usize> = seen.into_iter().collect();
        done.sort_unstable();
        for var in done {
            self.justified.insert(var);
        }
        None
    }
}
