//! What symbols and sorts mean at a point of a script, with the scopes of `push` and `pop`.
//!
//! One table holds declared functions, definitions and named terms, another, made by the compiler, the theory's symbols, which
//! mean what they mean there unless the first has them. Changes are logged and undone in reverse order by `pop`.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use sinew_term::{FunId, Op, Sort, Term, TermStore};

use crate::dialect::Dialect;
use crate::levels::Levels;
use crate::theory::{self, Head, Standing};

/// A function given by its parameters and its value: of `define-fun-rec`, or of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The function.
    pub fun: FunId,
    /// Its parameters, variables that are free in the body.
    pub params: Vec<Term>,
    /// Its value.
    pub body: Term,
}

/// A function that is expanded where it is used.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub(crate) name: Box<str>,
    pub(crate) params: Vec<Term>,
    pub(crate) result: Sort,
    pub(crate) body: Term,
}

/// What a symbol means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// A symbol of the theory.
    Theory(Head, Standing),
    /// A declared constant.
    Constant(Term),
    /// A declared function with parameters.
    Fun(FunId),
    /// A name for a term: `define-const`, `define-fun` without parameters, `:named`.
    Alias(Term),
    /// A defined function with parameters.
    Macro(u32),
}

/// What a sort symbol means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortBinding {
    /// From `declare-sort`, with so many parameters.
    Declared(u32),
    /// From `define-sort`: the parameters stand in the sort as the placeholders 0, 1, ….
    Defined(u32, Sort),
}

#[derive(Clone, Debug)]
enum Undo {
    Symbol(Box<str>, Option<Binding>),
    Sort(Box<str>, Option<SortBinding>),
    Recursive(FunId, Option<Arc<Definition>>),
}

#[derive(Clone)]
struct Entry {
    name: Box<str>,
    binding: Binding,
}

/// The meaning of symbols: theory, declarations, definitions and names, in scopes.
///
/// ```
/// use sinew_smtlib::{Environment, parse_script, parse_term};
/// use sinew_term::TermStore;
/// let (mut store, mut env) = (TermStore::new(), Environment::new());
/// parse_script(&mut store, &mut env, "(push) (declare-const x String)").unwrap();
/// assert!(parse_term(&mut store, &env, "(str.len x)").is_ok());
/// parse_script(&mut store, &mut env, "(pop)").unwrap();
/// assert!(parse_term(&mut store, &env, "(str.len x)").is_err());
/// ```
#[derive(Clone)]
pub struct Environment {
    /// All symbols but those of the theory.
    symbols: HashTable<Entry>,
    sorts: FxHashMap<Box<str>, SortBinding>,
    macros: Vec<Arc<Macro>>,
    recursive: FxHashMap<FunId, Arc<Definition>>,
    /// How much of the log belongs to the scopes outside each level.
    levels: Levels,
    log: Vec<Undo>,
    /// String literals are read in this dialect.
    pub dialect: Dialect,
    /// `:global-declarations`: declarations and definitions survive `pop`.
    pub global_declarations: bool,
    /// Names of undeclared abstract values, like `@a0`, are accepted, as models have them.
    pub(crate) abstract_values: bool,
    /// How many terms expanding definitions may still make.
    expansion_left: usize,
}

/// Expansions make at most this many terms, and one more per byte that is read; nested
/// definitions can otherwise double with each.
const MAX_EXPANSION: usize = 1 << 19;

impl Default for Environment {
    fn default() -> Self {
        Environment::new()
    }
}

#[inline]
pub(crate) fn hash_name(name: &str) -> u64 {
    FxBuildHasher.hash_one(name.as_bytes())
}

impl Environment {
    /// The theory symbols and nothing else.
    #[must_use]
    pub fn new() -> Environment {
        Environment {
            symbols: HashTable::new(),
            sorts: FxHashMap::default(),
            macros: Vec::new(),
            recursive: FxHashMap::default(),
            levels: Levels::default(),
            log: Vec::new(),
            dialect: Dialect::Standard,
            global_declarations: false,
            abstract_values: false,
            expansion_left: MAX_EXPANSION,
        }
    }

    /// The meaning of a name whose hash is `hash`.
    #[inline]
    pub(crate) fn lookup_hashed(&self, hash: u64, name: &str) -> Option<Binding> {
        match self.symbols.find(hash, |entry| &*entry.name == name) {
            Some(entry) => Some(entry.binding),
            None => theory::find(name).map(|(head, standing)| Binding::Theory(head, standing)),
        }
    }

    pub(crate) fn lookup(&self, name: &str) -> Option<Binding> {
        self.lookup_hashed(hash_name(name), name)
    }

    /// The declared function or constant with this name.
    #[must_use]
    pub fn declared(&self, store: &TermStore, name: &str) -> Option<FunId> {
        match self.lookup(name)? {
            Binding::Fun(fun) => Some(fun),
            Binding::Constant(term) => match store.op(term) {
                Op::Apply(fun) => Some(fun),
                _ => None,
            },
            _ => None,
        }
    }

    /// Every declared function and constant that is visible, in the order of their identities.
    #[must_use]
    pub fn declarations(&self, store: &TermStore) -> Vec<FunId> {
        let mut found: Vec<FunId> = self
            .symbols
            .iter()
            .filter_map(|entry| match entry.binding {
                Binding::Fun(fun) => Some(fun),
                Binding::Constant(term) => match store.op(term) {
                    Op::Apply(fun) => Some(fun),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found
    }

    /// The definition that `define-fun-rec` gave a function.
    #[must_use]
    pub fn definition(&self, fun: FunId) -> Option<&Definition> {
        self.recursive.get(&fun).map(|definition| &**definition)
    }

    /// All definitions by `define-fun-rec` that are visible, in the order of the functions.
    #[must_use]
    pub fn definitions(&self) -> Vec<&Definition> {
        let mut found: Vec<&Definition> = self.recursive.values().map(|d| &**d).collect();
        found.sort_unstable_by_key(|definition| definition.fun);
        found
    }

    /// How many scopes are open.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.levels.len()
    }

    pub(crate) fn macro_at(&self, index: u32) -> &Arc<Macro> {
        &self.macros[index as usize]
    }

    pub(crate) fn sort_binding(&self, name: &str) -> Option<SortBinding> {
        self.sorts.get(name).copied()
    }

    /// Names of all symbols, in no particular order.
    pub(crate) fn symbol_names(&self) -> impl Iterator<Item = &str> {
        let own = self.symbols.iter().map(|entry| &*entry.name);
        own.chain(theory::symbols().map(|(name, _, _)| name))
    }

    pub(crate) fn symbol_count(&self) -> usize {
        self.symbols.len() + theory::symbols().count()
    }

    /// Names of all declared and defined sorts, in no particular order.
    pub(crate) fn sort_names(&self) -> impl Iterator<Item = &str> {
        self.sorts.keys().map(|name| &**name)
    }

    pub(crate) fn expansion_left(&self) -> usize {
        self.expansion_left
    }

    /// A command of `bytes` bytes made so many terms by expanding definitions.
    pub(crate) fn note_expansion(&mut self, bytes: usize, terms: usize) {
        let left = self.expansion_left.saturating_add(bytes);
        self.expansion_left = left.saturating_sub(terms);
    }

    // Changes.

    fn set(&mut self, name: &str, binding: Option<Binding>) -> Option<Binding> {
        let hash = hash_name(name);
        match self.symbols.find_entry(hash, |entry| &*entry.name == name) {
            Ok(mut found) => {
                let old = found.get().binding;
                match binding {
                    Some(new) => found.get_mut().binding = new,
                    None => drop(found.remove()),
                }
                Some(old)
            }
            Err(_) => {
                if let Some(binding) = binding {
                    let name = name.into();
                    self.symbols
                        .insert_unique(hash, Entry { name, binding }, |entry| {
                            hash_name(&entry.name)
                        });
                }
                None
            }
        }
    }

    fn record(&mut self, undo: Undo) {
        if !self.global_declarations {
            self.log.push(undo);
        }
    }

    pub(crate) fn bind(&mut self, name: &str, binding: Binding) {
        let old = self.set(name, Some(binding));
        self.record(Undo::Symbol(name.into(), old));
    }

    /// Makes a declared function or constant visible.
    pub fn declare(&mut self, store: &mut TermStore, fun: FunId) {
        let decl = store.fun(fun);
        let name = store.symbol_name(decl.name).to_owned();
        let binding = if decl.params.is_empty() {
            Binding::Constant(store.apply(fun, &[]))
        } else {
            Binding::Fun(fun)
        };
        self.bind(&name, binding);
    }

    pub(crate) fn define(&mut self, name: &str, params: Vec<Term>, result: Sort, body: Term) {
        if params.is_empty() {
            self.bind(name, Binding::Alias(body));
            return;
        }
        let index = u32::try_from(self.macros.len()).unwrap_or(u32::MAX);
        self.macros.push(Arc::new(Macro {
            name: name.into(),
            params,
            result,
            body,
        }));
        self.bind(name, Binding::Macro(index));
    }

    pub(crate) fn define_recursive(&mut self, definition: Definition) {
        let fun = definition.fun;
        let old = self.recursive.insert(fun, Arc::new(definition));
        self.record(Undo::Recursive(fun, old));
    }

    pub(crate) fn bind_sort(&mut self, name: &str, binding: SortBinding) {
        let old = self.sorts.insert(name.into(), binding);
        self.record(Undo::Sort(name.into(), old));
    }

    /// Opens `count` scopes.
    pub fn push(&mut self, count: u32) {
        self.levels.push(self.log.len(), count);
    }

    /// Closes `count` scopes; `false`, and nothing done, if there are not so many.
    pub fn pop(&mut self, count: u32) -> bool {
        if let Some(mark) = self.levels.pop(count) {
            self.undo_to(mark);
            return true;
        }
        count == 0
    }

    fn undo_to(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Undo::Symbol(name, old)) => {
                    self.set(&name, old);
                }
                Some(Undo::Sort(name, Some(old))) => {
                    self.sorts.insert(name, old);
                }
                Some(Undo::Sort(name, None)) => {
                    self.sorts.remove(&name);
                }
                Some(Undo::Recursive(fun, Some(old))) => {
                    self.recursive.insert(fun, old);
                }
                Some(Undo::Recursive(fun, None)) => {
                    self.recursive.remove(&fun);
                }
                None => {}
            }
        }
    }

    /// `reset-assertions`: closes all scopes; without `:global-declarations`, forgets all
    /// declarations and definitions as well.
    pub fn reset_assertions(&mut self) {
        self.levels.clear();
        if self.global_declarations {
            self.log.clear();
        } else {
            self.undo_to(0);
        }
    }

    /// `reset`: back to the theory symbols; the dialect stays.
    pub fn reset(&mut self) {
        let dialect = self.dialect;
        *self = Environment::new();
        self.dialect = dialect;
    }
}
