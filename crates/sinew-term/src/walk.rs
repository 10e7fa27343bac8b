//! Walking terms without recursion, and maps keyed by terms.

use crate::store::{Term, TermStore};

/// A map from terms to values, indexed by the term's position in its store.
#[derive(Clone, Debug)]
pub struct TermMap<T> {
    slots: Vec<Option<T>>,
}

impl<T> Default for TermMap<T> {
    fn default() -> Self {
        TermMap { slots: Vec::new() }
    }
}

impl<T> TermMap<T> {
    /// An empty map.
    #[must_use]
    pub fn new() -> TermMap<T> {
        TermMap::default()
    }

    /// The value of `term`.
    #[inline]
    #[must_use]
    pub fn get(&self, term: Term) -> Option<&T> {
        self.slots.get(term.index()).and_then(Option::as_ref)
    }

    /// The value of `term`, to change it.
    pub fn get_mut(&mut self, term: Term) -> Option<&mut T> {
        self.slots.get_mut(term.index()).and_then(Option::as_mut)
    }

    /// Whether `term` has a value.
    #[must_use]
    pub fn contains(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    /// Sets the value of `term`; returns the one it had.
    pub fn insert(&mut self, term: Term, value: T) -> Option<T> {
        let index = term.index();
        if index >= self.slots.len() {
            self.slots.resize_with(index + 1, || None);
        }
        self.slots[index].replace(value)
    }

    /// Removes and returns the value of `term`.
    pub fn remove(&mut self, term: Term) -> Option<T> {
        self.slots.get_mut(term.index()).and_then(Option::take)
    }

    /// The entries, in the order in which the terms were made.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &T)> {
        (0u32..)
            .zip(&self.slots)
            .filter_map(|(index, slot)| Some((Term(index), slot.as_ref()?)))
    }
}

/// A set of terms.
#[derive(Clone, Debug, Default)]
pub struct TermSet {
    words: Vec<u64>,
}

impl TermSet {
    /// An empty set.
    #[must_use]
    pub fn new() -> TermSet {
        TermSet::default()
    }

    /// Adds `term`; whether it was new.
    pub fn insert(&mut self, term: Term) -> bool {
        let (word, bit) = (term.index() / 64, 1u64 << (term.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Whether `term` is in the set.
    #[must_use]
    pub fn contains(&self, term: Term) -> bool {
        self.words
            .get(term.index() / 64)
            .is_some_and(|word| word & (1 << (term.index() % 64)) != 0)
    }
}

/// The distinct subterms of `root`, arguments before the terms they are in; `root` comes last.
#[must_use]
pub fn postorder(store: &TermStore, root: Term) -> Vec<Term> {
    postorder_all(store, &[root])
}

/// The distinct subterms of all `roots`, arguments before the terms they are in.
#[must_use]
pub fn postorder_all(store: &TermStore, roots: &[Term]) -> Vec<Term> {
    let mut done = TermSet::new();
    let mut order = Vec::new();
    // (term, how many of its arguments were looked at)
    let mut stack: Vec<(Term, usize)> = Vec::new();
    for &root in roots {
        if !done.contains(root) {
            stack.push((root, 0));
        }
        while let Some((term, next)) = stack.pop() {
            if next == 0 && done.contains(term) {
                continue;
            }
            let args = store.args(term);
            match args[next..].iter().position(|&arg| !done.contains(arg)) {
                Some(offset) => {
                    stack.push((term, next + offset + 1));
                    stack.push((args[next + offset], 0));
                }
                None => {
                    if done.insert(term) {
                        order.push(term);
                    }
                }
            }
        }
    }
    order
}

/// Rebuilds `root` from its leaves up: each distinct subterm, with its arguments already rebuilt,
/// is handed to `rule`, which returns what shall stand in its place. `cache` may be kept between
/// calls as long as `rule` means the same.
pub fn rebuild_bottom_up(
    store: &mut TermStore,
    root: Term,
    cache: &mut TermMap<Term>,
    mut rule: impl FnMut(&mut TermStore, Term) -> Term,
) -> Term {
    let mut stack = vec![(root, false)];
    let mut new_args = Vec::new();
    while let Some((term, ready)) = stack.pop() {
        if cache.contains(term) {
            continue;
        }
        if !ready {
            stack.push((term, true));
            stack.extend(
                store
                    .args(term)
                    .iter()
                    .filter(|&&arg| !cache.contains(arg))
                    .map(|&arg| (arg, false)),
            );
            continue;
        }
        new_args.clear();
        new_args.extend(
            store
                .args(term)
                .iter()
                .map(|&arg| *cache.get(arg).expect("arguments come first")),
        );
        let rebuilt = if new_args == store.args(term) {
            term
        } else {
            store.mk(store.op(term), &new_args)
        };
        let result = rule(store, rebuilt);
        cache.insert(term, result);
    }
    *cache.get(root).expect("the root was rebuilt")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn a_million_deep_term_is_built_walked_and_rebuilt() {
        let mut store = TermStore::new();
        let mut term = store.constant("p", Sort::Bool);
        for _ in 0..1_000_000 {
            term = store.not(term);
        }
        assert_eq!(postorder(&store, term).len(), 1_000_001);
        let q = store.constant("q", Sort::Bool);
        let p = store.constant("p", Sort::Bool);
        let rebuilt = rebuild_bottom_up(&mut store, term, &mut TermMap::new(), |_, t| {
            if t == p { q } else { t }
        });
        let order = postorder(&store, rebuilt);
        assert_eq!(order.len(), 1_000_001);
        assert_eq!(order[0], q);
    }

    #[test]
    fn postorder_visits_shared_terms_once_and_arguments_first() {
        let mut store = TermStore::new();
        let x = store.constant("x", Sort::Int);
        let mut term = x;
        for _ in 0..64 {
            term = store.add(&[term, term]);
        }
        let order = postorder(&store, term);
        assert_eq!(order.len(), 65, "2^64 occurrences, 65 terms");
        for (position, &t) in order.iter().enumerate() {
            for arg in store.args(t) {
                assert!(order[..position].contains(arg));
            }
        }
    }
}
