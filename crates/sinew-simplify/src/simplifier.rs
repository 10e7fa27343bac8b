//! The public face of the rewriter.

use sinew_base::{Budget, Disabled, StopReason, Tuning};
use sinew_strings::RegexOfTerm;
use sinew_term::{Term, TermStore};

use crate::context::RewriterState;
use crate::trace::Trace;
use crate::{rewriter, rules};

/// Rewrites terms of one [`TermStore`] to normal form.
///
/// Caches are keyed by term, so a simplifier must be used with one store only (or with clones
/// that have grown from it).
///
/// ```
/// use sinew_base::Budget;
/// use sinew_simplify::Simplifier;
/// use sinew_term::{Sort, TermStore};
///
/// let mut store = TermStore::new();
/// let (x, y) = (store.constant("x", Sort::String), store.constant("y", Sort::String));
/// let (zero, length) = (store.int(0), store.len(x));
/// let xy = store.concat(&[x, y]);
/// let front = store.substr(xy, zero, length);
/// let (mut simplifier, budget) = (Simplifier::new(), Budget::with_steps(1_000));
/// assert_eq!(simplifier.simplify(&mut store, front, &budget), Ok(x));
///
/// let a = store.string("a");
/// let xa = store.concat(&[x, a]);
/// let impossible = store.contains(x, xa);
/// assert_eq!(simplifier.simplify(&mut store, impossible, &budget), Ok(store.false_()));
/// ```
pub struct Simplifier {
    pub(crate) core: RewriterState,
}

impl Default for Simplifier {
    fn default() -> Self {
        Simplifier::new()
    }
}

impl Simplifier {
    /// A simplifier with empty caches.
    #[must_use]
    pub fn new() -> Simplifier {
        Simplifier {
            core: RewriterState::new(),
        }
    }

    /// A simplifier that does without these rules: for finding out what a rule is for, or which one
    /// is to blame.
    #[must_use]
    pub fn without(rules: Disabled) -> Simplifier {
        let mut simplifier = Simplifier::new();
        simplifier.core.without = rules;
        simplifier
    }

    /// The same with these tuned constants.
    #[must_use]
    pub fn tuned(mut self, tuning: &Tuning) -> Simplifier {
        self.core.regexes.tune(tuning);
        self.core.tuning = tuning.clone();
        self
    }

    /// The normal form of `term`, unless the budget ends first.
    pub fn simplify(
        &mut self,
        store: &mut TermStore,
        term: Term,
        budget: &Budget,
    ) -> Result<Term, StopReason> {
        rewriter::normal_form(store, &mut self.core, term, budget)
    }

    /// Sends every step to `trace` from now on.
    pub fn set_trace(&mut self, trace: impl Trace + Send + 'static) {
        self.core.trace = Some(Box::new(trace));
    }

    /// How often each rule has fired, by name; rules that have not are left out.
    #[must_use]
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut counts: Vec<(&'static str, u64)> = self
            .core
            .fired
            .iter()
            .map(|(&name, &count)| (name, count))
            .collect();
        counts.sort_unstable();
        counts
    }

    /// How often rules were seen to undo each other. Anything but zero is a defect of the rules.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.core.cycles
    }

    /// The translator of regex terms, with its store, for those who go on working with it.
    pub fn regexes(&mut self) -> &mut RegexOfTerm {
        &mut self.core.regexes.of_term
    }
}

/// The names of all rules, sorted.
#[must_use]
pub fn rule_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = rules::all().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}
