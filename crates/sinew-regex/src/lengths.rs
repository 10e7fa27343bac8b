//! Sets of word lengths: ultimately periodic sets of naturals, exactly.
//!
//! By Parikh's theorem the lengths of a regular language form a semilinear set, in one
//! dimension an ultimately periodic one: runs of numbers below an offset, and a pattern
//! that repeats from there on. The normal form (least period, least offset) makes equality
//! structural. Sums first divide by the common stride of both operands, so that
//! `(r{3}){0,10000}` costs as much as an interval.

use crate::runs::{
    Runs, clip, cut, in_runs, last_difference, lcm, least_period, merged, plus, rotated, sum_runs,
};
use sinew_base::{Budget, StopReason};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// A set of lengths.
///
/// ```
/// use sinew_base::Budget;
/// use sinew_regex::LengthSet;
/// let budget = Budget::unlimited();
/// let threes = LengthSet::single(3).star(&budget).unwrap();
/// let fives = LengthSet::single(5).star(&budget).unwrap();
/// let sums = threes.sum(&fives, &budget).unwrap();
/// assert!(!sums.contains(7) && sums.contains(8));
/// assert_eq!(sums.to_string(), "{0, 3, 5..6} + 8..");
/// assert_eq!(threes.intersection(&fives, &budget).unwrap().to_string(), "0 mod 15");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LengthSet {
    /// Members below `offset`; all members if the set is finite.
    head: Runs,
    /// Where the pattern starts; 0 for finite sets.
    offset: u64,
    /// The period; 0 for finite sets.
    period: u64,
    /// The pattern: members of `0..period`, relative to `offset`. Not empty if infinite.
    tail: Runs,
}

impl LengthSet {
    /// No length.
    #[must_use]
    pub fn empty() -> LengthSet {
        LengthSet::default()
    }

    /// One length.
    #[must_use]
    pub fn single(n: u64) -> LengthSet {
        LengthSet::interval(n, Some(n))
    }

    /// From `lo` to `hi`, both included, or without end; empty if `lo > hi`.
    #[must_use]
    pub fn interval(lo: u64, hi: Option<u64>) -> LengthSet {
        match hi {
            Some(hi) if lo > hi => LengthSet::empty(),
            Some(hi) => LengthSet::finite(vec![(lo, hi)]),
            None => LengthSet {
                head: Vec::new(),
                offset: lo,
                period: 1,
                tail: vec![(0, 0)],
            },
        }
    }

    /// The set given by membership below `offset + period`, periodic from `offset` on;
    /// finite if `period` is 0.
    #[must_use]
    pub fn periodic(offset: u64, period: u64, members: impl IntoIterator<Item = u64>) -> LengthSet {
        let runs = merged(members.into_iter().map(|n| (n, n)).collect());
        if period == 0 {
            LengthSet::finite(runs)
        } else {
            LengthSet::normal(runs, offset, period)
        }
    }

    fn finite(head: Runs) -> LengthSet {
        LengthSet {
            head,
            ..LengthSet::default()
        }
    }

    /// Whether there is no length.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.head.is_empty() && self.period == 0
    }

    /// Whether there are finitely many lengths.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.period == 0
    }

    /// Membership.
    #[must_use]
    pub fn contains(&self, n: u64) -> bool {
        if self.period == 0 || n < self.offset {
            in_runs(&self.head, n)
        } else {
            in_runs(&self.tail, (n - self.offset) % self.period)
        }
    }

    /// The least length.
    #[must_use]
    pub fn min(&self) -> Option<u64> {
        self.next(0)
    }

    /// The greatest length of a finite, non-empty set.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        match self.period {
            0 => self.head.last().map(|run| run.1),
            _ => None,
        }
    }

    /// The least length that is at least `n`.
    #[must_use]
    pub fn next(&self, n: u64) -> Option<u64> {
        if self.period == 0 || n < self.offset {
            let at = self.head.partition_point(|&(_, hi)| hi < n);
            if let Some(&(lo, _)) = self.head.get(at) {
                return Some(lo.max(n));
            }
            if self.period == 0 {
                return None;
            }
        }
        let n = n.max(self.offset);
        let phase = (n - self.offset) % self.period;
        let at = self.tail.partition_point(|&(_, hi)| hi < phase);
        match self.tail.get(at) {
            Some(&(lo, _)) => n.checked_add(lo.max(phase) - phase),
            None => n.checked_add(self.period - phase + self.tail[0].0),
        }
    }

    /// The runs of members below the offset (all of them if finite), as inclusive bounds.
    #[must_use]
    pub fn head(&self) -> &[(u64, u64)] {
        &self.head
    }

    /// Where the repeating pattern starts; 0 if the set is finite.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The length of the repeating pattern; 0 if the set is finite.
    #[must_use]
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The runs of the repeating pattern, relative to the offset, as inclusive bounds below
    /// the period: `n` at or above the offset is a member iff `(n - offset) % period` is in
    /// one of them.
    #[must_use]
    pub fn pattern(&self) -> &[(u64, u64)] {
        &self.tail
    }

    /// Where the set becomes regular: the offset, or one past the greatest member.
    fn bound(&self) -> Result<u64, StopReason> {
        match self.max() {
            Some(max) => plus(max, 1),
            None => Ok(self.offset),
        }
    }

    /// The members below `end`.
    fn expand(&self, end: u64, budget: &Budget) -> Result<Runs, StopReason> {
        let mut runs: Runs = self
            .head
            .iter()
            .filter(|run| run.0 < end)
            .map(|&(lo, hi)| (lo, hi.min(end - 1)))
            .collect();
        if self.period > 0 && self.offset < end {
            if self.tail == [(0, self.period - 1)] {
                runs.push((self.offset, end - 1));
            } else {
                let rounds = (end - self.offset).div_ceil(self.period);
                budget.spend(rounds.saturating_mul(self.tail.len() as u64))?;
                for round in 0..rounds {
                    let base = self.offset + round * self.period;
                    for &(lo, hi) in &self.tail {
                        if base + lo < end {
                            runs.push((base + lo, (base + hi).min(end - 1)));
                        }
                    }
                }
            }
        }
        budget.spend(runs.len() as u64)?;
        Ok(merged(runs))
    }

    /// Normal form of a set given by its members below `offset + period`.
    fn normal(runs: Runs, offset: u64, period: u64) -> LengthSet {
        let mut head = clip(&runs, 0, offset);
        let mut tail = clip(&runs, offset, offset.saturating_add(period));
        for run in &mut tail {
            *run = (run.0 - offset, run.1 - offset);
        }
        if tail.is_empty() {
            return LengthSet::finite(head);
        }
        let mut offset = offset;
        let period = least_period(&tail, period);
        tail = clip(&tail, 0, period);
        if tail == [(0, period - 1)] {
            if let Some(&(lo, hi)) = head.last()
                && hi + 1 == offset
            {
                head.pop();
                offset = lo;
            }
            return LengthSet {
                head,
                offset,
                period: 1,
                tail: vec![(0, 0)],
            };
        }
        LengthSet {
            head,
            offset,
            period,
            tail,
        }
        .with_least_offset()
    }

    /// Moves the offset down while the members before it fit the pattern: whole periods
    /// first, then the part of one.
    fn with_least_offset(mut self) -> LengthSet {
        let period = self.period;
        while self.offset >= period {
            let mut window = clip(&self.head, self.offset - period, self.offset);
            for run in &mut window {
                *run = (run.0 + period - self.offset, run.1 + period - self.offset);
            }
            let keep = last_difference(&window, &self.tail).map_or(0, |at| at + 1);
            self.offset = self.offset - period + keep;
            cut(&mut self.head, self.offset);
            if keep > 0 {
                self.tail = rotated(&self.tail, keep % period, period);
                return self;
            }
        }
        if self.offset > 0 {
            // Less than a period is left: compare with the end of the pattern.
            let mut pattern = clip(&self.tail, period - self.offset, period);
            for run in &mut pattern {
                *run = (run.0 + self.offset - period, run.1 + self.offset - period);
            }
            let keep = last_difference(&self.head, &pattern).map_or(0, |at| at + 1);
            let down = self.offset - keep;
            self.tail = rotated(&self.tail, (period - down) % period, period);
            self.offset = keep;
            cut(&mut self.head, keep);
        }
        self
    }

    /// A window in which both sets, and any Boolean combination, show all they have.
    fn common_window(&self, other: &LengthSet) -> Result<(u64, u64), StopReason> {
        let offset = self.bound()?.max(other.bound()?);
        let period = match (self.period, other.period) {
            (0, p) | (p, 0) => p,
            (p, q) => lcm(p, q)?,
        };
        Ok((offset, period))
    }

    /// Lengths in either.
    pub fn union(&self, other: &LengthSet, budget: &Budget) -> Result<LengthSet, StopReason> {
        let (offset, period) = self.common_window(other)?;
        let end = plus(offset, period)?;
        let mut runs = self.expand(end, budget)?;
        runs.extend(other.expand(end, budget)?);
        let runs = merged(runs);
        Ok(match period {
            0 => LengthSet::finite(runs),
            _ => LengthSet::normal(runs, offset, period),
        })
    }

    /// Lengths in both.
    pub fn intersection(
        &self,
        other: &LengthSet,
        budget: &Budget,
    ) -> Result<LengthSet, StopReason> {
        let (offset, period) = self.common_window(other)?;
        let end = plus(offset, period)?;
        let (a, b) = (self.expand(end, budget)?, other.expand(end, budget)?);
        let mut runs = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            let (lo, hi) = (a[i].0.max(b[j].0), a[i].1.min(b[j].1));
            if lo <= hi {
                runs.push((lo, hi));
            }
            if a[i].1 < b[j].1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        Ok(match period {
            0 => LengthSet::finite(runs),
            _ => LengthSet::normal(runs, offset, period),
        })
    }

    /// Sums of a length of each: the lengths of a concatenation.
    ///
    /// With bounds N, M of the operands and L the common period, the sum is periodic from
    /// N + M + L on if both are infinite: a larger member has a summand that lies L beyond
    /// its own bound. From N + M on if only one is infinite.
    pub fn sum(&self, other: &LengthSet, budget: &Budget) -> Result<LengthSet, StopReason> {
        if self.is_empty() || other.is_empty() {
            return Ok(LengthSet::empty());
        }
        let bounds = plus(self.bound()?, other.bound()?)?;
        let (offset, period) = match (self.period, other.period) {
            (0, 0) => (bounds, 0),
            (0, p) | (p, 0) => (bounds, p),
            (p, q) => (plus(bounds, lcm(p, q)?)?, lcm(p, q)?),
        };
        let end = plus(offset, period)?;
        let (a, b) = (self.expand(end, budget)?, other.expand(end, budget)?);
        let runs = sum_runs(&a, &b, end, budget)?;
        Ok(match period {
            0 => LengthSet::finite(runs),
            _ => LengthSet::normal(runs, offset, period),
        })
    }

    /// Sums of any number of lengths of the set: the lengths of a Kleene closure.
    ///
    /// With m the least positive member, the closure is given by its least member in each
    /// residue class modulo m (shortest paths over the residues).
    pub fn star(&self, budget: &Budget) -> Result<LengthSet, StopReason> {
        let Some(m) = self.next(1) else {
            return Ok(LengthSet::single(0));
        };
        if m == 1 {
            return Ok(LengthSet::interval(0, None));
        }
        let generators = self.least_per_residue(m, budget)?;
        let size = usize::try_from(m).map_err(|_| StopReason::Steps)?;
        budget.spend(m.saturating_mul(generators.len() as u64))?;
        let mut least = vec![u64::MAX; size];
        let mut heap = BinaryHeap::from([Reverse((0u64, 0u64))]);
        least[0] = 0;
        while let Some(Reverse((length, residue))) = heap.pop() {
            if least[residue as usize] < length {
                continue;
            }
            for &generator in &generators {
                let next = plus(length, generator)?;
                let residue = next % m;
                if next < least[residue as usize] {
                    least[residue as usize] = next;
                    heap.push(Reverse((next, residue)));
                }
            }
        }
        let offset = least.iter().copied().filter(|&n| n < u64::MAX).max();
        let offset = offset.unwrap_or(0);
        let end = plus(offset, m)?;
        let points: u64 = least
            .iter()
            .filter(|&&n| n < u64::MAX)
            .map(|&n| (end - n).div_ceil(m))
            .sum();
        budget.spend(points)?;
        let mut runs = Vec::new();
        for &first in least.iter().filter(|&&n| n < u64::MAX) {
            let mut n = first;
            while n < end {
                runs.push((n, n));
                n += m;
            }
        }
        Ok(LengthSet::normal(merged(runs), offset, m))
    }

    /// The least positive member of each residue class modulo m that has one.
    fn least_per_residue(&self, m: u64, budget: &Budget) -> Result<Vec<u64>, StopReason> {
        let end = match self.period {
            0 => self.bound()?,
            // After this many periods the residues repeat.
            p => plus(self.offset, lcm(m, p)?)?,
        };
        let mut seen = rustc_hash::FxHashSet::default();
        let mut least = Vec::new();
        for (lo, hi) in self.expand(end, budget)? {
            let lo = lo.max(1);
            for n in lo..=hi.min(lo.saturating_add(m - 1)) {
                budget.spend(1)?;
                if seen.insert(n % m) {
                    least.push(n);
                }
            }
        }
        Ok(least)
    }

    /// Sums of exactly `n` lengths of the set.
    pub fn power(&self, n: u32, budget: &Budget) -> Result<LengthSet, StopReason> {
        let mut result = LengthSet::single(0);
        let mut square = self.clone();
        let mut rest = n;
        loop {
            if rest & 1 == 1 {
                result = result.sum(&square, budget)?;
            }
            rest >>= 1;
            if rest == 0 {
                return Ok(result);
            }
            square = square.sum(&square, budget)?;
        }
    }

    /// Sums of between `lo` and `hi` lengths of the set.
    pub fn repeat(
        &self,
        lo: u32,
        hi: Option<u32>,
        budget: &Budget,
    ) -> Result<LengthSet, StopReason> {
        let least = self.power(lo, budget)?;
        let more = match hi {
            None => self.star(budget)?,
            Some(hi) if hi < lo => return Ok(LengthSet::empty()),
            Some(hi) => {
                let optional = self.union(&LengthSet::single(0), budget)?;
                optional.power(hi - lo, budget)?
            }
        };
        least.sum(&more, budget)
    }
}

impl fmt::Display for LengthSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.period == 0 || !self.head.is_empty() {
            f.write_str("{")?;
            for (at, &(lo, hi)) in self.head.iter().enumerate() {
                let comma = if at > 0 { ", " } else { "" };
                match hi - lo {
                    0 => write!(f, "{comma}{lo}")?,
                    _ => write!(f, "{comma}{lo}..{hi}")?,
                }
            }
            f.write_str("}")?;
            if self.period > 0 {
                f.write_str(" + ")?;
            }
        }
        match self.period {
            0 => return Ok(()),
            1 => return write!(f, "{}..", self.offset),
            _ => {}
        }
        for (at, &(lo, hi)) in self.tail.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            match hi - lo {
                0 => write!(f, "{comma}{}", self.offset + lo)?,
                _ => write!(f, "{comma}{}..{}", self.offset + lo, self.offset + hi)?,
            }
        }
        write!(f, " mod {}", self.period)
    }
}
