//! Which extended terms are expanded, and when (P3, Figure 5: Ext-Expand).
//!
//! Inner ones before those they occur in, and functions before predicates, since what is known of the
//! ones may settle the others; for the same reason negations wait until splits have brought normal
//! forms as far as they get. What the definitions are is in [`expansion`].

use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_term::{Op, Sort, Term, TermSet, postorder};

use super::ContextArm;
use super::strategy::{Done, Round};
use crate::expansion::{self, is_expanded, is_said};
use crate::forms::{NormalForms, is_settled};

/// A term that the context does not settle. In the order in which they are expanded: arguments are
/// older than what they occur in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Unsettled {
    rank: Rank,
    term: Term,
    value: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Function,
    Holds,
    Denied,
}

impl ContextArm {
    /// Says by structure what memberships in languages with symbols mean, where they hold.
    pub(super) fn open_memberships(&mut self, cx: &mut PluginContext<'_, '_>) -> bool {
        let is_name = |language| self.decompositions.is_name(language);
        expansion::say_memberships(cx, &self.back_end.registered.predicates, is_name)
    }

    /// The predicates that say something as they stand.
    pub(super) fn informative(&self, cx: &PluginContext<'_, '_>) -> Vec<Term> {
        let all = self.back_end.registered.predicates.iter().copied();
        all.filter(|&atom| self.decompositions.is_informative(cx, atom))
            .collect()
    }

    /// Those of them that no other formula says already: a membership that its structure says needs
    /// no automaton.
    pub(super) fn unsaid(&self, cx: &PluginContext<'_, '_>) -> Vec<Term> {
        let mut predicates = self.informative(cx);
        predicates.retain(|&atom| !(is_said(cx, atom) && cx.value(atom) == Some(true)));
        predicates
    }

    /// Expands the extended terms whose turn it is.
    pub(super) fn expand(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        cx.budget()
            .spend(self.back_end.registered.extended.len() as u64)?;
        let forms = round.forms.as_ref();
        let forked = forms.is_some_and(|forms| !forms.splits.is_empty());
        let mut acted = None;
        let mut outer = TermSet::new();
        for Unsettled { rank, term, value } in self.unsettled(cx, forms)? {
            if acted.is_some_and(|done| done < rank)
                || rank == Rank::Denied && forked && self.credit > 1
            {
                break;
            }
            if postorder(cx.store(), term)
                .iter()
                .any(|&t| outer.contains(t))
            {
                outer.insert(term);
                continue;
            }
            self.expanded.push(term);
            if expansion::say_definition(cx, &mut self.simplifier, term, value)? {
                acted = Some(rank);
                outer.insert(term);
            }
        }
        Ok(acted.is_some().into())
    }

    /// The extended terms that the context does not settle and that were not expanded.
    fn unsettled(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: Option<&NormalForms>,
    ) -> Result<Vec<Unsettled>, StopReason> {
        let mut unsettled = Vec::new();
        for index in 0..self.back_end.registered.extended.len() {
            let term = self.back_end.registered.extended[index];
            let (rank, value) = match cx.store().sort(term) {
                Sort::Bool => match cx.value(term) {
                    Some(true) => (Rank::Holds, true),
                    Some(false) => (Rank::Denied, false),
                    // A predicate that nobody asserts says nothing.
                    None => continue,
                },
                _ => (Rank::Function, true),
            };
            let settled = is_expanded(cx, term, value)
                || is_identity(cx, term)
                || value && self.is_located(cx, term)
                || is_settled(cx, &mut self.simplifier, forms, term)?;
            if !settled {
                unsettled.push(Unsettled { rank, term, value });
            }
        }
        unsettled.sort_unstable();
        Ok(unsettled)
    }

    /// Says what the terms expanded last imply beyond their definitions. Whether something was sent.
    pub(super) fn tell_implied(&mut self, cx: &mut PluginContext<'_, '_>) -> bool {
        let mut acted = false;
        for term in std::mem::take(&mut self.expanded) {
            acted |= expansion::say_implied(cx, term, &self.back_end.registered.extended);
        }
        acted
    }

    /// Whether the term says that a string occurs where an index of it says the place.
    fn is_located(&self, cx: &mut PluginContext<'_, '_>, term: Term) -> bool {
        if cx.store().op(term) != Op::Contains {
            return false;
        }
        let zero = cx.store_mut().int(0);
        self.back_end.registered.extended.iter().any(|&index| {
            let store = cx.store();
            store.op(index) == Op::IndexOf
                && store.args(index)[..2] == *store.args(term)
                && is_expanded(cx, index, true)
                && {
                    let found = cx.store_mut().ge(index, zero);
                    cx.value(found) == Some(true)
                }
        })
    }
}

/// Whether the term is a replacement of what is known not to occur.
fn is_identity(cx: &mut PluginContext<'_, '_>, term: Term) -> bool {
    if cx.store().op(term) != Op::Replace {
        return false;
    }
    let (s, t) = (cx.store().arg(term, 0), cx.store().arg(term, 1));
    let found = cx.store_mut().contains(s, t);
    cx.value(found) == Some(false)
}
