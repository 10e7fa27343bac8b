//! Model-based theory combination: the arithmetic model must agree with the e-graph.
//!
//! After de Moura and Bjørner (*Model-based theory combination*, SMT 2007), but driven by actual
//! disagreement: applications of one function whose arguments have equal values, but whose results
//! differ, are what keeps a candidate from being a model. Only for those the equality of the
//! arguments becomes a literal, and is tried as true first. Integers in one class must have one
//! value; congruence usually tells arithmetic so before, here it is made sure.
//!
//! Disagreement is looked for twice. Before a plug-in's last call its words are not known, and
//! string classes count as different; that call then sees integers that agree. After it the words
//! are known, and may be equal where congruence needs them different, since the plug-in knows
//! nothing of functions: the string arguments are split on like any others, so that either the
//! results become equal or the next words are told to differ.

use rustc_hash::FxHashMap;
use sinew_arith::product::{self, Product};
use sinew_arith::{BoundKind, Constraint, Relation};
use sinew_base::StopReason;
use sinew_sat::{Context, Lit};
use sinew_term::{Integer, Sort, Term};

use crate::driver::Driver;
use crate::egraph::NodeId;
use crate::log::EngineRule;
use crate::model::{Strings, Valuation, Value, is_function};
use crate::skolem::Definition;
use crate::state::{Incomplete, POSITIVE};
use crate::tuning::{ARRANGEMENT_SPLITS, PRODUCT_LEMMAS, PRODUCTS_AT_ONCE};

impl Driver<'_> {
    /// Looks for disagreement; whether something was done about it.
    pub(crate) fn arrange(&mut self, cx: &mut Context<'_>) -> Result<bool, StopReason> {
        cx.budget().spend(self.state.egraph.len() as u64)?;
        if self.equal_integers(cx) || self.undecided_arguments(cx) {
            return Ok(true);
        }
        let strings = match self.plugin {
            Some(_) => Strings::Apart,
            None => Strings::Words,
        };
        let valuation = self.valuation(cx, strings);
        if self.functional(cx, &valuation) {
            return Ok(true);
        }
        self.check_products(cx)
    }

    /// Looks for functions that the words of the plug-in's last call make disagree; whether the
    /// kernel has something to do about it.
    pub(crate) fn arrange_words(&mut self, cx: &mut Context<'_>) -> Result<bool, StopReason> {
        let egraph = &self.state.egraph;
        cx.budget().spend(egraph.len() as u64)?;
        let none = (0..egraph.len())
            .map(|at| egraph.term(NodeId(at as u32)))
            .all(|term| !is_function(self.store, term));
        if none || self.plugin.is_none() {
            return Ok(false);
        }
        let vars = cx.num_vars();
        let valuation = self.valuation(cx, Strings::Words);
        if !self.functional(cx, &valuation) {
            return Ok(false);
        }
        let open = |lit: &Lit| cx.value(*lit).is_none();
        let asked = cx.num_vars() > vars || self.state.must_decide.iter().any(open);
        if asked || self.catch_up(cx) {
            return Ok(true);
        }
        self.incomplete = Some(Incomplete::Theory("theories do not come to an agreement"));
        Ok(false)
    }

    /// Integers in one class with different values: their equality becomes a literal.
    fn equal_integers(&mut self, cx: &mut Context<'_>) -> bool {
        let mut first: FxHashMap<NodeId, (NodeId, Integer)> = FxHashMap::default();
        let mut acted = false;
        for at in 0..self.state.bridge.nodes.len() {
            let node = self.state.bridge.nodes[at];
            let root = self.state.egraph.root(node);
            let value = self.int_value(node);
            match first.get(&root) {
                None => {
                    first.insert(root, (node, value));
                }
                Some((_, other)) if *other == value => {}
                Some(&(other, _)) => {
                    let lit = self.equate(cx, other, node);
                    self.state.must_decide.push(lit);
                    acted = true;
                }
            }
        }
        acted
    }

    /// Truth values that are arguments of functions must be decided.
    fn undecided_arguments(&mut self, cx: &mut Context<'_>) -> bool {
        let egraph = &self.state.egraph;
        let mut open = Vec::new();
        for at in 0..egraph.len() {
            let node = NodeId(at as u32);
            if egraph.sort(node) == Sort::Bool
                && egraph.value(node).is_none()
                && let Some(lit) = egraph.lit(node)
                && cx.value(lit).is_none()
                && egraph.parents(node).next().is_some()
            {
                open.push(lit);
            }
        }
        let acted = !open.is_empty();
        self.state.must_decide.extend(open);
        acted
    }

    fn functional(&mut self, cx: &mut Context<'_>, valuation: &Valuation) -> bool {
        let mut seen: FxHashMap<(sinew_term::Op, Vec<Value>), NodeId> = FxHashMap::default();
        let mut splits = 0;
        for at in 0..self.state.egraph.len() {
            let node = NodeId(at as u32);
            let term = self.state.egraph.term(node);
            if !is_function(self.store, term)
                || !self.state.egraph.is_application(node)
                || self.is_open(cx, node)
            {
                continue;
            }
            let args: Vec<Value> = self
                .state
                .egraph
                .arguments(node)
                .map(|arg| self.node_value(valuation, arg))
                .collect();
            let key = (self.store.op(term), args);
            let Some(&other) = seen.get(&key) else {
                seen.insert(key, node);
                continue;
            };
            if self.state.egraph.same(node, other)
                || self.node_value(valuation, node) == self.node_value(valuation, other)
            {
                continue;
            }
            self.split_arguments(cx, node, other);
            splits += 1;
            if splits == self.state.tuning.size(&ARRANGEMENT_SPLITS) {
                break;
            }
        }
        splits > 0
    }

    /// Two applications disagree: are the arguments that only happen to have equal values equal?
    fn split_arguments(&mut self, cx: &mut Context<'_>, a: NodeId, b: NodeId) {
        let pairs: Vec<(NodeId, NodeId)> = self
            .state
            .egraph
            .arguments(a)
            .zip(self.state.egraph.arguments(b))
            .filter(|&(x, y)| !self.state.egraph.same(x, y))
            .collect();
        for (x, y) in pairs {
            self.state.statistics.interface_equalities += 1;
            let lit = self.equate(cx, x, y);
            self.state.must_decide.push(lit);
        }
    }

    /// Products must be products of the values of their factors.
    fn check_products(&mut self, cx: &mut Context<'_>) -> Result<bool, StopReason> {
        let mut wrong: Vec<(Term, Term, Term)> = Vec::new();
        for at in 0..self.state.bridge.products.len() {
            let (product, x, y) = self.state.bridge.products[at];
            if self.term_value(product) != &self.term_value(x) * &self.term_value(y) {
                wrong.push((product, x, y));
            }
        }
        if wrong.is_empty() {
            return Ok(false);
        }
        let vars = cx.num_vars();
        let mut acted = false;
        for (product, x, y) in wrong {
            acted |= self.refine_product(cx, product, x, y);
        }
        if acted || cx.num_vars() > vars {
            return Ok(true);
        }
        self.incomplete = Some(Incomplete::Nonlinear);
        Ok(false)
    }

    /// The value of an integer term in the arithmetic model.
    pub(crate) fn term_value(&mut self, term: Term) -> Integer {
        let expr = self.state.linearise(self.store, term);
        let arith = &self.state.arith;
        expr.evaluate(|var| arith.value(var).unwrap_or(Integer::ZERO))
    }

    /// Adds lemmas about a product that the candidate violates; whether there are any. Factors
    /// that are not single variables get one: a fresh constant equal to them.
    fn refine_product(&mut self, cx: &mut Context<'_>, product: Term, x: Term, y: Term) -> bool {
        let (x, y) = (self.name_factor(cx, x), self.name_factor(cx, y));
        let bridge = &self.state.bridge;
        let (Some(result), Some(left), Some(right)) =
            (bridge.var(product), bridge.var(x), bridge.var(y))
        else {
            return true;
        };
        let arith = &self.state.arith;
        let lemmas = product::lemmas(
            &Product {
                result,
                left,
                right,
            },
            |var| arith.value(var).unwrap_or(Integer::ZERO),
            |var| {
                (
                    arith.bound(var, BoundKind::Lower).cloned(),
                    arith.bound(var, BoundKind::Upper).cloned(),
                )
            },
        );
        let limit = self.state.tuning.get(&PRODUCT_LEMMAS);
        if self.state.statistics.product_lemmas >= limit {
            return false;
        }
        let some = !lemmas.is_empty();
        for lemma in lemmas
            .into_iter()
            .take(self.state.tuning.size(&PRODUCTS_AT_ONCE))
        {
            self.state.statistics.product_lemmas += 1;
            let mut clause = Vec::new();
            for constraint in &lemma.clause {
                let term = self.constraint_term(constraint);
                clause.push(self.state.literal(self.store, cx, term, POSITIVE));
            }
            self.state
                .axiom(self.store, cx, &clause, EngineRule::Product.of(product));
        }
        some
    }

    /// A leaf equal to the factor.
    fn name_factor(&mut self, cx: &mut Context<'_>, factor: Term) -> Term {
        if self.state.bridge.var(factor).is_some() {
            return factor;
        }
        if let Some(&name) = self.state.bridge.names.get(&factor) {
            return name;
        }
        let definition = Definition::Purify(factor);
        let skolems = &mut self.state.skolems;
        let name = skolems.symbol(self.store, "factor", Sort::Int, definition);
        self.state.bridge.names.insert(factor, name);
        let equality = self.store.eq(name, factor);
        let lit = self.state.literal(self.store, cx, equality, POSITIVE);
        self.state
            .axiom(self.store, cx, &[lit], EngineRule::Name.of(name));
        name
    }

    /// A constraint of arithmetic as a term.
    fn constraint_term(&mut self, constraint: &Constraint) -> Term {
        let mut sum = Vec::new();
        for (var, coefficient) in constraint.expr.terms() {
            let leaf = self
                .state
                .bridge
                .leaf(*var)
                .expect("lemmas are over leaves");
            let coefficient = self.store.int(coefficient.clone());
            sum.push(self.store.mul(&[coefficient, leaf]));
        }
        sum.push(self.store.int(constraint.expr.constant_part().clone()));
        let (left, zero) = (self.store.add(&sum), self.store.int(0));
        match constraint.relation {
            Relation::AtMostZero => self.store.le(left, zero),
            Relation::Zero => self.store.eq(left, zero),
            Relation::NonZero => {
                let equal = self.store.eq(left, zero);
                self.store.not(equal)
            }
        }
    }
}
