//! Signals, and the end of the process.
//!
//! The session keeps the limits of its queries by itself (`sinew::watch`); a stop is an answer there
//! (`unknown` with its reason) and the conversation goes on. What is left to do here: signals stop a
//! query through its [`StopHandle`], and end the process where that is what they are for; and one
//! watchdog thread, started only when a limit asks for it, ends the process when the time of the whole
//! run is over, wherever it is, or memory grows past all bounds. A query that is still open then is
//! answered `unknown` first.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXCPU};
use sinew::watch::resident_bytes;
use sinew_base::{StopHandle, StopReason};

use super::process::Target;
use super::progress::ProgressLine;

/// How often the watchdog looks at the memory in use.
const MEMORY_POLL: Duration = Duration::from_millis(20);
/// How long a query may take to notice that the process is to end.
const GRACE: Duration = Duration::from_millis(1000);

#[derive(Default)]
struct State {
    /// The running query, if there is one.
    query: Option<StopHandle>,
    /// Whether the answer to the running query is out, or about to be.
    answered: bool,
    /// When the whole run must stop.
    end: Option<Instant>,
    memory_bytes: Option<u64>,
    /// A signal that the process shall die of once the running query has answered.
    dying: Option<i32>,
    watchdog_runs: bool,
    /// Whether an error was reported, which shows in the exit status.
    failed: bool,
    regular: Target,
    /// What is on the terminal while a query runs.
    line: Option<ProgressLine>,
}

/// Limits on the run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// When the whole run must stop.
    pub(crate) end: Option<Instant>,
    /// How much memory the process may hold.
    pub(crate) megabytes: Option<u64>,
}

/// Shared between the session's thread, the watchdog and the signal thread.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<(Mutex<State>, Condvar)>);

impl Watch {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panicked while holding the lock left plain data behind; go on with it.
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets limits, before the first query or for the one that begins.
    pub(crate) fn limit(&self, limits: Limits) {
        let mut state = self.lock();
        state.end = limits.end;
        state.memory_bytes = limits.megabytes.map(|mb| mb.saturating_mul(1 << 20));
        let limited = limits.end.is_some() || limits.megabytes.is_some();
        if limited && !state.watchdog_runs {
            let watch = self.clone();
            let spawned = std::thread::Builder::new()
                .name("watchdog".into())
                .spawn(move || watch.run());
            state.watchdog_runs = spawned.is_ok();
        }
        self.0.1.notify_all();
    }

    /// Starts watching a query.
    pub(crate) fn begin(&self, handle: StopHandle, limits: Limits) {
        {
            let mut state = self.lock();
            state.query = Some(handle);
            state.answered = false;
        }
        self.limit(limits);
    }

    /// The query has answered; if the process was told to die meanwhile, this does it.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.query = None;
        if let Some(signal) = state.dying {
            drop(state);
            die(signal);
        }
    }

    /// A reply is about to be written: nobody else need answer for the running query. The lock
    /// is not held while writing, which may take as long as the client likes.
    pub(crate) fn answering(&self) -> Target {
        let mut state = self.lock();
        state.answered = true;
        state.regular.clone()
    }

    /// Where replies go from now on.
    pub(crate) fn redirect(&self, regular: Target) {
        self.lock().regular = regular;
    }

    /// Queries show this line, which goes before the process says its last words.
    pub(crate) fn show(&self, line: ProgressLine) {
        self.lock().line = Some(line);
    }

    /// An error was reported.
    pub(crate) fn failed(&self) {
        self.lock().failed = true;
    }

    /// The watchdog: sleeps until something is due, and polls while there is a memory limit.
    fn run(&self) {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            let mut due: Vec<Duration> = Vec::new();
            if let Some(end) = state.end {
                if now < end + GRACE {
                    due.push(end + GRACE - now);
                } else {
                    leave(&state, None);
                }
            }
            if let Some(limit) = state.memory_bytes {
                due.push(MEMORY_POLL);
                if resident_bytes().unwrap_or(0) / 2 > limit {
                    leave(&state, Some("(error \"out of memory\")"));
                }
            }
            let condvar = &self.0.1;
            state = match due.iter().min() {
                Some(&wait) => condvar
                    .wait_timeout(state, wait)
                    .map_or_else(|e| e.into_inner().0, |(s, _)| s),
                None => condvar.wait(state).unwrap_or_else(PoisonError::into_inner),
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
        let reason = match signal {
            SIGXCPU => StopReason::Timeout,
            _ => StopReason::Interrupted,
        };
        match &state.query {
            Some(query) if signal == SIGINT && query.reason().is_none() => query.stop(reason),
            Some(query) if signal != SIGINT && state.dying.is_none() => {
                query.stop(reason);
                state.dying = Some(signal);
                let watch = self.clone();
                // Should the query not notice in time, answer for it and die all the same.
                let _ = std::thread::Builder::new().spawn(move || {
                    std::thread::sleep(GRACE);
                    last_words(&watch.lock());
                    die(signal);
                });
            }
            _ => {
                drop(state);
                die(signal);
            }
        }
    }
}

/// Answers for a query that cannot any more.
fn last_words(state: &State) {
    if let Some(line) = &state.line {
        line.end();
    }
    if state.query.is_some() && !state.answered {
        let _ = state.regular.line("unknown");
    }
}

/// Ends the process, with an error if there is something to say.
fn leave(state: &State, error: Option<&str>) -> ! {
    last_words(state);
    if let Some(error) = error {
        let _ = state.regular.line(error);
    }
    std::process::exit(i32::from(error.is_some() || state.failed))
}

fn die(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}
