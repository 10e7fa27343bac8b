//! Congruence closure that shows what it finds.
//!
//! Equations are kept in a forest of proofs (Nieuwenhuis and Oliveras, *Proof-producing congruence closure*, RTA 2005): the way between two
//! terms of one class is the reason why they are equal, and only merges that are older than a congruence are behind it.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

type Node = usize;

/// Why two terms are equal.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// It was shown; in this direction.
    Shown(Fact),
    /// They apply the same operator to equal arguments.
    Congruence,
    /// An equation between equal terms is true.
    Reflected,
}

#[derive(Default)]
pub(crate) struct Closure {
    terms: Vec<Term>,
    nodes: FxHashMap<Term, Node>,
    class: Vec<Node>,
    /// The way towards the root of the proof tree: the next node, and why. The flag says that the reason is about the next node first.
    forest: Vec<Option<(Node, Reason, bool)>>,
    known: FxHashMap<(Node, Node), Fact>,
    changed: bool,
}

impl Closure {
    /// The node of a term, with those of its parts; quantified formulas have none.
    pub(crate) fn add(&mut self, proof: &mut Elaborator, root: Term) -> Outcome<Node> {
        let mut work = vec![root];
        while let Some(term) = work.pop() {
            if self.nodes.contains_key(&term) {
                continue;
            }
            let terms = proof.checker().terms();
            terms.charge(1)?;
            let node = self.terms.len();
            self.terms.push(term);
            self.nodes.insert(term, node);
            self.class.push(node);
            self.forest.push(None);
            self.changed = true;
            if !matches!(
                terms.op(term),
                Op::Known(Known::Forall | Known::Exists | Known::List)
            ) {
                work.extend(terms.args(term));
            }
        }
        Ok(self.nodes[&root])
    }

    fn find(&self, mut node: Node) -> Node {
        while self.class[node] != node {
            node = self.class[node];
        }
        node
    }

    /// One term for all that are equal to this one; itself, if nothing is known of it.
    pub(crate) fn representative(&self, term: Term) -> Term {
        match self.nodes.get(&term) {
            Some(&node) => self.terms[self.find(node)],
            None => term,
        }
    }

    /// The words among the terms.
    pub(crate) fn words(&self, proof: &mut Elaborator) -> Vec<Term> {
        let terms = proof.checker().terms();
        let words = self.terms.iter().copied();
        words.filter(|&term| terms.as_str(term).is_some()).collect()
    }

    fn merge(&mut self, a: Node, b: Node, reason: Reason) {
        let (x, y) = (self.find(a), self.find(b));
        if x == y {
            return;
        }
        self.changed = true;
        self.class[x] = y;
        // Turn the way from `a` to its root round, so that `a` is the root.
        let (mut at, mut before) = (a, None);
        while let Some((next, why, flipped)) = self.forest[at] {
            self.forest[at] = before;
            before = Some((at, why, !flipped));
            at = next;
        }
        self.forest[at] = before;
        self.forest[a] = Some((b, reason, false));
    }

    /// Takes a formula that was shown to be true.
    pub(crate) fn suppose(&mut self, proof: &mut Elaborator, fact: Fact) -> Outcome<()> {
        let formula = (proof.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = proof.checker().terms();
        let args = terms.args(formula).to_vec();
        match (terms.op(formula), &args[..]) {
            (Op::Known(Known::Eq), &[a, b]) => {
                let (a, b) = (self.add(proof, a)?, self.add(proof, b)?);
                self.merge(a, b, Reason::Shown(fact));
                self.truth(proof, formula, true, fact)
            }
            (Op::Known(Known::Not), &[atom]) => self.truth(proof, atom, false, fact),
            _ => self.truth(proof, formula, true, fact),
        }
    }

    fn truth(
        &mut self,
        proof: &mut Elaborator,
        atom: Term,
        value: bool,
        fact: Fact,
    ) -> Outcome<()> {
        let truth = proof.checker().terms().boolean(value)?;
        let (atom, truth) = (self.add(proof, atom)?, self.add(proof, truth)?);
        if self.find(atom) != self.find(truth) {
            let rule = if value { "true_intro" } else { "false_intro" };
            let fact = proof.checker().step(rule, &[fact], &[], None)?;
            self.merge(atom, truth, Reason::Shown(fact));
        }
        Ok(())
    }

    /// Merges all that follows.
    pub(crate) fn close(&mut self, proof: &mut Elaborator) -> Outcome<()> {
        let truth = proof.checker().terms().boolean(true)?;
        let truth = self.add(proof, truth)?;
        while std::mem::take(&mut self.changed) {
            let mut signatures: FxHashMap<(Op, Vec<Node>), Node> = FxHashMap::default();
            for node in 0..self.terms.len() {
                let terms = proof.checker().terms();
                let (op, args) = (terms.op(self.terms[node]), terms.args(self.terms[node]));
                if args.is_empty()
                    || matches!(op, Op::Known(Known::Forall | Known::Exists | Known::List))
                {
                    continue;
                }
                let args: Vec<Node> = args.iter().map(|arg| self.nodes[arg]).collect();
                terms.charge(args.len())?;
                let classes: Vec<Node> = args.iter().map(|&arg| self.find(arg)).collect();
                if op == Op::Known(Known::Eq) {
                    self.equation(proof, node, truth, (args[0], args[1]))?;
                }
                let other = *signatures.entry((op, classes)).or_insert(node);
                if self.find(other) != self.find(node) {
                    self.merge(node, other, Reason::Congruence);
                }
            }
        }
        Ok(())
    }

    /// An equation is true if and only if its sides are equal.
    fn equation(
        &mut self,
        proof: &mut Elaborator,
        node: Node,
        truth: Node,
        (a, b): (Node, Node),
    ) -> Outcome<()> {
        let (equal, holds) = (
            self.find(a) == self.find(b),
            self.find(node) == self.find(truth),
        );
        if equal && !holds {
            self.merge(node, truth, Reason::Reflected);
        } else if holds && !equal {
            let equation = self.explain(proof, node, truth)?;
            let fact = proof.checker().step("true_elim", &[equation], &[], None)?;
            self.merge(a, b, Reason::Shown(fact));
        }
        Ok(())
    }

    /// Shows `a = b` for terms of one class.
    fn explain(&mut self, proof: &mut Elaborator, a: Node, b: Node) -> Outcome<Fact> {
        let mut work = vec![(a, b)];
        while let Some(&(from, to)) = work.last() {
            if self
                .known
                .get(&(from, to))
                .is_some_and(|&fact| proof.checker().is_open(fact))
            {
                work.pop();
                continue;
            }
            proof.checker().terms().charge(1)?;
            let way = self.way(from, to)?;
            let count = work.len();
            for &(u, v, reason, _) in &way {
                work.extend(self.behind(proof, u, v, reason).into_iter().filter(|pair| {
                    pair.0 != pair.1
                        && !self
                            .known
                            .get(pair)
                            .is_some_and(|&fact| proof.checker().is_open(fact))
                }));
            }
            if work.len() > count {
                continue;
            }
            work.pop();
            let mut steps = Vec::with_capacity(way.len());
            for (u, v, reason, flipped) in way {
                let step = self.step(proof, u, v, reason)?;
                steps.push(if flipped { proof.symm(step)? } else { step });
            }
            let fact = match steps[..] {
                [] => proof.refl(self.terms[from])?,
                _ => proof.trans(&steps)?,
            };
            self.known.insert((from, to), fact);
        }
        self.known
            .get(&(a, b))
            .copied()
            .ok_or_else(|| "no reason was found".into())
    }

    /// The steps between two nodes: each with its nodes in the order of its reason, and whether it is taken the other way round.
    fn way(&self, from: Node, to: Node) -> Outcome<Vec<(Node, Node, Reason, bool)>> {
        let mut above: FxHashMap<Node, usize> = FxHashMap::default();
        let (mut at, mut up) = (from, Vec::new());
        above.insert(at, 0);
        while let Some((next, reason, flipped)) = self.forest[at] {
            up.push(edge(at, next, reason, flipped, false));
            at = next;
            above.insert(at, up.len());
        }
        let (mut at, mut down) = (to, Vec::new());
        let meeting = loop {
            if let Some(&place) = above.get(&at) {
                break place;
            }
            let Some((next, reason, flipped)) = self.forest[at] else {
                return Err("two terms are not known to be equal".into());
            };
            down.push(edge(at, next, reason, flipped, true));
            at = next;
        };
        up.truncate(meeting);
        up.extend(down.into_iter().rev());
        Ok(up)
    }

    /// What must be shown before a step.
    fn behind(
        &self,
        proof: &mut Elaborator,
        u: Node,
        v: Node,
        reason: Reason,
    ) -> Vec<(Node, Node)> {
        let terms = proof.checker().terms();
        let args = |node: Node| {
            terms
                .args(self.terms[node])
                .iter()
                .map(|arg| self.nodes[arg])
        };
        match reason {
            Reason::Shown(_) => Vec::new(),
            Reason::Congruence => args(u).zip(args(v)).collect(),
            Reason::Reflected => {
                let sides: Vec<Node> = args(u).collect();
                vec![(sides[0], sides[1])]
            }
        }
    }

    fn step(&mut self, proof: &mut Elaborator, u: Node, v: Node, reason: Reason) -> Outcome<Fact> {
        match reason {
            Reason::Shown(fact) => Ok(fact),
            Reason::Congruence => {
                let pairs = self.behind(proof, u, v, reason);
                let mut equations = Vec::with_capacity(pairs.len());
                for (a, b) in pairs {
                    equations.push(match a == b {
                        true => proof.refl(self.terms[a])?,
                        false => self.known[&(a, b)],
                    });
                }
                proof.cong(self.terms[u], &equations)
            }
            Reason::Reflected => {
                let pairs = self.behind(proof, u, v, reason);
                let equation = match pairs[0] {
                    (a, b) if a == b => proof.refl(self.terms[a])?,
                    pair => self.known[&pair],
                };
                proof.checker().step("true_intro", &[equation], &[], None)
            }
        }
    }

    /// Shows `false`, if what was supposed is contradictory.
    pub(crate) fn contradiction(&mut self, proof: &mut Elaborator) -> Outcome<Option<Fact>> {
        let mut values: FxHashMap<Node, Node> = FxHashMap::default();
        for node in 0..self.terms.len() {
            let (term, terms) = (self.terms[node], proof.checker().terms());
            let value = terms.as_int(term).is_some()
                || terms.as_str(term).is_some()
                || terms.as_bool(term).is_some();
            if !value {
                continue;
            }
            if let Some(other) = values.insert(self.find(node), node) {
                let equation = self.explain(proof, other, node)?;
                return proof.absurd(equation).map(Some);
            }
        }
        Ok(None)
    }

    /// Shows `a = b`.
    pub(crate) fn equal(&mut self, proof: &mut Elaborator, a: Term, b: Term) -> Outcome<Fact> {
        let (a, b) = (self.add(proof, a)?, self.add(proof, b)?);
        self.close(proof)?;
        self.explain(proof, a, b)
    }

    /// Shows a formula, or its negation.
    pub(crate) fn literal(
        &mut self,
        proof: &mut Elaborator,
        atom: Term,
        value: bool,
    ) -> Outcome<Fact> {
        let truth = proof.checker().terms().boolean(value)?;
        let equation = self.equal(proof, atom, truth)?;
        let rule = if value { "true_elim" } else { "false_elim" };
        proof.checker().step(rule, &[equation], &[], None)
    }

    /// Shows that two terms differ.
    pub(crate) fn different(&mut self, proof: &mut Elaborator, a: Term, b: Term) -> Outcome<Fact> {
        let equation = proof.checker().terms().app(Known::Eq, &[a, b])?;
        let sides = (self.add(proof, a)?, self.add(proof, b)?);
        let (node, no) = (
            self.add(proof, equation)?,
            proof.checker().terms().boolean(false)?,
        );
        let no = self.add(proof, no)?;
        self.close(proof)?;
        if self.find(node) == self.find(no) {
            return self.literal(proof, equation, false);
        }
        let value = |closure: &Closure, proof: &mut Elaborator, node: Node| {
            let class = closure.find(node);
            let members = (0..closure.terms.len()).filter(|&other| closure.find(other) == class);
            let terms = proof.checker().terms();
            let is_value = |&other: &Node| {
                let term = closure.terms[other];
                terms.as_int(term).is_some() || terms.as_str(term).is_some()
            };
            members.into_iter().find(is_value)
        };
        if let (Some(x), Some(y)) = (value(self, proof, sides.0), value(self, proof, sides.1)) {
            let first = self.explain(proof, sides.0, x)?;
            let second = self.explain(proof, sides.1, y)?;
            let same = proof.cong(equation, &[first, second])?;
            let right = proof.sides(same).map(|(_, right)| right);
            let right = right.ok_or("an equation was expected")?;
            let value = proof.checker().step("evaluate", &[], &[right], None)?;
            let equation = proof.trans(&[same, value])?;
            return proof.checker().step("false_elim", &[equation], &[], None);
        }
        // An equation that is false, with its sides the other way round.
        let mirrored = proof.checker().terms().app(Known::Eq, &[b, a])?;
        let fact = self.literal(proof, mirrored, false)?;
        proof.checker().step("symm", &[fact], &[], None)
    }
}

/// A step of a way, seen from `at`; `flipped` says that the reason is about `next` first, `down` that the way leads from `next` to `at`.
fn edge(
    at: Node,
    next: Node,
    reason: Reason,
    flipped: bool,
    down: bool,
) -> (Node, Node, Reason, bool) {
    match flipped {
        false => (at, next, reason, down),
        true => (next, at, reason, !down),
    }
}

impl Elaborator {
    /// `false`, from an equation between different values.
    pub(crate) fn absurd(&mut self, equation: Fact) -> Outcome<Fact> {
        let formula = (self.checker().formula(equation)).ok_or("a premise was never shown")?;
        let value = self.checker().step("evaluate", &[], &[formula], None)?;
        self.resolve(equation, Some(value))
    }
}
