//! From nodes to terms of a store, and back from values to nodes.

use rustc_hash::FxHashMap;
use sinew_base::Integer;
use sinew_semantics::Value;
use sinew_term::{Op, Term, TermStore};

use super::node::{Error, Head, Node};
use super::sort::Sort;

/// The term of a node, or the first error in it. Without recursion, and each shared node once.
pub(crate) fn import(store: &mut TermStore, root: &Node) -> Result<Term, Error> {
    let mut done: FxHashMap<usize, Term> = FxHashMap::default();
    let mut stack: Vec<(&Node, bool)> = vec![(root, false)];
    while let Some((node, ready)) = stack.pop() {
        if done.contains_key(&node.address()) {
            continue;
        }
        if !ready && !node.args().is_empty() {
            stack.push((node, true));
            stack.extend(node.args().iter().rev().map(|arg| (arg, false)));
            continue;
        }
        let args: Vec<Term> = node.args().iter().map(|arg| done[&arg.address()]).collect();
        done.insert(node.address(), build(store, node, &args)?);
    }
    Ok(done[&root.address()])
}

fn build(store: &mut TermStore, node: &Node, args: &[Term]) -> Result<Term, Error> {
    let op = match node.head() {
        Head::Int(value) => return Ok(store.int(value.clone())),
        Head::Str(text) => return Ok(store.code_points(text)),
        Head::Symbol(symbol) => {
            let params: Vec<_> = symbol
                .params
                .iter()
                .map(|sort| sort.import(store))
                .collect();
            let result = symbol.result.import(store);
            Op::Apply(store.declare(&symbol.name, &params, result))
        }
        Head::Quantifier(universal) => return Ok(quantify(store, *universal, args)),
        Head::Broken(error) => return Err(error.clone()),
        head => match head.operator(store) {
            Some(op) => op,
            None => return Err(Error::Syntax("no operator".to_owned())),
        },
    };
    store
        .try_mk(op, args)
        .map_err(|error| Error::Syntax(error.describe(store)))
}

/// Binds the constants before the body, which become variables of the same names.
fn quantify(store: &mut TermStore, universal: bool, args: &[Term]) -> Term {
    let Some((&body, bound)) = args.split_last() else {
        return store.bool(universal);
    };
    let mut substitution = sinew_term::Substitution::default();
    let mut variables = Vec::new();
    for &constant in bound {
        let Op::Apply(fun) = store.op(constant) else {
            continue;
        };
        let (name, sort) = (store.fun_name(fun).to_owned(), store.sort(constant));
        let variable = store.var(&name, sort);
        substitution.insert(constant, variable);
        variables.push(variable);
    }
    let body = substitution.apply(store, body);
    match variables.is_empty() {
        true => body,
        false => store.quantify(universal, &variables, body, &[]),
    }
}

/// A value as a node. Elements of declared sorts and languages have no literals.
pub(crate) fn literal(value: &Value) -> Option<Node> {
    Some(match value {
        Value::Bool(true) => Node::op(Op::True, Vec::new(), Sort::Bool),
        Value::Bool(false) => Node::op(Op::False, Vec::new(), Sort::Bool),
        Value::Int(value) => Node::new(
            Head::Int(Integer::from(value.clone())),
            Vec::new(),
            Sort::Int,
        ),
        Value::Str(text) => Node::new(Head::Str(text.as_slice().into()), Vec::new(), Sort::String),
        Value::Re(_) | Value::User(..) => return None,
    })
}
