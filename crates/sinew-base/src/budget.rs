//! How much work a procedure may still do, and how it is told to stop.
//!
//! Libraries never look at the clock. They call [`Budget::spend`] with a deterministic
//! amount of work; whoever owns the clock (a binary) keeps a [`StopHandle`] and raises it
//! when time, memory or the user's patience run out. So a run that ends by steps is
//! reproducible, and a run that ends by the clock ends promptly.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::progress::Progress;

/// Why work was stopped before it was done.
///
/// Ordered by how SMT-LIB's `:reason-unknown` reports them; see [`StopReason::symbol`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The deterministic step limit was reached.
    Steps,
    /// The clock ran out.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// Somebody asked for it: Ctrl-C, or a faster rival had the answer.
    Interrupted,
}

impl StopReason {
    /// The symbol that `(get-info :reason-unknown)` prints for this reason.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            StopReason::Steps => "resourceout",
            StopReason::Timeout => "timeout",
            StopReason::Memory => "memout",
            StopReason::Interrupted => "interrupted",
        }
    }

    fn code(self) -> u8 {
        match self {
            StopReason::Steps => 1,
            StopReason::Timeout => 2,
            StopReason::Memory => 3,
            StopReason::Interrupted => 4,
        }
    }

    fn from_code(code: u8) -> Option<StopReason> {
        [
            StopReason::Steps,
            StopReason::Timeout,
            StopReason::Memory,
            StopReason::Interrupted,
        ]
        .into_iter()
        .find(|reason| reason.code() == code)
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// The outside end of a stop request: clone it into a timer thread or a signal handler.
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    code: Arc<AtomicU8>,
    /// A request to this one is a request to the handle itself.
    parent: Option<Arc<StopHandle>>,
}

impl StopHandle {
    /// A handle that nobody has raised yet.
    #[must_use]
    pub fn new() -> StopHandle {
        StopHandle::default()
    }

    /// A handle that stops when this one does, and can be stopped without stopping this one.
    #[must_use]
    pub fn child(&self) -> StopHandle {
        StopHandle {
            code: Arc::default(),
            parent: Some(Arc::new(self.clone())),
        }
    }

    /// Asks every budget made from this handle to stop. The first reason given stays.
    pub fn stop(&self, reason: StopReason) {
        let _ = self
            .code
            .compare_exchange(0, reason.code(), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Takes the request back, so that the handle can serve the next query.
    pub fn reset(&self) {
        self.code.store(0, Ordering::Relaxed);
    }

    /// The reason given to [`stop`](StopHandle::stop), if it was called.
    #[must_use]
    pub fn reason(&self) -> Option<StopReason> {
        let own = StopReason::from_code(self.code.load(Ordering::Relaxed));
        match &self.parent {
            Some(parent) if own.is_none() => parent.reason(),
            _ => own,
        }
    }
}

/// What a procedure may still spend.
///
/// ```
/// use sinew_base::{Budget, StopReason};
/// let budget = Budget::with_steps(10);
/// assert_eq!(budget.spend(9), Ok(()));
/// assert_eq!(budget.spend(2), Err(StopReason::Steps));
/// ```
///
/// Whoever makes a budget from nothing ([`new`](Budget::new), [`unlimited`](Budget::unlimited),
/// [`with_steps`](Budget::with_steps)) takes the work done with it out of every limit that holds
/// around it. Procedures therefore only take [`slice`](Budget::slice)s of what they were given.
#[derive(Debug)]
pub struct Budget<'parent> {
    left: Cell<u64>,
    limit: u64,
    handle: StopHandle,
    /// Is charged with whatever is spent here.
    parent: Option<&'parent Budget<'parent>>,
    /// So many steps here are one of the parent's.
    rate: u64,
    /// Steps that the parent was not yet charged with, less than `rate`.
    owed: Cell<u64>,
    /// Where somebody watches, if this is a part of nothing.
    progress: Option<Progress>,
}

impl Budget<'static> {
    /// No step limit, and nobody outside to stop it.
    #[must_use]
    pub fn unlimited() -> Budget<'static> {
        Budget::new(None, StopHandle::new())
    }

    /// At most `steps` steps.
    #[must_use]
    pub fn with_steps(steps: u64) -> Budget<'static> {
        Budget::new(Some(steps), StopHandle::new())
    }

    /// At most `steps` steps if given, and whatever `handle` says.
    #[must_use]
    pub fn new(steps: Option<u64>, handle: StopHandle) -> Budget<'static> {
        let limit = steps.unwrap_or(u64::MAX);
        Budget {
            left: Cell::new(limit),
            limit,
            handle,
            parent: None,
            rate: 1,
            owed: Cell::new(0),
            progress: None,
        }
    }

    /// The same, and somebody may watch how far its work is.
    #[must_use]
    pub fn watched(self, progress: Option<Progress>) -> Budget<'static> {
        Budget { progress, ..self }
    }
}

impl Budget<'_> {
    /// Tells who watches, if somebody does, what comes now.
    pub fn note(&self, stage: impl FnOnce() -> String) {
        if let Some(progress) = &self.whole().progress {
            progress.set_stage(stage());
        }
    }

    /// The budget that this one is a part of, directly or not.
    fn whole(&self) -> &Budget<'_> {
        let mut whole = self;
        while let Some(parent) = whole.parent {
            whole = parent;
        }
        whole
    }

    /// A part of this budget: at most `steps` of what is left. What is spent of it is spent here as
    /// well, and it stops when this one does.
    ///
    /// ```
    /// use sinew_base::{Budget, StopReason};
    /// let budget = Budget::with_steps(10);
    /// let part = budget.slice(4);
    /// assert_eq!(part.spend(5), Err(StopReason::Steps));
    /// assert_eq!((part.left(), budget.left()), (0, 6));
    /// ```
    #[must_use]
    pub fn slice(&self, steps: u64) -> Budget<'_> {
        self.slice_of(self.left().min(steps))
    }

    /// A part of this budget for work in small steps: `rate` of them cost one here. Steps of one
    /// budget should take about the same time, or limits on steps mean little.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// let budget = Budget::with_steps(10);
    /// let part = budget.in_small_steps(16);
    /// assert_eq!(part.spend(40), Ok(()));
    /// assert_eq!((part.left(), budget.left()), (120, 8));
    /// ```
    #[must_use]
    pub fn in_small_steps(&self, rate: u64) -> Budget<'_> {
        let rate = rate.max(1);
        Budget {
            rate,
            ..self.slice_of(self.left().saturating_mul(rate))
        }
    }

    fn slice_of(&self, limit: u64) -> Budget<'_> {
        Budget {
            left: Cell::new(limit),
            limit,
            handle: self.handle.clone(),
            parent: Some(self),
            rate: 1,
            owed: Cell::new(0),
            progress: None,
        }
    }

    /// Takes `steps` off the budget; an error says why work must end now. What is refused does not
    /// count as spent: neither a request after a stop, nor the part of one that exceeds the limit.
    /// With nothing left every request is refused, even one for nothing.
    pub fn spend(&self, steps: u64) -> Result<(), StopReason> {
        if let Some(reason) = self.handle.reason() {
            return Err(reason);
        }
        let left = self.left();
        let granted = steps.min(left);
        let (mut level, mut charge) = (Some(self), granted);
        while let Some(budget) = level {
            budget.left.set(budget.left.get().saturating_sub(charge));
            let owed = budget.owed.get() + charge;
            budget.owed.set(owed % budget.rate);
            charge = owed / budget.rate;
            level = budget.parent;
            if let Some(progress) = &budget.progress {
                progress.set_steps(budget.spent());
            }
        }
        if granted < steps || left == 0 {
            return Err(StopReason::Steps);
        }
        Ok(())
    }

    /// The reason to stop, if there is one already; costs nothing.
    #[must_use]
    pub fn exhausted(&self) -> Option<StopReason> {
        self.handle
            .reason()
            .or((self.left() == 0).then_some(StopReason::Steps))
    }

    /// The same as a result: what a procedure asks after it has spent a slice.
    pub fn check(&self) -> Result<(), StopReason> {
        self.exhausted().map_or(Ok(()), Err)
    }

    /// Steps spent so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.limit - self.left.get()
    }

    /// Steps left: no more than are left of the budgets that this one is a part of.
    #[must_use]
    pub fn left(&self) -> u64 {
        let (mut left, mut rate) = (self.left.get(), self.rate);
        let mut level = self.parent;
        while let Some(budget) = level {
            left = left.min(budget.left.get().saturating_mul(rate));
            rate = rate.saturating_mul(budget.rate);
            level = budget.parent;
        }
        left
    }

    /// The handle that stops this budget from outside.
    #[must_use]
    pub fn handle(&self) -> &StopHandle {
        &self.handle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_from_outside_ends_the_budget_and_keeps_the_first_reason() {
        let handle = StopHandle::new();
        let budget = Budget::new(None, handle.clone());
        assert_eq!(budget.spend(1_000_000), Ok(()));
        handle.stop(StopReason::Timeout);
        handle.stop(StopReason::Memory);
        assert_eq!(budget.spend(1), Err(StopReason::Timeout));
        assert_eq!(budget.exhausted(), Some(StopReason::Timeout));
        handle.reset();
        assert_eq!(budget.spend(1), Ok(()));
    }

    #[test]
    fn a_child_stops_with_its_parent_and_not_the_other_way() {
        let parent = StopHandle::new();
        let (first, second) = (parent.child(), parent.child());
        first.stop(StopReason::Interrupted);
        assert_eq!(first.reason(), Some(StopReason::Interrupted));
        assert_eq!((parent.reason(), second.reason()), (None, None));
        parent.stop(StopReason::Timeout);
        assert_eq!(second.reason(), Some(StopReason::Timeout));
        assert_eq!(first.reason(), Some(StopReason::Interrupted));
    }

    #[test]
    fn a_slice_never_exceeds_its_budget_and_is_charged_to_it() {
        let budget = Budget::with_steps(5);
        let slice = budget.slice(100);
        assert_eq!(slice.left(), 5);
        assert_eq!(slice.spend(3), Ok(()));
        assert_eq!((budget.left(), budget.spent()), (2, 3));
        assert_eq!(slice.spend(6), Err(StopReason::Steps));
        assert_eq!((budget.left(), budget.spent()), (0, 5));
        assert_eq!(budget.check(), Err(StopReason::Steps));
    }

    #[test]
    fn slices_of_slices_are_charged_to_all_and_share_what_is_left() {
        let budget = Budget::with_steps(100);
        let (first, second) = (budget.slice(60), budget.slice(60));
        let inner = first.slice(50);
        assert_eq!(inner.spend(45), Ok(()));
        assert_eq!((inner.left(), first.left(), budget.left()), (5, 15, 55));
        assert_eq!(second.left(), 55, "what the other took is gone");
        assert_eq!(second.spend(56), Err(StopReason::Steps));
        assert_eq!((second.spent(), budget.left()), (55, 0));
        assert_eq!(inner.spend(1), Err(StopReason::Steps));
        assert_eq!((inner.spent(), first.spent()), (45, 45));
    }

    #[test]
    fn what_a_slice_was_refused_is_not_charged_to_its_budget() {
        let budget = Budget::with_steps(100);
        let slice = budget.slice(10);
        assert_eq!(slice.spend(4), Ok(()));
        assert_eq!(slice.spend(1_000), Err(StopReason::Steps));
        assert_eq!(slice.spend(1_000), Err(StopReason::Steps));
        assert_eq!((slice.spent(), slice.left()), (10, 0));
        assert_eq!((budget.spent(), budget.left()), (10, 90));
        // Nothing is done after a stop, so nothing is spent.
        budget.handle().stop(StopReason::Interrupted);
        let late = budget.slice(50);
        assert_eq!(late.spend(50), Err(StopReason::Interrupted));
        assert_eq!((budget.spent(), budget.left()), (10, 90));
    }
}
