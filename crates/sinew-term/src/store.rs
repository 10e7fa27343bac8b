//! The term store: hash-consed nodes.
//!
//! Nodes live in one vector and their arguments in another, so a term is an index and walking is
//! a scan over flat memory. A store only grows; dropping it frees everything at once. Clone it to
//! give a thread its own copy: handles mean the same in the copy.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::Integer;
use crate::op::Op;
use crate::sort::Sort;
use crate::sort_check::SortError;
use crate::symbols::{FunDecl, Interner, SymbolId};

/// A term of some [`TermStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

impl Term {
    /// Position in the store; arguments have smaller indices than the terms they are in.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    flags: u8,
    first_arg: u32,
    arg_count: u32,
}

/// A bound variable, free or not, occurs in the term.
const MENTIONS_VAR: u8 = 1;
/// A declared function or constant occurs in the term.
const MENTIONS_SYMBOL: u8 = 2;
/// A quantifier occurs in the term.
const MENTIONS_BINDER: u8 = 4;

pub(crate) fn index_u32(index: usize) -> u32 {
    u32::try_from(index).expect("a term store holds at most 2^32 items")
}

/// Owner of terms; see the [crate documentation](crate).
#[derive(Clone)]
pub struct TermStore {
    nodes: Vec<Node>,
    args: Vec<Term>,
    table: HashTable<Term>,
    pub(crate) integers: Interner<Integer>,
    pub(crate) strings: Interner<Box<[u32]>>,
    pub(crate) symbols: Interner<Box<str>>,
    pub(crate) functions: Interner<FunDecl>,
    pub(crate) variables: Interner<(SymbolId, Sort)>,
    pub(crate) sorts: Interner<(SymbolId, Box<[Sort]>)>,
}

impl Default for TermStore {
    fn default() -> Self {
        TermStore::new()
    }
}

impl TermStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> TermStore {
        TermStore {
            nodes: Vec::new(),
            args: Vec::new(),
            table: HashTable::new(),
            integers: Interner::default(),
            strings: Interner::default(),
            symbols: Interner::default(),
            functions: Interner::default(),
            variables: Interner::default(),
            sorts: Interner::default(),
        }
    }

    /// An empty store with room for so many terms.
    #[must_use]
    pub fn with_capacity(terms: usize) -> TermStore {
        TermStore {
            nodes: Vec::with_capacity(terms),
            args: Vec::with_capacity(2 * terms),
            table: HashTable::with_capacity(terms),
            ..TermStore::new()
        }
    }

    /// How many distinct terms there are.
    #[must_use]
    pub fn term_count(&self) -> usize {
        self.nodes.len()
    }

    /// The `index`-th term made.
    ///
    /// # Panics
    /// If there are not that many.
    #[must_use]
    pub fn nth(&self, index: usize) -> Term {
        assert!(index < self.nodes.len(), "no such term");
        Term(index_u32(index))
    }

    /// The operator at the root.
    #[inline]
    #[must_use]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The arguments.
    #[inline]
    #[must_use]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.args[node.first_arg as usize..][..node.arg_count as usize]
    }

    /// The `index`-th argument.
    #[inline]
    #[must_use]
    pub fn arg(&self, term: Term, index: usize) -> Term {
        self.args(term)[index]
    }

    /// The sort.
    #[inline]
    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// Whether the term is a declared symbol without arguments.
    #[must_use]
    pub fn is_symbol(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Apply(_)) && self.args(term).is_empty()
    }

    /// Whether neither declared symbols nor bound variables occur: evaluation alone decides it
    /// (up to division by zero and quantifiers).
    #[must_use]
    pub fn is_ground(&self, term: Term) -> bool {
        self.nodes[term.index()].flags & (MENTIONS_VAR | MENTIONS_SYMBOL) == 0
    }

    /// Whether a bound variable occurs anywhere in the term, be it bound there or free.
    #[must_use]
    pub fn mentions_variables(&self, term: Term) -> bool {
        self.nodes[term.index()].flags & MENTIONS_VAR != 0
    }

    /// Whether a quantifier occurs anywhere in the term.
    #[must_use]
    pub fn mentions_quantifiers(&self, term: Term) -> bool {
        self.nodes[term.index()].flags & MENTIONS_BINDER != 0
    }

    /// Makes a term, checking its sorts.
    pub fn try_mk(&mut self, op: Op, args: &[Term]) -> Result<Term, SortError> {
        let sort = self.result_sort(op, args)?;
        Ok(self.insert(op, args, sort))
    }

    /// Makes a term that is known to be well-sorted.
    ///
    /// # Panics
    /// If it is not; for input from users there is [`try_mk`](TermStore::try_mk).
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        match self.try_mk(op, args) {
            Ok(term) => term,
            Err(error) => panic!("ill-sorted term: {}", error.describe(self)),
        }
    }

    pub(crate) fn insert(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        // Only what a script writes for a number is one: `(- 0)` and `(- (- 1))` are terms like others, so that every term is written in
        // one way.
        if op == Op::Neg
            && let Some(value) = self.int_value(args[0])
            && value.is_positive()
        {
            let negated = -value;
            return self.int(negated);
        }
        let hash = FxBuildHasher.hash_one((op, args));
        if let Some(&found) = self
            .table
            .find(hash, |&t| self.op(t) == op && self.args(t) == args)
        {
            return found;
        }
        let mut flags = match op {
            Op::Var(_) => MENTIONS_VAR,
            Op::Apply(_) => MENTIONS_SYMBOL,
            Op::Forall(_) | Op::Exists(_) => MENTIONS_BINDER,
            _ => 0,
        };
        for arg in args {
            flags |= self.nodes[arg.index()].flags;
        }
        let term = Term(index_u32(self.nodes.len()));
        let first_arg = index_u32(self.args.len());
        self.args.extend_from_slice(args);
        self.nodes.push(Node {
            op,
            sort,
            flags,
            first_arg,
            arg_count: index_u32(args.len()),
        });
        let (nodes, all_args) = (&self.nodes, &self.args);
        self.table.insert_unique(hash, term, |t| {
            let node = &nodes[t.index()];
            let args = &all_args[node.first_arg as usize..][..node.arg_count as usize];
            FxBuildHasher.hash_one((node.op, args))
        });
        term
    }
}
