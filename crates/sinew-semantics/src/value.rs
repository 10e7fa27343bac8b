//! Values: what terms evaluate to.
//!
//! The domains are those of the standard: the two truth values, the integers, the finite
//! sequences of code points 0…0x2FFFF, the regular languages (given by expressions, since that
//! is how they are written down), and for each declared sort a set of numbered elements.

use std::sync::Arc;

use dashu_int::IBig;
use sinew_term::{Integer, MAX_CHAR, Op, Sort, SortId, Term, TermStore};

use crate::regex::Node;

/// A value of some sort.
///
/// Equality is identity of values except for regular languages, where it is that of the
/// expressions: whether two expressions denote one language is for
/// [`Evaluator`](crate::Evaluator) to find out, by evaluating an equality.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(IBig),
    /// A string: code points, each at most [`MAX_CHAR`].
    Str(Vec<u32>),
    /// A regular language.
    Re(Regex),
    /// An element of a declared sort, by its number.
    User(SortId, u64),
}

impl Value {
    /// The sort of the value.
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Str(_) => Sort::String,
            Value::Re(_) => Sort::RegLan,
            Value::User(sort, _) => Sort::User(*sort),
        }
    }

    /// The string with the characters of `text`; those above [`MAX_CHAR`] become U+FFFD.
    #[must_use]
    pub fn string(text: &str) -> Value {
        let valid = |c: char| match u32::from(c) {
            c if c <= MAX_CHAR => c,
            _ => 0xFFFD,
        };
        Value::Str(text.chars().map(valid).collect())
    }

    /// The value that stands for a don't-care of this sort: `false`, 0, `""`, `re.none`, the
    /// first element.
    #[must_use]
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(IBig::ZERO),
            Sort::String => Value::Str(Vec::new()),
            Sort::RegLan => Value::Re(Regex::none()),
            Sort::User(id) => Value::User(id, 0),
        }
    }

    /// The value of a literal: `true`, `false`, an integer, a string.
    #[must_use]
    pub fn of_literal(store: &TermStore, term: Term) -> Option<Value> {
        match store.op(term) {
            Op::True => Some(Value::Bool(true)),
            Op::False => Some(Value::Bool(false)),
            Op::Int(id) => Some(Value::Int(store.integer(id).to_ibig())),
            Op::Str(_) => store.str_value(term).map(|s| Value::Str(s.to_vec())),
            _ => None,
        }
    }

    /// A term that denotes the value: a literal, a ground regular expression, or for the k-th
    /// element of a declared sort `S` the constant `@S!val!k`, which prints as an abstract value of the standard.
    ///
    /// # Panics
    /// If the value is a string with a character above [`MAX_CHAR`].
    pub fn to_term(&self, store: &mut TermStore) -> Term {
        match self {
            Value::Bool(value) => store.bool(*value),
            Value::Int(value) => store.int(Integer::from(value.clone())),
            Value::Str(value) => store.code_points(value),
            Value::Re(regex) => regex.to_term(store),
            Value::User(sort, number) => {
                let name = format!("@{}!val!{number}", store.sort_name(Sort::User(*sort)));
                store.constant(&name, Sort::User(*sort))
            }
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(IBig::from(value))
    }
}

impl From<&Integer> for Value {
    fn from(value: &Integer) -> Value {
        Value::Int(value.to_ibig())
    }
}

/// A regular language, given by an expression without free parts.
///
/// Sub-expressions come before the expressions they are in and the whole comes last, so that
/// deep expressions are copied, compared and dropped without recursion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Regex {
    pub(crate) nodes: Arc<[Node]>,
}

impl Regex {
    /// The empty language.
    #[must_use]
    pub fn none() -> Regex {
        Regex {
            nodes: Arc::new([Node::None]),
        }
    }

    /// How many distinct sub-expressions there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// A ground term that denotes the language.
    pub fn to_term(&self, store: &mut TermStore) -> Term {
        let inner = self.inner_concatenations();
        let mut terms: Vec<Term> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let of = |child: &u32| terms[*child as usize];
            let term = match node {
                Node::None => store.re_none(),
                Node::Empty => {
                    let empty = store.code_points(&[]);
                    store.str_to_re(empty)
                }
                Node::Range(lo, hi) => range_term(store, *lo, *hi),
                // Written out as part of the concatenation it ends.
                Node::Concat(..) if inner[index] => terms[0],
                Node::Concat(..) => self.concatenation(store, &inner, &terms, index),
                Node::Union(parts) => {
                    let parts: Vec<Term> = parts.iter().map(of).collect();
                    store.re_union(&parts)
                }
                Node::Inter(parts) => {
                    let parts: Vec<Term> = parts.iter().map(of).collect();
                    store.re_inter(&parts)
                }
                Node::Comp(part) if self.nodes[*part as usize] == Node::None => store.re_all(),
                Node::Comp(part) => store.re_comp(of(part)),
                Node::Star(part) => store.re_star(of(part)),
                Node::Loop(part, lo, hi) => store.re_loop(*lo, *hi, of(part)),
            };
            terms.push(term);
        }
        terms[self.nodes.len() - 1]
    }

    /// Which nodes are concatenations that occur only as the right part of another one.
    fn inner_concatenations(&self) -> Vec<bool> {
        let mut uses = vec![0u32; self.nodes.len()];
        let mut inner = vec![false; self.nodes.len()];
        for node in self.nodes.iter() {
            node.for_each_child(|child| uses[child as usize] += 1);
            if let Node::Concat(_, right) = node {
                let right = *right as usize;
                inner[right] = matches!(self.nodes[right], Node::Concat(..));
            }
        }
        for (flag, uses) in inner.iter_mut().zip(uses) {
            *flag &= uses == 1;
        }
        inner
    }

    /// The concatenation at `index` as one n-ary term, runs of characters joined to literals.
    fn concatenation(
        &self,
        store: &mut TermStore,
        inner: &[bool],
        terms: &[Term],
        index: usize,
    ) -> Term {
        let mut parts = Vec::new();
        let mut literal: Vec<u32> = Vec::new();
        let mut rest = Some(index);
        while let Some(at) = rest {
            let part = match &self.nodes[at] {
                Node::Concat(left, right) if at == index || inner[at] => {
                    rest = Some(*right as usize);
                    *left as usize
                }
                _ => {
                    rest = None;
                    at
                }
            };
            match &self.nodes[part] {
                Node::Range(lo, hi) if lo == hi => literal.push(*lo),
                _ => {
                    flush(store, &mut literal, &mut parts);
                    parts.push(terms[part]);
                }
            }
        }
        flush(store, &mut literal, &mut parts);
        match parts[..] {
            [only] => only,
            _ => store.re_concat(&parts),
        }
    }
}

fn flush(store: &mut TermStore, literal: &mut Vec<u32>, parts: &mut Vec<Term>) {
    if !literal.is_empty() {
        let text = store.code_points(literal);
        parts.push(store.str_to_re(text));
        literal.clear();
    }
}

fn range_term(store: &mut TermStore, lo: u32, hi: u32) -> Term {
    if (lo, hi) == (0, MAX_CHAR) {
        return store.re_allchar();
    }
    let from = store.code_points(&[lo]);
    if lo == hi {
        return store.str_to_re(from);
    }
    let to = store.code_points(&[hi]);
    store.re_range(from, to)
}
