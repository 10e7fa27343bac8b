//! Inferences of plug-ins as records: rule, premises, conclusion, all in terms.
//!
//! Whatever a plug-in concludes passes through [`PluginContext`](crate::PluginContext), which makes
//! one [`Inference`] of it; here is what is done with each: rules that are off are refused, clauses
//! that the engine has are not sent again, the rest is counted and shown to the observer. A plug-in
//! that wants to know before it builds a conclusion whether it has drawn it asks here too
//! ([`PluginContext::is_applied`](crate::PluginContext::is_applied)): nobody else remembers what was said.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Disabled, Rule};
use sinew_sat::Lit;
use sinew_term::{Term, TermStore};

use crate::plugin::Premise;

/// The premises imply the disjunction of the conclusion. But for rules of kind
/// [`Restriction`](sinew_base::Kind::Restriction) that is so in every model in which fresh symbols
/// have the values of their definitions ([`Engine::skolems`](crate::Engine::skolems)).
#[derive(Clone, Copy, Debug)]
pub struct Inference<'a> {
    /// The rule.
    pub rule: &'static Rule,
    /// What it rests on.
    pub premises: &'a [Premise],
    /// A clause; none of it means that the premises contradict each other.
    pub conclusion: &'a [Term],
}

/// Is shown each inference of a plug-in as it is made.
pub type Observer = Box<dyn FnMut(&TermStore, &Inference<'_>)>;

/// What becomes of inferences.
#[derive(Default)]
pub(crate) struct Inferences {
    off: Disabled,
    /// Clauses that were sent, in sorted literals. They stay in the kernel for good.
    sent: FxHashSet<Box<[Lit]>>,
    /// What each rule was applied to.
    applied: FxHashMap<&'static str, FxHashSet<Box<[Term]>>>,
    counts: BTreeMap<&'static str, u64>,
    observer: Option<Observer>,
}

impl Inferences {
    pub(crate) fn new(off: Disabled) -> Inferences {
        Inferences {
            off,
            ..Inferences::default()
        }
    }

    pub(crate) fn set_observer(&mut self, observer: Observer) {
        self.observer = Some(observer);
    }

    /// How often each rule was applied.
    pub(crate) fn counts(&self) -> &BTreeMap<&'static str, u64> {
        &self.counts
    }

    pub(crate) fn is_off(&self, rule: &Rule) -> bool {
        self.off.has(rule.name)
    }

    /// Whether the engine does not have the clause; from now on it does.
    pub(crate) fn is_new(&mut self, lits: &[Lit]) -> bool {
        let mut key: Box<[Lit]> = lits.into();
        key.sort_unstable();
        self.sent.insert(key)
    }

    pub(crate) fn is_applied(&self, rule: &Rule, about: &[Term]) -> bool {
        let to = self.applied.get(rule.name);
        to.is_some_and(|to| to.contains(about))
    }

    /// Whether the rule was not applied to these terms yet; from now on it was.
    pub(crate) fn mark_applied(&mut self, rule: &Rule, about: &[Term]) -> bool {
        !self.is_applied(rule, about)
            && self
                .applied
                .entry(rule.name)
                .or_default()
                .insert(about.into())
    }

    pub(crate) fn record(&mut self, store: &TermStore, inference: &Inference<'_>) {
        *self.counts.entry(inference.rule.name).or_default() += 1;
        if let Some(observer) = &mut self.observer {
            observer(store, inference);
        }
    }
}
