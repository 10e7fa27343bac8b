//! Satisfiable tests of single operations: step 1 and constant assignment (P0 §2.1, §3.1).

use std::ops::ControlFlow;
use std::sync::Arc;

use sinew_term::{Sort, Term, TermSet, TermStore};

use super::exec::Value;
use super::library::{Operation, Origin, Pool};
use super::reference::Reference;
use super::suite::Sink;
use super::test::{Expected, Family, Test};

/// `op(free arguments) = free result`, with the first constants of the pool as model.
pub(super) fn operation(
    store: &mut TermStore,
    reference: &Reference,
    operation: &Operation,
    pool: &Pool,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut constants = Vec::new();
    let mut values = Vec::new();
    for (name, sort) in &operation.args {
        let Some(first) = pool.of(*sort).first() else {
            return ControlFlow::Continue(());
        };
        constants.push(store.constant(name, *sort));
        values.push(first.clone());
    }
    let arguments: Vec<&Value> = values.iter().collect();
    let Some(value) = reference.apply(operation.op, &arguments) else {
        return ControlFlow::Continue(());
    };
    let application = store.mk(operation.op, &constants);
    let result = store.constant("result", operation.result);
    constants.push(result);
    values.push(value);
    let assertion = store.eq(application, result);
    let model = constants.iter().copied().zip(values).collect();
    let test = Test {
        family: Family::Operation,
        origin: Origin::Published,
        patterns: false,
        op: operation.name.as_str().into(),
        suffix: String::new(),
        constants,
        assertions: vec![assertion],
        expected: Expected::Sat(model),
    };
    sink.test(store, test)
}

/// Every tuple of pool constants with its result, and of each such fact every formula in which
/// some positions, but not all, are variables. A formula that an earlier tuple gave is left out.
pub(super) fn constant_assignment(
    store: &mut TermStore,
    reference: &Reference,
    operation: &Operation,
    pool: &Pool,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let facts = facts(reference, operation, pool);
    let sorts: Vec<Sort> = operation.args.iter().map(|&(_, sort)| sort).collect();
    let variables: Vec<Term> = sorts
        .iter()
        .chain([&operation.result])
        .enumerate()
        .map(|(position, &sort)| store.constant(&variable_name(sort, position), sort))
        .collect();
    let mut seen = TermSet::new();
    // Predicates: the true facts first, in a folder of their own.
    let truths: &[Option<bool>] = match operation.result {
        Sort::Bool => &[Some(true), Some(false)],
        _ => &[None],
    };
    for truth in truths {
        let folder: Arc<str> = match (truth, &operation.negated) {
            (Some(false), Some(negated)) => negated.as_str().into(),
            _ => operation.name.as_str().into(),
        };
        let chosen = facts.iter().filter(|fact| match (truth, fact.last()) {
            (Some(truth), Some(Value::Bool(value))) => truth == value,
            _ => true,
        });
        for (index, fact) in chosen.enumerate() {
            generalise(
                store, operation, &variables, &folder, index, fact, &mut seen, sink,
            )?;
        }
    }
    ControlFlow::Continue(())
}

/// The formulas of one fact: for every set of positions but the full one, that with variables
/// there.
#[allow(clippy::too_many_arguments)]
fn generalise(
    store: &mut TermStore,
    operation: &Operation,
    variables: &[Term],
    folder: &Arc<str>,
    index: usize,
    fact: &[Value],
    seen: &mut TermSet,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let literals: Vec<Term> = fact.iter().map(|value| value.to_term(store)).collect();
    let positions = fact.len();
    for open in 0..(1usize << positions) - 1 {
        let at = |i: usize| {
            if open >> i & 1 == 1 {
                variables[i]
            } else {
                literals[i]
            }
        };
        let parts: Vec<Term> = (0..positions).map(at).collect();
        let application = store.mk(operation.op, &parts[..positions - 1]);
        let assertion = store.eq(application, parts[positions - 1]);
        if !seen.insert(assertion) {
            continue;
        }
        let chosen = || (0..positions).filter(|i| open >> i & 1 == 1);
        let test = Test {
            family: Family::Constants,
            origin: Origin::Published,
            patterns: false,
            op: Arc::clone(folder),
            suffix: constant_suffix(index, chosen()),
            constants: chosen().map(|i| variables[i]).collect(),
            assertions: vec![assertion],
            expected: Expected::Sat(chosen().map(|i| (variables[i], fact[i].clone())).collect()),
        };
        sink.test(store, test)?;
    }
    ControlFlow::Continue(())
}

fn constant_suffix(index: usize, positions: impl Iterator<Item = usize>) -> String {
    use std::fmt::Write as _;
    let mut suffix = format!("{index}_");
    for position in positions {
        // Writing to a string cannot fail.
        let _ = write!(suffix, "{position}");
    }
    suffix
}

/// The name of the variable at a position.
pub(super) fn variable_name(sort: Sort, position: usize) -> String {
    let kind = match sort {
        Sort::Bool => "bool",
        Sort::Int => "int",
        _ => "str",
    };
    format!("tmp_{kind}{position}")
}

/// All tuples over the pool, in lexicographic order, each with its result at the end.
pub(super) fn facts(reference: &Reference, operation: &Operation, pool: &Pool) -> Vec<Vec<Value>> {
    let pools: Vec<&[Value]> = operation.args.iter().map(|(_, s)| pool.of(*s)).collect();
    let mut result = Vec::new();
    for_each_tuple(&pools, |tuple| {
        if let Some(value) = reference.apply(operation.op, tuple) {
            let mut fact: Vec<Value> = tuple.iter().map(|&v| v.clone()).collect();
            fact.push(value);
            result.push(fact);
        }
    });
    result
}

/// Calls `visit` with every choice of one element from each list, the last varying fastest.
pub(super) fn for_each_tuple<T>(lists: &[&[T]], mut visit: impl FnMut(&[&T])) {
    if lists.iter().any(|list| list.is_empty()) {
        return;
    }
    let mut at = vec![0usize; lists.len()];
    loop {
        let tuple: Vec<&T> = lists.iter().zip(&at).map(|(list, &i)| &list[i]).collect();
        visit(&tuple);
        let Some(turn) = (0..at.len()).rev().find(|&i| at[i] + 1 < lists[i].len()) else {
            return;
        };
        at[turn] += 1;
        at[turn + 1..].fill(0);
    }
}
