//! The compressed alphabet of one fixed-length problem.
//!
//! No constraint can tell two characters of one minterm apart except by comparing them with each
//! other, so each minterm is represented by as many of its characters as there are unknown
//! positions, or by all of them if it has fewer. That is exact: a solution over the full alphabet
//! maps to one over the representatives by renaming within minterms.
//!
//! Characters are numbered so that each minterm is a range of numbers; membership in a class is
//! then a few comparisons. Where the order of characters matters (`str.<`), numbers follow code
//! points; otherwise readable characters come first. Either way those that represent a minterm are
//! its most readable ones, which makes readable models.

use sinew_regex::{CharOrder, CharSet, partition};

/// A numbering of representative characters.
pub(crate) struct Alphabet {
    /// The character with each number.
    values: Vec<u32>,
    /// Minterms with their ranges of numbers.
    parts: Vec<(CharSet, usize, usize)>,
}

impl Alphabet {
    /// An alphabet that can tell `sets` apart, for `unknown` positions.
    pub(crate) fn new(sets: &[CharSet], unknown: usize, by_code_point: bool) -> Alphabet {
        let full = CharSet::full();
        let mut minterms: Vec<CharSet> = partition(sets.iter().chain([&full]))
            .into_iter()
            .map(|(set, _)| set)
            .collect();
        let order = if by_code_point {
            CharOrder::CodePoint
        } else {
            CharOrder::Readable
        };
        if by_code_point {
            minterms = minterms
                .iter()
                .flat_map(|set| set.ranges().iter().map(|&(lo, hi)| CharSet::range(lo, hi)))
                .collect();
        }
        minterms.sort_by_key(|set| set.first(order).map(|c| order.rank(c)));
        let (mut values, mut parts) = (Vec::new(), Vec::new());
        for set in minterms {
            let start = values.len();
            let wanted = (set.len() as usize).min(unknown.max(1));
            // Any characters of a range are as good as any others, in their order.
            let mut next = set.first(CharOrder::Readable);
            while let Some(c) = next.filter(|_| values.len() - start < wanted) {
                values.push(c);
                next = set.next_after(c, CharOrder::Readable);
            }
            if by_code_point {
                values[start..].sort_unstable();
            }
            parts.push((set, start, values.len()));
        }
        Alphabet { values, parts }
    }

    /// How many characters are numbered.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The character with this number.
    pub(crate) fn value(&self, number: usize) -> u32 {
        self.values[number]
    }

    /// The number of a character, if it has one: those that occur in some singleton set do.
    pub(crate) fn number(&self, c: u32) -> Option<usize> {
        let (_, start, end) = self.parts.iter().find(|(set, _, _)| set.contains(c))?;
        (*start..*end).find(|&number| self.values[number] == c)
    }

    /// Whether `set` is a union of minterms.
    pub(crate) fn tells(&self, set: &CharSet) -> bool {
        self.parts
            .iter()
            .all(|(part, _, _)| part.is_subset(set) || part.is_disjoint(set))
    }

    /// The numbers of the characters in `set`, a union of minterms, as disjoint ranges.
    pub(crate) fn ranges(&self, set: &CharSet) -> Vec<(usize, usize)> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for &(_, start, end) in self
            .parts
            .iter()
            .filter(|&&(_, start, _)| set.contains(self.values[start]))
        {
            match ranges.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => ranges.push((start, end)),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minterms_are_ranges_with_enough_representatives() {
        let sets = [
            CharSet::range(97, 122),
            CharSet::single(97),
            CharSet::range(48, 57),
        ];
        let alphabet = Alphabet::new(&sets, 3, false);
        // {a}, b-z, digits, the rest: 1 + 3 + 3 + 3.
        assert_eq!(alphabet.len(), 10);
        for set in &sets {
            let ranges = alphabet.ranges(set);
            let inside = |number: usize| ranges.iter().any(|&(a, b)| a <= number && number < b);
            for number in 0..alphabet.len() {
                assert_eq!(inside(number), set.contains(alphabet.value(number)));
            }
        }
        assert_eq!(alphabet.number(97).map(|n| alphabet.value(n)), Some(97));
        assert_eq!(alphabet.number(0x2FFFF), None);
    }

    #[test]
    fn by_code_point_numbers_follow_the_characters() {
        let sets = [CharSet::single(100), CharSet::range(50, 60)];
        let alphabet = Alphabet::new(&sets, 4, true);
        let values: Vec<u32> = (0..alphabet.len()).map(|n| alphabet.value(n)).collect();
        assert!(values.is_sorted());
        assert!(values.contains(&97), "readable ones are chosen: {values:?}");
    }
}
