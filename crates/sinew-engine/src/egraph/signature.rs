//! The signature table: applications by symbol and classes of their arguments.
//!
//! A node in the table represents its signature; a congruent one is merged with it instead of
//! being entered. Equality atoms are commutative, and those that their sides decide are merged
//! with a truth value and not entered at all.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::FxBuildHasher;

use super::{EQ, Edge, Egraph, FALSE, NONE, NodeId, TRUE, Undo};

impl Egraph {
    fn arg_root(&self, at: u32) -> u32 {
        self.nodes[self.args[at as usize] as usize].root
    }

    pub(super) fn signature_hash(&self, n: u32) -> u64 {
        let node = &self.nodes[n as usize];
        let mut hasher = FxBuildHasher.build_hasher();
        node.symbol.hash(&mut hasher);
        let (start, end) = node.args;
        if node.symbol == EQ {
            let (a, b) = (self.arg_root(start), self.arg_root(start + 1));
            (a.min(b), a.max(b)).hash(&mut hasher);
        } else {
            for at in start..end {
                self.arg_root(at).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Whether two applications are congruent now; for equalities also, whether crosswise.
    fn congruent(&self, n: u32, m: u32) -> Option<bool> {
        let (a, b) = (&self.nodes[n as usize], &self.nodes[m as usize]);
        if a.symbol != b.symbol || a.args.1 - a.args.0 != b.args.1 - b.args.0 {
            return None;
        }
        let straight = (a.args.0..a.args.1)
            .zip(b.args.0..b.args.1)
            .all(|(x, y)| self.arg_root(x) == self.arg_root(y));
        if straight {
            return Some(false);
        }
        let crossed = a.symbol == EQ
            && self.arg_root(a.args.0) == self.arg_root(b.args.0 + 1)
            && self.arg_root(a.args.0 + 1) == self.arg_root(b.args.0);
        crossed.then_some(true)
    }

    /// Enters the node under its present signature, or merges it with the one that is there.
    pub(super) fn sign(&mut self, n: u32) {
        if self.nodes[n as usize].symbol == EQ && self.evaluate_equality(n) {
            return;
        }
        let hash = self.signature_hash(n);
        let found = self
            .table
            .find(hash, |&m| self.congruent(n, m).is_some())
            .copied();
        match found {
            Some(m) if m == n => {}
            Some(m) => {
                let crossed = self.congruent(n, m) == Some(true);
                self.pending.push((n, m, Edge::Congruence { crossed }));
            }
            None => {
                self.insert_signature(n, hash);
                self.trail.push(Undo::Sign(n));
            }
        }
    }

    pub(super) fn insert_signature(&mut self, n: u32, hash: u64) {
        let mut table = std::mem::take(&mut self.table);
        table.insert_unique(hash, n, |&m| self.signature_hash(m));
        self.table = table;
        self.nodes[n as usize].in_table = true;
    }

    pub(super) fn remove_signature(&mut self, n: u32) {
        let hash = self.signature_hash(n);
        if let Ok(entry) = self.table.find_entry(hash, |&m| m == n) {
            entry.remove();
        }
        self.nodes[n as usize].in_table = false;
    }

    /// Decides an equality by its sides alone, if they do.
    pub(super) fn evaluate_equality(&mut self, n: u32) -> bool {
        let start = self.nodes[n as usize].args.0;
        let (a, b) = (self.arg_root(start), self.arg_root(start + 1));
        if a == b {
            self.pending.push((n, TRUE.0, Edge::Reflexive));
            return true;
        }
        let (c, d) = (self.nodes[a as usize].value, self.nodes[b as usize].value);
        if c != NONE && d != NONE {
            self.pending.push((n, FALSE.0, Edge::Distinct));
            return true;
        }
        false
    }

    /// Whether two classes are known to be different, and the equality atom that says so if it
    /// is not for their values.
    pub(crate) fn disequal(&self, a: NodeId, b: NodeId) -> Option<Option<NodeId>> {
        if let (Some(c), Some(d)) = (self.value(a), self.value(b)) {
            return (c != d).then_some(None);
        }
        let (ra, rb) = (self.root(a).0, self.root(b).0);
        let mut hasher = FxBuildHasher.build_hasher();
        EQ.hash(&mut hasher);
        (ra.min(rb), ra.max(rb)).hash(&mut hasher);
        let atom = self.table.find(hasher.finish(), |&m| {
            let node = &self.nodes[m as usize];
            if node.symbol != EQ {
                return false;
            }
            let (x, y) = (self.arg_root(node.args.0), self.arg_root(node.args.0 + 1));
            (x, y) == (ra, rb) || (x, y) == (rb, ra)
        })?;
        (self.value(NodeId(*atom)) == Some(FALSE)).then_some(Some(NodeId(*atom)))
    }
}
