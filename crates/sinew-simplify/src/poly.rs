//! Linear polynomials over integer terms: the normal form of arithmetic.
//!
//! A polynomial is a constant and a list of monomials `k·t` with `k ≠ 0`, sorted by the term, so
//! equal polynomials are equal values. Products of two non-constant terms count as atoms.

use sinew_term::{Integer, Op, Term, TermStore};

/// `constant + Σ coefficient·atom`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Poly {
    pub(crate) constant: Integer,
    /// Sorted by atom; no coefficient is zero.
    pub(crate) monomials: Vec<(Term, Integer)>,
}

impl Poly {
    pub(crate) fn constant(value: impl Into<Integer>) -> Poly {
        Poly {
            constant: value.into(),
            monomials: Vec::new(),
        }
    }

    pub(crate) fn atom(term: Term) -> Poly {
        Poly {
            constant: Integer::ZERO,
            monomials: vec![(term, Integer::ONE)],
        }
    }

    /// The polynomial of a sum whose parts are products, literals or atoms.
    pub(crate) fn of(store: &TermStore, term: Term) -> Poly {
        let mut sum = PolyBuilder::default();
        sum.add_term(store, term, &Integer::ONE);
        sum.finish()
    }

    pub(crate) fn is_constant(&self) -> bool {
        self.monomials.is_empty()
    }

    pub(crate) fn scaled(&self, factor: &Integer) -> Poly {
        if factor.is_zero() {
            return Poly::default();
        }
        Poly {
            constant: &self.constant * factor,
            monomials: self
                .monomials
                .iter()
                .map(|(t, k)| (*t, k * factor))
                .collect(),
        }
    }

    /// `self + factor·other`
    pub(crate) fn plus(&self, other: &Poly, factor: &Integer) -> Poly {
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
        Poly {
            constant: &self.constant + &(&other.constant * factor),
            monomials,
        }
    }

    pub(crate) fn minus(&self, other: &Poly) -> Poly {
        self.plus(other, &Integer::MINUS_ONE)
    }

    pub(crate) fn offset(mut self, by: impl Into<Integer>) -> Poly {
        self.constant += &by.into();
        self
    }

    /// The greatest common divisor of the coefficients, without the constant; 0 if there are none.
    pub(crate) fn content(&self) -> Integer {
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
    pub(crate) fn divide_monomials(&mut self, divisor: &Integer) {
        if !divisor.is_one() {
            for (_, k) in &mut self.monomials {
                *k = k.div_exact(divisor);
            }
        }
    }

    /// The term of this polynomial: `(+ (* k t) … c)`, with units left out.
    pub(crate) fn to_term(&self, store: &mut TermStore) -> Term {
        let mut parts = Vec::with_capacity(self.monomials.len() + 1);
        for (atom, k) in &self.monomials {
            parts.push(monomial(store, *atom, k));
        }
        if !self.constant.is_zero() || parts.is_empty() {
            parts.push(store.int(self.constant.clone()));
        }
        match parts[..] {
            [only] => only,
            _ => store.add(&parts),
        }
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
pub(crate) struct PolyBuilder {
    constant: Integer,
    monomials: Vec<(Term, Integer)>,
}

impl PolyBuilder {
    /// Adds `factor·term`, where `term` is a sum, a product with a literal in front, a literal or
    /// an atom. Sums inside sums are opened as well.
    pub(crate) fn add_term(&mut self, store: &TermStore, term: Term, factor: &Integer) {
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

    pub(crate) fn finish(mut self) -> Poly {
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
        Poly {
            constant: self.constant,
            monomials: merged,
        }
    }
}
