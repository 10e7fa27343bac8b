//! The term store: hash-consing, sort checking, literals, symbols.
//!
//! Nodes live in one vector and their arguments in another, so a term is an index and walking is
//! a scan over flat memory. A store only grows; dropping it frees everything at once. Clone it to
//! give a thread its own copy: handles mean the same in the copy.

use std::fmt::Write as _;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::op::{IntId, Op, Params, StrId};
use crate::sort::{Sort, SortId};
use crate::{Integer, MAX_CHAR};

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

/// Interns values of one type, with the identity being their position.
#[derive(Clone)]
struct Interner<T> {
    items: Vec<T>,
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

/// Why an application is not a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortError {
    /// The operator does not take that many arguments.
    Arity {
        /// The operator.
        op: Op,
        /// The least and, unless unbounded, the greatest number of arguments.
        expected: (usize, Option<usize>),
        /// How many there were.
        found: usize,
    },
    /// An argument has the wrong sort.
    Argument {
        /// The operator.
        op: Op,
        /// Which argument, counted from 0.
        index: usize,
        /// The sort it must have.
        expected: Sort,
        /// The sort it has.
        found: Sort,
        /// Whether `expected` was fixed by an earlier argument, as for `=`, not by the operator.
        like_earlier: bool,
    },
    /// `(_ divisible n)` needs a positive `n`.
    DivisibleByNonPositive,
    /// A quantifier's variable list holds something other than distinct variables.
    Binder,
}

impl SortError {
    /// The message for a person.
    #[must_use]
    pub fn describe(&self, store: &TermStore) -> String {
        match *self {
            SortError::Arity {
                op,
                expected: (min, max),
                found,
            } => {
                let wanted = match max {
                    Some(max) if max == min => min.to_string(),
                    Some(max) => format!("{min} to {max}"),
                    None => format!("at least {min}"),
                };
                let plural = if wanted == "1" || wanted == "at least 1" {
                    ""
                } else {
                    "s"
                };
                format!(
                    "`{}` takes {wanted} argument{plural}, but got {found}",
                    store.op_name(op)
                )
            }
            SortError::Argument {
                op,
                index,
                expected,
                found,
                like_earlier,
            } => {
                let why = if like_earlier {
                    " like the argument before it"
                } else {
                    ""
                };
                format!(
                    "argument {} of `{}` must have sort {}{why}, but has sort {}",
                    index + 1,
                    store.op_name(op),
                    store.sort_name(expected),
                    store.sort_name(found)
                )
            }
            SortError::DivisibleByNonPositive => "`divisible` needs a positive number".to_owned(),
            SortError::Binder => {
                "a quantifier binds distinct variables over a Bool body".to_owned()
            }
        }
    }
}

fn index_u32(index: usize) -> u32 {
    u32::try_from(index).expect("a term store holds at most 2^32 items")
}

/// Owner of terms; see the [crate documentation](crate).
#[derive(Clone)]
pub struct TermStore {
    nodes: Vec<Node>,
    args: Vec<Term>,
    table: HashTable<Term>,
    integers: Interner<Integer>,
    strings: Interner<Box<[u32]>>,
    symbols: Interner<Box<str>>,
    functions: Interner<FunDecl>,
    variables: Interner<(SymbolId, Sort)>,
    sorts: Interner<(SymbolId, Box<[Sort]>)>,
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

    fn insert(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        if op == Op::Neg
            && let Some(value) = self.int_value(args[0])
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

    /// The sort of `op` applied to `args`, or what is wrong with it.
    fn result_sort(&self, op: Op, args: &[Term]) -> Result<Sort, SortError> {
        let info = op.info();
        let arity = |min, max| SortError::Arity {
            op,
            expected: (min, max),
            found: args.len(),
        };
        match info.params {
            Params::Fixed(params) => {
                if args.len() != params.len() {
                    return Err(arity(params.len(), Some(params.len())));
                }
                self.check_args(op, args, params.iter().copied(), false)?;
                if let Op::Divisible(divisor) = op
                    && !self.integers.items[divisor.0 as usize].is_positive()
                {
                    return Err(SortError::DivisibleByNonPositive);
                }
            }
            Params::Many { sort, min } => {
                if args.len() < min {
                    return Err(arity(min, None));
                }
                self.check_args(op, args, std::iter::repeat(sort), false)?;
            }
            Params::Same => {
                if args.len() < 2 {
                    return Err(arity(2, None));
                }
                let first = self.sort(args[0]);
                self.check_args(op, args, std::iter::repeat(first), true)?;
            }
            Params::Branches => {
                let &[condition, then, other] = args else {
                    return Err(arity(3, Some(3)));
                };
                self.check_args(op, &[condition], std::iter::once(Sort::Bool), false)?;
                let sort = self.sort(then);
                if self.sort(other) != sort {
                    let found = self.sort(other);
                    return Err(SortError::Argument {
                        op,
                        index: 2,
                        expected: sort,
                        found,
                        like_earlier: true,
                    });
                }
                return Ok(sort);
            }
            Params::Declared => return self.declared_sort(op, args),
            Params::Binder => self.check_binder(op, args)?,
            Params::Pattern => {}
        }
        Ok(info.result)
    }

    fn check_args(
        &self,
        op: Op,
        args: &[Term],
        expected: impl Iterator<Item = Sort>,
        like_earlier: bool,
    ) -> Result<(), SortError> {
        for (index, (&arg, expected)) in args.iter().zip(expected).enumerate() {
            let found = self.sort(arg);
            if found != expected {
                return Err(SortError::Argument {
                    op,
                    index,
                    expected,
                    found,
                    like_earlier,
                });
            }
        }
        Ok(())
    }

    fn declared_sort(&self, op: Op, args: &[Term]) -> Result<Sort, SortError> {
        match op {
            Op::Apply(fun) => {
                let decl = self.fun(fun);
                let count = decl.params.len();
                if args.len() != count {
                    return Err(SortError::Arity {
                        op,
                        expected: (count, Some(count)),
                        found: args.len(),
                    });
                }
                self.check_args(op, args, decl.params.iter().copied(), false)?;
                Ok(decl.result)
            }
            Op::Var(var) if args.is_empty() => Ok(self.var_sort(var)),
            _ => Err(SortError::Arity {
                op,
                expected: (0, Some(0)),
                found: args.len(),
            }),
        }
    }

    fn check_binder(&self, op: Op, args: &[Term]) -> Result<(), SortError> {
        let (Op::Forall(count) | Op::Exists(count)) = op else {
            return Err(SortError::Binder);
        };
        let count = count as usize;
        if count == 0 || args.len() <= count {
            return Err(SortError::Binder);
        }
        let (vars, rest) = args.split_at(count);
        let all_vars = vars.iter().all(|&var| matches!(self.op(var), Op::Var(_)));
        let distinct = vars
            .iter()
            .enumerate()
            .all(|(i, var)| !vars[..i].contains(var));
        let patterns = rest[1..].iter().all(|&p| self.op(p) == Op::Pattern);
        if all_vars && distinct && patterns && self.sort(rest[0]) == Sort::Bool {
            Ok(())
        } else {
            Err(SortError::Binder)
        }
    }

    // Literals.

    /// The integer literal `value`.
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

    /// The value of an integer literal.
    #[must_use]
    pub fn int_value(&self, term: Term) -> Option<&Integer> {
        match self.op(term) {
            Op::Int(id) => Some(self.integer(id)),
            _ => None,
        }
    }

    /// The string literal with these code points.
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

    /// The string literal with the characters of `text`; those above [`MAX_CHAR`] have no
    /// counterpart in SMT-LIB and become U+FFFD. No escapes are interpreted.
    pub fn string(&mut self, text: &str) -> Term {
        let value: Vec<u32> = text
            .chars()
            .map(u32::from)
            .map(|c| if c > MAX_CHAR { 0xFFFD } else { c })
            .collect();
        self.code_points(&value)
    }

    /// The value of a string literal.
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
