//! Term synthesis (P0 §3.1): an operation on synthesised terms equals another synthesised term.
//!
//! The pool of bound 1 holds every operation on constants; that of bound n every operation on
//! the first term per operation of bound n − 1 (and on constants). As in the published tool the
//! left sides use one representative per operation, the right side is the first term with the
//! same value for each operation, and in the end constants become variables, equal constants
//! the same one.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use sinew_term::{Op, Sort, Term, TermStore};

use super::exec::Value;
use super::library::{Operation, Origin, Pool};
use super::reference::Reference;
use super::rewrite::replace_terms;
use super::satisfiable::{for_each_tuple, variable_name};
use super::suite::Sink;
use super::test::{Expected, Family, Test};

/// A term over constants, its value, and which operation made it.
#[derive(Clone)]
struct Synthesised {
    term: Term,
    value: Value,
    operation: usize,
}

/// The terms of one bound.
pub(super) struct TermPool {
    bound: u32,
    terms: Vec<Synthesised>,
    /// The first term of each operation.
    representatives: Vec<Synthesised>,
}

impl TermPool {
    pub(super) fn new(
        store: &mut TermStore,
        reference: &Reference,
        operations: &[&Operation],
        constants: &Pool,
        bound: u32,
    ) -> TermPool {
        let mut leaves: Vec<Synthesised> = Vec::new();
        for value in constants.strings.iter().chain(&constants.integers) {
            leaves.push(Synthesised {
                term: value.to_term(store),
                value: value.clone(),
                operation: usize::MAX,
            });
        }
        let mut pool = TermPool {
            bound,
            terms: Vec::new(),
            representatives: Vec::new(),
        };
        for level in 1..=bound.max(1) {
            let mut args = pool.representatives.clone();
            args.retain(|arg| arg.value.sort() != Sort::Bool);
            args.extend(leaves.iter().cloned());
            pool.fill(store, reference, operations, &args, level > 1);
        }
        pool
    }

    fn fill(
        &mut self,
        store: &mut TermStore,
        reference: &Reference,
        operations: &[&Operation],
        args: &[Synthesised],
        deeper: bool,
    ) {
        self.terms.clear();
        self.representatives.clear();
        let of = |sort: Sort| -> Vec<Synthesised> {
            args.iter()
                .filter(|a| a.value.sort() == sort)
                .cloned()
                .collect()
        };
        let (strings, integers) = (of(Sort::String), of(Sort::Int));
        for (index, operation) in operations.iter().enumerate() {
            let lists: Vec<&[Synthesised]> = operation
                .args
                .iter()
                .map(|&(_, sort)| match sort {
                    Sort::String => &strings[..],
                    Sort::Int => &integers[..],
                    _ => &[],
                })
                .collect();
            let first = self.terms.len();
            for_each_tuple(&lists, |tuple| {
                if deeper && tuple.iter().all(|arg| arg.operation == usize::MAX) {
                    return;
                }
                let values: Vec<&Value> = tuple.iter().map(|arg| &arg.value).collect();
                if let Some(value) = reference.apply(operation.op, &values) {
                    let terms: Vec<Term> = tuple.iter().map(|arg| arg.term).collect();
                    self.terms.push(Synthesised {
                        term: store.mk(operation.op, &terms),
                        value,
                        operation: index,
                    });
                }
            });
            self.representatives.extend(self.terms.get(first).cloned());
        }
    }

    /// For each operation that has one, the first term with this value.
    fn with_value(&self, value: &Value) -> Vec<&Synthesised> {
        let mut found: Vec<&Synthesised> = Vec::new();
        for term in &self.terms {
            if term.value == *value && found.last().is_none_or(|l| l.operation != term.operation) {
                found.push(term);
            }
        }
        found
    }
}

/// The tests of one operation. With `as_published`, a right side that is a prefix or suffix test
/// is written as containment, as the published tool does.
pub(super) fn term_synthesis(
    store: &mut TermStore,
    reference: &Reference,
    operation: &Operation,
    pool: &TermPool,
    as_published: bool,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let of = |sort: Sort| -> Vec<Synthesised> {
        let terms = pool.representatives.iter();
        terms.filter(|t| t.value.sort() == sort).cloned().collect()
    };
    let (strings, integers) = (of(Sort::String), of(Sort::Int));
    let lists: Vec<&[Synthesised]> = operation
        .args
        .iter()
        .map(|&(_, sort)| match sort {
            Sort::String => &strings[..],
            _ => &integers[..],
        })
        .collect();
    let mut lefts: Vec<(Term, Value)> = Vec::new();
    for_each_tuple(&lists, |tuple| {
        let values: Vec<&Value> = tuple.iter().map(|arg| &arg.value).collect();
        if let Some(value) = reference.apply(operation.op, &values) {
            let terms: Vec<Term> = tuple.iter().map(|arg| arg.term).collect();
            lefts.push((store.mk(operation.op, &terms), value));
        }
    });
    let names: [Arc<str>; 2] = [
        operation.name.as_str().into(),
        operation
            .negated
            .as_deref()
            .unwrap_or(&operation.name)
            .into(),
    ];
    let mut counts = [0usize; 2];
    for negative in [false, true] {
        for (left, value) in &lefts {
            if (*value == Value::Bool(false)) != negative {
                continue;
            }
            for right in pool.with_value(value) {
                let right = right_side(store, right.term, as_published);
                let folder = usize::from(negative);
                let equation = store.eq(*left, right);
                let (mut test, occurrences) = abstracted(store, equation);
                test.op = Arc::clone(&names[folder]);
                test.suffix = suffix(pool.bound, counts[folder], occurrences);
                counts[folder] += 1;
                sink.test(store, test)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn right_side(store: &mut TermStore, term: Term, as_published: bool) -> Term {
    match store.op(term) {
        Op::PrefixOf | Op::SuffixOf if as_published => {
            let (part, whole) = (store.arg(term, 0), store.arg(term, 1));
            store.contains(whole, part)
        }
        _ => term,
    }
}

/// The published names end in the numbers 0…n, n being the number of constant occurrences.
fn suffix(bound: u32, index: usize, occurrences: usize) -> String {
    let mut text = format!("{bound}_{index}_");
    for position in 0..=occurrences {
        text.push_str(&position.to_string());
    }
    text
}

/// The equation with its constants turned into variables, as a test still without a name, and
/// the number of constant occurrences.
fn abstracted(store: &mut TermStore, equation: Term) -> (Test, usize) {
    let mut occurrences = 0;
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    let mut constants = Vec::new();
    let mut model = Vec::new();
    let mut stack = vec![equation];
    while let Some(term) = stack.pop() {
        if let Some(value) = Value::of_literal(store, term) {
            map.entry(term).or_insert_with(|| {
                let sort = value.sort();
                let variable = store.constant(&variable_name(sort, occurrences), sort);
                constants.push(variable);
                model.push((variable, value));
                variable
            });
            occurrences += 1;
        }
        stack.extend(store.args(term).iter().rev());
    }
    let test = Test {
        family: Family::Terms,
        origin: Origin::Published,
        patterns: false,
        op: "".into(),
        suffix: String::new(),
        constants,
        assertions: vec![replace_terms(store, equation, &map)],
        expected: Expected::Sat(model),
    };
    (test, occurrences)
}
