//! Which assertions have to do with each other: parts that share no symbol can be satisfied one by
//! one (constraint independence; Cadar, Dunbar and Engler, *KLEE*, OSDI 2008, §3.3).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sinew_semantics::{Interpretation, Model};
use sinew_term::{FunId, Op, Term, TermStore, postorder};

/// What the value of a formula depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol {
    /// A declared function or constant.
    Declared(FunId),
    /// What division by zero is.
    Division,
}

/// What a symbol means; division has two meanings, of `div` and of `mod`.
pub(crate) type Meaning = [Option<Interpretation>; 2];

impl Symbol {
    /// What the symbol means in a model.
    pub(crate) fn meaning(self, model: &Model) -> Meaning {
        match self {
            Symbol::Declared(fun) => [model.get(fun).cloned(), None],
            Symbol::Division => [model.div0().cloned(), model.mod0().cloned()],
        }
    }

    /// Lets the symbol mean this; what has no meaning is left to its default.
    pub(crate) fn set(self, model: &mut Model, [meaning, other]: &Meaning) {
        match self {
            Symbol::Declared(fun) => match meaning {
                Some(meaning) => model.set(fun, meaning.clone()),
                None => {
                    let _ = model.remove(fun);
                }
            },
            Symbol::Division => {
                meaning.iter().for_each(|m| model.set_div0(m.clone()));
                other.iter().for_each(|m| model.set_mod0(m.clone()));
            }
        }
    }
}

/// The symbols of assertions, each looked at once.
#[derive(Default)]
pub(crate) struct SymbolIndex(FxHashMap<Term, Arc<[Symbol]>>);

impl SymbolIndex {
    /// The symbols of `term`, without repetition.
    pub(crate) fn of(&mut self, store: &TermStore, term: Term) -> Arc<[Symbol]> {
        let found = self.0.entry(term).or_insert_with(|| {
            let mut symbols: Vec<Symbol> = Vec::new();
            for term in postorder(store, term) {
                let symbol = match store.op(term) {
                    Op::Apply(fun) => Symbol::Declared(fun),
                    Op::Div | Op::Mod => Symbol::Division,
                    _ => continue,
                };
                // A constant occurs once in the order of distinct terms, a function seldom often.
                if !store.args(term).is_empty() && symbols.contains(&symbol) {
                    continue;
                }
                symbols.push(symbol);
            }
            symbols.into()
        });
        Arc::clone(found)
    }

    /// The positions of `terms` in groups that share no symbol. Positions within a group ascend, and
    /// groups are in the order of their first positions.
    pub(crate) fn parts(&mut self, store: &TermStore, terms: &[Term]) -> Vec<Vec<usize>> {
        let mut parent: Vec<usize> = (0..terms.len()).collect();
        let mut owner: FxHashMap<Symbol, usize> = FxHashMap::default();
        for (position, &term) in terms.iter().enumerate() {
            for &symbol in &*self.of(store, term) {
                let other = *owner.entry(symbol).or_insert(position);
                let (a, b) = (root(&mut parent, other), root(&mut parent, position));
                parent[a.max(b)] = a.min(b);
            }
        }
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut number: FxHashMap<usize, usize> = FxHashMap::default();
        for position in 0..terms.len() {
            let part = *number
                .entry(root(&mut parent, position))
                .or_insert_with(|| {
                    parts.push(Vec::new());
                    parts.len() - 1
                });
            parts[part].push(position);
        }
        parts
    }

    /// Forgets all, if that is much.
    pub(crate) fn trim(&mut self, most: usize) {
        if self.0.len() > most {
            self.0.clear();
        }
    }
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::Sort;

    #[test]
    fn parts_share_neither_symbols_nor_division_by_zero() {
        let mut store = TermStore::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::Int));
        let zero = store.int(0);
        let [gx, gy, gz] = [x, y, z].map(|term| store.ge(term, zero));
        let (xz, ground) = (store.ge(x, z), store.ge(zero, zero));
        let mut index = SymbolIndex::default();
        let parts = index.parts(&store, &[gx, gy, gz, ground, xz]);
        assert_eq!(parts, [vec![0, 2, 4], vec![1], vec![3]]);
        let [dx, dy] = [x, y].map(|term| store.mk(Op::Div, &[term, zero]));
        let [dx, dy] = [dx, dy].map(|term| store.ge(term, zero));
        assert_eq!(index.parts(&store, &[dx, dy, gz]), [vec![0, 1], vec![2]]);
    }
}
