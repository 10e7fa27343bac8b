//! The reference semantics a suite is made for (P0 §2): SMT-LIB's, or a variant for solvers that
//! deviate from it on purpose.
//!
//! A variant redefines operators by terms of the standard semantics. It is data, so a user can
//! describe a deviating solver without recompiling.

use rustc_hash::FxHashMap;
use sinew_term::{Op, Substitution, Term, TermStore, rebuild_bottom_up};

use super::exec::{self, Value};
use super::program::{Context, Program};
use super::search::Domain;

/// What the operators mean.
#[derive(Debug, Default)]
pub struct Reference {
    redefined: FxHashMap<Op, Redefinition>,
}

#[derive(Debug)]
struct Redefinition {
    params: Vec<Term>,
    body: Term,
    program: Program,
}

impl Reference {
    /// The semantics of SMT-LIB.
    #[must_use]
    pub fn standard() -> Reference {
        Reference::default()
    }

    /// Gives `op` the meaning of `body`, a term over `params` in which every operator has its
    /// standard meaning. Whether that could be compiled.
    pub fn redefine(&mut self, store: &TermStore, op: Op, params: Vec<Term>, body: Term) -> bool {
        let Some(program) = Program::new(store, &[body]) else {
            return false;
        };
        let redefinition = Redefinition {
            params,
            body,
            program,
        };
        self.redefined.insert(op, redefinition);
        true
    }

    /// Whether this is SMT-LIB's semantics.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.redefined.is_empty()
    }

    /// `op` applied to values.
    #[must_use]
    pub fn apply(&self, op: Op, args: &[&Value]) -> Option<Value> {
        match self.redefined.get(&op) {
            None => exec::apply(op, args),
            Some(redefinition) => redefinition.apply(args),
        }
    }

    /// `term` with every redefined operator written out, so that the standard semantics gives it
    /// the value it has here.
    pub fn expand(&self, store: &mut TermStore, term: Term) -> Term {
        if self.is_standard() {
            return term;
        }
        let mut cache = sinew_term::TermMap::new();
        rebuild_bottom_up(store, term, &mut cache, |store, term| {
            let Some(redefinition) = self.redefined.get(&store.op(term)) else {
                return term;
            };
            let mut arguments = Substitution::new();
            for (&param, &arg) in redefinition.params.iter().zip(store.args(term)) {
                arguments.insert(param, arg);
            }
            arguments.apply(store, redefinition.body)
        })
    }
}

impl Redefinition {
    fn apply(&self, args: &[&Value]) -> Option<Value> {
        let env: Vec<Option<Value>> = self
            .program
            .leaves()
            .map(|leaf| {
                let index = self.params.iter().position(|&param| param == leaf)?;
                args.get(index).map(|&value| value.clone())
            })
            .collect();
        let standard = Reference::standard();
        let context = Context {
            reference: &standard,
            domain: &Domain::default(),
            steps: &std::cell::Cell::new(10_000),
        };
        let mut values = Vec::new();
        self.program.eval(&context, &env, &mut values);
        values[self.program.roots[0] as usize].clone()
    }
}
