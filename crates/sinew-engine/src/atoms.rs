//! Atoms and terms: what each theory is told about them.
//!
//! * Comparisons of integers go to arithmetic, keyed by their normal form, so that all ways to
//!   write one constraint share a literal.
//! * Equalities between integers go to arithmetic; if both sides are nodes of the e-graph
//!   (arguments or applications of functions), they are equality nodes there too.
//! * Equalities of other sorts, applications of functions and predicates, and all string
//!   operators are nodes of the e-graph. Operators that the engine does not interpret are
//!   offered to the plug-ins.
//! * `ite` of a sort other than Bool is a leaf with two clauses: `c → t = a`, `¬c → t = b`.

use sinew_sat::Lit;
use sinew_term::{Op, Sort, Term, TermStore, Theory};

use crate::clausify::strip;
use crate::egraph::NodeId;
use crate::log::EngineRule;
use crate::relevancy::Obligation;
use crate::state::{BOTH, Sink, State};

/// How the e-graph sees a term.
enum Shape {
    /// Congruence applies.
    Application,
    /// No structure that equality could use.
    Leaf,
    /// A value, different from all other values.
    Value,
}

fn shape(store: &TermStore, term: Term) -> Shape {
    match store.op(term) {
        Op::Int(_) | Op::Str(_) | Op::True | Op::False => Shape::Value,
        Op::Apply(_) => Shape::Application,
        Op::Eq if store.args(term).len() == 2 && store.sort(store.arg(term, 0)) != Sort::Bool => {
            Shape::Application
        }
        Op::Div | Op::Mod => {
            // By a value other than zero they are linear; otherwise they are functions.
            let args = store.args(term);
            match store.int_value(args[args.len() - 1]) {
                Some(divisor) if args.len() == 2 && !divisor.is_zero() => Shape::Leaf,
                _ if args.len() == 2 => Shape::Application,
                _ => Shape::Leaf,
            }
        }
        op if is_of_plugin(op) => Shape::Application,
        _ => Shape::Leaf,
    }
}

/// Whether the operator, values aside, belongs to strings or regular languages.
pub(crate) fn is_of_plugin(op: Op) -> bool {
    matches!(op.theory(), Theory::Strings | Theory::Languages) && !matches!(op, Op::Str(_))
}

impl State {
    /// A literal for a Boolean term without Boolean structure.
    pub(crate) fn make_atom(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
    ) -> Lit {
        match store.op(term) {
            Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Divisible(_) => {
                self.arith_atom(store, sink, term)
            }
            Op::Eq => {
                let (a, b) = (store.arg(term, 0), store.arg(term, 1));
                if a == b {
                    return self.true_lit(store, sink);
                }
                if store.sort(a) == Sort::Int {
                    return self.int_equality(store, sink, term, a, b);
                }
                let lit = self.new_var(sink, Some(term), false).positive();
                self.register_later(term);
                lit
            }
            Op::Apply(_) if store.args(term).is_empty() => {
                self.new_var(sink, Some(term), false).positive()
            }
            _ => {
                let lit = self.new_var(sink, Some(term), false).positive();
                self.register_later(term);
                lit
            }
        }
    }

    fn int_equality(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        a: Term,
        b: Term,
    ) -> Lit {
        let lit = self.arith_atom(store, sink, term);
        self.int_equalities.entry(a).or_default().push(term);
        self.int_equalities.entry(b).or_default().push(term);
        if self.egraph.node(a).is_some() && self.egraph.node(b).is_some() {
            self.register_later(term);
        }
        lit
    }

    /// Tells the theories about a term whose literal or variable exists.
    pub(crate) fn register(&mut self, store: &mut TermStore, sink: &mut dyn Sink, term: Term) {
        match store.op(term) {
            Op::Ite if store.sort(term) != Sort::Bool => self.define_ite(store, sink, term),
            Op::Eq if store.sort(store.arg(term, 0)) != Sort::Bool => {
                let (a, b) = (store.arg(term, 0), store.arg(term, 1));
                let nodes = [self.node(store, sink, a), self.node(store, sink, b)];
                let lit = self.lit(store, sink, term, BOTH);
                if self.egraph.node(term).is_none() {
                    self.add_node(store, sink, term, Some(Op::Eq), &nodes, Some(lit));
                }
            }
            Op::Div | Op::Mod | Op::Abs | Op::Mul => self.define_arithmetic(store, sink, term),
            Op::Forall(_) | Op::Exists(_) | Op::Var(_) => {}
            _ => {
                self.node(store, sink, term);
            }
        }
    }

    fn define_ite(&mut self, store: &mut TermStore, sink: &mut dyn Sink, term: Term) {
        let (c, a, b) = (store.arg(term, 0), store.arg(term, 1), store.arg(term, 2));
        let condition = self.lit(store, sink, c, BOTH);
        let (then, other) = (store.eq(term, a), store.eq(term, b));
        let then = self.lit(store, sink, then, BOTH);
        let other = self.lit(store, sink, other, BOTH);
        let rule = EngineRule::Ite.of(term);
        for clause in [[!condition, then], [condition, other]] {
            sink.lemma(&clause, rule);
            self.obligations.push(Obligation::asserted(clause.to_vec()));
        }
    }

    /// The node of a term, made with those of its arguments if need be.
    pub(crate) fn node(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        root: Term,
    ) -> NodeId {
        let mut stack = vec![root];
        let mut args = Vec::new();
        while let Some(&term) = stack.last() {
            if self.egraph.node(term).is_some() {
                stack.pop();
                continue;
            }
            let shape = shape(store, term);
            args.clear();
            if matches!(shape, Shape::Application) {
                let missing = stack.len();
                for &arg in store.args(term) {
                    match self.egraph.node(arg) {
                        Some(node) => args.push(node),
                        None => stack.push(arg),
                    }
                }
                if stack.len() > missing {
                    continue;
                }
            }
            stack.pop();
            let lit = (store.sort(term) == Sort::Bool).then(|| self.lit(store, sink, term, BOTH));
            // Making the literal may have queued, but not made, the node itself.
            match shape {
                Shape::Application => {
                    let op = Some(store.op(term));
                    let args = args.clone();
                    self.value_arguments(&args);
                    self.add_node(store, sink, term, op, &args, lit);
                }
                Shape::Leaf | Shape::Value => {
                    self.add_node(store, sink, term, None, &[], lit);
                }
            }
        }
        self.egraph.node(root).expect("the root has a node now")
    }

    /// The value of a Boolean argument decides what is congruent: it is needed, and what justifies it.
    fn value_arguments(&mut self, args: &[NodeId]) {
        for lit in args.iter().filter_map(|&arg| self.egraph.lit(arg)) {
            self.obligations.push(Obligation::lemma(vec![lit, !lit]));
        }
    }

    fn add_node(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        op: Option<Op>,
        args: &[NodeId],
        lit: Option<Lit>,
    ) {
        let sort = store.sort(term);
        let is_value = matches!(shape(store, term), Shape::Value);
        let node = self.egraph.add(term, op, sort, args, is_value, lit);
        if let Some(lit) = lit {
            let var = lit.var();
            self.vars[var.index()].nodes.push(node);
            if sink.value(lit).is_some() {
                self.late.push(var);
            }
        }
        let (inner, _) = strip(store, term);
        if inner == term && sort != Sort::Bool || op.is_some() {
            self.register_later(term);
        }
        if is_of_plugin(store.op(term)) || matches!(sort, Sort::String | Sort::RegLan) {
            self.plugin_terms.push(term);
        }
        if sort == Sort::Int {
            self.share(store, term, node);
            for equality in self.int_equalities.get(&term).cloned().unwrap_or_default() {
                let (a, b) = (store.arg(equality, 0), store.arg(equality, 1));
                if self.egraph.node(a).is_some() && self.egraph.node(b).is_some() {
                    self.register_later(equality);
                }
            }
        }
    }
}
