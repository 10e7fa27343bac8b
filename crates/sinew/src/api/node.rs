//! Terms that belong to no solver: immutable, shared, and sent between threads like any value.
//!
//! A node knows its sort and nothing of any term store; a solver translates it when it is asserted
//! ([`super::import`]). What cannot be a term (an application with arguments of the wrong sorts, a
//! character beyond U+2FFFF) is a node as well, which carries its error to whoever asserts it: so
//! expressions nest without a `Result` at every step, and nothing panics.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};
use sinew_base::Integer;
use sinew_term::{Op, TermStore};

use super::sort::Sort;

/// Why something is not a term.
///
/// ```
/// use sinew::ast::{Ast, Dynamic, Int};
/// let wrong = Dynamic::builtin("str.len", &[], &[Int::from(3).to_dynamic()]).unwrap_err();
/// assert_eq!(wrong.to_string(), "argument 1 of `str.len` must have sort String, but has sort Int");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// An argument has another sort than the operator or function takes.
    Sort {
        /// What it was given to.
        operator: String,
        /// Which argument, counted from 0.
        index: usize,
        /// The sort it must have.
        expected: String,
        /// The sort it has.
        found: String,
    },
    /// A function was applied to another number of arguments than it has.
    Arity {
        /// The function.
        operator: String,
        /// How many it takes.
        expected: usize,
        /// How many there were.
        found: usize,
    },
    /// A character that SMT-LIB strings do not have: they end at U+2FFFF.
    Character(u32),
    /// There is no operator of this name.
    Operator(String),
    /// A text that is no term or script; the message says where and why.
    Syntax(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sort {
                operator,
                index,
                expected,
                found,
            } => write!(
                f,
                "argument {} of `{operator}` must have sort {expected}, but has sort {found}",
                index + 1
            ),
            Error::Arity {
                operator,
                expected,
                found,
            } => write!(
                f,
                "`{operator}` takes {expected} arguments, but got {found}"
            ),
            Error::Character(code) => {
                write!(
                    f,
                    "U+{code:X} is no character of SMT-LIB strings: they end at U+2FFFF"
                )
            }
            Error::Operator(name) => {
                let names = Op::TABLE.iter().map(|row| row.name);
                match sinew_smtlib::did_you_mean(name, names) {
                    Some(near) => write!(f, "no operator `{name}`; {near}"),
                    None => write!(f, "no operator `{name}`"),
                }
            }
            Error::Syntax(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

/// A function or constant symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol {
    pub(crate) name: Arc<str>,
    pub(crate) params: Arc<[Sort]>,
    pub(crate) result: Sort,
}

/// What a node applies to its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Head {
    /// An operator without a payload of its own.
    Op(Op),
    Int(Integer),
    /// Code points.
    Str(Arc<[u32]>),
    /// `re.^`.
    Power(u32),
    /// `re.loop`.
    Loop(u32, u32),
    /// `divisible`.
    Divisible(u32),
    Symbol(Symbol),
    /// `forall` (true) or `exists` of the arguments but the last, which are constants that it binds.
    Quantifier(bool),
    /// No term, and why.
    Broken(Error),
}

impl Head {
    /// The operator that this is in a store, if it is one.
    pub(crate) fn operator(&self, store: &mut TermStore) -> Option<Op> {
        match *self {
            Head::Op(op) => Some(op),
            Head::Power(times) => Some(Op::RePow(times)),
            Head::Loop(least, most) => Some(Op::ReLoop(least, most)),
            Head::Divisible(divisor) => Some(Op::Divisible(store.int_id(divisor))),
            _ => None,
        }
    }
}

struct Inner {
    head: Head,
    args: Vec<Node>,
    sort: Sort,
    /// Equal nodes have equal ones.
    hash: u64,
}

/// A term; seen outside only as what typed terms wrap.
#[derive(Clone)]
pub struct Node(Arc<Inner>);

impl Node {
    pub(crate) fn new(head: Head, args: Vec<Node>, sort: Sort) -> Node {
        let mut hasher = FxHasher::default();
        head.hash(&mut hasher);
        for arg in &args {
            hasher.write_u64(arg.0.hash);
        }
        let hash = hasher.finish();
        Node(Arc::new(Inner {
            head,
            args,
            sort,
            hash,
        }))
    }

    pub(crate) fn op(op: Op, args: Vec<Node>, sort: Sort) -> Node {
        Node::new(Head::Op(op), args, sort)
    }

    /// An operator that takes any number of arguments: of none it is `unit`, of one that argument.
    pub(crate) fn many(
        op: Op,
        mut args: Vec<Node>,
        sort: Sort,
        unit: impl FnOnce() -> Node,
    ) -> Node {
        match args.len() {
            0 => unit(),
            1 => args.remove(0),
            _ => Node::op(op, args, sort),
        }
    }

    pub(crate) fn symbol(name: &str, sort: Sort) -> Node {
        let symbol = Symbol {
            name: name.into(),
            params: Arc::new([]),
            result: sort.clone(),
        };
        Node::new(Head::Symbol(symbol), Vec::new(), sort)
    }

    pub(crate) fn broken(error: Error, sort: Sort) -> Node {
        Node::new(Head::Broken(error), Vec::new(), sort)
    }

    pub(crate) fn head(&self) -> &Head {
        &self.0.head
    }

    pub(crate) fn args(&self) -> &[Node] {
        &self.0.args
    }

    pub(crate) fn sort(&self) -> &Sort {
        &self.0.sort
    }

    /// Equal addresses are equal nodes, as long as one of them is alive.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

/// Whether they are the same term. Without recursion, and no pair of shared nodes twice.
impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![(self, other)];
        while let Some((left, right)) = stack.pop() {
            let pair = (left.address(), right.address());
            if pair.0 == pair.1 || !seen.insert(pair) {
                continue;
            }
            let (left, right) = (&left.0, &right.0);
            let alike = left.hash == right.hash
                && left.head == right.head
                && left.sort == right.sort
                && left.args.len() == right.args.len();
            if !alike {
                return false;
            }
            stack.extend(left.args.iter().zip(&right.args));
        }
        true
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl Drop for Inner {
    /// Without recursion: a term may be deeper than the stack.
    fn drop(&mut self) {
        let mut stack = std::mem::take(&mut self.args);
        while let Some(Node(inner)) = stack.pop() {
            if let Some(mut inner) = Arc::into_inner(inner) {
                stack.append(&mut inner.args);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deep(leaf: &str) -> Node {
        let mut node = Node::symbol(leaf, Sort::Bool);
        for _ in 0..100_000 {
            node = Node::op(Op::And, vec![node.clone(), node], Sort::Bool);
        }
        node
    }

    #[test]
    fn deep_and_shared_terms_are_compared_by_what_they_are() {
        let (one, same, other) = (deep("x"), deep("x"), deep("y"));
        assert!(one == same && one.0.hash == same.0.hash);
        assert!(one != other);
    }

    #[test]
    fn deep_terms_are_dropped_without_recursion() {
        let mut node = Node::symbol("x", Sort::Bool);
        for _ in 0..1_000_000 {
            node = Node::op(Op::Not, vec![node], Sort::Bool);
        }
        let shared = node.clone();
        drop(node);
        assert_eq!(shared.args().len(), 1);
    }
}
