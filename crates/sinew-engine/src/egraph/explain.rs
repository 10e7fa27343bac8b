//! Explanations: which true literals make two nodes equal.
//!
//! The path between the nodes in the proof forest is unique, so an explanation given later is the
//! one that held when the nodes met: merges in between only add edges elsewhere. Congruence edges
//! send the search on to the arguments. Each edge is followed once per explanation, so the cost is
//! linear in the size of the forest and the result has no repetitions (*minimal-ish*: it is
//! irredundant along each path, not globally minimum).

use sinew_sat::Lit;

use super::{Edge, Egraph, NONE, NodeId};

/// Scratch space for explanations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explainer {
    /// Per node: the last explanation that followed its edge.
    followed: Vec<u32>,
    /// Per node: the last search for a common ancestor that passed it.
    passed: Vec<u32>,
    round: u32,
    search: u32,
    open: Vec<(u32, u32)>,
}

impl Egraph {
    /// Appends the literals that make `a` and `b` equal; both must be in one class, or meet in
    /// the conflict. Literals already followed since [`begin_explanation`](Egraph::begin_explanation)
    /// are not repeated.
    pub(crate) fn explain_into(&mut self, a: NodeId, b: NodeId, out: &mut Vec<Lit>) {
        let mut scratch = std::mem::take(&mut self.explainer);
        scratch.passed.resize(self.nodes.len(), 0);
        scratch.followed.resize(self.nodes.len(), 0);
        scratch.open.push((a.0, b.0));
        while let Some((x, y)) = scratch.open.pop() {
            if x == y {
                continue;
            }
            let meet = self.common_ancestor(&mut scratch, x, y);
            self.follow(&mut scratch, x, meet, out);
            self.follow(&mut scratch, y, meet, out);
        }
        self.explainer = scratch;
    }

    /// Starts a new explanation.
    pub(crate) fn begin_explanation(&mut self) {
        self.explainer.round += 1;
    }

    /// The literals that make `a` and `b` equal.
    pub(crate) fn explain(&mut self, a: NodeId, b: NodeId) -> Vec<Lit> {
        let mut lits = Vec::new();
        self.begin_explanation();
        self.explain_into(a, b, &mut lits);
        lits
    }

    fn common_ancestor(&self, scratch: &mut Explainer, x: u32, y: u32) -> u32 {
        scratch.search += 1;
        let mut at = x;
        while at != NONE {
            scratch.passed[at as usize] = scratch.search;
            at = self.nodes[at as usize].proof;
        }
        let mut at = y;
        while scratch.passed[at as usize] != scratch.search {
            at = self.nodes[at as usize].proof;
            assert!(at != NONE, "only equal nodes are explained");
        }
        at
    }

    fn follow(&self, scratch: &mut Explainer, from: u32, to: u32, out: &mut Vec<Lit>) {
        let mut at = from;
        while at != to {
            let parent = self.nodes[at as usize].proof;
            if scratch.followed[at as usize] != scratch.round {
                scratch.followed[at as usize] = scratch.round;
                self.explain_edge(scratch, at, parent, out);
            }
            at = parent;
        }
    }

    fn explain_edge(&self, scratch: &mut Explainer, a: u32, b: u32, out: &mut Vec<Lit>) {
        let args = |n: u32| self.nodes[n as usize].args;
        match self.nodes[a as usize].edge {
            Edge::Literal(lit) => {
                if !out.contains(&lit) {
                    out.push(lit);
                }
            }
            Edge::Congruence { crossed } => {
                let (left, right) = (args(a), args(b));
                for (offset, x) in (left.0..left.1).enumerate() {
                    let offset = if crossed { 1 - offset } else { offset };
                    let y = right.0 + offset as u32;
                    scratch
                        .open
                        .push((self.args[x as usize], self.args[y as usize]));
                }
            }
            // The equality is one end of the edge, a truth value the other.
            Edge::Reflexive => {
                let (start, _) = args(self.equality_of(a, b));
                scratch
                    .open
                    .push((self.args[start as usize], self.args[start as usize + 1]));
            }
            Edge::Distinct => {
                let (start, end) = args(self.equality_of(a, b));
                for at in start..end {
                    let side = self.args[at as usize];
                    let root = self.nodes[side as usize].root;
                    let value = self.nodes[root as usize].value;
                    scratch.open.push((side, value));
                }
            }
        }
    }

    fn equality_of(&self, a: u32, b: u32) -> u32 {
        if self.nodes[a as usize].args.1 > self.nodes[a as usize].args.0 {
            a
        } else {
            b
        }
    }
}
