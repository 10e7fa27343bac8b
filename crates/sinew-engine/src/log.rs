//! The log: every clause with the rule that justifies it, as text that `sinew-proof` replays.
//!
//! The kernel writes the propositional steps (its crate documents the lines `t`, `a`, `d`, `q`);
//! this file writes what its literals mean and why the clauses of the engine hold:
//!
//! | line | meaning |
//! |---|---|
//! | `n <id> <sort> <op> <args>` | a term; arguments come first |
//! | `v <lit> <term>` | the literal, of a variable without meaning so far, stands for the term |
//! | `m <lit> <term>` | the term has this literal too, being the same constraint or a constant |
//! | `x <var> <term>` | the arithmetic variable of certificates stands for the integer term |
//! | `f <fact> <guard> <origin> <term>` | an assertion; the guard is 0 or the literal it depends on |
//! | `g <fact> <parent> <sign> <term>` | a conjunct of a fact, `-` if negated |
//! | `s <fact> <parent> <term>` | a fact in other words: the simplifier holds the two for equivalent |
//! | `c <number> <lits> 0 <steps>` | an arithmetic refutation of the negated literals, in order |
//! | `r <number> <rule> <premises> 0 <terms> 0` | an inference: the premises imply one of the terms |
//!
//! A premise is `+term` or `-term`, a truth value; `=term,term`, an equality; `!term,term`, a
//! disequality.
//!
//! A theory clause `t <id> <rule> <lits> 0 <argument>` names its [`EngineRule`] and what the rule is
//! about: a term, a fact, a certificate, an inference.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use sinew_arith::{Certificate, VarId};
use sinew_sat::{ClauseId, Lit, ProofLit, ProofSink, proof_lit};
use sinew_term::{Op, Sort, Term, TermSet, TermStore};

use crate::inference::Inference;
use crate::plugin::Premise;

/// Why a clause of the engine holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineRule {
    /// By the meaning of the Boolean operator of a term.
    Gate,
    /// An `ite` equals the branch its condition chooses.
    Ite,
    /// Euclidean division.
    Div,
    /// The absolute value.
    Abs,
    /// A fact, taken apart at its top.
    Asserted,
    /// Congruence closure refutes the negated literals.
    Euf,
    /// A certificate refutes them.
    Arith,
    /// A law of products.
    Product,
    /// A fresh constant equals the term that it names.
    Name,
    /// A plug-in vouches for it.
    Theory,
}

impl EngineRule {
    const ALL: [(EngineRule, &'static str); 10] = [
        (EngineRule::Gate, "gate"),
        (EngineRule::Ite, "ite"),
        (EngineRule::Div, "div"),
        (EngineRule::Abs, "abs"),
        (EngineRule::Asserted, "asserted"),
        (EngineRule::Euf, "euf"),
        (EngineRule::Arith, "arith"),
        (EngineRule::Product, "product"),
        (EngineRule::Name, "name"),
        (EngineRule::Theory, "theory"),
    ];

    /// The justification that the kernel passes on: the rule and its argument.
    pub(crate) fn with(self, argument: usize) -> u64 {
        (argument as u64) << 4 | self as u64
    }

    pub(crate) fn of(self, term: Term) -> u64 {
        self.with(term.index())
    }

    /// The name of the rule in a justification, and its argument.
    pub(crate) fn name_of(justification: u64) -> (&'static str, u64) {
        let name = EngineRule::ALL
            .iter()
            .find(|(rule, _)| *rule as u64 == justification & 15)
            .map_or("theory", |(_, name)| name);
        (name, justification >> 4)
    }
}

#[derive(Debug, Default)]
struct Text(String);

impl Text {
    fn numbers<T: std::fmt::Display>(&mut self, numbers: &[T]) {
        for number in numbers {
            // Writing to a string cannot fail.
            let _ = write!(self.0, " {number}");
        }
        self.0.push_str(" 0");
    }
}

impl ProofSink for Text {
    fn input(&mut self, id: ClauseId, lits: &[ProofLit]) {
        let _ = write!(self.0, "i {id}");
        self.numbers(lits);
        self.0.push('\n');
    }

    fn lemma(&mut self, id: ClauseId, justification: u64, lits: &[ProofLit]) {
        let (rule, argument) = EngineRule::name_of(justification);
        let _ = write!(self.0, "t {id} {rule}");
        self.numbers(lits);
        let _ = writeln!(self.0, " {argument}");
    }

    fn derived(&mut self, id: ClauseId, lits: &[ProofLit], hints: &[ClauseId]) {
        let _ = write!(self.0, "a {id}");
        self.numbers(lits);
        self.numbers(hints);
        self.0.push('\n');
    }

    fn delete(&mut self, id: ClauseId) {
        let _ = writeln!(self.0, "d {id} 0");
    }

    fn conclude(&mut self, id: ClauseId, assumptions: &[ProofLit]) {
        let _ = write!(self.0, "q {id}");
        self.numbers(assumptions);
        self.0.push('\n');
    }
}

/// The engine's end of the log.
#[derive(Debug, Default)]
pub(crate) struct Log {
    text: Rc<RefCell<Text>>,
    defined: TermSet,
    bound: Vec<bool>,
    leaves: usize,
    facts: usize,
    certificates: usize,
    inferences: usize,
    sorts: Vec<Sort>,
}

impl Log {
    /// The kernel's end.
    pub(crate) fn sink(&self) -> Box<dyn ProofSink> {
        Box::new(Rc::clone(&self.text))
    }

    /// The text so far.
    pub(crate) fn text(&self) -> String {
        self.text.borrow().0.clone()
    }

    /// The text since the last call of this.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.text.borrow_mut().0)
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text.borrow_mut().0, "{line}");
    }

    /// Writes the definitions of a term and its subterms, once.
    pub(crate) fn define(&mut self, store: &TermStore, root: Term) {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.defined.contains(term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(
                store
                    .args(term)
                    .iter()
                    .filter(|&&arg| !self.defined.contains(arg)),
            );
            if stack.len() > before {
                continue;
            }
            stack.pop();
            self.defined.insert(term);
            let mut line = format!("n {} {} ", term.index(), self.sort_code(store.sort(term)));
            operator(store, term, &mut line);
            for arg in store.args(term) {
                let _ = write!(line, " {}", arg.index());
            }
            self.line(format_args!("{line}"));
        }
    }

    fn sort_code(&mut self, sort: Sort) -> String {
        let code = match sort {
            Sort::Bool => "b",
            Sort::Int => "i",
            Sort::String => "s",
            Sort::RegLan => "r",
            Sort::User(_) => {
                let known = self.sorts.iter().position(|&other| other == sort);
                let at = known.unwrap_or(self.sorts.len());
                if known.is_none() {
                    self.sorts.push(sort);
                }
                return format!("u{at}");
            }
        };
        code.to_owned()
    }

    /// Says which literal a Boolean term has.
    pub(crate) fn bind(&mut self, store: &TermStore, term: Term, lit: Lit) {
        self.define(store, term);
        let var = lit.var().index();
        if var >= self.bound.len() {
            self.bound.resize(var + 1, false);
        }
        let keyword = if self.bound[var] { 'm' } else { 'v' };
        self.line(format_args!(
            "{keyword} {} {}",
            proof_lit(lit),
            term.index()
        ));
        self.bound[var] = true;
    }

    /// An assertion; returns the fact.
    pub(crate) fn assertion(
        &mut self,
        store: &TermStore,
        (written, term): (Term, Term),
        guard: Option<Lit>,
        origin: u32,
    ) -> usize {
        self.define(store, written);
        self.facts += 1;
        let (fact, guard) = (self.facts, guard.map_or(0, proof_lit));
        let index = written.index();
        self.line(format_args!("f {fact} {guard} {origin} {index}"));
        if written == term {
            return fact;
        }
        self.define(store, term);
        self.facts += 1;
        let normal = self.facts;
        self.line(format_args!("s {normal} {fact} {}", term.index()));
        normal
    }

    /// A conjunct of a fact; returns the new fact.
    pub(crate) fn conjunct(
        &mut self,
        store: &TermStore,
        parent: usize,
        term: Term,
        negated: bool,
    ) -> usize {
        self.define(store, term);
        self.facts += 1;
        let sign = if negated { '-' } else { '+' };
        let fact = self.facts;
        self.line(format_args!("g {fact} {parent} {sign} {}", term.index()));
        fact
    }

    /// Says which terms the arithmetic variables are; those written before come first.
    pub(crate) fn leaves(&mut self, store: &TermStore, leaves: &[(Term, VarId)]) {
        for &(term, var) in leaves.get(self.leaves..).unwrap_or_default() {
            self.define(store, term);
            self.line(format_args!("x {} {}", var.0, term.index()));
        }
        self.leaves = self.leaves.max(leaves.len());
    }

    /// An inference of a plug-in; returns its number.
    pub(crate) fn inference(&mut self, store: &TermStore, inference: &Inference<'_>) -> usize {
        self.inferences += 1;
        let mut line = format!("r {} {}", self.inferences, inference.rule.name);
        for &premise in inference.premises {
            let _ = match premise {
                Premise::Literal(term, value) => {
                    self.define(store, term);
                    let sign = if value { '+' } else { '-' };
                    write!(line, " {sign}{}", term.index())
                }
                Premise::Equal(a, b) | Premise::Disequal(a, b) => {
                    self.define(store, a);
                    self.define(store, b);
                    let equal = matches!(premise, Premise::Equal(..));
                    let sign = if equal { '=' } else { '!' };
                    write!(line, " {sign}{},{}", a.index(), b.index())
                }
            };
        }
        line.push_str(" 0");
        for &term in inference.conclusion {
            self.define(store, term);
            let _ = write!(line, " {}", term.index());
        }
        self.line(format_args!("{line} 0"));
        self.inferences
    }

    /// A refutation; `goal` is the literal whose negation is the last hypothesis.
    pub(crate) fn certificate(&mut self, certificate: &Certificate, goal: Option<Lit>) -> usize {
        self.certificates += 1;
        let mut line = format!("c {}", self.certificates);
        for reason in certificate.hypotheses() {
            let _ = write!(line, " {}", -proof_lit(Lit::from_index(reason.0 as usize)));
        }
        if let Some(goal) = goal {
            let _ = write!(line, " {}", proof_lit(goal));
        }
        self.line(format_args!("{line} 0 {certificate}"));
        self.certificates
    }
}

/// The operator in the log: its SMT-LIB name, with indices after colons.
fn operator(store: &TermStore, term: Term, out: &mut String) {
    let _ = match store.op(term) {
        Op::Int(id) => write!(out, "int:{}", store.integer(id)),
        Op::Divisible(id) => write!(out, "divisible:{}", store.integer(id)),
        Op::Apply(fun) => write!(out, "fun:{}", fun.index()),
        Op::RePow(n) => write!(out, "re.^:{n}"),
        Op::ReLoop(lo, hi) => write!(out, "re.loop:{lo}:{hi}"),
        Op::Str(_) => {
            out.push_str("str:");
            let value = store.str_value(term).unwrap_or(&[]);
            value.iter().try_for_each(|c| write!(out, "{c:x}."))
        }
        Op::Var(_) | Op::Forall(_) | Op::Exists(_) | Op::Pattern => {
            write!(out, "other:{}", term.index())
        }
        op => write!(out, "{}", op.name()),
    };
}
