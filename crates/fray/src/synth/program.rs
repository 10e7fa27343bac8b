//! Terms compiled for evaluation under partial assignments.
//!
//! A [`Program`] is the distinct sub-terms of some formulas in an order in which arguments come
//! first, so that one pass over a flat list evaluates them all. Values may be missing; the
//! truth-functional operators then follow Kleene's strong logic, and all other operators are
//! unknown as soon as an argument is. Quantifiers are programs of their own, evaluated by the
//! [search](super::search) for a counterexample or a witness.

use rustc_hash::FxHashMap;
use sinew_term::{Op, Sort, Term, TermStore, Walker, postorder_all};
use smallvec::SmallVec;

use super::exec::{self, Value};
use super::reference::Reference;
use super::search::{Domain, Outcome, Search};

/// Quantifiers nested deeper than this are not evaluated.
const MAX_NESTING: u32 = 8;

/// Position of a node in a program.
pub(super) type NodeId = u32;

#[derive(Debug)]
pub(super) enum Kind {
    /// A declared constant or a variable, by its position in [`Program::leaves`].
    Leaf(usize),
    Literal(Value),
    Op(Op),
    Quantifier(Box<Quantifier>),
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) args: SmallVec<[NodeId; 4]>,
    /// The leaves that its value depends on, as a set; all for a quantifier, which is looked at again in any case.
    depends: Leaves,
}

/// A set of leaves; those of the last bit are taken together.
type Leaves = u64;

/// The set of one leaf.
fn only(leaf: usize) -> Leaves {
    1 << leaf.min(63)
}

/// Which node a term has become while formulas are compiled.
enum Ids<'a> {
    /// Noted one by one.
    Noted(FxHashMap<Term, NodeId>),
    /// The nodes are those of a walk, in its order.
    Walked(&'a Walker),
}

impl Ids<'_> {
    fn get(&self, term: Term) -> Option<NodeId> {
        match self {
            Ids::Noted(ids) => ids.get(&term).copied(),
            Ids::Walked(walker) => walker.place(term),
        }
    }

    fn note(&mut self, term: Term, id: NodeId) {
        match self {
            Ids::Noted(ids) => drop(ids.insert(term, id)),
            Ids::Walked(walker) => debug_assert_eq!(walker.place(term), Some(id)),
        }
    }
}

#[derive(Debug)]
pub(super) struct Quantifier {
    forall: bool,
    body: Program,
    /// For each leaf of the body that is not bound here: the leaf of the surrounding program.
    links: Vec<(usize, usize)>,
}

/// Formulas ready for evaluation.
#[derive(Debug)]
pub struct Program {
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<(Term, Sort, NodeId)>,
    pub(super) roots: Vec<NodeId>,
}

impl Program {
    /// Compiles `roots`; `None` if quantifiers are nested too deeply.
    #[must_use]
    pub fn new(store: &TermStore, roots: &[Term]) -> Option<Program> {
        Program::nested(store, roots, 0)
    }

    /// The same after a walk over the same roots.
    pub(super) fn walked(store: &TermStore, roots: &[Term], walker: &Walker) -> Option<Program> {
        if roots.iter().any(|&root| store.mentions_quantifiers(root)) {
            return Program::new(store, roots);
        }
        Program::compiled(store, roots, walker.order(), Ids::Walked(walker), 0)
    }

    fn nested(store: &TermStore, roots: &[Term], depth: u32) -> Option<Program> {
        let order = outside_quantifiers(store, roots);
        let ids = Ids::Noted(FxHashMap::default());
        Program::compiled(store, roots, &order, ids, depth)
    }

    /// Compiles the terms of `order`, arguments first; so deep inside quantifiers.
    fn compiled(
        store: &TermStore,
        roots: &[Term],
        order: &[Term],
        mut ids: Ids<'_>,
        depth: u32,
    ) -> Option<Program> {
        let mut program = Program {
            nodes: Vec::with_capacity(order.len()),
            leaves: Vec::new(),
            roots: Vec::new(),
        };
        for &term in order {
            if let Ids::Noted(known) = &ids
                && known.contains_key(&term)
            {
                continue; // A leaf that a quantifier before it mentioned.
            }
            let op = store.op(term);
            let mut args = SmallVec::new();
            let kind = if let Some(value) = Value::of_literal(store, term) {
                Kind::Literal(value)
            } else if is_leaf(store, term) {
                program.leaf_kind(store, term)
            } else if op.is_binder() {
                if depth == MAX_NESTING {
                    return None;
                }
                Kind::Quantifier(Box::new(program.quantifier(store, term, depth, &mut ids)?))
            } else {
                for &arg in store.args(term) {
                    args.push(ids.get(arg)?);
                }
                program.operation(op, &args)
            };
            let id = program.push(kind, args);
            ids.note(term, id);
        }
        for &root in roots {
            program.roots.push(ids.get(root)?);
        }
        Some(program)
    }

    /// An operator; a language of literals is a literal.
    fn operation(&self, op: Op, args: &[NodeId]) -> Kind {
        if op.info().result == Sort::RegLan && op != Op::Ite {
            let literal = |&arg: &NodeId| match &self.nodes[arg as usize].kind {
                Kind::Literal(value) => Some(value),
                _ => None,
            };
            let values: Option<SmallVec<[&Value; 4]>> = args.iter().map(literal).collect();
            if let Some(value) = values.and_then(|values| exec::apply(op, &values)) {
                return Kind::Literal(value);
            }
        }
        Kind::Op(op)
    }

    fn push(&mut self, kind: Kind, args: SmallVec<[NodeId; 4]>) -> NodeId {
        let id = NodeId::try_from(self.nodes.len()).expect("fewer than 2^32 sub-terms");
        let depends = match kind {
            Kind::Leaf(leaf) => {
                self.leaves[leaf].2 = id;
                only(leaf)
            }
            Kind::Literal(_) => 0,
            Kind::Quantifier(_) => Leaves::MAX,
            Kind::Op(_) => {
                let of_args = args.iter().map(|&arg| self.nodes[arg as usize].depends);
                of_args.fold(0, |all, one| all | one)
            }
        };
        self.nodes.push(Node {
            kind,
            args,
            depends,
        });
        id
    }

    fn leaf_kind(&mut self, store: &TermStore, term: Term) -> Kind {
        self.leaves.push((term, store.sort(term), 0));
        Kind::Leaf(self.leaves.len() - 1)
    }

    /// Compiles the body of a quantifier; what is free in it becomes a leaf here too.
    fn quantifier(
        &mut self,
        store: &TermStore,
        term: Term,
        depth: u32,
        ids: &mut Ids<'_>,
    ) -> Option<Quantifier> {
        let (bound, body, _) = store.quantifier_parts(term)?;
        let program = Program::nested(store, &[body], depth + 1)?;
        let mut links = Vec::new();
        for (inner, &(leaf, ..)) in program.leaves.iter().enumerate() {
            if bound.contains(&leaf) {
                continue;
            }
            let outer = match self.leaves.iter().position(|&(known, ..)| known == leaf) {
                Some(outer) => outer,
                None => {
                    let kind = self.leaf_kind(store, leaf);
                    let id = self.push(kind, SmallVec::new());
                    ids.note(leaf, id);
                    self.leaves.len() - 1
                }
            };
            links.push((inner, outer));
        }
        Some(Quantifier {
            forall: matches!(store.op(term), Op::Forall(_)),
            body: program,
            links,
        })
    }

    /// The value of a root that is a literal.
    pub(super) fn literal(&self, root: usize) -> Option<Value> {
        match &self.nodes[self.roots[root] as usize].kind {
            Kind::Literal(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// The declared constants and free variables, in order of their first occurrence.
    pub fn leaves(&self) -> impl Iterator<Item = Term> + '_ {
        self.leaves.iter().map(|&(term, ..)| term)
    }

    /// The values of the leaves as far as `model` gives them.
    #[must_use]
    pub fn environment(&self, model: &[(Term, Value)]) -> Vec<Option<Value>> {
        let value = |leaf: Term| model.iter().find(|(term, _)| *term == leaf);
        self.leaves()
            .map(|leaf| value(leaf).map(|(_, value)| value.clone()))
            .collect()
    }

    /// Evaluates every node under `env`, the values of the leaves, into `values`.
    pub(super) fn eval(
        &self,
        context: &Context<'_>,
        env: &[Option<Value>],
        values: &mut Vec<Option<Value>>,
    ) {
        values.clear();
        values.reserve(self.nodes.len());
        for node in &self.nodes {
            let value = node.eval(context, env, values);
            values.push(value);
        }
    }

    /// The same where `values` is of another assignment to the leaves, or empty: what does not depend on them is as it was.
    pub(super) fn eval_again(
        &self,
        context: &Context<'_>,
        env: &[Option<Value>],
        values: &mut Vec<Option<Value>>,
    ) {
        if values.len() != self.nodes.len() {
            return self.eval(context, env, values);
        }
        for (place, node) in self.nodes.iter().enumerate() {
            if node.depends != 0 {
                values[place] = node.eval(context, env, values);
            }
        }
    }

    /// The same where `values` is of an assignment that gave these leaves no value. What is known stays so: evaluation is
    /// monotone, as Kleene's logic is. Appends the nodes that get a value to `trail`.
    pub(super) fn eval_further(
        &self,
        context: &Context<'_>,
        env: &[Option<Value>],
        new: impl Iterator<Item = usize>,
        values: &mut [Option<Value>],
        trail: &mut Vec<NodeId>,
    ) {
        let changed = new.fold(0, |all, leaf| all | only(leaf));
        for (id, node) in (0..).zip(&self.nodes) {
            let place = id as usize;
            if node.depends & changed != 0 && values[place].is_none() {
                values[place] = node.eval(context, env, values);
                if values[place].is_some() {
                    trail.push(id);
                }
            }
        }
    }
}

impl Node {
    /// The value, where these are the values of the leaves, and of the nodes before this one.
    fn eval(
        &self,
        context: &Context<'_>,
        env: &[Option<Value>],
        values: &[Option<Value>],
    ) -> Option<Value> {
        match &self.kind {
            Kind::Leaf(leaf) => env[*leaf].clone(),
            Kind::Literal(value) => Some(value.clone()),
            Kind::Quantifier(quantifier) => quantifier.eval(context, env),
            Kind::Op(op) => eval_node(context, *op, &self.args, values),
        }
    }
}

/// What evaluation needs beside the program: the meaning of the operators, and how hard to try
/// on quantifiers.
pub(super) struct Context<'a> {
    pub(super) reference: &'a Reference,
    pub(super) domain: &'a Domain,
    pub(super) steps: &'a std::cell::Cell<u64>,
}

impl Context<'_> {
    /// Counts one step; whether it may be made.
    pub(super) fn step(&self) -> bool {
        let left = self.steps.get().checked_sub(1);
        self.steps.set(left.unwrap_or(0));
        left.is_some()
    }
}

impl Quantifier {
    /// The leaves of the surrounding program that occur in the body.
    pub(super) fn free_leaves(&self) -> impl Iterator<Item = usize> + '_ {
        self.links.iter().map(|&(_, outer)| outer)
    }

    fn eval(&self, context: &Context<'_>, env: &[Option<Value>]) -> Option<Value> {
        let mut inner: Vec<Option<Value>> = vec![None; self.body.leaves.len()];
        for &(leaf, outer) in &self.links {
            inner[leaf] = Some(env[outer].clone()?);
        }
        // A universal fails by a counterexample, an existential holds by a witness.
        let search = Search::nested(&self.body, context, !self.forall);
        match search.run(&mut inner) {
            Outcome::Found => Some(Value::Bool(!self.forall)),
            Outcome::Impossible => Some(Value::Bool(self.forall)),
            Outcome::GaveUp => None,
        }
    }
}

fn is_leaf(store: &TermStore, term: Term) -> bool {
    matches!(store.op(term), Op::Apply(_) | Op::Var(_)) && store.args(term).is_empty()
}

/// The distinct sub-terms outside quantifier bodies, arguments first.
fn outside_quantifiers(store: &TermStore, roots: &[Term]) -> Vec<Term> {
    if !roots.iter().any(|&root| store.mentions_quantifiers(root)) {
        return postorder_all(store, roots);
    }
    let mut done = sinew_term::TermSet::new();
    let mut order = Vec::new();
    let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
    while let Some((term, ready)) = stack.pop() {
        if done.contains(term) {
            continue;
        }
        if ready || store.op(term).is_binder() || store.args(term).is_empty() {
            done.insert(term);
            order.push(term);
        } else {
            stack.push((term, true));
            stack.extend(store.args(term).iter().rev().map(|&arg| (arg, false)));
        }
    }
    order
}

fn truth(value: &Option<Value>) -> Option<bool> {
    match value {
        Some(Value::Bool(value)) => Some(*value),
        _ => None,
    }
}

fn eval_node(
    context: &Context<'_>,
    op: Op,
    args: &[NodeId],
    values: &[Option<Value>],
) -> Option<Value> {
    let arg = |i: usize| &values[args[i] as usize];
    let truths = || args.iter().map(|&a| truth(&values[a as usize]));
    let result = match op {
        Op::Not => truth(arg(0)).map(|value| !value),
        Op::And => kleene_all(truths(), true),
        Op::Or => kleene_all(truths(), false),
        Op::Implies => {
            let last = args.len() - 1;
            let refuted = truths()
                .enumerate()
                .map(|(i, value)| value.map(|v| if i == last { v } else { !v }));
            kleene_all(refuted, false)
        }
        Op::Xor => {
            let mut parity = false;
            for value in truths() {
                parity ^= value?;
            }
            Some(parity)
        }
        Op::Eq => equal(args, values),
        Op::Distinct => distinct(args, values),
        Op::Ite => {
            return match truth(arg(0)) {
                Some(true) => arg(1).clone(),
                Some(false) => arg(2).clone(),
                None if arg(1) == arg(2) => arg(1).clone(),
                None => None,
            };
        }
        _ => {
            let mut known: SmallVec<[&Value; 4]> = SmallVec::new();
            for &a in args {
                known.push(values[a as usize].as_ref()?);
            }
            return context.reference.apply(op, &known);
        }
    };
    result.map(Value::Bool)
}

/// Conjunction for `unit` = true, disjunction for `unit` = false.
fn kleene_all(truths: impl Iterator<Item = Option<bool>>, unit: bool) -> Option<bool> {
    let mut result = Some(unit);
    for value in truths {
        match value {
            Some(value) if value != unit => return Some(!unit),
            Some(_) => {}
            None => result = None,
        }
    }
    result
}

fn equal(args: &[NodeId], values: &[Option<Value>]) -> Option<bool> {
    let mut result = Some(true);
    for pair in args.windows(2) {
        if pair[0] == pair[1] {
            continue;
        }
        match (&values[pair[0] as usize], &values[pair[1] as usize]) {
            (Some(a), Some(b)) => match a.equals(b) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => result = None,
            },
            _ => result = None,
        }
    }
    result
}

fn distinct(args: &[NodeId], values: &[Option<Value>]) -> Option<bool> {
    let mut result = Some(true);
    for (i, &a) in args.iter().enumerate() {
        for &b in &args[i + 1..] {
            if a == b {
                return Some(false);
            }
            match (&values[a as usize], &values[b as usize]) {
                (Some(a), Some(b)) => match a.equals(b) {
                    Some(true) => return Some(false),
                    Some(false) => {}
                    None => result = None,
                },
                _ => result = None,
            }
        }
    }
    result
}
