//! Samples: some tests of each transformation, chosen at random.
//!
//! Most transformations are small enough to be made whole; their tests are counted first and then
//! chosen by number. Chains of several replacements are not (each further one multiplies their
//! number by about a hundred): there random chains are drawn instead (see
//! [`UnsatSuite`](super::unsat_suite::UnsatSuite)).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sinew_base::Random;
use sinew_term::TermStore;

use super::library::Library;
use super::reference::Reference;
use super::suite::{Config, Sink, produce};
use super::test::{Family, Test};

/// Which tests of each folder are taken.
#[derive(Default)]
pub(super) struct Choice {
    /// For each folder how many tests it had so far, and the numbers of those still to be taken,
    /// the next one last. `None` if all are taken.
    chosen: Option<BTreeMap<String, (u64, Vec<u64>)>>,
}

impl Choice {
    pub(super) fn new(library: &Library, reference: &Reference, config: &Config) -> Choice {
        let Some(size) = config.sample else {
            return Choice::default();
        };
        let mut families: Vec<Family> = Family::all().collect();
        families.retain(|&family| config.wants_family(family) && family != Family::Chain);
        let mut counts = Counts {
            config,
            folders: BTreeMap::new(),
        };
        if !families.is_empty() {
            let whole = Config {
                families,
                sample: None,
                ..config.clone()
            };
            // Counting does not break off.
            let _ = produce(library, reference, &whole, &mut counts);
        }
        let mut random = Random::new(config.seed);
        let draw =
            |(folder, count): (String, u64)| (folder, (0, numbers(&mut random, count, size)));
        Choice {
            chosen: Some(counts.folders.into_iter().map(draw).collect()),
        }
    }

    /// Whether the next test is taken.
    pub(super) fn takes(&mut self, test: &Test) -> bool {
        let Some(chosen) = &mut self.chosen else {
            return true;
        };
        if test.family == Family::Chain {
            return true;
        }
        let Some((count, wanted)) = chosen.get_mut(&test.folder()) else {
            return false;
        };
        *count += 1;
        wanted.pop_if(|number| *number == *count - 1).is_some()
    }
}

/// `size` distinct numbers below `count`, in falling order; all if there are fewer.
fn numbers(random: &mut Random, count: u64, size: u64) -> Vec<u64> {
    let mut left = size.min(count);
    let mut taken = Vec::new();
    for number in 0..count {
        // Each number is taken with the chance that makes all choices equally likely.
        let rest = usize::try_from(count - number).unwrap_or(usize::MAX);
        if (random.below(rest) as u64) < left {
            taken.push(number);
            left -= 1;
        }
    }
    taken.reverse();
    taken
}

/// Counts tests by folder.
struct Counts<'a> {
    config: &'a Config,
    folders: BTreeMap<String, u64>,
}

impl Sink for Counts<'_> {
    fn test(&mut self, _: &mut TermStore, mut test: Test) -> ControlFlow<()> {
        if self.config.wants_op(&test.op) {
            test.origin = test.origin.max(self.config.origin);
            *self.folders.entry(test.folder()).or_default() += 1;
        }
        ControlFlow::Continue(())
    }

    fn flush(&mut self, _: &mut TermStore) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_distinct_and_as_many_as_wanted() {
        let mut random = Random::new(3);
        for (count, size) in [(0, 5), (3, 5), (100, 7), (7, 7)] {
            let found = numbers(&mut random, count, size);
            assert_eq!(found.len() as u64, size.min(count));
            assert!(found.windows(2).all(|pair| pair[0] > pair[1]));
            assert!(found.iter().all(|&number| number < count));
        }
    }
}
