//! Sums of integer terms, and the intervals that they are in.

use rustc_hash::FxHashMap;
use sinew_term::{Op, Term, TermStore};

/// Sums that are added up in pairs, at most.
const PAIRS: usize = 24;
/// Numbers beyond this are not computed with.
const MAX_NUMBER: i64 = 1 << 40;

/// The integers from the least to the most, where these are known.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) least: Option<i64>,
    pub(super) most: Option<i64>,
}

impl Interval {
    pub(super) fn new(least: Option<i64>, most: Option<i64>) -> Interval {
        let small = |n: &i64| n.abs() <= MAX_NUMBER;
        Interval {
            least: least.filter(small),
            most: most.filter(small),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        matches!((self.least, self.most), (Some(least), Some(most)) if least > most)
    }

    pub(super) fn and(self, other: Interval) -> Interval {
        let most = [self.most, other.most].into_iter().flatten().min();
        Interval::new(self.least.max(other.least), most)
    }

    /// An interval with both in it.
    pub(super) fn or(self, other: Interval) -> Interval {
        Interval {
            least: self.least.and_then(|n| Some(n.min(other.least?))),
            most: self.most.and_then(|n| Some(n.max(other.most?))),
        }
    }

    fn times(self, factor: i64) -> Interval {
        let by = |n: Option<i64>| n.and_then(|n| n.checked_mul(factor));
        match factor < 0 {
            true => Interval::new(by(self.most), by(self.least)),
            false => Interval::new(by(self.least), by(self.most)),
        }
    }

    fn plus(self, other: Interval) -> Interval {
        let add = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Interval::new(add(self.least, other.least), add(self.most, other.most))
    }
}

/// A number and multiples of terms that are no sums; a string stands for its length.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    /// In the order of the terms.
    parts: Vec<(Term, i64)>,
    number: i64,
    /// Whether it is not known, the numbers being too large.
    lost: bool,
}

impl Sum {
    pub(super) fn plus(&self, other: Sum) -> Sum {
        let mut factors: FxHashMap<Term, i64> = self.parts.iter().copied().collect();
        for &(term, factor) in &other.parts {
            *factors.entry(term).or_default() += factor;
        }
        let mut sum = Sum {
            parts: factors.into_iter().filter(|part| part.1 != 0).collect(),
            number: self.number + other.number,
            lost: self.lost || other.lost,
        };
        sum.parts.sort_unstable_by_key(|part| part.0);
        sum.checked()
    }

    pub(super) fn times(&self, factor: i64) -> Sum {
        let mut sum = self.clone();
        for part in &mut sum.parts {
            part.1 = part.1.saturating_mul(factor);
        }
        sum.number = sum.number.saturating_mul(factor);
        sum.checked()
    }

    pub(super) fn and_number(mut self, number: i64) -> Sum {
        self.number += number;
        self.checked()
    }

    fn checked(mut self) -> Sum {
        let mut factors = self.parts.iter().map(|part| part.1);
        self.lost |= self.number.abs() > MAX_NUMBER || factors.any(|f| f.abs() > MAX_NUMBER);
        if self.lost {
            (self.number, self.parts) = (0, Vec::new());
        }
        self
    }

    /// Where the sum is, if its terms are in these intervals.
    pub(super) fn interval(&self, of: impl Fn(Term) -> Interval) -> Interval {
        if self.lost {
            return Interval::default();
        }
        let number = Interval::new(Some(self.number), Some(self.number));
        let parts = self.parts.iter();
        parts.fold(number, |sum, &(term, factor)| {
            sum.plus(of(term).times(factor))
        })
    }

    /// Where each term is, if the sum is at most zero.
    pub(super) fn bounds(&self, of: impl Fn(Term) -> Interval) -> Vec<(Term, Interval)> {
        let mut found = Vec::new();
        for &(term, factor) in &self.parts {
            let mut others = self.clone();
            others.parts.retain(|part| part.0 != term);
            // factor * term <= -others
            let Some(least) = others.interval(&of).least.filter(|_| !self.lost) else {
                continue;
            };
            let interval = match factor > 0 {
                true => Interval::new(None, Some((-least).div_euclid(factor))),
                false => Interval::new(Some(-(-least).div_euclid(-factor)), None),
            };
            found.push((term, interval));
        }
        found
    }

    /// The one term and the value with which the sum is zero.
    pub(super) fn root(&self) -> Option<(Term, i64)> {
        match self.parts[..] {
            [(term, 1)] if !self.lost => Some((term, -self.number)),
            [(term, -1)] if !self.lost => Some((term, self.number)),
            _ => None,
        }
    }
}

/// The left side of a comparison without the right one; `None` if there are more than two.
pub(super) fn difference(store: &TermStore, atom: Term) -> Option<Sum> {
    let &[left, right] = store.args(atom) else {
        return None;
    };
    Some(sum_of(store, left, 1).plus(sum_of(store, right, -1)))
}

/// So many times the length of a string.
pub(super) fn length(store: &TermStore, text: Term, factor: i64) -> Sum {
    let mut sum = Sum::default();
    let mut open = vec![text];
    while let Some(part) = open.pop() {
        let one = match (store.op(part), store.str_value(part)) {
            (_, Some(word)) => Sum {
                number: i64::try_from(word.len())
                    .unwrap_or(i64::MAX)
                    .saturating_mul(factor),
                ..Sum::default()
            },
            (Op::Concat, _) => {
                open.extend_from_slice(store.args(part));
                continue;
            }
            _ => Sum {
                parts: vec![(part, factor)],
                ..Sum::default()
            },
        };
        sum = sum.plus(one.checked());
    }
    sum
}

/// So many times an integer.
fn sum_of(store: &TermStore, term: Term, factor: i64) -> Sum {
    let mut sum = Sum::default();
    let mut open = vec![(term, factor)];
    while let Some((term, factor)) = open.pop() {
        let args = store.args(term);
        let value = |term: Term| store.int_value(term).and_then(|n| n.to_i64());
        match store.op(term) {
            Op::Add => open.extend(args.iter().map(|&arg| (arg, factor))),
            Op::Neg => open.push((args[0], -factor)),
            Op::Sub => {
                let rest = args[1..].iter().map(|&arg| (arg, -factor));
                open.extend(rest.chain([(args[0], factor)]));
            }
            Op::Mul if args.len() == 2 && (value(args[0]).or(value(args[1]))).is_some() => {
                let (number, other) = match value(args[0]) {
                    Some(number) => (number, args[1]),
                    None => (value(args[1]).unwrap_or(0), args[0]),
                };
                open.push((other, factor.saturating_mul(number)));
            }
            Op::Len => sum = sum.plus(length(store, args[0], factor)),
            _ => {
                let mut one = Sum::default();
                match value(term) {
                    Some(number) => one.number = number.saturating_mul(factor),
                    None => one.parts.push((term, factor)),
                }
                sum = sum.plus(one.checked());
            }
        }
    }
    sum
}

/// Sums that are at most zero, with those of two in which a term is lost.
pub(super) fn consequences(sums: &[Sum]) -> Vec<Sum> {
    let mut found = sums.to_vec();
    for (i, one) in sums.iter().take(PAIRS).enumerate() {
        for other in &sums[..i] {
            let both = one.plus(other.clone());
            if both.parts.len() < one.parts.len() + other.parts.len() {
                found.push(both);
            }
        }
    }
    found
}
