//! Clauses that equality with uninterpreted functions makes valid.
//!
//! The negated literals are closed under congruence from scratch, over the subterms of the clause
//! and of nothing else: for ground equalities that is complete. The closure is a plain fixpoint
//! with a union-find, on purpose: it shares neither code nor cleverness with an engine's e-graph.

use std::collections::{BTreeMap, HashMap};

use crate::terms::{TermId, Terms};

/// Classes of terms; `true` and `false` are nodes of their own.
struct Classes {
    parent: Vec<usize>,
    changed: bool,
}

const TRUE: usize = 0;
const FALSE: usize = 1;

impl Classes {
    fn find(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[a.max(b)] = a.min(b);
            self.changed = true;
        }
    }
}

/// The subterms of the roots by falling number, without repetition.
fn subterms(terms: &Terms, roots: impl Iterator<Item = TermId>) -> Result<Vec<TermId>, String> {
    let mut seen: BTreeMap<TermId, ()> = BTreeMap::new();
    let mut stack: Vec<TermId> = roots.collect();
    while let Some(term) = stack.pop() {
        if seen.insert(term, ()).is_none() {
            stack.extend(&terms.get(term)?.args);
        }
    }
    Ok(seen.into_keys().collect())
}

/// What an inference of a theory rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Premise {
    /// The Boolean term has this value.
    Literal(TermId, bool),
    /// The terms are equal.
    Equal(TermId, TermId),
    /// The terms differ.
    Disequal(TermId, TermId),
}

/// What holds of Boolean terms when the literals are false.
fn negation(terms: &Terms, lits: &[i64]) -> Vec<(TermId, bool)> {
    let mut facts = Vec::new();
    for &lit in lits {
        for &(term, sign) in terms.terms_of(lit.abs()) {
            facts.push((term, sign != (lit > 0)));
        }
    }
    facts
}

/// Whether closing the negated literals under congruence leads to a contradiction.
pub(crate) fn check_euf(terms: &Terms, lits: &[i64]) -> Result<(), String> {
    match refutes(terms, &negation(terms, lits), &[], None)? {
        true => Ok(()),
        false => Err("congruence closure does not refute the negated clause".to_owned()),
    }
}

/// Whether the premise follows from the negated literals by congruence.
pub(crate) fn follows(terms: &Terms, lits: &[i64], premise: Premise) -> Result<bool, String> {
    let mut facts = negation(terms, lits);
    match premise {
        Premise::Literal(term, value) => {
            let (term, negated) = terms.strip(term)?;
            facts.push((term, value == negated));
            refutes(terms, &facts, &[], None)
        }
        Premise::Equal(a, b) => refutes(terms, &facts, &[], Some((a, b))),
        Premise::Disequal(a, b) => refutes(terms, &facts, &[(a, b)], None),
    }
}

/// Whether the facts and equalities are contradictory by congruence, or make the terms of `goal`
/// equal.
fn refutes(
    terms: &Terms,
    facts: &[(TermId, bool)],
    equalities: &[(TermId, TermId)],
    goal: Option<(TermId, TermId)>,
) -> Result<bool, String> {
    let pairs = equalities.iter().chain(&goal).flat_map(|&(a, b)| [a, b]);
    let all = subterms(terms, facts.iter().map(|&(term, _)| term).chain(pairs))?;
    let node: HashMap<TermId, usize> = all.iter().enumerate().map(|(at, &t)| (t, at + 2)).collect();
    let mut classes = Classes {
        parent: (0..all.len() + 2).collect(),
        changed: true,
    };
    for &term in &all {
        match terms.get(term)?.op.as_str() {
            "true" => classes.join(node[&term], TRUE),
            "false" => classes.join(node[&term], FALSE),
            _ => {}
        }
    }
    for (a, b) in equalities {
        classes.join(node[a], node[b]);
    }
    for &(term, value) in facts {
        classes.join(node[&term], if value { TRUE } else { FALSE });
        let def = terms.get(term)?;
        if let ("=", true, &[a, b]) = (def.op.as_str(), value, def.args.as_slice()) {
            classes.join(node[&a], node[&b]);
        }
    }
    while std::mem::take(&mut classes.changed) {
        if contradiction(terms, &all, &node, &mut classes)? {
            return Ok(true);
        }
        close_once(terms, &all, &node, &mut classes)?;
    }
    let reached = goal.is_some_and(|(a, b)| classes.find(node[&a]) == classes.find(node[&b]));
    Ok(reached || contradiction(terms, &all, &node, &mut classes)?)
}

/// Whether `op` is a literal, different from all other literals of its sort.
fn is_value(op: &str) -> bool {
    op.starts_with("int:") || op.starts_with("str:")
}

fn contradiction(
    terms: &Terms,
    all: &[TermId],
    node: &HashMap<TermId, usize>,
    classes: &mut Classes,
) -> Result<bool, String> {
    if classes.find(TRUE) == classes.find(FALSE) {
        return Ok(true);
    }
    let mut values: HashMap<usize, TermId> = HashMap::new();
    for &term in all {
        if is_value(&terms.get(term)?.op) {
            let class = classes.find(node[&term]);
            if values.insert(class, term).is_some() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn close_once(
    terms: &Terms,
    all: &[TermId],
    node: &HashMap<TermId, usize>,
    classes: &mut Classes,
) -> Result<(), String> {
    let mut values: HashMap<usize, TermId> = HashMap::new();
    for &term in all {
        if is_value(&terms.get(term)?.op) {
            values.insert(classes.find(node[&term]), term);
        }
    }
    let mut signatures: HashMap<(&str, Vec<usize>), usize> = HashMap::new();
    for &term in all {
        let def = terms.get(term)?;
        if def.args.is_empty() {
            continue;
        }
        let mut roots: Vec<usize> = def.args.iter().map(|arg| classes.find(node[arg])).collect();
        if def.op == "=" && roots.len() == 2 {
            if roots[0] == roots[1] {
                classes.join(node[&term], TRUE);
            } else if values.contains_key(&roots[0]) && values.contains_key(&roots[1]) {
                classes.join(node[&term], FALSE);
            }
            roots.sort_unstable();
        }
        match signatures.get(&(def.op.as_str(), roots.clone())) {
            Some(&other) => classes.join(node[&term], other),
            None => {
                signatures.insert((def.op.as_str(), roots), node[&term]);
            }
        }
    }
    Ok(())
}
