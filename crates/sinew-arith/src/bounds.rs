//! Bounds with their justifications, on a trail.
//!
//! The trail holds every bound ever set at the open levels; each entry names the bound that it
//! replaced, so that leaving a level costs exactly the entries made in it. A bound is asserted
//! by the caller, derived from earlier bounds (a positive combination, divided and rounded),
//! sharpened by a disequality, or assumed by a branch of the integer search. Derived bounds
//! refer to older entries only; explanations walk that order.

use sinew_base::Integer;

use crate::types::{BoundKind, Reason};

/// An entry of the trail.
pub(crate) type BoundId = u32;
/// No bound on this side.
pub(crate) const NO_BOUND: BoundId = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) enum Why {
    /// The caller said so.
    Asserted(Reason),
    /// A range of [`Bounds::combinations`]: multipliers of older bounds.
    Combined(u32, u32),
    /// Two such ranges, `start..middle..end`: the first makes an auxiliary line, which the
    /// second uses under the name [`NO_BOUND`].
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
    /// What this replaced.
    pub(crate) previous: BoundId,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    lower: Vec<BoundId>,
    upper: Vec<BoundId>,
    pub(crate) trail: Vec<Entry>,
    pub(crate) combinations: Vec<(Integer, BoundId)>,
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
    pub(crate) fn id(&self, var: u32, kind: BoundKind) -> Option<BoundId> {
        let id = match kind {
            BoundKind::Lower => self.lower[var as usize],
            BoundKind::Upper => self.upper[var as usize],
        };
        (id != NO_BOUND).then_some(id)
    }

    #[inline]
    pub(crate) fn get(&self, var: u32, kind: BoundKind) -> Option<&Integer> {
        self.id(var, kind).map(|id| &self.trail[id as usize].value)
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
        let id = self.trail.len() as u32;
        let slot = match kind {
            BoundKind::Lower => &mut self.lower[var as usize],
            BoundKind::Upper => &mut self.upper[var as usize],
        };
        let previous = std::mem::replace(slot, id);
        self.trail.push(Entry {
            var,
            kind,
            value,
            why,
            previous,
        });
        id
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
    }
}
