//! The theory that the kernel talks to: e-graph, arithmetic and plug-ins behind one face.
//!
//! Literals go to the theories as they are assigned. Then, cheapest first: congruence closure,
//! its consequences, arithmetic (rational feasibility, bounds that decide atoms, equalities of
//! shared variables), the plug-in. Equalities travel between e-graph and arithmetic as literals
//! of the kernel, made when one side first derives them, for terms that both sides know; each
//! theory then explains its part alone, and every clause has one theory that justifies it.
//!
//! The levels of the final check: integer feasibility, the plug-in's full effort, agreement of
//! arithmetic model and e-graph ([`combination`](crate::combination)), the plug-in's last call,
//! agreement of its words and the e-graph.

use sinew_arith::{Check, Conflict, FinalCheck as ArithFinal, Implied, ImpliedEquality};
use sinew_base::StopReason;
use sinew_sat::{Context, Decide, FinalCheck, Justification, Lit, Theory, Token, Var};
use sinew_term::TermStore;

use crate::audit;
use crate::egraph::{Event, FALSE, NodeId, TRUE};
use crate::log::EngineRule;
use crate::model::Model;
use crate::plugin::{Effort, PluginContext, TheorySolver, Verdict};
use crate::state::{BOTH, Incomplete, State};
use crate::tuning::{ROOT_STEPS, SHARING_PERIOD};

/// The two lowest bits of a token say which theory explains.
const BY_EUF: u64 = 0;
const BY_ARITH: u64 = 1;
/// Rounds of agreement within one final check that change nothing for the kernel. Each merges
/// classes, so more than a few are a defect.
const ROUNDS: u32 = 1000;

pub(crate) struct Driver<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) store: &'a mut TermStore,
    pub(crate) plugin: Option<&'a mut (dyn TheorySolver + 'static)>,
    /// Why the last final check could not confirm a model.
    pub(crate) incomplete: Option<Incomplete>,
    pub(crate) model: Option<Model>,
    /// Features of the active assertions for which a candidate is not a model.
    pub(crate) open_features: Vec<Incomplete>,
    /// Whether decisions are led by what justifies the assertions.
    pub(crate) justify: bool,
    /// The number of levels that belong to assumptions.
    pub(crate) assumed: usize,
    /// Propagations of arithmetic since the last search for equalities.
    pub(crate) quiet: u32,
    /// Whether the root was checked in this call.
    pub(crate) root_checked: bool,
}

impl Theory for Driver<'_> {
    fn new_level(&mut self) {
        self.state.egraph.push();
        self.state.arith.push();
        self.state.justified.push();
    }

    fn assign(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.state.assign(lit);
        }
        self.state.egraph.close();
    }

    fn backtrack(&mut self, level: u32) {
        let level = level as usize;
        self.state.egraph.pop_to(level);
        self.state.arith.pop_to(level);
        self.state.justified.pop_to(level);
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        self.state.assign_late(cx);
        if !self.propagate_euf(cx) {
            return Ok(());
        }
        if !self.propagate_arith(cx)? {
            return Ok(());
        }
        self.register_plugin_terms(cx);
        self.consult_plugin(cx, Effort::Standard)?;
        Ok(())
    }

    fn explain(&mut self, lit: Lit, token: Token, clause: &mut Vec<Lit>) -> Justification {
        clause.push(lit);
        match token & 3 {
            BY_EUF => {
                let node = NodeId((token >> 2) as u32);
                let value = self.state.egraph.lit(node) == Some(lit);
                let truth = if value { TRUE } else { FALSE };
                let why = self.state.egraph.explain(node, truth);
                clause.extend(why.into_iter().map(|lit| !lit));
                EngineRule::Euf.with(0)
            }
            _ => {
                let token = sinew_arith::Token::from_bits(token >> 2);
                let why = self.state.arith.explain(token);
                clause.extend(why.reasons.iter().map(|r| !Lit::from_index(r.0 as usize)));
                self.log_certificate(&why.certificate, Some(lit))
            }
        }
    }

    fn decide(&mut self, cx: &mut Context<'_>) -> Result<Decide, StopReason> {
        if cx.current_level() as usize <= self.assumed && !self.check_root(cx)? {
            return Ok(Decide::Kernel);
        }
        while let Some(lit) = self.state.must_decide.pop() {
            if cx.value(lit).is_none() {
                return Ok(Decide::Literal(lit));
            }
        }
        if self.justify {
            return self.state.justification_decision(self.store, cx);
        }
        Ok(Decide::Kernel)
    }

    fn final_check(&mut self, cx: &mut Context<'_>) -> Result<FinalCheck, StopReason> {
        self.state.statistics.final_checks += 1;
        self.incomplete = None;
        if !self.final_arith(cx)? {
            return Ok(self.undecided());
        }
        if self.share_equalities(cx) {
            return Ok(FinalCheck::Continue);
        }
        let (vars, mut rounds) = (cx.num_vars(), 0);
        let lemmas = self.state.statistics.product_lemmas;
        if self.consult_plugin(cx, Effort::Full)? || cx.num_vars() > vars {
            return Ok(FinalCheck::Continue);
        }
        self.state.arith.prefer_small(cx.budget());
        while self.incomplete.is_none() && self.arrange(cx)? {
            let open = |lit: &Lit| cx.value(*lit).is_none();
            let asked = cx.num_vars() > vars
                || self.state.statistics.product_lemmas > lemmas
                || self.state.must_decide.iter().any(open);
            if asked || self.catch_up(cx) {
                return Ok(FinalCheck::Continue);
            }
            rounds += 1;
            if rounds > ROUNDS {
                self.incomplete = Some(Incomplete::Theory("theories do not come to an agreement"));
            }
        }
        if self.incomplete.is_none()
            && (self.consult_plugin(cx, Effort::Last)? || cx.num_vars() > vars)
        {
            return Ok(FinalCheck::Continue);
        }
        if self.incomplete.is_none() && self.arrange_words(cx)? {
            return Ok(FinalCheck::Continue);
        }
        if self.incomplete.is_none() {
            self.incomplete = self.open_features.first().copied();
        }
        match self.incomplete {
            Some(reason) => Ok(FinalCheck::GiveUp(reason.describe())),
            None => {
                self.model = Some(self.build_model(cx));
                Ok(FinalCheck::Sat)
            }
        }
    }
}

/// A token of the kernel for one of arithmetic.
fn arith_token(token: sinew_arith::Token) -> Token {
    token.to_bits() << 2 | BY_ARITH
}

impl State {
    fn audit_arithmetic(
        &mut self,
        store: &TermStore,
        certificate: &sinew_arith::Certificate,
        goal: Option<Lit>,
    ) {
        let leaves = self.bridge.leaves();
        self.audit.arithmetic(store, leaves, certificate, goal);
    }

    /// Checks that a Boolean node has the value that congruence closure says.
    fn audit_congruence(&mut self, store: &TermStore, lit: Lit, node: NodeId, value: bool) {
        let why = self.egraph.explain(node, if value { TRUE } else { FALSE });
        let mut clause = vec![lit];
        clause.extend(why.into_iter().map(|lit| !lit));
        let leaves = self.bridge.leaves();
        self.audit.congruence(store, leaves, &clause);
    }

    /// Tells the theories that a literal has become true.
    pub(crate) fn assign(&mut self, lit: Lit) {
        let info = &self.vars[lit.var().index()];
        if let Some(atom) = &info.arith {
            let reason = sinew_arith::Reason(lit.index() as u32);
            // A conflict shows again in the next check.
            let _ = if atom.equal {
                if lit.is_positive() {
                    self.arith.assert_eq(atom.var, &atom.value, reason)
                } else {
                    self.arith.assert_ne(atom.var, &atom.value, reason)
                }
            } else {
                let bound = sinew_arith::Bound::upper(atom.var, atom.value.clone());
                let bound = if lit.is_positive() {
                    bound
                } else {
                    bound.negated()
                };
                self.arith.assert_bound(&bound, reason)
            };
        }
        for &node in &info.nodes {
            let value = self.egraph.lit(node) == Some(lit);
            self.egraph
                .merge(node, if value { TRUE } else { FALSE }, lit);
            if value && self.egraph.is_equality(node) {
                let mut sides = self.egraph.arguments(node);
                if let (Some(a), Some(b)) = (sides.next(), sides.next()) {
                    drop(sides);
                    self.egraph.merge(a, b, lit);
                }
            }
        }
    }

    /// Assigns again what was assigned before the theories knew all about it, as long as
    /// backtracking could undo the late assignment before the literal.
    fn assign_late(&mut self, cx: &Context<'_>) {
        if self.late.is_empty() {
            return;
        }
        let mut late = std::mem::take(&mut self.late);
        late.sort_unstable();
        late.dedup();
        late.retain(|&var: &Var| {
            let Some(value) = cx.value(var.positive()) else {
                return false;
            };
            self.assign(var.literal(value));
            cx.level_of(var)
                .is_some_and(|level| level < cx.current_level())
        });
        self.late = late;
        self.egraph.close();
    }
}

impl Driver<'_> {
    /// A clause of arithmetic is audited; the result names its certificate in the log.
    fn log_certificate(
        &mut self,
        certificate: &sinew_arith::Certificate,
        goal: Option<Lit>,
    ) -> Justification {
        self.state.audit_arithmetic(self.store, certificate, goal);
        let Some(log) = &mut self.state.log else {
            return EngineRule::Arith.with(0);
        };
        log.leaves(self.store, self.state.bridge.leaves());
        EngineRule::Arith.with(log.certificate(certificate, goal))
    }

    fn arith_conflict(&mut self, cx: &mut Context<'_>, conflict: &Conflict) {
        self.state.statistics.arith_conflicts += 1;
        self.state.statistics.arith_literals += conflict.reasons.len() as u64;
        let clause: Vec<Lit> = conflict
            .reasons
            .iter()
            .map(|reason| !Lit::from_index(reason.0 as usize))
            .collect();
        let rule = self.log_certificate(&conflict.certificate, None);
        cx.conflict(&clause, rule);
    }

    /// Congruence closure and its consequences; false after a conflict.
    fn propagate_euf(&mut self, cx: &mut Context<'_>) -> bool {
        loop {
            if !self.state.egraph.close() {
                if let Some((a, b)) = self.state.egraph.conflict() {
                    self.state.statistics.euf_conflicts += 1;
                    let why = self.state.egraph.explain(a, b);
                    let clause: Vec<Lit> = why.into_iter().map(|lit| !lit).collect();
                    let leaves = self.state.bridge.leaves();
                    self.state.audit.congruence(self.store, leaves, &clause);
                    cx.conflict(&clause, EngineRule::Euf.with(0));
                }
                return false;
            }
            let events = self.state.egraph.take_events();
            if events.is_empty() {
                return true;
            }
            for event in events {
                match event {
                    Event::Value(node, value) => {
                        let Some(lit) = self.state.egraph.lit(node) else {
                            continue;
                        };
                        let lit = if value { lit } else { !lit };
                        if audit::ON && cx.value(lit) != Some(true) {
                            self.state.audit_congruence(self.store, lit, node, value);
                        }
                        cx.propagate(lit, u64::from(node.0) << 2 | BY_EUF);
                        if cx.has_conflict() {
                            return false;
                        }
                    }
                    Event::Integers(a, b) => {
                        self.equate(cx, a, b);
                    }
                }
            }
        }
    }

    /// Makes the equality of two integer nodes a literal that both theories know.
    pub(crate) fn equate(&mut self, cx: &mut Context<'_>, a: NodeId, b: NodeId) -> Lit {
        let (s, t) = (self.state.egraph.term(a), self.state.egraph.term(b));
        let equality = self.store.eq(s.min(t), s.max(t));
        let lit = self.state.literal(self.store, cx, equality, BOTH);
        if self.state.egraph.node(equality).is_none() {
            self.state.register_later(equality);
            self.state.flush(self.store, cx);
        }
        lit
    }

    /// Arithmetic and its consequences; false after a conflict.
    fn propagate_arith(&mut self, cx: &mut Context<'_>) -> Result<bool, StopReason> {
        match self.state.arith.check(cx.budget()) {
            Check::Feasible => {}
            Check::Stopped(reason) => return Err(reason),
            Check::Conflict(conflict) => {
                self.arith_conflict(cx, &conflict);
                return Ok(false);
            }
        }
        let mut implied: Vec<Implied> = Vec::new();
        {
            let view: &Context<'_> = cx;
            let assigned =
                |atom: sinew_arith::AtomId| view.value(Var::new(atom.0).positive()).is_some();
            self.state.arith.propagate(assigned, &mut implied);
        }
        for fact in implied {
            let lit = Var::new(fact.atom.0).literal(fact.value);
            if !self.imply_by_arith(cx, lit, fact.token) {
                return Ok(false);
            }
        }
        // A plug-in acts on equalities in the final check only, so with one they are looked for
        // there.
        self.quiet += 1;
        let root = cx.current_level() as usize <= self.assumed;
        if self.plugin.is_none() && (root || self.quiet >= self.state.tuning.count(&SHARING_PERIOD))
        {
            self.share_equalities(cx);
        }
        Ok(!cx.has_conflict())
    }

    /// Tells the kernel of a literal that arithmetic implies. Whether it is no conflict.
    fn imply_by_arith(
        &mut self,
        cx: &mut Context<'_>,
        lit: Lit,
        token: sinew_arith::Token,
    ) -> bool {
        if audit::ON && cx.value(lit) != Some(true) {
            let why = self.state.arith.explain(token);
            self.state
                .audit_arithmetic(self.store, &why.certificate, Some(lit));
        }
        cx.propagate(lit, arith_token(token));
        !cx.has_conflict()
    }

    /// Literals that were true before the e-graph knew their nodes take effect there; whether
    /// the kernel has something new to look at.
    pub(crate) fn catch_up(&mut self, cx: &mut Context<'_>) -> bool {
        let before = (cx.trail().len(), cx.num_vars());
        self.state.assign_late(cx);
        !self.propagate_euf(cx) || before != (cx.trail().len(), cx.num_vars())
    }

    /// Equalities of shared integers that arithmetic implies become literals; whether that is
    /// news to the kernel. Looking for them costs a scan of the tableau.
    fn share_equalities(&mut self, cx: &mut Context<'_>) -> bool {
        self.quiet = 0;
        let before = (cx.trail().len(), cx.num_vars());
        let mut equal: Vec<ImpliedEquality> = Vec::new();
        {
            let (egraph, shared) = (&self.state.egraph, &self.state.bridge.shared);
            let known = |a, b| match (shared.get(&a), shared.get(&b)) {
                (Some(&a), Some(&b)) => egraph.same(a, b),
                _ => true,
            };
            self.state.arith.implied_equalities(known, &mut equal);
        }
        for fact in equal {
            let shared = &self.state.bridge.shared;
            let (Some(&a), Some(&b)) = (shared.get(&fact.left), shared.get(&fact.right)) else {
                continue;
            };
            let lit = self.equate(cx, a, b);
            if !self.imply_by_arith(cx, lit, fact.token) {
                return true;
            }
        }
        before != (cx.trail().len(), cx.num_vars())
    }

    /// Integer feasibility; false if it is not established, with clauses or splits left behind
    /// unless arithmetic gave up.
    fn final_arith(&mut self, cx: &mut Context<'_>) -> Result<bool, StopReason> {
        match self.state.arith.find_model(cx.budget()) {
            ArithFinal::Sat => return Ok(true),
            ArithFinal::Conflict(conflict) => {
                self.state.statistics.integer_conflicts += 1;
                self.state.statistics.integer_literals += conflict.reasons.len() as u64;
                self.arith_conflict(cx, &conflict);
            }
            ArithFinal::Split { var, at } => {
                self.state.statistics.splits += 1;
                let bound = sinew_arith::Bound::upper(var, at);
                let lit = self.state.literal_of_bound(self.store, cx, &bound);
                self.state.must_decide.push(lit);
            }
            ArithFinal::Cut(lemma) => {
                self.state.statistics.cuts += 1;
                let lit = self
                    .state
                    .literal_of_bound(self.store, cx, &lemma.conclusion);
                let mut clause = vec![lit];
                clause.extend(lemma.reasons.iter().map(|r| !Lit::from_index(r.0 as usize)));
                let rule = self.log_certificate(&lemma.certificate, Some(lit));
                cx.redundant_lemma(&clause, rule);
            }
            ArithFinal::GaveUp(Some(reason)) => return Err(reason),
            ArithFinal::GaveUp(None) => self.incomplete = Some(Incomplete::Arithmetic),
        }
        Ok(false)
    }

    /// Before the first decision: do the constraints that hold anyway have an integer solution?
    /// A contradiction between equations, found after decisions, would come with an explanation
    /// full of them. False after a conflict.
    fn check_root(&mut self, cx: &mut Context<'_>) -> Result<bool, StopReason> {
        if self.root_checked || self.state.bridge.leaves().is_empty() {
            return Ok(true);
        }
        self.root_checked = true;
        // Only equations have such contradictions; the same ones need no second look.
        let vars = &self.state.vars;
        let equations: Vec<Lit> = cx
            .trail()
            .iter()
            .filter(|lit| {
                let atom = &vars[lit.var().index()].arith;
                lit.is_positive() && atom.as_ref().is_some_and(|atom| atom.equal)
            })
            .copied()
            .collect();
        if equations.len() < 2 || equations == self.state.root_equations {
            return Ok(true);
        }
        self.state.root_equations = equations;
        let slice = cx.budget().slice(self.state.tuning.get(&ROOT_STEPS));
        let answer = self.state.arith.final_check(&slice);
        cx.budget().check()?;
        if let ArithFinal::Conflict(conflict) = answer {
            self.state.statistics.integer_conflicts += 1;
            self.state.statistics.integer_literals += conflict.reasons.len() as u64;
            self.arith_conflict(cx, &conflict);
            return Ok(false);
        }
        Ok(true)
    }

    fn undecided(&self) -> FinalCheck {
        match self.incomplete {
            Some(reason) => FinalCheck::GiveUp(reason.describe()),
            None => FinalCheck::Continue,
        }
    }

    /// Offers new terms to the plug-in.
    fn register_plugin_terms(&mut self, cx: &mut Context<'_>) {
        while let Some(term) = self.state.plugin_terms.pop() {
            if let Some(plugin) = &mut self.plugin {
                let mut context = PluginContext::new(self.state, self.store, cx);
                plugin.register(&mut context, term);
            }
        }
    }

    /// Lets the plug-in work; whether it did anything.
    fn consult_plugin(&mut self, cx: &mut Context<'_>, effort: Effort) -> Result<bool, StopReason> {
        let Some(plugin) = &mut self.plugin else {
            return Ok(false);
        };
        let mut context = PluginContext::new(self.state, self.store, cx);
        let verdict = plugin.check(&mut context, effort)?;
        let (acted, suppressed) = (context.acted(), context.suppressed());
        if effort != Effort::Standard && !acted {
            match verdict {
                Verdict::GaveUp(reason) => self.incomplete = Some(Incomplete::Theory(reason)),
                Verdict::Paused(reason) => self.incomplete = Some(Incomplete::Paused(reason)),
                Verdict::Consistent | Verdict::Model if suppressed && effort == Effort::Last => {
                    self.incomplete = Some(Incomplete::Theory("a rule is switched off"));
                }
                // Who means to have acted, and has not, confirms nothing.
                Verdict::Consistent if effort == Effort::Last => {
                    self.incomplete = Some(Incomplete::Theory("a step came to nothing"));
                }
                Verdict::Consistent | Verdict::Model => {}
            }
        }
        self.register_plugin_terms(cx);
        Ok(acted)
    }
}
