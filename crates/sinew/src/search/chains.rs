//! Whether word equations are chain-free (Abdulla, Atig, Diep, Holík, Janků, *Chain-Free String Constraints*, ATVA 2019): then they can be
//! solved one after the other, and no string is cut at places that depend on cuts of itself.
//!
//! The paper's splitting graph has the occurrences of variables as nodes. From an occurrence p an edge leads to p' if another occurrence
//! of the variable of p' stands on the other side of the equation of p. A chain is a cycle. Whether there is an edge
//! from p depends only on the side of the equation that p is on: so here the sides are the nodes.

use std::collections::BTreeMap;

use sinew_term::{Term, TermStore};

/// Edges from which on nobody counts any more, and there may be a chain: the number is quadratic in the occurrences of a variable.
const MOST_EDGES: usize = 1 << 12;

/// Whether equations with these components on their sides have no chain. What is no word counts as a variable.
pub(super) fn is_chain_free(store: &TermStore, equations: &[[Vec<Term>; 2]]) -> bool {
    // Sides 2i and 2i + 1 are those of one equation.
    let sides: Vec<&Vec<Term>> = equations.iter().flatten().collect();
    let mut places: BTreeMap<Term, Vec<usize>> = BTreeMap::new();
    for (side, parts) in sides.iter().enumerate() {
        for &part in parts.iter().filter(|&&p| store.str_value(p).is_none()) {
            places.entry(part).or_default().push(side);
        }
    }
    let edges: usize = places.values().map(|sides| sides.len() * sides.len()).sum();
    if edges > MOST_EDGES {
        return false;
    }
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); sides.len()];
    let mut incoming = vec![0usize; sides.len()];
    for occurrences in places.values() {
        for (at, &opposite) in occurrences.iter().enumerate() {
            let others = (occurrences.iter().enumerate()).filter(|&(other, _)| other != at);
            for (_, &to) in others {
                next[opposite ^ 1].push(to);
                incoming[to] += 1;
            }
        }
    }
    // A graph without cycles loses all its nodes if those that nothing leads to are taken away again and again.
    let mut free: Vec<usize> = (0..sides.len()).filter(|&s| incoming[s] == 0).collect();
    let mut taken = 0;
    while let Some(side) = free.pop() {
        taken += 1;
        for &to in &next[side] {
            incoming[to] -= 1;
            if incoming[to] == 0 {
                free.push(to);
            }
        }
    }
    taken == sides.len()
}
