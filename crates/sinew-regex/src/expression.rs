//! Expressions for what was put into the store as an automaton.
//!
//! Automaton constructions give regexes with `State` nodes, which is what further regex
//! operations want. Whoever needs plain syntax (to print SMT-LIB, say) eliminates the
//! states one by one, those with the fewest ways through them first.

use crate::nfa::Nfa;
use crate::store::{EPSILON, NONE, Node, Regex, RegexStore};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::collections::BTreeMap;

impl RegexStore {
    /// The same language without `State` nodes. May be much larger.
    pub fn to_expression(&mut self, r: Regex, budget: &Budget) -> Result<Regex, StopReason> {
        let mut done: FxHashMap<Regex, Regex> = FxHashMap::default();
        self.visit_after_operands(r, |store, top| {
            if done.contains_key(&top) {
                return Ok(Vec::new());
            }
            if !store.info(top).explicit {
                done.insert(top, top);
                return Ok(Vec::new());
            }
            let operands = store.operands(top);
            let mut missing = operands.clone();
            missing.retain(|part| !done.contains_key(part));
            if !missing.is_empty() {
                return Ok(missing);
            }
            budget.spend(1)?;
            let plain: Vec<Regex> = operands.iter().map(|part| done[part]).collect();
            let result = match *store.node(top) {
                Node::State { automaton, state } => {
                    let nfa = store.automaton_of(automaton, state).trimmed();
                    store.eliminate(&nfa, budget)?
                }
                _ => store.rebuilt(top, &plain),
            };
            done.insert(top, result);
            Ok(Vec::new())
        })?;
        Ok(done[&r])
    }

    /// State elimination. The edges carry regexes; a state that goes leaves, for each way
    /// in and each way out, an edge in·loop*·out.
    fn eliminate(&mut self, nfa: &Nfa, budget: &Budget) -> Result<Regex, StopReason> {
        let (start, end) = (nfa.len(), nfa.len() + 1);
        let mut out: Vec<BTreeMap<usize, Regex>> = vec![BTreeMap::new(); nfa.len() + 2];
        let mut into: Vec<BTreeMap<usize, Regex>> = vec![BTreeMap::new(); nfa.len() + 2];
        let mut edges: Vec<(usize, usize, Regex)> = Vec::new();
        for state in 0..nfa.len() {
            for (set, to) in nfa.row(state) {
                edges.push((state, *to as usize, self.class(set.clone())));
            }
            if nfa.accepts_at(state) {
                edges.push((state, end, EPSILON));
            }
        }
        edges.extend(nfa.initial().iter().map(|&s| (start, s as usize, EPSILON)));
        for (from, to, label) in edges {
            self.add_label(&mut out, &mut into, (from, to), label);
        }
        let mut left: Vec<usize> = (0..nfa.len()).collect();
        while !left.is_empty() {
            let ways = |state: usize| out[state].len() * into[state].len();
            let best = (0..left.len()).min_by_key(|&at| (ways(left[at]), left[at]));
            let state = left.swap_remove(best.unwrap_or(0));
            let label = out[state].get(&state).copied().unwrap_or(NONE);
            let around = self.star(label);
            let sources = std::mem::take(&mut into[state]);
            let targets = std::mem::take(&mut out[state]);
            budget.spend((sources.len() * targets.len() + left.len()) as u64)?;
            for (&from, &first) in sources.iter().filter(|(from, _)| **from != state) {
                out[from].remove(&state);
                let first = self.concat(first, around);
                for (&to, &last) in targets.iter().filter(|(to, _)| **to != state) {
                    into[to].remove(&state);
                    let label = self.concat(first, last);
                    self.add_label(&mut out, &mut into, (from, to), label);
                }
            }
        }
        Ok(out[start].get(&end).copied().unwrap_or(NONE))
    }

    fn add_label(
        &mut self,
        out: &mut [BTreeMap<usize, Regex>],
        into: &mut [BTreeMap<usize, Regex>],
        (from, to): (usize, usize),
        label: Regex,
    ) {
        let known = out[from].get(&to).copied().unwrap_or(NONE);
        let label = self.union(&[known, label]);
        out[from].insert(to, label);
        into[to].insert(from, label);
    }
}
