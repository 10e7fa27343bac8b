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

/// Whether the premise follows from the negated literals by congruence.
pub(crate) fn follows(terms: &Terms, lits: &[i64], premise: Premise) -> Result<bool, String> {
    let negated: Vec<i64> = lits.iter().map(|lit| -lit).collect();
    match premise {
        Premise::Literal(term, value) => {
            let (term, stripped) = terms.strip(term)?;
            let mut closure = Closure::new(terms, lits, &[term])?;
            closure.suppose(term, value == stripped)?;
            closure.is_contradictory()
        }
        Premise::Equal(a, b) => Ok(makes_equal(terms, &negated, &[(a, b)]).is_ok()),
        Premise::Disequal(a, b) => Ok(makes_different(terms, &negated, (a, b)).is_ok()),
    }
}

/// Whether closing the negated literals under congruence leads to a contradiction.
pub(crate) fn check_euf(terms: &Terms, lits: &[i64]) -> Result<(), String> {
    if Closure::new(terms, lits, &[])?.is_contradictory()? {
        Ok(())
    } else {
        Err("congruence closure does not refute the negated clause".to_owned())
    }
}

/// Whether the literals make the terms of each pair equal by congruence alone.
pub(crate) fn makes_equal(
    terms: &Terms,
    lits: &[i64],
    pairs: &[(TermId, TermId)],
) -> Result<(), String> {
    let negated: Vec<i64> = lits.iter().map(|lit| -lit).collect();
    let others: Vec<TermId> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let mut closure = Closure::new(terms, &negated, &others)?;
    if closure.is_contradictory()? {
        return Ok(());
    }
    for (a, b) in pairs {
        let (x, y) = (closure.node[a], closure.node[b]);
        if closure.classes.find(x) != closure.classes.find(y) {
            return Err(format!("congruence closure does not equate {a} and {b}"));
        }
    }
    Ok(())
}

/// Whether the literals make two terms different by congruence alone.
pub(crate) fn makes_different(
    terms: &Terms,
    lits: &[i64],
    (a, b): (TermId, TermId),
) -> Result<(), String> {
    let negated: Vec<i64> = lits.iter().map(|lit| -lit).collect();
    let mut closure = Closure::new(terms, &negated, &[a, b])?;
    closure.classes.join(closure.node[&a], closure.node[&b]);
    if closure.is_contradictory()? {
        Ok(())
    } else {
        Err(format!("congruence closure does not tell {a} from {b}"))
    }
}

/// The subterms of a clause and their classes under its negated literals.
struct Closure<'a> {
    terms: &'a Terms,
    all: Vec<TermId>,
    node: HashMap<TermId, usize>,
    classes: Classes,
}

impl Closure<'_> {
    /// What the negated literals say, over their subterms and those of `others`.
    fn new<'a>(terms: &'a Terms, lits: &[i64], others: &[TermId]) -> Result<Closure<'a>, String> {
        let mut facts: Vec<(TermId, bool)> = Vec::new();
        for &lit in lits {
            for &(term, sign) in terms.terms_of(lit.abs()) {
                // The literal is false.
                facts.push((term, sign != (lit > 0)));
            }
        }
        let roots = facts
            .iter()
            .map(|&(term, _)| term)
            .chain(others.iter().copied());
        let all = subterms(terms, roots)?;
        let node: HashMap<TermId, usize> =
            all.iter().enumerate().map(|(at, &t)| (t, at + 2)).collect();
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
        let mut closure = Closure {
            terms,
            all,
            node,
            classes,
        };
        for &(term, value) in &facts {
            closure.suppose(term, value)?;
        }
        Ok(closure)
    }

    /// Takes the Boolean term, one of those looked at, to have this value.
    fn suppose(&mut self, term: TermId, value: bool) -> Result<(), String> {
        let truth = if value { TRUE } else { FALSE };
        self.classes.join(self.node[&term], truth);
        let def = self.terms.get(term)?;
        if let ("=", true, &[a, b]) = (def.op.as_str(), value, def.args.as_slice()) {
            self.classes.join(self.node[&a], self.node[&b]);
        }
        Ok(())
    }

    /// Closes under congruence until there is a contradiction or nothing follows.
    fn is_contradictory(&mut self) -> Result<bool, String> {
        let Closure {
            terms,
            all,
            node,
            classes,
        } = self;
        while std::mem::take(&mut classes.changed) {
            if contradiction(terms, all, node, classes)? {
                return Ok(true);
            }
            close_once(terms, all, node, classes)?;
        }
        contradiction(terms, all, node, classes)
    }
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
        if let ("not", &[arg]) = (def.op.as_str(), roots.as_slice()) {
            let own = classes.find(node[&term]);
            for (value, opposite) in [(TRUE, FALSE), (FALSE, TRUE)] {
                let (value, opposite) = (classes.find(value), classes.find(opposite));
                if arg == value {
                    classes.join(own, opposite);
                }
                if own == value {
                    classes.join(arg, opposite);
                }
            }
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
