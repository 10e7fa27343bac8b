//! Small scope: formulas of every small shape, over all operators or a narrow vocabulary.
//!
//! The shapes are [numbered](super::shape); for each size a walk goes through all of them before any
//! comes again, beginning where the seed says. Leaves are grown, so that few variables occur
//! often and constants are short; a term that is there already may stand in a leaf. Of a formula
//! and its negation the one is asserted that is true more rarely: what always holds is a law,
//! which shows best in its negation. Where a model is found it is the answer; else a
//! `sat` is judged by its model. With a narrow [`Vocabulary`], the same is done for a while with a few
//! operators and literals only, in larger formulas.

use sinew_base::Random;
use sinew_term::{Sort, Term, TermStore};

use super::growth::{Growth, Soil};
use super::library::Library;
use super::planted::{constants_of, test_over};
use super::reference::Reference;
use super::shape::{MAX_SIZE, Shapes};
use super::stream::Source;
use super::test::{Mode, Model, Test};
use super::trial::{expected, try_out, try_sides};
use super::vocabulary::Vocabulary;

/// Sizes of formulas, each as often as it occurs here.
const SIZES: [usize; 16] = [1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7];
/// The same for narrow vocabularies.
const NARROW_SIZES: [usize; 16] = [2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8];
/// Tests with one vocabulary, at most.
const TURN: u64 = 32;
/// Assignments that a formula is tried on: a few, and so many if it is the same on all of them.
const SAMPLES: (usize, usize) = (8, 16);

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

fn walks(shapes: &Shapes, random: &mut Random) -> [Walk; MAX_SIZE + 1] {
    std::array::from_fn(|size| Walk::new(shapes.count(Sort::Bool, size), random))
}

/// Source of small formulas.
pub(super) struct Small<'a> {
    growth: Growth<'a>,
    library: &'a Library,
    mode: Mode,
    shapes: Shapes,
    walks: [Walk; MAX_SIZE + 1],
    vocabulary: Option<Vocabulary>,
    /// Tests until there is another vocabulary.
    left: u32,
    count: u64,
}

impl<'a> Small<'a> {
    /// Those over all operators, or for [`Mode::Narrow`] over narrow vocabularies.
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        mode: Mode,
        seed: u64,
    ) -> Small<'a> {
        let mut random = Random::new(seed);
        let shapes = Shapes::new(&library.grammar, |_| true);
        Small {
            walks: walks(&shapes, &mut random),
            growth: Growth::new(&library.grammar, reference, random.number(), false),
            library,
            mode,
            shapes,
            vocabulary: None,
            left: 0,
            count: 0,
        }
    }

    /// Where vocabularies are narrow, another one after some tests.
    fn turn(&mut self) {
        if self.mode != Mode::Narrow {
            return;
        }
        if self.left > 0 {
            self.left -= 1;
            return;
        }
        let alphabet = self.growth.alphabet();
        let grammar = &self.library.grammar;
        let drawn = Vocabulary::draw(grammar, &mut self.growth.random, alphabet);
        if let Some(vocabulary) = &drawn {
            self.shapes = Shapes::new(grammar, |number| vocabulary.has(number));
            self.walks = walks(&self.shapes, &mut self.growth.random);
            // A vocabulary that says little is soon used up.
            let shapes = (0..=4)
                .map(|size| self.shapes.count(Sort::Bool, size))
                .sum();
            self.left = u32::try_from(TURN.min(shapes)).unwrap_or(0);
            self.vocabulary = drawn;
        }
    }

    /// A size of which there are shapes, and what to grow from.
    fn begin(&mut self, store: &mut TermStore) -> Option<(usize, Soil)> {
        self.turn();
        let (sizes, soil) = match &self.vocabulary {
            Some(vocabulary) => (&NARROW_SIZES, self.growth.narrow_soil(store, vocabulary)),
            None => (&SIZES, self.growth.soil(store)),
        };
        let size = *self.growth.random.pick(sizes);
        let there = |&size: &usize| self.shapes.count(Sort::Bool, size) > 0;
        Some(((1..=size).rev().find(there)?, soil))
    }

    /// The next formula of this size, or its negation, and an assignment that makes it true.
    fn formula(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        size: usize,
    ) -> Option<(Term, Option<Model>)> {
        let number = self.walks[size].step();
        let shape = self.shapes.shape(Sort::Bool, size, number)?;
        let (term, _) = self.growth.fill(store, soil, &shape)?;
        if store.is_ground(term) || !self.mentions_strings(store, term) {
            return None;
        }
        let mut sides = try_sides(&mut self.growth, store, soil, term, SAMPLES)?;
        let [never, often] = sides.counts;
        let frequent = never > 0 && often > 0 && self.growth.random.chance(1, 4);
        let holds = (often <= never) != frequent;
        let chosen = if holds { term } else { store.not(term) };
        Some((chosen, sides.models[usize::from(holds)].take()))
    }

    /// The size of the next assertion, where so much is left for it and others: mostly all.
    fn share(&mut self, left: &mut usize) -> usize {
        let own = match *left > 1 && self.growth.random.chance(2, 5) {
            true => 1 + self.growth.random.below(*left - 1),
            false => *left,
        };
        *left -= own;
        own
    }

    /// Whether a formula is about strings at all.
    fn mentions_strings(&mut self, store: &TermStore, term: Term) -> bool {
        let mut terms = self.growth.walker.postorder(store, &[term]).iter();
        terms.any(|&term| store.sort(term) == Sort::String)
    }
}

impl Source for Small<'_> {
    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let (size, mut soil) = self.begin(store)?;
        // Two or three assertions share a size, too.
        let mut left = size;
        let mut next = self.share(&mut left);
        let (term, mut model) = self.formula(store, &mut soil, next)?;
        let mut assertions = vec![term];
        // What is never true by itself spoils what is beside it.
        while left > 0 && model.is_some() {
            next = self.share(&mut left);
            if let Some((other, Some(_))) = self.formula(store, &mut soil, next)
                && !assertions.contains(&other)
            {
                assertions.push(other);
                let samples = (SAMPLES.1, true);
                model = try_out(&mut self.growth, store, &soil, &assertions, samples)?.model;
            }
        }
        let constants = constants_of(store, self.growth.walker.postorder(store, &assertions));
        if constants.is_empty() {
            return None;
        }
        let expected = expected(&mut self.growth, store, &assertions, model)?;
        let number = self.count;
        self.count += 1;
        Some(test_over(
            (constants, assertions),
            self.mode,
            number,
            expected,
        ))
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

    #[test]
    fn one_to_three_assertions_share_a_size() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let mut small = Small::new(&library, &reference, Mode::Narrow, 5);
        let mut store = TermStore::new();
        let mut counts = [0; 4];
        for _ in 0..2000 {
            if let Some(test) = small.next(&mut store) {
                counts[test.assertions.len().min(3)] += 1;
            }
        }
        let [_, one, two, three] = counts;
        assert!(one > two && two > three && three > 10, "{counts:?}");
    }
}
