//! Sets of assertions that were refuted: they stay refuted, whatever else is asserted.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;
use sinew_base::Tuning;
use sinew_term::Term;

use crate::query::Certificate;
use crate::tuning;

/// A refuted set.
#[derive(Clone, Debug)]
pub(super) struct Core {
    /// Its members, the latest made first: that one is missing most often.
    members: Vec<Term>,
    /// Whether none of them can be left out.
    pub(super) minimal: bool,
    /// The rules that its refutation rests on, by name.
    pub(super) rules: BTreeSet<&'static str>,
    /// What vouches for it.
    pub(super) certificate: Certificate,
}

impl Core {
    /// These are refuted.
    pub(super) fn new(
        mut members: Vec<Term>,
        minimal: bool,
        rules: BTreeSet<&'static str>,
        certificate: Certificate,
    ) -> Core {
        members.sort_unstable_by(|a, b| b.cmp(a));
        members.dedup();
        Core {
            members,
            minimal,
            rules,
            certificate,
        }
    }

    /// The members.
    pub(super) fn members(&self) -> &[Term] {
        &self.members
    }
}

/// Refuted sets, those first that were of use last.
#[derive(Default)]
pub(super) struct Cores {
    kept: VecDeque<Core>,
    members: usize,
}

impl Cores {
    /// Keeps a set that was refuted.
    pub(super) fn keep(&mut self, new: Core, tuning: &Tuning) {
        let most = tuning.size(&tuning::CORE_MEMBERS);
        if new.members.len() > most {
            return;
        }
        // Those that it is part of say less.
        let members = &new.members;
        let within = |core: &Core| members.iter().all(|member| core.members.contains(member));
        if members.len() <= tuning.size(&tuning::SUBSUMING_CORE) {
            self.kept.retain(|core| !within(core));
        }
        self.kept.push_front(new);
        self.members = self.kept.iter().map(|core| core.members.len()).sum();
        while self.kept.len() > tuning.size(&tuning::CORES) || self.members > most {
            let Some(last) = self.kept.pop_back() else {
                break;
            };
            self.members -= last.members.len();
        }
    }

    /// A set that is part of the terms. `places` has the first place of each term.
    pub(super) fn find(&mut self, places: &FxHashMap<Term, usize>) -> Option<&Core> {
        let is_part = |core: &Core| core.members.iter().all(|term| places.contains_key(term));
        let at = self.kept.iter().position(is_part)?;
        let core = self.kept.remove(at)?;
        self.kept.push_front(core);
        self.kept.front()
    }

    /// Drops the sets that are part of these terms, which have a model. There are none, unless the
    /// procedure that blamed them is wrong; then the model, which was certified, has the last word.
    pub(super) fn refute(&mut self, places: &FxHashMap<Term, usize>) {
        let count = self.kept.len();
        self.kept
            .retain(|core| !core.members.iter().all(|term| places.contains_key(term)));
        debug_assert_eq!(self.kept.len(), count, "what was refuted has a model");
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}
