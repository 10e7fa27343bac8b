//! Sets of facts, by their places: what a conclusion rests on.

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reasons(Vec<u64>);

impl Reasons {
    pub(super) fn of(items: impl IntoIterator<Item = usize>) -> Reasons {
        let mut reasons = Reasons::default();
        items.into_iter().for_each(|item| reasons.insert(item));
        reasons
    }

    pub(super) fn insert(&mut self, item: usize) {
        if self.0.len() <= item / 64 {
            self.0.resize(item / 64 + 1, 0);
        }
        self.0[item / 64] |= 1 << (item % 64);
    }

    pub(super) fn contains(&self, item: usize) -> bool {
        let word = self.0.get(item / 64);
        word.is_some_and(|word| word >> (item % 64) & 1 == 1)
    }

    pub(super) fn add(&mut self, other: &Reasons) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|&item| self.contains(item))
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}
