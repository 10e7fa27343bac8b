//! More special problems than the one at hand, one after the other, each in a search of its own.
//!
//! What is said about a ring with one period is of no use for another, and arithmetic that has to carry it along gets slow; so the
//! problem is flattened once, and every trial begins with a copy.
//!
//! *Rings*: which periods they have. Periods that have no room for the literals are left out, those of which a length cannot be a multiple,
//! and those that arithmetic refutes alone.
//!
//! *Short words*: no word has more than so many characters. Then each of them has a cell of its own, and no position has to be
//! divided by a period: rounds and remainders are what takes arithmetic long where many functions cut one word into pieces,
//! as on paths of programs, although a dozen characters are enough. Where no word may have more anyway, that is the problem at hand, and what has no model
//! here has none.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_strings::linear::Linear;
use sinew_term::TermStore;

use super::Search;
use super::flatten::Flattened;
use super::ring::{RingId, fits};
use super::shape::Kind;
use crate::tuning::{
    FLAT_BOUNDED, FLAT_FIRST_WORDS, FLAT_LAST_RING, FLAT_LAST_WORDS, FLAT_RING_PLACES,
    FLAT_RING_TRIALS,
};

/// A problem that is tried.
pub(super) struct Trial {
    pub(super) flattened: Flattened,
    /// Whether it is more special than the one at hand: what has no model here may have one elsewhere.
    pub(super) special: bool,
}

/// What is tried one after the other.
pub(super) trait Trials {
    /// The next problem; none if all were tried.
    fn next(&mut self, store: &mut TermStore) -> Option<Trial>;

    /// Learns from a search that found nothing.
    fn failed(&mut self, _: &Search) {}
}

/// Words of up to so many characters, then of up to twice as many.
pub(super) struct ShortWords {
    flattened: Flattened,
    longest: usize,
    last: usize,
}

impl ShortWords {
    /// The trials of a problem, if it has words that may have any number of characters, and none that has to have too many.
    pub(super) fn new(flattened: Flattened) -> Option<ShortWords> {
        let (shapes, bounds) = (&flattened.promises.shapes, &flattened.promises.bounds);
        let flat = shapes.variables.iter().filter(|one| one.kind == Kind::Flat);
        let least = flat.map(|one| bounds.shortest(&Linear::atom(one.length)));
        let least = least.max()?;
        let tuning = &shapes.tuning;
        let (mut longest, bounded) = (tuning.size(&FLAT_FIRST_WORDS), tuning.size(&FLAT_BOUNDED));
        let mut flat = shapes.variables.iter().filter(|one| one.kind == Kind::Flat);
        let all = flat.all(|one| bounds.length(&Linear::atom(one.length), bounded).is_some());
        let last = match all {
            true => tuning
                .size(&FLAT_LAST_WORDS)
                .max(bounded.next_power_of_two()),
            false => tuning.size(&FLAT_LAST_WORDS),
        };
        while longest < last && longest < least {
            longest *= 2;
        }
        (least <= longest && longest <= last).then_some(ShortWords {
            flattened,
            longest,
            last,
        })
    }
}

impl Trials for ShortWords {
    /// The problem with longer words, the last one when none may be longer.
    fn next(&mut self, store: &mut TermStore) -> Option<Trial> {
        if self.longest > self.last {
            return None;
        }
        let mut flattened = self.flattened.clone();
        let all = flattened.promises.cut(store, self.longest);
        self.longest = if all { usize::MAX } else { 2 * self.longest };
        Some(Trial {
            flattened,
            special: !all,
        })
    }
}

/// The periods of rings.
pub(super) struct Rings {
    flattened: Flattened,
    /// The periods up to this one have been looked at.
    level: usize,
    /// For each ring, those of them that have room for its literals.
    periods: Vec<Vec<usize>>,
    /// The letters of the rings, as far as the literals say.
    letters: FxHashMap<(RingId, usize), Vec<Option<usize>>>,
    /// The periods of all rings in the next trials.
    waiting: VecDeque<Vec<usize>>,
    excluded: FxHashSet<(RingId, usize)>,
}

impl Rings {
    pub(super) fn new(flattened: Flattened) -> Rings {
        Rings {
            level: 0,
            periods: vec![Vec::new(); flattened.promises.shapes.rings.len()],
            letters: FxHashMap::default(),
            waiting: VecDeque::new(),
            excluded: FxHashSet::default(),
            flattened,
        }
    }

    /// All combinations of periods of which the greatest is the level; not too many.
    fn next_level(&mut self, store: &TermStore) {
        let promises = &self.flattened.promises;
        let (places, most) = (
            promises.shapes.tuning.size(&FLAT_RING_PLACES),
            promises.shapes.tuning.size(&FLAT_RING_TRIALS),
        );
        for (ring, periods) in self.periods.iter_mut().enumerate() {
            let texts = promises.texts(store, ring);
            if promises.has_room(ring, self.level)
                && !self.excluded.contains(&(ring, self.level))
                && let Some(letters) = fits(&texts, self.level, places)
            {
                periods.push(self.level);
                self.letters.insert((ring, self.level), letters);
            }
        }
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for periods in &self.periods {
            let longer = |one: &Vec<usize>| {
                let one = one.clone();
                let with = move |&period: &usize| one.iter().copied().chain([period]).collect();
                periods.iter().rev().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
            all.retain(|one| one.len() < self.periods.len() || one.contains(&self.level));
            all.truncate(most);
        }
        self.waiting.extend(all);
    }
}

impl Trials for Rings {
    /// The problem with the next periods.
    fn next(&mut self, store: &mut TermStore) -> Option<Trial> {
        let tuning = &self.flattened.promises.shapes.tuning;
        let last = tuning.size(&FLAT_LAST_RING);
        loop {
            while let Some(periods) = self.waiting.pop_front() {
                let mut each = periods.iter().copied().enumerate();
                if each.any(|one| self.excluded.contains(&one)) {
                    continue;
                }
                let mut flattened = self.flattened.clone();
                for one in periods.into_iter().enumerate() {
                    let letters = self.letters.get(&one).map_or(&[][..], Vec::as_slice);
                    flattened.promises.turn_ring(store, one.0, letters);
                }
                return Some(Trial {
                    flattened,
                    special: true,
                });
            }
            if self.level >= last {
                return None;
            }
            self.level += 1;
            self.next_level(store);
        }
    }

    /// A period may be refuted without the help of another assumption.
    fn failed(&mut self, search: &Search) {
        self.excluded.extend(search.refuted());
    }
}
