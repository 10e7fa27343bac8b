//! Bounds with their justifications, on a trail.
//!
//! The trail holds every bound ever set at the open levels; each entry names the bound that it
//! replaced, so that leaving a level costs exactly the entries made in it. A bound is asserted
//! by the caller, derived from earlier bounds (a positive combination, divided and rounded),
//! sharpened by a disequality, or assumed by a branch of the integer search. Derived bounds
//! refer to older entries only; explanations walk that order.
//!
//! What names a bound may outlive it: a combination, an unexplained propagation, a pair of bounds
//! that exclude each other. So a name carries the serial number of its entry besides the place,
//! and looking up a name whose bound was undone is a panic, never another bound. The one pair that
//! waits across calls, [`Bounds::crossing`], is part of the trail and is undone with it.

use sinew_base::Integer;

use crate::types::{BoundKind, Reason};

/// The name of an entry of the trail; older entries have lesser names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BoundId {
    place: u32,
    serial: u32,
}

/// The auxiliary line of [`Why::Rounded`], which is no bound.
pub(crate) const AUXILIARY: BoundId = BoundId {
    place: NO_BOUND,
    serial: 0,
};
/// No bound on this side.
const NO_BOUND: u32 = u32::MAX;

/// Two bounds on one variable that exclude each other, the later one first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(crate) later: BoundId,
    pub(crate) earlier: BoundId,
}

#[derive(Clone, Debug)]
pub(crate) enum Why {
    /// The caller said so.
    Asserted(Reason),
    /// A range of [`Bounds::combinations`]: multipliers of older bounds.
    Combined(u32, u32),
    /// Two such ranges, `start..middle..end`: the first makes an auxiliary line, which the
    /// second uses under the name [`AUXILIARY`].
    Rounded(u32, u32, u32),
    /// An older bound `x <= k` (or `>=`) on the same variable, and the asserted `x != k`.
    Sharpened(BoundId, Reason),
    /// The assumption of a branch of the integer search.
    Branch(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) var: u32,
    pub(crate) kind: BoundKind,
    pub(crate) value: Integer,
    pub(crate) why: Why,
    /// The place of what this replaced.
    previous: u32,
    serial: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// Places on the trail.
    lower: Vec<u32>,
    upper: Vec<u32>,
    trail: Vec<Entry>,
    combinations: Vec<(Integer, BoundId)>,
    /// The number of bounds ever set, modulo 2³².
    serial: u32,
    /// The oldest pair that excludes each other. Later pairs need not be kept: whatever undoes
    /// this one undoes them.
    crossing: Option<Crossing>,
}

/// Sizes to return to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    trail: usize,
    combinations: usize,
}

impl Bounds {
    pub(crate) fn new_var(&mut self) {
        self.lower.push(NO_BOUND);
        self.upper.push(NO_BOUND);
    }

    #[inline]
    fn current(&self, var: u32, kind: BoundKind) -> Option<u32> {
        let place = match kind {
            BoundKind::Lower => self.lower[var as usize],
            BoundKind::Upper => self.upper[var as usize],
        };
        (place != NO_BOUND).then_some(place)
    }

    fn name(&self, place: u32) -> BoundId {
        BoundId {
            place,
            serial: self.trail[place as usize].serial,
        }
    }

    #[inline]
    pub(crate) fn id(&self, var: u32, kind: BoundKind) -> Option<BoundId> {
        self.current(var, kind).map(|place| self.name(place))
    }

    /// The bound of this name.
    ///
    /// # Panics
    /// If it was undone.
    #[inline]
    pub(crate) fn entry(&self, id: BoundId) -> &Entry {
        match self.trail.get(id.place as usize) {
            Some(entry) if entry.serial == id.serial => entry,
            _ => panic!("a bound is used after it was undone: {id:?}"),
        }
    }

    #[inline]
    pub(crate) fn value(&self, id: BoundId) -> &Integer {
        &self.entry(id).value
    }

    /// The number of bounds set at the open levels.
    pub(crate) fn len(&self) -> usize {
        self.trail.len()
    }

    /// The bounds from the given place on that no later one on their side has replaced.
    pub(crate) fn latest_from(&self, place: usize) -> impl Iterator<Item = BoundId> + '_ {
        let places = place as u32..self.trail.len() as u32;
        places.filter_map(|place| {
            let entry = &self.trail[place as usize];
            (self.current(entry.var, entry.kind) == Some(place)).then(|| self.name(place))
        })
    }

    #[inline]
    pub(crate) fn has(&self, var: u32, kind: BoundKind) -> bool {
        self.current(var, kind).is_some()
    }

    #[inline]
    pub(crate) fn get(&self, var: u32, kind: BoundKind) -> Option<&Integer> {
        self.current(var, kind)
            .map(|place| &self.trail[place as usize].value)
    }

    #[inline]
    pub(crate) fn lower(&self, var: u32) -> Option<&Integer> {
        self.get(var, BoundKind::Lower)
    }

    #[inline]
    pub(crate) fn upper(&self, var: u32) -> Option<&Integer> {
        self.get(var, BoundKind::Upper)
    }

    /// The value of a variable whose bounds coincide.
    pub(crate) fn fixed(&self, var: u32) -> Option<&Integer> {
        let lower = self.lower(var)?;
        (self.upper(var)? == lower).then_some(lower)
    }

    /// Whether `value` would be a stronger bound than the current one.
    pub(crate) fn improves(&self, var: u32, kind: BoundKind, value: &Integer) -> bool {
        self.get(var, kind).is_none_or(|old| match kind {
            BoundKind::Lower => value > old,
            BoundKind::Upper => value < old,
        })
    }

    pub(crate) fn set(&mut self, var: u32, kind: BoundKind, value: Integer, why: Why) -> BoundId {
        let place = self.trail.len() as u32;
        let slot = match kind {
            BoundKind::Lower => &mut self.lower[var as usize],
            BoundKind::Upper => &mut self.upper[var as usize],
        };
        let previous = std::mem::replace(slot, place);
        let serial = self.serial;
        self.serial = serial.wrapping_add(1);
        self.trail.push(Entry {
            var,
            kind,
            value,
            why,
            previous,
            serial,
        });
        BoundId { place, serial }
    }

    /// Whether the newest bound excludes the opposite one on its variable.
    pub(crate) fn cross(&mut self, newest: BoundId) -> Option<Crossing> {
        let entry = self.entry(newest);
        let earlier = self.current(entry.var, entry.kind.opposite())?;
        let opposite = &self.trail[earlier as usize].value;
        let crossed = match entry.kind {
            BoundKind::Lower => entry.value > *opposite,
            BoundKind::Upper => entry.value < *opposite,
        };
        let crossing = Crossing {
            later: newest,
            earlier: self.name(earlier),
        };
        crossed.then(|| {
            self.crossing.get_or_insert(crossing);
            crossing
        })
    }

    /// The oldest pair of bounds that exclude each other.
    pub(crate) fn crossing(&self) -> Option<Crossing> {
        self.crossing
    }

    /// The parts of a stored combination.
    pub(crate) fn combination(&self, start: u32, end: u32) -> &[(Integer, BoundId)] {
        &self.combinations[start as usize..end as usize]
    }

    /// Stores a combination for [`Why::Combined`].
    pub(crate) fn combine(&mut self, parts: Vec<(Integer, BoundId)>) -> Why {
        let start = self.combinations.len() as u32;
        self.combinations.extend(parts);
        Why::Combined(start, self.combinations.len() as u32)
    }

    /// Stores two combinations for [`Why::Rounded`].
    pub(crate) fn round(
        &mut self,
        first: Vec<(Integer, BoundId)>,
        second: Vec<(Integer, BoundId)>,
    ) -> Why {
        let start = self.combinations.len() as u32;
        self.combinations.extend(first);
        let middle = self.combinations.len() as u32;
        self.combinations.extend(second);
        Why::Rounded(start, middle, self.combinations.len() as u32)
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            combinations: self.combinations.len(),
        }
    }

    pub(crate) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            if let Some(entry) = self.trail.pop() {
                let slot = match entry.kind {
                    BoundKind::Lower => &mut self.lower[entry.var as usize],
                    BoundKind::Upper => &mut self.upper[entry.var as usize],
                };
                *slot = entry.previous;
            }
        }
        self.combinations.truncate(mark.combinations);
        self.crossing = self
            .crossing
            .filter(|crossing| (crossing.later.place as usize) < mark.trail);
    }
}
