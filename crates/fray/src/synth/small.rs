//! Small scope: formulas of every small shape.
//!
//! The shapes are [numbered](super::shape); for each size a walk goes through all of them before any
//! comes again, beginning where the seed says. Leaves are grown, so that few variables occur
//! often and constants are short; a term that is there already may stand in a leaf. Of a formula
//! and its negation the one is asserted that is true more rarely: what always holds is a law,
//! which shows best in its negation. Where a model is found it is the answer; else a
//! `sat` is judged by its model.

use sinew_base::Random;
use sinew_term::{Sort, Term, TermStore, postorder_all};

use super::growth::{Growth, Soil};
use super::library::Library;
use super::planted::{constants, grown_test};
use super::reference::Reference;
use super::shape::{MAX_SIZE, Shapes};
use super::stream::Source;
use super::test::{Mode, Model, Test};
use super::trial::{expected, try_out};

/// Sizes of formulas, each as often as it occurs here.
const SIZES: [usize; 16] = [1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7];
/// Assignments that a formula is tried on.
const SAMPLES: usize = 24;

/// A way through all numbers below a bound.
#[derive(Clone, Copy, Debug, Default)]
struct Walk {
    place: u64,
    stride: u64,
    total: u64,
}

fn common_divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Walk {
    /// Steps of about the golden section spread well, and no two of the first `total` places are
    /// the same since stride and total have no common divisor.
    fn new(total: u64, random: &mut Random) -> Walk {
        let mut stride = (total / 1000).saturating_mul(618) + total % 1000 * 618 / 1000;
        while stride < total && common_divisor(stride, total) != 1 {
            stride += 1;
        }
        Walk {
            place: random.number() % total.max(1),
            stride: stride % total.max(1),
            total,
        }
    }

    fn step(&mut self) -> u64 {
        let rest = self.total - self.stride;
        self.place = match self.place.checked_sub(rest) {
            Some(over) => over,
            None => self.place + self.stride,
        };
        self.place
    }
}

/// Source of small formulas.
pub(super) struct Small<'a> {
    growth: Growth<'a>,
    reference: &'a Reference,
    shapes: Shapes,
    walks: [Walk; MAX_SIZE + 1],
    count: u64,
}

impl<'a> Small<'a> {
    pub(super) fn new(library: &'a Library, reference: &'a Reference, seed: u64) -> Small<'a> {
        let mut random = Random::new(seed);
        let shapes = Shapes::new(&library.grammar);
        let mut walks = [Walk::default(); MAX_SIZE + 1];
        for (size, walk) in walks.iter_mut().enumerate() {
            *walk = Walk::new(shapes.count(Sort::Bool, size), &mut random);
        }
        Small {
            growth: Growth::new(&library.grammar, reference, random.number(), false),
            reference,
            shapes,
            walks,
            count: 0,
        }
    }

    /// The next formula of this size, or its negation, and whether some assignment makes it true.
    fn formula(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        size: usize,
    ) -> Option<(Term, Option<Model>)> {
        let number = self.walks[size].step();
        let shape = self.shapes.shape(Sort::Bool, size, number)?;
        let (term, _) = self.growth.fill(store, soil, &shape)?;
        if store.is_ground(term) || !mentions_strings(store, term) {
            return None;
        }
        let negated = store.not(term);
        let samples = (SAMPLES, false);
        let trial = try_out(&mut self.growth, store, soil, &[term, negated], samples)?;
        let often = trial.holds[0];
        let rare = if 2 * often <= SAMPLES { term } else { negated };
        let chosen = match self.growth.random.chance(1, 4) && often > 0 && often < SAMPLES {
            true if rare == term => negated,
            true => term,
            false => rare,
        };
        let trial = try_out(&mut self.growth, store, soil, &[chosen], (SAMPLES, true))?;
        Some((chosen, trial.model))
    }
}

/// Whether a formula is about strings at all.
fn mentions_strings(store: &TermStore, term: Term) -> bool {
    let terms = postorder_all(store, &[term]);
    terms.iter().any(|&term| store.sort(term) == Sort::String)
}

impl Source for Small<'_> {
    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let mut soil = self.growth.soil(store);
        let size = *self.growth.random.pick(&SIZES);
        // Two assertions share a size, too.
        let second = match size > 1 && self.growth.random.chance(1, 3) {
            true => 1 + self.growth.random.below(size - 1),
            false => 0,
        };
        let (term, mut model) = self.formula(store, &mut soil, size - second)?;
        let mut assertions = vec![term];
        // What is never true by itself spoils what is beside it.
        if second > 0
            && model.is_some()
            && let Some((other, Some(_))) = self.formula(store, &mut soil, second)
            && other != term
        {
            assertions.push(other);
            let samples = (SAMPLES, true);
            model = try_out(&mut self.growth, store, &soil, &assertions, samples)?.model;
        }
        if constants(store, &assertions).is_empty() {
            return None;
        }
        let expected = expected(store, self.reference, &assertions, model)?;
        let number = self.count;
        self.count += 1;
        Some(grown_test(store, Mode::Small, number, assertions, expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_comes_to_every_number_once() {
        let mut random = Random::new(3);
        for total in [1, 2, 7, 1000, 1024, 1155] {
            let mut walk = Walk::new(total, &mut random);
            let mut seen: Vec<u64> = (0..total).map(|_| walk.step()).collect();
            seen.sort_unstable();
            assert!(seen.iter().copied().eq(0..total), "{total}");
        }
    }
}
