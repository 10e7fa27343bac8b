//! Which periods rings have, one after the other: each in a search of its own.
//!
//! What is said about a ring with one period is of no use for another, and arithmetic that has to carry it along gets slow; so the
//! problem is flattened once, and every trial begins with a copy. Periods that have no room for the literals are left out, those of which
//! a length cannot be a multiple, and those that arithmetic refutes alone.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use sinew_term::TermStore;

use super::flatten::Flattened;
use super::ring::{RingId, fits};
use crate::tuning::{FLAT_LAST_RING, FLAT_RING_PLACES, FLAT_RING_TRIALS};

/// The trials of a problem with rings.
pub(super) struct Trials {
    flattened: Flattened,
    /// The periods up to this one have been looked at.
    level: usize,
    /// For each ring, those of them that have room for its literals.
    periods: Vec<Vec<usize>>,
    /// The periods of all rings in the next trials.
    waiting: VecDeque<Vec<usize>>,
    excluded: FxHashSet<(RingId, usize)>,
}

impl Trials {
    pub(super) fn new(flattened: Flattened) -> Trials {
        Trials {
            level: 0,
            periods: vec![Vec::new(); flattened.promises.shapes.rings.len()],
            waiting: VecDeque::new(),
            excluded: FxHashSet::default(),
            flattened,
        }
    }

    /// This period of a ring was refuted without the help of another assumption.
    pub(super) fn exclude(&mut self, ring: RingId, period: usize) {
        self.excluded.insert((ring, period));
    }

    /// The problem with the next periods.
    pub(super) fn next(&mut self, store: &mut TermStore) -> Option<Flattened> {
        let tuning = &self.flattened.promises.shapes.tuning;
        let last = tuning.size(&FLAT_LAST_RING);
        loop {
            while let Some(periods) = self.waiting.pop_front() {
                let mut each = periods.iter().copied().enumerate();
                if each.any(|one| self.excluded.contains(&one)) {
                    continue;
                }
                let mut flattened = self.flattened.clone();
                for (ring, &period) in periods.iter().enumerate() {
                    flattened.promises.turn_ring(store, ring, period);
                }
                return Some(flattened);
            }
            if self.level >= last {
                return None;
            }
            self.level += 1;
            self.next_level(store);
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
            let room = promises.has_room(ring, self.level) && fits(&texts, self.level, places);
            if room && !self.excluded.contains(&(ring, self.level)) {
                periods.push(self.level);
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
