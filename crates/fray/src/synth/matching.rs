//! Matching: whether a term is an instance of a law's side.

use rustc_hash::FxHashMap;
use sinew_term::{Op, Term, TermStore};

/// What the constants of `pattern` stand for if `term` is an instance of it.
pub(super) fn matches(
    store: &TermStore,
    pattern: Term,
    term: Term,
) -> Option<FxHashMap<Term, Term>> {
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    let mut stack = vec![(pattern, term)];
    while let Some((pattern, term)) = stack.pop() {
        if matches!(store.op(pattern), Op::Apply(_)) && store.args(pattern).is_empty() {
            if store.sort(pattern) != store.sort(term)
                || *map.entry(pattern).or_insert(term) != term
            {
                return None;
            }
            continue;
        }
        let (wanted, found) = (store.args(pattern), store.args(term));
        if store.op(pattern) != store.op(term) || wanted.len() != found.len() {
            return None;
        }
        stack.extend(wanted.iter().copied().zip(found.iter().copied()));
    }
    Some(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::Sort;

    #[test]
    fn instances_match_and_others_do_not() {
        let mut store = TermStore::new();
        let [x, y, a] = ["x", "y", "a"].map(|name| store.constant(name, Sort::String));
        let empty = store.string("");
        let pattern = store.replace(x, x, y);
        let (good, bad) = (store.replace(a, a, empty), store.replace(a, empty, a));
        let map = matches(&store, pattern, good).expect("an instance");
        assert_eq!((map[&x], map[&y]), (a, empty));
        assert!(matches(&store, pattern, bad).is_none());
        assert!(matches(&store, pattern, a).is_none());
    }
}
