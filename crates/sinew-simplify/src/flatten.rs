//! Flattening of nested associative operators and of linear sums, before arguments are visited;
//! and chains `a = b = c`, `a ≤ b ≤ c` as the conjunctions that they stand for. No rule sees a
//! chain: relations have two sides.
//!
//! `(str.++ (str.++ a b) c)` becomes `(str.++ a b c)` and `a − (b − c)` becomes `a + −1·b + c` in
//! one sweep over the nest. Shared nests may be exponentially larger when written out, so a nest
//! is flattened only while the total of what was written stays proportional to the store.

use sinew_term::{Integer, Op, Term, TermStore};

use crate::context::RewriterState;

/// Nests this small are always flattened.
const ALWAYS: u64 = 64;

/// The flat form of `term`, if it is a nest.
pub(crate) fn flatten(store: &mut TermStore, core: &mut RewriterState, term: Term) -> Option<Term> {
    if store.op(term).is_chainable() && store.args(term).len() > 2 {
        return Some(links(store, term));
    }
    let family = family(store.op(term))?;
    let nested = store.args(term).iter().any(|&arg| family.opens(store, arg));
    let rewrites_itself = matches!(store.op(term), Op::Sub | Op::Neg);
    if !nested && !rewrites_itself {
        return None;
    }
    let leaves = flat_size(store, core, family, term);
    let allowed = 4 * store.term_count() as u64 + 100_000;
    if leaves > ALWAYS {
        if core.flat_spent.saturating_add(leaves) > allowed {
            return rewrites_itself.then(|| one_level(store, term));
        }
        core.flat_spent += leaves;
    }
    Some(match family {
        Family::Assoc(op) => write_out(store, op, term),
        Family::Sum => write_sum(store, term),
    })
}

/// `a = b ∧ b = c` of the chain `a = b = c`.
fn links(store: &mut TermStore, chain: Term) -> Term {
    let op = store.op(chain);
    let args = store.args(chain).to_vec();
    let links: Vec<Term> = args.windows(2).map(|pair| store.mk(op, pair)).collect();
    store.and(&links)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Assoc(Op),
    Sum,
}

fn family(op: Op) -> Option<Family> {
    match op {
        Op::Concat | Op::And | Op::Or | Op::ReConcat | Op::ReUnion | Op::ReInter => {
            Some(Family::Assoc(op))
        }
        Op::Add | Op::Sub | Op::Neg => Some(Family::Sum),
        _ => None,
    }
}

impl Family {
    /// Whether a part of this shape is opened into the nest around it.
    fn opens(self, store: &TermStore, part: Term) -> bool {
        match self {
            Family::Assoc(op) => store.op(part) == op,
            Family::Sum => matches!(store.op(part), Op::Add | Op::Sub | Op::Neg),
        }
    }
}

/// The number of leaves of the nest, saturating; computed bottom-up and kept.
fn flat_size(store: &TermStore, core: &mut RewriterState, family: Family, root: Term) -> u64 {
    let mut stack = vec![(root, false)];
    while let Some((term, ready)) = stack.pop() {
        if core.flat_sizes.contains(term) {
            continue;
        }
        if ready {
            let mut total = 0u64;
            for &arg in store.args(term) {
                let leaves = if family.opens(store, arg) {
                    core.flat_sizes.get(arg).copied().unwrap_or(1)
                } else {
                    1
                };
                total = total.saturating_add(leaves);
            }
            core.flat_sizes.insert(term, total);
            continue;
        }
        stack.push((term, true));
        stack.extend(
            store
                .args(term)
                .iter()
                .filter(|&&arg| family.opens(store, arg))
                .map(|&arg| (arg, false)),
        );
    }
    core.flat_sizes.get(root).copied().unwrap_or(1)
}

fn write_out(store: &mut TermStore, op: Op, root: Term) -> Term {
    let mut leaves = Vec::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if store.op(term) == op {
            stack.extend(store.args(term).iter().rev());
        } else {
            leaves.push(term);
        }
    }
    store.joined(op, &leaves)
}

/// A flat sum in which subtraction and negation are multiplication by −1.
fn write_sum(store: &mut TermStore, root: Term) -> Term {
    let mut leaves: Vec<(Term, bool)> = Vec::new();
    let mut stack = vec![(root, false)];
    while let Some((term, negative)) = stack.pop() {
        let args = store.args(term);
        match store.op(term) {
            Op::Add => stack.extend(args.iter().rev().map(|&arg| (arg, negative))),
            Op::Neg => stack.push((args[0], !negative)),
            Op::Sub => {
                stack.extend(args[1..].iter().rev().map(|&arg| (arg, !negative)));
                stack.push((args[0], negative));
            }
            _ => leaves.push((term, negative)),
        }
    }
    signed_sum(store, &leaves)
}

/// A sum of terms, some of them negative.
fn signed_sum(store: &mut TermStore, leaves: &[(Term, bool)]) -> Term {
    let minus_one = store.int(Integer::MINUS_ONE);
    let signed = |&(term, negative): &(Term, bool)| match negative {
        true => store.mul(&[minus_one, term]),
        false => term,
    };
    let parts: Vec<Term> = leaves.iter().map(signed).collect();
    store.sum(&parts)
}

/// Subtraction and negation as a sum of their own arguments only.
fn one_level(store: &mut TermStore, term: Term) -> Term {
    let negated = usize::from(store.op(term) == Op::Sub);
    let args = store.args(term).iter().enumerate();
    let signed: Vec<(Term, bool)> = args.map(|(i, &arg)| (arg, i >= negated)).collect();
    signed_sum(store, &signed)
}
