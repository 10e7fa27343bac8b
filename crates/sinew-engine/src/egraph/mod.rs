//! Congruence closure over a backtrackable e-graph.
//!
//! The idea is that of Nieuwenhuis and Oliveras (*Fast congruence closure and extensions*,
//! Information and Computation 2007): classes with a representative, a signature table that finds
//! congruent applications, and a proof forest whose path between two nodes explains their
//! equality. Equalities are nodes themselves, as in Z3: an atom `a = b` is an application of a
//! commutative symbol, merged with `true` when its sides meet and with `false` when they hold
//! different values; two atoms over the same classes are congruent. So the propagation of
//! equalities and disequalities is nothing but propagation of Boolean nodes, and a disequality
//! is an equality in the class of `false`.
//!
//! Departures: nodes may be made at any level and stay. What attaches a node to its arguments is
//! on the trail like a merge; after backtracking the node is attached anew at the level reached,
//! so its level of attachment only ever falls, and each node is re-attached at most once per level.

mod explain;
mod signature;

use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use sinew_sat::Lit;
use sinew_term::{Op, Sort, Term, TermMap};

pub(crate) use explain::Explainer;

/// A node of the e-graph; numbered in the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    /// Position among the nodes.
    #[must_use]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

const NONE: u32 = u32::MAX;
/// The node of `true`.
pub(crate) const TRUE: NodeId = NodeId(0);
/// The node of `false`.
pub(crate) const FALSE: NodeId = NodeId(1);
/// The symbol of equality atoms.
const EQ: u32 = 0;
/// The symbol of nodes without structure.
const LEAF: u32 = 1;

/// Why two nodes were merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// A literal that is true says so.
    Literal(Lit),
    /// Same symbol, equal arguments; for equality atoms perhaps crosswise.
    Congruence { crossed: bool },
    /// The first node is an equality whose sides are equal; the other is `true`.
    Reflexive,
    /// The first node is an equality whose sides equal different values; the other is `false`.
    Distinct,
}

#[derive(Clone, Debug)]
struct Node {
    term: Term,
    symbol: u32,
    sort: Sort,
    args: (u32, u32),
    root: u32,
    /// The next member of the class, in a circle.
    next: u32,
    size: u32,
    /// At a root: applications with an argument in the class.
    parents: Vec<u32>,
    /// At a root: the value in the class (a node), if any.
    value: u32,
    /// Whether the node represents its signature in the table.
    in_table: bool,
    attached: bool,
    /// Towards the root of the proof tree.
    proof: u32,
    edge: Edge,
    /// For a Boolean node, the literal that says it is true.
    lit: Option<Lit>,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    Attach(u32),
    /// The node left the signature table.
    Unsign(u32),
    /// The node entered the signature table.
    Sign(u32),
    /// The first class went into the second, which had so many parents and that value.
    Union {
        from: u32,
        into: u32,
        parents: u32,
        value: u32,
    },
    /// An edge of the proof forest.
    Link(u32, u32),
}

/// Counters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EgraphStatistics {
    pub(crate) merges: u64,
    pub(crate) conflicts: u64,
    pub(crate) propagations: u64,
}

/// What a merge asks of the other theories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The Boolean node now has this value.
    Value(NodeId, bool),
    /// Two integer nodes were merged by congruence: arithmetic does not know it yet.
    Integers(NodeId, NodeId),
}

pub(crate) struct Egraph {
    nodes: Vec<Node>,
    args: Vec<u32>,
    node_of: TermMap<NodeId>,
    symbols: FxHashMap<Op, u32>,
    table: HashTable<u32>,
    trail: Vec<Undo>,
    levels: Vec<usize>,
    pending: Vec<(u32, u32, Edge)>,
    detached: Vec<u32>,
    /// Two values in one class, and the level on which they met.
    conflict: Option<(usize, NodeId, NodeId)>,
    /// With the level on which they happened, which never falls along the vector.
    events: Vec<(usize, Event)>,
    explainer: Explainer,
    pub(crate) statistics: EgraphStatistics,
}

impl Egraph {
    /// An e-graph that knows `true` and `false`.
    pub(crate) fn new(true_: Term, false_: Term) -> Egraph {
        let mut egraph = Egraph {
            nodes: Vec::new(),
            args: Vec::new(),
            node_of: TermMap::new(),
            symbols: FxHashMap::default(),
            table: HashTable::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            pending: Vec::new(),
            detached: Vec::new(),
            conflict: None,
            events: Vec::new(),
            explainer: Explainer::default(),
            statistics: EgraphStatistics::default(),
        };
        for term in [true_, false_] {
            egraph.add(term, None, Sort::Bool, &[], true, None);
        }
        egraph
    }

    pub(crate) fn node(&self, term: Term) -> Option<NodeId> {
        self.node_of.get(term).copied()
    }

    pub(crate) fn term(&self, node: NodeId) -> Term {
        self.nodes[node.index()].term
    }

    pub(crate) fn sort(&self, node: NodeId) -> Sort {
        self.nodes[node.index()].sort
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn root(&self, node: NodeId) -> NodeId {
        NodeId(self.nodes[node.index()].root)
    }

    pub(crate) fn same(&self, a: NodeId, b: NodeId) -> bool {
        self.nodes[a.index()].root == self.nodes[b.index()].root
    }

    pub(crate) fn arguments(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let (start, end) = self.nodes[node.index()].args;
        self.args[start as usize..end as usize]
            .iter()
            .map(|&arg| NodeId(arg))
    }

    pub(crate) fn is_application(&self, node: NodeId) -> bool {
        let (start, end) = self.nodes[node.index()].args;
        start < end && self.nodes[node.index()].symbol != EQ
    }

    pub(crate) fn is_equality(&self, node: NodeId) -> bool {
        self.nodes[node.index()].symbol == EQ
    }

    /// Applications (and equality atoms) with an argument in the node's class.
    pub(crate) fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let root = self.nodes[node.index()].root;
        self.nodes[root as usize].parents.iter().map(|&p| NodeId(p))
    }

    /// The value in the node's class.
    pub(crate) fn value(&self, node: NodeId) -> Option<NodeId> {
        let root = self.nodes[node.index()].root as usize;
        let value = self.nodes[root].value;
        (value != NONE).then_some(NodeId(value))
    }

    pub(crate) fn lit(&self, node: NodeId) -> Option<Lit> {
        self.nodes[node.index()].lit
    }

    /// The members of the node's class, the node first.
    pub(crate) fn class(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut at = Some(node.0);
        std::iter::from_fn(move || {
            let now = at?;
            let next = self.nodes[now as usize].next;
            at = (next != node.0).then_some(next);
            Some(NodeId(now))
        })
    }

    /// All representatives, in the order of creation.
    pub(crate) fn roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len() as u32)
            .filter(|&n| self.nodes[n as usize].root == n)
            .map(NodeId)
    }

    /// Makes a node. `op` is the symbol for congruence, nothing for a leaf.
    pub(crate) fn add(
        &mut self,
        term: Term,
        op: Option<Op>,
        sort: Sort,
        args: &[NodeId],
        is_value: bool,
        lit: Option<Lit>,
    ) -> NodeId {
        let symbol = match op {
            None => LEAF,
            Some(Op::Eq) => EQ,
            Some(op) => {
                let next = self.symbols.len() as u32 + 2;
                *self.symbols.entry(op).or_insert(next)
            }
        };
        let id = self.nodes.len() as u32;
        let start = self.args.len() as u32;
        self.args.extend(args.iter().map(|arg| arg.0));
        self.nodes.push(Node {
            term,
            symbol,
            sort,
            args: (start, self.args.len() as u32),
            root: id,
            next: id,
            size: 1,
            parents: Vec::new(),
            value: if is_value { id } else { NONE },
            in_table: false,
            attached: false,
            proof: NONE,
            edge: Edge::Reflexive,
            lit,
        });
        self.node_of.insert(term, NodeId(id));
        if args.is_empty() {
            self.nodes[id as usize].attached = true;
        } else {
            self.attach(id);
        }
        NodeId(id)
    }

    fn event(&mut self, event: Event) {
        self.events.push((self.levels.len(), event));
    }

    fn attach(&mut self, n: u32) {
        self.nodes[n as usize].attached = true;
        self.trail.push(Undo::Attach(n));
        let (start, end) = self.nodes[n as usize].args;
        for at in start..end {
            let root = self.nodes[self.args[at as usize] as usize].root;
            self.nodes[root as usize].parents.push(n);
        }
        self.sign(n);
    }

    fn undo_attach(&mut self, n: u32) {
        let (start, end) = self.nodes[n as usize].args;
        for at in (start..end).rev() {
            let root = self.nodes[self.args[at as usize] as usize].root;
            let last = self.nodes[root as usize].parents.pop();
            debug_assert_eq!(last, Some(n), "attachments are undone in reverse order");
        }
        self.nodes[n as usize].attached = false;
        self.detached.push(n);
    }

    // Merging.

    /// Merges the classes of two nodes because `lit` is true. Takes effect in
    /// [`close`](Egraph::close).
    pub(crate) fn merge(&mut self, a: NodeId, b: NodeId, lit: Lit) {
        self.pending.push((a.0, b.0, Edge::Literal(lit)));
    }

    /// Performs all merges that wait, and those that follow. False if there is a conflict.
    pub(crate) fn close(&mut self) -> bool {
        let mut at = 0;
        while at < self.pending.len() && self.conflict.is_none() {
            let (a, b, edge) = self.pending[at];
            at += 1;
            self.union(a, b, edge);
        }
        self.pending.clear();
        self.conflict.is_none()
    }

    /// Two different values that are equal in all that was asserted.
    pub(crate) fn conflict(&self) -> Option<(NodeId, NodeId)> {
        self.conflict.map(|(_, a, b)| (a, b))
    }

    fn union(&mut self, a: u32, b: u32, edge: Edge) {
        let (ra, rb) = (self.nodes[a as usize].root, self.nodes[b as usize].root);
        if ra == rb {
            return;
        }
        self.statistics.merges += 1;
        self.link(a, b, edge);
        let (ca, cb) = (self.nodes[ra as usize].value, self.nodes[rb as usize].value);
        if ca != NONE && cb != NONE {
            self.statistics.conflicts += 1;
            self.conflict = Some((self.levels.len(), NodeId(ca), NodeId(cb)));
            return;
        }
        if matches!(edge, Edge::Congruence { .. }) && self.nodes[a as usize].sort == Sort::Int {
            self.event(Event::Integers(NodeId(a), NodeId(b)));
        }
        let (from, into) = if self.nodes[ra as usize].size > self.nodes[rb as usize].size {
            (rb, ra)
        } else {
            (ra, rb)
        };
        if self.nodes[a as usize].sort == Sort::Bool {
            self.propagate_values(ra, ca, cb);
            self.propagate_values(rb, cb, ca);
        }
        self.unite(from, into);
    }

    /// A Boolean class without value meets one that has it.
    fn propagate_values(&mut self, root: u32, own: u32, other: u32) {
        if own != NONE || other == NONE {
            return;
        }
        let mut n = root;
        loop {
            if self.nodes[n as usize].lit.is_some() {
                self.statistics.propagations += 1;
                self.event(Event::Value(NodeId(n), other == TRUE.0));
            }
            n = self.nodes[n as usize].next;
            if n == root {
                break;
            }
        }
    }

    fn unite(&mut self, from: u32, into: u32) {
        let parents = std::mem::take(&mut self.nodes[from as usize].parents);
        for &p in &parents {
            if self.nodes[p as usize].in_table {
                self.remove_signature(p);
                self.trail.push(Undo::Unsign(p));
            }
        }
        let old = self.nodes[into as usize].parents.len() as u32;
        let value = self.nodes[into as usize].value;
        self.trail.push(Undo::Union {
            from,
            into,
            parents: old,
            value,
        });
        self.set_root(from, into);
        self.splice(from, into);
        self.nodes[into as usize].size += self.nodes[from as usize].size;
        let gained = value == NONE && self.nodes[from as usize].value != NONE;
        if gained {
            self.nodes[into as usize].value = self.nodes[from as usize].value;
            // Equalities of the larger class may now have two different values.
            for at in 0..old as usize {
                let p = self.nodes[into as usize].parents[at];
                if self.nodes[p as usize].symbol == EQ {
                    self.evaluate_equality(p);
                }
            }
        }
        self.nodes[into as usize]
            .parents
            .extend_from_slice(&parents);
        for &p in &parents {
            if self.nodes[p as usize].attached && !self.nodes[p as usize].in_table {
                self.sign(p);
            }
        }
        self.nodes[from as usize].parents = parents;
    }

    fn set_root(&mut self, from: u32, root: u32) {
        let mut n = from;
        loop {
            self.nodes[n as usize].root = root;
            n = self.nodes[n as usize].next;
            if n == from {
                break;
            }
        }
    }

    /// Joins two circles, or parts them again.
    fn splice(&mut self, a: u32, b: u32) {
        let next = self.nodes[a as usize].next;
        self.nodes[a as usize].next = self.nodes[b as usize].next;
        self.nodes[b as usize].next = next;
    }

    /// Adds the edge `a — b` to the proof forest, re-rooting the tree of `a` at `a`.
    fn link(&mut self, a: u32, b: u32, edge: Edge) {
        let (mut child, mut parent, mut carried) = (a, b, edge);
        loop {
            let node = &mut self.nodes[child as usize];
            let (next, next_edge) = (node.proof, node.edge);
            node.proof = parent;
            node.edge = carried;
            if next == NONE {
                break;
            }
            (parent, child, carried) = (child, next, next_edge);
        }
        self.trail.push(Undo::Link(a, b));
    }

    // Levels.

    /// Opens a level. What waits is merged first: it belongs to the level below.
    pub(crate) fn push(&mut self) {
        self.close();
        self.levels.push(self.trail.len());
    }

    /// Leaves levels until `level` remain. Nodes made above are attached again.
    pub(crate) fn pop_to(&mut self, level: usize) {
        if level >= self.levels.len() {
            return;
        }
        let mark = self.levels[level];
        self.levels.truncate(level);
        self.conflict = self.conflict.filter(|conflict| conflict.0 <= level);
        self.pending.clear();
        while self.events.last().is_some_and(|event| event.0 > level) {
            self.events.pop();
        }
        while self.trail.len() > mark {
            if let Some(undo) = self.trail.pop() {
                self.undo(undo);
            }
        }
        let mut detached = std::mem::take(&mut self.detached);
        detached.sort_unstable();
        for &n in &detached {
            self.attach(n);
        }
        detached.clear();
        self.detached = detached;
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Attach(n) => self.undo_attach(n),
            Undo::Unsign(n) => {
                let hash = self.signature_hash(n);
                self.insert_signature(n, hash);
            }
            Undo::Sign(n) => self.remove_signature(n),
            Undo::Union {
                from,
                into,
                parents,
                value,
            } => {
                self.splice(from, into);
                self.set_root(from, from);
                self.nodes[into as usize].size -= self.nodes[from as usize].size;
                self.nodes[into as usize].value = value;
                self.nodes[into as usize].parents.truncate(parents as usize);
            }
            Undo::Link(a, b) => {
                // Later links may have turned the edge round.
                let child = if self.nodes[a as usize].proof == b {
                    a
                } else {
                    b
                };
                self.nodes[child as usize].proof = NONE;
            }
        }
    }

    /// What merges have asked of others since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        self.events.drain(..).map(|(_, event)| event).collect()
    }
}

#[cfg(test)]
mod tests;
