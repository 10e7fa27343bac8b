//! A small deterministic generator of pseudo-random numbers (SplitMix64): the same seed gives
//! the same tests on every machine and in every version.

/// The generator's state.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is positive.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        // The bias of this for bounds far below 2^64 is of no concern here.
        let product = u128::from(self.next()) * bound as u128;
        (product >> 64) as usize
    }

    /// True in `part` of `whole` cases.
    pub(super) fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// An element of a list that is not empty.
    pub(super) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
