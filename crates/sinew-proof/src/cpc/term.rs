//! Hash-consed terms, literals and their sorts. Equal terms are equal numbers.
//!
//! Applications of a list operator (`or`, `str.++`, …) are flat: the list of arguments that ends in the operator's
//! neutral element. The empty list *is* the neutral element. A list within a list stays one argument: nothing is flattened that
//! was not written flat.

use rustc_hash::FxHashMap;

use dashu_int::IBig;

use super::op::{Known, Op, Sort, result_sort};

/// A term, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// Why something was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It is wrong, or not of the form that is needed.
    Wrong(String),
    /// The work allowed was not enough to tell.
    Budget,
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Wrong(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::Wrong(message.to_owned())
    }
}

/// What is computed, or why it cannot be.
pub type Outcome<T = Term> = Result<T, Failure>;

#[derive(Debug)]
struct Node {
    op: Op,
    args: Box<[Term]>,
    sort: Sort,
    hash: u32,
    /// Whether a variable occurs, bound or free.
    variables: bool,
}

/// A declared constant or function.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) name: Box<str>,
    pub(crate) params: Box<[Sort]>,
    pub(crate) result: Sort,
}

/// The terms, with what is left of the work allowed: making a term, or finding one, costs a unit and more.
#[derive(Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    /// Open addressing; 0 is empty, `n` is term `n - 1`.
    slots: Vec<u32>,
    ints: Interner<IBig>,
    rationals: Interner<(IBig, IBig)>,
    strings: Interner<Box<[u32]>>,
    names: Interner<Box<str>>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) sorts: Vec<Box<str>>,
    budget: u64,
}

#[derive(Debug)]
struct Interner<T> {
    values: Vec<T>,
    index: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + std::hash::Hash> Interner<T> {
    fn new() -> Interner<T> {
        Interner {
            values: Vec::new(),
            index: FxHashMap::default(),
        }
    }

    fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.index.get(&value) {
            return number;
        }
        let number = self.values.len() as u32;
        self.values.push(value.clone());
        self.index.insert(value, number);
        number
    }
}

impl Terms {
    /// No terms, and this much work.
    pub fn new(budget: u64) -> Terms {
        Terms {
            nodes: Vec::new(),
            slots: vec![0; 1024],
            ints: Interner::new(),
            rationals: Interner::new(),
            strings: Interner::new(),
            names: Interner::new(),
            declarations: Vec::new(),
            sorts: Vec::new(),
            budget,
        }
    }

    /// Accounts for work.
    pub fn charge(&mut self, units: usize) -> Outcome<()> {
        match self.budget.checked_sub(units as u64) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => {
                self.budget = 0;
                Err(Failure::Budget)
            }
        }
    }

    /// What is left of the work allowed.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// Allows this much work from here on.
    pub fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// What the term is built with.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.0 as usize].op
    }

    /// Its arguments.
    pub fn args(&self, term: Term) -> &[Term] {
        &self.nodes[term.0 as usize].args
    }

    /// Its sort.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.0 as usize].sort
    }

    /// Whether a variable occurs in it, bound or free.
    pub(crate) fn has_variables(&self, term: Term) -> bool {
        self.nodes[term.0 as usize].variables
    }

    /// An application, with the sorts checked. Lists without arguments are their neutral elements.
    pub fn app(&mut self, op: Known, args: &[Term]) -> Outcome {
        if op.is_list() && args.is_empty() && op != Known::List {
            return self.neutral(op, None);
        }
        // Most terms have few arguments, and most calls find a term that is there.
        let mut few = [Sort::Bool; 8];
        let many: Vec<Sort>;
        let sorts = match few.get_mut(..args.len()) {
            Some(few) => {
                for (sort, &arg) in few.iter_mut().zip(args) {
                    *sort = self.sort(arg);
                }
                &*few
            }
            None => {
                many = args.iter().map(|&arg| self.sort(arg)).collect();
                &many[..]
            }
        };
        let sort = if op == Known::Skolem {
            self.skolem_sort(args)?
        } else {
            result_sort(op, sorts)?
        };
        let bounds = match op {
            Known::Loop => &args[..2],
            Known::Power => &args[..1],
            _ => &[],
        };
        if (bounds.iter()).any(|&bound| self.as_int(bound).is_none_or(|n| *n < IBig::ZERO)) {
            return Err(format!("the bounds of {} are not numerals", op.name()).into());
        }
        self.intern(Op::Known(op), args, sort)
    }

    /// The neutral element of a list operator, of the sort of `like` for `+` and `*`.
    pub(crate) fn neutral(&mut self, op: Known, like: Option<Sort>) -> Outcome {
        match op {
            Known::And => self.app(Known::True, &[]),
            Known::Or => self.app(Known::False, &[]),
            Known::Concat => self.string(&[]),
            Known::ReConcat => {
                let empty = self.string(&[])?;
                self.app(Known::ToRe, &[empty])
            }
            Known::ReInter => self.app(Known::ReAll, &[]),
            Known::ReUnion => self.app(Known::ReNone, &[]),
            Known::List => self.app(Known::List, &[]),
            Known::Add | Known::Mul => {
                let value = IBig::from(i32::from(op == Known::Mul));
                match like {
                    Some(Sort::Real) => self.rational(value, IBig::ONE),
                    _ => self.int(value),
                }
            }
            _ => Err(format!("{} is not a list operator", op.name()).into()),
        }
    }

    /// A declared constant, or a declared function applied.
    pub fn apply(&mut self, declared: u32, args: &[Term]) -> Outcome {
        let Some(declaration) = self.declarations.get(declared as usize) else {
            return Err("there is no such declaration".into());
        };
        let fits = declaration.params.len() == args.len()
            && (declaration.params.iter().zip(args)).all(|(&sort, &arg)| self.sort(arg) == sort);
        if !fits {
            return Err(format!("the arguments of {} do not fit", declaration.name).into());
        }
        let sort = declaration.result;
        self.intern(Op::Declared(declared), args, sort)
    }

    /// A new function symbol (a constant if it has no parameters).
    pub fn declare(&mut self, name: &str, params: &[Sort], result: Sort) -> u32 {
        self.declarations.push(Declaration {
            name: name.into(),
            params: params.into(),
            result,
        });
        (self.declarations.len() - 1) as u32
    }

    /// A new sort.
    pub fn declare_sort(&mut self, name: &str) -> Sort {
        self.sorts.push(name.into());
        Sort::User((self.sorts.len() - 1) as u32)
    }

    /// The variable of this name and sort.
    pub fn variable(&mut self, name: &str, sort: Sort) -> Outcome {
        let name = self.names.number(name.into());
        self.intern(Op::Variable(name, sort), &[], sort)
    }

    /// A sort as an argument.
    pub fn sort_term(&mut self, sort: Sort) -> Outcome {
        self.intern(Op::Sort(sort), &[], Sort::Type)
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, value: bool) -> Outcome {
        self.app(if value { Known::True } else { Known::False }, &[])
    }

    /// An integer.
    pub fn int(&mut self, value: IBig) -> Outcome {
        let number = self.ints.number(value);
        self.intern(Op::Int(number), &[], Sort::Int)
    }

    /// A rational. Numerator and denominator must have no common factor, the denominator must be positive.
    pub(crate) fn rational(&mut self, numerator: IBig, denominator: IBig) -> Outcome {
        let number = self.rationals.number((numerator, denominator));
        self.intern(Op::Rational(number), &[], Sort::Real)
    }

    /// A string literal, by code points.
    pub fn string(&mut self, points: &[u32]) -> Outcome {
        let number = self.strings.number(points.into());
        self.intern(Op::Str(number), &[], Sort::String)
    }

    /// The value of an integer literal.
    pub fn as_int(&self, term: Term) -> Option<&IBig> {
        match self.op(term) {
            Op::Int(number) => Some(&self.ints.values[number as usize]),
            _ => None,
        }
    }

    /// The value of a rational literal.
    pub(crate) fn as_rational(&self, term: Term) -> Option<&(IBig, IBig)> {
        match self.op(term) {
            Op::Rational(number) => Some(&self.rationals.values[number as usize]),
            _ => None,
        }
    }

    /// The code points of a string literal.
    pub fn as_str(&self, term: Term) -> Option<&[u32]> {
        match self.op(term) {
            Op::Str(number) => Some(&self.strings.values[number as usize]),
            _ => None,
        }
    }

    /// `true` and `false` as what they are.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.op(term) {
            Op::Known(Known::True) => Some(true),
            Op::Known(Known::False) => Some(false),
            _ => None,
        }
    }

    pub(crate) fn variable_name(&self, name: u32) -> &str {
        &self.names.values[name as usize]
    }

    /// The arguments of an application of this operator.
    pub(crate) fn match_app(&self, op: Known, term: Term) -> Option<&[Term]> {
        (self.op(term) == Op::Known(op)).then(|| self.args(term))
    }

    /// The two arguments of an application of a binary operator.
    pub(crate) fn match2(&self, op: Known, term: Term) -> Option<(Term, Term)> {
        match self.match_app(op, term) {
            Some(&[a, b]) => Some((a, b)),
            _ => None,
        }
    }

    /// The argument of an application of a unary operator.
    pub(crate) fn match1(&self, op: Known, term: Term) -> Option<Term> {
        match self.match_app(op, term) {
            Some(&[a]) => Some(a),
            _ => None,
        }
    }

    /// The n-th variable's sort, for the witness of a quantified formula that fails.
    fn skolem_sort(&mut self, args: &[Term]) -> Outcome<Sort> {
        let wrong = "a witness needs a quantified formula and the number of a variable";
        let &[formula, index] = args else {
            return Err(wrong.into());
        };
        let list = match (self.op(formula), self.args(formula)) {
            (Op::Known(Known::Forall | Known::Exists), &[list, _]) => list,
            _ => return Err(wrong.into()),
        };
        let index = self
            .as_int(index)
            .and_then(|index| usize::try_from(index).ok());
        let variable = index.and_then(|index| self.args(list).get(index));
        variable
            .map(|&variable| self.sort(variable))
            .ok_or_else(|| wrong.into())
    }

    fn intern(&mut self, op: Op, args: &[Term], sort: Sort) -> Outcome {
        self.charge(1)?;
        let hash = hash(op, args);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let node = &self.nodes[self.slots[slot] as usize - 1];
            if node.hash == hash && node.op == op && *node.args == *args {
                return Ok(Term(self.slots[slot] - 1));
            }
            slot = (slot + 1) & mask;
        }
        self.charge(args.len())?;
        let variables =
            matches!(op, Op::Variable(..)) || args.iter().any(|&a| self.has_variables(a));
        self.nodes.push(Node {
            op,
            args: args.into(),
            sort,
            hash,
            variables,
        });
        self.slots[slot] = self.nodes.len() as u32;
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        Ok(Term(self.nodes.len() as u32 - 1))
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0; mask + 1];
        for (i, node) in self.nodes.iter().enumerate() {
            let mut slot = node.hash as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = i as u32 + 1;
        }
        self.slots = slots;
    }
}

/// Multiplicative mixing; the numbers are small and dense.
fn hash(op: Op, args: &[Term]) -> u32 {
    let tag = match op {
        Op::Known(known) => known as u64,
        Op::Declared(n) => (1 << 8) | (u64::from(n) << 16),
        Op::Variable(n, sort) => (2 << 8) | (u64::from(n) << 16) | (sort_tag(sort) << 48),
        Op::Int(n) => (3 << 8) | (u64::from(n) << 16),
        Op::Rational(n) => (4 << 8) | (u64::from(n) << 16),
        Op::Str(n) => (5 << 8) | (u64::from(n) << 16),
        Op::Sort(sort) => (6 << 8) | (sort_tag(sort) << 16),
    };
    let mix =
        |state: u64, word: u64| (state.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let state = args
        .iter()
        .fold(mix(0, tag), |state, arg| mix(state, u64::from(arg.0)));
    (state >> 32) as u32
}

fn sort_tag(sort: Sort) -> u64 {
    match sort {
        Sort::Bool => 0,
        Sort::Int => 1,
        Sort::Real => 2,
        Sort::String => 3,
        Sort::RegLan => 4,
        Sort::List => 5,
        Sort::Type => 6,
        Sort::User(n) => 7 + u64::from(n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_equal_numbers() -> Outcome<()> {
        let mut terms = Terms::new(1_000_000);
        let x = terms.declare("x", &[], Sort::Int);
        let x = terms.apply(x, &[])?;
        let mut all = Vec::new();
        for i in 0..3000 {
            let i = terms.int(IBig::from(i))?;
            all.push(terms.app(Known::Add, &[x, i])?);
        }
        for (i, &sum) in all.iter().enumerate() {
            let i = terms.int(IBig::from(i))?;
            assert_eq!(terms.app(Known::Add, &[x, i])?, sum);
        }
        Ok(())
    }

    #[test]
    fn work_is_charged() -> Outcome<()> {
        let mut terms = Terms::new(3);
        terms.int(IBig::from(1))?;
        terms.int(IBig::from(2))?;
        terms.int(IBig::from(2))?;
        assert_eq!(terms.int(IBig::from(2)), Err(Failure::Budget));
        Ok(())
    }

    #[test]
    fn empty_lists_are_neutral_elements() -> Outcome<()> {
        let mut terms = Terms::new(100);
        let no = terms.boolean(false)?;
        assert_eq!(terms.app(Known::Or, &[])?, no);
        let single = terms.app(Known::Or, &[no])?;
        assert_ne!(single, no);
        Ok(())
    }
}
