//! What extended terms imply beyond their definitions: said once per term, together with Ext-Expand.
//!
//! * `replace_all(s, c, w)` for one character c and a constant w is a word over the other characters
//!   and w.
//! * `indexof(s·t, w, 0)` is `indexof(s, w, 0)` if s contains w.
//! * `indexof(x, z, 0) ≤ indexof(x, y, 0) + indexof(y, z, 0)` if x contains y and y contains z.

use sinew_engine::PluginContext;
use sinew_term::{Op, Term, TermStore};

/// Valid formulas about an extended term, `others` being all of them.
pub(super) fn implied(cx: &mut PluginContext<'_, '_>, term: Term, others: &[Term]) -> Vec<Term> {
    let store = cx.store_mut();
    match store.op(term) {
        Op::ReplaceAll => image(store, term).into_iter().collect(),
        Op::IndexOf if from_start(store, term) => {
            let mut facts: Vec<Term> = in_first_part(store, term).into_iter().collect();
            facts.extend(through(store, term, others));
            facts
        }
        _ => Vec::new(),
    }
}

fn from_start(store: &TermStore, index: Term) -> bool {
    store
        .int_value(store.arg(index, 2))
        .is_some_and(|start| start.is_zero())
}

/// `replace_all(s, c, w) ∈ ((Σ ∖ c) ∪ w)*`
fn image(store: &mut TermStore, term: Term) -> Option<Term> {
    let (pattern, by) = (store.arg(term, 1), store.arg(term, 2));
    if store.str_value(pattern)?.len() != 1 {
        return None;
    }
    store.str_value(by)?;
    let (any, single) = (store.re_allchar(), store.str_to_re(pattern));
    let (others, word) = (store.re_diff(any, single), store.str_to_re(by));
    let pieces = store.re_union(&[others, word]);
    let language = store.re_star(pieces);
    Some(store.in_re(term, language))
}

/// `contains(s, w) ⇒ indexof(s·t, w, 0) = indexof(s, w, 0)`
fn in_first_part(store: &mut TermStore, index: Term) -> Option<Term> {
    let (text, pattern, start) = (
        store.arg(index, 0),
        store.arg(index, 1),
        store.arg(index, 2),
    );
    if store.op(text) != Op::Concat {
        return None;
    }
    let first = store.arg(text, 0);
    let found = store.contains(first, pattern);
    let inside = store.indexof(first, pattern, start);
    let same = store.eq(index, inside);
    Some(store.implies(found, same))
}

/// `contains(x, y) ∧ contains(y, z) ⇒ indexof(x, z, 0) ≤ indexof(x, y, 0) + indexof(y, z, 0)`, for
/// terms that are all there.
fn through(store: &mut TermStore, index: Term, others: &[Term]) -> Vec<Term> {
    let (x, z) = (store.arg(index, 0), store.arg(index, 1));
    let is_index = |store: &TermStore, t: Term| store.op(t) == Op::IndexOf && from_start(store, t);
    let mut facts = Vec::new();
    for &outer in others {
        if outer == index || !is_index(store, outer) || store.arg(outer, 0) != x {
            continue;
        }
        let y = store.arg(outer, 1);
        let inner = others.iter().copied().find(|&inner| {
            is_index(store, inner) && store.arg(inner, 0) == y && store.arg(inner, 1) == z
        });
        let Some(inner) = inner else { continue };
        let (outside, inside) = (store.contains(x, y), store.contains(y, z));
        let both = store.and(&[outside, inside]);
        let sum = store.add(&[outer, inner]);
        let bounded = store.le(index, sum);
        facts.push(store.implies(both, bounded));
    }
    facts
}
