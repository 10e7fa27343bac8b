//! What a query may spend, and how it is told to stop: one budget for everything that is done until
//! the answer is out.
//!
//! Every budget of the solver is a part of one that is made here.

use sinew_base::{Budget, StopHandle, StopReason};

use super::Session;
use crate::host::Host;
use crate::options::Options;

/// Cancels queries of a session, from whichever thread.
///
/// A request goes to the query that is running, or if none is, to the next one; with that query it
/// is used up. A query in this sense is all that has limits: `check-sat`, `check-sat-assuming`,
/// `get-value`, `get-assignment`, `get-proof`, `simplify`. A cancelled `check-sat` answers `unknown`
/// with the reason `interrupted`, and the session goes on.
///
/// ```
/// use sinew::Session;
/// let mut session = Session::default();
/// let handle = session.cancel_handle();
/// std::thread::spawn(move || handle.cancel()).join().unwrap();
/// let query = "(declare-const x String)(assert (= (str.len x) 3))(check-sat)";
/// assert_eq!(session.run_text(query), "unknown\n");
/// assert_eq!(session.run_text("(check-sat)"), "sat\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelHandle(StopHandle);

impl CancelHandle {
    /// Cancels the running query, or the next one.
    ///
    /// ```
    /// let session = sinew::Session::default();
    /// let handle = session.cancel_handle();
    /// std::thread::spawn(move || handle.cancel());
    /// ```
    pub fn cancel(&self) {
        self.0.stop(StopReason::Interrupted);
    }

    /// Takes back a request that no query has used up.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// let handle = session.cancel_handle();
    /// handle.cancel();
    /// handle.withdraw();
    /// assert_eq!(session.run_text("(check-sat)"), "sat\n");
    /// ```
    pub fn withdraw(&self) {
        self.0.reset();
    }
}

impl Session {
    /// What cancels queries of this session; clones do the same.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.cancel_handle().cancel();
    /// let query = "(declare-const x String)(assert (= (str.len x) 3))(check-sat)";
    /// assert_eq!(session.run_text(query), "unknown\n");
    /// ```
    #[must_use]
    pub fn cancel_handle(&self) -> CancelHandle {
        self.cancel.clone()
    }

    /// Begins a query: what it may spend under the options.
    pub(super) fn begin_query(&mut self, host: &mut dyn Host) -> Budget<'static> {
        let stop = self.cancel.0.child();
        host.begin_query(&self.options, &stop);
        self.watch.begin(&stop, &self.options);
        Budget::new(step_limit(&self.options, self.steps), stop).watched(host.progress())
    }

    /// Ends the query.
    pub(super) fn end_query(&mut self, budget: &Budget, host: &mut dyn Host) {
        self.steps = self.steps.saturating_add(budget.spent());
        self.watch.end();
        host.end_query();
        self.cancel.withdraw();
    }
}

/// The steps a query may take when the session has already taken `spent`; `None` means any number.
fn step_limit(options: &Options, spent: u64) -> Option<u64> {
    let whole = (options.rlimit != 0).then(|| options.rlimit.saturating_sub(spent));
    let per = (options.rlimit_per != 0).then_some(options.rlimit_per);
    match (whole, per) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
