//! A small arithmetic reasoner: is a linear polynomial non-negative in every model?
//!
//! Atoms are bounded numerically (see `range`) or approximated by other polynomials from the
//! side that the sign of their coefficient asks for, such as `|substr(x, i, n)| <= |x|`. The
//! search over approximations is depth-first and small: this is a sufficient condition, asked
//! very often.

use sinew_strings::lengths::{LengthOf, length_of};
use sinew_strings::linear::{Linear, LinearBuilder};
use sinew_term::{Integer, Op, Sort, Term};

use crate::context::Ctx;
use crate::tuning::{ENTAILMENT_DEPTH, ENTAILMENT_FUEL};

/// Answers that are kept: a bound on memory.
const MOST_ENTAILED: usize = 1 << 16;

impl Ctx<'_> {
    /// The length of a string term as a polynomial.
    pub(crate) fn len_poly(&mut self, term: Term) -> Linear {
        let mut sum = LinearBuilder::default();
        let mut constant = 0usize;
        let mut stack = vec![term];
        while let Some(part) = stack.pop() {
            if let Some(word) = self.word(part) {
                constant += word.len();
                continue;
            }
            match length_of(self.op(part)) {
                Some(LengthOf::Sum) => stack.extend(self.store.args(part)),
                Some(LengthOf::First) => stack.push(self.arg(part, 0)),
                None => {
                    if let Some(fixed) = self.range(part).value().and_then(Integer::to_usize) {
                        constant += fixed;
                        continue;
                    }
                    let length = self.store.len(part);
                    sum.add_term(self.store, length, &Integer::ONE);
                }
            }
        }
        sum.finish().offset(constant)
    }

    /// The polynomial of an integer term.
    pub(crate) fn poly(&self, term: Term) -> Linear {
        Linear::of(self.store, term)
    }

    /// Whether `p >= 0` always. Different terms ask the same of their lengths.
    pub(crate) fn nonneg(&mut self, p: &Linear) -> bool {
        if p.is_constant() {
            return !p.constant.is_negative();
        }
        if let Some(&known) = self.core.entailed.get(p) {
            return known;
        }
        let tuning = &self.core.tuning;
        let depth = tuning.count(&ENTAILMENT_DEPTH);
        let mut fuel = tuning.count(&ENTAILMENT_FUEL);
        let found = self.nonneg_within(p, depth, &mut fuel);
        if self.core.entailed.len() >= MOST_ENTAILED {
            self.core.entailed.clear();
        }
        self.core.entailed.insert(p.clone(), found);
        found
    }

    /// Whether `p >= q` always.
    pub(crate) fn always_ge(&mut self, p: &Linear, q: &Linear) -> bool {
        self.nonneg(&p.minus(q))
    }

    /// Whether `p > q` always.
    pub(crate) fn always_gt(&mut self, p: &Linear, q: &Linear) -> bool {
        self.nonneg(&p.minus(q).offset(-1))
    }

    /// Whether the integer term is at least `bound` always.
    pub(crate) fn term_ge(&mut self, term: Term, bound: i64) -> bool {
        let p = self.poly(term).offset(-bound);
        self.nonneg(&p)
    }

    /// Whether the integer term is at most `bound` always.
    pub(crate) fn term_le(&mut self, term: Term, bound: i64) -> bool {
        let p = Linear::constant(bound).minus(&self.poly(term));
        self.nonneg(&p)
    }

    /// Whether `|s| >= |t|` always.
    pub(crate) fn len_ge(&mut self, s: Term, t: Term) -> bool {
        let (s, t) = (self.len_poly(s), self.len_poly(t));
        self.always_ge(&s, &t)
    }

    /// Whether `|s| > |t|` always.
    pub(crate) fn len_gt(&mut self, s: Term, t: Term) -> bool {
        let (s, t) = (self.len_poly(s), self.len_poly(t));
        self.always_gt(&s, &t)
    }

    /// Whether the string term is never empty.
    pub(crate) fn never_empty(&mut self, s: Term) -> bool {
        let s = self.len_poly(s).offset(-1);
        self.nonneg(&s)
    }

    fn numeric_lower_bound(&self, p: &Linear) -> Option<Integer> {
        let mut sum = p.constant.clone();
        for (atom, k) in &p.monomials {
            sum += &self.atom_range(*atom).scaled(k).lo?;
        }
        Some(sum)
    }

    fn atom_range(&self, atom: Term) -> crate::range::Range {
        match self.op(atom) {
            // Lengths made on the fly have no record, but their argument may have one.
            Op::Len => self.range(self.arg(atom, 0)),
            _ => self.range(atom),
        }
    }

    fn nonneg_within(&mut self, p: &Linear, depth: u32, fuel: &mut u32) -> bool {
        if *fuel == 0 {
            return false;
        }
        *fuel -= 1;
        if let Some(bound) = self.numeric_lower_bound(p)
            && !bound.is_negative()
        {
            return true;
        }
        if depth == 0 || p.is_constant() || p.monomials.len() > 8 {
            return false;
        }
        for index in 0..p.monomials.len() {
            let (atom, k) = p.monomials[index].clone();
            let rest = p.plus(&Linear::atom(atom), &-&k);
            if let Some((a, b)) = self.branches(atom) {
                // A conditional is one of its branches: both must do.
                return self.nonneg_within(&rest.plus(&a, &k), depth - 1, fuel)
                    && self.nonneg_within(&rest.plus(&b, &k), depth - 1, fuel);
            }
            let approximations = if k.is_positive() {
                self.below(atom, depth - 1, fuel)
            } else {
                self.above(atom, depth - 1, fuel)
            };
            for approximation in approximations {
                if self.nonneg_within(&rest.plus(&approximation, &k), depth - 1, fuel) {
                    return true;
                }
            }
        }
        false
    }

    /// The two values of an atom that is, or measures, a conditional.
    fn branches(&mut self, atom: Term) -> Option<(Linear, Linear)> {
        match self.op(atom) {
            Op::Ite if self.store.sort(atom) == Sort::Int => {
                Some((self.poly(self.arg(atom, 1)), self.poly(self.arg(atom, 2))))
            }
            Op::Len if self.op(self.arg(atom, 0)) == Op::Ite => {
                let [_, a, b] = self.args::<3>(self.arg(atom, 0));
                Some((self.len_poly(a), self.len_poly(b)))
            }
            _ => None,
        }
    }

    // The side conditions of approximations use what is left of depth and fuel, so that no
    // question goes deeper into a term than `ENTAILMENT_DEPTH`.

    /// Polynomials that are never greater than `atom`.
    fn below(&mut self, atom: Term, depth: u32, fuel: &mut u32) -> Vec<Linear> {
        match self.op(atom) {
            Op::Len => self.length_below(self.arg(atom, 0), depth, fuel),
            Op::Abs => {
                let p = self.poly(self.arg(atom, 0));
                vec![p.scaled(&Integer::MINUS_ONE), p]
            }
            _ => Vec::new(),
        }
    }

    /// Polynomials that are never less than `atom`.
    fn above(&mut self, atom: Term, depth: u32, fuel: &mut u32) -> Vec<Linear> {
        match self.op(atom) {
            Op::Len => self.length_above(self.arg(atom, 0), depth, fuel),
            // A position found is at most |s| − |t|; −1 is below that when |t| <= |s| + 1.
            Op::IndexOf => {
                let [s, t, _] = self.args(atom);
                let (s, t) = (self.len_poly(s), self.len_poly(t));
                let room = s.minus(&t);
                if self.nonneg_within(&room.clone().offset(1), depth, fuel) {
                    vec![room, s]
                } else {
                    vec![s]
                }
            }
            Op::IndexOfRe => vec![self.len_poly(self.arg(atom, 0))],
            _ => Vec::new(),
        }
    }

    fn length_below(&mut self, s: Term, depth: u32, fuel: &mut u32) -> Vec<Linear> {
        let mut bounds = Vec::new();
        match self.op(s) {
            Op::Substr => {
                let [x, i, n] = self.args(s);
                let (len_x, i, n) = (self.len_poly(x), self.poly(i), self.poly(n));
                let rest = len_x.minus(&i);
                if self.nonneg_within(&i, depth, fuel) {
                    // |substr(x, i, n)| >= min(n, |x| − i) for i >= 0.
                    if self.nonneg_within(&rest.minus(&n), depth, fuel) {
                        bounds.push(n);
                    } else if self.nonneg_within(&n.minus(&rest), depth, fuel) {
                        bounds.push(rest);
                    }
                }
            }
            Op::Replace => {
                let [x, y, z] = self.args(s);
                let (len_x, len_y, len_z) = (self.len_poly(x), self.len_poly(y), self.len_poly(z));
                if z == x
                    || self.nonneg_within(&len_z.minus(&len_y), depth, fuel)
                    || self.nonneg_within(&len_z.minus(&len_x), depth, fuel)
                {
                    bounds.push(len_x.clone());
                }
                if self.nonneg_within(&len_x.minus(&len_z), depth, fuel) {
                    bounds.push(len_z);
                }
                bounds.push(len_x.minus(&len_y));
            }
            Op::ReplaceAll => {
                let [x, y, z] = self.args(s);
                let (len_y, len_z) = (self.len_poly(y), self.len_poly(z));
                if self.nonneg_within(&len_z.minus(&len_y), depth, fuel) {
                    bounds.push(self.len_poly(x));
                }
            }
            _ => {}
        }
        bounds
    }

    fn length_above(&mut self, s: Term, depth: u32, fuel: &mut u32) -> Vec<Linear> {
        let mut bounds = Vec::new();
        match self.op(s) {
            Op::Substr => {
                let [x, i, n] = self.args(s);
                let (len_x, i, n) = (self.len_poly(x), self.poly(i), self.poly(n));
                let rest = len_x.minus(&i);
                if self.nonneg_within(&i, depth, fuel) && self.nonneg_within(&rest, depth, fuel) {
                    bounds.push(rest);
                }
                if self.nonneg_within(&n, depth, fuel) {
                    bounds.push(n);
                }
                bounds.push(len_x);
            }
            Op::At => bounds.push(self.len_poly(self.arg(s, 0))),
            Op::Replace => {
                let [x, y, z] = self.args(s);
                let (len_x, len_y, len_z) = (self.len_poly(x), self.len_poly(y), self.len_poly(z));
                if self.nonneg_within(&len_y.minus(&len_z), depth, fuel) {
                    bounds.push(len_x);
                } else {
                    bounds.push(len_x.plus(&len_z, &Integer::ONE));
                }
            }
            Op::ReplaceAll => {
                let [x, y, z] = self.args(s);
                let (len_y, len_z) = (self.len_poly(y), self.len_poly(z));
                if self.nonneg_within(&len_y.minus(&len_z), depth, fuel) {
                    bounds.push(self.len_poly(x));
                }
            }
            Op::ReplaceRe => {
                let (x, z) = (self.arg(s, 0), self.arg(s, 2));
                let sum = self.len_poly(x).plus(&self.len_poly(z), &Integer::ONE);
                bounds.push(sum);
            }
            Op::FromInt => {
                // A number n >= 0 has at most n + 1 digits.
                let n = self.poly(self.arg(s, 0)).offset(1);
                if self.nonneg_within(&n, depth, fuel) {
                    bounds.push(n);
                }
            }
            _ => {}
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use crate::Simplifier;
    use sinew_base::Budget;
    use sinew_term::{Sort, TermStore};

    /// Terms with the same lengths ask the same question, which is answered once.
    #[test]
    fn answers_are_kept() {
        let mut store = TermStore::new();
        let (x, y) = (
            store.constant("x", Sort::String),
            store.constant("y", Sort::String),
        );
        let (mut simplifier, budget) = (Simplifier::new(), Budget::with_steps(1_000));
        let mut kept = Vec::new();
        for word in ["abc", "abd"] {
            let word = store.string(word);
            let parts = [x, y, word];
            let longer = store.concat(&parts);
            let term = store.contains(x, longer);
            let found = simplifier.simplify(&mut store, term, &budget);
            assert_eq!(found, Ok(store.false_()));
            kept.push(simplifier.core.entailed.len());
        }
        assert!(kept[0] > 0);
        assert_eq!(kept[0], kept[1]);
    }
}
