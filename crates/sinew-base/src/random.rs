//! Pseudo-random numbers (SplitMix64): the same seed gives the same numbers on every machine.

/// A generator of pseudo-random numbers, for tests and for problems made at random.
///
/// ```
/// use sinew_base::Random;
///
/// let mut random = Random::new(7);
/// let letter = *random.pick(&['a', 'b', 'c']);
/// assert!(random.below(10) < 10);
/// assert_eq!(letter, *Random::new(7).pick(&['a', 'b', 'c']));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if there is none. Bounds are far below 2^64, so that the bias of
    /// a remainder is of no concern.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound.max(1) as u64) as usize
    }

    /// A number from `low` to `high`, which is no less.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.number() % (high - low + 1) as u64) as i64
    }

    /// True in `part` of `whole` cases.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// An element of a list that is not empty.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
