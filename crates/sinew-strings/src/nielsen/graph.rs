//! The graph of systems under Nielsen's steps.
//!
//! Paths are solutions, and the cycles on the way are what lengths can be pumped by.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};

use super::family::Family;
use super::system::{Substitution, Symbol, System};

/// The number of a node.
pub type NodeId = u32;

/// Which systems are one node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Names {
    /// Those with the same names. Edges speak of the same variables at both of their ends.
    Kept,
    /// Those that differ in the names of so many variables only. Then the names change from node to
    /// node, and only the paths by which nodes were found can be read.
    Canonical(usize),
}

/// A step to another node.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// What is substituted.
    pub by: Substitution,
    /// The node of the system after it.
    pub to: NodeId,
}

/// Nodes in the order of their distance from the first.
#[derive(Debug, Default)]
pub struct Graph {
    keys: Vec<Rc<[Symbol]>>,
    /// The edges that leave each node.
    pub edges: Vec<Vec<Edge>>,
    /// The node before, and which of its edges leads here, on a shortest path from the first.
    parents: Vec<Option<(NodeId, usize)>>,
    /// For each node the names that its variables have in the node before; none where names are kept.
    names: Vec<Option<Rc<[usize]>>>,
    index: FxHashMap<Rc<[Symbol]>, NodeId>,
    /// The solved system, if it was reached.
    pub solved: Option<NodeId>,
    /// Whether nothing was left out.
    pub complete: bool,
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Nodes to look at.
    pub nodes: usize,
    /// Systems with more symbols are left out.
    pub size: usize,
    /// Whether one solution is all that is asked for.
    pub first_solution: bool,
}

impl Graph {
    /// Explores breadth first.
    pub fn explore(start: System, extent: Extent, budget: &Budget) -> Result<Graph, StopReason> {
        Graph::explore_named(start, extent, Names::Kept, budget)
    }

    pub(super) fn explore_named(
        start: System,
        extent: Extent,
        names: Names,
        budget: &Budget,
    ) -> Result<Graph, StopReason> {
        let mut graph = Graph {
            complete: true,
            ..Graph::default()
        };
        graph.node(start, names, None);
        let mut next = 0;
        while next < graph.keys.len() && !(extent.first_solution && graph.solved.is_some()) {
            if graph.keys.len() > extent.nodes {
                graph.complete = false;
                break;
            }
            let system = System::of_key(&graph.keys[next]);
            budget.spend(1 + system.size() as u64)?;
            let from = next as NodeId;
            next += 1;
            for by in system.cases() {
                let Some(after) = system.apply(by) else {
                    continue;
                };
                if after.size() > extent.size {
                    graph.complete = false;
                    continue;
                }
                let position = graph.edges[from as usize].len();
                let to = graph.node(after, names, Some((from, position)));
                graph.edges[from as usize].push(Edge { by, to });
            }
        }
        graph.complete &= next == graph.keys.len();
        Ok(graph)
    }

    /// The node of a system, which is a new one unless it is known.
    fn node(
        &mut self,
        mut system: System,
        names: Names,
        parent: Option<(NodeId, usize)>,
    ) -> NodeId {
        let names = match names {
            Names::Kept => {
                system.sort();
                None
            }
            Names::Canonical(variables) => Some(system.rename(variables)),
        };
        let key = system.key();
        if let Some(&node) = self.index.get(&key) {
            return node;
        }
        let node = self.keys.len() as NodeId;
        if system.is_solved() {
            self.solved = Some(node);
        }
        self.index.insert(Rc::clone(&key), node);
        self.keys.push(key);
        self.edges.push(Vec::new());
        self.parents.push(parent);
        self.names.push(names);
        node
    }

    /// A shortest path from the first node: the edges on it, each with the node it leaves.
    #[must_use]
    pub fn path_to(&self, node: NodeId) -> Vec<(NodeId, Edge)> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some((before, position)) = self.parents[at as usize] {
            path.push((before, self.edges[before as usize][position]));
            at = before;
        }
        path.reverse();
        path
    }

    /// The solutions along the path by which a solved node was found, in the names of the equations.
    pub(super) fn family_to(&self, solved: NodeId, variables: usize) -> Family {
        let mut family = Family::new(variables);
        for (_, edge) in self.path_to(solved).iter().rev() {
            if let Some(names) = &self.names[edge.to as usize] {
                family.rename(Rc::clone(names));
            }
            family.step(edge.by);
        }
        if let Some(names) = self.names.first().and_then(Option::as_ref) {
            family.rename(Rc::clone(names));
        }
        family
    }

    /// For each node the first edge of a shortest path to `goal`; `None` where there is no path.
    #[must_use]
    pub fn towards(&self, goal: NodeId) -> Vec<Option<Edge>> {
        let mut entering: Vec<Vec<(NodeId, Edge)>> = vec![Vec::new(); self.edges.len()];
        for (from, edges) in (0..).zip(&self.edges) {
            for &edge in edges {
                entering[edge.to as usize].push((from, edge));
            }
        }
        let mut first = vec![None; self.edges.len()];
        let mut queue = VecDeque::from([goal]);
        while let Some(node) = queue.pop_front() {
            for &(from, edge) in &entering[node as usize] {
                if from != goal && first[from as usize].is_none() {
                    first[from as usize] = Some(edge);
                    queue.push_back(from);
                }
            }
        }
        first
    }

    /// A shortest cycle that leaves `node` by `edge`, looking at no more than `limit` nodes, all of
    /// which `useful` admits.
    pub fn cycle(
        &self,
        node: NodeId,
        edge: Edge,
        limit: usize,
        useful: impl Fn(NodeId) -> bool,
    ) -> Option<Vec<Edge>> {
        let mut before: FxHashMap<NodeId, (NodeId, Edge)> = FxHashMap::default();
        let mut queue = VecDeque::from([edge.to]);
        let mut seen = 0;
        if edge.to != node {
            before.insert(edge.to, (node, edge));
            while let Some(at) = queue.pop_front() {
                seen += 1;
                if at == node || seen > limit {
                    break;
                }
                for &step in &self.edges[at as usize] {
                    if useful(step.to) && !before.contains_key(&step.to) {
                        before.insert(step.to, (at, step));
                        queue.push_back(step.to);
                    }
                }
            }
        } else {
            return Some(vec![edge]);
        }
        let mut cycle = Vec::new();
        let mut at = node;
        loop {
            let &(from, step) = before.get(&at)?;
            cycle.push(step);
            at = from;
            if at == node {
                break;
            }
        }
        cycle.reverse();
        Some(cycle)
    }

    /// The system of a node.
    #[must_use]
    pub fn system(&self, node: NodeId) -> System {
        System::of_key(&self.keys[node as usize])
    }

    /// How many nodes there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // the first node is always there
    pub fn len(&self) -> usize {
        self.keys.len()
    }
}
