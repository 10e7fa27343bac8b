//! What extended terms imply beyond their definitions: said once per term, together with Ext-Expand.
//!
//! * `replace_all(s, c, w)` for one character c and a constant w is a word over the other characters
//!   and w.
//! * `indexof(s·t, w, 0)` is `indexof(s, w, 0)` if s contains w.
//! * `i ≤ indexof(s, w, i) ≤ j + n − |w|` if `substr(s, j, n)` contains w and `0 ≤ i ≤ j`, and
//!   `i ≤ indexof(s, w, i) ≤ j + k` if w is found there at k.
//! * `indexof(x, z, 0) ≤ indexof(x, y, 0) + indexof(y, z, 0)` if x contains y and y contains z.

use sinew_engine::PluginContext;
use sinew_term::{Op, Term, TermStore};

/// Valid formulas about an extended term, `others` being all of them.
pub(super) fn implied(cx: &mut PluginContext<'_, '_>, term: Term, others: &[Term]) -> Vec<Term> {
    let store = cx.store_mut();
    let mut facts = Vec::new();
    match store.op(term) {
        Op::ReplaceAll => facts.extend(image(store, term)),
        Op::IndexOf => {
            if from_start(store, term) {
                facts.extend(in_first_part(store, term));
                facts.extend(through(store, term, others));
            }
            for &other in others {
                facts.extend(in_part(store, term, other));
                facts.extend(in_part(store, other, term));
            }
        }
        Op::Contains => {
            let whole = others.iter().copied();
            facts.extend(whole.filter_map(|whole| in_part(store, whole, term)));
        }
        _ => {}
    }
    facts
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

/// What is found in a part of a string is found in the string, no later; `whole` being
/// `indexof(s, w, i)` and `part` saying that `substr(s, j, n)` contains w, or where.
fn in_part(store: &mut TermStore, whole: Term, part: Term) -> Option<Term> {
    if store.op(whole) != Op::IndexOf || !matches!(store.op(part), Op::Contains | Op::IndexOf) {
        return None;
    }
    let &[text, word, start] = store.args(whole) else {
        return None;
    };
    let (inner, same_word) = (store.arg(part, 0), store.arg(part, 1));
    // The empty word would be found behind the end of a part, where the whole may have none.
    let length = store.str_value(word)?.len();
    if word != same_word || length == 0 || store.op(inner) != Op::Substr {
        return None;
    }
    let &[outer, from, count] = store.args(inner) else {
        return None;
    };
    if outer != text {
        return None;
    }
    let (zero, length) = (store.int(0), store.int(length));
    let (found, last) = match store.op(part) {
        Op::Contains => {
            let end = store.add(&[from, count]);
            (part, store.sub(end, length))
        }
        _ => (store.ge(part, zero), store.add(&[from, part])),
    };
    let (valid, before) = (store.ge(start, zero), store.le(start, from));
    let condition = store.and(&[found, valid, before]);
    let (least, most) = (store.le(start, whole), store.le(whole, last));
    let fact = store.and(&[least, most]);
    Some(store.implies(condition, fact))
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
