//! The alphabet of a query: the minterms of the sets of characters that occur in it.
//!
//! Characters that no set of the query tells apart are one *letter*; what no set mentions is one
//! letter too. Edges of automata carry sets of letters, as bits, so that `allchar` is one edge
//! however many letters there are, and the meet of two edges is a few machine words.
//!
//! An alphabet is made once, from all sets that the automata and transducers of a query will need
//! ([`RegexStore::character_sets`](crate::RegexStore::character_sets) of its regexes, each character
//! of its constants alone, [`cased_characters`] if cases are mapped), and shared. A later set that
//! cuts a letter needs a finer alphabet, and automata over that.

use crate::charset::{CharOrder, CharSet, partition};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// A letter of an [`Alphabet`]: its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter(u32);

impl Letter {
    /// The number, below the size of the alphabet.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Sets of characters that cover the theory's alphabet and do not overlap.
///
/// ```
/// use sinew_regex::CharSet;
/// use sinew_regex::automata::Alphabet;
/// let (az, x) = (CharSet::range(97, 122), CharSet::single(120));
/// let alphabet = Alphabet::new([&az, &x]);
/// assert_eq!(alphabet.len(), 3);
/// assert_eq!(alphabet.letter(97), alphabet.letter(98));
/// assert_ne!(alphabet.letter(97), alphabet.letter(120));
/// assert_eq!(alphabet.letters(&az).map(|letters| letters.len()), Some(2));
/// // `y` alone would cut a letter.
/// assert_eq!(alphabet.letters(&CharSet::single(121)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    letters: Vec<CharSet>,
    /// Where each run of characters of one letter begins, in order.
    runs: Vec<(u32, Letter)>,
}

/// Each letter of the Latin alphabet in both cases, alone: what the alphabet of a query with
/// `str.to_lower` or `str.to_upper` has to tell apart.
#[must_use]
pub fn cased_characters() -> Vec<CharSet> {
    (0x41..=0x5A)
        .chain(0x61..=0x7A)
        .map(CharSet::single)
        .collect()
}

impl Alphabet {
    /// The coarsest alphabet in which each of the sets is a set of letters.
    #[must_use]
    pub fn new<'a>(sets: impl IntoIterator<Item = &'a CharSet>) -> Arc<Alphabet> {
        let mut distinct: Vec<&CharSet> = sets.into_iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let full = CharSet::full();
        let parts = partition(distinct.into_iter().chain([&full]));
        let letters: Vec<CharSet> = parts.into_iter().map(|part| part.0).collect();
        let mut runs: Vec<(u32, Letter)> = Vec::new();
        for (at, letter) in letters.iter().enumerate() {
            let starts = letter.ranges().iter();
            runs.extend(starts.map(|&(lo, _)| (lo, Letter(at as u32))));
        }
        runs.sort_unstable();
        Arc::new(Alphabet { letters, runs })
    }

    /// How many letters there are; at least one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Never: some letter holds the characters that no set mentions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// The letter of a character; `None` beyond the theory's alphabet.
    #[must_use]
    pub fn letter(&self, c: u32) -> Option<Letter> {
        let at = self.runs.partition_point(|run| run.0 <= c);
        (c <= crate::MAX_CHAR).then(|| self.runs[at - 1].1)
    }

    /// The characters of a letter.
    #[must_use]
    pub fn characters(&self, letter: Letter) -> &CharSet {
        &self.letters[letter.index()]
    }

    /// The character by which a letter is spelled in witnesses.
    #[must_use]
    pub fn spelling(&self, letter: Letter) -> u32 {
        let first = self.letters[letter.index()].first(CharOrder::Readable);
        first.unwrap_or_default()
    }

    /// A set of characters as a set of letters; `None` if it cuts one.
    #[must_use]
    pub fn letters(&self, set: &CharSet) -> Option<LetterSet> {
        let mut found = self.none();
        let mut size = 0;
        for &(lo, hi) in set.ranges() {
            // Every run that meets the range; cut ones make the sizes differ.
            let first = self.runs.partition_point(|run| run.0 <= lo) - 1;
            for run in self.runs[first..].iter().take_while(|run| run.0 <= hi) {
                if !found.contains(run.1) {
                    size += self.letters[run.1.index()].len();
                    found.insert(run.1);
                }
            }
        }
        (size == set.len()).then_some(found)
    }

    /// The characters of some letters.
    #[must_use]
    pub fn union_of(&self, set: &LetterSet) -> CharSet {
        let ranges = set
            .iter()
            .flat_map(|letter| self.characters(letter).ranges());
        CharSet::from_ranges(ranges.copied())
    }

    /// No letter.
    #[must_use]
    pub fn none(&self) -> LetterSet {
        LetterSet(match self.len() {
            0..=128 => Bits::Small([0; 2]),
            size => Bits::Large(vec![0; size.div_ceil(64)].into()),
        })
    }

    /// All letters.
    #[must_use]
    pub fn all(&self) -> LetterSet {
        let mut set = self.none();
        for at in 0..self.len() {
            set.insert(Letter(at as u32));
        }
        set
    }

    /// One letter.
    #[must_use]
    pub fn only(&self, letter: Letter) -> LetterSet {
        let mut set = self.none();
        set.insert(letter);
        set
    }

    /// The letter that is this one character.
    #[must_use]
    pub fn single(&self, c: u32) -> Option<Letter> {
        let letter = self.letter(c)?;
        (self.characters(letter).len() == 1).then_some(letter)
    }
}

/// A set of letters of an alphabet; valid for the alphabet that made it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LetterSet(Bits);

/// Bits by letter. Which form it is depends on the size of the alphabet alone, so that equality
/// of sets is equality of forms.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Bits {
    Small([u64; 2]),
    Large(Arc<[u64]>),
}

impl LetterSet {
    fn words(&self) -> &[u64] {
        match &self.0 {
            Bits::Small(words) => words,
            Bits::Large(words) => words,
        }
    }

    fn zip(&self, other: &LetterSet, join: impl Fn(u64, u64) -> u64) -> LetterSet {
        LetterSet(match (&self.0, &other.0) {
            (Bits::Small(a), Bits::Small(b)) => Bits::Small([join(a[0], b[0]), join(a[1], b[1])]),
            _ => {
                let pairs = self.words().iter().zip(other.words());
                Bits::Large(pairs.map(|(a, b)| join(*a, *b)).collect())
            }
        })
    }

    /// Adds a letter.
    pub fn insert(&mut self, letter: Letter) {
        let (word, bit) = (letter.index() / 64, 1 << (letter.index() % 64));
        match &mut self.0 {
            Bits::Small(words) => words[word] |= bit,
            Bits::Large(words) => Arc::make_mut(words)[word] |= bit,
        }
    }

    /// Whether there is no letter in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// How many letters are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        let bits = self.words().iter().map(|word| word.count_ones() as usize);
        bits.sum()
    }

    /// Membership.
    #[must_use]
    pub fn contains(&self, letter: Letter) -> bool {
        self.words()[letter.index() / 64] >> (letter.index() % 64) & 1 == 1
    }

    /// Letters of either.
    #[must_use]
    pub fn union(&self, other: &LetterSet) -> LetterSet {
        self.zip(other, |a, b| a | b)
    }

    /// Letters of both.
    #[must_use]
    pub fn intersection(&self, other: &LetterSet) -> LetterSet {
        self.zip(other, |a, b| a & b)
    }

    /// Letters of this one and not of the other.
    #[must_use]
    pub fn difference(&self, other: &LetterSet) -> LetterSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether the other has all letters of this one.
    #[must_use]
    pub fn is_subset(&self, other: &LetterSet) -> bool {
        let mut pairs = self.words().iter().zip(other.words());
        pairs.all(|(a, b)| a & !b == 0)
    }

    /// Whether no letter is in both.
    #[must_use]
    pub fn is_disjoint(&self, other: &LetterSet) -> bool {
        let mut pairs = self.words().iter().zip(other.words());
        pairs.all(|(a, b)| a & b == 0)
    }

    /// The letters in order.
    pub fn iter(&self) -> impl Iterator<Item = Letter> {
        let words = self.words().iter().enumerate();
        words.flat_map(|(at, &word)| {
            (0..64u32)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| Letter(at as u32 * 64 + bit))
        })
    }

    /// The first letter.
    #[must_use]
    pub fn first(&self) -> Option<Letter> {
        let at = self.words().iter().position(|&word| word != 0)?;
        Some(Letter(at as u32 * 64 + self.words()[at].trailing_zeros()))
    }
}

impl fmt::Debug for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Letter::index))
            .finish()
    }
}

/// The minterms of some sets that meet at least one of them, each with the positions of the sets
/// that it lies in; [`partition`] for sets of letters.
pub(crate) fn minterms<'a>(
    sets: impl IntoIterator<Item = &'a LetterSet>,
) -> Vec<(LetterSet, Vec<u32>)> {
    let mut groups: Vec<(&LetterSet, Vec<u32>)> = Vec::new();
    let mut places: FxHashMap<&LetterSet, usize> = FxHashMap::default();
    for (at, set) in sets.into_iter().enumerate() {
        let fresh = groups.len();
        let place = *places.entry(set).or_insert(fresh);
        if place == fresh {
            groups.push((set, Vec::new()));
        }
        groups[place].1.push(at as u32);
    }
    let mut parts: Vec<(LetterSet, Vec<u32>)> = Vec::new();
    for (set, members) in groups {
        let mut rest = set.clone();
        for at in 0..parts.len() {
            let common = parts[at].0.intersection(&rest);
            if common.is_empty() {
                continue;
            }
            rest = rest.difference(&common);
            if common != parts[at].0 {
                let outside = parts[at].0.difference(&common);
                let copy = parts[at].1.clone();
                parts.push((outside, copy));
                parts[at].0 = common;
            }
            parts[at].1.extend_from_slice(&members);
        }
        if !rest.is_empty() {
            parts.push((rest, members));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets() -> Vec<CharSet> {
        vec![
            CharSet::range(97, 122),
            CharSet::from_chars([97, 120, 0x2FFFF]),
            CharSet::from_ranges([(0, 10), (100, 110)]),
        ]
    }

    #[test]
    fn letters_are_the_characters_that_no_set_tells_apart() {
        let alphabet = Alphabet::new(&sets());
        for a in [0, 5, 11, 96, 97, 98, 100, 110, 111, 120, 121, 123, 0x2FFFF] {
            for b in [0, 10, 50, 97, 99, 105, 119, 120, 0x2FFFE, 0x2FFFF] {
                let same = sets().iter().all(|set| set.contains(a) == set.contains(b));
                assert_eq!(alphabet.letter(a) == alphabet.letter(b), same, "{a} {b}");
            }
        }
        assert_eq!(alphabet.letter(0x30000), None);
        for set in sets() {
            let letters = alphabet.letters(&set).expect("no letter is cut");
            assert_eq!(alphabet.union_of(&letters), set);
        }
        assert_eq!(alphabet.letters(&CharSet::range(97, 99)), None);
        assert_eq!(alphabet.letters(&CharSet::empty()), Some(alphabet.none()));
        assert_eq!(alphabet.letters(&CharSet::full()), Some(alphabet.all()));
        assert_eq!(alphabet.single(98), None);
        assert!(alphabet.single(0x2FFFF).is_some());
    }

    #[test]
    fn both_forms_of_sets_agree_with_membership() {
        for size in [5, 128, 129, 300] {
            let singles: Vec<CharSet> = (1..size).map(CharSet::single).collect();
            let alphabet = Alphabet::new(&singles);
            assert_eq!(alphabet.len(), size as usize);
            let mut samples = vec![alphabet.none(), alphabet.all()];
            for step in [2, 3, 7] {
                let mut set = alphabet.none();
                (0..size)
                    .step_by(step)
                    .for_each(|at| set.insert(Letter(at)));
                samples.push(set);
            }
            for a in &samples {
                for b in &samples {
                    let (or, and, not) = (a.union(b), a.intersection(b), a.difference(b));
                    for letter in alphabet.all().iter() {
                        let (x, y) = (a.contains(letter), b.contains(letter));
                        assert_eq!(or.contains(letter), x || y);
                        assert_eq!(and.contains(letter), x && y);
                        assert_eq!(not.contains(letter), x && !y);
                    }
                    assert_eq!(a.is_subset(b), not.is_empty());
                    assert_eq!(a.is_disjoint(b), and.is_empty());
                    assert_eq!(or.len() + and.len(), a.len() + b.len());
                }
                assert_eq!(a.first(), a.iter().next());
                assert_eq!(a.iter().count(), a.len());
            }
        }
    }

    #[test]
    fn minterms_are_disjoint_and_know_their_sets() {
        let singles: Vec<CharSet> = (0..12).map(CharSet::single).collect();
        let alphabet = Alphabet::new(&singles);
        let of = |letters: &[u32]| {
            let mut set = alphabet.none();
            letters.iter().for_each(|&at| set.insert(Letter(at)));
            set
        };
        let sets = [
            of(&[1, 2, 3]),
            of(&[3, 4]),
            of(&[1, 2, 3]),
            of(&[]),
            of(&[2, 4, 9]),
        ];
        let parts = minterms(&sets);
        for letter in alphabet.all().iter() {
            let members: Vec<u32> = (0..sets.len() as u32)
                .filter(|&at| sets[at as usize].contains(letter))
                .collect();
            let mut hits = parts.iter().filter(|part| part.0.contains(letter));
            match hits.next() {
                Some((_, found)) => {
                    let mut found = found.clone();
                    found.sort_unstable();
                    assert_eq!(found, members);
                }
                None => assert!(members.is_empty()),
            }
            assert!(hits.next().is_none());
        }
    }
}
