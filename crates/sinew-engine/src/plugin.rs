//! The interface for theories that live outside the engine, such as strings.
//!
//! A [`TheorySolver`] is told of every term of its sorts and operators, and is asked to check at three
//! levels of effort. Through its [`PluginContext`] it reads the e-graph
//! (classes, representatives, disequalities), arithmetic (bounds and model values of integer
//! terms such as `str.len`), and the truth values of Boolean terms; and it sends lemmas over
//! arbitrary terms, propagations and conflicts. Premises are equalities, disequalities and
//! literals; the context turns them into the literals that explain them.
//!
//! Arithmetic facts are premises as literals: that `(str.len x)` is at least 3 is the term
//! `(>= (str.len x) 3)`, which arithmetic makes true by itself as soon as it exists.
//!
//! How the rules of P3 (Reynolds et al., CAV 2017) map onto this: S-Conf is
//! [`PluginContext::conflict`]; S-Prop and A-Prop happen by themselves for shared integer terms;
//! L-Eq, F-Unify and Ext-Simplify are [`PluginContext::infer`]; F-Split, L-Split, B-Val and
//! Ext-Expand are [`PluginContext::lemma`]. All of them, and nothing else, go through one place, which
//! knows the rule, removes duplicates, counts, shows and logs ([`Inference`]).

use sinew_base::{Budget, Kind, Rule, StopReason, Tuning};
use sinew_sat::{Context, Lit};
use sinew_term::{Integer, Sort, Term, TermStore};

use crate::audit;
use crate::egraph::{FALSE, NodeId};
use crate::inference::Inference;
use crate::log::EngineRule;
use crate::relevancy::Obligation;
use crate::skolem::{Definition, FunctionDefinition};
use crate::state::{BOTH, POSITIVE, State};

/// How much a plug-in should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// After each propagation: only what is cheap.
    Standard,
    /// The Boolean assignment suffices, and arithmetic has an integer model of it.
    Full,
    /// As `Full`, and all other theories agree on the candidate: last chance to object.
    Last,
}

/// What a plug-in answers to a check in which it did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is wrong, as far as this effort can tell. At [`Effort::Last`] that is not enough.
    Consistent,
    /// The candidate, with the words of [`string_value`](TheorySolver::string_value), is a model;
    /// the same as `Consistent` before [`Effort::Last`].
    Model,
    /// It cannot tell; ignored at [`Effort::Standard`].
    GaveUp(&'static str),
    /// It finds the problem hard and wants to be asked again later; ignored at
    /// [`Effort::Standard`].
    Paused(&'static str),
}

/// A theory outside the engine. Everything but `check` has a default.
pub trait TheorySolver {
    /// A new term of the theory's sorts or operators. Its arguments were registered before.
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        let _ = (cx, term);
    }

    /// Looks for conflicts and consequences. After a lemma, inference or conflict the engine
    /// searches on, and the verdict is not looked at.
    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason>;

    /// The language that a fresh symbol stands for
    /// ([`Definition::Language`]), as a term, if the budget lasts.
    fn language(&mut self, store: &mut TermStore, number: u32, budget: &Budget) -> Option<Term> {
        let _ = (store, number, budget);
        None
    }

    /// The value of a string class, given by its representative, in the model just confirmed.
    /// Without an answer the engine takes a string that no other class has.
    fn string_value(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        let _ = (cx, term);
        None
    }
}

/// A fact that holds now and supports an inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Premise {
    /// The Boolean term has this value.
    Literal(Term, bool),
    /// The terms are in one class.
    Equal(Term, Term),
    /// The terms are known to be different.
    Disequal(Term, Term),
}

/// What a plug-in may see and do during a call.
pub struct PluginContext<'a, 'b> {
    state: &'a mut State,
    store: &'a mut TermStore,
    sat: &'a mut Context<'b>,
    acted: bool,
    suppressed: bool,
}

impl<'a, 'b> PluginContext<'a, 'b> {
    pub(crate) fn new(
        state: &'a mut State,
        store: &'a mut TermStore,
        sat: &'a mut Context<'b>,
    ) -> PluginContext<'a, 'b> {
        PluginContext {
            state,
            store,
            sat,
            acted: false,
            suppressed: false,
        }
    }

    pub(crate) fn acted(&self) -> bool {
        self.acted
    }

    /// Whether an inference was not made because its rule is off: then "nothing to object" does not
    /// mean that there is a model.
    pub(crate) fn suppressed(&self) -> bool {
        self.suppressed
    }

    /// The terms.
    #[must_use]
    pub fn store(&self) -> &TermStore {
        self.store
    }

    /// The terms, to make new ones.
    pub fn store_mut(&mut self) -> &mut TermStore {
        self.store
    }

    /// The budget of the running call.
    #[must_use]
    pub fn budget(&self) -> &'b Budget<'b> {
        self.sat.budget()
    }

    /// The tuned constants of the run.
    #[must_use]
    pub fn tuning(&self) -> &Tuning {
        &self.state.tuning
    }

    /// The symbol for a string or number with this definition ([`Definition`]); the same one each time.
    pub fn skolem(&mut self, hint: &str, sort: Sort, definition: Definition) -> Term {
        self.state
            .skolems
            .symbol(self.store, hint, sort, definition)
    }

    /// Says what a fresh function means that inferences will speak of.
    pub fn define_function(&mut self, definition: FunctionDefinition) {
        self.state.skolems.define_function(definition);
    }

    // The e-graph.

    fn node_of(&self, term: Term) -> Option<NodeId> {
        self.state.egraph.node(term)
    }

    /// Whether the e-graph knows the term.
    #[must_use]
    pub fn has_term(&self, term: Term) -> bool {
        self.node_of(term).is_some()
    }

    /// The representative of the term's class; the term itself if it is not in the e-graph.
    #[must_use]
    pub fn representative(&self, term: Term) -> Term {
        let egraph = &self.state.egraph;
        self.node_of(term)
            .map_or(term, |node| egraph.term(egraph.root(node)))
    }

    /// Whether the terms are in one class.
    #[must_use]
    pub fn equal(&self, a: Term, b: Term) -> bool {
        match (self.node_of(a), self.node_of(b)) {
            (Some(a), Some(b)) => self.state.egraph.same(a, b),
            _ => a == b,
        }
    }

    /// Whether the terms are known to be different.
    #[must_use]
    pub fn disequal(&self, a: Term, b: Term) -> bool {
        match (self.node_of(a), self.node_of(b)) {
            (Some(a), Some(b)) => self.state.egraph.disequal(a, b).is_some(),
            _ => false,
        }
    }

    /// The terms of a class, the given one first.
    #[must_use]
    pub fn class(&self, term: Term) -> Vec<Term> {
        let egraph = &self.state.egraph;
        self.node_of(term).map_or_else(
            || vec![term],
            |node| egraph.class(node).map(|n| egraph.term(n)).collect(),
        )
    }

    /// The value (a constant of the theory) in the term's class.
    #[must_use]
    pub fn value_of(&self, term: Term) -> Option<Term> {
        let value = self.state.egraph.value(self.node_of(term)?)?;
        Some(self.state.egraph.term(value))
    }

    /// The representatives of all classes of a sort, oldest first.
    #[must_use]
    pub fn representatives(&self, sort: Sort) -> Vec<Term> {
        let egraph = &self.state.egraph;
        egraph
            .roots()
            .filter(|&root| egraph.sort(root) == sort)
            .map(|root| egraph.term(root))
            .collect()
    }

    /// The equality atoms of a sort that are false now, by their sides.
    #[must_use]
    pub fn disequalities(&self, sort: Sort) -> Vec<(Term, Term)> {
        let egraph = &self.state.egraph;
        let mut result = Vec::new();
        for node in egraph.class(FALSE) {
            if egraph.is_equality(node) {
                let mut sides = egraph.arguments(node);
                if let (Some(a), Some(b)) = (sides.next(), sides.next())
                    && egraph.sort(a) == sort
                {
                    result.push((egraph.term(a), egraph.term(b)));
                }
            }
        }
        result.sort_unstable();
        result
    }

    // Truth values and arithmetic.

    /// The value of a Boolean term, if it is decided.
    #[must_use]
    pub fn value(&self, term: Term) -> Option<bool> {
        let (term, negated) = crate::clausify::strip(self.store, term);
        let value = self.sat.value(*self.state.lit_of.get(term)?)?;
        Some(value != negated)
    }

    /// The bounds of an integer term that hold now: a leaf's own, otherwise the sums of bounds.
    pub fn bounds(&mut self, term: Term) -> (Option<Integer>, Option<Integer>) {
        use sinew_arith::BoundKind::{Lower, Upper};
        let expr = self.state.linearise(self.store, term);
        self.state.flush(self.store, self.sat);
        let mut result = [
            Some(expr.constant_part().clone()),
            Some(expr.constant_part().clone()),
        ];
        for (var, coefficient) in expr.terms() {
            for (side, kind) in result.iter_mut().zip([Lower, Upper]) {
                let kind = if coefficient.is_negative() {
                    kind.opposite()
                } else {
                    kind
                };
                let bound = self.state.arith.bound(*var, kind);
                *side = match (side.take(), bound) {
                    (Some(sum), Some(bound)) => Some(sum + coefficient * bound),
                    _ => None,
                };
            }
        }
        let [lower, upper] = result;
        (lower, upper)
    }

    /// The value of an integer term in the arithmetic model; an integer model exists from
    /// [`Effort::Full`] on.
    pub fn int_value(&mut self, term: Term) -> Option<Integer> {
        let expr = self.state.linearise(self.store, term);
        self.state.flush(self.store, self.sat);
        self.state.arith.prefer_small(self.sat.budget());
        let mut sum = expr.constant_part().clone();
        for (var, coefficient) in expr.terms() {
            sum += coefficient * &self.state.arith.value(*var)?;
        }
        Some(sum)
    }

    // Actions.

    /// A clause over Boolean terms that is valid in the theory. Whether it was sent: not if the
    /// rule is off.
    #[must_use = "nothing may have been sent"]
    pub fn lemma(&mut self, rule: &'static Rule, clause: &[Term]) -> bool {
        self.send(&Inference {
            rule,
            premises: &[],
            conclusion: clause,
        })
    }

    /// The premises imply the conclusion, now and always. Whether it was sent.
    #[must_use = "nothing may have been sent"]
    pub fn infer(&mut self, rule: &'static Rule, premises: &[Premise], conclusion: Term) -> bool {
        self.send(&Inference {
            rule,
            premises,
            conclusion: &[conclusion],
        })
    }

    /// The premises cannot hold together. Whether it was sent.
    #[must_use = "nothing may have been sent"]
    pub fn conflict(&mut self, rule: &'static Rule, premises: &[Premise]) -> bool {
        self.send(&Inference {
            rule,
            premises,
            conclusion: &[],
        })
    }

    /// Demands something that is not valid, but that some model satisfies if there is one
    /// ([`Kind::Restriction`]). Refused where a log is kept, since no proof may rest on it. Whether
    /// it was sent.
    #[must_use = "nothing may have been sent"]
    pub fn restrict(&mut self, rule: &'static Rule, demand: Term) -> bool {
        debug_assert_eq!(rule.kind, Kind::Restriction);
        self.state.log.is_none()
            && self.send(&Inference {
                rule,
                premises: &[],
                conclusion: &[demand],
            })
    }

    /// Whether the rule was applied to these terms before: what it says of them need not be built
    /// again. The memory outlives levels, as the clauses do.
    #[must_use]
    pub fn is_applied(&self, rule: &'static Rule, about: &[Term]) -> bool {
        self.state.inferences.is_applied(rule, about)
    }

    /// Remembers that the rule is applied to these terms. Whether that is new.
    pub fn mark_applied(&mut self, rule: &'static Rule, about: &[Term]) -> bool {
        self.state.inferences.mark_applied(rule, about)
    }

    /// Remembers that the rule is applied to these terms for these reasons. Whether that is new: what was concluded from other
    /// premises may not hold now.
    pub fn mark_applied_because(
        &mut self,
        rule: &'static Rule,
        about: &[Term],
        why: &[Premise],
    ) -> bool {
        let mut about = about.to_vec();
        for premise in why {
            match *premise {
                Premise::Literal(term, _) => about.push(term),
                Premise::Equal(a, b) | Premise::Disequal(a, b) => about.extend([a, b]),
            }
        }
        self.mark_applied(rule, &about)
    }

    /// The one way by which conclusions reach the engine.
    fn send(&mut self, inference: &Inference<'_>) -> bool {
        let rule = inference.rule;
        if self.state.inferences.is_off(rule) {
            self.suppressed = true;
            return false;
        }
        let mut lits = self.negated(inference.premises);
        for &term in inference.conclusion {
            lits.push(self.state.literal(self.store, self.sat, term, POSITIVE));
        }
        let refutes = inference.conclusion.is_empty();
        self.acted = true;
        if !refutes && !self.state.inferences.is_new(&lits) {
            // The kernel has the clause. That it was not enough means that nobody has decided
            // what it speaks of.
            self.state.obligations.push(Obligation::lemma(lits));
            return true;
        }
        self.state.inferences.record(self.store, inference);
        let number = match &mut self.state.log {
            Some(log) => log.inference(self.store, inference),
            None => 0,
        };
        let justification = EngineRule::Theory.with(number);
        if refutes {
            self.sat.conflict(&lits, justification);
        } else {
            self.state.statistics.lemmas += 1;
            self.sat.lemma(&lits, justification);
            self.state.obligations.push(Obligation::lemma(lits));
        }
        true
    }

    /// The atoms on which the truth of the assertions rests now, and the definitions of terms, with all their subterms. What is
    /// not among them may have any value: inferences are valid, and speak of what they please.
    pub fn relevant(&mut self) -> rustc_hash::FxHashSet<Term> {
        let atoms = self.state.relevant_atoms(self.store, self.sat);
        sinew_term::postorder_all(self.store, &atoms)
            .into_iter()
            .collect()
    }

    /// Asks for a decision on a Boolean term, with this value tried first.
    pub fn split(&mut self, term: Term, first: bool) {
        let lit = self.state.literal(self.store, self.sat, term, BOTH);
        let lit = if first { lit } else { !lit };
        self.sat.prefer(lit);
        if self.sat.value(lit).is_none() {
            self.acted = true;
            self.state.must_decide.push(lit);
        }
    }

    /// The literals that explain premises, negated.
    fn negated(&mut self, premises: &[Premise]) -> Vec<Lit> {
        let mut lits: Vec<Lit> = Vec::new();
        self.state.egraph.begin_explanation();
        for &premise in premises {
            match premise {
                Premise::Literal(term, value) => {
                    let lit = self.state.literal(self.store, self.sat, term, BOTH);
                    lits.push(if value { lit } else { !lit });
                }
                Premise::Equal(a, b) => {
                    if let (Some(a), Some(b)) = (self.node_of(a), self.node_of(b)) {
                        self.state.egraph.explain_into(a, b, &mut lits);
                    }
                }
                Premise::Disequal(a, b) => self.explain_disequality(a, b, &mut lits),
            }
        }
        lits.sort_unstable();
        lits.dedup();
        self.audit_premises(premises, &lits);
        lits.into_iter().map(|lit| !lit).collect()
    }

    /// Checks that the literals imply the premises about classes.
    fn audit_premises(&mut self, premises: &[Premise], lits: &[Lit]) {
        if !audit::ON {
            return;
        }
        let (mut equal, mut different) = (Vec::new(), Vec::new());
        for &premise in premises {
            match premise {
                Premise::Literal(..) => {}
                Premise::Equal(a, b) => equal.push((a, b)),
                Premise::Disequal(a, b) => different.push((a, b)),
            }
        }
        let leaves = self.state.bridge.leaves();
        self.state
            .audit
            .premises(self.store, leaves, lits, &equal, &different);
    }

    fn explain_disequality(&mut self, a: Term, b: Term, lits: &mut Vec<Lit>) {
        let (Some(a), Some(b)) = (self.node_of(a), self.node_of(b)) else {
            return;
        };
        let egraph = &mut self.state.egraph;
        match egraph.disequal(a, b) {
            Some(Some(atom)) => {
                let mut sides: Vec<NodeId> = egraph.arguments(atom).collect();
                if !egraph.same(sides[0], a) {
                    sides.reverse();
                }
                egraph.explain_into(atom, FALSE, lits);
                egraph.explain_into(sides[0], a, lits);
                egraph.explain_into(sides[1], b, lits);
            }
            Some(None) => {
                for side in [a, b] {
                    if let Some(value) = egraph.value(side) {
                        egraph.explain_into(side, value, lits);
                    }
                }
            }
            None => debug_assert!(false, "the premise does not hold"),
        }
    }
}
