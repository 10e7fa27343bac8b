//! Clock, memory and signals: everything that stops a query from outside.
//!
//! One watchdog thread, started only when a limit asks for it, and one signal thread. Both speak
//! to the solver through the query's [`StopHandle`] alone, so a stop is always an answer
//! (`unknown` with its reason), never a torn-down process, unless the process was told to die.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXCPU};
use sinew_base::{StopHandle, StopReason};

/// How often the watchdog looks at the memory in use.
const MEMORY_POLL: Duration = Duration::from_millis(20);
/// How long a query may take to notice that the process was told to die.
const GRACE: Duration = Duration::from_millis(1000);

#[derive(Default)]
struct State {
    /// The running query, if there is one.
    query: Option<StopHandle>,
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
    /// A signal that the process shall die of once the running query has answered.
    dying: Option<i32>,
    watchdog_runs: bool,
}

/// Shared between the session's thread, the watchdog and the signal thread.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<(Mutex<State>, Condvar)>);

impl Watch {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // A thread that panicked while holding the lock left plain data behind; go on with it.
        self.0
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Starts watching a query.
    pub(crate) fn begin(
        &self,
        handle: StopHandle,
        deadline: Option<Instant>,
        memory_mb: Option<u64>,
    ) {
        let mut state = self.lock();
        state.query = Some(handle);
        state.deadline = deadline;
        state.memory_bytes = memory_mb.map(|mb| mb.saturating_mul(1 << 20));
        let limited = deadline.is_some() || memory_mb.is_some();
        if limited && !state.watchdog_runs {
            let watch = self.clone();
            let spawned = std::thread::Builder::new()
                .name("watchdog".into())
                .spawn(move || watch.run());
            state.watchdog_runs = spawned.is_ok();
        }
        self.0.1.notify_all();
    }

    /// The query has answered; if the process was told to die meanwhile, this does it.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.query = None;
        state.deadline = None;
        if let Some(signal) = state.dying {
            drop(state);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }

    /// The watchdog: sleeps until the deadline, or polls while there is a memory limit.
    fn run(&self) {
        let mut state = self.lock();
        loop {
            let wait = match (&state.query, state.deadline, state.memory_bytes) {
                (Some(query), deadline, memory) => {
                    let now = Instant::now();
                    if deadline.is_some_and(|deadline| now >= deadline) {
                        query.stop(StopReason::Timeout);
                        state.deadline = None;
                        continue;
                    }
                    if memory.is_some_and(|limit| resident_bytes().is_some_and(|used| used > limit))
                    {
                        query.stop(StopReason::Memory);
                    }
                    let poll = memory.map(|_| MEMORY_POLL);
                    let until = deadline.map(|deadline| deadline - now);
                    match (poll, until) {
                        (Some(a), Some(b)) => Some(a.min(b)),
                        (a, b) => a.or(b),
                    }
                }
                (None, _, _) => None,
            };
            let condvar = &self.0.1;
            state = match wait {
                Some(wait) => condvar
                    .wait_timeout(state, wait)
                    .map_or_else(|e| e.into_inner().0, |(s, _)| s),
                None => condvar
                    .wait(state)
                    .unwrap_or_else(std::sync::PoisonError::into_inner),
            };
        }
    }

    /// Starts answering signals: the first SIGINT cancels the query, the next one leaves; SIGTERM
    /// and SIGXCPU let a running query answer, then the process dies of them.
    pub(crate) fn handle_signals(&self) -> std::io::Result<()> {
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGXCPU])?;
        let watch = self.clone();
        std::thread::Builder::new()
            .name("signals".into())
            .spawn(move || {
                for signal in &mut signals {
                    watch.on_signal(signal);
                }
            })?;
        Ok(())
    }

    fn on_signal(&self, signal: i32) {
        let mut state = self.lock();
        let reason = if signal == SIGXCPU {
            StopReason::Timeout
        } else {
            StopReason::Interrupted
        };
        match &state.query {
            Some(query) if query.reason().is_none() => {
                query.stop(reason);
                if signal != SIGINT {
                    state.dying = Some(signal);
                    let watch = self.clone();
                    // Should the query not notice in time, die all the same.
                    let _ = std::thread::Builder::new().spawn(move || {
                        std::thread::sleep(GRACE);
                        watch.die(signal);
                    });
                }
            }
            _ => {
                drop(state);
                self.die(signal);
            }
        }
    }

    fn die(&self, signal: i32) {
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
}

/// The memory that the process holds, where the system tells.
fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_stops_the_query_in_time_and_only_that_query() {
        let watch = Watch::default();
        let (first, second) = (StopHandle::new(), StopHandle::new());
        let start = Instant::now();
        watch.begin(first.clone(), Some(start + Duration::from_millis(30)), None);
        while first.reason().is_none() && start.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(first.reason(), Some(StopReason::Timeout));
        watch.end();
        watch.begin(second.clone(), None, None);
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(second.reason(), None);
        watch.end();
    }

    #[test]
    fn a_memory_limit_stops_the_query() {
        let watch = Watch::default();
        let handle = StopHandle::new();
        watch.begin(handle.clone(), None, Some(0));
        let start = Instant::now();
        while handle.reason().is_none() && start.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(handle.reason(), Some(StopReason::Memory));
        watch.end();
    }
}
