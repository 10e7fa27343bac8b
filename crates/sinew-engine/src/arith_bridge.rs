//! Between terms and arithmetic: linear forms, arithmetic atoms, `div`, `mod`, `abs`, products.
//!
//! A term is made linear by expanding sums, differences and products with constants from the
//! largest subterm down; what is left are *leaves*, each an arithmetic variable: constants,
//! applications, `ite`, `str.len`, quotients, products. `(mod a k)` with a value `k ≠ 0` is
//! `a − k·(div a k)`, so only the quotient is a variable. Division by zero is a function of the
//! dividend: `(div a 0)` is an ordinary application for the e-graph, and so is `(div a b)`, which in
//! addition has its defining lemma for `b ≠ 0`.

use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use sinew_arith::{AtomId, AtomKind, Bound, BoundKind, LinExpr, Normal, VarId};
use sinew_sat::Lit;
use sinew_term::{Integer, Op, Term, TermMap, TermStore, postorder};

use crate::egraph::NodeId;
use crate::log::EngineRule;
use crate::relevancy::Obligation;
use crate::state::{ArithAtom, POSITIVE, Sink, State};

#[derive(Default)]
pub(crate) struct Bridge {
    var_of: TermMap<VarId>,
    leaves: Vec<(Term, VarId)>,
    /// The leaf behind an arithmetic variable; nothing for named forms.
    term_of: FxHashMap<VarId, Term>,
    atoms: FxHashMap<ArithAtom, Lit>,
    /// Nodes whose term is a single variable, by that variable.
    pub(crate) shared: FxHashMap<VarId, NodeId>,
    /// The value of each integer node as a linear expression.
    pub(crate) linear: FxHashMap<NodeId, LinExpr>,
    /// Integer nodes in the order in which they were made.
    pub(crate) nodes: Vec<NodeId>,
    /// Products of two leaves: (product, factor, factor).
    pub(crate) products: Vec<(Term, Term, Term)>,
    /// Fresh constants equal to factors that are no leaves.
    pub(crate) names: FxHashMap<Term, Term>,
}

impl Bridge {
    pub(crate) fn leaf(&self, var: VarId) -> Option<Term> {
        self.term_of.get(&var).copied()
    }

    pub(crate) fn var(&self, term: Term) -> Option<VarId> {
        self.var_of.get(term).copied()
    }

    /// All leaves with their variables, in the order in which they were made.
    pub(crate) fn leaves(&self) -> &[(Term, VarId)] {
        &self.leaves
    }
}

/// The value of a term without symbols, if only linear operators and constants occur.
fn ground_value(store: &TermStore, root: Term) -> Option<Integer> {
    if let Some(value) = store.int_value(root) {
        return Some(value.clone());
    }
    if !store.is_ground(root) {
        return None;
    }
    let mut values: TermMap<Integer> = TermMap::new();
    for term in postorder(store, root) {
        let args: Option<Vec<&Integer>> = store
            .args(term)
            .iter()
            .map(|&arg| values.get(arg))
            .collect();
        let args = args?;
        let value = match store.op(term) {
            Op::Int(id) => store.integer(id).clone(),
            Op::Neg => -args[0],
            Op::Add => args.iter().fold(Integer::ZERO, |sum, &arg| sum + arg),
            Op::Mul => args
                .iter()
                .fold(Integer::ONE, |product, &arg| &product * arg),
            Op::Sub => args[1..]
                .iter()
                .fold(args[0].clone(), |rest, &arg| &rest - arg),
            _ => return None,
        };
        values.insert(term, value);
    }
    values.remove(root)
}

impl State {
    /// The arithmetic variable of a leaf.
    fn leaf_var(&mut self, term: Term) -> VarId {
        if let Some(var) = self.bridge.var(term) {
            return var;
        }
        let var = self.arith.new_var();
        self.bridge.var_of.insert(term, var);
        self.bridge.leaves.push((term, var));
        self.bridge.term_of.insert(var, term);
        var
    }

    /// The linear expression of an integer term. Leaves that need clauses or nodes are queued.
    pub(crate) fn linearise(&mut self, store: &mut TermStore, root: Term) -> LinExpr {
        self.linearise_sum(store, &[(root, Integer::ONE)], Integer::ZERO)
    }

    /// `Σ cᵢ·tᵢ + constant` as a linear expression. Arguments have smaller indices than terms, so
    /// expanding the largest term first meets every subterm with its whole coefficient.
    fn linearise_sum(
        &mut self,
        store: &mut TermStore,
        parts: &[(Term, Integer)],
        mut constant: Integer,
    ) -> LinExpr {
        let mut open = Weighted::default();
        let mut terms: Vec<(VarId, Integer)> = Vec::new();
        for (term, factor) in parts {
            open.add(*term, factor.clone());
        }
        while let Some((term, factor)) = open.pop() {
            match store.op(term) {
                Op::Int(id) => constant += &factor * store.integer(id),
                Op::Neg => {
                    let arg = store.arg(term, 0);
                    open.add(arg, -factor);
                }
                Op::Add => {
                    for &arg in store.args(term) {
                        open.add(arg, factor.clone());
                    }
                }
                Op::Sub => {
                    for (at, &arg) in store.args(term).iter().enumerate() {
                        let factor = if at == 0 { factor.clone() } else { -&factor };
                        open.add(arg, factor);
                    }
                }
                Op::Mul => match split_product(store, term) {
                    (scale, factors) if factors.len() <= 1 => {
                        let factor = factor * scale;
                        match factors.first() {
                            Some(&only) => open.add(only, factor),
                            None => constant += factor,
                        }
                    }
                    (scale, factors) => {
                        let product = binary_product(store, &factors);
                        let var = self.leaf_var(product);
                        self.register_later(product);
                        terms.push((var, factor * scale));
                    }
                },
                Op::Mod if linear_divisor(store, term).is_some() => {
                    let (dividend, divisor) = (store.arg(term, 0), store.arg(term, 1));
                    let k = linear_divisor(store, term).unwrap_or(Integer::ONE);
                    let quotient = store.div(dividend, divisor);
                    let var = self.leaf_var(quotient);
                    self.register_later(quotient);
                    terms.push((var, -(&factor * &k)));
                    open.add(dividend, factor);
                }
                Op::Div if store.args(term).len() > 2 => {
                    let args = store.args(term).to_vec();
                    let nested = args[1..]
                        .iter()
                        .fold(args[0], |left, &right| store.div(left, right));
                    let var = self.leaf_var(nested);
                    self.register_later(nested);
                    terms.push((var, factor));
                }
                op => {
                    let var = self.leaf_var(term);
                    if !(matches!(op, Op::Apply(_)) && store.args(term).is_empty()) {
                        self.register_later(term);
                    }
                    terms.push((var, factor));
                }
            }
        }
        LinExpr::from_terms(terms, constant)
    }

    /// The literal of a comparison, integer equality or divisibility.
    pub(crate) fn arith_atom(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
    ) -> Lit {
        let (op, a) = (store.op(term), store.arg(term, 0));
        if let Op::Divisible(id) = op {
            let divisor = store.integer(id).clone();
            let divisor = store.int(divisor);
            let remainder = store.modulo(a, divisor);
            let expr = self.linearise(store, remainder);
            let normal = self.arith.normalise_eq(&expr);
            return self.normal_literal(store, sink, term, normal);
        }
        let b = store.arg(term, 1);
        let (less, greater, strict) = match op {
            Op::Le | Op::Eq => (a, b, false),
            Op::Lt => (a, b, true),
            Op::Ge => (b, a, false),
            _ => (b, a, true),
        };
        let parts = [(less, Integer::ONE), (greater, Integer::MINUS_ONE)];
        let offset = Integer::from(i64::from(strict));
        let expr = self.linearise_sum(store, &parts, offset);
        let normal = if op == Op::Eq {
            self.arith.normalise_eq(&expr)
        } else {
            self.arith.normalise_le(&expr)
        };
        self.normal_literal(store, sink, term, normal)
    }

    fn normal_literal(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
        normal: Normal,
    ) -> Lit {
        match normal {
            Normal::True => self.true_lit(store, sink),
            Normal::False => !self.true_lit(store, sink),
            Normal::Bound(bound) => self.bound_literal(sink, term, &bound),
            Normal::Equal(var, value) => {
                let atom = ArithAtom {
                    var,
                    equal: true,
                    value,
                };
                self.atom_literal(sink, term, atom)
            }
        }
    }

    /// `x >= k` is the negation of `x <= k − 1`.
    fn bound_literal(&mut self, sink: &mut dyn Sink, term: Term, bound: &Bound) -> Lit {
        let upper = match bound.kind {
            BoundKind::Upper => bound.clone(),
            BoundKind::Lower => bound.negated(),
        };
        let atom = ArithAtom {
            var: upper.var,
            equal: false,
            value: upper.value,
        };
        let lit = self.atom_literal(sink, term, atom);
        match bound.kind {
            BoundKind::Upper => lit,
            BoundKind::Lower => !lit,
        }
    }

    fn atom_literal(&mut self, sink: &mut dyn Sink, term: Term, atom: ArithAtom) -> Lit {
        if let Some(&lit) = self.bridge.atoms.get(&atom) {
            return lit;
        }
        let var = self.new_var(sink, Some(term), false);
        let kind = if atom.equal {
            AtomKind::Equal
        } else {
            AtomKind::AtMost
        };
        let id = AtomId(var.index() as u32);
        self.arith.register_atom(id, kind, atom.var, &atom.value);
        self.bridge.atoms.insert(atom.clone(), var.positive());
        self.vars[var.index()].arith = Some(atom);
        var.positive()
    }

    /// The literal of a bound that arithmetic came up with.
    pub(crate) fn literal_of_bound(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        bound: &Bound,
    ) -> Lit {
        let form = self.arith.definition(bound.var);
        let mut sum = Vec::new();
        for (var, coefficient) in form.terms() {
            let leaf = self.bridge.leaf(*var).expect("forms are over leaves");
            if coefficient.is_one() {
                sum.push(leaf);
            } else {
                let coefficient = store.int(coefficient.clone());
                sum.push(store.mul(&[coefficient, leaf]));
            }
        }
        let left = if let &[only] = sum.as_slice() {
            only
        } else {
            store.add(&sum)
        };
        let right = store.int(bound.value.clone());
        let term = match bound.kind {
            BoundKind::Upper => store.le(left, right),
            BoundKind::Lower => store.ge(left, right),
        };
        self.literal(store, sink, term, POSITIVE)
    }

    /// Makes an integer node known to arithmetic.
    pub(crate) fn share(&mut self, store: &mut TermStore, term: Term, node: NodeId) {
        let expr = self.linearise(store, term);
        if let [(var, coefficient)] = expr.terms()
            && coefficient.is_one()
            && expr.constant_part().is_zero()
        {
            self.arith.mark_shared(*var);
            self.bridge.shared.entry(*var).or_insert(node);
        }
        self.bridge.linear.insert(node, expr);
        self.bridge.nodes.push(node);
    }

    /// The clauses that define quotients, absolute values and products.
    pub(crate) fn define_arithmetic(
        &mut self,
        store: &mut TermStore,
        sink: &mut dyn Sink,
        term: Term,
    ) {
        match store.op(term) {
            Op::Abs => {
                let arg = store.arg(term, 0);
                let zero = store.int(0);
                let (ge, negative) = (store.ge(arg, zero), store.neg(arg));
                let (same, opposite) = (store.eq(term, arg), store.eq(term, negative));
                let ge = self.lit(store, sink, ge, POSITIVE);
                let same = self.lit(store, sink, same, POSITIVE);
                let opposite = self.lit(store, sink, opposite, POSITIVE);
                self.axiom(store, sink, &[!ge, same], EngineRule::Abs.of(term));
                self.axiom(store, sink, &[ge, opposite], EngineRule::Abs.of(term));
            }
            Op::Div if linear_divisor(store, term).is_some() => {
                // 0 <= a − k·q <= |k| − 1
                let (a, k) = (store.arg(term, 0), store.arg(term, 1));
                let limit = linear_divisor(store, term).map_or(Integer::ZERO, |k| k.abs());
                let product = store.mul(&[k, term]);
                let rest = store.sub(a, product);
                let (zero, limit) = (store.int(0), store.int(limit));
                for side in [store.ge(rest, zero), store.lt(rest, limit)] {
                    let lit = self.lit(store, sink, side, POSITIVE);
                    self.axiom(store, sink, &[lit], EngineRule::Div.of(term));
                }
            }
            Op::Div | Op::Mod
                if store.args(term).len() == 2 && linear_divisor(store, term).is_none() =>
            {
                self.node(store, sink, term);
                if store.int_value(store.arg(term, 1)).is_none() {
                    self.define_division(store, sink, term);
                }
            }
            Op::Mul => {
                if let (scale, factors) = split_product(store, term)
                    && scale.is_one()
                    && let &[x, y] = factors.as_slice()
                {
                    self.linearise(store, x);
                    self.linearise(store, y);
                    self.bridge.products.push((term, x, y));
                }
            }
            _ => {}
        }
    }

    /// `b = 0`, or `a = b·(div a b) + (mod a b)` with `0 <= (mod a b) < |b|`.
    fn define_division(&mut self, store: &mut TermStore, sink: &mut dyn Sink, term: Term) {
        let (a, b) = (store.arg(term, 0), store.arg(term, 1));
        let (quotient, remainder) = (store.div(a, b), store.modulo(a, b));
        self.register_later(quotient);
        self.register_later(remainder);
        let zero = store.int(0);
        let by_zero = store.eq(b, zero);
        let product = store.mul(&[b, quotient]);
        let sum = store.add(&[product, remainder]);
        let size = store.abs(b);
        let facts = [
            store.eq(a, sum),
            store.ge(remainder, zero),
            store.lt(remainder, size),
        ];
        let by_zero = self.lit(store, sink, by_zero, POSITIVE);
        for fact in facts {
            let lit = self.lit(store, sink, fact, POSITIVE);
            self.axiom(store, sink, &[by_zero, lit], EngineRule::Div.of(term));
        }
    }

    /// A clause that is valid and must be satisfied by every model.
    pub(crate) fn axiom(
        &mut self,
        store: &TermStore,
        sink: &mut dyn Sink,
        clause: &[Lit],
        rule: u64,
    ) {
        self.valid(store, sink, clause, rule);
        self.obligations.push(Obligation::asserted(clause.to_vec()));
    }
}

/// The divisor of a binary `div` or `mod`, if it is a value other than zero.
fn linear_divisor(store: &TermStore, term: Term) -> Option<Integer> {
    let args = store.args(term);
    let &[_, divisor] = args else { return None };
    store
        .int_value(divisor)
        .filter(|value| !value.is_zero())
        .cloned()
}

/// Terms with what each is multiplied by, the largest first.
#[derive(Default)]
struct Weighted {
    open: BinaryHeap<Term>,
    weight: FxHashMap<Term, Integer>,
}

impl Weighted {
    fn add(&mut self, term: Term, factor: Integer) {
        match self.weight.get_mut(&term) {
            Some(sum) => *sum += factor,
            None => {
                self.weight.insert(term, factor);
                self.open.push(term);
            }
        }
    }

    /// The next term whose factors do not cancel.
    fn pop(&mut self) -> Option<(Term, Integer)> {
        while let Some(term) = self.open.pop() {
            match self.weight.remove(&term) {
                Some(factor) if !factor.is_zero() => return Some((term, factor)),
                _ => {}
            }
        }
        None
    }
}

/// The constant factor of a product and its other factors.
fn split_product(store: &TermStore, term: Term) -> (Integer, Vec<Term>) {
    let mut scale = Integer::ONE;
    let mut factors = Vec::new();
    for &arg in store.args(term) {
        match ground_value(store, arg) {
            Some(value) => scale = &scale * &value,
            None => factors.push(arg),
        }
    }
    (scale, factors)
}

/// Products of more than two factors, bracketed to the left.
fn binary_product(store: &mut TermStore, factors: &[Term]) -> Term {
    factors[1..]
        .iter()
        .fold(factors[0], |left, &right| store.mul(&[left, right]))
}
