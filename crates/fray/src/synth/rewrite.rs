//! Replacement of sub-terms, literals included; removal of patterns.

use rustc_hash::FxHashMap;
use sinew_term::{Term, TermMap, TermMarks, TermStore, rebuild_bottom_up};

/// `root` with every occurrence of a key replaced by its value, also under quantifiers. There is
/// no renaming: no key and no value may mention a variable that `root` binds, unless the caller
/// replaces the binder as well.
pub(crate) fn replace_terms(
    store: &mut TermStore,
    root: Term,
    map: &FxHashMap<Term, Term>,
) -> Term {
    let mut replacer = Replacer::<FxHashMap<Term, Term>>::default();
    replacer.begin(store, map.iter().map(|(&from, &to)| (from, to)));
    replacer.apply(store, root)
}

/// What terms become.
pub(super) trait Table: Default {
    fn clear(&mut self);
    fn get(&self, term: Term) -> Option<Term>;
    fn insert(&mut self, term: Term, new: Term);
}

impl Table for FxHashMap<Term, Term> {
    fn clear(&mut self) {
        self.clear();
    }

    fn get(&self, term: Term) -> Option<Term> {
        self.get(&term).copied()
    }

    fn insert(&mut self, term: Term, new: Term) {
        self.insert(term, new);
    }
}

/// A table as large as the store, with which many terms of it are rewritten.
#[derive(Default)]
pub(super) struct Wide {
    places: TermMarks,
    terms: Vec<Term>,
}

impl Table for Wide {
    fn clear(&mut self) {
        self.places.clear();
        self.terms.clear();
    }

    fn get(&self, term: Term) -> Option<Term> {
        self.places
            .get(term)
            .map(|place| self.terms[place as usize])
    }

    fn insert(&mut self, term: Term, new: Term) {
        let place = u32::try_from(self.terms.len()).expect("fewer than 2^32 terms");
        self.places.insert(term, place);
        self.terms.push(new);
    }
}

/// The same for many terms; keeps its memory.
#[derive(Default)]
pub(super) struct Replacer<T: Table = Wide> {
    /// What is known: the replacements themselves, and what has become of other terms.
    cache: T,
    /// The first of the terms that are replaced: what was made before it does not contain any.
    first: usize,
    /// Whether a term without symbols and variables may contain one.
    ground: bool,
    stack: Vec<(Term, bool)>,
    args: Vec<Term>,
}

impl<T: Table> Replacer<T> {
    /// Forgets everything and takes up these replacements.
    pub(super) fn begin(
        &mut self,
        store: &TermStore,
        replacements: impl IntoIterator<Item = (Term, Term)>,
    ) {
        self.cache.clear();
        self.first = usize::MAX;
        self.ground = false;
        for (term, new) in replacements {
            self.first = self.first.min(term.index());
            self.ground |= store.is_ground(term);
            self.cache.insert(term, new);
        }
    }

    /// Whether a term stays as it is, as far as that is seen at once.
    fn is_fixed(&self, store: &TermStore, term: Term) -> bool {
        store.args(term).is_empty()
            || term.index() < self.first
            || !self.ground && store.is_ground(term)
    }

    /// Makes the replacements in `root`.
    pub(super) fn apply(&mut self, store: &mut TermStore, root: Term) -> Term {
        self.stack.push((root, false));
        while let Some((term, ready)) = self.stack.pop() {
            if self.is_fixed(store, term) || self.cache.get(term).is_some() {
                continue;
            }
            if !ready {
                self.stack.push((term, true));
                let args = store.args(term).iter().rev();
                self.stack.extend(args.map(|&arg| (arg, false)));
                continue;
            }
            self.args.clear();
            let args = store.args(term).iter();
            self.args
                .extend(args.map(|&arg| self.cache.get(arg).unwrap_or(arg)));
            let new = if self.args == store.args(term) {
                term
            } else {
                store.mk(store.op(term), &self.args)
            };
            self.cache.insert(term, new);
        }
        self.cache.get(root).unwrap_or(root)
    }
}

/// `term` without the patterns of its quantifiers.
pub(crate) fn without_patterns(store: &mut TermStore, term: Term) -> Term {
    if !store.mentions_quantifiers(term) {
        return term;
    }
    rebuild_bottom_up(store, term, &mut TermMap::new(), |store, term| {
        let op = store.op(term);
        match store.quantifier_parts(term) {
            Some((vars, _, patterns)) if !patterns.is_empty() => {
                let kept = vars.len() + 1;
                let args = store.args(term)[..kept].to_vec();
                store.mk(op, &args)
            }
            _ => term,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::Sort;

    #[test]
    fn both_tables_replace_symbols_literals_and_whole_terms() {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.constant(name, Sort::String));
        let [a, b] = ["a", "b"].map(|text| store.string(text));
        let literals = store.concat(&[a, b]);
        let inner = store.concat(&[x, literals]);
        let whole = store.eq(inner, y);
        let mut wide: Replacer = Replacer::default();
        let with = |store: &mut TermStore, [left, middle, right, other]: [Term; 4]| {
            let literals = store.concat(&[middle, right]);
            let inner = store.concat(&[left, literals]);
            store.eq(inner, other)
        };
        let cases = [
            (vec![(x, b)], with(&mut store, [b, a, b, y])),
            (vec![(a, y), (y, b)], with(&mut store, [x, y, b, b])),
            (vec![(inner, b)], store.eq(b, y)),
            (vec![(whole, whole)], whole),
        ];
        for (map, wanted) in cases {
            wide.begin(&store, map.iter().copied());
            assert_eq!(wide.apply(&mut store, whole), wanted);
            let map = map.into_iter().collect();
            assert_eq!(replace_terms(&mut store, whole, &map), wanted);
        }
        let ground = store.concat(&[literals, a]);
        wide.begin(&store, [(literals, b)]);
        let wanted = store.concat(&[b, a]);
        assert_eq!(
            wide.apply(&mut store, ground),
            wanted,
            "a term without symbols"
        );
    }
}
