//! What a store knows by name or value: integers, strings, declared functions, variables, sorts.

use std::fmt::Write as _;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::op::{IntId, Op, StrId};
use crate::sort::{Sort, SortId};
use crate::store::{Term, TermStore, index_u32};
use crate::{Integer, MAX_CHAR};

/// An interned name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(u32);

/// A declared function or constant, identified by its name *and* rank: declaring `f` again with
/// the same rank, in whatever scope, gives the same function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunId(u32);

impl FunId {
    /// Position among the store's functions.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable that quantifiers bind, identified by its name and sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(u32);

/// Name and rank of a declared function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunDecl {
    /// Its name, without bars.
    pub name: SymbolId,
    /// Sorts of the arguments.
    pub params: Box<[Sort]>,
    /// Sort of the result.
    pub result: Sort,
}

/// Interns values of one type, with the identity being their position.
#[derive(Clone)]
pub(crate) struct Interner<T> {
    pub(crate) items: Vec<T>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner {
            items: Vec::new(),
            table: HashTable::new(),
        }
    }
}

impl<T: Hash + Eq> Interner<T> {
    fn intern<Q>(&mut self, key: &Q) -> u32
    where
        Q: Hash + Eq + ToOwned + ?Sized,
        T: std::borrow::Borrow<Q> + From<Q::Owned>,
    {
        let hash = FxBuildHasher.hash_one(key);
        if let Some(&found) = self
            .table
            .find(hash, |&i| self.items[i as usize].borrow() == key)
        {
            return found;
        }
        let id = index_u32(self.items.len());
        self.items.push(T::from(key.to_owned()));
        self.table.insert_unique(hash, id, |&i| {
            FxBuildHasher.hash_one(self.items[i as usize].borrow())
        });
        id
    }
}

impl TermStore {
    // Values.

    /// The integer `value`.
    pub fn int(&mut self, value: impl Into<Integer>) -> Term {
        let id = self.int_id(value);
        self.insert(Op::Int(id), &[], Sort::Int)
    }

    /// Interns `value` for the use in [`Op::Divisible`].
    pub fn int_id(&mut self, value: impl Into<Integer>) -> IntId {
        IntId(self.integers.intern(&value.into()))
    }

    /// The number behind an [`IntId`].
    #[must_use]
    pub fn integer(&self, id: IntId) -> &Integer {
        &self.integers.items[id.0 as usize]
    }

    /// The integer that a value is.
    #[must_use]
    pub fn int_value(&self, term: Term) -> Option<&Integer> {
        match self.op(term) {
            Op::Int(id) => Some(self.integer(id)),
            _ => None,
        }
    }

    /// The string of these code points.
    ///
    /// # Panics
    /// If one of them is above [`MAX_CHAR`].
    pub fn code_points(&mut self, value: &[u32]) -> Term {
        assert!(
            value.iter().all(|&c| c <= MAX_CHAR),
            "characters are at most 0x2FFFF"
        );
        let id = StrId(self.strings.intern(value));
        self.insert(Op::Str(id), &[], Sort::String)
    }

    /// The string of the characters of `text`; those above [`MAX_CHAR`] have no
    /// counterpart in SMT-LIB and become U+FFFD. No escapes are interpreted.
    pub fn string(&mut self, text: &str) -> Term {
        let value: Vec<u32> = text
            .chars()
            .map(u32::from)
            .map(|c| if c > MAX_CHAR { 0xFFFD } else { c })
            .collect();
        self.code_points(&value)
    }

    /// The string that a value is.
    #[must_use]
    pub fn str_value(&self, term: Term) -> Option<&[u32]> {
        match self.op(term) {
            Op::Str(id) => Some(&self.strings.items[id.0 as usize]),
            _ => None,
        }
    }

    // Names, functions, variables, sorts.

    /// Interns a name.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        SymbolId(self.symbols.intern(name))
    }

    /// The name behind a symbol.
    #[must_use]
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols.items[symbol.0 as usize]
    }

    /// The function with this name and rank.
    pub fn declare(&mut self, name: &str, params: &[Sort], result: Sort) -> FunId {
        let name = self.symbol(name);
        FunId(self.functions.intern(&FunDecl {
            name,
            params: params.into(),
            result,
        }))
    }

    /// The number of functions declared so far; they have the numbers below it.
    #[must_use]
    pub fn function_count(&self) -> usize {
        self.functions.items.len()
    }

    /// Name and rank of a function.
    #[must_use]
    pub fn fun(&self, fun: FunId) -> &FunDecl {
        &self.functions.items[fun.0 as usize]
    }

    /// The name of a function.
    #[must_use]
    pub fn fun_name(&self, fun: FunId) -> &str {
        self.symbol_name(self.fun(fun).name)
    }

    /// The declared constant with this name and sort.
    pub fn constant(&mut self, name: &str, sort: Sort) -> Term {
        let fun = self.declare(name, &[], sort);
        self.insert(Op::Apply(fun), &[], sort)
    }

    /// A constant that did not exist before. No symbol of a user contains a bar or an at sign at its
    /// beginning, so with such a prefix none can come to exist later either.
    pub fn fresh_constant(&mut self, prefix: &str, sort: Sort) -> Term {
        let name = format!("{prefix}{}", self.functions.items.len());
        self.constant(&name, sort)
    }

    /// The variable with this name and sort, for use under quantifiers.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = self.symbol(name);
        let id = VarId(self.variables.intern(&(symbol, sort)));
        self.insert(Op::Var(id), &[], sort)
    }

    /// The name of a variable.
    #[must_use]
    pub fn var_name(&self, var: VarId) -> &str {
        self.symbol_name(self.variables.items[var.0 as usize].0)
    }

    /// The sort of a variable.
    #[must_use]
    pub fn var_sort(&self, var: VarId) -> Sort {
        self.variables.items[var.0 as usize].1
    }

    /// The declared sort with this name and these parameters.
    pub fn user_sort(&mut self, name: &str, params: &[Sort]) -> Sort {
        let name = self.symbol(name);
        let key: (SymbolId, Box<[Sort]>) = (name, params.into());
        Sort::User(SortId(self.sorts.intern(&key)))
    }

    /// Name and parameters of a declared sort.
    #[must_use]
    pub fn user_sort_parts(&self, sort: SortId) -> (&str, &[Sort]) {
        let (name, params) = &self.sorts.items[sort.0 as usize];
        (self.symbol_name(*name), params)
    }

    /// The sort's name for messages. (Text that must read back is the printer's business.)
    #[must_use]
    pub fn sort_name(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::Int => "Int".to_owned(),
            Sort::String => "String".to_owned(),
            Sort::RegLan => "RegLan".to_owned(),
            Sort::User(id) => {
                let (name, params) = self.user_sort_parts(id);
                if params.is_empty() {
                    return name.to_owned();
                }
                let mut text = format!("({name}");
                for &param in params {
                    let _ = write!(text, " {}", self.sort_name(param));
                }
                text + ")"
            }
        }
    }

    /// The operator's name for messages.
    #[must_use]
    pub fn op_name(&self, op: Op) -> String {
        match op {
            Op::Apply(fun) => self.fun_name(fun).to_owned(),
            Op::Var(var) => self.var_name(var).to_owned(),
            other => other.name().to_owned(),
        }
    }
}
