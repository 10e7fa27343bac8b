//! Walking terms without recursion, and maps keyed by terms.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::store::{Term, TermStore, index_u32};

/// How far apart the terms of a map or set may lie, on average, for it to be an array. Beyond that
/// terms are hashed, so that a map of a few terms costs what they are, however large the store.
const SPREAD: usize = 32;
/// An array of this size is no cost.
const SMALL: usize = 256;

/// Whether something with `len` entries shall be an array up to `index`.
fn is_dense(index: usize, len: usize) -> bool {
    index < SMALL || index / SPREAD <= len
}

/// A map from terms to values, indexed by the term's position in its store.
#[derive(Clone, Debug)]
pub struct TermMap<T> {
    slots: Vec<Option<T>>,
    /// The values of terms beyond the array.
    far: FxHashMap<u32, T>,
    len: usize,
}

impl<T> Default for TermMap<T> {
    fn default() -> Self {
        TermMap {
            slots: Vec::new(),
            far: FxHashMap::default(),
            len: 0,
        }
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
        match self.slots.get(term.index()) {
            Some(slot) => slot.as_ref(),
            None if self.far.is_empty() => None,
            None => self.far.get(&term.0),
        }
    }

    /// The value of `term`, to change it.
    pub fn get_mut(&mut self, term: Term) -> Option<&mut T> {
        match self.slots.get_mut(term.index()) {
            Some(slot) => slot.as_mut(),
            None => self.far.get_mut(&term.0),
        }
    }

    /// Whether `term` has a value.
    #[must_use]
    pub fn contains(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    /// Sets the value of `term`; returns the one it had.
    pub fn insert(&mut self, term: Term, value: T) -> Option<T> {
        let index = term.index();
        if index >= self.slots.len() && is_dense(index, self.len) {
            self.grow(index + 1);
        }
        let old = match self.slots.get_mut(index) {
            Some(slot) => slot.replace(value),
            None => self.far.insert(term.0, value),
        };
        self.len += usize::from(old.is_none());
        old
    }

    /// Makes the array at least so long, and moves in what belongs there.
    fn grow(&mut self, length: usize) {
        // By half as much again at least, so that the hashed terms are looked at rarely.
        let length = length.max(self.slots.len() + self.slots.len() / 2);
        self.slots.resize_with(length, || None);
        if self.far.is_empty() {
            return;
        }
        let far = std::mem::take(&mut self.far);
        for (index, value) in far {
            match self.slots.get_mut(index as usize) {
                Some(slot) => *slot = Some(value),
                None => {
                    self.far.insert(index, value);
                }
            }
        }
    }

    /// Removes and returns the value of `term`.
    pub fn remove(&mut self, term: Term) -> Option<T> {
        let old = match self.slots.get_mut(term.index()) {
            Some(slot) => slot.take(),
            None => self.far.remove(&term.0),
        };
        self.len -= usize::from(old.is_some());
        old
    }

    /// The entries, in the order in which the terms were made.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &T)> {
        let mut far: Vec<(u32, &T)> = self.far.iter().map(|(&index, v)| (index, v)).collect();
        far.sort_unstable_by_key(|&(index, _)| index);
        (0u32..)
            .zip(&self.slots)
            .filter_map(|(index, slot)| Some((index, slot.as_ref()?)))
            .chain(far)
            .map(|(index, value)| (Term(index), value))
    }
}

/// A set of terms.
#[derive(Clone, Debug, Default)]
pub struct TermSet {
    words: Vec<u64>,
    /// The members beyond the bits.
    far: FxHashSet<u32>,
    len: usize,
}

impl FromIterator<Term> for TermSet {
    fn from_iter<I: IntoIterator<Item = Term>>(terms: I) -> TermSet {
        let mut set = TermSet::new();
        for term in terms {
            set.insert(term);
        }
        set
    }
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
        if word >= self.words.len() && is_dense(word, self.len) {
            self.grow(word + 1);
        }
        let new = match self.words.get_mut(word) {
            Some(bits) => {
                let new = *bits & bit == 0;
                *bits |= bit;
                new
            }
            None => self.far.insert(term.0),
        };
        self.len += usize::from(new);
        new
    }

    fn grow(&mut self, words: usize) {
        let words = words.max(self.words.len() + self.words.len() / 2);
        self.words.resize(words, 0);
        let bits = &mut self.words;
        self.far.retain(|&index| {
            let Some(word) = bits.get_mut(index as usize / 64) else {
                return true;
            };
            *word |= 1 << (index % 64);
            false
        });
    }

    /// Whether `term` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, term: Term) -> bool {
        match self.words.get(term.index() / 64) {
            Some(word) => word & (1 << (term.index() % 64)) != 0,
            None => !self.far.is_empty() && self.far.contains(&term.0),
        }
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
    let mut order = Vec::new();
    walk(
        store,
        roots,
        &mut TermSet::new(),
        &mut order,
        &mut Vec::new(),
    );
    order
}

/// What a walk has been at.
trait Seen {
    fn seen(&self, term: Term) -> bool;
    /// Notes a term with its place in the order; whether it was not there yet.
    fn note(&mut self, term: Term, place: usize) -> bool;
}

impl Seen for TermSet {
    #[inline]
    fn seen(&self, term: Term) -> bool {
        self.contains(term)
    }

    #[inline]
    fn note(&mut self, term: Term, _place: usize) -> bool {
        self.insert(term)
    }
}

impl Seen for TermMarks {
    #[inline]
    fn seen(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    #[inline]
    fn note(&mut self, term: Term, place: usize) -> bool {
        let new = self.get(term).is_none();
        self.insert(term, index_u32(place));
        new
    }
}

/// Appends the distinct subterms of `roots` that were not seen before to `order`.
fn walk(
    store: &TermStore,
    roots: &[Term],
    done: &mut impl Seen,
    order: &mut Vec<Term>,
    // (term, how many of its arguments were looked at)
    stack: &mut Vec<(Term, usize)>,
) {
    for &root in roots {
        if !done.seen(root) {
            stack.push((root, 0));
        }
        while let Some((term, next)) = stack.pop() {
            if next == 0 && done.seen(term) {
                continue;
            }
            let args = store.args(term);
            match args[next..].iter().position(|&arg| !done.seen(arg)) {
                Some(offset) => {
                    stack.push((term, next + offset + 1));
                    stack.push((args[next + offset], 0));
                }
                None => {
                    if done.note(term, order.len()) {
                        order.push(term);
                    }
                }
            }
        }
    }
}

/// A number for some terms; forgets them all at once, and keeps its memory: as much as the last term needs, so it is for
/// stores of which most is looked at, and for many walks.
#[derive(Clone, Debug)]
pub struct TermMarks {
    /// For each term, the round in which it was marked, and its number.
    slots: Vec<(u32, u32)>,
    round: u32,
}

impl Default for TermMarks {
    fn default() -> Self {
        TermMarks {
            slots: Vec::new(),
            round: 1,
        }
    }
}

impl TermMarks {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.slots.clear();
            1
        });
    }

    /// The number of `term`.
    #[inline]
    #[must_use]
    pub fn get(&self, term: Term) -> Option<u32> {
        match self.slots.get(term.index()) {
            Some(&(round, number)) if round == self.round => Some(number),
            _ => None,
        }
    }

    /// Gives `term` a number.
    #[inline]
    pub fn insert(&mut self, term: Term, number: u32) {
        if term.index() >= self.slots.len() {
            // With some room, since the terms of a store are marked as they are made.
            self.slots
                .resize(term.index() + term.index() / 2 + 64, (0, 0));
        }
        self.slots[term.index()] = (self.round, number);
    }
}

/// Walks like [`postorder_all`] and keeps its memory: for many small terms of one store after the other.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    places: TermMarks,
    order: Vec<Term>,
    stack: Vec<(Term, usize)>,
}

impl Walker {
    /// The distinct subterms of all `roots`, arguments before the terms they are in.
    pub fn postorder(&mut self, store: &TermStore, roots: &[Term]) -> &[Term] {
        self.places.clear();
        self.order.clear();
        walk(
            store,
            roots,
            &mut self.places,
            &mut self.order,
            &mut self.stack,
        );
        &self.order
    }

    /// What the last walk came to.
    #[must_use]
    pub fn order(&self) -> &[Term] {
        &self.order
    }

    /// The place of `term` in the order of the last walk.
    #[inline]
    #[must_use]
    pub fn place(&self, term: Term) -> Option<u32> {
        self.places.get(term)
    }
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
    fn maps_and_sets_of_far_terms_are_as_large_as_what_they_hold() {
        // Deterministic, and both near and far, in clusters that fill up.
        let mut state = 1u64;
        let mut next = |bound: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % bound
        };
        let mut map = TermMap::new();
        let mut set = TermSet::new();
        let mut reference = std::collections::BTreeMap::new();
        for round in 0..40_000u64 {
            let cluster = next(5) * next(2) * 1_000_000;
            let index = (cluster + next(1 + round / 2)) as u32;
            let term = Term(index);
            if next(4) == 0 {
                assert_eq!(map.remove(term), reference.remove(&index));
            } else {
                assert_eq!(map.insert(term, round), reference.insert(index, round));
                set.insert(term);
            }
            assert_eq!(map.get(term), reference.get(&index));
        }
        let listed: Vec<(u32, u64)> = map.iter().map(|(term, &v)| (term.0, v)).collect();
        let wanted: Vec<(u32, u64)> = reference.into_iter().collect();
        assert_eq!(listed, wanted, "in the order of the terms");
        assert!(wanted.iter().all(|&(index, _)| set.contains(Term(index))));
        assert!(!set.contains(Term(30_000_000)));

        let mut few = TermMap::new();
        for index in 0..10 {
            few.insert(Term(3_000_000_000 + index), ());
        }
        assert!(few.slots.len() < 1000, "not an array up to the last term");
    }

    #[test]
    fn a_walker_forgets_what_it_was_at_before() {
        let mut store = TermStore::new();
        let (x, y) = (
            store.constant("x", Sort::Int),
            store.constant("y", Sort::Int),
        );
        let (both, twice) = (store.add(&[x, y]), store.add(&[y, y]));
        let deep = store.le(both, twice);
        let mut walker = Walker::default();
        for roots in [&[both, twice][..], &[deep], &[twice, deep], &[y], &[]] {
            let order = walker.postorder(&store, roots).to_vec();
            assert_eq!(order, postorder_all(&store, roots));
            for (place, &term) in order.iter().enumerate() {
                assert_eq!(walker.place(term), Some(index_u32(place)));
            }
            assert_eq!(walker.place(x).is_some(), order.contains(&x));
        }
        let mut marks = TermMarks::default();
        marks.insert(x, 7);
        marks.round = u32::MAX - 1;
        marks.insert(y, 8);
        marks.clear();
        marks.clear();
        assert_eq!(
            [marks.get(x), marks.get(y)],
            [None; 2],
            "also where the rounds begin again"
        );
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
