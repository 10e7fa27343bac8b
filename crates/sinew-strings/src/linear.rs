//! Linear forms: the normal form of arithmetic.
//!
//! A form is a constant and a list of monomials `k·a` with `k ≠ 0`, sorted by the atom, so equal
//! forms are equal values. Atoms are integer terms (a product of two terms that are no literals is one),
//! or what else numbers depend on.

use sinew_term::{Integer, Op, Term, TermStore};

/// `constant + Σ coefficient·atom`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear<A = Term> {
    /// The summand without an atom.
    pub constant: Integer,
    /// Sorted by atom; no coefficient is zero.
    pub monomials: Vec<(A, Integer)>,
}

impl<A> Default for Linear<A> {
    fn default() -> Self {
        Linear::constant(Integer::ZERO)
    }
}

impl<A> Linear<A> {
    /// A number.
    pub fn constant(value: impl Into<Integer>) -> Self {
        Linear {
            constant: value.into(),
            monomials: Vec::new(),
        }
    }

    /// One atom.
    pub fn atom(atom: A) -> Self {
        Linear {
            constant: Integer::ZERO,
            monomials: vec![(atom, Integer::ONE)],
        }
    }

    /// Whether it is a number.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.monomials.is_empty()
    }

    /// The form plus a number.
    #[must_use]
    pub fn offset(mut self, by: impl Into<Integer>) -> Self {
        self.constant += &by.into();
        self
    }

    /// The greatest common divisor of the coefficients, without the constant; 0 if there are none.
    #[must_use]
    pub fn content(&self) -> Integer {
        let mut gcd = Integer::ZERO;
        for (_, k) in &self.monomials {
            if gcd.is_one() {
                break;
            }
            gcd = gcd.gcd(k);
        }
        gcd
    }

    /// The monomials with coefficients divided by `divisor`, which must divide them all.
    pub fn divide_monomials(&mut self, divisor: &Integer) {
        if !divisor.is_one() {
            for (_, k) in &mut self.monomials {
                *k = k.div_exact(divisor);
            }
        }
    }
}

impl<A: Copy + Ord> Linear<A> {
    /// `factor·self`
    #[must_use]
    pub fn scaled(&self, factor: &Integer) -> Self {
        if factor.is_zero() {
            return Linear::default();
        }
        let scaled = self.monomials.iter().map(|(atom, k)| (*atom, k * factor));
        Linear {
            constant: &self.constant * factor,
            monomials: scaled.collect(),
        }
    }

    /// `self + factor·other`
    #[must_use]
    pub fn plus(&self, other: &Self, factor: &Integer) -> Self {
        let mut monomials = Vec::with_capacity(self.monomials.len() + other.monomials.len());
        let (mut a, mut b) = (
            self.monomials.iter().peekable(),
            other.monomials.iter().peekable(),
        );
        loop {
            match (a.peek(), b.peek()) {
                (Some((s, j)), Some((t, k))) if s == t => {
                    let sum = j + &(k * factor);
                    if !sum.is_zero() {
                        monomials.push((*s, sum));
                    }
                    a.next();
                    b.next();
                }
                (Some((s, j)), Some((t, _))) if s < t => {
                    monomials.push((*s, j.clone()));
                    a.next();
                }
                (Some((s, j)), None) => {
                    monomials.push((*s, j.clone()));
                    a.next();
                }
                (_, Some((t, k))) => {
                    let scaled = k * factor;
                    if !scaled.is_zero() {
                        monomials.push((*t, scaled));
                    }
                    b.next();
                }
                (None, None) => break,
            }
        }
        Linear {
            constant: &self.constant + &(&other.constant * factor),
            monomials,
        }
    }

    /// `self − other`
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(other, &Integer::MINUS_ONE)
    }

    /// With a number in the place of an atom.
    #[must_use]
    pub fn with_value(&self, atom: A, value: &Integer) -> Self {
        let mut result = self.clone();
        if let Ok(at) = result.monomials.binary_search_by_key(&atom, |&(a, _)| a) {
            let (_, coefficient) = result.monomials.remove(at);
            result.constant += &(&coefficient * value);
        }
        result
    }
}

impl Linear {
    /// The form of a sum whose parts are products, literals or atoms.
    #[must_use]
    pub fn of(store: &TermStore, term: Term) -> Linear {
        let mut sum = LinearBuilder::default();
        sum.add_term(store, term, &Integer::ONE);
        sum.finish()
    }

    /// The term of this form: `(+ (* k t) … c)`, with units left out.
    pub fn to_term(&self, store: &mut TermStore) -> Term {
        let mut parts = Vec::with_capacity(self.monomials.len() + 1);
        for (atom, k) in &self.monomials {
            parts.push(monomial(store, *atom, k));
        }
        if !self.constant.is_zero() || parts.is_empty() {
            parts.push(store.int(self.constant.clone()));
        }
        store.sum(&parts)
    }
}

fn monomial(store: &mut TermStore, atom: Term, k: &Integer) -> Term {
    if k.is_one() {
        return atom;
    }
    let k = store.int(k.clone());
    // The factor comes first and products stay flat: (* 3 x y), never (* 3 (* x y)).
    if store.op(atom) == Op::Mul {
        let mut factors = vec![k];
        factors.extend_from_slice(store.args(atom));
        return store.mul(&factors);
    }
    store.mul(&[k, atom])
}

/// Collects monomials in any order and sorts them once.
#[derive(Default)]
pub struct LinearBuilder {
    constant: Integer,
    monomials: Vec<(Term, Integer)>,
}

impl LinearBuilder {
    /// Adds a number.
    pub fn add_constant(&mut self, number: &Integer) {
        self.constant += number;
    }

    /// Adds `factor·atom`, whatever the atom is.
    pub fn add_atom(&mut self, atom: Term, factor: Integer) {
        self.monomials.push((atom, factor));
    }

    /// Adds `factor·term`, where `term` is a sum, a product with a literal in front, a literal or
    /// an atom. Sums inside sums are opened as well.
    pub fn add_term(&mut self, store: &TermStore, term: Term, factor: &Integer) {
        let mut stack = vec![(term, factor.clone())];
        while let Some((term, factor)) = stack.pop() {
            match store.op(term) {
                Op::Int(id) => self.constant += &(store.integer(id) * &factor),
                Op::Add => {
                    stack.extend(store.args(term).iter().map(|&arg| (arg, factor.clone())));
                }
                Op::Mul
                    if store.args(term).len() == 2
                        && store.int_value(store.arg(term, 0)).is_some() =>
                {
                    let k = store.int_value(store.arg(term, 0)).expect("checked");
                    stack.push((store.arg(term, 1), k * &factor));
                }
                _ => self.monomials.push((term, factor)),
            }
        }
    }

    /// The sum of what was added.
    #[must_use]
    pub fn finish(mut self) -> Linear {
        self.monomials.sort_by_key(|&(term, _)| term);
        let mut merged: Vec<(Term, Integer)> = Vec::with_capacity(self.monomials.len());
        for (term, k) in self.monomials {
            match merged.last_mut() {
                Some((last, sum)) if *last == term => *sum += &k,
                _ => {
                    // A sum that came out as zero is dropped when the next atom arrives.
                    if merged.last().is_some_and(|(_, sum)| sum.is_zero()) {
                        merged.pop();
                    }
                    merged.push((term, k));
                }
            }
        }
        if merged.last().is_some_and(|(_, sum)| sum.is_zero()) {
            merged.pop();
        }
        Linear {
            constant: self.constant,
            monomials: merged,
        }
    }
}
