//! Directed graphs: what automata and transducers are once their labels are forgotten.

use sinew_base::{Budget, StopReason};

/// A graph on the numbers below its size, as lists of successors one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// `targets[starts[v]..starts[v + 1]]` are the successors of `v`.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph of some edges, in any order.
    pub(crate) fn new(
        size: usize,
        edges: impl Iterator<Item = (u32, u32)> + Clone,
        budget: &Budget,
    ) -> Result<Graph, StopReason> {
        let mut starts = vec![0u32; size + 1];
        for (from, _) in edges.clone() {
            starts[from as usize + 1] += 1;
        }
        for at in 0..size {
            starts[at + 1] += starts[at];
        }
        budget.spend(size as u64 + u64::from(starts[size]))?;
        let mut places = starts.clone();
        let mut targets = vec![0; starts[size] as usize];
        for (from, to) in edges {
            let place = &mut places[from as usize];
            targets[*place as usize] = to;
            *place += 1;
        }
        Ok(Graph { starts, targets })
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn next(&self, at: u32) -> &[u32] {
        let at = at as usize;
        &self.targets[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn edges(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        (0..self.len() as u32).flat_map(|from| self.next(from).iter().map(move |&to| (from, to)))
    }

    /// The same graph with all edges turned.
    pub(crate) fn reversed(&self, budget: &Budget) -> Result<Graph, StopReason> {
        Graph::new(
            self.len(),
            self.edges().map(|(from, to)| (to, from)),
            budget,
        )
    }

    /// What is reached from `starts` in any number of steps.
    pub(crate) fn reach(&self, starts: impl IntoIterator<Item = u32>) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut stack: Vec<u32> = Vec::new();
        for start in starts {
            if !std::mem::replace(&mut seen[start as usize], true) {
                stack.push(start);
            }
        }
        while let Some(at) = stack.pop() {
            for &to in self.next(at) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    stack.push(to);
                }
            }
        }
        seen
    }

    /// Which vertices lie on a way from one of `from` to one of `to`.
    pub(crate) fn between(
        &self,
        from: impl IntoIterator<Item = u32>,
        to: impl IntoIterator<Item = u32>,
        budget: &Budget,
    ) -> Result<Vec<bool>, StopReason> {
        budget.spend((self.len() + self.targets.len()) as u64)?;
        let mut keep = self.reach(from);
        let back = self.reversed(budget)?.reach(to);
        keep.iter_mut()
            .zip(back)
            .for_each(|(kept, useful)| *kept &= useful);
        Ok(keep)
    }

    /// The strongly connected component of each vertex (Tarjan 1972, with an explicit stack) and
    /// how many there are. An edge never leads to a component of a greater number.
    pub(crate) fn components(&self) -> (Vec<u32>, usize) {
        const OPEN: u32 = u32::MAX;
        let size = self.len();
        let mut component = vec![OPEN; size];
        // The order of discovery, from 1; 0 for what is not discovered.
        let (mut index, mut low) = (vec![0u32; size], vec![0u32; size]);
        let (mut clock, mut count) = (0, 0);
        let mut pending: Vec<u32> = Vec::new();
        let mut calls: Vec<(u32, usize)> = Vec::new();
        for root in 0..size as u32 {
            if index[root as usize] != 0 {
                continue;
            }
            calls.push((root, 0));
            while let Some(&mut (at, ref mut edge)) = calls.last_mut() {
                let v = at as usize;
                if *edge == 0 {
                    clock += 1;
                    (index[v], low[v]) = (clock, clock);
                    pending.push(at);
                }
                if let Some(&to) = self.next(at).get(*edge) {
                    *edge += 1;
                    if index[to as usize] == 0 {
                        calls.push((to, 0));
                    } else if component[to as usize] == OPEN {
                        low[v] = low[v].min(index[to as usize]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    low[parent as usize] = low[parent as usize].min(low[v]);
                }
                if low[v] == index[v] {
                    while let Some(member) = pending.pop() {
                        component[member as usize] = count;
                        if member == at {
                            break;
                        }
                    }
                    count += 1;
                }
            }
        }
        (component, count as usize)
    }

    /// Whether some edge of a vertex stays in its component: the vertex lies on a cycle.
    pub(crate) fn on_cycle(&self, component: &[u32]) -> Vec<bool> {
        let stays = |at: u32| {
            let mut targets = self.next(at).iter();
            targets.any(|&to| component[to as usize] == component[at as usize])
        };
        (0..self.len() as u32).map(stays).collect()
    }
}
