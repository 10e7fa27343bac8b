//! Replacement of sub-terms, literals included; removal of patterns.

use rustc_hash::FxHashMap;
use sinew_term::{Term, TermMap, TermStore, rebuild_bottom_up};

/// `root` with every occurrence of a key replaced by its value, also under quantifiers. There is
/// no renaming: no key and no value may mention a variable that `root` binds, unless the caller
/// replaces the binder as well.
pub(crate) fn replace_terms(
    store: &mut TermStore,
    root: Term,
    map: &FxHashMap<Term, Term>,
) -> Term {
    let mut replacer = Replacer::default();
    replacer.begin(map.iter().map(|(&from, &to)| (from, to)));
    replacer.apply(store, root)
}

/// The same for many terms; keeps its memory.
#[derive(Default)]
pub(super) struct Replacer {
    /// What is known: the replacements themselves, and what has become of other terms.
    cache: FxHashMap<Term, Term>,
    stack: Vec<(Term, bool)>,
    args: Vec<Term>,
}

impl Replacer {
    /// Forgets everything and takes up these replacements.
    pub(super) fn begin(&mut self, replacements: impl IntoIterator<Item = (Term, Term)>) {
        self.cache.clear();
        self.cache.extend(replacements);
    }

    /// Makes the replacements in `root`.
    pub(super) fn apply(&mut self, store: &mut TermStore, root: Term) -> Term {
        self.stack.push((root, false));
        while let Some((term, ready)) = self.stack.pop() {
            if store.args(term).is_empty() || self.cache.contains_key(&term) {
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
                .extend(args.map(|arg| *self.cache.get(arg).unwrap_or(arg)));
            let new = if self.args == store.args(term) {
                term
            } else {
                store.mk(store.op(term), &self.args)
            };
            self.cache.insert(term, new);
        }
        *self.cache.get(&root).unwrap_or(&root)
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
