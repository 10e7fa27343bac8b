//! Sets of characters as sorted, disjoint, non-adjacent ranges of code points.
//!
//! The alphabet of SMT-LIB's theory *Strings* has 0x30000 letters, so a set is never
//! enumerated: every operation is a merge of range lists. [`partition`] computes the
//! minterms of a family of sets, which is how the alphabet of a problem is compressed.

use rustc_hash::FxHashMap;
use std::fmt;

/// The largest code point of the theory *Strings*.
pub const MAX_CHAR: u32 = 0x2FFFF;

/// A set of characters.
///
/// ```
/// use sinew_regex::CharSet;
/// let vowels = CharSet::from_chars("aeiou".chars().map(u32::from));
/// let letters = CharSet::range('a'.into(), 'z'.into());
/// assert_eq!(letters.intersection(&vowels), vowels);
/// assert_eq!(letters.difference(&vowels).len(), 21);
/// assert!(vowels.complement().contains('b'.into()));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CharSet {
    /// Inclusive ranges; between two neighbours lies at least one character.
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    /// The empty set.
    #[must_use]
    pub fn empty() -> CharSet {
        CharSet::default()
    }

    /// All characters.
    #[must_use]
    pub fn full() -> CharSet {
        CharSet::range(0, MAX_CHAR)
    }

    /// One character; empty if `c` is not a character.
    #[must_use]
    pub fn single(c: u32) -> CharSet {
        CharSet::range(c, c)
    }

    /// The characters from `lo` to `hi`, both included; empty if `lo > hi`.
    #[must_use]
    pub fn range(lo: u32, hi: u32) -> CharSet {
        let hi = hi.min(MAX_CHAR);
        let ranges = if lo <= hi { vec![(lo, hi)] } else { Vec::new() };
        CharSet { ranges }
    }

    /// The characters of a list, in any order.
    #[must_use]
    pub fn from_chars(chars: impl IntoIterator<Item = u32>) -> CharSet {
        CharSet::from_ranges(chars.into_iter().map(|c| (c, c)))
    }

    /// The union of inclusive ranges in any order, overlapping or not.
    #[must_use]
    pub fn from_ranges(ranges: impl IntoIterator<Item = (u32, u32)>) -> CharSet {
        let mut list: Vec<(u32, u32)> = ranges
            .into_iter()
            .map(|(lo, hi)| (lo, hi.min(MAX_CHAR)))
            .filter(|&(lo, hi)| lo <= hi)
            .collect();
        list.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(list.len());
        for (lo, hi) in list {
            match merged.last_mut() {
                Some(last) if lo <= last.1 + 1 => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        CharSet { ranges: merged }
    }

    /// The ranges, sorted and disjoint.
    #[must_use]
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Whether there is no character in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether it is the whole alphabet.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.ranges == [(0, MAX_CHAR)]
    }

    /// How many characters there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.ranges.iter().map(|&(lo, hi)| hi - lo + 1).sum()
    }

    /// The only character, if there is exactly one.
    #[must_use]
    pub fn as_single(&self) -> Option<u32> {
        match self.ranges[..] {
            [(lo, hi)] if lo == hi => Some(lo),
            _ => None,
        }
    }

    /// Membership, by binary search.
    #[must_use]
    pub fn contains(&self, c: u32) -> bool {
        let after = self.ranges.partition_point(|&(lo, _)| lo <= c);
        after > 0 && self.ranges[after - 1].1 >= c
    }

    /// Characters in either.
    #[must_use]
    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::from_ranges(self.ranges.iter().chain(&other.ranges).copied())
    }

    /// Characters in both.
    #[must_use]
    pub fn intersection(&self, other: &CharSet) -> CharSet {
        let (mut i, mut j) = (0, 0);
        let mut ranges = Vec::new();
        while i < self.ranges.len() && j < other.ranges.len() {
            let (a, b) = (self.ranges[i], other.ranges[j]);
            let (lo, hi) = (a.0.max(b.0), a.1.min(b.1));
            if lo <= hi {
                ranges.push((lo, hi));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        CharSet { ranges }
    }

    /// Characters not in it.
    #[must_use]
    pub fn complement(&self) -> CharSet {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(lo, hi) in &self.ranges {
            if next < lo {
                ranges.push((next, lo - 1));
            }
            next = hi + 1;
        }
        if next <= MAX_CHAR {
            ranges.push((next, MAX_CHAR));
        }
        CharSet { ranges }
    }

    /// Characters of `self` that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &CharSet) -> CharSet {
        self.intersection(&other.complement())
    }

    /// Whether every character is in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &CharSet) -> bool {
        self.ranges.iter().all(|&(lo, hi)| {
            let after = other.ranges.partition_point(|&(start, _)| start <= lo);
            after > 0 && other.ranges[after - 1].1 >= hi
        })
    }

    /// Whether no character is in both.
    #[must_use]
    pub fn is_disjoint(&self, other: &CharSet) -> bool {
        let (mut i, mut j) = (0, 0);
        while i < self.ranges.len() && j < other.ranges.len() {
            let (a, b) = (self.ranges[i], other.ranges[j]);
            if a.0.max(b.0) <= a.1.min(b.1) {
                return false;
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        true
    }

    /// The first character in the given order.
    #[must_use]
    pub fn first(&self, order: CharOrder) -> Option<u32> {
        order
            .bands()
            .iter()
            .find_map(|&(lo, hi)| self.first_between(lo, hi))
    }

    /// The first character after `c` in the given order.
    #[must_use]
    pub fn next_after(&self, c: u32, order: CharOrder) -> Option<u32> {
        let bands = order.bands();
        let at = bands.iter().position(|&(lo, hi)| lo <= c && c <= hi)?;
        let rest = (c < bands[at].1).then(|| (c + 1, bands[at].1));
        rest.into_iter()
            .chain(bands[at + 1..].iter().copied())
            .find_map(|(lo, hi)| self.first_between(lo, hi))
    }

    fn first_between(&self, lo: u32, hi: u32) -> Option<u32> {
        let at = self.ranges.partition_point(|&(_, end)| end < lo);
        let start = self.ranges.get(at)?.0.max(lo);
        (start <= hi).then_some(start)
    }
}

impl fmt::Display for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_full() {
            return f.write_str(".");
        }
        if let Some(c) = self.as_single() {
            return write_char(f, c);
        }
        f.write_str("[")?;
        for &(lo, hi) in &self.ranges {
            write_char(f, lo)?;
            if hi > lo {
                f.write_str("-")?;
                write_char(f, hi)?;
            }
        }
        f.write_str("]")
    }
}

impl fmt::Debug for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_char(f: &mut fmt::Formatter<'_>, c: u32) -> fmt::Result {
    match char::from_u32(c) {
        Some(plain) if plain.is_ascii_alphanumeric() || "_/:@#%=<>,;!\"'`".contains(plain) => {
            write!(f, "{plain}")
        }
        _ => write!(f, "\\u{{{c:x}}}"),
    }
}

/// In which order characters are preferred when a word is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CharOrder {
    /// By code point, as `str.<` compares.
    CodePoint,
    /// What reads best first: lower case, digits, upper case, other printable ASCII, the rest.
    Readable,
}

const CODE_POINT_BANDS: &[(u32, u32)] = &[(0, MAX_CHAR)];
const READABLE_BANDS: &[(u32, u32)] = &[
    (0x61, 0x7a),
    (0x30, 0x39),
    (0x41, 0x5a),
    (0x20, 0x2f),
    (0x3a, 0x40),
    (0x5b, 0x60),
    (0x7b, 0x7e),
    (0x7f, MAX_CHAR),
    (0, 0x1f),
];

impl CharOrder {
    /// Disjoint ranges that cover the alphabet, best first.
    fn bands(self) -> &'static [(u32, u32)] {
        match self {
            CharOrder::CodePoint => CODE_POINT_BANDS,
            CharOrder::Readable => READABLE_BANDS,
        }
    }

    /// Where `c` stands in the order; a smaller rank comes first.
    #[must_use]
    pub fn rank(self, c: u32) -> (u32, u32) {
        let bands = self.bands();
        let at = bands.iter().position(|&(lo, hi)| lo <= c && c <= hi);
        (at.unwrap_or(bands.len()) as u32, c)
    }
}

/// The minterms of a family of sets that meet at least one of them: disjoint, non-empty
/// sets, each with the sorted indices of the members that contain it. Together they cover
/// the union of the family. Their order is that of their first characters.
///
/// ```
/// use sinew_regex::{CharSet, partition};
/// let (az, am) = (CharSet::range(97, 122), CharSet::range(97, 109));
/// let parts = partition([&az, &am]);
/// assert_eq!(parts.len(), 2);
/// assert_eq!(parts[0], (am, vec![0, 1]));
/// assert_eq!(parts[1], (CharSet::range(110, 122), vec![0]));
/// ```
#[must_use]
pub fn partition<'a>(sets: impl IntoIterator<Item = &'a CharSet>) -> Vec<(CharSet, Vec<u32>)> {
    // Each event opens or closes the member at a position; closes use the next position.
    let mut events: Vec<(u32, bool, u32)> = Vec::new();
    for (index, set) in sets.into_iter().enumerate() {
        for &(lo, hi) in &set.ranges {
            events.push((lo, true, index as u32));
            events.push((hi + 1, false, index as u32));
        }
    }
    events.sort_unstable();
    let mut active: Vec<u32> = Vec::new();
    let mut by_members: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    let mut parts: Vec<(CharSet, Vec<u32>)> = Vec::new();
    let mut at = 0;
    while at < events.len() {
        let position = events[at].0;
        while at < events.len() && events[at].0 == position {
            let (_, opens, index) = events[at];
            match active.binary_search(&index) {
                Ok(place) if !opens => {
                    active.remove(place);
                }
                Err(place) if opens => active.insert(place, index),
                // Ranges of one member never touch, so it opens and closes alternately.
                _ => debug_assert!(false, "ranges of a member overlap"),
            }
            at += 1;
        }
        let Some(next) = events.get(at).map(|event| event.0) else {
            break;
        };
        if active.is_empty() {
            continue;
        }
        let slot = match by_members.get(&active) {
            Some(&slot) => slot,
            None => {
                by_members.insert(active.clone(), parts.len());
                parts.push((CharSet::empty(), active.clone()));
                parts.len() - 1
            }
        };
        let ranges = &mut parts[slot].0.ranges;
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == position => last.1 = next - 1,
            _ => ranges.push((position, next - 1)),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<CharSet> {
        vec![
            CharSet::empty(),
            CharSet::full(),
            CharSet::single(0),
            CharSet::single(MAX_CHAR),
            CharSet::range(5, 9),
            CharSet::range(7, 12),
            CharSet::from_ranges([(1, 2), (4, 4), (10, MAX_CHAR)]),
            CharSet::from_chars([3, 1, 2, 9]),
            CharSet::range(9, 3),
            CharSet::single(MAX_CHAR + 1),
        ]
    }

    /// Every position at which one of the samples may change, and its neighbours.
    fn probes() -> Vec<u32> {
        (0..20).chain([MAX_CHAR - 1, MAX_CHAR]).collect()
    }

    #[test]
    fn operations_agree_with_membership() {
        for a in &samples() {
            for b in &samples() {
                let (union, inter, diff) = (a.union(b), a.intersection(b), a.difference(b));
                for c in probes() {
                    let (ina, inb) = (a.contains(c), b.contains(c));
                    assert_eq!(union.contains(c), ina || inb);
                    assert_eq!(inter.contains(c), ina && inb);
                    assert_eq!(diff.contains(c), ina && !inb);
                    assert_eq!(a.complement().contains(c), !ina);
                }
                assert_eq!(a.is_subset(b), diff.is_empty());
                assert_eq!(a.is_disjoint(b), inter.is_empty());
                assert_eq!(a.len() + b.len(), union.len() + inter.len());
                assert_eq!(a.len() + a.complement().len(), MAX_CHAR + 1);
            }
        }
    }

    #[test]
    fn adjacent_ranges_join() {
        let joined = CharSet::from_ranges([(5, 6), (3, 4), (7, 7)]);
        assert_eq!(joined.ranges(), [(3, 7)]);
        assert_eq!(CharSet::from_chars([1, 3]).ranges().len(), 2);
    }

    #[test]
    fn partition_gives_disjoint_sets_with_exact_members() {
        let sets = samples();
        let parts = partition(&sets);
        for c in probes() {
            let members: Vec<u32> = (0..sets.len() as u32)
                .filter(|&i| sets[i as usize].contains(c))
                .collect();
            let hits: Vec<_> = parts.iter().filter(|(set, _)| set.contains(c)).collect();
            assert_eq!(hits.len(), usize::from(!members.is_empty()));
            for (_, found) in hits {
                assert_eq!(*found, members);
            }
        }
    }

    #[test]
    fn orders_visit_every_character_once() {
        let set = CharSet::from_ranges([(0x1e, 0x22), (0x2f, 0x31), (0x5a, 0x62), (0x7d, 0x81)]);
        for order in [CharOrder::CodePoint, CharOrder::Readable] {
            let mut seen = Vec::new();
            let mut next = set.first(order);
            while let Some(c) = next {
                assert!(set.contains(c));
                if let Some(&last) = seen.last() {
                    assert!(order.rank(last) < order.rank(c));
                }
                seen.push(c);
                next = set.next_after(c, order);
            }
            assert_eq!(seen.len() as u32, set.len());
        }
        assert_eq!(set.first(CharOrder::Readable), Some(0x61));
        assert_eq!(set.first(CharOrder::CodePoint), Some(0x1e));
    }
}
