//! Sets of assertions that were refuted: they stay refuted, whatever else is asserted.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use sinew_term::Term;

/// At most so many cores are kept.
const MOST: usize = 256;
/// At most so many members have they together.
const MEMBERS: usize = 1 << 16;

/// A refuted set.
#[derive(Clone, Debug)]
pub(super) struct Core {
    /// Its members, the latest made first: that one is missing most often.
    members: Vec<Term>,
    /// Whether none of them can be left out.
    minimal: bool,
}

/// Refuted sets, those first that were of use last.
#[derive(Default)]
pub(super) struct Cores {
    kept: VecDeque<Core>,
    members: usize,
}

impl Cores {
    /// Keeps a set that was refuted.
    pub(super) fn keep(&mut self, mut members: Vec<Term>, minimal: bool) {
        members.sort_unstable_by(|a, b| b.cmp(a));
        members.dedup();
        if members.len() > MEMBERS {
            return;
        }
        // Those that it is part of say less.
        let within = |core: &Core| members.iter().all(|member| core.members.contains(member));
        if members.len() <= 8 {
            self.kept.retain(|core| !within(core));
        }
        self.kept.push_front(Core { members, minimal });
        self.members = self.kept.iter().map(|core| core.members.len()).sum();
        while self.kept.len() > MOST || self.members > MEMBERS {
            let Some(last) = self.kept.pop_back() else {
                break;
            };
            self.members -= last.members.len();
        }
    }

    /// A set that is part of the terms, as their positions, and whether none of them can be
    /// left out. `place` has the first position of each term.
    pub(super) fn find(&mut self, place: &FxHashMap<Term, usize>) -> Option<(Vec<usize>, bool)> {
        let at = self
            .kept
            .iter()
            .position(|core| core.members.iter().all(|term| place.contains_key(term)))?;
        let core = self.kept.remove(at)?;
        let mut positions: Vec<usize> = core.members.iter().map(|term| place[term]).collect();
        positions.sort_unstable();
        let minimal = core.minimal;
        self.kept.push_front(core);
        Some((positions, minimal))
    }

    /// Drops the sets that are part of these terms, which have a model. There are none, unless the
    /// procedure that blamed them is wrong; then the model, which was certified, has the last word.
    pub(super) fn refute(&mut self, place: &FxHashMap<Term, usize>) {
        let count = self.kept.len();
        self.kept
            .retain(|core| !core.members.iter().all(|term| place.contains_key(term)));
        debug_assert_eq!(self.kept.len(), count, "what was refuted has a model");
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}
