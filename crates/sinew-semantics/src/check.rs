//! Model checking: whether a model satisfies assertions, and if not, which one fails and why.

use sinew_term::{Op, Term, TermSet, TermStore};

use crate::eval::Evaluator;
use crate::limits::NotDecided;
use crate::model::Model;
use crate::value::Value;

/// What a model does to a list of assertions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All are true.
    Satisfied,
    /// This one is false.
    Falsified {
        /// Its place in the list.
        index: usize,
        /// The assertion.
        term: Term,
        /// The sub-terms that make it false with their values, outermost first.
        values: Vec<(Term, Value)>,
    },
    /// None is known to be false, but this one, the first, is not known to be true.
    Undecided {
        /// Its place in the list.
        index: usize,
        /// Why.
        reason: NotDecided,
    },
}

/// How many sub-terms an explanation names.
const EXPLANATION: usize = 24;

/// Evaluates the assertions in the model, within the default limits.
#[must_use]
pub fn check(store: &TermStore, model: &Model, assertions: &[Term]) -> Verdict {
    check_with(&mut Evaluator::new(store, model), assertions)
}

/// The same with an evaluator that has limits or domains of its own.
pub fn check_with(evaluator: &mut Evaluator<'_>, assertions: &[Term]) -> Verdict {
    let mut undecided = None;
    for (index, &term) in assertions.iter().enumerate() {
        match evaluator.eval(term) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => {
                let values = explain(evaluator, term);
                return Verdict::Falsified {
                    index,
                    term,
                    values,
                };
            }
            Err(reason) => {
                undecided.get_or_insert(Verdict::Undecided { index, reason });
            }
        }
    }
    undecided.unwrap_or(Verdict::Satisfied)
}

/// The values that make the Boolean `term` what it is: down through the connectives to the
/// atoms that are responsible, then to the arguments of these and the symbols in them. After a
/// quantifier that one instance decided come its variables with their values there.
fn explain(evaluator: &mut Evaluator<'_>, term: Term) -> Vec<(Term, Value)> {
    let store = evaluator.store;
    let mut explanation = Vec::new();
    let mut seen = TermSet::new();
    let mut queue = std::collections::VecDeque::from([term]);
    while let Some(term) = queue.pop_front() {
        let literal = Value::of_literal(store, term).is_some();
        if explanation.len() >= EXPLANATION || literal || !seen.insert(term) {
            continue;
        }
        let Ok(value) = evaluator.eval(term) else {
            continue;
        };
        queue.extend(responsible(evaluator, term, &value));
        explanation.push((term, value));
        if store.op(term).is_binder() {
            explanation.extend(evaluator.witness(term).into_iter().flatten());
        }
    }
    explanation
}

/// The arguments of `term` that give it its value.
fn responsible(evaluator: &mut Evaluator<'_>, term: Term, value: &Value) -> Vec<Term> {
    let store = evaluator.store;
    let args = store.args(term);
    let mut valued = |wanted: bool| {
        let found = args
            .iter()
            .copied()
            .find(|&arg| evaluator.eval(arg) == Ok(Value::Bool(wanted)));
        found.into_iter().collect()
    };
    match (store.op(term), value) {
        (Op::Forall(_) | Op::Exists(_), _) => Vec::new(),
        // One argument is enough for these; otherwise it takes all of them.
        (Op::And, Value::Bool(false)) => valued(false),
        (Op::Or, Value::Bool(true)) => valued(true),
        (Op::Ite, _) => match evaluator.eval(args[0]) {
            Ok(Value::Bool(true)) => vec![args[0], args[1]],
            Ok(_) => vec![args[0], args[2]],
            Err(_) => args[1..].to_vec(),
        },
        _ => args.to_vec(),
    }
}
