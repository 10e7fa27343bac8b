//! The graph of systems under Nielsen's steps.
//!
//! Every solution of a system is an instance of a path from it to the solved system. So a graph that
//! is complete and does not reach the solved system refutes the equations; for quadratic systems it
//! is finite. Paths are solutions, and the cycles on the way are what lengths can be pumped by.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::collections::VecDeque;

use super::system::{Substitution, Symbol, System};

pub(super) type NodeId = u32;

/// A step to another node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) by: Substitution,
    pub(super) to: NodeId,
}

/// Nodes in the order of their distance from the first.
#[derive(Debug, Default)]
pub(super) struct Graph {
    keys: Vec<Box<[Symbol]>>,
    pub(super) edges: Vec<Vec<Edge>>,
    /// The node before, and which of its edges leads here, on a shortest path from the first.
    parents: Vec<Option<(NodeId, usize)>>,
    index: FxHashMap<Box<[Symbol]>, NodeId>,
    /// The solved system, if it was reached.
    pub(super) solved: Option<NodeId>,
    /// Whether nothing was left out.
    pub(super) complete: bool,
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Nodes to look at.
    pub(super) nodes: usize,
    /// Systems with more symbols are left out.
    pub(super) size: usize,
    /// Whether one solution is all that is asked for.
    pub(super) first_solution: bool,
}

impl Graph {
    /// Explores breadth first.
    pub(super) fn explore(
        start: &System,
        extent: Extent,
        budget: &Budget,
    ) -> Result<Graph, StopReason> {
        let mut graph = Graph {
            complete: true,
            ..Graph::default()
        };
        graph.node(start.key(), None);
        let mut next = 0;
        while next < graph.keys.len() {
            if graph.keys.len() > extent.nodes {
                graph.complete = false;
                break;
            }
            let system = System::of_key(&graph.keys[next]);
            budget.spend(1 + system.size() as u64)?;
            let from = next as NodeId;
            next += 1;
            if system.is_solved() {
                graph.solved = Some(from);
                if extent.first_solution {
                    graph.complete = next == graph.keys.len();
                    break;
                }
                continue;
            }
            for by in system.cases() {
                let Some(after) = system.apply(by) else {
                    continue;
                };
                if after.size() > extent.size {
                    graph.complete = false;
                    continue;
                }
                let position = graph.edges[from as usize].len();
                let to = graph.node(after.key(), Some((from, position)));
                graph.edges[from as usize].push(Edge { by, to });
            }
        }
        Ok(graph)
    }

    fn node(&mut self, key: Box<[Symbol]>, parent: Option<(NodeId, usize)>) -> NodeId {
        if let Some(&node) = self.index.get(&key) {
            return node;
        }
        let node = self.keys.len() as NodeId;
        self.index.insert(key.clone(), node);
        self.keys.push(key);
        self.edges.push(Vec::new());
        self.parents.push(parent);
        node
    }

    /// A shortest path from the first node: the edges on it, each with the node it leaves.
    pub(super) fn path_to(&self, node: NodeId) -> Vec<(NodeId, Edge)> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some((before, position)) = self.parents[at as usize] {
            path.push((before, self.edges[before as usize][position]));
            at = before;
        }
        path.reverse();
        path
    }

    /// For each node the first edge of a shortest path to `goal`; `None` where there is no path.
    pub(super) fn towards(&self, goal: NodeId) -> Vec<Option<Edge>> {
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
    pub(super) fn cycle(
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

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::system::FIRST_VARIABLE;
    use super::*;

    fn explore(left: &str, right: &str) -> Graph {
        let text = |s: &str| -> Vec<Symbol> {
            s.chars()
                .map(|c| match c {
                    'X'..='Z' => FIRST_VARIABLE + (c as u32 - 'X' as u32),
                    c => c as u32,
                })
                .collect()
        };
        let start = System::new([(text(left), text(right))]).unwrap_or_default();
        let extent = Extent {
            nodes: 10_000,
            size: 100,
            first_solution: false,
        };
        Graph::explore(&start, extent, &Budget::unlimited()).expect("the budget is unlimited")
    }

    #[test]
    fn quadratic_equations_are_decided() {
        // Conjugates: aX = Xb has no solution, aX = Xa has.
        let graph = explore("aX", "Xb");
        assert!(graph.complete && graph.solved.is_none());
        let graph = explore("aX", "Xa");
        assert!(graph.complete && graph.solved.is_some());
        let graph = explore("XabY", "YbaX");
        assert!(graph.complete && graph.solved.is_some());
    }

    #[test]
    fn cycles_come_back() {
        let graph = explore("aX", "Xa");
        let edges = graph.edges[0].clone();
        let cycles: Vec<_> = edges
            .iter()
            .filter_map(|&edge| graph.cycle(0, edge, 100, |_| true))
            .collect();
        assert_eq!(cycles.len(), 1);
        assert_eq!(cycles[0].last().map(|edge| edge.to), Some(0));
    }
}
